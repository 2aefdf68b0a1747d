"""Map a function over all terms of a Program: the traversal shared by the passes.

In: a Program and a change to terms. Out: another Program with the changed terms. Layer: lower. Texts, and terms that only
explain something to people, stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import Field, fields, replace
from functools import cache
from typing import Any, ClassVar, Protocol, TypeVar, get_args

from interpreter.ir import blocks as pb
from interpreter.ir import rulebook as rb
from interpreter.ir.questions import Availability, Choice, Question, Taking
from interpreter.ir.traversal import SORTS, Change

ACTS = frozenset(get_args(pb.Simple))


class Record(Protocol):
    """Any dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


Acting = TypeVar("Acting", bound="Record")


def mapped(
    program: pb.Program, change: Change, often: Change | None = None, of_value: Callable[[str], Change] | None = None
) -> pb.Program:
    """Return the Program with `change` applied to each outermost term.

    `often`: applied in formulas and plain routines, which can run many times from anywhere; `of_value`: in a given value."""
    often = often or change
    of_value = of_value or (lambda _: change)
    blocks = [_block(block, change) for block in program.blocks]
    return replace(
        program,
        values={name: _value(value, of_value(name)) for name, value in program.values.items()},
        formulas={place: tuple(map(often, cells)) for place, cells in program.formulas.items()},
        starts={name: change(term) for name, term in program.starts.items()},
        sight={name: tuple(_seen(seen, change) for seen in sight) for name, sight in program.sight.items()},
        invariants=tuple(replace(one, holds=change(one.holds)) for one in program.invariants),
        requirements=tuple(replace(one, holds=change(one.holds)) for one in program.requirements),
        plain={name: replace(one, body=_acts(one.body, often)) for name, one in program.plain.items()},
        frames={name: _frame(frame, blocks) for name, frame in program.frames.items()},
        blocks=blocks,
        questions=[_question(question, change) for question in program.questions],
        actions={name: _way(way, change) for name, way in program.actions.items()},
    )


def _maybe(term: rb.Term | None, change: Change) -> rb.Term | None:
    return None if term is None else change(term)


def _value(value: rb.Value, change: Change) -> rb.Value:
    alterations = tuple(
        replace(one, guard=_maybe(one.guard, change), cases=_cases(one.cases, change)) for one in value.alterations
    )
    return replace(value, cases=_cases(value.cases, change), alterations=alterations)


def terms_of_value(value: rb.Value) -> list[rb.Term]:
    """Return the outermost terms of a value."""
    found: list[rb.Term] = []

    def note(term: rb.Term) -> rb.Term:
        found.append(term)
        return term

    _value(value, note)
    return found


def _cases(cases: Iterable[rb.Case], change: Change) -> tuple[rb.Case, ...]:
    return tuple(rb.Case(change(case.value), _maybe(case.condition, change)) for case in cases)


def _seen(seen: rb.Seen, change: Change) -> rb.Seen:
    by = tuple(map(change, seen.by))
    return replace(seen, by=by, when=_maybe(seen.when, change), all_but=_maybe(seen.all_but, change))


# ---- acts and blocks


def _acts(acts: Iterable[Acting], change: Change) -> tuple[Acting, ...]:
    return tuple(_act(act, change) for act in acts)


def terms_of(acts: Iterable[pb.Simple]) -> list[rb.Term]:
    """Return the outermost terms of acts, without texts."""
    found: list[rb.Term] = []

    def note(term: rb.Term) -> rb.Term:
        found.append(term)
        return term

    _acts(acts, note)
    return found


def _act(act: Acting, change: Change) -> Acting:
    """Change the terms of an act, in nested acts and cases as well."""
    updates: dict[str, Any] = {}
    for field in _fields(type(act)):
        value = getattr(act, field)
        new = _part(value, change)
        if new is not value:
            updates[field] = new
    return replace(act, **updates) if updates else act


@cache
def _fields(sort: type[Record]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(sort))


def _part(part: Any, change: Change) -> Any:
    sort = type(part)
    if sort in SORTS:
        return change(part)
    if sort is tuple:
        new = [_part(one, change) for one in part]
        return tuple(new) if any(one is not other for one, other in zip(new, part, strict=True)) else part
    if sort is rb.Condition:
        holds = change(part.holds)
        return part if holds is part.holds else replace(part, holds=holds)
    return _act(part, change) if sort in ACTS else part


def _frame(frame: pb.Frame, blocks: list[pb.Block]) -> pb.Frame:
    return replace(frame, blocks=[blocks[block.number] for block in frame.blocks])


def _block(block: pb.Block, change: Change) -> pb.Block:
    assert block.end is not None
    return pb.Block(block.number, list(_acts(block.acts, change)), _end(block.end, change))


def _end(end: pb.End, change: Change) -> pb.End:
    match end:
        case pb.Fork():
            return replace(end, condition=change(end.condition))
        case pb.ReturnEnd():
            return replace(end, value=_maybe(end.value, change))
        case pb.RunEnd():
            return replace(end, call=_act(end.call, change))
        case pb.ColumnEnd():
            return replace(end, call=_act(end.call, change))
        case pb.AskEnd():
            return replace(end, actor=change(end.actor))
        case pb.SeveralEnd():
            least, most = _maybe(end.bounds.least, change), _maybe(end.bounds.most, change)
            return replace(end, actor=change(end.actor), bounds=replace(end.bounds, least=least, most=most))
        case pb.MenuEnd():
            return replace(end, actor=change(end.actor))
        case pb.ActionEnd():
            return replace(end, taking=_taking(end.taking, change))
        case pb.ActionAnswer():
            return replace(end, taking=_taking(end.taking, change))
        case pb.Goto() | pb.More() | pb.SeveralAnswer() | pb.MenuAnswer() | pb.FinishEnd():
            return replace(end)


def _taking(taking: Taking, change: Change) -> Taking:
    actions = tuple((routine, tuple(map(change, arguments))) for routine, arguments in taking.actions)
    return replace(taking, actor=change(taking.actor), actions=actions)


# ---- questions


def _question(question: Question, change: Change) -> Question:
    choice = question.choice
    return replace(
        question,
        choice=None if choice is None else _choice(choice, change),
        ways=tuple(_way(way, change) for way in question.ways),
    )


def _choice(choice: Choice, change: Change) -> Choice:
    where, enough = _maybe(choice.where, change), change(choice.enough)
    return replace(choice, items=change(choice.items), where=where, enough=enough)


def _way(way: Availability, change: Change) -> Availability:
    return replace(way, steps=_conditions(way.steps, change), enough=_maybe(way.enough, change))


def _conditions(steps: Iterable[rb.Assign | rb.Condition], change: Change) -> tuple[rb.Assign | rb.Condition, ...]:
    return tuple(
        replace(step, holds=change(step.holds))
        if isinstance(step, rb.Condition)
        else replace(step, value=change(step.value))
        for step in steps
    )
