/* Learning from games: play them with bots, and keep rows of inputs with what they should be worth.

   In: a table, bots with a share of random decisions, a model whose inputs are wanted. Out: rows of two sorts: positions with how their game
   ended; and questions, each choice with what random playouts from the same imagined tables with the same luck make of it. */

typedef struct { I tables, playouts; I *starts, n, room; S *played; } Questions;  /* rows of a question lie together, from its start */
typedef struct { float *rows, *targets; I room, n, begun, every; uint64_t luck; I owners[1 << 16]; Questions *questions; } Recorder;

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
/* what playouts make of a position, for one player: all with luck of their own, the same for each choice of a question */
static int tried_out(Recorder *r, Thinker *t, uint64_t luck, double *sum) {
    S *s = r->questions->played;
    double found[PLAYERS];
    *sum = 0;
    for (I i = 0; i < r->questions->playouts; i++) {
        uint64_t own = seeded(luck + (uint64_t)i);
        copy_state(s, t->tried);
        s->random = seeded(own);
        if (finished(s, t->m->x, &own, furthest(SOME_WAY), found)) return 0;
        *sum += found[t->m->player];
    }
    *sum /= (double)r->questions->playouts;
    return 1;
}
/* each choice of the question on one imagined table; choices that end the game need no model */
static void record_choices(Recorder *r, Thinker *t, const Model *m, I choices_, uint64_t luck, jmp_buf *around) {
    Questions *q = r->questions;
    X *x = t->m->x;
    double value;
    I first = r->n;
    if (q->n + 1 >= q->room || r->n + choices_ > r->room) return;
    imagine(t->m, t->table, luck_fork(&r->luck) >> 16);
    for (I j = 0; j < choices_; j++) {
        copy_state(t->tried, t->table);
        int how = rw_choose(t->tried, x, t->places[j]);
        if (how == WAITING && tried_out(r, t, luck, &value)) {
            jmp_buf here;
            enter(t->tried, x, &here);
            if (!setjmp(here)) {
                all_inputs(t->tried, x, m, t->m->player, r->rows + r->n * m->numbers);
                r->targets[r->n++] = (float)value;
            }
        }
        x->way_out = around;
    }
    if (r->n - first < 2) r->n = first;
    else q->starts[q->n++] = first;
}
static void record_question(Recorder *r, Thinker *t, const S *s, const Watch *watch, const Model *m) {
    if (choices(s) < 2) return;
    jmp_buf here;
    copy_state(t->m->now, s);
    enter(t->m->now, t->m->x, &here);
    if (setjmp(here)) return;
    look_as_asked(t->m, s->actor, watch);
    I n = spread_evenly(t, choices(s), MAX_CHOICES);
    for (I i = 0; i < r->questions->tables; i++) record_choices(r, t, m, n, luck_fork(&r->luck), &here);
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
        if (!luck_below(&r->luck, r->every)) {
            if (r->questions) record_question(r, m->thinker, s, m->watch, model);
            else record_row(r, m->thinker, s, model);
        }
        I all = choices(s), place;
        if (luck_part(&r->luck) < shares[s->actor]) {
            place = luck_below(&r->luck, all);
            if (m->watch) watch_answer(m->watch, s, place);
        } else place = decided(s, m);
        m->count++;
        answered(s, place);
    }
}
/* Play games and keep rows of them; returns how many rows, with their targets; `done` gets the games that ended. With `questions`, a row for each
   choice of some of their questions, in `starts` where each begins and last where the last ends. */
EXPORTED I rw_record(const S *table, X *x, uint64_t base, I first, I n, I most, I every, const Bot *bots, const double *shares, const Model *model,
                     float *rows, float *targets, I room, I *done, Questions *questions) {
    S *s = malloc(sizeof(S));
    Thinker *thinker = rw_thinker();
    Watch *watch = rw_watch();
    Recorder *r = calloc(1, sizeof(Recorder));
    double values[PLAYERS];
    *r = (Recorder){.rows = rows, .targets = targets, .room = room, .every = every, .questions = questions};
    if (questions) questions->played = malloc(sizeof(S));
    x->watch = watch;
    *done = 0;
    for (I i = 0; i < n && r->n < room && !(questions && questions->n + 1 >= questions->room); i++) {
        uint64_t seed = match_seed(base, first + i);
        Match m = {.most = most, .leader = -1, .lead_changes = -1, .bots = bots + (i % table->count) * table->count, .thinker = thinker, .watch = watch};
        const double *own_shares = shares + (i % table->count) * table->count;
        watch_anew(watch);
        copy_state(s, table);
        r->begun = r->n; r->luck = seeded(seed ^ 0x5DEECE66DULL);
        for (I seat = 0; seat < s->count; seat++) m.luck[seat] = seeded(seat_seed(seed, seat));
        int how = rw_begin(s, x, seeded(seed));
        if (how == WAITING) how = recorded_match(s, x, &m, r, model, own_shares);
        if (questions) { *done += how == OVER; continue; }
        if (how != OVER || judged(s, x, values)) { r->n = r->begun; continue; }
        for (I row = r->begun; row < r->n; row++) targets[row] = (float)values[r->owners[row - r->begun]];
        ++*done;
    }
    I found = r->n;
    if (questions) { questions->starts[questions->n] = found; free(questions->played); }
    x->watch = 0;
    rw_unwatch(watch); rw_thought(thinker); free(r); free(s);
    return found;
}
