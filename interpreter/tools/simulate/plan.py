"""What is to be played, and what is kept of it.

In: nothing. Out: Plan, Match and their parts; all of them travel between processes. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from interpreter import Choice, Request, Seat

    Bot = Callable[[Request, Seat], int | Choice]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played. It travels to the workers, so it holds names and values only."""

    game: str | Path
    players: int  # people, for whom bots play
    games: int
    bots: Callable[[int], Sequence[Bot]]  # the bots of one match, from that match's seed
    bot_names: tuple[str, ...] = ()
    variants: tuple[str | Path, ...] = ()
    options: Mapping[str, object] | None = None
    seed: int = 0
    workers: int = 1
    fast: bool = False  # whether what must always hold is left alone
    events: bool = False  # whether what happens is told: for bots that listen
    engine: str = "python"  # or native, or auto: C where the rules are compiled
    detailed: bool = False  # whether each seat's decisions are counted by what was chosen

    @property
    def seats(self) -> int:
        """All who sit at the table, automas among them."""
        return len(self.bot_names) or self.players


class ByChance(Protocol):
    """A bot that takes any choice with the same chance, by its own numbers between 0 and 1: C can play it, too."""

    @property
    def pick(self) -> Callable[[], float]: ...


@dataclass(frozen=True, slots=True)
class FaultNote:
    """A rule that went wrong in a match."""

    message: str
    stack: tuple[str, ...] = ()
    code: str = ""
    decisions: tuple[str, ...] = ()  # the last ones, where they tell something


@dataclass(frozen=True, slots=True)
class SeatNote:
    """What one seat decided in a match."""

    decisions: int = 0
    single: int = 0  # of them, how many had only one choice
    chosen: Mapping[str, int] = field(default_factory=dict)  # how often what was chosen


@dataclass(frozen=True, slots=True)
class Match:
    """What is kept of one match. With neither a result nor a fault, it did not end within the limit."""

    number: int
    seed: int
    decisions: int = 0
    finished: bool = False
    winners: tuple[int, ...] = ()
    scores: Mapping[int, int] | None = None
    rounds: int | None = None
    used: frozenset[str] | None = None
    fault: FaultNote | None = None
    seats: tuple[SeatNote, ...] = ()
    lead_changes: int | None = None

    @property
    def outcome(self) -> str:
        return "fault" if self.fault else "finished" if self.finished else "endless"


def match_seed(seed: int, number: int) -> int:
    """The seed of one match. `rulewright play GAME --seed` with it plays the same match again."""
    return int.from_bytes(blake2b(f"match {number} of {seed}".encode(), digest_size=6).digest(), "big")
