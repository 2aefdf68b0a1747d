"""`draw`: pictures of a table, as one seat or a spectator sees it."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from typer.testing import CliRunner

from interpreter.tools.cli.app import app


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, [*words])
    return result.exit_code, result.output


def test_a_board_as_svg(tmp_path: Path) -> None:
    """Two decisions of Tic-Tac-Toe are two pieces on nine squares."""
    file = tmp_path / "table.svg"
    assert run("draw", "tic-tac-toe", "--seed", "3", "--decision", "2", "-o", str(file))[0] == 0
    root = ElementTree.parse(file).getroot()
    assert sum("data-thing" in element.attrib for element in root.iter()) == 9
    assert sum(element.get("class") == "piece" for element in root.iter()) == 2
    paper = root.find("{http://www.w3.org/2000/svg}rect")  # under everything: what shows it may be dark
    assert paper is not None
    assert " ".join(paper.get(name, "") for name in ("x", "y", "width", "height")) == root.get("viewBox")
    assert "var(" not in file.read_text(encoding="utf-8")


def test_a_board_as_png(tmp_path: Path) -> None:
    file = tmp_path / "table.png"
    assert run("draw", "tic-tac-toe", "-o", str(file))[0] == 0
    assert file.read_bytes().startswith(b"\x89PNG")


def test_a_page_shows_what_the_seat_may_know(tmp_path: Path) -> None:
    pages = {}
    for seat in ("1", "blue", None):
        file = tmp_path / f"{seat}.html"
        chosen = ["--seat", seat] if seat else []
        assert run("draw", "kuhn-poker", "--seed", "7", *chosen, "-o", str(file))[0] == 0
        pages[seat] = file.read_text(encoding="utf-8")
    assert "Queen" in pages["1"]
    assert "Queen" not in pages["blue"]
    assert not any(card in str(pages[None]) for card in ("Jack", "Queen", "King"))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("kuhn-poker", "-o", "table.svg"), "has no board to draw"),
        (("tic-tac-toe", "-o", "table.bmp"), "does not say what to draw"),
        (("tic-tac-toe", "--seat", "3", "-o", "table.svg"), 'there is no seat "3"'),
        (("tic-tac-toe", "-o", "nowhere/table.svg"), "cannot be written"),
    ],
)
def test_what_cannot_be_drawn(
    words: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    status, output = run("draw", *words)
    assert status == 2
    assert message in " ".join(output.split())
