"""What is counted while a match is played, and what is kept of it.

In: a Plan and a state that goes from decision to decision. Out: the Match. Layer: tools.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from .plan import FaultNote, Match, Plan, SeatNote

if TYPE_CHECKING:
    from interpreter import NativeState, State

ROUND = "round"
LEAD_EVERY = 5  # decisions after which it is looked who leads


class Table:
    """One match while it is played, and what is counted beside it."""

    def __init__(self, plan: Plan, state: State | NativeState | None = None) -> None:
        self.plan, self.state = plan, state
        self.single = [0] * plan.seats  # by seat, the decisions with one choice only
        self._leader: int | None = None
        self._lead_changes: int | None = None

    def look_who_leads(self, state: State | NativeState) -> None:
        """By what the rules say a position is worth. Where several lead, nothing changes."""
        worth = [state.worth(player) for player in range(self.plan.seats)]
        best = max((one for one in worth if one is not None), default=None)
        if best is None or worth.count(best) > 1:
            return
        changes = self._lead_changes or 0
        self._lead_changes = changes + (self._leader is not None and worth[self._leader] != best)
        self._leader = worth.index(best)

    def record(self, number: int, seed: int, fault: FaultNote | None) -> Match:
        state = self.state
        if state is None:  # it went wrong while the table was set up
            return Match(number, seed, fault=fault)
        result = None if fault else state.result
        return Match(
            number,
            seed,
            state.decisions,
            finished=result is not None,
            winners=tuple(result.winners) if result else (),
            scores=dict(result.scores) if result and result.scores else None,
            rounds=None if fault else _rounds(state),
            used=_used(state),
            fault=fault,
            seats=self._seats(state) if self.plan.detailed else (),
            lead_changes=self._lead_changes,
        )

    def _seats(self, state: State | NativeState) -> tuple[SeatNote, ...]:
        """What each seat decided, by rule and choice; amounts are counted together."""
        chosen: list[Counter[str]] = [Counter() for _ in range(self.plan.seats)]
        for made in state.history:
            what = "an amount" if made.kind == "amount" else made.words or made.choice
            where = made.rule if made.kind == "menu" else f"{made.rule}, {made.name}"
            chosen[made.player][f"{where}: {what}"] += 1
        return tuple(
            SeatNote(found.total(), single, dict(sorted(found.items())))
            for found, single in zip(chosen, self.single, strict=True)
        )


def _rounds(state: State | NativeState) -> int | None:
    """How many rounds it took, if the game keeps a public value of that name."""
    rounds = state.seen(None, ROUND)
    return rounds if isinstance(rounds, int) else None


def _used(state: State | NativeState) -> frozenset[str] | None:
    used = getattr(state, "used", None)
    return None if used is None else frozenset(used)
