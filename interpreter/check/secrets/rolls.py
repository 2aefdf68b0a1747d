"""Dice under a cup: announce a hidden roll only to those who may see it.

In: checked routines. Out: `into` set on each roll whose dice are used nowhere else; a warning for dice that are.
Layer: check.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass

from interpreter.ir import rulebook as rb
from interpreter.source import Reporter


def mark_rolls(routines: dict[str, rb.Routine], reporter: Reporter) -> None:
    """Set `into` on rolls that only go into hidden values; warn about others."""
    for routine in routines.values():
        for acts in _sequences(routine.body):
            for number, act in enumerate(acts):
                if isinstance(act, rb.RollDice) and act.by is None:
                    _mark(act, acts[number + 1 :], routine, reporter)


def _mark(roll: rb.RollDice, following: Sequence[rb.Act], routine: rb.Routine, reporter: Reporter) -> None:
    into: list[rb.Stored] = []
    used_here = 0
    for act in following:
        uses = _uses(act, roll.variable)
        if not uses and not isinstance(act, rb.Store | rb.Alter | rb.RollDice):
            break
        if not uses:
            continue
        if not isinstance(act, rb.Store | rb.Alter) or not act.keep.hidden:
            break
        used_here += uses
        into.append(rb.Stored(act.keep.type, act.keep, act.keys))
    if not into:
        return
    if used_here == _uses(routine.body, roll.variable):
        roll.into = tuple(into)
        return
    name, keep = roll.variable.name, into[0].keep.name
    message = f'everyone sees what the dice show, but "{name}" is kept in "{keep}", which not everyone sees'
    help = f"write `player secretly rolls … as {name}`, or use {keep} instead of {name} afterwards"
    reporter.warning("R1001", roll.span, message, help)


def _sequences(acts: tuple[rb.Act, ...]) -> Iterator[tuple[rb.Act, ...]]:
    """Yield a body and every nested sequence of acts."""
    yield acts
    for act in acts:
        match act:
            case rb.Branching():
                for body in (*(body for _, body in act.cases), act.otherwise):
                    yield from _sequences(body)
            case rb.AskMenu():
                for entry in act.entries:
                    yield from _sequences(entry.body)
            case _:
                yield from _sequences(rb.inner_acts(act))


def _uses(part: object, variable: rb.Variable) -> int:
    """Count the reads of a variable in acts or terms."""
    if isinstance(part, rb.Local):
        return int(part.variable is variable)
    if isinstance(part, tuple):
        return sum(_uses(item, variable) for item in part)
    if is_dataclass(part) and not isinstance(part, NAMED):
        return sum(_uses(getattr(part, field.name), variable) for field in fields(part))
    return 0


NAMED = (
    rb.Variable,
    rb.Keep,
    rb.Value,
    rb.Routine,
    rb.Column,
    rb.Kind,
    rb.Option,
)  # definitions, not parts of the acts
