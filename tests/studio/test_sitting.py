"""A table whose rules change: it goes on under the old ones, or is played again under the new ones as far as its answers fit."""

from __future__ import annotations

import random
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

import interpreter
from interpreter.source import Problems
from interpreter.tools.studio.hall import Hall, Unfit
from interpreter.tools.studio.messages import Drawn, Showing, drawn
from interpreter.tools.studio.sitting import Refused
from interpreter.tools.studio.store import Store

GAMES = Path(__file__).parents[2] / "games"
SEATS = [{"name": "red", "who": "person"}, {"name": "blue", "who": "person"}]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(GAMES / "kuhn-poker", tmp_path / "kuhn-poker")
    return tmp_path


def nobody(words: Sequence[str], seed: int) -> list[None]:
    return [None] * len(words)


def hall(folder: Path) -> Hall:
    return Hall({"poker": folder / "kuhn-poker"}, Store(folder / "tables.sqlite"), nobody, folder / "home", {"poker"})


def bet(opened: Hall) -> str:
    table = opened.open_table({"game": "poker", "seats": SEATS, "seed": 3})
    sitting = opened.sitting(table)
    question = sitting.picture(0).rest["request"]["question"]
    sitting.write(sitting.decide(0, question, {"choice": 0}))
    with pytest.raises(Refused):
        sitting.decide(0, question, {"choice": 0})
    return table


def test_the_same_rules_go_on(folder: Path) -> None:
    table = bet(hall(folder))
    again = hall(folder).sitting(table)
    assert (again.state.decisions, again.trouble) == (1, "")


def rewrite(folder: Path, old: str, new: str) -> None:
    [rules] = (folder / "kuhn-poker" / "rules").glob("*.rules")
    text = rules.read_text(encoding="utf-8")
    assert old in text
    rules.write_text(text.replace(old, new), encoding="utf-8")


def test_after_a_change_of_rules_a_table_goes_on_under_the_old_ones(folder: Path) -> None:
    table = bet(hall(folder))
    rewrite(folder, "to bet ", "to double ")
    again = hall(folder)
    sitting = again.sitting(table)
    assert (sitting.state.decisions, sitting.trouble, again.is_old(table)) == (1, "", True)
    question = sitting.picture(1).rest["request"]
    sitting.write(sitting.decide(1, question["question"], {"choice": 0}))
    assert sitting.state.result is not None


def test_or_is_played_again_up_to_the_first_answer_that_does_not_fit(folder: Path) -> None:
    table = bet(hall(folder))
    rewrite(folder, "to bet ", "to double ")
    changed = hall(folder)
    refused = changed.renew(table)
    assert (refused.changed, refused.taken, refused.answers) == (True, False, 0)
    assert "Answer 1 (red: bet) does not fit" in refused.divergence
    assert changed.sitting(table).state.decisions == 1  # nothing has happened to it
    taken = changed.renew(table, accept=True)
    assert (taken.taken, taken.answers, changed.is_old(table)) == (True, 0, False)
    request = hall(folder).sitting(table).picture(0).rest["request"]  # also for a server that was started again
    assert request["choices"][0]["name"] == "double"


def test_rules_that_put_the_same_questions_are_taken_with_every_answer(folder: Path) -> None:
    opened = hall(folder)
    table = bet(opened)
    rewrite(folder, '"Bet one"', '"Bet one coin"')
    found = opened.renew(table)
    assert (found.changed, found.taken, found.answers) == (True, True, 1)
    labels = [choice["label"] for choice in opened.sitting(table).picture(1).rest["request"]["choices"]]
    assert "Bet one coin" in labels


def test_a_mistake_leaves_the_table_as_it_is(folder: Path) -> None:
    opened = hall(folder)
    table = bet(opened)
    rewrite(folder, "procedure play", "procedur play")
    with pytest.raises(Problems):
        opened.renew(table)
    assert hall(folder).sitting(table).state.decisions == 1


def test_a_copy_can_be_edited_and_stands_where_the_table_stood(folder: Path) -> None:
    opened = Hall({"poker": folder / "kuhn-poker"}, Store(folder / "tables.sqlite"), nobody, folder / "home")
    table = bet(opened)
    assert opened.desk(table).read_only
    copy = opened.copy(table)
    assert opened.desk(copy).read_only == ""
    assert opened.desk(copy).folder == folder / "home" / "games" / "poker-copy"
    assert opened.desk(copy).files() == opened.desk(table).files()
    assert opened.sitting(copy).state.decisions == 1


def test_a_table_that_is_gone(folder: Path) -> None:
    opened = hall(folder)
    table = bet(opened)
    opened.delete(table)
    with pytest.raises(Unfit, match="This table is gone"):
        opened.sitting(table)


@pytest.mark.parametrize("name", ["dystopolis", "tycoon-india-1981", "kuhn-poker"])
def test_what_is_kept_between_two_moments_changes_nothing(name: str) -> None:
    """A seat's picture made from the one before it is the picture made from nothing, at every moment."""
    game = interpreter.load(name)
    showing, state, chance = Showing.of(game), game.start(seed=5), random.Random(5)
    before: dict[int | None, Drawn] = {}
    for _ in range(25):
        if state.request is None:
            break
        for seat in (0, 1, None):
            before[seat] = drawn(showing, state, seat, 0, before.get(seat))
            assert before[seat].picture == drawn(showing, state, seat, 0).picture
        asked = chance.choice(state.open_requests)
        state.answer_for(asked.player, chance.choice(asked.choices))
    assert before[0].picture.log
