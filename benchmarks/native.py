"""How fast the same rules are in C: against the Python engine and against hand-written C, each as a ratio of one run.

Run with `python -m benchmarks.native [GAME …]`; prints one line per game, medians of five on one core.
"""

from __future__ import annotations

import ctypes
import statistics
import sys
import time
from array import array
from collections.abc import Callable
from functools import partial
from pathlib import Path

import interpreter
from interpreter.backends.c.building import FLAGS, compiled, opened
from interpreter.native import c_text
from interpreter.runtime.generator import seeded
from interpreter.runtime.native import WAITING, Memory, Native

REPEATS = 5
LEAST = 0.2  # seconds that one measurement takes at the least
MOST = 100_000
YARDSTICKS = {"tic-tac-toe": "noughts_games", "connect-four": "four_games"}


def rate(play: Callable[[int], tuple[int, float]]) -> float:
    """Decisions per second of something that plays so many games and gives its decisions and seconds."""
    games = 1
    while True:
        decisions, taken = play(games)
        if taken >= LEAST:
            return decisions / taken
        games = max(games * 2, int(games * LEAST * 1.2 / max(taken, 1e-6)))


def native_games(native: Native, table: int, games: int) -> tuple[int, float]:
    """One call, as a simulation makes it; the seeds are made before."""
    players = native.code.PLAYERS
    how, counts = array("i", [0] * games), array("q", [0] * games)
    ends = array("q", [0] * (games * (2 + 3 * players)))
    seeds = array("Q", [seeded(number) for number in range(games)])
    start = [part.buffer_info()[0] for part in (seeds, seeds, how, counts, ends)]
    begin = time.process_time()
    native.lib.rw_many(table, native.context, games, start[0], start[1], MOST, start[2], start[3], start[4])
    taken = time.process_time() - begin
    return sum(counts), taken


def timed(play: Callable[[int], int], games: int) -> tuple[int, float]:
    begin = time.process_time()
    decisions = play(games)
    return decisions, time.process_time() - begin


def python_games(game: interpreter.Game, games: int) -> int:
    return sum(game.start(seed=seed, events=False).play_out(most=MOST) for seed in range(games))


def hand_written() -> ctypes.CDLL:
    text = Path(__file__).with_name("handwritten.c").read_text(encoding="utf-8")
    library = opened(compiled(text, tuple(flag for flag in FLAGS if flag != "-fvisibility=hidden")))
    for name in YARDSTICKS.values():
        function = getattr(library, name)
        function.restype, function.argtypes = ctypes.c_int64, [ctypes.c_uint64, ctypes.c_int64]
    return library


def measure(name: str, yardstick: ctypes.CDLL) -> str:
    game = interpreter.load(name)
    start = time.perf_counter()
    library = compiled(c_text(game.path, (), {}))
    compiling = time.perf_counter() - start
    native = Native(opened(library), game.code)
    table = native.take(game.table(events=False).engine.position)
    in_c = statistics.median(rate(lambda games: native_games(native, table.at, games)) for _ in range(REPEATS))
    in_python = statistics.median(rate(lambda games: timed(partial(python_games, game), games)) for _ in range(REPEATS))
    words = f"{name:24} C {in_c / 1e3:9.0f} k decisions/s  {in_c / in_python:6.1f} × Python"
    if name in YARDSTICKS:
        function, seed = getattr(yardstick, YARDSTICKS[name]), 7
        by_hand = statistics.median(rate(lambda games: timed(partial(function, seed), games)) for _ in range(REPEATS))
        words += f"  {in_c / by_hand:4.2f} of hand-written C"
    return words + f"  clone {clone_time(native, table.clone()) * 1e9:4.0f} ns  compiled in {compiling:4.1f} s"


def clone_time(native: Native, memory: Memory) -> float:
    """Seconds for a copy in the middle of a game."""
    how = memory.begin(seeded(1))
    for _ in range(40):
        if how != WAITING:
            break
        how = memory.choose(0)
    target, times = native.lib.rw_new(), 100_000
    start = time.process_time()
    native.lib.rw_copies(target, memory.at, times)
    taken = (time.process_time() - start) / times
    native.lib.rw_free(target)
    return taken


def main() -> None:
    yardstick = hand_written()
    for name in sys.argv[1:] or [info.name for info in interpreter.games()]:
        print(measure(name, yardstick), flush=True)


if __name__ == "__main__":
    main()
