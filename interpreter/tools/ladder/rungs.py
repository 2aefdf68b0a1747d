"""Bots against each other: shares, ratings, and whether strength is one line.

In: the shares of wins of each bot against each other. Out: ratings with intervals, rungs, circles, and a sentence on skill.
Layer: tools. A rating is Elo-like: 400 points are odds of ten to one against the other bots at a table, whatever the seats.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import log10, sqrt

from interpreter.tools.learn.matches import Share

Pairs = Mapping[tuple[str, str], Share]  # the first bot in one seat, the second in all others
STEPS = 400


@dataclass(frozen=True)
class Rated:
    bot: str
    rating: float
    low: float
    high: float


def difference(share: Share, value: float) -> float:
    """Return the Elo points for a share of wins, 0 for bots that play alike."""
    value = min(max(value, 0.005), 0.995)
    return STEPS * (log10(value / (1 - value)) - log10(share.alike / (1 - share.alike)))


def ratings(bots: Sequence[str], pairs: Pairs) -> list[Rated]:
    """Rate bots so that the differences fit the shares best; the first bot has 0."""
    found = dict.fromkeys(bots, 0.0)
    for _ in range(200):
        for bot in bots[1:]:
            wanted = [
                found[other] + difference(share, share.share) for (one, other), share in pairs.items() if one == bot
            ]
            wanted += [
                found[one] - difference(share, share.share) for (one, other), share in pairs.items() if other == bot
            ]
            found[bot] = sum(wanted) / len(wanted)
    return [Rated(bot, found[bot], found[bot] - _half(bot, pairs), found[bot] + _half(bot, pairs)) for bot in bots]


def _half(bot: str, pairs: Pairs) -> float:
    """Half the width of the interval of a rating.

    Of the shares it rests on, taken together."""
    mine = [share for names, share in pairs.items() if bot in names]
    if not mine:
        return 0.0
    halves = [abs(difference(share, share.interval[1]) - difference(share, share.interval[0])) / 2 for share in mine]
    return sum(halves) / len(halves) / sqrt(len(halves))


def stronger(one: str, other: str, pairs: Pairs) -> bool:
    """Does one beat the other, beyond chance?"""
    if (one, other) in pairs:
        return pairs[one, other].verdict == "stronger"
    return (other, one) in pairs and pairs[other, one].verdict == "weaker"


def rungs(rated: Sequence[Rated], pairs: Pairs) -> list[list[str]]:
    """Bots from weak to strong.

    Those that are not told apart from the weakest of a rung stand on it together."""
    found: list[list[str]] = []
    for one in sorted(rated, key=lambda one: one.rating):
        if found and not stronger(one.bot, found[-1][0], pairs):
            found[-1].append(one.bot)
        else:
            found.append([one.bot])
    return found


def circles(bots: Sequence[str], pairs: Pairs) -> list[tuple[str, str, str]]:
    """Three bots of which each beats the next."""
    return [
        (a, b, c) for a, b, c in permutations(bots, 3)
        if a == min(a, b, c) and stronger(a, b, pairs) and stronger(b, c, pairs) and stronger(c, a, pairs)
    ]  # fmt: skip


def sentence(
    found: Sequence[Sequence[str]], rated: Sequence[Rated], round_and_round: Sequence[tuple[str, str, str]]
) -> str:
    """Say whether skill matters, as far as these bots can tell."""
    above = len(found) - 1
    if above == 0:
        return "No sign of skill: it is mostly luck, or too hard for these bots."
    best = max(rated, key=lambda one: one.rating)
    level = f"{above + 1} levels of play" if above > 1 else "two levels of play"
    around = "; ".join(f"{a} beats {b} beats {c} beats {a}" for a, b, c in round_and_round)
    circle = f" Strength is not one line: {around}." if around else ""
    return f"Skill matters: {level}, {best.bot} on top, {best.rating:.0f} points above {found[0][0]}.{circle}"
