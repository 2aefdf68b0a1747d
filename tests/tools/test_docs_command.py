"""`docs`: a page about a game that says what the definition says."""

from __future__ import annotations

import re
from pathlib import Path

from typer.testing import CliRunner

from interpreter.tools.cli import app

GEMS = Path(__file__).parents[1] / "cases" / "games" / "gems"


def test_a_page_about_a_game(tmp_path: Path) -> None:
    """Kuhn poker: three cards, a procedure that bets, and no link that leads nowhere."""
    result = CliRunner().invoke(app, ["docs", "kuhn-poker", "-o", str(tmp_path / "pages")])
    assert result.exit_code == 0, result.output
    page = (tmp_path / "pages" / "index.html").read_text(encoding="utf-8")
    assert {file.name for file in (tmp_path / "pages").iterdir()} == {"index.html", "style.css", "search.js"}
    assert [title in page for title in ("Jack", "Queen", "King")] == [True] * 3
    assert page.count('<article class="card"') == 3
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(re.findall(r"id=['\"]([^'\"]+)['\"]", page))
    assert "<script>" not in page


def test_a_game_with_actions_says_their_needs(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["docs", str(GEMS), "-o", str(tmp_path)])
    assert result.exit_code == 0, result.output
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "Take one gem of each colour" in page
    assert "<li>you lack {missing(you, card)}</li>" in page


def test_set_up_scoring_and_stand_ins(tmp_path: Path) -> None:
    """Kuhn poker: the loser scores less than nothing, and everybody has one card; the cards of gems are stand-ins."""
    assert CliRunner().invoke(app, ["docs", "kuhn-poker", "-o", str(tmp_path / "poker")]).exit_code == 0
    poker = (tmp_path / "poker" / "index.html").read_text(encoding="utf-8")
    assert 'id="scoring"' in poker
    assert "scores 0 - next_player(winner)" in poker.partition('id="scoring"')[2].partition("</section>")[0]
    assert "each: 1 cards" in poker  # a card in every hand
    assert CliRunner().invoke(app, ["docs", str(GEMS), "-o", str(tmp_path / "gems")]).exit_code == 0
    assert 'id="stand-ins"' in (tmp_path / "gems" / "index.html").read_text(encoding="utf-8")


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("", encoding="utf-8")
    result = CliRunner().invoke(app, ["docs", "pig", "-o", str(tmp_path / "taken")])
    assert result.exit_code == 2
    assert "cannot be written" in " ".join(result.output.split())
