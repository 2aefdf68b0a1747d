"""`sheet`: the cards of a game to print and cut."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from interpreter.tools.cli.app import app
from interpreter.tools.sheet.faces import Face
from interpreter.tools.sheet.page import look_named, page

MANIFEST = "title: Ships\nplayers: {min: 2, max: 3}\n"
RULES = """
kind colour is red, blue
cards ship from "ships.yaml"
  price: number
  colour: colour
  spare: number
  loot(player): steps
keep dock: pile of ship
ship's spare says nothing

procedure play
  move ships to dock
  end game
"""
SHIPS = """
source: stand-in
rows:
  - {id: sloop, title: "Sloop <swift>", text: "Costs {price}.", price: 3, colour: red, spare: 9, copies: 4}
  - {id: brig, title: "=Brig", price: 5, colour: blue, spare: 9}
"""


@pytest.fixture
def ships(tmp_path: Path) -> Path:
    folder = tmp_path / "ships"
    for name, text in {"game.yaml": MANIFEST, "rules/play.rules": RULES, "ships.yaml": SHIPS}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def sheet(*words: object) -> Result:
    return CliRunner().invoke(app, ["sheet", *map(str, words)])


def test_every_copy_is_on_the_page(ships: Path, tmp_path: Path) -> None:
    out = tmp_path / "cards.html"
    result = sheet(ships, "-o", out)
    assert result.exit_code == 0, result.output
    assert "5 cards of 1 table" in result.output
    text = out.read_text()
    titles = re.findall(r"<header[^>]*>([^<]*)</header>", text)
    assert titles == ["Sloop &lt;swift&gt;"] * 4 + ["=Brig"]
    assert "Costs 3." in text
    assert "spare" not in text


@pytest.mark.parametrize(("look", "on_a_sheet"), [("poker", 9), ("mini", 16), ("large", 4)])
def test_looks(ships: Path, tmp_path: Path, look: str, on_a_sheet: int) -> None:
    """As many as fit on A4: 190 by 277 millimetres."""
    (ships / "ships.yaml").write_text(SHIPS.replace("copies: 4", "copies: 40"))
    out = tmp_path / "cards.html"
    assert sheet(ships, "-o", out, "--look", look).exit_code == 0
    sheets = out.read_text().split('<section class="sheet">')[1:]
    assert sheets[0].count("<article") == on_a_sheet


def test_a_look_of_ones_own(ships: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine.json"
    mine.write_text('{"width": 50, "bands": ["teal"]}')
    assert sheet(ships, "-o", tmp_path / "c.html", "--look", mine).exit_code == 0
    assert "width: 50mm" in (tmp_path / "c.html").read_text()


@pytest.mark.parametrize("text", ['{"width": 0}', '{"font": "a}b"}', '{"wide": 3}', "[]", "not json"])
def test_a_look_that_is_none(ships: Path, tmp_path: Path, text: str) -> None:
    mine = tmp_path / "mine.json"
    mine.write_text(text)
    result = sheet(ships, "-o", tmp_path / "c.html", "--look", mine)
    assert result.exit_code == 2
    assert "R0901" in result.output


def test_a_table_for_other_programs(ships: Path, tmp_path: Path) -> None:
    assert sheet(ships, "-o", tmp_path / "c.csv").exit_code == 0
    rows = list(csv.DictReader(io.StringIO((tmp_path / "c.csv").read_text())))
    found = [(row["title"], row["copies"], row["colour"]) for row in rows]
    assert found == [("Sloop <swift>", "4", "red"), ("'=Brig", "1", "blue")]
    assert [row["price"] for row in rows] == ["3", "5"]  # also what the text says


@pytest.mark.parametrize(
    ("look", "told"),
    [
        (
            '{"heigth": 70}',
            'a look has no "heigth"; it has across, bands, columns, font, height, ink, paper, text, title, width',
        ),
        ('{"width": 5000}', '"width" of a look is a number above 0 and not above 500'),
        ("[]", "a look is written as {...}"),
    ],
)
def test_what_is_wrong_with_a_look_is_named(ships: Path, tmp_path: Path, look: str, told: str) -> None:
    (tmp_path / "mine.json").write_text(look)
    assert told in sheet(ships, "-o", tmp_path / "c.html", "--look", tmp_path / "mine.json").stderr
    assert "or name a file" in sheet(ships, "-o", tmp_path / "c.html", "--look", "huge").stderr


def test_a_pdf(ships: Path, tmp_path: Path) -> None:
    pytest.importorskip("weasyprint")
    assert sheet(ships, "-o", tmp_path / "c.pdf").exit_code == 0
    assert (tmp_path / "c.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    "words", [["-o", "cards.doc"], ["-o", "c.html", "--look", "huge"], ["-o", "c.html", "--table", "shp"]]
)
def test_what_cannot_be(ships: Path, words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ships)
    result = sheet(".", *words)
    assert result.exit_code == 2
    assert "R0901" in result.output


@pytest.mark.parametrize("name", ["poker", "mini", "large"])
def test_a_sheet_of_paper_is_full_of_cards(name: str) -> None:
    """As many cards beside each other as the look says, also where the PDF is made: else the last ones come upon new sheets."""
    weasyprint = pytest.importorskip("weasyprint")
    look = look_named(name)
    face = Face("ship", "one", "One", "Sails.", 2 * look.across * look.down, ())
    pages = weasyprint.HTML(string=page("Ships", [face], look)).render().pages
    assert len(pages) == 2
