"""Watching tables: what a playtest's recorder is told of what people do.

In: a table, a seat and what happened. Out: nothing; a plain Watcher forgets it all. Layer: tools. The server calls these methods
on its event loop, so they are quick and never fail.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from interpreter import Request
    from interpreter.tools.studio.live_table import Sitting


# What another process did to a table: it has it now; it has left it to this one; it has deleted it.
LOST, TAKEN, GONE = "lost", "taken", "gone"


class Watcher:
    def shown(self, table: str, sitting: Sitting) -> None:
        """Everybody was shown the table as it is now."""

    def decided(self, table: str, seat: int, sitting: Sitting, request: Request | None, choice: str) -> None:
        """A person's answer to this question was taken."""

    def refused(self, table: str, seat: int, sitting: Sitting, message: str) -> None:
        """A person's answer was refused."""

    def took_back(self, table: str, seat: int, sitting: Sitting, answers: int) -> None:
        """A person took back their last answers, that many."""

    def came(self, table: str, seat: int, sitting: Sitting) -> None:
        """The first page of a seat was opened."""

    def left(self, table: str, seat: int) -> None:
        """The last page of a seat was closed."""

    def about(self, table: str, seat: int | None) -> dict[str, Any] | None:
        """What a page of this seat must know of the playtest; None if there is none."""
        del table, seat
        return None

    def forget(self, table: str) -> None:
        """Read again who takes part at a table."""

    def table_of(self, participant: str) -> str:
        """The table at which the holder of this token sits; empty if nobody knows it."""
        del participant
        return ""

    async def close(self) -> None:
        """Write what is still to be written."""
