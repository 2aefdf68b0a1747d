"""`show names`: everything that a house rule can change, with lines that work."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.source import render
from interpreter.tools.check.problems import problems
from interpreter.tools.show.names import HEADINGS, handles
from tests.support.command_line import Run

ROOT = Path(__file__).resolve().parents[2]
RULEBOOKS = sorted(path.parent.name for path in ROOT.glob("games/*/rulebook.md"))
SMALL = ["connect-four", "kuhn-poker", "pig", "tic-tac-toe"]


@pytest.mark.parametrize("game", [*RULEBOOKS, *SMALL])
def test_every_example_line_works(game: str, tmp_path: Path) -> None:
    """All of them together are one house rule without a mistake."""
    found = handles(game)
    file = tmp_path / "everything.rules"
    lines = [line for one in found for line in one.example]
    file.write_text("\n".join(['variant everything "Everything"', *lines]) + "\n", encoding="utf-8")
    wrong = [one for one in problems(game, [file]) if one.severity == "error"]
    assert not wrong, "\n".join(map(render, wrong))
    places = {(one.sort, one.name) for one in found}
    assert len(places) == len(found)


def test_every_sort_has_a_heading_and_occurs() -> None:
    assert {one.sort for game in ("dystopolis", "kuhn-poker") for one in handles(game)} == set(HEADINGS)


def test_names_of_pig(run: Run) -> None:
    """Each name has its place, its text and an example."""
    printed = run("show", "names", "pig").stdout
    for line in ("let goal = 100", "> change goal to 101 was 100", "> before turn", "> before hold", 'to hold "Hold"'):
        assert line in printed
    assert "rules/play.rules:3" in printed


def test_a_word_is_looked_for_in_names_and_texts(run: Run) -> None:
    printed = run("show", "names", "pig", "Hold").stdout
    assert "before hold" in printed
    assert "goal" not in printed
    assert run("show", "names", "pig", "castle").stdout.startswith('No name has "castle" in it.')


def test_names_of_a_variant_are_listed_too(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "mud.rules"
    file.write_text('variant mud "Mud"\n  let depth = 3\n  before turn\n    announce "{depth}"\n', encoding="utf-8")
    assert "change depth to 4 was 3" in run("show", "names", "pig", "depth", "--variant", str(file)).stdout


def test_a_text_is_changed_card_by_card(tmp_path: Path) -> None:
    """A text for all cards at once is a mistake with a way out."""
    file = tmp_path / "new_text.rules"
    file.write_text('variant new_text "A text"\n  change loss_card\'s text to "New."\n', encoding="utf-8")
    (wrong,) = problems("expensive-investments", [file])
    assert (wrong.code, wrong.help) == ("R0602", "change it card by card: change CARD's text to ...")
