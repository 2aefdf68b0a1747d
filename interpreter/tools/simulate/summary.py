"""Summarize many matches in numbers.

In: a Plan, its Game and its Matches, one by one. Out: a dict of plain values, ready for JSON. Layer: tools.
All sums are of integers, so the order of the matches cannot change a digit. No match is kept: a million games need no more
memory than ten, except for the numbers of those that failed or did not end.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING

from interpreter.runtime.native import BEYOND

from .plan import Match, Plan, match_seed

if TYPE_CHECKING:
    from interpreter import Game
    from interpreter.runtime.batches import Batch, Sums


def summary(plan: Plan, game: Game, played: Iterable[Match], seconds: float) -> dict[str, object]:
    """Return everything that `simulate --json` writes."""
    tally = Tally(plan)
    for match in played:
        tally.add(match)
    return tally.summary(game, seconds)


@dataclass
class Spread:
    """Running statistics of integers, from sums alone."""

    count: int = 0
    total: int = 0
    squares: int = 0
    least: int = 0
    most: int = 0

    def add(self, value: int) -> None:
        self.least = min(self.least, value) if self.count else value
        self.most = max(self.most, value) if self.count else value
        self.count, self.total, self.squares = self.count + 1, self.total + value, self.squares + value * value

    def add_sums(self, sums: Sums) -> None:
        if sums.count:
            self.least = min(self.least, sums.least) if self.count else sums.least
            self.most = max(self.most, sums.most) if self.count else sums.most
            self.count, self.total = self.count + sums.count, self.total + sums.total
            self.squares += sums.squares

    def values(self) -> dict[str, float] | None:
        """Return mean, minimum, maximum and standard deviation; None if empty."""
        if not self.count:
            return None
        count = self.count
        variance = (count * self.squares - self.total * self.total) / (count * (count - 1)) if count > 1 else 0.0
        return {
            "mean": round(self.total / count, 4),
            "min": self.least,
            "max": self.most,
            "sd": round(sqrt(variance), 4),
        }


@dataclass
class Faults:
    """The same error in the same place.

    Its match numbers, and the shortest match that reached it."""

    first: Match
    numbers: array[int] = field(default_factory=lambda: array("q"))

    def add(self, match: Match) -> None:
        self.numbers.append(match.number)
        self.first = min(self.first, match, key=lambda one: (one.decisions, one.number))


class Tally:
    """Running counts over the matches of a plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.games = self._finished = self._decisions = self._draws = self._shared = 0
        self._wins = [0] * plan.seats
        self._scored = False
        self._scores = [Spread() for _ in range(plan.seats)]
        self._rounds = Spread()
        self._used: set[str] | None = None
        self._faults: dict[tuple[object, ...], Faults] = {}
        self._endless = array("q")
        self._left_c = 0  # games that were begun in C, and for which its memory was too small

    def add_batch(self, batch: Batch) -> None:
        """Add the games of a batch that ended. The others follow one by one."""
        totals = batch.totals
        self.games += totals.finished
        self._finished += totals.finished
        self._decisions += totals.decisions
        self._draws += totals.draws
        self._shared += totals.shared
        self._wins = [before + now for before, now in zip(self._wins, totals.wins, strict=True)]
        self._rounds.add_sums(totals.rounds)
        for scores, sums in zip(self._scores, totals.scores, strict=True):
            scores.add_sums(sums)
            self._scored = self._scored or bool(sums.count)
        if totals.finished:
            self._used = (self._used or set()) | totals.used
        self._left_c += sum(how == BEYOND for _, how in batch.left)

    def add(self, match: Match) -> None:
        self.games += 1
        self._decisions += match.decisions
        if match.used is not None:
            self._used = self._used or set()
            self._used |= match.used
        if match.fault is not None:
            self._faults.setdefault((match.fault.code, match.fault.stack), Faults(match)).add(match)
        elif match.finished:
            self._add_finished(match)
        else:
            self._endless.append(match.number)

    def _add_finished(self, match: Match) -> None:
        self._finished += 1
        self._draws += not match.winners
        self._shared += len(match.winners) > 1
        for seat in match.winners:
            self._wins[seat] += 1
        self._scored = self._scored or match.scores is not None
        for seat, score in (match.scores or {}).items():
            self._scores[seat].add(score)
        if match.rounds is not None:
            self._rounds.add(match.rounds)

    def summary(self, game: Game, seconds: float) -> dict[str, object]:
        finished, decisions = self._finished, self._decisions
        return {
            **_setting(self.plan, game),
            "games": self.games,
            "finished": finished,
            "faults": sum(len(group.numbers) for group in self._faults.values()),
            "endless": len(self._endless),
            "left_c": self._left_c,
            "decisions": decisions,
            "seconds": round(seconds, 3),
            "decisions_per_second": round(decisions / seconds) if seconds > 0 else 0,
            "wins": self._wins,
            "intervals": [interval(won, finished) for won in self._wins],
            "draws": self._draws,
            "shared_wins": self._shared,
            "scores": [scores.values() for scores in self._scores] if self._scored else None,
            "rounds": self._rounds.values(),
            "never_used": _never_used(game, self._used),
            "variant_rules": _variant_rules(game, self._used or set()),
            "fault_reports": [self._fault_report(group) for group in self._in_order()],
            "endless_seeds": self._seeds(self._endless),
        }

    def _in_order(self) -> list[Faults]:
        """Sort the faults, most frequent first."""
        return sorted(self._faults.values(), key=lambda group: (-len(group.numbers), min(group.numbers)))

    def _seeds(self, numbers: Iterable[int]) -> list[int]:
        return [match_seed(self.plan.seed, number) for number in sorted(numbers)]

    def _fault_report(self, group: Faults) -> dict[str, object]:
        first, fault = group.first, group.first.fault  # the shortest match that reached it
        assert fault is not None
        return {
            "games": len(group.numbers),
            "match": first.number,
            "seed": first.seed,
            "seeds": self._seeds(group.numbers),
            "decisions": first.decisions,
            "code": fault.code,
            "message": fault.message,
            "stack": list(fault.stack),
            "last_decisions": list(fault.decisions),
        }


def interval(successes: int, tries: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share (Wilson score interval)."""
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


def _never_used(game: Game, used: set[str] | None) -> dict[str, list[str] | None]:
    """List the actions, cards and rules that no match used.

    None where the game does not track them."""
    of_variants = {
        rule for rules in getattr(game, "variant_rules", {}).values() for rule in rules
    }  # reported separately
    known = {kind: set(names) - of_variants for kind, names in getattr(game, "usable", {}).items()}
    return {
        kind: _left_over(known[kind], frozenset(used - of_variants)) if used is not None and kind in known else None
        for kind in ("actions", "cards", "rules")
    }


def _left_over(known: set[str], used: frozenset[str]) -> list[str]:
    """List what was never used.

    A card with several copies counts as used if any of them was."""
    return sorted({_printed(name, known) for name in known} - {_printed(name, known) for name in used})


def _printed(name: str, known: set[str]) -> str:
    """Return the card that this one is a copy of: spy_2 is another spy."""
    first, _, number = name.rpartition("_")
    return first if number.isdigit() and first in known else name


def _variant_rules(game: Game, used: set[str]) -> dict[str, dict[str, list[str]]]:
    """List the rules reached and not reached, for each chosen variant.

    Only variants that have rules of their own."""
    own: Mapping[str, Sequence[str]] = getattr(game, "variant_rules", {})
    return {
        variant: {
            "reached": [rule for rule in rules if rule in used],
            "not_reached": [rule for rule in rules if rule not in used],
        }
        for variant, rules in own.items()
    }
