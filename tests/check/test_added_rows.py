"""A table that a variant adds has a row that is there already: that is told, with what to write, and what it says checks."""

from __future__ import annotations

from pathlib import Path

import interpreter
from interpreter.tools.check.problems import problems

FILES = {
    "game.yaml": "title: Rows\nplayers: {min: 2, max: 2}\n",
    "rules/rows.rules": 'cards card from "cards.yaml"\n  worth: number\n  effect(player): steps\nkeep points(player): number\n'
    "procedure play\n  end game\n",
    "cards.yaml": "source: stand-in\nrows:\n  - {id: fox, worth: 1, effect: player gains 1 points}\n"
    "  - {id: owl, worth: 2, effect: player gains 2 points}\n",
    "more.yaml": "source: stand-in\nrows:\n  - {id: fox, worth: 9, effect: player gains 3 points}\n",
    "scenarios/rows.scenario": 'scenario "at its place"\n  players ann, bob\n  variants other\n  then\n    fox\'s worth is 9\n'
    "    number_of(fox) is 1\n",
}


def laid_out(folder: Path, variant: str) -> Path:
    for name, text in {**FILES, "variants/other.rules": variant}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_a_row_that_is_there_already_is_told_with_the_cure(tmp_path: Path) -> None:
    (found,) = problems(laid_out(tmp_path, 'variant other\n  add card from "more.yaml"\n'))
    assert (found.code, found.message) == ("R0202", '"fox" is in "card" twice')
    assert found.help == "to replace the other, add: without fox"


def test_the_cure_checks_and_keeps_the_place(tmp_path: Path) -> None:
    folder = laid_out(tmp_path, 'variant other\n  without fox\n  add card from "more.yaml"\n')
    assert problems(folder) == []
    assert [result.report for result in interpreter.run_scenarios(folder)] == [""]
