/* Walks through networks: the counterpart of interpreter/runtime/networks.py, with the same order of results.

   In: members of one kind as numbers, marks for what is open. Out: lists and lengths. Generated code makes the steps; a walk
   is `walk_from`, then for each `walk_on` the places that follow as `walk_to`. */

typedef struct { I *far, *queue, first, last, here, limit; const unsigned char *stop, *goal; } Walk;

static unsigned char *no_marks(S *s, I size) {
    unsigned char *marks = (unsigned char *)room(s, (size + 7) / 8);
    memset(marks, 0, (size_t)size);
    return marks;
}
static unsigned char *marks_of(S *s, I size, L some) {
    unsigned char *marks = no_marks(s, size);
    for (I i = 0; i < some.n; i++) marks[some.p[i]] = 1;
    return marks;
}
static Walk walk_from(S *s, I size, L start, L stops, L wanted) {
    Walk w = {room(s, size), room(s, size), 0, 0, 0, -1, stops.n ? marks_of(s, size, stops) : 0, wanted.n ? marks_of(s, size, wanted) : 0};
    for (I i = 0; i < size; i++) w.far[i] = NONE;
    for (I i = 0; i < start.n; i++) {
        I place = start.p[i];
        if (w.far[place] != NONE) continue;
        w.far[place] = 0;
        w.queue[w.last++] = place;
        if (w.goal && w.goal[place]) w.limit = 0;
    }
    return w;
}
static inline I walk_on(Walk *w) {
    while (w->first < w->last) {
        I place = w->queue[w->first++], steps = w->far[place];
        if (steps == w->limit) return 0;
        if (w->stop && steps && w->stop[place]) continue;
        w->here = place;
        return 1;
    }
    return 0;
}
static inline void walk_to(Walk *w, I place) {
    if (w->far[place] != NONE) return;
    w->far[place] = w->far[w->here] + 1;
    w->queue[w->last++] = place;
    if (w->goal && w->goal[place]) w->limit = w->far[place];
}
static L nearest_of(S *s, const Walk *w, L wanted) {
    I least = NONE, n = 0, *found = room(s, wanted.n);
    for (I i = 0; i < wanted.n; i++) {
        I far = w->far[wanted.p[i]];
        if (far != NONE && (least == NONE || far < least)) least = far;
    }
    for (I i = 0; i < wanted.n; i++) if (least != NONE && w->far[wanted.p[i]] == least) found[n++] = wanted.p[i];
    return (L){n, found};
}
static L marked(S *s, I size, const unsigned char *marks) {
    I *found = room(s, size), n = 0;
    for (I i = 0; i < size; i++) if (marks[i]) found[n++] = i;
    return (L){n, found};
}

/* union-find over the members of a list; what is not in it has no place above */
static I *ungrouped(S *s, I size, L things) {
    I *above = room(s, size);
    for (I i = 0; i < size; i++) above[i] = NONE;
    for (I i = 0; i < things.n; i++) above[things.p[i]] = things.p[i];
    return above;
}
static I top_of(I *above, I thing) {
    while (above[thing] != thing) { above[thing] = above[above[thing]]; thing = above[thing]; }
    return thing;
}
static inline void grouped_with(I *above, I thing, I other) { if (above[other] != NONE) above[top_of(above, other)] = top_of(above, thing); }
static LL groups_of(S *s, I size, I *above, L things) {
    L some = distinct(s, things), *groups = (L *)room(s, 2 * some.n);
    I *number = room(s, size), *count = room(s, some.n), n = 0;
    for (I i = 0; i < size; i++) number[i] = NONE;
    for (I i = 0; i < some.n; i++) {
        I top = top_of(above, some.p[i]);
        if (number[top] == NONE) { count[n] = 0; number[top] = n++; }
        count[number[top]]++;
    }
    for (I g = 0; g < n; g++) groups[g] = (L){0, room(s, count[g])};
    for (I i = 0; i < some.n; i++) {
        L *group = &groups[number[top_of(above, some.p[i])]];
        ((I *)group->p)[group->n++] = some.p[i];
    }
    return (LL){n, groups};
}

/* the longest line of connections that uses none twice; a stop is a separate end for each connection there */
typedef struct { I ways, places; I *one, *other, *length, *from, *around; } Trails;

static Trails trails_of(S *s, L ways, L lengths, L stops, const L *ends, I places) {
    unsigned char *stop = marks_of(s, places, stops);
    L some = distinct(s, ways);
    I m = some.n, *one = room(s, m), *other = room(s, m), *length = room(s, m), apart = places, n = 0;
    for (I i = 0; i < m; i++) {
        I at = 0;
        while (ways.p[at] != some.p[i]) at++;
        length[i] = !lengths.n ? 1 : lengths.p[at] > 0 ? lengths.p[at] : 0;
        const I *both = ends[some.p[i]].p;
        one[i] = stop[both[0]] ? apart++ : both[0];
        other[i] = stop[both[1]] ? apart++ : both[1];
    }
    I *from = room(s, apart + 1), *around = room(s, 2 * m);
    for (I place = 0; place < apart; place++) {
        from[place] = n;
        for (I i = 0; i < m; i++) if (one[i] == place || other[i] == place) around[n++] = i;
    }
    from[apart] = n;
    return (Trails){m, apart, one, other, length, from, around};
}
static I longest_from(S *s, const Trails *t, I start, I total, I best) {
    unsigned char *gone = no_marks(s, t->ways);
    I *next = room(s, t->ways + 1), *way_of = room(s, t->ways + 1), *place_of = room(s, t->ways + 1);
    I deep = 0, place = start, length = 0, left = total;
    next[0] = t->from[start];
    for (;;) {
        I at = next[deep], end = t->from[place + 1];
        while (at < end && gone[t->around[at]]) at++;
        if (at < end && length + left > best) {
            I way = t->around[at];
            next[deep] = at + 1;
            spend(s, 1);
            gone[way] = 1;
            way_of[deep] = way;
            place_of[deep++] = place;
            place = t->one[way] == place ? t->other[way] : t->one[way];
            length += t->length[way];
            left -= t->length[way];
            if (length > best) best = length;
            next[deep] = t->from[place];
        } else if (deep) {
            I way = way_of[--deep];
            place = place_of[deep];
            gone[way] = 0;
            length -= t->length[way];
            left += t->length[way];
        } else
            return best;
    }
}
static I longest_trail(S *s, L ways, L lengths, L stops, const L *ends, I places) {
    Trails t = trails_of(s, ways, lengths, stops, ends, places);
    unsigned char *seen = no_marks(s, t.ways + 1);
    I *part = room(s, t.ways + 1), best = 0;
    for (I first = 0; first < t.ways; first++) {
        if (seen[first]) continue;
        unsigned char *odd = no_marks(s, t.places);
        I n = 0, total = 0, odds = 0;
        seen[first] = 1;
        part[n++] = first;
        for (I i = 0; i < n; i++) {
            total += t.length[part[i]];
            for (int side = 0; side < 2; side++) {
                I place = side ? t.other[part[i]] : t.one[part[i]];
                if ((t.from[place + 1] - t.from[place]) % 2 && !odd[place]) { odd[place] = 1; odds++; }
                for (I at = t.from[place]; at < t.from[place + 1]; at++)
                    if (!seen[t.around[at]]) { seen[t.around[at]] = 1; part[n++] = t.around[at]; }
            }
        }
        if (total <= best) continue;
        if (odds <= 2) { best = total; continue; }
        for (I place = 0; place < t.places; place++) if (odd[place]) best = longest_from(s, &t, place, total, best);
    }
    return best;
}
