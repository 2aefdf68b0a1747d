"""`cover`, with the real engine: what one scenario comes to in a small game, read off its rules by hand."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import interpreter

from .conftest import Run

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
    found = interpreter.cover(folder)
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
    assert left(covered["refusals"]) == [(18, "nobody is refused: player's water is less than 9")]
    assert (covered["refusals"].reached, covered["refusals"].all) == (1, 2)
    assert [one.words for one in covered["cards"].missing] == ["drought"]
    assert (covered["cards"].reached, covered["cards"].all) == (1, 2)


def test_the_page_stands_alone_and_marks_every_line(run: Run, folder: Path, tmp_path: Path) -> None:
    page, report = tmp_path / "cover.html", tmp_path / "cover.json"
    told = run("cover", str(folder), "--html", str(page), "--json", str(report))
    assert told.exit_code == 0
    assert re.search(r"play\.rules:22: never come to: player gains 4 water", told.output)
    assert "conditions  50 %  5 of 10" in told.output
    html = page.read_text(encoding="utf-8")
    assert "://" not in html
    states = dict(re.findall(r'rules/play\.rules-(\d+)" class="(\w*)"', html))
    assert [states[line] for line in ("1", "8", "19", "20", "22")] == ["", "no", "half", "yes", "no"]
    assert json.loads(report.read_text(encoding="utf-8"))["refusals"]["missing"][0]["line"] == 18


def test_a_game_that_is_played_has_no_marks(folder: Path) -> None:
    assert "seen(" not in interpreter.show(folder, "python")
