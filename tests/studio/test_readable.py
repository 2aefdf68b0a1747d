"""Nothing one decides on is cut, covered or too small to read: at the sizes of a desktop, a laptop and a phone."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from interpreter.tools.studio.store import SEAT, WATCH, Store
from tests.support.bundled import gallery_games
from tests.support.decisions import RULEBOOKS, Moment, kinds_of_decision
from tests.support.pages import accessible
from tests.support.sampling import EVERYTHING, SEED, sampled
from tests.support.serving import Served, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ViewportSize

SIZES: list[ViewportSize] = [
    {"width": 1440, "height": 900},
    {"width": 1280, "height": 720},
    {"width": 390, "height": 844},
]
PAGES = 20 if EVERYTHING else 3  # decisions of each rulebook
CASES = sorted(str(file.parent) for file in (Path(__file__).parents[1] / "cases" / "games").glob("*/game.yaml"))
# Hexes with corners, a table of companies, a market row and engine cards, tricks: one of each in every run, by night all games.
KINDS = ("valley", "companies", "gems", "hearts")
OTHERS = [*(info.name for info in gallery_games()), *CASES]
GAMES = [
    name for name in OTHERS
    if EVERYTHING or name.rpartition("/")[2] in KINDS or name in sampled(OTHERS, 4, "games that can be read")
]  # fmt: skip

WRONG = """() => {
  const found = [];
  const shown = (one) => { const box = one.getBoundingClientRect(); return box.width > 0 && box.height > 0; };
  const inside = (box) => box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
  const size = (one) => {
    const scale = one instanceof SVGElement ? one.getScreenCTM().a : 1;
    return parseFloat(getComputedStyle(one).fontSize) * scale;
  };
  const say = (what, one) => found.push(`${what}: ${one.outerHTML.slice(0, 140)}`);
  const words = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const covered = (one) => {
    const box = one.getBoundingClientRect();
    const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return there === null || !(one.contains(there) || there.contains(one));
  };
  for (const one of document.querySelectorAll("#decision *")) {
    if (shown(one) && words(one) && !one.closest("svg") && size(one) < 11) say("small", one);
  }
  for (const one of document.querySelectorAll("#decision .confirm, #decision .pass, #decision h2")) {
    if (!inside(one.getBoundingClientRect())) say("out of sight", one);
    else if (covered(one)) say("covered", one);
  }
  for (const one of document.querySelectorAll("#decision .choice")) {
    one.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1) say("cut", one);
    if (!inside(one.getBoundingClientRect())) say("out of reach", one);
  }
  // in focus: each thing on the table that can be chosen, when the keyboard reaches it
  for (const one of [...document.querySelectorAll("#centre .legal, #own .legal, #board .ghost:not(.other)")].slice(0, 12)) {
    if (!shown(one)) continue;
    one.focus();
    one.scrollIntoView?.({ block: "nearest", inline: "nearest" });
    const shape = one.querySelector(":scope > .shape, :scope > .ghost-cell") ?? one;
    if (!(one instanceof SVGElement) && covered(one)) say("thing covered", one);
    if (!inside(shape.getBoundingClientRect())) say("thing out of sight", one);
    if (!(one instanceof SVGElement) && one.matches(".card") && one.scrollHeight > one.clientHeight + 1) say("thing cut", one);
    for (const text of one.querySelectorAll("text:not(.on-piece):not(.plus), p, b, small, span")) {
      if (shown(text) && words(text) && !text.closest(".ring") && size(text) < 10.9) say("thing small", text);
    }
  }
  const players = document.querySelector("#left");
  if (innerWidth > 1200 && players.scrollHeight > players.clientHeight + 1) found.push("players out of sight");
  const shelf = document.querySelector("#shelf");
  const beside = innerWidth > 1200 && !document.querySelector(".shape-none");
  if (beside && shelf.scrollHeight > shelf.clientHeight + 2) found.push("shelf out of sight");
  for (const [one, other] of [...document.querySelectorAll("#own .zone")].map((zone, at, all) => [zone, all[at + 1]])) {
    const box = one.getBoundingClientRect(), next = other?.getBoundingClientRect();
    const ends = [...one.querySelectorAll(".card")].map((card) => card.getBoundingClientRect().right);
    if (next && next.top < box.bottom && next.left < Math.max(box.right, ...ends)) say("overlaps", one);
  }
  if (document.documentElement.scrollWidth > innerWidth + 1) found.push("wider than the page");
  return found;
}"""


@pytest.fixture(scope="module")
def tables() -> list[Moment]:
    seen: set[tuple[str, str, str]] = set()
    return [
        moment
        for name in (*RULEBOOKS, *GAMES)
        for moment in list(kinds_of_decision(name, (), SEED % 1000, seen))[-(PAGES if name in RULEBOOKS else 1) :]
    ]


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory, tables: list[Moment]) -> Iterator[Served]:
    data = tmp_path_factory.mktemp("readable")
    store = Store(data / "studio.sqlite")
    for moment in tables:
        tokens = [(moment.token, SEAT, moment.seat), (secrets.token_urlsafe(18), WATCH, None)]
        store.add(moment.setup, tokens, moment.answers)
    store.close()
    with served(data, *RULEBOOKS, *GAMES) as found:
        yield found


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_what_one_decides_on_can_be_read(
    browser: Browser, studio: Served, tables: list[Moment], size: ViewportSize
) -> None:
    context = browser.new_context(viewport=size, has_touch=size["width"] < 600)
    page = context.new_page()
    wrong: dict[str, Any] = {}
    last = ""
    for moment in tables:
        page.goto(f"{studio.address}t/{moment.token}")
        page.locator("#decision.mine .confirm").wait_for()
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        found = page.evaluate(WRONG)
        if found:
            wrong[f"{moment.setup.game} {moment.request['rule']} {moment.request['name']}"] = found[:4]
        if moment.setup.game != last:
            last = moment.setup.game
            accessible(page)
    context.close()
    assert wrong == {}


def test_a_laptop_at_twice_the_size(browser: Browser, studio: Served, tables: list[Moment]) -> None:
    """200 %: a laptop's page has 640 by 360 points then. Nothing is lost, and the question can be answered."""
    context = browser.new_context(viewport={"width": 640, "height": 360}, device_scale_factor=2)
    page = context.new_page()
    wrong: dict[str, Any] = {}
    for moment in tables[::PAGES]:
        page.goto(f"{studio.address}t/{moment.token}")
        page.locator("#decision.mine .confirm").wait_for()
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        found = page.evaluate(WRONG)
        if found:
            wrong[f"{moment.setup.game} {moment.request['rule']} {moment.request['name']}"] = found[:4]
    context.close()
    assert wrong == {}


def test_a_full_shelf_stands_in_tabs(browser: Browser, studio: Served, tables: list[Moment]) -> None:
    """On a laptop Tycoon's cards, policies and piles are more than its shelf has room for. Each stands in one tab, arrows
    lead from tab to tab, and on a large screen there are no tabs."""
    moment = next(one for one in reversed(tables) if one.setup.game == "tycoon-india-1981")
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.goto(f"{studio.address}t/{moment.token}")
    tabs = page.get_by_role("tablist", name="cards and piles").get_by_role("tab")
    tabs.first.wait_for()
    shown = "() => [...document.querySelectorAll('#shelf > .zone:not([hidden])')].map((one) => one.textContent)"
    every = page.evaluate("() => [...document.querySelectorAll('#shelf > .zone')].map((one) => one.textContent)")
    seen: list[str] = []
    page.locator("#shelf [aria-selected=true]").focus()
    page.keyboard.press("Home")
    for number in range(tabs.count()):
        assert page.evaluate("() => document.activeElement.getAttribute('aria-selected')") == "true"
        assert tabs.nth(number).get_attribute("aria-selected") == "true"
        assert (
            page.evaluate(
                "() => { const s = document.querySelector('#shelf'); return s.scrollHeight - s.clientHeight; }"
            )
            <= 2
        )
        seen += page.evaluate(shown)
        page.keyboard.press("ArrowRight")
    assert tabs.count() > 1
    assert sorted(seen) == sorted(every)
    page.keyboard.press("End")
    last = page.evaluate(shown)
    accessible(page)
    page.set_viewport_size({"width": 1279, "height": 720})  # laid out again: the same tab is open, and has the focus
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate(shown) == last
    assert page.evaluate("() => document.activeElement.getAttribute('role')") == "tab"
    page.set_viewport_size({"width": 2200, "height": 1400})
    page.locator("#shelf .shelf-tabs").wait_for(state="detached")
    assert page.evaluate(shown) == every
    page.close()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_the_lobby_and_a_lost_link(browser: Browser, studio: Served, size: ViewportSize) -> None:
    context = browser.new_context(viewport=size)
    page = context.new_page()
    page.goto(studio.address)
    page.locator(".game").first.wait_for()
    accessible(page)
    page.goto(f"{studio.address}t/there-is-no-such-link")
    page.get_by_text("There is no such table, or it is gone.").wait_for()
    assert page.get_by_role("link", name="My tables and all games").is_visible()
    accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    context.close()
