"""A misspelt declaration is told where it stands, once, and not at all the places that use the name it was to bear."""

from __future__ import annotations

from pathlib import Path

import interpreter

RULES = """\
cards good from "goods.yaml"
  worth: number
keep minwrals(player): number
procedure play
  each player
    player gains 2 minerals
    player loses 1 minerals
    announce "{player's minerals}"
"""
GOODS = "source: stand-in\nrows:\n  - {id: iron, worth: 1}\n  - {id: coal, worth: 2}\n"


def told(folder: Path, rules: str, goods: str = GOODS) -> list[tuple[str, int, str | None]]:
    (folder / "rules").mkdir()
    for name, text in {"game.yaml": "title: T\nplayers: {min: 2, max: 2}\n", "rules/a.rules": rules, "goods.yaml": goods}.items():
        (folder / name).write_text(text, encoding="utf-8")
    found = [(one.span, one.help) for one in interpreter.problems(folder) if one.severity == "error"]
    return [(Path(span.source.path).name, span.line, help) for span, help in found if span is not None]


def test_a_kept_value(tmp_path: Path) -> None:
    assert told(tmp_path, RULES) == [("a.rules", 3, 'write "minerals" for "minwrals"')]


def test_a_column(tmp_path: Path) -> None:
    rules = RULES.replace("minwrals", "minerals").replace("worth:", "wroth:")
    assert told(tmp_path, rules) == [("a.rules", 2, 'write "worth" for "wroth"')]


def test_a_single_use_is_itself_to_blame(tmp_path: Path) -> None:
    rules = RULES.replace("minwrals", "minerals").replace("loses 1 minerals", "loses 1 minerels")
    assert told(tmp_path, rules) == [("a.rules", 7, 'did you mean "minerals"?')]


def test_names_that_differ_in_a_number_are_no_slips(tmp_path: Path) -> None:
    goods = GOODS.replace("iron", "good_1").replace("coal", "good_2")
    rules = RULES.replace("minwrals", "minerals") + "  let a = [good_3, good_3]\n"
    assert [line for _, line, _ in told(tmp_path, rules, goods)] == [9, 9]


def test_the_beginning_of_the_game(tmp_path: Path) -> None:
    rules = RULES.replace("minwrals", "minerals").replace("procedure play", "procedure paly")
    assert told(tmp_path, rules) == [("a.rules", 4, 'write "play" for "paly"')]
