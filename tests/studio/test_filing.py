"""Whole files in the editor: made, renamed, duplicated, deleted, uploaded, searched, restored; a switch of rules undone."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from interpreter.source import Problems
from interpreter.tools.new.spreadsheets import card_table
from interpreter.tools.studio import file_work, history
from interpreter.tools.studio.game_files import Desk, NotHereError
from tests.support.serving import Listening, Served, served

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

PLAY = "rules/play.rules"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    folder = tmp_path / "game"
    for name, text in {
        "game.yaml": "title: A\n",
        PLAY: "let a = 1\nlet b = 2\n",
        "cards/deck.yaml": "rows: []\n",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return Desk(folder, "", history.history_of(tmp_path / "home", folder))


def save(desk: Desk, name: str, text: str) -> None:
    desk.write(name, text, desk.read(name)[1] if name in desk.files() else None)


def texts(desk: Desk) -> dict[str, str]:
    return {name: desk.read(name)[0] for name in desk.files()}


def test_every_save_can_be_undone(desk: Desk) -> None:
    first = texts(desk)
    save(desk, PLAY, "let a = 5\nlet b = 2\n")
    second = texts(desk)
    save(desk, "rules/more.rules", "let c = 3\n")
    file_work.delete(desk, "cards/deck.yaml")
    third = texts(desk)
    told = file_work.steps(desk)
    assert [step["words"] for step in told["steps"]] == [
        "cards/deck.yaml deleted", "rules/more.rules made", f"{PLAY} saved"
    ]  # fmt: skip
    assert [gone["name"] for gone in told["bin"]] == ["cards/deck.yaml"]
    assert not (desk.folder / "cards").exists()
    latest, _, oldest = told["steps"]
    changed = file_work.difference(desk, oldest["files"][0]["number"])["lines"]
    assert changed == [("-", 1, "let a = 1"), ("+", 1, "let a = 5"), (" ", 2, "let b = 2")]
    file_work.restore_game(desk, oldest["step"])
    assert texts(desk) == second
    file_work.restore_game(desk, oldest["step"] - 1)  # as it was before the studio changed anything
    assert texts(desk) == first
    file_work.restore_game(desk, latest["step"])
    assert texts(desk) == third
    file_work.restore_file(desk, told["bin"][0]["number"])
    assert texts(desk)["cards/deck.yaml"] == "rows: []\n"


def test_what_was_changed_elsewhere_is_kept_as_well(desk: Desk) -> None:
    save(desk, PLAY, "let a = 5\n")
    (desk.folder / PLAY).write_text("let a = 7  # by another editor\n", encoding="utf-8")
    save(desk, PLAY, "let a = 9\n")
    last = file_work.steps(desk)["steps"][0]
    assert file_work.difference(desk, last["files"][0]["number"])["lines"] == [
        ("-", 1, "let a = 7  # by another editor"), ("+", 1, "let a = 9"),
    ]  # fmt: skip


def test_a_log_cut_off_by_a_crash_is_read_and_a_long_one_is_shortened(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "MOST", 10)
    save(desk, "rules/old.rules", "let z = 0\n")
    noted = file_work.noted(desk)
    for number in range(30):
        save(desk, PLAY, f"let a = {number}\n")
    assert len(noted.entries()) <= 20
    assert "rules/old.rules" in {entry.name for entry in noted.entries()}
    assert all(noted.text(entry) is not None for entry in noted.entries())
    log = next(desk.folder.parent.rglob(history.LOG))
    log.write_text(log.read_text(encoding="utf-8")[:-20], encoding="utf-8")
    assert noted.entries()[-1].name == PLAY


def test_a_renamed_file_is_followed(desk: Desk) -> None:
    save(desk, PLAY, 'cards card from "cards/deck.yaml"\n')
    assert file_work.rename(desk, "cards/deck.yaml", "cards/all.yaml") == [PLAY]
    assert texts(desk)[PLAY] == 'cards card from "cards/all.yaml"\n'
    assert "cards/deck.yaml" not in desk.files()
    assert len(file_work.steps(desk)["steps"][0]["files"]) == 3
    assert file_work.duplicate(desk, PLAY) == "rules/play_copy.rules"
    assert file_work.duplicate(desk, PLAY) == "rules/play_copy2.rules"
    for what in (lambda: file_work.delete(desk, "game.yaml"), lambda: file_work.rename(desk, "game.yaml", "b.yaml")):
        with pytest.raises(NotHereError, match="keeps its name"):
            what()


def test_search_and_replace(desk: Desk) -> None:
    save(desk, "rules/b.rules", "let Goal = 3  # the GOAL\nlet aim = 2\n")
    found = file_work.search(desk, "goal")
    assert [(one["name"], one["line"], one["column"]) for one in found] == [("rules/b.rules", 1, 5)]
    assert file_work.search(desk, "goal", exact=True) == []
    assert file_work.replace(desk, "goal", r"\1") == (2, ["rules/b.rules"])
    assert texts(desk)["rules/b.rules"] == "let \\1 = 3  # the \\1\nlet aim = 2\n"


SHEET = """title;Cost;Élan;Of kind;Motto
Big Ben;3;yes;Tower;"Ding; dong"
Big Ben;+4;no;Tower;
Old Mill;;;Works;It turns: slowly
"""
TABLE = """# The my_tower cards, from a spreadsheet.
source: stand-in
rows:
  - {id: big_ben, title: Big Ben, cost: 3, elan: yes, of_kind: tower, motto: Ding; dong}
  - {id: big_ben_2, title: Big Ben, cost: 4, elan: no, of_kind: tower}
  - {id: old_mill, title: Old Mill, of_kind: works, motto: "It turns: slowly"}
"""
RULES = """kind of_kind is tower, works
cards my_tower from "cards/my_tower.yaml"
  cost: number or none
  elan: yes or no
  of_kind: of_kind
  motto: text
"""


def test_a_spreadsheet_becomes_a_table_and_its_columns() -> None:
    found = card_table(SHEET, "my Tower")
    assert found["cards/my_tower.yaml"] == TABLE
    assert RULES in found["rules/my_tower.rules"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a,b\n", "a line for each card"),
        ("a,a\n1,2\n", "two columns have the same name"),
        ("a,!\n1,2\n", "is not a name for a column"),
    ],
)
def test_what_is_no_table(text: str, words: str) -> None:
    with pytest.raises(Problems, match=words):
        card_table(text, "cards")


# ---- through the server


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("files") / "data", "kuhn-poker", "pig") as found:
        yield found


def asked(studio: Served, path: str, wanted: dict[str, object]) -> tuple[int, Any]:
    while (found := studio.ask(path, wanted))[0] == 429:
        time.sleep(0.1)
    return found


def begun(studio: Served, title: str) -> str:
    status, links = asked(studio, "/api/host/new-game", {"like": "race", "title": title})
    assert status == 200, links
    return str(links["owner"])


def changed(studio: Served, owner: str, what: str, **wanted: object) -> dict[str, Any]:
    status, found = asked(studio, f"/api/e/{owner}/{what}", wanted)
    assert status == 200, found
    assert isinstance(found, dict)
    return found


def test_a_change_of_several_files_is_undone_and_done_again(studio: Served) -> None:
    owner = begun(studio, "Undone")
    before = studio.ask(f"/api/e/{owner}")[1]["files"]
    found = changed(studio, owner, "begin", kind="cards", name="spell")
    assert set(found["files"]) - set(before) == {"cards/spell.yaml", "rules/spell.rules"}
    undone = changed(studio, owner, "restore", step=found["step"] - 1)
    assert (undone["files"], undone["problems"]) == (before, [])
    assert changed(studio, owner, "restore", step=undone["step"] - 1)["files"] == found["files"]


def test_parts_begin_and_run(studio: Served) -> None:
    owner = begun(studio, "Parts")
    for kind, name, file in (
        ("cards", "spell", "cards/spell.yaml"), ("variant", "short one", "variants/short_one.rules"),
        ("scenario", "first turn", "scenarios/first_turn.scenario"), ("rules", "Scoring", "rules/scoring.rules"),
    ):  # fmt: skip
        found = changed(studio, owner, "begin", kind=kind, name=name)
        assert (found["show"], found["problems"], found["taken"]) == (file, [], True)
    sheet = "title,cost,colour\nFire,3,red\nLava,4,red\nIce,2,blue\n"
    found = changed(studio, owner, "upload", name="spells 2.csv", text=sheet)
    assert (found["show"], found["problems"]) == ("cards/spells_2.yaml", [])
    found = changed(studio, owner, "make", name="rules/own.rules", text="let six = 6\n")
    assert found["show"] == "rules/own.rules"
    status, refused = asked(studio, f"/api/e/{owner}/make", {"name": "rules/own.rules", "text": ""})
    assert (status, refused["message"]) == (409, "There is already a file rules/own.rules. Choose another name.")
    status, refused = asked(studio, f"/api/e/{owner}/begin", {"kind": "cards", "name": "player"})
    assert status == 409
    assert "player" in refused["message"]
    status, told = studio.ask(f"/api/e/{owner}/search?words=SIX")
    assert [one["name"] for one in told["found"]] == ["rules/own.rules"]


def test_a_bundled_game_keeps_its_files(studio: Served) -> None:
    owner = studio.open_table("pig", ["red", "blue"])["owner"]
    for what in ("delete", "rename", "duplicate"):
        status, found = asked(studio, f"/api/e/{owner}/{what}", {"name": PLAY, "to": "rules/p.rules"})
        assert (status, found["message"][:29]) == (409, "This game came with Rulewrigh")
    assert studio.ask(f"/api/e/{owner}/history")[1] == {"steps": [], "bin": []}
    assert studio.ask(f"/api/e/{owner}/history/0")[0] == 409
    assert studio.ask(f"/api/e/{owner}/history", cookie="")[0] == 403


def test_playing_under_new_rules_is_undone(studio: Served) -> None:
    """To hold is forbidden with hindsight: the new rules drop that answer, undoing brings it back with its rules."""
    bundled = studio.open_table("pig", ["red", "blue"], seed=9)
    status, links = asked(studio, f"/api/e/{bundled['owner']}/copy", {})
    assert status == 200, links
    mine = studio.open_table(links["game"], ["red", "blue"], seed=9)
    owner, red = mine["owner"], Listening(studio, mine["seats"][0]["token"])
    for answer in ("roll_on", "hold"):
        red.until_asked()
        assert red.decide(answer)[0] == 200
        red.wait()
    about = studio.ask(f"/api/e/{owner}")[1]
    assert (about["made"], about["can_return"]) == (2, False)
    before = studio.ask(f"/api/e/{owner}/file?name={PLAY}")[1]
    text = before["text"].replace("needs pot is more than 0", "needs pot is more than 60")
    assert text != before["text"]
    saved = changed(studio, owner, "file", name=PLAY, text=text, version=before["version"])
    assert (saved["taken"], saved["answers"]) == (False, 1)
    taken = changed(studio, owner, "take", accept=True)
    assert (taken["taken"], taken["answers"], taken["can_return"]) == (True, 1, True)
    assert changed(studio, owner, "untake")["answers"] == 2
    about = studio.ask(f"/api/e/{owner}")[1]
    assert (about["made"], about["old"], about["can_return"]) == (2, True, False)
    status, refused = asked(studio, f"/api/e/{owner}/untake", {})
    assert (status, refused["message"]) == (409, "There is nothing to undo.")


def test_what_was_played_becomes_a_scenario_and_what_was_found_is_expected(studio: Served) -> None:
    owner = begun(studio, "Recorded")
    red = Listening(studio, studio.ask(f"/api/e/{owner}")[1]["seats"][0]["token"])
    assert red.decide(red.until_asked()["choices"][0]["name"])[0] == 200
    found = changed(studio, owner, "record", title='my "first" move', first=0)
    assert (found["show"], found["line"]) == ("scenarios/recorded.scenario", 1)
    assert changed(studio, owner, "record", title="again", first=0)["line"] > 5
    results = scenarios(studio, owner)
    assert {"my 'first' move", "again"} <= {one["name"] for one in results if one["passed"]}
    text = '\nscenario "wrong"\n  then\n    home is 7\n'
    changed(studio, owner, "make", name="scenarios/wrong.scenario", text=text)
    wrong = next(one for one in scenarios(studio, owner) if not one["passed"])
    expected = {"file": "scenarios/wrong.scenario", "line": 4, "column": 5, "end_line": 4, "end_column": 14}
    assert wrong["expected"] == [{**expected, "text": "home is 30"}]


def scenarios(studio: Served, owner: str) -> list[dict[str, Any]]:
    status, text = studio.ask(f"/api/e/{owner}/scenarios", {})
    assert status == 200
    return [json.loads(line) for line in text.splitlines()]


def test_a_day_at_the_desk(studio: Served, context: BrowserContext) -> None:
    """Rename, search, break a scenario and expect what was found, look at the history, bring a deleted file back."""
    owner = begun(studio, "A day")
    page = context.new_page()
    page.goto(studio.entrance)
    page.goto(f"{studio.address}edit/{owner}")
    page.locator("#scenario-count.green").wait_for()
    page.get_by_role("button", name="+ Rules").click()
    page.get_by_label("What are the rules about?").fill("odds and ends")
    page.get_by_role("button", name="Add", exact=True).click()
    page.locator("#file-name", has_text="rules/odds_and_ends.rules").wait_for()
    page.get_by_label("more for rules/odds_and_ends.rules").click()
    page.get_by_role("button", name="Rename").click()
    page.get_by_label("Its new name, including its folder").fill("rules/odds.rules")
    page.locator("dialog.ask .confirm").click()
    page.locator("#file-name", has_text="rules/odds.rules").wait_for()
    page.get_by_label("more for rules/odds.rules").click()
    page.get_by_role("button", name="Delete").click()
    page.locator("#files", has_text="odds.rules").wait_for(state="detached")
    page.get_by_role("button", name="Search in all files").click()
    page.get_by_label("find in all files").fill("let fall")
    page.locator(".search-found button", has_text="let fall = 5").click()
    page.locator(".cm-activeLine", has_text="let fall = 5").wait_for()
    page.keyboard.press("End")
    page.keyboard.press("Backspace")
    page.keyboard.type("6")
    page.keyboard.press("Control+s")
    page.locator("#failures li:first-child .red").click()
    page.get_by_role("button", name="Make this the expected value").click()
    page.locator("dialog.ask pre").wait_for()
    page.get_by_role("button", name="Write it").click()
    page.locator("#scenario-count.green").wait_for()
    page.locator("#report").wait_for(state="hidden")
    page.get_by_role("button", name="History", exact=True).click()
    page.locator(".step summary", has_text="rules/play.rules saved").click()
    page.locator(".diff .added", has_text="let fall = 6").wait_for()
    page.locator(".bin").get_by_role("button", name="Put back").click()
    page.locator("#files", has_text="odds.rules").wait_for()
