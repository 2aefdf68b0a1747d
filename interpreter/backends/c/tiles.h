/* Tiles on grids: the counterpart of interpreter/runtime/grids.py and grounds.py, function by function.

   In: the tables of `tiles.py`, the spot of each tile in `S.spots`. Out: legal spots, contacts, parts that meet. A cell is
   `column + 1000 + 2001 * (row + 1000)` on a grid without end, else the number of the place; a spot is `turn + 4 * cell`, or
   `PLACED + turn + 8 * place`. Where tiles have parts, or lie on places, `S.at` says which tile covers a cell. */

enum { PLACED = 4 * 2001 * 2001 };
static inline I spot_at(I column, I row, I turn) { return turn + 4 * (column + 1000 + 2001 * (row + 1000)); }
static inline I spot_on(S *s, I place, I turn, I sides) { return PLACED + remainder_of(s, turn, sides) + 8 * place; }
static inline I turn_of(I spot) { return spot < PLACED ? spot % 4 : (spot - PLACED) % 8; }
static inline I cell_at_spot(I spot) { return spot < PLACED ? spot / 4 : (spot - PLACED) / 8; }
static const I STEP[8] = {2001, 2002, 1, -2000, -2001, -2002, -1, 2000}; /* to the cell in each direction */
#define SHAPE(g, tile, turn) (&DRAWINGS[SHAPES[g][(tile) * 4 + (turn)]])

/* ---- which tiles lie: a bit for each, kept by `meet` and `part` */
static inline uint64_t *lying(S *s, int g) { return s->lying + LYING_FROM[g]; }
#define EACH_LYING(s, g, t) \
    for (I t##_word = 0; t##_word < NEAR_WIDE[g]; t##_word++) \
        for (uint64_t t##_left = lying(s, g)[t##_word], t = 0; \
             t##_left && (t = (uint64_t)(64 * t##_word + __builtin_ctzll(t##_left)), 1); t##_left &= t##_left - 1)
static inline I many_bits(const uint64_t *bits, I words) {
    I n = 0;
    for (I i = 0; i < words; i++) n += __builtin_popcountll(bits[i]);
    return n;
}
static inline L list_of_bits(S *s, const uint64_t *bits, I words) {
    I *p = room(s, many_bits(bits, words)), n = 0;
    for (I i = 0; i < words; i++) for (uint64_t left = bits[i]; left; left &= left - 1) p[n++] = 64 * i + __builtin_ctzll(left);
    return (L){n, p};
}

typedef struct { I column, row; const Drawing *shape; } Lain; /* where a tile lies on a grid without end, and how */
static inline Lain lain(int g, I tile, I spot) {
    uint32_t place = (uint32_t)spot / 4, row = place / 2001;
    return (Lain){(I)(place - row * 2001) - 1000, (I)row - 1000, SHAPE(g, tile, spot % 4)};
}
typedef struct { I left, low, wide, high; const int16_t *tile; } Board; /* the tile covering each cell, -1 for none */
static Board extent(S *s, I list, I without) {
    int g = GRID_OF[list];
    const I *spots = s->spots + SPOTS_FROM[g];
    I x0 = 1 << 20, y0 = 1 << 20, x1 = -(1 << 20), y1 = -(1 << 20);
    EACH_LYING(s, g, t) {
        if ((I)t == without) continue;
        Lain it = lain(g, t, spots[t]); /* a shape begins at its corner */
        if (it.column < x0) x0 = it.column;
        if (it.row < y0) y0 = it.row;
        if (it.column + it.shape->wide > x1) x1 = it.column + it.shape->wide;
        if (it.row + it.shape->high > y1) y1 = it.row + it.shape->high;
    }
    if (x1 < x0) return (Board){0, 0, 0, 0, 0};
    return (Board){x0 - 1, y0 - 1, x1 - x0 + 2, y1 - y0 + 2, 0};
}
static Board board(S *s, I list, I without) {
    int g = GRID_OF[list];
    const I *spots = s->spots + SPOTS_FROM[g];
    Board b = extent(s, list, without);
    if (!b.wide) return b;
    int16_t *tile = (int16_t *)room(s, (b.wide * b.high + 3) / 4);
    memset(tile, 255, (size_t)(b.wide * b.high) * 2);
    EACH_LYING(s, g, t) {
        if ((I)t == without) continue;
        Lain it = lain(g, t, spots[t]);
        const Drawing *d = it.shape;
        for (int i = 0; i < d->n; i++) tile[(it.row + d->y[i] - b.low) * b.wide + it.column + d->x[i] - b.left] = (int16_t)t;
    }
    b.tile = tile;
    return b;
}
static inline int covers(const Board *b, I x, I y) {
    x -= b->left; y -= b->low;
    return x < 0 || y < 0 || x >= b->wide || y >= b->high ? -1 : b->tile[y * b->wide + x];
}
static const I SIDE_X[4] = {1, -1, 0, 0}, SIDE_Y[4] = {0, 0, 1, -1};
/* `placements` for boards whose rows fit into a word: all columns of a row and turn at once */
enum { TALLEST = 192 };
static L placements_by_rows(S *s, I list, I tile, Board b, I most) {
    int g = GRID_OF[list];
    const I *spots = s->spots + SPOTS_FROM[g], own = spots[tile];
    uint64_t covered[TALLEST], near[TALLEST]; /* bit 0: column left - most, row 0: row low - most */
    size_t rows = (size_t)(b.high + 2 * most) * sizeof *covered;
    memset(covered, 0, rows); memset(near, 0, rows);
    EACH_LYING(s, g, t) {
        if ((I)t == tile) continue;
        Lain it = lain(g, t, spots[t]);
        I c = it.column - b.left + most;
        uint64_t *row = covered + it.row - b.low + most;
        for (int i = 0; i < it.shape->n; i++) row[it.shape->y[i]] |= 1ULL << (c + it.shape->x[i]);
    }
    for (I r = most; r < most + b.high; r++) near[r] = covered[r] << 1 | covered[r] >> 1 | covered[r - 1] | covered[r + 1];
    I *p = room(s, (b.wide + most) * (b.high + most) * 4), n = 0;
    for (I r = 0; r < b.high + most; r++) {
        uint64_t open[4] = {0}, some = 0;
        for (unsigned turns = TURNS[g][tile]; turns; turns &= turns - 1) {
            int t = __builtin_ctz(turns);
            const Drawing *d = SHAPE(g, tile, t);
            uint64_t taken = 0, beside = 0;
            for (int i = 0; i < d->n; i++) { taken |= covered[r + d->y[i]] >> d->x[i]; beside |= near[r + d->y[i]] >> d->x[i]; }
            some |= open[t] = beside & ~taken & ((1ULL << (b.wide + most)) - 1);
        }
        I first = spot_at(b.left - most, r + b.low - most, 0);
        for (; some; some &= some - 1) {
            int c = __builtin_ctzll(some);
            for (unsigned turns = TURNS[g][tile]; turns; turns &= turns - 1) {
                int t = __builtin_ctz(turns);
                if (open[t] >> c & 1) p[n++] = first + 4 * c + t;
            }
        }
    }
    if (own == NONE) return (L){n, p};
    I left = 0;
    for (I i = 0; i < n; i++) { p[left] = p[i]; left += p[i] != own; }
    return (L){left, p};
}

/* ---- which tile covers a cell */
static I scanned(const S *s, int g, I cell, I but) {
    const I *spots = s->spots + SPOTS_FROM[g];
    for (I t = TILES_OF[g] - 1; t >= 0; t--) {
        if (t == but || spots[t] == NONE) continue;
        I first = cell_at_spot(spots[t]);
        if (NEXT[g]) { if (first == cell) return t; continue; }
        const Drawing *d = SHAPE(g, t, spots[t] % 4);
        for (int i = 0; i < d->n; i++) if (first + d->x[i] + 2001 * d->y[i] == cell) return t;
    }
    return -1;
}
static inline int16_t *entry_of(const S *s, int g, I cell) {
    int16_t *at = (int16_t *)s->at + AT_FROM[g];
    if (NEXT[g]) return at + cell;
    uint32_t mask = AT_MASK[g], i = ((uint32_t)cell * 2654435769u >> 12) & mask;
    while (at[i] && CELL_AT(s, g, i) != (int32_t)cell) i = (i + 1) & mask;
    return at + i;
}
/* the tile on a cell, -1 for none; `but` is looked through */
static inline I tile_on(const S *s, int g, I cell, I but) {
    if (NEXT[g] && (uint64_t)cell >= (uint64_t)PLACES_OF[g]) return -1;
    if (!NEXT[g] && !AT_MASK[g]) return scanned(s, g, cell, but);
    I found = *entry_of(s, g, cell) - 1;
    return unlikely(found >= 0 && found == but) ? scanned(s, g, cell, but) : found;
}
static inline I next_to(int g, I cell, I way) { return NEXT[g] ? NEXT[g][cell * 8 + way] : cell + STEP[way]; }
static inline int is_spot(int g, I spot) {
    if (!NEXT[g]) return spot < PLACED;
    return spot >= PLACED && cell_at_spot(spot) < PLACES_OF[g] && turn_of(spot) < SIDES_OF[g];
}
static void put_tile(S *s, int g, I tile) {
    I spot = s->spots[SPOTS_FROM[g] + tile], first = cell_at_spot(spot);
    if (NEXT[g]) { *entry_of(s, g, first) = (int16_t)(tile + 1); return; }
    if (!AT_MASK[g]) return;
    const Drawing *d = SHAPE(g, tile, spot % 4);
    for (int i = 0; i < d->n; i++) {
        I cell = first + d->x[i] + 2001 * d->y[i];
        int16_t *slot = entry_of(s, g, cell);
        CELL_AT(s, g, slot - (s->at + AT_FROM[g])) = (int32_t)cell;
        *slot = (int16_t)(tile + 1);
    }
}
static void put_tiles_again(S *s, int g) {
    memset(s->at + AT_FROM[g], 0, (size_t)(AT_FROM[g + 1] - AT_FROM[g]) * sizeof(int16_t));
    for (I t = 0; t < TILES_OF[g]; t++) if (s->spots[SPOTS_FROM[g] + t] != NONE) put_tile(s, g, t);
}
static int all_free(const S *s, int g, I tile, I spot) {
    I first = cell_at_spot(spot);
    if (NEXT[g]) return tile_on(s, g, first, -1) < 0;
    const Drawing *d = SHAPE(g, tile, spot % 4);
    for (int i = 0; i < d->n; i++) if (tile_on(s, g, first + d->x[i] + 2001 * d->y[i], -1) >= 0) return 0;
    return 1;
}

/* ---- what a tile touches */
static L beside_tile(S *s, int g, I tile, I spot, unsigned ways) {
    I first = cell_at_spot(spot), *p = room(s, TILES_OF[g]), n = 0;
    const Drawing *d = NEXT[g] ? 0 : SHAPE(g, tile, spot % 4);
    for (int i = 0; i < (d ? d->n : 1); i++) {
        I cell = d ? first + d->x[i] + 2001 * d->y[i] : first;
        for (unsigned left = ways; left; left &= left - 1) {
            I other = tile_on(s, g, next_to(g, cell, __builtin_ctz(left)), tile), at = n;
            if (other < 0) continue;
            while (at && p[at - 1] > other) at--;
            if (at && p[at - 1] == other) continue;
            memmove(p + at + 1, p + at, (size_t)(n++ - at) * sizeof(I));
            p[at] = other;
        }
    }
    return (L){n, p};
}
/* On a grid without end: the cells beside the tile as rows of bits, from which each tile takes those that it covers, the topmost
   first. */
enum { WIDEST_IN_ROWS = 61 };
static void touched_by_rows(S *s, int g, I tile, I spot, uint64_t *seen) {
    const I *spots = s->spots + SPOTS_FROM[g];
    Lain own = lain(g, tile, spot);
    uint64_t mine[68] = {0}, near[68]; /* bit 0: the column on the left, row 1: the row below; no shape has more than 64 cells */
    I rows = own.shape->high + 2, left = own.column - 1, low = own.row - 1;
    uint64_t *inside = mine + 1;
    for (int i = 0; i < own.shape->n; i++) inside[1 + own.shape->y[i]] |= 2ULL << own.shape->x[i];
    for (I y = 0; y < rows; y++) near[y] = inside[y] << 1 | inside[y] >> 1 | inside[y - 1] | inside[y + 1];
    for (I word = NEAR_WIDE[g] - 1; word >= 0; word--) {
        seen[word] = 0;
        for (uint64_t some = lying(s, g)[word]; some;) {
            int bit = 63 - __builtin_clzll(some);
            I t = 64 * word + bit;
            some ^= 1ULL << bit;
            if (t == tile) continue;
            Lain it = lain(g, t, spots[t]);
            I x = it.column - left, y = it.row - low;
            if (x > own.shape->wide + 1 || y >= rows || x + it.shape->wide <= 0 || y + it.shape->high <= 0) continue;
            for (int i = 0; i < it.shape->n; i++) {
                I cx = x + it.shape->x[i], cy = y + it.shape->y[i];
                if (cy < 0 || cy >= rows || cx < 0 || cx > 63 || !(near[cy] >> cx & 1)) continue;
                near[cy] ^= 1ULL << cx;
                seen[word] |= 1ULL << bit;
            }
        }
    }
}
static L touched_at(S *s, I list, I tile, I spot) {
    int g = GRID_OF[list];
    nn(s, tile); nn(s, spot);
    if (NEXT[g] && !is_spot(g, spot)) jump(s, FAULT);
    if (NEXT[g] || AT_MASK[g] || SHAPE(g, tile, spot % 4)->wide > WIDEST_IN_ROWS) return beside_tile(s, g, tile, spot, STRAIGHT[g]);
    uint64_t *seen = (uint64_t *)room(s, NEAR_WIDE[g]);
    touched_by_rows(s, g, tile, spot, seen);
    return list_of_bits(s, seen, NEAR_WIDE[g]);
}
static L around(S *s, I list, I tile) {
    int g = GRID_OF[list];
    I spot = s->spots[SPOTS_FROM[g] + index_in(s, nn(s, tile), TILES_OF[g])];
    return spot == NONE ? (L){0, 0} : beside_tile(s, g, tile, spot, SIDES_OF[g] == 4 ? 255 : STRAIGHT[g]);
}
static inline I tile_at(S *s, I list, I cell) { I found = tile_on(s, GRID_OF[list], nn(s, cell), -1); return found < 0 ? NONE : found; }
static inline I place_of_tile(S *s, I list, I tile) {
    I spot = s->spots[SPOTS_FROM[GRID_OF[list]] + nn(s, tile)];
    return spot == NONE ? NONE : cell_at_spot(spot);
}
static I tile_beside(S *s, I list, I tile, I way) {
    int g = GRID_OF[list];
    I spot = s->spots[SPOTS_FROM[g] + nn(s, tile)];
    nn(s, way);
    if (spot == NONE || !(SIDES_OF[g] == 4 || STRAIGHT[g] >> way & 1)) return NONE;
    I cell = cell_at_spot(spot);
    if (!NEXT[g]) { const Drawing *d = SHAPE(g, tile, spot % 4); cell += d->x[0] + 2001 * d->y[0]; }
    I found = tile_on(s, g, next_to(g, cell, way), -1);
    return found < 0 ? NONE : found;
}

/* ---- parts */
static L met_from(S *s, int g, const Parts *p, I part, I spot, I but) {
    I cell = cell_at_spot(spot), at = part * p->sides + turn_of(spot), way = -1, n = 0, *found = room(s, 3 * p->sides);
    const int16_t *row = 0;
    for (I m = p->from[at]; m < p->from[at + 1]; m++) {
        if (p->ways[m] != way) {
            way = p->ways[m];
            I tile = tile_on(s, g, next_to(g, cell, way), but);
            row = tile < 0 ? 0 : p->at + (tile * p->sides + turn_of(s->spots[SPOTS_FROM[g] + tile])) * 3 * p->sides;
        }
        I other = row ? row[p->slots[m]] : -1, to = n;
        if (other < 0) continue;
        while (to && found[to - 1] > other) to--;
        if (to && found[to - 1] == other) continue;
        for (I i = n++; i > to; i--) found[i] = found[i - 1];
        found[to] = other;
    }
    return (L){n, found};
}
static L met(S *s, I list, const Parts *p, I part) {
    int g = GRID_OF[list];
    I tile = p->tile[nn(s, part)], spot = s->spots[SPOTS_FROM[g] + tile];
    return spot == NONE ? (L){0, 0} : met_from(s, g, p, part, spot, tile);
}
static L met_at(S *s, I list, const Parts *p, I part, I spot) {
    int g = GRID_OF[list];
    nn(s, part); nn(s, spot);
    if (!is_spot(g, spot)) jump(s, FAULT);
    return met_from(s, g, p, part, spot, p->tile[part]);
}
static L open_edges(S *s, I list, const Parts *p, I part) {
    int g = GRID_OF[list];
    I spot = s->spots[SPOTS_FROM[g] + p->tile[nn(s, part)]], at = part * p->sides + (spot == NONE ? 0 : turn_of(spot)), n = 0;
    if (spot == NONE) return (L){0, 0};
    unsigned ways = 0;
    for (I m = p->from[at]; m < p->from[at + 1]; m++) ways |= 1u << p->ways[m];
    I *found = room(s, 8);
    for (I way = 0; way < 8; way++) if (ways >> way & 1 && tile_on(s, g, next_to(g, cell_at_spot(spot), way), -1) < 0) found[n++] = way;
    return (L){n, found};
}
static L placements_on_places(S *s, int g, I tile, unsigned turns) {
    I own = s->spots[SPOTS_FROM[g] + tile], *p = room(s, PLACES_OF[g] * SIDES_OF[g]), n = 0;
    for (I place = 0; place < PLACES_OF[g]; place++) {
        if (tile_on(s, g, place, tile) >= 0) continue;
        for (unsigned left = turns; left; left &= left - 1) {
            I spot = PLACED + __builtin_ctz(left) + 8 * place;
            if (spot != own) p[n++] = spot;
        }
    }
    return (L){n, p};
}
static L placements(S *s, I list, I tile) {
    nn(s, tile);
    int g = GRID_OF[list];
    unsigned turns = TURNS[g][tile];
    if (NEXT[g]) return placements_on_places(s, g, tile, turns);
    Board b = extent(s, list, tile);
    if (!b.wide) {
        I *p = room(s, 4), n = 0;
        for (I t = 0; t < 4; t++) if (turns >> t & 1) p[n++] = spot_at(0, 0, t);
        return (L){n, p};
    }
    I own = s->spots[SPOTS_FROM[g] + tile], most = 0;
    for (int t = 0; t < 4; t++) { const Drawing *d = SHAPE(g, tile, t); if (d->wide > most) most = d->wide; if (d->high > most) most = d->high; }
    if (b.wide + 2 * most < 64 && b.high + 2 * most < TALLEST) return placements_by_rows(s, list, tile, b, most);
    b = board(s, list, tile);
    I *p = room(s, (b.wide + most) * (b.high + most) * 4), n = 0;
    for (I r = b.low - most; r < b.low + b.high; r++)
        for (I c = b.left - most; c < b.left + b.wide; c++)
            for (I t = 0; t < 4; t++) {
                if (!(turns >> t & 1)) continue;
                const Drawing *d = SHAPE(g, tile, t);
                int free = 1, near = 0;
                for (int i = 0; i < d->n && free; i++) {
                    I x = c + d->x[i], y = r + d->y[i];
                    if (covers(&b, x, y) >= 0) free = 0;
                    else for (int k = 0; k < 4 && !near; k++) near = covers(&b, x + SIDE_X[k], y + SIDE_Y[k]) >= 0;
                }
                I found = spot_at(c, r, t);
                if (free && near && found != own) p[n++] = found;
            }
    return (L){n, p};
}
/* adjacency of tiles as bitsets, updated when a tile is laid or lifted */
static inline uint64_t *near(S *s, int g, I tile) { return s->near + NEAR_FROM[g] + tile * NEAR_WIDE[g]; }
static void part(S *s, int g, I tile) {
    uint64_t *own = near(s, g, tile);
    for (I i = 0; i < NEAR_WIDE[g]; i++) {
        for (uint64_t left = own[i]; left; left &= left - 1)
            near(s, g, 64 * i + __builtin_ctzll(left))[tile / 64] &= ~(1ULL << tile % 64);
        own[i] = 0;
    }
    lying(s, g)[tile / 64] &= ~(1ULL << tile % 64);
}
static void meet(S *s, I list, I tile) {
    int g = GRID_OF[list];
    I used = s->x->used, spot = s->spots[SPOTS_FROM[g] + tile];
    part(s, g, tile);
    if (spot == NONE) return;
    L found = touched_at(s, list, tile, spot);
    for (I i = 0; i < found.n; i++) {
        near(s, g, found.p[i])[tile / 64] |= 1ULL << tile % 64;
        near(s, g, tile)[found.p[i] / 64] |= 1ULL << found.p[i] % 64;
    }
    lying(s, g)[tile / 64] |= 1ULL << tile % 64;
    s->x->used = used;
}
static inline const uint64_t *touching_bits(S *s, I list, I tile) {
    int g = GRID_OF[list];
    return near(s, g, index_in(s, nn(s, tile), TILES_OF[g]));
}
static L touching(S *s, I list, I tile) { return list_of_bits(s, touching_bits(s, list, tile), NEAR_WIDE[GRID_OF[list]]); }
static inline I many_touching(S *s, I list, I tile) { return many_bits(touching_bits(s, list, tile), NEAR_WIDE[GRID_OF[list]]); }
static LL contacts(S *s, I list) {
    int g = GRID_OF[list];
    L *found = (L *)room(s, 2 * TILES_OF[g]);
    memset(found, 0, (size_t)TILES_OF[g] * sizeof *found);
    EACH_LYING(s, g, t) found[t] = touching(s, list, (I)t);
    return (LL){TILES_OF[g], found};
}
static L laid(S *s, I list) { return list_of_bits(s, lying(s, GRID_OF[list]), NEAR_WIDE[GRID_OF[list]]); }
static inline I many_laid(S *s, I list) { return many_bits(lying(s, GRID_OF[list]), NEAR_WIDE[GRID_OF[list]]); }
static inline I spot_of(S *s, I list, I tile) { return s->spots[SPOTS_FROM[GRID_OF[list]] + nn(s, tile)]; }
static void lay(S *s, int k, I list, I tile, I spot) {
    nn(s, tile); nn(s, spot);
    if (!is_spot(GRID_OF[list], spot)) jump(s, FAULT);
    if (NEXT[GRID_OF[list]] && tile_on(s, GRID_OF[list], cell_at_spot(spot), tile) >= 0) jump(s, FAULT);
    int16_t *lies = s->lies + LIES_FROM[k] + tile;
    if (*lies >= 0 && *lies != list) {
        take_out(s, *lies, tile);
        goes_from(s, *lies, tile);
    }
    int g = GRID_OF[list], anew = s->spots[SPOTS_FROM[g] + tile] != NONE || ((NEXT[g] || AT_MASK[g]) && !all_free(s, g, tile, spot));
    s->spots[SPOTS_FROM[g] + tile] = spot;
    if (anew) put_tiles_again(s, g); else put_tile(s, g, tile);
    meet(s, list, tile);
    *lies = (int16_t)list;
}
static void lift(S *s, I list, I tile) {
    int g = GRID_OF[list];
    s->spots[SPOTS_FROM[g] + tile] = NONE;
    put_tiles_again(s, g);
    part(s, g, tile);
}
