"""Matches between two bots in C: the share of wins, with its error.

In: a game, two bots, a number of games, a seed. Out: a `Share`. Layer: tools. One seat has the first bot, all others the second;
the seat goes round. A draw counts as a part of a win. Of a game that does not end both have their part.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from interpreter.runtime.batches import Batch, Batches
from interpreter.runtime.imagined_tables import BY_CHANCE, BotInC

if TYPE_CHECKING:
    from interpreter import Game

Z = 1.959964
AUTOMA = BotInC(BY_CHANCE)


@dataclass(frozen=True)
class Share:
    """A share of wins over some games."""

    wins: float
    games: int
    alike: float  # the share if all played alike

    @property
    def share(self) -> float:
        return self.wins / self.games if self.games else self.alike

    @property
    def error(self) -> float:
        """The standard error."""
        share = min(max(self.share, 0.02), 0.98)
        return sqrt(share * (1 - share) / self.games) if self.games else 1.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval of 95 %."""
        if not self.games:
            return 0.0, 1.0
        n, p, z = self.games, self.share, Z
        middle, half = p + z * z / (2 * n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)

    @property
    def verdict(self) -> str:
        low, high = self.interval
        return "stronger" if low > self.alike else "weaker" if high < self.alike else "not told apart"

    def joined(self, other: Share) -> Share:
        return Share(self.wins + other.wins, self.games + other.games, self.alike)


def share_of(game: Game, players: int, one: BotInC, other: BotInC, games: int, seed: int, workers: int = 1) -> Share:
    """Let one bot play against the other; each seat has it equally often. Seats are played by this many threads."""
    table = game.fresh_position(players, 0, None, events=False)
    people = [seat for seat in range(table.count) if seat not in table.automas]
    each, native = -(-games // len(people)), game.native(bots=True)

    def played(turn: int) -> float:
        mine = people[turn]
        bots = [AUTOMA if seat in table.automas else one if seat == mine else other for seat in range(table.count)]
        batches = Batches(native, table, _unnamed, bots)
        batch = batches.play(seed, range(turn * each, (turn + 1) * each), game.turn_limit, hold=False)
        batches.close()
        return _wins(batch, table.count, mine)

    with ThreadPoolExecutor(workers) as pool:  # C lets go of Python's lock
        return Share(sum(pool.map(played, range(len(people)))), each * len(people), 1 / len(people))


@dataclass(frozen=True)
class Exchanged:
    """Games played twice with the same chance and two seats exchanged: how often the same seat, or the first bot, won both."""

    deals: int
    same_seat: int
    same_bot: int


def exchanged(game: Game, players: int, one: BotInC, other: BotInC, deals: int, seed: int) -> Exchanged:
    """Play each deal twice: the first bot in the first seat, then in the second."""
    table = game.fresh_position(players, 0, None, events=False)
    people = [seat for seat in range(table.count) if seat not in table.automas]
    native, won = game.native(bots=True), list[dict[int, set[int]]]()
    for mine in people[:2]:
        bots = [AUTOMA if seat in table.automas else one if seat == mine else other for seat in range(table.count)]
        batches = Batches(native, table, _unnamed, bots)
        won.append(_winners(batches.play(seed, range(deals), game.turn_limit, hold=False), table.count))
        batches.close()
    if len(won) < 2:
        return Exchanged(0, 0, 0)
    both = [(won[0][deal], won[1][deal]) for deal in won[0].keys() & won[1].keys()]
    first, second = people[:2]
    return Exchanged(
        len(both), sum(bool(before & after) for before, after in both),
        sum(first in before and second in after and not before & after for before, after in both),
    )  # fmt: skip


def _winners(batch: Batch, seats: int) -> dict[int, set[int]]:
    columns = batch.columns
    assert columns is not None
    return {
        number: {seat for seat in range(seats) if columns.seats[row * seats + seat]}
        for row, number in enumerate(batch.numbers)
    }


def share_of_words(game: Game, players: int, one: str, other: str, games: int, seed: int) -> Share:
    """The same for bots by their words, decision by decision: for those that C does not play."""
    from interpreter.tools.bots import only_bots

    table = game.fresh_position(players, 0, None, events=False)
    people = [seat for seat in range(table.count) if seat not in table.automas]
    wins = 0.0
    for number in range(games):
        mine = people[number % len(people)]
        words = ["automa" if seat in table.automas else one if seat == mine else other for seat in range(table.count)]
        state = game.start(players, seed=seed + number // len(people))
        bots, seats = only_bots(words, seed + number), [state.seat(seat) for seat in range(table.count)]
        while (request := state.request) is not None and state.decisions < game.turn_limit:
            state.choose(bots[request.player](request, seats[request.player]))
        winners = state.result.winners if state.result is not None else ()
        wins += winners.count(mine) / len(winners) if winners else 1 / table.count
    return Share(wins, games, 1 / len(people))


def _wins(batch: Batch, seats: int, mine: int) -> float:
    columns, n = batch.columns, len(batch.numbers)
    assert columns is not None
    wins = len(batch.left) / seats
    for row in range(n):
        winners = columns.games[2 * n + row]
        wins += 1 / seats if not winners else columns.seats[row * seats + mine] / winners
    return wins


def _unnamed(_decision: object) -> str:
    return ""
