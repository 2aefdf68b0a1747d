"""What is no plain file of the game, wherever one is expected: said at once, never waited for, never read, never followed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

import interpreter
from interpreter.source import Problems
from interpreter.tools.check.problems import problems
from interpreter.tools.schema.generate import schema
from interpreter.tools.trace.citations import trace
from tests.support.frame import lay_out
from tests.support.limits import check_report, time_limit

RULEBOOK = "FRA-001. There is a game.\n"
SCENARIO = 'scenario "nothing"\n  players red, blue\n  then\n    pot is 0\n'
FILES = {"rulebook.md": RULEBOOK, "scenarios/some.scenario": SCENARIO, "rules/more.rules": "let more = 1\n"}
KINDS = [
    "game.yaml", "rules/more.rules", "variants/peace.rules", "scenarios/some.scenario", "cards/industries.yaml", "map.yaml",
    "rulebook.md",
]  # fmt: skip


def pipe(path: Path, _outside: Path) -> None:
    os.mkfifo(path)


def folder(path: Path, _outside: Path) -> None:
    path.mkdir()


def link_out(path: Path, outside: Path) -> None:
    path.symlink_to(outside)


def link_to_zeros(path: Path, _outside: Path) -> None:
    path.symlink_to("/dev/zero")


def link_to_nothing(path: Path, _outside: Path) -> None:
    path.symlink_to("nothing")


def link_in_circles(path: Path, _outside: Path) -> None:
    path.symlink_to(path.name)


MAKERS = [pipe, folder, link_out, link_to_zeros, link_to_nothing, link_in_circles]
Maker = Callable[[Path, Path], None]


def in_place_of(name: str, make: Maker, tmp_path: Path) -> Path:
    """The frame with something else in the place of one file; a link leads to what the file was."""
    game = lay_out(tmp_path / "game", FILES)
    outside = tmp_path / "outside"
    outside.write_bytes((game / name).read_bytes())
    (game / name).unlink()
    make(game / name, outside)
    return game


def everything(game: Path) -> list[str]:
    """All that commands do with a game's files, each with the codes of what it says."""
    found = [_codes(lambda: interpreter.load(game, ["peace"])), _codes(lambda: interpreter.load(game))]
    found.append(_codes(lambda: trace(game)))
    found.append(_codes(lambda: list(interpreter.run_scenarios(game))))
    found.append(_codes(lambda: schema(game)))
    for problem in problems(game):
        check_report(problem)
        found.append(problem.code)
    return found


def _codes(call: Callable[[], object]) -> str:
    try:
        call()
    except Problems as problems:
        for found in problems.diagnostics:
            check_report(found)
        return problems.diagnostics[0].code
    return ""


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("name", KINDS)
def test_only_plain_files_of_the_folder_are_read(name: str, make: Maker, tmp_path: Path) -> None:
    game = in_place_of(name, make, tmp_path)
    with time_limit(30):
        codes = set(everything(game)) - {""}
    assert codes, "nobody was told"
    assert codes <= {"R0001", "R0003", "R0004", "R0006"}
    if make is link_out:
        assert codes == {"R0004"}


HOUSE_RULE = """variant more_mills
  add industry from "mills.yaml"
"""
MILLS = "source: stand-in\nrows:\n  - id: wind_mill\n    worth: 2\n    sector: fuel\n"


def test_data_beside_a_house_rule(tmp_path: Path) -> None:
    game = lay_out(tmp_path / "game", {})
    (tmp_path / "more_mills.rules").write_text(HOUSE_RULE)
    (tmp_path / "mills.yaml").write_text(MILLS)
    before = interpreter.load(game, [tmp_path / "more_mills.rules"])
    (tmp_path / "mills.yaml").write_text(MILLS.replace("worth: 2", "worth: 3"))
    assert interpreter.load(game, [tmp_path / "more_mills.rules"]).fingerprint != before.fingerprint


@pytest.mark.parametrize("make", MAKERS)
def test_data_beside_a_house_rule_that_is_no_file(make: Maker, tmp_path: Path) -> None:
    game = lay_out(tmp_path / "game", {})
    beside = tmp_path / "house"
    beside.mkdir()
    (beside / "more_mills.rules").write_text(HOUSE_RULE)
    (tmp_path / "outside").write_text(MILLS)
    make(beside / "mills.yaml", tmp_path / "outside")
    with time_limit(30):
        assert _codes(lambda: interpreter.load(game, [beside / "more_mills.rules"])) in ("R0001", "R0004")


@pytest.mark.parametrize("name", ["/dev/zero", "/etc/hostname", "../outside"])
def test_a_comment_reads_nothing(name: str, tmp_path: Path) -> None:
    game = lay_out(tmp_path / "game", {})
    (tmp_path / "house").mkdir()
    rule = tmp_path / "house" / "calm.rules"
    (tmp_path / "outside").write_text("one")
    rule.write_text(f'# from "{name}"\nvariant calm\n  # from "x.yaml"\n  let calm = 1\n')
    with time_limit(30):
        first = interpreter.load(game, [rule]).fingerprint
        (tmp_path / "outside").write_text("two")
        assert interpreter.load(game, [rule]).fingerprint == first
