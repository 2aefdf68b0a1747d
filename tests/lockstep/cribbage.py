"""Cribbage beside OpenSpiel's: whole games, whose deals follow ours."""

from __future__ import annotations

from itertools import combinations

import pyspiel

from interpreter import State
from tests.lockstep.card_games import RANKS, SUITS, outcome
from tests.lockstep.drive import Moves, Partner, by_name, hands, points, table

BONUS = 1000.0
WINNING = 121


def cards_of(state: pyspiel.State, action: int) -> str:
    """`Choose 5C TC` or `Deal 5C` as our cards; `Pass` as it is."""
    _, *cards = state.action_to_string(state.current_player(), action).split()
    return " ".join(sorted(f"{SUITS[suit]}_{RANKS[rank]}" for rank, suit in cards)) or "Pass"


def moves_of_cribbage(state: State, theirs: pyspiel.State) -> Moves:
    """Two cards are laid away as one move there, by three players one."""
    request = state.request
    assert request is not None
    if request.name != "cards" or theirs.num_players() != 2:
        return by_name(state, theirs)
    names = [choice.name for choice in request.choices]
    return {
        " ".join(sorted((names[first], names[second]))): (first, second - 1)  # the first is no longer offered
        for first, second in combinations(range(len(names)), 2)
    }


def deal_of_cribbage(ours: State, theirs: pyspiel.State) -> int:
    """A hand after the other, a card for the crib of three, and the starter when all have laid away."""
    players, cells = theirs.num_players(), table(ours)
    dealt = 0
    for one in reversed(theirs.full_history()):
        if one.player >= 0:
            break
        dealt += 1
    size = 6 if players == 2 else 5
    if theirs.to_string().count("Phase: Play"):
        return outcome(theirs, cells["starter"][0], cards_of)
    if dealt == players * size:
        return outcome(theirs, cells["crib"][0], cards_of)
    return outcome(theirs, hands(ours)[dealt // size][dealt % size], cards_of)


def with_bonus(state: State) -> list[float]:
    """They add a thousand for the first seat that has 121, whatever the others have; the others pay it."""
    scores = points(state)
    winner = next(seat for seat, one in enumerate(scores) if one >= WINNING)
    return [one + (BONUS if seat == winner else -BONUS / (len(scores) - 1)) for seat, one in enumerate(scores)]


PARTNERS = [
    Partner(
        "cribbage",
        f"cribbage(players={players})",
        players,
        variants=("whole_show", "crib_flush"),
        word=cards_of,
        moves=moves_of_cribbage,
        chance=deal_of_cribbage,
        returns=with_bonus,
        formalities=frozenset({"Pass"}),
    )
    for players in (2, 3)
]
