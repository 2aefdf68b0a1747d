"""A page's second worker, as the first one sees it: tasks, language servers and measurements go there, so that no table waits.

In: what is to be done, and the game's folder. Out: what comes back, line by line. Layer: tools. One port carries everything, so
the second worker has a game's files before it is asked about them.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any

Stamp = tuple[int, int]  # when a file was written, and how long it is
_second: SecondWorker | None = None


class Conversation:
    """One piece of work: messages to it, and its messages until it ends."""

    def __init__(self, say: Callable[[str], object], end: Callable[[], object]) -> None:
        self.say, self.end = say, end
        self.arrived: asyncio.Queue[str | None] = asyncio.Queue()  # None: the other side has ended it

    async def lines(self) -> AsyncIterator[str]:
        while (line := await self.arrived.get()) is not None:
            yield line


class SecondWorker:
    def __init__(self, post: Callable[[str], object]) -> None:
        self._post = post
        self._open: dict[int, Conversation] = {}
        self._last = 0
        self._shown: dict[Path, dict[str, Stamp]] = {}

    def begin(self, kind: str, folder: Path, given: Mapping[str, Any]) -> Conversation:
        """`kind`: task, language or measuring."""
        self.show(folder)
        self._last = number = self._last + 1

        def end() -> None:
            if self._open.pop(number, None) is not None:
                self._send("end", number)

        self._open[number] = Conversation(lambda text: self._send("say", number, text), end)
        self._send("begin", number, kind, str(folder), given)
        return self._open[number]

    def show(self, folder: Path) -> None:
        """Pass on what has changed in a game's folder since it was last shown."""
        before, now = self._shown.get(folder, {}), _stamps(folder)
        changed = {name: _written(folder / name) for name, stamp in now.items() if before.get(name) != stamp}
        gone: dict[str, str | None] = dict.fromkeys(before.keys() - now.keys())
        if changed or gone:
            self._send("files", str(folder), {**changed, **gone})
        self._shown[folder] = now

    def arrived(self, message: str) -> None:
        """Take a message of the second worker."""
        kind, number, *rest = json.loads(message)
        conversation = self._open.get(number) if kind == "say" else self._open.pop(number, None)
        if conversation is not None:
            conversation.arrived.put_nowait(rest[0] if kind == "say" else None)

    def failed(self) -> None:
        """The second worker could not start: end everything that waits for it."""
        for number in list(self._open):
            self._open.pop(number).arrived.put_nowait(None)

    def _send(self, *words: object) -> None:
        self._post(json.dumps(words))


def work_with(second: SecondWorker) -> None:
    global _second  # noqa: PLW0603 - one per page, set while it starts
    _second = second


def conversation(kind: str, folder: Path, given: Mapping[str, Any]) -> Conversation:
    assert _second is not None, "a page without a second worker"
    return _second.begin(kind, folder, given)


def show(folder: Path) -> None:
    if _second is not None:
        _second.show(folder)


async def asked(kind: str, folder: Path, given: Mapping[str, Any]) -> AsyncGenerator[dict[str, Any]]:
    """Begin a piece of work and yield its results.

    It is stopped when the caller stops reading."""
    work = conversation(kind, folder, given)
    try:
        async for line in work.lines():
            yield json.loads(line)
    finally:
        work.end()


def _stamps(folder: Path) -> dict[str, Stamp]:
    found: dict[str, Stamp] = {}
    for here, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            path = os.path.join(here, name)
            about = os.stat(path)
            found[os.path.relpath(path, folder)] = about.st_mtime_ns, about.st_size
    return found


def _written(path: Path) -> str:
    """Encode a file as text that JSON can carry, whatever is in it."""
    return path.read_bytes().decode("utf-8", "surrogateescape")
