"""What is natural to write, against what a programmer would write: how many times as long a decision takes.

In: nothing. Out: a line per game and engine on standard output, medians of five, each a ratio of one run. Run with
`python -m benchmarks.natural`. The rules stand in `natural/` and, of Othello, in `games/othello`.
"""

from __future__ import annotations

import statistics
from functools import partial
from pathlib import Path

import interpreter
from benchmarks.native import native_games, python_games, rate, timed
from interpreter.backends.c.building import compiled, opened
from interpreter.native import c_text
from interpreter.runtime.native import Native

REPEATS = 5
HERE = Path(__file__).parent
GALLERY = HERE.parent / "games"
PAIRS = {
    "Othello": (GALLERY / "othello", HERE / "natural" / "othello-quick"),
    "Breakthrough": (HERE / "natural" / "breakthrough", HERE / "natural" / "breakthrough-quick"),
}


def in_python(folder: Path) -> float:
    game = interpreter.load(folder)
    return rate(lambda games: timed(partial(python_games, game), games))


def in_c(folder: Path) -> float:
    game = interpreter.load(folder)
    rules = Native(opened(compiled(c_text(folder, (), {}))), game.code)
    table = rules.take(game.table(events=False).engine.position)
    return rate(lambda games: native_games(rules, table.at, games))


def main() -> None:
    for name, (natural, quick) in PAIRS.items():
        for engine, measured in (("Python", in_python), ("C", in_c)):
            ratios = [measured(quick) / measured(natural) for _ in range(REPEATS)]
            print(f"{name:14} {engine:7} natural takes {statistics.median(ratios):5.2f} times as long", flush=True)


if __name__ == "__main__":
    main()
