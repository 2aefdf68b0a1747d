"""Count how often games evaluate what a variant changes, if it has no rules of its own to reach.

In: a Plan and its Game as `interpreter.watched` returns it. Out: plain values for each change. Layer: tools.
The engines do not count evaluations, so some of the games are replayed in Python on instrumented rules.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from .in_c import plays_by_chance
from .matches import play_in_python
from .plan import Plan

if TYPE_CHECKING:
    from interpreter.tools.variants.change_use import Watched

COUNTED = 10  # games that are replayed


def changes_asked(plan: Plan, by_chance: Plan, watched: Watched) -> list[dict[str, object]]:
    """Count for each change how often its value was evaluated, and in how many games.

    A searching bot evaluates values as well, so the plan is then played `by_chance` (`same` says whether these were games of
    the plan itself)."""
    same = plays_by_chance(plan)
    plan = plan if same else by_chance
    games = [0] * len(watched.changes)
    before = watched.asked()
    played = min(plan.games, COUNTED)
    for number in range(played):
        start = watched.asked()
        play_in_python(watched.game, replace(plan, detailed=False, engine="python"), number)
        games = [found + (now > then) for found, now, then in zip(games, watched.asked(), start, strict=True)]
    times = [now - then for now, then in zip(watched.asked(), before, strict=True)]
    return [
        {
            "variant": change.variant, "change": change.words, "location": change.location, "kind": change.kind,
            "times": asked if change.kind == "value" else None, "games": found if change.kind == "value" else None,
            "played": played, "same": same,
        }
        for change, asked, found in zip(watched.changes, times, games, strict=True)
    ]  # fmt: skip
