"""Control flow between blocks: which ask, which may lead to one that asks, and which are loop heads.

In: the blocks of a Program. Out: facts that let a back end jump from block to block without the machine. Layer: ir.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.ir import blocks as pb


def decided_end(end: pb.End | None, blocks: Sequence[pb.Block]) -> pb.End | None:
    """Replace a jump to an empty block that branches by that branch."""
    if isinstance(end, pb.Goto) and not blocks[end.target].acts:
        following = blocks[end.target].end
        if isinstance(following, pb.Fork | pb.More):
            return following
    return end


def asks(number: int, blocks: Sequence[pb.Block]) -> bool:
    return isinstance(blocks[number].end, pb.AskEnd | pb.MenuEnd | pb.ActionEnd)


def may_ask(number: int, blocks: Sequence[pb.Block]) -> bool:
    """Does the block end in a branch that may lead directly to a question?"""
    end = decided_end(blocks[number].end, blocks)
    return isinstance(end, pb.Fork | pb.More) and (asks(end.yes, blocks) or asks(end.no, blocks))


def loop_heads(blocks: Sequence[pb.Block]) -> frozenset[int]:
    """Return the targets of backward jumps.

    Leaving these to the machine bounds how long generated code runs without it."""
    found = set()
    for block in blocks:
        match decided_end(block.end, blocks):
            case pb.Goto(target):
                found |= {target} if target <= block.number else set()
            case pb.Fork(yes=yes, no=no) | pb.More(yes=yes, no=no):
                found |= {target for target in (yes, no) if target <= block.number}
    return frozenset(found)


def ways_back(blocks: Sequence[pb.Block]) -> frozenset[tuple[int, int]]:
    """Return the back edges of a routine, as pairs of blocks.

    Without them there is no cycle. A call that returns without suspending continues at the block after it."""
    ends = {block.number: block.end for block in blocks}
    found: set[tuple[int, int]] = set()
    done: set[int] = set()

    def follow(number: int, above: frozenset[int]) -> None:
        done.add(number)
        for target in _targets(ends[number]):
            if target in above or target == number:
                found.add((number, target))
            elif target not in done:
                follow(target, above | {number})

    for block in blocks:
        if block.number not in done:
            follow(block.number, frozenset())
    return frozenset(found)


def _targets(end: pb.End | None) -> tuple[int, ...]:
    match end:
        case pb.Goto(target):
            return (target,)
        case pb.Fork(yes=yes, no=no) | pb.More(yes=yes, no=no):
            return yes, no
        case pb.MenuAnswer(targets, declined):
            return *targets, declined
        case pb.SeveralAnswer(again=again, after=after):
            return again, after
        case (
            pb.RunEnd(after=after)
            | pb.ColumnEnd(after=after)
            | pb.ActionAnswer(after=after)
            | pb.SeveralEnd(after=after)
        ):
            return (after,)
        case _:
            return ()


def skips(more: pb.More, blocks: Sequence[pb.Block]) -> tuple[pb.Advance, pb.Fork] | None:
    """Match a loop over members that starts with a filter.

    Return the step to the next member, and the filter."""
    first = blocks[more.yes]
    if not isinstance(first.end, pb.Fork) or len(first.acts) != 1:
        return None
    advance, head = first.acts[0], blocks[first.end.no]
    back = (
        not head.acts and isinstance(head.end, pb.More) and (head.end.items, head.end.index) == (more.items, more.index)
    )
    return (advance, first.end) if isinstance(advance, pb.Advance) and back else None


def targets(end: pb.End | None) -> tuple[int, ...]:
    """Return the blocks that an end can lead to."""
    match end:
        case pb.Goto():
            return (end.target,)
        case pb.Fork() | pb.More():
            return (end.yes, end.no)
        case pb.AskEnd() | pb.RunEnd() | pb.ColumnEnd() | pb.ActionAnswer():
            return (end.after,)
        case pb.MenuEnd() | pb.ActionEnd():
            return (end.answered,)
        case pb.SeveralEnd():
            return (end.answered, end.after)
        case pb.SeveralAnswer():
            return (end.again, end.after)
        case pb.MenuAnswer():
            return (*end.targets, end.declined)
        case pb.ReturnEnd() | pb.FinishEnd() | None:
            return ()
