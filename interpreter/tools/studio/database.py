"""Database: what a studio's store needs of the system it is kept in; SQLite and PostgreSQL are two of them.

In: queries with `?` for each value. Out: rows. Layer: tools. The queries are those that both systems read; what they write
in another way is said by `dialect`. Every failure is a Trouble with a sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol

Row = tuple[Any, ...]


class Trouble(Exception):
    """The store is unusable; the message says why and what to do."""


@dataclass(frozen=True)
class Dialect:
    """Words that the systems do not share."""

    number: str  # a column that numbers rows
    blob: str
    real: str
    whole: str


class Work(Protocol):
    """One transaction."""

    def execute(self, query: str, values: Sequence[object] = (), /) -> int:
        """Run a statement; return the number of rows it changed."""
        ...

    def executemany(self, query: str, rows: Iterable[Sequence[object]], /) -> None: ...

    def found(self, query: str, values: Sequence[object] = (), /) -> list[Row]: ...


class Database(Protocol):
    @property
    def dialect(self) -> Dialect: ...

    def changing(self) -> AbstractContextManager[Work]:
        """Run one transaction; it is rolled back if the block raises."""
        ...

    def found(self, query: str, *values: object) -> list[Row]:
        """Read rows; other threads may read and write meanwhile."""
        ...

    def reading(self) -> AbstractContextManager[Work]:
        """See everything as it was at one moment, however long it takes."""
        ...

    def columns(self, table: str) -> set[str]:
        """The columns of a table; none if there is no such table."""
        ...

    def write_answers(self, rows: Sequence[tuple[str, int, int, str]], now: str, safely: bool, owner: str, /) -> None:
        """Store answers in one transaction.

        `safely`: they are on disk afterwards. `owner`: the process that must own their tables, if any."""
        ...

    def alone(self, what: str, /) -> AbstractContextManager[None]:
        """Keep all other processes from doing the same meanwhile."""
        ...

    def tidy(self, thoroughly: bool = False) -> None:
        """Use a quiet moment.

        `thoroughly`: nothing of what was deleted is left where it could be found."""
        ...

    def close(self) -> None: ...


def names_of(row: Mapping[str, object]) -> str:
    return ", ".join(row)


def in_portions(rows: Iterable[Row], most: int = 500) -> Iterator[list[Row]]:
    """Cut rows into lists of a limited length."""
    some: list[Row] = []
    for row in rows:
        some.append(row)
        if len(some) == most:
            yield some
            some = []
    if some:
        yield some
