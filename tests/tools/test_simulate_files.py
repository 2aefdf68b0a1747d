"""Results in files: the same for any number of workers, gone on with after any end, nothing lost and nothing twice."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import interpreter
from interpreter.tools.bots import seated
from interpreter.tools.simulate import results as results_module
from interpreter.tools.simulate.journal import journal_of
from interpreter.tools.simulate.matches import matches
from interpreter.tools.simulate.plan import Plan
from interpreter.tools.simulate.results import read_results, write_results
from interpreter.tools.simulate.rows import COLUMNS, matches_of, rows_of
from interpreter.tools.simulate.workers import in_workers
from tests.support.command_line import Run
from tests.support.limits import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
SEATS = ("random", "eager")


def plan(games: int = 30, **more: Any) -> Plan:
    bots: Any = more.pop("bots", partial(seated, SEATS))
    return Plan("kuhn-poker", 2, games, bots, SEATS, seed=3, detailed=True, **more)


def rows_of_plan(chosen: Plan) -> list[dict[str, Any]]:
    game = interpreter.load(chosen.game)
    return [row for match in matches(chosen, game) for row in rows_of(match, chosen, game)]


def test_the_documented_columns_are_those_of_the_files() -> None:
    text = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
    assert dict(re.findall(r"^\| `(\w+)` \| (\w+) \|", text, re.MULTILINE)) == COLUMNS


@pytest.mark.parametrize("ending", ["parquet", "csv", "jsonl"])
def test_rows_come_back_as_they_were(tmp_path: Path, ending: str) -> None:
    rows, path = rows_of_plan(plan()), tmp_path / f"results.{ending}"
    write_results(path, rows)
    assert read_results(path) == rows
    game = interpreter.load("kuhn-poker")
    assert list(matches_of(rows, plan(), game)) == list(matches(plan(), game))


def test_what_a_row_says() -> None:
    """A game of Kuhn poker by hand: two or three decisions, the winner gains what the other loses."""
    rows = rows_of_plan(plan())
    assert len(rows) == 60
    for first, second in zip(rows[::2], rows[1::2], strict=True):
        assert first["decisions"] == first["seat_decisions"] + second["seat_decisions"]
        assert 2 <= first["decisions"] <= 3
        assert first["score"] == -second["score"]
        assert (first["won"], second["won"]) == (first["score"] > 0, second["score"] > 0)
        assert sum(json.loads(first["chosen"]).values()) == first["seat_decisions"]
        assert first["seat_single"] == 0
        assert second["used"] is None
        assert "play" in json.loads(first["used"])


def test_a_seat_that_has_no_choice_is_counted() -> None:
    """In Pig every turn begins with a roll: holding is not allowed before."""
    chosen = Plan("pig", 2, 1, partial(seated, ("random",) * 2), detailed=True)  # type: ignore[arg-type]
    match = next(matches(chosen, interpreter.load("pig")))
    for seat in match.seats:
        turns = seat.single
        assert 0 < turns < seat.decisions
        assert seat.chosen["turn: roll_on"] >= turns


def file_of(folder: Path, *words: str, expected: int = 0) -> bytes:
    done = command(folder, *words)
    out, err = done.communicate(timeout=PATIENCE)
    assert done.returncode == expected, out + err
    return (folder / words[-1]).read_bytes()


RUN = "from interpreter.tools.cli.app import main; main()"
# The signal comes when the second portion is counted and not yet kept, however fast the machine is.
ENDED = (
    """
import os
from interpreter.tools.simulate.journal import Journal
keep, portions = Journal.keep, []
def keep_and_end(journal, played):
    portions.append(played)
    if len(portions) == 2:
        os.kill(os.getpid(), {how})
    keep(journal, played)
    journal._file.flush()
Journal.keep = keep_and_end
"""
    + RUN
)


def command(folder: Path, *words: str, code: str = RUN) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, "simulate", "kuhn-poker", "--bot", "random", *words], cwd=folder, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip


@pytest.mark.parametrize("ending", ["parquet", "csv"])
def test_workers_do_not_change_a_byte(tmp_path: Path, ending: str) -> None:
    one = file_of(tmp_path, "--games", "300", "--out", f"one.{ending}")
    many = file_of(tmp_path, "--games", "300", "--workers", "2", "--out", f"many.{ending}")
    assert one == many


@pytest.mark.parametrize(("how", "workers"), [(signal.SIGINT, "2"), (signal.SIGINT, "1"), (signal.SIGKILL, "2")])
def test_a_run_that_was_ended_goes_on(tmp_path: Path, how: signal.Signals, workers: str) -> None:
    """Ctrl-C reports and keeps what is done; a killed run leaves its part. Both are gone on with to the same file."""
    words = ("--games", "1500", "--workers", workers, "--out")
    running = command(tmp_path, *words, "a.jsonl", code=ENDED.format(how=int(how)))
    part = tmp_path / "a.jsonl.part"
    # The workers hold the streams too: their end is the end of all of them.
    out, _ = running.communicate(timeout=PATIENCE)
    if how is signal.SIGINT:
        assert running.returncode == 1
        done = re.search(r"Stopped after (\d+) of 1500 games\.", out)
        assert done
        more = f" --workers {workers}" if workers != "1" else ""
        assert (
            f"\nResume with: rulewright simulate kuhn-poker --games 1500 --bot random --out a.jsonl{more} --resume\n"
            in out
        )
        assert 0 < int(done[1]) < 1500
        assert f"{done[1]} games of kuhn-poker" in out
        assert len(read_results(tmp_path / "a.jsonl")) == 2 * int(done[1])
    else:
        with part.open("a", encoding="utf-8") as file:
            file.write('{"game":"kuhn-po')
    file_of(tmp_path, "--resume", *words, "a.jsonl")
    assert not part.exists()
    assert (tmp_path / "a.jsonl").read_bytes() == file_of(tmp_path, *words, "b.jsonl")


# The signal comes after the last game, while the file is written.
ENDED_WRITING = (
    """
import os
from interpreter.tools.simulate import journal
def end(results, rows):
    next(iter(rows))
    os.kill(os.getpid(), {how})
journal.write_results = end
"""
    + RUN
)


def test_a_run_that_was_ended_while_its_file_was_written_goes_on(tmp_path: Path) -> None:
    words = ("--games", "300", "--out")
    running = command(tmp_path, *words, "a.jsonl", code=ENDED_WRITING.format(how=int(signal.SIGINT)))
    out, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 1, out + err
    assert "Stopped after 300 of 300 games." in out
    assert "\nResume with: rulewright simulate kuhn-poker --games 300 --bot random --out a.jsonl --resume\n" in out
    file_of(tmp_path, "--resume", *words, "a.jsonl")
    assert (tmp_path / "a.jsonl").read_bytes() == file_of(tmp_path, *words, "b.jsonl")


class Killing:
    """Bots of one match; the process that plays match 5 or 40 for the first time is killed."""

    def __init__(self, folder: Path, wanted: tuple[int, ...], always: bool = False) -> None:
        self.folder, self.wanted, self.always = folder, wanted, always

    def __call__(self, seed: int) -> Any:
        mark = self.folder / str(seed)
        if seed in self.wanted and (self.always or not mark.exists()):
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return seated(SEATS, seed)


def test_the_games_of_a_killed_worker_are_played_again(tmp_path: Path) -> None:
    game = interpreter.load("kuhn-poker")
    calm = list(matches(plan(60), game))
    wanted = (calm[5].seed, calm[40].seed)
    troubled = plan(60, bots=Killing(tmp_path, wanted), workers=2)
    found = list(in_workers(troubled, range(60)))
    assert len(list(tmp_path.iterdir())) == 2
    assert sorted(found, key=lambda match: match.number) == calm


def test_a_game_that_always_takes_its_worker_with_it_is_named(tmp_path: Path) -> None:
    game = interpreter.load("kuhn-poker")
    calm = list(matches(plan(12), game))
    troubled = plan(12, bots=Killing(tmp_path, (calm[5].seed,), always=True), workers=2)
    found = sorted(in_workers(troubled, range(12)), key=lambda match: match.number)
    assert found[:5] + found[6:] == calm[:5] + calm[6:]
    assert found[5].fault is not None
    assert (found[5].fault.code, found[5].seed) == ("R0911", calm[5].seed)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seed", "4"], "other games"),
        (["--seats", "random,random"], "other games"),
        (["--players", "2", "--games", "9"], ""),
    ],
)
def test_only_the_same_simulation_is_gone_on_with(run: Run, tmp_path: Path, words: list[str], said: str) -> None:
    file = str(tmp_path / "a.csv")
    first = ["simulate", "kuhn-poker", "--games", "5", "--seats", "random,eager", "--seed", "3", "--out", file]
    assert run(*first).exit_code == 0
    assert "already contains results" in run(*first).stderr
    result = run(*dict.fromkeys([*_without(first, words), *words]), "--resume")
    assert (result.exit_code, said in result.stderr) == ((2, True) if said else (0, True))
    assert len(read_results(tmp_path / "a.csv")) == (10 if said else 18)


def _without(words: list[str], others: list[str]) -> list[str]:
    """The words without those options that the others give anew."""
    gone = {place + more for place, word in enumerate(words) if word in others[::2] for more in (0, 1)}
    return [word for place, word in enumerate(words) if place not in gone]


def test_a_missing_library_is_one_sentence(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results_module, "find_spec", lambda _name: None)
    result = run("simulate", "pig", "--games", "1", "--bot", "random", "--out", str(tmp_path / "a.parquet"))
    assert result.exit_code == 2
    assert "error[R0913]: Parquet files need PyArrow" in result.stderr
    assert 'pip install "rulewright[parquet]"' in result.stderr
    assert not journal_of(tmp_path / "a.parquet").exists()


def test_which_rules_of_the_variants_were_reached(run: Run, tmp_path: Path) -> None:
    """The rules of a house rule: one that every game comes to, and one that none can come to."""
    house = tmp_path / "house.rules"
    house.write_text(
        """variant house "Two rules"
  after turn
    announce "next"
  before turn where goal is 7
    celebrate
  procedure celebrate
    announce "seven"
""",
        encoding="utf-8",
    )
    result = run("simulate", "pig", "--games", "3", "--bot", "random", "--variant", str(house))
    reached = "Rules of the variant house: 1 of 3 reached; never reached: celebrate, house before turn in turn.\n"
    assert reached in result.stdout
    assert "Never used" not in result.stdout


ENDLESS = 'variant far "Too far"\n  change goal to 1000000 was 100\n'
FAULTY = 'variant bad "Bad"\n  before hold\n    let x = item([1], pot)\n    if x is 7\n      stop\n'


@pytest.mark.parametrize(("rules", "code"), [(ENDLESS, "R0809"), (FAULTY, "R0807")])
def test_every_game_that_goes_wrong_is_named_with_words_that_play_it(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: str, code: str
) -> None:
    """Of thirty games none comes to an end, or all come to the same mistake: one line of words, and the other seeds."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "games" / "pig", tmp_path / "short")
    with (tmp_path / "short" / "game.yaml").open("a", encoding="utf-8") as manifest:
        manifest.write("turn_limit: 300\n")
    (tmp_path / "house.rules").write_text(rules, encoding="utf-8")
    done = run(
        "simulate", "short", "--variant", "house.rules", "--games", "30", "--bot", "random", "--json", "all.json"
    )
    assert done.exit_code == 1
    found = json.loads((tmp_path / "all.json").read_text(encoding="utf-8"))
    seeds = found["endless_seeds"] if code == "R0809" else found["fault_reports"][0]["seeds"]
    assert len(set(seeds)) == 30
    words = re.findall(r"play (?:it|one) with: rulewright (.*)", done.stdout)
    others = re.findall(r"the same with --seed ([\d, ]+) and 9 more", done.stdout)
    assert (len(words), len(others), len(others[0].split(", "))) == (1, 1, 20)
    for seed in (None, others[0].split(", ")[-1]):
        typed = words[0] if seed is None else re.sub(r"--seed \d+", f"--seed {seed}", words[0])
        again = run(*typed.split())
        assert (again.exit_code, code in again.stderr) == (1, True)
        assert "The game is saved in " in again.stdout


def test_a_variant_without_rules_is_not_counted_as_zero_of_zero(run: Run, tmp_path: Path) -> None:
    (tmp_path / "house.rules").write_text('variant near "Near"\n  change goal to 50 was 100\n', encoding="utf-8")
    done = run("simulate", "pig", "--games", "2", "--bot", "random", "--variant", str(tmp_path / "house.rules"))
    assert "The variant near changes:\n" in done.stdout
    assert "change goal to 50 was 100" in done.stdout
    assert done.exit_code == 0


def test_a_spot_on_a_grid_is_named_as_people_read_it(run: Run, tmp_path: Path) -> None:
    """A spot is one number, turn + 4 * (column + 1000 + 2001 * (row + 1000)); of it nobody can read where that is."""
    assert (
        run(
            "simulate",
            "dystopolis",
            "--games",
            "1",
            "--bot",
            "random",
            "--seed",
            "4",
            "--out",
            str(tmp_path / "a.jsonl"),
        ).exit_code
        == 0
    )
    rows = read_results(tmp_path / "a.jsonl")
    chosen = {name for row in rows for name in json.loads(row["chosen"])}
    assert not any(re.search(r": \d{4,}$", name) for name in chosen)
    words = run("play", "dystopolis", "--seed", str(rows[0]["seed"]), "--seats", ",".join(row["bot"] for row in rows),
                "--save", str(tmp_path / "a.save.json"))  # fmt: skip
    assert words.exit_code == 0
    save = json.loads((tmp_path / "a.save.json").read_text(encoding="utf-8"))
    spots = [int(made["choice"]) for made in save["decisions"] if made.get("decision") == "spot_there"]
    assert spots
    places = [(spot // 4 % 2001 - 1000, spot // 4 // 2001 - 1000) for spot in spots if spot % 4 == 0]
    assert {f"place_company, spot_there: column {column}, row {row}" for column, row in places} <= chosen


OUT_AT_ONCE = """\
procedure play
  each player
    if seat(player) is 1
      player leaves
  each player
    player chooses number in 1 to 2
      prompt "How many?"
    player scores number
  end game
"""


def test_a_seat_that_is_out_in_every_game_has_no_score(run: Run, tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "game.yaml").write_text("title: Out\nplayers: {min: 2, max: 2}\nabout: One is out.\n", encoding="utf-8")
    (tmp_path / "rules" / "play.rules").write_text(OUT_AT_ONCE, encoding="utf-8")
    result = run("simulate", str(tmp_path), "--games", "3", "--bot", "random")
    assert result.exit_code == 0, result.stderr
    first, second = (line for line in result.stdout.splitlines() if "random" in line)
    assert (first.split()[:3], len(second.split()) - len(first.split())) == (["1", "random", "0"], 4)
