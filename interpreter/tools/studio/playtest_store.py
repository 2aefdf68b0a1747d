"""Store of playtests: who takes part, at which tables, and what was recorded.

In: a Store. Out: PlaytestStore. Layer: tools. Everything about a participant can be found by their number, and is deleted by it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from interpreter.tools.playtest.plan import Plan, plan_from
from interpreter.tools.studio.store import Store

PLAYTESTS = "id, name, game, plan, link, created, closed"
PEOPLE = "id, playtest_id, name, secret, table_id, seat, agreed, last_seen, asks_for_bots"
RECORDS = "number, playtest_id, table_id, participant, kind, at, answers, moment, seen, data"


@dataclass(frozen=True)
class Playtest:
    id: str
    name: str
    game: str
    plan: Plan
    link: str  # the token that is handed out
    created: str
    closed: bool = False


@dataclass(frozen=True)
class Participant:
    id: str
    playtest: str
    name: str
    secret: str = field(repr=False)  # the token of their own page
    table: str
    seat: int | None
    agreed: str
    last_seen: float  # seconds since 1970: when their page last asked whether there is a table
    asks_for_bots: bool


@dataclass(frozen=True)
class Record:
    """Something that a participant did.

    `answers`: given at the table before it; `moment`: decisions that a spectator had seen; `seen`: those that the participant
    had."""

    number: int
    playtest: str
    table: str
    participant: str
    kind: str
    at: float  # seconds since 1970
    answers: int
    moment: int
    seen: int
    data: dict[str, Any]


def now_in_words() -> str:
    """Return the time so that texts sort as times do, also two within a second."""
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")


class PlaytestStore:
    def __init__(self, store: Store) -> None:
        self.store = store

    # ---- playtests
    def add(self, one: Playtest) -> None:
        row = (
            one.id,
            one.name,
            one.game,
            json.dumps(one.plan.to_json()),
            one.link,
            one.created,
            "yes" if one.closed else "",
        )
        with self.store.changing() as work:
            work.execute(f"insert into playtests ({PLAYTESTS}) values (?,?,?,?,?,?,?)", row)

    def all(self) -> list[Playtest]:
        return [
            _playtest(row) for row in self.store.found(f"select {PLAYTESTS} from playtests order by created desc, id")
        ]

    def by_link(self, link: str) -> Playtest | None:
        return next(map(_playtest, self.store.found(f"select {PLAYTESTS} from playtests where link = ?", link)), None)

    def by_id(self, id: str) -> Playtest | None:
        return next(map(_playtest, self.store.found(f"select {PLAYTESTS} from playtests where id = ?", id)), None)

    def close(self, id: str, closed: bool) -> None:
        with self.store.changing() as work:
            work.execute("update playtests set closed = ? where id = ?", ("yes" if closed else "", id))

    def delete(self, id: str) -> None:
        with self.store.changing() as work:
            for table in ("records", "participants", "playtest_tables"):
                work.execute(f"delete from {table} where playtest_id = ?", (id,))
            work.execute("delete from playtests where id = ?", (id,))

    # ---- tables
    def add_table(self, playtest: str, table: str, side: int, people: Sequence[tuple[str, int, str]]) -> None:
        """Add a table with its participants, their seats and names."""
        with self.store.changing() as work:
            work.execute(
                "insert into playtest_tables (table_id, playtest_id, side, opened) values (?,?,?,?)",
                (table, playtest, side, now_in_words()),
            )
            work.executemany(
                "update participants set table_id = ?, seat = ?, name = ? where id = ?",
                [(table, seat, name, participant) for participant, seat, name in people],
            )

    def tables(self, playtest: str) -> list[tuple[str, int, str]]:
        """List a playtest's tables with their sides, in order of opening."""
        found = self.store.found(
            "select table_id, side, opened from playtest_tables where playtest_id = ? order by opened, table_id",
            playtest,
        )
        return [(str(table), int(side), str(opened)) for table, side, opened in found]

    def of_table(self, table: str) -> tuple[str, int] | None:
        """Return the playtest that a table belongs to, and its side."""
        found = self.store.found("select playtest_id, side from playtest_tables where table_id = ?", table)
        return (str(found[0][0]), int(found[0][1])) if found else None

    # ---- participants
    def join(self, one: Participant) -> None:
        row = (one.id, one.playtest, one.name, one.secret, one.table, one.seat, one.agreed, one.last_seen, "")
        with self.store.changing() as work:
            work.execute(f"insert into participants ({PEOPLE}) values (?,?,?,?,?,?,?,?,?)", row)

    def seen_now(self, id: str, when: float, asks_for_bots: bool) -> None:
        """Record that a waiting participant is still there."""
        with self.store.changing() as work:
            work.execute("update participants set last_seen = ? where id = ?", (when, id))
            if asks_for_bots:
                work.execute("update participants set asks_for_bots = 'yes' where id = ?", (id,))

    def people(self, playtest: str) -> list[Participant]:
        found = self.store.found(
            f"select {PEOPLE} from participants where playtest_id = ? order by agreed, id", playtest
        )
        return [_participant(row) for row in found]

    def at_table(self, table: str) -> list[Participant]:
        found = self.store.found(f"select {PEOPLE} from participants where table_id = ? order by seat", table)
        return [_participant(row) for row in found]

    def by_secret(self, secret: str) -> Participant | None:
        return next(
            map(_participant, self.store.found(f"select {PEOPLE} from participants where secret = ?", secret)), None
        )

    def forget(self, participant: str) -> None:
        """Delete a participant and everything recorded of them."""
        with self.store.changing() as work:
            work.execute("delete from records where participant = ?", (participant,))
            work.execute("delete from participants where id = ?", (participant,))

    # ---- what was recorded
    def record(self, records: Sequence[Record]) -> None:
        """Store records of participants who are still there.

        `number` is given by the store."""
        rows = [
            (
                *(one.playtest, one.table, one.participant, one.kind, one.at, one.answers, one.moment, one.seen),
                *(json.dumps(one.data), one.participant),
            )
            for one in records
        ]
        with self.store.changing() as work:
            work.executemany(
                "insert into records (playtest_id, table_id, participant, kind, at, answers, moment, seen, data) "
                "select ?,?,?,?,?,?,?,?,? where exists (select 1 from participants where id = ?)",
                rows,
            )

    def records(self, playtest: str) -> list[Record]:
        found = self.store.found(f"select {RECORDS} from records where playtest_id = ? order by number", playtest)
        return [_record(row) for row in found]

    def records_of(self, participant: str) -> list[Record]:
        found = self.store.found(f"select {RECORDS} from records where participant = ? order by number", participant)
        return [_record(row) for row in found]

    def rewrite(self, records: Sequence[Record]) -> None:
        with self.store.changing() as work:
            work.executemany(
                "update records set data = ? where number = ?", [(json.dumps(one.data), one.number) for one in records]
            )


def _playtest(row: tuple[Any, ...]) -> Playtest:
    id, name, game, plan, link, created, closed = row
    return Playtest(id, name, game, plan_from(json.loads(plan)), link, created, closed == "yes")


def _participant(row: tuple[Any, ...]) -> Participant:
    id, playtest, name, secret, table, seat, agreed, last_seen, bots = row
    return Participant(id, playtest, name, secret, table, seat, agreed, float(last_seen), bots == "yes")


def _record(row: tuple[Any, ...]) -> Record:
    number, playtest, table, who, kind, at, answers, moment, seen, data = row
    return Record(
        int(number), playtest, table, who, kind, float(at), int(answers), int(moment), int(seen), json.loads(data)
    )
