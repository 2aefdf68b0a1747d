"""Sort the games of a simulation by what they are evidence of: chance, skill, or one bot against others.

In: rows of results. Out: Evidence. Layer: tools.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from statistics import median, quantiles
from typing import TYPE_CHECKING

from .figures import FEW, Row, interval, setting

if TYPE_CHECKING:
    from interpreter.tools.why.moments import Moments


AUTOMA = "automa"
BY_CHANCE = ("random", "eager")  # bots that do not look ahead


LEARNED = "learned"


def base(bot: str) -> str:
    """Return a bot's word without its budget; bots that learned the same rules apart from each other have one word."""
    word = bot.partition(":")[0]
    return LEARNED if word.startswith(LEARNED) else word


@dataclass(frozen=True)
class Games:
    """Games of one set-up between the same bots."""

    rows: Sequence[Row]

    @cached_property
    def matches(self) -> list[list[Row]]:
        found: dict[tuple[str, int, int], list[Row]] = defaultdict(list)
        for row in self.rows:
            found[setting(row), row["match"], row["seed"]].append(row)
        return list(found.values())

    @cached_property
    def finished(self) -> list[list[Row]]:
        return [match for match in self.matches if match[0]["outcome"] == "finished"]

    @property
    def seats(self) -> int:
        return max(int(row["seat"]) for row in self.rows)

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots of the seats, each once."""
        return tuple(sorted({str(row["bot"]) for row in self.rows} - {AUTOMA}))

    @property
    def bot(self) -> str:
        return self.bots[0] if self.bots else "random"

    def wins_by_seat(self) -> list[int]:
        """Count the games that each seat has won; shared wins count for each winner."""
        wins = Counter(row["seat"] for match in self.finished for row in match if row["won"])
        return [wins[seat] for seat in range(1, self.seats + 1)]

    def fair(self) -> float:
        """The share of games that each seat would win if all were equal."""
        wins = sum(self.wins_by_seat())
        return wins / (len(self.finished) * self.seats) if self.finished else 0.0

    def numbers(self, column: str) -> list[int]:
        return [match[0][column] for match in self.finished if match[0][column] is not None]

    def middle(self, column: str) -> tuple[int, int, int]:
        """The median, and the middle half from and to. There must be finished games."""
        found = self.numbers(column)
        if len(found) < 2:
            return found[0], found[0], found[0]
        low, _, high = quantiles(found, n=4, method="inclusive")
        return round(median(found)), round(low), round(high)

    def margins(self) -> list[tuple[int, int]]:
        """For each game with scores, the distance from the winner to the nearest other seat, and the winner's score."""
        found = []
        for match in self.finished:
            scores = [(bool(row["won"]), row["score"]) for row in match if row["score"] is not None]
            won = [score for is_won, score in scores if is_won]
            others = [score for is_won, score in scores if not is_won]
            if len(won) == 1 and others:
                found.append((min(abs(won[0] - other) for other in others), won[0]))
            elif len(won) > 1:
                found.append((0, won[0]))
        return found

    def single_share(self) -> float:
        """The share of decisions that had only one answer."""
        total = sum(row["seat_decisions"] for row in self.rows)
        return sum(row["seat_single"] for row in self.rows) / total if total else 0.0

    def chosen(self) -> Counter[str]:
        """Count the answers, without the question they were given to."""
        found: Counter[str] = Counter()
        for row in self.rows:
            for name, number in json.loads(row["chosen"] or "{}").items():
                found[name.partition(": ")[2]] += number
        return found

    def used_in(self) -> Counter[str]:
        """Count the games in which each action, card and rule was used."""
        found: Counter[str] = Counter()
        for match in self.finished:
            found.update(next((json.loads(row["used"]) for row in match if row["used"]), ()))
        return found


@dataclass(frozen=True)
class Contest:
    """Games of one bot against others that are all alike, and its share of wins."""

    games: Games
    strong: str
    weak: str

    def share(self) -> tuple[float, float, float]:
        """Return the share that the one bot wins, with its 95 % interval."""
        won = sum(any(row["won"] and row["bot"] == self.strong for row in match) for match in self.games.finished)
        tries = len(self.games.finished)
        return won / tries, *interval(won, tries)

    def seats(self) -> list[int]:
        return sorted({row["seat"] for row in self.games.rows if row["bot"] == self.strong})


@dataclass(frozen=True)
class Evidence:
    chance: Games | None = None  # bots that do not look ahead in every seat
    skill: Games | None = None  # the strongest other bot in every seat
    contests: tuple[Contest, ...] = ()
    only_with: Mapping[str, Sequence[int]] = field(default_factory=dict)  # unused here: player counts that use it
    styles: tuple[Games, ...] = ()  # the games of skill, by bots that learned apart from each other
    moments: Moments | None = None  # what was seen in single decisions

    @property
    def best(self) -> Games | None:
        """The games that say most about how people would play."""
        enough = self.skill is not None and len(self.skill.finished) >= FEW
        return self.skill if enough or self.chance is None or not self.chance.finished else self.chance

    @property
    def all(self) -> list[Games]:
        alike = [one for one in (self.skill, self.chance) if one is not None]
        return [*alike, *(one.games for one in self.contests)]

    def contest(self) -> Contest | None:
        """The contest with the most games that ended."""
        ended = [one for one in self.contests if one.games.finished]
        return max(ended, key=lambda one: len(one.games.finished), default=None)


def sorted_evidence(rows: Iterable[Row]) -> Evidence:
    """Sort rows of any simulation, or of several."""
    alike: dict[str, list[Row]] = defaultdict(list)
    mixed: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for match in Games(list(rows)).matches:
        counts = Counter(str(row["bot"]) for row in match if row["bot"] != AUTOMA)
        if len(counts) == 1:
            (bot,) = counts
            alike[LEARNED if base(bot) == LEARNED else bot] += match
        elif len(counts) == 2 and 1 in counts.values():
            pair = _one_and_others(counts)
            mixed[pair] += match
    chance = [bot for bot in alike if base(bot) in BY_CHANCE]
    skill = [bot for bot in alike if base(bot) not in BY_CHANCE]
    strongest = Games(alike[max(skill, key=lambda bot: len(alike[bot]))]) if skill else None
    return Evidence(
        Games(alike[max(chance, key=lambda bot: len(alike[bot]))]) if chance else None,
        strongest,
        tuple(Contest(Games(found), strong, weak) for (strong, weak), found in sorted(mixed.items())),
        styles=styles_of(strongest),
    )


def styles_of(games: Games | None) -> tuple[Games, ...]:
    """Sort games by the bot that played all seats of them; nothing if there is only one."""
    by_bot: dict[str, list[Row]] = defaultdict(list)
    for row in games.rows if games is not None else ():
        if row["bot"] != AUTOMA:
            by_bot[str(row["bot"])].append(row)
    return tuple(Games(found) for _, found in sorted(by_bot.items())) if len(by_bot) > 1 else ()


def _one_and_others(counts: Counter[str]) -> tuple[str, str]:
    """Return the bot that sits alone and the other one; of two seats the one that looks ahead is alone."""
    first, second = sorted(counts, key=lambda bot: (counts[bot], base(bot) in BY_CHANCE, bot))
    return first, second
