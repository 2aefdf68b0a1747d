/* The runtime of every game in C: the counterpart of interpreter/runtime, function by function.

   In: the sizes, the struct S and the tables that `module.py` writes in front of it. Out: functions that generated code
   calls. A number is an I; none is NONE. A list is a view L: its length and a pointer to its items. Temporaries are in an
   arena of the context X and are freed at the next decision; what lasts is in S, so that cloning is one copy.
   Failures are long jumps: FAULT and ROUGH are a Fault and an exception in Python, BEYOND means that something did not
   fit into S or X. The Python engine repeats the decision to make the message. */

enum { CHANGING = -1, FOREVER = -2 }; /* no question is open: nothing is memoized; or it is, for ever */
enum { WAITING = 0, OVER = 1, FAULT = 2, BEYOND = 3, ROUGH = 4, REJECTED = 5, ENDED = 6 };

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

static void jump(S *s, int why) __attribute__((noreturn, cold, noinline));
static void jump(S *s, int why) { longjmp(*s->x->way_out, why); }

/* why Python has to make a decision */
static const char A_NUMBER[] = "a number is too large", DEPTH[] = "values use each other too deeply",
    TEMPORARIES[] = "the lists of one decision are too long", FRAMES_AND_OPTIONS[] = "there are too many options or procedures",
    KEPT_ITEMS[] = "the lists that are kept are too long", MANY_TRIALS[] = "there are too many ways to try",
    MANY_TIMERS[] = "too many cards have a time", MANY_SECRETS[] = "too many secrets lead to a question", STEPS_DOWN[] = "a range goes down",
    MANY_WINNERS[] = "a player wins too often", MANY_REGIONS[] = "there are too many conditions on what is left";
static void beyond(S *s, const char *why) __attribute__((noreturn, cold, noinline));
static void beyond(S *s, const char *why) { s->x->beyond = why; jump(s, BEYOND); }

static inline I nn(S *s, I a) { if (unlikely(a == NONE)) jump(s, ROUGH); return a; }
static inline I index_in(S *s, I a, I n) { if (unlikely((uint64_t)a >= (uint64_t)n)) jump(s, ROUGH); return a; }
/* an index written in the rules; out of range is a fault */
static inline I item_in(S *s, I a, I n) { if (unlikely((uint64_t)a >= (uint64_t)n)) jump(s, FAULT); return a; }
static inline void spend(S *s, I steps) { s->x->work += steps; if (unlikely(s->x->work > 5000000)) jump(s, FAULT); }

static inline S *deeper(S *s) { if (++s->x->deep > 150) beyond(s, DEPTH); return s; }
static inline void came_back(S **s) { (*s)->x->deep--; }

/* ---- the arena for temporaries */
static inline I *room(S *s, I n) {
    X *x = s->x;
    if (unlikely(x->used + n > x->size)) beyond(s, TEMPORARIES);
    I *found = x->words + x->used;
    x->used += n;
    return found;
}
/* most lists are short: copy a few words one by one, and keep the compiler from turning that into a call */
static inline void put_words(I *to, const I *from, I n) {
    if (n > 8 || (to > from && to < from + n)) { memmove(to, from, (size_t)n * sizeof(I)); return; }
    for (I i = 0; i < n; i++) { I word = from[i]; __asm__("" : "+r"(word)); to[i] = word; }
}
static inline L copied(S *s, L a) {
    if (a.n < 0) return a;
    I *p = room(s, a.n);
    put_words(p, a.p, a.n);
    return (L){a.n, p};
}

static inline I smaller(I a, I b) { return b < a ? b : a; }
/* ---- stored lists: their items are behind the fixed part of the state and move when they grow */
#if KEPT
static inline I items_of(const Stored *c) { return c->n > 0 ? c->n : 0; }
/* move all items together; views of stored lists become invalid */
static void pack_kept(S *s) {
    I *all = room(s, s->kept_top), top = 0;
    memcpy(all, s->kept, (size_t)s->kept_top * sizeof(I));
    for (int i = 0; KEPT_LISTS[i].count; i++)
        for (int j = 0; j < KEPT_LISTS[i].count; j++) {
            Stored *c = (Stored *)((char *)s + KEPT_LISTS[i].at) + j;
            I n = items_of(c);
            memcpy(s->kept + top, all + c->at, (size_t)n * sizeof(I));
            c->at = (int32_t)top; c->room = (int32_t)n;
            top += n;
        }
    s->kept_top = (int32_t)top;
}
/* make room for n items, the present ones kept; `v` is a list that the caller still needs */
static __attribute__((noinline)) void grow_kept(S *s, Stored *c, I n, L *v) {
    if (unlikely(n > KEPT)) beyond(s, KEPT_ITEMS);
    if (unlikely(s->kept_top + n > KEPT)) { *v = copied(s, *v); pack_kept(s); }
    I wide = smaller(n + n / 2 + 2, KEPT - s->kept_top), had = items_of(c);
    if (unlikely(wide < n)) beyond(s, KEPT_ITEMS);
    if (c->at + c->room == s->kept_top && c->room) { /* the last one grows where it is */
        wide = smaller(n + n / 2 + 2, KEPT - c->at);
        s->kept_top = (int32_t)(c->at + wide); c->room = (int32_t)wide;
        return;
    }
    put_words(s->kept + s->kept_top, s->kept + c->at, had);
    c->at = s->kept_top; c->room = (int32_t)wide;
    s->kept_top += (int32_t)wide;
}
static inline void put_kept(S *s, Stored *c, L v) {
    if (unlikely(v.n > c->room)) grow_kept(s, c, v.n, &v);
    if (v.n > 0) put_words(s->kept + c->at, v.p, v.n);
    c->n = (int32_t)v.n;
}
static inline void append_kept(S *s, Stored *c, L v) {
    if (unlikely(c->n + v.n > c->room)) grow_kept(s, c, c->n + v.n, &v);
    put_words(s->kept + c->at + c->n, v.p, v.n);
    c->n += (int32_t)v.n;
}
static const I *kept_in(S *s, Stored *c, const I *p) {
    I n = *p++;
    *c = (Stored){0, 0, 0};
    put_kept(s, c, (L){n, p});
    return n > 0 ? p + n : p;
}
#endif

/* ---- numbers */
static inline I add(S *s, I a, I b) { I r; if (unlikely(__builtin_add_overflow(a, b, &r))) beyond(s, A_NUMBER); return r; }
static inline I subtract(S *s, I a, I b) { I r; if (unlikely(__builtin_sub_overflow(a, b, &r))) beyond(s, A_NUMBER); return r; }
static inline I times(S *s, I a, I b) {
    I r;
    if (unlikely(__builtin_mul_overflow(a, b, &r) || r > LARGEST || r < -LARGEST)) beyond(s, A_NUMBER);
    return r;
}
static inline I floor_div(S *s, I a, I b) {
    if (unlikely(b == 0)) jump(s, ROUGH);
    I q = a / b;
    return q - ((a % b != 0) && ((a < 0) != (b < 0)));
}
static inline I remainder_of(S *s, I a, I b) { return a - floor_div(s, a, b) * b; }
static inline I ceil_div(S *s, I a, I b) { return -floor_div(s, -a, b); }
static inline I nearest(S *s, I a, I b) { return floor_div(s, add(s, add(s, a, a), b), add(s, b, b)); }
static inline I larger(I a, I b) { return b > a ? b : a; }
static inline I in_reach(S *s, I v) { if (unlikely((uint64_t)v + LARGEST > 2 * LARGEST)) beyond(s, A_NUMBER); return v; }
static inline I within(S *s, I v, I low, I high) { if (unlikely(v < low || v > high)) jump(s, FAULT); return v; }

/* ---- chance */
static inline uint64_t stepped(uint64_t x) { x ^= x >> 12; x ^= x << 25; x ^= x >> 27; return x; }
static inline I scaled(uint64_t x, I n) { return (I)(((x * 2685821657736338717ULL) >> 32) * (uint64_t)n >> 32); }
static inline I below(S *s, I n) { s->random = stepped(s->random); s->chance_count++; return scaled(s->random, n); }
static I roll_one(S *s, I sides) { if (sides < 1) jump(s, FAULT); return below(s, sides) + 1; }
static L roll(S *s, I count, I sides) {
    if (sides < 1 || count > 10000) jump(s, FAULT);
    if (count < 0) count = 0;
    I *p = room(s, count);
    for (I i = 0; i < count; i++) p[i] = below(s, sides) + 1;
    return (L){count, p};
}
static I pick(S *s, L a) { if (!a.n) jump(s, FAULT); return a.p[below(s, a.n)]; }

/* ---- lists */
static I many_numbers(S *s, I low, I high, I step) {
    if (step == 0) jump(s, ROUGH);
    I n = step > 0 ? (high < low ? 0 : (high - low) / step + 1) : (low < high + 1 ? 0 : (low - high - 1 + -step - 1) / -step);
    if (n > 1000000) jump(s, FAULT);
    return n;
}
static L numbers(S *s, I low, I high, I step) {
    I n = many_numbers(s, low, high, step), *p = room(s, n);
    for (I i = 0; i < n; i++) p[i] = low + i * step;
    return (L){n, p};
}
static inline I spent(S *s, I n) { spend(s, n); return n; }
static inline L few(S *s, L a) { spend(s, a.n); return a; }
static inline L upto(I n) { return (L){n, COUNTING}; }
static inline I holds(L a, I v) { for (I i = 0; i < a.n; i++) if (a.p[i] == v) return 1; return 0; }
static inline I equal(L a, L b) { return a.n == b.n && (a.n <= 0 || !memcmp(a.p, b.p, (size_t)a.n * sizeof(I))); }
static I total(S *s, L a) { I sum = 0; for (I i = 0; i < a.n; i++) sum = add(s, sum, nn(s, a.p[i])); return sum; }
static inline I item_of(S *s, L a, I number) { nn(s, number); return a.p[item_in(s, number - 1, a.n)]; }
static inline I first_of(L a) { return a.n ? a.p[0] : NONE; }
static inline I last_of(L a) { return a.n ? a.p[a.n - 1] : NONE; }
static inline I only(S *s, L a) { if (a.n != 1) jump(s, FAULT); return a.p[0]; }
static inline I sole_of(L a) { return a.n == 1 ? a.p[0] : NONE; }
static inline L take(L a, I n) { if (n < 0) n = 0; return (L){n < a.n ? n : a.n, a.p}; }
static inline L drop(L a, I n) { if (n < 0) n = 0; if (n > a.n) n = a.n; return (L){a.n - n, a.p + n}; }
static L reversed(S *s, L a) { I *p = room(s, a.n); for (I i = 0; i < a.n; i++) p[i] = a.p[a.n - 1 - i]; return (L){a.n, p}; }
static L joined(S *s, L a, L b) {
    I *p = room(s, a.n + b.n);
    put_words(p, a.p, a.n);
    put_words(p + a.n, b.p, b.n);
    return (L){a.n + b.n, p};
}
/* ---- sets, for lists too long to be searched item by item: open addressing in the arena. Each slot has a number and how often
   it is there; the number of an empty slot is one that no game has. The caller frees the set. */
enum { SHORT_LIST = 16 };
#define VACANT (INT64_MIN + 1)
typedef struct { I number, often; } Slot;
typedef struct { Slot *slots; uint64_t mask; } Set;
static Set new_set(S *s, I n) {
    I size = 2 * SHORT_LIST;
    while (size < 2 * n) size *= 2;
    Slot *slots = (Slot *)room(s, 2 * size);
    for (I i = 0; i < size; i++) slots[i].number = VACANT;
    return (Set){slots, (uint64_t)size - 1};
}
static inline Slot *set_slot(Set set, I v) {
    uint64_t at = (uint64_t)v * 0x9E3779B97F4A7C15ULL >> 32;
    for (;; at++) {
        Slot *slot = set.slots + (at & set.mask);
        if (slot->number == v || slot->number == VACANT) return slot;
    }
}
static inline I set_holds(Set set, I v) { return set_slot(set, v)->number == v; }
/* is it new? */
static inline I set_add(Set set, I v) {
    Slot *slot = set_slot(set, v);
    if (slot->number == v) { slot->often++; return 0; }
    *slot = (Slot){v, 1};
    return 1;
}
static Set set_of(S *s, L a) { Set set = new_set(s, a.n); for (I i = 0; i < a.n; i++) set_add(set, a.p[i]); return set; }

static L distinct(S *s, L a) {
    I *p = room(s, a.n), n = a.n > 0;
    if (n) p[0] = a.p[0];
    while (n < a.n && a.p[n] > a.p[n - 1]) { p[n] = a.p[n]; n++; } /* a strictly rising prefix has no duplicates */
    if (n < a.n && a.n > SHORT_LIST) {
        I used = s->x->used;
        Set set = new_set(s, a.n);
        n = 0;
        for (I i = 0; i < a.n; i++) if (set_add(set, a.p[i])) p[n++] = a.p[i];
        s->x->used = used;
        return (L){n, p};
    }
    for (I i = n; i < a.n; i++) if (!holds((L){n, p}, a.p[i])) p[n++] = a.p[i];
    return (L){n, p};
}
static L filtered(S *s, L a, L b, I wanted) {
    I *p = room(s, a.n), n = 0;
    if (b.n > SHORT_LIST && a.n > SHORT_LIST / 2) {
        I used = s->x->used;
        Set set = set_of(s, b);
        for (I i = 0; i < a.n; i++) if (set_holds(set, a.p[i]) == wanted) p[n++] = a.p[i];
        s->x->used = used;
        return (L){n, p};
    }
    for (I i = 0; i < a.n; i++) if (holds(b, a.p[i]) == wanted) p[n++] = a.p[i];
    return (L){n, p};
}
static L together(S *s, LL a) {
    I n = 0;
    for (I i = 0; i < a.n; i++) n += a.p[i].n;
    I *p = room(s, n), at = 0;
    for (I i = 0; i < a.n; i++) { memcpy(p + at, a.p[i].p, (size_t)a.p[i].n * sizeof(I)); at += a.p[i].n; }
    return (L){n, p};
}
/* lists of lists; stored flat: the count, then the length and the items of each */
static inline L first_list_of(LL a) { return a.n ? a.p[0] : (L){-1, 0}; }
static inline L last_list_of(LL a) { return a.n ? a.p[a.n - 1] : (L){-1, 0}; }
static inline L sole_list_of(LL a) { return a.n == 1 ? a.p[0] : (L){-1, 0}; }
static LL copied_lists(S *s, LL a) { L *p = (L *)room(s, 2 * a.n); for (I i = 0; i < a.n; i++) p[i] = a.p[i]; return (LL){a.n, p}; }
static inline LL take_lists(LL a, I n) { if (n < 0) n = 0; return (LL){n < a.n ? n : a.n, a.p}; }
static inline LL drop_lists(LL a, I n) { if (n < 0) n = 0; if (n > a.n) n = a.n; return (LL){a.n - n, a.p + n}; }
static LL joined_lists(S *s, LL a, LL b) {
    L *p = (L *)room(s, 2 * (a.n + b.n));
    for (I i = 0; i < a.n; i++) p[i] = a.p[i];
    for (I i = 0; i < b.n; i++) p[a.n + i] = b.p[i];
    return (LL){a.n + b.n, p};
}
static LL reversed_lists(S *s, LL a) { L *p = (L *)room(s, 2 * a.n); for (I i = 0; i < a.n; i++) p[i] = a.p[a.n - 1 - i]; return (LL){a.n, p}; }
static I holds_list(LL a, L b) { for (I i = 0; i < a.n; i++) if (equal(a.p[i], b)) return 1; return 0; }
static I equal_lists(LL a, LL b) { if (a.n != b.n) return 0; for (I i = 0; i < a.n; i++) if (!equal(a.p[i], b.p[i])) return 0; return 1; }
/* a set of lists: slots hold indexes into `all`, found by a hash of the items */
typedef struct { int32_t *slots; uint64_t mask; const L *all; } ListSet;
static inline uint64_t hash_of(L a) {
    uint64_t h = (uint64_t)a.n;
    for (I i = 0; i < a.n; i++) { h = (h ^ (uint64_t)a.p[i]) * 0x9E3779B97F4A7C15ULL; h ^= h >> 29; }
    return h;
}
static ListSet new_list_set(S *s, I n, const L *all) {
    I size = 2 * SHORT_LIST;
    while (size < 2 * n) size *= 2;
    int32_t *slots = (int32_t *)room(s, size / 2);
    memset(slots, 255, (size_t)size * sizeof(int32_t));
    return (ListSet){slots, (uint64_t)size - 1, all};
}
static inline int32_t *list_slot(ListSet set, L a) {
    for (uint64_t at = hash_of(a);; at++) {
        int32_t *slot = set.slots + (at & set.mask);
        if (*slot < 0 || equal(set.all[*slot], a)) return slot;
    }
}
static LL distinct_lists(S *s, LL a) {
    L *p = (L *)room(s, 2 * a.n);
    I n = 0;
    if (a.n > SHORT_LIST) {
        I used = s->x->used;
        ListSet set = new_list_set(s, a.n, p);
        for (I i = 0; i < a.n; i++) {
            int32_t *slot = list_slot(set, a.p[i]);
            if (*slot < 0) { *slot = (int32_t)n; p[n++] = a.p[i]; }
        }
        s->x->used = used;
        return (LL){n, p};
    }
    for (I i = 0; i < a.n; i++) if (!holds_list((LL){n, p}, a.p[i])) p[n++] = a.p[i];
    return (LL){n, p};
}
static LL filtered_lists(S *s, LL a, LL b, I wanted) {
    L *p = (L *)room(s, 2 * a.n);
    I n = 0;
    if (b.n > SHORT_LIST && a.n > SHORT_LIST / 2) {
        I used = s->x->used;
        ListSet set = new_list_set(s, b.n, b.p);
        for (I i = 0; i < b.n; i++) *list_slot(set, b.p[i]) = (int32_t)i;
        for (I i = 0; i < a.n; i++) if ((*list_slot(set, a.p[i]) >= 0) == wanted) p[n++] = a.p[i];
        s->x->used = used;
        return (LL){n, p};
    }
    for (I i = 0; i < a.n; i++) if (holds_list(b, a.p[i]) == wanted) p[n++] = a.p[i];
    return (LL){n, p};
}
static I how_often_list(L v, LL a) { I n = 0; for (I i = 0; i < a.n; i++) n += equal(a.p[i], v); return n; }
static LL taking_away_lists(S *s, LL a, LL gone) {
    LL left = copied_lists(s, a);
    L *p = (L *)left.p;
    for (I i = 0; i < gone.n; i++)
        for (I j = 0; j < left.n; j++)
            if (equal(p[j], gone.p[i])) { memmove(p + j, p + j + 1, (size_t)(--left.n - j) * sizeof(L)); break; }
    return left;
}
static I position_of_list(LL a, L v) { for (I i = 0; i < a.n; i++) if (equal(a.p[i], v)) return i + 1; return NONE; }
static inline L list_of(S *s, LL a, I number) { nn(s, number); return a.p[item_in(s, number - 1, a.n)]; }
static inline L only_list(S *s, LL a) { if (a.n != 1) jump(s, FAULT); return a.p[0]; }
static L pick_list(S *s, LL a) { if (!a.n) jump(s, FAULT); return a.p[below(s, a.n)]; }
static L flat(S *s, LL a) {
    if (a.n < 0) return (L){-1, 0};
    I n = 1;
    for (I i = 0; i < a.n; i++) n += 1 + a.p[i].n;
    I *p = room(s, n), *q = p;
    *q++ = a.n;
    for (I i = 0; i < a.n; i++) { *q++ = a.p[i].n; memcpy(q, a.p[i].p, (size_t)a.p[i].n * sizeof(I)); q += a.p[i].n; }
    return (L){n, p};
}
static LL unfolded(S *s, L lying) {
    L a = copied(s, lying);
    if (a.n <= 0) return (LL){a.n, 0};
    L *p = (L *)room(s, 2 * a.p[0]);
    const I *q = a.p + 1;
    for (I i = 0; i < a.p[0]; i++) { p[i] = (L){*q, q + 1}; q += 1 + *q; }
    return (LL){a.p[0], p};
}
static I how_often(I v, L a) { I n = 0; for (I i = 0; i < a.n; i++) n += a.p[i] == v; return n; }
static L taking_away(S *s, L a, L gone) {
    I *p = room(s, a.n), n = a.n;
    if (gone.n > SHORT_LIST && a.n > SHORT_LIST) {
        I used = s->x->used;
        Set set = set_of(s, gone);
        n = 0;
        for (I i = 0; i < a.n; i++) {
            Slot *slot = set_slot(set, a.p[i]);
            if (slot->number == a.p[i] && slot->often > 0) slot->often--;
            else p[n++] = a.p[i];
        }
        s->x->used = used;
        return (L){n, p};
    }
    memcpy(p, a.p, (size_t)a.n * sizeof(I));
    for (I i = 0; i < gone.n; i++)
        for (I j = 0; j < n; j++)
            if (p[j] == gone.p[i]) { memmove(p + j, p + j + 1, (size_t)(--n - j) * sizeof(I)); break; }
    return (L){n, p};
}
static I position(L a, I v) { for (I i = 0; i < a.n; i++) if (a.p[i] == v) return i + 1; return NONE; }
/* where a list begins that goes around; `after`: with the next one */
static inline I place_of_start(S *s, L f, I start, I after, I counter) {
    I at = 0, i = 0;
    while (i < f.n && f.p[i] != start) i++;
    if (i < f.n) at = i + after;
    else { if (f.n) nn(s, start); for (i = 0; i < f.n; i++) if (counter ? f.p[i] < start : f.p[i] > start) { at = i; break; } }
    return at == f.n ? 0 : at;
}
static inline I beginning(S *s, L a, I start, I after) { return place_of_start(s, a, start, after, 0); }
static L rotated(S *s, L a, I start, I after, I counter) {
    L f = counter ? reversed(s, a) : a;
    I at = place_of_start(s, f, start, after, counter), i;
    I *p = room(s, f.n);
    for (i = at; i < f.n; i++) *p++ = f.p[i];
    for (i = 0; i < at; i++) *p++ = f.p[i];
    return (L){f.n, p - f.n};
}
static inline I is_anyone_out(const S *s) { return ELIMINATES && unlikely(s->nout); }
static inline L seats(S *s) { return (L){s->nseats, is_anyone_out(s) ? s->seats : AROUND[s->nseats]}; }
/* the same for seats: a table lookup while nobody is out */
static inline L seats_from(S *s, I start, I after, I counter) {
    I n = s->nseats;
    if (unlikely(is_anyone_out(s) || (uint64_t)start >= (uint64_t)n)) return rotated(s, seats(s), start, after, counter);
    return (L){n, (counter ? BACKWARDS[n] + n - 1 - start : AROUND[n] + start) + after};
}
static inline I next_player(S *s, I player, I counter) { L f = seats_from(s, player, 1, counter); return f.p[index_in(s, 0, f.n)]; }

/* the same for long lists: a merge sort of their order, from pairs upwards */
static void sorted_by_halves(S *s, I *items, I *keys, I n, I k) {
    I used = s->x->used, *order = room(s, n), *other = room(s, n), *before = room(s, n * (k + 1));
    for (I i = 0; i < n; i++) order[i] = i;
    for (I width = 1; width < n; width *= 2) {
        for (I from = 0; from < n; from += 2 * width) {
            I i = from, middle = smaller(from + width, n), j = middle, end = smaller(from + 2 * width, n);
            for (I to = from; to < end; to++) {
                I c = 0;
                if (i < middle && j < end) while (c < k && keys[order[i] * k + c] == keys[order[j] * k + c]) c++;
                int is_first = j == end || (i < middle && (c == k || keys[order[i] * k + c] < keys[order[j] * k + c]));
                other[to] = is_first ? order[i++] : order[j++];
            }
        }
        I *swap = order; order = other; other = swap;
    }
    memcpy(before, items, (size_t)n * sizeof(I));
    memcpy(before + n, keys, (size_t)(n * k) * sizeof(I));
    for (I i = 0; i < n; i++) { items[i] = before[order[i]]; memcpy(keys + i * k, before + n + order[i] * k, (size_t)k * sizeof(I)); }
    s->x->used = used;
}
/* stable insertion sort of `n` items by `k` keys each; keys are contiguous per item */
static void sorted(S *s, I *items, I *keys, I n, I k) {
    if (n > 2 * SHORT_LIST) { sorted_by_halves(s, items, keys, n, k); return; }
    for (I i = 1; i < n; i++)
        for (I j = i; j > 0; j--) {
            I c = 0;
            while (c < k && keys[j * k + c] == keys[(j - 1) * k + c]) c++;
            if (c == k || keys[j * k + c] > keys[(j - 1) * k + c]) break;
            I t = items[j]; items[j] = items[j - 1]; items[j - 1] = t;
            for (c = 0; c < k; c++) { t = keys[j * k + c]; keys[j * k + c] = keys[(j - 1) * k + c]; keys[(j - 1) * k + c] = t; }
        }
}
static void sorted_lists(S *s, L *items, I *keys, I n, I k) {
    I *order = room(s, n);
    LL before = copied_lists(s, (LL){n, items});
    for (I i = 0; i < n; i++) order[i] = i;
    sorted(s, order, keys, n, k);
    for (I i = 0; i < n; i++) items[i] = before.p[order[i]];
}
/* the sets of so many items, the small ones first; equal items, which are brought together, are the same in a set */
static LL sets_of(S *s, L items, I least, I most) {
    enum { MOST_SETS = 10000 };
    I n = 0, sets = 0, room_for = 64, *a = room(s, items.n), *at = room(s, items.n + 1);
    L *found = (L *)room(s, 2 * room_for);
    for (I i = 0; i < items.n; i++) {
        I before = 0;
        for (I j = 0; j < i && !before; j++) before = items.p[j] == items.p[i];
        for (I j = i; j < items.n && !before; j++) if (items.p[j] == items.p[i]) a[n++] = items.p[i];
    }
    for (I size = least < 0 ? 0 : least; size <= most && size <= n; size++) {
        I deep = 0, next = 0;
        for (;;) {
            if (deep < size && next > n - size + deep) {
                if (!deep--) break;
                for (next = at[deep] + 1; next < n && a[next] == a[at[deep]]; next++) {}
                continue;
            }
            if (deep < size) { at[deep++] = next++; continue; }
            if (sets == MOST_SETS) jump(s, FAULT);
            if (sets == room_for) {
                L *more = (L *)room(s, 4 * room_for);
                for (I i = 0; i < sets; i++) more[i] = found[i];
                found = more; room_for *= 2;
            }
            I *one = room(s, size);
            for (I i = 0; i < size; i++) one[i] = a[at[i]];
            found[sets++] = (L){size, one};
            if (!deep--) break;
            for (next = at[deep] + 1; next < n && a[next] == a[at[deep]]; next++) {}
        }
    }
    return (LL){sets, found};
}
/* connected components of the items, in the order of Python's `connected`; places that are left are marked in bits */
static LL grouped(S *s, L items, LL near) {
    L *groups = (L *)room(s, 2 * items.n);
    I *group = room(s, items.n), *edge = room(s, items.n), words = (near.n + 63) / 64, ng = 0;
    uint64_t *left = (uint64_t *)room(s, words);
    memset(left, 0, (size_t)words * sizeof(uint64_t));
    for (I i = 0; i < items.n; i++) { I at = index_in(s, items.p[i], near.n); left[at >> 6] |= 1ULL << (at & 63); }
    for (I first = 0; first < items.n; first++) {
        I at = items.p[first], n = 0, e = 0;
        if (!(left[at >> 6] >> (at & 63) & 1)) continue;
        left[at >> 6] &= ~(1ULL << (at & 63));
        group[n++] = edge[e++] = at;
        while (e) {
            L around = near.p[edge[--e]];
            for (I i = 0; i < around.n; i++) {
                I next = around.p[i];
                if (!(left[next >> 6] >> (next & 63) & 1)) continue;
                left[next >> 6] &= ~(1ULL << (next & 63));
                group[n++] = edge[e++] = next;
            }
        }
        groups[ng++] = (L){n, group};
        group += n;
    }
    return (LL){ng, groups};
}

/* ---- bitsets: the members of a kind as bits of a word. Cells are compared sixteen at a time; bytes read past the last
   cell are masked out and always belong to the state */
static inline uint64_t lowest_bits(I n) { return n >= 64 ? ~0ULL : (1ULL << n) - 1; }
static inline I lowest_of(uint64_t set) { return set ? __builtin_ctzll(set) : NONE; }
static inline I highest_of(uint64_t set) { return set ? 63 - __builtin_clzll(set) : NONE; }
static inline uint64_t only_of(I member) { return member == NONE ? 0 : 1ULL << member; }
static inline I many(uint64_t set) { return __builtin_popcountll(set); }
static inline I wide_many(Wide set) { return __builtin_popcountll((uint64_t)set) + __builtin_popcountll((uint64_t)(set >> 64)); }
static inline int holds_card(Wide set, I card) { return (card < 64 ? (uint64_t)set >> card : (uint64_t)(set >> 64) >> (card & 63)) & 1; }
static inline I wide_lowest(Wide set) { return (uint64_t)set ? __builtin_ctzll((uint64_t)set) : 64 + __builtin_ctzll((uint64_t)(set >> 64)); }
static inline I wide_lowest_of(Wide set) { return set ? wide_lowest(set) : NONE; }
static inline I wide_highest_of(Wide set) { return (uint64_t)(set >> 64) ? 64 + highest_of((uint64_t)(set >> 64)) : highest_of((uint64_t)set); }
static inline Wide wide_only_of(I member) { return member == NONE ? 0 : (Wide)1 << member; }
static inline Wide wide_bits_of(L a) { Wide set = 0; for (I i = 0; i < a.n; i++) set |= (Wide)1 << (a.p[i] & 127); return set; }
static inline uint64_t bits_of(L a) { uint64_t set = 0; for (I i = 0; i < a.n; i++) set |= 1ULL << (a.p[i] & 63); return set; }
/* narrow a number to a cell: `cell_` maps none to none and what does not fit to a value no cell holds; `bounded_` clamps */
static inline int8_t cell_8(I v) { return v == NONE ? INT8_MIN : v < -120 || v > 120 ? 127 : (int8_t)v; }
static inline int16_t cell_16(I v) { return v == NONE ? INT16_MIN : v < -32000 || v > 32000 ? 32767 : (int16_t)v; }
static inline int8_t bounded_8(I v) { return (int8_t)(v < -127 ? -127 : v > 127 ? 127 : v); }
static inline int16_t bounded_16(I v) { return (int16_t)(v < -32767 ? -32767 : v > 32767 ? 32767 : v); }
#if defined(__SSE2__)
typedef signed char B16 __attribute__((vector_size(16)));
typedef char C16 __attribute__((vector_size(16)));
typedef short H8 __attribute__((vector_size(16)));
#define ALL_16(v) ((B16){v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v})
#define ALL_8(v) ((H8){v, v, v, v, v, v, v, v})
#define COMPARING(name, sign) \
    static inline uint64_t name##_8(const int8_t *p, I n, int8_t v) { \
        B16 all = ALL_16(v); \
        uint64_t set = 0; \
        _Pragma("GCC unroll 4") for (I i = 0; i < n; i += 16) { \
            B16 some; \
            memcpy(&some, p + i, 16); \
            set |= (uint64_t)(uint32_t)__builtin_ia32_pmovmskb128((C16)(some sign all)) << i; \
        } \
        return set & lowest_bits(n); \
    } \
    static inline uint64_t name##_16(const int16_t *p, I n, int16_t v) { \
        H8 all = ALL_8(v); \
        uint64_t set = 0; \
        _Pragma("GCC unroll 4") for (I i = 0; i < n; i += 16) { \
            H8 some[2]; \
            memcpy(some, p + i, 32); \
            set |= (uint64_t)(uint32_t)__builtin_ia32_pmovmskb128((C16)__builtin_ia32_packsswb128(some[0] sign all, some[1] sign all)) << i; \
        } \
        return set & lowest_bits(n); \
    }
#else
#define COMPARING(name, sign) \
    static inline uint64_t name##_8(const int8_t *p, I n, int8_t v) { \
        uint64_t set = 0; \
        for (I i = 0; i < n; i++) set |= (uint64_t)(p[i] sign v) << i; \
        return set; \
    } \
    static inline uint64_t name##_16(const int16_t *p, I n, int16_t v) { \
        uint64_t set = 0; \
        for (I i = 0; i < n; i++) set |= (uint64_t)(p[i] sign v) << i; \
        return set; \
    }
#endif
COMPARING(equal, ==)
COMPARING(above, >)
COMPARING(below, <)
/* the same for more than 64 cells */
#define COMPARING_MORE(name, bits) \
    static inline Wide wide_##name##_##bits(const int##bits##_t *p, I n, int##bits##_t v) { \
        return (Wide)name##_##bits(p + 64, n - 64, v) << 64 | name##_##bits(p, 64, v); \
    }
COMPARING_MORE(equal, 8)
COMPARING_MORE(above, 8)
COMPARING_MORE(below, 8)
COMPARING_MORE(equal, 16)
COMPARING_MORE(above, 16)
COMPARING_MORE(below, 16)
/* sum of non-negative cells: eight at a time, even and odd bytes added in lanes of 16 bits */
static inline I sum_8(const int8_t *p, I n) {
    uint64_t sums = 0, eight;
    I i = 0, last = 0;
    for (; i + 8 <= n; i += 8) {
        memcpy(&eight, p + i, 8);
        sums += (eight & 0x00ff00ff00ff00ffULL) + (eight >> 8 & 0x00ff00ff00ff00ffULL);
    }
    for (; i < n; i++) last += p[i];
    return last + (I)(sums * 0x0001000100010001ULL >> 48);
}

/* ---- usage bits of cards and rules */
static inline void touch(S *s, I bit) { s->touched[bit >> 6] |= 1ULL << (bit & 63); }

/* ---- cards: all zones of one kind share one array in the order of the zones, with offsets */
static inline L zone(S *s, I list) {
    int k = ZONE_KIND[list], j = ZONE_AT[list];
    const int16_t *o = s->offsets + OFFSETS_FROM[k];
    return (L){o[j + 1] - o[j], s->zones + ZONES_FROM[k] + o[j]};
}
/* the same for a known kind: `at` indexes the offsets, `from` is the start of the kind's cards */
static inline L cards_at(S *s, I at, I from) { const int16_t *o = s->offsets + at; return (L){o[1] - o[0], s->zones + from + o[0]}; }
/* the cards in a pile as a bitset of 128 bits; kinds of at most 64 cards use the lower half */
static inline uint64_t pile(const S *s, I list) { return s->piles[list][0]; }
static inline Wide wide_pile(const S *s, I list) { return (Wide)s->piles[list][1] << 64 | s->piles[list][0]; }
static inline void comes_to(S *s, I list, I card) { s->piles[list][card >> 6 & 1] |= 1ULL << (card & 63); }
static inline void goes_from(S *s, I list, I card) { s->piles[list][card >> 6 & 1] &= ~(1ULL << (card & 63)); }
static inline I length(L a) { return a.n; }
static inline I many_held(L row) { I n = 0; for (I i = 0; i < row.n; i++) n += row.p[i] != NONE; return n; }
static L held(S *s, L row) { I *p = room(s, row.n), n = 0; for (I i = 0; i < row.n; i++) if (row.p[i] != NONE) p[n++] = row.p[i]; return (L){n, p}; }
static void insert(S *s, I list, I at, I card) {
    int k = ZONE_KIND[list], j = ZONE_AT[list];
    int16_t *o = s->offsets + OFFSETS_FROM[k];
    I *z = s->zones + ZONES_FROM[k], where = o[j] + at, end = o[ZONES_OF[k]];
    memmove(z + where + 1, z + where, (size_t)(end - where) * sizeof(I));
    z[where] = card;
    for (int i = j + 1; i <= ZONES_OF[k]; i++) o[i]++;
}
/* move a card between piles of one kind: only cards in between shift; `at` is an index into the pile without the card */
static inline void shift(S *s, int k, I old, I was, I list, I at, I card) {
    int i = ZONE_AT[old], j = ZONE_AT[list];
    int16_t *o = s->offsets + OFFSETS_FROM[k];
    I *z = s->zones + ZONES_FROM[k], from = o[i] + was, to = o[j] + at;
    if (i < j) {
        to--;
        for (int n = i + 1; n <= j; n++) o[n]--;
    } else for (int n = j + 1; n <= i; n++) o[n]++;
    if (from < to) memmove(z + from, z + from + 1, (size_t)(to - from) * sizeof(I));
    else memmove(z + to + 1, z + to, (size_t)(from - to) * sizeof(I));
    z[to] = card;
}
static void remove_at(S *s, I list, I at) {
    int k = ZONE_KIND[list], j = ZONE_AT[list];
    int16_t *o = s->offsets + OFFSETS_FROM[k];
    I *z = s->zones + ZONES_FROM[k], where = o[j] + at, end = o[ZONES_OF[k]];
    memmove(z + where, z + where + 1, (size_t)(end - where - 1) * sizeof(I));
    for (int i = j + 1; i <= ZONES_OF[k]; i++) o[i]--;
}
static void lift(S *s, I list, I tile);
static I found_in(S *s, I list, I card) {
    L z = zone(s, list);
    I at = 0;
    while (at < z.n && z.p[at] != card) at++;
    if (at == z.n) jump(s, ROUGH);
    return at;
}
static void take_out(S *s, I list, I card) {
    if (GRID_OF[list] >= 0) { lift(s, list, card); return; }
    I at = found_in(s, list, card);
    if (ROW_SIZE[list]) ((I *)zone(s, list).p)[at] = NONE; else remove_at(s, list, at);
}
/* who knows where a card is, and how a secret loop began: only followed in games that bots think about (redeal.h) */
SHARED void learn(S *s, int k, I card, I old, I list, int where);
SHARED void forget(S *s, I list);
SHARED void before_turns(S *s);
static inline int is_watched(const S *s) { return unlikely(s->x->watch != 0) && !s->trial; }
static inline void takes_secret_turn(S *s, I player) {
    if (s->secret_turn_of == NONE && is_watched(s)) before_turns(s);
    s->secret_turn_of = player;
}
static __attribute__((noinline)) void drop_timers(S *s, int k, I card) {
    for (int i = 0; i < s->ntimers;) {
        if (s->timers[i].kind == k && s->timers[i].card == card) {
            memmove(s->timers + i, s->timers + i + 1, (size_t)(--s->ntimers - i) * sizeof(Timer));
        } else i++;
    }
}
/* where a card comes to lie in a pile of n others: an index */
static inline I place_for(S *s, int where, I n) { return where == 0 || where == 3 ? n : where == 1 ? 0 : below(s, n + 1); }
/* written out for each kind and each place: what the kind has not is not asked about */
static inline __attribute__((always_inline)) void move_of_kind(S *s, int k, I card, I list, int where) {
    nn(s, card); nn(s, list);
    int16_t *lies = s->lies + LIES_FROM[k] + card;
    int old = *lies;
    if (old >= 0 && (ONLY_PILES[k] || (!ROW_SIZE[list] && !ROW_SIZE[old] && GRID_OF[old] < 0))) {
        const int16_t *o = s->offsets + OFFSETS_FROM[k];
        const I *z = s->zones + ZONES_FROM[k];
        int i = ZONE_AT[old], j = ZONE_AT[list];
        I from = o[i], at = from, end = o[i + 1];
        while (at < end && z[at] != card) at++;
        if (unlikely(at == end)) jump(s, ROUGH);
        shift(s, k, old, at - from, list, place_for(s, where, o[j + 1] - o[j] - (i == j)), card);
    } else {
        if (old >= 0) take_out(s, old, card);
        L z = zone(s, list);
        if (ROW_SIZE[list]) {
            I at = 0;
            while (at < z.n && z.p[at] != NONE) at++;
            if (at == z.n) jump(s, FAULT);
            ((I *)z.p)[at] = card;
        } else insert(s, list, place_for(s, where, z.n), card);
    }
    *lies = (int16_t)list;
    if (old >= 0) goes_from(s, old, card);
    comes_to(s, list, card);
    if (IN_FORCE[list]) touch(s, CARD_BIT[k] + card);
    if (TIMED[k] && s->ntimers) drop_timers(s, k, card);
    if (is_watched(s)) learn(s, k, card, old, list, where);
}
static __attribute__((noinline)) void move_card(S *s, int k, I card, I list, int where) { move_of_kind(s, k, card, list, where); }
/* put the leading cards that are in no list under a pile at once; returns how many */
static I put_under(S *s, int k, L cards, I list, int where) {
    if (list == NONE || (TIMED[k] && s->ntimers) || ROW_SIZE[list] || (where != 0 && where != 3) || is_watched(s)) return 0;
    int16_t *lies = s->lies + LIES_FROM[k], *o = s->offsets + OFFSETS_FROM[k];
    I n = 0;
    uint64_t bits[2] = {0, 0};
    for (; n < cards.n && cards.p[n] != NONE && lies[cards.p[n]] < 0; n++) {
        lies[cards.p[n]] = (int16_t)list;
        bits[cards.p[n] >> 6 & 1] |= 1ULL << (cards.p[n] & 63);
        if (IN_FORCE[list]) touch(s, CARD_BIT[k] + cards.p[n]);
    }
    if (!n) return 0;
    s->piles[list][0] |= bits[0]; s->piles[list][1] |= bits[1];
    I *under = s->zones + ZONES_FROM[k] + o[ZONE_AT[list] + 1];
    memmove(under + n, under, (size_t)(o[ZONES_OF[k]] - o[ZONE_AT[list] + 1]) * sizeof(I));
    memcpy(under, cards.p, (size_t)n * sizeof(I));
    for (int i = ZONE_AT[list] + 1; i <= ZONES_OF[k]; i++) o[i] = (int16_t)(o[i] + n);
    return n;
}
static void move_all(S *s, int k, L cards, I list, int where) {
    L all = drop(cards, put_under(s, k, cards, list, where));
    if (!all.n) return;
    all = copied(s, all);
    for (I i = 0; i < all.n; i++) move_card(s, k, all.p[i], list, where);
}
static void shuffle(S *s, I list) {
    L z = zone(s, nn(s, list));
    I *p = (I *)z.p;
    for (I i = z.n - 1; i > 0; i--) { I j = below(s, i + 1), t = p[i]; p[i] = p[j]; p[j] = t; }
    if (is_watched(s)) forget(s, list);
}
static inline void often(S *s, I n) { if (n > 100000) jump(s, FAULT); spend(s, n > 0 ? n : 0); }
/* draw n cards from one pile under another of the same kind at once: cards in between shift once */
static void draw_under(S *s, int k, I pile, I list, I *cards, I n) {
    int i = ZONE_AT[pile], j = ZONE_AT[list];
    int16_t *o = s->offsets + OFFSETS_FROM[k], *lies = s->lies + LIES_FROM[k];
    I *z = s->zones + ZONES_FROM[k], top = o[i], under = o[j + 1];
    uint64_t bits[2] = {0, 0};
    for (I c = 0; c < n; c++) {
        cards[c] = z[top + c];
        lies[cards[c]] = (int16_t)list;
        bits[cards[c] >> 6 & 1] |= 1ULL << (cards[c] & 63);
    }
    for (int half = 0; half < 2; half++) { s->piles[pile][half] &= ~bits[half]; s->piles[list][half] |= bits[half]; }
    if (i < j) {
        memmove(z + top, z + top + n, (size_t)(under - top - n) * sizeof(I));
        under -= n;
        for (int at = i + 1; at <= j; at++) o[at] = (int16_t)(o[at] - n);
    } else {
        memmove(z + under + n, z + under, (size_t)(top - under) * sizeof(I));
        for (int at = j + 1; at <= i; at++) o[at] = (int16_t)(o[at] + n);
    }
    for (I c = 0; c < n; c++) z[under + c] = cards[c];
    if (IN_FORCE[list]) for (I c = 0; c < n; c++) touch(s, CARD_BIT[k] + cards[c]);
}
static L draw(S *s, int k, I count, I pile, I list, int where, I discard) {
    often(s, nn(s, count));
    I *p = room(s, count > 0 ? count : 0), n = 0;
    int at_once = !ROW_SIZE[list] && !ROW_SIZE[pile] && !(TIMED[k] && s->ntimers) && (where == 0 || where == 3) && list != pile && !is_watched(s);
    while (n < count) {
        if (!zone(s, pile).n && discard != NONE && zone(s, discard).n) { move_all(s, k, zone(s, discard), pile, 0); shuffle(s, pile); }
        L left = zone(s, pile);
        while (left.n && *left.p == NONE) left = (L){left.n - 1, left.p + 1}; /* empty slots of a row */
        if (!left.n) break;
        if (at_once) {
            I some = smaller(left.n, count - n);
            draw_under(s, k, pile, list, p + n, some);
            n += some;
        } else move_card(s, k, p[n++] = left.p[0], list, where);
    }
    return (L){n, p};
}
static void refill(S *s, int k, I row, I pile, I discard) {
    L z = zone(s, row);
    I free = 0;
    for (I i = 0; i < z.n; i++) free += z.p[i] == NONE;
    for (I i = 0; i < free; i++) if (!draw(s, k, 1, pile, row, 0, discard).n) return;
}
static void clear_zone(S *s, int k, I list) {
    L z = zone(s, list);
    s->piles[list][0] = s->piles[list][1] = 0;
    for (I i = 0; i < z.n; i++) if (z.p[i] != NONE) s->lies[LIES_FROM[k] + z.p[i]] = -1;
    if (ROW_SIZE[list]) for (I i = 0; i < z.n; i++) ((I *)z.p)[i] = NONE;
    else while (zone(s, list).n) remove_at(s, list, zone(s, list).n - 1);
}
static inline I lies_in(S *s, int k, I card) { int at = s->lies[LIES_FROM[k] + nn(s, card)]; return at < 0 ? NONE : at; }
static inline I owner_of(S *s, I list) { return list == NONE || ZONE_OWNER[list] < 0 ? NONE : ZONE_OWNER[list]; }

/* ---- timers */
static void last(S *s, int unit, I of, I left, int k, I card, I list, int where) {
    if (s->ntimers == MAX_TIMERS) beyond(s, MANY_TIMERS);
    nn(s, card); nn(s, list); nn(s, left);
    if (left > INT32_MAX || left < INT32_MIN) beyond(s, MANY_TIMERS);
    s->timers[s->ntimers++] = (Timer){(int16_t)unit, (int16_t)where, (int16_t)k, (int16_t)card, (int16_t)list,
                                      (int16_t)(of == NONE ? -1 : of), (int32_t)left};
}
static void tick(S *s, int unit, I player) {
    Timer due[MAX_TIMERS];
    int n = 0, left = 0;
    for (int i = 0; i < s->ntimers; i++) {
        Timer t = s->timers[i];
        if (t.unit != unit || (t.of >= 0 && t.of != player)) s->timers[left++] = t;
        else if (t.left > 1) { t.left--; s->timers[left++] = t; }
        else due[n++] = t;
    }
    s->ntimers = left;
    for (int i = 0; i < n; i++) move_card(s, due[i].kind, due[i].card, due[i].list, due[i].where);
}

/* ---- frames: in `mem`, the block number, then slots; the lists of a frame follow it */
static inline __attribute__((always_inline)) I *new_frame(S *s, I block, I slots) {
    I from = s->top;
    if (unlikely(from + slots + 2 > MEMORY || s->depth == MAX_FRAMES)) beyond(s, FRAMES_AND_OPTIONS);
    s->frames[s->depth++] = (int32_t)from;
    s->top = (int32_t)(from + 1 + slots);
    I *f = s->mem + from;
    f[0] = block;
    return f;
}
/* a new frame; the slots of its own routine are empty, those of the routines inside are when they are called */
static __attribute__((noinline)) I *push(S *s, I block, I words, I slots) {
    I *f = new_frame(s, block, words);
    for (I i = 1; i <= slots; i++) f[i] = NONE;
    return f;
}
/* the block that the caller of a block's routine goes on with, in the same frame; -1 if the routine has a frame of its own */
static inline I outward(const I *f, I block) { return RETURN_SLOT[block] ? f[RETURN_SLOT[block]] : RETURN_BLOCK[block]; }
/* how many routines run in a frame */
static inline I levels(const I *f) { I n = 0; for (I block = f[0]; block >= 0; block = outward(f, block)) n++; return n; }
/* is this the topmost frame? */
static inline int is_on_top(const S *s, const I *f) { return s->mem + s->frames[s->depth - 1] == f; }
/* how a frame returns: another frame must run, the machine stops, or it is done and its caller continues */
enum { GOES_ON = 0, STOPS = 1, DONE = 2 };
static inline int pop(S *s) { s->top = s->frames[--s->depth]; return DONE; }
/* a list slot has four words: index of its items, length (NONE: no list), capacity, and where that is. Items that never change
   (seats in their order, all members of a kind) are not copied: their index is negative. */
static inline const I *slot_items(const S *s, const I *slot) { return unlikely(slot[0] < 0) ? FIXED - 1 - slot[0] : s->mem + slot[0]; }
static __attribute__((noinline)) void copy_list(S *s, I *slot, L a) {
    if (a.n < 0) { slot[1] = NONE; return; }
    if (slot[2] < a.n) {
        if (unlikely(s->top + a.n > MEMORY)) beyond(s, FRAMES_AND_OPTIONS);
        slot[3] = s->top;
        slot[2] = a.n;
        s->top += (int32_t)a.n;
    }
    put_words(s->mem + slot[3], a.p, a.n);
    slot[0] = slot[3];
    slot[1] = a.n;
}
static inline void put_list(S *s, I *slot, L a) {
    uint64_t at = (uint64_t)((uintptr_t)a.p - (uintptr_t)FIXED) / sizeof(I);
    if (at >= sizeof FIXED / sizeof(I)) {
        if (a.n) { copy_list(s, slot, a); return; }
        at = 0;
    }
    slot[0] = -1 - (I)at;
    slot[1] = a.n < 0 ? NONE : a.n;
}
/* lines of `length` squares on a board: all, or those through a square */
static LL lines_on(S *s, I wide, I high, I length, I through) {
    static const I RIGHT[4] = {1, 0, 1, 1}, UP[4] = {0, 1, 1, -1};
    L *found = (L *)room(s, 2 * 4 * wide * high);
    I n = 0;
    for (I y = 0; y < high; y++)
        for (I x = 0; x < wide; x++)
            for (int k = 0; k < 4; k++) {
                I ex = x + RIGHT[k] * (length - 1), ey = y + UP[k] * (length - 1), meant = through == NONE;
                if (length < 1 || ex >= wide || ey < 0 || ey >= high) continue;
                I *p = room(s, length);
                for (I i = 0; i < length; i++) { p[i] = (y + UP[k] * i) * wide + x + RIGHT[k] * i; meant |= p[i] == through; }
                if (meant) found[n++] = (L){length, p};
            }
    return (LL){n, found};
}
/* distance between two places of a large map (breadth-first search); NONE if unreachable */
static I steps_between(S *s, const L *around, I places, I from, I to) {
    I *far = room(s, places), *edge = room(s, places), first = 0, last = 0;
    for (I i = 0; i < places; i++) far[i] = NONE;
    far[from] = 0;
    edge[last++] = from;
    while (first < last && far[to] == NONE) {
        I here = edge[first++];
        for (I i = 0; i < around[here].n; i++) {
            I next = around[here].p[i];
            if (far[next] == NONE) { far[next] = far[here] + 1; edge[last++] = next; }
        }
    }
    return far[to];
}
static inline L slot_maybe(S *s, const I *slot) { return slot[1] == NONE ? (L){-1, 0} : (L){slot[1], slot_items(s, slot)}; }
static inline L slot_list(S *s, const I *slot) { return slot[1] == NONE ? (jump(s, ROUGH), (L){0, 0}) : (L){slot[1], slot_items(s, slot)}; }

/* ---- questions: the options follow the last frame's lists */
static inline void open_question(S *s) { s->options = s->top; s->noptions = 0; s->step = 0; s->x->question = ++s->x->questions; }
/* the table may change from here on: memoized results become invalid */
static inline void close_question(S *s) { s->x->question = CHANGING; }
/* open a memo scope around pure acts, unless one is open */
static inline void keep_on(S *s) { if (s->x->question == CHANGING) s->x->question = ++s->x->questions; }
static inline void offer(S *s, I v) { if (unlikely(s->options + s->noptions >= MEMORY)) beyond(s, FRAMES_AND_OPTIONS); s->mem[s->options + s->noptions++] = v; }
/* contiguous room for at most `most` options */
static inline I *room_for_options(S *s, I most) { if (unlikely(s->options + most > MEMORY)) beyond(s, FRAMES_AND_OPTIONS); return s->mem + s->options; }
/* write an option that the next one may overwrite */
static inline void set_option(S *s, I at, I v) { if (unlikely(s->options + at >= MEMORY)) beyond(s, FRAMES_AND_OPTIONS); s->mem[s->options + at] = v; }
static void offer_numbers(S *s, I low, I high, I step) {
    I n = many_numbers(s, low, high, step), *p = room_for_options(s, n);
    for (I i = 0; i < n; i++) p[i] = low + i * step;
    s->noptions = n;
}
static inline void offer_range(S *s, I low, I high, I step) {
    if (step < 1) beyond(s, STEPS_DOWN);
    s->low = low; s->step = step; s->noptions = high < low ? 0 : (high - low) / step + 1;
}
static inline I option(const S *s, I i) { return s->step ? s->low + i * s->step : s->mem[s->options + i]; }
/* Lists as options: the words of all options (and one for passing) are followed by the lists, each preceded by its length.
   The option is the index of its list; `meant_by` hashes the contents. */
#if CHOOSES_LISTS
static void offer_lists(S *s, LL a) {
    I at = s->options + a.n + 1;
    for (I i = 0; i < a.n; i++) {
        if (unlikely(at + 1 + a.p[i].n > MEMORY)) beyond(s, FRAMES_AND_OPTIONS);
        s->mem[s->options + i] = at;
        s->mem[at] = a.p[i].n;
        put_words(s->mem + at + 1, a.p[i].p, a.p[i].n);
        at += 1 + a.p[i].n;
    }
    if (unlikely(at > MEMORY)) beyond(s, FRAMES_AND_OPTIONS);
    s->noptions = a.n; s->behind = (int32_t)at;
}
static inline L list_at(S *s, I at) { return at == NONE ? (L){-1, 0} : (L){s->mem[at], s->mem + at + 1}; }
static inline int is_list(const S *s, I i) { return LISTED[s->site] && option(s, i) != NONE; }
static I meant_by(const S *s, I i) {
    if (!is_list(s, i)) return option(s, i);
    const I *list = s->mem + option(s, i);
    uint64_t h = 0x2545F4914F6CDD1DULL;
    for (I j = 0; j <= list[0]; j++) { h ^= (uint64_t)list[j]; h *= 0x9E3779B97F4A7C15ULL; h ^= h >> 29; }
    return (I)(h >> 1);
}
#else
static inline I meant_by(const S *s, I i) { return option(s, i); }
#endif

typedef int (*Frame)(S *, I *);
SHARED_TABLE const Frame FRAMES[BLOCKS];
static int asked(S *s);
SHARED uint64_t free_actions(S *s);
static inline I is_tried(S *s, I v) { return v >= 0 && v < 64 && (s->tried >> v & 1); }

static inline void once_more(S *s) { if (unlikely(++s->x->blocks > 1000000)) jump(s, FAULT); }
static inline void ended(S *s) { s->over = 1; s->noptions = -1; s->site = -1; s->nsecret_causes = 0; s->secret_turn_of = NONE; }
static inline __attribute__((always_inline)) void run_on(S *s) {
    X *x = s->x;
    if (!s->trial) x->work = 0;
    x->blocks = 0; x->question = CHANGING;
    for (;;) {
        I *f = s->mem + s->frames[s->depth - 1];
        if (FRAMES[f[0]](s, f) == STOPS || !s->depth) break;
        once_more(s);
    }
    spend(s, 0); /* memo hits add work without checking the limit */
    if (s->over || !s->depth) ended(s);
}
static void run(S *s) { run_on(s); }
static void eliminate(S *s, I player) {
    nn(s, player);
    for (int i = 0; i < s->nout; i++) if (s->out[i] == player) return;
    s->out[s->nout++] = player;
    int n = 0;
    for (int i = 0; i < s->nseats; i++) if (s->seats[i] != player) s->seats[n++] = s->seats[i];
    s->nseats = n;
}
static inline I is_out(S *s, I player) { if (ELIMINATES) for (int i = 0; i < s->nout; i++) if (s->out[i] == player) return 1; return 0; }
static inline I is_automa(S *s, I player) { return s->automas && player >= 0 && player < 64 && (s->automas >> player & 1); }
static void wins(S *s, I player) { if (s->nwinners == MAX_WINNERS) beyond(s, MANY_WINNERS); s->winners[s->nwinners++] = player; }
static void writes_down(S *s, int row, I player, I value) {
    I place = row * PLAYERS + nn(s, player);
    if (s->noted[place / 64] >> place % 64 & 1) {
        for (int i = 0; i < s->nsheet; i++)
            if (s->sheet[i].row == row && s->sheet[i].player == player) { s->sheet[i].value = value; return; }
    }
    s->noted[place / 64] |= 1ULL << place % 64;
    s->sheet[s->nsheet++] = (Written){row, (int)player, value};
}
/* ---- secret causes: for each secret that led here, the bitset of players who know it */
SHARED int list_seen(S *s, I list, I viewer);
static void secret_causes(S *s, I known) {
    if (known == NONE) return;
    for (int i = 0; i < s->nsecret_causes; i++) if (s->secret_causes[i] == known) return;
    if (s->nsecret_causes == MAX_HUSHED) beyond(s, MANY_SECRETS);
    s->secret_causes[s->nsecret_causes++] = known;
}
static I knows_list(S *s, I list) {
    if (list_seen(s, list, -1)) return NONE;
    I known = 0;
    for (I player = 0; player < s->count; player++) if (list_seen(s, list, player)) known |= 1LL << player;
    return known;
}
static I knows_cards(S *s, int k, L cards) {
    I known = NONE;
    for (I i = 0; i < cards.n; i++) {
        if (cards.p[i] == NONE) continue;
        int list = s->lies[LIES_FROM[k] + cards.p[i]];
        I seers = list < 0 ? NONE : knows_list(s, list);
        if (seers != NONE) known = known == NONE ? seers : known & seers;
    }
    return known;
}
static inline void hush_again(S *s, I before) { if (s->nsecret_causes > before) s->nsecret_causes = (int32_t)before; }
static inline void noticed(S *s) { if (s->nsecret_causes && s->secret_turn_of == NONE && !(s->site >= 0 && IS_PRIVATE[s->site])) s->nsecret_causes = 0; }

static void scores(S *s, I player, I value) {
    nn(s, player);
    for (int i = 0; i < s->nscores; i++) if (s->scorers[i] == player) { s->points[i] = value; return; }
    s->scorers[s->nscores] = player;
    s->points[s->nscores++] = value;
}

/* ---- trials: a way is offered only if some run through it satisfies every `must leave` */
static void leave_trials(S *s) { while (s->nregions && s->regions[s->nregions - 1] > s->depth) s->nregions--; }
static void enter_trial(S *s) { if (s->nregions == MAX_REGIONS) beyond(s, MANY_REGIONS); s->regions[s->nregions++] = (int16_t)s->depth; }
/* the words of `mem` in use */
static inline size_t mem_in_use(const S *s) {
    I end = s->noptions > 0 && !s->step ? s->options + s->noptions : s->top;
#if CHOOSES_LISTS
    if (s->noptions > 0 && LISTED[s->site]) end = s->behind;
#endif
    return (size_t)end * sizeof(I);
}
static inline size_t in_use(const S *s) { return offsetof(S, kept) + (size_t)s->kept_top * sizeof(I) + mem_in_use(s); }
/* copy what is in use: the fixed part, the items of stored lists, the frames and options */
static inline void copy_state(S *to, const S *from) {
#if KEPT
    memcpy(to, from, offsetof(S, kept) + (size_t)from->kept_top * sizeof(I));
    memcpy(to->mem, from->mem, mem_in_use(from));
#else
    memcpy(to, from, offsetof(S, mem) + mem_in_use(from));
#endif
}
static S *tried_copy(S *s) {
    S *copy = (S *)room(s, (I)(sizeof(S) / sizeof(I)) + 1);
    copy_state(copy, s);
    copy->trial = 1;
#if RANKS
    copy->ranked = 0;
#endif
    return copy;
}
static int comes_through(S *s, S *copy, I used) {
    X *x = s->x;
    jmp_buf here, *around = x->way_out;
    x->way_out = &here;
    int why = setjmp(here);
    if (!why) run(copy);
    close_question(s); /* the jump may have left a question of the copy open */
    x->way_out = around;
    x->used = used;
    if (why == FAULT || why == BEYOND) jump(s, why);
    return why == 0 || why == ENDED;
}
static inline void count_trial(S *s) {
    X *x = s->x;
    /* Python remembers the results of trials for the best and may need fewer: it decides. */
    if (unlikely(++x->trials > 20000)) { x->trials = 0; if (RANKS) beyond(s, MANY_TRIALS); jump(s, FAULT); }
}
static inline void answer_with(S *s, I answer) { s->answer = answer; s->noptions = -1; s->free = 0; s->tried = 0; }
static int holds_if(S *s, I answer) {
    X *x = s->x;
    count_trial(s);
    I used = x->used;
    S *copy = tried_copy(s);
    answer_with(copy, answer);
    int found = comes_through(s, copy, used);
#if RANKS
    s->ranked = copy->ranked;
    memcpy(s->arrived, copy->arrived, sizeof s->arrived);
#endif
    if (!s->trial) x->trials = 0;
    return found;
}
#if RANKS
/* Record the value a trial reached, indexed by the number of enclosing `must leave`s. */
static inline void arrived(S *s, I value) { s->arrived[s->nregions] = value; s->ranked |= 1ULL << s->nregions; }
/* Keep only the best of the options that pass, the outermost `must leave` first. */
static void try_for_the_best(S *s) {
    I n = 0, all = s->noptions, used = s->x->used, levels = s->nregions, before = s->trial ? s->ranked : 0;
    I own[MAX_REGIONS], *came = room(s, all * (MAX_REGIONS + 1));
    memcpy(own, s->arrived, sizeof own);
    for (I i = 0; i < all; i++) {
        I v = s->mem[s->options + i], *mine = came + n * (MAX_REGIONS + 1);
        mine[MAX_REGIONS] = 0;
        if (s->nregions || is_tried(s, v)) {
            s->noptions = all;
            if (!holds_if(s, v)) continue;
            memcpy(mine, s->arrived, sizeof s->arrived);
            mine[MAX_REGIONS] = (I)s->ranked;
        }
        s->mem[s->options + n++] = v;
    }
    for (I level = 0; level < levels; level++) {
        I best = NONE, left = 0;
        for (I i = 0; i < n; i++) {
            I *one = came + i * (MAX_REGIONS + 1);
            if ((one[MAX_REGIONS] >> level & 1) && (best == NONE || one[level] > best)) best = one[level];
        }
        for (I i = 0; i < n; i++) {
            I *one = came + i * (MAX_REGIONS + 1);
            if ((one[MAX_REGIONS] >> level & 1) && one[level] != best) continue;
            s->mem[s->options + left] = s->mem[s->options + i];
            memmove(came + left++ * (MAX_REGIONS + 1), one, (MAX_REGIONS + 1) * sizeof(I));
        }
        n = left;
    }
    memcpy(s->arrived, own, sizeof own);
    s->ranked = (uint64_t)before;
    if (s->trial && n) for (I level = 0; level < MAX_REGIONS; level++) if (came[MAX_REGIONS] >> level & 1) {
        s->arrived[level] = came[level]; s->ranked |= 1ULL << level;
    }
    s->x->used = used;
    s->noptions = n;
}
#endif
/* Keep only the options that come through. Inside a trial one is enough, and the last hope needs no copy: the trial stands or
   falls with it, so that it goes on with this answer. */
static int try_out(S *s) {
    I n = 0, all = s->noptions;
    if (s->step) { I low = s->low, step = s->step; s->options = s->top; s->step = 0; s->noptions = 0; for (I i = 0; i < all; i++) offer(s, low + i * step); }
#if RANKS
    try_for_the_best(s);
    return STOPS;
#endif
    for (I i = 0; i < all; i++) {
        I v = s->mem[s->options + i];
        if (s->nregions || is_tried(s, v)) {
            if (s->trial && i == all - 1) {
                count_trial(s);
                answer_with(s, v);
                s->x->blocks = 0;
                return GOES_ON;
            }
            s->noptions = all;
            if (!holds_if(s, v)) continue;
            s->mem[s->options + n++] = v;
            if (s->trial) break;
        } else s->mem[s->options + n++] = v;
    }
    s->noptions = n;
    return STOPS;
}
/* questions to players who are out or automas, and options that must be tried first */
static __attribute__((noinline)) int asked_with_care(S *s) {
    if (is_out(s, s->actor) && s->noptions) {
        I answer = option(s, 0);
        for (I i = 0; i < s->noptions; i++) if (option(s, i) == NONE) answer = NONE;
        answer_with(s, answer);
        return GOES_ON;
    }
    leave_trials(s);
    if (s->trial && !s->nregions) return STOPS;
    if (is_automa(s, s->actor)) jump(s, FAULT);
    if ((s->nregions || s->tried) && try_out(s) == GOES_ON) return GOES_ON;
    s->free = s->trial ? 0 : free_actions(s);
    if (!s->noptions && !s->free) jump(s, s->trial ? REJECTED : FAULT);
    return STOPS;
}
static __attribute__((noinline)) int asked(S *s) {
    close_question(s);
    if (unlikely(is_anyone_out(s) || s->nregions || s->tried || s->trial || s->automas)) return asked_with_care(s);
    s->free = free_actions(s);
    if (unlikely(!s->noptions && !s->free)) jump(s, FAULT);
    return STOPS;
}

/* logarithmic bucket of a number: below 0, 0, 1, 2, 3 and 4, 5 to 8, 9 to 16, ... */
static inline I rough(I v) { I step = 2; if (v < 0) return 0; if (v < 2) return v + 1; for (v--; v > 0; v >>= 1) step++; return step; }
