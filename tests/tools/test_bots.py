"""Bots play every game to its end, whatever their temper, and the same seed makes them decide the same."""

from __future__ import annotations

from random import Random

import pytest

import interpreter
from interpreter.tools.bots import BOTS, seated

GAMES = [info.name for info in interpreter.games()]


def result(name: str, bot: str, seed: int) -> tuple[object, int]:
    game = interpreter.load(name)
    state = game.start(seed=seed, events=False)
    bots = seated([bot] * len(state.player_names), seed)
    while (request := state.request) is not None:
        player = bots[request.player]
        assert player is not None
        state.choose(player(request, state.seat(request.player)))
        assert state.decisions <= game.turn_limit
    return state.result, state.decisions


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bot", BOTS)
def test_a_game_ends(name: str, bot: str) -> None:
    seed = Random(name).randrange(1000)
    assert result(name, bot, seed) == result(name, bot, seed)


def test_an_eager_bot_acts_rather_than_passes() -> None:
    """In Pig, with points at stake, both ways are ways to act; in Kuhn poker to bet is to act."""
    state = interpreter.load("pig").start(seed=1)
    (bot, _) = seated(["eager", "eager"], 1)
    assert bot is not None
    request = state.request
    assert request is not None
    choice = bot(request, state.seat(request.player))
    assert not isinstance(choice, int)
    assert choice.name == "roll_on"
