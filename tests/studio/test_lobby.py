"""The lobby in the browser: the tables of a browser by whether they wait for it, and games found by a word."""

from __future__ import annotations

import secrets
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from interpreter.tools.studio.store import SEAT, WATCH, Answer, Setup, Store
from tests.support.decisions import loaded
from tests.support.pages import accessible
from tests.support.serving import Served, served

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

NAMES = ("ann", "bob")
WON = ("roll_on", "hold")  # of Pig: answered until somebody has won
GAMES = ("pig", "hearts", "kuhn-poker", "dystopolis")


def table(name: str, answers: int | None) -> tuple[Setup, tuple[Answer, ...]]:
    """A table of Pig after so many answers; None: when it is over."""
    game = loaded("pig")
    setup = Setup(name, "pig", (), {}, NAMES, ("person",) * 2, 4, game.fingerprint)
    state = game.start(seed=4, names=list(NAMES))
    given: list[Answer] = []
    while state.request is not None and (answers is None or len(given) < answers):
        names = [choice.name for choice in state.request.choices]
        given.append(Answer(state.request.player, WON[len(given) % 2] if WON[len(given) % 2] in names else names[0]))
        state.answer_for(given[-1].player, given[-1].answer)
    return setup, tuple(given)


@pytest.fixture(scope="module")
def tokens() -> dict[str, str]:
    return {name: secrets.token_urlsafe(18) for name in ("mine", "theirs", "over", "old")}


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory, tokens: dict[str, str]) -> Iterator[Served]:
    """Ann is asked at one table, Bob at another, a third is over, and nobody has used the fourth for a month."""
    data: Path = tmp_path_factory.mktemp("lobby")
    store = Store(data / "studio.sqlite")
    for name, answers in {"mine": 0, "theirs": 2, "over": None, "old": 0}.items():
        setup, given = table(name, answers)
        store.add(setup, [(tokens[name], SEAT, 0), (secrets.token_urlsafe(18), WATCH, None)], given)
    store.close()
    with sqlite3.connect(data / "studio.sqlite") as database:
        database.execute(
            "update tables set created = datetime('now', '-31 days'), touched = datetime('now', '-31 days') where id = 'old'"
        )
    database.close()
    with served(data, *GAMES) as found:
        yield found


def test_my_tables_by_whether_they_wait_for_me(context: BrowserContext, studio: Served, tokens: dict[str, str]) -> None:
    """Those that wait for me come first; finished and archived ones are folded away, and an archived one comes back."""
    now = int(time.time() * 1000)
    kept = [
        {"token": token, "table": name, "title": "Pig", "you": "ann", "role": "seat", "seen": now - at * 3_600_000}
        for at, (name, token) in enumerate(reversed(tokens.items()))
    ]
    page = context.new_page()
    page.goto(studio.address)
    page.evaluate("(tables) => localStorage.setItem('tables', JSON.stringify(tables))", kept)
    page.reload()
    page.locator("#my-tables .mine-table").first.wait_for()
    states = page.locator("#my-tables .state > span").all_inner_texts()
    assert states == ["Your turn", "Waiting for bob"]
    folded = page.locator("#mine details > summary").all_inner_texts()
    assert folded == ["Finished (1)", "Archived: a table comes back when you open it (1)"]
    assert page.locator("#mine details .mine-table:visible").count() == 0
    for summary in page.locator("#mine details > summary").all():
        summary.click()
    assert page.locator("#mine details .state > span").all_inner_texts() == ["Finished", "Archived"]
    accessible(page)
    page.locator("#mine details").last.locator(".mine-table").click()
    page.locator("#decision.mine .confirm").wait_for()
    page.goto(studio.address)
    page.locator("#my-tables .mine-table").nth(2).wait_for()
    assert page.locator("#mine details > summary").all_inner_texts() == ["Finished (1)"]


def test_games_are_grouped_and_found_by_a_word(context: BrowserContext, studio: Served) -> None:
    """Printed rulebooks first; a word of the title or of what a game is about leaves the others out."""
    page = context.new_page()
    page.goto(studio.address)
    page.locator(".game").first.wait_for()
    titles = page.locator("#games h3").all_inner_texts()
    assert titles == ["From printed rulebooks", "With a pack of cards", "With dice"]
    page.get_by_role("searchbox", name="find a game").fill("pushing your luck")
    assert page.locator(".game:visible b").all_inner_texts() == ["Pig"]
    assert page.locator("#games h3:visible").all_inner_texts() == ["With dice"]
    page.get_by_role("searchbox", name="find a game").fill("no such game")
    page.get_by_text("No game has these words").wait_for()
    accessible(page)
