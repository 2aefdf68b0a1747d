/* Fitting a model to rows: Adam, in batches, in a random order that the seed decides. Sums are made in a fixed order, so that the same seeds
   give the same weights.

   In: rows that are scaled, with their targets; where each question begins, if rows are choices of questions. Out: weights. */

/* scale rows in place by a model's scale */
EXPORTED void rw_scale(const Model *m, float *rows, I n) { for (I i = 0; i < n; i++) scaled_inputs(m, rows + i * m->numbers); }

typedef struct { float *weights, *slope, *mean, *square; I n; } Weights;
enum { LINEAR_PART, FIRST_PART, BIAS_PART, SECOND_PART, PARTS, LONGEST_QUESTION = 64 };
static Weights weights_of(const float *at, I n) {
    return (Weights){(float *)at, calloc((size_t)n + 1, 4), calloc((size_t)n + 1, 4), calloc((size_t)n + 1, 4), n};
}
static void drop_weights(Weights *w) { free(w->slope); free(w->mean); free(w->square); }
__attribute__((optimize("tree-vectorize")))
static void step_weights(Weights *w, float rate, float decay, float first, float second) {
    for (I i = 0; i < w->n; i++) {
        float g = w->slope[i] + decay * w->weights[i];
        w->slope[i] = 0;
        w->mean[i] = 0.9f * w->mean[i] + 0.1f * g;
        w->square[i] = 0.999f * w->square[i] + 0.001f * g * g;
        w->weights[i] -= rate * (w->mean[i] / first) / (sqrtf(w->square[i] / second) + 1e-8f);
    }
}
/* one row: how the weights should change, if what the model found is to change by the slope */
static void step_back(const Model *m, Weights *w, const float *row, const float *inner, float slope) {
    Units back = {0};
    w[BIAS_PART].slope[HIDDEN] += slope;
    for (I j = 0; j < HIDDEN; j++) {
        w[SECOND_PART].slope[j] += slope * inner[j];
        back[j] = inner[j] > 0 ? slope * m->second[j] : 0;
        w[BIAS_PART].slope[j] += back[j];
    }
    for (I k = 0; k < m->numbers; k++) {
        if (row[k] == 0) continue;
        w[LINEAR_PART].slope[k] += slope * row[k];
        *(Units *)(w[FIRST_PART].slope + k * HIDDEN) += back * row[k];
    }
}
/* Rows of one question, or a single row. Of a question only the differences count: what is wanted is moved by the mean of what the model
   finds, so that it learns which choice is better, and not how good the position is. Returns the loss. */
static double fit_some(const Model *m, Weights *w, const float *rows, const float *targets, I n, float share) {
    float inner[LONGEST_QUESTION][HIDDEN], found[LONGEST_QUESTION], moved = 0;
    double loss = 0;
    n = smaller(n, LONGEST_QUESTION);
    for (I i = 0; i < n; i++) {
        found[i] = judged_inputs(m, rows + i * m->numbers, inner[i]);
        if (n > 1) moved += (found[i] - targets[i]) / (float)n;
    }
    for (I i = 0; i < n; i++) {
        float slope = found[i] - targets[i] - moved;
        loss += slope * slope;
        step_back(m, w, rows + i * m->numbers, inner[i], slope * share);
    }
    return loss;
}
/* Fit the weights; returns the mean square of what is left to explain, of the last pass. Without `starts`, each row is for itself. */
EXPORTED double rw_fit(const Model *m, const float *rows, const float *targets, I n, const I *starts, I passes, I batch, double rate, double decay,
                       uint64_t luck) {
    I *order = malloc((size_t)(n + 1) * sizeof(I)), count = starts ? starts[n] : n;
    Weights w[PARTS] = {weights_of(m->linear, m->numbers), weights_of(m->first, m->numbers * HIDDEN), weights_of(m->bias, HIDDEN + 1),
                        weights_of(m->second, HIDDEN)};
    double loss = 0, first = 1, second = 1;
    Draws d = {seeded(luck)};
    for (I i = 0; i < n; i++) order[i] = i;
    for (I pass = 0; pass < passes; pass++) {
        draw_order(&d, order, n);
        loss = 0;
        for (I at = 0, rest = 0; at < n; at = rest) {
            I taken = 0;
            for (rest = at; rest < n && taken < batch; rest++) taken += starts ? starts[order[rest] + 1] - starts[order[rest]] : 1;
            for (I i = at; i < rest; i++) {
                I from = starts ? starts[order[i]] : order[i], until = starts ? starts[order[i] + 1] : from + 1;
                loss += fit_some(m, w, rows + from * m->numbers, targets + from, until - from, 1.0f / (float)taken);
            }
            first *= 0.9; second *= 0.999;
            float now = (float)(rate * (1.0 - 0.9 * (double)pass / (double)passes));
            for (I part = 0; part < PARTS; part++) step_weights(w + part, now, (float)decay, (float)(1 - first), (float)(1 - second));
        }
        loss /= (double)(count ? count : 1);
    }
    for (I part = 0; part < PARTS; part++) drop_weights(w + part);
    free(order);
    return loss;
}
