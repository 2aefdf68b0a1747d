"""A scenario that does not hold says so at the line that is wrong: tests/cases/scenario/bad, played with the frame."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from textwrap import indent

import pytest

import interpreter
from interpreter import ScenarioResult
from interpreter.source import CODES, render
from tests.support.bad_cases import check_words, expected
from tests.support.frame import CASES, lay_out

FILES = sorted((CASES.parent / "scenario" / "bad").glob("*.scenario"))
OVERDRAW = "procedure buy(player)\n  player pays 9 money to bank\n"


def places() -> list[tuple[Path, tuple[int, int, str]]]:
    return [(file, place[1:]) for file in FILES for place in expected({"file": file.read_text(encoding="utf-8")})]


@cache
def results(file: Path) -> tuple[ScenarioResult, ...]:
    folder = Path(mkdtemp())
    try:
        game = lay_out(folder / "game", {"rules/zz.rules": OVERDRAW})
        return tuple(interpreter.run_scenarios(game, [file]))
    finally:
        shutil.rmtree(folder)


@pytest.mark.parametrize(
    ("file", "place"), places(), ids=lambda value: str(value[0]) if isinstance(value, tuple) else value.stem
)
def test_what_is_wrong_is_said_at_its_line(file: Path, place: tuple[int, int, str]) -> None:
    result = next(result for result in reversed(results(file)) if result.line <= place[0])
    found = [(found.span.line, found.span.column, found.code) for found in result.diagnostics if found.span is not None]
    assert found == [place], result.report
    assert not result.passed
    for diagnostic in result.diagnostics:
        check_words(diagnostic)
        assert render(diagnostic) in result.report


@pytest.mark.parametrize("code", [code for code in CODES if code.startswith("R07")])
def test_the_catalogues_examples(code: str, tmp_path: Path) -> None:
    game = lay_out(tmp_path / "game", {"rules/zz.rules": OVERDRAW})
    files = []
    for name, text in (("wrong", CODES[code].wrong), ("right", CODES[code].right)):
        files.append(tmp_path / f"{name}.scenario")
        files[-1].write_text(f'scenario "{name}"\n  players red, blue\n{indent(text, "  ")}\n', encoding="utf-8")
    wrong, right = interpreter.run_scenarios(game, files)
    assert [found.code for found in wrong.diagnostics] == [code], wrong.report
    assert right.passed, right.report


def test_every_scenario_of_the_cases_is_wrong_in_one_place() -> None:
    assert all(not result.passed for file in FILES for result in results(file))
    assert len(places()) == sum(len(results(file)) for file in FILES)


def test_every_code_of_scenarios_has_a_case() -> None:
    assert {code for code in CODES if code.startswith("R07")} - {place[2] for _, place in places()} == set()
