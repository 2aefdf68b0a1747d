"""`docs`: a page about a game that says what the definition says."""

from __future__ import annotations

import html
import re
from pathlib import Path

from typer.testing import CliRunner

from interpreter.tools.cli.app import app
from interpreter.tools.diff.differences import differences
from interpreter.tools.variants.matrix import variants

GEMS = Path(__file__).parents[1] / "cases" / "games" / "gems"
NIM = Path(__file__).parents[2] / "games" / "nim"


def test_a_page_about_a_game(tmp_path: Path) -> None:
    """Kuhn poker: three cards, a procedure that bets, and no link that leads nowhere."""
    result = CliRunner().invoke(app, ["docs", "kuhn-poker", "-o", str(tmp_path / "pages")])
    assert result.exit_code == 0, result.output
    page = (tmp_path / "pages" / "index.html").read_text(encoding="utf-8")
    assert {file.name for file in (tmp_path / "pages").iterdir()} == {"index.html", "style.css", "search.js"}
    assert [title in page for title in ("Jack", "Queen", "King")] == [True] * 3
    assert page.count('<div class="card') == 3
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(re.findall(r"id=['\"]([^'\"]+)['\"]", page))
    assert "<script>" not in page


def test_a_game_with_actions_says_their_needs(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["docs", str(GEMS), "-o", str(tmp_path)])
    assert result.exit_code == 0, result.output
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "Take one gem of each colour" in page
    actions = page.partition('id="actions"')[2].partition("</section>")[0]
    assert "Not when you lack ‹your missing (card)›." in actions


def test_set_up_scoring_and_stand_ins(tmp_path: Path) -> None:
    """Kuhn poker: the loser scores less than nothing, and everybody has one card; the cards of gems are stand-ins."""
    assert CliRunner().invoke(app, ["docs", "kuhn-poker", "-o", str(tmp_path / "poker")]).exit_code == 0
    poker = (tmp_path / "poker" / "index.html").read_text(encoding="utf-8")
    assert 'id="scoring"' in poker
    assert "scores 0 − winner’s next player’s stake" in poker.partition('id="scoring"')[2].partition("</section>")[0]
    assert "each: 1 card<" in poker  # a card in every hand
    assert CliRunner().invoke(app, ["docs", str(GEMS), "-o", str(tmp_path / "gems")]).exit_code == 0
    assert 'id="stand-ins"' in (tmp_path / "gems" / "index.html").read_text(encoding="utf-8")


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("", encoding="utf-8")
    result = CliRunner().invoke(app, ["docs", "pig", "-o", str(tmp_path / "taken")])
    assert result.exit_code == 2
    assert "cannot be written" in " ".join(result.output.split())


def test_a_chart_of_the_course(tmp_path: Path) -> None:
    """Gems: until the market is empty, each player takes one of two actions, if there is still a card; then the game ends. What
    is run, repeated, asked and ended stands in the chart, each inside what it belongs to."""
    assert CliRunner().invoke(app, ["docs", str(GEMS), "-o", str(tmp_path)]).exit_code == 0
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    chart = page.partition('id="course"')[2].partition("</section>")[0]
    text = re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", chart))
    wanted = ("Set up", "Play", "↻ Until market is empty", "↻ For each player", "◇ If market is not empty",
              "☝ Player takes one of these actions", "Take one gem of each colour", "Buy a card", "■ The game ends.")  # fmt: skip
    assert [text.index(one) for one in wanted] == sorted(text.index(one) for one in wanted)
    assert chart.count("<div") == chart.count("</div>")
    assert "scores" not in text


def test_options_and_variants_say_what_they_change(tmp_path: Path) -> None:
    """In the words of `diff`; every link leads somewhere."""
    assert CliRunner().invoke(app, ["docs", str(NIM), "-o", str(tmp_path)]).exit_code == 0
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    words = [one.words for one in differences(NIM, NIM, [], [variants(NIM)[0].name])]
    told = html.unescape(page.partition('id="variants"')[2].partition("</section>")[0])
    assert words
    assert [one for one in words if one.partition(", keep ")[0] not in told] == []
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(re.findall(r"id=['\"]([^'\"]+)['\"]", page))
