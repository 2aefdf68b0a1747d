"""`rulebook`: a rulebook that players read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import weasyprint
from typer.testing import CliRunner, Result

import interpreter
from interpreter.tools.cli.app import app
from interpreter.tools.rulebook.book import rulebook
from interpreter.tools.rulebook.chapters import Cited, chapters_of
from interpreter.tools.rulebook.plain import clause_text, heading, rule_text

HEADINGS = (
    "In the box", "The goal", "Set-up", "The game at a glance", "What you can do", "The rules", "Variants",
    "An example of play", "Glossary", "Index",
)  # fmt: skip
RULEBOOKS = ("dystopolis", "discover-pune")


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["rulebook", *words])


def headings(html: str) -> list[str]:
    return re.findall(r"<h2>([^<]*)</h2>", html)


def words(html: str) -> str:
    return re.sub(r"<style>.*?</style>|<[^>]*>", " ", html, flags=re.DOTALL)


@pytest.fixture(scope="module", params=RULEBOOKS)
def book(request: pytest.FixtureRequest) -> str:
    return rulebook(interpreter.load(request.param))


def test_a_rulebook_has_every_part(book: str) -> None:
    assert headings(book) == list(HEADINGS)
    assert '<section class="cover">' in book


def test_a_rulebook_does_not_sound_like_a_program(book: str) -> None:
    text = words(book)
    assert not re.findall(r"\w*_\w*", text)
    assert not re.findall(r"\b[A-Z]{3}-[A-Z]?[0-9]{2,3}", text)
    assert not re.findall(r"\(inferred\)|\[note|`|‹|goes otherwise|This rule ends", text)


def test_a_rulebook_is_8_to_20_printed_pages(book: str) -> None:
    assert 8 <= len(weasyprint.HTML(string=book).render().pages) <= 20


@pytest.mark.parametrize("name", ["pig", "hearts"])
def test_a_small_game_has_a_small_book(name: str) -> None:
    html = rulebook(interpreter.load(name))
    assert set(HEADINGS) - {"Variants"} <= set(headings(html))
    assert "_" not in words(html)
    assert len(weasyprint.HTML(string=html).render().pages) <= 6


def test_the_goal_is_the_one_of_the_game() -> None:
    assert "Be the first to bank 100 points." in rulebook(interpreter.load("pig"))


def test_variants_are_said_with_their_numbers() -> None:
    text = words(rulebook(interpreter.load("hearts")))
    assert "A single deal" in text
    assert "Points to end: 1 instead of 100." in text


def test_only_clauses_that_rules_cite_are_told(tmp_path: Path) -> None:
    (tmp_path / "rulebook.md").write_text(
        "# Ships\n\n## 1. Sailing (in this order)\n\n- **SHP-001** A ship sails (SHP-A01).\n"
        "- **SHP-002** Nobody plays this.\n"
        "- **SHP-003** Ships are blue. [note: colours do nothing]\n\n## X. Examples\n"
        "\n- **SHP-X01** Ann sails 3 miles (SHP-001).\n"
        "\n## A. Rulings\n\n- **SHP-A01** How? Ruling: well.\n",
        encoding="utf-8",
    )
    cited = Cited({one: frozenset({"a"}) for one in ("SHP-001", "SHP-003", "SHP-X01", "SHP-A01")})
    (chapter,) = chapters_of(tmp_path, cited)
    assert chapter.title == "Sailing"
    assert [(one.text, one.examples) for one in chapter.clauses] == [("A ship sails.", ("Ann sails 3 miles.",))]


@pytest.mark.parametrize(
    ("clause", "told"),
    [
        ("(inferred) The bank is open (DYS-A03).", "The bank is open."),
        ("Cards 1..N form the pile; see `turn_card`. They lie open.", "They lie open."),
        ("Two kinds are equal iff they *match*", "Two kinds are equal exactly if they match."),
        ("See PUN-M01.", ""),
    ],
)
def test_clauses_lose_what_players_do_not_need(clause: str, told: str) -> None:
    assert clause_text(clause) == told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Player chooses a card out of player’s hand.", "You choose a card out of your hand."),
        ("For each player:", "Each player in turn:"),
        ("The only player where player’s hand is empty leads.", "The only player where player’s hand is empty leads."),
        ("Let stem be the first of the stack.", "Call the first of the stack “stem”."),
        ("Player passes.", "You pass."),
    ],
)  # fmt: skip
def test_rules_are_said_to_the_reader(line: str, told: str) -> None:
    assert rule_text(line) == told


def test_headings_lose_their_numbers() -> None:
    assert heading("### 6a. Concealed bidding") == "Concealed bidding"
    assert heading("## 3. Setup (3-4 players), in this order") == "Setup"


def test_the_command_writes_a_page_a_pdf_and_an_aid(tmp_path: Path) -> None:
    page, pdf, aid = tmp_path / "b.html", tmp_path / "b.pdf", tmp_path / "aid.html"
    assert run("pig", "-o", str(page)).exit_code == 0
    assert run("pig", "-o", str(pdf)).exit_code == 0
    assert run("dystopolis", "--aid", "-o", str(aid)).exit_code == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert pdf.read_bytes().startswith(b"%PDF")
    assert len(weasyprint.HTML(string=aid.read_text(encoding="utf-8")).render().pages) == 1


def test_a_chosen_variant_is_on_the_cover_and_in_the_rules(tmp_path: Path) -> None:
    out = tmp_path / "b.html"
    assert run("hearts", "--variant", "one_deal", "-o", str(out)).exit_code == 0
    assert "With A single deal" in words(out.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("pig", "-o", "book.txt"), "-o takes a file that ends in .html or .pdf"),
        (("no_such_game", "-o", "book.html"), "no_such_game"),
        (("pig", "-o", "nowhere/at/all/book.html"), "cannot be written"),
        (("pig", "--variant", "no_such", "-o", "book.html"), "no_such"),
    ],
)
def test_bad_input_is_answered(
    given: tuple[str, ...], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*given)
    assert result.exit_code in (1, 2)
    assert told in result.output
    assert "Traceback" not in result.output


def test_without_the_library_a_pdf_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "weasyprint", None)
    result = run("pig", "-o", str(tmp_path / "b.pdf"))
    assert result.exit_code != 0
    assert 'pip install "rulewright[sheet]"' in result.output
