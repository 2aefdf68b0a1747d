"""Bots in C: the same redeals as in Python, draw by draw, and the same whole games, decision by decision."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from random import Random

import pytest

import interpreter
from interpreter.runtime.python_engine import PythonEngine
from interpreter.runtime.thinking import ThinkerInC
from interpreter.tools.bots import only_bots
from interpreter.tools.simulate.matches import matches, play_in_python
from interpreter.tools.simulate.plan import Plan
from tests.support.bundled import core_games
from tests.support.sampling import sampled

SETTINGS = [
    *((info.name, ()) for info in core_games()),
    ("dystopolis", ("intrigue",)), ("discover-pune", ("strategic",)), ("expensive-investments", ("hidden_cards",)),
]  # fmt: skip
TABLES = (("greedy:1",), ("search:12", "eager", "greedy:2"), ("eager",))
MANY = bool(os.environ.get("RULEWRIGHT_ALL"))


def questions(game: interpreter.Game, seed: int, most: int) -> Iterator[PythonEngine]:
    """Positions of one game by chance, with its log, in which there is something to choose."""
    state, pick = game.start(seed=seed, events=True, engine="python"), Random(seed)
    for _ in range(most):
        request = state.request
        if request is None:
            return
        if len(request.choices) > 1:
            assert isinstance(state.engine, PythonEngine)
            yield state.engine
        state.take(pick.randrange(len(request.choices)))


def same_redeals(game: interpreter.Game, seed: int, most: int, every: int = 1) -> int:
    native, compared = game.native(), 0
    thinker = ThinkerInC(native)
    for number, state in enumerate(questions(game, seed, most)):
        if number % every:
            continue
        in_python = state.redealt(state.actor, number)
        memory = thinker.redealt(state, state.actor, number)
        assert memory is not None
        in_c = state.bare_clone()
        native.read(memory, in_c)
        assert in_c.key() == in_python.key()
        assert (in_c.random, in_c.free) == (in_python.random, in_python.free)
        assert list(in_c.options or ()) == list(in_python.options or ())
        compared += 1
    return compared


@pytest.mark.parametrize(("name", "variants"), SETTINGS if MANY else sampled(SETTINGS, 4, "redeals"))
def test_a_redeal_is_the_same_in_both_engines(name: str, variants: tuple[str, ...]) -> None:
    """Cards and what is stored about them, references, guesses and totals; in loops in which all decide in secret, too."""
    assert same_redeals(interpreter.load(name, variants), 3, 120 if MANY else 60)


def test_redeals_in_secret_loops_are_the_same() -> None:
    """Where others have answered in secret, both engines play on from where the loop began."""
    assert same_redeals(interpreter.load("dystopolis", ("intrigue",)), 2, 110) > 30
    assert same_redeals(interpreter.load("goofspiel"), 1, 60)
    assert same_redeals(interpreter.load("hearts"), 1, 60)


def seats(game: interpreter.Game, words: tuple[str, ...]) -> tuple[str, ...]:
    state = game.start()
    people = iter(range(len(state.player_names)))
    return tuple(
        "automa" if seat in state.automas else words[next(people) % len(words)]
        for seat in range(len(state.player_names))
    )


@pytest.mark.parametrize("words", TABLES)
@pytest.mark.parametrize(("name", "variants"), SETTINGS if MANY else sampled(SETTINGS, 2, "arena"))
def test_bots_play_the_same_games_in_both_engines(name: str, variants: tuple[str, ...], words: tuple[str, ...]) -> None:
    """Whole games in one call of C, with who leads and what each seat chose on the way."""
    game = interpreter.load(name, variants)
    game.native()
    bots = seats(game, words)
    plan = Plan(name, game.default_players, 1, partial(only_bots, bots), bots, variants, seed=3, detailed=True, events=True,
                engine="native")  # fmt: skip
    assert list(matches(plan, game)) == [play_in_python(game, replace(plan, engine="python"), 0)]


def test_a_keyed_game_is_thought_about_in_c() -> None:
    """Of its draws a bot knows nothing: both engines deal them anew."""
    from interpreter.runtime.generator import new_keyed_seed
    from interpreter.tools.bots import bot_of

    game = interpreter.load("pig")
    game.native()
    state = game.start(seed=new_keyed_seed(), engine="python")
    state.choose("roll_on")
    request, maker = state.request, bot_of("greedy")
    assert request is not None
    assert maker is not None
    seat = state.seat(request.player, "native")
    assert seat.decided_in_c(maker(1).in_c, maker(1).word) is not None  # type: ignore[attr-defined]
    assert maker(1)(request, seat) == maker(1)(request, state.seat(request.player, "python"))
