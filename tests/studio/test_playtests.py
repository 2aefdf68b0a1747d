"""Playtests: one link, consent before anything is recorded, tables that fill, what is recorded, and data that is deleted."""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.serving import Listening, Served, served

GAMES = Path(__file__).parents[2] / "games"
PLAN = """
consent: For the designer alone.
players: 2
bots: random
compare:
  - name: printed
  - name: half
    variants: [half]
questions:
  - {name: before, ask: Played it before?, when: game starts, choice: [yes, no]}
  - {name: held, ask: Why did you stop?, when: player chooses hold}
  - {name: rich, ask: Who wins?, when: player's points is at least 2, scale: [me, them]}
  - {name: end, ask: How was it?}
"""
TOO_FAST = 429
HALF = 'variant half "First to fifty"\n  change goal to 50 was 100\n'


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    home = tmp_path_factory.mktemp("playtests")
    shutil.copytree(GAMES / "pig", home / "pig")
    (home / "pig" / "variants").mkdir(exist_ok=True)
    (home / "pig" / "variants" / "half.rules").write_text(HALF, encoding="utf-8")
    (home / "pig" / "playtest.yaml").write_text(PLAN, encoding="utf-8")
    with served(home / "data", str(home / "pig")) as found:
        yield found


def begun(studio: Served, name: str) -> str:
    """More than five a second are too fast: then it is asked again."""
    while (answer := studio.ask("/api/host/playtests", {"game": "pig", "name": name}))[0] == TOO_FAST:
        time.sleep(0.1)
    status, made = answer
    assert status == 200, made
    return str(made["link"])


def come(studio: Served, link: str, name: str, **answers: object) -> str:
    given = {"agreed": True, "name": name, "answers": answers}
    status, joined = studio.ask(f"/api/playtest/{link}/join", given, cookie="")
    assert status == 200, joined
    return str(joined["mine"])


def wait(studio: Served, mine: str, bots: bool = False) -> dict[str, Any]:
    found: dict[str, Any] = studio.ask(f"/api/my-data/{mine}/wait", {"bots": bots}, cookie="")[1]
    return found


def pair(studio: Served, link: str, *names: str) -> tuple[list[str], list[Listening]]:
    """Participants at a table of their own: their own tokens, and their pages in the same order."""
    mine = [come(studio, link, name) for name in names]
    for one in mine:
        wait(studio, one)
    return mine, [Listening(studio, wait(studio, one)["link"]) for one in mine]


def records(studio: Served, mine: str, *kinds: str) -> list[str]:
    """What is kept of somebody, in words; it is written a moment after it happened."""
    found = studio.ask(f"/api/my-data/{mine}", cookie="")[1]["records"]
    return [one["words"] for one in found if not kinds or one["kind"] in kinds]


def rows(studio: Served, query: str) -> list[Any]:
    database = sqlite3.connect(studio.data / "studio.sqlite")
    try:
        return database.execute(query).fetchall()
    finally:
        database.close()


def test_only_the_host_begins_a_playtest(studio: Served) -> None:
    assert studio.ask("/api/host/playtests", {"game": "pig", "name": "x"}, cookie="")[0] == 403
    assert studio.ask("/api/host/playtests", {"game": "pig", "name": " "})[1]["message"] == "Give the playtest a name."
    begun(studio, "Twice")
    status, refused = studio.ask("/api/host/playtests", {"game": "pig", "name": "Twice"})
    assert (status, refused["message"]) == (409, "There is already a playtest called Twice. Choose another name.")
    plan = studio.ask("/api/host/playtest-plan?game=pig")[1]
    assert (plan["sides"], plan["consent"]) == (["printed", "half"], "For the designer alone.")


def test_nothing_is_recorded_before_somebody_agrees(studio: Served) -> None:
    link = begun(studio, "Consent")
    invited = studio.ask(f"/api/playtest/{link}", cookie="")[1]
    assert invited["title"] == "Pig"
    assert any("how long you think" in line for line in invited["told"])
    assert [question["name"] for question in invited["questions"]] == ["before"]
    before = rows(studio, "select count(*) from participants"), rows(studio, "select count(*) from records")
    assert studio.ask(f"/api/playtest/{link}/join", {"name": "eve", "answers": {"before": "yes"}}, cookie="")[0] == 400
    assert studio.ask(f"/api/playtest/{link}/join", {"agreed": True, "answers": {"before": "no idea"}})[0] == 400
    assert (rows(studio, "select count(*) from participants"), rows(studio, "select count(*) from records")) == before
    assert studio.ask("/api/playtest/nowhere", cookie="")[0] == 409


def test_tables_fill_as_people_come_and_are_dealt_in_balance(studio: Served) -> None:
    link = begun(studio, "Balance")
    tables: list[str] = []
    for number in range(4):
        first = come(studio, link, "ann", before="no")
        alone = wait(studio, first)
        assert (alone["link"], alone["people"], alone["here"], alone["bots"]) == ("", 2, [], True)
        second = come(studio, link, "ann" if number else "")
        both = wait(studio, second)["link"], wait(studio, first)["link"]
        about = [studio.ask(f"/api/t/{token}", cookie="")[1] for token in both]
        assert about[0]["table"] == about[1]["table"]
        assert len(set(about[0]["players"])) == 2  # two who wish the same name
        assert about[0]["playtest"]["name"] == "Balance"
        tables.append("half" if about[0]["variants"] else "printed")
        assert records(studio, first, "answer") == ["Played it before? no"]
    assert sorted(tables[:2]) == sorted(tables[2:]) == ["half", "printed"]
    summary = next(one for one in studio.ask("/api/host/playtests")[1]["playtests"] if one["name"] == "Balance")
    assert (summary["people"], summary["tables"]) == (8, 4)
    assert [side["tables"] for side in summary["sides"]] == [2, 2]
    assert studio.ask(f"/api/host/playtests/{summary['id']}/close", {"closed": True})[0] == 200
    assert studio.ask(f"/api/playtest/{link}/join", {"agreed": True, "answers": {}}, cookie="")[0] == 409


def test_who_does_not_want_to_wait_plays_with_bots(studio: Served) -> None:
    link = begun(studio, "Alone")
    mine = come(studio, link, "ann")
    assert wait(studio, mine)["link"] == ""
    page = Listening(studio, wait(studio, mine, bots=True)["link"])
    assert page.until_asked()["choices"]
    assert [row[0] for row in rows(studio, "select seats from tables where names like '%\"ann\"%'")][-1].count(
        "random"
    ) == 1


def test_notes_questions_and_what_is_done_are_recorded(studio: Served) -> None:
    link = begun(studio, "Recorded")
    mine, pages = pair(studio, link, "cleo", "dora")
    first = next(number for number, page in enumerate(pages) if page.now["request"])
    page, own = pages[first], mine[first]
    token = f"/api/t/{page.token}/playtest"
    assert studio.ask(token, cookie="")[1]["questions"][0]["name"] == "before"  # it was left open on coming
    assert studio.ask(f"{token}/answer", {"question": "before", "answer": None})[0] == 200
    assert studio.ask(token)[1]["questions"] == []
    assert studio.ask(f"{token}/note", {"mood": "fun", "words": " well "})[0] == 200
    assert studio.ask(f"{token}/note", {"mood": "", "words": " "})[0] == 400
    assert studio.ask(f"{token}/did", {"what": "tried", "thing": "hold"})[0] == 200
    assert studio.ask(f"{token}/did", {"what": "tried", "thing": "nothing"})[0] == 200
    assert studio.ask(f"{token}/did", {"what": "looked_up", "thing": "rules"})[0] == 200
    page.decide("roll_on")
    page.wait()
    if not page.now["request"]:
        return  # a one: the rest of this test needs a second decision
    page.decide("hold")
    page.until(request=None)
    held = studio.ask(token)[1]["questions"]
    assert [one["name"] for one in held] == ["held", "rich"]
    assert studio.ask(f"{token}/answer", {"question": "rich", "answer": 6})[0] == 409
    assert studio.ask(f"{token}/answer", {"question": "end", "answer": "good"})[0] == 409  # not yet
    assert studio.ask(f"{token}/answer", {"question": "rich", "answer": 5})[0] == 200
    told = records(studio, own)
    assert told[:4] == [
        "you opened the table",
        "Played it before? you would rather not say",
        "you wrote: fun: well",
        "you tried Hold: you have not rolled yet",
    ]
    assert any(line.startswith("you took ") and line.endswith(" seconds to decide way") for line in told)
    other = records(studio, mine[1 - first])
    assert other == ["you opened the table"]
    moments = rows(
        studio, "select kind, answers, moment, seen from records where kind in ('note', 'time') order by number"
    )
    assert moments[-3:] == [("note", 0, 0, 0), ("time", 0, 0, 0), ("time", 1, 1, 1)]


def test_nothing_of_a_participant_remains_after_deleting(studio: Served) -> None:
    """Their name is in no table of the store and in no byte of its files; the game of the others goes on."""
    link = begun(studio, "Forgetting")
    mine, pages = pair(studio, link, "Zerlinda", "Otto")
    zerlinda, otto = pages
    for page in pages:
        token = f"/api/t/{page.token}"
        note = {"mood": "confusing", "words": f"{page.token} Zerlinda is slow"}
        assert studio.ask(f"{token}/playtest/note", note)[0] == 200
        assert studio.ask(f"{token}/say", {"words": "hello Zerlinda, this is a secret greeting"})[0] == 200
    first = zerlinda if zerlinda.now["request"] else otto
    first.decide("roll_on")
    first.wait()
    kept = rows(studio, "select count(*) from answers")
    assert studio.ask(f"/api/my-data/{mine[0]}/forget", {}, cookie="")[0] == 200
    assert studio.ask(f"/api/my-data/{mine[0]}", cookie="")[0] == 409
    assert studio.ask(f"/api/t/{zerlinda.token}", cookie="")[0] == 404
    again = Listening(studio, otto.token)
    assert "Zerlinda" not in str(again.now)
    assert "Otto" in again.now["parts"]["players"]
    assert rows(studio, "select count(*) from answers") == kept
    words = records(studio, mine[1], "note")[0]
    assert words.startswith("you wrote: confusing: ")
    assert "Zerlinda" not in words
    data = b"".join(file.read_bytes() for file in studio.data.glob("studio.sqlite*"))
    for gone in (b"Zerlinda", mine[0].encode(), zerlinda.token.encode()):
        assert gone not in data
    table = rows(studio, "select table_id from participants where name = 'Otto'")[0][0]
    assert studio.ask(f"/api/my-data/{mine[1]}/forget", {}, cookie="")[0] == 200  # the last one: nothing is left
    for name in ("tables where id", "answers where table_id", "records where table_id", "said where table_id"):
        assert rows(studio, f"select count(*) from {name} = '{table}'") == [(0,)], name
