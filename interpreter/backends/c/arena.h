/* Whole games between bots in one call: numbers come back, not states. The counterpart of interpreter/tools/simulate.

   In: a table before the set-up, the seed of the plan and the numbers of its matches. Out: sums over all games that ended (Totals),
   and, if somebody wants a row for each seat, the numbers of every game and what each seat chose (Book). What C cannot play to
   its end is left to Python, which plays it again and can say why. */

enum { LEAD_EVERY = 10 };
typedef struct { I count, least, most, unused; __int128 total, squares; } Spread;
typedef struct {
    I finished, decisions, draws, shared;
    Spread rounds, scores[PLAYERS];
    I wins[PLAYERS];
    uint64_t touched[BITS / 64 + 1], taken[SITES + 1];
} Totals;

/* the seeds of interpreter/runtime/generator.py: of a match by its number, of a bot by its seat */
static uint64_t match_seed(uint64_t base, I number) { return seeded(base + (uint64_t)number) >> 16; }
static uint64_t seat_seed(uint64_t seed, I seat) { return seeded(seeded(seed) + (uint64_t)(seat + 1) * 0xD1B54A32D192ED03ULL); }

/* ---- what each seat chose: a choice is a question with its answer, numbered as they are met; Python names them once */
typedef struct { I site, sort, option, items; } Pair;  /* sort 0: an answer, 1: a free action, A_LIST: a list, which lies in items */
typedef struct {
    Pair *pairs; I npairs, room_pairs;
    int32_t *slots; I nslots;
    I *items; I nitems, room_items;
    uint32_t *counts; int32_t *met; I nmet[PLAYERS];  /* of this game, for each seat room_pairs of them */
    I *entries; I nentries, room_entries;  /* of all games: a number of a choice and how often, seat by seat */
    I *starts; I nstarts, room_starts;  /* where the entries of each row begin */
    uint64_t *marks; I nmarks, room_marks;  /* touched and taken of each game */
    char *text; I length, room_text;
    const char *is_amount;  /* by question: all its answers count as one */
} Book;

static void *grown(void *at, I wanted, I *room, size_t size) {
    if (wanted <= *room) return at;
    while (*room < wanted) *room = 2 * *room + 64;
    return realloc(at, (size_t)*room * size);
}
static uint64_t hash_of_pair(I site, I sort, I option) {
    uint64_t h = ((uint64_t)option ^ (uint64_t)site << 32 ^ (uint64_t)sort << 60) * 0x9E3779B97F4A7C15ULL;
    return h ^ h >> 29;
}
static I slot_of_pair(const Book *b, I site, I sort, I option) {
    I i = (I)(hash_of_pair(site, sort, option) & (uint64_t)(b->nslots - 1));
    for (; b->slots[i] >= 0; i = (i + 1) & (b->nslots - 1)) {
        const Pair *pair = b->pairs + b->slots[i];
        if (pair->option == option && pair->site == site && pair->sort == sort) break;
    }
    return i;
}
/* double the room for choices: counts and lists of each seat move along */
static void widen(Book *b) {
    I old = b->room_pairs;
    b->room_pairs = 2 * old;
    b->pairs = realloc(b->pairs, (size_t)b->room_pairs * sizeof(Pair));
    uint32_t *counts = calloc((size_t)(PLAYERS * b->room_pairs), sizeof(uint32_t));
    int32_t *met = malloc((size_t)(PLAYERS * b->room_pairs) * sizeof(int32_t));
    for (I seat = 0; seat < PLAYERS; seat++) {
        memcpy(counts + seat * b->room_pairs, b->counts + seat * old, (size_t)old * sizeof(uint32_t));
        memcpy(met + seat * b->room_pairs, b->met + seat * old, (size_t)old * sizeof(int32_t));
    }
    free(b->counts); free(b->met); free(b->slots);
    b->counts = counts; b->met = met;
    b->nslots = 4 * b->room_pairs;
    b->slots = malloc((size_t)b->nslots * sizeof(int32_t));
    memset(b->slots, -1, (size_t)b->nslots * sizeof(int32_t));
    for (I i = 0; i < b->npairs; i++) b->slots[slot_of_pair(b, b->pairs[i].site, b->pairs[i].sort, b->pairs[i].option)] = (int32_t)i;
}
EXPORTED Book *rw_book(const char *is_amount) {
    Book *b = calloc(1, sizeof(Book));
    b->is_amount = is_amount;
    b->room_pairs = 32;
    b->pairs = malloc(sizeof(Pair)); b->counts = calloc(32 * PLAYERS, sizeof(uint32_t)); b->met = calloc(32 * PLAYERS, sizeof(int32_t));
    widen(b);
    return b;
}
EXPORTED void rw_shut(Book *b) {
    free(b->pairs); free(b->slots); free(b->items); free(b->counts); free(b->met); free(b->entries); free(b->starts);
    free(b->marks); free(b->text); free(b);
}
static I new_pair(Book *b, const S *s, I place, I sort, I option, I slot) {
    if (b->npairs == b->room_pairs) { widen(b); slot = slot_of_pair(b, s->site, sort, option); }
    b->slots[slot] = (int32_t)b->npairs;
    b->pairs[b->npairs] = (Pair){s->site, sort, option, b->nitems};
#if CHOOSES_LISTS
    if (sort == A_LIST) {
        const I *list = s->mem + s->mem[s->options + place];
        b->items = grown(b->items, b->nitems + list[0] + 1, &b->room_items, sizeof(I));
        memcpy(b->items + b->nitems, list, (size_t)(list[0] + 1) * sizeof(I));
        b->nitems += list[0] + 1;
    }
#else
    (void)place;
#endif
    return b->npairs++;
}
static void note(Book *b, const S *s, I place) {
    I sort = place >= s->noptions, option, seat = s->actor;
    if (sort) option = free_number(s, place - s->noptions);
    else if (b->is_amount[s->site]) option = 0;
    else {
        option = meant_by(s, place);
#if CHOOSES_LISTS
        if (is_list(s, place)) sort = A_LIST;
#endif
    }
    I slot = slot_of_pair(b, s->site, sort, option), found = b->slots[slot];
    if (unlikely(found < 0)) found = new_pair(b, s, place, sort, option, slot);
    if (!b->counts[seat * b->room_pairs + found]++) b->met[seat * b->room_pairs + b->nmet[seat]++] = (int32_t)found;
}
/* end a game: its entries are kept, or left out if Python plays it again */
static void turn_page(Book *b, const S *s, int keeps) {
    for (I seat = 0; seat < s->count; seat++) {
        uint32_t *counts = b->counts + seat * b->room_pairs;
        if (keeps) {
            b->starts = grown(b->starts, b->nstarts + 2, &b->room_starts, sizeof(I));
            b->starts[b->nstarts++] = b->nentries;
            b->entries = grown(b->entries, b->nentries + 2 * b->nmet[seat], &b->room_entries, sizeof(I));
        }
        for (I i = 0; i < b->nmet[seat]; i++) {
            I pair = b->met[seat * b->room_pairs + i];
            if (keeps) { b->entries[b->nentries++] = pair; b->entries[b->nentries++] = counts[pair]; }
            counts[pair] = 0;
        }
        b->nmet[seat] = 0;
    }
    if (!keeps) return;
    b->starts[b->nstarts] = b->nentries;
    I words = BITS / 64 + 1 + SITES + 1;
    b->marks = grown(b->marks, b->nmarks + words, &b->room_marks, sizeof(uint64_t));
    memcpy(b->marks + b->nmarks, s->touched, sizeof s->touched);
    memcpy(b->marks + b->nmarks + BITS / 64 + 1, s->taken, (SITES + 1) * sizeof(uint64_t));
    b->nmarks += words;
}
EXPORTED I rw_choices_met(const Book *b) { return b->npairs; }
EXPORTED void rw_choice_met(const Book *b, I number, I *to) { memcpy(to, b->pairs + number, sizeof(Pair)); }
EXPORTED const I *rw_items_met(const Book *b) { return b->items; }
EXPORTED const I *rw_entries(const Book *b) { return b->entries; }
EXPORTED const I *rw_starts(const Book *b) { return b->starts; }

/* ---- texts of JSON: names are given once, quoted, in their order; the same name may stand for several choices or marks */
typedef struct { const char *bytes; const I *starts; I n; } Names;
static void put_text(Book *b, const char *bytes, I n) {
    b->text = grown(b->text, b->length + n, &b->room_text, 1);
    memcpy(b->text + b->length, bytes, (size_t)n);
    b->length += n;
}
static void put_name(Book *b, const Names *names, I rank) {
    put_text(b, names->bytes + names->starts[rank], names->starts[rank + 1] - names->starts[rank]);
}
static void put_number(Book *b, I n) {
    char digits[24]; int at = 24;
    do digits[--at] = (char)('0' + n % 10); while (n /= 10);
    put_text(b, digits + at, 24 - at);
}
/* what each seat chose, as texts one after the other, with their ends in `ends`; a name is given by its rank for each choice */
EXPORTED const char *rw_chosen(Book *b, const char *bytes, const I *starts, I n, const I *rank, int32_t *ends) {
    Names names = {bytes, starts, n};
    I words = (n + 63) / 64, *sums = calloc((size_t)n + 1, sizeof(I));
    uint64_t *set = calloc((size_t)words + 1, sizeof(uint64_t));
    b->length = 0;
    ends[0] = 0;
    for (I row = 0; row < b->nstarts; row++) {
        for (I i = b->starts[row]; i < b->starts[row + 1]; i += 2) {
            I at = rank[b->entries[i]];
            set[at >> 6] |= 1ULL << (at & 63);
            sums[at] += b->entries[i + 1];
        }
        put_text(b, "{", 1);
        for (I word = 0, first = 1; word < words; word++)
            for (; set[word]; set[word] &= set[word] - 1) {
                I at = word * 64 + __builtin_ctzll(set[word]);
                if (!first) put_text(b, ",", 1);
                first = 0;
                put_name(b, &names, at); put_text(b, ":", 1); put_number(b, sums[at]);
                sums[at] = 0;
            }
        put_text(b, "}", 1);
        ends[row + 1] = (int32_t)b->length;
    }
    free(sums); free(set);
    return b->text;
}
/* what was used in each game: `marks` are numbers of bits, each with the rank of its name */
EXPORTED const char *rw_used_names(Book *b, const char *bytes, const I *starts, I n, const I *marks, I nmarks, int32_t *ends) {
    Names names = {bytes, starts, n};
    I words = BITS / 64 + 1 + SITES + 1, games = b->nmarks / words;
    uint64_t *set = calloc((size_t)(n + 63) / 64 + 1, sizeof(uint64_t));
    b->length = 0;
    ends[0] = 0;
    for (I game = 0; game < games; game++) {
        const uint64_t *found = b->marks + game * words;
        for (I i = 0; i < nmarks; i++) if (found[marks[2 * i] >> 6] >> (marks[2 * i] & 63) & 1) set[marks[2 * i + 1] >> 6] |= 1ULL << (marks[2 * i + 1] & 63);
        put_text(b, "[", 1);
        for (I word = 0, first = 1; word < (n + 63) / 64; word++)
            for (; set[word]; set[word] &= set[word] - 1) {
                if (!first) put_text(b, ",", 1);
                first = 0;
                put_name(b, &names, word * 64 + __builtin_ctzll(set[word]));
            }
        put_text(b, "]", 1);
        ends[game + 1] = (int32_t)b->length;
    }
    free(set);
    return b->text;
}

/* ---- one game */
typedef struct {
    int hold; I most, count;
    uint64_t luck[PLAYERS];
    I single[PLAYERS], decided[PLAYERS], leader, lead_changes;
    Book *book;
    const Bot *bots; Thinker *thinker; Watch *watch;  /* without bots, all decide by chance */
} Match;

/* who leads by the value for bots; a tie for the lead changes nothing */
static void look_who_leads(S *s, Match *m) {
    I best = NONE, leads = -1, tied = 0, its = NONE;
    for (I i = 0; i < s->count; i++) {
        I w = worth(s, i);
        if (i == m->leader) its = w;
        if (w == NONE || (best != NONE && w < best)) continue;
        if (best != NONE && w == best) { tied = 1; continue; }
        best = w; leads = i; tied = 0;
    }
    if (best == NONE || tied) return;
    if (m->lead_changes < 0) m->lead_changes = 0;
    m->lead_changes += m->leader >= 0 && its != best;
    m->leader = leads;
}
static I decided(S *s, Match *m) {
    uint64_t *luck = m->luck + s->actor;
    const Bot *bot = m->bots ? m->bots + s->actor : 0;
    I found = bot ? rw_decide(m->thinker, s, m->watch, bot->sort, bot->amount, bot->model, luck) : luck_below(luck, choices(s));
    if (found < 0) jump(s, BEYOND);
    if (m->watch) watch_answer(m->watch, s, found);
    return found;
}
static __attribute__((noinline)) int match_played(S *s, X *x, Match *m) {
    jmp_buf here;
    enter(s, x, &here);
    int why = setjmp(here);
    if (why && why != ENDED) return broken_off(s, why);
    if (why) ended(s);
    for (;;) {
        x->used = 0; x->deep = 0; x->work = 0;
        if (m->hold && broken(s) >= 0) return FAULT;
        if (m->book && m->count && m->count % LEAD_EVERY == 0) { look_who_leads(s, m); x->used = 0; }
        if (s->over) return OVER;
        if (m->count == m->most) return WAITING;
        I i = decided(s, m);
        m->count++;
        if (m->book) { m->single[s->actor] += choices(s) == 1; m->decided[s->actor]++; note(m->book, s, i); }
        answered(s, i);
    }
}

/* ---- sums and columns */
static void counted(Spread *spread, I value) {
    if (!spread->count || value < spread->least) spread->least = value;
    if (!spread->count || value > spread->most) spread->most = value;
    spread->count++;
    spread->total += value;
    spread->squares += (__int128)value * value;
}
static void add_up(Totals *t, const S *s, I rounds) {
    t->finished++;
    t->decisions += s->decisions;
    t->draws += !s->nwinners;
    t->shared += s->nwinners > 1;
    for (int i = 0; i < s->nwinners; i++) t->wins[s->winners[i]]++;
    for (int i = 0; i < s->nscores; i++) counted(t->scores + s->scorers[i], s->points[i]);
    if (rounds != NONE) counted(&t->rounds, rounds);
    for (int i = 0; i < BITS / 64 + 1; i++) t->touched[i] |= s->touched[i];
    for (int i = 0; i < SITES + 1; i++) t->taken[i] |= s->taken[i];
}
/* columns of `n` games: seed, decisions, winners, rounds, changes of the lead; then for each seat: won, score, decisions, single */
enum { OF_GAME = 5, OF_SEAT = 4 };
static void set_down(I *columns, I n, I at, const S *s, const Match *m, uint64_t seed, I rounds) {
    I values[OF_GAME] = {(I)seed, m->count, s->nwinners, rounds, m->lead_changes < 0 ? NONE : m->lead_changes};
    for (int i = 0; i < OF_GAME; i++) columns[i * n + at] = values[i];
    I *seats = columns + OF_GAME * n, all = n * s->count, row = at * s->count;
    for (I i = 0; i < s->count; i++) {
        seats[row + i] = 0; seats[all + row + i] = NONE;
        seats[2 * all + row + i] = m->decided[i]; seats[3 * all + row + i] = m->single[i];
    }
    for (int i = 0; i < s->nwinners; i++) seats[row + s->winners[i]] = 1;
    for (int i = 0; i < s->nscores; i++) seats[all + row + s->scorers[i]] = s->points[i];
}
static int any_thinks(const Bot *bots, I n) { for (I i = 0; i < n; i++) if (bots[i].sort > EAGER) return 1; return 0; }
EXPORTED size_t rw_totals_size(void) { return sizeof(Totals); }
/* The matches with these numbers. `left` gets the indexes of those that Python has to play, each with how it
   ended here; returns how many, or -1 without memory. With a book, `columns` has room for all games and is filled in order. With
   `bots`, one for each seat, these decide; else all seats by chance. */
EXPORTED I rw_batch(const S *table, X *x, uint64_t base, const I *numbers, I n, I most, int hold, Totals *to, I *left, Book *book, I *columns,
                    const Bot *bots) {
    S *s = malloc(sizeof(S));
    Totals *t = calloc(1, sizeof(Totals));
    Thinker *thinker = bots ? rw_thinker() : 0;
    Watch *watch = bots && WORDS_OF_RULES && any_thinks(bots, table->count) ? rw_watch() : 0;
    I gone = 0;
    x->watch = watch;
    if (book) { book->nentries = book->nstarts = book->nmarks = 0; }
    for (I i = 0; s && t && i < n; i++) {
        uint64_t seed = match_seed(base, numbers[i]);
        Match m = {.hold = hold, .most = most, .leader = -1, .lead_changes = -1, .book = book, .bots = bots, .thinker = thinker, .watch = watch};
        if (watch) watch_anew(watch);
        copy_state(s, table);
        for (I seat = 0; seat < s->count; seat++) m.luck[seat] = seeded(seat_seed(seed, seat));
        int how = rw_begin(s, x, seeded(seed));
        if (how == WAITING || how == OVER) how = match_played(s, x, &m);
        I rounds = how == OVER ? round_shown(s) : NONE;
        if (book) {
            turn_page(book, s, how == OVER);
            if (how == OVER) set_down(columns, n, i - gone, s, &m, seed, rounds);
        }
        if (how == OVER) add_up(t, s, rounds);
        else { left[2 * gone] = i; left[2 * gone++ + 1] = how; }
    }
    if (t) memcpy(to, t, sizeof(Totals));
    int fine = s && t;
    x->watch = 0;
    if (watch) rw_unwatch(watch);
    if (thinker) rw_thought(thinker);
    free(s); free(t);
    return fine ? gone : -1;
}
