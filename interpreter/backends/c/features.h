/* A position as numbers, as one player sees it on an imagined table, and what a learned model makes of them.

   In: a state, a player, a model with its inputs (interpreter/tools/learn/inputs.py makes them from the definition). Out: numbers, and
   the player's chance to win. An input is eight words: what it reads, of which value, three more, and how it goes over the players. */

enum { IN_CELL, IN_SUM, IN_OWNED, IN_HELD, IN_LET, IN_LINES, IN_NEAR, IN_BETWEEN, IN_TOWARDS, IN_ENTRY, IN_IS, IN_MINE, IN_THEIRS, IN_LIES,
       IN_ASKED, IN_SITE, IN_WORTH };
enum { OF_TABLE, OF_ME, OF_ALL };  /* one number for all, one for me; mine, the mean of the others, the best of the others */
enum { INPUT_WORDS = 8, LARGEST_INPUT = 6, MANY_PLACES = 4096 };
enum { HIDDEN = 16 };  /* units of the hidden layer, as many as in interpreter/tools/learn/model.py */
typedef float Units __attribute__((vector_size(64), aligned(4), may_alias));
typedef struct { I op, keep, a, b, c, d, over, unused; } Input;
typedef struct { I inputs, numbers, hidden; const Input *list; const I *words; const float *scale, *linear, *first, *bias, *second; } Model;

static I first_zone(I keep) { for (I list = 0; list < LISTS; list++) if (TABLE_OF(ListOf, lists)[list].keep == keep) return TABLE_OF(ListOf, lists)[list].first; return 0; }
static double number_in(const S *s, I keep, I at) { I v = cell_of(s, keep, at); return v == NONE ? 0 : (double)v; }
/* the entries of a value that have the player as their first key of players; the sum of what they hold, weighted by a column of another key */
static double summed(const S *s, const Input *in, const I *words, I player, int owned) {
    const KeepOf *keep = TABLE_OF(KeepOf, keeps) + in->keep;
    Entry e; double sum = 0;
    EACH_ENTRY(s, keep, e) {
        I v = cell_of(s, in->keep, e.at);
        if (v == NONE || (owned ? v != player : e.k[in->c] != player)) continue;
        double weight = in->b < 0 ? 1 : (double)words[in->b + e.k[in->a]];
        sum += owned || in->d ? weight : weight * (double)v;
    }
    return sum;
}
static double held_by(S *s, const Input *in, const I *words, I player) {
    const KeepOf *keep = TABLE_OF(KeepOf, keeps) + in->keep;
    Entry e; double sum = 0;
    I first = first_zone(in->keep);
    EACH_ENTRY(s, keep, e) {
        if (in->c >= 0 && e.k[in->c] != player) continue;
        L cards = zone(s, first + e.at);
        for (I i = 0; i < cards.n; i++) if (cards.p[i] != NONE) sum += in->b < 0 ? 1 : (double)words[in->b + cards.p[i]];
    }
    return sum;
}
/* lines of a length with so many of the player's things and no others */
static double lines_of(const S *s, const Input *in, const I *words, I player) {
    const I *line = words + in->a + 1;
    I n = words[in->a], length = in->b, found = 0;
    for (I i = 0; i < n; i++, line += length) {
        I mine = 0, others = 0;
        for (I j = 0; j < length; j++) { I v = cell_of(s, in->keep, line[j]); mine += v == player; others += v != NONE && v != player; }
        found += mine == in->c && !others;
    }
    return (double)found;
}
/* from where a player's piece is to the nearest place that holds: nothing (0), something of the player (1), of another (2), more than 0 (3) */
static double near_to(const S *s, const Input *in, const I *words, I player) {
    I here = cell_of(s, in->keep, player), places = words[in->a], best = 2 * words[in->a + 1];
    if (here == NONE) return (double)best;
    const I *far = words + in->a + 2 + here * places;
    for (I place = 0; place < places; place++) {
        I v = cell_of(s, in->b, place);
        int wanted = in->c == 0 ? v == NONE : in->c == 1 ? v == player : in->c == 2 ? v != NONE && v != player : v != NONE && v > 0;
        if (wanted && far[place] < best) best = far[place];
    }
    return (double)best;
}
/* the sum (d 0) or the least (d 1) of the distances to the places of the player's cards */
static double towards(S *s, const Input *in, const I *words, I player) {
    I here = cell_of(s, in->keep, player), places = words[in->a], most = 2 * words[in->a + 1], sum = 0, least = most;
    L cards = zone(s, first_zone(in->b) + player);
    for (I i = 0; i < cards.n; i++) {
        I place = cards.p[i] == NONE ? NONE : words[in->c + cards.p[i]];
        if (place == NONE) continue;
        I far = here == NONE ? most : words[in->a + 2 + here * places + place];
        sum += far; least = smaller(least, far);
    }
    return (double)(in->d ? least : sum);
}
static double let_of(S *s, X *x, const Input *in, I player, int for_bots) {
    jmp_buf here, *around = x->way_out;
    I used = x->used, found = NONE;
    x->way_out = &here; x->work = 0; x->deep = 0;
    if (!setjmp(here)) found = for_bots ? worth(s, player) : let_value(s, in->keep, player);
    x->way_out = around; x->used = used;
    return found == NONE ? 0 : (double)found;
}
static double input_of(S *s, X *x, const Input *in, const I *words, I player) {
    I at = in->a + player * in->b, v;
    switch (in->op) {
    case IN_CELL: return number_in(s, in->keep, player);
    case IN_SUM: return summed(s, in, words, player, 0);
    case IN_OWNED: return summed(s, in, words, player, 1);
    case IN_HELD: return held_by(s, in, words, player);
    case IN_LET: return let_of(s, x, in, player, 0);
    case IN_WORTH: return let_of(s, x, in, player, 1);
    case IN_LINES: return lines_of(s, in, words, player);
    case IN_NEAR: return near_to(s, in, words, player);
    case IN_BETWEEN: {
        I here = cell_of(s, in->keep, player), there = cell_of(s, in->b, player);
        return here == NONE || there == NONE ? (double)(2 * words[in->a + 1]) : (double)words[in->a + 2 + here * words[in->a] + there];
    }
    case IN_TOWARDS: return towards(s, in, words, player);
    case IN_ENTRY: return number_in(s, in->keep, at);
    case IN_IS: return cell_of(s, in->keep, at) == in->c;
    case IN_MINE: return cell_of(s, in->keep, at) == player;
    case IN_THEIRS: v = cell_of(s, in->keep, at); return v != NONE && v != player;
    case IN_LIES: return s->lies[LIES_FROM[in->c] + in->d] == at;
    case IN_ASKED: return !s->over && s->actor == player;
    case IN_SITE: return !s->over && s->site == in->a;
    }
    return 0;
}
/* all inputs of a position for one player: `numbers` of them, in the order of the list */
static void all_inputs(S *s, X *x, const Model *m, I me, float *out) {
    s->x = x; x->used = 0;
    close_question(s); keep_on(s);
    for (I i = 0; i < m->inputs; i++) {
        const Input *in = m->list + i;
        if (in->over != OF_ALL) { *out++ = (float)input_of(s, x, in, m->words, me); continue; }
        double sum = 0, best = 0;
        I others = 0;
        for (I player = 0; player < s->count; player++) {
            double v = input_of(s, x, in, m->words, player);
            if (player == me) { *out = (float)v; continue; }
            if (!others++ || v > best) best = v;
            sum += v;
        }
        out[1] = s->count > 1 ? (float)(sum / (double)(s->count - 1)) : 0;
        out[2] = (float)best;
        out += 3;
    }
    close_question(s);
}
static void scaled_inputs(const Model *m, float *out) {
    for (I i = 0; i < m->numbers; i++) {
        float v = m->scale[i] > 0 ? out[i] / m->scale[i] : 0;
        out[i] = v > LARGEST_INPUT ? LARGEST_INPUT : v < -LARGEST_INPUT ? -LARGEST_INPUT : v;
    }
}
/* the chance to win that a model sees in inputs that are scaled; `inner`, if wanted, gets the hidden layer */
static float judged_inputs(const Model *m, const float *in, float *inner) {
    float sum = m->bias[HIDDEN];
    Units layer = *(const Units *)m->bias;
    for (I i = 0; i < m->numbers; i++) {
        if (in[i] == 0) continue;
        sum += in[i] * m->linear[i];
        layer += in[i] * *(const Units *)(m->first + i * HIDDEN);
    }
    for (I j = 0; j < HIDDEN; j++) {
        float unit = layer[j] < 0 ? 0 : layer[j];
        sum += unit * m->second[j];
        if (inner) inner[j] = unit;
    }
    return 1.0f / (1.0f + expf(-sum));
}
static double model_value(S *s, X *x, const Model *m, I player, float *room_for_inputs) {
    all_inputs(s, x, m, player, room_for_inputs);
    scaled_inputs(m, room_for_inputs);
    return judged_inputs(m, room_for_inputs, 0);
}
EXPORTED I rw_inputs(S *s, X *x, const Model *m, I player, float *out) { all_inputs(s, x, m, player, out); return m->numbers; }
EXPORTED const char *rw_lets(void) { return LETS; }
