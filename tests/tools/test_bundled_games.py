"""The command line with the real engine and every bundled game."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import interpreter
from interpreter.tools.play.game_menu import first_screen
from tests.support.bundled import core_games
from tests.support.command_line import Run
from tests.support.limits import PATIENCE
from tests.support.sampling import sampled

ROOT = Path(__file__).resolve().parents[2]
NAMES = [info.name for info in core_games()]
SMALL = "kuhn-poker"  # where any game will do
LARGE = sampled([name for name in NAMES if (ROOT / "games" / name / "rulebook.md").is_file()], 1, "simulated rulebook")


def command(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """`rulewright` in a process of its own, without a terminal."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-m", "interpreter.tools.cli", *words],
        cwd=folder, env=environment, stdin=subprocess.DEVNULL, check=False, capture_output=True, encoding="utf-8",
        timeout=PATIENCE,
    )  # fmt: skip


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_list_knows_every_game(run: Run) -> None:
    games = interpreter.games()
    assert [game["name"] for game in json.loads(run("list", "--json").stdout)] == [info.name for info in games]
    heading, *lines = run("list").stdout.splitlines()
    assert heading.split() == ["group", "name", "title", "players", "about"]
    listed = [tuple(line.split()[:2]) for line in lines if not line.startswith(" ")]
    assert listed == sorted((info.group, info.name) for info in games)


def test_list_loads_nothing_heavy(tmp_path: Path) -> None:
    """The bar is 0.4 s (benchmarks/); what would break it is a library that a list does not need."""
    program = (
        "import sys; from interpreter.tools.cli.app import app; app(['list'], standalone_mode=False); "
        "print({'lark', 'networkx', 'rich', 'pydantic'} & set(sys.modules))"
    )
    assert last_line_of(program, tmp_path) == "set()"


def test_the_interpreter_itself_imports_nothing_that_only_compiling_needs(tmp_path: Path) -> None:
    """The bar is 0.1 s for a warm load in C."""
    needless = "{'lark', 'networkx', 'yaml', 'subprocess', 'tempfile', 'logging', 'json', 'shutil'}"
    assert last_line_of(f"import sys, interpreter; print({needless} & set(sys.modules))", tmp_path) == "set()"


def last_line_of(program: str, folder: Path) -> str:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    words = [sys.executable, "-c", program]
    done = subprocess.run(
        words, cwd=folder, env=environment, check=False, capture_output=True, encoding="utf-8", timeout=PATIENCE
    )
    return (done.stdout.splitlines() or [done.stderr])[-1]


@pytest.mark.parametrize("name", NAMES)
def test_check_finds_nothing(run: Run, name: str) -> None:
    result = run("check", name, "--format", "json")
    assert (result.exit_code, json.loads(result.stdout)) == (0, [])


@pytest.mark.parametrize("name", NAMES)
def test_bots_play_and_tell(run: Run, name: str) -> None:
    told = run("play", name, "--seed", "7")
    assert told.exit_code == 0
    last = told.stdout.splitlines()[-1]
    assert last == "It is a draw" or last.endswith((" wins", " win"))
    assert len(told.stdout.splitlines()) > 5


@pytest.mark.parametrize("name", NAMES)
def test_a_game_goes_on_where_it_was_left(run: Run, tmp_path: Path, name: str) -> None:
    """A person answers "1", the input ends, and the resumed game stands at the same decision."""
    game = interpreter.load(name)
    seats = ",".join(["human"] * game.default_players)
    typed = "\n1\n"  # the empty line: somebody may be asked to look away
    left = run("play", name, "--seats", seats, "--seed", "5", typed=typed)
    assert left.exit_code == 0
    [path] = tmp_path.glob("*.save.json")
    saved = json.loads(path.read_text(encoding="utf-8"))
    state = game.resume(saved)
    assert state.save() == saved
    assert run("play", name, "--seats", seats, "--resume", str(path), typed="quit\nno\n").exit_code == 0


@pytest.mark.parametrize("name", ["connect-four", SMALL, *LARGE])
def test_workers_change_only_the_time(tmp_path: Path, name: str) -> None:
    def numbers(workers: str) -> Any:
        done = command(
            tmp_path,
            "simulate",
            name,
            "--games",
            "12",
            "--bot",
            "random",
            "--seed",
            "9",
            "--workers",
            workers,
            "--json",
            "-",
        )
        assert done.returncode == 0, done.stderr
        found = json.loads(done.stdout)
        return {key: value for key, value in found.items() if key not in {"seconds", "decisions_per_second"}}

    one = numbers("1")
    assert one == numbers("3")
    assert one["games"] == one["finished"] == 12


def test_a_simulated_match_can_be_played_again(run: Run) -> None:
    from interpreter.tools.simulate.plan import match_seed

    numbers = json.loads(run("simulate", SMALL, "--games", "1", "--bot", "random", "--seed", "9", "--json", "-").stdout)
    told = run("play", SMALL, "--seed", str(match_seed(9, 0))).stdout.splitlines()[-1]
    winners = [seat for seat, wins in enumerate(numbers["wins"]) if wins]
    names = interpreter.load(SMALL).start().player_names
    assert told == (f"{names[winners[0]]} wins" if len(winners) == 1 else "It is a draw")


@pytest.mark.parametrize("name", NAMES)
def test_rules_are_formatted(run: Run, name: str) -> None:
    assert run("fmt", "--check", str(ROOT / "games" / name)).exit_code == 0


@pytest.mark.parametrize("name", ["connect-four", SMALL, *LARGE])
def test_the_other_commands(run: Run, name: str) -> None:
    for stage in ("tree", "program", "python"):
        assert run("show", stage, name).stdout.strip()
    json.loads(run("schema", name).stdout)
    assert {"clauses", "cited_by_rule", "cited_by_scenario", "notes", "uncovered"} <= set(
        json.loads(run("trace", name, "--json").stdout)["summary"]
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_procedure_can_be_seen_at_every_stage(run: Run, name: str) -> None:
    """Each that has blocks of its own, under the name that it has in the rules; in C it may lie in the frame of another."""
    rules = [line.split(":")[0] for line in run("show", "program", name).stdout.splitlines() if ": enters at" in line]
    for rule in rules[:3]:
        assert "def b" in run("show", "python", name, rule).stdout
        assert f"/* {rule} */\nb" in run("show", "c", name, rule).stdout


def test_a_value_can_be_seen_at_every_stage(run: Run) -> None:
    assert "return 100" in run("show", "python", "pig", "goal").stdout
    assert "n = 100;" in run("show", "c", "pig", "goal").stdout
    for stage in ("python", "c"):
        assert 'did you mean "goal"?' in run("show", stage, "pig", "gaol").output


def test_a_folder_is_a_game(run: Run) -> None:
    result = run("play", str(ROOT / "games" / SMALL), "--seed", "7")
    assert result.stdout == run("play", SMALL, "--seed", "7").stdout


def test_a_whole_game_is_tested(run: Run) -> None:
    """The scenarios of all games are a stage of their own in `make test`."""
    assert run("test", SMALL).exit_code == 0


@pytest.mark.parametrize(
    "words",
    [
        ["play", NAMES[0], "--variant", "no_such_variant"],
        ["play", NAMES[0], "--variant", "no/such/file.rules"],
        ["show", "program", NAMES[0], "no_such_rule"],
        ["play", NAMES[0], "--option", "no_such_option=1"],
        ["play", NAMES[0][:-1] + "x"],
        ["play", "."],
        ["play", ""],
        ["play", ".."],
        ["check", "x" * 5000],
        ["test", "nul\0"],
        ["schema", "/dev/null"],
        ["trace", "nowhere"],
    ],
)
def test_bad_words(run: Run, words: list[str]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert result.stderr.startswith("error[R")
    assert result.stdout == ""


@pytest.mark.parametrize(
    "change", ["format", "fingerprint", "players", "table", "stack", "machine", "seed", "decisions"]
)
def test_a_damaged_save(run: Run, tmp_path: Path, change: str) -> None:
    saved = interpreter.load(SMALL).start(seed=1).save()
    wrong: list[object] = [None, "x", [], 3]
    for number, value in enumerate(wrong):
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps({**saved, change: value}), encoding="utf-8")
        for more in ([], ["--replay"]):
            result = run("play", SMALL, "--resume", str(path), *more)
            assert result.exit_code in (0, 2) or "error[R08" in result.output, result.output
            assert "R0999" not in result.output
            assert json.loads(path.read_text(encoding="utf-8")) == {**saved, change: value}


@pytest.mark.parametrize("game", interpreter.games(), ids=lambda game: game.name)
def test_every_game_says_what_it_is_about_and_how_to_win(game: interpreter.GameInfo) -> None:
    assert game.about.endswith(".")
    assert game.goal.endswith(".")


def test_a_first_time_player_reads_the_goal_before_the_first_decision(run: Run) -> None:
    """After it the prompt of the first decision: the end of the input leaves the game there."""
    printed = run("play", "dystopolis", "--seats", "human,random,random", "--seed", "1", typed="").stdout
    about, goal, bid = (printed.index(words) for words in ("Four years of business", "Goal: ", "What do you bid"))
    assert about < goal < bid


def test_the_menu_of_games_fits_on_a_screen() -> None:
    """The smallest games first, then those from a printed rulebook; the rest can be asked for."""
    games = sorted(interpreter.games(), key=lambda game: game.name)
    shown = first_screen(games)
    assert len(shown) <= 12
    assert {path.parent.name for path in ROOT.glob("games/*/rulebook.md")} <= {game.name for game in shown}
    assert first_screen(games[:3]) == games[:3]
