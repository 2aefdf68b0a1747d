"""The store: tables and their answers, in SQLite.

In: a file. Out: Store, the only thing that speaks SQL: another database would be another class like it. Layer: tools. An
answer is there for good before anybody is told of it (WAL, one transaction each).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue
from threading import Lock, Thread
from typing import Any, TypeAlias

SCHEMA = """
create table if not exists tables (
  id text primary key, game text not null, variants text not null, options text not null, names text not null,
  seats text not null, seed integer not null, fingerprint text not null, created text not null default (datetime('now')));
create table if not exists tokens (token text primary key, table_id text not null, role text not null, seat integer);
create table if not exists answers (
  table_id text not null, number integer not null, player integer not null, answer text not null, primary key (table_id, number));
create index if not exists tokens_of on tokens (table_id);
create table if not exists rules (digest text primary key, files blob not null);
"""
LATER = ("rules text not null default ''", "colours text not null default '{}'")  # columns that older files do not have
COLUMNS = "id, game, variants, options, names, seats, seed, fingerprint, rules, colours"
OWNER, WATCH, SEAT = "owner", "watch", "seat"


AT_ONCE = 500  # answers in one transaction
Written: TypeAlias = "tuple[tuple[str, int, int, str], bool, Future[None]]"  # a row, by a person, and who waits for it


@dataclass(frozen=True)
class Setup:
    """How a table was begun."""

    id: str
    game: str  # a game's name, or its folder
    variants: tuple[str, ...]
    options: dict[str, object]
    names: tuple[str, ...]
    seats: tuple[str, ...]  # person, or a bot's word
    seed: int
    fingerprint: str
    rules: str = ""  # under which texts it is played: the digest of those that are kept
    colours: dict[str, str] = field(default_factory=dict)  # that players have chosen, by their names


@dataclass(frozen=True)
class Key:
    """What somebody who holds a token may do."""

    table: str
    role: str
    seat: int | None


@dataclass(frozen=True)
class Answer:
    player: int
    answer: str  # the name of the choice, as scenarios write it


class Store:
    def __init__(self, file: Path) -> None:
        self._database = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
        self._database.execute("pragma journal_mode=wal")
        self._database.execute("pragma synchronous=full")
        self._database.executescript(SCHEMA)
        there = [row[1] for row in self._database.execute("pragma table_info(tables)")]
        for column in LATER:
            if column.split()[0] not in there:
                self._database.execute(f"alter table tables add column {column}")
        self._lock = Lock()
        self._reading = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
        self._reader = Lock()
        self._waiting: Queue[Written | None] = Queue()
        self._writer = Thread(target=self._write, name="answers", daemon=True)
        self._writer.start()

    def close(self) -> None:
        self._waiting.put(None)
        self._writer.join()
        self._reading.close()
        self._database.close()

    def add(self, setup: Setup, tokens: Sequence[tuple[str, str, int | None]], answers: Sequence[Answer] = ()) -> None:
        """A new table with its tokens: (token, role, seat)."""
        texts = [json.dumps(part) for part in (setup.variants, setup.options, setup.names, setup.seats)]
        with self._lock, self._database:
            self._database.execute("begin immediate")
            self._database.execute(
                f"insert into tables ({COLUMNS}) values (?,?,?,?,?,?,?,?,?,?)",
                (setup.id, setup.game, *texts, setup.seed, setup.fingerprint, setup.rules, json.dumps(setup.colours)),
            )
            self._database.executemany(
                "insert into tokens values (?,?,?,?)", [(token, setup.id, role, seat) for token, role, seat in tokens]
            )
            rows = [(setup.id, number, answer.player, answer.answer) for number, answer in enumerate(answers)]
            self._database.executemany("insert into answers values (?,?,?,?)", rows)

    def key(self, token: str) -> Key | None:
        row = self._one("select table_id, role, seat from tokens where token = ?", token)
        return None if row is None else Key(row[0], row[1], row[2])

    def tokens(self, table: str) -> list[tuple[str, str, int | None]]:
        with self._reader, closing(
            self._reading.execute("select token, role, seat from tokens where table_id = ? order by role, seat", (table,))
        ) as found:
            return [(str(token), str(role), seat) for token, role, seat in found]

    def setup(self, table: str) -> Setup | None:
        row = self._one(f"select {COLUMNS} from tables where id = ?", table)
        if row is None:
            return None
        variants, options, names, seats = (json.loads(part) for part in row[2:6])
        people = (tuple(names), tuple(seats))
        return Setup(row[0], row[1], tuple(variants), options, *people, int(row[6]), row[7], row[8], json.loads(row[9]))

    def count(self) -> int:
        row = self._one("select count(*) from tables")
        return 0 if row is None else int(row[0])

    def answers(self, table: str) -> list[Answer]:
        with self._reader, closing(
            self._reading.execute("select player, answer from answers where table_id = ? order by number", (table,))
        ) as found:
            return [Answer(int(player), str(answer)) for player, answer in found]

    def append(self, table: str, number: int, answer: Answer, by_person: bool = True) -> Future[None]:
        """The next answer of a table. What a person decided is on the disk when this is done; what a bot did outlives a killed
        server, but need not outlive a power cut. Answers of many tables that come at once are written at once."""
        done: Future[None] = Future()
        self._waiting.put(((table, number, answer.player, answer.answer), by_person, done))
        return done

    def _write(self) -> None:
        """The thread that writes answers, as many as are waiting."""
        while (first := self._waiting.get()) is not None:
            batch = [first]
            ends = False
            while len(batch) < AT_ONCE and not self._waiting.empty():
                more = self._waiting.get()
                if more is None:
                    ends = True
                    break
                batch.append(more)
            self._write_all(batch)
            if ends:
                return

    def _write_all(self, batch: list[Written]) -> None:
        rows = [row for row, _, _ in batch]
        wrong: sqlite3.Error | None = None
        try:
            with self._lock:
                self._database.execute(f"pragma synchronous={'full' if any(person for _, person, _ in batch) else 'normal'}")
                with self._database:
                    self._database.execute("begin immediate")
                    self._database.executemany("insert into answers values (?,?,?,?)", rows)
        except sqlite3.Error as error:
            wrong = error
        if wrong is not None and len(batch) > 1:  # one that does not fit shall not spoil the others
            for one in batch:
                self._write_all([one])
            return
        for _, _, done in batch:
            if wrong is None:
                done.set_result(None)
            else:
                done.set_exception(wrong)

    def cut(self, table: str, number: int) -> None:
        """Takes back all answers from this number on."""
        with self._lock, self._database:
            self._database.execute("delete from answers where table_id = ? and number >= ?", (table, number))

    # ---- the texts of rules
    def keep_rules(self, digest: str, files: bytes) -> None:
        with self._lock, self._database:
            self._database.execute("insert or ignore into rules values (?,?)", (digest, files))

    def has_rules(self, digest: str) -> bool:
        return self._one("select 1 from rules where digest = ?", digest) is not None

    def rules(self, digest: str) -> bytes | None:
        row = self._one("select files from rules where digest = ?", digest)
        return None if row is None else bytes(row[0])

    def play_under(self, table: str, fingerprint: str, digest: str, answers: int) -> None:
        """A table goes on under other rules, with its first answers."""
        with self._lock, self._database:
            self._database.execute("begin immediate")
            self._database.execute("update tables set fingerprint = ?, rules = ? where id = ?", (fingerprint, digest, table))
            self._database.execute("delete from answers where table_id = ? and number >= ?", (table, answers))

    def delete(self, table: str) -> None:
        with self._lock, self._database:
            self._database.execute("begin immediate")
            for name, column in (("answers", "table_id"), ("tokens", "table_id"), ("tables", "id")):
                self._database.execute(f"delete from {name} where {column} = ?", (table,))
            self._database.execute("delete from rules where digest not in (select rules from tables)")

    def _one(self, query: str, *values: object) -> tuple[Any, ...] | None:
        with self._reader, closing(self._reading.execute(query, values)) as found:
            row: tuple[Any, ...] | None = found.fetchone()
            return row
