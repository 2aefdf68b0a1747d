/* Bots: how each decides. The counterpart of interpreter/tools/bots, decision by decision.

   In: a state that waits for an answer, what is watched of its game, the generator of the bot. Out: the number of its choice. */

enum { BY_CHANCE, EAGER, GREEDY, SEARCHING, LEARNED, LEARNED_TREE };
enum { MAX_CHOICES = 24, LEARNED_CHOICES = 64, SOME_WAY = 40, BEHIND_A_TREE = 10, TO_THE_END = 5000, ON_A_TABLE = 8, AT_ONCE = 64 };
static const double DISTRACTED = 0.05, CURIOSITY = 1.4;
typedef struct { I sort, amount; const void *model; } Bot;
typedef struct Thinker { Imagining *m; S *table, *tried; I *places, room_places; float *inputs; I room_inputs; } Thinker;

EXPORTED Thinker *rw_thinker(void) {
    Thinker *t = calloc(1, sizeof(Thinker));
    t->m = new_imagining();
    t->table = malloc(sizeof(S)); t->tried = malloc(sizeof(S));
    return t;
}
EXPORTED void rw_thought(Thinker *t) { drop_imagining(t->m); free(t->table); free(t->tried); free(t->places); free(t->inputs); free(t); }

static I luck_below(uint64_t *luck, I n) { *luck = stepped(*luck); return scaled(*luck, n); }
static double luck_part(uint64_t *luck) { *luck = stepped(*luck); return (double)half_of(*luck) * 0x1p-32; }
static uint64_t luck_fork(uint64_t *luck) { *luck = stepped(*luck); return seeded(*luck); }
static I furthest(I some_way) { return TABLES->judged ? some_way : TO_THE_END; }

/* indexes in an order of which any prefix covers all evenly: the ends first, then the middles */
static I spread_evenly(Thinker *t, I count, I most) {
    I need = 6 * most + 16, n = 0, read = 0, write = 0;
    if (t->room_places < need) t->places = realloc(t->places, (size_t)(t->room_places = need) * sizeof(I));
    I *found = t->places, *gaps = t->places + most + 4;
    found[n++] = 0;
    if (count > 1) found[n++] = count - 1;
    gaps[write++] = 0; gaps[write++] = count - 1;
    while (n < most && read < write) {
        I low = gaps[read++], high = gaps[read++], middle = (low + high) / 2;
        if (middle <= low || middle >= high) continue;
        found[n++] = middle;
        gaps[write++] = low; gaps[write++] = middle; gaps[write++] = middle; gaps[write++] = high;
    }
    return n < most ? n : most;
}
static int is_passing(const S *s, I place) {
    I v = option(s, place);
    return v == NONE || (IS_MENU[s->site] && TABLE_OF(SiteOf, sites)[s->site].passes >> (v & 63) & 1);
}
static I eager(Thinker *t, const S *s, uint64_t *luck) {
    I all = choices(s), n = 0;
    if (TABLE_OF(SiteOf, sites)[s->site].amounts) {
        I first = luck_below(luck, all), second = luck_below(luck, all);
        return smaller(first, second);
    }
    if (t->room_places < all) t->places = realloc(t->places, (size_t)(t->room_places = all + 16) * sizeof(I));
    for (I i = 0; i < s->noptions; i++) if (!is_passing(s, i)) t->places[n++] = i;
    if (!n || luck_part(luck) < DISTRACTED) return luck_below(luck, all);
    return t->places[luck_below(luck, n)];
}
/* a choice of the best, chosen by the luck of the bot */
static I best_of(const I *places, const double *sums, I n, uint64_t *luck) {
    I equal = 0, pick;
    double best = sums[0];
    for (I i = 1; i < n; i++) if (sums[i] > best) best = sums[i];
    for (I i = 0; i < n; i++) equal += sums[i] == best;
    pick = luck_below(luck, equal);
    for (I i = 0; i < n; i++) if (sums[i] == best && !pick--) return places[i];
    return places[0];
}
static I greedy(Thinker *t, I finishes, uint64_t *luck) {
    S *now = t->m->now;
    double sums[MAX_CHOICES] = {0};
    I n = spread_evenly(t, choices(now), MAX_CHOICES), most = furthest(SOME_WAY);
    if (n == 1) return 0;
    jmp_buf *around = t->m->x->way_out;
    for (I i = 0; i < finishes; i++) {
        uint64_t seed = luck_fork(luck) >> 16, own = luck_fork(luck);
        imagine(t->m, t->table, seed);
        int how = rw_tried(t->table, t->m->x, t->places, n, own, most, t->m->player, sums);
        t->m->x->way_out = around;
        if (how) jump(now, BEYOND);
    }
    return best_of(t->places, sums, n, luck);
}
static I most_visited(const Tree *tree, I n, I player) {
    I best = 0, best_visits = -1; double best_class = -2;
    for (I i = 0; i < n; i++) {
        int32_t child = tree->slots[slot_of(tree, ROOT, 0, i)];
        I visits = child < 0 ? 0 : tree->nodes[child].visits;
        double sure = child < 0 || tree->nodes[child].certain < 0 ? -1 : tree->certain[tree->nodes[child].certain + player];
        double class = sure < 0 ? 0.0 : sure >= SURE ? 1.0 : sure <= 1 - SURE ? -1.0 : 0.0;
        if (class > best_class || (class == best_class && visits > best_visits)) { best = i; best_class = class; best_visits = visits; }
    }
    return best;
}
/* the state of a generator whose next number has these upper 32 bits: what `stepped` and `scaled` do, backwards */
static uint64_t luck_before(uint64_t upper, uint64_t rest) {
    uint64_t x = (upper << 32 | (rest & 0xFFFFFFFF)) * 6415128727920758069ULL;
    x ^= x >> 27 ^ x >> 54;
    x ^= x << 25 ^ x << 50;
    for (int i = 12; i < 64; i *= 2) x ^= x >> i;
    return x ? x : 1;
}
/* look one decision ahead: each choice on some redealt tables, judged by the model. The first number that chance gives after a choice goes evenly
   through all it can be, table by table, so that a die shows each of its sides equally often. */
static I learned(Thinker *t, const Model *model, I redeals, uint64_t *luck) {
    S *now = t->m->now;
    X *x = t->m->x;
    double sums[LEARNED_CHOICES] = {0}, values[PLAYERS];
    I n = spread_evenly(t, choices(now), LEARNED_CHOICES), me = t->m->player;
    int open = sees_everything(t->m), chance = 0;
    jmp_buf *around = x->way_out;
    for (I i = 0; i < redeals && (!i || !open || chance); i++) {
        imagine(t->m, t->table, luck_fork(luck) >> 16);
        t->table->random = luck_before((((uint64_t)i << 32) + half_of(t->table->random)) / (uint64_t)redeals, t->table->random);
        for (I j = 0; j < n; j++) {
            copy_state(t->tried, t->table);
            int how = rw_choose(t->tried, x, t->places[j]);
            x->way_out = around;
            if (how == BEYOND) jump(now, BEYOND);
            if (how == FAULT) continue;
            chance |= t->tried->chance_count > 0;
            if (how == OVER) { judged(t->tried, x, values); sums[j] += values[me]; }
            else sums[j] += model_value(t->tried, x, model, me, t->inputs);
        }
    }
    return best_of(t->places, sums, n, luck);
}
typedef struct { const Model *model; float *inputs; } Leaf;
/* what the model sees in a position, for all players */
static int leaf_value(S *s, X *x, const void *at, double *found) {
    const Leaf *leaf = at;
    jmp_buf here;
    enter(s, x, &here);
    if (setjmp(here)) return FAULT;
    for (I player = 0; player < s->count; player++) found[player] = model_value(s, x, leaf->model, player, leaf->inputs);
    return 0;
}
static I searching(Thinker *t, I iterations, const Model *model, uint64_t *luck) {
    S *now = t->m->now;
    I n = choices(now), most = furthest(BEHIND_A_TREE);
    if (n == 1) return 0;
    uint64_t own = luck_fork(luck), deals = luck_fork(luck);
    int open = sees_everything(t->m), beyond_c = 0;
    I at_once = open ? AT_ONCE : ON_A_TABLE;
    jmp_buf *around = t->m->x->way_out, here;
    Tree *tree = rw_tree(own, CURIOSITY);
    Leaf leaf = {model, t->inputs};
    if (model) { tree->leaf = &leaf; tree->leaf_value = leaf_value; }
    t->m->x->way_out = &here;
    int why = setjmp(here);
    if (why) { rw_fell(tree); t->m->x->way_out = around; jump(now, BEYOND); }
    imagine(t->m, t->table, luck_fork(&deals) >> 16);
    for (I left = iterations; left > 0; left -= at_once) {
        I wanted = smaller(left, at_once), done = rw_search(t->table, t->m->x, tree, wanted, most, open);
        t->m->x->way_out = &here;
        beyond_c = done < 0;
        if (done < wanted) break;
        if (!open) imagine(t->m, t->table, luck_fork(&deals) >> 16);
    }
    I found = most_visited(tree, n, t->m->player);
    rw_fell(tree);
    t->m->x->way_out = around;
    if (beyond_c) jump(now, BEYOND);
    return found;
}

/* decide as this bot would; the number of the choice, or -1 if C has no room for what it thinks of */
EXPORTED I rw_decide(Thinker *t, const S *s, const Watch *watch, I sort, I amount, const void *model, uint64_t *luck) {
    if (sort == BY_CHANCE) return luck_below(luck, choices(s));
    if (sort == EAGER) return eager(t, s, luck);
    if (choices(s) == 1) return 0;
    jmp_buf here;
    copy_state(t->m->now, s);
    enter(t->m->now, t->m->x, &here);
    if (setjmp(here)) return -1;
    look_as_asked(t->m, s->actor, watch);
    const Model *learnt = sort >= LEARNED ? model : 0;
    if (learnt && t->room_inputs < learnt->numbers) t->inputs = realloc(t->inputs, (size_t)(t->room_inputs = learnt->numbers) * sizeof(float));
    if (sort == LEARNED) return learned(t, learnt, amount, luck);
    return sort == GREEDY ? greedy(t, amount, luck) : searching(t, amount, learnt, luck);
}
/* redeal what a player does not see; 0 if C has no room for it */
EXPORTED int rw_redeal(Thinker *t, const S *s, const Watch *watch, I player, uint64_t seed, S *to) {
    jmp_buf here;
    copy_state(t->m->now, s);
    enter(t->m->now, t->m->x, &here);
    if (setjmp(here)) return 0;
    look_as_asked(t->m, player, watch);
    imagine(t->m, to, seed);
    to->x = s->x;
    return 1;
}
