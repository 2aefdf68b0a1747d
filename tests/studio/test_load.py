"""The load of the benchmark in short: every answer is taken, everybody is told, and none costs much."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.studio_load import STREAMS, measured, memory, processor
from tests.support.serving import BIDS, served

TABLES, SECONDS = 8, 4.0
MAX_MS = 60.0  # of processor time an answer, with the bots' after it and a share of opening tables; 10 are usual
MAX_MB = 40.0


def test_many_tables_at_once(tmp_path: Path) -> None:
    # In a thread of its own: a browser that drives another test may have a loop running in this one.
    with served(tmp_path, str(BIDS)) as studio, ThreadPoolExecutor(1) as threads:
        before, used = memory(studio.process.pid), processor(studio.process.pid)
        load = threads.submit(lambda: asyncio.run(measured(studio, SECONDS, TABLES))).result()
        assert load.errors == 0
        assert load.answers >= TABLES
        assert load.messages >= TABLES * STREAMS
        assert memory(studio.process.pid) - before < MAX_MB
        assert 1000 * (processor(studio.process.pid) - used) / load.answers < MAX_MS
