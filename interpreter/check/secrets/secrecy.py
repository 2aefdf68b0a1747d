"""How a game keeps its secrets under one choice of options, and whether another choice would make a difference.

In: the routines, kinds, keeps and values of a checked game, before anything is made quiet. Out: the routines made quiet, with
the warnings of that; an Outcome for any choice of options, to be compared. Layer: check. Rules whose outcomes are equal are
the same but for the values of options, which are looked up while they are played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from interpreter.check import rulebook as rb
from interpreter.check.secrets.doubts import keep_secrets
from interpreter.check.secrets.labels import Leaves, is_hidden
from interpreter.check.secrets.rolls import mark_rolls
from interpreter.source import Reporter


@dataclass(frozen=True, slots=True)
class Quieted:
    """Where there is quiet: the routine, the number of the act in it, how many acts it is around, and about what."""

    routine: str
    number: int
    acts: int
    secrets: tuple[rb.Secret, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is quiet, which dice go into hidden values, which values are hidden. The steps in between are always the same."""

    quiet: tuple[Quieted, ...]
    dice: tuple[tuple[rb.Stored, ...], ...]
    hidden: tuple[bool, ...]


@dataclass
class Secrecy:
    routines: dict[str, rb.Routine]
    kinds: Mapping[str, rb.Kind]
    keeps: Mapping[str, rb.Keep]
    values: Mapping[str, rb.Value]
    _open: dict[str, tuple[rb.Act, ...]] = field(init=False)  # the routines' steps before anything is made quiet
    _rolls: list[rb.RollDice] = field(init=False)
    _leaves: Leaves = field(default_factory=dict, init=False)  # the terms are the same for every choice

    def __post_init__(self) -> None:
        self._open = {name: routine.body for name, routine in self.routines.items()}
        acts = (act for body in self._open.values() for act in rb.walk_acts(body))
        self._rolls = [act for act in acts if isinstance(act, rb.RollDice)]

    def keep(self, reporter: Reporter) -> None:
        """For the options as they are chosen now."""
        for keep in self.keeps.values():
            keep.hidden = is_hidden(keep)
        mark_rolls(self.routines, reporter)
        keep_secrets(self.routines, self.kinds, self.keeps, self.values, reporter, self._leaves)

    def outcome(self) -> Outcome:
        quiet = tuple(
            Quieted(name, number, len(act.body), act.secrets)
            for name, routine in self.routines.items()
            for number, act in enumerate(rb.walk_acts(routine.body))
            if isinstance(act, rb.Quiet)
        )
        dice = tuple(roll.into for roll in self._rolls)
        return Outcome(quiet, dice, tuple(keep.hidden for keep in self.keeps.values()))

    def outcome_now(self) -> Outcome:
        """What `keep` would come to with the options as they are chosen now; the rules stay as they were made."""
        with self._made_anew():
            self.keep(Reporter())
            return self.outcome()

    @contextmanager
    def _made_anew(self) -> Iterator[None]:
        bodies = {name: routine.body for name, routine in self.routines.items()}
        dice = [roll.into for roll in self._rolls]
        hidden = [keep.hidden for keep in self.keeps.values()]
        self._set(self._open, [()] * len(dice), hidden)
        try:
            yield
        finally:
            self._set(bodies, dice, hidden)

    def _set(
        self, bodies: Mapping[str, tuple[rb.Act, ...]], dice: list[tuple[rb.Stored, ...]], hidden: list[bool]
    ) -> None:
        for name, routine in self.routines.items():
            routine.body = bodies[name]
        for roll, into in zip(self._rolls, dice, strict=True):
            roll.into = into
        for keep, was in zip(self.keeps.values(), hidden, strict=True):
            keep.hidden = was
