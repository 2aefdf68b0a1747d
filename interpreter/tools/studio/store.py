"""Store: tables and their answers, in SQLite.

In: a file. Out: Store, the only class that speaks SQL: another database would be another class like it. Layer: tools. An
answer is stored before anybody sees it (WAL, in a transaction). When no answer has come for a moment, and on closing, the WAL
is checkpointed, so that a copy of the main file is complete. Every failure is a Trouble with a sentence.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue
from threading import Lock, Thread
from typing import Any, TypeAlias

from interpreter.runtime.generator import is_keyed
from interpreter.source.operating_system import HAS_THREADS

SCHEMA = """
create table if not exists tables (
  id text primary key, game text not null, variants text not null, options text not null, names text not null,
  seats text not null, seed integer not null, fingerprint text not null, created text not null default (datetime('now')));
create table if not exists tokens (token text primary key, table_id text not null, role text not null, seat integer);
create table if not exists answers (
  table_id text not null, number integer not null, player integer not null, answer text not null, primary key (table_id, number));
create index if not exists tokens_of on tokens (table_id);
create table if not exists rules (digest text primary key, files blob not null);
create table if not exists secrets (name text primary key, value text not null);
create table if not exists said (
  table_id text not null, number integer primary key autoincrement, who text not null, words text not null,
  after integer not null);
create table if not exists taken (table_id text not null, seat integer not null, primary key (table_id, seat));
create table if not exists chances (name text primary key, seed text not null unique);
create table if not exists playtests (
  id text primary key, name text not null unique, game text not null, plan text not null, link text not null unique,
  created text not null, closed text not null);
create table if not exists playtest_tables (
  table_id text primary key, playtest_id text not null, side integer not null, opened text not null);
create table if not exists participants (
  id text primary key, playtest_id text not null, name text not null, secret text not null unique, table_id text not null,
  seat integer, agreed text not null, last_seen real not null, asks_for_bots text not null);
create table if not exists records (
  number integer primary key autoincrement, playtest_id text not null, table_id text not null, participant text not null,
  kind text not null, at real not null, answers integer not null, moment integer not null, seen integer not null,
  data text not null);
create index if not exists records_of on records (playtest_id);
create index if not exists records_by on records (participant);
"""
LATER = (  # columns added since the first version
    "rules text not null default ''", "colours text not null default '{}'", "keys text not null default ''",
    "pauses text not null default 'off'", "touched text not null default ''", "single text not null default ''",
)  # fmt: skip
COLUMNS = "id, game, variants, options, names, seats, seed, fingerprint, rules, colours, keys, pauses, single"
TOUCHED = "case touched when '' then created else touched end"
LONG = "-30 days"  # tables untouched for longer are archived
OWNER, WATCH, SEAT, INVITE = "owner", "watch", "seat", "invite"


AT_ONCE = 500  # answers per transaction
PATIENCE = 5.0  # seconds to wait for another program that uses the file
IDLE = 2.0  # seconds without an answer before the WAL is checkpointed
SENTENCES = {
    sqlite3.SQLITE_FULL: "The disk is full, so nothing was saved. Free some space, then try again.",
    sqlite3.SQLITE_BUSY: "Another program is using the studio's file, so nothing was saved. Close it, then try again.",
    sqlite3.SQLITE_LOCKED: "Another program is using the studio's file, so nothing was saved. Close it, then try again.",
    sqlite3.SQLITE_READONLY: "The studio may not write to its file, so nothing was saved. Check the permissions of its folder.",
    sqlite3.SQLITE_CORRUPT: "The studio's file is damaged. Stop the studio and restore a copy of it.",
    sqlite3.SQLITE_NOTADB: "The studio's file is damaged. Stop the studio and restore a copy of it.",
    sqlite3.SQLITE_IOERR: "The studio's file cannot be read or written. Check the disk that it is on.",
    sqlite3.SQLITE_CANTOPEN: "The studio's file cannot be opened. Check that its folder still exists.",
}
OTHERWISE = "The studio's file could not be used, so nothing was saved. Try again."
Written: TypeAlias = (
    "tuple[tuple[str, int, int, str], bool, Future[None]]"  # a row, whether by a person, the result to resolve
)


@dataclass(frozen=True)
class Setup:
    """How a table was set up."""

    id: str
    game: str  # a game's name, or its folder
    variants: tuple[str, ...]
    options: dict[str, object]
    names: tuple[str, ...]
    seats: tuple[str, ...]  # person, or a bot's word
    seed: int = field(repr=False)  # may contain a secret key, hence not shown
    fingerprint: str
    rules: str = ""  # digest of the archived rules it is played under
    colours: dict[str, str] = field(default_factory=dict)  # chosen by players, by their names
    pauses: str = "off"  # at moments in which a player may be asked in secret: off, short or real
    single: bool = False  # questions with one answer are answered by the table itself


@dataclass(frozen=True)
class Key:
    """What the holder of a token may do."""

    table: str
    role: str
    seat: int | None


@dataclass(frozen=True)
class Answer:
    player: int
    answer: str  # the name of the choice, as scenarios write it


@dataclass(frozen=True)
class Listed:
    """A table as the host sees it, without anything hidden at it."""

    id: str
    game: str
    names: tuple[str, ...]
    answers: int
    opened: str
    touched: str
    archived: bool


class Trouble(Exception):
    """The file is unusable; the message says why and what to do."""


def sentence(error: sqlite3.Error) -> str:
    return SENTENCES.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, OTHERWISE)


@contextmanager
def _in_words() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise Trouble(sentence(error)) from error


class Store:
    def __init__(self, file: Path) -> None:
        """Open or create the file. Raises Trouble if it is unusable."""
        with _in_words():
            self._database = sqlite3.connect(file, timeout=PATIENCE, check_same_thread=False, isolation_level=None)
            self._prepare()
            self._reading = sqlite3.connect(file, timeout=PATIENCE, check_same_thread=False, isolation_level=None)
        self._lock, self._reader = Lock(), Lock()
        self._waiting: Queue[Written | None] = Queue()
        self._closed = False
        self._writer = Thread(target=self._write, name="answers", daemon=True) if HAS_THREADS else None
        if self._writer is not None:
            self._writer.start()

    def _prepare(self) -> None:
        try:
            self._database.execute("pragma journal_mode=wal")
            self._database.execute("pragma synchronous=full")
            self._database.execute("pragma secure_delete=on")  # what somebody had deleted is not left in free pages
            self._database.executescript(SCHEMA)
            there = [row[1] for row in self._database.execute("pragma table_info(tables)")]
            for column in LATER:
                if column.split()[0] not in there:
                    self._database.execute(f"alter table tables add column {column}")
        except sqlite3.Error:
            self._database.close()
            raise

    def close(self) -> None:
        """Close the store with everything checkpointed into the one file.

        Closing again does nothing."""
        if self._closed:
            return
        self._closed = True
        if self._writer is not None:
            self._waiting.put(None)
            self._writer.join()
        with self._reader:
            self._reading.close()
        with self._lock:
            with suppress(sqlite3.Error):
                self._database.execute("pragma wal_checkpoint(truncate)")
            self._database.close()

    @contextmanager
    def changing(self) -> Iterator[sqlite3.Connection]:
        """Run one transaction."""
        with _in_words(), self._lock:
            self._database.execute("begin immediate")
            try:
                yield self._database
                self._database.execute("commit")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._database.execute("rollback")
                raise

    def add(self, setup: Setup, tokens: Sequence[tuple[str, str, int | None]], answers: Sequence[Answer] = ()) -> None:
        """Add a new table with its tokens: (token, role, seat)."""
        texts = [json.dumps(part) for part in (setup.variants, setup.options, setup.names, setup.seats)]
        seed, keys = _split(setup.seed)
        more = (setup.rules, json.dumps(setup.colours), keys, setup.pauses, "yes" if setup.single else "")
        with self.changing() as database:
            database.execute(
                f"insert into tables ({COLUMNS}) values ({','.join('?' * 13)})",
                (setup.id, setup.game, *texts, seed, setup.fingerprint, *more),
            )
            database.executemany(
                "insert into tokens values (?,?,?,?)", [(token, setup.id, role, seat) for token, role, seat in tokens]
            )
            rows = [(setup.id, number, answer.player, answer.answer) for number, answer in enumerate(answers)]
            database.executemany("insert into answers values (?,?,?,?)", rows)

    def key(self, token: str) -> Key | None:
        row = self._one("select table_id, role, seat from tokens where token = ?", token)
        return None if row is None else Key(row[0], row[1], row[2])

    # ---- people
    def say(self, table: str, who: str, words: str, after: int) -> None:
        with self.changing() as database:
            database.execute(
                "insert into said (table_id, who, words, after) values (?,?,?,?)", (table, who, words, after)
            )

    def said(self, table: str) -> list[tuple[str, str, int]]:
        """Return the last things that people said at a table, oldest first."""
        found = self.found(
            "select who, words, after from said where table_id = ? order by number desc limit 200", table
        )
        return [(str(who), str(words), int(after)) for who, words, after in reversed(found)]

    def take_seat(self, table: str, seat: int) -> bool:
        """Mark a seat as taken; False if it was."""
        with self.changing() as database:
            return database.execute("insert or ignore into taken values (?,?)", (table, seat)).rowcount == 1

    def taken(self, table: str) -> set[int]:
        return {int(seat) for (seat,) in self.found("select seat from taken where table_id = ?", table)}

    def rename(self, table: str, names: Sequence[str]) -> None:
        with self.changing() as database:
            database.execute("update tables set names = ? where id = ?", (json.dumps(list(names)), table))

    def rename_player(self, table: str, names: Sequence[str], colours: Mapping[str, str]) -> None:
        """Give a player of a running game another name."""
        with self.changing() as database:
            words = (json.dumps(list(names)), json.dumps(dict(colours)), table)
            database.execute("update tables set names = ?, colours = ? where id = ?", words)

    def replace_said(self, table: str, who: str, other: str) -> None:
        """Delete what a player said, and the player's name in what others said."""
        with self.changing() as database:
            database.execute("delete from said where table_id = ? and who = ?", (table, who))
            database.execute("update said set words = replace(words, ?, ?) where table_id = ?", (who, other, table))

    def drop_token(self, token: str) -> None:
        with self.changing() as database:
            database.execute("delete from tokens where token = ?", (token,))

    def scrub(self) -> None:
        """Leave nothing of what was deleted in the files."""
        with _in_words(), self._lock:
            self._database.execute("pragma wal_checkpoint(truncate)")

    def invite(self, table: str, token: str) -> None:
        with self.changing() as database:
            database.execute("insert into tokens values (?,?,?,?)", (token, table, INVITE, None))

    def tokens(self, table: str) -> list[tuple[str, str, int | None]]:
        found = self.found("select token, role, seat from tokens where table_id = ? order by role, seat", table)
        return [(str(token), str(role), seat) for token, role, seat in found]

    def replace_token(self, old: str, new: str) -> None:
        """Replace a token; the old one stops working."""
        with self.changing() as database:
            database.execute("update tokens set token = ? where token = ?", (new, old))

    def setup(self, table: str) -> Setup | None:
        row = self._one(f"select {COLUMNS} from tables where id = ?", table)
        if row is None:
            return None
        variants, options, names, seats = (json.loads(part) for part in row[2:6])
        people = (tuple(names), tuple(seats))
        seed = int(row[10], 16) if row[10] else int(row[6])
        return Setup(
            row[0],
            row[1],
            tuple(variants),
            options,
            *people,
            seed,
            row[7],
            row[8],
            json.loads(row[9]),
            row[11],
            row[12] == "yes",
        )

    def reseed(self, table: str, seed: int) -> None:
        with self.changing() as database:
            database.execute("update tables set seed = ?, keys = ? where id = ?", (*_split(seed), table))

    def count(self) -> tuple[int, int]:
        """Count all tables, and those touched recently."""
        row = self._one(f"select count(*), sum({TOUCHED} >= datetime('now', ?)) from tables", LONG)
        return (0, 0) if row is None else (int(row[0]), int(row[1] or 0))

    def touch(self, table: str) -> None:
        """Record that a table is in use."""
        with self.changing() as database:
            database.execute("update tables set touched = datetime('now') where id = ?", (table,))

    def is_archived(self, table: str) -> bool:
        """Whether nobody has used this table for long."""
        row = self._one(f"select {TOUCHED} < datetime('now', ?) from tables where id = ?", LONG, table)
        return row is not None and bool(row[0])

    def listed(self) -> list[Listed]:
        """List all tables, most recently touched first."""
        rows = self.found(
            f"select id, game, names, (select count(*) from answers where table_id = id), created, {TOUCHED} as last, "
            f"{TOUCHED} < datetime('now', ?) from tables order by last desc, id",
            LONG,
        )
        return [
            Listed(id, game, tuple(json.loads(names)), int(count), opened, touched, bool(old))
            for id, game, names, count, opened, touched, old in rows
        ]

    def clear_archived(self) -> list[str]:
        """Delete every archived table; return their ids."""
        gone = [one.id for one in self.listed() if one.archived]
        for table in gone:
            self.delete(table)
        return gone

    # ---- secrets
    def secret(self, name: str) -> str:
        """Return a secret of the studio's own, generated on first use."""
        with self.changing() as database:
            database.execute("insert or ignore into secrets values (?,?)", (name, secrets.token_urlsafe(18)))
            found: str = database.execute("select value from secrets where name = ?", (name,)).fetchone()[0]
            return found

    def name_of_chance(self, seed: int) -> str:
        """Return an opaque name under which only this studio can find a keyed seed again."""
        with self.changing() as database:
            database.execute("insert or ignore into chances values (?,?)", (secrets.token_urlsafe(18), f"{seed:x}"))
            found: str = database.execute("select name from chances where seed = ?", (f"{seed:x}",)).fetchone()[0]
            return found

    def chance(self, name: str) -> int | None:
        row = self._one("select seed from chances where name = ?", name)
        return None if row is None else int(row[0], 16)

    def answers(self, table: str) -> list[Answer]:
        found = self.found("select player, answer from answers where table_id = ? order by number", table)
        return [Answer(int(player), str(answer)) for player, answer in found]

    def append(self, table: str, number: int, answer: Answer, by_person: bool = True) -> Future[None]:
        """Queue the next answer of a table.

        A person's answer is on disk when the result resolves; a bot's survives a killed server, but not necessarily a power
        cut. Answers of several tables are written in batches."""
        done: Future[None] = Future()
        if self._closed:
            done.set_exception(Trouble("The studio is being closed, so nothing was saved."))
            return done
        written: Written = ((table, number, answer.player, answer.answer), by_person, done)
        if self._writer is None:
            self._write_all([written])
        else:
            self._waiting.put(written)
        return done

    def _write(self) -> None:
        """Writer thread: store queued answers in batches; errors never end it."""
        tidy = True
        while True:
            try:
                first = self._waiting.get(timeout=None if tidy else IDLE)
            except Empty:
                self._tidy_up()
                tidy = True
                continue
            if first is None:
                return
            batch, ends = self._batch(first)
            self._write_all([one for one in batch if one[2].set_running_or_notify_cancel()])
            tidy = False
            if ends:
                return

    def _batch(self, first: Written) -> tuple[list[Written], bool]:
        """Collect the queued answers; also return whether the store is closing."""
        batch = [first]
        while len(batch) < AT_ONCE and not self._waiting.empty():
            more = self._waiting.get()
            if more is None:
                return batch, True
            batch.append(more)
        return batch, False

    def _tidy_up(self) -> None:
        with suppress(sqlite3.Error), self._lock:
            self._database.execute("pragma wal_checkpoint(passive)")

    def _write_all(self, batch: list[Written]) -> None:
        wrong: Exception | None = None
        try:
            self._insert([row for row, _, _ in batch], any(person for _, person, _ in batch))
        except Exception as error:  # noqa: BLE001 - whoever waits is told, whatever it is
            wrong = error
        if wrong is not None and len(batch) > 1:  # retry one by one, so that one bad row does not fail the others
            for one in batch:
                self._write_all([one])
            return
        for _, _, done in batch:
            if wrong is None:
                done.set_result(None)
            else:
                done.set_exception(wrong if isinstance(wrong, Trouble) else Trouble(OTHERWISE))

    def _insert(self, rows: list[tuple[str, int, int, str]], safely: bool) -> None:
        with _in_words(), self._lock:
            self._database.execute(f"pragma synchronous={'full' if safely else 'normal'}")
        with self.changing() as database:
            database.executemany("insert into answers values (?,?,?,?)", rows)
            tables = {(table,) for table, _, _, _ in rows}
            database.executemany("update tables set touched = datetime('now') where id = ?", tables)

    def cut(self, table: str, number: int) -> None:
        """Delete all answers from this number on."""
        with self.changing() as database:
            database.execute("delete from answers where table_id = ? and number >= ?", (table, number))

    # ---- the texts of rules
    def keep_rules(self, digest: str, files: bytes) -> None:
        with self.changing() as database:
            database.execute("insert or ignore into rules values (?,?)", (digest, files))

    def has_rules(self, digest: str) -> bool:
        return self._one("select 1 from rules where digest = ?", digest) is not None

    def rules(self, digest: str) -> bytes | None:
        row = self._one("select files from rules where digest = ?", digest)
        return None if row is None else bytes(row[0])

    def play_under(self, table: str, fingerprint: str, digest: str, answers: int) -> None:
        """Switch a table to other rules, keeping only its first answers."""
        with self.changing() as database:
            database.execute("update tables set fingerprint = ?, rules = ? where id = ?", (fingerprint, digest, table))
            database.execute("delete from answers where table_id = ? and number >= ?", (table, answers))

    def put_back(self, setup: Setup, files: bytes | None, answers: Sequence[Answer]) -> None:
        """Return a table to the rules of a setup and to all of these answers."""
        rows = [(setup.id, number, one.player, one.answer) for number, one in enumerate(answers)]
        with self.changing() as database:
            if files is not None:
                database.execute("insert or ignore into rules values (?,?)", (setup.rules, files))
            words = (setup.fingerprint, setup.rules, setup.id)
            database.execute("update tables set fingerprint = ?, rules = ? where id = ?", words)
            database.execute("delete from answers where table_id = ?", (setup.id,))
            database.executemany("insert into answers values (?,?,?,?)", rows)

    def delete(self, table: str) -> None:
        with self.changing() as database:
            for name in ("answers", "tokens", "said", "taken", "playtest_tables", "participants", "records"):
                database.execute(f"delete from {name} where table_id = ?", (table,))
            database.execute("delete from tables where id = ?", (table,))
            database.execute("delete from rules where digest not in (select rules from tables)")

    def _one(self, query: str, *values: object) -> tuple[Any, ...] | None:
        return next(iter(self.found(query, *values)), None)

    def found(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with _in_words(), self._reader, closing(self._reading.execute(query, values)) as found:
            return found.fetchall()


def _split(seed: int) -> tuple[int, str]:
    """Split a seed into its two columns: SQLite integers are too small for keys."""
    return (0, f"{seed:x}") if is_keyed(seed) else (seed, "")
