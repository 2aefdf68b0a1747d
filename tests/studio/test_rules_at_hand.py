"""The rules at hand: `?` opens the game's rulebook for players at what matters now, with links that lead to its pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.support.pages import accessible
from tests.support.serving import Served, served

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

PAGES = "document.querySelector('.book-pages').shadowRoot"


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("rules"), "dystopolis", "pig") as found:
        yield found


def test_the_rulebook_opens_where_it_matters(context: BrowserContext, studio: Served) -> None:
    """Dystopolis begins with a Concealed bidding: its clauses stand above the book and are marked in it. No id of a clause is
    for people to read."""
    names = ["red", "blue", "green", "yellow"]
    links = studio.open_table("dystopolis", names, dict.fromkeys(names[1:], "random"))
    page = context.new_page()
    page.goto(f"{studio.address}t/{links['seats'][0]['token']}")
    page.locator("#decision.mine .confirm").wait_for()
    page.keyboard.press("?")
    matters = page.get_by_role("region", name="what matters now")
    matters.get_by_text("Each player secretly sets aside a bid").wait_for()
    assert "DYS-" not in matters.inner_text()
    page.locator(".book-pages").wait_for()
    marked = page.evaluate(f"[...{PAGES}.querySelectorAll('.now')].map((one) => one.textContent)")
    assert any("everyone sets aside any amount of their money" in text for text in marked)
    accessible(page)
    page.get_by_role("button", name="The rules", exact=True).click()
    top = f"{PAGES}.querySelector('#rules > h2').getBoundingClientRect().top"
    assert 0 <= page.evaluate(top) < 900
    place = page.evaluate(
        f"(() => {{ const link = {PAGES}.querySelector('.index a'); link.click();"
        f" return {PAGES}.getElementById(link.getAttribute('href').slice(1)).getBoundingClientRect().top; }})()"
    )
    assert 0 <= place < 900
    page.keyboard.press("Escape")
    assert not page.locator("dialog#rules").is_visible()


def test_every_game_has_a_book(context: BrowserContext, studio: Served) -> None:
    """Pig has no rulebook.md: its book is made from its rules, and the same for all who ask."""
    links = studio.open_table("pig", ["red", "blue"])
    first = studio.ask(f"/api/t/{links['seats'][0]['token']}/book")
    assert first == studio.ask(f"/api/t/{links['watch']}/book")
    status, found = first
    assert status == 200
    assert '<section id="goal">' in found["html"]
    assert "<script" not in found["html"]
    assert "columns" in found["style"]
    assert studio.ask("/api/t/nobody/book")[0] == 404
    page = context.new_page()
    page.goto(f"{studio.address}t/{links['watch']}")
    page.get_by_text("red decides.").wait_for()
    page.get_by_role("button", name="Rules").first.click()
    page.locator(".book-pages").wait_for()
    assert page.get_by_text("This game has no rulebook for people yet").count() == 0
