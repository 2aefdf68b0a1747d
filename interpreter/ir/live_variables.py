"""Live variables of a suspended routine, and which slots depend on secrets.

In: a Program. Out: for each block its live slots; for slots and bookkeeping the secrets they depend on, by number. Layer:
ir. A bot imagines what its player cannot know (determinization); a variable must not give it away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from interpreter.ir import blocks as pb
from interpreter.ir import rulebook as rb
from interpreter.source import Span

Rest = tuple[str | None, tuple[int | None, ...], int | None]  # a keep and its keys; or the one player who knows it
Variables = frozenset[rb.Variable]
NONE: Variables = frozenset()
ELSEWHERE = (rb.Keep, rb.Value, rb.Routine, rb.Column, rb.Kind, rb.Option, Span)  # definitions: not part of the act


def hides_anything(program: pb.Program) -> bool:
    return bool(program.rulebook.rests) or any(keep.hidden for keep in program.rulebook.keeps.values())


# ---------------------------------------------------------------- live slots


def needed(program: pb.Program) -> tuple[tuple[int, ...], ...]:
    """Return the live slots of each block."""
    found: dict[int, tuple[int, ...]] = {}
    for frame in program.frames.values():
        for number, variables in _needed_in(program, frame).items():
            found[number] = tuple(sorted(frame.slots[variable] for variable in variables if variable in frame.slots))
    return tuple(found.get(block.number, ()) for block in program.blocks)


def _needed_in(program: pb.Program, frame: pb.Frame) -> dict[int, Variables]:
    always = frozenset([frame.silence]) if frame.silence is not None else NONE
    uses = {block.number: _uses(block) for block in frame.blocks}
    asked = {}
    for block in frame.blocks:
        for after in _answered(block.end):
            asked[after] = _in_question(program, block.end)
    found: dict[int, Variables] = {block.number: always for block in frame.blocks}
    changed = True
    while changed:
        changed = False
        for block in reversed(frame.blocks):
            read, given = uses[block.number]
            later = NONE.union(*(found[target] for target in targets(block.end) if target in found))
            new = always | read | asked.get(block.number, NONE) | (later - given)
            if new != found[block.number]:
                found[block.number] = new
                changed = True
    return found


def _uses(block: pb.Block) -> tuple[Variables, Variables]:
    """Return what a block reads before writing it, and what it always writes."""
    read: set[rb.Variable] = set()
    given: set[rb.Variable] = set()
    for act in block.acts:
        new = frozenset(_given(act))
        named = set(mentioned(act))
        read |= (named - new if not isinstance(act, rb.Assign) else set(mentioned(act.value))) - given
        given |= new
    read |= set(mentioned(block.end)) - given
    return frozenset(read), frozenset(given)


def _given(act: pb.Simple) -> Iterator[rb.Variable]:
    """Yield the variables that an act always writes."""
    match act:
        case pb.Snapshot():
            yield from (act.items, act.index)
        case pb.Advance() | pb.Arrive() | rb.Assign() | rb.RollDice() | rb.PickRandom():
            yield act.variable
        case pb.EnterQuiet():
            yield act.before
        case pb.EnterTurns():
            yield act.around
        case pb.EnterTrial() if act.before is not None:
            yield act.before


def targets(end: pb.End | None) -> tuple[int, ...]:
    """Return the blocks that may follow, including those after an answer."""
    match end:
        case pb.Goto(target):
            return (target,)
        case pb.Fork(yes=yes, no=no) | pb.More(yes=yes, no=no):
            return yes, no
        case pb.MenuAnswer(ways, declined):
            return *ways, declined
        case pb.SeveralAnswer(again=again, after=after):
            return again, after
        case pb.SeveralEnd(answered=answered, after=after):
            return answered, after
        case pb.MenuEnd(answered=answered) | pb.ActionEnd(answered=answered):
            return (answered,)
        case pb.RunEnd(after=after) | pb.ColumnEnd(after=after) | pb.ActionAnswer(after=after) | pb.AskEnd(after=after):
            return (after,)
        case _:
            return ()


def _answered(end: pb.End | None) -> tuple[int, ...]:
    """Return the block in which a routine is suspended while a question is open."""
    match end:
        case pb.AskEnd(after=after):
            return (after,)
        case pb.SeveralEnd(answered=answered) | pb.MenuEnd(answered=answered) | pb.ActionEnd(answered=answered):
            return (answered,)
        case _:
            return ()


def _in_question(program: pb.Program, end: pb.End | None) -> Variables:
    """Return the variables a question reads: it is evaluated as long as it is open."""
    assert isinstance(end, pb.AskEnd | pb.SeveralEnd | pb.MenuEnd | pb.ActionEnd)
    return frozenset((*mentioned(program.questions[end.site.number]), *mentioned(end)))


def mentioned(part: object) -> Iterator[rb.Variable]:
    """Yield every variable mentioned in a part of the rules."""
    if isinstance(part, rb.Variable):
        yield part
    elif isinstance(part, tuple | list | frozenset):
        for item in part:
            yield from mentioned(item)
    else:
        for name in _parts(type(part)):
            yield from mentioned(getattr(part, name))


def _parts(sort: type[Any]) -> tuple[str, ...]:
    if sort not in _PARTS:
        inside = is_dataclass(sort) and not issubclass(sort, ELSEWHERE)
        _PARTS[sort] = (
            tuple(field.name for field in fields(sort) if field.name not in ("type", "span")) if inside else ()
        )
    return _PARTS[sort]


_PARTS: dict[type[Any], tuple[str, ...]] = {}


# ---------------------------------------------------------------- secrets


def secret_slots(program: pb.Program) -> dict[str, dict[int, tuple[Rest, ...]]]:
    """Return the slots of each routine that depend on a secret.

    Except whose turn it is and who is asked, which are public."""
    rests = program.rulebook.rests
    found = {}
    for name, frame in program.frames.items():
        noticed = _noticed(frame)
        slots = {
            slot: numbered(rests[variable], frame.slots)
            for variable, slot in frame.slots.items() if variable in rests and variable not in noticed
        }  # fmt: skip
        if slots:
            found[name] = slots
    return found


def _noticed(frame: pb.Frame) -> set[rb.Variable]:
    found = {act.variable for block in frame.blocks for act in block.acts if isinstance(act, pb.Advance)}
    for block in frame.blocks:
        if isinstance(block.end, pb.AskEnd | pb.SeveralEnd | pb.MenuEnd):
            found.update(mentioned(block.end.actor))
        elif isinstance(block.end, pb.ActionEnd):
            found.update(mentioned(block.end.taking.actor))
    return found


def secret_keeps(program: pb.Program) -> dict[str, tuple[Rest, ...]]:
    """Return bookkeeping that depends on a secret."""
    rests = program.rulebook.rests
    return {
        keep.name: numbered(rests[keep], {parameter: number for number, parameter in enumerate(keep.parameters)})
        for keep in program.rulebook.keeps.values() if keep in rests
    }  # fmt: skip


def numbered(secrets: Iterable[rb.Secret], numbers: Mapping[rb.Variable, int]) -> tuple[Rest, ...]:
    """Encode secrets by names and numbers."""
    found = {
        (
            None if secret.keep is None else secret.keep.name,
            tuple(_number(key, numbers) for key in secret.keys),
            _number(secret.known_to, numbers),
        )
        for secret in secrets
    }
    return tuple(sorted(found, key=repr))


def _number(key: rb.Term | None, numbers: Mapping[rb.Variable, int]) -> int | None:
    return numbers.get(key.variable) if isinstance(key, rb.Local) else None
