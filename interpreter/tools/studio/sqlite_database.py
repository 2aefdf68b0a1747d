"""SQLite: a studio's database in one file, with nothing to install.

In: a file. Out: a Database. Layer: tools. It writes ahead (WAL), so a reader waits for nobody; when no answer has come for a
moment, and on closing, the log is checkpointed, so that a copy of the main file is complete.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext, suppress
from pathlib import Path
from threading import Lock

from .database import Dialect, Row, Trouble

PATIENCE = 5.0  # seconds to wait for another program that uses the file
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
DIALECT = Dialect("integer primary key autoincrement", "blob", "real", "integer")


def sentence(error: sqlite3.Error) -> str:
    return SENTENCES.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, OTHERWISE)


@contextmanager
def _in_words() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise Trouble(sentence(error)) from error


class SqliteWork:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def execute(self, query: str, values: Sequence[object] = (), /) -> int:
        return self._connection.execute(query, values).rowcount

    def executemany(self, query: str, rows: Iterable[Sequence[object]], /) -> None:
        self._connection.executemany(query, rows)

    def found(self, query: str, values: Sequence[object] = (), /) -> list[Row]:
        return self._connection.execute(query, values).fetchall()


class SqliteDatabase:
    def __init__(self, file: Path) -> None:
        """Open or create the file. Raises Trouble if it is unusable."""
        self.file, self.dialect = file, DIALECT
        self._lock, self._reader = Lock(), Lock()
        with _in_words():
            self.connection = _opened(file)
            try:
                for pragma in ("journal_mode=wal", "synchronous=full", "secure_delete=on"):
                    self.connection.execute(f"pragma {pragma}")
                self.connection.execute("select count(*) from sqlite_master")
                self._reading = _opened(file)
            except sqlite3.Error:
                self.connection.close()
                raise

    def close(self) -> None:
        with self._reader:
            self._reading.close()
        with self._lock:
            with suppress(sqlite3.Error):
                self.connection.execute("pragma wal_checkpoint(truncate)")
            self.connection.close()

    @contextmanager
    def changing(self) -> Iterator[SqliteWork]:
        with _in_words(), self._lock:
            self.connection.execute("begin immediate")
            try:
                yield SqliteWork(self.connection)
                self.connection.execute("commit")
            except BaseException:
                with suppress(sqlite3.Error):
                    self.connection.execute("rollback")
                raise

    def found(self, query: str, *values: object) -> list[Row]:
        with _in_words(), self._reader, closing(self._reading.execute(query, values)) as found:
            return found.fetchall()

    @contextmanager
    def reading(self) -> Iterator[SqliteWork]:
        with _in_words(), closing(_opened(self.file)) as connection:
            connection.execute("begin")
            yield SqliteWork(connection)
            connection.execute("rollback")

    def columns(self, table: str) -> set[str]:
        return {str(row[1]) for row in self.found(f"pragma table_info({table})")}

    def write_answers(self, rows: Sequence[tuple[str, int, int, str]], now: str, safely: bool, owner: str, /) -> None:
        del owner  # one process serves a file
        with _in_words(), self._lock:
            self.connection.execute(f"pragma synchronous={'full' if safely else 'normal'}")
        with self.changing() as work:
            work.executemany("insert into answers values (?,?,?,?)", rows)
            work.executemany("update tables set touched = ? where id = ?", {(now, table) for table, _, _, _ in rows})

    def alone(self, what: str, /) -> nullcontext[None]:
        """Do nothing: one process serves a file."""
        del what
        return nullcontext()

    def tidy(self, thoroughly: bool = False) -> None:
        if thoroughly:
            with _in_words(), self._lock:
                self.connection.execute("pragma wal_checkpoint(truncate)")
            return
        with suppress(sqlite3.Error), self._lock:
            self.connection.execute("pragma wal_checkpoint(passive)")


def _opened(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(file, timeout=PATIENCE, check_same_thread=False, isolation_level=None)
