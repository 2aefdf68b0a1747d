"""Run the secrecy analysis for one choice of options; compare choices.

In: the routines, kinds, keeps and values of a checked game, before Quiet is inserted. Out: the routines with Quiet, and the
warnings; an Outcome for any choice of options, for comparison. Layer: check. Rulebooks with equal Outcomes differ only in
the values of options, which are read at run time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from interpreter.check.secrets.doubts import keep_secrets
from interpreter.check.secrets.leaks import Rests
from interpreter.check.secrets.rolls import mark_rolls
from interpreter.check.secrets.taint import Leaves, is_hidden
from interpreter.ir import rulebook as rb
from interpreter.source import Reporter


@dataclass(frozen=True, slots=True)
class Quieted:
    """One Quiet act: where it is, how many acts it encloses, and the secrets."""

    routine: str
    number: int
    acts: int
    secrets: tuple[rb.Secret, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where Quiet is, which dice go into hidden values, which keeps are hidden.

    Everything else is the same for all choices of options."""

    quiet: tuple[Quieted, ...]
    dice: tuple[tuple[rb.Stored, ...], ...]
    hidden: tuple[bool, ...]
    unasked: tuple[tuple[str, int], ...] = ()  # questions that are left out if there is nothing to choose


@dataclass
class Secrecy:
    """The secrecy analysis of one game; `keep` runs it for the current options."""

    routines: dict[str, rb.Routine]
    kinds: Mapping[str, rb.Kind]
    keeps: Mapping[str, rb.Keep]
    values: Mapping[str, rb.Value]
    unasked: bool = False  # is `may choose` from nothing left out, where everyone sees that there is nothing?
    _open: dict[str, tuple[rb.Act, ...]] = field(init=False)  # bodies of the routines before Quiet is inserted
    _rolls: list[rb.RollDice] = field(init=False)
    rests: Rests = field(default_factory=dict, init=False)  # secrets of variables, for the current options
    _leaves: Leaves = field(default_factory=dict, init=False)  # cache: terms do not depend on options

    def __post_init__(self) -> None:
        self._open = {name: routine.body for name, routine in self.routines.items()}
        acts = (act for body in self._open.values() for act in rb.walk_acts(body))
        self._rolls = [act for act in acts if isinstance(act, rb.RollDice)]

    def keep(self, reporter: Reporter) -> None:
        """Run the analysis for the current options and rewrite the routines."""
        for keep in self.keeps.values():
            keep.hidden = is_hidden(keep)
        mark_rolls(self.routines, reporter)
        self.rests = keep_secrets(
            self.routines, self.kinds, self.keeps, self.values, reporter, self._leaves, self.unasked
        )

    def outcome(self) -> Outcome:
        """Return what the analysis decided, to compare choices of options."""
        quiet = tuple(
            Quieted(name, number, len(act.body), act.secrets)
            for name, routine in self.routines.items()
            for number, act in enumerate(rb.walk_acts(routine.body))
            if isinstance(act, rb.Quiet)
        )
        dice = tuple(roll.into for roll in self._rolls)
        unasked = tuple(
            (name, number)
            for name, routine in self.routines.items()
            for number, act in enumerate(rb.walk_acts(routine.body))
            if isinstance(act, rb.Branching) and act.unasked
        )
        return Outcome(quiet, dice, tuple(keep.hidden for keep in self.keeps.values()), unasked)

    def outcome_now(self) -> Outcome:
        """Compute the Outcome for the current options without changing anything."""
        rests = self.rests
        with self._restored():
            self.keep(Reporter())
            found = self.outcome()
        self.rests = rests
        return found

    @contextmanager
    def _restored(self) -> Iterator[None]:
        """Use the original bodies inside this context, then restore the others."""
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
