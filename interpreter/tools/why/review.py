"""Look at a recorded game decision by decision: what a strong bot would have done, and what each choice cost.

In: a game, a save. Out: `Reviewed` decisions, and the chances of all players along the game. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING, Any

from .chances import Estimate, Estimator

if TYPE_CHECKING:
    from interpreter import Game, State

WORTH_TELLING = 0.03  # of winning chance: a smaller difference is not called a mistake
SURE = 2.0  # standard errors that a difference must exceed
MOMENTS = 60  # points on a line of chances


@dataclass(frozen=True)
class Reviewed:
    """One decision: what was chosen, what a strong bot would have chosen, and the chance to win after each."""

    number: int
    player: int
    question: str
    chosen: str
    better: str
    chance: float
    best_chance: float

    @property
    def cost(self) -> float:
        return self.best_chance - self.chance

    @property
    def is_mistake(self) -> bool:
        return self.better != self.chosen


def reviewed(game: Game, save: Mapping[str, Any], seats: Sequence[int] | None = None) -> Iterator[Reviewed]:
    """Review the decisions of these seats, or of all. Those with one answer are left out, and those that C has no room for."""
    estimator: Estimator | None = None
    before: State | None = None
    made = len(list(save["decisions"]))
    for number, state in enumerate(game.replayed(save)):
        if before is not None and before.request is not None and (seats is None or before.deciding in seats):
            estimator = estimator or Estimator(game, before)
            found = _looked_at(number, before, _taken(before, state), estimator)
            if found is not None:
                yield found
        before = state.clone() if number < made else None


def _taken(before: State, after: State) -> int | None:
    """The number of the choice that was made; None if it cannot be told."""
    request = before.request
    assert request is not None
    decision = after.history[before.decisions]
    for number, choice in enumerate(request.choices):
        if choice.name == decision.choice and choice.free == decision.free:
            return number
    return None


def _looked_at(number: int, state: State, taken: int | None, estimator: Estimator) -> Reviewed | None:
    request = state.request
    if request is None or taken is None or len(request.choices) < 2:
        return None
    found = estimator.of_choices(state, taken, seed=number)
    mine = next((one for one in found if one.number == taken), None)
    if mine is None:
        return None
    best = found[0] if _is_better(found[0], mine) else mine
    return Reviewed(
        number, request.player, request.prompt, request.choices[taken].label, request.choices[best.number].label, mine.chance,
        best.chance,
    )  # fmt: skip


def _is_better(best: Estimate, mine: Estimate) -> bool:
    """Whether a difference is worth telling, and not only luck; with the same luck for both it is less than it seems."""
    unsure = SURE * hypot(best.error, mine.error)
    return best.chance - mine.chance > max(WORTH_TELLING, unsure)


def line_of_chances(game: Game, save: Mapping[str, Any], most: int = MOMENTS) -> list[tuple[int, list[float]]]:
    """The chances of all players at up to so many moments of a game, by the number of decisions made."""
    made = len(list(save["decisions"]))
    step = max(1, -(-made // most))
    estimator: Estimator | None = None
    found = []
    for number, state in enumerate(game.replayed(save)):
        if number % step and number != made:
            continue
        estimator = estimator or Estimator(game, state)
        chances = estimator.of_players(state)
        if chances is not None:
            found.append((number, chances))
    return found
