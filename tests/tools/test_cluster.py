"""The same matches on a Dask cluster, also when one of its workers is killed."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

import interpreter
from interpreter.tools.bots import only_bots, seated
from interpreter.tools.simulate.cluster import ClusterError, in_cluster
from interpreter.tools.simulate.matches import matches
from interpreter.tools.simulate.plan import Plan
from interpreter.tools.simulate.results import read_results
from tests.support.command_line import Run
from tests.support.limits import PATIENCE
from tests.support.tables import ROOT

SEATS = ("random", "eager")


class Killing:
    """Bots of one match; the process that plays a certain match for the first time is killed."""

    def __init__(self, mark: str, wanted: int) -> None:
        self.mark, self.wanted = mark, wanted

    def __call__(self, seed: int) -> Any:
        if seed == self.wanted and not os.path.exists(self.mark):
            open(self.mark, "w").close()
            os.kill(os.getpid(), signal.SIGKILL)
        return seated(SEATS, seed)


def test_a_cluster_plays_the_same(tmp_path: Any) -> None:
    import distributed

    local: Any = distributed
    bots: Any = partial(seated, SEATS)
    calm = list(matches(Plan("kuhn-poker", 2, 60, bots, SEATS, seed=3), interpreter.load("kuhn-poker")))
    mark = str(tmp_path / "killed")
    troubled = Plan("kuhn-poker", 2, 60, Killing(mark, calm[33].seed), SEATS, seed=3)
    with local.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        found = list(in_cluster(troubled, range(60), cluster.scheduler_address))
    assert os.path.exists(mark)
    assert sorted(found, key=lambda match: match.number) == calm


def test_nobody_answers(run: Run) -> None:
    """Nothing listens at port 9: Dask itself is never asked, which would go on trying."""
    result = run("simulate", "pig", "--games", "2", "--bot", "random", "--dask", "tcp://127.0.0.1:9")
    assert (result.exit_code, "no Dask scheduler answers" in result.stderr) == (2, True)


def test_a_dead_address_is_known_before_dask_tries(monkeypatch: Any) -> None:
    import distributed

    def never(*_: Any, **__: Any) -> None:
        raise AssertionError

    monkeypatch.setattr(distributed, "Client", never)
    with pytest.raises(ClusterError):
        next(in_cluster(Plan("pig", 2, 1, partial(only_bots, SEATS), SEATS), range(1), "tcp://127.0.0.1:9"))


def test_somebody_else_answers(run: Run) -> None:
    """A server that speaks something else, in which Dask reads the length of a message and runs out of memory."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            with suppress(OSError):
                while True:
                    line, _ = server.accept()
                    with suppress(OSError), line:
                        line.sendall(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")

        Thread(target=answer, daemon=True).start()
        result = run(
            "simulate", "pig", "--games", "2", "--bot", "random", "--dask", f"tcp://127.0.0.1:{server.getsockname()[1]}"
        )
    assert (result.exit_code, "no Dask scheduler answers" in result.stderr) == (2, True)


SCHEDULER = """
import asyncio, sys
from distributed import Scheduler, Worker

async def main():
    async with Scheduler(host="127.0.0.1", port=0, dashboard_address=None) as scheduler:
        async with Worker(scheduler.address, nthreads=1, dashboard_address=None):
            print(scheduler.address, flush=True)
            await asyncio.Event().wait()

asyncio.run(main())
"""


def test_a_lost_scheduler_leaves_what_was_played(tmp_path: Path) -> None:
    """The scheduler is killed while the games are played: they are kept, and the command that resumes them is printed."""
    scheduler = subprocess.Popen([sys.executable, "-c", SCHEDULER], stdout=subprocess.PIPE, text=True)
    assert scheduler.stdout is not None
    address = scheduler.stdout.readline().strip()
    code = "from interpreter.tools.cli.app import main; main()"
    words = ("simulate", "kuhn-poker", "--games", "200000", "--bot", "random", "--engine", "python", "--out", "a.jsonl")
    run = [sys.executable, "-c", code, *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    running = subprocess.Popen(
        [*run, "--dask", address],
        cwd=tmp_path,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    part = tmp_path / "a.jsonl.part"
    deadline = time.monotonic() + PATIENCE
    while not (part.exists() and part.stat().st_size > 20_000):
        assert time.monotonic() < deadline
        assert running.poll() is None, running.communicate()
        time.sleep(0.05)
    scheduler.kill()
    out, err = running.communicate(timeout=PATIENCE)
    scheduler.wait()
    kept = re.search(r"(\d+) of 200000 games are kept", err)
    assert kept, err
    assert running.returncode == 1
    assert "Traceback" not in err
    assert err.count("error[") == 1
    game = "rulewright simulate kuhn-poker --games 200000 --bot random"
    assert f"resume with: {game} --out a.jsonl --dask {address} --engine python --resume" in err
    assert len(read_results(tmp_path / "a.jsonl")) == 2 * int(kept[1])
    assert f"{kept[1]} games of kuhn-poker" in out
