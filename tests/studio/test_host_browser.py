"""In a real browser: the list of tables, a link that is renewed, a table that is handed over, pauses, a running game saved."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.pages import accessible, choose
from tests.support.serving import HERE, Served, served

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

COURT = HERE.parent / "cases" / "games" / "bluffing-court"


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("hosting"), "kuhn-poker", str(COURT)) as found:
        yield found


def test_whoever_runs_the_studio_lists_tables_and_deletes_them(context: BrowserContext, studio: Served) -> None:
    studio.open_table("kuhn-poker", ["ann", "bob"])
    page = context.new_page()
    page.goto(studio.address)
    page.get_by_role("button", name="Kuhn Poker").wait_for()
    assert page.get_by_role("button", name="Tables").is_hidden()
    page.goto(studio.entrance)
    assert page.url == studio.address  # the secret is not in the address any more
    page.get_by_role("button", name="Tables").click()
    dialog = page.get_by_role("dialog", name="all tables")
    dialog.get_by_text("ann, bob").wait_for()
    accessible(page)
    page.once("dialog", lambda asked: asked.accept())
    dialog.get_by_role("button", name="delete the table of ann, bob").click()
    dialog.get_by_text("ann, bob").wait_for(state="detached")


def test_a_link_is_renewed_and_the_table_is_handed_over(context: BrowserContext, studio: Served) -> None:
    page = context.new_page()
    page.goto(studio.address)
    page.get_by_role("button", name="Kuhn Poker").click()
    page.get_by_label("who sits at seat 2").select_option("person")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Table", exact=True).click()
    links = page.locator("#links a")
    links.nth(1).wait_for()
    blue = context.new_page()
    address = links.nth(1).get_attribute("href") or ""
    blue.goto(address)
    blue.get_by_text("Waiting").wait_for()
    page.locator("[data-player=blue].is-here").first.wait_for(state="attached")  # that draws the links once more
    page.once("dialog", lambda asked: asked.accept())
    page.get_by_role("button", name="new link for blue").click()
    blue.get_by_text("This link has been replaced by another one.").wait_for()
    page.locator(f'#links a[href="{address}"]').wait_for(state="detached")
    accessible(page)
    page.locator("[data-player=blue]:not(.is-here)").first.wait_for(state="attached")  # that draws them again
    page.once("dialog", lambda asked: asked.accept())
    page.locator("#links").get_by_role("button", name="blue", exact=True).click()
    page.get_by_text("Send this link to blue").wait_for()
    blue.goto(links.first.get_attribute("href") or "")
    blue.get_by_role("button", name="Table", exact=True).click()
    blue.locator("#links").get_by_text("hand over to").wait_for()
    assert "owner" not in blue.url


def test_a_running_game_is_saved_and_loaded(context: BrowserContext, studio: Served) -> None:
    """No seed was chosen: the file has no key, and this studio loads it all the same."""
    page = context.new_page()
    page.goto(studio.address)
    page.get_by_role("button", name="Kuhn Poker").click()
    page.get_by_label("who sits at seat 2").select_option("person")
    page.get_by_role("button", name="Open the table").click()
    choose(page, "Bet")
    page.get_by_text("Waiting").wait_for()
    page.get_by_role("button", name="Table", exact=True).click()
    with page.expect_download() as kept:
        page.get_by_role("link", name="Save the game").click()
    save = json.loads(kept.value.path().read_text(encoding="utf-8"))
    assert (save["seed"], len(save["decisions"])) == (0, 1)
    page.goto(studio.address)
    page.locator("#load").set_input_files(kept.value.path())
    page.get_by_text("red: Bet one").wait_for()


def test_a_table_says_that_it_pauses(context: BrowserContext, studio: Served) -> None:
    page = context.new_page()
    page.goto(studio.address)
    page.get_by_role("button", name="A bluffing court").click()
    page.get_by_label("pauses").select_option("real")
    accessible(page)
    with page.expect_request("**/api/tables") as sent:
        page.get_by_role("button", name="Open the table").click()
    body: Any = sent.value.post_data_json
    assert body["pauses"] == "real"
    page.get_by_text("This table sometimes pauses for as long as its players usually think").wait_for()
    accessible(page)
