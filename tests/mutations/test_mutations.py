"""Mutations: a rule that is changed by a word must make some scenario of its game fail.

In: a list for each game beside this file. Out: a failure for each change that no scenario notices. Each change names a file
of the game's folder, the text to replace (lines with -) and the text to put there (lines with +); # explains it.
A few changes of each list are tried, all of them by `make test-all`.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import pytest

from interpreter import ScenarioResult
from interpreter.finding import find_game
from interpreter.scenario import read_scenarios, run_scenario, scenario_files
from interpreter.scenario.asking import AskableGames
from interpreter.syntax.scenario import Scenario
from tests.support.sampling import sampled

LISTS = sorted(Path(__file__).parent.glob("*.txt"))
SAMPLE = 1


@dataclass(frozen=True)
class Mutation:
    game: str
    about: str
    file: str
    old: str
    new: str


def read_list(path: Path) -> list[Mutation]:
    """The changes of one game; they are separated by empty lines."""
    found = []
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        lines = block.strip("\n").splitlines()
        about = " ".join(line[1:].strip() for line in lines if line.startswith("#"))
        files = [line.strip() for line in lines if line[:1] not in "#-+"]
        old, new = ("\n".join(line[2:] for line in lines if line.startswith(sign)) for sign in "-+")
        if files:
            found.append(Mutation(path.stem, about, files[0], old, new))
    return found


def chosen() -> list[Mutation]:
    """All changes, or some of each game, spread over its list."""
    found = []
    for path in LISTS:
        found += sampled(read_list(path), SAMPLE, f"mutations {path.stem}")
    return found


def pattern(old: str) -> re.Pattern[str]:
    """The text as it may stand in a file: with other blanks, and with a citation at the end of a line."""
    lines = (re.sub(r"(\\ )+", " +", re.escape(line)) for line in old.splitlines())
    return re.compile(r"(?: +cites [^\n]*)?\n".join(lines))


def mutated(mutation: Mutation, folder: Path) -> Path:
    """A copy of the game with the change in it."""
    game = folder / mutation.game
    shutil.copytree(find_game(mutation.game), game)
    file = game / mutation.file
    places = pattern(mutation.old).findall(text := file.read_text(encoding="utf-8"))
    assert len(places) == 1, f"{mutation.old!r} must stand once in {mutation.file}: bring the list up to date"
    assert places[0] != mutation.new
    file.write_text(text.replace(places[0], mutation.new), encoding="utf-8")
    return game


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_the_lists_are_up_to_date(path: Path) -> None:
    """A few changes are tried each time: one whose text has changed in the rules would not be noticed for long."""
    texts = {
        file: (find_game(path.stem) / file).read_text(encoding="utf-8") for file in {m.file for m in read_list(path)}
    }
    assert [m.about for m in read_list(path) if len(pattern(m.old).findall(texts[m.file])) != 1] == []


@lru_cache
def scenarios_of(game: str) -> list[Scenario]:
    """Those without options and variants come first, because they start fastest."""
    found = [scenario for file in scenario_files(game) for scenario in read_scenarios(file)]
    return sorted(found, key=lambda each: (len(each.options), len(each.variants)))


def first_failure(game: Path) -> ScenarioResult | None:
    askables = AskableGames(game)
    for scenario in scenarios_of(game.name):
        result = run_scenario(scenario, askables)
        if not result.passed:
            return result
    return None


@pytest.mark.slow
@pytest.mark.parametrize("mutation", chosen(), ids=lambda mutation: f"{mutation.game}: {mutation.about}")
def test_some_scenario_notices(mutation: Mutation, tmp_path: Path) -> None:
    failed = first_failure(mutated(mutation, tmp_path))
    assert failed is not None, f"no scenario notices it: {mutation.about} ({mutation.file})"
    codes = [problem.code for problem in failed.diagnostics]
    assert all(code.startswith(("R07", "R0820")) for code in codes), (
        f"the changed rules do not even load:\n{failed.report}"
    )
