"""One mistake hides no other: what stands around a declaration that cannot be read is read and checked."""

from __future__ import annotations

from pathlib import Path

import interpreter
from interpreter.source import Diagnostic
from tests.check.frame import FRAME, lay_out
from tests.sampling import sampled

RULES = """\
procedure play
  wurst
  repeat 2 times
    each player
      turn(player)

procedure turn(player
  take_it(player)

let goal = 100
let half = goall / 2 rounded up
let third = = 3
let sixth = third / 2 rounded up + quux
"""
VARIANT = """\
variant broken "Broken"
  change goal to 50 was
  after turn
    pig(player)
  before turn
    let x = nobodys_name
"""


def found(folder: Path) -> list[str]:
    return [f"{one.span.line}:{one.span.column} {one.code}" for one in errors(folder) if one.span is not None]


def errors(folder: Path) -> list[Diagnostic]:
    return [one for one in interpreter.problems(folder) if one.severity == "error"]


def small(folder: Path, rules: str, variant: str = "") -> Path:
    files = {"game.yaml": "title: Small\nplayers: {min: 2, max: 2}\n", "rules/play.rules": rules}
    if variant:
        files["variants/broken.rules"] = variant
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_what_stands_around_a_mistake_is_checked(tmp_path: Path) -> None:
    """`turn` and `third` cannot be read, so nobody is told that they are unknown."""
    wanted = ["2:3 R0206", "7:15 R0111", "11:12 R0201", "12:13 R0101", "13:36 R0201"]
    assert found(small(tmp_path, RULES)) == wanted


def test_what_stands_around_a_mistake_in_a_variant_is_checked(tmp_path: Path) -> None:
    rules = "let goal = 100\nprocedure play\n  each player\n    turn(player)\nprocedure turn(player)\n  player wins\n"
    assert found(small(tmp_path, rules, VARIANT)) == ["2:24 R0112", "4:5 R0206", "6:13 R0201"]


def test_a_mistake_in_the_rules_does_not_hide_those_of_variants_and_scenarios(tmp_path: Path) -> None:
    folder = lay_out(tmp_path / "game", {"rules/more.rules": "let a = = 1\n", "scenarios/a.scenario": "scenari\n"})
    (folder / "variants" / "slow.rules").write_text("variant slow\n  change nothing_like_it to 3\n", encoding="utf-8")
    assert {Path(one.span.source.path).name for one in errors(folder) if one.span} == {
        "more.rules", "a.scenario", "slow.rules",
    }  # fmt: skip


def test_a_lost_mechanic_takes_along_what_is_made_with_it(tmp_path: Path) -> None:
    rules = (
        "mechanic auction\n  blank minimum: number\n  procedure auction(player)\n    = player\n\n"
        "auction sale\n  minimum: 3\n\nprocedure play\n  each player\n    sale(player)\n  announce \"{sale_minimum}\"\n"
    )
    assert found(small(tmp_path, rules)) == ["4:5 R0101"]


def test_a_mistake_has_no_others_behind_it(tmp_path: Path) -> None:
    """A stray sign at the end of any line of a game with one of everything: that line is told, and nothing else."""
    lines = [(path, number) for path in sorted(FRAME.rglob("*.rules"))
             for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1)
             if line.strip() and not line.lstrip().startswith("#")]  # fmt: skip
    for path, number in sampled(lines, 6, "lost lines"):
        text = path.read_text(encoding="utf-8").split("\n")
        text[number - 1] += " ? ?"
        folder = lay_out(tmp_path / f"{path.stem}{number}", {path.relative_to(FRAME).as_posix(): "\n".join(text)})
        told = [(Path(one.span.source.path).name, one.span.line) for one in errors(folder) if one.span is not None]
        assert told == [(path.name, number)], text[number - 1]
