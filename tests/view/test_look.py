"""look.yaml: hints that change no rule, and say at the cell what the game does not have."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import interpreter
from interpreter.tools.check.problems import problems

GAMES = Path(__file__).parents[2] / "games"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    found = tmp_path / "kuhn-poker"
    shutil.copytree(GAMES / "kuhn-poker", found)
    return found


def messages(folder: Path) -> list[str]:
    return [f"{found.span}: {found.message} ({found.help})" for found in problems(folder)]


def test_a_look_is_no_part_of_the_fingerprint(game: Path) -> None:
    before = interpreter.load(game).fingerprint
    (game / "look.yaml").write_text("colours:\n  card: {jack: '#c43c31'}\n", encoding="utf-8")
    assert interpreter.load(game).fingerprint == before
    assert problems(game) == []
    (game / "cards" / "look.yaml").write_text("rows: []\n", encoding="utf-8")  # only the game's own look is a look
    assert interpreter.load(game).fingerprint != before


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("colours:\n  card: {jakc: '#c43c31'}\n", "2:10", 'there is no card called "jakc" (did you mean "jack"?)'),
        (
            "colours:\n  crad: {jack: '#c43c31'}\n",
            "2:3",
            'there is no kind of thing called "crad" (did you mean "card"?)',
        ),
        ("units: {stacked: coins}\n", "1:9", 'there is no value called "stacked" (did you mean "staked"?)'),
        ("faces: {card: [wroth]}\n", "1:16", 'there is no column of card called "wroth" (did you mean "worth"?)'),
        ("colours:\n  card: {jack: red}\n", "2:16", '"jack" must be a colour such as "#2c6bb3"'),
        ("color: {}\n", "1:1", 'the look has no key "color"'),
    ],
)
def test_what_the_game_does_not_have(game: Path, text: str, place: str, message: str) -> None:
    (game / "look.yaml").write_text(text, encoding="utf-8")
    [found] = messages(game)
    assert f"look.yaml:{place}" in found
    assert message in found
