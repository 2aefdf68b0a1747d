"""`ann decides NAME, 1 to 2`: how many things may be chosen is said, and another number is noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter

RULES = """kind fruit is apple, pear, plum
let most = 2
procedure turn(player)
  player chooses 1 to (most) fruit in fruits as eaten
  player chooses up to 2 fruit in fruits as thrown
  player chooses 2 fruit in fruits as two
  player chooses any fruit in fruits as kept
  player chooses fruit in fruits as one
procedure play
  end game
"""
RIGHT = ("eaten, 1 to 2", "thrown, up to 2", "two, 2", "kept, any", "one")
REPLIES = ("apple", "done", "apple, pear", "done")
WRONG = [
    (0, "eaten, 1 to 3", "it is 1 to 2"), (0, "eaten, up to 2", "it is 1 to 2"), (0, "eaten, 2", "it is 1 to 2"),
    (1, "thrown, any", "it is up to 2"), (2, "two, up to 2", "it is 2"), (3, "kept, up to 3", "it is any"),
    (4, "one, 1", "a single thing"),
]  # fmt: skip


def told(folder: Path, number: int, said: str) -> str:
    """What is wrong when this is said of the question of this number."""
    lines = ['scenario "so many"', "  players ann, bob", "  when", "    turn(ann)"]
    lines += [f"    ann chooses {reply}" for reply in REPLIES[:number]]
    lines += ["  then", f"    ann decides {said}"]
    for name, text in {
        "game.yaml": "title: Fruits\nplayers: {min: 2, max: 2}\n", "rules/fruits.rules": RULES,
        "scenarios/so_many.scenario": "\n".join(lines) + "\n",
    }.items():  # fmt: skip
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    (result,) = interpreter.run_scenarios(folder)
    return result.report


@pytest.mark.parametrize(("number", "said"), list(enumerate(RIGHT)))
def test_the_right_number_holds(number: int, said: str, tmp_path: Path) -> None:
    assert told(tmp_path, number, said) == ""


@pytest.mark.parametrize(("number", "said", "help"), WRONG)
def test_another_number_is_told(number: int, said: str, help: str, tmp_path: Path) -> None:
    assert help in told(tmp_path, number, said)
