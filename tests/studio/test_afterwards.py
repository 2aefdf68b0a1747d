"""A finished game in the browser: watched from each player's eyes, at another pace, and played again by the same people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.support.pages import accessible, choose
from tests.support.serving import Served, served

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("afterwards"), "kuhn-poker") as found:
        yield found


def test_a_finished_game(context: BrowserContext, studio: Served) -> None:
    """Kuhn poker: red bets, blue passes. Then red may see blue's card, at the moment at which only blue saw it, and both are
    led to a new table by red, whose it is."""
    links = studio.open_table("kuhn-poker", ["red", "blue"])
    red, blue = (context.new_page() for _ in range(2))
    for page, seat in zip((red, blue), links["seats"], strict=True):
        page.goto(f"{studio.address}t/{seat['token']}")
    red.evaluate("([table, owner]) => localStorage.setItem(`owner:${table}`, owner)", [links["table"], links["owner"]])
    red.reload()
    secret = blue.locator("#own .card header").inner_text()
    assert secret not in red.inner_text("#centre") + red.inner_text("#own")
    choose(red, "Bet one")
    blue.get_by_text("Your decision").wait_for()
    choose(blue, "Pass")
    red.get_by_text("red wins.").wait_for()
    red.locator(".finale.won .falling").first.wait_for(state="attached")  # blue has no reason for joy
    assert blue.locator(".finale:not(.won)").count() == 1
    red.get_by_role("button", name="How the game went").click()
    red.locator(".chart polyline").nth(1).wait_for(state="attached")  # a line for each player
    accessible(red)
    red.get_by_role("button", name="one decision earlier").click()
    red.get_by_text("You are looking at an earlier moment").wait_for()
    assert secret not in red.inner_text("#own")
    red.get_by_label("as seen by").select_option("blue")
    red.locator("#own .card header").get_by_text(secret, exact=True).wait_for()
    red.get_by_label("pace of the time line").select_option("300")
    accessible(red)
    red.get_by_role("button", name="Back to now").click()
    red.get_by_role("button", name="Again with the same people").click()
    blue.get_by_text("A new game with the same people has begun.").wait_for()
    blue.get_by_role("link", name="Go there").click()
    red.wait_for_url(lambda address: links["seats"][0]["token"] not in address)
    for page, name in ((red, "red"), (blue, "blue")):
        page.locator(f'#left [data-player="{name}"].mine').wait_for()
        assert page.locator("#moment").get_attribute("max") == "0"
