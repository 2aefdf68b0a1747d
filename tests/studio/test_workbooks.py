"""Spreadsheets of other programs become card tables: openpyxl wrote the .xlsx, odfpy the .ods."""

from __future__ import annotations

import base64
import io
import zipfile
from pathlib import Path

import pytest

from interpreter.source import Problems
from interpreter.source.bundled import games_dir
from interpreter.tools.new.workbooks import as_csv
from interpreter.tools.studio.tasks import begin

SHEETS = Path(__file__).parent / "sheets"
CARDS = """title,cost,rare,text
Tower & Gate,3,yes,"Gain 2, then rest."
Bridge,0.5,no,
Well,12,yes,"Say ""yes""."
"""


@pytest.mark.parametrize("name", ["cards.xlsx", "cards.ods"])
def test_the_first_sheet_is_read(name: str) -> None:
    assert as_csv((SHEETS / name).read_bytes()) == CARDS


@pytest.mark.parametrize(
    "parts",
    [
        None,
        {},
        {"content.xml": "<a>"},
        {"content.xml": "<a/>"},
        {"content.xml": '<!DOCTYPE a [<!ENTITY b "c">]><a>&d;</a>'},
        {"xl/workbook.xml": "<a/>", "xl/_rels/workbook.xml.rels": "<a/>"},
    ],
)
def test_what_is_no_spreadsheet_has_a_way_out(parts: dict[str, str] | None) -> None:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        for name, text in (parts or {}).items():
            archive.writestr(name, text)
    with pytest.raises(Problems) as problems:
        as_csv(b"cards" if parts is None else whole.getvalue())
    assert "Save it as CSV" in problems.value.diagnostics[0].message


def test_a_workbook_becomes_cards_of_a_game() -> None:
    sent = base64.b64encode((SHEETS / "cards.xlsx").read_bytes()).decode()
    found = next(begin(games_dir() / "pig", {"kind": "spreadsheet", "name": "building", "workbook": sent}))
    assert found["problems"] == []
    assert "  - {id: well, title: Well, cost: 12, rare: yes" in found["texts"]["cards/building.yaml"]
