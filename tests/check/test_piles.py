"""A statement that wants a pile takes a pile or a row and nothing else: every such statement with every other sort of thing."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from tests.support.frame import findings, lay_out

THINGS = """
cards tile from "cards/tiles.yaml"
  form: shape
keep ground: grid of tile
keep estate(player): grid of tile
keep bag: pile of tile
keep tray: row of 2 tiles
keep worth: number
keep ready: yes or no
keep last_spot: spot or none
keep chosen: tile or none
keep noted: list of tile
keep heaps: list of list of tile
let stock = bag
"""
TILES = """
source: stand-in
rows:
  - {id: hall, form: [XX]}
  - {id: shed, form: [X]}
"""
STATEMENTS = (
    "shuffle {}",
    "refill {}",
    "move hall to {}",
    "move tiles to {}",
    "move hall to {} on top",
    "move hall to bag for 2 turns then to {}",
    "draw 1 from {} to bag",
    "draw 2 from {} to bag as drawn",
    "draw 1 from bag to {}",
    "draw worth from bag to {} as drawn",
)
NO_PILES = (
    "ground", "estate(player)", "player's estate", "worth", "3", "ready", "yes", '"bag"', "last_spot", "hall", "hall's form",
    "chosen", "noted", "[hall]", "tiles", "heaps", "player", "players", "stock", "none", "list(tile in bag)", "length",
)  # fmt: skip
PILES = ("bag", "(bag)", "tray", "deck", "player's hand", "hand(player)")


def said(sentences: list[str], folder: Path) -> dict[str, list[str]]:
    """The codes of what is said of each sentence, which is a procedure of its own."""
    lines = [f"procedure try_{number}(player)\n  {sentence}" for number, sentence in enumerate(sentences)]
    text = THINGS + "\n".join(lines) + "\n"
    laid = lay_out(folder, {"rules/tried.rules": text, "cards/tiles.yaml": TILES})
    first = len(THINGS.split("\n")) + 1
    found: dict[str, list[str]] = {}
    for one in findings(laid, []):
        assert one.span is not None
        found.setdefault(sentences[(one.span.line - first) // 2], []).append(one.code)
    return found


@pytest.mark.parametrize("statement", STATEMENTS)
def test_what_is_no_pile_is_refused(statement: str, tmp_path: Path) -> None:
    sentences = [statement.format(thing) for thing in NO_PILES]
    found = said(sentences, tmp_path / "game")
    assert {sentence: len(found.get(sentence, ())) for sentence in sentences} == dict.fromkeys(sentences, 1)


def test_a_pile_and_a_row_are_taken(tmp_path: Path) -> None:
    sentences = [f"shuffle {pile}" for pile in PILES]
    sentences += [f"draw 1 from {a} to {b}" for a, b in product(("bag", "tray"), repeat=2)]
    sentences += [f"move hall to {pile}" for pile in ("bag", "tray")]
    assert said(sentences, tmp_path / "game") == {}
