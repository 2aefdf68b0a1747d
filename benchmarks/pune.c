/* Discover Pune, Classic version, as a C programmer writes it by hand: the yardstick of the rulebooks in C.

   The rules are those of pune.py, in the same order, so that the same generators lead both through the same game. A state is
   plain memory without pointers: it can be copied at every decision and played on. `play` runs from one decision to the next;
   where it goes on stands in `at`, and where a routine returns to in `back_…`. Streets, places, locations and cards are rows of
   the tables that `pune_in_c.py` writes in front of this file, sets are bits, and what is asked for at every decision (what a
   hand is worth, how many cards of a kind are about) is kept up to date instead of being counted.

   Lines of the rulebook stand in pune.py. */
#include <stdint.h>
#include <string.h>

enum { REWARD, CLOSURE, HEAVY_TRAFFIC, TURNED_ARROWS, TUNNEL, FERRY, METRO, FLYOVER, SIGNAL_POST, SWAP, WHITE_WASH, REVERSAL, DEAL };
enum { GIFT, FINE, ALL_PAY_ME, I_PAY_ALL };
enum { RED, YELLOW, GREEN, BLACK }; /* roads; the lines have the numbers of their cards */
enum { MOST_PLAYERS = 6, NOBODY = -1, DECLINED = -1 };
enum { PLAY_SIGNAL_POST, PLAY_SWAP, PLAY_WHITE_WASH, PLAY_REVERSE, PROPOSE_DEAL, BUY_CARD };
enum { BUY_LOCATION, SELL_LOCATION, BUY_CARD_OF_PARTNER, SELL_CARD_TO_PARTNER, SWAP_LOCATIONS, SWAP_CARDS };
static const int16_t PRICE[] = {0, 0, 0, 0, 100, 200, 300, 0, 0, 0, 0, 0, 0};
static const int8_t THRESHOLD[] = {0, 0, 0, 15, 13, 11, 10};

typedef struct { uint64_t a, b; } Bits;
static inline int has(Bits set, int i) { return (i < 64 ? set.a >> i : set.b >> (i - 64)) & 1; }
static inline void put(Bits *set, int i) { if (i < 64) set->a |= 1ULL << i; else set->b |= 1ULL << (i - 64); }
static inline void drop(Bits *set, int i) { if (i < 64) set->a &= ~(1ULL << i); else set->b &= ~(1ULL << (i - 64)); }

typedef struct { uint8_t n, card[CARDS]; } Hand;
typedef struct { uint8_t n, location[LOCATIONS]; } Contracts;
typedef struct { uint8_t card; int8_t whose, left, colour; } Active;
typedef struct {
    uint64_t random;
    Bits closed, red, turned; /* roads */
    Bits just_drawn;          /* cards */
    int32_t money[MOST_PLAYERS], loan[MOST_PLAYERS];
    int16_t popularity[MOST_PLAYERS], stock[MOST_PLAYERS];
    uint8_t pin[MOST_PLAYERS], waiting[MOST_PLAYERS];
    int8_t goal[MOST_PLAYERS];
    uint32_t trapped[MOST_PLAYERS]; /* closures, by their number among the closures */
    int8_t about[METRO + 1];        /* cards of a kind in stack and corporation */
    uint8_t players, first, seat, n_active, washed, caught;
    uint8_t locations_from, locations_to, mystery_from, mystery_to, n_corporation;
    uint8_t has_proposed, has_exchanged, over;
    Active active[32];
    uint8_t location_stack[LOCATIONS], corporation[CARDS], mystery_stack[256];
    int8_t owner[PLACES];
    Hand hand[MOST_PLAYERS];
    Contracts contracts[MOST_PLAYERS];
    /* where the game goes on */
    int16_t at, back_turn, back_card_time, back_walk, back_enter, back_catch, back_draw, back_reach, back_pay, back_raise, back_offer, back_sell_for;
    int16_t steps_left, behind, street, throw_, spent, other, asked, amount, raised, needed, location, cost, own;
    int8_t me, manner, victim, payer, payee, poor, seller, offerer, buyer, card, offered, partner, way, kind, giver, taker, has_offered, played;
    /* the question */
    int8_t actor;
    int16_t n, step, answer, option[PLACES];
} Pune;

/* ---- chance */
static inline uint64_t stepped(uint64_t x) { x ^= x >> 12; x ^= x << 25; x ^= x >> 27; return x; }
static inline int scaled(uint64_t x, int n) { return (int)(((x * 2685821657736338717ULL) >> 32) * (uint64_t)n >> 32); }
static inline int below(Pune *s, int n) { s->random = stepped(s->random); return scaled(s->random, n); }
static void shuffle(Pune *s, uint8_t *items, int n) {
    for (int i = n - 1; i > 0; i--) { int j = below(s, i + 1); uint8_t t = items[i]; items[i] = items[j]; items[j] = t; }
}

/* ---- cards and places */
static inline void give(Pune *s, int player, int card) {
    s->hand[player].card[s->hand[player].n++] = (uint8_t)card;
    s->stock[player] += PRICE[CARD_KIND[card]];
}
static inline void lose(Pune *s, int player, int card) {
    Hand *hand = &s->hand[player];
    int i = 0;
    while (hand->card[i] != card) i++;
    memmove(hand->card + i, hand->card + i + 1, (size_t)(--hand->n - i));
    s->stock[player] -= PRICE[CARD_KIND[card]];
}
static inline void comes_about(Pune *s, int card, int more) { if (PRICE[CARD_KIND[card]]) s->about[CARD_KIND[card]] += more; }
static inline void to_stack(Pune *s, int card) {
    if (s->mystery_to == 255) {
        memmove(s->mystery_stack, s->mystery_stack + s->mystery_from, s->mystery_to - s->mystery_from);
        s->mystery_to -= s->mystery_from;
        s->mystery_from = 0;
    }
    s->mystery_stack[s->mystery_to++] = (uint8_t)card;
    comes_about(s, card, 1);
}
static inline void to_corporation(Pune *s, int card) { s->corporation[s->n_corporation++] = (uint8_t)card; comes_about(s, card, 1); }
static int from_supply(Pune *s, int kind) {
    comes_about(s, FIRST_OF_KIND[kind], -1);
    for (int i = 0; i < s->n_corporation; i++) {
        int card = s->corporation[i];
        if (CARD_KIND[card] == kind) { memmove(s->corporation + i, s->corporation + i + 1, --s->n_corporation - i); return card; }
    }
    int i = s->mystery_from;
    while (CARD_KIND[s->mystery_stack[i]] != kind) i++;
    int card = s->mystery_stack[i];
    memmove(s->mystery_stack + i, s->mystery_stack + i + 1, --s->mystery_to - i);
    return card;
}
static inline int usable(const Pune *s, int kind) {
    const Hand *hand = &s->hand[s->me];
    for (int i = 0; i < hand->n; i++) if (CARD_KIND[hand->card[i]] == kind && !has(s->just_drawn, hand->card[i])) return hand->card[i];
    return NOBODY;
}
/* the kinds of cards that may be played, as bits */
static inline unsigned usable_kinds(const Pune *s) {
    const Hand *hand = &s->hand[s->me];
    unsigned kinds = 0;
    for (int i = 0; i < hand->n; i++) kinds |= (unsigned)!has(s->just_drawn, hand->card[i]) << CARD_KIND[hand->card[i]];
    return kinds;
}
static inline void sell(Pune *s, int player, int card) { lose(s, player, card); to_corporation(s, card); s->money[player] += PRICE[CARD_KIND[card]]; }
static inline int reach_of(const Pune *s, int player) { return s->money[player] + s->stock[player]; }
static inline int cap(int value) { return value * 3 / 2 / 50 * 50; }
static inline int cap_of(int card) { int price = PRICE[CARD_KIND[card]]; return cap(price ? price : 300); }
static inline int is_washed(const Pune *s, int location) { return s->washed >> COLOUR[location] & 1; }
/* what may be bought, as bits */
static inline unsigned on_sale(const Pune *s) {
    int reach = s->has_exchanged ? s->money[s->me] : reach_of(s, s->me);
    unsigned kinds = 0;
    for (int kind = TUNNEL; kind <= METRO; kind++) kinds |= (unsigned)(reach >= PRICE[kind] && s->about[kind]) << kind;
    return kinds;
}
static inline void take_destination(Pune *s, int player) {
    s->goal[player] = s->locations_from < s->locations_to ? (int8_t)s->location_stack[s->locations_from++] : NOBODY;
}
static inline int gain(Pune *s, int player, int location) {
    Contracts *held = &s->contracts[player];
    held->location[held->n++] = (uint8_t)location;
    s->owner[SITE[location]] = (int8_t)player;
    return held->n >= THRESHOLD[s->players];
}
static inline void lose_contract(Pune *s, int player, int location) {
    Contracts *held = &s->contracts[player];
    int i = 0;
    while (held->location[i] != location) i++;
    memmove(held->location + i, held->location + i + 1, (size_t)(--held->n - i));
}
/* a constraint ends, and its card goes under the stack */
static void lift(Pune *s, int i) {
    int card = s->active[i].card, kind = CARD_KIND[card];
    memmove(s->active + i, s->active + i + 1, (size_t)(--s->n_active - i) * sizeof(Active));
    to_stack(s, card);
    if (kind == WHITE_WASH) {
        s->washed = 0;
        for (int j = 0; j < s->n_active; j++) if (s->active[j].colour >= 0) s->washed |= (uint8_t)(1 << s->active[j].colour);
    } else drop(kind == CLOSURE ? &s->closed : kind == HEAVY_TRAFFIC ? &s->red : &s->turned, CARD_ROAD[card]);
    if (kind == CLOSURE) for (int player = 0; player < s->players; player++) s->trapped[player] &= ~(1U << CLOSURE_NUMBER[card]);
}
static void time_passes(Pune *s, int player) {
    for (int i = 0; i < s->n_active;) {
        Active *one = s->active + i;
        if (one->whose == player && --one->left <= 0) lift(s, i); else i++;
    }
}
static void impose(Pune *s, int card) {
    int road = CARD_ROAD[card], kind = CARD_KIND[card];
    s->active[s->n_active++] = (Active){(uint8_t)card, s->me, (int8_t)(CARD_ROUNDS[card] + 1), NOBODY};
    put(kind == CLOSURE ? &s->closed : kind == HEAVY_TRAFFIC ? &s->red : &s->turned, road);
    if (kind == CLOSURE) for (int player = 0; player < s->players; player++) if (has(TOUCHES[s->pin[player]], road)) s->trapped[player] |= 1U << CLOSURE_NUMBER[card];
}

/* ---- ways to go */
static inline int is_open(const Pune *s, const Exit *one, int manner, int behind) {
    if (has(s->closed, one->road) || one->to == behind) return 0;
    return manner < 0 ? one->route <= BLACK && one->against == has(s->turned, one->road) : one->route == manner;
}
static inline int has_streets(const Pune *s, int manner) {
    int here = s->pin[s->me];
    for (int i = FIRST_EXIT[here]; i < FIRST_EXIT[here + 1]; i++) if (is_open(s, EXITS + i, manner, NOBODY)) return 1;
    return 0;
}
static inline int steps(const Pune *s, int throw_, const Exit *one) {
    int route = has(s->red, one->road) ? RED : one->route, n = throw_ + (route == RED ? -2 : route == YELLOW ? -1 : route == GREEN ? 2 : 0);
    return n > 0 ? n : 0;
}

/* ---- questions */
static inline void open_question(Pune *s) { s->n = 0; s->step = 0; }
static inline void offer(Pune *s, int value) { s->option[s->n++] = (int16_t)value; }
static inline void offer_amounts(Pune *s, int most) { s->step = 50; s->n = (int16_t)(most / 50 + 1); }
static inline void offer_kinds(Pune *s) { open_question(s); for (int kind = TUNNEL; kind <= DEAL; kind++) offer(s, kind); }
static inline void offer_hand(Pune *s, int player, int but) {
    const Hand *hand = &s->hand[player];
    open_question(s);
    for (int i = 0; i < hand->n; i++) if (hand->card[i] != but) offer(s, hand->card[i]);
}
static inline void offer_priced(Pune *s, int player) {
    const Hand *hand = &s->hand[player];
    open_question(s);
    for (int i = 0; i < hand->n; i++) if (PRICE[CARD_KIND[hand->card[i]]]) offer(s, hand->card[i]);
}
static inline void offer_contracts(Pune *s, int player) {
    const Contracts *held = &s->contracts[player];
    open_question(s);
    for (int i = 0; i < held->n; i++) offer(s, held->location[i]);
}
static inline void offer_others(Pune *s, int player) { open_question(s); for (int other = 0; other < s->players; other++) if (other != player) offer(s, other); }
static inline void offer_agreement(Pune *s, int may) { open_question(s); if (may) offer(s, 0); offer(s, DECLINED); }
static int first_of_kind(const Pune *s, int player, int kind) {
    const Hand *hand = &s->hand[player];
    for (int i = 0; i < hand->n; i++) if (CARD_KIND[hand->card[i]] == kind) return hand->card[i];
    return NOBODY;
}
static inline void close_deal(Pune *s) { lose(s, s->me, s->played); to_stack(s, s->played); }

#define ASK(who) do { s->actor = (int8_t)(who); s->at = __LINE__; return; case __LINE__:; } while (0)
#define CALL(routine) do { s->back_##routine = __LINE__; goto routine; case __LINE__:; } while (0)
#define RETURN(routine) do { s->at = s->back_##routine; goto resumed; } while (0)
#define GAIN(player, location) do { if (gain(s, player, location)) { s->over = 1; return; } } while (0)

static void play(Pune *s) {
resumed:
    switch (s->at) {
    case 0:
    for (s->seat = 0;;) {
        s->me = (int8_t)((s->first + s->seat) % s->players);
        CALL(turn);
        time_passes(s, s->me);
        if (++s->seat == s->players) s->seat = 0;
    }

turn:
    s->just_drawn = (Bits){0, 0};
    s->has_proposed = s->has_exchanged = 0;
    if (s->goal[s->me] < 0) take_destination(s, s->me);
    CALL(card_time);
    if (s->waiting[s->me]) { s->waiting[s->me]--; RETURN(turn); }
    if (s->trapped[s->me]) RETURN(turn);
    {
        unsigned kinds = usable_kinds(s);
        open_question(s);
        offer(s, 0);
        for (int kind = TUNNEL; kind <= FLYOVER; kind++) if (kinds >> kind & 1 && has_streets(s, kind == FLYOVER ? -1 : kind)) offer(s, kind);
    }
    ASK(s->me);
    s->manner = (int8_t)(s->answer == FLYOVER ? -2 : s->answer ? s->answer : -1);
    s->street = NOBODY;
    if (s->manner == -1) { /* by die */
        int here = s->pin[s->me];
        s->throw_ = (int16_t)(below(s, 6) + 1);
        open_question(s);
        for (int i = FIRST_EXIT[here]; i < FIRST_EXIT[here + 1]; i++) if (is_open(s, EXITS + i, -1, NOBODY) && steps(s, s->throw_, EXITS + i)) offer(s, i);
        if (!s->n) RETURN(turn);
        ASK(s->me);
        s->street = s->answer;
        s->steps_left = (int16_t)steps(s, s->throw_, EXITS + s->street);
    } else if (s->manner == -2) {
        s->card = (int8_t)usable(s, FLYOVER);
        open_question(s);
        for (int paces = 1; paces <= 6; paces++) offer(s, paces);
        ASK(s->me);
        s->steps_left = s->answer;
        lose(s, s->me, s->card);
        to_corporation(s, s->card);
    } else {
        s->spent = 1;
        if (s->manner == METRO) {
            const Hand *hand = &s->hand[s->me];
            int ready = 0;
            for (int i = 0; i < hand->n; i++) ready += CARD_KIND[hand->card[i]] == METRO && !has(s->just_drawn, hand->card[i]);
            if (ready > 1) {
                open_question(s);
                for (int i = 1; i <= ready; i++) offer(s, i);
                ASK(s->me);
                s->spent = s->answer;
            }
        }
        for (int i = 0; i < s->spent; i++) { int card = usable(s, s->manner); lose(s, s->me, card); to_stack(s, card); }
        s->steps_left = (int16_t)(s->manner == METRO ? 2 * s->spent : 1);
    }
    CALL(walk);
    RETURN(turn);

walk:
    s->caught = 0;
    s->behind = NOBODY;
    while (s->steps_left > 0) {
        if (s->street < 0) {
            int here = s->pin[s->me], manner = s->manner < 0 ? -1 : s->manner, behind = s->behind;
            open_question(s);
            for (int i = FIRST_EXIT[here]; i < FIRST_EXIT[here + 1]; i++) if (is_open(s, EXITS + i, manner, behind)) offer(s, i);
            if (!s->n || s->trapped[s->me]) break;
            ASK(s->me);
            s->street = s->answer;
        }
        s->behind = s->pin[s->me];
        s->pin[s->me] = EXITS[s->street].to;
        s->steps_left--;
        s->street = NOBODY;
        CALL(enter);
    }
    s->steps_left = 0;
    RETURN(walk);

enter:
    for (s->other = 1; s->other < s->players; s->other++) {
        s->victim = (int8_t)((s->me + s->other) % s->players);
        if (s->pin[s->victim] != s->pin[s->me] || s->caught >> s->victim & 1) continue;
        offer_agreement(s, 1);
        ASK(s->me);
        if (s->answer == 0) CALL(catch);
    }
    if (s->manner != -2) {
        int landlord = s->owner[s->pin[s->me]];
        if (landlord >= 0 && landlord != s->me) {
            s->payer = s->me; s->payee = (int8_t)landlord; s->amount = RENT[LOCATION_AT[s->pin[s->me]]];
            CALL(pay);
            s->popularity[s->owner[s->pin[s->me]]]++;
        }
        if (MYSTERY[s->pin[s->me]] && s->mystery_from < s->mystery_to) CALL(draw);
    }
    if (s->goal[s->me] >= 0 && SITE[s->goal[s->me]] == s->pin[s->me] && !is_washed(s, s->goal[s->me])) {
        s->steps_left = 0;
        CALL(reach);
    }
    RETURN(enter);

catch:
    s->caught |= (uint8_t)(1 << s->victim);
    {
        int lost = s->goal[s->victim];
        s->goal[s->victim] = NOBODY;
        if (lost >= 0) GAIN(s->me, lost);
    }
    open_question(s);
    {
        const Contracts *held = &s->contracts[s->victim];
        int place = HOME;
        if (held->n) for (place = 0; place < PLACES; place++) if (place == HOME || s->owner[place] == s->victim) offer(s, place);
    }
    if (s->n > 1) {
        ASK(s->victim);
        s->pin[s->victim] = (uint8_t)s->answer;
    } else s->pin[s->victim] = HOME;
    for (int card = 0; s->trapped[s->victim] >> card; card++)
        if (s->trapped[s->victim] >> card & 1 && !has(TOUCHES[s->pin[s->victim]], CLOSURE_ROAD[card])) s->trapped[s->victim] &= ~(1U << card);
    take_destination(s, s->victim);
    RETURN(catch);

draw:
    {
        int card = s->mystery_stack[s->mystery_from++];
        comes_about(s, card, -1);
        s->card = (int8_t)card;
        if (CARD_KIND[card] > TURNED_ARROWS) { give(s, s->me, card); put(&s->just_drawn, card); RETURN(draw); }
        if (CARD_KIND[card] != REWARD) { impose(s, card); RETURN(draw); }
        to_stack(s, card);
        if (CARD_REWARD[card] == GIFT) { s->money[s->me] += CARD_AMOUNT[card]; RETURN(draw); }
        if (CARD_REWARD[card] == FINE) {
            s->payer = s->me; s->payee = NOBODY; s->amount = CARD_AMOUNT[card];
            CALL(pay);
            RETURN(draw);
        }
    }
    for (s->other = 1; s->other < s->players; s->other++) {
        s->payer = s->me; s->payee = (int8_t)((s->me + s->other) % s->players); s->amount = 50;
        if (CARD_REWARD[s->card] == ALL_PAY_ME) { s->payer = s->payee; s->payee = s->me; }
        CALL(pay);
    }
    RETURN(draw);

reach:
    s->location = s->goal[s->me];
    s->cost = COST[s->location];
    while (s->money[s->me] < s->cost && s->stock[s->me]) {
        offer_priced(s, s->me);
        offer(s, DECLINED);
        ASK(s->me);
        if (s->answer < 0) break;
        sell(s, s->me, s->answer);
    }
    offer_agreement(s, s->money[s->me] >= s->cost);
    ASK(s->me);
    if (s->answer == 0) {
        s->money[s->me] -= s->cost;
        s->goal[s->me] = NOBODY;
        GAIN(s->me, s->location);
    } else {
        int place = below(s, s->locations_to - s->locations_from + 1); /* somebody drew it, so there is room before the first */
        s->locations_from--;
        memmove(s->location_stack + s->locations_from, s->location_stack + s->locations_from + 1, (size_t)place);
        s->location_stack[s->locations_from + place] = (uint8_t)s->location;
        s->money[s->me] += 200;
    }
    take_destination(s, s->me);
    RETURN(reach);

    /* ---- money */
pay:
    if (s->money[s->payer] < s->amount) CALL(raise);
    s->money[s->payer] -= s->amount;
    if (s->payee >= 0) s->money[s->payee] += s->amount;
    RETURN(pay);

raise: /* sell cards, to the corporation or once to a player; then borrow */
    s->has_offered = 0;
    while (s->money[s->payer] < s->amount && s->stock[s->payer]) {
        open_question(s);
        offer(s, 0);
        if (!s->has_offered) offer(s, 1);
        ASK(s->payer);
        if (s->answer == 0) {
            offer_priced(s, s->payer);
            ASK(s->payer);
            sell(s, s->payer, s->answer);
        } else {
            s->has_offered = 1;
            CALL(offer);
        }
    }
    if (s->money[s->payer] < s->amount && s->hand[s->payer].n && !s->has_offered) {
        offer_agreement(s, 1);
        ASK(s->payer);
        if (s->answer == 0) CALL(offer);
    }
    if (s->money[s->payer] < s->amount) {
        int loan = (s->amount - s->money[s->payer] + 99) / 100 * 100;
        s->loan[s->payer] += loan;
        s->money[s->payer] += loan;
    }
    RETURN(raise);

offer:
    offer_hand(s, s->payer, NOBODY);
    ASK(s->payer);
    s->offered = (int8_t)s->answer;
    offer_others(s, s->payer);
    ASK(s->payer);
    s->buyer = (int8_t)s->answer;
    offer_amounts(s, cap_of(s->offered));
    ASK(s->payer);
    s->asked = s->answer;
    offer_agreement(s, reach_of(s, s->buyer) >= s->asked);
    ASK(s->buyer);
    if (s->answer == 0) {
        s->poor = s->buyer; s->needed = s->asked;
        CALL(sell_for);
        s->money[s->buyer] -= s->asked;
        s->money[s->payer] += s->asked;
        lose(s, s->payer, s->offered);
        give(s, s->buyer, s->offered);
    }
    RETURN(offer);

sell_for:
    while (s->money[s->poor] < s->needed && s->stock[s->poor]) {
        offer_priced(s, s->poor);
        ASK(s->poor);
        sell(s, s->poor, s->answer);
    }
    RETURN(sell_for);

    /* ---- cards that are played or bought */
card_time:
    for (;;) {
        {
            unsigned kinds = usable_kinds(s);
            int waiting = 0;
            open_question(s);
            if (kinds >> SIGNAL_POST & 1) offer(s, PLAY_SIGNAL_POST);
            if (kinds >> SWAP & 1 && s->goal[s->me] >= 0)
                for (int player = 0; player < s->players; player++) if (player != s->me && s->goal[player] >= 0) { offer(s, PLAY_SWAP); break; }
            if (kinds >> WHITE_WASH & 1) offer(s, PLAY_WHITE_WASH);
            if (kinds >> REVERSAL & 1) {
                for (int player = 0; player < s->players; player++) waiting |= s->waiting[player];
                if (waiting || s->n_active) offer(s, PLAY_REVERSE);
            }
            if (kinds >> DEAL & 1 && !s->has_proposed) offer(s, PROPOSE_DEAL);
            if (on_sale(s)) offer(s, BUY_CARD);
        }
        if (!s->n) break;
        offer(s, DECLINED);
        ASK(s->me);
        switch (s->answer) {
        case PLAY_SIGNAL_POST: goto signal_post;
        case PLAY_SWAP: goto swap;
        case PLAY_WHITE_WASH: goto white_wash;
        case PLAY_REVERSE: goto reverse;
        case PROPOSE_DEAL: goto deal;
        case BUY_CARD: goto buy_card;
        default: goto played_enough;
        }
played:;
    }
played_enough:
    RETURN(card_time);

signal_post: {
        int card = usable(s, SIGNAL_POST);
        lose(s, s->me, card);
        to_stack(s, card);
    }
    offer_others(s, s->me);
    ASK(s->me);
    s->waiting[s->answer]++;
    goto played;

swap: {
        int card = usable(s, SWAP);
        lose(s, s->me, card);
        to_stack(s, card);
    }
    open_question(s);
    for (int player = 0; player < s->players; player++) if (player != s->me && s->goal[player] >= 0) offer(s, player);
    ASK(s->me);
    {
        int8_t mine = s->goal[s->me];
        s->goal[s->me] = s->goal[s->answer];
        s->goal[s->answer] = mine;
    }
    goto played;

white_wash:
    s->played = (int8_t)usable(s, WHITE_WASH);
    lose(s, s->me, s->played);
    open_question(s);
    for (int colour = 0; colour < 7; colour++) offer(s, colour);
    ASK(s->me);
    s->washed |= (uint8_t)(1 << s->answer);
    s->active[s->n_active++] = (Active){(uint8_t)s->played, s->me, 4, (int8_t)s->answer};
    goto played;

reverse: {
        int card = usable(s, REVERSAL);
        lose(s, s->me, card);
        to_stack(s, card);
        open_question(s);
        if (s->n_active) offer(s, 0);
        for (int player = 0; player < s->players; player++) if (s->waiting[player]) { offer(s, 1); break; }
    }
    ASK(s->me);
    if (s->answer == 0) {
        open_question(s);
        for (int i = 0; i < s->n_active; i++) offer(s, i);
        ASK(s->me);
        lift(s, s->answer);
    } else {
        open_question(s);
        for (int player = 0; player < s->players; player++) if (s->waiting[player]) offer(s, player);
        ASK(s->me);
        s->waiting[s->answer]--;
    }
    goto played;

buy_card: {
        unsigned kinds = on_sale(s);
        open_question(s);
        for (int kind = TUNNEL; kind <= METRO; kind++) if (kinds >> kind & 1) offer(s, kind);
    }
    ASK(s->me);
    s->kind = (int8_t)s->answer;
    if (s->money[s->me] < PRICE[s->kind]) {
        s->has_exchanged = 1;
        s->poor = s->me; s->needed = PRICE[s->kind];
        CALL(sell_for);
    }
    s->money[s->me] -= PRICE[s->kind];
    give(s, s->me, from_supply(s, s->kind));
    goto played;

    /* ---- deals */
deal:
    s->played = (int8_t)usable(s, DEAL);
    offer_others(s, s->me);
    ASK(s->me);
    s->partner = (int8_t)s->answer;
    s->has_proposed = 1;
    {
        int mine = s->contracts[s->me].n, theirs = s->contracts[s->partner].n, more = s->hand[s->me].n > 1;
        open_question(s);
        if (theirs) offer(s, BUY_LOCATION);
        if (mine) offer(s, SELL_LOCATION);
        offer(s, BUY_CARD_OF_PARTNER);
        if (more) offer(s, SELL_CARD_TO_PARTNER);
        if (mine && theirs) offer(s, SWAP_LOCATIONS);
        if (more) offer(s, SWAP_CARDS);
    }
    ASK(s->me);
    s->way = (int8_t)s->answer;
    if (s->way == BUY_LOCATION || s->way == SELL_LOCATION) {
        s->giver = s->way == BUY_LOCATION ? s->partner : s->me;
        s->taker = s->way == BUY_LOCATION ? s->me : s->partner;
        offer_contracts(s, s->giver);
        ASK(s->me);
        s->location = s->answer;
        {
            int most = cap(COST[s->location]), reach = reach_of(s, s->me);
            offer_amounts(s, s->way == BUY_LOCATION && reach < most ? reach : most);
        }
        ASK(s->me);
        s->asked = s->answer;
        offer_agreement(s, reach_of(s, s->taker) >= s->asked);
        ASK(s->partner);
        if (s->answer == 0) {
            s->poor = s->taker; s->needed = s->asked;
            CALL(sell_for);
            s->money[s->taker] -= s->asked;
            s->money[s->giver] += s->asked;
            close_deal(s);
            lose_contract(s, s->giver, s->location);
            GAIN(s->taker, s->location);
        }
    } else if (s->way == SWAP_LOCATIONS) {
        offer_contracts(s, s->me);
        ASK(s->me);
        s->own = s->answer;
        offer_contracts(s, s->partner);
        ASK(s->me);
        s->location = s->answer;
        offer_agreement(s, 1);
        ASK(s->partner);
        if (s->answer == 0) {
            close_deal(s);
            lose_contract(s, s->me, s->own);
            gain(s, s->partner, s->own);
            lose_contract(s, s->partner, s->location);
            gain(s, s->me, s->location);
        }
    } else if (s->way == BUY_CARD_OF_PARTNER) {
        offer_kinds(s);
        ASK(s->me);
        s->kind = (int8_t)s->answer;
        {
            int most = cap(PRICE[s->kind] ? PRICE[s->kind] : 300), reach = reach_of(s, s->me);
            open_question(s);
            offer_amounts(s, reach < most ? reach : most);
        }
        ASK(s->me);
        s->asked = s->answer;
        offer_agreement(s, first_of_kind(s, s->partner, s->kind) >= 0);
        ASK(s->partner);
        if (s->answer == 0) {
            s->poor = s->me; s->needed = s->asked;
            s->offered = (int8_t)first_of_kind(s, s->partner, s->kind);
            CALL(sell_for);
            s->money[s->me] -= s->asked;
            s->money[s->partner] += s->asked;
            close_deal(s);
            lose(s, s->partner, s->offered);
            give(s, s->me, s->offered);
        }
    } else {
        offer_hand(s, s->me, s->played);
        ASK(s->me);
        s->offered = (int8_t)s->answer;
        if (s->way == SELL_CARD_TO_PARTNER) {
            open_question(s);
            offer_amounts(s, cap_of(s->offered));
            ASK(s->me);
            s->asked = s->answer;
            offer_agreement(s, reach_of(s, s->partner) >= s->asked);
            ASK(s->partner);
            if (s->answer == 0) {
                s->poor = s->partner; s->needed = s->asked;
                CALL(sell_for);
                s->money[s->partner] -= s->asked;
                s->money[s->me] += s->asked;
                close_deal(s);
                lose(s, s->me, s->offered);
                give(s, s->partner, s->offered);
            }
        } else {
            offer_kinds(s);
            ASK(s->me);
            s->kind = (int8_t)s->answer;
            offer_agreement(s, first_of_kind(s, s->partner, s->kind) >= 0);
            ASK(s->partner);
            if (s->answer == 0) {
                int card = first_of_kind(s, s->partner, s->kind);
                close_deal(s);
                lose(s, s->me, s->offered);
                give(s, s->partner, s->offered);
                lose(s, s->partner, card);
                give(s, s->me, card);
            }
        }
    }
    goto played;
    }
}

/* ---- from outside */
size_t pune_size(void) { return sizeof(Pune); }
void pune_start(Pune *s, int players, uint64_t random) {
    memset(s, 0, sizeof *s);
    s->random = random;
    s->players = (uint8_t)players;
    s->locations_to = LOCATIONS;
    s->mystery_to = CARDS;
    memset(s->owner, NOBODY, sizeof s->owner);
    for (int i = 0; i < LOCATIONS; i++) s->location_stack[i] = (uint8_t)i;
    for (int i = 0; i < CARDS; i++) { s->mystery_stack[i] = (uint8_t)i; comes_about(s, i, 1); }
    for (int player = 0; player < players; player++) { s->money[player] = 2500; s->pin[player] = HOME; }
    shuffle(s, s->location_stack, LOCATIONS);
    shuffle(s, s->mystery_stack, CARDS);
    s->first = (uint8_t)below(s, players);
    for (int seat = 0; seat < players; seat++) take_destination(s, (s->first + seat) % players);
    play(s);
}
static inline void choose(Pune *s, int i) { s->answer = (int16_t)(s->step ? i * s->step : s->option[i]); play(s); }
void pune_choose(Pune *s, int i) { choose(s, i); }
int pune_choices(const Pune *s) { return s->over ? 0 : s->n; }
int pune_actor(const Pune *s) { return s->actor; }
void pune_copies(Pune *to, const Pune *from, int64_t n) { for (int64_t i = 0; i < n; i++) { *to = *from; __asm__ volatile("" ::: "memory"); } }

int pune_score(const Pune *s, int player) {
    const Contracts *held = &s->contracts[player];
    int popular = s->popularity[player], total = held->n + (popular >= 7 ? 3 : popular >= 5 ? 2 : popular >= 3), of[7] = {0}, stars[7] = {0}, in[16] = {0};
    for (int i = 0; i < held->n; i++) { int one = held->location[i]; of[COLOUR[one]]++; stars[COLOUR[one]] += STARS[one]; total += 2 * (++in[CATEGORY[one]] == 4); }
    for (int colour = 0; colour < 7; colour++) total += of[colour] * stars[colour];
    return total - (s->loan[player] + 99) / 100;
}
/* whole games: as `rw_many` plays them, the choices come from a generator of their own */
int64_t pune_games(int players, int64_t n, const uint64_t *seeds, const uint64_t *picks, int64_t most, int64_t *counts, int64_t *scores) {
    int64_t decisions = 0;
    Pune s;
    for (int64_t i = 0; i < n; i++) {
        uint64_t g = picks[i];
        int64_t count = 0;
        pune_start(&s, players, seeds[i]);
        while (!s.over && count < most) { count++; g = stepped(g); choose(&s, scaled(g, s.n)); }
        counts[i] = count;
        for (int player = 0; player < players; player++) scores[i * players + player] = pune_score(&s, player);
        decisions += count;
    }
    return decisions;
}
