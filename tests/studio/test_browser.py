"""The studio in a real browser: whole games by clicking, secrets, a killed server, a phone, and what axe says of the pages.

Wherever a Chromium is found; `conftest.py` says where one must be.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.pages import accessible, choose
from tests.support.serving import BIDS, Served, served

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, ViewportSize

PHONE: ViewportSize = {"width": 390, "height": 844}
GAMES = Path(__file__).parents[2] / "games"
TWENTY = 'variant twenty "Twenty points"\n  change goal to 20\n'


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    home = tmp_path_factory.mktemp("studio")
    shutil.copytree(GAMES / "pig", home / "pig")
    (home / "pig" / "variants").mkdir()
    (home / "pig" / "variants" / "twenty.rules").write_text(TWENTY, encoding="utf-8")
    with served(home / "data", "kuhn-poker", "tic-tac-toe", "dystopolis", str(BIDS), str(home / "pig")) as found:
        yield found


def sit(context: BrowserContext, studio: Served, links: dict[str, Any]) -> list[Page]:
    """A page for each seat."""
    pages = []
    for seat in links["seats"]:
        page = context.new_page()
        page.goto(f"{studio.address}t/{seat['token']}")
        pages.append(page)
    return pages


def test_kuhn_poker_by_two_browsers_and_a_spectator(context: BrowserContext, studio: Served) -> None:
    """Red bets, blue passes: red wins one. The spectator sees no card."""
    links = studio.open_table("kuhn-poker", ["red", "blue"])
    red, blue = sit(context, studio, links)
    watch = context.new_page()
    watch.goto(f"{studio.address}t/{links['watch']}")
    watch.get_by_text("red decides.").wait_for()
    cards = red.locator("#own .card header").all_inner_texts()
    assert len(cards) == 1
    assert cards[0] not in watch.inner_text("body")
    accessible(red)
    choose(red, "Bet one")
    blue.get_by_text("Your decision").wait_for()
    blue.keyboard.press("2")
    blue.keyboard.press("Enter")
    for page in (red, blue, watch):
        page.get_by_text("red wins.").wait_for()


def test_what_cannot_be_chosen_is_greyed_with_the_reason(context: BrowserContext, studio: Served) -> None:
    """Dystopolis: keeping two Intrigue cards brings Intrigue along, which cannot be taken away then. It is for two to five. What
    was filled in stays when something else is chosen."""
    from playwright.sync_api import expect

    page = context.new_page()
    page.goto(studio.address)
    page.get_by_role("button", name="Dystopolis").click()
    dialog = page.get_by_role("dialog")
    two, intrigue = dialog.get_by_label("Keep two Intrigue cards"), dialog.get_by_label("Intrigue cards", exact=True)
    two.wait_for()
    assert not intrigue.is_checked()
    assert dialog.get_by_label("number of people").locator("option[disabled]").all_inner_texts() == ["1"]
    assert dialog.get_by_text("1: Dystopolis is for 2 to 5 players, not 1").is_visible()
    dialog.get_by_label("name of seat 1").fill("Ada")
    dialog.get_by_label("who sits at seat 2").select_option("random")
    dialog.get_by_label("Seed").fill("42")
    two.check()
    expect(dialog.get_by_text("is needed by Keep two Intrigue cards")).to_be_visible()
    expect(dialog.get_by_label("Intrigue cards is needed by")).to_be_disabled()
    expect(dialog.get_by_label("Intrigue cards is needed by")).to_be_checked()
    accessible(page)
    dialog.get_by_label("number of people").select_option("2")
    assert dialog.get_by_label("name of seat 1").input_value() == "Ada"
    assert dialog.get_by_label("who sits at seat 2").input_value() == "random"
    dialog.get_by_text("Options (").click()
    option = dialog.locator("select[name^='option ']").first
    chosen = next(value for value in option.locator("option").evaluate_all("all => all.map(one => one.value)")
                  if value != option.get_attribute("data-usual"))  # fmt: skip
    with page.expect_response("**/api/games/dystopolis*"):
        option.select_option(chosen)
    expect(option).to_have_value(chosen)
    with page.expect_request("**/api/tables") as sent:
        dialog.get_by_role("button", name="Open the table").click()
    body: Any = sent.value.post_data_json
    assert (body["seed"], body["variants"], list(body["options"].values())) == (
        42,
        ["intrigue", "keep_two_intrigue"],
        [chosen],
    )
    assert (body["seats"][0]["name"], body["seats"][0]["who"]) == ("Ada", "person")
    page.get_by_text("Your decision").or_(page.get_by_text("Waiting")).first.wait_for()


def test_a_table_from_the_lobby_and_a_click_on_the_board(context: BrowserContext, studio: Served) -> None:
    page = context.new_page()
    page.goto(studio.address)
    page.get_by_role("button", name="Tic-Tac-Toe").click()
    accessible(page)
    page.get_by_label("who sits at seat 2").select_option("random")
    page.get_by_role("button", name="Open the table").click()
    page.locator('#board [data-thing="square:b2"].legal').click()
    page.get_by_role("button", name="Confirm b2").click()
    page.get_by_text("red chooses b2").wait_for()
    page.locator("#board .piece").nth(1).wait_for()  # and the bot has answered
    page.get_by_label("one decision earlier").click()
    page.get_by_role("heading", name="After decision 1").wait_for()
    assert page.locator("#board .piece").count() == 1
    page.get_by_role("button", name="Back to now").click()
    page.get_by_role("button", name="Table", exact=True).click()
    page.locator("#links li").nth(1).wait_for()
    assert page.locator("#links li a").count() == 2  # red's seat and the spectators'


def test_secret_bids_and_a_server_that_is_killed(context: BrowserContext, tmp_path: Path) -> None:
    with served(tmp_path, str(BIDS)) as studio:
        links = studio.open_table("sealed-bids", ["ann", "bob"])
        ann, bob = sit(context, studio, links)
        bob.get_by_role("button", name="more").click(click_count=3)
        bob.get_by_role("button", name="Confirm 3").click()
        bob.get_by_text("Do you want lake at a tie?").wait_for()
        assert "What do you bid for lake?" in ann.inner_text("#decision")
        port = studio.port
        studio.kill()
        ann.get_by_text("The server does not answer").wait_for()
        studio.start(port)
        ann.locator("#offline").wait_for(state="hidden")
        choose(bob, "No")
        bob.get_by_text("A secret decision is being made").wait_for()
        ann.get_by_role("button", name="Confirm 0").click()
        choose(ann, "No")
        for page in (ann, bob):
            page.get_by_text("bob takes lake for 3").wait_for()


def test_on_a_phone(context: BrowserContext, studio: Served) -> None:
    """The decision is a sheet at the bottom of the first screen, and nothing is wider than the phone."""
    [red, *_] = sit(context, studio, studio.open_table("dystopolis", ["red", "blue"], {"blue": "random"}, seed=5))
    red.set_viewport_size(PHONE)
    box = red.locator("#decision .confirm").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= PHONE["height"]
    assert red.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    zoom, picture = red.locator("#zoom").bounding_box(), red.locator("#board .picture").bounding_box()
    assert zoom is not None
    assert picture is not None
    assert picture["y"] + picture["height"] <= zoom["y"] + 1  # they cover nothing
    accessible(red)


def test_balance_is_measured_and_a_game_is_watched(context: BrowserContext, studio: Served) -> None:
    """Games between bots with their winners and figures, one of them watched from its beginning; then two sides compared: with
    twenty points instead of a hundred to reach, a game is much shorter, and the page says so."""
    from playwright.sync_api import expect

    owner = studio.open_table("pig", ["red", "blue"])["owner"]
    page = context.new_page()
    page.emulate_media(reduced_motion="reduce")  # axe would see colours on their way
    page.goto(f"{studio.address}balance/{owner}")
    page.get_by_label("Simulate").check()
    page.locator("[name=games]").fill("20")
    page.locator("[name=bot]").select_option("random")
    accessible(page)
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("heading", name="20 games finished").wait_for()
    shares = page.locator("#results table.numbers").first.locator("tr td:nth-child(3)").all_inner_texts()
    assert sum(map(int, shares)) == 20
    expect(page.frame_locator("iframe").locator("svg").first).to_be_visible()
    accessible(page)
    with context.expect_page() as opened:
        page.get_by_role("button", name="watch game 1", exact=True).click()
    watched = opened.value
    watched.get_by_text("After decision 0").wait_for()
    watched.get_by_role("button", name="Back to now").click()
    watched.get_by_text("The game is over").wait_for()
    page.get_by_label("Compare two sides").check()
    page.locator("details[data-only=compare]").get_by_label("Twenty points").check()
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("heading", name="more than by chance").wait_for()
    assert page.locator("#results table.numbers tr").count() > 3
    assert page.locator("#results .red").count() == 0
    accessible(page)


def edit(context: BrowserContext, studio: Served) -> Page:
    links = studio.open_table("pig", ["red", "blue"], seed=9)
    page = context.new_page()
    page.goto(studio.entrance)
    page.goto(f"{studio.address}edit/{links['owner']}")
    page.locator("#editor[data-language=ready]").wait_for()
    return page


def at_the_end_of(page: Page, words: str) -> None:
    page.locator(".cm-line", has_text=words).click()
    page.keyboard.press("End")


def test_a_rule_is_edited_and_the_table_shows_it(context: BrowserContext, studio: Served) -> None:
    """First a mistake, which is pointed at and changes nothing; then a change, which is there at once."""
    page = edit(context, studio)
    table = page.frame_locator("#frame-table")
    table.get_by_role("radio", name="Roll").click()
    table.get_by_role("button", name="Roll", exact=True).click()
    table.get_by_role("radio", name="Hold").wait_for()
    at_the_end_of(page, 'to hold "Hold"')
    page.keyboard.press("Backspace")
    page.keyboard.type(' it"')
    at_the_end_of(page, "player gains pot points")
    page.keyboard.type("x")
    page.locator(".cm-lint-marker-error").wait_for()
    page.keyboard.press("Control+s")
    page.get_by_text("The table continues under the old rules.").wait_for()
    assert table.get_by_role("radio", name="Hold it").count() == 0
    page.locator("#status .problem").first.click()
    page.keyboard.press("End")
    page.keyboard.press("Backspace")
    page.keyboard.press("Control+s")
    page.get_by_text("The table was played again under the new rules (1 answers).").wait_for()
    table.get_by_role("radio", name="Hold it").wait_for()
    page.locator("#scenario-count.green", has_text="2 ✓ 0 ✗").wait_for()
    at_the_end_of(page, "player wins")
    page.keyboard.press("Enter")
    page.keyboard.type("end")
    page.keyboard.press("Control+Space")
    page.locator(".cm-tooltip-autocomplete li", has_text="end game").wait_for()
    page.keyboard.press("Escape")
    accessible(page)


def test_a_house_rule_by_form(context: BrowserContext, studio: Served) -> None:
    page = edit(context, studio)
    page.get_by_role("tab", name="House rule").click()
    page.get_by_label("What is it called?").fill("To thirty")
    page.get_by_label("What should it be?").fill("30")
    page.locator("#house-text", has_text="change goal to 30 was 100").wait_for()
    accessible(page)
    page.get_by_role("button", name="Write the house rule").click()
    page.get_by_text("variants/to_thirty.rules is written.").wait_for()
    page.locator(".cm-line", has_text="change goal to 30 was 100").wait_for()
    page.get_by_role("button", name="Play a table with it").click()
    page.locator("#editor[data-language=ready]").wait_for()
    page.frame_locator("#frame-table").get_by_role("radio", name="Roll").wait_for()
