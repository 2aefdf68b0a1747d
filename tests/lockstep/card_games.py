"""Card games beside OpenSpiel's. Their deals follow ours, card by card."""

from __future__ import annotations

from collections.abc import Callable

import pyspiel

from interpreter import State
from tests.lockstep.drive import Moves, Partner, by_name, hands, points, table

SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANKS = dict(
    zip(
        "23456789TJQKA",
        ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"),
        strict=True,
    )
)


def suit_first(state: pyspiel.State, action: int) -> str:
    """Their `C2` as `clubs_two`; anything else as it is."""
    word = state.action_to_string(state.current_player(), action)
    return f"{SUITS[word[0]]}_{RANKS[word[1]]}" if len(word) == 2 and word[0] in SUITS else word


def rank_first(state: pyspiel.State, action: int) -> str:
    word = state.action_to_string(state.current_player(), action)
    return f"{SUITS[word[1]]}_{RANKS[word[0]]}" if len(word) == 2 and word[1] in SUITS else word


def nil_is_zero(state: pyspiel.State, action: int) -> str:
    word = suit_first(state, action)
    return "0" if word == "Nil" else word


def outcome(theirs: pyspiel.State, wanted: str, word: Callable[[pyspiel.State, int], str]) -> int:
    """The number of the outcome that they call like this."""
    return int(next(action for action, _ in theirs.chance_outcomes() if word(theirs, action) == wanted))


def dealt_in_turn(
    ours: State, theirs: pyspiel.State, word: Callable[[pyspiel.State, int], str], before: int = 0, first: int = 0
) -> int:
    """The next card of a deal that goes round the table from seat `first`, after so many other nodes of chance."""
    card, place = divmod(len(theirs.full_history()) - before, theirs.num_players())
    seat = (first + place) % theirs.num_players()
    return outcome(theirs, hands(ours)[seat][card], word)


def deal_of_hearts(ours: State, theirs: pyspiel.State) -> int:
    return 1 if not theirs.full_history() else dealt_in_turn(ours, theirs, rank_first, before=1)


def deal_of_spades(ours: State, theirs: pyspiel.State) -> int:
    return dealt_in_turn(ours, theirs, suit_first)


def deal_of_oh_hell(ours: State, theirs: pyspiel.State) -> int:
    tricks = len(hands(ours)[0])
    match len(theirs.full_history()):
        case 0:
            return tricks
        case 1:
            return int(theirs.num_players()) - 1  # the dealer
        case number if number < 2 + tricks * theirs.num_players():
            return dealt_in_turn(ours, theirs, suit_first, before=2)
        case _:
            return outcome(theirs, ours.view(None)["zones"]["trump_card"][0], suit_first)


def few_points(state: State) -> list[float]:
    return [26.0 - one for one in points(state)]


def word_of_crazy_eights(state: pyspiel.State, action: int) -> str:
    word = state.action_to_string(state.current_player(), action)
    kind, _, rest = word.partition(" ")
    if kind in ("Play", "Deal"):
        return f"{SUITS[rest[0]]}_{RANKS[rest[1]]}"
    return SUITS[word[-1]] if kind == "Nominate" else word


def moves_of_crazy_eights(state: State, theirs: pyspiel.State) -> Moves:
    request = state.request
    assert request is not None
    if request.kind != "menu":
        return by_name(state, theirs)
    menu = {way.name: number for number, way in enumerate(request.choices)}
    found: Moves = {}
    if "play_card" in menu:
        begun = state.clone()
        begun.take(menu["play_card"])
        assert begun.request is not None
        found = {card.name: (menu["play_card"], number) for number, card in enumerate(begun.request.choices)}
    if "draw_card" in menu:
        found["Draw"] = (menu["draw_card"],)
    if "pass_on" in menu:
        found["Pass"] = (menu["pass_on"],)
    return found


def deal_of_crazy_eights(ours: State, theirs: pyspiel.State) -> int:
    players, history = theirs.num_players(), theirs.full_history()
    if not history:
        return int(theirs.chance_outcomes()[players - 1][0])  # the dealer
    dealt = len(history) - 1
    size = 7 if players == 2 else 5
    if dealt < size * players:
        return dealt_in_turn(ours, theirs, word_of_crazy_eights, before=1)
    if dealt == size * players:
        return outcome(theirs, table(ours)["pile_in_play"][0], word_of_crazy_eights)
    drawer = history[-1].player
    return outcome(theirs, hands(ours)[drawer][-1], word_of_crazy_eights)


def held_by_their_count(state: State) -> list[float]:
    """What is left in each hand as they count it: a plain card by its number in their pack, not by its pips."""
    order = [f"{suit}_{rank}" for rank in RANKS.values() for suit in ("clubs", "diamonds", "hearts", "spades")]

    def penalty(card: str) -> int:
        rank = card.split("_")[1]
        return 50 if rank == "eight" else 10 if rank in ("jack", "queen", "king", "ace") else order.index(card) + 2

    return [float(-sum(penalty(card) for card in hand)) for hand in hands(state)]


def word_of_kuhn(state: pyspiel.State, action: int) -> str:
    return str(state.action_to_string(action).lower())


def deal_of_kuhn(ours: State, theirs: pyspiel.State) -> int:
    return ("jack", "queen", "king").index(hands(ours)[len(theirs.full_history())][0])


def word_of_leduc(state: pyspiel.State, action: int) -> str:
    return {"Fold": "fold", "Call": "call", "Raise": "bet"}[state.action_to_string(action)]


LEDUC = tuple(f"{rank}_of_{suit}" for rank in ("jack", "queen", "king") for suit in ("spades", "hearts"))


def deal_of_leduc(ours: State, theirs: pyspiel.State) -> int:
    dealt = len(theirs.full_history())
    card = hands(ours)[dealt][0] if dealt < 2 else table(ours)["board"][0]
    return LEDUC.index(card)


def word_of_blackjack(state: pyspiel.State, action: int) -> str:
    return str(state.action_to_string(action).lower())


def deal_of_blackjack(ours: State, theirs: pyspiel.State) -> int:
    cells, dealt = table(ours), len(theirs.full_history())
    hand = hands(ours)[0]
    hits = sum(1 for one in theirs.full_history() if one.player == 0 and one.action == 0)
    at_dealers = [*cells["hole_card"], *cells["dealer_card"], *cells["dealers_draws"]]
    if dealt < 2:
        card = hand[dealt]
    elif dealt < 4:
        card = at_dealers[dealt - 2]
    else:
        given = sum(1 for one in theirs.full_history() if one.player < 0) - 4
        card = hand[2 + given] if given < hits else at_dealers[2 + given - hits]
    return outcome(theirs, card, suit_first)


def word_of_euchre(state: pyspiel.State, action: int) -> str:
    word = suit_first(state, action)
    return word.lower()


def moves_of_euchre(state: State, theirs: pyspiel.State) -> Moves:
    request = state.request
    assert request is not None
    if request.kind != "menu":
        return by_name(state, theirs)
    turned = table(state)["upcard"]
    simple = {"pass_on": "pass", "pass_suit": "pass", "with_partner": "partner", "go_alone": "alone"}
    found: Moves = {}
    for number, way in enumerate(request.choices):
        if way.name == "order_it_up":
            found[turned[0].split("_")[0]] = (number,)
        elif way.name == "call_it":
            begun = state.clone()
            begun.take(number)
            assert begun.request is not None
            found |= {suit.name: (number, inside) for inside, suit in enumerate(begun.request.choices)}
        else:
            found[simple[way.name]] = (number,)
    return found


def deal_of_euchre(ours: State, theirs: pyspiel.State) -> int:
    history = theirs.full_history()
    if not history:
        return 3  # the dealer
    if len(history) <= 20:
        return dealt_in_turn(ours, theirs, suit_first, before=1, first=3)
    return outcome(theirs, table(ours)["upcard"][0], suit_first)


def difference_of_pairs(state: State) -> list[float]:
    north, east, *_ = points(state)
    return [north - east, east - north, north - east, east - north]


GOOFSPIEL = "turn_based_simultaneous_game(game=goofspiel(num_cards=13,points_order=random))"


def word_of_goofspiel(state: pyspiel.State, action: int) -> str:
    return str(state.action_to_string(state.current_player(), action).split()[-1])


def moves_of_goofspiel(state: State, theirs: pyspiel.State) -> Moves:
    return {name.split("_")[-1]: way for name, way in by_name(state, theirs).items()}


def deal_of_goofspiel(ours: State, theirs: pyspiel.State) -> int:
    return outcome(theirs, table(ours)["prize_shown"][0].split("_")[-1], word_of_goofspiel)


DEAL = ("one_deal",)
STAY_CLOSED = (*DEAL, "spades_stay_closed")
PARTNERS = [
    Partner("hearts", "hearts", 4, DEAL, word=rank_first, chance=deal_of_hearts, returns=few_points),
    Partner("spades", "spades", 4, STAY_CLOSED, word=nil_is_zero, chance=deal_of_spades, returns=points),
    *(
        Partner(
            "oh-hell",
            f"oh_hell(players={players})",
            players,
            options={"first_deal": cards, "last_deal": cards},
            word=suit_first,
            chance=deal_of_oh_hell,
            returns=points,
        )
        for players, cards in ((3, 9), (4, 12), (5, 4), (7, 7))
    ),
    Partner("kuhn-poker", "kuhn_poker", word=word_of_kuhn, chance=deal_of_kuhn, returns=points),
    Partner("leduc-poker", "leduc_poker", word=word_of_leduc, chance=deal_of_leduc, returns=points),
    Partner("blackjack", "blackjack", 1, word=word_of_blackjack, chance=deal_of_blackjack, returns=points),
    Partner(
        "crazy-eights",
        "crazy_eights(players=4,max_turns=100000)",
        4,
        ("one_pass_more",),
        word=word_of_crazy_eights,
        moves=moves_of_crazy_eights,
        chance=deal_of_crazy_eights,
        returns=held_by_their_count,
    ),
    Partner(
        "euchre",
        "euchre",
        4,
        DEAL,
        word=word_of_euchre,
        moves=moves_of_euchre,
        chance=deal_of_euchre,
        returns=difference_of_pairs,
    ),
    Partner(
        "goofspiel",
        GOOFSPIEL,
        word=word_of_goofspiel,
        moves=moves_of_goofspiel,
        chance=deal_of_goofspiel,
        last_plays_itself=True,
    ),
]
