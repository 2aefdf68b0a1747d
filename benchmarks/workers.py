"""How much quicker `simulate` is with two workers: games a second of each rulebook, start-up included, and the ratio.

    python -m benchmarks.workers [GAME …] [--seconds 10]

The same games are played with one worker and with two, by random players in C; the results must be the same.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RULEBOOKS = (
    "dystopolis",
    "chartered-by-the-crown",
    "discover-pune",
    "expensive-investments",
    "tycoon-india-1981",
)
FIRST = 400  # games that tell how many are played in the time that is wanted
CLOCK = ("seconds", "decisions_per_second")  # what another run may have otherwise


def simulated(game: str, games: int, workers: int) -> tuple[float, dict[str, object]]:
    """Seconds on the clock, and what the command says of the games but for its own time."""
    with tempfile.TemporaryDirectory(prefix="rulewright-") as folder:
        file = Path(folder) / "numbers.json"
        words = [
            "simulate",
            game,
            "--games",
            str(games),
            "--bot",
            "random",
            "--workers",
            str(workers),
            "--seed",
            "5",
            "--json",
            str(file),
        ]
        started = time.perf_counter()
        subprocess.run([sys.executable, "-m", "interpreter.tools.cli", *words], check=True, capture_output=True)
        taken = time.perf_counter() - started
        numbers: dict[str, object] = json.loads(file.read_text(encoding="utf-8"))
    return taken, {name: value for name, value in numbers.items() if name not in CLOCK}


def row(game: str, seconds: float) -> str:
    simulated(game, 1, 1)  # compiled, and in the cache
    start_up, first = simulated(game, 1, 1)[0], simulated(game, FIRST, 1)[0]
    games = int(FIRST * seconds / max(first - start_up, 0.01))
    (one, alone), (two, together) = (simulated(game, games, workers) for workers in (1, 2))
    if alone != together:
        raise SystemExit(f"{game}: other results with two workers than with one")
    return f"| {game} | {games:,} | {games / one:,.0f} | {games / two:,.0f} | {one / two:.2f} |"


def main() -> None:
    words = argparse.ArgumentParser(prog="python -m benchmarks.workers", description="Simulations with two workers.")
    words.add_argument("game", nargs="*", default=list(RULEBOOKS))
    words.add_argument("--seconds", type=float, default=10.0, help="about so long with one worker")
    given = words.parse_args()
    print("| game | games | a second, one worker | two | ratio |\n|---|---|---|---|---|")
    for game in given.game:
        print(row(game, given.seconds), flush=True)


if __name__ == "__main__":
    main()
