"""The command line, with the invented game: forms, exit statuses, and everything that can be typed wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from interpreter.source import CODES
from tests.support import fake_api
from tests.support.command_line import Run

COMMANDS = (
    "list", "check", "play", "test", "trace", "simulate", "report", "compare", "explore",
    "show", "explain", "fmt", "schema",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _elsewhere(fake: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001 - a fixture cannot have usefixtures
    """Each command runs in an empty folder with the invented game. One of its choices goes wrong, so that `check` plays none of
    it here: test_always.py has that."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("interpreter.tools.check.command.trials", lambda _word, _variants: [])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game folder with mistakes."""
    game = tmp_path / "mine"
    (game / "rules").mkdir(parents=True)
    (game / "scenarios").mkdir()
    (game / "game.yaml").write_text("titel: x\n", encoding="utf-8")
    (game / "rules" / "heap.rules").write_text("procedrue play\n", encoding="utf-8")
    (game / "scenarios" / "end.scenario").write_text('scenario "it ends"\n', encoding="utf-8")
    return game


def saved(**more: Any) -> dict[str, Any]:
    return {**fake_api.State(("red", "blue"), seed=3).save(), **more}


# Forms


def test_without_a_command_the_help(run: Run) -> None:
    result = run()
    assert result.exit_code == 0
    assert all(command in result.stdout for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(run: Run, command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"Example: rulewright {command}" in result.stdout


def test_list(run: Run) -> None:
    assert "heap" in run("list").stdout
    [game] = json.loads(run("list", "--json").stdout)
    assert game == {
        "name": "heap",
        "title": "The Heap",
        "group": "board",
        "players_min": 2,
        "players_max": 3,
        "about": "Take the last counter.",
        "path": "/games/heap",
    }


@pytest.mark.usefixtures("folder")
def test_check(run: Run) -> None:
    good, bad = run("check"), run("check", "mine")
    assert (good.exit_code, bad.exit_code) == (0, 1)
    assert "no mistakes" in good.stdout
    assert "error[R0104]" in bad.stdout
    assert "2 errors" in bad.stdout


@pytest.mark.usefixtures("folder")
def test_check_one_file_of_a_game(run: Run) -> None:
    result = run("check", "mine/rules/heap.rules", "--format", "json")
    assert [found["code"] for found in json.loads(result.stdout)] == ["R0104"]
    assert result.exit_code == 1


@pytest.mark.usefixtures("folder")
def test_check_as_json_is_json_whatever_happens(run: Run) -> None:
    assert json.loads(run("check", "--format", "json").stdout) == []
    result = run("check", "mine", "nowhere", "--format", "json")
    assert {found["code"] for found in json.loads(result.stdout)} == {"R0401", "R0104", "R0007"}
    assert result.exit_code == 2


def test_explain_codes(run: Run) -> None:
    for code in sorted(CODES)[::7]:
        result = run("explain", code.lower())
        assert result.exit_code == 0
        assert "Wrong:" in result.stdout
        assert "Right:" in result.stdout


def test_show_schema_trace(run: Run) -> None:
    assert run("show", "program", "heap", "turn").stdout == "program of turn\n"
    assert json.loads(run("schema", "heap").stdout) == {"title": "cards"}
    assert json.loads(run("trace", "heap", "--json").stdout)["summary"]["clauses"] == 1
    traced = run("trace", "heap").stdout
    assert "1 clause: 1 cited by a rule" in traced
    assert "not in the rulebook: HP-009, cited by turn (rules/heap.rules:4:1)" in traced


@pytest.mark.usefixtures("folder")
def test_test(run: Run, tmp_path: Path) -> None:
    assert run("test").exit_code == 0
    result = run("test", "mine/scenarios/end.scenario", "--json", "out.json")
    assert result.exit_code == 1
    assert "expected 3, got 4" in result.stdout
    written = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert (written["passed"], written["failed"]) == (1, 1)
    assert (written["results"][0]["variants"], written["results"][0]["options"]) == (["fast"], {"dice": "2"})
    assert json.loads(run("test", "--json", "-").stdout)["failed"] == 0


def test_fmt(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.rules"
    path.write_text("end game   \n", encoding="utf-8")
    assert run("fmt", "--check", "a.rules").exit_code == 1
    assert path.read_text(encoding="utf-8") == "end game   \n"
    assert run("fmt", ".").exit_code == 0
    assert path.read_text(encoding="utf-8") == "end game\n"
    assert run("fmt", "--check", "a.rules").exit_code == 0


@pytest.mark.parametrize("words", ["mine", "mine/a.rules"])
def test_fmt_does_not_write_through_a_link_that_leads_out(words: str, run: Run, tmp_path: Path) -> None:
    outside = tmp_path / "outside.rules"
    outside.write_text("let   a = 1\n", encoding="utf-8")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "a.rules").symlink_to(outside)
    result = run("fmt", words)
    assert (result.exit_code, "R0004" in result.output) == (1, True)
    assert outside.read_text(encoding="utf-8") == "let   a = 1\n"


def test_fmt_leaves_a_broken_file_alone(run: Run, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "z.rules").write_text("end game \n", encoding="utf-8")
    result = run("fmt", "mine", "z.rules")
    assert result.exit_code == 1
    assert "R0104" in result.stderr
    assert (folder / "rules" / "heap.rules").read_text(encoding="utf-8") == "procedrue play\n"
    assert (tmp_path / "z.rules").read_text(encoding="utf-8") == "end game\n"


def test_simulate(run: Run, tmp_path: Path) -> None:
    result = run("simulate", "heap", "--games", "20", "--bot", "random", "--json", "out.json", "--option", "dice=2")
    numbers = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    wanted = {
        "games", "finished", "faults", "decisions", "seconds", "decisions_per_second", "wins", "scores", "rounds",
        "never_used", "variants", "options", "players", "fingerprint",
    }  # fmt: skip
    assert wanted <= set(numbers)
    assert numbers["options"]["dice"] == 2
    assert result.exit_code == (1 if numbers["faults"] else 0)
    assert "20 games of heap with 2 players" in result.stdout
    assert "With seed 0; options dice=2." in result.stdout
    shown = run("simulate", "heap", "--games", "1", "--bot", "random", "--option", "dice=2", "--show-options").stdout
    assert "With seed 0; options length=long, polite=no, dice=2." in shown
    fast = run("simulate", "heap", "--games", "20", "--bot", "random", "--variant", "fast", "--seed", "4").stdout
    assert "With seed 4; variants fast.\n" in fast
    assert "error[R0999]: the loop of break_it never ends" in fast
    assert fast.count("never ends") == 1
    assert re.search(r"play it with: rulewright play heap --variant fast --seed \d+ --seats random,random", fast)
    assert json.loads(run("simulate", "heap", "--games", "3", "--bot", "random", "--json", "-").stdout)["games"] == 3


# Playing


def test_a_person_plays_and_the_input_ends(run: Run, tmp_path: Path) -> None:
    result = run("play", "heap", "--seats", "human,human", "--seed", "3", typed="1\n2\n")
    assert result.exit_code == 0
    assert "The game is saved in heap-1.save.json." in result.stdout
    kept = json.loads((tmp_path / "heap-1.save.json").read_text(encoding="utf-8"))
    assert (kept["heap"], kept["player"]) == (8, 1)
    again = run("play", "heap", "--resume", "heap-1.save.json", "--seats", "human,human", typed="1\n3\n1\n3\n1\n2\n")
    assert "blue wins" in again.stdout


def test_what_a_person_sees(run: Run) -> None:
    result = run("play", "heap", "--seats", "human,human", typed="why put back in full\npeek\n")
    for text in ("oooooooooo", "heap 10", "red (you)", "1  take counters", "hand", "secret  crown"):
        assert text in result.stdout
    assert "put back: the heap is full (rules/heap.rules:3)" in result.stdout
    assert "\x1b" not in result.stdout


def test_bots_play_alone_without_a_terminal(run: Run, tmp_path: Path) -> None:
    faults = 0
    for seed in range(12):
        result = run("play", "heap", "--seed", str(seed))
        if result.exit_code:
            faults += 1
            assert "the loop of break_it never ends" in result.stderr
            assert "in break_it (rules/heap.rules:9)" in result.stderr
            assert "The game is saved in" in result.stdout
        else:
            assert "wins" in result.stdout
    assert faults == len(list(tmp_path.glob("*.save.json")))


def test_save_is_kept_at_every_decision(run: Run, tmp_path: Path) -> None:
    run("play", "heap", "--seats", "human,human", "--save", "mine.json", typed="1\n1\nquit\nno\n")
    assert json.loads((tmp_path / "mine.json").read_text(encoding="utf-8"))["heap"] == 9


def test_save_while_playing(run: Run, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    typed = "save notes.txt\nsave no/where.json\nsave good.json\nquit\nno\n"
    result = run("play", "heap", "--seats", "human,random", typed=typed)
    assert '"notes.txt" is not a saved game and is not overwritten' in result.stdout
    assert 'there is no folder "no"' in result.stdout
    assert "The game is saved in good.json." in result.stdout
    assert (tmp_path / "notes.txt").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("typed", ["R0203", "r0203", "R203", "r203", "203", " 0203 "])
def test_short_forms_of_a_code(run: Run, typed: str) -> None:
    assert run("explain", typed).stdout.startswith("R0203: ")


# Everything that can be typed wrong


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        ("lst", "R0901", 'there is no command "lst" did you mean "list"?'),
        ("list --jsn", "R0901", '"rulewright list" has no option "--jsn" did you mean "--json"?'),
        ("play heap -x", "R0901", '"rulewright play" has no option "-x" its options are --variant, --option,'),
        ("--vresion", "R0901", '"rulewright" has no option "--vresion" did you mean "--version"?'),
        ("play", "R0901", '"rulewright play" needs a GAME "rulewright list" shows the bundled games'),
        ("explain", "R0901", '"rulewright explain" needs a CODE'),
        ("show", "R0901", '"rulewright show" needs one of names|rules|tree|program|python|c'),
        ("fmt", "R0901", '"rulewright fmt" needs a PATH'),
        ("simulate heap", "R0901", '"rulewright simulate" needs --games N'),
        ("simulate heap --games", "R0901", "--games needs a value"),
        ("list --json=3", "R0901", "--json takes no value"),
        ("list heap", "R0901", '"rulewright list" does not take "heap"'),
        ("play heap again", "R0901", '"rulewright play" does not take "again"'),
        ("simulate heap --games many", "R0901", '--games takes a whole number of 1 or more, not "many"'),
        ("simulate heap --games 0", "R0901", "--games"),
        ("simulate heap --games 5 --workers 0", "R0901", "--workers takes a whole number from 1 to 256"),
        ("simulate heap --games 5 --seed x", "R0901", "--seed takes a whole number"),
        ("simulate heap --games 5 --players 9", "R0810", "The Heap is for 2 to 3 players, not 9"),
        ("simulate heap --games 5 --bot clever", "R0902", 'there is no bot "clever"'),
        ("simulate heap --games 5 --json no/out.json", "R0905", 'there is no folder "no"'),
        ("check --format jsn", "R0901", '--format takes text or json, not "jsn" did you mean "json"?'),
        (
            "show picture heap",
            "R0901",
            '"rulewright show" takes names, rules, tree, program, python or c, not "picture"',
        ),
        ("play haep", "R0007", 'did you mean "heap"?'),
        ("play nowhere/at/all", "R0007", 'there is no game "nowhere/at/all"'),
        ("play heap --players 1", "R0810", "The Heap is for 2 to 3 players, not 1"),
        ("play heap --players two", "R0901", '--players takes a whole number from 1 to 100, not "two"'),
        ("play heap --players 3 --seats human,random", "R0902", "--players says 3, but --seats names 2"),
        ("play heap --seats human", "R0810", "not 1"),
        ("play heap --seats human,randm", "R0902", 'did you mean "random"?'),
        ("play heap --seats human,", "R0902", 'nobody is called ""'),
        ("play heap --option dice", "R0903", "write NAME=VALUE"),
        ("play heap --option dcie=2", "R0903", 'did you mean "dice"?'),
        ("play heap --option dice=2 --option dice=3", "R0903", "given twice"),
        ("play heap --option dice=4", "R0904", '"dice" is a whole number from 1 to 3, not "4"'),
        ("play heap --option dice=x", "R0904", '"dice" is a whole number from 1 to 3, not "x"'),
        ("play heap --option polite=maybe", "R0904", '"polite" is yes or no, not "maybe"'),
        ("play heap --option length=shrt", "R0904", 'did you mean "short"?'),
        ("play heap --save no/a.json", "R0905", 'there is no folder "no"'),
        ("play heap --save notes.txt", "R0906", "is not overwritten"),
        ("play heap --resume missing.json", "R0811", "no such file"),
        ("play heap --resume notes.txt", "R0811", "is not a saved game"),
        ("play heap --resume broken.json", "R0811", "damaged"),
        ("play heap --resume other.json", "R0907", 'the saved game is one of "other", not of "heap"'),
        ("play heap --resume old.json", "R0811", "the rules changed"),
        ("play heap --resume good.json --seats human", "R0902", "the saved game has 2 players"),
        ("play heap --resume good.json --players 2", "R0908", "--players and --resume do not go together"),
        ("play heap --resume good.json --seed 2", "R0908", "--seed and --resume do not go together"),
        ("play heap --replay", "R0908", "--replay is for a saved game"),
        ("explain R998", "R0909", 'there is no code "R998"'),
        ("explain everything", "R0909", 'there is no code "everything"'),
        ("fmt notes.txt", "R0910", "is not a rules file"),
        ("fmt nowhere", "R0910", 'there is no file or folder "nowhere"'),
        ("check nowhere", "R0007", 'there is no game "nowhere"'),
        ("test nowhere", "R0007", 'there is no game "nowhere"'),
    ],
)
def test_bad_input(run: Run, tmp_path: Path, words: str, code: str, sentence: str) -> None:
    contents = {
        "notes.txt": "mine",
        "good.json": json.dumps(saved()),
        "broken.json": json.dumps(saved())[:-9],
        "other.json": json.dumps(saved(game="other")),
        "old.json": json.dumps(saved(fingerprint="f0")),
    }
    for name, text in contents.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    result = run(*words.split())
    assert result.exit_code == 2
    assert f"error[{code}]" in result.stderr
    assert sentence in " ".join(result.stderr.replace("help: ", "").split())
    assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == contents


@pytest.mark.parametrize(
    "change",
    [{"players": 3}, {"players": None}, {"heap": "x"}, {"variants": 3}, {"options": []}, {"game": None}, {"seed": []}],
)
def test_a_damaged_save_never_shows_python(run: Run, tmp_path: Path, change: dict[str, Any]) -> None:
    (tmp_path / "a.json").write_text(json.dumps(saved(**change)), encoding="utf-8")
    result = run("play", "heap", "--resume", "a.json", "--seats", "human,human", typed="quit\nno\n")
    assert "Traceback" not in result.output


def test_replay_goes_on_under_new_rules(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps(saved(fingerprint="f0")), encoding="utf-8")
    result = run("play", "heap", "--resume", "a.json", "--replay", "--seats", "human,human", typed="quit\nno\n")
    assert result.exit_code == 0


def test_our_own_mistake_is_one_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import interpreter

    monkeypatch.setattr(interpreter, "games", lambda: 1 // 0)
    result = run("list")
    assert result.exit_code == 1
    assert result.stderr.startswith("error[R0999]: Rulewright itself went wrong (ZeroDivisionError)")


def test_a_file_cannot_steer_the_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fake_api, "MENU", (fake_api.Choice("\x1b[2Jwipe", "wipe"), *fake_api.MENU[1:]))
    assert "\x1b" not in run("play", "heap", "--seats", "human,human", typed="").stdout
