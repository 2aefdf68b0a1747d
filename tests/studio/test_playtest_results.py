"""What a playtest has brought: figures by hand, the walk along a table, old games under newer rules, report and export."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from interpreter.tools.bots import seated
from interpreter.tools.playtest.figures import by_chance, hesitations, minutes, rows_of, tried
from interpreter.tools.playtest.page import Playtested, page, rules_now
from interpreter.tools.playtest.played import PlayedTable
from interpreter.tools.playtest.timeline import timeline
from interpreter.tools.playtest.topics import answered, compared, topics
from interpreter.tools.show.titles import titles_of
from interpreter.tools.studio.playtest_reading import PlaytestReading
from interpreter.tools.studio.playtest_store import Playtest, Record
from interpreter.tools.studio.playtests import Playtests
from interpreter.tools.studio.store import Answer, Store
from interpreter.tools.studio.tables import TableRegistry
from tests.support.command_line import command
from tests.support.serving import Listening, Served, served

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

DUEL = Path(__file__).parent / "games" / "duel"
PLAN = """
questions:
  - {name: fun, ask: How was it?, scale: [bad, good]}
  - {name: why, ask: Why?}
"""


class Scene:
    """A playtest of Duel whose tables, times and notes are written by hand."""

    def __init__(self, folder: Path) -> None:
        self.game = folder / "duel"
        shutil.copytree(DUEL, self.game)
        (self.game / "playtest.yaml").write_text(PLAN, encoding="utf-8")
        self.store = Store(folder / "studio.sqlite")
        self.tables = TableRegistry({"duel": self.game}, self.store, seated, folder)
        self.playtests = Playtests(self.tables)
        self.playtest = self.playtests.begin("duel", "Tuesday")

    def table(self, *choices: str) -> str:
        """Ann sits in seat 1 and Bob in seat 2; they choose this in turn."""
        mine = [self.playtests.join(self.playtest, name).secret for name in ("ann", "bob")]
        for secret in mine:
            self.playtests.waiting(secret)
        table = self.playtests.participant(mine[0]).table
        with self.store.changing() as database:  # dealing is by chance; here it is known
            for seat, secret in enumerate(mine):
                database.execute(
                    "update participants set seat = ?, name = ? where secret = ?", (seat, ("ann", "bob")[seat], secret)
                )
            database.execute("update tables set names = ? where id = ?", ('["ann", "bob"]', table))
        for number, choice in enumerate(choices):
            self.store.append(table, number, Answer(number % 2, choice)).result()
        return table

    def record(self, table: str, seat: int, kind: str, at: float, after: int, **data: object) -> None:
        one = next(one for one in self.playtests.kept.at_table(table) if one.seat == seat)
        self.playtests.kept.record([Record(0, self.playtest.id, table, one.id, kind, at, after, after, after, data)])

    def time(self, table: str, seat: int, at: float, answers: int, seconds: float, choice: str = "wait") -> None:
        self.record(
            table,
            seat,
            "time",
            at,
            answers,
            seconds=seconds,
            rule="turn",
            name="way",
            choices=1,
            choice=choice,
        )

    def read(self, playtest: Playtest | None = None) -> list[PlayedTable]:
        return PlaytestReading(self.tables, playtest or self.playtests.playtest(self.playtest.id)).tables()


FIRST, SECOND = ("wait", "wait", "strike"), ("wait", "wait", "wait", "strike")  # which seat wins


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    found = Scene(tmp_path)
    yield found
    found.store.close()


def test_few_games_are_said_to_be_few(scene: Scene) -> None:
    """Seat 1 wins 3 of 5: Wilson's interval is 23 % to 88 % (Newcombe 1998, by its formula)."""
    for choices in (FIRST, FIRST, FIRST, SECOND, SECOND, ("wait",)):
        scene.table(*choices)
    said = {one.topic: one for one in topics(scene.read(), titles_of(scene.read()[0].game))}
    assert said["Fairness"].verdict == "not enough to tell"
    told = "seat 1 won 3 of 5 games, so its share is between 23 % and 88 %."
    assert said["Fairness"].sentence == f"Too few games to tell the seats apart: {told}"
    assert said["Endings"].sentence == "1 of 6 games has no end yet."
    assert said["Length"].sentence == "A game has 3 decisions (5 games); times were not recorded."
    rows = [row for table in scene.read() for row in rows_of(table)]
    assert [row["won"] for row in rows if row["seat"] == 1] == [True, True, True, False, False, None]


def test_a_seat_that_always_wins_is_seen_in_six_games(scene: Scene) -> None:
    """6 of 6: the interval begins at 61 %, above the fair half."""
    for _ in range(6):
        scene.table(*FIRST)
    found = next(one for one in topics(scene.read(), titles_of(scene.read()[0].game)) if one.topic == "Fairness")
    assert found.verdict == "look here"
    assert found.sentence == "Seat 1 won 6 of 6 games, so its share is between 61 % and 100 %."


def test_minutes_leave_breaks_out(scene: Scene) -> None:
    """From 1000 to 1120, an hour later on to 4780: 120 and 60 seconds, three minutes."""
    table = scene.table(*FIRST)
    scene.record(table, 0, "came", 1000.0, 0)
    for answers, at in enumerate((1060.0, 1120.0, 4720.0)):
        scene.time(table, answers % 2, at, answers, 5.0)
    scene.record(table, 1, "came", 4780.0, 2)
    assert minutes(scene.read()) == [3.0]


def test_hesitations_tries_and_notes_along_the_time_line(scene: Scene) -> None:
    """Usual are 2 seconds: 20 are a hesitation, 7 are not yet. What was taken back is marked."""
    slow, quick = scene.table(*FIRST), scene.table(*SECOND)
    for number, seconds in enumerate((2.0, 2.0, 7.0, 2.0)):
        scene.time(quick, number % 2, 10.0 + number, number, seconds)
    scene.time(slow, 0, 20.0, 0, 20.0)
    scene.record(
        slow, 0, "refused", 21.0, 0, label="Strike", reason="you have no courage yet", rule="turn", condition=""
    )
    scene.record(
        slow, 0, "refused", 22.0, 0, label="Strike", reason="you have no courage yet", rule="turn", condition=""
    )
    scene.record(
        quick, 0, "refused", 23.0, 0, label="Strike", reason="you have no courage yet", rule="turn", condition=""
    )
    scene.record(slow, 1, "note", 24.0, 3, mood="confusing", words="Who <b>wins</b>?")
    scene.record(slow, 1, "take_back", 25.0, 1, answers=2)
    scene.record(slow, 0, "note", 26.0, 2, mood="fun", words="")
    played = scene.read()
    found = hesitations(played)
    assert [(one.table.id, one.seconds, one.usual) for one in found] == [(slow, 20.0, 2.0)]
    assert [(one.label, one.times, one.people) for one in tried(played)] == [("Strike", 3, 2)]
    table = next(one for one in played if one.id == slow)
    titles = titles_of(table.game)
    steps = timeline(table, played, titles, scene.playtest.plan.questions)
    assert [(one["who"], one["choice"], one["seconds"], one["usual"]) for one in steps] == [
        ("ann", "Wait", 20.0, 2.0), ("bob", "Wait", None, None), ("ann", "Strike", None, None), ("", "", None, None),
    ]  # fmt: skip
    assert [(mark["who"], mark["words"], mark["undone"]) for mark in steps[3]["marks"]] == [
        ("bob", "Who <b>wins</b>?", True)
    ]
    assert [mark["words"] for mark in steps[0]["marks"]] == ["tried Strike: “you have no courage yet”"] * 2
    assert [(mark["words"], mark["undone"]) for mark in steps[2]["marks"]] == [("fun", False)]
    understood = next(one for one in topics(played, titles) if one.topic == "Understanding")
    assert (
        understood.sentence
        == "2 of 4 people tried Strike (3 times): “you have no courage yet”. 1 note says “confusing”."
    )
    html = page(Playtested("Tuesday", scene.playtest.plan, played, titles))
    assert "Who &lt;b&gt;wins&lt;/b&gt;?" in html
    assert "<script" not in html


def test_answers_by_side_and_what_chance_alone_would_do(scene: Scene) -> None:
    """All ways of dealing six values to two threes: 2 of 20 are as far apart. A permutation test by hand."""
    assert by_chance([1, 2, 3], [4, 5, 6]) == 0.1
    assert by_chance([1, 1], [1, 1]) == by_chance([], [1]) == 1.0
    assert by_chance([1.0] * 12, [5.0] * 12) < 0.001
    one, other = scene.table(*FIRST), scene.table(*SECOND)
    for table, first, second in ((one, 4, 5), (other, 1, None)):
        scene.record(table, 0, "answer", 9.0, 3, question="fun", answer=first)
        scene.record(table, 1, "answer", 9.0, 3, question="fun", answer=second)
    scene.record(other, 1, "answer", 9.0, 3, question="why", answer="luck")
    fun, why = scene.playtest.plan.questions
    played = scene.read()
    assert answered(played, fun).sentence == "3.3 on average, of 3 (1 is bad, 5 is good)."
    assert answered(played, fun).counts == (("1", 1), ("2", 0), ("3", 0), ("4", 1), ("5", 1))
    assert answered(played, why).words == ("luck",)
    sides = (scene.playtest.plan.sides[0], scene.playtest.plan.sides[0])
    lines = compared(sides, [played[:1], played[1:]], [fun])
    assert lines == [
        "all tables and all tables do not differ in “How was it?” by more than chance: 4.5 and 1.0 on average, of 2 and 1."
    ]


def test_an_old_game_under_newer_rules_shows_where_it_first_differs(scene: Scene) -> None:
    scene.table(*FIRST)
    assert rules_now(scene.read()[0]) == "the same"
    rules = scene.game / "rules" / "play.rules"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace("courage is more than 0 because", "courage is more than 1 because"), encoding="utf-8")
    table = scene.read()[0]
    assert (table.over, table.fits.same, table.fits.fits) == (True, False, 2)
    assert rules_now(table).startswith("changed; the game differs after 2 of 3 answers: ann: strike. ")
    rules.write_text(text.replace('"Wait"', '"Wait a turn"'), encoding="utf-8")
    assert rules_now(scene.read()[0]) == "changed; all 3 answers fit them"
    rules.write_text("nonsense\n", encoding="utf-8")
    assert scene.read()[0].over  # it is replayed under the rules it was played under
    assert "The rules cannot be read" in rules_now(scene.read()[0])


def test_a_running_game_shows_only_what_people_wrote(scene: Scene) -> None:
    """The host may be one of its players; who closes the playtest has ended it, and sees everything."""
    table = scene.table("wait")
    scene.time(table, 0, 5.0, 0, 3.0)
    scene.record(
        table, 1, "refused", 6.0, 1, label="Strike", reason="you have no courage yet", rule="turn", condition=""
    )
    scene.record(table, 1, "note", 7.0, 1, mood="", words="hm")
    played = scene.read()
    steps = timeline(played[0], played, titles_of(played[0].game), ())
    assert [[mark["kind"] for mark in step["marks"]] for step in steps] == [["note"]]
    assert all(not step["who"] and step["seconds"] is None for step in steps)
    scene.playtests.kept.close(scene.playtest.id, True)
    played = scene.read()
    steps = timeline(played[0], played, titles_of(played[0].game), ())
    assert [step["who"] for step in steps] == ["ann", ""]
    assert [mark["kind"] for mark in steps[1]["marks"]] == ["refused", "note"]


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    home = tmp_path_factory.mktemp("results")
    shutil.copytree(DUEL, home / "duel")
    (home / "duel" / "playtest.yaml").write_text(PLAN, encoding="utf-8")
    with served(home / "data", str(home / "duel")) as found:
        yield found


def duel(studio: Served, link: str) -> tuple[list[str], str]:
    """Two people play to the end; the first who is asked waits, tries to strike before, and notes =1+1."""
    mine = []
    for name in ("Zoe", "Yan"):
        status, joined = studio.ask(
            f"/api/playtest/{link}/join", {"agreed": True, "name": name, "answers": {}}, cookie=""
        )
        assert status == 200
        mine.append(joined["mine"])
        studio.ask(f"/api/my-data/{joined['mine']}/wait", {}, cookie="")
    pages = [Listening(studio, studio.ask(f"/api/my-data/{one}/wait", {}, cookie="")[1]["link"]) for one in mine]
    about = studio.ask(f"/api/t/{pages[0].token}", cookie="")[1]
    first = next(page for page in pages if page.now["request"])
    assert studio.ask(f"/api/t/{first.token}/playtest/did", {"what": "tried", "thing": "strike"})[0] == 200
    assert studio.ask(f"/api/t/{first.token}/playtest/note", {"mood": "idea", "words": "=1+1"})[0] == 200
    for choice in ("wait", "wait", "strike"):
        page = next(page for page in pages if page.now["request"])
        assert page.decide(choice)[0] == 200
        for one in pages:
            one.wait()
    return mine, str(about["table"])


def test_the_host_walks_along_a_table_and_takes_it_along(studio: Served, tmp_path: Path) -> None:
    begun = studio.ask("/api/host/playtests", {"game": "duel", "name": "Duels {}"})[1]
    at = f"/api/host/playtests/{begun['id']}"
    mine, table = duel(studio, begun["link"])
    for path in (f"{at}/tables", f"{at}/tables/{table}", f"{at}/tables/{table}/seen/1", f"{at}/export"):
        assert studio.ask(path, cookie="")[0] == 403, path
    found = studio.ask(f"{at}/tables")[1]
    assert [(one["over"], one["decisions"], one["notes"], one["tried"]) for one in found["tables"]] == [(True, 3, 1, 1)]
    walk = studio.ask(f"{at}/tables/{table}")[1]
    assert [one["choice"] for one in walk["steps"]] == ["Wait", "Wait", "Strike", ""]
    assert {mark["kind"] for mark in walk["steps"][0]["marks"]} >= {"refused", "note"}
    status, html = studio.ask(f"{at}/tables/{table}/seen/3?seat=0")
    assert (status, "<script" in html) == (200, False)
    assert studio.ask(f"{at}/tables/{'0' * 16}/seen/3")[0] == 404
    files = _export(studio, f"{at}/export")
    assert {"games.csv", "records.csv", "saves/table-1.json", "scenarios/table-1.scenario"} <= files.keys()
    records = list(csv.DictReader(io.StringIO(files["records.csv"].decode())))
    assert [one["words"] for one in records if one["kind"] == "note"] == ["'=1+1"]  # no formula of a spreadsheet
    assert not any(secret in b"".join(files.values()).decode() for secret in mine)
    scenario = files["scenarios/table-1.scenario"].decode()
    assert (scenario.count("chooses"), "Zoe" in scenario, "players red, blue" in scenario) == (3, False, True)
    _passes(Path(studio.games[0]), scenario, tmp_path)
    (tmp_path / "save.json").write_bytes(files["saves/table-1.json"])
    (tmp_path / "games.csv").write_bytes(files["games.csv"])
    assert command("report", str(tmp_path / "games.csv"), "-o", str(tmp_path / "g.html")).exit_code == 0
    _as_a_report(studio, tmp_path)


def _passes(game: Path, scenario: str, folder: Path) -> None:
    """The game, as it was played, is a test of its rules."""
    copy = folder / "tested"
    shutil.copytree(game, copy)
    (copy / "scenarios").mkdir()
    (copy / "scenarios" / "table.scenario").write_text(scenario, encoding="utf-8")
    assert command("test", str(copy)).exit_code == 0


def _export(studio: Served, path: str) -> dict[str, bytes]:
    import http.client

    connection = http.client.HTTPConnection("127.0.0.1", studio.port)
    connection.request("GET", path, headers={"cookie": studio.host})
    data = connection.getresponse().read()
    connection.close()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _as_a_report(studio: Served, folder: Path) -> None:
    """The command reads the store while the studio runs; names and words of people beside those of bots."""
    output, data = folder / "p.html", str(studio.data)
    game = studio.games[0]
    more = ("--playtest", "Duels {}", "--data", data, "-o", str(output), "--games", "4")
    result = command("report", game, *more, "--export", str(folder / "out"), "--parquet")
    assert result.exit_code == 0, result.stderr
    said = result.output
    assert "2 people at 1 table: 1 game came to an end, 1 note was written." in said
    assert "Length, fine: A game took less than a minute (1 game)." in said
    assert "1 of 2 people tried Strike: “you have no courage yet”." in said
    assert re.search(r"\n  bots: .+\n", said)
    html = output.read_text(encoding="utf-8")
    assert "<th>People</th><th>Bots</th>" in html
    assert "=1+1" in html
    import pyarrow.parquet as pq

    assert pq.read_table(folder / "out" / "records.parquet").num_rows >= 4
    assert json.loads((folder / "out" / "saves" / "table-1.json").read_text(encoding="utf-8"))["players"]
    wrong: Any = command("report", game, "--playtest", "Duel", "--data", data, "-o", str(output))
    assert (wrong.exit_code != 0, "there are: Duels {}" in wrong.output) == (True, True)
    assert command("report", game, "--export", "x", "-o", str(output)).exit_code != 0


def test_the_pages_of_results_in_a_browser(context: BrowserContext, studio: Served) -> None:
    """Marks have room for their words, the table is drawn as it was, and stepping along shows another moment."""
    begun = studio.ask("/api/host/playtests", {"game": "duel", "name": "In a browser"})[1]
    duel(studio, begun["link"])
    page = context.new_page()
    page.goto(studio.entrance)
    page.goto(f"{studio.address}playtests/{begun['id']}")
    page.get_by_role("link", name="Walk through it").click()
    note = page.locator(".did-note").first
    note.wait_for()
    assert "=1+1" in note.inner_text()
    box = note.bounding_box()
    assert box is not None
    assert box["width"] > 200
    seen = page.frame_locator(".table-frame")
    seen.get_by_text("Duel").first.wait_for()
    assert page.locator(".asked").inner_text().endswith("is asked: You have 0 courage.")
    page.get_by_role("button", name="the next moment").click()
    page.locator(".time-line > li[aria-current]").nth(0).wait_for()
    assert "Moment 2 of 4" in page.locator(".seen-head").inner_text()
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
