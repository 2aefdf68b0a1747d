"""Merge blocks and thread jumps.

In: the blocks of one routine. Out: the same routine with fewer, longer blocks. Layer: lower. Games play exactly as before;
the machine takes far fewer steps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import assert_never

from interpreter.ir import blocks as pb
from interpreter.ir import rulebook as rb
from interpreter.ir.flow import targets

QUESTIONS = (pb.AskEnd, pb.SeveralEnd, pb.MenuEnd, pb.ActionEnd)


def tidy(program: pb.Program) -> None:
    repeated = puts_questions_again(program.rulebook)
    for frame in program.frames.values():
        _thread(frame)
        _join(frame, repeated)
        _drop(frame)
    _renumber(program)


def _retarget(end: pb.End | None, change: Mapping[int, int]) -> None:
    """Redirect the targets of an end that are in `change`."""

    def to(number: int) -> int:
        return change.get(number, number)

    match end:
        case pb.Goto():
            end.target = to(end.target)
        case pb.Fork() | pb.More():
            end.yes, end.no = to(end.yes), to(end.no)
        case pb.AskEnd() | pb.RunEnd() | pb.ColumnEnd() | pb.ActionAnswer():
            end.after = to(end.after)
        case pb.MenuEnd() | pb.ActionEnd():
            end.answered = to(end.answered)
        case pb.SeveralEnd():
            end.answered, end.after = to(end.answered), to(end.after)
        case pb.SeveralAnswer():
            end.again, end.after = to(end.again), to(end.after)
        case pb.MenuAnswer():
            end.targets, end.declined = tuple(map(to, end.targets)), to(end.declined)
        case pb.ReturnEnd() | pb.FinishEnd() | None:
            pass
        case _:
            assert_never(end)


def _thread(frame: pb.Frame) -> None:
    """Redirect jumps to empty blocks to where those blocks lead."""
    empty = {
        b.number: b.end.target
        for b in frame.blocks
        if not b.acts and isinstance(b.end, pb.Goto) and b.end.target != b.number
    }
    change: dict[int, int] = {}
    for number in empty:
        target, seen = number, {number}
        while target in empty and empty[target] not in seen:
            target = empty[target]
            seen.add(target)
        change[number] = target
    for block in frame.blocks:
        _retarget(block.end, change)
    frame.entry = change.get(frame.entry, frame.entry)


def puts_questions_again(rulebook: rb.Rulebook) -> bool:
    """Are there free actions?

    After one, its question is asked again and nothing else, so it needs a block of its own."""
    return any(routine.word == "free action" for routine in rulebook.routines.values())


def straightened(program: pb.Program) -> None:
    """Merge blocks after other passes.

    Block numbers stay, so suspended frames remain valid."""
    repeated = puts_questions_again(program.rulebook)
    for frame in program.frames.values():
        _join(frame, repeated)


def _join(frame: pb.Frame, questions_apart: bool) -> None:
    """Merge a block into its only predecessor, if that ends in a plain jump."""
    by_number = {block.number: block for block in frame.blocks}
    reached = [by_number[number] for number in _reached(frame)]
    counts = Counter(target for block in reached for target in targets(block.end))
    counts[frame.entry] += 1
    for block in reached:
        while isinstance(block.end, pb.Goto) and counts[block.end.target] == 1 and block.end.target != block.number:
            following = by_number[block.end.target]
            if following is block or following.end is block.end:
                break
            if questions_apart and isinstance(following.end, QUESTIONS):
                break
            block.acts.extend(following.acts)
            block.end, following.end = following.end, pb.Goto(following.number)
            following.acts = []


def _drop(frame: pb.Frame) -> None:
    """Drop unreachable blocks."""
    reached = set(_reached(frame))
    frame.blocks = [block for block in frame.blocks if block.number in reached]


def _reached(frame: pb.Frame) -> list[int]:
    """Return the numbers of the reachable blocks, in order."""
    by_number = {block.number: block for block in frame.blocks}
    reached: set[int] = set()
    edge = [frame.entry]
    while edge:
        number = edge.pop()
        if number not in reached:
            reached.add(number)
            edge.extend(targets(by_number[number].end))
    return [block.number for block in frame.blocks if block.number in reached]


def _renumber(program: pb.Program) -> None:
    program.blocks = [block for frame in program.frames.values() for block in frame.blocks]
    change = {block.number: number for number, block in enumerate(program.blocks)}
    for frame in program.frames.values():
        frame.entry = change[frame.entry]
        for block in frame.blocks:
            _retarget(block.end, change)
    for number, block in enumerate(program.blocks):
        block.number = number
