"""Background jobs: run long commands as subprocesses, with progress, a time limit and cancellation.

In: the commands that a balance page wants. Out: a Job that reports its progress. Layer: tools. One job runs at a time, at low
priority, because tables come first. Its output goes to a temporary folder that is deleted with it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import secrets
import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from interpreter.source.operating_system import HAS_THREADS
from interpreter.tools.studio.second_worker import asked
from interpreter.tools.studio.task_runner import ended

LONGEST = 3600.0  # seconds
MAX_JOBS = 20  # finished jobs included
MAX_GAMES, MAX_SECONDS = 20_000, 900
SHOWN_GAMES = 500
RESULT, ROWS, REPORT = "result.json", "rows.jsonl", "report.html"
NICE = 3  # process priority: tables come first
_PROGRESS = re.compile(rb"(\d+) of (\d+)")


class BusyError(Exception):
    """Another job is running."""


@dataclass
class Job:
    id: str
    what: str  # report, simulate, compare, explore
    steps: Sequence[Sequence[str]]  # command lines, run one after the other
    folder: Path
    variants: Sequence[str] = ()
    done: int = 0
    total: int = 0
    running: bool = True
    wrong: str = ""
    process: asyncio.subprocess.Process | None = field(default=None, repr=False)

    def told(self) -> dict[str, Any]:
        """Return the progress as JSON and, once finished, the results."""
        found: dict[str, Any] = {
            "id": self.id, "what": self.what, "done": self.done, "total": self.total, "running": self.running,
            "wrong": self.wrong, "report": (self.folder / REPORT).is_file() and not self.running,
        }  # fmt: skip
        if not self.running:
            found["result"] = _json(self.folder / RESULT)
            found["games"] = _games(self.folder / ROWS)
        return found


def _json(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def _games(file: Path) -> list[dict[str, Any]]:
    """Summarize each simulated game: its seed, its outcome, its winners."""
    found: dict[int, dict[str, Any]] = {}
    try:
        with file.open(encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                game = found.setdefault(row["match"], {
                    "seed": row["seed"], "outcome": row["outcome"], "decisions": row["decisions"], "rounds": row["rounds"],
                    "fault": row["fault"], "bots": [], "winners": [], "scores": [],
                })  # fmt: skip
                game["bots"].append(row["bot"])
                game["scores"].append(row["score"])
                if row["won"]:
                    game["winners"].append(row["seat"])
                if len(found) > SHOWN_GAMES:
                    break
    except (OSError, ValueError, KeyError):
        return []
    return list(found.values())[:SHOWN_GAMES]


def _keep(folder: Path, found: Mapping[str, Any]) -> None:
    """Write what came out, where a command would have written it."""
    if "result" in found:
        (folder / RESULT).write_text(json.dumps(found["result"]), encoding="utf-8")
    if "rows" in found:
        (folder / ROWS).write_text("\n".join(map(json.dumps, found["rows"])), encoding="utf-8")
    if "report" in found:
        (folder / REPORT).write_text(found["report"], encoding="utf-8")


class Jobs:
    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, what: str, steps: Sequence[Sequence[str]], variants: Sequence[str]) -> Job:
        """Start a job; `{}` in its arguments is replaced with the job's folder."""
        if any(job.running for job in self._jobs.values()):
            raise BusyError("Something is being measured already. Wait for it, or stop it.")
        while len(self._jobs) >= MAX_JOBS:
            shutil.rmtree(self._jobs.pop(next(iter(self._jobs))).folder, ignore_errors=True)
        folder = Path(tempfile.mkdtemp(prefix="rulewright-"))
        filled = [[word.replace("{}", str(folder)) for word in step] for step in steps]
        job = Job(secrets.token_urlsafe(12), what, filled, folder, variants)
        self._jobs[job.id] = job
        task = asyncio.create_task(self._run(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return job

    def job(self, name: str) -> Job | None:
        return self._jobs.get(name)

    async def _run(self, job: Job) -> None:
        try:
            async with asyncio.timeout(LONGEST):
                for words in job.steps:
                    if job.wrong:
                        break
                    await self._step(job, words)
        except TimeoutError:
            job.wrong = "This took too long."
        finally:
            job.running = False

    async def _step(self, job: Job, words: Sequence[str]) -> None:
        if not HAS_THREADS:
            await self._in_second_worker(job, words)
            return
        command = [sys.executable, "-m", "interpreter.tools.cli", *words]
        job.process = process = await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "RULEWRIGHT_PROGRESS": "lines", "NO_COLOR": "1"},
        )  # fmt: skip
        with contextlib.suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, process.pid, NICE)
        said: list[str] = []
        try:
            assert process.stderr is not None
            async for line in process.stderr:
                progress = _PROGRESS.fullmatch(line.strip())
                if progress:
                    job.done, job.total = int(progress[1]), int(progress[2])
                else:
                    said.append(line.decode("utf-8", "replace").strip())
            await process.wait()
        finally:
            await ended(process)
        if not job.wrong and process.returncode not in (0, 1):
            job.wrong = " ".join(filter(None, said))[:400] or "This could not be calculated."
        elif not job.wrong and process.returncode == 1 and any("error[" in line for line in said):
            job.wrong = " ".join(filter(None, said))[:400]

    async def _in_second_worker(self, job: Job, words: Sequence[str]) -> None:
        async with contextlib.aclosing(asked("measuring", Path(words[1]), {"words": list(words)})) as arriving:
            async for found in arriving:
                if job.wrong:  # stopped
                    return
                job.done, job.total = found.get("done", job.done), found.get("total", job.total)
                job.wrong = found.get("wrong", "")
                _keep(job.folder, found)

    async def stop(self, job: Job) -> None:
        job.wrong = "Stopped."
        if job.process is not None and job.process.returncode is None:
            await ended(job.process)

    async def close(self) -> None:
        """Stop all jobs and delete their files."""
        for job in self._jobs.values():
            if job.running:
                await self.stop(job)
            shutil.rmtree(job.folder, ignore_errors=True)
