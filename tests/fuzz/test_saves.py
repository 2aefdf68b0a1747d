"""Every edit of a save, field by field, gives a game or R0811, with a short run over the large games."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import interpreter
from interpreter import Game
from tests.fuzz.saves import OTHER_RULES, VALUES, edited, fields, go_on_with

LARGE = ["dystopolis", "tycoon-india-1981", "expensive-investments", "chartered-by-the-crown", "discover-pune"]


def middle_of(game: Game, decisions: int, seed: int = 3) -> Any:
    """A save from the middle of a game, as it comes back from a file."""
    chance = random.Random(seed)
    state = game.start(seed=seed)
    for _ in range(decisions):
        if state.request is None:
            break
        state.choose(state.request.choices[chance.randrange(len(state.request.choices))])
    return json.loads(json.dumps(state.save()))


def check(game: Game, data: Any, path: tuple[str | int, ...], value: Any) -> None:
    code = go_on_with(game, edited(data, path, value))
    assert code in ("", OTHER_RULES.get(str(path[0]), "R0811")), (path, value, code)
    if path[0] in ("players", "seed", "decisions"):
        assert go_on_with(game, edited(data, path, value), replay=True) in ("", "R0811", "R0813")


@pytest.mark.parametrize("name", ["kuhn-poker", "pig"])
def test_every_edit_of_a_small_save(name: str) -> None:
    game = interpreter.load(name)
    data = middle_of(game, 2)
    for path in fields(data):
        for value in VALUES:
            check(game, data, path, value)


@pytest.mark.parametrize("name", LARGE)
def test_some_edits_of_a_large_save(name: str) -> None:
    game = interpreter.load(name)
    data = middle_of(game, 12)
    chance = random.Random(name)
    machine = [path for path in fields(data) if path[0] in ("machine", "options_now", "stack")]
    for path in [*chance.sample(machine, min(40, len(machine))), *chance.sample(list(fields(data)), 40)]:
        check(game, data, path, chance.choice(VALUES))
