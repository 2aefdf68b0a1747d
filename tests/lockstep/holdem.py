"""Limit hold'em beside OpenSpiel's poker: single hands, dealt as ours are."""

from __future__ import annotations

import random

import pyspiel

from interpreter import State
from tests.lockstep.card_games import RANKS
from tests.lockstep.drive import Partner, hands, points, table

SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
SMALL_BET = 120  # a pot of such bets can be shared


def word_of_bet(state: pyspiel.State, action: int) -> str:
    word: str = state.action_to_string(state.current_player(), action).rpartition("=")[2]
    return word.lower()


def deal_of_holdem(ours: State, theirs: pyspiel.State) -> int:
    """Two cards each, seat by seat, then the board."""
    dealt = sum(1 for one in theirs.full_history() if one.player < 0)
    players = theirs.num_players()
    card = hands(ours)[dealt // 2][dealt % 2] if dealt < 2 * players else table(ours)["board"][dealt - 2 * players]
    return next(int(one) for one, _ in theirs.chance_outcomes() if card_of(theirs, one) == card)


def card_of(state: pyspiel.State, action: int) -> str:
    rank, suit = state.action_to_string(state.current_player(), action)[-2:]
    return f"{SUITS[suit]}_{RANKS[rank]}"


def stays(chooser: random.Random, words: list[str], _state: State) -> str:
    """Seldom folds, so that hands are compared."""
    others = [word for word in words if word != "fold"]
    return chooser.choice(words if chooser.random() < 0.1 else others)


def poker(players: int) -> str:
    blinds = [SMALL_BET // 2, SMALL_BET, *([0] * (players - 2))]
    first = "1 2 2 2" if players == 2 else "3 1 1 1"
    settings = {
        "betting": "limit",
        "bettingAbstraction": "fcpa",
        "numPlayers": players,
        "numRounds": 4,
        "blind": " ".join(str(one) for one in blinds),
        "firstPlayer": first,
        "numSuits": 4,
        "numRanks": 13,
        "numHoleCards": 2,
        "numBoardCards": "0 3 1 1",
        "raiseSize": " ".join(str(bets * SMALL_BET) for bets in (1, 1, 2, 2)),
        "maxRaises": "3 4 4 4",
        "stack": " ".join(["100000"] * players),
    }
    return f"universal_poker({','.join(f'{name}={value}' for name, value in settings.items())})"


PARTNERS = [
    Partner(
        "holdem",
        poker(players),
        players,
        variants=("one_hand",),
        options={"small_bet": SMALL_BET},
        word=word_of_bet,
        chance=deal_of_holdem,
        returns=points,
        choose=stays,
    )
    for players in (2, 3, 4)
]
