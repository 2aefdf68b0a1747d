"""The benchmark: ratios of one run, each repeated, median.

In: nothing. Out: a table on standard output. `make bench` runs it. Our games are played with the public API only
(`Game.start`, `State.play_out`, `State.clone`); what they are compared with stands in `handwritten.py`. Playing and
copying are measured in processor time, loading in time on the clock.
"""

from __future__ import annotations

import copy
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import interpreter
from benchmarks import handwritten
from interpreter.runtime.position import FIELDS

REPEATS = 7


def playouts_per_second(name: str, games: int, seed: int) -> float:
    game = interpreter.load(name)
    generator = random.Random(seed)
    start = time.process_time()
    for number in range(games):
        game.start(seed=number, events=False).play_out(generator)
    return games / (time.process_time() - start)


def handwritten_per_second(start: Callable[[], handwritten.State], games: int, seed: int) -> float:
    begin = time.process_time()
    handwritten.play_randomly(start, games, seed)
    return games / (time.process_time() - begin)


def compare_playouts(name: str, start: Callable[[], handwritten.State], games: int) -> None:
    ratios, ours, theirs = [], [], []
    for repeat in range(REPEATS):
        mine = playouts_per_second(name, games, repeat)
        other = handwritten_per_second(start, games, repeat)
        ours.append(mine)
        theirs.append(other)
        ratios.append(other / mine)
    ratio = statistics.median(ratios)
    print(
        f"{name:22} {statistics.median(ours):10,.0f} playouts/s   hand-written {statistics.median(theirs):10,.0f}"
        f"   time ratio {ratio:.2f} (bar 1.40)"
    )


def seconds_each(action: Callable[[], object], times: int) -> float:
    start = time.process_time()
    for _ in range(times):
        action()
    return (time.process_time() - start) / times


def compare_clone() -> None:
    """Against a deep copy of everything that a clone copies; the rules, which all states share, left out of both."""
    for name in [info.name for info in interpreter.games()]:
        state = interpreter.load(name).start(seed=1, events=False)
        content = {name: getattr(state, name) for name in FIELDS if name not in ("code", "game", "current_request")}
        deep = _median_of_copies(partial(copy.deepcopy, content), 100)
        ours = _median_of_copies(state.clone, 2000)
        print(
            f"{name:22} clone {ours * 1e6:6.2f} µs   deepcopy {deep * 1e6:7.1f} µs   {deep / ours:6.1f} times (bar 20)"
        )
    plain = handwritten.mid_size_state(1)
    deep, own = _median_of_copies(partial(copy.deepcopy, plain), 100), _median_of_copies(plain.clone, 2000)
    print(f"a hand-written state   clone {own * 1e6:6.2f} µs   deepcopy {deep * 1e6:7.1f} µs   {deep / own:6.1f} times")


def _median_of_copies(action: Callable[[], object], times: int) -> float:
    return statistics.median(seconds_each(action, times) for _ in range(REPEATS))


def load_times() -> None:
    for info in interpreter.games():
        with tempfile.TemporaryDirectory() as folder:
            _load_grammar(folder)
            cold = _load(info.name, folder)
            warm = statistics.median(_load(info.name, folder) for _ in range(3))
        print(f"{info.name:22} load cold {cold:.3f} s   warm {warm:.3f} s")


def _load(name: str, cache: str) -> float:
    """Seconds for one load in a process of its own, without starting Python."""
    text = f"import time; t = time.perf_counter(); import interpreter; interpreter.load({name!r}); print(time.perf_counter() - t)"
    return float(_with_cache(text, cache))


def _load_grammar(cache: str) -> None:
    """The grammar is the same for all games: it is built once, whatever is loaded first."""
    _with_cache("from interpreter.reading import the_parser; the_parser().words", cache)


def _with_cache(text: str, cache: str) -> str:
    environment = {"RULEWRIGHT_CACHE": cache, "PYTHONPATH": str(Path(__file__).parents[1]), "PATH": ""}
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True, env=environment)
    return done.stdout


def list_time() -> None:
    command = [sys.executable, "-m", "interpreter.tools.cli", "list"]

    def run() -> float:
        start = time.perf_counter()
        subprocess.run(command, capture_output=True, check=True)
        return time.perf_counter() - start

    print(f"rulewright list {statistics.median(run() for _ in range(5)):.3f} s (bar 0.40)")


def decisions_per_second() -> None:
    for info in interpreter.games():
        game = interpreter.load(info.name)
        generator = random.Random(1)
        start, decisions = time.process_time(), 0
        while time.process_time() - start < 1.0:
            decisions += game.start(seed=decisions, events=False).play_out(generator)
        print(f"{info.name:22} {decisions / (time.process_time() - start):12,.0f} random decisions/s")


def main() -> None:
    compare_playouts("tic-tac-toe", handwritten.TicTacToe, 4000)
    compare_playouts("connect-four", handwritten.ConnectFour, 1500)
    compare_clone()
    decisions_per_second()
    load_times()
    list_time()


if __name__ == "__main__":
    main()
