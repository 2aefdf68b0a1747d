"""`rulebook`: a rulebook that players read."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
import weasyprint
from typer.testing import CliRunner, Result

import interpreter
from interpreter.tools.check.problems import problems
from interpreter.tools.cli.app import app
from interpreter.tools.rulebook import example, prose
from interpreter.tools.rulebook.anchors import anchor, anchors
from interpreter.tools.rulebook.book import rulebook
from interpreter.tools.rulebook.chapters import Cited, chapters_of
from interpreter.tools.rulebook.contents import Book
from interpreter.tools.rulebook.designer_text import html_of
from interpreter.tools.rulebook.plain import clause_text, heading, rule_text

HEADINGS = (
    "In the box", "The goal", "Set-up", "The game at a glance", "The rules", "The cards", "Variants", "The map",
    "An example of play", "How one game ended", "Glossary", "Index",
)  # fmt: skip
RULEBOOKS = ("dystopolis", "discover-pune")
ALL_RULEBOOKS = (
    "dystopolis", "chartered-by-the-crown", "discover-pune", "expensive-investments", "tycoon-india-1981",
)  # fmt: skip


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
    # A journey through Pune is too long to be played to its end in Python, and its cards are too many to be listed.
    # A turn there has one phase, which needs no drawing; and only it has a map.
    pune = "Discover Pune" in book
    left_out = {"The game at a glance", "The cards"} if pune else {"The map"}
    if pune and not interpreter.load("discover-pune").native_ready():
        left_out.add("How one game ended")
    assert headings(book) == [one for one in HEADINGS if one not in left_out]
    assert '<section class="cover">' in book


def test_a_rulebook_does_not_sound_like_a_program(book: str) -> None:
    text = words(book)
    assert not re.findall(r"\w*_\w*", text)
    assert not re.findall(r"\b[A-Z]{3}-[A-Z]?[0-9]{2,3}", text)
    assert not re.findall(r"\(inferred\)|\[note|`|‹|goes otherwise|This rule ends", text)


@pytest.mark.parametrize("name", ALL_RULEBOOKS)
def test_every_clause_is_told_once_in_words_for_players(name: str) -> None:
    """The clauses that rules cite are the ledger of the rulebook; no page for players prints one as it is there."""
    book = Book(interpreter.load(name))
    told = Counter(clause for part in book.prose for clause in part.clauses)
    assert [part.title for part in book.prose if not part.holds] == []
    assert [clause.id for chapter in book.chapters for clause in chapter.clauses if clause.id not in told] == []
    assert [clause for clause, often in told.items() if often > 1] == []


def test_a_rulebook_is_8_to_20_printed_pages(book: str) -> None:
    assert 8 <= len(weasyprint.HTML(string=book).render().pages) <= 20


@pytest.mark.parametrize("name", ["pig", "hearts"])
def test_a_small_game_has_a_small_book(name: str) -> None:
    html = rulebook(interpreter.load(name))
    assert {"In the box", "The goal", "Set-up", "The rules", "An example of play", "How one game ended"} <= set(
        headings(html)
    )
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
    assert run("nim", "--variant", "at_most_two", "-o", str(out)).exit_code == 0
    assert "With Take at most two" in words(out.read_text(encoding="utf-8"))


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


# ---------------------------------------------------------------- the designer's words
RULES = """
let goal = 30
let limit(player) =
  4  if player's points is more than 9
  2  otherwise
keep points(player): number

procedure play
  repeat
    each player
      turn(player)

procedure turn(player)
  player chooses
    to take "Take"
      player gains limit(player) points
      if player's points is at least goal
        player wins
        end game
    to leave "Leave"
      stop
"""
WORDS = """
rules:
  - title: Your turn
    tells: [turn]
    text: |
      Take 2 points, or 4 if you have more than nine. With {goal} points you win.
"""


@pytest.fixture
def heap(tmp_path: Path) -> Path:
    folder = tmp_path / "heap"
    (folder / "rules").mkdir(parents=True)
    (folder / "game.yaml").write_text("title: Heap\nplayers: {min: 2, max: 2}\n")
    (folder / "rules" / "play.rules").write_text(RULES)
    (folder / "rulebook.yaml").write_text(WORDS)
    return folder


def told(folder: Path) -> list[str]:
    return [found.message for found in problems(folder)]


def test_words_are_printed_once_they_were_compared(heap: Path) -> None:
    assert told(heap) == ["the rule turn was never compared with this text"]
    assert "With 30 points you win" not in rulebook(interpreter.load(heap))
    assert run(str(heap), "--read").exit_code == 0  # what the help says
    assert told(heap) == []
    assert "With 30 points you win" in rulebook(interpreter.load(heap))


@pytest.mark.parametrize(
    ("old", "new", "left"),
    [
        ("is at least goal", "is more than goal", False),  # the rule
        ("  4  if", "  5  if", False),  # a value that it speaks of
        ("let goal = 30", "let goal = 40", True),  # a number with a name is filled in
        ("repeat", "repeat 3 times", True),  # a rule that the text does not tell
    ],
)
def test_words_do_not_outlive_their_rules(heap: Path, old: str, new: str, left: bool) -> None:
    assert run(str(heap), "--read").exit_code == 0
    (heap / "rules" / "play.rules").write_text(RULES.replace(old, new))
    html = rulebook(interpreter.load(heap))
    assert ("points you win" in html) is left
    assert any("has changed since this text was compared" in one for one in told(heap)) is not left
    assert "With 40 points" in html or "goal = 40" not in new


def test_a_mark_of_digits_alone_stays_a_mark(heap: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without quotes YAML reads 00123456 as a number, and the file could not be read any more."""
    monkeypatch.setattr(prose, "mark_of", lambda *_: "00123456")
    assert run(str(heap), "--read").exit_code == 0
    assert told(heap) == []
    assert "With 30 points you win" in rulebook(interpreter.load(heap))


def test_under_a_variant_only_what_is_still_true_is_said(heap: Path) -> None:
    assert run(str(heap), "--read").exit_code == 0
    (heap / "variants").mkdir()
    (heap / "variants" / "far.rules").write_text('variant far "Far"\n  change goal to 50 was 30\n')
    (heap / "variants" / "slow.rules").write_text('variant slow "Slow"\n  before turn\n    player gains 1 point\n')
    assert "With 50 points you win" in rulebook(interpreter.load(heap, variants=["far"]))
    assert "points you win" not in rulebook(interpreter.load(heap, variants=["slow"]))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[turn]", "[trun]", 'there is no rule called "trun"'),
        ("{goal}", "{gaol}", "there is no number called {gaol}"),
        ("Take 2", "Take 3", "the text says 3, but the rule turn has no such number"),
        ("than nine", "than eight", "the text says 8, but the rule turn has no such number"),
        ("title", "titel", 'has no key "titel"'),
    ],
)
def test_what_is_wrong_with_words(heap: Path, old: str, new: str, message: str) -> None:
    assert run(str(heap), "--read").exit_code == 0
    text = (heap / "rulebook.yaml").read_text()
    (heap / "rulebook.yaml").write_text(text.replace(old, new))
    assert any(message in one for one in told(heap))


def test_words_are_no_part_of_the_rules(heap: Path) -> None:
    before = interpreter.load(heap).fingerprint
    (heap / "rulebook.yaml").unlink()
    assert interpreter.load(heap).fingerprint == before


# ---------------------------------------------------------------- the designer's words about clauses
LEDGER = """# Heap: the clauses

## 1. Components

- **HEA-001** There are 30 stones. They are black.

## 2. Turn

- **HEA-002** A player takes 2 stones, or 4 when behind.
- **HEA-003** The player with 30 points wins.
"""
PLAYERS_WORDS = """
rules:
  - title: The stones
    place: box
    clauses: [HEA-001]
    text: |
      - 30 black stones
  - chapter: The turn
    title: Your turn
    clauses: [HEA-002 to HEA-003]
    glance: Take stones.
    text: |
      Take 2 *stones*, or 4. **With {goal} points you win.**
    example: |
      Ann takes 17.
words:
  Stone: "What you take."
"""


@pytest.fixture
def ledger(heap: Path) -> Path:
    cited = RULES.replace("keep points(player): number", "keep points(player): number  cites HEA-001")
    cited = cited.replace("procedure turn(player)", "procedure turn(player)  cites HEA-002, HEA-003")
    (heap / "rules" / "play.rules").write_text(cited)
    (heap / "rulebook.md").write_text(LEDGER)
    (heap / "rulebook.yaml").write_text(PLAYERS_WORDS)
    assert run(str(heap), "--read").exit_code == 0
    return heap


def test_clauses_are_told_in_the_designers_words(ledger: Path) -> None:
    assert told(ledger) == []
    html = rulebook(interpreter.load(ledger))
    assert "<li>30 black stones</li>" in html
    assert "<h3>The turn</h3><h4>Your turn</h4>" in html
    assert "Take 2 <i>stones</i>, or 4. <b>With 30 points you win.</b>" in html
    assert "Ann takes 17." in html
    assert "<dd>What you take.</dd>" in html
    assert "when behind" not in html
    assert {"clause-HEA-001", "clause-HEA-002", "clause-HEA-003"} <= anchors(html)  # where the table opens the book


def test_a_text_gives_way_to_its_clauses_when_a_rule_changes(ledger: Path) -> None:
    rules = (ledger / "rules" / "play.rules").read_text()
    (ledger / "rules" / "play.rules").write_text(rules.replace("is at least goal", "is more than goal"))
    html = rulebook(interpreter.load(ledger))
    assert "or 4 when behind." in html
    assert "30 black stones" in html  # what the change does not touch
    assert told(ledger) == ["what clauses HEA-002 to HEA-003 say has changed since this text was compared with it"]


def test_a_text_about_a_variant_is_told_with_the_variants(ledger: Path) -> None:
    (ledger / "variants").mkdir()
    (ledger / "variants" / "far.rules").write_text('variant far "Far"\n  change goal to 50 was 30  cites HEA-A01\n')
    (ledger / "rulebook.md").write_text(LEDGER + "\n## A. Rulings\n\n- **HEA-A01** Up to 50.\n")
    part = "  - title: Far\n    variant: far\n    clauses: [HEA-A01]\n    text: You play to 50.\n"
    (ledger / "rulebook.yaml").write_text((ledger / "rulebook.yaml").read_text().replace("words:", part + "words:"))
    assert run(str(ledger), "--read").exit_code == 0
    before = rulebook(interpreter.load(ledger))
    assert "You play to 50." in before.partition("<h2>Variants</h2>")[2]
    assert "You play to 50." not in before.partition("<h2>Variants</h2>")[0]
    chosen = rulebook(interpreter.load(ledger, variants=["far"]))
    assert "You play to 50." in chosen.partition("<h2>The rules</h2>")[2]
    assert "With 50 points you win" in chosen


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("HEA-002 to", "HEA-020 to", 'rulebook.md has no clause "HEA-020"'),
        ("Take 2", "Take 3", "the text says 3, but what clauses HEA-002 to HEA-003 say has no such number"),
        ("    place: box", "    variant: farr", 'there is no variant called "farr"'),
        ("place: box", "place: lid", '"lid"'),
    ],
)
def test_what_is_wrong_with_words_about_clauses(ledger: Path, old: str, new: str, message: str) -> None:
    text = (ledger / "rulebook.yaml").read_text()
    (ledger / "rulebook.yaml").write_text(text.replace(old, new))
    assert any(message in one for one in told(ledger))


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("One\nline.\n\nTwo.", '<p class="said">One line.</p><p class="said">Two.</p>'),
        ("Then:\n\n1. a\n   b\n1. c", '<p class="said">Then:</p><ol class="steps"><li>a b</li><li>c</li></ol>'),
        ("- <b>\n- 2 * 3 * 4", '<ul class="clauses"><li>&lt;b&gt;</li><li>2 * 3 * 4</li></ul>'),
    ],
)
def test_texts_become_pages(text: str, html: str) -> None:
    assert html_of(text) == html


def test_a_book_can_be_opened_at_a_place(book: str) -> None:
    places = anchors(book)
    links = set(re.findall(r'href="#([^"]+)"', book))
    assert links <= places
    assert len(places) == len(re.findall(r' id="[^"]+"', book))  # no place twice
    if "Dystopolis" in book:
        wanted = {
            anchor("kind", "company"),
            anchor("clause", "DYS-034"),
            anchor("cards", "reward"),
        }
        assert wanted <= places


def test_an_example_is_what_a_game_really_told() -> None:
    """The same game, played again: the events are in its log, and the end is its end."""
    game = interpreter.load("pig")
    html = words(rulebook(game))
    found = example.ending(game)
    assert found is not None
    assert found.after.request is None
    [winner] = example.winners(found.after)
    assert f"{winner.capitalize()} won this game." in html
    log = [event["text"] for event in interpreter.event_forms(found.after, None)]
    assert all(any(text.rstrip(".").casefold() == one.rstrip(".").casefold() for one in log) for text in found.events)
