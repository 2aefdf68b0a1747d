"""`sheet`: everything of a game that is printed and cut."""

from __future__ import annotations

import csv
import io
import json
import re
import struct
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from interpreter.tools.check.problems import problems
from interpreter.tools.cli.app import app
from interpreter.tools.sheet.kit import Kit, kit
from interpreter.tools.sheet.paper import poster, sheets
from interpreter.tools.sheet.pieces import Piece
from interpreter.tools.sheet.tile_face import outline

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
  - {id: sloop, title: "Sloop <swift>", text: "Costs {price}.", price: 3, colour: red, spare: 97, copies: 4}
  - {id: brig, title: "=Brig", price: 5, colour: blue, spare: 97}
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


def look(folder: Path, text: str) -> None:
    (folder / "look.yaml").write_text(text, encoding="utf-8")


def cards(made: Kit) -> dict[str, Piece]:
    return {piece.id: piece for piece in made.pieces}


def written(svg: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


# ---------------------------------------------------------------- what is on the sheets
def test_every_copy_is_on_the_page(ships: Path, tmp_path: Path) -> None:
    out = tmp_path / "cards.html"
    result = sheet(ships, "-o", out)
    assert result.exit_code == 0, result.output
    assert "5 cards on 2 sheets" in result.output  # faces and backs
    text = written(out.read_text())
    assert text.count("Sloop &lt;swift&gt;") == 4
    assert text.count("=Brig") == 1
    assert text.count("Costs 3.") == 4
    assert "97" not in text  # spare says nothing
    assert text.count("Ships") == 5 + 2  # on each back, and under each sheet


@pytest.mark.parametrize(
    ("size", "bleed", "most"),
    [
        # By hand, on A4 with 6 mm at each edge and 2.4 mm between cards: 4 x 69 + 3 x 2.4 = 283.2 of 285 across, and
        # 2 x 94 + 2.4 = 190.4 of 191 down.
        ("poker", 3, 8),
        # 3 x 63 + 2 x 2.4 = 193.8 of 198 across, 3 x 88 + 2 x 2.4 = 268.8 of 278 down.
        ("poker", 0, 9),
        # 4 x 44 + 3 x 2.4 = 183.2 of 198, 4 x 63 + 3 x 2.4 = 259.2 of 278: 16; across 6 x 44 + 5 x 2.4 = 276 of 285, 2 x 63: 12.
        ("mini", 0, 16),
        ("100x140", 0, 2),
    ],
)  # fmt: skip
def test_a_sheet_is_full_of_cards(ships: Path, size: str, bleed: float, most: int) -> None:
    (ships / "ships.yaml").write_text(SHIPS.replace("copies: 4", "copies: 40"))
    wide, high = {"poker": (63.0, 88.0), "mini": (44.0, 63.0)}.get(size, (100.0, 140.0))
    made = kit(ships, (), bleed, (wide, high))
    pages = sheets("Ships", made.pieces, "A4", backs=False)
    assert pages[0].pieces == most
    assert sum(page.pieces for page in pages) == 41


def test_backs_lie_behind_their_cards(ships: Path) -> None:
    """Turned over its long edge, the first card of a sheet of backs is the last of the faces: places are mirrored."""
    (ships / "ships.yaml").write_text(SHIPS.replace("copies: 4", "copies: 1"))
    faces, backs = sheets("Ships", kit(ships).pieces, "A4", backs=True)
    assert not faces.is_back
    assert backs.is_back
    left = [float(x) for x in re.findall(r"translate\(([0-9.]+) 9\)", faces.inside)]
    right = [float(x) for x in re.findall(r"translate\(([0-9.]+) 9\)", backs.inside)]
    assert len(left) == len(right) == 2
    for face, back in zip(left, right, strict=True):
        assert face + back + 63 == pytest.approx(faces.width, abs=0.02)


def test_several_sizes_in_one_run(ships: Path) -> None:
    (ships / "rules" / "play.rules").write_text(RULES.replace("keep dock", 'cards crew from "crew.yaml"\nkeep dock'))
    (ships / "crew.yaml").write_text("source: stand-in\nrows:\n  - {id: cook, title: Cook}\n")
    look(ships, "print:\n  cards:\n    crew: {size: mini}\n    ship: {size: [70, 70]}\n")
    assert problems(ships) == []
    sizes = {piece.id: (piece.width, piece.height) for piece in kit(ships).pieces}
    assert sizes == {"sloop": (70, 70), "brig": (70, 70), "cook": (44, 63)}


def test_colours_come_from_the_look(ships: Path) -> None:
    look(ships, "colours:\n  colour: {red: '#123456'}\n")
    assert "#123456" in cards(kit(ships))["sloop"].face
    assert "#123456" not in cards(kit(ships))["brig"].face


def test_a_kind_that_the_look_names_is_printed_as_cards(ships: Path) -> None:
    look(ships, "print:\n  cards:\n    colour: {shape: circle, size: [30, 30]}\n")
    made = cards(kit(ships))
    assert {"red", "blue"} <= made.keys()
    assert made["red"].outline


def test_a_text_becomes_smaller_until_it_fits(ships: Path) -> None:
    sizes = []
    for words in (10, 60, 90):
        (ships / "ships.yaml").write_text(SHIPS.replace("Costs {price}.", "cargo " * words))
        made = cards(kit(ships))["sloop"]
        assert made.fits
        size = re.search(r'font-size="([0-9.]+)"[^>]*>cargo', made.face)
        assert size is not None
        sizes.append(float(size[1]))
    assert sizes[0] == pytest.approx(10 * 25.4 / 72, abs=0.01)  # ten points
    assert sizes[0] >= sizes[1] > sizes[2] >= 6 * 25.4 / 72 - 0.01


def test_check_reports_a_text_that_does_not_fit(ships: Path, tmp_path: Path) -> None:
    (ships / "ships.yaml").write_text(SHIPS.replace("Costs {price}.", "cargo " * 400))
    [found] = problems(ships)
    assert (found.code, found.severity) == ("R0441", "warning")
    assert str(found.span).endswith("ships.yaml:4:47")
    assert "Sloop <swift>" in found.message
    assert "does not fit on Sloop <swift>" in sheet(ships, "-o", tmp_path / "c.html").output
    look(ships, "print:\n  cards:\n    ship: {size: [150, 200]}\n")  # what the help says
    assert problems(ships) == []


# ---------------------------------------------------------------- tiles, boards, markers, money
def test_tiles_are_cut_in_their_true_shapes() -> None:
    """An L of three squares: six corners, going round with the tile on the right."""
    path = outline([(0, 0), (0, 1), (1, 1)], 10)
    points = re.findall(r"[\d.]+ [\d.]+", path)
    corners = [a for n, a in enumerate(points) if not _between(points[n - 1], a, points[(n + 1) % len(points)])]
    assert set(corners) == {"0 0", "10 0", "10 10", "20 10", "20 20", "0 20"}


def _between(before: str, here: str, after: str) -> bool:
    (a, b), (c, d), (e, f) = ([float(part) for part in point.split()] for point in (before, here, after))
    return (c - a) * (f - d) == (d - b) * (e - c)


def test_a_rulebook_with_tiles_and_money() -> None:
    made = kit("dystopolis")
    by_sort = {
        sort: [piece for piece in made.pieces if piece.sort == sort] for sort in ("card", "tile", "marker", "money")
    }
    assert sum(piece.copies for piece in by_sort["tile"]) == 40  # rulebook: 40 companies
    assert {(piece.width, piece.height) for piece in by_sort["tile"]} == {(90, 30), (60, 30), (30, 30)}
    assert [piece.copies for piece in by_sort["marker"]] == [
        22
    ] * 5  # rulebook: 22 Investments for each of five players
    assert {piece.title for piece in by_sort["money"]} == {"1 MD", "5 MD", "10 MD", "50 MD"}
    assert all(piece.fits for piece in made.pieces)


def test_a_poster_is_cut_into_sheets_that_overlap() -> None:
    board = '<svg viewBox="0 0 100 50" width="100"><rect width="100" height="50"/></svg>'
    pages = poster("Ships", board, 500, "A4", exact=True)
    # 500 x 250 mm, with 8 mm glued: 2 x 2 sheets that hold 285 x 191, or, turned, 3 x 1 sheets that hold 198 x 278.
    assert len(pages) == 3
    views = [
        tuple(map(float, found.split())) for page in pages for found in re.findall(r'viewBox="([^"]*)"', page.inside)
    ]
    assert views[0] == pytest.approx((0, 0, 198 / 5, 50))
    assert views[1][0] == pytest.approx((198 - 8) / 5)
    assert views[2][0] + views[2][2] == pytest.approx(100, abs=0.01)


def test_a_board_and_its_pieces(tmp_path: Path) -> None:
    out = tmp_path / "board.html"
    result = sheet("tic-tac-toe", "-o", out)
    assert "the board on 2 sheets" in result.output
    assert "<image" not in out.read_text()
    assert [piece.copies >= 5 for piece in kit("tic-tac-toe").pieces] == [True, True]  # nine cells, taken in turn


# ---------------------------------------------------------------- templates
TEMPLATE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><rect width="63" height="88" fill="{colour}"/>'
    '<text x="4" y="9">{title}: {price}</text><text x="4" y="20" font-size="4" data-box="55 30">{text}</text></svg>'
)


def test_a_template_of_ones_own(ships: Path) -> None:
    (ships / "ship.svg").write_text(TEMPLATE)
    look(ships, "print:\n  cards:\n    ship: {template: ship.svg}\n")
    assert problems(ships) == []
    face = cards(kit(ships))["sloop"].face
    assert ">Sloop &lt;swift&gt;: 3</text>" in face
    assert ">Costs 3.</tspan>" in face


@pytest.mark.parametrize(
    ("file", "told"),
    [
        (TEMPLATE.replace("{price}", "{prize}"), 'no such column (did you mean "price"?)'),
        (TEMPLATE.replace("</svg>", ""), "ship.svg:1:"),
        (TEMPLATE.replace(' viewBox="0 0 63 88"', ""), "ship.svg has no viewBox"),
        (TEMPLATE.replace("<rect", "<script>1</script><rect"), "ship.svg holds a script"),
        (TEMPLATE.replace("<rect", '<image href="../../secret.png"/><rect'), "../../secret.png lies outside the game's folder"),
        (TEMPLATE.replace("<rect", '<image href="no.png"/><rect'), "ship.svg shows the picture no.png, which is not there"),
        ("<!DOCTYPE svg>" + TEMPLATE, "ship.svg declares a DOCTYPE"),
        ("<p/>", "ship.svg is no SVG"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_template(ships: Path, tmp_path: Path, file: str, told: str) -> None:
    (ships / "ship.svg").write_text(file)
    look(ships, "print:\n  cards:\n    ship: {template: ship.svg}\n")
    [found] = problems(ships)
    assert found.code == "R0442"
    assert told in found.message
    result = sheet(ships, "-o", tmp_path / "c.html")
    assert result.exit_code != 0
    assert "R0442" in result.output


def test_a_picture_of_ones_own(ships: Path) -> None:
    (ships / "art").mkdir()
    (ships / "art" / "sloop.png").write_bytes(b"\x89PNG")
    look(ships, "print:\n  cards:\n    ship: {picture: 'art/{id}.png'}\n")
    made = cards(kit(ships))
    assert 'href="data:image/png;base64,iVBORw=="' in made["sloop"].face
    assert "<image" not in made["brig"].face


# ---------------------------------------------------------------- look.yaml
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("print:\n  cards:\n    shp: {size: mini}\n", 'there is no kind of thing called "shp" (did you mean "ship"?)'),
        ("print:\n  cards:\n    ship: {mark: anchor}\n", 'there is no mark called "anchor"'),
        ("print:\n  markers: {dok: 3}\n", 'there is no value or kind of thing called "dok" (did you mean "dock"?)'),
        ("print:\n  size: huge\n", '"size"'),
        ("print:\n  paper: A9\n", '"paper"'),
    ],
)
def test_what_is_wrong_with_the_look(ships: Path, text: str, told: str) -> None:
    look(ships, text)
    [found] = problems(ships)
    assert told in f"{found.message} ({found.help})"
    assert found.span is not None
    assert "look.yaml" in str(found.span)


# ---------------------------------------------------------------- files
def test_a_pdf_holds_text_in_fonts_of_its_own(ships: Path, tmp_path: Path) -> None:
    pypdf = pytest.importorskip("pypdf")
    assert sheet(ships, "-o", tmp_path / "c.pdf").exit_code == 0
    pages = pypdf.PdfReader(tmp_path / "c.pdf").pages
    assert [round(float(side)) for side in pages[0].mediabox[2:]] == [842, 595]  # A4 in points
    assert "Sloop <swift>" in pages[0].extract_text()
    fonts = {font.get_object()["/BaseFont"].split("+")[-1] for font in pages[0]["/Resources"]["/Font"].values()}
    assert {"Inter-SemiBold", "SourceSerif4-Regular"} <= fonts
    embedded = [
        font.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
        for font in pages[0]["/Resources"]["/Font"].values()
    ]
    assert all(any(name.startswith("/FontFile") for name in one) for one in embedded)


def test_a_picture_for_each_card(ships: Path, tmp_path: Path) -> None:
    out = tmp_path / "cards"
    assert sheet(ships, "-o", out, "--as", "png", "--dpi", "150").exit_code == 0
    assert sorted(path.name for path in out.iterdir()) == ["ship_back.png", "ship_brig.png", "ship_sloop.png"]
    data = (out / "ship_sloop.png").read_bytes()
    wide, high = struct.unpack(">II", data[16:24])
    assert (wide, high) == (pytest.approx(69 / 25.4 * 150, abs=1), pytest.approx(94 / 25.4 * 150, abs=1))
    at = data.index(b"pHYs") + 4
    assert struct.unpack(">II", data[at : at + 8]) == (5906, 5906)  # 150 dots an inch in a metre


def test_a_deck_for_tabletop_simulator(ships: Path, tmp_path: Path) -> None:
    out = tmp_path / "tts"
    assert sheet(ships, "-o", out, "--as", "tabletop", "--url", "https://example.org/ships").exit_code == 0
    saved = json.loads((out / "tabletop.json").read_text())
    [deck] = saved["ObjectStates"]
    assert deck["DeckIDs"] == [100, 100, 100, 100, 101]  # deck 1, places 0 and 1
    assert [card["Nickname"] for card in deck["ContainedObjects"]][-1] == "=Brig"
    images = deck["CustomDeck"]["1"]
    assert (images["NumWidth"], images["NumHeight"]) == (10, 7)
    assert images["FaceURL"] == "https://example.org/ships/deck_1_ship.png"
    data = (out / "deck_1_ship.png").read_bytes()
    assert max(struct.unpack(">II", data[16:24])) <= 4096
    assert (out / "deck_1_ship_back.png").is_file()


def test_a_table_for_other_programs(ships: Path, tmp_path: Path) -> None:
    assert sheet(ships, "-o", tmp_path / "c.csv").exit_code == 0
    rows = list(csv.DictReader(io.StringIO((tmp_path / "c.csv").read_text())))
    found = [(row["title"], row["copies"], row["colour"]) for row in rows]
    assert found == [("Sloop <swift>", "4", "red"), ("'=Brig", "1", "blue")]
    assert [row["price"] for row in rows] == ["3", "5"]  # also what the text says


def test_without_the_libraries_a_pdf_is_refused(ships: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "vl_convert", None)
    for words in (["-o", tmp_path / "c.pdf"], ["-o", tmp_path / "c", "--as", "png"]):
        result = sheet(ships, *words)
        assert result.exit_code != 0
        assert 'pip install "rulewright[sheet]"' in result.output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["-o", "cards.doc"], '-o takes a file that ends in .html, .pdf, .csv, not "cards.doc"'),
        (["-o", "c.html", "--table", "shp"], 'there are no cards called "shp"'),
        (["-o", "c.html", "--size", "huge"], '"huge" is no size of a card'),
        (["-o", "c.html", "--size", "5x5"], '"5x5" is no size of a card'),
        (["-o", "c.html", "--bleed", "9"], "--bleed is a number of millimetres from 0 to 5"),
        (["-o", "c.html", "--only", "dice"], '--only is one of cards, tiles, markers, money, board, not "dice"'),
        (["-o", "c.html", "--only", "tiles"], "this game has nothing of that to print"),
        (["-o", "c", "--as", "gif"], '--as is one of png, svg, tabletop, not "gif"'),
        (["-o", "c", "--as", "png", "--dpi", "5"], "--dpi is a number from 30 to 1200"),
        (["-o", "c.pdf", "--watch"], "--watch writes a page"),
    ],
)
def test_what_cannot_be(ships: Path, words: list[str], told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ships)
    result = sheet(".", *words)
    assert result.exit_code == 2
    assert told in " ".join(result.output.split())
