"""Work without end is a fault, wherever it hides; and what one game does counts for that game alone."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import interpreter
from interpreter import Fault, Game
from tests.support.frame import lay_out
from tests.support.limits import time_limit


def rows(count: int) -> str:
    return "source: stand-in\nrows:\n" + "".join(f"  - {{id: c{number}, worth: {number}}}\n" for number in range(count))


CARDS = 'cards pebble plural pebbles from "cards/pebbles.yaml"\n  worth: number\n'
PLAY = "procedure play\n  {0}\n  end game\n"
QUERIES = {
    "nested": "set pot to count(one in pebbles where some(other in pebbles where no(third in pebbles\n"
    "    where sums(one, other, third))))",
    "through values": "set pot to count(pebbles where far(pebble))",
    "in loops": "each one in pebbles\n    each other in pebbles\n      each third in pebbles\n        set pot to 1",
    "loop and query": "each one in pebbles\n    set pot to count(pebbles where far(pebble))",
    "in a chain of procedures": "each one in pebbles\n    once(one)",
}
VALUES = (
    "let sums(pebble, pebble other, pebble third) = pebble's worth + other's worth + third's worth is 1\n"
    "let far(pebble) = count(other in pebbles where farther(other, pebble)) is 7\n"
    "let farther(pebble other, pebble) = count(third in pebbles where third's worth is other's worth + pebble's worth) is 9\n"
    "procedure once(pebble)\n  each other in pebbles\n    twice(other)\n"
    "procedure twice(pebble)\n  each other in pebbles\n    raise pot by 1\n"
)


@pytest.mark.parametrize("name", QUERIES)
def test_queries_inside_queries_come_to_an_end(name: str, tmp_path: Path) -> None:
    rules = CARDS + VALUES + PLAY.format(QUERIES[name])
    game = interpreter.load(lay_out(tmp_path, {"rules/zz.rules": rules, "cards/pebbles.yaml": rows(3000)}))
    with time_limit(60), pytest.raises(Fault) as caught:
        game.start(players=2, seed=1)
    assert caught.value.code == "R0803"


def test_a_large_query_is_no_fault(tmp_path: Path) -> None:
    query = "set pot to count(one in pebbles where some(other in pebbles where one's worth is other's worth + 1990))"
    rules = CARDS + PLAY.format(query)
    game = interpreter.load(lay_out(tmp_path, {"rules/zz.rules": rules, "cards/pebbles.yaml": rows(2000)}))
    assert game.start(players=2, seed=1).view(None)["table"]["pot"] == 10


# ---------------------------------------------------------------- threads


def played(game: Game, seed: int) -> tuple[Any, ...]:
    """A whole game of random decisions, told completely."""
    chance = random.Random(seed)
    state = game.start(seed=seed)
    while (request := state.request) is not None and state.decisions < 25:
        state.view(request.player)
        state.choose(request.choices[chance.randrange(len(request.choices))])
    return state.inspect.key(), state.result, [event.text for event in state.events]


@pytest.mark.parametrize("name", ["expensive-investments", "discover-pune"])
def test_eight_games_in_eight_threads_are_the_games_of_one(name: str) -> None:
    game = interpreter.load(name)
    alone = [played(game, seed) for seed in range(8)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(played, [game] * 8, range(8))) == alone


def test_the_work_of_one_game_does_not_count_for_another(tmp_path: Path) -> None:
    rules = (
        CARDS + "procedure play\n  repeat 3 times\n    each player\n      player chooses number in 1 to 3\n  end game\n"
    )
    game = interpreter.load(lay_out(tmp_path, {"rules/zz.rules": rules, "cards/pebbles.yaml": rows(3)}))
    busy, quiet = game.start(players=2), game.start(players=2)
    busy.engine.position.work, busy.engine.position.trials = 4_999_999, 19_999
    assert (quiet.engine.position.work, quiet.engine.position.trials) == (0, 0)
    quiet.choose(1)
    assert (busy.engine.position.work, busy.engine.position.trials) == (4_999_999, 19_999)


@pytest.mark.parametrize("players", [13, 100])
def test_many_players_have_names(players: int, tmp_path: Path) -> None:
    rules = "procedure play\n  each player\n    player chooses number in 1 to 3\n  end game\n"
    manifest = "title: Crowd\nplayers: {min: 2, max: 100}\n"
    game = interpreter.load(lay_out(tmp_path, {"rules/zz.rules": rules, "game.yaml": manifest}))
    state = game.start(players=players, seed=1)
    assert len(set(state.player_names)) == players
    assert state.play_out() == players
