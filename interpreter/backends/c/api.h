/* The entry points for Python: a state is an opaque block of memory. */

#define EXPORTED __attribute__((visibility("default")))
enum { WORDS = 1 << 21, LISTS_FOLLOW = -1, A_LIST = 2 };

EXPORTED size_t rw_size(void) { return sizeof(S); }
EXPORTED size_t rw_used(const S *s) { return in_use(s); }
EXPORTED void *rw_context(void) {
    X *x = calloc(1, sizeof(X));
    x->words = malloc(WORDS * sizeof(I));
    x->size = WORDS;
    return x;
}
EXPORTED void rw_drop(X *x) { free(x->words); free(x); }
EXPORTED S *rw_new(void) { return malloc(sizeof(S)); }
EXPORTED void rw_free(S *s) { free(s); }
EXPORTED void rw_copy(S *to, const S *from) { copy_state(to, from); }
EXPORTED S *rw_clone(const S *from) { S *to = malloc(sizeof(S)); if (to) copy_state(to, from); return to; }

/* for benchmarks */
EXPORTED void rw_copies(S *to, const S *from, I n) { for (I i = 0; i < n; i++) { copy_state(to, from); __asm__ volatile("" ::: "memory"); } }

static I free_number(const S *s, I left) {
    I number = 0;
    for (; number < 64; number++) if (s->free >> number & 1 && !left--) break;
    return number;
}
/* take a free action beside the question, which is asked again afterwards */
static __attribute__((noinline)) int taken_beside(S *s, I left) {
    I number = free_number(s, left);
    if (number == 64) return 0;
    s->taken[SITES] |= 1ULL << number;
    s->mem[s->frames[s->depth - 1]] = s->asking;
    take_free(s, (int)number);
    return 1;
}
static inline __attribute__((always_inline)) int goes_on_with(S *s, I i) {
    s->decisions++;
    if (likely(i < s->noptions)) {
        I v = s->answer = option(s, i);
        if (v != NONE && IS_MENU[s->site]) s->taken[s->site] |= 1ULL << (v & 63);
    } else if (!FREE_ACTIONS || !taken_beside(s, i - s->noptions)) return 0;
    s->noptions = -1; s->free = 0; s->tried = 0;
    run_on(s);
    return 1;
}
static int answered(S *s, I i) { return !goes_on_with(s, i) ? FAULT : s->over ? OVER : WAITING; }
static inline I choices(const S *s) { return s->noptions + (FREE_ACTIONS ? many(s->free) : 0); }

/* on entry: failures from here on jump to `here` */
static void enter(S *s, X *x, jmp_buf *here) { s->x = x; x->way_out = here; x->used = 0; x->deep = 0; x->trials = 0; x->work = 0; x->question = CHANGING; }

/* a decision failed halfway: mark the state as unusable, with nothing left to choose */
static int broken_off(S *s, int why) { s->noptions = -1; s->free = 0; s->over = 0; return why == BEYOND ? BEYOND : FAULT; }
static inline int is_broken_off(const S *s) { return s->noptions < 0 && !s->over; }

/* set up and run to the first decision; the table comes from `rw_import` */
EXPORTED int rw_begin(S *s, X *x, uint64_t seed) {
    jmp_buf here;
    enter(s, x, &here);
    s->random = seed;
    int why = setjmp(here);
    if (why == ENDED) { ended(s); return OVER; }
    if (why) return broken_off(s, why);
    begin(s);
    if (!s->over) run(s);
    return s->over ? OVER : WAITING;
}
EXPORTED int rw_choose(S *s, X *x, I i) {
    jmp_buf here;
    if (s->noptions < 0) return FAULT;
    enter(s, x, &here);
    int why = setjmp(here);
    if (why == ENDED) { ended(s); return OVER; }
    if (why) return broken_off(s, why);
    return answered(s, i);
}
/* why Python had to decide, after BEYOND */
EXPORTED const char *rw_beyond(const X *x) { return x->beyond ? x->beyond : ""; }
EXPORTED const char *rw_rows(void) { return ROWS; }
EXPORTED const char *rw_units(void) { return UNITS; }
EXPORTED I rw_choices(const S *s) { return choices(s); }
EXPORTED I rw_deciding(const S *s) { return s->over ? NONE : s->actor; }
EXPORTED I rw_actor(const S *s) { return s->actor; }
EXPORTED int rw_broken(S *s, X *x) {
    jmp_buf here;
    enter(s, x, &here);
    return setjmp(here) ? -2 : broken(s);
}
/* the value for bots of a position; NONE if the rules have none or it fails */
EXPORTED I rw_worth(S *s, X *x, I player) {
    jmp_buf here;
    enter(s, x, &here);
    return setjmp(here) ? NONE : worth(s, player);
}

/* update the count and the generator before each decision: it may jump out */
static __attribute__((noinline)) void play_on(S *s, X *x, uint64_t *generator, I most, I *count) {
    uint64_t luck = *generator;
    for (I made = *count; !s->over && made < most;) {
        *count = ++made;
        *generator = luck = stepped(luck);
        x->used = 0; x->deep = 0;
        goes_on_with(s, scaled(luck, choices(s)));
    }
}
/* a random playout: returns WAITING after `most` decisions, OVER, FAULT or BEYOND; advances the generator */
EXPORTED int rw_play_out(S *s, X *x, uint64_t *generator, I most, I *count) {
    jmp_buf here;
    *count = 0;
    if (is_broken_off(s)) return FAULT;
    enter(s, x, &here);
    int why = setjmp(here);
    if (why == ENDED) ended(s);
    if (!why || why == ENDED) {
        play_on(s, x, generator, most, count);
        why = 0;
    }
    return why ? broken_off(s, why) : s->over ? OVER : WAITING;
}
/* Random decisions, each seat by its own generator. Each decision is logged in four words; `single` counts those with only one choice. With `hold`, a broken always rule
   is a fault. Returns WAITING after `most` decisions. */
EXPORTED int rw_at_random(S *s, X *x, uint64_t *luck, I most, int hold, I *log, I *count, I *single) {
    jmp_buf here;
    if (is_broken_off(s)) return FAULT;
    enter(s, x, &here);
    int why = setjmp(here);
    if (why && why != ENDED) return broken_off(s, why);
    if (why) ended(s);
    for (;;) {
        x->used = 0; x->deep = 0; x->work = 0;
        if (hold && broken(s) >= 0) return FAULT;
        if (s->over) return OVER;
        if (*count == most) return WAITING;
        luck[s->actor] = stepped(luck[s->actor]);
        I all = choices(s), i = scaled(luck[s->actor], all), *made = log + 4 * (*count)++;
        int free = i >= s->noptions;
        single[s->actor] += all == 1;
        made[0] = s->site; made[2] = free; made[3] = s->actor;
        made[1] = free ? free_number(s, i - s->noptions) : option(s, i);
#if CHOOSES_LISTS
        if (!free && is_list(s, i)) { made[1] = i; made[2] = A_LIST; }  /* the option's index: a list does not fit into a word */
#endif
        answered(s, i);
    }
}
/* n whole games from one table: for each, its status, its number of decisions, and in `ends` its winners and scores */
EXPORTED I rw_many(const S *table, X *x, I n, const uint64_t *seeds, const uint64_t *picks, I most, int *how, I *counts, I *ends) {
    S *s = malloc(sizeof(S));
    I done = 0;
    x->silent = 1;
    for (I i = 0; s && i < n; i++, done++) {
        uint64_t g = picks[i];
        copy_state(s, table);
        how[i] = rw_begin(s, x, seeds[i]);
        counts[i] = 0;
        if (how[i] == WAITING) how[i] = rw_play_out(s, x, &g, most, counts + i);
        I *end = ends + i * (2 + 2 * PLAYERS + PLAYERS);
        end[0] = s->nwinners; end[1] = s->nscores;
        for (int j = 0; j < s->nwinners && j < PLAYERS; j++) end[2 + j] = s->winners[j];
        for (int j = 0; j < s->nscores; j++) { end[2 + PLAYERS + j] = s->scorers[j]; end[2 + 2 * PLAYERS + j] = s->points[j]; }
    }
    x->silent = 0;
    free(s);
    return done;
}

/* ---- export and import: Python has a frame for each routine */
static I *frames_out(S *s, I *p) {
    I *depth = p++;
    *depth = 0;
    for (int i = 0; i < s->depth; i++) {
        I *f = s->mem + s->frames[i], n = levels(f), blocks[BLOCKS];
        for (I at = n, block = f[0]; at; block = outward(f, block)) blocks[--at] = block;
        for (I at = 0; at < n; at++) { *p++ = blocks[at]; p = slots_out(s, f, blocks[at], p); }
        *depth += n;
    }
    return p;
}
static I routines_below(const S *s, I frames) {
    I n = 0;
    for (I i = 0; i < frames; i++) n += levels(s->mem + s->frames[i]);
    return n;
}
/* the frame, counted from 1, that begins with this routine of the stack; a trial belongs to such a one */
static I frame_of_routine(const S *s, I number) {
    I i = 0;
    while (i < s->depth && routines_below(s, i) + 1 < number) i++;
    return i + 1;
}
EXPORTED I rw_export(S *s, I *to) {
    I *p = cells_out(s, to);
    for (size_t i = 0; i < LIES; i++) *p++ = s->lies[i] < 0 ? NONE : s->lies[i];
    for (int list = 0; list < LISTS; list++) {
        if (ZONE_KIND[list] >= 0) { L z = zone(s, list); p = put_items(p, z.n, z.p); }
        else if (GRID_OF[list] >= 0) p = put_items(p, TILES_OF[GRID_OF[list]], s->spots + SPOTS_FROM[GRID_OF[list]]);
    }
    p = frames_out(s, p);
    *p++ = (I)s->random; *p++ = s->chance_count; *p++ = s->site; *p++ = s->actor; *p++ = s->asking; *p++ = s->over;
    *p++ = s->stamp; *p++ = s->secret_turn_of; *p++ = s->decisions; *p++ = (I)s->tried; *p++ = (I)s->free; *p++ = (I)s->automas;
    *p++ = s->count;
    p = put_items(p, s->nsecret_causes, s->secret_causes);
    *p++ = s->nsheet;
    for (int i = 0; i < s->nsheet; i++) { *p++ = s->sheet[i].row; *p++ = s->sheet[i].player; *p++ = s->sheet[i].value; }
    p = put_items(p, s->nwinners, s->winners);
    p = put_items(p, s->nout, s->out);
    p = put_items(p, s->nseats, s->seats);
    p = put_items(p, s->nscores, s->scorers);
    p = put_items(p, s->nscores, s->points);
    *p++ = s->ntimers;
    for (int i = 0; i < s->ntimers; i++) {
        Timer t = s->timers[i];
        *p++ = t.unit; *p++ = t.of < 0 ? NONE : t.of; *p++ = t.left; *p++ = t.kind; *p++ = t.card; *p++ = t.list; *p++ = t.where;
    }
    *p++ = s->nregions;
    for (int i = 0; i < s->nregions; i++) *p++ = routines_below(s, s->regions[i] - 1) + 1;
    *p++ = BITS / 64 + 1;
    for (int i = 0; i < BITS / 64 + 1; i++) *p++ = (I)s->touched[i];
    *p++ = SITES + 1;
    for (int i = 0; i <= SITES; i++) *p++ = (I)s->taken[i];
#if CHOOSES_LISTS
    if (s->noptions >= 0 && LISTED[s->site]) {
        *p++ = s->noptions; *p++ = LISTS_FOLLOW; *p++ = 0;
        for (I i = 0; i < s->noptions; i++) { I at = option(s, i); if (at == NONE) *p++ = NONE; else p = put_items(p, s->mem[at], s->mem + at + 1); }
        return p - to;
    }
#endif
    *p++ = s->noptions; *p++ = s->step; *p++ = s->low;
    if (!s->step) for (I i = 0; i < s->noptions; i++) *p++ = s->mem[s->options + i];
    return p - to;
}
/* returns 1 if everything fits */
EXPORTED int rw_import(S *s, X *x, const I *p) {
    jmp_buf here;
    memset(s, 0, offsetof(S, kept));
    s->x = x; x->way_out = &here; x->used = 0;
    if (setjmp(here)) return 0;
    p = cells_in(s, p);
    if (!p) return 0;
    for (size_t i = 0; i < LIES; i++, p++) s->lies[i] = (int16_t)(*p == NONE ? -1 : *p);
    int16_t *o = s->offsets;
    for (int list = 0; list < LISTS; list++) {
        if (ZONE_KIND[list] >= 0) {
            int k = ZONE_KIND[list], j = ZONE_AT[list];
            I n = *p++;
            o = s->offsets + OFFSETS_FROM[k];
            memcpy(s->zones + ZONES_FROM[k] + o[j], p, (size_t)n * sizeof(I));
            for (int i = j + 1; i <= ZONES_OF[k]; i++) o[i] = (int16_t)(o[j] + n);
            for (I i = 0; i < n; i++, p++) if (*p != NONE) comes_to(s, list, *p);
        } else if (GRID_OF[list] >= 0) {
            I n = *p++;
            memcpy(s->spots + SPOTS_FROM[GRID_OF[list]], p, (size_t)n * sizeof(I));
            p += n;
            put_tiles_again(s, GRID_OF[list]);
            for (I tile = 0; tile < n; tile++) meet(s, list, tile);
        }
    }
    I depth = *p++;
    for (I i = 0; i < depth; i++) { I block = *p++; p = slots_in(s, block, p); if (!p) return 0; }
    s->random = (uint64_t)*p++; s->chance_count = *p++; s->site = (int32_t)*p++; s->actor = (int32_t)*p++;
    s->asking = (int32_t)*p++; s->over = (int32_t)*p++; s->stamp = *p++; s->secret_turn_of = *p++; s->decisions = *p++;
    s->tried = (uint64_t)*p++; s->free = (uint64_t)*p++; s->automas = (uint64_t)*p++;
    s->count = (int32_t)*p++;
    I n = *p++;
    if (n > MAX_HUSHED) return 0;
    for (s->nsecret_causes = 0; s->nsecret_causes < n; s->nsecret_causes++) s->secret_causes[s->nsecret_causes] = *p++;
    n = *p++;
    if (n > MAX_WRITTEN) return 0;
    for (int i = 0; i < n; i++, p += 3) writes_down(s, (int)p[0], p[1], p[2]);
    n = *p++;
    if (n > MAX_WINNERS) return 0;
    for (s->nwinners = 0; s->nwinners < n; s->nwinners++) s->winners[s->nwinners] = *p++;
    n = *p++; if (n && !ELIMINATES) return 0; for (s->nout = 0; s->nout < n; s->nout++) s->out[s->nout] = *p++;
    n = *p++; for (s->nseats = 0; s->nseats < n; s->nseats++) s->seats[s->nseats] = *p++;
    n = *p++; for (s->nscores = 0; s->nscores < n; s->nscores++) s->scorers[s->nscores] = *p++;
    n = *p++; for (I i = 0; i < n; i++) s->points[i] = *p++;
    n = *p++;
    if (n > MAX_TIMERS) return 0;
    for (s->ntimers = 0; s->ntimers < n; s->ntimers++) {
        Timer *t = s->timers + s->ntimers;
        t->unit = (int16_t)*p++; t->of = (int16_t)(*p == NONE ? -1 : *p); p++; t->left = (int32_t)*p++; t->kind = (int16_t)*p++;
        t->card = (int16_t)*p++; t->list = (int16_t)*p++; t->where = (int16_t)*p++;
    }
    n = *p++;
    if (n > MAX_REGIONS) return 0;
    for (s->nregions = 0; s->nregions < n; s->nregions++) s->regions[s->nregions] = (int16_t)frame_of_routine(s, *p++);
    n = *p++;
    for (I i = 0; i < n; i++) s->touched[i] = (uint64_t)*p++;
    n = *p++;
    for (I i = 0; i < n; i++) s->taken[i] = (uint64_t)*p++;
    s->noptions = *p++; s->step = *p++; s->low = *p++;
    s->options = s->top;
#if CHOOSES_LISTS
    if (s->step == LISTS_FOLLOW) {
        I count = s->noptions, declines = 0;
        L *lists = (L *)room(s, 2 * (count + 1));
        for (I i = 0; i < count; i++) { lists[i] = (L){*p == NONE ? 0 : *p, p + 1}; if (*p == NONE) declines = 1; p += 1 + lists[i].n; }
        s->step = 0;
        offer_lists(s, (LL){count - declines, lists});
        if (declines) offer(s, NONE);  /* declining is always the last option */
        return 1;
    }
#endif
    if (!s->step) { if (s->noptions > 0 && s->top + s->noptions > MEMORY) return 0; for (I i = 0; i < s->noptions; i++) s->mem[s->options + i] = *p++; }
    return 1;
}
