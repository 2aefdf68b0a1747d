"""What goes wrong in C is told as Python tells it: the same code, the same words, the same place. And C reckons as Python does.

One game has a way for everything that can go wrong, another stores what many random formulas come to: one compilation each.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from interpreter import Fault, Game, State
from interpreter.runtime.native import FAULT
from tests.support.formulas import formula
from tests.support.small_games import written

# a way of a menu, its step, the code of the fault
WRONG = {
    "too_high": ("raise pot by 10", "R0801"),
    "too_low": ("lower pot by 1", "R0801"),
    "set_too_high": ("set pot to 5 + 6", "R0801"),
    "too_poor": ("player pays 21 money to bank", "R0802"),
    "too_poor_for_others": ("player pays 30 money to next_player(player)", "R0802"),
    "below_the_least": ("player pays 18 money to bank", "R0801"),
    "divided": ("set pot to 7 / pot rounded down", "R0807"),
    "remainder_of_nothing": ("set pot to remainder(7, pot)", "R0807"),
    "not_in_the_list": ("set pot to item(few, 3)", "R0807"),
    "not_one": ("let lonely = the(number in few where number is more than 0)", "R0804"),
    "endless": ("repeat while pot is 0\n          set spare to pot", "R0803"),
    "no_die": ("roll 2 dice of pot as thrown", "R0807"),
    "nothing_to_choose": ("set spare to 1\n        player chooses gone in few where gone is 9", "R0805"),
    "nothing_to_pick": ("pick chosen at random from number in few where number is 9", "R0807"),
}
RULES = """keep pot: 0 to 9
keep spare: 0 to 9
keep money(player): 5 to 100, starts at 20
keep few: list of number

procedure set_up
  set few to [3, 4]

procedure play
  each player
    turn(player)

procedure turn(player)
  player chooses
"""


@cache
def wrong(folder: Path) -> Game:
    ways = "".join(f'    to {way} "{way}"\n        {steps}\n' for way, (steps, _) in WRONG.items())
    return written(folder, RULES + ways)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return wrong(tmp_path_factory.mktemp("faults") / "wrong")


def told(state: State, way: str) -> Fault:
    with pytest.raises(Fault) as caught:
        state.choose(way)
    return caught.value


@pytest.mark.parametrize("way", WRONG)
def test_a_fault_is_the_same_in_both_engines(game: Game, way: str) -> None:
    in_python, in_c = told(game.start(seed=1), way), told(game.start(seed=1, engine="native"), way)
    assert in_python.code == WRONG[way][1]
    assert (in_c.code, in_c.message, in_c.stack) == (in_python.code, in_python.message, in_python.stack)
    memory = game.native().take(game.start(seed=1, events=False).engine.position)
    assert memory.choose(list(WRONG).index(way)) == FAULT  # C itself has noticed it


def test_c_reckons_as_python_does(tmp_path: Path) -> None:
    """The formulas go through all of arithmetic with negative numbers; what they come to is stored."""
    chance = random.Random(11)
    formulas = [formula(chance, 3) for _ in range(100)]
    kept = "".join(f"keep x{n}: number, starts at {n}\nkeep y{n}: number, starts at 0 - {n}\n" for n in range(10))
    results = "".join(f"keep result_{i}: number\n" for i in range(len(formulas)))
    sets = "".join(f"  set result_{i} to {text}\n" for i, text in enumerate(formulas))
    ask = '  each player\n    player chooses\n      to stop_here "Stop"\n        end game\n'
    sums = written(tmp_path / "sums", f"{kept}{results}procedure play\n{sets}{ask}")
    table = sums.start(seed=1).view(None)["table"]
    assert sums.start(seed=1, engine="native").view(None)["table"] == table
    assert len({table[f"result_{i}"] for i in range(len(formulas))}) > 30


BREAKS = """keep pot: 0 to 9
procedure play
  repeat
    each player
      player chooses amount in 0 to 6
      raise pot by amount
      player chooses more in 0 to 6 where more is at most 6 / (9 - pot) rounded down
"""


@pytest.mark.parametrize("steps", ["raise pot by amount", "set pot to 9"], ids=["between questions", "in a question"])
def test_a_walk_does_not_go_on_where_something_went_wrong(tmp_path: Path, steps: str) -> None:
    """The state is left in the middle of a decision: there is nothing to choose, whoever asks again."""
    walked = written(tmp_path / "breaks", BREAKS.replace("raise pot by amount", steps))
    walker, state = walked.walker(1), walked.start_in_c(seed=1)
    found = walker.walk(state, 100)
    while not found.is_wrong:
        found = walker.walk(state, 100)
    assert found.numbers
    again = walker.walk(state, 100)
    assert (again.is_wrong, again.numbers) == (True, [])
    again, meant = walker.again(state, [0, 0])
    assert (again.is_wrong, again.numbers, meant) == (True, [], [])
    memory = state.memory()
    assert memory is not None
    assert (memory.choices(), memory.choose(0)) == (0, FAULT)
