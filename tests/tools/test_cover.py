"""`cover`, with the real engine: what one scenario comes to in a small game, read off its rules by hand."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from interpreter.tools.cover.measure import cover
from interpreter.tools.show.stages import show
from tests.support.command_line import Run

GAME = {
    "game.yaml": "title: Wells\nplayers: {min: 2, max: 2}\n",
    "cards/spell.yaml": """\
source: rulebook
rows:
  - id: rain
    copies: 2
    effect: |
      player gains 1 water
  - id: drought
    effect: |
      player gains 9 water
""",
    "rules/play.rules": """\
cards spell from "cards/spell.yaml"
  effect(player): steps
keep water(player): number
keep deck: pile of spell
let mood(player) =
  2 if player's water is more than 5
  1 otherwise
let unused = 7

procedure play
  each player
    turn(player)
  end game

procedure turn(player)
  player chooses
    to dig "Dig"
      needs player's water is less than 9 because "there is enough"
      if player's water is 0 or player's water is 3
        player gains mood(player) water
      otherwise
        player gains 4 water
    to pray "Pray"
      needs deck is not empty because "nobody listens"
      each spell in take(1, deck)
        spell's effect(player)
""",
    "variants/flood.rules": """\
variant flood "Flood"
  before turn
    player gains 1 water
""",
    "scenarios/turns.scenario": """\
scenario "a dry day"
  players red, blue
  when
    turn(red)
    red chooses dig
  then
    red's water is 1

scenario "it rains"
  players red, blue
  given
    deck is [rain]
  when
    turn(red)
    red chooses pray
  then
    red's water is 1
""",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("games") / "wells"
    for name, text in GAME.items():
        (found / name).parent.mkdir(parents=True, exist_ok=True)
        (found / name).write_text(text, encoding="utf-8")
    return found


@pytest.fixture(scope="module")
def covered(folder: Path) -> dict[str, Any]:
    found = cover(folder)
    assert found.failed == ()
    return {part.name: part for part in found.parts}


def left(part: Any) -> list[tuple[int, str]]:
    return [(one.line, one.words) for one in part.missing]


def test_rules_that_no_scenario_uses(covered: dict[str, Any]) -> None:
    assert left(covered["rules"]) == [
        (8, "let unused = 7"), (10, "play"),
        (2, "flood before turn in turn"),
    ]  # fmt: skip


def test_steps_that_no_scenario_comes_to(covered: dict[str, Any]) -> None:
    assert left(covered["steps"]) == [
        (9, "player gains 9 water"),
        (12, "turn(player)"), (13, "end game"), (22, "player gains 4 water"),
        (3, "player gains 1 water"),
    ]  # fmt: skip


def test_conditions_that_came_out_one_way_only(covered: dict[str, Any]) -> None:
    assert left(covered["branches"]) == [
        (6, "never yes: player's water is more than 5"),
        (19, "never no: player's water is 0 or player's water is 3"),
    ]
    assert left(covered["conditions"]) == [
        (6, "never yes: player's water is more than 5"),
        (18, "never no: player's water is less than 9"),
        (19, "never asked: player's water is 3"), (19, "never no: player's water is 0"),
    ]  # fmt: skip
    assert (covered["conditions"].reached, covered["conditions"].all) == (5, 10)


def test_refusals_and_cards(covered: dict[str, Any]) -> None:
    assert left(covered["refusals"]) == [(18, "never refused: player's water is less than 9")]
    assert (covered["refusals"].reached, covered["refusals"].all) == (1, 2)
    assert [one.words for one in covered["cards"].missing] == ["drought"]
    assert (covered["cards"].reached, covered["cards"].all) == (1, 2)


def test_the_page_stands_alone_and_marks_every_line(run: Run, folder: Path, tmp_path: Path) -> None:
    page, report = tmp_path / "cover.html", tmp_path / "cover.json"
    told = run("cover", str(folder), "--html", str(page), "--json", str(report))
    assert told.exit_code == 0
    assert re.search(r"play\.rules:22: never reached: player gains 4 water", told.output)
    assert "conditions  50 %  5 of 10" in told.output
    html = page.read_text(encoding="utf-8")
    assert "://" not in html
    states = dict(re.findall(r'rules/play\.rules-(\d+)" class="(\w*)"', html))
    assert [states[line] for line in ("1", "8", "19", "20", "22")] == ["", "no", "half", "yes", "no"]
    assert json.loads(report.read_text(encoding="utf-8"))["refusals"]["missing"][0]["line"] == 18


def test_a_game_that_is_played_has_no_marks(folder: Path) -> None:
    assert "seen(" not in show(folder, "python")


RAINY = """\
variant rainy "Rainy"
  add spell from "clouds.yaml"
  before turn
    if player's water is more than 2
      player gains 1 water
    otherwise
      player gains 2 water
  before dig
    needs player's water is not 7 because "seven is wet enough"
"""
CLOUDS = "source: stand-in\nrows:\n  - id: cloud\n    effect: |\n      player gains 5 water\n"
RAINY_TEST = """
scenario "it is raining"
  players red, blue
  when
    turn(red)
  then
    red's water is 2
"""


@pytest.fixture
def rainy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house rule far from the game, with cards of its own and a scenario inside its file."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "clouds.yaml").write_text(CLOUDS, encoding="utf-8")
    (tmp_path / "rainy.rules").write_text(RAINY + RAINY_TEST, encoding="utf-8")
    return tmp_path / "rainy.rules"


@pytest.mark.usefixtures("rainy")
def test_what_the_scenarios_of_a_house_rule_come_to(folder: Path) -> None:
    found = cover(folder, variants=[Path("rainy.rules")])
    assert (found.scenarios, found.failed, found.variants) == (1, (), ("rainy.rules",))
    brought = {part.name: part for part in found.brought}
    assert {name: (part.reached, part.all) for name, part in brought.items()} == {
        "rules": (1, 2), "steps": (2, 4), "branches": (1, 2), "conditions": (2, 4), "refusals": (0, 1), "cards": (0, 1),
    }  # fmt: skip
    assert left(brought["branches"]) == [(4, "never yes: player's water is more than 2")]
    assert left(brought["refusals"]) == [(9, "never refused: player's water is not 7")]
    assert [(one.location, one.words) for one in brought["cards"].missing] == [("clouds.yaml:3", "cloud")]
    both = {part.name: part for part in found.parts}  # and the game that it is played with, without its other variants
    assert (both["refusals"].all, both["cards"].all) == (3, 3)
    assert not any("flood" in one.location for one in both["steps"].missing)


@pytest.mark.parametrize(("changed", "reached"), [("mood(player)", 1), ("unused", 0)])
def test_a_value_that_a_house_rule_changes_is_a_rule_that_it_brings(
    folder: Path, rainy: Path, changed: str, reached: int
) -> None:
    scenario = RAINY_TEST.replace("turn(red)", "turn(red)\n    red chooses dig").replace("is 2", "is 8")
    rainy.write_text(f"variant rainy\n  change {changed} to 8\n{scenario}", encoding="utf-8")
    found = cover(folder, variants=[rainy])
    rules = found.brought[0]
    assert (rules.reached, rules.all) == (reached, 1)
    assert left(rules) == ([] if reached else [(2, f"change {changed} to 8")])


def test_a_variant_of_the_game_is_played_with_the_scenarios_of_the_game(folder: Path) -> None:
    found = cover(folder, variants=["flood"])
    assert found.scenarios == 2
    assert [(part.name, part.reached, part.all) for part in found.brought if part.all] == [
        ("rules", 1, 1),
        ("steps", 1, 1),
    ]
    assert len(found.failed) == 2  # it rains on both


@pytest.mark.usefixtures("rainy")
def test_cover_tells_first_what_the_house_rule_brings(run: Run, folder: Path, tmp_path: Path) -> None:
    report, page = tmp_path / "cover.json", tmp_path / "cover.html"
    told = run("cover", str(folder), "--variant", "rainy.rules", "--json", str(report), "--html", str(page))
    assert told.exit_code == 0
    assert "rainy.rules:5: never reached: player gains 1 water" in told.output
    assert "play.rules:22" not in told.output  # what the game itself says is for the page and the report
    assert "What rainy.rules brings:\n" in told.output
    assert "With the whole game:\n" in told.output
    value = json.loads(report.read_text(encoding="utf-8"))
    assert value["variants"] == ["rainy.rules"]
    assert value["brought"]["refusals"]["missing"][0]["place"] == "rainy.rules:9"
    assert any(one["line"] == 22 for one in value["steps"]["missing"])
    states = dict(re.findall(r'rainy\.rules-(\d+)" class="(\w*)"', page.read_text(encoding="utf-8")))
    assert [states[line] for line in ("1", "4", "5", "7", "9")] == ["", "half", "no", "yes", "half"]


@pytest.mark.usefixtures("rainy")
@pytest.mark.parametrize("command", ["cover", "mutate", "test"])
@pytest.mark.parametrize("word", ["nowhere.rules", "flod", "clouds.yaml", "far/away"])
def test_a_variant_that_is_not_there(run: Run, folder: Path, command: str, word: str) -> None:
    told = run(command, str(folder), "--variant", word)
    assert told.exit_code == 2
    assert told.output == run("test", str(folder), "--variant", word).output
    assert f'"{word}"' in told.output


@pytest.mark.parametrize("command", ["cover", "mutate"])
def test_a_house_rule_with_a_mistake_is_told_at_once(run: Run, folder: Path, rainy: Path, command: str) -> None:
    rainy.write_text(RAINY.replace("player's water is not 7", "player's waiter is not 7"), encoding="utf-8")
    told = run(command, str(folder), "--variant", "rainy.rules")
    assert told.exit_code == 1
    assert "rainy.rules:9:" in told.output
    assert 'did you mean "water"?' in told.output
