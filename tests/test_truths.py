"""What is known about four small games from elsewhere, counted with nothing but the public interface.

Tic-Tac-Toe: 255,168 games, 5,478 positions. Connect Four (7 by 6): the number of ways to play the first moves. Kuhn poker:
30 terminal histories over its 6 deals, 12 information sets. Pig: how often a turn that holds at 20 scores nothing.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterator
from functools import cache
from itertools import pairwise
from math import sqrt

import pytest

import interpreter
from interpreter import Game, State


@cache
def game(name: str) -> Game:
    return interpreter.load(name)


def after(state: State) -> Iterator[State]:
    """The states after each choice."""
    request = state.request
    assert request is not None
    for number in range(len(request.choices)):
        following = state.clone()
        following.choose(number)
        yield following


# ---------------------------------------------------------------- Tic-Tac-Toe


def test_tic_tac_toe_has_5478_positions_and_255168_games() -> None:
    start = game("tic-tac-toe").start(events=False)
    positions = {board(start): start}
    ways = Counter({board(start): 1})  # in how many ways a position comes about
    games: Counter[tuple[int, ...]] = Counter()  # finished ones, by who has won
    layer = [start]
    while layer:
        following: dict[Hashable, State] = {}
        for state in layer:
            for next_state in after(state):
                place = board(next_state)
                ways[place] += ways[board(state)]
                following.setdefault(place, next_state)
        positions.update(following)
        games.update({state.result.winners: 0 for state in following.values() if state.result is not None})
        for place, state in following.items():
            if state.result is not None:
                games[state.result.winners] += ways[place]
        layer = [state for state in following.values() if state.request is not None]
    assert len(positions) == 5478
    assert games == {(0,): 131_184, (1,): 77_904, (): 46_080}
    assert games.total() == 255_168


def board(state: State) -> Hashable:
    return tuple(state.view(None)["table"]["mark"].values())


# ---------------------------------------------------------------- Connect Four


def sequences(state: State, depth: int) -> int:
    """In how many ways the next moves can be played. The last move need not be made to be counted."""
    request = state.request
    if request is None:
        return 0
    if depth == 1:
        return len(request.choices)
    return sum(sequences(following, depth - 1) for following in after(state))


@pytest.mark.parametrize(("depth", "expected"), list(enumerate([7, 49, 343, 2401, 16807], start=1)))
def test_connect_four_begins_in_so_many_ways(depth: int, expected: int) -> None:
    assert sequences(game("connect-four").start(events=False), depth) == expected


@pytest.mark.slow
@pytest.mark.parametrize(("depth", "expected"), [(6, 117_649), (7, 823_536)])
def test_connect_four_begins_in_so_many_more_ways(depth: int, expected: int) -> None:
    assert sequences(game("connect-four").start(events=False), depth) == expected


# ---------------------------------------------------------------- Kuhn poker


def deals() -> dict[tuple[str, str], State]:
    """One start for each way in which the two players can get their cards."""
    found: dict[tuple[str, str], State] = {}
    for seed in range(1000):
        state = game("kuhn-poker").start(seed=seed)
        cards = [state.view(player)["zones"][f"{name}'s hand"][0] for player, name in enumerate(state.player_names)]
        found.setdefault((cards[0], cards[1]), state)
        if len(found) == 6:
            return found
    raise AssertionError(f"only {len(found)} deals in 1000 games")


def test_kuhn_poker_has_30_endings_and_12_information_sets() -> None:
    endings = []
    information: set[Hashable] = set()
    for cards, start in deals().items():
        open_states: list[tuple[State, tuple[str, ...]]] = [(start, ())]
        while open_states:
            state, history = open_states.pop()
            if state.request is None:
                endings.append((cards, history, state))
                continue
            player = state.request.player
            known = state.view(player)
            information.add((player, repr(known["zones"]), repr(known["table"]), history))
            names = [choice.name for choice in state.request.choices]
            open_states += [(following, (*history, name)) for name, following in zip(names, after(state), strict=True)]
    assert len(deals()) == 6
    assert len(endings) == 30
    assert len(information) == 12
    for cards, history, state in endings:
        assert payoff(state) == expected_payoff(cards, history), (cards, history)


def payoff(state: State) -> int:
    """What the first player wins."""
    assert state.result is not None
    assert state.result.scores[0] + state.result.scores[1] == 0
    assert state.result.winners == ((0,) if state.result.scores[0] > 0 else (1,))
    return state.result.scores[0]


def expected_payoff(cards: tuple[str, str], history: tuple[str, ...]) -> int:
    """Kuhn's own rules: a bet that is not called wins 1, otherwise the higher card wins what both have staked."""
    if history[-2:] == ("bet", "pass"):
        return 1 if len(history) == 2 else -1
    stake = 2 if history[-2:] == ("bet", "bet") else 1
    order = ("jack", "queen", "king")
    return stake if order.index(cards[0]) > order.index(cards[1]) else -stake


# ---------------------------------------------------------------- Pig

TURNS = 4000
HELD_AT_20 = 0.6245  # how often such a turn scores nothing (Neller and Presser, 2004)


def hold_at_20(state: State) -> Iterator[int]:
    """What each turn of a game scores when everybody holds at 20."""
    scored = points(state)
    player = asked(state)
    while player is not None:
        pot = state.view(player)["table"]["pot"]
        state.choose("hold" if pot >= 20 else "roll_on")
        if asked(state) != player:
            before, scored = scored, points(state)
            yield sum(scored) - sum(before)
        player = asked(state)


def asked(state: State) -> int | None:
    return state.request.player if state.request is not None else None


def points(state: State) -> list[int]:
    return list(state.view(None)["table"]["points"].values())


def test_a_pig_turn_that_holds_at_20_scores_nothing_as_often_as_it_should() -> None:
    chance = random.Random(20)
    scores: list[int] = []
    while len(scores) < TURNS:
        scores += hold_at_20(game("pig").start(players=2, seed=chance.getrandbits(32), events=False))
    zeros = sum(score == 0 for score in scores) / len(scores)
    deviation = sqrt(HELD_AT_20 * (1 - HELD_AT_20) / len(scores))
    assert abs(zeros - HELD_AT_20) < 4 * deviation
    assert set(scores) - {0} <= set(range(20, 26))


def test_the_order_of_turns_in_pig_goes_round() -> None:
    state = game("pig").start(players=3, seed=1)
    players: list[int] = []
    while state.request is not None and len(players) < 50:
        players.append(state.request.player)
        state.choose(0)
    for one, other in pairwise(players):
        assert other in (one, (one + 1) % 3)
