"""C and Python count the same work: a rule that stays just below the limit is played by both, with one round more both stop.

The limit is 5,000,000 rounds between two decisions. Counted are: each round of a loop that says how often by a number of the
game, or that does not say it; each round of a loop inside two loops; and what a search goes through inside three searches. By
hand, of 12 things, for each round of `rounds`: a search inside three is made 12 x 12 x 12 times, 20,736 things; a loop inside
two goes round 1,728 times; of four colours a search inside three, in
a value of its own, is made 4 x 4 x 4 times, 256 things. What C keeps while nothing changes is counted each time it is asked for.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import interpreter
from interpreter import Fault, Game
from interpreter.runtime.native import FAULT, WAITING

LIMIT = 5_000_000
# a way, how often it goes round, how much is counted in one round of it
WAYS = {"searching": (241, 1 + 20_736), "looping": (2_891, 1 + 1_728), "looking_at_few": (19_454, 1 + 256),
        "looking_again": (9_746, 1 + 2 * 256)}  # fmt: skip
RULES = f"""
kind thing is {", ".join(f"t{number}" for number in range(12))}
kind colour is red, blue, green, white

keep pot: number
keep rounds: number

let among(number more) =
  count(a in things where some(b in things where some(c in things where some(d in things where
    number_of(a) + number_of(b) + number_of(c) + number_of(d) + more is more than 1000))))
let of_few(number more) =
  count(a in colours where some(b in colours where some(c in colours where is_far(a, b, c, more))))
let all_far = sum(far(a) over a in colours)
let far(colour a) =
  count(b in colours where some(c in colours where some(d in colours where
    number_of(a) + number_of(b) + number_of(c) + number_of(d) + pot is more than 1000)))
let is_far(colour a, colour b, colour c, number more) =
  some(d in colours where number_of(a) + number_of(b) + number_of(c) + number_of(d) + more is more than 1000)

procedure play
  each player
    turn(player)

procedure turn(player)
  player chooses
    to searching "Search"
      set rounds to {WAYS["searching"][0]}
      player chooses spare in 0 to 100000
      repeat rounds times
        set pot to among(pot)
      repeat spare times
        set pot to 0
    to looping "Loop"
      set rounds to {WAYS["looping"][0]}
      player chooses spare in 0 to 100000
      repeat rounds times
        through_all()
      repeat spare times
        set pot to 0
    to looking_at_few "Look"
      set rounds to {WAYS["looking_at_few"][0]}
      player chooses spare in 0 to 100000
      repeat rounds times
        set pot to of_few(pot)
      repeat spare times
        set pot to 0

    to looking_again "Look again"
      set rounds to {WAYS["looking_again"][0]}
      player chooses spare in 0 to 100000
      repeat rounds times
        twice()
      repeat spare times
        set pot to 0

procedure twice()
  let sooner = all_far
  let later = all_far
  set pot to sooner + later

procedure through_all()
  each a in things
    each b in things
      each c in things
        set pot to 1
"""


@cache
def loaded(folder: Path) -> Game:
    (folder / "rules").mkdir(parents=True)
    (folder / "rules" / "play.rules").write_text(RULES)
    (folder / "game.yaml").write_text("title: Work\nabout: Work.\nplayers: {min: 2, max: 2}\nsource: stand-in\n")
    return interpreter.load(folder)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return loaded(tmp_path_factory.mktemp("work") / "work")


def played(game: Game, engine: str, way: str, spare: int) -> Fault | int:
    """Who is asked next, or what went wrong."""
    state = game.start(seed=1, engine=engine)
    state.choose(way)
    try:
        state.choose(spare)
    except Fault as fault:
        return fault
    request = state.request
    assert request is not None
    return request.player


def in_c_alone(game: Game, way: str, spare: int) -> int:
    """What C says when nobody looks over its shoulder."""
    state = game.start(seed=1, events=False)
    state.choose(way)
    rules = game.native()
    assert rules is not None
    return rules.take(state.engine.position).choose(spare)


@pytest.mark.parametrize("way", WAYS)
def test_both_engines_come_to_the_limit_with_the_same_round(game: Game, way: str) -> None:
    times, each = WAYS[way]
    left = LIMIT - times * each
    assert 0 <= left < 100_000
    assert [played(game, engine, way, left) for engine in ("python", "native")] == [1, 1]
    assert (in_c_alone(game, way, left), in_c_alone(game, way, left + 1)) == (WAITING, FAULT)
    in_python, in_c = (played(game, engine, way, left + 1) for engine in ("python", "native"))
    assert isinstance(in_python, Fault)
    assert isinstance(in_c, Fault)
    assert (in_python.code, in_python.message) == (in_c.code, in_c.message)
    assert in_python.code == "R0803"
    assert in_python.stack == in_c.stack
