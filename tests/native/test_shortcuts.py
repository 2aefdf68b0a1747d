"""What C leaves out changes nothing: tests that can fail are evaluated for the same things, sums that do not fit are noticed, and
the last way of a trial needs no copy. One small game for all of it; what must come out is worked out by hand."""

from __future__ import annotations

import re

import pytest

from interpreter import Fault, Game
from interpreter.native import c_text
from interpreter.runtime.native import BEYOND, FAULT, WAITING, Memory
from tests.support.small_games import written
from tests.support.tables import ROOT

RULES = """kind stone is onyx, opal, jade, ruby, pearl, agate, topaz, beryl, coral, flint, slate, chalk
keep weight(stone): number, starts at 1
keep height(stone): 0 to 9, starts at 1
keep points(player): number, starts at 5
keep seen: number
let light = list(stone where 12 / weight(stone) rounded down is more than 2)
let first_is_light = some(stone in light where stone is onyx)
let guarded = some(stone where height(stone) is more than 5 and 12 / seen rounded down is 1)
let whole = sum(weight(stone) over stones)
let held = sum(points(player) over players)

procedure play
  each player
    player chooses
      to fails "Fails"
        set weight(chalk) to 0
        raise seen by (1 if first_is_light otherwise 2)
      to guards "Guards"
        raise seen by (3 if guarded otherwise 4)
      to adds "Adds"
        each stone
          set weight(stone) to 1_000_000_000 * 1_000_000_000
        raise seen by (5 if whole is more than 0 otherwise 6)
      to leaves "Leaves"
        raise player's points by 2
        player leaves
        set seen to held
      to tries "Tries"
        may_try(player)

procedure may_try(player)
  player chooses
    to wide "Wide"
      player chooses one in 1 to 3
      player chooses other in 1 to 3
      must leave one + other is more than 5 because "too little"
      set seen to 10 * one + other
    to narrow "Narrow"
      player chooses one in 1 to 3
      player chooses other in 1 to 2
      must leave one + other is more than 5 because "too little"
"""
FAILS, GUARDS, ADDS, LEAVES, TRIES = range(5)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return written(tmp_path_factory.mktemp("shortcuts") / "game", RULES)


def after(game: Game, *choices: int) -> tuple[int, Memory]:
    memory = game.native().take(game.start(seed=1, events=False).engine.position)
    how = WAITING
    for choice in choices:
        assert how == WAITING
        how = memory.choose(choice)
    return how, memory


def seen(game: Game, memory: Memory) -> int:
    table = game.table(2, 1, None, False)
    game.native().read(memory, table.engine.position)
    keep = next(keep for keep in game.code.KEEPS if keep.name == "seen")
    found = table.engine.position.cells[keep.base]
    assert isinstance(found, int)
    return found


def test_a_test_that_can_fail_is_evaluated_for_all(game: Game) -> None:
    """Onyx comes first and is light; chalk, the last one, weighs nothing: 12 / 0 fails in Python, so it must in C."""
    state = game.start(seed=1, engine="native")
    with pytest.raises(Fault, match="divided by zero"):
        state.choose("fails")
    assert after(game, FAILS)[0] == FAULT


def test_a_test_of_no_member_is_evaluated_only_if_some_are_left(game: Game) -> None:
    """No stone is higher than 5, so nobody divides by `seen`, which is 0."""
    how, memory = after(game, GUARDS)
    assert (how, seen(game, memory)) == (WAITING, 4)


def test_a_sum_that_does_not_fit_leaves_c(game: Game) -> None:
    """Twelve times 10^18 is more than 2^63; in a word it would be negative, and the sum would not be more than 0."""
    assert after(game, ADDS)[0] == BEYOND


def test_who_is_out_is_counted_no_more(game: Game) -> None:
    """Red leaves with seven points; five are left, those of blue."""
    how, memory = after(game, LEAVES)
    assert (how, seen(game, memory)) == (WAITING, 5)


def test_the_last_way_of_a_trial(game: Game) -> None:
    """Only three and three are more than five: `wide` comes through with the last of its last choices, `narrow` never."""
    how, memory = after(game, TRIES)
    assert (how, memory.choices()) == (WAITING, 1)
    how, memory = after(game, TRIES, 0)
    assert (how, memory.choices()) == (WAITING, 1)
    how, memory = after(game, TRIES, 0, 0)
    assert (how, memory.choices()) == (WAITING, 1)
    how, memory = after(game, TRIES, 0, 0, 0)
    assert (how, seen(game, memory)) == (WAITING, 33)


def test_a_test_that_depends_on_two_other_things_is_a_table() -> None:
    """What lies on a line is one word for each square and axis; how the board is divided is known before the game."""
    text = c_text(ROOT / "tests" / "cases" / "native" / "masks", (), {})
    along = text.split("value_stones_along(S *s, I square_4, I axis_5) {")[1].split("\n}\n")[0]
    assert re.search(r"sets_\d+\[square_4 \* 4 \+ axis_5\]", along)
    assert "value_same_line" not in along
    assert re.search(r"value_squares_of\(S \*s, I quarter_\d+\) \{\n.*\n    n = column_let_squares_of\[", text)
