"""Search for the number in the rules that gives a target figure.

In: what may be changed (`goal in 40 to 120`), the target (`median length 60`), and how to play with a value. Out: the
values tried, the best first. Layer: tools. Optuna suggests the next value to try; a small range is tried completely.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from .differences import Row

COLUMNS = {"length": "decisions", "rounds": "rounds", "lead changes": "lead_changes", "score": "score"}
FIGURES = "length, rounds, score, lead changes, draws, seat 1 wins"
MISSING = 1e18  # distance of games that lack the figure
MAX_ASKED = 1_000
Values = Generator[int, float | None, None]
RANGE = re.compile(r"\s*(\w+)\s+in\s+(-?\d+)\s+to\s+(-?\d+)\s*")
WISH = re.compile(
    r"\s*(?:(median|mean)\s+)?(length|rounds|score|lead changes|draws|seat (\d+) wins)\s+(-?\d+(?:\.\d+)?)\s*(%?)\s*"
)


@dataclass(frozen=True, slots=True)
class Knob:
    """What may be changed: an option or a value of the rules, within a range."""

    name: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Wish:
    """A figure and its target; shares of games are in percent."""

    figure: str
    seat: int | None
    middle: bool  # the median, otherwise the mean
    wanted: float

    @property
    def is_share(self) -> bool:
        return self.figure == "draws" or self.seat is not None

    def of(self, rows: Sequence[Row]) -> float | None:
        """Calculate the figure over some games; None if they do not have it."""
        finished = [row for row in rows if row["outcome"] == "finished"]
        values = list(self._numbers(finished))
        if not values:
            return None
        return median(values) if self.middle else fmean(values) * (100 if self.is_share else 1)

    def _numbers(self, finished: Sequence[Row]) -> Iterator[float]:
        if self.seat is not None:
            return (float(row["won"]) for row in finished if row["seat"] == self.seat)
        if self.figure == "draws":
            return (float(row["winners"] == 0) for row in finished if row["seat"] == 1)
        column = COLUMNS[self.figure]
        of_each_seat = self.figure == "score"
        return (
            float(row[column]) for row in finished if row[column] is not None and (of_each_seat or row["seat"] == 1)
        )

    def figure_in_words(self, value: float) -> str:
        return f"{value:.1f} %" if self.is_share else f"{value:g}" if value == int(value) else f"{value:.2f}"

    def __str__(self) -> str:
        return self.figure if self.is_share else f"{'median' if self.middle else 'mean'} {self.figure}"


@dataclass(frozen=True, slots=True)
class Trial:
    """A value that was tried, and the resulting figure."""

    value: int
    figure: float | None


def read_knob(text: str) -> Knob | None:
    found = RANGE.fullmatch(text)
    if found is None or int(found[2]) >= int(found[3]):
        return None
    return Knob(found[1], int(found[2]), int(found[3]))


def read_wish(text: str) -> Wish | None:
    found = WISH.fullmatch(text)
    if found is None:
        return None
    wish = Wish(found[2], int(found[3]) if found[3] else None, found[1] == "median", float(found[4]))
    fits = bool(found[5]) == wish.is_share and not (wish.is_share and found[1])
    return wish if fits else None


def tuned(knob: Knob, wish: Wish, play: Callable[[int], Sequence[Row]], tries: int, seed: int) -> Iterator[Trial]:
    """Try values one after the other, until there are enough or the target is met.

    Each value once."""
    suggested = _suggested(knob, wish, seed) if knob.high - knob.low >= tries else _every(knob)
    value = next(suggested)
    for _ in range(tries):
        figure = wish.of(play(value))
        yield Trial(value, figure)
        following = None if figure == wish.wanted else _next(suggested, figure)
        if following is None:
            return
        value = following


def best_first(trials: Sequence[Trial], wish: Wish) -> list[Trial]:
    """Sort by distance from the target; of equals the smaller value first."""
    return sorted(trials, key=lambda trial: (_distance(trial.figure, wish), trial.value))


def _distance(figure: float | None, wish: Wish) -> float:
    return MISSING if figure is None else abs(figure - wish.wanted)


def _next(suggested: Values, figure: float | None) -> int | None:
    try:
        return suggested.send(figure)
    except StopIteration:
        return None


def _every(knob: Knob) -> Values:
    for value in range(knob.low, knob.high + 1):
        _ = yield value  # the order does not depend on the results


def _suggested(knob: Knob, wish: Wish, seed: int) -> Values:
    """Suggest both ends and the middle, then ask Optuna.

    A repeated suggestion is answered from the cache."""
    import optuna

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=seed, n_startup_trials=3))
    for value in (knob.low, knob.high, (knob.low + knob.high) // 2):
        study.enqueue_trial({knob.name: value})
    known: dict[int, float | None] = {}
    for _ in range(MAX_ASKED):
        trial = study.ask()
        value = trial.suggest_int(knob.name, knob.low, knob.high)
        if value not in known:
            known[value] = yield value
        study.tell(trial, _distance(known[value], wish))
