"""The command `cards`: every case says what is wrong, at its cell and once; the bundled games agree with themselves."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from textwrap import indent

import pytest
from typer.testing import CliRunner

from interpreter.source import CODES, Diagnostic
from interpreter.tools.cards.report import CardReport, LookedAt, cards, contradictions
from interpreter.tools.cli.app import app
from tests.check.wording.shared import GAMES, decks_of
from tests.support.bad_cases import expected, placed

CASES = Path(__file__).resolve().parents[2] / "cases" / "cards" / "bad"
AUTO = "{id: one, text: auto, moments: [at_dawn], effect: player gains 3 coins}"
ENOUGH = 0.9  # of the facts of each game are compared


def market() -> Path:
    return CASES / "market"


@pytest.fixture(scope="module")
def report() -> CardReport:
    return cards(market())


def test_what_is_wrong_is_said_at_its_cell_and_nothing_else(report: CardReport) -> None:
    folder = market()
    files = {file.relative_to(folder).as_posix(): file.read_text() for file in sorted(folder.rglob("*.yaml"))}
    found = sorted(_placed(one, folder) for one in report.found)
    assert found == expected(files)
    assert report.excused == 1


def _placed(one: Diagnostic, folder: Path) -> tuple[str, int, int, str]:
    assert one.span is not None
    path = Path(one.span.source.path)
    return placed(one, path.parents[len(path.parts) - len(path.parts[: path.parts.index(folder.name) + 1]) - 1])


def test_both_sides_are_quoted(report: CardReport) -> None:
    (number,) = [one for one in report.found if one.message.startswith("number:")]
    assert number.message == 'number: the effect says "3 coins"; the text says "4 coins"'
    assert [note.span.text for note in number.notes if note.span is not None] == ["3"]


def test_messages_are_plain(report: CardReport) -> None:
    for one in (*report.found, *report.remarks):
        for words in (one.message, one.help or ""):
            assert not re.search(r"None|True|False|Fraction|<|object at|Traceback", words), words


@pytest.mark.parametrize("game", GAMES)
def test_no_card_of_the_games_contradicts_itself(game: str) -> None:
    looked = [deck.look(card) for deck in decks_of(game) for card in deck.cards]
    assert [(one.card.name, found.message) for one in looked for found in contradictions(one)] == []
    assert [one.card.name for one in looked if one.stale] == []
    compared = sum(one.facts.compared for one in looked)
    assert compared >= ENOUGH * (compared + sum(sum(one.facts.nameless.values()) for one in looked))


def test_command(tmp_path: Path) -> None:
    file = tmp_path / "cards.json"
    result = CliRunner().invoke(app, ["cards", str(market()), "--text", "--json", str(file)])
    assert result.exit_code == 1
    assert 'the effect says "3 coins"; the text says "4 coins"' in result.output
    assert "made:    You gain 3 coins. You gain 1 Favor." in result.output
    assert "facts compared" in result.output
    value = json.loads(file.read_text())
    assert {one["code"] for one in value["disagreements"]} == {code for code in CODES if code.startswith("R11")}


MADE = {
    "each one in players\n  one gains 3 coins": "Each player gains 3 coins.",
    "each other in others(player)\n  other loses 3 coins": "Each other player loses 3 coins.",
    "each other in players where other is not player\n  other pays 3 coins to player": "Each other player pays you 3 coins.",
    "each other in others(player)\n  player pays 3 coins to other": "You pay each other player 3 coins.",
    "each other in others(player)\n  player gains 3 coins": None,  # once for each of them
    "each other in players where other's coins is 0\n  other gains 3 coins": None,  # for some, and perhaps for you
    "each other in others(player)\n  shut(3)": None,
}
LAWS = {
    "change toll(player) to 3 when player is you": "Toll is 3 coins.",
    "change toll(player) to 3 when player's coins is 0": None,
    "change toll(player) to 3 when closed is 0": "Toll is 3 coins.",  # of what `says nothing` no card speaks
    "after tax where player is you\n  player gains 3 coins": "Each time you pay taxes, you gain 3 coins.",
    "after tax\n  player gains 3 coins": None,  # whoever pays taxes
}


def test_rules_for_a_table_that_there_is_not_are_told_by_both_commands(tmp_path: Path) -> None:
    shutil.copytree(market(), tmp_path / "mine")
    (tmp_path / "mine" / "texts.yaml").write_text("tables: {dael: {longest: 30}, stall: {longest: 40}}\n")
    for command in ("cards", "check"):
        result = CliRunner().invoke(app, [command, str(tmp_path / "mine")])
        assert result.exit_code == 1
        assert 'texts.yaml:1:10: error[R0410]: there is no table "dael"' in result.output
        assert 'did you mean "deal"?' in result.output


def test_a_text_is_made_from_the_rules(tmp_path: Path) -> None:
    assert [card.text for card in _looked_at(tmp_path, [AUTO])] == ["At dawn. You gain 3 coins."]


@pytest.mark.parametrize("cell", ["effect", "rules"])
def test_a_made_text_says_who_is_meant_or_is_none(tmp_path: Path, cell: str) -> None:
    cases = MADE if cell == "effect" else LAWS
    rows = [
        f"id: card_{number}\n    text: Some.\n    {cell}: |\n{indent(steps, ' ' * 6)}"
        for number, steps in enumerate(cases)
    ]
    made = [card.made for card in _looked_at(tmp_path, rows)]
    assert dict(zip(cases, made, strict=True)) == cases


def _looked_at(folder: Path, rows: list[str]) -> tuple[LookedAt, ...]:
    """Cards of the market, with a rule more."""
    rules = (market() / "rules" / "play.rules").read_text()
    for name, text in {
        "game.yaml": (market() / "game.yaml").read_text(),
        "rules/play.rules": f'{rules}\ntax says "pay taxes"\nprocedure tax(player)\n  player loses 1 coins\n',
        "cards/stalls.yaml": "source: stand-in\nrows: []\n",
        "cards/deals.yaml": "source: stand-in\nrows:\n" + "".join(f"  - {row}\n" for row in rows),
    }.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    return tuple(cards(folder).cards)
