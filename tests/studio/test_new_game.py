"""A game from nothing: a kind or a game to copy and a name give files that can be edited, a table with bots, a green test."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from interpreter.tools.studio.beginnings import clean_title, folder_name, title_of_copy, with_title
from tests.support.serving import Served, served

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

NEW = "/api/host/new-game"


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("new") / "data", "kuhn-poker", "pig") as found:
        yield found


def asked(studio: Served, path: str, wanted: dict[str, str]) -> tuple[int, Any]:
    """Again and again while it is too fast: two games a second."""
    while (found := studio.ask(path, wanted))[0] == 429:
        time.sleep(0.1)
    return found


def begun(studio: Served, **wanted: str) -> dict[str, Any]:
    status, links = asked(studio, NEW, wanted)
    assert status == 200, links
    status, about = studio.ask(f"/api/e/{links['owner']}")
    assert status == 200, about
    assert isinstance(about, dict)
    return about


def scenarios(studio: Served, owner: str) -> list[dict[str, Any]]:
    status, text = studio.ask(f"/api/e/{owner}/scenarios", {})
    assert status == 200
    return [json.loads(line) for line in text.splitlines()] if isinstance(text, str) else [text]


def change(studio: Served, owner: str, name: str, old: str, new: str) -> dict[str, Any]:
    found = studio.ask(f"/api/e/{owner}/file?name={name}")[1]
    assert old in found["text"]
    wanted = {"name": name, "text": found["text"].replace(old, new), "version": found["version"]}
    status, saved = studio.ask(f"/api/e/{owner}/file", wanted)
    assert status == 200, saved
    assert isinstance(saved, dict)
    return saved


def test_every_kind_runs_at_once(studio: Served) -> None:
    kinds = studio.ask("/api/host/kinds")[1]["kinds"]
    assert {"auction", "board", "cards", "race"} <= {kind["name"] for kind in kinds}
    assert all(kind["about"] for kind in kinds)
    for kind in kinds:
        title = f"First: {kind['name']}"
        about = begun(studio, like=kind["name"], title=title)
        assert (about["title"], about["read_only"], about["old"]) == (title, "", False)
        assert {"game.yaml", "rules/play.rules"} <= set(about["files"])
        assert len(about["seats"]) >= 1  # a seat for you; bots have no links
        results = scenarios(studio, about["owner"])
        assert results
        assert all(one["passed"] for one in results)
    listed = {game["title"]: game for game in studio.ask("/api/games")[1]["games"]}
    assert listed["First: race"]["name"] == "first-race"


def test_a_copy_has_a_title_of_its_own(studio: Served) -> None:
    about = begun(studio, game="pig", title='Hog "deluxe"')
    assert (about["title"], about["game"], about["read_only"]) == ('Hog "deluxe"', "hog-deluxe", "")
    bundled = studio.open_table("kuhn-poker", ["red", "blue"])
    titles = []
    for _ in range(2):
        status, links = asked(studio, f"/api/e/{bundled['owner']}/copy", {})
        assert status == 200, links
        titles.append(studio.ask(f"/api/e/{links['owner']}")[1]["title"])
    assert titles == ["Copy of Kuhn Poker", "Copy of Kuhn Poker 2"]


def test_a_red_scenario_and_a_mistake_in_a_copy_name_their_files(studio: Served) -> None:
    """The folder of all copies is called `games`, as is that of the bundled ones, from which messages shorten paths."""
    owner = begun(studio, like="race", title="Red")["owner"]
    assert change(studio, owner, "rules/play.rules", "let fall = 5", "let fall = 6")["taken"] is True
    red = [one for one in scenarios(studio, owner) if not one["passed"]]
    assert [(one["file"], one["line"]) for one in red] == [("scenarios/turns.scenario", 3)]
    assert studio.ask(f"/api/e/{owner}/file?name={red[0]['file']}")[0] == 200
    found = change(studio, owner, "rules/play.rules", "let fall = 6", "let fall = ")
    assert [(one["path"], one["line"]) for one in found["problems"]] == [("rules/play.rules", 4)]


@pytest.mark.parametrize(
    ("wanted", "status", "words"),
    [
        ({"like": "race", "title": "  "}, 409, "Give the game a name."),
        ({"like": "race", "title": "Pig"}, 409, "There is already a game called Pig. Choose another name."),
        ({"like": "opera", "title": "New"}, 409, 'there is no template "opera"'),
        ({"like": "../race", "title": "New"}, 409, 'there is no template "../race"'),
        ({"game": "../pig", "title": "New"}, 409, "There is no such game here."),
        ({"like": "race"}, 400, "The name must be text of at most 2000 letters."),
    ],
)
def test_what_cannot_be_begun(studio: Served, wanted: dict[str, str], status: int, words: str) -> None:
    found, answer = asked(studio, NEW, wanted)
    assert (found, answer["message"]) == (status, words)


def test_only_the_host_begins_games(studio: Served) -> None:
    assert studio.ask(NEW, {"like": "race", "title": "Theirs"}, cookie="")[0] == 403
    assert studio.ask("/api/host/kinds", cookie="")[0] == 403


def test_a_bundled_game_keeps_its_name(studio: Served) -> None:
    """Nim is not offered here, but may be the next time."""
    assert begun(studio, like="race", title="Nim")["game"] == "nim-2"


@pytest.mark.parametrize(
    ("before", "title", "after"),
    [
        ("# ours\ntitle: Old # words\nabout: x\n", "New one", "# ours\ntitle: New one\nabout: x\n"),
        ("title: >\n  Old\n  words\nabout: x\n", "Ünique", "title: Ünique\nabout: x\n"),
        ("about: x\n", "a: b", 'title: "a: b"\nabout: x\n'),
        ("title: Old\n", "1830", 'title: "1830"\n'),
        ("title: Old\n", 'say "\\1"', 'title: "say \\"\\\\1\\""\n'),
    ],
)
def test_a_title_in_a_manifest(before: str, title: str, after: str) -> None:
    assert with_title(before, title) == after


def test_titles_and_folders() -> None:
    assert clean_title(" My\n\tgame\0 ") == "My game"
    assert folder_name("Über das Meer!") == "uber-das-meer"
    assert folder_name("../..") == "game"
    assert folder_name("囲碁") == "game"
    assert title_of_copy("Go", ["Go", "Copy of Go"]) == "Copy of Go 2"


def test_a_game_from_nothing_in_the_browser(studio: Served, context: BrowserContext) -> None:
    """Begin a race and shorten it to one step: the first throw wins, with one decision."""
    page = context.new_page()
    page.goto(studio.entrance)
    page.get_by_role("button", name="New game").click()
    page.get_by_label("name of the game").fill("Sprint")
    page.locator("#new-game input[value=race]").check()
    page.get_by_role("button", name="Begin").click()
    page.locator("#editor[data-language=ready]").wait_for()
    page.locator("#status", has_text="home is 30 in line 3").wait_for()
    page.locator("#scenario-count.green").wait_for()
    line = page.locator(".cm-line", has_text="let home = 30")
    line.click()
    page.keyboard.press("End")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.keyboard.type("1")
    page.keyboard.press("Control+s")
    page.locator("#status", has_text="The table was played again under the new rules").wait_for()
    table = page.frame_locator("#frame-table")
    table.get_by_role("button", name="Pass").click()
    table.locator("#decision", has_text="wins").wait_for()
    page.goto(studio.address)
    page.locator("#games", has_text="Sprint").wait_for()
