"""Deadlines of tables: after how many hours without an answer a bot decides, or the others vote.

In: a Store. Out: Deadlines. Layer: tools. The clock is set anew by every answer.
"""

from __future__ import annotations

from dataclasses import dataclass

from .store import Store

BOT, VOTE = "bot", "vote"


@dataclass(frozen=True)
class Deadline:
    table: str
    hours: float
    then: str
    answers: int  # when the clock was last set
    since: float  # seconds since 1970


class Deadlines:
    """Deadlines of tables, in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def put(self, one: Deadline) -> None:
        with self._store.changing() as work:
            work.execute("delete from deadlines where table_id = ?", (one.table,))
            if one.hours:
                row = (one.table, one.hours, one.then, one.answers, one.since)
                work.execute("insert into deadlines values (?,?,?,?,?)", row)

    def of(self, table: str) -> Deadline | None:
        query = "select table_id, hours, then_do, answers, since from deadlines where table_id = ?"
        found = self._store.found(query, table)
        return Deadline(*found[0]) if found else None

    def tables(self) -> list[str]:
        return [str(table) for (table,) in self._store.found("select table_id from deadlines")]
