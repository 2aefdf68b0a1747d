"""Columns with a number for each member of a kind, `cost(metal): number`: in the JSON, on faces, on paper, and looked up."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import interpreter
from interpreter.tools.check.problems import problems
from interpreter.tools.sheet.faces import csv_text, faces
from interpreter.tools.sheet.kit import kit
from interpreter.view.drawing.faces import card, look_of, printed
from interpreter.view.drawing.look import Look
from interpreter.view.drawing.table import Table
from tests.support.frame import lay_out

SCHEMA = json.loads((Path(__file__).parents[2] / "schemas" / "table.schema.json").read_text(encoding="utf-8"))
RULES = """
kind metal is iron, tin, lead
cards tool from "tools.yaml"
  cost(metal): number, usually 0
  weight(metal): number
keep rack: pile of tool

procedure play
  move tools to rack
  end game
"""
TOOLS = """
source: stand-in
rows:
  - {id: saw, cost: {iron: 2, lead: 1}, weight: 3}
  - {id: nail, weight: {tin: 1}}
  - {id: file, cost: count(rack), weight: 0}
"""


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    return lay_out(tmp_path, {"rules/play.rules": RULES, "tools.yaml": TOOLS})


def test_they_are_in_the_definition(tools: Path) -> None:
    """A formula is left out: what it gives may change during play."""
    definition = interpreter.definition(interpreter.load(tools))
    Draft202012Validator(SCHEMA).validate({"definition": definition})
    kind = next(kind for kind in definition["kinds"] if kind["name"] == "tool")
    assert kind["amounts"] == [
        {"name": "cost", "title": "cost", "by": "metal"}, {"name": "weight", "title": "weight", "by": "metal"},
    ]  # fmt: skip
    assert [member["amounts"] for member in kind["members"]] == [
        {"cost": {"iron": 2, "tin": 0, "lead": 1}, "weight": {"iron": 3, "tin": 3, "lead": 3}},
        {"cost": {"iron": 0, "tin": 0, "lead": 0}, "weight": {"iron": 0, "tin": 1, "lead": 0}},
        {"weight": {"iron": 0, "tin": 0, "lead": 0}},
    ]


def test_they_are_on_faces_without_zeros_and_looked_up(tools: Path) -> None:
    state = (game := interpreter.load(tools)).start(players=2)
    assert interpreter.look(state, 0, "saw")[1:3] == ["  cost: 2 iron, 1 lead", "  weight: 3 iron, 3 tin, 3 lead"]
    assert not [line for line in interpreter.look(state, 0, "nail") if line.startswith("  cost")]
    table = Table(interpreter.definition(game), interpreter.view_form(state, 0), None, Look())
    said = re.findall(r'aria-label="([^"]*)"', card(table, "tool", ["saw"]))
    assert said == ["2 iron", "1 lead", "3 iron", "3 tin", "3 lead"]
    assert printed(table, "tool", "nail") == "weight 1 tin"
    assert "cost" not in card(table, "tool", ["nail"])
    assert look_of(table, "tool", "saw") != look_of(table, "tool", "nail")


def test_they_are_on_paper_and_in_the_table_of_cards(tools: Path) -> None:
    """A card on paper says what its marks mean. The look chooses among them as among all columns."""
    (tools / "look.yaml").write_text("faces: {tool: [cost]}\n", encoding="utf-8")
    assert problems(tools) == []
    piece = next(piece for piece in kit(tools).pieces if piece.id == "saw")
    words = re.findall(r"<text[^>]*>([^<]*)</text>", piece.face)
    assert words[1:4] == ["cost", "2 iron", "1 lead"]
    assert not any("tin" in one for one in words)
    rows = {row["id"]: row for row in csv.DictReader(csv_text(faces(tools)).splitlines())}
    assert (rows["saw"]["cost"], rows["nail"]["cost"], rows["nail"]["weight"]) == ("2 iron, 1 lead", "", "1 tin")
