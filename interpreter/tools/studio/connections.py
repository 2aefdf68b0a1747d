"""Connection limits: time out slow requests and cap the connections that are waiting.

In: limits. Out: uvicorn's protocol with these limits. Layer: tools. Without them, a thousand connections that never complete
a request would exhaust the process's file descriptors and lock everybody else out.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from interpreter.source.operating_system import open_files

SECONDS = 15.0  # from the first letter of a request, or from the connection, to the last one of its headers
MAX_WAITING = 128  # connections that have not sent a whole request
FILES = 8192  # open files that are asked for
UNLIMITED = 512  # as many are used where the system does not say
SPARE = 192  # of them for the store, for games and for processes
FULL = b"Too many people are connected to this studio. Close pages that you do not need, then try again."


def most_open() -> int:
    """As many connections as there are open files to be had, but some."""
    files = open_files(FILES)
    return max(64, (UNLIMITED if files is None else files) - SPARE)


@dataclass
class Limits:
    seconds: float = SECONDS
    most_waiting: int = MAX_WAITING
    most_open: int = field(default_factory=most_open)
    waiting: dict[Patient, None] = field(default_factory=dict)  # oldest first

    def protocol(self) -> type[Patient]:
        """Make a protocol class whose connections share these limits."""
        return type("Patient", (Patient,), {"limits": self})


class Patient(H11Protocol):
    limits: Limits
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        limits = self.limits
        if len(self.connections) > limits.most_open and not limits.waiting:
            head = b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain\r\nconnection: close\r\n"
            transport.write(head + b"content-length: %d\r\n\r\n" % len(FULL) + FULL)
            transport.close()
            return
        if len(limits.waiting) >= limits.most_waiting or len(self.connections) > limits.most_open:
            next(iter(limits.waiting)).give_up()
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Start the timer for the next request on a kept-alive connection."""
        if self._timer is None and self.cycle.response_complete:
            self._wait()
        super().data_received(data)

    def handle_events(self) -> None:
        before = self.cycle
        super().handle_events()
        if self.cycle is not before:
            self._come()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._come()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._come()
        super().connection_lost(exc)

    def give_up(self) -> None:
        """Close a connection that has not sent a complete request."""
        self._come()
        self.transport.close()

    def _wait(self) -> None:
        self.limits.waiting[self] = None
        self._timer = self.loop.call_later(self.limits.seconds, self.give_up)

    def _come(self) -> None:
        self.limits.waiting.pop(self, None)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
