"""Task runner: start worker processes, limited in number and time, killed when nobody waits; a web page asks its second worker.

In: a task's word, folder and input. Out: what it prints, line by line. Layer: tools.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from interpreter.source.operating_system import HAS_THREADS

from .second_worker import asked

AT_ONCE = 2  # tasks; others wait
LONGEST = 600.0  # seconds
LARGEST_LINE = 32 * 2**20
_TURNS: dict[asyncio.AbstractEventLoop, asyncio.Semaphore] = {}


def _turn() -> asyncio.Semaphore:
    return _TURNS.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE))


async def errand(word: str, folder: Path, wanted: Mapping[str, Any]) -> AsyncIterator[dict[str, Any]]:
    """Run a task in a process and stream its results."""
    if not HAS_THREADS:
        async for found in asked("task", folder, {"word": word, "wanted": wanted}):
            yield found
        return
    words = [sys.executable, "-m", "interpreter.tools.studio.tasks", word, str(folder)]
    async with _turn():
        process = await asyncio.create_subprocess_exec(
            *words, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
            limit=LARGEST_LINE,
        )  # fmt: skip
        try:
            assert process.stdin is not None and process.stdout is not None  # noqa: PT018
            process.stdin.write(json.dumps(wanted).encode())
            process.stdin.close()
            async with asyncio.timeout(LONGEST):
                async for line in process.stdout:
                    yield json.loads(line)
        finally:
            await ended(process)


async def one(word: str, folder: Path, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Run a task and return its first result."""
    async for found in errand(word, folder, wanted):
        return found
    return {"problems": [{"message": "This could not be calculated."}]}


async def ended(process: asyncio.subprocess.Process) -> None:
    """Kill a process unless it has ended already."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()
    await process.wait()
