"""What rulebooks say and what you write: each row of the page is in the small game of its section, and happens there.

That the games check and their scenarios hold, `test_reference.py` tests. Here: what a row says to write is there, and a scenario
comes to it; what never happens could say anything.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter.tools.cover.measure import cover
from tests.docs.examples import Section, folder_of, sections

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "rulebook-sentences.md"
TEXT = PAGE.read_text(encoding="utf-8")
ROW = re.compile(r"^\| (?P<says>[^|`]+) \| (?P<write>`.+) \|$", re.MULTILINE)
PIECE = re.compile(r"`([^`]+)`")
GAMES = [section for section in sections(TEXT) if section.of("rules")]
WANTED = 120


def rows_of(section: Section) -> list[tuple[str, str]]:
    """The table under a heading: what a rulebook says, and a piece of what to write, one pair for each piece."""
    start = TEXT.index(f"## {section.title}\n")
    table = TEXT[start : TEXT.index("\n```", start)]
    return [(row["says"], piece) for row in ROW.finditer(table) for piece in PIECE.findall(row["write"])]


def joined(text: str) -> str:
    """A text without line breaks, and with one space between words."""
    return " ".join(text.split())


def test_there_are_enough_sentences() -> None:
    says = [row["says"] for row in ROW.finditer(TEXT)]
    assert len(says) == len(set(says)) >= WANTED


@pytest.mark.parametrize("section", GAMES, ids=lambda section: section.title)
def test_every_sentence_is_in_the_game_and_happens(section: Section, tmp_path: Path) -> None:
    pieces = rows_of(section)
    assert pieces
    whole = joined("\n".join(block.text for block in section.blocks if block.sort != "scenario"))
    assert [piece for _, piece in pieces if joined(piece) not in whole] == []
    covered = cover(folder_of(section).write(tmp_path / "games" / "example"))
    lines = [line for file in covered.files.values() for line in file if line.reached is False]
    never = [piece for _, piece in pieces for line in lines if joined(piece) in joined(line.text)]
    assert never == []
