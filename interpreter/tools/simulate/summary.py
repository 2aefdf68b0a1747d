"""What many matches show, in numbers.

In: a Plan, its Game and its Matches. Out: a dict of plain values, ready for JSON. Layer: tools.
All sums are of whole numbers, so the order of the matches cannot change a digit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING

from .plan import Match, Plan

if TYPE_CHECKING:
    from interpreter import Game


def summary(plan: Plan, game: Game, played: Sequence[Match], seconds: float) -> dict[str, object]:
    """Everything that `simulate --json` writes."""
    finished = [match for match in played if match.finished]
    faults = [match for match in played if match.fault]
    endless = [match for match in played if match.outcome == "endless"]
    decisions = sum(match.decisions for match in played)
    wins = [sum(seat in match.winners for match in finished) for seat in range(plan.seats)]
    return {
        **_setting(plan, game),
        "games": len(played),
        "finished": len(finished),
        "faults": len(faults),
        "endless": len(endless),
        "decisions": decisions,
        "seconds": round(seconds, 3),
        "decisions_per_second": round(decisions / seconds) if seconds > 0 else 0,
        "wins": wins,
        "intervals": [interval(won, len(finished)) for won in wins],
        "draws": sum(not match.winners for match in finished),
        "shared_wins": sum(len(match.winners) > 1 for match in finished),
        "scores": _scores(plan, finished),
        "rounds": spread([match.rounds for match in finished if match.rounds is not None]),
        "never_used": _never_used(game, played),
        "variant_rules": _variant_rules(game, played),
        "fault_reports": _fault_reports(faults),
        "endless_seeds": [match.seed for match in endless],
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


def interval(successes: int, tries: int) -> tuple[float, float]:
    """Between which shares the true one lies, with 95 % confidence (Wilson's score interval)."""
    if not tries:
        return 0.0, 1.0
    share, z = successes / tries, 1.959963984540054
    middle = (share + z * z / (2 * tries)) / (1 + z * z / tries)
    half = z / (1 + z * z / tries) * sqrt(share * (1 - share) / tries + z * z / (4 * tries * tries))
    return round(max(0.0, middle - half), 6), round(min(1.0, middle + half), 6)


def _setting(plan: Plan, game: Game) -> dict[str, object]:
    return {
        "game": game.name,
        "word": str(plan.game),
        "variant_words": [str(variant) for variant in plan.variants],
        "changed_options": {name: str(value) for name, value in (plan.options or {}).items()},
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
    return [spread([scores[seat] for scores in scored if seat in scores]) for seat in range(plan.seats)]


def _never_used(game: Game, played: Iterable[Match]) -> dict[str, list[str] | None]:
    """Which actions, cards and rules no match came to; None where the game does not count them."""
    of_variants = {rule for rules in getattr(game, "variant_rules", {}).values() for rule in rules}  # told apart
    known = {kind: set(names) - of_variants for kind, names in getattr(game, "usable", {}).items()}
    counted = [match.used for match in played if match.used is not None]
    used = frozenset().union(*counted)
    return {
        kind: _left_over(known[kind], used - of_variants) if counted and kind in known else None
        for kind in ("actions", "cards", "rules")
    }


def _left_over(known: set[str], used: frozenset[str]) -> list[str]:
    """What was never used; a card of which there are several copies counts as used with any of them."""
    return sorted({_printed(name, known) for name in known} - {_printed(name, known) for name in used})


def _printed(name: str, known: set[str]) -> str:
    """The card that this one is a copy of: spy_2 is another spy."""
    first, _, number = name.rpartition("_")
    return first if number.isdigit() and first in known else name


def _variant_rules(game: Game, played: Iterable[Match]) -> dict[str, dict[str, list[str]]]:
    """For each chosen variant that has rules of its own: which of them were reached, and which were not."""
    used = frozenset().union(*(match.used for match in played if match.used is not None))
    own: Mapping[str, Sequence[str]] = getattr(game, "variant_rules", {})
    return {
        variant: {
            "reached": [rule for rule in rules if rule in used],
            "not_reached": [rule for rule in rules if rule not in used],
        }
        for variant, rules in own.items()
    }


def _fault_reports(faults: Iterable[Match]) -> list[dict[str, object]]:
    """Equal faults together: the same mistake at the same place. The most frequent first, each with its first match."""
    groups: dict[tuple[object, ...], list[Match]] = {}
    for match in faults:
        assert match.fault is not None
        groups.setdefault((match.fault.code, match.fault.stack), []).append(match)
    ordered = sorted(groups.values(), key=lambda group: (-len(group), group[0].number))
    return [_fault_report(group) for group in ordered]


def _fault_report(group: Sequence[Match]) -> dict[str, object]:
    first = min(group, key=lambda match: (match.decisions, match.number))  # the shortest way there
    assert first.fault is not None
    return {
        "games": len(group),
        "match": first.number,
        "seed": first.seed,
        "seeds": [match.seed for match in group],
        "decisions": first.decisions,
        "code": first.fault.code,
        "message": first.fault.message,
        "stack": list(first.fault.stack),
        "last_decisions": list(first.fault.decisions),
    }
