/* Learning from games: play them with bots, keep rows of inputs with how the game ended, and fit a model to them.

   In: a table, bots with a share of random decisions, a model whose inputs are wanted. Out: rows; weights. Sums are made in a fixed order, so that
   the same seeds give the same weights. */

typedef struct { float *rows, *targets; I room, n, begun, every; uint64_t luck; I owners[1 << 16]; float *buffer; } Recorder;

static void record_row(Recorder *r, Thinker *t, const S *s, const Model *m) {
    for (I player = 0; player < s->count; player++) {
        if (r->n >= r->room || r->n - r->begun >= (1 << 16)) return;
        copy_state(t->table, s);
        jmp_buf here;
        enter(t->table, t->m->x, &here);
        if (setjmp(here)) return;
        all_inputs(t->table, t->m->x, m, player, r->rows + r->n * m->numbers);
        r->owners[r->n++ - r->begun] = player;
    }
}
static int recorded_match(S *s, X *x, Match *m, Recorder *r, const Model *model, const double *shares) {
    jmp_buf here;
    enter(s, x, &here);
    int why = setjmp(here);
    if (why && why != ENDED) return broken_off(s, why);
    if (why) ended(s);
    for (;;) {
        x->used = 0; x->deep = 0; x->work = 0;
        if (s->over) return OVER;
        if (m->count == m->most) return WAITING;
        if (!luck_below(&r->luck, r->every)) record_row(r, m->thinker, s, model);
        I all = choices(s), place;
        if (luck_part(&r->luck) < shares[s->actor]) {
            place = luck_below(&r->luck, all);
            if (m->watch) watch_answer(m->watch, s, place);
        } else place = decided(s, m);
        m->count++;
        answered(s, place);
    }
}
/* play games and keep rows of them; returns how many rows, with their targets; `done` gets the games that ended */
EXPORTED I rw_record(const S *table, X *x, uint64_t base, I first, I n, I most, I every, const Bot *bots, const double *shares, const Model *model,
                     float *rows, float *targets, I room, I *done) {
    S *s = malloc(sizeof(S));
    Thinker *thinker = rw_thinker();
    Watch *watch = rw_watch();
    Recorder *r = calloc(1, sizeof(Recorder));
    double values[PLAYERS];
    *r = (Recorder){.rows = rows, .targets = targets, .room = room, .every = every};
    x->watch = watch;
    *done = 0;
    for (I i = 0; i < n && r->n < room; i++) {
        uint64_t seed = match_seed(base, first + i);
        Match m = {.most = most, .leader = -1, .lead_changes = -1, .bots = bots + (i % table->count) * table->count, .thinker = thinker, .watch = watch};
        const double *own_shares = shares + (i % table->count) * table->count;
        watch_anew(watch);
        copy_state(s, table);
        r->begun = r->n; r->luck = seeded(seed ^ 0x5DEECE66DULL);
        for (I seat = 0; seat < s->count; seat++) m.luck[seat] = seeded(seat_seed(seed, seat));
        int how = rw_begin(s, x, seeded(seed));
        if (how == WAITING) how = recorded_match(s, x, &m, r, model, own_shares);
        if (how != OVER || judged(s, x, values)) { r->n = r->begun; continue; }
        for (I row = r->begun; row < r->n; row++) targets[row] = (float)values[r->owners[row - r->begun]];
        ++*done;
    }
    I found = r->n;
    x->watch = 0;
    rw_unwatch(watch); rw_thought(thinker); free(r); free(s);
    return found;
}
/* scale rows in place by a model's scale */
EXPORTED void rw_scale(const Model *m, float *rows, I n) { for (I i = 0; i < n; i++) scaled_inputs(m, rows + i * m->numbers); }

/* ---- Adam, one row after the other in a random order, in batches */
typedef struct { float *weights, *slope, *mean, *square; I n; } Weights;
static Weights weights_of(const float *at, I n) {
    return (Weights){(float *)at, calloc((size_t)n + 1, 4), calloc((size_t)n + 1, 4), calloc((size_t)n + 1, 4), n};
}
static void drop_weights(Weights *w) { free(w->slope); free(w->mean); free(w->square); }
static void step_weights(Weights *w, float rate, float decay, float first, float second) {
    for (I i = 0; i < w->n; i++) {
        float g = w->slope[i] + decay * w->weights[i];
        w->slope[i] = 0;
        w->mean[i] = 0.9f * w->mean[i] + 0.1f * g;
        w->square[i] = 0.999f * w->square[i] + 0.001f * g * g;
        w->weights[i] -= rate * (w->mean[i] / first) / (sqrtf(w->square[i] / second) + 1e-8f);
    }
}
/* fit the weights of a model to rows that are scaled; returns the mean loss of the last pass */
EXPORTED double rw_fit(const Model *m, const float *rows, const float *targets, I n, I passes, I batch, double rate, double decay, uint64_t luck) {
    enum { PARTS = 4 };
    I *order = malloc((size_t)(n + 1) * sizeof(I)), steps = 0;
    Weights w[PARTS] = {weights_of(m->linear, m->numbers), weights_of(m->first, m->numbers * m->hidden), weights_of(m->bias, m->hidden + 1),
                        weights_of(m->second, m->hidden)};
    double loss = 0, first = 1, second = 1;
    Draws d = {seeded(luck)};
    for (I i = 0; i < n; i++) order[i] = i;
    for (I pass = 0; pass < passes; pass++) {
        draw_order(&d, order, n);
        loss = 0;
        for (I at = 0; at < n; at += batch) {
            I last = smaller(at + batch, n);
            for (I i = at; i < last; i++) {
                const float *row = rows + order[i] * m->numbers;
                float inner[64], found = judged_inputs(m, row, inner), wanted = targets[order[i]];
                float slope = (found - wanted) / (float)(last - at);
                loss -= wanted * logf(found + 1e-7f) + (1 - wanted) * logf(1 - found + 1e-7f);
                w[2].slope[m->hidden] += slope;
                float back[64];
                for (I j = 0; j < m->hidden; j++) {
                    w[3].slope[j] += slope * inner[j];
                    back[j] = inner[j] > 0 ? slope * m->second[j] : 0;
                    w[2].slope[j] += back[j];
                }
                for (I k = 0; k < m->numbers; k++) {
                    if (row[k] == 0) continue;
                    w[0].slope[k] += slope * row[k];
                    float *to = w[1].slope + k * m->hidden;
                    for (I j = 0; j < m->hidden; j++) to[j] += back[j] * row[k];
                }
            }
            first *= 0.9; second *= 0.999; steps++;
            float now = (float)(rate * (1.0 - 0.9 * (double)pass / (double)passes));
            for (I part = 0; part < PARTS; part++) step_weights(w + part, now, (float)decay, (float)(1 - first), (float)(1 - second));
        }
        loss /= (double)(n ? n : 1);
    }
    for (I part = 0; part < PARTS; part++) drop_weights(w + part);
    free(order);
    return loss;
}
