"""Gin rummy beside OpenSpiel's: a single hand, whose deal and draws follow ours."""

from __future__ import annotations

import random
import re

import pyspiel

from interpreter import State
from tests.lockstep.card_games import RANKS, outcome
from tests.lockstep.drive import Moves, Partner, by_name, hands, points, table

SUITS = {"s": "spades", "c": "clubs", "d": "diamonds", "h": "hearts"}
RANK_ORDER = ("ace", *tuple(RANKS.values())[:-1])
CARD = re.compile(r"([2-9TJQKA])([scdh])")
WAYS = {
    "take_it": "Draw upcard",
    "draw_card": "Draw stock",
    "pass": "Pass",
    "knock": "Knock",
    "knock_at_last": "Knock",
    "lay_no_more": "Pass",
}
SIZE = 10


def word_of_card(state: pyspiel.State, action: int) -> str:
    """One card, or the cards of a meld in the order of the pack; or what is done."""
    word = state.action_to_string(state.current_player(), action).rpartition(": ")[2]
    cards = [f"{SUITS[suit]}_{RANKS[rank]}" for rank, suit in CARD.findall(word)]
    return " ".join(sorted(cards)) if cards else word


def cards_of_meld(name: str) -> str:
    """`spades_3_4` is four spades from the three on; `three_without_spades` three threes, `three_all_four` all of them."""
    first, second, *rest = name.split("_")
    if first in SUITS.values():
        low, length = int(second), int(rest[0])
        return " ".join(sorted(f"{first}_{RANK_ORDER[low - 1 + step]}" for step in range(length)))
    return " ".join(sorted(f"{suit}_{first}" for suit in SUITS.values() if suit != rest[-1]))


def moves_of_gin(state: State, theirs: pyspiel.State) -> Moves:
    request = state.request
    assert request is not None
    if request.kind != "menu":
        return {WAYS.get(name, name): way for name, way in by_name(state, theirs).items()}
    found: Moves = {}
    for number, way in enumerate(request.choices):
        if way.name in WAYS:
            found[WAYS[way.name]] = (number,)
            continue
        begun = state.clone()
        begun.take(number)
        assert begun.request is not None
        inside = {choice.name: (number, place) for place, choice in enumerate(begun.request.choices)}
        found |= {name if way.name == "discard_card" else cards_of_meld(name): path for name, path in inside.items()}
    return found


def deal_of_gin(ours: State, theirs: pyspiel.State) -> int:
    """Ten cards each, the upcard, then what was drawn: the last card in the hand of the player who drew."""
    dealt, cells = len(theirs.full_history()), table(ours)
    if dealt < 2 * SIZE:
        card = hands(ours)[dealt // SIZE][dealt % SIZE]
    elif dealt == 2 * SIZE:
        card = cells["discards"][0]
    else:
        drawer = next(one.player for one in reversed(theirs.full_history()) if one.player >= 0)
        card = hands(ours)[drawer][-1]
    return outcome(theirs, card, word_of_card)


def balance(state: State) -> list[float]:
    first, second = points(state)
    return [first - second, second - first]


def collects(chooser: random.Random, words: list[str], state: State) -> str:
    """Mostly throws away what goes with nothing, so that hands are knocked and laid down."""
    if "Knock" in words and chooser.random() < 0.7:
        return "Knock"
    hand = hands(state)[state.deciding or 0]
    alone = [word for word in words if word in hand and not any(go_together(word, card) for card in hand)]
    return chooser.choice(alone if alone and chooser.random() < 0.9 else words)


def go_together(one: str, other: str) -> bool:
    suits, ranks = zip(*(card.split("_") for card in (one, other)), strict=True)
    apart = abs(RANK_ORDER.index(ranks[0]) - RANK_ORDER.index(ranks[1]))
    return one != other and (apart == 0 or (apart <= 2 and suits[0] == suits[1]))


PARTNERS = [
    Partner(
        "gin-rummy",
        "gin_rummy",
        variants=("one_hand", "loose_ends"),
        word=word_of_card,
        moves=moves_of_gin,
        chance=deal_of_gin,
        returns=balance,
        formalities=frozenset({"Pass", "Draw stock"}),
        choose=collects,
    ),
]
