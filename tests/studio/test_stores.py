"""What every store must do, whatever it is kept in: the same tests for SQLite and for PostgreSQL."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import wait
from pathlib import Path
from threading import Thread

import pytest

from interpreter.runtime.generator import new_keyed_seed
from interpreter.tools.playtest.plan import Plan
from interpreter.tools.studio import schema
from interpreter.tools.studio.copying import exported_to, imported_from
from interpreter.tools.studio.database import Database, Trouble
from interpreter.tools.studio.opening import opened_database
from interpreter.tools.studio.playtest_store import Participant, Playtest, PlaytestStore, Record
from interpreter.tools.studio.sqlite_database import SqliteDatabase
from interpreter.tools.studio.store import INVITE, OWNER, SEAT, WATCH, Answer, Key, Setup, Store
from tests.support.kept_table import SETUP
from tests.support.limits import PATIENCE
from tests.support.postgres import Cluster

Address = Callable[[], "Path | str"]
TOKENS = [("seat0", SEAT, 0), ("invite", INVITE, None), ("own", OWNER, None), ("see", WATCH, None)]


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where a new store is kept."""
    if request.param == "sqlite":
        return tmp_path / "studio.sqlite"
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.database()


@pytest.fixture
def store(address: Path | str) -> Iterator[Store]:
    found = Store(opened_database(address))
    yield found
    found.close()


def test_a_table_is_kept_with_everything(store: Store) -> None:
    """The seed of secret dice is longer than any column of whole numbers."""
    keyed = Setup(**{**vars(SETUP), "id": "t2", "seed": new_keyed_seed()})
    store.add(SETUP, TOKENS, [Answer(0, "roll_on"), Answer(0, "hold")])
    store.add(keyed, [])
    assert (store.setup("t1"), store.setup("t2"), store.setup("t3")) == (SETUP, keyed, None)
    assert (store.key("seat0"), store.key("own"), store.key("x")) == (Key("t1", SEAT, 0), Key("t1", OWNER, None), None)
    assert sorted(store.tokens("t1")) == sorted(TOKENS)
    assert [one.answer for one in store.answers("t1")] == ["roll_on", "hold"]
    assert store.count() == (2, 2)
    assert {(one.id, one.answers, one.archived) for one in store.listed()} == {("t1", 2, False), ("t2", 0, False)}
    with pytest.raises(Trouble):
        store.add(SETUP, [])


def test_answers_of_many_threads_are_all_there_and_none_twice(store: Store) -> None:
    tables = [f"t{number}" for number in range(6)]
    for table in tables:
        store.add(Setup(**{**vars(SETUP), "id": table}), [])

    def play(table: str) -> None:
        for number in range(30):
            store.append(table, number, Answer(number % 2, str(number)), by_person=number % 3 == 0).result(PATIENCE)

    threads = [Thread(target=play, args=(table,)) for table in tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    for table in tables:
        assert [one.answer for one in store.answers(table)] == [str(number) for number in range(30)]
    with pytest.raises(Trouble):  # the number is taken: nothing is written over
        store.append("t0", 3, Answer(0, "other")).result(PATIENCE)
    assert store.answers("t0")[3].answer == "3"


def test_one_bad_answer_does_not_fail_those_beside_it(store: Store) -> None:
    store.add(SETUP, [])
    found = [store.append("t1", number, Answer(0, "a")) for number in (0, 1, 1, 2)]
    wait(found, PATIENCE)
    assert [one.exception() is None for one in found] == [True, True, False, True]
    assert len(store.answers("t1")) == 3


def test_people_at_a_table(store: Store) -> None:
    store.add(SETUP, TOKENS)
    assert (store.take_seat("t1", 0), store.take_seat("t1", 0), store.taken("t1")) == (True, False, {0})
    for number in range(3):
        store.say("t1", "Ann", f"hello Bob {number}?", number)
    store.say("t1", "Bob", "100 % ?", 3)
    assert store.said("t1")[0] == ("Ann", "hello Bob 0?", 0)
    store.replace_said("t1", "Bob", "player 2")
    assert store.said("t1") == [("Ann", f"hello player 2 {number}?", number) for number in range(3)]
    store.rename("t1", ["Ada", "Bob"])
    found = store.setup("t1")
    assert found is not None
    assert found.names == ("Ada", "Bob")
    store.replace_token("seat0", "new")
    assert (store.key("seat0"), store.key("new")) == (None, Key("t1", SEAT, 0))


def test_rules_secrets_and_chance(store: Store) -> None:
    store.keep_rules("d1", b"\x00\xff")
    store.keep_rules("d1", b"other")
    assert (store.rules("d1"), store.has_rules("d1"), store.has_rules("d2"), store.rules("d2")) == (
        b"\x00\xff",
        True,
        False,
        None,
    )
    assert store.secret("host") == store.secret("host") != store.secret("other")
    seed = new_keyed_seed()
    assert store.chance(store.name_of_chance(seed)) == seed
    assert (store.name_of_chance(seed), store.chance("x")) == (store.name_of_chance(seed), None)


def test_going_back_other_rules_and_deleting(store: Store) -> None:
    store.add(SETUP, TOKENS, [Answer(0, str(number)) for number in range(5)])
    store.keep_rules("d1", b"1")
    store.keep_rules("d2", b"2")
    store.cut("t1", 4)
    store.play_under("t1", "f2", "d2", 3)
    found = store.setup("t1")
    assert found is not None
    assert (found.fingerprint, found.rules, len(store.answers("t1"))) == ("f2", "d2", 3)
    store.put_back(SETUP, b"1", [Answer(1, "x")])
    assert (store.setup("t1"), store.answers("t1")) == (SETUP, [Answer(1, "x")])
    store.delete("t1")
    assert (store.setup("t1"), store.tokens("t1"), store.answers("t1"), store.has_rules("d1")) == (None, [], [], False)


def test_old_tables_are_archived_and_cleared(store: Store) -> None:
    store.add(SETUP, [])
    store.add(Setup(**{**vars(SETUP), "id": "t2"}), [])
    with store.changing() as work:
        work.execute("update tables set touched = '2020-01-01 00:00:00' where id = 't2'")
    assert (store.is_archived("t1"), store.is_archived("t2"), store.count()) == (False, True, (2, 1))
    assert [one.id for one in store.listed()] == ["t1", "t2"]
    assert (store.clear_archived(), store.count()) == (["t2"], (1, 1))


def test_a_failed_change_leaves_nothing(store: Store) -> None:
    def fail() -> None:
        with store.changing() as work:
            work.execute("insert into secrets values ('a', 'b')")
            raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011 - our own
        fail()
    assert store.found("select * from secrets") == []


def test_a_playtest_and_everything_of_a_participant(store: Store) -> None:
    kept = PlaytestStore(store)
    playtest = Playtest("p1", "Tuesday", "pig", Plan(), "link", "2026-01-01")
    kept.add(playtest)
    for id in ("a", "b"):
        kept.join(Participant(id, "p1", "", f"s{id}", "", None, "2026", 1792450000.123456, False))
        kept.seen_now(id, 1792450001.654321, True)
    kept.add_table("p1", "t1", 0, [("a", 0, "Ann")])
    record = Record(0, "p1", "t1", "a", "note", 1792450002.25, 1, 2, 3, {"mood": "fun", "words": "50 % ?"})
    kept.record([record, Record(**{**vars(record), "participant": "gone"})])
    assert [one.data for one in kept.records("p1")] == [record.data]
    assert kept.records_of("a")[0].at == 1792450002.25
    assert [(one.name, one.table, one.seat) for one in kept.at_table("t1")] == [("Ann", "t1", 0)]
    found = kept.by_secret("sb")
    assert found is not None
    assert (found.last_seen, found.asks_for_bots) == (1792450001.654321, True)
    kept.forget("a")
    store.scrub()
    assert (kept.records("p1"), kept.by_secret("sa"), kept.all()) == ([], None, [playtest])
    kept.delete("p1")
    assert (kept.by_link("link"), kept.tables("p1"), kept.by_secret("sb")) == (None, [], None)


# ---- formats
def test_data_of_a_newer_version_are_refused_in_a_sentence(address: Path | str) -> None:
    store = Store(opened_database(address))
    with store.changing() as work:
        work.execute("update meta set value = '99' where name = 'format'")
    store.close()
    with pytest.raises(Trouble, match=r"newer version of Rulewright \(format 99; this version reads format \d"):
        Store(opened_database(address))


def test_data_of_every_format_are_brought_up_to_date(address: Path | str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "FORMAT", 1)
    monkeypatch.setattr(schema, "STEPS", schema.STEPS[:1])
    old = opened_database(address)
    schema.prepare(old)
    assert (old.columns("deadlines"), "touched" in old.columns("tables")) == (set(), True)
    old.close()
    monkeypatch.undo()
    store = Store(opened_database(address))
    assert store.database.columns("deadlines") >= {"table_id", "hours"}
    assert store.found("select value from meta") == [(str(schema.FORMAT),)]
    store.close()


def test_a_file_from_before_formats_had_numbers_still_opens(tmp_path: Path) -> None:
    """As the first version wrote it: without later columns, with a time that SQLite gives."""
    database = sqlite3.connect(tmp_path / "studio.sqlite")
    database.executescript(
        "create table tables (id text primary key, game text not null, variants text not null, options text not null, "
        "names text not null, seats text not null, seed integer not null, fingerprint text not null, "
        "created text not null default (datetime('now')));"
        "insert into tables (id, game, variants, options, names, seats, seed, fingerprint) "
        """values ('t', 'pig', '[]', '{}', '["a"]', '["person"]', 3, 'f');"""
    )
    database.close()
    store = Store(tmp_path / "studio.sqlite")
    setup = store.setup("t")
    assert setup is not None
    assert (setup.seed, setup.pauses, store.is_archived("t")) == (3, "off", False)
    store.add(SETUP, TOKENS)
    store.close()


# ---- from one to the other
def filled(database: Database) -> Store:
    store = Store(database)
    store.add(SETUP, TOKENS, [Answer(0, "roll_on"), Answer(1, "hold")])
    store.keep_rules("d1", b"\x00\xff\x10")
    store.say("t1", "Ann", "hello", 1)
    store.secret("host")
    return store


def test_what_one_store_exports_any_other_imports(address: Path | str, tmp_path: Path) -> None:
    """There and back again: the second export has the same bytes."""
    first, second = tmp_path / "a.rwx", tmp_path / "b.rwx"
    source = filled(SqliteDatabase(tmp_path / "source.sqlite"))
    assert exported_to(source.database, first)["answers"] == 2
    target = Store(opened_database(address))
    assert imported_from(target.database, first)["tables"] == 1
    assert (target.setup("t1"), target.answers("t1"), target.rules("d1")) == (
        SETUP,
        source.answers("t1"),
        b"\x00\xff\x10",
    )
    assert target.secret("host") == source.secret("host")
    target.say("t1", "Ann", "again", 2)  # numbers go on after those that came along
    with target.changing() as work:
        work.execute("delete from said where words = 'again'")
    exported_to(target.database, second)
    assert first.read_bytes() == second.read_bytes()
    with pytest.raises(Trouble, match="holds tables already"):
        imported_from(target.database, first)
    source.close()
    target.close()


def test_an_export_while_people_play_is_of_one_moment(store: Store, tmp_path: Path) -> None:
    """Each table has as many answers as its last number says, and t2 is never ahead of t1, which is always written first."""
    for id in ("t1", "t2"):
        store.add(Setup(**{**vars(SETUP), "id": id}), [])
    playing = True

    def play() -> None:
        number = 0
        while playing:
            store.append("t1", number, Answer(0, "a")).result(PATIENCE)
            store.append("t2", number, Answer(0, "a")).result(PATIENCE)
            number += 1

    thread = Thread(target=play)
    thread.start()
    try:
        for number in range(5):
            exported_to(store.database, tmp_path / f"{number}.rwx")
    finally:
        playing = False
        thread.join(PATIENCE)
    for number in range(5):
        copy = Store(tmp_path / f"{number}.sqlite")
        imported_from(copy.database, tmp_path / f"{number}.rwx")
        one, two = len(copy.answers("t1")), len(copy.answers("t2"))
        assert one - two in (0, 1)
        assert copy.found("select count(*), max(number) from answers where table_id = 't1'") == [
            (one, one - 1 if one else None)
        ]
        copy.close()


@pytest.mark.parametrize("text", [b"", b"nonsense", b'{"rulewright studio": 99}\n'])
def test_a_file_that_is_no_export_is_a_sentence(text: bytes, tmp_path: Path) -> None:
    (tmp_path / "x.rwx").write_bytes(text)
    store = Store(tmp_path / "s.sqlite")
    with pytest.raises(Trouble):
        imported_from(store.database, tmp_path / "x.rwx")
    assert store.count() == (0, 0)
    store.close()


def test_a_database_that_is_not_there_is_a_sentence(cluster: Cluster) -> None:
    for address, words in (
        (cluster.address("no_such_name"), "no such database"),
        ("postgresql://studio@127.0.0.1:1/x", "does not answer"),
    ):
        with pytest.raises(Trouble, match=words):
            opened_database(address)


def test_a_database_that_is_killed_loses_nothing_that_was_acknowledged(cluster: Cluster) -> None:
    """A player answers on and on; the database is stopped as by a cut of power, and started again."""
    store = Store(opened_database(cluster.database()))
    store.add(SETUP, [])
    acknowledged: list[int] = []
    refused: list[str] = []
    playing = True

    def play() -> None:
        """As a studio does: whenever something was not saved, it reads anew where the table is."""
        number = None
        while playing:
            try:
                number = len(store.answers("t1")) if number is None else number
                store.append("t1", number, Answer(0, "a")).result(PATIENCE)
                acknowledged.append(number)
                number += 1
            except Trouble as trouble:
                refused.append(str(trouble))
                number = None

    thread = Thread(target=play)
    thread.start()
    try:
        until(lambda: len(acknowledged) > 20)
        cluster.stop("immediate")
        until(lambda: bool(refused))
        cluster.start()
        before = len(acknowledged)
        until(lambda: len(acknowledged) > before + 20)
    finally:
        playing = False
        thread.join(PATIENCE)
    assert "The database does not answer, so nothing was saved. Try again in a moment." in refused
    stored = store.found("select number from answers where table_id = 't1' order by number")
    assert {number for (number,) in stored} >= set(acknowledged)
    assert [number for (number,) in stored] == list(range(len(stored)))
    store.close()


def until(reached: Callable[[], bool]) -> None:
    limit = time.monotonic() + PATIENCE
    while not reached():
        assert time.monotonic() < limit
        time.sleep(0.01)
