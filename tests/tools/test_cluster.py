"""The same matches on a Dask cluster, also when one of its workers is killed."""

from __future__ import annotations

import os
import signal
from functools import partial
from typing import Any

import interpreter
from interpreter.tools.bots import seated
from interpreter.tools.simulate import Plan, in_cluster, matches

from .conftest import Run

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


def test_nobody_answers(run: Run, monkeypatch: Any) -> None:
    from interpreter.tools.simulate import cluster

    monkeypatch.setattr(cluster, "TIMEOUT", 1)
    result = run("simulate", "pig", "--games", "2", "--dask", "tcp://127.0.0.1:9")
    assert (result.exit_code, "no Dask scheduler answers" in result.stderr) == (2, True)
