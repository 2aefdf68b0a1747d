/* Two small games as a programmer would write them in C, with plain arrays and the same shape of API: a state that can be
   copied, the choices of the present position, a choice made, a random playout. The yardstick of the generated C. */
#include <stdint.h>
#include <string.h>

static uint64_t next(uint64_t *x) { *x ^= *x >> 12; *x ^= *x << 25; *x ^= *x >> 27; return *x * 2685821657736338717ULL; }
static int below(uint64_t *x, int n) { return (int)((next(x) >> 32) * (uint64_t)n >> 32); }

/* ---- three in a row on nine squares */
typedef struct { int8_t owner[9]; int8_t mover, winner, over; int8_t n, choices[9]; } Noughts;
static const int8_t LINES[8][3] = {{0,1,2},{3,4,5},{6,7,8},{0,3,6},{1,4,7},{2,5,8},{0,4,8},{2,4,6}};

static void noughts_ask(Noughts *s) { s->n = 0; for (int8_t i = 0; i < 9; i++) if (s->owner[i] < 0) s->choices[s->n++] = i; }
static void noughts_start(Noughts *s) { memset(s->owner, -1, 9); s->mover = 0; s->winner = -1; s->over = 0; noughts_ask(s); }
static void noughts_choose(Noughts *s, int i) {
    int8_t at = s->choices[i], me = s->mover;
    s->owner[at] = me;
    for (int k = 0; k < 8; k++)
        if (s->owner[LINES[k][0]] == me && s->owner[LINES[k][1]] == me && s->owner[LINES[k][2]] == me) { s->winner = me; s->over = 1; return; }
    s->mover = 1 - me;
    noughts_ask(s);
    if (!s->n) s->over = 1;
}
int64_t noughts_games(uint64_t seed, int64_t games) {
    int64_t decisions = 0;
    for (int64_t g = 0; g < games; g++) {
        Noughts s;
        noughts_start(&s);
        while (!s.over) { noughts_choose(&s, below(&seed, s.n)); decisions++; }
    }
    return decisions;
}

/* ---- four in a row on seven columns of six */
typedef struct { int8_t owner[42]; int8_t height[7]; int8_t mover, winner, over, n, choices[7]; } Four;

static void four_ask(Four *s) { s->n = 0; for (int8_t c = 0; c < 7; c++) if (s->height[c] < 6) s->choices[s->n++] = c; }
static void four_start(Four *s) { memset(s, 0, sizeof *s); memset(s->owner, -1, 42); s->winner = -1; four_ask(s); }
static int four_run(const Four *s, int x, int y, int dx, int dy, int8_t me) {
    int n = 0;
    for (x += dx, y += dy; x >= 0 && x < 7 && y >= 0 && y < 6 && s->owner[y * 7 + x] == me; x += dx, y += dy) n++;
    return n;
}
static void four_choose(Four *s, int i) {
    int x = s->choices[i], y = s->height[x]++;
    int8_t me = s->mover;
    s->owner[y * 7 + x] = me;
    static const int8_t WAYS[4][2] = {{1,0},{0,1},{1,1},{1,-1}};
    for (int k = 0; k < 4; k++)
        if (four_run(s, x, y, WAYS[k][0], WAYS[k][1], me) + four_run(s, x, y, -WAYS[k][0], -WAYS[k][1], me) >= 3) { s->winner = me; s->over = 1; return; }
    s->mover = 1 - me;
    four_ask(s);
    if (!s->n) s->over = 1;
}
int64_t four_games(uint64_t seed, int64_t games) {
    int64_t decisions = 0;
    for (int64_t g = 0; g < games; g++) {
        Four s;
        four_start(&s);
        while (!s.over) { four_choose(&s, below(&seed, s.n)); decisions++; }
    }
    return decisions;
}
