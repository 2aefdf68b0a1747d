"""Figures of a playtest: rows like those of a simulation, minutes, hesitations, refused tries, and whether two sides differ.

In: PlayedTables. Out: plain values. Layer: tools. With few games an interval says more than a share; nothing here hides it.
"""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from statistics import mean, median
from typing import TYPE_CHECKING, Any

from interpreter.tools.simulate.counting import label_of

from .played import Did, PlayedTable

if TYPE_CHECKING:
    from interpreter.tools.simulate.rows import Row

LONG, CLEARLY = 8.0, 3.0  # seconds, and times the usual: a shorter thought is no hesitation
FEW_TIMES = 4  # of a question, below which nothing is usual
EXACT, DRAWS = 20_000, 10_000  # ways of dealing games to two sides that are all tried, or as many by chance


def rows_of(table: PlayedTable) -> Iterator[Row]:
    """Yield a row for each seat, in the columns of `simulate --out`.

    There is no seed, because nobody may know the dice."""
    state, result = table.state, table.state.result
    chosen: list[Counter[str]] = [Counter() for _ in table.seats]
    single = Counter(one.player for one in table.asked if one.choices == 1)
    for made in state.history:
        chosen[made.player][label_of(made)] += 1
    for seat, who in enumerate(table.seats):
        yield {
            "game": table.game.name, "rules": table.game.fingerprint, "variants": ", ".join(table.variants),
            "options": ", ".join(f"{name}={value}" for name, value in table.options.items()),
            "players": sum(word != "automa" for word in table.seats), "match": table.number, "seed": 0, "seat": seat + 1,
            "bot": who, "outcome": "finished" if result is not None else "endless",
            "won": seat in result.winners if result is not None else None,
            "winners": len(result.winners) if result is not None else None,
            "score": result.scores.get(seat) if result is not None and result.scores else None,
            "decisions": state.decisions, "rounds": None, "lead_changes": None,
            "seat_decisions": chosen[seat].total(), "seat_single": single[seat], "chosen": json.dumps(dict(chosen[seat])),
            "used": json.dumps(sorted(state.inspect.used)) if seat == 0 else None,
            "fault_code": None, "fault": None, "fault_stack": None,
        }  # fmt: skip


def minutes(tables: Sequence[PlayedTable]) -> list[float]:
    """The minutes of each game that came to its end and whose times were recorded."""
    return [table.seconds / 60 for table in tables if table.over and table.seconds is not None]


def done(tables: Sequence[PlayedTable], kind: str) -> list[tuple[PlayedTable, Did]]:
    return [(table, one) for table in tables for one in table.did if one.kind == kind]


# ---- hesitating
@dataclass(frozen=True)
class Hesitation:
    """A decision that took clearly longer than this question usually does."""

    table: PlayedTable
    did: Did
    seconds: float
    usual: float


def usual_times(tables: Sequence[PlayedTable]) -> dict[tuple[str, str], float]:
    """The median time of each question that was answered often enough."""
    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    for _, one in done(tables, "time"):
        found[one.data["rule"], one.data["name"]].append(one.data["seconds"])
    return {question: median(times) for question, times in found.items() if len(times) >= FEW_TIMES}


def hesitations(tables: Sequence[PlayedTable]) -> list[Hesitation]:
    """The longest first."""
    usual = usual_times(tables)
    found = []
    for table, one in done(tables, "time"):
        middle = usual.get((one.data["rule"], one.data["name"]))
        if middle is not None and one.data["seconds"] >= max(LONG, CLEARLY * middle):
            found.append(Hesitation(table, one, one.data["seconds"], middle))
    return sorted(found, key=lambda one: -one.seconds)


# ---- trying what the rules refuse
@dataclass(frozen=True)
class Tried:
    label: str
    reason: str
    times: int
    people: int


def tried(tables: Sequence[PlayedTable]) -> list[Tried]:
    """What people tried although the rules refuse it; what most people tried first."""
    times: Counter[tuple[str, str]] = Counter()
    people: dict[tuple[str, str], set[int]] = defaultdict(set)
    for _, one in done(tables, "refused"):
        what = str(one.data["label"]), str(one.data["reason"])
        times[what] += 1
        people[what].add(one.person.number)
    found = [Tried(*what, times[what], len(people[what])) for what in times]
    return sorted(found, key=lambda one: (-one.people, -one.times, one.label))


# ---- answers
def answers_to(tables: Sequence[PlayedTable], question: str) -> list[Any]:
    """What people answered; those who would rather not say are left out."""
    found = [one.data["answer"] for _, one in done(tables, "answer") if one.data["question"] == question]
    return [answer for answer in found if answer is not None]


def by_chance(one: Sequence[float], other: Sequence[float]) -> float:
    """Return how often chance alone separates two means this far (permutation test).

    It deals the same values to two sides again and again.
    All ways of dealing are tried if they are few."""
    values, size = [*one, *other], len(one)
    if not one or not other:
        return 1.0
    apart = abs(mean(one) - mean(other)) - 1e-9
    total = sum(values)

    def far(some: Sequence[float]) -> bool:
        first = sum(some)
        return abs(first / size - (total - first) / (len(values) - size)) >= apart

    ways = comb(len(values), size)
    if ways <= EXACT:
        return sum(far(some) for some in combinations(values, size)) / ways
    luck = random.Random(0)
    return (1 + sum(far(luck.sample(values, size)) for _ in range(DRAWS))) / (1 + DRAWS)
