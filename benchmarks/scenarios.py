"""Scenarios: how long one takes, against an earlier commit with the rulebooks as they were then.

In: games, otherwise the five rulebooks; `--before SEED` compares with another commit than the usual one. Out: how many
scenarios there were and are, the processor time that one `rulewright test` of all these games takes for each of them
(start-up, reading and compiling included), and the ratio. The two versions take turns. Run: python -m benchmarks.scenarios
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
BEFORE = "8391cab"  # when the bar was set
RULEBOOKS = (
    "dystopolis", "chartered-by-the-crown", "discover-pune", "expensive-investments", "tycoon-india-1981",
)  # fmt: skip

TURNS = 3


@dataclass(frozen=True)
class Run:
    scenarios: int
    seconds: float

    @property
    def each(self) -> float:
        """Milliseconds."""
        return 1000 * self.seconds / self.scenarios


def run(root: Path, games: Sequence[str], cache: Path) -> Run:
    """All scenarios of some games, which have to pass, by the version in a folder."""
    before = _seconds_of_children()
    command = [sys.executable, "-m", "interpreter.tools.cli", "test", *games, "--json", "-"]
    usual = {
        **os.environ,
        "PYTHONPATH": str(root),
        "RULEWRIGHT_CACHE": str(cache),
        "PYTHONPYCACHEPREFIX": str(cache / "pyc"),
    }
    done = subprocess.run(command, cwd=root, env=usual, capture_output=True, text=True, check=True)
    return Run(json.loads(done.stdout)["passed"], _seconds_of_children() - before)


def _seconds_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def archived(commit: str, folder: Path) -> Path:
    folder.mkdir()
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True).stdout
    subprocess.run(["tar", "x", "-C", str(folder)], input=archive, check=True)
    return folder


def line(then: Run, now: Run) -> str:
    return f"| {then.scenarios:,} | {then.each:.1f} | {now.scenarios:,} | {now.each:.1f} | {then.each / now.each:.2f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=RULEBOOKS)
    parser.add_argument("--before", default=BEFORE)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        earlier = archived(wanted.before, Path(folder) / "earlier")
        caches = {root: Path(folder) / name for root, name in ((earlier, "kept-then"), (ROOT, "kept-now"))}
        for root, cache in caches.items():  # the grammar is built once in a checkout, and Python's own modules compiled
            cache.mkdir()
            run(root, ["pig"], cache)
        print("| scenarios then | ms each | scenarios now | ms each | ratio |\n|---|---|---|---|---|")
        for _ in range(TURNS):
            print(line(*(run(root, wanted.games, cache) for root, cache in caches.items())), flush=True)


if __name__ == "__main__":
    main()
