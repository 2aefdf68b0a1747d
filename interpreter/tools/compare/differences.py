"""Figures of two sides, and which of them differ more than by chance.

In: rows of results. Out: Differences, the clear ones first. Layer: tools.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import NormalDist, fmean, variance
from typing import Any

Row = Mapping[str, Any]
LEVEL = 0.05  # how often something may look clear by chance, over all figures together
SURE = NormalDist().inv_cdf(0.975)
FEW = 10  # games of a side; with fewer nothing is said


@dataclass(frozen=True, slots=True)
class Side:
    """One figure of one side, with its 95 % interval."""

    value: float
    low: float
    high: float
    games: int


@dataclass(frozen=True, slots=True)
class Difference:
    name: str
    share: bool  # whether it is a share of games, else a mean
    first: Side
    second: Side
    chance: float  # how likely a difference like this is if there is none
    clear: bool = False


def differences(first: Sequence[Row], second: Sequence[Row], usable: Collection[str] = ()) -> list[Difference]:
    """All figures that both sides have; clear ones first, then by how unlikely they are by chance. `usable`: cards, actions
    and rules that both sides could come to, so that one which a side never came to counts there as well."""
    ours, theirs = _samples(first, usable), _samples(second, usable)
    found = [
        _compared(name, share, values, theirs[name, share])
        for (name, share), values in ours.items()
        if (name, share) in theirs and min(len(values), len(theirs[name, share])) >= FEW
    ]
    return _corrected(sorted(found, key=lambda one: (one.chance, one.name)))


def _corrected(found: list[Difference]) -> list[Difference]:
    """Holm: the least likely must pass the hardest test, and the first that fails ends it."""
    clear = True
    corrected = []
    for number, one in enumerate(found):
        clear = clear and one.chance < LEVEL / (len(found) - number)
        corrected.append(replace(one, clear=clear))
    return corrected


def _samples(rows: Sequence[Row], usable: Collection[str]) -> dict[tuple[str, bool], list[float]]:
    """For each figure one number of each game that has it."""
    found: dict[tuple[str, bool], list[float]] = {}
    finished = [row for row in rows if row["outcome"] == "finished"]
    games = [row for row in rows if row["seat"] == 1]
    found["games that end", True] = [float(row["outcome"] == "finished") for row in games]
    first = [row for row in finished if row["seat"] == 1]
    found["draws", True] = [float(row["winners"] == 0) for row in first]
    for column, name in (("decisions", "length in decisions"), ("rounds", "length in rounds"),
                         ("lead_changes", "changes of the lead")):  # fmt: skip
        found[name, False] = [float(row[column]) for row in first if row[column] is not None]
    for row in finished:
        found.setdefault((f"seat {row['seat']} wins", True), []).append(float(row["won"]))
        if row["score"] is not None:
            found.setdefault((f"score of seat {row['seat']}", False), []).append(float(row["score"]))
    found |= {(f"games with {name}", True): values for name, values in _used(games, usable).items()}
    return {key: values for key, values in found.items() if values}


def _used(games: Sequence[Row], usable: Collection[str]) -> dict[str, list[float]]:
    """What the games came to, and could have come to: cards, actions and rules."""
    sets = [frozenset(json.loads(row["used"])) for row in games if row["used"]]
    names = sorted(frozenset(usable).union(*sets))
    return {name: [float(name in used) for used in sets] for name in names}


def _compared(name: str, share: bool, ours: Sequence[float], theirs: Sequence[float]) -> Difference:
    first, second = _side(ours, share), _side(theirs, share)
    return Difference(name, share, first, second, _by_chance(ours, theirs))


def _side(values: Sequence[float], share: bool) -> Side:
    middle, count = fmean(values), len(values)
    if share:
        z2 = SURE * SURE
        centre = (middle + z2 / (2 * count)) / (1 + z2 / count)
        half = SURE / (1 + z2 / count) * sqrt(middle * (1 - middle) / count + z2 / (4 * count * count))
        return Side(middle, max(0.0, centre - half), min(1.0, centre + half), count)
    half = SURE * sqrt(variance(values) / count) if count > 1 else 0.0
    return Side(middle, middle - half, middle + half, count)


def _by_chance(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The two-sided probability of a difference at least so large (normal approximation, Welch)."""
    spread = sqrt(variance(ours) / len(ours) + variance(theirs) / len(theirs))
    gap = abs(fmean(ours) - fmean(theirs))
    if not spread:
        return 1.0 if not gap else 0.0
    return 2 * (1 - NormalDist().cdf(gap / spread))
