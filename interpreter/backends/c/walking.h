/* Novelty search for `explore`: prefer decisions seldom made, free actions beside a question, the ends of ranges; after each
   decision check for anything new and for broken invariants. A walk can have a mood: answers that it avoids, some for one
   player only, so that a player always buys or never sells for a while. And it can have an aim: to raise or lower a gauge
   (cards in a pile, money, owners); then it also stops when the gauge improves. */

enum { NEWS = 7, BETTER = 8, MANY = 1 << 18, LOOK_EVERY = 4, RARE = 64, GENES = 64 };
typedef struct {
    uint64_t luck, touched[BITS / 64 + 1], taken[SITES + 1], offered[SITES + 1], here;
    uint32_t counts[MANY], hits[MANY], asked[SITES + 1], put[SITES + 1];  /* per question: asked in total, and on this walk */
    uint8_t mood[GENES];
    int moody;
    uint64_t last;  /* hash of the last question and answer, and of the invariant that is broken after it */
    I news;  /* the new mark with the fewest hits */
    I aim[2], factor[2], best;  /* one or two gauges to raise (factor < 0: lower), and the best sum so far; factor 0: no aim */
} Walker;

static uint64_t blended(uint64_t h, uint64_t v) { h ^= v; h *= 0x9E3779B97F4A7C15ULL; return h ^ h >> 29; }

EXPORTED Walker *rw_walker(uint64_t luck) { Walker *w = calloc(1, sizeof(Walker)); w->luck = luck; return w; }
EXPORTED void rw_rest(Walker *w) { free(w); }

/* count a mark; 1 on the first, second, fourth, eighth … hit up to RARE: rare marks are kept in several circumstances */
static int mark(Walker *w, uint64_t h) {
    I bit = (I)((h ^ h >> 32) & (MANY - 1));
    uint32_t n = ++w->hits[bit];
    if (n & (n - 1) || n > RARE) return 0;
    if (!w->news || n < w->hits[w->news]) w->news = bit;
    return 1;
}
static int sees_own_trait(void *w, uint64_t trait);
/* Is anything new: a rule, a card, an answer; a question with its call stack, its free actions, or its number of answers
   (none, one, two, more)? */
static int is_news(Walker *w, S *s) {
    int news = 0;
    for (int i = 0; i < BITS / 64 + 1; i++) { news |= !!(s->touched[i] & ~w->touched[i]); w->touched[i] |= s->touched[i]; }
    for (int i = 0; i <= SITES; i++) { news |= !!(s->taken[i] & ~w->taken[i]); w->taken[i] |= s->taken[i]; }
    if (s->over) return news;
    I all = s->noptions;
    uint64_t here = blended(0x2545F4914F6CDD1DULL, (uint64_t)s->site);
    news |= mark(w, blended(here, (uint64_t)(all < 3 ? all : 3)));
    news |= mark(w, blended(here + 1, s->free));
    w->asked[s->site]++; w->put[s->site]++;
    uint64_t way = here + 2;
    for (int i = 0; i < s->depth; i++) {
        const I *f = s->mem + s->frames[i];
        for (I block = f[0]; block >= 0; block = outward(f, block)) way = blended(way, (uint64_t)block);
    }
    news |= mark(w, way);
    w->here = here;
    news |= own_profile(s, w, sees_own_trait);
    if (news && !w->news) w->news = (I)((way ^ way >> 32) & (MANY - 1));  /* filed under its call stack */
    w->offered[SITES] |= s->free;
    if (IS_MENU[s->site]) for (I i = 0; i < all; i++) { I v = option(s, i); if (v != NONE) w->offered[s->site] |= 1ULL << (v & 63); }
    return news;
}
static int sees_own_trait(void *w, uint64_t trait) { return mark(w, blended(((Walker *)w)->here + 3, trait)); }
static int sees_trait(void *w, uint64_t trait) { return mark(w, blended(0xD6E8FEB86659FD93ULL, trait)); }
static I chance_of(Walker *w, I n) { w->luck = stepped(w->luck); return scaled(w->luck, n); }
static uint32_t *count_of(Walker *w, const S *s, I place) {
    uint64_t h = blended(blended(0x9FB21C651E98DF25ULL, (uint64_t)s->site), (uint64_t)meant_by(s, place));
    return w->counts + ((h ^ h >> 32) & (MANY - 1));
}
/* A mood is a genome: each gene rules a few answers, so that moods can be bred from others gene by gene. STRICT: how many of
   eight answers a gene avoids, from a few to nearly all. */
static const uint64_t STRICT[4] = {2, 4, 6, 7};
static int avoids(const Walker *w, const S *s, I answer, int free) {
    if (!w->moody || !(free || IS_MENU[s->site] || answer == NONE)) return 0;
    uint64_t what = blended(blended(0xA0761D6478BD642FULL, free ? 0 : (uint64_t)s->site + 1), (uint64_t)answer);
    uint64_t gene = w->mood[what >> 20 & (GENES - 1)], who = gene & 1 ? (uint64_t)s->actor + 1 : 0;
    return (blended(blended(what, gene), who) >> 40 & 7) < STRICT[gene >> 1 & 3];
}
static I seldom(Walker *w, const S *s) {
    I beside = s->free ? __builtin_popcountll(s->free) : 0, plain = s->noptions;
    if (beside && (!plain || chance_of(w, 4) == 0)) {
        I number = chance_of(w, beside);
        if (!plain || !avoids(w, s, free_number(s, number), 1)) return plain + number;
    }
    if (s->step && chance_of(w, 2)) return chance_of(w, 2) ? 0 : plain - 1;
    I best = chance_of(w, plain);
    for (int i = 0; i < 3; i++) {
        I other = chance_of(w, plain);
        int worse = avoids(w, s, meant_by(s, other), 0) - avoids(w, s, meant_by(s, best), 0);
        if (worse < 0 || (!worse && *count_of(w, s, other) < *count_of(w, s, best))) best = other;
    }
    ++*count_of(w, s, best);
    return best;
}
static I height(const Walker *w, S *s) {
    return w->factor[0] * gauge(s, w->aim[0]) + (w->factor[1] ? w->factor[1] * gauge(s, w->aim[1]) : 0);
}
/* begin a walk: in a mood (0: none), with the aim to raise one or two gauges times their factors (first factor 0: no aim) */
EXPORTED void rw_set_out(Walker *w, S *s, const uint8_t *mood, I first, I factor, I second, I its_factor) {
    memset(w->put, 0, sizeof w->put);
    w->moody = !!mood;
    if (mood) memcpy(w->mood, mood, GENES);
    w->aim[0] = first; w->factor[0] = factor; w->aim[1] = second; w->factor[1] = its_factor;
    if (factor) w->best = height(w, s);
}
EXPORTED I rw_genes(void) { return GENES; }
EXPORTED I rw_height(const Walker *w) { return w->best; }
EXPORTED I rw_gauges(void) { return gauges(); }
/* A decision by its meaning: the question, the player, whether it is a free action, and the answer. */
enum { MEANT = 4, AHEAD = 12 };
static void meaning(const S *s, I place, I *meant) {
    int free = place >= s->noptions;
    meant[0] = s->site; meant[1] = s->actor; meant[2] = free;
    meant[3] = free ? free_number(s, place - s->noptions) : meant_by(s, place);
}
/* the index at which it can be chosen now, or -1; for a range, the end on that side if the amount is not offered */
static I place_of(const S *s, const I *meant) {
    if (meant[0] != s->site || meant[1] != s->actor) return -1;
    if (meant[2]) return s->free >> meant[3] & 1 ? s->noptions + __builtin_popcountll(s->free & ((1ULL << meant[3]) - 1)) : -1;
    for (I i = 0; i < s->noptions; i++) if (meant_by(s, i) == meant[3]) return i;
    return s->step && s->noptions ? (meant[3] > option(s, 0) ? s->noptions - 1 : 0) : -1;
}
/* the least decision: decline if possible, else the first option */
static I modest(const S *s) {
    for (I i = 0; i < s->noptions; i++) if (option(s, i) == NONE) return i;
    return 0;
}
static int chosen(S *s, X *x, Walker *w, I place) {
    I meant[MEANT];
    meaning(s, place, meant);
    w->last = 0x8EBC6AF09C88C6E3ULL;
    for (int i = 0; i < MEANT; i++) if (i != 1) w->last = blended(w->last, (uint64_t)meant[i]);
    int how = rw_choose(s, x, place), rule = how == FAULT || how == BEYOND ? -1 : rw_broken(s, x);
    if (rule == -1) return how;
    w->last = blended(w->last, (uint64_t)rule + 7);
    return FAULT;
}
/* replay decisions by index, modulo the number of choices now; record their meanings */
EXPORTED int rw_again(S *s, X *x, Walker *w, const I *places, I n, I *meant, I *count) {
    for (*count = 0; *count < n;) {
        if (s->over) return OVER;
        if (is_broken_off(s)) return FAULT;
        I place = places[*count] % choices(s);
        meaning(s, place, meant + MEANT * (*count)++);
        int how = chosen(s, x, w, place);
        if (how == FAULT || how == BEYOND) return how;
    }
    return s->over ? OVER : WAITING;
}
/* Replay decisions by meaning, some of which may be missing: if the next one does not fit, take the first of the following
   AHEAD that does, else the least decision. At most `most` decisions; their indexes go to `log`. */
EXPORTED int rw_follow(S *s, X *x, Walker *w, const I *meant, I n, I most, I *log, I *count) {
    I next = 0;
    for (*count = 0; *count < most && next < n;) {
        if (s->over) return OVER;
        if (is_broken_off(s)) return FAULT;
        I place = -1, later = next;
        for (; later < n && later < next + AHEAD && place < 0; later++) place = place_of(s, meant + MEANT * later);
        if (place < 0) place = modest(s);
        else next = later;
        log[(*count)++] = place;
        int how = chosen(s, x, w, place);
        if (how == FAULT || how == BEYOND) return how;
    }
    return s->over ? OVER : WAITING;
}
/* walk up to `most` decisions, their indexes in `log`: returns NEWS as soon as something is new, BETTER when the aim improves,
   FAULT on a failure or a broken invariant, else OVER, WAITING or BEYOND */
EXPORTED int rw_walk(S *s, X *x, Walker *w, I most, I *log, I *count) {
    for (*count = 0; *count < most;) {
        w->news = 0;
        if (s->over) return OVER;
        if (is_broken_off(s)) return FAULT;
        I place = seldom(w, s);
        log[(*count)++] = place;
        int how = chosen(s, x, w, place);
        if (how == FAULT || how == BEYOND) return how;
        int news = is_news(w, s) | (*count % LOOK_EVERY == 0 && !s->over && profile(s, w, sees_trait));
        if (w->factor[0] && !s->over) {
            I now = height(w, s);
            if (now > w->best) { w->best = now; return BETTER; }
        }
        if (news) return NEWS;
    }
    return s->over ? OVER : WAITING;
}
/* hits of a mark */
EXPORTED I rw_hits(const Walker *w, I mark) { return w->hits[mark]; }
/* the pending question, and how often each was asked */
EXPORTED I rw_site(const S *s) { return s->over ? SITES : s->site; }
EXPORTED I rw_asked(const Walker *w, I site) { return w->asked[site]; }
EXPORTED void rw_put(const Walker *w, uint32_t *put) { memcpy(put, w->put, sizeof w->put); }
EXPORTED uint64_t rw_last(const Walker *w) { return w->last; }
EXPORTED I rw_news(const Walker *w) { return w->news; }
EXPORTED void rw_walked(const Walker *w, uint64_t *touched, uint64_t *taken, uint64_t *offered) {
    memcpy(touched, w->touched, sizeof w->touched);
    memcpy(taken, w->taken, sizeof w->taken);
    memcpy(offered, w->offered, sizeof w->offered);
}
