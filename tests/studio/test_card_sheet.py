"""A card table as a spreadsheet: one change touches its lines only, and the file stays as a person would write it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from interpreter.data.yaml_tree import plain, read_yaml
from interpreter.source import Source
from interpreter.tools.new import card_sheet as sheet

TABLE = """# Cards.
source: stand-in
about: >-
  All that is
  in the box.
rows:
  # the dear one
  - id: gold   # why
    title: Gold
    text: >-
      It shines and
      shines.
    cost: 3
    effect: |
      player gains 1 money
      stop
    suits: [red, blue]   # both

  - {id: ink, title: "Ink, black", cost: 4}   # cheap
  - {id: oil, title: Oil, cost: 2, wild: true}
# the end
"""
ORDER = ("id", "title", "text", "cost", "wild", "suits", "effect")


def changed(old: str, new: str) -> tuple[list[str], list[str]]:
    """The lines that went and those that came."""
    before, after = old.split("\n"), new.split("\n")
    return [line for line in before if line not in after], [line for line in after if line not in before]


def value(text: str, number: int, column: str) -> object:
    return plain(read_yaml(Source("t", text)))["rows"][number].get(column)


@pytest.mark.parametrize(
    ("row", "column", "typed", "type_", "gone", "come", "found"),
    [
        (0, "cost", "5", "number", ["    cost: 3"], ["    cost: 5"], 5),
        (0, "suits", "red", "list", ["    suits: [red, blue]   # both"], ["    suits: [red]   # both"], ["red"]),
        (0, "title", "Gold: the best", "text", ["    title: Gold"], ['    title: "Gold: the best"'], "Gold: the best"),
        (0, "wild", "yes", "yes_no", [], ["    wild: yes"], "yes"),
        (0, "cost", "", "number", ["    cost: 3"], [], None),
        (1, "wild", "no", "yes_no", ['  - {id: ink, title: "Ink, black", cost: 4}   # cheap'],
         ['  - {id: ink, title: "Ink, black", cost: 4, wild: no}   # cheap'], "no"),
        (1, "cost", "", "number", ['  - {id: ink, title: "Ink, black", cost: 4}   # cheap'],
         ['  - {id: ink, title: "Ink, black"}   # cheap'], None),
        (2, "title", "no", "text", ["  - {id: oil, title: Oil, cost: 2, wild: true}"],
         ["  - {id: oil, title: no, cost: 2, wild: true}"], "no"),
        (2, "title", "12", "text", ["  - {id: oil, title: Oil, cost: 2, wild: true}"],
         ['  - {id: oil, title: "12", cost: 2, wild: true}'], "12"),
        (1, "effect", "stop\nplayer gains 2 money", "steps", ['  - {id: ink, title: "Ink, black", cost: 4}   # cheap'],
         ["  - id: ink   # cheap", '    title: "Ink, black"', "    cost: 4", "      player gains 2 money"],
         "stop\nplayer gains 2 money\n"),
        (0, "effect", "stop", "steps", ["      player gains 1 money"], [], "stop\n"),
        (2, "cost", "count(hand(player)) - 1", "formula", ["  - {id: oil, title: Oil, cost: 2, wild: true}"],
         ["  - {id: oil, title: Oil, cost: count(hand(player)) - 1, wild: true}"], "count(hand(player)) - 1"),
        (2, "cost", "item([1, 2], tier)", "formula", ["  - {id: oil, title: Oil, cost: 2, wild: true}"],
         ['  - {id: oil, title: Oil, cost: "item([1, 2], tier)", wild: true}'], "item([1, 2], tier)"),
    ],
)  # fmt: skip
def test_a_cell(row: int, column: str, typed: str, type_: str, gone: list[str], come: list[str], found: object) -> None:
    new = sheet.set_cell(TABLE, row, column, typed, type_, ORDER)
    assert changed(TABLE, new) == (gone, come)
    assert value(new, row, column) == found


def test_a_long_text_is_folded() -> None:
    words = "It shines and shines. " * 12
    new = sheet.set_cell(TABLE, 0, "text", words, "text", ORDER)
    assert value(new, 0, "text") == words.strip()
    assert max(map(len, new.split("\n"))) <= sheet.WIDTH
    assert "    text: >-\n      It shines" in new


def test_rows() -> None:
    ids = [row["cells"]["id"] for row in sheet.rows(TABLE)]
    assert (ids, [row["line"] for row in sheet.rows(TABLE)]) == (["gold", "ink", "oil"], [8, 19, 20])
    added = sheet.add_row(TABLE, 1, sheet.free_id(TABLE, "ink"))
    assert changed(TABLE, added) == ([], ["  - {id: ink_2, title: Ink 2, cost: 4}   # cheap"])
    moved = sheet.move_row(TABLE, 0, 2)
    assert [row["cells"]["id"] for row in sheet.rows(moved)] == ["ink", "oil", "gold"]
    assert "# the dear one\n  - id: gold   # why" in moved
    assert [row["cells"] for row in sheet.rows(sheet.move_row(moved, 2, 0))] == [
        row["cells"] for row in sheet.rows(TABLE)
    ]
    gone = sheet.delete_row(TABLE, 0)
    assert changed(TABLE, gone)[1] == []
    assert "the dear one" not in gone
    empty = sheet.delete_row(sheet.delete_row(gone, 0), 0)
    assert "rows: []" in empty
    assert [row["cells"]["id"] for row in sheet.rows(sheet.add_row(empty, 0, "first"))] == ["first"]


def test_the_place_of_a_mistake() -> None:
    assert sheet.cell_at(TABLE, 13, 12) == (0, "cost")
    assert sheet.cell_at(TABLE, 14, 20) == (0, "effect")
    assert sheet.cell_at(TABLE, 19, 20) == (1, "title")
    assert sheet.cell_at(TABLE, 1, 1) is None


@pytest.mark.parametrize(
    ("text", "row", "column", "typed", "type_"),
    [
        (TABLE, 0, "id", "", ""),
        (TABLE, 0, "cost", "many", "number"),
        (TABLE, 0, "wild", "perhaps", "yes_no"),
        ("rows: [{id: a, cost: 1}, {id: b}]\n", 0, "cost", "2", "number"),
    ],
)
def test_what_cannot_be_written(text: str, row: int, column: str, typed: str, type_: str) -> None:
    with pytest.raises(sheet.UnwritableError):
        sheet.set_cell(text, row, column, typed, type_)


GAMES = Path(__file__).parents[2] / "games"
TABLES = sorted(path for path in GAMES.glob("*/cards/*.yaml") if path.stat().st_size < 60_000)


def test_every_bundled_table_takes_every_cell_again() -> None:
    """Each text cell of the first and last rows written as it is: nothing else changes, and it is read back as the same."""
    assert len(TABLES) > 30
    for file in TABLES:
        text = file.read_text(encoding="utf-8")
        found = sheet.rows(text)
        for number in {0, len(found) - 1}:
            for column, typed in found[number]["cells"].items():
                old = value(text, number, column) if text.startswith(("source", "about", "#")) else None
                type_ = {bool: "yes_no", int: "number", list: "list"}.get(
                    type(old), "steps" if "\n" in typed else "text"
                )
                new = sheet.set_cell(text, number, column, typed, type_)
                again = sheet.rows(new)
                assert filled(again) == filled(found), (file, column)


def filled(rows: list[dict[str, Any]]) -> list[dict[str, str]]:
    """Without empty cells, which are left out when they are written."""
    return [{name: typed for name, typed in row["cells"].items() if typed} for row in rows]
