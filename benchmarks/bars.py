"""Every bar of speed with what one run finds, and whether it is met.

In: nothing; `--before SEED` compares with another commit than the usual one, `--quick` measures once instead of five
times. Out: a line per bar on standard output; the exit code is 1 if one is missed. Run with `python -m benchmarks.bars`
on a machine with nothing else to do: ratios survive other work, seconds do not.
"""

from __future__ import annotations

import argparse
import atexit
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import interpreter
from benchmarks import handwritten, native, pune, pune_in_c
from benchmarks.run import handwritten_per_second, playouts_per_second
from interpreter.backends.c.building import compiled, opened
from interpreter.native import c_text
from interpreter.runtime.native import Memory, Native

ROOT = Path(__file__).parents[1]
BEFORE = "8391cab"  # the last commit with one engine, whose numbers stood in the README then
RULEBOOKS = ("dystopolis", "chartered-by-the-crown", "discover-pune", "expensive-investments", "tycoon-india-1981")
TIMES_PYTHON = {
    "tic-tac-toe": 40, "connect-four": 40, "chartered-by-the-crown": 120, "tycoon-india-1981": 150, "discover-pune": 60,
    "dystopolis": 60, "expensive-investments": 50,
}  # fmt: skip
SMALL: dict[str, tuple[Callable[[], handwritten.State], int]] = {
    "tic-tac-toe": (handwritten.TicTacToe, 4000),
    "connect-four": (handwritten.ConnectFour, 1500),
}
WARM = """
import time; start = time.process_time()
import interpreter
game = interpreter.load({name!r})
assert game.native_ready()
game.start(engine="native")
print(time.process_time() - start)
"""
BEFORE_IN_C = "5cbe7f0"  # the last commit whose routines in C had a frame each
IN_C = """
import sys; sys.path.insert(0, {folder!r})
import interpreter
from benchmarks.native import native_games, rate
from interpreter.backends.c.building import compiled, opened
from interpreter.native import c_text
from interpreter.runtime.native import Native
game = interpreter.load({rules!r})
native = Native(opened(compiled(c_text(game.path, (), {{}}))), game.code)
table = native.take(game.table(events=False).engine.position)
print(rate(lambda games: native_games(native, table.at, games)))
"""
EARLIER = """
import sys, time; sys.path.insert(0, {folder!r})
import interpreter
game = interpreter.load({rules!r})
start, decisions, seed = time.process_time(), 0, 0
while time.process_time() - start < 1.0:
    decisions += game.start(seed=seed, events=False).play_out()
    seed += 1
print(decisions / (time.process_time() - start))
"""


@dataclass
class Bar:
    what: str
    found: float
    bar: float
    at_least: bool = True
    unit: str = ""

    @property
    def is_met(self) -> bool:
        return self.found >= self.bar if self.at_least else self.found <= self.bar

    def __str__(self) -> str:
        wanted = f"{'at least' if self.at_least else 'at most'} {self.bar:g}{self.unit}"
        return f"{'met   ' if self.is_met else 'MISSED'} {self.what:62} {self.found:8.2f}{self.unit:3} ({wanted})"


def in_c(name: str, repeats: int) -> Iterator[Bar]:
    game = interpreter.load(name)
    text = c_text(game.path, (), {})
    start = time.perf_counter()
    library = compiled(text)
    compiling = time.perf_counter() - start
    rules = Native(opened(library), game.code)
    table = rules.take(game.table(events=False).engine.position)
    ratios, of_hand = [], []
    for _ in range(repeats):
        fast = native.rate(lambda games: native.native_games(rules, table.at, games))
        slow = native.rate(lambda games: native.timed(partial(native.python_games, game), games))
        ratios.append(fast / slow)
        if name in native.YARDSTICKS:
            by_hand = partial(getattr(native.hand_written(), native.YARDSTICKS[name]), 7)
            of_hand.append(fast / native.rate(partial(native.timed, by_hand)))
    yield Bar(f"{name}: C, times the Python engine", statistics.median(ratios), TIMES_PYTHON[name])
    if of_hand:
        yield Bar(f"{name}: C, of hand-written C", statistics.median(of_hand), 0.7)
    if name in RULEBOOKS:
        clones = [native.clone_time(rules, table.clone()) * 1e9 for _ in range(repeats)]
        yield Bar(f"{name}: a clone in C", statistics.median(clones), 400, at_least=False, unit=" ns")
        yield Bar(f"{name}: compiled, on the clock", compiling, 6, at_least=False, unit=" s")
    if name == "discover-pune":
        yield from _pune_in_c(rules, table, repeats)


def _pune_in_c(rules: Native, table: Memory, repeats: int) -> Iterator[Bar]:
    """A whole rulebook against C by hand that plays the same games: random decisions, and a copy in the middle of a game."""
    of_hand, copies = [], []
    for _ in range(repeats):
        ours = native.rate(lambda games: native.native_games(rules, table.at, games))
        by_hand = native.rate(
            partial(
                native.timed, lambda games: sum(count for count, _ in pune_in_c.played(4, range(games), native.MOST))
            )
        )
        of_hand.append(ours / by_hand)
        copies.append(native.clone_time(rules, table.clone()) / pune_in_c.Game(4, 1).copy_time())
    yield Bar("discover-pune: C, of hand-written C", statistics.median(of_hand), 0.5)
    yield Bar("discover-pune: a clone in C, times one by hand", statistics.median(copies), 4, at_least=False)


def warm_loads(repeats: int) -> Iterator[Bar]:
    for name in RULEBOOKS:
        interpreter.load(name).native()
        _printed(WARM.format(name=name), ROOT)
        found = statistics.median(_printed(WARM.format(name=name), ROOT) for _ in range(repeats))
        yield Bar(f"{name}: loaded and started in C, warm", found, 0.1, at_least=False, unit=" s")


def in_python(repeats: int) -> Iterator[Bar]:
    for name, (start, games) in SMALL.items():
        ratios = [
            handwritten_per_second(start, games, repeat) / playouts_per_second(name, games, repeat)
            for repeat in range(repeats)
        ]
        yield Bar(f"{name}: Python engine, time of hand-written Python", statistics.median(ratios), 1.4, at_least=False)
    ratios = [_pune(repeat) for repeat in range(repeats)]
    yield Bar(
        "discover-pune: Python engine, time of hand-written Python", statistics.median(ratios), 2.5, at_least=False
    )


def _pune(seed: int) -> float:
    """Time for a decision, ours to the other's."""
    game = interpreter.load("discover-pune")
    generator, games = random.Random(seed), range(5 * seed, 5 * seed + 5)
    ours, ours_took = native.timed(
        lambda _: sum(game.start(players=4, seed=one, events=False).play_out(generator) for one in games), 0
    )
    theirs, theirs_took = native.timed(lambda count: pune.play_randomly(count, 4, seed), len(games))
    return (ours_took / ours) / (theirs_took / theirs)


GAMES = {"connect-four": 100_000, **dict.fromkeys(RULEBOOKS, 10_000)}
FOR_SECONDS = {"dystopolis": 100_000, "discover-pune": 8_000, "tycoon-india-1981": 300_000}
IN_ONE_CALL = "import interpreter; interpreter.load({name!r}).play_many(range({games}))"
COMMAND = ("-m", "rulewright", "simulate")


def simulating(repeats: int) -> Iterator[Bar]:
    """The command `simulate` against a process that loads the game and calls `play_many`: start-up is in both, and beside it both
    without the start-up, which is what one game takes."""
    for name, games in GAMES.items():
        interpreter.load(name).native()
        words = (*COMMAND, name, "--bot", "random", "--engine", "native", "--fast", "--games")
        found = [_simulated(name, games, words) for _ in range(repeats)]
        whole, without, rows = (statistics.median(one) for one in zip(*found, strict=True))
        yield Bar(f"{name}: simulate, the whole command, time of play_many", whole, 1.3, at_least=False)
        yield Bar(f"{name}: simulate without start-up, time of play_many", without, 1.3, at_least=False)
        yield Bar(f"{name}: simulate without start-up, Parquet rows", rows, 2, at_least=False)


def with_two_workers(repeats: int) -> Iterator[Bar]:
    """How much quicker two workers are if each has a core: twice the time of one, by what both take together."""
    for name, games in FOR_SECONDS.items():
        interpreter.load(name).native()
        words = (*COMMAND, name, "--bot", "random", "--engine", "native", "--fast", "--games", str(games), "--workers")
        found = [2 * _processor(*words, "1") / _processor(*words, "2") for _ in range(repeats)]
        yield Bar(f"{name}: simulate with two workers, times one", statistics.median(found), 1.8)


def _simulated(name: str, games: int, words: tuple[str, ...]) -> tuple[float, float, float]:
    many, loaded = (_processor("-c", IN_ONE_CALL.format(name=name, games=count)) for count in (games, 1))
    command, begun = (_processor(*words, str(count)) for count in (games, 1))
    with tempfile.TemporaryDirectory() as folder:
        rows, first_row = (
            _processor(*words, str(count), "--out", str(Path(folder) / f"{count}.parquet")) for count in (games, 1)
        )
    return command / many, (command - begun) / (many - loaded), (rows - first_row) / (many - loaded)


def _processor(*words: str) -> float:
    """The processor time of a process of Python, its own children included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], cwd=ROOT, env=_usual(), check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def against_before(commit: str, repeats: int) -> Iterator[Bar]:
    for name in ("chartered-by-the-crown", "tycoon-india-1981"):
        found = _since(commit, EARLIER, name, repeats)
        yield Bar(f"{name}: Python engine, decisions/s of {commit}", found, 1.25)


def against_before_in_c(repeats: int) -> Iterator[Bar]:
    for name in RULEBOOKS:
        found = _since(BEFORE_IN_C, IN_C, name, repeats)
        yield Bar(f"{name}: C, decisions/s of {BEFORE_IN_C}", found, 2)


def _since(commit: str, text: str, name: str, repeats: int) -> float:
    """How many times as fast as with an earlier commit, by what a program prints."""
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True).stdout
        subprocess.run(["tar", "x", "-C", folder], input=archive, check=True)
        rules = str(Path(folder) / "games" / name)  # the same for both: rules have grown since
        ratios = []
        for _ in range(repeats):
            earlier, now = (_printed(text.format(folder=str(one), rules=rules), one) for one in (Path(folder), ROOT))
            ratios.append(now / earlier)
    return statistics.median(ratios)


def _printed(text: str, folder: Path) -> float:
    """The number that a program prints, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, check=True, cwd=folder, env=_usual()
    )
    return float(done.stdout.split()[-1])


@cache
def _usual() -> dict[str, str]:
    """As people run Python: what it has compiled of its own modules is kept, here in a folder of the run."""
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": folder.name}


def main() -> int:
    parser = argparse.ArgumentParser(description="every bar of speed, and whether it is met")
    parser.add_argument("--before", default=BEFORE, help="the commit to compare the Python engine with")
    parser.add_argument("--quick", action="store_true", help="measure once")
    given = parser.parse_args()
    repeats = 1 if given.quick else 5
    missed = 0
    groups: list[Callable[[int], Iterator[Bar]]] = [partial(in_c, name) for name in TIMES_PYTHON]
    groups += [
        warm_loads,
        simulating,
        with_two_workers,
        in_python,
        partial(against_before, given.before),
        against_before_in_c,
    ]
    for group in groups:
        for bar in group(repeats):
            missed += not bar.is_met
            print(bar, flush=True)
    print(f"{missed} missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
