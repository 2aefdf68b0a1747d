"""Count statistics while a match is played, and record the Match.

In: a Plan and a state that advances decision by decision. Out: the Match. Layer: tools.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from .plan import FaultNote, Match, Plan, SeatNote

if TYPE_CHECKING:
    from interpreter import Decision, State

ROUND = "round"
LEAD_EVERY = 10  # decisions between two checks of who leads


class Table:
    """A match in progress and its counters."""

    def __init__(self, plan: Plan, state: State | None = None) -> None:
        self.plan, self.state = plan, state
        self.single = [0] * plan.seats  # by seat, the decisions with a single choice
        self._leader: int | None = None
        self._lead_changes: int | None = None

    def look_who_leads(self, state: State) -> None:
        """Update the leader by the worth of the position as the rules define it.

        A tie for the lead changes nothing."""
        worth = [state.inspect.worth(player) for player in range(self.plan.seats)]
        best = max((one for one in worth if one is not None), default=None)
        if best is None or worth.count(best) > 1:
            return
        changes = self._lead_changes or 0
        self._lead_changes = changes + (self._leader is not None and worth[self._leader] != best)
        self._leader = worth.index(best)

    def record(self, number: int, seed: int, fault: FaultNote | None) -> Match:
        state = self.state
        if state is None:  # the set-up failed
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

    def _seats(self, state: State) -> tuple[SeatNote, ...]:
        """Count what each seat decided, by rule and choice."""
        chosen: list[Counter[str]] = [Counter() for _ in range(self.plan.seats)]
        for made in state.history:
            chosen[made.player][label_of(made)] += 1
        return tuple(
            SeatNote(found.total(), single, dict(sorted(found.items())))
            for found, single in zip(chosen, self.single, strict=True)
        )


def label_of(made: Decision) -> str:
    """Name a decision by its rule and choice; all amounts count as one."""
    what = "an amount" if made.kind == "amount" else made.words or made.choice
    where = made.rule if made.kind == "menu" else f"{made.rule}, {made.name}"
    return f"{where}: {what}"


def _rounds(state: State) -> int | None:
    """Return the number of rounds, if the game has a public value of that name."""
    rounds = state.inspect.seen(None, ROUND)
    return rounds if isinstance(rounds, int) else None


def _used(state: State) -> frozenset[str]:
    return frozenset(state.inspect.used)
