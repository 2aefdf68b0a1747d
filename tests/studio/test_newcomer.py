"""A year of Dystopolis on a phone by taps alone, reading only what is on the screen and never leaving the page."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.support.decisions import ASKED, OTHER, READY
from tests.support.serving import served

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

MOST = 90  # decisions of a year
OPEN = "#decision .confirm:not([disabled])"
# Places on the board that are in sight: above the sheet, below the players.
IN_SIGHT = """() => {
  const places = [...document.querySelectorAll("#board .ghost:not(.other) > .ghost-cell, #board .legal > .shape")];
  return places.map((one) => {
    const box = one.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    return document.elementFromPoint(x, y)?.closest(".ghost, .legal") === one.parentElement ? [x, y] : null;
  }).filter(Boolean);
}"""


def decide(page: Page, chance: Random) -> None:
    """As somebody does who has never read the rules: a place in sight, else some answer of the sheet, else what it offers."""
    if not page.locator(OPEN).count():
        places = page.evaluate(IN_SIGHT)
        on_board = page.locator("#board .ghost:not(.other), #board .legal").count()
        assert places or not on_board, "there are places to choose, and none is in sight"
        if places:
            page.touchscreen.tap(*chance.choice(places))
            page.locator(OPEN).wait_for()
    if not page.locator(OPEN).count() and (choices := page.locator("#decision .choice:visible")).count():
        choices.nth(chance.randrange(choices.count())).tap()
    if page.locator("#decision .stepper button").count():
        page.locator("#decision .stepper button").last.tap()
    page.locator(OPEN).or_(page.locator("#decision .pass")).last.tap()


@pytest.mark.slow
def test_a_year_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page, chance = context.new_page(), Random(5)
    with served(tmp_path, "dystopolis") as studio:
        links = studio.open_table("dystopolis", ["Ann", "Bob", "Cyd"], {"Bob": "random", "Cyd": "random"}, seed=4)
        address = f"{studio.address}t/{links['seats'][0]['token']}"
        page.goto(address)
        told: list[str] = []
        for _ in range(MOST):
            page.wait_for_function(READY)
            told += page.locator(".lately span").all_inner_texts()
            if "Year 2" in page.locator("#facts").inner_text().replace("\n", " "):
                break
            question = page.evaluate(ASKED)
            decide(page, chance)
            page.wait_for_function(OTHER, arg=question)
        assert "Year 1 is over" in told
        assert page.url == address
    context.close()
