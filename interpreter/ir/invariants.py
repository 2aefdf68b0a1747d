"""Invariants of a Program, as checks.

In: a Program. Out: a list of violated invariants, empty when all hold. Layer: ir. The back ends rely on these; tests check
them for every game.
"""

from __future__ import annotations

from interpreter.ir import rulebook as rb
from interpreter.ir.blocks import Program
from interpreter.ir.flow import targets
from interpreter.ir.traversal import parts
from interpreter.ir.types import Grid, ListOf, Zone


def broken_promises(program: Program) -> list[str]:
    promises = (_blocks, _frames, _sites, _addresses, _rooms, _questions, _kept)
    return [broken for promise in promises for broken in promise(program)]


def _blocks(program: Program) -> list[str]:
    """Blocks are numbered by index, have an end, and lead to their own routine."""
    found = [f"block {b.number} stands at {i}" for i, b in enumerate(program.blocks) if b.number != i]
    for name, frame in program.frames.items():
        own = {block.number for block in frame.blocks}
        for block in frame.blocks:
            if block.end is None:
                found.append(f"block {block.number} of {name} has no end")
            elif not own.issuperset(targets(block.end)):
                found.append(f"block {block.number} of {name} leads into another routine")
    return found


def _frames(program: Program) -> list[str]:
    """Every routine is either framed or plain.

    Parameters take the first slots; slots are numbered without gaps."""
    found = [f"{name} has two forms" for name in program.frames.keys() & program.plain.keys()]
    for name, frame in program.frames.items():
        if sorted(frame.slots.values()) != list(range(1, len(frame.slots) + 1)):
            found.append(f"the slots of {name} have gaps")
        if [frame.slots.get(parameter) for parameter in frame.routine.parameters] != list(
            range(1, len(frame.routine.parameters) + 1)
        ):
            found.append(f"the parameters of {name} are not in its first slots")
        if frame.entry not in {block.number for block in frame.blocks}:
            found.append(f"{name} enters outside its blocks")
    for name, routine in program.plain.items():
        if routine.suspends:
            found.append(f"{name} can stop but is plain")
    return found


def _sites(program: Program) -> list[str]:
    return [f"site {site.name} has number {site.number}" for i, site in enumerate(program.sites) if site.number != i]


def _addresses(program: Program) -> list[str]:
    """No two stored values share an address."""
    layout = program.layout
    found: list[str] = []
    for in_lists, total in ((True, layout.lists), (False, layout.cells)):
        taken: dict[int, str] = {}
        for name, spot in layout.keeps.items():
            if spot.in_lists != in_lists:
                continue
            found += [
                f"{name} and {taken.get(address)} share address {address}"
                for address in range(spot.base, spot.base + spot.count)
                if address >= total or taken.setdefault(address, name) != name
            ]
    return found


def _rooms(program: Program) -> list[str]:
    """Every stored value has the type of its keep.

    Lists have room for items, and cells have none."""
    found = []
    for keep in program.rulebook.keeps.values():
        spot = program.layout.keeps[keep.name]
        if spot.type != keep.type or spot.in_lists != isinstance(keep.type, Zone | Grid):
            found.append(f"{keep.name} is laid out as something else")
        if (spot.room > 0) != isinstance(keep.type, Zone | Grid | ListOf):
            found.append(f"{keep.name} has room for {spot.room}")
        if spot.ends is not None and spot.ends[0] > spot.ends[1] + 1:
            found.append(f"{keep.name} holds nothing")
    return found


def _questions(program: Program) -> list[str]:
    """Every site has its question, of one shape; every action has its availability."""
    found = []
    if [question.site for question in program.questions] != program.sites:
        found.append("the questions do not stand at their sites")
    for question in program.questions:
        kinds = (question.choice is not None, bool(question.ways), question.taking is not None)
        if kinds.count(True) != 1 or (question.told is not None) != (question.choice is not None):
            found.append(f"the question {question.site.name} is of another shape")
        if question.routine not in program.frames:
            found.append(f"the question {question.site.name} is put where nothing can stop")
    acting = {name for name, frame in program.frames.items() if "action" in frame.routine.word}
    if acting != program.actions.keys():
        found.append(f"nothing says when {sorted(acting ^ program.actions.keys())} are offered")
    for name, way in program.actions.items():
        if (way.first is None) != (way.enough is None):
            found.append(f"{name} is offered without looking at its first choice")
    return found


def _kept(program: Program) -> list[str]:
    """Every Lazy is inside the LetIn that declares its variable."""
    terms = [(name, case.value) for name, value in program.values.items() for case in value.cases]
    for question in program.questions:
        if question.choice is not None:
            terms += [(question.routine, term) for term in (question.choice.items, question.choice.enough)]
    return [f"{name} keeps something outside" for name, term in terms if not _keeps(term, frozenset())]


def _keeps(term: rb.Term, names: frozenset[rb.Variable]) -> bool:
    if isinstance(term, rb.LetIn):
        names |= frozenset(term.variables)
    if isinstance(term, rb.Lazy) and term.variable not in names:
        return False
    return all(_keeps(part, names) for part in parts(term))
