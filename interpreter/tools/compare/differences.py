"""Compare the figures of two sides and test which differ significantly.

In: rows of results. Out: Differences, the significant ones first. Layer: tools.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import NormalDist, fmean, variance
from typing import Any

Row = Mapping[str, Any]
LEVEL = 0.05  # significance level over all figures together
SURE = NormalDist().inv_cdf(0.975)
FEW = 10  # games per side; with fewer nothing is reported


@dataclass(frozen=True, slots=True)
class Side:
    """One figure of one side, with its 95 % confidence interval."""

    value: float
    low: float
    high: float
    games: int


@dataclass(frozen=True, slots=True)
class Difference:
    name: str
    share: bool  # whether it is a share of games, otherwise a mean
    first: Side
    second: Side
    chance: float  # p-value of the difference
    clear: bool = False


def differences(first: Sequence[Row], second: Sequence[Row], usable: Collection[str] = ()) -> list[Difference]:
    """Compare all figures that both sides have.

    Significant ones first, then by p-value. `usable`: cards, actions and rules that both sides could reach, so that one a side
    never reached counts there as 0."""
    ours, theirs = _samples(first, usable), _samples(second, usable)
    found = [
        _compared(name, share, values, theirs[name, share])
        for (name, share), values in ours.items()
        if (name, share) in theirs and min(len(values), len(theirs[name, share])) >= FEW
    ]
    return _corrected(sorted(found, key=lambda one: (one.chance, one.name)))


def _corrected(found: list[Difference]) -> list[Difference]:
    """Apply Holm's correction.

    The smallest p-value faces the strictest level, and the first failure ends the test."""
    clear = True
    corrected = []
    for number, one in enumerate(found):
        clear = clear and one.chance < LEVEL / (len(found) - number)
        corrected.append(replace(one, clear=clear))
    return corrected


def _samples(rows: Sequence[Row], usable: Collection[str]) -> dict[tuple[str, bool], list[float]]:
    """Collect one number per game for each figure."""
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
    """Collect which cards, actions and rules each game reached, of all it could have."""
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
    """Return the two-sided p-value of the difference (Welch, normal approximation)."""
    spread = sqrt(variance(ours) / len(ours) + variance(theirs) / len(theirs))
    gap = abs(fmean(ours) - fmean(theirs))
    if not spread:
        return 1.0 if not gap else 0.0
    return 2 * (1 - NormalDist().cdf(gap / spread))
