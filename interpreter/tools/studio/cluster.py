"""Cluster: several processes that serve the tables of one database, each table by one of them at a time.

In: a PostgresDatabase and the address at which this process answers. Out: who owns a table; what others changed. Layer: tools.
Each process says every second that it lives. Who has said nothing for some seconds owns nothing any more, by the clock of the
database. An answer is stored only while its table is owned, in the same transaction: a process that lost one cannot write to it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import psycopg

from .database import Trouble
from .threads import in_thread
from .watching import LOST, TAKEN

if TYPE_CHECKING:
    from .postgres_database import PostgresDatabase

BEAT = 1.0  # seconds between two signs of life
LEASE = 4.0  # seconds without one after which others may take over
KNOWN = 0.5  # seconds for which another's table is remembered
NOW = "extract(epoch from clock_timestamp())"
LOG = logging.getLogger("uvicorn.error")
AWAY = "The database does not answer, so this table waits. Try again in a moment."
CLAIM = f"""insert into owners (table_id, process) values (?, ?) on conflict (table_id) do update set process = excluded.process
where owners.process = excluded.process
   or not exists (select 1 from processes where id = owners.process and seen > {NOW} - {LEASE})"""


def _nobody(_what: str, _table: str) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class Owner:
    """The process that serves a table; `address` is empty if it is this one."""

    process: str
    address: str


class Cluster:
    def __init__(self, database: PostgresDatabase, address: str) -> None:
        """`address`: host:port at which the other processes reach this one."""
        self.database, self.address, self.process = database, address, secrets.token_hex(8)
        self.changed: Callable[[str, str], None] = _nobody  # called with what another process did to which table
        self._mine: set[str] = set()
        self._others: dict[str, tuple[float, Owner]] = {}
        self._beaten = 0.0  # when the database last heard of this process
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        await in_thread(self._beat)
        self._tasks = [asyncio.create_task(self._beats()), asyncio.create_task(self._listen())]

    async def end(self) -> None:
        """Let the others have the tables at once."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(Trouble):
            await in_thread(self._leave)

    def _leave(self) -> None:
        with self.database.changing() as work:
            work.execute("delete from owners where process = ?", (self.process,))
            work.execute("delete from processes where id = ?", (self.process,))

    # ---- living
    def _beat(self) -> None:
        began = time.monotonic()
        with self.database.changing() as work:
            work.execute(
                f"insert into processes values (?, ?, {NOW}) on conflict (id) do update set seen = excluded.seen",
                (self.process, self.address),
            )
            work.execute(f"delete from processes where seen < {NOW} - 3600")
        self._beaten = began

    async def _beats(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await in_thread(self._beat)
                await in_thread(self._look_whether_mine)
            except Trouble as trouble:
                LOG.warning("The database cannot be reached: %s", trouble)
            except Exception:
                LOG.exception("The sign of life failed.")

    def _look_whether_mine(self) -> None:
        """Give up what another process has taken over in the meantime."""
        there = {
            str(table)
            for (table,) in self.database.found("select table_id from owners where process = ?", self.process)
        }
        for table in [one for one in self._mine if one not in there]:
            self._mine.discard(table)
            self.changed(LOST, table)

    @property
    def lives(self) -> bool:
        """Whether the others still take this process for alive."""
        return time.monotonic() - self._beaten < LEASE - BEAT

    # ---- owning
    async def owner(self, table: str) -> Owner:
        """Return who serves a table; if nobody does, this process does from now on."""
        if table in self._mine and self.lives:
            return Owner(self.process, "")
        known = self._others.get(table)
        if known is not None and time.monotonic() - known[0] < KNOWN:
            return known[1]
        return await in_thread(self._claim, table)

    def _claim(self, table: str) -> Owner:
        if not self.lives:
            self._beat()
        with self.database.changing() as work:
            mine = work.execute(CLAIM, (table, self.process)) == 1
        if mine:
            self._others.pop(table, None)
            if table not in self._mine:
                self._mine.add(table)
                self.changed(TAKEN, table)  # what was in memory of it may be old
            return Owner(self.process, "")
        found = self.database.found(
            "select p.id, p.address from owners o join processes p on p.id = o.process where o.table_id = ?", table
        )
        if not found:
            raise Trouble(AWAY)
        owner = Owner(str(found[0][0]), str(found[0][1]))
        if len(self._others) > 50_000:
            self._others.clear()
        self._others[table] = (time.monotonic(), owner)
        if table in self._mine:
            self._mine.discard(table)
            self.changed(LOST, table)
        return owner

    def forget(self, table: str) -> None:
        """Ask the database next time who serves a table: its owner did not answer."""
        self._others.pop(table, None)

    # ---- telling each other
    async def tell(self, what: str, table: str) -> None:
        """Tell the other processes that a table has changed in the database."""
        await in_thread(self._tell, what, table)

    def _tell(self, what: str, table: str) -> None:
        words = json.dumps([self.process, what, table])
        with self.database.changing() as work:
            work.found("select 1 from pg_notify('rulewright_' || current_schema(), ?)", (words,))

    async def _listen(self) -> None:
        """Listen for what others changed.

        After a break of the connection everything may have changed."""
        while True:
            try:
                connection = await psycopg.AsyncConnection.connect(
                    self.database.address, autocommit=True, connect_timeout=5
                )
                async with connection:
                    await connection.execute(
                        "do $$ begin execute format('listen %I', 'rulewright_' || current_schema()); end $$"
                    )
                    async for notice in connection.notifies():
                        self._hear(notice.payload)
            except psycopg.Error:
                await asyncio.sleep(BEAT)

    def _hear(self, words: str) -> None:
        try:
            process, what, table = json.loads(words)
        except (ValueError, TypeError):
            return
        if process != self.process:
            self._others.pop(table, None)
            self.changed(str(what), str(table))
