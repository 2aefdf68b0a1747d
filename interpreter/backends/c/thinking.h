/* Search for bots: the counterpart of interpreter/tools/bots (position_value, greedy, search), step by step and number by
   number, so that a bot decides the same in Python and in C.

   In: determinized tables (what a player does not see is redealt). Out: how good choices are. Nothing here knows a game. */

#include <math.h>

static const double WINNING = 0.85, SURE = 0.85;
enum { FEW = 12, LONGEST_LINE = 400, ROOT = 0 };

/* each player's points relative to the best of the others; 0.5 if they are equal */
static void standing(const I *points, I n, double *found) {
    I sum = 0;
    for (I i = 0; i < n; i++) sum += points[i] < 0 ? -points[i] : points[i];
    double scale = 1 + (double)sum / (double)n;
    for (I i = 0; i < n; i++) {
        I best = 0; int any = 0;
        for (I j = 0; j < n; j++) if (j != i && (!any || points[j] > best)) { best = points[j]; any = 1; }
        double lead = (double)(points[i] - best) / scale;
        found[i] = 0.5 + 0.5 * lead / (0.5 + fabs(lead));
    }
}
/* evaluate a position for each player; FAULT or BEYOND if the value for bots fails */
static int judged(S *s, X *x, double *found) {
    I points[PLAYERS] = {0}, n = s->count;
    if (!s->over) {
        jmp_buf here;
        enter(s, x, &here);
        int why = setjmp(here);
        if (why) return why == BEYOND ? BEYOND : FAULT;
        for (I i = 0; i < n; i++) { I w = worth(s, i); points[i] = w == NONE ? 0 : w; }
        standing(points, n, found);
        return 0;
    }
    double share = 1.0 / (double)(s->nwinners ? s->nwinners : n);
    for (I i = 0; i < n; i++) found[i] = s->nwinners ? 0.0 : share;
    for (int i = 0; i < s->nwinners; i++) found[s->winners[i]] = share;
    if (!s->nscores) return 0;
    double much[PLAYERS];
    for (int i = 0; i < s->nscores; i++) points[s->scorers[i]] = s->points[i];
    standing(points, n, much);
    for (I i = 0; i < n; i++) found[i] = WINNING * found[i] + (1 - WINNING) * much[i];
    return 0;
}
static void says_nothing(const S *s, double *found) { for (I i = 0; i < s->count; i++) found[i] = 0.5; }

/* play out at random, at most `most` decisions, and evaluate the position reached */
static int finished(S *s, X *x, uint64_t *luck, I most, double *found) {
    I count;
    int how = s->over ? OVER : rw_play_out(s, x, luck, most, &count);
    if (how == WAITING || how == OVER) how = judged(s, x, found) ? FAULT : OVER;
    if (how == FAULT) says_nothing(s, found);
    return how == BEYOND ? BEYOND : 0;
}

/* play out some choices on one table, all with the same seed; add their values for a player to `sums` */
EXPORTED int rw_tried(const S *table, X *x, const I *places, I n, uint64_t luck, I most, I player, double *sums) {
    S *s = malloc(sizeof(S));
    double found[PLAYERS];
    int how = s ? 0 : BEYOND;
    for (I i = 0; i < n && how != BEYOND; i++) {
        uint64_t own = luck;
        copy_state(s, table);
        how = rw_choose(s, x, places[i]);
        if (how == FAULT || how == BEYOND) continue;
        how = finished(s, x, &own, most, found);
        sums[i] += found[player];
    }
    free(s);
    return how == BEYOND ? BEYOND : 0;
}

/* ---- the search tree: a node per choice, hashed by its parent and key */
typedef struct { I a, b; int32_t parent, first, last, next, certain; I visits, offered; double total; } Node;
typedef struct {
    Node *nodes; I n, room;
    int32_t *slots; I nslots;
    double *certain; I ncertain, room_certain;
    int32_t line[LONGEST_LINE], who[LONGEST_LINE]; I many[LONGEST_LINE]; I length;
    I *order; I norder;
    uint64_t luck;
    double curiosity, sum, squares; I judgements;
    const void *leaf; int (*leaf_value)(S *, X *, const void *, double *);  /* judges positions instead of a playout */
} Tree;

static uint64_t mixed(uint64_t h, uint64_t v) { h ^= v; h *= 0x9E3779B97F4A7C15ULL; return h ^ h >> 29; }
static I slot_of(const Tree *t, int32_t parent, I a, I b) {
    uint64_t h = mixed(mixed(mixed(0x2545F4914F6CDD1DULL, (uint64_t)parent), (uint64_t)a), (uint64_t)b);
    I i = (I)(h & (uint64_t)(t->nslots - 1));
    for (; t->slots[i] >= 0; i = (i + 1) & (t->nslots - 1)) {
        const Node *node = t->nodes + t->slots[i];
        if (node->parent == parent && node->a == a && node->b == b) break;
    }
    return i;
}
static void spread_out(Tree *t) {
    free(t->slots);
    t->nslots *= 2;
    t->slots = malloc((size_t)t->nslots * sizeof(int32_t));
    memset(t->slots, -1, (size_t)t->nslots * sizeof(int32_t));
    for (I i = 1; i < t->n; i++) t->slots[slot_of(t, t->nodes[i].parent, t->nodes[i].a, t->nodes[i].b)] = (int32_t)i;
}
static int32_t new_node(Tree *t, int32_t parent, I a, I b) {
    if (t->n == t->room) t->nodes = realloc(t->nodes, (size_t)(t->room *= 2) * sizeof(Node));
    if (2 * t->n > t->nslots) spread_out(t);
    int32_t number = (int32_t)t->n++;
    t->nodes[number] = (Node){a, b, parent, -1, -1, -1, -1, 0, 0, 0.0};
    t->slots[slot_of(t, parent, a, b)] = number;
    Node *above = t->nodes + parent;
    if (above->last >= 0) t->nodes[above->last].next = number; else above->first = number;
    above->last = number;
    return number;
}
EXPORTED Tree *rw_tree(uint64_t luck, double curiosity) {
    Tree *t = calloc(1, sizeof(Tree));
    t->room = 1024; t->nslots = 4096; t->room_certain = 64 * PLAYERS; t->luck = luck; t->curiosity = curiosity;
    t->nodes = malloc((size_t)t->room * sizeof(Node));
    t->slots = malloc((size_t)t->nslots * sizeof(int32_t));
    memset(t->slots, -1, (size_t)t->nslots * sizeof(int32_t));
    t->certain = malloc((size_t)t->room_certain * sizeof(double));
    t->nodes[ROOT] = (Node){0, 0, -1, -1, -1, -1, -1, 0, 0, 0.0};
    t->n = 1;
    return t;
}
EXPORTED void rw_fell(Tree *t) { free(t->nodes); free(t->slots); free(t->certain); free(t->order); free(t); }

static uint64_t lucky(Tree *t) { return t->luck = stepped(t->luck); }

/* indexes of choices in an order that covers them evenly; with many choices only as many as the visits justify */
static const I *places_of(Tree *t, I all, I visits, I *n) {
    I wanted = all;
    if (all > FEW) { wanted = (I)ceil(1.5 * sqrt((double)visits)); if (wanted < FEW) wanted = FEW; if (wanted > all) wanted = all; }
    if (t->norder < 5 * wanted + 8) t->order = realloc(t->order, (size_t)(t->norder = 10 * wanted + 8) * sizeof(I));
    I *found = t->order, *gaps = t->order + wanted + 1;
    *n = wanted;
    if (all <= FEW) { for (I i = 0; i < all; i++) found[i] = i; return found; }
    I count = 0, read = 0, write = 0;
    found[count++] = 0; found[count++] = all - 1;
    gaps[write++] = 0; gaps[write++] = all - 1;
    while (count < wanted && read < write) {
        I low = gaps[read++], high = gaps[read++], middle = (low + high) / 2;
        if (middle <= low || middle >= high) continue;
        found[count++] = middle;
        gaps[write++] = low; gaps[write++] = middle; gaps[write++] = middle; gaps[write++] = high;
    }
    return found;
}
/* the key of a choice: at the root its index, below it the question, the player and the answer */
static void key_of(const S *s, I place, int root, I *a, I *b) {
    int free = place >= s->noptions;
    *a = root ? 0 : ((I)(s->site + 1) << 16 | s->actor << 1 | free) + 1;
    *b = root ? place : free ? free_number(s, place - s->noptions) : meant_by(s, place);
}
/* standard deviation of all evaluations: it scales exploration, so that small differences count where all are close */
static double deviation(const Tree *t) {
    if (!t->judgements) return 0.5;
    double mean = t->sum / (double)t->judgements, found = t->squares / (double)t->judgements - mean * mean;
    return found > 0.0001 ? sqrt(found) : 0.01;
}
static double promise(const Tree *t, const Node *child, I player, double curiosity) {
    if (child->certain >= 0) {
        double sure = t->certain[child->certain + player];
        return sure + (sure >= SURE ? 1 : sure <= 1 - SURE ? -1 : 0);
    }
    return child->total / (double)child->visits + curiosity * sqrt(log((double)child->offered) / (double)child->visits);
}
/* select a choice: one never tried, else the highest upper confidence bound */
static I picked(Tree *t, const S *s, int32_t node) {
    I n, fresh = 0, a, b, best = 0;
    const I *places = places_of(t, choices(s), t->nodes[node].visits, &n);
    I *new = t->order + n;  /* after the indexes; the gaps are no longer needed */
    double most = -1e300, curiosity = t->curiosity * deviation(t);
    for (I i = 0; i < n; i++) {
        key_of(s, places[i], node == ROOT, &a, &b);
        int32_t child = t->slots[slot_of(t, node, a, b)];
        if (child < 0) { new[fresh++] = places[i]; continue; }
        t->nodes[child].offered++;
    }
    if (fresh) return new[scaled(lucky(t), fresh)];
    for (I i = 0; i < n; i++) {
        key_of(s, places[i], node == ROOT, &a, &b);
        double found = promise(t, t->nodes + t->slots[slot_of(t, node, a, b)], s->actor, curiosity);
        if (found > most) { most = found; best = places[i]; }
    }
    return best;
}
static void make_certain(Tree *t, int32_t node, const double *values, I players) {
    if (t->ncertain + players > t->room_certain)
        t->certain = realloc(t->certain, (size_t)(t->room_certain *= 2) * sizeof(double));
    memcpy(t->certain + t->ncertain, values, (size_t)players * sizeof(double));
    t->nodes[node].certain = (int32_t)t->ncertain;
    t->ncertain += players;
}
/* descend the tree to a new node or a solved one */
static int descend(Tree *t, S *s, X *x, int open) {
    int32_t node = ROOT;
    t->length = 0;
    while (t->length < LONGEST_LINE && !s->over) {
        I place = picked(t, s, node), a, b;
        key_of(s, place, node == ROOT, &a, &b);
        int32_t child = t->slots[slot_of(t, node, a, b)];
        int fresh = child < 0;
        if (fresh) { child = new_node(t, node, a, b); t->nodes[child].offered = 1; }
        t->line[t->length] = child; t->who[t->length] = s->actor; t->many[t->length++] = choices(s);
        int how = rw_choose(s, x, place);
        if (how == FAULT || how == BEYOND) return how;
        if (open && !s->chance_count && s->over && t->nodes[child].certain < 0) {
            double values[PLAYERS];
            judged(s, x, values);
            make_certain(t, child, values, s->count);
        }
        if (fresh || t->nodes[child].certain >= 0) return 0;
        node = child;
    }
    return 0;
}
/* propagate solved values up the line: a sure win solves its parent; otherwise all choices must be solved */
static void conclude(Tree *t) {
    for (I i = t->length - 1; i >= 0; i--) {
        int32_t parent = i ? t->line[i - 1] : ROOT, best = -1;
        I known = 0, player = t->who[i];
        for (int32_t child = t->nodes[parent].first; child >= 0; child = t->nodes[child].next) {
            int32_t found = t->nodes[child].certain;
            if (found < 0) continue;
            known++;
            if (best < 0 || t->certain[found + player] > t->certain[best + player]) best = found;
        }
        if (best < 0 || (t->certain[best + player] < SURE && known < t->many[i])) return;
        if (t->nodes[parent].certain < 0) t->nodes[parent].certain = best;
    }
}
/* run iterations on one table; returns how many were done: fewer if the root is solved, -1 if C has no room */
EXPORTED I rw_search(const S *table, X *x, Tree *t, I iterations, I most, int open) {
    S *s = malloc(sizeof(S));
    double values[PLAYERS];
    I done = s ? 0 : -1;
    for (; s && done < iterations && t->nodes[ROOT].certain < 0; done++) {
        copy_state(s, table);
        s->random = lucky(t);
        s->chance_count = 0;
        int how = descend(t, s, x, open);
        if (!how) how = s->over ? judged(s, x, values) : t->leaf ? t->leaf_value(s, x, t->leaf, values) : finished(s, x, &t->luck, most, values);
        if (how == BEYOND) { done = -1; break; }
        if (how) says_nothing(s, values);
        for (I i = 0; i < t->length; i++) { Node *node = t->nodes + t->line[i]; node->visits++; node->total += values[t->who[i]]; }
        for (I i = 0; i < s->count; i++) { t->sum += values[i]; t->squares += values[i] * values[i]; }
        t->judgements += s->count;
        t->nodes[ROOT].visits++;
        if (t->length && t->nodes[t->line[t->length - 1]].certain >= 0) conclude(t);
    }
    free(s);
    return done;
}
/* for each choice at the root: its visits, and its value for the player if it is solved (else -1) */
EXPORTED void rw_found(const Tree *t, I n, I player, I *visits, double *sure) {
    for (I i = 0; i < n; i++) {
        int32_t child = t->slots[slot_of(t, ROOT, 0, i)];
        visits[i] = child < 0 ? 0 : t->nodes[child].visits;
        sure[i] = child < 0 || t->nodes[child].certain < 0 ? -1 : t->certain[t->nodes[child].certain + player];
    }
}
