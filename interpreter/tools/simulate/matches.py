"""Playing the matches of a plan, one after the other.

In: a Plan and the Game it names. Out: one Match for each number. Layer: tools.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from typing import TYPE_CHECKING

import interpreter

from .plan import FaultNote, Match, Plan, SeatNote, match_seed

if TYPE_CHECKING:
    from interpreter import Game, State

    from .plan import Bot

ROUND = "round"
LEAD_EVERY = 5  # decisions after which it is looked who leads


def load(plan: Plan) -> Game:
    """The plan's game, as every worker loads it once."""
    return interpreter.load(plan.game, plan.variants, plan.options or {})


def matches(plan: Plan, game: Game, numbers: Iterable[int] | None = None) -> Generator[Match]:
    """The matches with these numbers (all, if none are given), in this process. `game` is the plan's game, loaded."""
    for number in range(plan.games) if numbers is None else numbers:
        yield play(game, plan, number)


def play(game: Game, plan: Plan, number: int) -> Match:
    """One match from beginning to end."""
    seed = match_seed(plan.seed, number)
    table = Table(plan)
    try:
        table.state = game.start(plan.players, seed, events=plan.events)
        if not plan.fast:
            table.state.hold_always()
        table.play_out(plan.bots(seed), game.turn_limit)
    except interpreter.Fault as fault:
        note = FaultNote(fault.diagnostic.message, tuple(fault.stack), fault.diagnostic.code, fault.decisions)
        return table.record(number, seed, note)
    return table.record(number, seed, None)


class Table:
    """One match while it is played, and what is counted beside it."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.state: State | None = None
        self._single = [0] * plan.seats
        self._leader: int | None = None
        self._lead_changes: int | None = None

    def play_out(self, bots: Sequence[Bot], limit: int) -> None:
        state = self.state
        assert state is not None
        seats = [state.seat(player) for player in range(self.plan.seats)]
        for _ in range(limit):
            request = state.request
            if request is None:
                return
            player = request.player
            if len(request.choices) == 1:
                self._single[player] += 1
            state.choose(bots[player](request, seats[player]))
            if self.plan.detailed and state.decisions % LEAD_EVERY == 0:
                self._look_who_leads(state)

    def _look_who_leads(self, state: State) -> None:
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

    def _seats(self, state: State) -> tuple[SeatNote, ...]:
        """What each seat decided, by rule and choice; amounts are counted together."""
        chosen: list[Counter[str]] = [Counter() for _ in range(self.plan.seats)]
        for made in state.history:
            what = "an amount" if made.kind == "amount" else made.choice
            where = made.rule if made.kind == "menu" else f"{made.rule}, {made.name}"
            chosen[made.player][f"{where}: {what}"] += 1
        return tuple(
            SeatNote(found.total(), single, dict(sorted(found.items())))
            for found, single in zip(chosen, self._single, strict=True)
        )


def _rounds(state: State) -> int | None:
    """How many rounds it took, if the game keeps a public value of that name."""
    rounds = state.view(None)["table"].get(ROUND)
    return rounds if isinstance(rounds, int) else None


def _used(state: State) -> frozenset[str] | None:
    used = getattr(state, "used", None)
    return None if used is None else frozenset(used)
