"""The memory of a simulation does not grow with the number of its games."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from interpreter.tools.simulate.journal import Journal
from interpreter.tools.simulate.plan import Match, Plan, match_seed
from interpreter.tools.simulate.summary import Tally
from interpreter.tools.simulate.workers import Numbers


def invented(number: int) -> Match:
    """A match as a small game gives it."""
    used = frozenset({f"rule {number % 7}"})
    scores = {0: number % 5, 1: number % 3}
    return Match(number, match_seed(0, number), number % 40, True, (number % 2,), scores, number % 9, used)


def plan(games: int) -> Plan:
    return Plan("kuhn-poker", 2, games, lambda _seed: [], ("random", "random"))


def grown(work: Callable[[int], Iterator[None]], few: int, many: int) -> int:
    """How many bytes more are in use after many matches than after few of the same run."""
    running = work(many)
    for _ in range(few):
        next(running)
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(many - few):
        next(running)
    gc.collect()
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return after - before


def counted(games: int) -> Iterator[None]:
    tally = Tally(plan(games))
    for number in range(games):
        tally.add(invented(number))
        yield


def test_matches_are_counted_and_not_kept() -> None:
    """A list of them would take 400 bytes each: 4,000 matches more take less than ten of them would."""
    assert grown(counted, 1_000, 5_000) < 4_000


def test_the_numbers_of_matches_are_asked_for_one_by_one() -> None:
    def given(games: int) -> Iterator[None]:
        numbers = Numbers(range(games))
        while numbers:
            numbers.take()
            yield

    assert grown(given, 1_000, 5_000) < 4_000


def test_a_file_of_results_is_put_in_order_without_holding_it(tmp_path: Path) -> None:
    """Matches that arrive a little out of order, as from several workers: the rows are written in order, and the peak for
    many of them is about that for few."""

    def peak(games: int) -> int:
        out = tmp_path / f"{games}.jsonl"
        game: Any = type("Rules", (), {"fingerprint": "x", "options": ()})()
        with Journal(out, plan(games), game) as journal:
            for first in range(0, games, 10):
                for number in reversed(range(first, first + 10)):
                    journal.keep(invented(number))
            tracemalloc.start()
            journal.finish()
            most = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        numbers = [line.split('"match":')[1].split(",")[0] for line in out.read_text(encoding="utf-8").splitlines()]
        assert numbers == [str(number) for number in range(games) for _ in range(2)]
        return most

    assert peak(2_000) - peak(500) < 30_000  # 1,500 matches as rows would be two million bytes
