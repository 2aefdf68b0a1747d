"""`--engine`: C and Python, one worker and two, give the same results; what only Python can tell, it tells."""

from __future__ import annotations

import importlib.util
import json
from functools import partial
from pathlib import Path

import pytest

import interpreter
from interpreter.tools.bots import only_bots
from interpreter.tools.simulate.in_c import plays_by_chance
from interpreter.tools.simulate.journal import done_before, journal_for, journal_of
from interpreter.tools.simulate.matches import matches, play_in_python, portions
from interpreter.tools.simulate.plan import Match, Plan
from interpreter.tools.simulate.results import read_results
from interpreter.tools.simulate.rows import matches_of
from interpreter.tools.simulate.workers import in_workers
from tests.support.bundled import SMALL, core_games
from tests.support.command_line import Run
from tests.support.sampling import EVERYTHING, sampled

LARGE = [info.name for info in core_games() if info.name not in SMALL]


def plan(game: str | Path, games: int, engine: str = "native", players: int = 2, bot: str = "random") -> Plan:
    names = (bot,) * players
    return Plan(game, players, games, partial(only_bots, names), names, seed=4, engine=engine, detailed=True)


def both(game: str | Path, games: int, players: int = 2) -> list[Match]:
    """The same matches from both engines, of which none is played twice."""
    loaded = interpreter.load(game)
    in_c = list(matches(plan(game, games, "native", players), loaded))
    assert in_c == list(matches(plan(game, games, "python", players), loaded))
    return in_c


@pytest.mark.parametrize("name", sorted(SMALL))
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


GROWS = """keep heap: number, starts at 1
procedure play
  repeat 50 times
    first(players) chooses factor in 1 to 4
    set heap to heap * factor
  end game
"""


def test_what_is_too_large_for_c_is_counted_and_played_in_python(tmp_path: Path, run: Run) -> None:
    """A number above 10 to the power of 18: factors of 1 to 4 come to 24 in four, so 50 of them to about 10 to the power of 17,
    and some games in a hundred go beyond."""
    folder = written(tmp_path / "grows", GROWS)
    both(folder, 30)
    words = ("simulate", str(folder), "--games", "100", "--bot", "random", "--json")
    assert run(*words, str(tmp_path / "c.json"), "--engine", "native").exit_code == 0
    assert run(*words, str(tmp_path / "python.json"), "--engine", "python").exit_code == 0
    in_c, python = (json.loads((tmp_path / f"{name}.json").read_text()) for name in ("c", "python"))
    assert 0 < in_c["left_c"] < 50
    assert python["left_c"] == 0
    assert (in_c["finished"], in_c["decisions"]) == (python["finished"], python["decisions"]) == (100, 5000)
    said = run(*words[:-1], "--engine", "native").stdout
    assert f"{in_c['left_c']} games left C and were played in Python" in said


# ---- at the command line


WORDS = ("simulate", "pig", "--games", "20", "--bot", "random", "--seed", "1")


def test_the_command_line_gives_the_same_numbers(tmp_path: Path, run: Run) -> None:
    numbers = []
    for engine in ("python", "native"):
        assert run(*WORDS, "--engine", engine, "--json", str(tmp_path / engine)).exit_code == 0
        found = json.loads((tmp_path / engine).read_text())
        numbers.append({name: value for name, value in found.items() if "second" not in name})
    assert numbers[0] == numbers[1]


@pytest.mark.parametrize("game", ["kuhn-poker", "pig"])
def test_columns_from_c_are_the_rows_from_python(tmp_path: Path, run: Run, game: str) -> None:
    """A Parquet file is written from columns that C has filled, of several batches; Python writes rows."""
    rows = []
    for engine in ("python", "native"):
        file = tmp_path / f"{engine}.parquet"
        assert (
            run("simulate", game, "--games", "150", "--bot", "random", "--engine", engine, "--out", str(file)).exit_code
            == 0
        )
        rows.append(read_results(file))
    assert rows[0] == rows[1]
    assert len(rows[0]) == 300
    assert (tmp_path / "python.parquet").read_bytes() == (tmp_path / "native.parquet").read_bytes()


def test_a_journal_of_columns_is_gone_on_with(tmp_path: Path) -> None:
    """Two batches and single matches are kept, out of order; the last frame is cut short, as when the power fails."""
    game = interpreter.load("pig")
    chosen, out = plan("pig", 40), tmp_path / "a.parquet"
    whole = list(portions(chosen, game, range(40)))
    assert len(whole) == 1
    with journal_for(out, chosen, game) as journal:
        for numbers in (range(30, 40), range(10)):
            journal.keep(next(portions(chosen, game, numbers)))
        journal.keep(play_in_python(game, chosen, 12))
    part = journal_of(out)
    size = part.stat().st_size
    with journal_for(out, chosen, game) as journal:
        journal.keep(next(portions(chosen, game, range(20, 25))))
    with part.open("r+b") as file:
        file.truncate(part.stat().st_size - 7)
    done = {match.number for match in done_before(out, chosen, game)}
    assert done == {*range(10), 12, *range(30, 40)}
    with journal_for(out, chosen, game) as journal:
        assert part.stat().st_size == size
        journal.keep(next(portions(chosen, game, [number for number in range(40) if number not in done])))
        journal.finish()
    assert not part.exists()
    assert list(matches_of(read_results(out), chosen, game)) == list(matches(chosen, game))


def test_one_game_between_bots_in_c_ends_as_it_does_in_python(run: Run, tmp_path: Path) -> None:
    words = ("play", "pig", "--seats", "random,eager", "--seed", "5")
    told, quiet = (
        run(*words).stdout.splitlines(),
        run(*words, "--engine", "native", "--save", str(tmp_path / "s")).stdout,
    )
    assert quiet.splitlines()[-1] == told[-1]
    assert "without a log" in quiet
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
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)  # nor is there the extra
    said = run(*WORDS).stdout.splitlines()
    assert said.count("Played in Python only: no C compiler was found (cc, gcc, clang, or the extra [native]).") == 1
