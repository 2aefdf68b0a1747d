"""Fixed places for the frames of routines that are called from one frame only.

In: a Program. Out: `Nest`: which routine lies in the frame of which other, and where its slots are. Layer: backends.
A routine that cannot be running twice at the same time, and whose calls all come from routines in one frame, needs no frame
of its own: its slots have a fixed place in that frame, behind those of its callers (the longest way to it), its blocks are
in the same C function, and a call is a jump. What remains has a frame on the stack: routines that call themselves through
others, that are called from several frames, by columns of steps or as free actions, and those that open a trial, which ends
with its frame. Block numbers stay, so that a state goes from C to Python frame by frame.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from interpreter.ir import blocks as pb
from interpreter.ir import rulebook as rb
from interpreter.ir.blocks import Program
from interpreter.ir.types import Grid, ListOf, Unknown, Zone, bare

LIST_WORDS = 4  # where its items are, its length, the room for items, and where that is


@dataclass
class Nest:
    """Where the frames of all routines are."""

    root: dict[str, str] = field(default_factory=dict)  # routine -> the one whose frame it is in; itself, mostly
    base: dict[str, int] = field(default_factory=dict)  # routine -> words in front of its slots
    words: dict[str, int] = field(default_factory=dict)  # words of its frame, for a routine that has one
    returns: dict[str, tuple[int, ...]] = field(
        default_factory=dict
    )  # routine in another frame -> blocks after its calls

    def is_inside(self, routine: str) -> bool:
        """Is it in the frame of another routine?"""
        return self.root[routine] != routine


def words_in(frame: pb.Frame) -> int:
    return sum(LIST_WORDS if _is_list(variable) else 1 for variable in frame.slots)


def _holds_lists(frame: pb.Frame) -> bool:
    return any(map(_is_list, frame.slots))


def _is_list(variable: rb.Variable) -> bool:
    return isinstance(bare(variable.type), ListOf | Zone | Grid | Unknown)


def nested(program: Program) -> Nest:
    nest = Nest(root=_roots(program))
    callers: dict[str, set[str]] = {name: set() for name in nest.root}
    for name in nest.root:
        nest.returns[name] = ()
    for caller, routine, after in _calls(program):
        if nest.is_inside(routine):
            nest.returns[routine] = tuple(sorted({*nest.returns[routine], after}))
            callers[routine].add(caller)

    def end(name: str) -> int:
        """The words up to the end of its slots, where those of its callees begin."""
        if name not in nest.base:
            nest.base[name] = max(map(end, callers[name]), default=0)
        return nest.base[name] + words_in(program.frames[name]) + _own_words(nest, program.frames[name], name)

    for name, root in nest.root.items():
        nest.words[root] = max(end(name), nest.words.get(root, 0))
    return nest


def _own_words(nest: Nest, frame: pb.Frame, name: str) -> int:
    """Words behind its slots: where it returns to, and where its lists end."""
    return (len(nest.returns[name]) > 1) + (nest.is_inside(name) and _holds_lists(frame))


def return_slot(nest: Nest, frame: pb.Frame) -> int:
    """Offset of the block to return to.

    0 if there is only one, or if it has a frame of its own."""
    name = frame.routine.name
    return nest.base[name] + words_in(frame) + 1 if len(nest.returns[name]) > 1 else 0


def top_slot(nest: Nest, frame: pb.Frame) -> int:
    """Offset of where its lists begin, which are dropped when it returns.

    0 if it keeps none there."""
    name = frame.routine.name
    if not nest.is_inside(name) or not _holds_lists(frame):
        return 0
    return nest.base[name] + words_in(frame) + 1 + (len(nest.returns[name]) > 1)


def _calls(program: Program) -> list[tuple[str, str, int]]:
    """List all calls of routines with a frame.

    By which routine, of which one, and the block after it."""
    return [
        (name, called, after)
        for name, frame in program.frames.items()
        for block in frame.blocks
        for called, after in _called(block.end)
    ]


def _called(end: pb.End | None) -> Iterator[tuple[str, int]]:
    match end:
        case pb.RunEnd():
            yield end.call.routine.name, end.after
        case pb.ActionAnswer():
            yield from ((routine.name, end.after) for routine, _ in end.taking.actions)


def _roots(program: Program) -> dict[str, str]:
    """Find the only frame from which each routine is called, else itself.

    Directly or through any routines."""
    callers: dict[str, set[str]] = {name: set() for name in program.frames}
    for caller, called, _ in _calls(program):
        callers[called].add(caller)
    found: dict[str, str | None] = {name: name if _needs_frame(program, name) else None for name in program.frames}
    found.update((name, name) for name in callers if _calls_itself(name, callers))
    found.update((name, name) for name, some in callers.items() if not some)
    changed = True
    while changed:
        changed = False
        for name, own in found.items():
            frames = {found[caller] for caller in callers[name]} - {None}
            new = own if own == name or not frames else name if len(frames) > 1 else next(iter(frames))
            if new != own:
                found[name], changed = new, True
    return {name: own or name for name, own in found.items()}


def _calls_itself(name: str, callers: Mapping[str, set[str]]) -> bool:
    """Does it call itself, directly or through others?"""
    before: set[str] = set()
    edge = [*callers[name]]
    while edge:
        one = edge.pop()
        if one not in before:
            before.add(one)
            edge.extend(callers[one])
    return name in before


def _needs_frame(program: Program, name: str) -> bool:
    frame = program.frames[name]
    cells = {
        cell.name
        for kind in program.rulebook.kinds.values()
        for column in kind.columns.values()
        if column.type is None
        for cell in column.cells
        if cell is not None
    }
    trials = any(isinstance(act, pb.EnterTrial) for block in frame.blocks for act in block.acts)
    free = any(routine.name == name for routine in program.free)
    return trials or free or frame.routine.tried or name in cells or name in ("play", "set_up")
