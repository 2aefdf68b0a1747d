/* What a player imagines of the table: redealt (redeal.h), or, while others decide in secret, played on from where their loop began.
   The counterpart of interpreter/runtime/secret_guesses.py and secret_turns.py. */

typedef struct Imagining {
    X *x; S *now; I player;
    const Watch *watch; int in_secret;
    uint64_t known[LIES + 1];  /* at the opening, with what came to the player's own places since */
    Unseen *unseen, *still; int has_still;
    I *own, nown;  /* the player's answers since the opening, by their numbers */
    S *work;
} Imagining;

static Imagining *new_imagining(void) {
    Imagining *m = calloc(1, sizeof(Imagining));
    m->x = rw_context(); m->now = malloc(sizeof(S)); m->work = malloc(sizeof(S));
    m->unseen = new_unseen(); m->still = new_unseen();
    return m;
}
static void drop_imagining(Imagining *m) {
    rw_drop(m->x); free(m->now); free(m->work); drop_unseen(m->unseen); drop_unseen(m->still); free(m->own); free(m);
}

/* ---- what is the player's own: entries of values and piles that have the player among their keys */
static int is_own(const KeepOf *keep, const I *keys, I player) {
    for (I i = 0; i < keep->nkeys; i++) if (keep->kinds[i] == OF_PLAYERS && keys[i] == player) return 1;
    return 0;
}
static I own_list(I number, const Entry *e) {
    for (I list = 0; list < LISTS; list++) if (TABLE_OF(ListOf, lists)[list].keep == number) return TABLE_OF(ListOf, lists)[list].first + e->at;
    return -1;
}
/* put the cards of some lists of a kind as they are now onto a table; the cards of the others stay as they are there */
static void lay_cards(S *table, const S *now, int k, const char *own) {
    I capacity = ZONES_FROM[k + 1] - ZONES_FROM[k], n = 0, cards = LIES_FROM[k + 1] - LIES_FROM[k];
    I *items = room(table, capacity);
    int16_t offsets[LISTS + 2];
    for (I list = 0; list < LISTS; list++) {
        if (ZONE_KIND[list] != k) continue;
        L from = zone((S *)(own[list] ? now : table), list);
        if (n + from.n > capacity) beyond(table, MANY_GUESSES);
        offsets[ZONE_AT[list]] = (int16_t)n;
        if (own[list] || SPARE[k] < 0 || ROW_SIZE[list]) { memcpy(items + n, from.p, (size_t)from.n * sizeof(I)); n += from.n; continue; }
        for (I i = 0; i < from.n; i++) { /* somebody may have drawn the number of a card of the player's own */
            int16_t lies = now->lies[LIES_FROM[k] + from.p[i]];
            if (lies < 0 || !own[lies]) items[n++] = from.p[i];
        }
    }
    offsets[ZONES_OF[k]] = (int16_t)n;
    memcpy(table->zones + ZONES_FROM[k], items, (size_t)n * sizeof(I));
    memcpy(table->offsets + OFFSETS_FROM[k], offsets, (size_t)(ZONES_OF[k] + 1) * sizeof(int16_t));
    for (I list = 0; list < LISTS; list++) {
        if (ZONE_KIND[list] != k) continue;
        L lying = zone(table, list);
        table->piles[list][0] = table->piles[list][1] = 0;
        for (I i = 0; i < lying.n; i++) if (lying.p[i] != NONE) comes_to(table, list, lying.p[i]);
    }
    for (I card = 0; card < cards; card++) {
        int16_t lies = now->lies[LIES_FROM[k] + card], *there = table->lies + LIES_FROM[k] + card;
        if (lies >= 0 && own[lies]) *there = lies;
        else if (*there >= 0 && own[*there]) *there = -1;
    }
}
/* put what is written on the player's own cards on the table */
static void lay_written(S *table, S *now, const char *own) {
    Entry e;
    for (I number = 0; number < TABLES->nkeeps; number++) {
        const KeepOf *keep = TABLE_OF(KeepOf, keeps) + number;
        I k = keep->nkeys == 1 && keep->kinds[0] >= 0 ? TABLE_OF(KindOf, kinds)[keep->kinds[0]].card : -1;
        if (keep->what != A_CELL || k < 0 || SPARE[k] < 0) continue;
        EACH_LIVE_ENTRY(now, keep, e) {
            int16_t lies = now->lies[LIES_FROM[k] + e.k[0]];
            if (lies < 0 || !own[lies]) continue;
            if (holds_list_cells(number)) set_list_cell(table, number, e.at, list_cell(now, number, e.at));
            else set_cell(table, number, e.at, cell_of(now, number, e.at));
        }
    }
}
/* put what the player's own turn alone can change on a table as it is now; without `hidden`, only what the player sees of it */
static void lay_own(S *table, S *now, I player, int hidden) {
    char own[LISTS + 1] = {0}; Entry e;
    int any = 0;
    for (I number = 0; number < TABLES->nkeeps; number++) {
        const KeepOf *keep = TABLE_OF(KeepOf, keeps) + number;
        int of_player = 0;
        for (I i = 0; i < keep->nkeys; i++) of_player |= keep->kinds[i] == OF_PLAYERS;
        if (!of_player || keep->others_change) continue;
        EACH_LIVE_ENTRY(now, keep, e) {
            if (!is_own(keep, e.k, player) || (!hidden && !may_see(now, number, player, e.k))) continue;
            if (keep->what == A_GRID) beyond(table, MANY_GUESSES);
            if (keep->what == A_ZONE) { own[own_list(number, &e)] = 1; any = 1; }
            else if (holds_list_cells(number)) set_list_cell(table, number, e.at, list_cell(now, number, e.at));
            else set_cell(table, number, e.at, cell_of(now, number, e.at));
        }
    }
    if (!any) return;
    lay_written(table, now, own);
    for (I i = 0; i < TABLES->nkinds; i++) if (TABLE_OF(KindOf, kinds)[i].card >= 0) lay_cards(table, now, (int)TABLE_OF(KindOf, kinds)[i].card, own);
}
static void know_own(Imagining *m) {
    Entry e;
    for (I number = 0; number < TABLES->nkeeps; number++) {
        const KeepOf *keep = TABLE_OF(KeepOf, keeps) + number;
        if (keep->what != A_ZONE || keep->others_change) continue;
        EACH_LIVE_ENTRY(m->now, keep, e) {
            if (!is_own(keep, e.k, m->player) || !may_see(m->now, number, m->player, e.k)) continue;
            I list = own_list(number, &e);
            L cards = zone(m->now, list);
            for (I i = 0; i < cards.n; i++) if (cards.p[i] != NONE) m->known[LIES_FROM[ZONE_KIND[list]] + cards.p[i]] |= 1ULL << m->player;
        }
    }
}

/* look at a question as the player who is asked; may jump out */
static void look_as_asked(Imagining *m, I player, const Watch *watch) {
    S *now = m->now;
    m->player = player; m->watch = watch; m->has_still = 0;
    m->in_secret = now->secret_turn_of != NONE && watch && watch->has_opening && watch->has_before;
    if (!m->in_secret) { look_through(m->unseen, now, player, watch && watch->knows ? watch->known : 0); return; }
    memcpy(m->known, watch->known_then, sizeof m->known);
    know_own(m);
    m->own = realloc(m->own, (size_t)(watch->nanswers + 1) * sizeof(I));
    m->nown = 0;
    for (I i = 0; i < watch->nanswers; i++) if (watch->answers[i].actor == player) m->own[m->nown++] = i;
    copy_state(m->work, watch->opening);
    m->work->x = m->x;
    look_through(m->unseen, m->work, player, m->known);
}
static int sees_everything(const Imagining *m) { return !m->in_secret && nothing_unseen(m->unseen); }

static int is_same_question(S *a, S *b) {
    if (a->site != b->site || a->noptions != b->noptions || a->free != b->free) return 0;
    for (I i = 0; i < a->noptions; i++) if (meant_by(a, i) != meant_by(b, i)) return 0;
    return 1;
}
static I place_of_answer(const S *s, const Answer *made) {
    if (made->site != s->site || s->noptions < 0) return -1;
    if (made->free) return s->free >> made->meant & 1 ? s->noptions + __builtin_popcountll(s->free & ((1ULL << made->meant) - 1)) : -1;
    for (I i = 0; i < s->noptions; i++) if (meant_by(s, i) == made->meant) return i;
    return -1;
}
/* play from the opening to the present question; 0 if it is not reached */
static int is_played_on(Imagining *m, S *found, Draws *d) {
    I next = 0;
    for (int step = 0; step < IMAGINED_STEPS; step++) {
        if (found->over || found->noptions < 0 || found->secret_turn_of == NONE) return 0;
        int theirs = found->actor != m->player;
        if (next == m->nown && !theirs) return is_same_question(found, m->now);
        I place = theirs ? draw_below(d, found->noptions) : place_of_answer(found, m->watch->answers + m->own[next++]);
        if (place < 0 || (theirs && !found->noptions)) return 0;
        int how = rw_choose(found, m->x, place);
        if (how == BEYOND) return -1;
        if (how == FAULT) return 0;
    }
    return 0;
}
/* the answers do not lead to the present question, because of chance: imagine that the others have done nothing */
static void look_as_still(Imagining *m) {
    size_t from = offsetof(S, noted) + sizeof m->now->noted, to = offsetof(S, kept);
    S *seen = m->work;
    const S *before = m->watch->before;
    copy_state(seen, m->now);
    seen->x = m->x;
    memcpy((char *)seen + from, (const char *)before + from, to - from);
#if KEPT
    memcpy(seen->kept, before->kept, (size_t)before->kept_top * sizeof(I));
#endif
    memcpy(seen->out, before->out, sizeof seen->out); seen->nout = before->nout;
    memcpy(seen->seats, before->seats, sizeof seen->seats); seen->nseats = before->nseats;
    lay_own(seen, m->now, m->player, 1);
    look_through(m->still, seen, m->player, 0);
    m->has_still = 1;
}
static void imagine(Imagining *m, S *found, uint64_t seed) {
    if (!m->in_secret) { deal_table(m->unseen, found, seed); return; }
    Draws d = {seeded(seed)};
    jmp_buf *around = m->x->way_out;
    deal_table(m->unseen, found, seed);
    int reached = is_played_on(m, found, &d);
    m->x->way_out = around;
    if (reached < 0) beyond(found, MANY_GUESSES);
    if (!reached) {
        if (!m->has_still) look_as_still(m);
        deal_table(m->still, found, seed);
    }
    m->now->x = found->x = m->x;
    lay_own(found, m->now, m->player, 0);
    m->x->used = 0; m->x->work = 0; close_question(found);
}
