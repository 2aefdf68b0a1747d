"""Scenarios: what is gained by compiling rules once for all tables that can stand on them.

In: games, otherwise the five rulebooks. Out: for each game how many scenarios it has, and the processor time of all of them
with rules that are shared and with rules compiled anew for each table (a choice of variants and options), and the ratio.
Run: python -m benchmarks.scenarios [GAME…]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

from interpreter.finding import find_game
from interpreter.scenario.asking import AskableGame, AskableGames, Rules
from interpreter.scenario.running import read_scenarios, run_scenario, scenario_files
from interpreter.syntax.scenario import Scenario

RULEBOOKS = (
    "dystopolis", "chartered-by-the-crown", "discover-pune", "expensive-investments", "tycoon-india-1981",
)  # fmt: skip


class Unshared(AskableGames):
    """Every table has rules of its own, as it was before they were shared."""

    def _made(self, variants: tuple[str, ...], options: tuple[tuple[str, str], ...]) -> AskableGame:
        return AskableGame(Rules(self.game, variants, dict(options), self.watch))


def seconds(scenarios: Sequence[Scenario], askables: AskableGames) -> float:
    """Processor time of all of them; each has to pass."""
    before = time.process_time()
    for scenario in scenarios:
        result = run_scenario(scenario, askables)
        assert result.passed, result.report
    return time.process_time() - before


def measure(game: str) -> tuple[int, float, float]:
    path = find_game(game)
    scenarios = [one for file in scenario_files(path) for one in read_scenarios(file, path)]
    return len(scenarios), seconds(scenarios, AskableGames(path)), seconds(scenarios, Unshared(path))


def line(name: str, many: int, shared: float, unshared: float) -> str:
    return f"| {name} | {many:,} | {shared:.1f} | {unshared:.1f} | {unshared / shared:.1f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=RULEBOOKS)
    print("| game | scenarios | rules shared, s | compiled anew, s | ratio |\n|---|---|---|---|---|")
    found = []
    for game in parser.parse_args().games:
        found.append(measure(game))
        print(line(game, *found[-1]), flush=True)
    print(line("all", *(sum(column) for column in zip(*found, strict=True))))


if __name__ == "__main__":
    main()
