"""Where blocks lead: which of them ask, which may go on to one that does, and to which a loop comes back.

In: the blocks of a Program. Out: answers that let a back end go from block to block without the machine. Layer: program.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.program import blocks as pb


def decided_end(end: pb.End | None, blocks: Sequence[pb.Block]) -> pb.End | None:
    """A jump to a block that only decides where to go is decided at once: by that block's end."""
    if isinstance(end, pb.Goto) and not blocks[end.target].acts:
        following = blocks[end.target].end
        if isinstance(following, pb.Fork | pb.More):
            return following
    return end


def asks(number: int, blocks: Sequence[pb.Block]) -> bool:
    return isinstance(blocks[number].end, pb.AskEnd | pb.MenuEnd | pb.ActionEnd)


def may_ask(number: int, blocks: Sequence[pb.Block]) -> bool:
    """Does a block end at a fork or a loop from which one way leads to a question?"""
    end = decided_end(blocks[number].end, blocks)
    return isinstance(end, pb.Fork | pb.More) and (asks(end.yes, blocks) or asks(end.no, blocks))


def loop_heads(blocks: Sequence[pb.Block]) -> frozenset[int]:
    """The blocks to which one jumps back. Whoever leaves them to the machine cannot go on and on without it."""
    found = set()
    for block in blocks:
        match decided_end(block.end, blocks):
            case pb.Goto(target):
                found |= {target} if target <= block.number else set()
            case pb.Fork(yes=yes, no=no) | pb.More(yes=yes, no=no):
                found |= {target for target in (yes, no) if target <= block.number}
    return frozenset(found)


def ways_back(blocks: Sequence[pb.Block]) -> frozenset[tuple[int, int]]:
    """Jumps inside a routine without which none of them could go round: from which block to which.

    A routine that is run and comes to its end without a stop is a way to what follows."""
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
        case pb.RunEnd(after=after) | pb.ColumnEnd(after=after) | pb.ActionAnswer(after=after) | pb.SeveralEnd(after=after):
            return (after,)
        case _:
            return ()


def skips(more: pb.More, blocks: Sequence[pb.Block]) -> tuple[pb.Advance, pb.Fork] | None:
    """A loop over members that begins by leaving some out: the step to the next member, and which are meant."""
    first = blocks[more.yes]
    if not isinstance(first.end, pb.Fork) or len(first.acts) != 1:
        return None
    advance, head = first.acts[0], blocks[first.end.no]
    back = not head.acts and isinstance(head.end, pb.More) and (head.end.items, head.end.index) == (more.items, more.index)
    return (advance, first.end) if isinstance(advance, pb.Advance) and back else None
