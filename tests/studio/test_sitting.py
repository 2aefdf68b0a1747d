"""A table whose rules change: it goes on under the old ones, or is played again under the new ones as far as its answers fit."""

from __future__ import annotations

import random
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import interpreter
from interpreter.source import Problems
from interpreter.tools.studio import rooms, server
from interpreter.tools.studio.live_table import RefusedError
from interpreter.tools.studio.messages import Drawn, Showing, drawn
from interpreter.tools.studio.offered_games import UnfitError
from interpreter.tools.studio.store import Store
from interpreter.tools.studio.tables import TableRegistry
from tests.support.apart import run_apart
from tests.support.bundled import core_games
from tests.support.serving import SEAM

GAMES = Path(__file__).parents[2] / "games"
SEATS = [{"name": "red", "who": "person"}, {"name": "blue", "who": "person"}]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(GAMES / "kuhn-poker", tmp_path / "kuhn-poker")
    return tmp_path


def put_together(page: dict[str, str], message: dict[str, Any]) -> dict[str, str]:
    """As a page does it with what is sent."""
    now = {**page, **message.get("parts", {})}
    for name, patch in message.get("patches", {}).items():
        pieces = now[name].split(SEAM)
        for number, piece in patch:
            pieces[number] = piece
        now[name] = SEAM.join(pieces)
    return now


def nobody(words: Sequence[str], _seed: int) -> list[None]:
    return [None] * len(words)


def hall(folder: Path) -> TableRegistry:
    return TableRegistry(
        {"poker": folder / "kuhn-poker"}, Store(folder / "tables.sqlite"), nobody, folder / "home", {"poker"}
    )


def bet(opened: TableRegistry) -> str:
    table = opened.open_table({"game": "poker", "seats": SEATS, "seed": 3})
    sitting = opened.sitting(table)
    question = sitting.picture(0).rest["request"]["question"]
    sitting.write(sitting.decide(0, question, {"choice": 0}))
    with pytest.raises(RefusedError):
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
    assert "Answer 1 (red: bet) no longer fits" in refused.divergence
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
    opened = TableRegistry({"poker": folder / "kuhn-poker"}, Store(folder / "tables.sqlite"), nobody, folder / "home")
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
    with pytest.raises(UnfitError, match="This table is gone"):
        opened.sitting(table)


@pytest.mark.parametrize("name", [info.name for info in core_games()])
def test_what_is_kept_between_two_moments_changes_nothing(name: str) -> None:
    """A seat's picture made from the one before it is the picture made from nothing, at every moment; so is the page to which
    only what is different was sent."""
    game = interpreter.load(name)
    showing, state, chance = Showing.of(game), game.start(seed=5), random.Random(5)
    pages: dict[int | None, dict[str, str]] = {}
    before: dict[int | None, Drawn] = {}
    for moment in range(24):
        if state.request is None:
            break
        worked = interpreter.DerivedValues()
        for seat in (0, 1, None):
            last = before.get(seat)
            before[seat] = found = drawn(showing, state, seat, 0, last, worked)
            anew = (
                Showing.of(game) if moment % 12 == 11 and seat == 1 else showing
            )  # with nothing kept of any other seat
            assert found.picture == drawn(anew, state, seat, 0).picture
            sent = found.picture.since(last.picture) if last is not None else found.picture.whole()
            pages[seat] = put_together(pages.get(seat, {}), sent)
            assert pages[seat] == found.picture.parts
        asked = chance.choice(state.open_requests)
        state.answer_for(asked.player, chance.choice(asked.choices))
    assert before[0].picture.log


def test_tables_that_nobody_looks_at_are_put_away(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only so many of them are kept as they stand, and for so long; one that is wanted again comes back from the store."""
    monkeypatch.setattr(server, "MAX_RESTING", 1)
    opened, now = hall(folder), [0.0]
    studio = server.Studio(opened, set(), clock=lambda: now[0])
    first, second, looked_at = bet(opened), bet(opened), bet(opened)

    def seated() -> list[bool]:
        return [opened.seated(table) is not None for table in (first, second, looked_at)]

    async def visits() -> None:
        async with studio.at(looked_at) as (room, sitting):
            room.channels[None] = rooms.Channel(sitting.picture(None))
            for table in (first, second):
                async with studio.at(table):
                    pass
            assert seated() == [False, True, True]
            now[0] = server.LONGEST_REST + 1
            studio.put_away()
            assert seated() == [False, False, True]
        assert seated() == [False, False, True]

    run_apart(visits())
    assert opened.sitting(first).state.decisions == 1
