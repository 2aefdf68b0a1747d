"""Bots decide the same in C as in Python: the same tables, the same luck, the same numbers, bit by bit."""

from __future__ import annotations

from random import Random

import pytest

import interpreter
from interpreter.tools.bots import bot_of
from interpreter.tools.bots.position_value import furthest
from interpreter.tools.bots.tree import CURIOSITY, Tree
from tests.support.bundled import core_games
from tests.support.sampling import sampled
from tests.support.tables import ROOT

GAMES = [info.name for info in core_games()]


def questions(game: interpreter.Game, seed: int, every: int, most: int) -> list[interpreter.State]:
    """States of one game by chance in which there is something to choose."""
    found, state, pick = [], game.start(seed=seed), Random(seed)
    for number in range(most):
        request = state.request
        if request is None:
            break
        if number % every == 0 and len(request.choices) > 1:
            found.append(state.clone())
        state.take(pick.randrange(len(request.choices)))
    return found


DUEL = "tests/cases/games/duel"  # cards that are made and removed, beside hidden hands


@pytest.mark.parametrize("name", [*sampled(GAMES, 3, "thinking"), DUEL])
def test_bots_decide_the_same_in_both_engines(name: str) -> None:
    game = interpreter.load(ROOT / name if name == DUEL else name)
    game.native()
    for number, state in enumerate(questions(game, 3, 9, 40)):
        request = state.request
        assert request is not None
        for words in ("greedy:1", "search:24"):
            maker = bot_of(words)
            assert maker is not None
            in_c, in_python = (
                maker(number)(request, state.seat(request.player, engine)) for engine in ("native", "python")
            )
            assert in_c == in_python


@pytest.mark.parametrize(("name", "iterations"), [("connect-four", 400), ("kuhn-poker", 200), ("pig", 200)])
def test_the_tree_is_the_same_in_both_engines(name: str, iterations: int) -> None:
    """Visits and what is certain, of every choice: Connect Four in an endgame, where search comes to certain ends."""
    game = interpreter.load(name)
    game.native()
    for state in questions(game, 8, 4, 34)[-3:]:
        request = state.request
        assert request is not None
        seat = state.seat(request.player, "native")
        table, most, count = seat.redealt(1), furthest(seat), len(request.choices)
        in_c = seat.in_c(table)
        assert in_c is not None
        trees = in_c.tree(99, CURIOSITY), Tree(99)
        done = (
            trees[0].grow(in_c, iterations, most, seat.sees_all),
            trees[1].grow(table, iterations, most, seat.sees_all),
        )
        assert done[0] == done[1]
        assert trees[0].found(count, request.player) == trees[1].found(count, request.player)


def test_a_python_seat_does_not_think_in_c() -> None:
    game = interpreter.load("connect-four")
    game.native()
    state = game.start(seed=1)
    assert state.seat(0, "python").in_c(state) is None
    assert state.seat(0, "native").in_c(state) is not None
