/* Chances: what each choice of a question, or a position, is worth to the players when bots play on from it.

   In: a position that waits for an answer, what is watched of its game, bots. Out: for each player a share of wins. Every choice meets the same
   imagined tables and the same luck, so that differences show early. */

/* play on to the end, each seat by its bot; OVER, or WAITING after `most` decisions */
static int played_on(S *s, X *x, Thinker *t, const Bot *bots, uint64_t seed, I most) {
    Match m = {.most = most, .leader = -1, .lead_changes = -1, .bots = bots, .thinker = t};
    for (I seat = 0; seat < s->count; seat++) m.luck[seat] = seeded(seat_seed(seed, seat));
    return s->over ? OVER : match_played(s, x, &m);
}
static void add_wins(const S *s, double *wins) {
    for (I i = 0; i < s->count; i++) if (!s->nwinners) wins[i] += 1.0 / (double)s->count;
    for (int i = 0; i < s->nwinners; i++) wins[s->winners[i]] += 1.0 / (double)s->nwinners;
}
/* Games from a position, to their ends: the `n` choices in `places` each in as many, or the position as it is if there are none. What the player
   who is asked does not see is imagined anew for each game; as it really is, if `open`. `wins` has a row of all players for each choice; returns how
   many games ended for every choice, or -1 if C has no room. */
EXPORTED I rw_outlook(const S *from, const Watch *watch, int open, const I *places, I n, uint64_t seed, I games, I most, const Bot *bots, double *wins) {
    Thinker *look = rw_thinker(), *thinker = rw_thinker();
    S *s = malloc(sizeof(S));
    X *x = rw_context();
    double rows[LEARNED_CHOICES][PLAYERS];
    volatile I ended_all = 0;
    jmp_buf here;
    memset(wins, 0, (size_t)((n ? n : 1) * from->count) * sizeof(double));
    copy_state(look->m->now, from);
    enter(look->m->now, look->m->x, &here);
    volatile int beyond_c = setjmp(here);
    if (!beyond_c) {
        if (!open) look_as_asked(look->m, from->actor, watch);
        for (I game = 0; game < games; game++) {
            uint64_t own = match_seed(seed, game);
            I ended_ = 0;
            if (open) { copy_state(look->table, from); look->table->random = seeded(own); }
            else imagine(look->m, look->table, own);
            for (I i = 0; i < (n ? n : 1); i++) {
                copy_state(s, look->table);
                int how = n ? rw_choose(s, x, places[i]) : s->over ? OVER : WAITING;
                if (how == WAITING) how = played_on(s, x, thinker, bots, own, most);
                memset(rows[i], 0, sizeof rows[i]);
                if (how == OVER) { add_wins(s, rows[i]); ended_++; }
            }
            look->m->x->way_out = &here;
            if (ended_ < (n ? n : 1)) continue;
            for (I i = 0; i < (n ? n : 1); i++) for (I j = 0; j < from->count; j++) wins[i * from->count + j] += rows[i][j];
            ended_all++;
        }
    }
    rw_drop(x); free(s); rw_thought(look); rw_thought(thinker);
    return beyond_c ? -1 : ended_all;
}
/* The same by a model that looks at the position after each choice: the mean over imagined tables, for the player who is asked. */
EXPORTED int rw_weighed(Thinker *t, const S *s, const Watch *watch, const Model *model, const I *places, I n, uint64_t seed, I redeals, double *found) {
    jmp_buf here;
    X *x = t->m->x;
    double values[PLAYERS];
    copy_state(t->m->now, s);
    enter(t->m->now, x, &here);
    if (setjmp(here)) return 0;
    look_as_asked(t->m, s->actor, watch);
    if (t->room_inputs < model->numbers) t->inputs = realloc(t->inputs, (size_t)(t->room_inputs = model->numbers) * sizeof(float));
    for (I i = 0; i < n; i++) found[i] = 0;
    for (I deal = 0; deal < redeals; deal++) {
        imagine(t->m, t->table, match_seed(seed, deal));
        for (I i = 0; i < n; i++) {
            copy_state(t->tried, t->table);
            int how = rw_choose(t->tried, x, places[i]);
            x->way_out = &here;
            if (how == BEYOND) return 0;
            if (how == OVER) { judged(t->tried, x, values); x->way_out = &here; found[i] += values[s->actor]; }
            else if (how == WAITING) found[i] += model_value(t->tried, x, model, s->actor, t->inputs);
        }
    }
    for (I i = 0; i < n; i++) found[i] /= (double)redeals;
    return 1;
}
/* what a model sees in a position as it is, for each player; 0 if it cannot be seen */
EXPORTED int rw_values(Thinker *t, const S *s, const Model *model, double *found) {
    if (t->room_inputs < model->numbers) t->inputs = realloc(t->inputs, (size_t)(t->room_inputs = model->numbers) * sizeof(float));
    Leaf leaf = {model, t->inputs};
    copy_state(t->tried, s);
    return s->over ? !judged(t->tried, t->m->x, found) : !leaf_value(t->tried, t->m->x, &leaf, found);
}
