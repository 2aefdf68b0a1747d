"""Blanks in card texts: expected texts are written by hand, none is taken from a run."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.check.wording.numbers import in_number, in_words, printed
from interpreter.finding import find_variants
from interpreter.reading import read_game

MANIFEST = "title: Ships\nplayers: {min: 2, max: 3}\n"
RULES = """
kind colour is red, dark_blue
option fog is 1 to 9, usually 3
let bonus = fog + 1

cards ship from "ships.yaml"
  price: number
  colour: colour
  flags: list of colour
  prizes: list of number
  toll(player): number
  text: text
keep dock: pile of ship

procedure play
  move ships to dock
  end game
"""
ROW = "price: 12, colour: red, flags: [red, dark_blue], prizes: [3, 1], toll: 7"
VARIANTS = {
    "dear.rules": "variant dear\n  change sloop's price to 1\n",
    "terse.rules": 'variant terse\n  change sloop\'s text to "Costs {price} coin(s)."\n',
}


def text_of(folder: Path, text: str, variants: tuple[str, ...] = ()) -> str:
    (folder / "rules").mkdir(parents=True)
    (folder / "variants").mkdir()
    (folder / "game.yaml").write_text(MANIFEST)
    (folder / "rules" / "play.rules").write_text(RULES)
    (folder / "ships.yaml").write_text(f'source: stand-in\nrows:\n  - {{id: sloop, {ROW}, text: "{text}"}}\n')
    for name, law in VARIANTS.items():
        (folder / "variants" / name).write_text(law)
    rulebook, _, _ = read_game(folder, find_variants(folder, variants), {})
    ships = rulebook.kinds["ship"]
    assert ships.columns["text"].cells == ships.texts  # what rules read is what people read
    return ships.texts[0]


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("Pay {price} coins.", "Pay 12 coins."),
        ("Pay {price * 1000}.", "Pay 12,000."),
        ("Pay {price in words} coin(s).", "Pay twelve coin(s)."),
        ("{Price in words} coins.", "Twelve coins."),
        ("{price} gold coin(s), {item(prizes, 2)} gold coin(s).", "12 gold coins, 1 gold coin."),
        ("{Colour} or {flags}; {Flags}.", "Red or red, dark blue; Red, Dark blue."),
        ("{bonus} more, {fog} less, {toll} to pass.", "4 more, 3 less, 7 to pass."),
        ("{prizes} and {copies} {title}", "3, 1 and 1 sloop"),
    ],
)
def test_filled(text: str, filled: str, tmp_path: Path) -> None:
    assert text_of(tmp_path / "game", text) == filled


def test_a_variant_changes_what_is_printed(tmp_path: Path) -> None:
    assert text_of(tmp_path / "game", "Pay {price} coin(s).", ("dear",)) == "Pay 1 coin."


def test_a_variant_prints_a_text_with_blanks(tmp_path: Path) -> None:
    assert text_of(tmp_path / "game", "Pay.", ("terse",)) == "Costs 12 coins."


def test_numbers() -> None:
    assert [printed(number) for number in (5, 1981, 9999, 10_000, 1_000_000)] == [
        "5",
        "1981",
        "9999",
        "10,000",
        "1,000,000",
    ]
    assert [in_words(number) for number in (1, 12, 20, 21)] == ["one", "twelve", "twenty", "21"]
    assert in_number("1 Merit card(s), 21 step(s)") == "1 Merit card, 21 steps"
