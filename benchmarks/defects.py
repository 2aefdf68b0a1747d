"""How long `explore` takes to find known mistakes that are put back into a copy of the rules.

    python -m benchmarks.defects [--budget SECONDS] [--seed N] [--workers K] [--random N]

tests/cases/explore/defects.yaml says which mistakes and how they are put back. The budget is processor time, which a busy
machine does not change much; beside it stand the time on the clock and how many random games find the mistake (`--random N`).
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from array import array
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from ruamel.yaml import YAML

import interpreter
from interpreter.runtime.generator import seat_seed, seeded
from interpreter.source.bundled import games_dir
from interpreter.tools.bots.luck import Luck
from interpreter.tools.explore.findings import Finding
from interpreter.tools.explore.parallel import Task, explored_together

LIST = Path(__file__).resolve().parent.parent / "tests" / "cases" / "explore" / "defects.yaml"
GAME = "expensive-investments"
MOST = 100_000  # decisions of a game by chance
ON_THE_CLOCK = 20  # how much longer a search may take on the clock than its processor time


@dataclass(frozen=True)
class Change:
    file: str
    was: str
    now: str


@dataclass(frozen=True)
class Defect:
    name: str
    variants: tuple[str, ...]
    code: str
    rule: str  # in which it shows, or which does not hold
    changes: tuple[Change, ...]
    shown: str  # a scenario that comes to it
    says: str  # what that scenario then fails by


@dataclass(frozen=True)
class Found:
    finding: Finding
    seconds: float
    processor: float
    decisions: int


def defects() -> list[Defect]:
    rows = YAML(typ="safe").load(LIST)
    return [
        Defect(row["name"], tuple(row["variants"]), row["code"], row["rule"],
               tuple(Change(one["file"], one["was"], one["now"]) for one in row["changes"]), row["shown"], row["says"])
        for row in rows
    ]  # fmt: skip


def put_back(defect: Defect, folder: Path) -> Path:
    """A copy of the game with the mistake in it."""
    copy = folder / GAME
    shutil.copytree(games_dir() / GAME, copy)
    for change in defect.changes:
        text = (copy / change.file).read_text(encoding="utf-8")
        if text.count(change.was) != 1:
            raise ValueError(f"{change.file}: {change.was!r} stands there {text.count(change.was)} times, not once")
        (copy / change.file).write_text(text.replace(change.was, change.now), encoding="utf-8")
    return copy


def is_it(finding: Finding, defect: Defect) -> bool:
    return finding.code == defect.code and " ".join(finding.stack[:1]).startswith(defect.rule)


def searched(folder: Path, defect: Defect, seconds: float, seed: int = 1, workers: int = 1) -> Found | None:
    """In one process or in several, each with so many seconds of processor time: on a busy machine the clock goes faster."""
    game = interpreter.load(folder, defect.variants)
    game.native()
    task = Task(folder, defect.variants, {}, tuple(game.player_counts), ON_THE_CLOCK * seconds, seed)
    begun = time.perf_counter()
    with closing(explored_together(task, workers)) as results:
        for result in results:
            for finding in result.findings:
                if is_it(finding, defect):
                    return Found(finding, time.perf_counter() - begun, result.processor, result.decisions)
            if result.processor > seconds * workers:
                return None
    return None


def _luck(seed: int, seat: int) -> Luck:
    return Luck(seeded(seat_seed(seed, seat)))


def by_chance(folder: Path, defect: Defect, games: int) -> int:
    """How many of so many games by chance come to the mistake. What C cannot play to its end is played again in Python, which
    says what it was: a mistake, this one or another, or only more than C has room for."""
    game = interpreter.load(folder, defect.variants)
    found = 0
    for seed in range(games):
        players = game.player_counts[seed % len(game.player_counts)]
        state = game.start_in_c(players, seed)
        luck = array("Q", [_luck(seed, seat).word for seat in range(len(state.player_names))])
        if state.at_random(luck, MOST) is None:
            found += _comes_to_it(game.start(players, seed, events=False), seed, defect)
    return found


def _comes_to_it(state: interpreter.State, seed: int, defect: Defect) -> bool:
    bots = [_luck(seed, seat) for seat in range(len(state.player_names))]
    try:
        state.engine.hold_always()
        while (request := state.request) is not None and state.decisions < MOST:
            state.take(bots[request.player].below(len(request.choices)))
    except interpreter.Fault as fault:
        return fault.code == defect.code and " ".join(fault.stack[:1]).startswith(defect.rule)
    return False


def main() -> None:
    words = argparse.ArgumentParser(
        prog="python -m benchmarks.defects", description="How long explore takes to find mistakes."
    )
    words.add_argument(
        "--budget", type=float, default=300.0, help="seconds of processor time, for each and each process"
    )
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--workers", type=int, default=2, help="processes")
    words.add_argument("--random", type=int, default=0, help="games by chance, to compare")
    given = words.parse_args()
    print(
        "| mistake | found after, s | processor, s | decisions looked at | decisions to it | random games that find it |"
    )
    print("|---|---|---|---|---|---|")
    for defect in defects():
        with tempfile.TemporaryDirectory() as folder:
            copy = put_back(defect, Path(folder))
            found = searched(copy, defect, given.budget, given.seed, given.workers)
            chance = f"{by_chance(copy, defect, given.random)} of {given.random}" if given.random else ""
        numbers = "not found | | | " if found is None else (
            f"{found.seconds:.1f} | {found.processor:.1f} | {found.decisions:,} | {len(found.finding.taken)}"
        )  # fmt: skip
        print(f"| {defect.name} | {numbers} | {chance} |", flush=True)


if __name__ == "__main__":
    main()
