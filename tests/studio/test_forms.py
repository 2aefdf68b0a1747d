"""Card tables as a spreadsheet and numbers as a form: what they read, what they write, in the server and in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from interpreter.language.cheat_sheet import cheat_sheet, sentence_of
from interpreter.tools.new.adjustable import adjustable
from interpreter.tools.new.card_columns import columns_of
from tests.support.market import Market, market
from tests.support.serving import Served, served

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

GAMES = Path(__file__).parents[2] / "games"


def test_columns_have_the_types_that_the_rules_declare() -> None:
    found = {column.name: column for column in columns_of(GAMES / "dystopolis", "cards/companies.yaml")}
    assert found["size"].type == "thing"
    assert found["size"].choices == ("small", "medium", "large")
    assert found["id"].required
    events = {column.name: column for column in columns_of(GAMES / "dystopolis", "cards/events.yaml")}
    assert (events["rising"].type, events["rises"].type, events["rises"].choices) == ("list", "list", ())
    deeds = {column.name: column.type for column in columns_of(GAMES / "dystopolis", "cards/action_cards.yaml")}
    assert deeds["effect"] == "steps"


RULES = """let goal = 1_000   # enough
let twice(player) = 2 * goal
keep money(player): 0 to 99, starts at 5, seen by owner
keep pot: number, starts at 7
option length "How long" is short or long, usually short  cites A-1
option rounds is 1 to 8, usually 4
  let inner = 3
"""


def test_what_can_be_adjusted() -> None:
    texts = {
        "game.yaml": "title: A\nplayers: {min: 2, max: 4}\n",
        "rules/a.rules": RULES,
        "variants/b.rules": "let goal = 2\n",
    }
    found = [(one.group, one.name, one.value, one.low, one.high, one.line) for one in adjustable(texts)]
    assert found == [
        ("players", "fewest players", "2", 1, 4, 2), ("players", "most players", "4", 2, None, 2),
        ("numbers", "goal", "1_000", None, None, 1),
        ("ranges", "money", "0", None, 99, 3), ("ranges", "money", "99", 0, None, 3), ("starts", "money", "5", 0, 99, 3),
        ("starts", "pot", "7", None, None, 4),
        ("options", "length", "short", None, None, 5), ("options", "rounds", "4", 1, 8, 6),
    ]  # fmt: skip
    for one in adjustable(texts):
        assert texts[one.file].split("\n")[one.line - 1][one.column - 1 : one.end_column - 1] == one.value


def test_the_cheat_sheet_explains_words() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "cheat-sheet.md").read_text(encoding="utf-8")
    assert len(cheat_sheet()) == page.count("\n| `") > 30
    assert sentence_of("shuffle", "  shuffle deck") is not None
    raised = sentence_of("raise", "  raise player's money by 3")
    assert raised is not None
    assert raised.means == "change what is kept"
    chosen = sentence_of("may", "  player may choose card in hand(player)")
    assert chosen is not None
    assert "pass" in chosen.means
    assert sentence_of("umbrella", "  umbrella") is None


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Market:
    return market(tmp_path_factory.mktemp("forms") / "market")


@pytest.fixture(scope="module")
def studio(game: Market) -> Iterator[Served]:
    with served(game.folder.parent / "data", str(game.folder)) as found:
        yield found


def test_a_card_is_added_in_the_table(studio: Served, game: Market, context: BrowserContext) -> None:
    """By keyboard and by mouse; a mistake is told at its cell; the file keeps its other lines."""
    before = game.cards.read_text(encoding="utf-8")
    links = studio.open_table("market", ["red", "blue"], seed=9)
    page = context.new_page()
    page.goto(studio.entrance)
    page.goto(f"{studio.address}edit/{links['owner']}")
    page.locator("#files button.file", has_text=game.cards.name).click()
    page.get_by_role("button", name="As a table").click()
    page.locator("#grid td.of-number").first.wait_for()
    page.get_by_role("button", name="+ Card", exact=True).click()
    page.locator('#grid td[data-row="1"][data-column="id"]', has_text="new_card").dblclick()
    page.locator("#grid td input").fill("velvet")
    page.keyboard.press("Enter")
    price = page.locator('#grid td[data-row="1"][data-column="price"]')
    price.click()
    page.keyboard.press("Delete")
    page.locator("#grid td.wrong").first.wait_for()
    price.click()
    page.keyboard.type("8")
    page.keyboard.press("Enter")
    page.locator("#grid td.wrong").wait_for(state="detached")
    page.locator(".grid-lines", has_text="price: 8").wait_for()
    page.keyboard.press("Control+s")
    page.locator("#status .green").wait_for()
    after = game.cards.read_text(encoding="utf-8")
    assert "velvet" in after
    assert [line for line in before.split("\n") if line not in after.split("\n")] == []
    page.get_by_role("tab", name="Words").click()
    page.get_by_label("filter words").fill("price")
    page.locator("#tab-names summary", has_text="Columns of tables").wait_for()
