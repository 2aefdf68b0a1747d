/* Redeal what a player cannot see: the counterpart of interpreter/runtime/determinization.py, guessing.py, balances.py and
   secret_guesses.py, draw by draw, so that both make the same table from the same seed.

   In: a state, what its players know of its cards, a player, a seed. Out: a state that looks the same to the player. What the rules
   say about their values comes from Python as words (interpreter/runtime/redeal_words.py). What does not fit is a jump with BEYOND. */

enum { KEYS = 6, TRIES = 4, NO_MEASURE = 10, FEW_ITEMS = 2, OF_PLAYERS = -1, OF_NOTHING = -2, ALWAYS_AWAKE = -2, IMAGINED_STEPS = 500 };
enum { SORT_OTHER, SORT_NUMBER, SORT_YES_NO, SORT_MEMBER, SORT_CARD, SORT_LIST, SORT_MAYBE };
enum { A_CELL, A_ZONE, A_GRID };
typedef struct { I size, card, means_card; } KindOf;
typedef struct { I tag, kind, low, high, inner; } Sort;
typedef struct { I open, what, height, others_change, lives, absence, sort, kind, means_card, nkeys, rests, nrests, kinds[KEYS], steps[KEYS]; } KeepOf;
typedef struct { I keep, known_to, n, keys[KEYS]; } Rest;
typedef struct { I sort, is_list, kind, means_card, rests, nrests; } SlotOf;  /* nrests -1: no secret flows into it */
typedef struct { I routine, needed, nneeded; } BlockOf;
typedef struct { I slots, nslots; } RoutineOf;
typedef struct { I keep, first; } ListOf;
typedef struct { I kind, amounts, passes; } SiteOf;
typedef struct {
    I kinds, nkinds, sorts, keeps, nkeeps, rests, blocks, needed, hides, routines, slots, lists, sites, rules, judged;
} Tables;

static const I *WORDS_OF_RULES;
#define TABLES ((const Tables *)WORDS_OF_RULES)
#define TABLE_OF(type, name) ((const type *)(WORDS_OF_RULES + TABLES->name))
EXPORTED void rw_tables(const I *words) { WORDS_OF_RULES = words; }

static const char MANY_GUESSES[] = "there is too much to guess", NESTED_GUESS[] = "a hidden list of lists";

/* ---- what is watched in a game that bots think about: who knows where each card is, and how a secret loop began */
typedef struct { I site, meant, free, actor; } Answer;
typedef struct Watch {
    uint64_t known[LIES + 1], known_then[LIES + 1];
    int knows, has_before, has_opening;
    S *before, *opening;
    Answer *answers; I nanswers, room_answers;  /* since the opening */
} Watch;

EXPORTED Watch *rw_watch(void) {
    Watch *w = calloc(1, sizeof(Watch));
    w->before = calloc(1, sizeof(S)); w->opening = calloc(1, sizeof(S));
    return w;
}
EXPORTED void rw_unwatch(Watch *w) { free(w->before); free(w->opening); free(w->answers); free(w); }
EXPORTED uint64_t *rw_known(Watch *w, int then) { return then ? w->known_then : w->known; }
/* look at a game from outside: what Python knows of it comes with `rw_known` and `rw_looks_back` */
EXPORTED void rw_look(Watch *w, int knows) {
    memset(w->known, 0, sizeof w->known); memset(w->known_then, 0, sizeof w->known_then);
    w->knows = knows; w->has_before = w->has_opening = 0; w->nanswers = 0;
}
EXPORTED void rw_looks_back(Watch *w, const S *before, const S *opening, const I *answers, I n) {
    copy_state(w->before, before); copy_state(w->opening, opening);
    w->has_before = w->has_opening = 1;
    if (w->room_answers < n) w->answers = realloc(w->answers, (size_t)(w->room_answers = n) * sizeof(Answer));
    memcpy(w->answers, answers, (size_t)n * sizeof(Answer));
    w->nanswers = n;
}
static void watch_anew(Watch *w) {
    memset(w->known, 0, sizeof w->known);
    w->knows = 1; w->has_before = w->has_opening = 0; w->nanswers = 0;
}

/* ---- cells by the number of their value */
static I cell_of(const S *s, I keep, I at) {
    const char *p = (const char *)s + CELLS_OF[keep].at;
    switch (CELLS_OF[keep].width) {
    case 1: { I v = ((const int8_t *)p)[at]; return v == INT8_MIN ? NONE : v; }
    case 2: { I v = ((const int16_t *)p)[at]; return v == INT16_MIN ? NONE : v; }
    case 4: { I v = ((const int32_t *)p)[at]; return v == INT32_MIN ? NONE : v; }
    default: return ((const I *)p)[at];
    }
}
static void set_cell(S *s, I keep, I at, I v) {
    char *p = (char *)s + CELLS_OF[keep].at;
    switch (CELLS_OF[keep].width) {
    case 1: ((int8_t *)p)[at] = v == NONE ? INT8_MIN : (int8_t)v; break;
    case 2: ((int16_t *)p)[at] = v == NONE ? INT16_MIN : (int16_t)v; break;
    case 4: ((int32_t *)p)[at] = v == NONE ? INT32_MIN : (int32_t)v; break;
    default: ((I *)p)[at] = v;
    }
}
static int holds_list_cells(I keep) { return CELLS_OF[keep].width == 0; }
static L list_cell(const S *s, I keep, I at) {
    const Stored *c = (const Stored *)((const char *)s + CELLS_OF[keep].at) + at;
    return (L){c->n, s->kept + c->at};
}
static void set_list_cell(S *s, I keep, I at, L items) {
#if KEPT
    put_kept(s, (Stored *)((char *)s + CELLS_OF[keep].at) + at, items);
#else
    (void)s; (void)keep; (void)at; (void)items;
#endif
}

/* ---- the entries of a value: its keys without empty seats, the last key first */
typedef struct { I k[KEYS], at; } Entry;
static I size_of_kind(const S *s, I kind) { return kind == OF_PLAYERS ? s->count : TABLE_OF(KindOf, kinds)[kind].size; }
static void find_entry(const KeepOf *keep, Entry *e) { e->at = 0; for (I i = 0; i < keep->nkeys; i++) e->at += e->k[i] * keep->steps[i]; }
static int first_entry(const S *s, const KeepOf *keep, Entry *e) {
    memset(e, 0, sizeof *e);
    for (I i = 0; i < keep->nkeys; i++) if (!size_of_kind(s, keep->kinds[i])) return 0;
    return 1;
}
static int next_entry(const S *s, const KeepOf *keep, Entry *e) {
    for (I i = keep->nkeys - 1; i >= 0; i--) {
        if (++e->k[i] < size_of_kind(s, keep->kinds[i])) { find_entry(keep, e); return 1; }
        e->k[i] = 0;
    }
    return 0;
}
#define EACH_ENTRY(s, keep, e) for (int more_ = first_entry(s, keep, &(e)); more_; more_ = next_entry(s, keep, &(e)))
/* is none of its keys a card that is not made yet, or was removed? */
static int is_live(const S *s, const KeepOf *keep, const I *keys) {
    for (I i = 0; i < keep->nkeys; i++) {
        I k = keep->kinds[i] >= 0 ? TABLE_OF(KindOf, kinds)[keep->kinds[i]].card : -1;
        if (k < 0 || SPARE[k] < 0) continue;
        int16_t lies = s->lies[LIES_FROM[k] + keys[i]];
        if (lies < 0 || lies == SPARE[k]) return 0;
    }
    return 1;
}
#define EACH_LIVE_ENTRY(s, keep, e) EACH_ENTRY(s, keep, e) if (is_live(s, keep, (e).k))

static int may_see(S *s, I keep, I viewer, const I *keys) {
    if (TABLE_OF(KeepOf, keeps)[keep].open) return 1;
    I used = s->x->used;
    int found = sight(s, keep, viewer, keys);
    s->x->used = used;
    return found;
}
static int list_is_seen(S *s, I list, I viewer) {
    const ListOf *one = TABLE_OF(ListOf, lists) + list;
    const KeepOf *keep = TABLE_OF(KeepOf, keeps) + one->keep;
    I keys[KEYS] = {0}, left = list - one->first;
    for (I i = 0; i < keep->nkeys; i++) { keys[i] = left / keep->steps[i]; left %= keep->steps[i]; }
    return may_see(s, one->keep, viewer, keys);
}

/* ---- hooks of the prelude: as `learn` and `forget` of interpreter/runtime/visibility.py, and `take_secret_turn` */
static uint64_t who_sees_list(S *s, I list) {
    uint64_t found = 0;
    for (I player = 0; player < s->count; player++) found |= (uint64_t)list_is_seen(s, list, player) << player;
    return found;
}
SHARED void learn(S *s, int k, I card, I old, I list, int where) {
    uint64_t *known = s->x->watch->known + LIES_FROM[k], seers = who_sees_list(s, list) | (old >= 0 ? who_sees_list(s, old) : 0);
    known[card] = seers;
    if (old >= 0 && old != list && GRID_OF[old] < 0) {
        L left = zone(s, old);
        for (I i = 0; i < left.n; i++) if (left.p[i] != NONE) known[left.p[i]] &= seers;
    }
    if (where == 2) forget(s, list);
}
SHARED void forget(S *s, I list) {
    if (ZONE_KIND[list] < 0) return;
    L cards = zone(s, list);
    for (I i = 0; i < cards.n; i++) if (cards.p[i] != NONE) s->x->watch->known[LIES_FROM[ZONE_KIND[list]] + cards.p[i]] = 0;
}
SHARED void before_turns(S *s) {
    Watch *w = s->x->watch;
    copy_state(w->before, s);
    w->has_before = 1; w->has_opening = 0; w->nanswers = 0;
}
/* before an answer: keep the position before the first one in a secret loop, and what is answered in it */
static void watch_answer(Watch *w, const S *s, I place) {
    if (s->secret_turn_of == NONE || !w->has_before) return;
    if (!w->has_opening) {
        copy_state(w->opening, s);
        memcpy(w->known_then, w->known, sizeof w->known);
        w->has_opening = 1; w->nanswers = 0;
    }
    if (w->nanswers == w->room_answers) w->answers = realloc(w->answers, (size_t)(w->room_answers = 2 * w->room_answers + 16) * sizeof(Answer));
    int free = place >= s->noptions;
    w->answers[w->nanswers++] = (Answer){s->site, free ? free_number(s, place - s->noptions) : meant_by(s, place), free, s->actor};
}

/* ---- draws: interpreter/runtime/draws.py */
typedef struct { uint64_t word; } Draws;
static uint64_t seeded(uint64_t seed) {
    uint64_t x = seed + 0x9E3779B97F4A7C15ULL;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ x >> 27) * 0x94D049BB133111EBULL;
    x ^= x >> 31;
    return x ? x : 1;
}
static uint64_t half_of(uint64_t word) { return word * 2685821657736338717ULL >> 32; }
static uint64_t draw_word(Draws *d) { return d->word = stepped(d->word); }
static I draw_below(Draws *d, I n) { return n > 1 ? (I)((unsigned __int128)half_of(draw_word(d)) * (uint64_t)n >> 32) : 0; }
static double draw_part(Draws *d) { return (double)half_of(draw_word(d)) * 0x1p-32; }
static I draw_between(Draws *d, I low, I high) { return low + draw_below(d, high - low + 1); }
static void draw_order(Draws *d, I *items, I n) { for (I i = n - 1; i > 0; i--) { I j = draw_below(d, i + 1), t = items[i]; items[i] = items[j]; items[j] = t; } }

/* ---- what one player does not see of a state: found once, dealt any number of times */
typedef struct { I list, index; } Place;
typedef struct { I keep, n, from; } About;  /* a value about hidden cards: its unseen entries */
typedef struct {
    const KindOf *rules; I kind, size, n;
    Place *places; I *there, *zone_of; char *hidden, *fixed;
    About *abouts; I nabouts; Entry *entries; I nentries;
    I *referring; I nreferring;  /* pairs: the value, the cell */
    I *slots; I nslots;  /* pairs: the frame, the slot */
} Hand;
typedef struct { I n, present, numbers, highest, least, most; } Measure;
typedef struct { Measure values, items; I nlists, *lengths; } Seen;
typedef struct { I keep, at, slot, sort, owner; const Seen *by; } Guess;  /* of a cell; or, if keep is -1, of a slot of frame `at` */
typedef struct { I at, block; } Level;  /* a routine on the stack: where its frame lies, and its block */
typedef struct Unseen {
    I *words, used, size;
    Level *levels; I nlevels;
    S *state; I player; int asked; const uint64_t *known;
    char *unseen_list;
    Hand *hands; I nhands;
    Guess *guesses; I nguesses, room_guesses;
    I *forgotten; I nforgotten, room_forgotten;  /* fours: the value or -1, the cell or frame, the slot, what to put there */
} Unseen;
enum { UNSEEN_WORDS = 1 << 20 };

static void *some_words(Unseen *u, I bytes) {
    I n = (bytes + 7) / 8;
    if (u->used + n > u->size) beyond(u->state, MANY_GUESSES);
    I *found = u->words + u->used;
    u->used += n;
    memset(found, 0, (size_t)n * sizeof(I));
    return found;
}
static Unseen *new_unseen(void) {
    Unseen *u = calloc(1, sizeof(Unseen));
    u->size = UNSEEN_WORDS;
    u->words = malloc((size_t)u->size * sizeof(I));
    u->state = malloc(sizeof(S));
    return u;
}
static void drop_unseen(Unseen *u) { free(u->words); free(u->state); free(u); }

/* the routines on the stack, several of which may share a frame */
static void find_levels(Unseen *u) {
    S *s = u->state;
    u->nlevels = 0;
    u->levels = some_words(u, (routines_below(s, s->depth) + 1) * (I)sizeof(Level));
    for (I i = 0; i < s->depth; i++) {
        I *f = s->mem + s->frames[i], n = levels(f);
        for (I at = n, block = f[0]; at; block = outward(f, block)) u->levels[u->nlevels + --at] = (Level){s->frames[i], block};
        u->nlevels += n;
    }
}
static const BlockOf *block_at(const Unseen *u, I level) { return TABLE_OF(BlockOf, blocks) + u->levels[level].block; }
static const RoutineOf *routine_at(const Unseen *u, I level) { return TABLE_OF(RoutineOf, routines) + block_at(u, level)->routine; }
static const SlotOf *slot_at(const Unseen *u, I level, I slot) { return TABLE_OF(SlotOf, slots) + routine_at(u, level)->slots + slot; }
/* the word of a slot */
static I *word_of(const Unseen *u, const S *s, I level, I slot) {
    return (I *)s->mem + u->levels[level].at + SLOT_AT[routine_at(u, level)->slots + slot];
}
static L items_in_slot(const S *s, const I *slot) { return slot[1] == NONE ? (L){-1, 0} : (L){slot[1], slot_items(s, slot)}; }

/* ---- hidden cards */
static void add_fixed(Hand *h, I card) { if (card >= 0 && card < h->size) h->fixed[card] = 1; }
static int is_nested(I sort) {
    const Sort *one = TABLE_OF(Sort, sorts) + sort;
    while (one->tag == SORT_MAYBE) one = TABLE_OF(Sort, sorts) + one->inner;
    if (one->tag != SORT_LIST) return 0;
    one = TABLE_OF(Sort, sorts) + one->inner;
    while (one->tag == SORT_MAYBE) one = TABLE_OF(Sort, sorts) + one->inner;
    return one->tag == SORT_LIST;
}
static void find_fixed(Unseen *u, Hand *h) {
    S *s = u->state; Entry e;
    for (I number = 0; number < TABLES->nkeeps; number++) {
        const KeepOf *keep = TABLE_OF(KeepOf, keeps) + number;
        if (keep->what != A_CELL || !keep->means_card || keep->kind != h->kind || is_nested(keep->sort)) continue;
        EACH_LIVE_ENTRY(s, keep, e) {
            if (!may_see(s, number, u->player, e.k)) continue;
            if (!holds_list_cells(number)) { add_fixed(h, cell_of(s, number, e.at)); continue; }
            L items = list_cell(s, number, e.at);
            for (I i = 0; i < items.n; i++) add_fixed(h, items.p[i]);
        }
    }
}
static void find_places(Unseen *u, Hand *h) {
    S *s = u->state;
    I k = h->rules->card, room_places = ZONES_FROM[k + 1] - ZONES_FROM[k];
    h->places = some_words(u, room_places * (I)sizeof(Place));
    h->there = some_words(u, room_places * 8); h->zone_of = some_words(u, h->size * 8);
    h->hidden = some_words(u, h->size + 1);
    for (I list = 0; list < LISTS && SPARE[k] < 0; list++) { /* the number of a made card is drawn: it tells nothing */
        if (ZONE_KIND[list] != k || !u->unseen_list[list]) continue;
        L cards = zone(s, list);
        for (I i = 0; i < cards.n; i++) {
            I card = cards.p[i];
            if (card == NONE || (u->known && u->known[LIES_FROM[k] + card] >> u->player & 1)) continue;
            h->places[h->n] = (Place){list, i};
            h->there[h->n++] = card;
            h->zone_of[card] = list; h->hidden[card] = 1;
        }
    }
}
static void find_abouts(Unseen *u, Hand *h) {
    S *s = u->state; Entry e;
    h->abouts = some_words(u, TABLES->nkeeps * (I)sizeof(About));
    for (I pass = 0; pass < 2; pass++) {
        h->nabouts = h->nentries = 0;
        for (I number = 0; number < TABLES->nkeeps; number++) {
            const KeepOf *keep = TABLE_OF(KeepOf, keeps) + number;
            int about = 0;
            for (I i = 0; i < keep->nkeys; i++) about |= keep->kinds[i] == h->kind;
            if (keep->what != A_CELL || !about || keep->open) continue;
            I from = h->nentries;
            EACH_LIVE_ENTRY(s, keep, e) {
                int hidden = 0;
                for (I i = 0; i < keep->nkeys; i++) hidden |= keep->kinds[i] == h->kind && h->hidden[e.k[i]];
                if (!hidden || may_see(s, number, u->player, e.k)) continue;
                if (holds_list_cells(number)) beyond(s, NESTED_GUESS);
                if (pass) h->entries[h->nentries] = e;
                h->nentries++;
            }
            if (h->nentries > from) h->abouts[h->nabouts++] = (About){number, h->nentries - from, from};
        }
        if (!pass) h->entries = some_words(u, h->nentries * (I)sizeof(Entry));
    }
}
static void find_referring(Unseen *u, Hand *h) {
    S *s = u->state; Entry e;
    for (I pass = 0; pass < 2; pass++) {
        h->nreferring = 0;
        for (I number = 0; number < TABLES->nkeeps; number++) {
            const KeepOf *keep = TABLE_OF(KeepOf, keeps) + number;
            if (keep->what != A_CELL || !keep->means_card || keep->kind != h->kind || keep->open) continue;
            EACH_LIVE_ENTRY(s, keep, e) {
                if (may_see(s, number, u->player, e.k)) continue;
                if (pass) { h->referring[2 * h->nreferring] = number; h->referring[2 * h->nreferring + 1] = e.at; }
                h->nreferring++;
            }
        }
        if (!pass) h->referring = some_words(u, h->nreferring * 16);
    }
}
static void find_slots(Unseen *u, Hand *h) {
    if (!h->rules->means_card) return;
    for (I pass = 0; pass < 2; pass++) {
        h->nslots = 0;
        for (I number = 0; number < u->nlevels; number++) {
            for (I i = 0; i < routine_at(u, number)->nslots; i++) {
                if (slot_at(u, number, i)->kind != h->kind) continue;
                if (pass) { h->slots[2 * h->nslots] = number; h->slots[2 * h->nslots + 1] = i; }
                h->nslots++;
            }
        }
        if (!pass) h->slots = some_words(u, h->nslots * 16);
    }
}
static void find_hidden_cards(Unseen *u) {
    u->hands = some_words(u, TABLES->nkinds * (I)sizeof(Hand));
    u->nhands = 0;
    for (I kind = 0; kind < TABLES->nkinds; kind++) {
        const KindOf *rules = TABLE_OF(KindOf, kinds) + kind;
        if (rules->card < 0) continue;
        Hand *h = u->hands + u->nhands++;
        *h = (Hand){.rules = rules, .kind = kind, .size = rules->size};
        h->fixed = some_words(u, h->size + 1);
        find_places(u, h);
        if (!h->n) continue;
        find_fixed(u, h);
        find_slots(u, h);
        find_abouts(u, h);
        find_referring(u, h);
    }
}

/* ---- guesses: which values, and by what they are measured */
static int bare_tag(I sort) {
    const Sort *one = TABLE_OF(Sort, sorts) + sort;
    while (one->tag == SORT_MAYBE) one = TABLE_OF(Sort, sorts) + one->inner;
    return (int)one->tag;
}
static I item_sort(I sort) {
    const Sort *one = TABLE_OF(Sort, sorts) + sort;
    while (one->tag == SORT_MAYBE) one = TABLE_OF(Sort, sorts) + one->inner;
    return one->inner;
}
static void measured(Measure *m, I value, int is_number) {
    m->n++;
    if (value == NONE) return;
    m->present++;
    if (!is_number) return;
    if (!m->numbers || value > m->highest) m->highest = value;
    if (!m->numbers || value < m->least) m->least = value;
    if (!m->numbers || value > m->most) m->most = value;
    m->numbers++;
}
static void see_value(Seen *by, S *s, I number, I at) {
    I sort = TABLE_OF(KeepOf, keeps)[number].sort;
    if (!holds_list_cells(number)) { measured(&by->values, cell_of(s, number, at), bare_tag(sort) != SORT_YES_NO); return; }
    L items = list_cell(s, number, at);
    measured(&by->values, items.n < 0 ? NONE : 0, 0);
    if (items.n < 0) return;
    if (is_nested(sort)) beyond(s, NESTED_GUESS);
    by->lengths[by->nlists++] = items.n;
    int is_number = bare_tag(item_sort(sort)) != SORT_YES_NO;
    for (I i = 0; i < items.n; i++) measured(&by->items, items.p[i], is_number);
}
static I entries_of(const S *s, const KeepOf *keep) { I n = 1; for (I i = 0; i < keep->nkeys; i++) n *= size_of_kind(s, keep->kinds[i]); return n; }
static void see_values(Unseen *u, Seen *by, I number) {
    S *s = u->state; Entry e;
    const KeepOf *keep = TABLE_OF(KeepOf, keeps) + number;
    EACH_LIVE_ENTRY(s, keep, e) if (may_see(s, number, u->player, e.k)) see_value(by, s, number, e.at);
}
static Seen *seen_of(Unseen *u, I number) {
    Seen *by = some_words(u, (I)sizeof(Seen));
    by->lengths = some_words(u, 8 * entries_of(u->state, TABLE_OF(KeepOf, keeps) + number));
    see_values(u, by, number);
    return by;
}
/* what the player sees of the values that something depends on */
static Seen *measured_by(Unseen *u, I rests, I n) {
    Seen *by = some_words(u, (I)sizeof(Seen));
    I most = 0;
    for (I pass = 0; pass < 2; pass++) {
        for (I i = 0; i < n; i++) {
            const Rest *rest = TABLE_OF(Rest, rests) + rests + i;
            if (rest->keep < 0 || TABLE_OF(KeepOf, keeps)[rest->keep].what != A_CELL) continue;
            if (pass) see_values(u, by, rest->keep); else most += entries_of(u->state, TABLE_OF(KeepOf, keeps) + rest->keep);
        }
        if (!pass) by->lengths = some_words(u, 8 * most);
    }
    return by;
}
/* does the player know a secret? `numbers` are the keys of a value, or the slots of a frame as the rules number them */
static int knows_rest(Unseen *u, const Rest *rest, const I *numbers) {
    S *s = u->state; Entry e;
    if (rest->known_to != NONE) return numbers[rest->known_to] == u->player;
    if (rest->keep < 0) return 0;
    const KeepOf *keep = TABLE_OF(KeepOf, keeps) + rest->keep;
    EACH_LIVE_ENTRY(s, keep, e) {
        int meant = 1;
        for (I i = 0; i < keep->nkeys; i++) {
            I wanted = rest->keys[i] == NONE ? NONE : numbers[rest->keys[i]];
            meant &= wanted == NONE || wanted == e.k[i];
        }
        if (meant && !may_see(s, rest->keep, u->player, e.k)) return 0;
    }
    return 1;
}
static int knows_all(Unseen *u, I rests, I n, const I *numbers) {
    for (I i = 0; i < n; i++) if (!knows_rest(u, TABLE_OF(Rest, rests) + rests + i, numbers)) return 0;
    return 1;
}
static void add_guess(Unseen *u, Guess guess) {
    if (u->nguesses == u->room_guesses) {
        Guess *more = some_words(u, (u->room_guesses = 2 * u->room_guesses + 64) * (I)sizeof(Guess));
        memcpy(more, u->guesses, (size_t)u->nguesses * sizeof(Guess));
        u->guesses = more;
    }
    u->guesses[u->nguesses++] = guess;
}
static void add_forgotten(Unseen *u, I keep, I at, I slot, I value) {
    if (u->nforgotten == u->room_forgotten) {
        I *more = some_words(u, (u->room_forgotten = 2 * u->room_forgotten + 64) * 32);
        memcpy(more, u->forgotten, (size_t)u->nforgotten * 32);
        u->forgotten = more;
    }
    I *one = u->forgotten + 4 * u->nforgotten++;
    one[0] = keep; one[1] = at; one[2] = slot; one[3] = value;
}
static I blank_of(I sort) {
    const Sort *one = TABLE_OF(Sort, sorts) + sort;
    return one->tag == SORT_MAYBE ? NONE : one->tag == SORT_NUMBER && one->low != NONE ? one->low : 0;
}
static int is_running(const Unseen *u, I routine) {
    for (I i = 0; i < u->nlevels; i++) if (block_at(u, i)->routine == routine) return 1;
    return 0;
}
static int is_secret_of_someone(S *s, I number, const I *keys) {
    for (I other = 0; other < s->count; other++) if (may_see(s, number, other, keys)) return 1;
    return 0;
}
static void guess_cells(Unseen *u, I number) {
    S *s = u->state; Entry e;
    const KeepOf *keep = TABLE_OF(KeepOf, keeps) + number;
    int awake = keep->lives == ALWAYS_AWAKE || is_running(u, keep->lives);
    const Seen *own = 0, *others = 0;
    EACH_LIVE_ENTRY(s, keep, e) {
        if (may_see(s, number, u->player, e.k)) continue;
        int secret = is_secret_of_someone(s, number, e.k);
        if (!secret && knows_all(u, keep->rests, keep->nrests, e.k)) continue;
        if (!awake) { add_forgotten(u, number, e.at, 0, blank_of(keep->sort)); continue; }
        int lists = holds_list_cells(number), none = lists ? list_cell(s, number, e.at).n < 0 : cell_of(s, number, e.at) == NONE;
        if (keep->absence && none) continue;
        if (secret && !own) own = seen_of(u, number);
        if (!secret && !others) others = measured_by(u, keep->rests, keep->nrests);
        I sort = keep->sort, owner = NONE;
        if (keep->absence && TABLE_OF(Sort, sorts)[sort].tag == SORT_MAYBE) sort = TABLE_OF(Sort, sorts)[sort].inner;
        for (I i = 0; i < keep->nkeys && owner == NONE; i++) if (keep->kinds[i] == OF_PLAYERS) owner = e.k[i];
        add_guess(u, (Guess){number, e.at, 0, sort, owner, secret ? own : others});
    }
}
static int sees_cards(Unseen *u, I kind, L cards) {
    for (I i = 0; i < cards.n; i++) {
        if (cards.p[i] == NONE) continue;
        int list = u->state->lies[LIES_FROM[TABLE_OF(KindOf, kinds)[kind].card] + cards.p[i]];
        if (list >= 0 && !list_is_seen(u->state, list, u->player)) return 0;
    }
    return 1;
}
/* is the slot unknown? A card is known to players who see its place, unless it was chosen in secret */
static int is_unknown(Unseen *u, const SlotOf *slot, const I *word, const I *numbers) {
    L items = slot->is_list ? items_in_slot(u->state, word) : (L){*word != NONE, word};
    if (!slot->means_card || items.n <= 0) return !knows_all(u, slot->rests, slot->nrests, numbers);
    for (I i = 0; i < slot->nrests; i++) {
        I to = TABLE_OF(Rest, rests)[slot->rests + i].known_to;
        if (to != NONE && numbers[to] != u->player) return 1;
    }
    return !sees_cards(u, slot->kind, items);
}
static void guess_slots(Unseen *u, I number) {
    S *s = u->state;
    I numbers[257];
    const BlockOf *block = block_at(u, number);
    const RoutineOf *routine = routine_at(u, number);
    const I *needed = WORDS_OF_RULES + TABLES->needed + block->needed;
    if (routine->nslots > 256) beyond(s, MANY_GUESSES);
    numbers[0] = block - TABLE_OF(BlockOf, blocks);
    for (I i = 0; i < routine->nslots; i++) numbers[i + 1] = slot_at(u, number, i)->is_list ? NONE : *word_of(u, s, number, i);
    for (I i = 0; i < routine->nslots; i++) {
        const SlotOf *slot = slot_at(u, number, i);
        int live = 0;
        for (I j = 0; j < block->nneeded; j++) live |= needed[j] == i + 1;
        if (!live) { add_forgotten(u, -1, number, i, NONE); continue; }
        if (slot->nrests < 0 || !is_unknown(u, slot, word_of(u, s, number, i), numbers)) continue;
        I owner = NONE;
        for (I j = 0; j < slot->nrests; j++) {
            I to = TABLE_OF(Rest, rests)[slot->rests + j].known_to;
            if (to != NONE) { owner = numbers[to]; break; }
        }
        add_guess(u, (Guess){-1, number, i, slot->sort, owner, measured_by(u, slot->rests, slot->nrests)});
    }
}
/* where the lists of a routine end: the routine after it frees what lies behind when it returns */
static I end_of_lists(const Unseen *u, I level) {
    for (I next = level + 1; next < u->nlevels; next++) {
        if (u->levels[next].at != u->levels[level].at) return u->levels[next].at;
        I top = TOP_AT[block_at(u, next)->routine];
        if (top) return u->state->mem[u->levels[next].at + top];
    }
    return u->state->top;
}
static void move_lists(Unseen *u, I level, I from, I n) {
    S *s = u->state;
    for (I i = 0; i < s->depth; i++) if (s->frames[i] >= from && s->frames[i] > u->levels[level].at) s->frames[i] += (int32_t)n;
    for (I i = 0; i < u->nlevels; i++) if (u->levels[i].at >= from && u->levels[i].at > u->levels[level].at) u->levels[i].at += n;
    for (I i = 0; i < u->nlevels; i++) {
        I top = TOP_AT[block_at(u, i)->routine];
        if (top && i > level) s->mem[u->levels[i].at + top] += n;
        for (I slot = 0; slot < routine_at(u, i)->nslots; slot++) {
            I *word = word_of(u, s, i, slot);
            if (!slot_at(u, i, slot)->is_list || word[2] <= 0 || word[3] < from) continue;
            if (word[1] != NONE && word[0] == word[3]) word[0] += n;
            word[3] += n;
        }
    }
    s->top += (int32_t)n; s->options += (int32_t)n;
#if CHOOSES_LISTS
    if (s->noptions > 0 && LISTED[s->site]) {
        for (I i = 0; i < s->noptions; i++) if (s->mem[s->options + i] != NONE) s->mem[s->options + i] += n;
        s->behind += (int32_t)n;
    }
#endif
}
/* give a list slot room for n items, so that any guess fits: what lies behind makes way */
static void reserve(Unseen *u, I level, I slot, I n) {
    S *s = u->state;
    if (word_of(u, s, level, slot)[2] >= n) return;
    I from = end_of_lists(u, level), end = (I)(mem_in_use(s) / sizeof(I));
    if (end + n > MEMORY) beyond(s, FRAMES_AND_OPTIONS);
    memmove(s->mem + from + n, s->mem + from, (size_t)(end - from) * sizeof(I));
    move_lists(u, level, from, n);
    I *word = word_of(u, s, level, slot);
    if (word[1] != NONE && word[1] > 0 && word[0] >= 0) { put_words(s->mem + from, s->mem + word[0], word[1]); word[0] = from; }
    word[2] = n; word[3] = from;
}
static void reserve_for_guesses(Unseen *u) {
    for (I i = 0; i < u->nguesses; i++) {
        const Guess *g = u->guesses + i;
        if (g->keep >= 0 || bare_tag(g->sort) != SORT_LIST) continue;
        I most = FEW_ITEMS;
        for (I j = 0; j < g->by->nlists; j++) most = larger(most, g->by->lengths[j]);
        reserve(u, g->at, g->slot, most);
    }
}
/* find what the player does not see; the state is copied, `known` (by card, bitsets of players; NULL: nobody knows any) is kept */
static void look_through(Unseen *u, S *s, I player, const uint64_t *known) {
    X *x = s->x;
    copy_state(u->state, s);
    u->state->x = x;
    u->used = 0; u->guesses = 0; u->nguesses = u->room_guesses = 0; u->forgotten = 0; u->nforgotten = u->room_forgotten = 0;
    u->player = player; u->known = known; u->asked = s->noptions >= 0 && s->actor == player;
    u->unseen_list = some_words(u, LISTS + 1);
    for (I list = 0; list < LISTS; list++)
        u->unseen_list[list] = ZONE_KIND[list] >= 0 && !list_is_seen(u->state, list, player);
    find_levels(u);
    find_hidden_cards(u);
    for (I number = 0; number < TABLES->nkeeps; number++) {
        const KeepOf *keep = TABLE_OF(KeepOf, keeps) + number;
        if (!keep->open && keep->what == A_CELL && !keep->height) guess_cells(u, number);
    }
    for (I number = 0; TABLES->hides && number < u->nlevels; number++) guess_slots(u, number);
    reserve_for_guesses(u);
}
static int nothing_unseen(const Unseen *u) {
    for (I i = 0; i < u->nhands; i++) if (u->hands[i].n) return 0;
    return !u->nguesses;
}

/* ---- dealing */
static void choose_cards(Unseen *u, const Hand *h, Draws *d, I *anew) {
    I *free = some_words(u, h->n * 8), *places = some_words(u, h->n * 8), n = 0;
    for (I i = 0; i < h->n; i++) anew[i] = NONE;
    for (I card = 0; card < h->size; card++) if (h->hidden[card] && !h->fixed[card]) free[n++] = card;
    draw_order(d, free, n);
    for (I list = 0; list < LISTS; list++) {
        I nplaces = 0, staying = 0;
        if (ZONE_KIND[list] != h->rules->card) continue;
        for (I card = 0; card < h->size; card++) staying += h->hidden[card] && h->fixed[card] && h->zone_of[card] == list;
        if (!staying) continue;
        for (I i = 0; i < h->n; i++) if (h->places[i].list == list) places[nplaces++] = i;
        for (I card = 0; card < h->size; card++) {
            if (!h->hidden[card] || !h->fixed[card] || h->zone_of[card] != list) continue;
            I at = draw_below(d, nplaces);
            anew[places[at]] = card;
            places[at] = places[--nplaces];
        }
    }
    n = 0;
    for (I i = 0; i < h->n; i++) if (anew[i] == NONE) anew[i] = free[n++];
}
static inline I other_of(const Hand *h, const I *other, I card) { return card >= 0 && card < h->size && h->hidden[card] ? other[card] : card; }
static void replace_items(const Hand *h, const I *other, I *items, I n, int nested) {
    if (n <= 0) return;
    if (!nested) { for (I i = 0; i < n; i++) items[i] = other_of(h, other, items[i]); return; }
    I *p = items + 1;
    for (I i = 0; i < items[0]; i++) { I length = *p++; for (I j = 0; j < length; j++, p++) *p = other_of(h, other, *p); }
}
typedef struct { I group, first, second; } Ranked;
static int by_rank(const void *a, const void *b) {
    const Ranked *x = a, *y = b;
    if (x->group != y->group) return x->group < y->group ? -1 : 1;
    return x->first != y->first ? (x->first < y->first ? -1 : 1) : 0;
}
/* give the values about the cards of a pile to the cards that are there now; which has which, nobody has seen */
static void spread_values(Unseen *u, const Hand *h, const About *about, S *new, const I *other, const I *place) {
    const KeepOf *keep = TABLE_OF(KeepOf, keeps) + about->keep;
    const Entry *entries = h->entries + about->from;
    I before = u->used, n = 0, width = LISTS + h->n + h->size + PLAYERS + 2, cells = 1;
    for (I i = 0; i < keep->nkeys; i++) { I most = size_of_kind(new, keep->kinds[i]); cells += (keep->kinds[i] == OF_PLAYERS ? PLAYERS : most) * keep->steps[i]; if (most > width) width = most + 1; }
    char *unseen = some_words(u, cells);
    Ranked *values = some_words(u, about->n * (I)sizeof(Ranked)), *cards = some_words(u, about->n * (I)sizeof(Ranked));
    for (I i = 0; i < about->n; i++) unseen[entries[i].at] = 1;
    for (I i = 0; i < about->n; i++) {
        Entry moved = entries[i];
        I group = 0, rank = 0; int whole = 1;
        for (I j = 0; j < keep->nkeys; j++) {
            I key = entries[i].k[j];
            if (keep->kinds[j] != h->kind) { group = group * width + key; rank = rank * width + key; continue; }
            if (!h->hidden[key]) { whole = 0; break; }
            moved.k[j] = other[key];
            group = group * width + h->zone_of[key]; rank = rank * width + place[other[key]];
        }
        if (!whole) continue;
        find_entry(keep, &moved);
        if (!unseen[moved.at]) continue;
        values[n] = (Ranked){group, cell_of(u->state, about->keep, entries[i].at), 0};
        cards[n++] = (Ranked){group, rank, moved.at};
    }
    qsort(values, (size_t)n, sizeof(Ranked), by_rank);  /* none is the least number */
    qsort(cards, (size_t)n, sizeof(Ranked), by_rank);
    for (I i = 0; i < n; i++) set_cell(new, about->keep, cards[i].second, values[i].first);
    u->used = before;
}
/* items that never change are replaced in a copy */
static void replace_in_slot(Unseen *u, const Hand *h, S *new, I *word, const I *other, int nested) {
    L items = items_in_slot(new, word);
    if (items.n <= 0) return;
    if (word[0] >= 0) { replace_items(h, other, (I *)items.p, items.n, nested); return; }
    I before = u->used, *copy = some_words(u, items.n * 8);
    put_words(copy, items.p, items.n);
    replace_items(h, other, copy, items.n, nested);
    if (memcmp(copy, items.p, (size_t)items.n * sizeof(I))) {
        if (word[2] < items.n) beyond(new, MANY_GUESSES);
        put_list(new, word, (L){items.n, copy});
    }
    u->used = before;
}
static void follow_references(Unseen *u, const Hand *h, S *new, const I *other) {
    for (I i = 0; i < h->nreferring; i++) {
        I keep = h->referring[2 * i], at = h->referring[2 * i + 1];
        if (!holds_list_cells(keep)) { set_cell(new, keep, at, other_of(h, other, cell_of(new, keep, at))); continue; }
        L items = list_cell(new, keep, at);
        replace_items(h, other, (I *)items.p, items.n, is_nested(TABLE_OF(KeepOf, keeps)[keep].sort));
    }
    for (I i = 0; i < h->nslots; i++) {
        const SlotOf *slot = slot_at(u, h->slots[2 * i], h->slots[2 * i + 1]);
        I *word = word_of(u, new, h->slots[2 * i], h->slots[2 * i + 1]);
        if (slot->is_list) replace_in_slot(u, h, new, word, other, is_nested(slot->sort));
        else *word = other_of(h, other, *word);
    }
    for (int i = 0; i < new->ntimers; i++)
        if (new->timers[i].kind == h->rules->card) new->timers[i].card = (int16_t)other_of(h, other, new->timers[i].card);
}
/* does the question offer hidden cards only? Otherwise the asked player sees the options, and they stay */
static void follow_options(Unseen *u, const Hand *h, S *new, const I *other) {
    const S *s = u->state;
    if (s->noptions < 0 || !h->rules->means_card || TABLE_OF(SiteOf, sites)[s->site].kind != h->kind) return;
    for (I i = 0; i < s->noptions; i++) {
        I card = option(s, i);
#if CHOOSES_LISTS
        if (is_list(s, i)) return;
#endif
        if (card != NONE && !(card >= 0 && card < h->size && h->hidden[card] && !h->fixed[card])) return;
    }
    if (new->step) {
        if (new->top + s->noptions > MEMORY) beyond(new, FRAMES_AND_OPTIONS);
        new->options = new->top; new->step = 0;
    }
    for (I i = 0; i < s->noptions; i++) new->mem[new->options + i] = other_of(h, other, option(s, i));
}
static void deal_cards(Unseen *u, const Hand *h, S *new, Draws *d) {
    if (!h->n) return;
    I before = u->used, *anew = some_words(u, h->n * 8), *other = some_words(u, h->size * 8), *place = some_words(u, h->size * 8);
    int16_t *lies = new->lies + LIES_FROM[h->rules->card];
    choose_cards(u, h, d, anew);
    for (I i = 0; i < h->n; i++) { other[h->there[i]] = anew[i]; place[anew[i]] = i; goes_from(new, h->places[i].list, h->there[i]); }
    for (I i = 0; i < h->n; i++) {
        ((I *)zone(new, h->places[i].list).p)[h->places[i].index] = anew[i];
        lies[anew[i]] = (int16_t)h->places[i].list;
        comes_to(new, h->places[i].list, anew[i]);
    }
    for (I i = 0; i < h->nabouts; i++) spread_values(u, h, h->abouts + i, new, other, place);
    follow_references(u, h, new, other);
    follow_options(u, h, new, other);
    u->used = before;
}

/* ---- guessing */
static I guess_card(Unseen *u, S *new, Draws *d, const KindOf *kind, I owner) {
    for (int own = 1; own >= 0; own--) {
        I n = 0;
        for (I pass = 0; pass < 2; pass++) {
            I wanted = pass ? draw_below(d, n) : -1, at = 0;
            for (I list = 0; list < LISTS; list++) {
                if (ZONE_KIND[list] != kind->card || !u->unseen_list[list] || (own && (owner == NONE || ZONE_OWNER[list] != owner))) continue;
                L cards = zone(new, list);
                for (I i = 0; i < cards.n; i++) {
                    if (cards.p[i] == NONE) continue;
                    if (pass && at == wanted) return cards.p[i];
                    at++;
                }
            }
            n = at;
            if (!n) break;
        }
    }
    return draw_below(d, kind->size);
}
static I guess_one(Unseen *u, S *new, Draws *d, I sort, const Measure *by, I owner) {
    const Sort *one = TABLE_OF(Sort, sorts) + sort;
    const KindOf *kind = one->kind >= 0 ? TABLE_OF(KindOf, kinds) + one->kind : 0;
    I least, highest;
    switch (one->tag) {
    case SORT_MAYBE:
        return draw_part(d) < (double)(1 + by->present) / (double)(2 + by->n) ? guess_one(u, new, d, one->inner, by, owner) : NONE;
    case SORT_YES_NO: return draw_part(d) < 0.5;
    case SORT_NUMBER:
        least = one->low == NONE ? 0 : one->low;
        highest = by->numbers && by->highest ? 2 * by->highest : NO_MEASURE;
        if (one->high != NONE && one->high < highest) highest = one->high;
        return draw_between(d, least, highest < least ? least : highest);
    case SORT_CARD: return guess_card(u, new, d, kind, owner);
    case SORT_MEMBER: return draw_below(d, size_of_kind(new, one->kind));
    case SORT_LIST: beyond(new, NESTED_GUESS);
    }
    return NONE;
}
/* a list: as long as one that is seen; n is -1 for none */
static L guess_items(Unseen *u, S *new, Draws *d, I sort, const Seen *by, I owner) {
    const Sort *one = TABLE_OF(Sort, sorts) + sort, *item;
    if (one->tag == SORT_MAYBE) {
        if (draw_part(d) >= (double)(1 + by->values.present) / (double)(2 + by->values.n)) return (L){-1, 0};
        one = TABLE_OF(Sort, sorts) + one->inner;
    }
    if (is_nested(sort)) beyond(new, NESTED_GUESS);
    item = TABLE_OF(Sort, sorts) + one->inner;
    I n = by->nlists ? by->lengths[draw_below(d, by->nlists)] : draw_below(d, FEW_ITEMS + 1), *items = some_words(u, 8 * n);
    for (I i = 0; i < n; i++)
        items[i] = item->tag == SORT_NUMBER && by->items.numbers ? draw_between(d, by->items.least, by->items.most)
                                                                  : guess_one(u, new, d, one->inner, &by->items, owner);
    return (L){n, items};
}
static void make_guesses(Unseen *u, S *new, Draws *d) {
    for (I i = 0; i < u->nforgotten; i++) {
        const I *one = u->forgotten + 4 * i;
        if (one[0] < 0) {
            word_of(u, new, one[1], one[2])[slot_at(u, one[1], one[2])->is_list] = NONE;
        } else if (holds_list_cells(one[0])) set_list_cell(new, one[0], one[1], (L){one[3] == NONE ? -1 : 0, COUNTING});
        else set_cell(new, one[0], one[1], one[3]);
    }
    for (I i = 0; i < u->nguesses; i++) {
        const Guess *g = u->guesses + i;
        I before = u->used;
        int is_items = bare_tag(g->sort) == SORT_LIST;
        L items = is_items ? guess_items(u, new, d, g->sort, g->by, g->owner) : (L){0, 0};
        I value = is_items ? 0 : guess_one(u, new, d, g->sort, &g->by->values, g->owner);
        if (g->keep >= 0) { if (is_items) set_list_cell(new, g->keep, g->at, items); else set_cell(new, g->keep, g->at, value); }
        else {
            I *word = word_of(u, new, g->at, g->slot);
            if (is_items) put_list(new, word, items); else *word = value;
        }
        u->used = before;
    }
}

/* ---- totals: interpreter/runtime/balances.py */
typedef struct { const Guess *guess; I sign; } Counting;
static int is_amount(const Guess *g) { return g->keep >= 0 && TABLE_OF(Sort, sorts)[g->sort].tag == SORT_NUMBER && g->sort == TABLE_OF(KeepOf, keeps)[g->keep].sort; }
static I gap_now(S *s, I rule) { s->x->used = 0; s->x->work = 0; close_question(s); return gap(s, rule); }
static I moved_by(S *new, const Counting *c, I change) {
    const Sort *sort = TABLE_OF(Sort, sorts) + c->guess->sort;
    I low = sort->low == NONE ? 0 : sort->low, before = cell_of(new, c->guess->keep, c->guess->at), after = before + c->sign * change;
    if (after < low) after = low;
    if (sort->high != NONE && after > sort->high) after = sort->high;
    set_cell(new, c->guess->keep, c->guess->at, after);
    return c->sign * (after - before);
}
static void balance_rule(Unseen *u, S *new, Draws *d, I rule) {
    I before = u->used, difference = gap_now(new, rule), n = 0;
    if (!difference) return;
    Counting *found = some_words(u, u->nguesses * (I)sizeof(Counting));
    for (I i = 0; i < u->nguesses; i++) {
        const Guess *g = u->guesses + i;
        if (!is_amount(g)) continue;
        I value = cell_of(new, g->keep, g->at);
        set_cell(new, g->keep, g->at, value + 1);
        I effect = gap_now(new, rule) - difference;
        set_cell(new, g->keep, g->at, value);
        if (effect == 1 || effect == -1) found[n++] = (Counting){g, effect};
    }
    for (I i = n - 1; i > 0; i--) { I j = draw_below(d, i + 1); Counting t = found[i]; found[i] = found[j]; found[j] = t; }
    for (I i = 0; i < n; i++) difference += moved_by(new, found + i, -floor_div(new, difference, n - i));
    for (I i = 0; i < n; i++) difference += moved_by(new, found + i, -difference);
    u->used = before;
}
static int any_amounts(const Unseen *u) { for (I i = 0; i < u->nguesses; i++) if (is_amount(u->guesses + i)) return 1; return 0; }

static void deal_once(Unseen *u, S *new, Draws *d) {
    X *x = u->state->x;
    copy_state(new, u->state);
    new->x = x;
    new->answer = NONE;
    if (u->asked) new->nsecret_causes = 0;
    for (I i = 0; i < u->nhands; i++) deal_cards(u, u->hands + i, new, d);
    make_guesses(u, new, d);
    if (any_amounts(u)) for (I rule = 0; rule < TABLES->rules; rule++) if (has_gap(rule)) balance_rule(u, new, d, rule);
    new->random = seeded(draw_word(d)); new->chance_count = 0;
    x->used = 0; x->work = 0; close_question(new);
}
/* deal: again, while a declared `always` rule is broken that another deal may keep */
static void deal_table(Unseen *u, S *new, uint64_t seed) {
    enum { MANY_RULES = 256 };
    char before[MANY_RULES] = {0}, now[MANY_RULES];
    I rules = TABLES->rules < MANY_RULES ? TABLES->rules : MANY_RULES;
    for (I attempt = 0; attempt < TRIES; attempt++) {
        Draws d = {seeded(seed * TRIES + (uint64_t)attempt)};
        deal_once(u, new, &d);
        int any = 0, same = 1;
        for (I rule = 0; rule < rules; rule++) {
            new->x->used = 0; new->x->work = 0; close_question(new);
            now[rule] = !rule_holds(new, rule);
            any |= now[rule]; same &= attempt > 0 && now[rule] == before[rule];
        }
        if (!any || (attempt > 0 && same)) return;
        memcpy(before, now, sizeof now);
    }
}
