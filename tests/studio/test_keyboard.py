"""Keys alone play every rulebook: places for tiles, things on the table, amounts, many choices, passing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.support.decisions import ASKED, OTHER, POLLING, READY, RULEBOOKS, loaded, people_of
from tests.support.sampling import SEED
from tests.support.serving import Served, served

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

DECISIONS = 50
MOST_TABS = 400

FOCUSED = "(selector) => document.activeElement !== null && document.activeElement.matches(selector)"
NAMED = """() => [...document.querySelectorAll("[tabindex='0'][role='button'], #decision button, #decision input")]
  .filter((one) => !(one.getAttribute("aria-label") ?? one.textContent ?? "").trim()).map((one) => one.outerHTML.slice(0, 120))"""


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("keys"), *RULEBOOKS) as found:
        yield found


def tab_to(page: Page, selector: str) -> None:
    for _ in range(MOST_TABS):
        if page.evaluate(FOCUSED, selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {selector}")


def decide(page: Page, number: int) -> str:
    """One decision by keys; which way it was made."""
    if page.locator("#decision .stepper").count():
        page.keyboard.press("+")
        page.keyboard.press("Enter")
        return "amount"
    if number % 3 == 0 and page.locator("#board .ghost:not(.other)").count():
        page.keyboard.press("r")
        tab_to(page, ".ghost")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        return "place"
    if number % 3 == 1 and page.locator("#centre [tabindex='0'].legal, #own [tabindex='0'].legal").count():
        tab_to(page, ".legal")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        return "thing"
    page.keyboard.press("1")
    if page.locator("#decision .confirm[disabled]").count():
        tab_to(page, "#decision .pass")
    page.keyboard.press("Enter")
    return "number"


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_game_by_keys_alone(context: BrowserContext, studio: Served, name: str) -> None:
    game = loaded(name)
    names = people_of(game)
    links = studio.open_table(name, names, dict.fromkeys(names[1:], "random"), seed=SEED % 1000)
    page = context.new_page()
    page.goto(f"{studio.address}t/{links['seats'][0]['token']}")
    made = 0
    while made < DECISIONS:
        page.wait_for_function(READY, polling=POLLING)
        if page.locator(".scores").count():
            break
        assert page.evaluate(NAMED) == []
        question = page.evaluate(ASKED)
        decide(page, made)
        made += 1
        page.wait_for_function(OTHER, arg=question, polling=POLLING)
    assert made == DECISIONS or page.locator(".scores").count()
