"""`make fuzz`: broken games, typos, edits of saves, lines at the prompt and games at random, for some time, from a seed.

In: SECONDS for each part, and a SEED. Out: what was tried, the measure of the typos, and every surprise with the words
that bring it about again; exit 1 if there was one.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path

import interpreter
from tests.fuzz.breaking import SOURCES, broken
from tests.fuzz.prompts import type_at_the_prompt
from tests.fuzz.saves import LARGE, VALUES, check, fields, middle_of
from tests.fuzz.typos import MEASURES, measure
from tests.random_games.finding import watched
from tests.support.limits import TooSlow, only_messages

ENOUGH, LEAST = 500, 97  # typos that are enough to judge, and how many of a hundred each measure must reach
Try = Callable[[random.Random, Path], str]


def break_a_game(chance: random.Random, folder: Path) -> str:
    source = chance.choice(SOURCES)
    game, variants = broken(source, folder / "game", chance)
    only_messages(game, variants)
    return source.name


def edit_a_save(chance: random.Random, _folder: Path) -> str:
    name = chance.choice([*LARGE, *(info.name for info in interpreter.games())])
    game = interpreter.load(name)
    data = middle_of(game, chance.randrange(60), chance.randrange(100))
    ways = list(fields(data))
    for _ in range(30):
        check(game, data, chance.choice(ways), chance.choice(VALUES))
    return name


def run(name: str, attempt: Try, seconds: float, seed: int) -> int:
    """Tries until the time is over; the number of surprises."""
    tried = surprises = 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        number, tried = seed * 1_000_000 + tried, tried + 1
        with tempfile.TemporaryDirectory() as folder:
            try:
                attempt(random.Random(number), Path(folder))
            except (Exception, TooSlow):  # noqa: BLE001 - surprises are what is looked for
                surprises += 1
                print(f"{name}, number {number}:\n{traceback.format_exc()}")
    print(f"{name}: {tried} tried, {surprises} surprises")
    return surprises


def run_typos(seconds: float, seed: int) -> int:
    """As many typos as there is time for, about; the numbers are what the messages are worth. 1 if too many are missed."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.monotonic()
        measure(seed, 10, Path(folder) / "first")
        each = (time.monotonic() - start) / 10
        met, missed = measure(seed, max(10, int(seconds / each)), Path(folder) / "rest")
    print("\n".join(missed))
    reached = {name: 100 * met[name] / met["typos"] for name in MEASURES}
    print(f"typos: {met['typos']}; " + ", ".join(f"{name} {share:.1f} %" for name, share in reached.items()))
    return int(met["typos"] >= ENOUGH and min(reached.values()) < LEAST)


def main(seconds: float, seed: int) -> int:
    parts = {"broken games": break_a_game, "edited saves": edit_a_save, "lines at the prompt": type_at_the_prompt}
    surprises = sum(run(name, attempt, seconds, seed) for name, attempt in parts.items())
    surprises += run_typos(seconds, seed)
    surprises += watched(seconds, seed * 1_000_000)
    return 1 if surprises else 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), int(sys.argv[2])))
