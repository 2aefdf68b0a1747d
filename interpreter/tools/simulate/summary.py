"""What many matches show, in numbers.

In: a Plan, its Game and its Matches. Out: a dict of plain values, ready for JSON. Layer: tools.
All sums are of whole numbers, so the order of the matches cannot change a digit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from math import sqrt
from typing import TYPE_CHECKING

from .matches import Match, Plan

if TYPE_CHECKING:
    from interpreter import Game

SHOWN_FAULTS = 20


def summary(plan: Plan, game: Game, played: Sequence[Match], seconds: float) -> dict[str, object]:
    """Everything that `simulate --json` writes."""
    finished = [match for match in played if match.finished]
    faults = [match for match in played if match.fault]
    decisions = sum(match.decisions for match in played)
    return {
        **_setting(plan, game),
        "games": len(played),
        "finished": len(finished),
        "faults": len(faults),
        "endless": len(played) - len(finished) - len(faults),
        "decisions": decisions,
        "seconds": round(seconds, 3),
        "decisions_per_second": round(decisions / seconds) if seconds > 0 else 0,
        "wins": [sum(seat in match.winners for match in finished) for seat in range(plan.players)],
        "draws": sum(not match.winners for match in finished),
        "shared_wins": sum(len(match.winners) > 1 for match in finished),
        "scores": _scores(plan, finished),
        "rounds": spread([match.rounds for match in finished if match.rounds is not None]),
        "never_used": _never_used(game, played),
        "fault_reports": [_fault_report(match) for match in faults[:SHOWN_FAULTS]],
    }


def spread(values: Sequence[int]) -> dict[str, float] | None:
    """Mean, least, most and standard deviation; None of nothing."""
    if not values:
        return None
    count, total, squares = len(values), sum(values), sum(value * value for value in values)
    variance = (count * squares - total * total) / (count * (count - 1)) if count > 1 else 0.0
    return {
        "mean": round(total / count, 4),
        "min": min(values),
        "max": max(values),
        "sd": round(sqrt(variance), 4),
    }


def _setting(plan: Plan, game: Game) -> dict[str, object]:
    return {
        "game": game.name,
        "variants": [str(variant) for variant in game.variants],
        "options": {option.name: option.value for option in game.options},
        "players": plan.players,
        "bots": list(plan.bot_names),
        "seed": plan.seed,
        "fingerprint": game.fingerprint,
    }


def _scores(plan: Plan, finished: Iterable[Match]) -> list[dict[str, float] | None] | None:
    """One entry per seat; None when the game keeps no scores."""
    scored = [match.scores for match in finished if match.scores is not None]
    if not scored:
        return None
    return [spread([scores[seat] for scores in scored if seat in scores]) for seat in range(plan.players)]


def _never_used(game: Game, played: Iterable[Match]) -> dict[str, list[str] | None]:
    """Which actions, cards and rules no match came to; None where the game does not count them."""
    known: Mapping[str, Iterable[str]] = getattr(game, "usable", {})
    counted = [match.used for match in played if match.used is not None]
    used = frozenset().union(*counted)
    return {
        kind: _left_over(set(known[kind]), used) if counted and kind in known else None
        for kind in ("actions", "cards", "rules")
    }


def _left_over(known: set[str], used: frozenset[str]) -> list[str]:
    """What was never used; a card of which there are several copies counts as used with any of them."""
    return sorted({_printed(name, known) for name in known} - {_printed(name, known) for name in used})


def _printed(name: str, known: set[str]) -> str:
    """The card that this one is a copy of: spy_2 is another spy."""
    first, _, number = name.rpartition("_")
    return first if number.isdigit() and first in known else name


def _fault_report(match: Match) -> dict[str, object]:
    assert match.fault is not None
    return {
        "match": match.number,
        "seed": match.seed,
        "decisions": match.decisions,
        **asdict(match.fault),
        "stack": list(match.fault.stack),
    }
