/* Regret minimisation (CFR+) on the whole tree of a small game of two players whose gains and losses cancel out, and how much a best answer
   to a strategy gains. The counterpart of interpreter/tools/learn/mixing.py, which lists the tree.

   In: nodes, parents before their children; which decisions look the same to their player (a set). Out: how often each answer of each set is
   given. Nothing here knows a game. */

enum { A_CHANCE = -1, AN_END = -2 };
typedef struct {
    I nodes, sets, slots;
    const I *who, *set, *first, *count, *child;  /* of a node: the player, or what else it is; its set; its children, one after the other */
    const double *odds, *gain;                   /* of each child, for chance; of each end, for the first player */
    const I *slot, *answers;                     /* of a set: where its answers begin, and how many there are */
} SmallGame;

static void by_regret(const SmallGame *g, const double *regrets, double *strategy) {
    for (I set = 0; set < g->sets; set++) {
        const double *from = regrets + g->slot[set];
        double *to = strategy + g->slot[set], sum = 0;
        I n = g->answers[set];
        for (I i = 0; i < n; i++) sum += from[i] > 0 ? from[i] : 0;
        for (I i = 0; i < n; i++) to[i] = sum > 0 ? (from[i] > 0 ? from[i] / sum : 0) : 1.0 / (double)n;
    }
}
/* how likely each node is: by the player's own answers, and by all else */
static void reach(const SmallGame *g, const double *strategy, I player, double *own, double *others) {
    own[0] = others[0] = 1;
    for (I node = 0; node < g->nodes; node++) {
        const double *answers = g->who[node] >= 0 ? strategy + g->slot[g->set[node]] : 0;
        for (I i = 0; i < g->count[node]; i++) {
            I at = g->first[node] + i, child = g->child[at];
            own[child] = own[node]; others[child] = others[node];
            if (g->who[node] == player) own[child] *= answers[i];
            else others[child] *= answers ? answers[i] : g->odds[at];
        }
    }
}
/* what each node is worth to the player, children first; with `regrets`, what each answer would have gained there */
static void worths(const SmallGame *g, const double *strategy, I player, const double *others, double *worth_, double *regrets) {
    for (I node = g->nodes - 1; node >= 0; node--) {
        if (g->who[node] == AN_END) { worth_[node] = player ? -g->gain[node] : g->gain[node]; continue; }
        const double *answers = g->who[node] >= 0 ? strategy + g->slot[g->set[node]] : 0;
        double sum = 0;
        for (I i = 0; i < g->count[node]; i++) {
            I at = g->first[node] + i;
            sum += (answers ? answers[i] : g->odds[at]) * worth_[g->child[at]];
        }
        worth_[node] = sum;
        if (!regrets || g->who[node] != player) continue;
        for (I i = 0; i < g->count[node]; i++) regrets[g->slot[g->set[node]] + i] += others[node] * (worth_[g->child[g->first[node] + i]] - sum);
    }
}
/* both players in turn improve on what they would rather have done; later rounds count more in the mean, which is the strategy */
EXPORTED void rw_minimise(const SmallGame *g, I rounds, double *regrets, double *mean) {
    double *strategy = malloc((size_t)(g->slots + 1) * sizeof(double)), *own = malloc((size_t)g->nodes * 3 * sizeof(double));
    double *others = own + g->nodes, *found = others + g->nodes;
    for (I round = 1; round <= rounds; round++)
        for (I player = 0; player < 2; player++) {
            by_regret(g, regrets, strategy);
            reach(g, strategy, player, own, others);
            worths(g, strategy, player, others, found, regrets);
            for (I i = 0; i < g->slots; i++) if (regrets[i] < 0) regrets[i] = 0;
            for (I node = 0; node < g->nodes; node++) {
                if (g->who[node] != player) continue;
                I slot = g->slot[g->set[node]];
                for (I i = 0; i < g->count[node]; i++) mean[slot + i] += (double)round * own[node] * strategy[slot + i];
            }
        }
    free(strategy); free(own);
}

/* ---- the best answer to a strategy: in each set the answer that is best over all its nodes */
typedef struct { const SmallGame *g; const double *strategy, *others; double *found; char *known; I *best, *nodes_of, *from; I player; } Answering;
static double answered_best(Answering *a, I node) {
    const SmallGame *g = a->g;
    if (a->known[node]) return a->found[node];
    double sum = 0;
    if (g->who[node] == AN_END) sum = a->player ? -g->gain[node] : g->gain[node];
    else if (g->who[node] == a->player) {
        I set = g->set[node];
        if (a->best[set] < 0) {
            double most = 0;
            for (I i = 0; i < g->count[node]; i++) {
                double all = 0;
                for (I at = a->from[set]; at < a->from[set + 1]; at++) {
                    I other = a->nodes_of[at];
                    all += a->others[other] * answered_best(a, g->child[g->first[other] + i]);
                }
                if (a->best[set] < 0 || all > most) { a->best[set] = i; most = all; }
            }
        }
        sum = answered_best(a, g->child[g->first[node] + a->best[set]]);
    } else {
        const double *answers = g->who[node] >= 0 ? a->strategy + g->slot[g->set[node]] : 0;
        for (I i = 0; i < g->count[node]; i++) {
            I at = g->first[node] + i;
            double odds = answers ? answers[i] : g->odds[at];
            if (odds > 0) sum += odds * answered_best(a, g->child[at]);
        }
    }
    a->known[node] = 1;
    return a->found[node] = sum;
}
static double best_answer(const SmallGame *g, const double *strategy, I player) {
    double *own = calloc((size_t)g->nodes * 3, sizeof(double));
    Answering a = {g, strategy, own + g->nodes, own + 2 * g->nodes, calloc((size_t)g->nodes, 1), malloc((size_t)(g->sets + 1) * sizeof(I)),
                   malloc((size_t)(g->nodes + 1) * sizeof(I)), calloc((size_t)g->sets + 2, sizeof(I)), player};
    reach(g, strategy, player, own, own + g->nodes);
    for (I set = 0; set < g->sets; set++) a.best[set] = -1;
    for (I node = 0; node < g->nodes; node++) if (g->who[node] == player) a.from[g->set[node] + 2]++;
    for (I set = 0; set < g->sets; set++) a.from[set + 2] += a.from[set + 1];
    for (I node = 0; node < g->nodes; node++) if (g->who[node] == player) a.nodes_of[a.from[g->set[node] + 1]++] = node;
    double found = answered_best(&a, 0);
    free(own); free(a.known); free(a.best); free(a.nodes_of); free(a.from);
    return found;
}
/* what a player who knew the strategy would gain by the best answer, the mean of both players: 0 if nobody can gain */
EXPORTED double rw_exploitable(const SmallGame *g, const double *strategy) { return (best_answer(g, strategy, 0) + best_answer(g, strategy, 1)) / 2; }
