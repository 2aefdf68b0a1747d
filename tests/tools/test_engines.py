"""`--engine`: C and Python, one worker and two, give the same results; what only Python can tell, it tells."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

import interpreter
from interpreter.tools.bots import only_bots
from interpreter.tools.simulate.in_c import plays_by_chance
from interpreter.tools.simulate.matches import matches
from interpreter.tools.simulate.plan import Match, Plan
from interpreter.tools.simulate.workers import in_workers
from tests.sampling import EVERYTHING, sampled

from .conftest import Run

LARGE = [info.name for info in interpreter.games() if len(interpreter.load(info.name).usable["rules"]) > 20]
SMALL = [info.name for info in interpreter.games() if info.name not in LARGE]


def plan(game: str | Path, games: int, engine: str = "native", players: int = 2, bot: str = "random") -> Plan:
    names = (bot,) * players
    return Plan(game, players, games, partial(only_bots, names), names, seed=4, engine=engine, detailed=True)


def both(game: str | Path, games: int, players: int = 2) -> list[Match]:
    """The same matches from both engines, of which none is played twice."""
    loaded = interpreter.load(game)
    in_c = list(matches(plan(game, games, "native", players), loaded))
    assert in_c == list(matches(plan(game, games, "python", players), loaded))
    return in_c


@pytest.mark.parametrize("name", SMALL)
def test_both_engines_give_the_same_results(name: str) -> None:
    assert all(match.finished and match.used and match.seats[0].decisions for match in both(name, 12))


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(LARGE, 1, "simulated in C"))
def test_both_engines_give_the_same_results_of_a_rulebook(name: str) -> None:
    both(name, 2 if EVERYTHING else 1, interpreter.load(name).default_players)


def test_one_worker_and_two_give_the_same_results() -> None:
    game = interpreter.load("pig")
    alone = list(matches(plan("pig", 30), game))
    together = sorted(in_workers(plan("pig", 30), range(30)), key=lambda match: match.number)
    assert alone[:30] == together


def written(folder: Path, rules: str) -> Path:
    (folder / "rules").mkdir(parents=True)
    (folder / "rules" / "play.rules").write_text(rules)
    (folder / "game.yaml").write_text("title: Trial\nabout: A trial.\nplayers: {min: 2, max: 2}\nsource: stand-in\n")
    return folder


CLIMB = """keep pot: 0 to {highest}
{always}
let standing(player), for bots = (2 * pot if player is first(players) otherwise 7)
procedure play
  repeat 12 times
    each player
      player chooses amount in 0 to 3
      raise pot by amount
  end game
"""
LOW = 'always low_pot: pot is less than 20 because "the pot is high"'


def test_what_goes_wrong_is_told_by_python(tmp_path: Path) -> None:
    """The highest pot is too low for some of the games: those end in a fault, the same from both engines."""
    found = both(written(tmp_path / "faulty", CLIMB.format(highest=36, always="")), 20)
    faults = [match.fault for match in found if match.fault is not None]
    assert 0 < len(faults) < 20
    assert {(fault.code, fault.stack[0].rpartition(":")[2]) for fault in faults} == {("R0801", "8)")}


def test_always_is_held_after_each_decision_in_c(tmp_path: Path) -> None:
    folder = written(tmp_path / "held", CLIMB.format(highest=99, always=LOW))
    faults = [match.fault for match in both(folder, 5)]
    assert all(fault is not None and fault.code == "R0820" and fault.decisions for fault in faults)
    fast = Plan(folder, 2, 5, partial(only_bots, ("random",) * 2), ("random",) * 2, engine="native", fast=True)
    assert all(match.finished for match in matches(fast, interpreter.load(folder)))


def test_thinking_bots_are_played_in_python() -> None:
    assert not plays_by_chance(plan("pig", 2, bot="eager"))
    game = interpreter.load("pig")
    assert list(matches(plan("pig", 2, bot="eager"), game)) == list(
        matches(plan("pig", 2, "python", bot="eager"), game)
    )


# ---- at the command line


WORDS = ("simulate", "pig", "--games", "20", "--seed", "1")


def test_the_command_line_gives_the_same_numbers(tmp_path: Path, run: Run) -> None:
    numbers = []
    for engine in ("python", "native"):
        assert run(*WORDS, "--engine", engine, "--json", str(tmp_path / engine)).exit_code == 0
        found = json.loads((tmp_path / engine).read_text())
        numbers.append({name: value for name, value in found.items() if "second" not in name})
    assert numbers[0] == numbers[1]


def test_one_game_between_bots_in_c_ends_as_it_does_in_python(run: Run, tmp_path: Path) -> None:
    words = ("play", "pig", "--seats", "random,eager", "--seed", "5")
    told, quiet = (
        run(*words).stdout.splitlines(),
        run(*words, "--engine", "native", "--save", str(tmp_path / "s")).stdout,
    )
    assert quiet.splitlines()[-1] == told[-1]
    assert "nothing is told on the way" in quiet
    assert interpreter.load("pig").resume(json.loads((tmp_path / "s").read_text())).result is not None


def test_a_person_is_not_asked_to_play_in_c(run: Run) -> None:
    done = run("play", "pig", "--seats", "human,random", "--engine", "native")
    assert (done.exit_code, "C keeps none" in done.stderr) == (2, True)


def test_always_is_held_when_one_game_is_played_in_c(run: Run, tmp_path: Path) -> None:
    folder = written(tmp_path / "held", CLIMB.format(highest=99, always=LOW))
    done = run("play", str(folder), "--seats", "random,random", "--seed", "1", "--engine", "native")
    assert (done.exit_code, "R0820" in done.stderr) == (1, True)


def test_no_compiler_is_said_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    said = run(*WORDS).stdout.splitlines()[-1]
    assert said == "Played in Python alone: no C compiler is found (cc, gcc, clang, or the extra [native])."
