"""Editing in a browser: what the language server says in the editor, cards as faces, a map that is dragged, one more card."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.market import Market, market
from tests.support.serving import Served, served

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Locator, Page


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Market:
    """With a map that is large enough to be drawn, and a card whose text promises what its rules give."""
    found = market(tmp_path_factory.mktemp("editing") / "market")
    names = ("north", "south", "east", "west", "hill", "ford", "mill", "gate")
    places = [f"  - {{id: {name}}}" for name in names]
    roads = [f"  - {{from: {one}, to: {other}}}" for one, other in pairwise(names)]
    lines = [
        "source: stand-in",
        "places:",
        *places,
        "connections:",
        *roads,
        "  - {id: pass_road, from: north, to: hill}",
        "",
    ]
    found.map.write_text("\n".join(lines), encoding="utf-8")
    cards = found.cards.read_text(encoding="utf-8")
    found.cards.write_text(
        cards.replace("  - id: cloth\n", "  - id: cloth\n    text: You gain 1 coin.\n"), encoding="utf-8"
    )
    return found


@pytest.fixture(scope="module")
def studio(game: Market) -> Iterator[Served]:
    folder = game.folder
    with served(folder.parent / "data", str(folder)) as found:
        yield found


@pytest.fixture
def page(context: BrowserContext, studio: Served) -> Page:
    links = studio.open_table("market", ["red", "blue"], seed=9)
    found = context.new_page()
    found.goto(studio.entrance)
    found.goto(f"{studio.address}edit/{links['owner']}")
    found.locator("#editor[data-language=ready]").wait_for()
    return found


def opened(page: Page, name: str) -> None:
    page.locator("#files button", has_text=name).click()
    page.locator(f'.cm-content[aria-label$="{name}"]').wait_for()


def word(page: Page, line: str, name: str) -> tuple[float, float]:
    """The middle of a word on the screen."""
    found: list[float] = page.locator(".cm-line", has_text=line).first.evaluate(
        """(line, name) => {
            const walk = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
            for (let node = walk.nextNode(); node; node = walk.nextNode()) {
                const at = node.data.indexOf(name);
                if (at < 0) continue;
                const range = document.createRange();
                range.setStart(node, at);
                range.setEnd(node, at + name.length);
                const box = range.getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
            }
            return [0, 0];
        }""",
        name,
    )
    return found[0], found[1]


def test_the_editor_says_what_a_word_is_and_goes_where_it_is_declared(page: Page) -> None:
    opened(page, "play.rules")
    hover = page.locator(".cm-tooltip-hover", has_text="is kept: a number")
    pointed(page, "player gains cost coins", "coins", hover)
    assert "coins(player)" in hover.inner_text()
    page.mouse.move(5, 5)
    page.mouse.click(*word(page, "player gains cost coins", "coins"))
    page.keyboard.press("F12")
    page.locator('.cm-content[aria-label$="goods.rules"]').wait_for()
    page.locator(".cm-activeLine", has_text="keep coins(player)").wait_for()
    page.keyboard.press("End")  # the new file has the keyboard
    page.keyboard.press("Enter")
    page.keyboard.type("let twice(player) = 2 * player's co")
    offered(page).filter(has_text="coins").first.wait_for()
    page.keyboard.press("Escape")
    page.keyboard.type("yns")
    page.locator(".cm-lint-marker-error").wait_for()
    pointed(page, "player's coyns", "coyns", page.locator(".cm-tooltip", has_text='did you mean "coins"?'))


def pointed(page: Page, line: str, name: str, told: Locator) -> None:
    """The mouse rests on a word until it is told what it is. It comes back if nothing is: a text that is checked just then
    closes what it has said before."""
    from playwright.sync_api import TimeoutError as NotYet

    for _ in range(8):
        page.mouse.move(5, 5)
        page.mouse.move(*word(page, line, name))
        with suppress(NotYet):
            told.wait_for(timeout=4000)
            return
    told.wait_for()


def offered(page: Page) -> Locator:
    return page.locator(".cm-tooltip-autocomplete li")


def test_cards_are_drawn_while_they_are_edited(page: Page) -> None:
    """A text that promises more than the rules give is told beside the faces."""
    opened(page, "goods.yaml")
    page.get_by_role("tab", name="Cards").click()
    page.locator("#faces .card", has_text="You gain 1 coin.").wait_for()
    assert page.locator("#faces .card").count() == 2
    page.mouse.click(*word(page, "You gain 1 coin.", "1"))
    page.keyboard.press("End")
    for _ in "1 coin.":
        page.keyboard.press("Backspace")
    page.keyboard.type("4 coins.")
    page.locator("#faces .card", has_text="You gain 4 coins.").wait_for()
    page.locator("#card-problems li", has_text="4").wait_for()


# A file that was opened is drawn again when its mistakes are known: the same thing is there twice in a row, a moment apart.
AT_REST = """async (place) => {
    const before = document.querySelector(place);
    await new Promise((done) => setTimeout(done, 300));
    return before !== null && before === document.querySelector(place);
}"""


def test_a_place_is_dragged_and_the_look_is_written(page: Page, game: Market) -> None:
    opened(page, "map.yaml")
    page.get_by_role("tab", name="Map").click()
    place = page.locator('#map g.part[data-thing="town:north"]')
    page.wait_for_function(AT_REST, arg='#map g.part[data-thing="town:north"]')
    box = place.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y + 30, steps=4)
    with page.expect_response("**/places") as written, page.expect_response("**/preview"):
        page.mouse.up()
    assert written.value.status == 200
    assert "north: [" in (game.folder / "look.yaml").read_text(encoding="utf-8")
    page.locator("#drawing").wait_for(state="hidden")
    place.wait_for()


def test_one_more_card_by_form(page: Page, game: Market) -> None:
    page.get_by_role("tab", name="House rule").click()
    page.get_by_label("Add a card").check()
    page.get_by_label("What is it called?").fill("Silk too")
    page.get_by_label("Its title").fill("Silk")
    page.get_by_label("price").fill("7")
    page.get_by_label("worth").fill("2")
    page.get_by_label("effect").fill("player gains 3 coins\nplayer gains 1 coin")
    page.locator("#house-text", has_text='title: "Silk"').wait_for()
    page.get_by_role("button", name="Write the house rule").click()
    page.get_by_text("variants/silk_too.rules is written.").wait_for()
    assert 'variant silk_too "Silk too"' in (game.folder / "variants" / "silk_too.rules").read_text(encoding="utf-8")
    row = (game.folder / "cards" / "silk_too_good.yaml").read_text(encoding="utf-8")
    assert "effect: |\n      player gains 3 coins\n      player gains 1 coin\n" in row


def test_a_map_is_changed_as_a_drawing(page: Page, game: Market) -> None:
    """By mouse and by keys: a place, its name, a connection, its direction, undone; saved, and moved."""
    before = game.map.read_text(encoding="utf-8")
    opened(page, "map.yaml")
    page.get_by_role("button", name="As a drawing").click()
    page.locator('.map-drawing:not([aria-busy]) [data-place="gate"]').wait_for()
    page.get_by_role("button", name="+ Place").click()
    name = page.get_by_label("name of the place")
    name.fill("Lime Kiln")
    name.press("Enter")
    place = page.locator('.map-drawing [data-place="lime_kiln"]')
    place.wait_for()
    assert "- {id: lime_kiln, title: Lime Kiln}" in page.locator(".grid-lines").inner_text()
    place.press("c")
    page.locator('.map-drawing [data-place="mill"] circle').click()
    way = page.locator('.map-drawing [aria-label="from Lime Kiln to mill, both ways"]')
    way.press("o")
    one_way = page.locator('.map-drawing [aria-label="from Lime Kiln to mill, one way"]')
    one_way.wait_for()
    assert "- {from: lime_kiln, to: mill, one_way: yes}" in page.locator(".grid-lines").inner_text()
    one_way.press("Control+z")
    way.wait_for()
    page.keyboard.press("Control+s")
    page.locator("#status", has_text="answers").or_(page.locator("#status", has_text="Saved")).first.wait_for()
    place_line, way_line = "  - {id: lime_kiln, title: Lime Kiln}\n", "  - {from: lime_kiln, to: mill}\n"
    after = game.map.read_text(encoding="utf-8")
    assert after == before.replace("connections:\n", f"{place_line}connections:\n") + way_line
    look = game.folder / "look.yaml"
    with page.expect_response("**/places") as written:
        place.press("ArrowRight")
    assert written.value.status == 200
    assert "lime_kiln: [" in look.read_text(encoding="utf-8")
    if "RULEWRIGHT_PICTURES" in os.environ:
        page.screenshot(path=Path(os.environ["RULEWRIGHT_PICTURES"]) / "map-drawing.png")


def test_on_a_phone_the_table_beside_the_text_is_in_sight_whole(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("tab", name="Table", exact=True).click()
    table = page.frame_locator("#frame-table")
    for part in ("#decision button.choice >> nth=0", "#decision .confirm", "#tabs"):
        table.locator(part).wait_for()
        box = table.locator(part).bounding_box()
        assert box is not None
        assert box["y"] >= 0, part
        assert box["y"] + box["height"] <= 844, part
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
