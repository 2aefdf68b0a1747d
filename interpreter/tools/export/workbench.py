"""What a page's second worker does: tasks, language servers, simulations and comparisons, while the first plays.

In: messages of `interpreter.tools.studio.second_worker`. Out: results, line by line. Layer: tools. Runs only in Pyodide, on one
event loop: each piece of work gives way to the others after each of its results.
"""

from __future__ import annotations

import asyncio
import json
import traceback
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any

from interpreter.tools.studio.measuring_here import measured
from interpreter.tools.studio.tasks import results

Say = Callable[[str], object]
Inbox = asyncio.Queue[str]


class Workbench:
    def __init__(self, post: Callable[[str], object]) -> None:
        self._post = post
        self._work: dict[int, tuple[asyncio.Task[None], Inbox]] = {}

    def arrived(self, message: str) -> None:
        """Take a message of the first worker."""
        kind, *rest = json.loads(message)
        match kind:
            case "files":
                write(Path(rest[0]), rest[1])
            case "begin":
                self._begin(*rest)
            case "say" if rest[0] in self._work:
                self._work[rest[0]][1].put_nowait(rest[1])
            case "end" if rest[0] in self._work:
                self._work[rest[0]][0].cancel()

    def _begin(self, number: int, kind: str, folder: str, given: Mapping[str, Any]) -> None:
        inbox: Inbox = asyncio.Queue()

        def say(text: str) -> None:
            self._post(json.dumps(["say", number, text]))

        task = asyncio.get_running_loop().create_task(self._done(number, KINDS[kind](Path(folder), given, inbox, say)))
        self._work[number] = task, inbox

    async def _done(self, number: int, work: Any) -> None:
        try:
            await work
        except Exception:  # noqa: BLE001 - a bug of ours: whoever asked is told that nothing comes
            traceback.print_exc()
        finally:
            del self._work[number]
            self._post(json.dumps(["end", number]))


def write(folder: Path, files: Mapping[str, str | None]) -> None:
    """Write what has changed in a game's folder; None is a file that is gone."""
    for name, text in files.items():
        path = folder / name
        if text is None:
            path.unlink(missing_ok=True)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("utf-8", "surrogateescape"))


async def task(folder: Path, given: Mapping[str, Any], _inbox: Inbox, say: Say) -> None:
    for found in results(given["word"], folder, given["wanted"]):
        say(json.dumps(found))
        await asyncio.sleep(0)


async def language(folder: Path, _given: Mapping[str, Any], inbox: Inbox, say: Say) -> None:
    from interpreter.tools.studio.language_here import speak_here  # loads the whole server

    await speak_here(_texts(inbox), say, folder)


async def measuring(_folder: Path, given: Mapping[str, Any], _inbox: Inbox, say: Say) -> None:
    async for found in measured(given["words"]):
        say(json.dumps(found))


async def _texts(inbox: Inbox) -> AsyncIterator[str]:
    while True:
        yield await inbox.get()


KINDS = {"task": task, "language": language, "measuring": measuring}
