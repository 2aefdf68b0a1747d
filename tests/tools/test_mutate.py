"""`mutate`, with the real engine: what a scenario looks at is noticed, what none looks at is listed with its place."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from interpreter.tools.mutate import command as mutating
from interpreter.tools.mutate.mutants import Trials, mutants
from tests.support.command_line import Run
from tests.support.limits import PATIENCE

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _race(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its scenarios tell what a fall costs, and nothing about how long the way is."""
    monkeypatch.chdir(tmp_path)
    run("new", "game", "mine", "--like", "race")


def test_what_no_scenario_looks_at_is_listed(run: Run) -> None:
    noticed = run("mutate", "mine", "--rule", "fall", "--sample", "9")
    assert (noticed.exit_code, "2 changes of 2 tried: 2 noticed (100 %), 0 not." in noticed.output) == (0, True)
    missed = run("mutate", "mine", "--rule", "home", "--sample", "9")
    assert missed.exit_code == 1
    assert 'mine/rules/play.rules:3: "30" → "31" in home' in missed.output
    assert "4 changes of 6 tried: 0 noticed (0 %), 4 not." in missed.output  # two of them do not check


def test_a_report_that_another_run_goes_on_with(run: Run) -> None:
    words = ("mutate", "mine", "--seed", "4", "--json", "report.json")
    run(*words, "--sample", "3")
    first = json.loads(Path("report.json").read_text(encoding="utf-8"))
    assert first["tried"] == 3
    run(*words, "--sample", "6")
    second = json.loads(Path("report.json").read_text(encoding="utf-8"))
    assert second["tried"] == 6
    assert second["results"][: len(first["results"])] == first["results"]
    run("mutate", "mine", "--seed", "4", "--sample", "6", "--workers", "2", "--json", "both.json")
    assert json.loads(Path("both.json").read_text(encoding="utf-8"))["survivors"] == second["survivors"]


def test_a_report_of_other_scenarios_is_begun_anew(run: Run, tmp_path: Path) -> None:
    words = ("mutate", "mine", "--rule", "home", "--sample", "2", "--json", "report.json")
    assert "0 noticed" in run(*words).output
    looked_at = 'scenario "how long the way is"\n  players ann, bob\n  then\n    home is 30\n'
    (tmp_path / "mine" / "scenarios" / "home.scenario").write_text(looked_at, encoding="utf-8")
    again = run(*words).output
    assert "have changed since report.json was written: every change is tried again" in again
    assert "2 changes of 6 tried: 2 noticed (100 %), 0 not." in again


def test_whom_it_does_not_ask_would_not_have_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only scenarios that come to a changed step are played: the others, played all the same, notice nothing more."""
    trials = Trials("mine", tmp_path / "some")
    found = [mutant for mutant in mutants("mine") if mutant.rule == "turn"]
    asked = [len(trials.scenarios_for(mutant)) for mutant in found]
    assert min(asked) < max(asked) == len(trials.scenarios)
    quick = [trials.tried(mutant) for mutant in found]
    monkeypatch.setattr(trials, "steps", set())
    slow = [trials.tried(mutant) for mutant in found]
    assert [one.noticed_by is None for one in quick] == [one.noticed_by is None for one in slow]


def test_a_scenario_that_fails_anyway_notices_nothing(tmp_path: Path) -> None:
    wrong = 'scenario "wrong"\n  players ann, bob\n  then\n    fall is 99\n'
    (tmp_path / "mine" / "scenarios" / "wrong.scenario").write_text(wrong, encoding="utf-8")
    trials = Trials("mine", tmp_path / "some")
    assert "wrong" not in [one.title for one in trials.scenarios]
    home = next(mutant for mutant in mutants("mine", rule="home"))
    assert trials.tried(home).noticed_by is None


def test_a_game_that_cannot_be_played_is_told_of(run: Run, tmp_path: Path) -> None:
    rules = tmp_path / "mine" / "rules" / "play.rules"
    rules.write_text(rules.read_text(encoding="utf-8") + "let broken = nowhere\n", encoding="utf-8")
    result = run("mutate", "mine", "--sample", "2")
    assert result.exit_code != 0
    assert "R0201" in result.output


def test_the_game_itself_is_not_touched(run: Run) -> None:
    before = {path: path.read_bytes() for path in Path("mine").rglob("*") if path.is_file()}
    run("mutate", "mine", "--sample", "4")
    assert {path: path.read_bytes() for path in Path("mine").rglob("*") if path.is_file()} == before


def test_every_sort_of_change_and_none_in_texts() -> None:
    found = mutants("mine")
    words = {mutant.words for mutant in found}
    assert '"is at least" → "is more than"' in words
    assert '"-" → "+"' in words
    assert '"player wins" left out' in words
    assert not any("stumbles" in mutant.old and mutant.new for mutant in found)


def test_two_steps_change_places(run: Run) -> None:
    run("new", "game", "other", "--like", "cards")
    swapped = [mutant for mutant in mutants("other", rule="set_up") if mutant.new.count("\n") == 2]
    assert [mutant.new for mutant in swapped] == ["  shuffle deck\n  move cards to deck\n"]


ORDERS = """let red = first(player in players)
let spoils = wood + 1
let heap = wood + stone
keep wood: number
keep stone: number
keep gold(player): number
always heap_is_there: heap is at least 0
  because "nothing is less than nothing"
procedure play
  FIRST
  SECOND
procedure pile_up
  raise stone by 1
procedure dice_fall
  roll 1 die as throw
  set wood to throw
procedure chance_comes
  roll 1 die as throw
  set stone to throw
"""
HOOK = "variant hook\n  after pile_up\n    raise stone by wood\n"


@pytest.mark.parametrize(
    ("first", "second", "differs"),
    [
        ("set wood to 1", "set stone to 2", False),
        ("set wood to 1", "raise stone by wood", True),
        ("set wood to 1", "raise stone by spoils", True),
        ("raise wood by 1", "set wood to 2", True),
        ('red scores 1 as "Wood"', 'red scores 2 as "Stone"', False),
        ('red scores 1 as "Wood"', 'red scores 2 as "Wood"', True),
        ("set wood to 1", "play", True),
        ("set wood to 1", "pile_up", False),
        ("set wood to 1", "chance_comes", False),
        ("set stone to 1", "pile_up", True),
        ("dice_fall", "chance_comes", True),  # the same die, once for the wood and once for the stone
    ],
)
def test_steps_that_come_to_the_same_do_not_change_places(
    tmp_path: Path, first: str, second: str, differs: bool
) -> None:
    rules = tmp_path / "mine" / "rules" / "play.rules"
    rules.write_text(ORDERS.replace("FIRST", first).replace("SECOND", second), encoding="utf-8")
    for variant in (tmp_path / "mine" / "variants").iterdir():
        variant.unlink()
    found = mutants("mine")
    assert any(mutant.new == f"  {second}\n  {first}\n" for mutant in found) is differs
    assert "heap" not in {mutant.rule for mutant in found}  # only the `always` rule looks at it


TOLD = 'each one in list(one in players by highest gold(one))\n    announce "{one} and {owed}"'


def test_when_a_text_is_said_is_not_changed(tmp_path: Path) -> None:
    rules = tmp_path / "mine" / "rules" / "play.rules"
    text = 'let owed =\n  "nothing"  if wood is 0\n  "{wood}"  otherwise\n' + ORDERS
    rules.write_text(text.replace("FIRST", TOLD).replace("SECOND", "set wood to spoils"), encoding="utf-8")
    found = mutants("mine")
    assert "spoils" in {mutant.rule for mutant in found}
    assert not any(mutant.old.startswith("by ") for mutant in found)
    assert "owed" not in {mutant.rule for mutant in found}


def test_a_variant_that_changes_what_only_watches_is_not_changed(tmp_path: Path) -> None:
    rules = tmp_path / "mine" / "rules" / "play.rules"
    rules.write_text(
        ORDERS.replace("FIRST", "set wood to 1").replace("SECOND", "raise stone by spoils"), encoding="utf-8"
    )
    for variant in (tmp_path / "mine" / "variants").iterdir():
        text = "variant more\n  change heap to normal + 3\n  change spoils to normal + 4\n"
        variant.write_text(text, encoding="utf-8")
        variant.rename(variant.with_name("more.rules"))
    found = {mutant.rule for mutant in mutants("mine") if mutant.file.startswith("variants/")}
    assert found == {"spoils"}


@pytest.mark.parametrize("hooked", [True, False])
def test_a_variant_can_make_an_order_matter(tmp_path: Path, hooked: bool) -> None:
    rules = tmp_path / "mine" / "rules" / "play.rules"
    rules.write_text(ORDERS.replace("FIRST", "set wood to 1").replace("SECOND", "pile_up"), encoding="utf-8")
    for variant in (tmp_path / "mine" / "variants").iterdir():
        variant.write_text(
            HOOK if hooked else "variant hook\n  before pile_up\n    raise stone by 1\n", encoding="utf-8"
        )
        variant.rename(variant.with_name("hook.rules"))
    swapped = [mutant for mutant in mutants("mine") if mutant.new == "  pile_up\n  set wood to 1\n"]
    assert bool(swapped) is hooked


def test_a_rule_that_there_is_not_is_told_with_those_that_there_are(run: Run) -> None:
    assert 'did you mean "home"?' in run("mutate", "mine", "--rule", "hone").output
    assert "something can be changed in fall, home, play, turn" in run("mutate", "mine", "--rule", "nowhere").output
    assert '--seed takes a whole number, not "x"' in run("mutate", "mine", "--seed", "x").output


@pytest.mark.parametrize("words", [("--budget", "soon"), ("--rule", "nowhere"), ("--sample", "0")])
def test_misuse(run: Run, words: tuple[str, ...]) -> None:
    assert run("mutate", "mine", *words).exit_code == 2


HOUSE = """variant long_way "A long way"
  change home to 40 was 30
  change fall to 2 was 5
"""
HOUSE_TEST = """
scenario "the way is long"
  players ann, bob
  then
    home is 40
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A house rule elsewhere, whose scenario looks at one of the two things that it changes."""
    (tmp_path / "elsewhere").mkdir()
    file = tmp_path / "elsewhere" / "long_way.rules"
    file.write_text(HOUSE + HOUSE_TEST, encoding="utf-8")
    return file


def test_a_house_rule_is_changed_and_its_own_scenarios_notice(run: Run, house: Path) -> None:
    before = house.read_bytes()
    words = ("mutate", "mine", "--variant", "elsewhere/long_way.rules", "--sample", "99")
    told = run(*words)
    assert told.exit_code == 1
    assert 'elsewhere/long_way.rules:3: "2" → "3" in fall' in told.output
    assert 'elsewhere/long_way.rules:3: "2" → "1" in fall' in told.output
    assert "home" not in told.output
    assert "4 changes of 8 tried: 2 noticed (50 %), 2 not." in told.output
    assert house.read_bytes() == before
    assert "2 noticed (100 %), 0 not." in run(*words, "--rule", "home").output
    assert "something can be changed in fall, home" in run(*words, "--rule", "nowhere").output


def test_a_scenario_beside_a_house_rule_notices(run: Run, house: Path) -> None:
    house.write_text(house.read_text(encoding="utf-8").replace(HOUSE_TEST, ""), encoding="utf-8")
    house.with_suffix(".scenario").write_text(HOUSE_TEST.replace("home is 40", "fall is 2"), encoding="utf-8")
    told = run("mutate", "mine", "--variant", str(house), "--sample", "99").output
    assert "in home" in told
    assert "in fall" not in told


def test_a_run_over_a_house_rule_goes_on_until_it_is_another_one(run: Run, house: Path) -> None:
    words = ("mutate", "mine", "--variant", "elsewhere/long_way.rules", "--json", "report.json")
    run(*words, "--sample", "2")
    first = json.loads(Path("report.json").read_text(encoding="utf-8"))
    assert (first["tried"], first["variants"]) == (2, ["elsewhere/long_way.rules"])
    run(*words, "--sample", "4")
    second = json.loads(Path("report.json").read_text(encoding="utf-8"))
    assert second["results"][: len(first["results"])] == first["results"]
    house.write_text(house.read_text(encoding="utf-8").replace("is 40", "is 40\n    fall is 2"), encoding="utf-8")
    again = run(*words, "--sample", "4").output
    assert "every change is tried again" in again
    assert "4 noticed (100 %)" in again


def test_a_house_rule_with_data_and_needs_of_its_own(run: Run, tmp_path: Path) -> None:
    """What it requires is played with it, and the data beside it is found."""
    variants = tmp_path / "mine" / "variants"
    needed = next(variants.iterdir()).stem
    (tmp_path / "gifts.yaml").write_text("source: stand-in\nrows:\n  - id: apple\n    worth: 3\n", encoding="utf-8")
    cards = '  cards gift from "gifts.yaml"\n    worth: number\n'
    rules = f"variant gifts\n  requires {needed}\n{cards}  change fall to worth(apple) + 1\n"
    test = f'\nscenario "gifts"\n  players ann, bob\n  variants {needed}\n  then\n    fall is 4\n'
    (tmp_path / "gifts.rules").write_text(rules + test, encoding="utf-8")
    told = run("mutate", "mine", "--variant", "gifts.rules", "--sample", "99")
    assert "3 changes of 3 tried: 3 noticed (100 %), 0 not." in told.output


def test_a_variant_of_the_game_is_changed_alone() -> None:
    [variant] = Path("mine/variants").iterdir()
    found = mutants("mine", variants=[variant.stem])
    assert {mutant.file for mutant in found} == {f"variants/{variant.name}"}
    assert found == mutants("mine", variants=[variant])


def test_scenarios_behind_a_variant_of_the_game_are_not_changed() -> None:
    [variant] = Path("mine/variants").iterdir()
    before = mutants("mine")
    variant.write_text(variant.read_text(encoding="utf-8") + HOUSE_TEST.replace("40", "50"), encoding="utf-8")
    assert mutants("mine") == before


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent in another way there")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_run_that_is_stopped_says_where_it_goes_on_and_does(run: Run, workers: str) -> None:
    words = ("mutate", "mine", "--sample", "40", "--workers", workers, "--json", "report.json")
    command = [sys.executable, "-m", "interpreter.tools.cli", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command, start_new_session=True, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        while not Path("report.json").exists() and process.poll() is None:
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does it: everybody hears it
        output, _ = process.communicate(timeout=PATIENCE)
    assert "Stopped. What was tried is kept in report.json: the same command resumes from it." in output
    assert "Traceback" not in output
    first = json.loads(Path("report.json").read_text(encoding="utf-8"))["results"]
    assert 0 < len(first) < 40
    with_marks = [{**one, "noticed_by": "the first run"} for one in first]  # what is tried again would lose its mark
    report = {**json.loads(Path("report.json").read_text(encoding="utf-8")), "results": with_marks}
    Path("report.json").write_text(json.dumps(report), encoding="utf-8")
    run(*words)
    results = json.loads(Path("report.json").read_text(encoding="utf-8"))["results"]
    assert results[: len(first)] == with_marks
    run("mutate", "mine", "--sample", "40", "--json", "whole.json")
    assert results[len(first) :] == json.loads(Path("whole.json").read_text(encoding="utf-8"))["results"][len(first) :]


def test_a_run_that_keeps_nothing_says_how_it_could(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(mutating, "with_progress", stop)
    assert "Stopped before the first change was tried." in run("mutate", "mine").output
    report = {"results": [{"is_rules": True, "noticed_by": "some scenario"}]}
    assert "Add --json FILE to keep what has been tried" in mutating._stopped(None, report)


def test_a_scenario_that_cannot_be_read_is_told_of(run: Run) -> None:
    Path("mine/scenarios/broken.scenario").write_text('scenario "x"\n  plaers ann\n', encoding="utf-8")
    told = run("mutate", "mine", "--sample", "2")
    assert told.exit_code == 1
    assert 'broken.scenario:2:3: error[R0104]: "plaers" is not a word that is known here' in told.output
    assert "R0999" not in told.output
