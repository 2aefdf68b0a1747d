"""Data types of a simulation: what to play, and what is recorded.

In: nothing. Out: Plan, Match and their parts; all of them are sent between processes. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from interpreter.runtime.generator import match_seed as match_seed

if TYPE_CHECKING:
    from interpreter import Choice, Request, Seat
    from interpreter.runtime.imagined_tables import BotInC

    Bot = Callable[[Request, Seat], int | Choice]


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play. Sent to the workers, so it contains only names and values."""

    game: str | Path
    players: int  # people, played by bots
    games: int
    bots: Callable[[int], Sequence[Bot]]  # makes the bots of one match from that match's seed
    bot_names: tuple[str, ...] = ()
    variants: tuple[str | Path, ...] = ()
    options: Mapping[str, object] | None = None
    seed: int = 0
    workers: int = 1
    fast: bool = False  # whether to skip the `always` checks
    events: bool = False  # whether to log events, for bots that use them
    engine: str = "python"  # or native, or auto: C if the rules are compiled
    detailed: bool = False  # whether to count each seat's decisions by choice

    @property
    def seats(self) -> int:
        """The number of seats at the table, automas included."""
        return len(self.bot_names) or self.players


class PlayedInC(Protocol):
    """A bot that C can play as well, with the same decisions."""

    @property
    def word(self) -> int:
        """The state of its generator."""
        ...

    @property
    def in_c(self) -> BotInC | None:
        """How C plays it; None if it cannot."""
        ...


@dataclass(frozen=True, slots=True)
class FaultNote:
    """A rule failure in a match."""

    message: str
    stack: tuple[str, ...] = ()
    code: str = ""
    decisions: tuple[str, ...] = ()  # the last ones, where they help


@dataclass(frozen=True, slots=True)
class SeatNote:
    """The decisions of one seat in a match."""

    decisions: int = 0
    single: int = 0  # those with a single choice
    chosen: Mapping[str, int] = field(default_factory=dict)  # how often each choice was made


@dataclass(frozen=True, slots=True)
class Match:
    """The record of one match.

    With neither a result nor a fault, it did not end within the limit."""

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
