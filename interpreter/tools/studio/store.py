"""Store: tables and their answers, in a database.

In: a Database, or the file of one. Out: Store: what a studio keeps, in words of tables and answers. Layer: tools. A person's
answer is stored before anybody sees it. Every failure is a Trouble with a sentence.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from interpreter.runtime.generator import is_keyed

from .database import Database, Row, Trouble
from .schema import prepare
from .sqlite_database import SqliteDatabase
from .writing import AnswerWriter

__all__ = ["INVITE", "OWNER", "SEAT", "WATCH", "Answer", "Key", "Listed", "Setup", "Store", "Trouble"]

COLUMNS = "id, game, variants, options, names, seats, seed, fingerprint, rules, colours, keys, pauses, single"
TOUCHED = "case touched when '' then created else touched end"
LONG = timedelta(days=30)  # tables untouched for longer are archived
OWNER, WATCH, SEAT, INVITE = "owner", "watch", "seat", "invite"


# What goes with a table when it is deleted.
OF_TABLE = (
    "answers", "tokens", "said", "taken", "playtest_tables", "participants", "records", "owners", "addresses", "deadlines",
)  # fmt: skip


def moment(ago: timedelta = timedelta()) -> str:
    """A time as the store keeps it: texts that sort as times do."""
    return (datetime.now(UTC) - ago).strftime("%Y-%m-%d %H:%M:%S")


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


class Store:
    def __init__(self, kept: Path | Database) -> None:
        """Open a store, or create it. Raises Trouble if it is unusable."""
        self.database: Database = SqliteDatabase(kept) if isinstance(kept, Path) else kept
        self.process = ""  # which of several processes must own a table before its answers are stored
        try:
            prepare(self.database)
        except BaseException:
            self.database.close()
            raise
        self.changing, self.found = self.database.changing, self.database.found
        self._closed = False
        self.writer = AnswerWriter(self._insert, self.database.tidy)

    def close(self) -> None:
        """Store what is left, and close the database.

        Closing again does nothing."""
        if not self._closed:
            self._closed = True
            self.writer.close()
            self.database.close()

    def _insert(self, rows: Sequence[tuple[str, int, int, str]], safely: bool) -> None:
        self.database.write_answers(rows, moment(), safely, self.process)

    def add(self, setup: Setup, tokens: Sequence[tuple[str, str, int | None]], answers: Sequence[Answer] = ()) -> None:
        """Add a new table with its tokens: (token, role, seat)."""
        texts = [json.dumps(part) for part in (setup.variants, setup.options, setup.names, setup.seats)]
        seed, keys = _split(setup.seed)
        more = (setup.rules, json.dumps(setup.colours), keys, setup.pauses, "yes" if setup.single else "", moment())
        with self.changing() as work:
            work.execute(
                f"insert into tables ({COLUMNS}, created) values ({','.join('?' * 14)})",
                (setup.id, setup.game, *texts, seed, setup.fingerprint, *more),
            )
            work.executemany(
                "insert into tokens values (?,?,?,?)", [(token, setup.id, role, seat) for token, role, seat in tokens]
            )
            if self.process:
                work.execute("insert into owners values (?,?)", (setup.id, self.process))
            rows = [(setup.id, number, answer.player, answer.answer) for number, answer in enumerate(answers)]
            work.executemany("insert into answers values (?,?,?,?)", rows)

    def key(self, token: str) -> Key | None:
        row = self._one("select table_id, role, seat from tokens where token = ?", token)
        return None if row is None else Key(row[0], row[1], row[2])

    # ---- people
    def say(self, table: str, who: str, words: str, after: int) -> None:
        with self.changing() as work:
            work.execute("insert into said (table_id, who, words, after) values (?,?,?,?)", (table, who, words, after))

    def said(self, table: str) -> list[tuple[str, str, int]]:
        """Return the last things that people said at a table, oldest first."""
        found = self.found(
            "select who, words, after from said where table_id = ? order by number desc limit 200", table
        )
        return [(str(who), str(words), int(after)) for who, words, after in reversed(found)]

    def take_seat(self, table: str, seat: int) -> bool:
        """Mark a seat as taken; False if it was."""
        with self.changing() as work:
            return work.execute("insert into taken values (?,?) on conflict do nothing", (table, seat)) == 1

    def taken(self, table: str) -> set[int]:
        return {int(seat) for (seat,) in self.found("select seat from taken where table_id = ?", table)}

    def rename(self, table: str, names: Sequence[str]) -> None:
        with self.changing() as work:
            work.execute("update tables set names = ? where id = ?", (json.dumps(list(names)), table))

    def rename_player(self, table: str, names: Sequence[str], colours: Mapping[str, str]) -> None:
        """Give a player of a running game another name."""
        with self.changing() as work:
            words = (json.dumps(list(names)), json.dumps(dict(colours)), table)
            work.execute("update tables set names = ?, colours = ? where id = ?", words)

    def replace_said(self, table: str, who: str, other: str) -> None:
        """Delete what a player said, and the player's name in what others said."""
        with self.changing() as work:
            work.execute("delete from said where table_id = ? and who = ?", (table, who))
            work.execute("update said set words = replace(words, ?, ?) where table_id = ?", (who, other, table))

    def drop_token(self, token: str) -> None:
        with self.changing() as work:
            work.execute("delete from tokens where token = ?", (token,))

    def scrub(self) -> None:
        """Leave nothing of what was deleted in the files."""
        self.database.tidy(thoroughly=True)

    def invite(self, table: str, token: str) -> None:
        with self.changing() as work:
            work.execute("insert into tokens values (?,?,?,?)", (token, table, INVITE, None))

    def tokens(self, table: str) -> list[tuple[str, str, int | None]]:
        found = self.found("select token, role, seat from tokens where table_id = ? order by role, seat", table)
        return [(str(token), str(role), seat) for token, role, seat in found]

    def replace_token(self, old: str, new: str) -> None:
        """Replace a token; the old one stops working."""
        with self.changing() as work:
            work.execute("update tokens set token = ? where token = ?", (new, old))

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
        with self.changing() as work:
            work.execute("update tables set seed = ?, keys = ? where id = ?", (*_split(seed), table))

    def count(self) -> tuple[int, int]:
        """Count all tables, and those touched recently."""
        row = self._one(f"select count(*), sum(case when {TOUCHED} >= ? then 1 else 0 end) from tables", moment(LONG))
        return (0, 0) if row is None else (int(row[0]), int(row[1] or 0))

    def touch(self, table: str) -> None:
        """Record that a table is in use."""
        with self.changing() as work:
            work.execute("update tables set touched = ? where id = ?", (moment(), table))

    def is_archived(self, table: str) -> bool:
        """Whether nobody has used this table for long."""
        row = self._one(f"select {TOUCHED} < ? from tables where id = ?", moment(LONG), table)
        return row is not None and bool(row[0])

    def listed(self) -> list[Listed]:
        """List all tables, most recently touched first."""
        rows = self.found(
            f"select id, game, names, (select count(*) from answers where table_id = id), created, {TOUCHED} as last, "
            f"{TOUCHED} < ? from tables order by last desc, id",
            moment(LONG),
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
        with self.changing() as work:
            work.execute("insert into secrets values (?,?) on conflict do nothing", (name, secrets.token_urlsafe(18)))
            return str(work.found("select value from secrets where name = ?", (name,))[0][0])

    def name_of_chance(self, seed: int) -> str:
        """Return an opaque name under which only this studio can find a keyed seed again."""
        with self.changing() as work:
            work.execute(
                "insert into chances values (?,?) on conflict do nothing", (secrets.token_urlsafe(18), f"{seed:x}")
            )
            return str(work.found("select name from chances where seed = ?", (f"{seed:x}",))[0][0])

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
        return self.writer.append((table, number, answer.player, answer.answer), by_person)

    def cut(self, table: str, number: int) -> None:
        """Delete all answers from this number on."""
        with self.changing() as work:
            work.execute("delete from answers where table_id = ? and number >= ?", (table, number))

    # ---- the texts of rules
    def keep_rules(self, digest: str, files: bytes) -> None:
        with self.changing() as work:
            work.execute("insert into rules values (?,?) on conflict do nothing", (digest, files))

    def has_rules(self, digest: str) -> bool:
        return self._one("select 1 from rules where digest = ?", digest) is not None

    def rules(self, digest: str) -> bytes | None:
        row = self._one("select files from rules where digest = ?", digest)
        return None if row is None else bytes(row[0])

    def play_under(self, table: str, fingerprint: str, digest: str, answers: int) -> None:
        """Switch a table to other rules, keeping only its first answers."""
        with self.changing() as work:
            work.execute("update tables set fingerprint = ?, rules = ? where id = ?", (fingerprint, digest, table))
            work.execute("delete from answers where table_id = ? and number >= ?", (table, answers))

    def put_back(self, setup: Setup, files: bytes | None, answers: Sequence[Answer]) -> None:
        """Return a table to the rules of a setup and to all of these answers."""
        rows = [(setup.id, number, one.player, one.answer) for number, one in enumerate(answers)]
        with self.changing() as work:
            if files is not None:
                work.execute("insert into rules values (?,?) on conflict do nothing", (setup.rules, files))
            words = (setup.fingerprint, setup.rules, setup.id)
            work.execute("update tables set fingerprint = ?, rules = ? where id = ?", words)
            work.execute("delete from answers where table_id = ?", (setup.id,))
            work.executemany("insert into answers values (?,?,?,?)", rows)

    def delete(self, table: str) -> None:
        with self.changing() as work:
            for name in OF_TABLE:
                work.execute(f"delete from {name} where table_id = ?", (table,))
            work.execute("delete from tables where id = ?", (table,))
            work.execute("delete from rules where digest not in (select rules from tables)")

    def _one(self, query: str, *values: object) -> Row | None:
        return next(iter(self.found(query, *values)), None)


def _split(seed: int) -> tuple[int, str]:
    """Split a seed into its two columns: SQLite integers are too small for keys."""
    return (0, f"{seed:x}") if is_keyed(seed) else (seed, "")
