"""How well bots play: does who thinks beat who does not?

    python -m benchmarks.bots                      every pair of bots in every game below
    python -m benchmarks.bots dystopolis --games 200 --workers 2
    python -m benchmarks.bots --bars               learned bots: each bar with its figure
    python -m benchmarks.bots --kept games.jsonl   every game is written down; who runs it again plays the others only

In each game of a run one seat has the better bot, all others have the worse one; the seat goes round. A draw counts as a
part of a win. The share of wins stands beside what it would be if all played alike (one divided by the seats), with its
95 % interval (Wilson). Budgets are counted in finishes and iterations, not in time: another machine gets the same numbers.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache, partial
from math import sqrt
from pathlib import Path

import interpreter
from benchmarks.strength import BARS, HEAD, bars
from interpreter.tools.bots import only_bots

GAMES = (
    "connect-four",
    "dystopolis",
    "chartered-by-the-crown",
    "discover-pune",
    "expensive-investments",
    "tycoon-india-1981",
)
PAIRS = (("greedy:3", "random"), ("search:200", "greedy:3"))
Z = 1.959964
Play = tuple[float | None, int]  # the better bot's part of the win, and how many decisions there were


@dataclass(frozen=True)
class Measured:
    game: str
    better: str
    worse: str
    games: int
    wins: float
    expected: float
    low: float
    high: float
    unfinished: int
    decisions: float
    seconds: float

    @property
    def verdict(self) -> str:
        return "better" if self.low > self.expected else "worse" if self.high < self.expected else "not told apart"


@cache
def loaded(name: str) -> interpreter.Game:
    game = interpreter.load(name)
    game.native()
    return game


def played(name: str, better: str, worse: str, number: int) -> Play:
    """The better bot's part of the win, None if nobody had won in time; and how many decisions there were."""
    game = loaded(name)
    count = game.default_players
    state = game.start(count, seed=number // count)
    people = [seat for seat in range(len(state.player_names)) if seat not in state.automas]
    mine = people[number % count]
    words = [
        better if seat == mine else "automa" if seat in state.automas else worse
        for seat in range(len(state.player_names))
    ]
    bots = only_bots(words, number)
    seats = [state.seat(seat, "native") for seat in range(len(words))]
    while (request := state.request) is not None and state.decisions < game.turn_limit:
        state.choose(bots[request.player](request, seats[request.player]))
    if state.result is None:
        return None, state.decisions
    winners = state.result.winners or tuple(people)
    return winners.count(mine) / len(winners), state.decisions


def interval(share: float, games: int) -> tuple[float, float]:
    middle, width = share + Z * Z / (2 * games), Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    return (middle - width) / (1 + Z * Z / games), (middle + width) / (1 + Z * Z / games)


class ViewCache:
    """Games that were played already, a line for each in a file: a long run that was broken off goes on where it was."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._found: dict[tuple[str, str, str, int], Play] = {}
        for line in path.read_text(encoding="utf-8").splitlines() if path is not None and path.exists() else ():
            game, better, worse, number, win, decisions = json.loads(line)
            self._found[game, better, worse, number] = (win, decisions)

    def all(self, name: str, better: str, worse: str, games: int, pool: ProcessPoolExecutor) -> list[Play]:
        missing = [number for number in range(games) if (name, better, worse, number) not in self._found]
        for number, play in zip(missing, pool.map(partial(played, name, better, worse), missing), strict=True):
            self._found[name, better, worse, number] = play
            if self._path is not None:
                with self._path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([name, better, worse, number, *play]) + "\n")
        return [self._found[name, better, worse, number] for number in range(games)]


def measured(name: str, better: str, worse: str, games: int, pool: ProcessPoolExecutor, kept: ViewCache) -> Measured:
    started = time.perf_counter()
    found = kept.all(name, better, worse, games, pool)
    wins = [win for win, _ in found if win is not None]
    low, high = interval(sum(wins) / max(1, len(wins)), max(1, len(wins)))
    seats = loaded(name).default_players
    return Measured(name, better, worse, games, sum(wins), 1 / seats, low, high, games - len(wins),
                    sum(count for _, count in found) / games, time.perf_counter() - started)  # fmt: skip


def measurements(
    names: list[str], pairs: list[tuple[str, str]], games: int, workers: int, kept: ViewCache
) -> Iterator[Measured]:
    for name in names:
        loaded(name)
        with ProcessPoolExecutor(workers) as pool:
            yield from (measured(name, better, worse, games, pool, kept) for better, worse in pairs)


def row(one: Measured) -> str:
    share = one.wins / max(1, one.games - one.unfinished)
    return (f"| {one.game} | {one.better} | {one.worse} | {one.games} | {share:.1%} | {one.low:.1%} to {one.high:.1%} | "
            f"{one.expected:.1%} | {one.verdict} | {one.decisions:.0f} | {one.unfinished} |")  # fmt: skip


def main() -> None:
    words = argparse.ArgumentParser(prog="python -m benchmarks.bots", description="How well bots play.")
    words.add_argument("game", nargs="*", default=list(GAMES))
    words.add_argument("--games", type=int, default=200, help="of each pair in each game")
    words.add_argument("--pair", nargs=2, action="append", metavar=("BETTER", "WORSE"), help="other bots")
    words.add_argument("--workers", type=int, default=1)
    words.add_argument("--json", type=Path, help="a line for each run")
    words.add_argument("--bars", action="store_true", help="learned bots against what they should beat")
    words.add_argument("--minutes", type=float, default=3.0, help="of processor time, for each training of --bars")
    words.add_argument("--seeds", type=int, default=3, help="trainings of each game, of which the worst counts")
    words.add_argument("--kept", type=Path, help="a line for each game; those that stand there are not played again")
    given = words.parse_args()
    if given.bars:
        print(HEAD)
        for bar in bars(
            given.game if given.game != list(GAMES) else list(BARS),
            given.minutes,
            given.seeds,
            given.workers,
            given.games,
        ):
            print(bar.row(), flush=True)
        return
    print("| game | bot | against | games | wins | 95 % interval | if alike | verdict | decisions | unfinished |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for one in measurements(given.game, given.pair or list(PAIRS), given.games, given.workers, ViewCache(given.kept)):
        print(row(one), flush=True)
        if given.json:
            with given.json.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(one)) + "\n")


if __name__ == "__main__":
    main()
