"""Decisions in a real browser: by clicking on the table, in secret at four browsers, and a page for every kind of decision.

`make test` samples the kinds of decision; `make test-all` looks at more than 150.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from interpreter.tools.studio.store import SEAT, WATCH, Store
from interpreter.tools.variants.matrix import variants as list_variants
from tests.support.bundled import core_games
from tests.support.decisions import (
    ASKED,
    OTHER,
    POLLING,
    READY,
    RULEBOOKS,
    SETUPS,
    Moment,
    kinds_of_decision,
    loaded,
    people_of,
)
from tests.support.sampling import EVERYTHING, SEED, sampled
from tests.support.serving import BIDS, Served, served

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

GAMES = [info.name for info in core_games()]
CLICKS = 10
MOST = 60  # decisions in which so many are made on the table
PAGES = 150 if EVERYTHING else 10


def moments() -> list[Moment]:
    seen: set[tuple[str, str, str]] = set()
    found: list[Moment] = []
    for name in sampled(GAMES, 5, "games with pages"):
        alone = [one.name for one in list_variants(name) if not one.requires][:SETUPS]
        for number, variants in enumerate([(), *((one,) for one in alone)]):
            found += kinds_of_decision(name, variants, SEED % 1000 + number, seen)
    return found


@pytest.fixture(scope="module")
def tables() -> list[Moment]:
    found = moments()
    assert len(found) >= PAGES
    return found if EVERYTHING else sampled(found, PAGES, "pages")


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory, tables: list[Moment]) -> Iterator[Served]:
    """A studio that finds these tables when it is started."""
    data = tmp_path_factory.mktemp("clicks")
    store = Store(data / "studio.sqlite")
    for moment in tables:
        tokens = [(moment.token, SEAT, moment.seat), (secrets.token_urlsafe(18), WATCH, None)]
        store.add(moment.setup, tokens, moment.answers)
    store.close()
    with served(data, *GAMES, "chess", str(BIDS)) as found:
        yield found


LOOKED = """() => {
  const decision = document.querySelector("#decision").getBoundingClientRect();
  const confirm = document.querySelector("#decision .confirm").getBoundingClientRect();
  const inside = (box) => box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth && box.width > 0;
  const buttons = [...document.querySelectorAll("#decision .choice")];
  const times = (those) => those.reduce((sum, one) => sum + Number(one.dataset.times ?? 1), 0);  // equal cards have one button
  const reached = buttons.filter((button) => {
    button.scrollIntoView({ block: "nearest", inline: "nearest" });
    return inside(button.getBoundingClientRect());
  });
  return {
    decision: inside(decision), confirm: inside(confirm), buttons: times(buttons), reached: times(reached),
    amounts: document.querySelectorAll("#decision .stepper").length,
    declines: document.querySelectorAll("#decision .pass, #decision .confirm[data-declines]").length,
    ghosts: [...document.querySelectorAll("#board [data-choice]")].map((one) => Number(one.dataset.choice)),
    prompt: document.querySelector("#prompt").textContent, wide: document.documentElement.scrollWidth,
  };
}"""


def test_a_page_for_every_kind_of_decision(context: BrowserContext, studio: Served, tables: list[Moment]) -> None:
    """No script error (the context sees to it), the decision on the first screen, and each choice within reach."""
    page = context.new_page()
    for moment in tables:
        page.goto(f"{studio.address}t/{moment.token}")
        page.locator("#decision.mine .confirm").wait_for()
        found, request = page.evaluate(LOOKED), moment.request
        where = f"{moment.setup.game} {request['rule']} {request['name']}"
        assert found["prompt"].casefold() == request["prompt"].casefold(), where  # it begins with a capital
        assert found["decision"], where
        assert found["confirm"], where
        assert found["wide"] <= 1440, where
        assert found["amounts"] == (request["amount"] is not None), where
        laid = [choice["number"] for choice in request["choices"] if choice["laid"] is not None]
        assert sorted(found["ghosts"]) == sorted(laid), where
        others = len(request["choices"]) - len(laid)
        assert found["buttons"] + found["declines"] == others, where
        assert found["reached"] == found["buttons"], where


SPOT = """(selector) => {
  for (const part of document.querySelectorAll(selector)) {
    const shape = part.querySelector(".shape, .ghost-cell") ?? part;
    const box = shape.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    const there = document.elementFromPoint(x, y);
    if (there && part.contains(there) && box.width > 0) return [x, y];
  }
  return null;
}"""
ON_THE_TABLE = ("#board .ghost:not(.other)", "#board .legal", "#shelf .legal", "#own .legal", "#left .legal")


def decide(page: Page) -> bool:
    """One decision: on the table if something there can be chosen, else in the panel. Whether it was made on the table."""
    for selector in ON_THE_TABLE:
        at = page.evaluate(SPOT, selector)
        if at is not None:
            page.mouse.click(*at)
            if page.locator("#decision .confirm:not([disabled])").count():
                page.keyboard.press("Enter")
                return True
    if page.locator("#decision .stepper").count() == 0 and page.locator("#decision .choice").count():
        page.locator("#decision .choice").first.click()
    elif page.locator("#decision .confirm[disabled]").count():
        page.locator("#decision .pass").first.click()
        return False
    page.locator("#decision .confirm").click()
    return False


@pytest.mark.parametrize("name", RULEBOOKS)
def test_ten_decisions_by_clicking_on_the_table(context: BrowserContext, studio: Served, name: str) -> None:
    game = loaded(name)
    names = people_of(game)
    links = studio.open_table(name, names, dict.fromkeys(names[1:], "random"), seed=SEED % 1000)
    page = context.new_page()
    page.goto(f"{studio.address}t/{links['seats'][0]['token']}")
    clicks = made = 0
    question = ""
    while clicks < CLICKS and made < MOST:
        page.wait_for_function(READY, polling=POLLING)
        if page.locator(".scores").count():
            break
        question = page.evaluate(ASKED)
        clicks += decide(page)
        made += 1
        page.wait_for_function(OTHER, arg=question, polling=POLLING)
    assert clicks >= CLICKS


def test_a_move_by_pointing_at_where_from_and_where_to(context: BrowserContext, studio: Served) -> None:
    """Chess: a piece, its squares, another piece instead, put back again, and e2 to e4; on the board alone."""
    links = studio.open_table("chess", ["ann", "bob"], {"bob": "random"}, seed=SEED % 1000)
    page = context.new_page()
    page.goto(f"{studio.address}t/{links['seats'][0]['token']}")
    page.get_by_role("button", name="Move a piece", exact=True).click()
    page.get_by_text("Which piece moves").wait_for()
    square = '#board .part[data-thing="square:{}"]'

    def legal() -> set[str]:
        names = page.locator("#board .legal").evaluate_all("all => all.map((one) => one.dataset.thing.slice(7))")
        return set(names)

    def chosen() -> set[str]:
        names = page.locator("#board .selected").evaluate_all("all => all.map((one) => one.dataset.thing.slice(7))")
        return set(names)

    movable = {f"{letter}2" for letter in "abcdefgh"} | {"b1", "g1"}
    assert legal() == movable
    page.locator(square.format("g1")).click()
    assert (legal(), chosen()) == ({"g1", "f3", "h3"}, {"g1"})
    page.locator(square.format("e2")).click()
    assert (legal(), chosen()) == ({"e2", "e3", "e4"}, {"e2"})
    page.locator(square.format("e2")).click()
    assert (legal(), chosen()) == (movable, set())
    page.locator(square.format("e2")).click()
    page.locator(square.format("e4")).click()
    assert chosen() == {"e2", "e4"}
    page.get_by_role("button", name="Confirm e2 to e4").click()
    page.locator("#happened").get_by_text("e2 to e4").first.wait_for()


def test_secret_bids_by_four_browsers_in_any_order(browser: Any, studio: Served) -> None:
    """Each in a window of its own; who has bid is seen by nobody before all have."""
    people = ["ann", "bob", "cid", "dot"]
    links = studio.open_table("sealed-bids", people)
    pages = {}
    for seat in links["seats"]:
        pages[seat["name"]] = browser.new_context(viewport={"width": 1000, "height": 700}).new_page()
        pages[seat["name"]].goto(f"{studio.address}t/{seat['token']}")
    for number, name in enumerate(["dot", "bob", "ann", "cid"]):
        page = pages[name]
        page.get_by_role("button", name="more").click(click_count=number + 1)
        page.get_by_role("button", name=f"Confirm {number + 1}").click()
        page.get_by_text("Do you want lake at a tie?").wait_for()
        for other in people:
            assert "takes lake" not in pages[other].inner_text("#log")
        page.get_by_role("radio", name="No").click()
        page.locator("#decision .confirm").click()
    for page in pages.values():
        page.get_by_text("cid takes lake for 4").wait_for()
        page.context.close()
