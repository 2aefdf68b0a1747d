"""Emit a Program as one Python module.

In: a Program. Out: Python source with everything a Game needs at run time, and a table from its lines to the rules they come
from. Layer: backends. Output is deterministic: the same Program always gives the same text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.backends.python.context import Shared
from interpreter.backends.python.emission import Module
from interpreter.backends.python.questions import write_questions
from interpreter.backends.python.routines import write_routines
from interpreter.backends.python.terms import ground_table
from interpreter.backends.python.values import write_values
from interpreter.backends.python.watching import write_watching
from interpreter.ir.blocks import Program
from interpreter.ir.coverage_marks import Marks
from interpreter.ir.lookup_tables import amounts_in, shapes_of
from interpreter.ir.rulebook import Kind as DeclaredKind
from interpreter.ir.types import Grid, Shape
from interpreter.lower.passes import budget, fold, inline, narrow, share, tabulate, unroll
from interpreter.runtime.tables import Amounts, Column, Connection, Connections, Kind, Lattice, Option, Rule, Usable


def for_python(program: Program) -> Program:
    """Run the passes that pay off for Python.

    Coverage needs the Program before these passes."""
    return unroll(inline(share(budget(narrow(tabulate(fold(program)))))))


def write_module(program: Program, meta: Mapping[str, Any], marks: Marks | None = None) -> str:
    """Emit the module.

    With `marks`, the code calls `seen(number, answer)` for each mark, which returns the answer."""
    module = Module(Shared(program, marks=marks))
    write_values(module)
    write_routines(module)
    write_questions(module)
    write_watching(module)
    return _assembled(module, meta)


def _assembled(module: Module, meta: Mapping[str, Any]) -> str:
    grounds = ", ".join(
        f"{keep.name!r}: {ground_table(keep.type, module.shared)}"
        for keep in module.rulebook.keeps.values() if isinstance(keep.type, Grid)
    )  # fmt: skip
    tables = [f"{name} = {value}" for name, value in sorted(module.shared.tables.items())]
    kinds = {
        kind.name: Kind(
            kind.word,
            tuple(kind.members),
            tuple(kind.titles),
            kind.grid,
            module.layout.whereabouts.get(kind.name),
            kind.plural,
            _lattice(module.rulebook.kinds, kind),
            module.layout.keeps[kind.spare].base if kind.spare else None,
        )
        for kind in module.rulebook.kinds.values()
    }
    options = tuple(
        Option(o.name, o.title, o.shape, o.values, o.low, o.high, o.default, o.value)
        for o in module.rulebook.options.values()
    )
    head = [
        f"META = {meta!r}",
        f"CELLS, LISTS, PLAYERS = {module.layout.cells}, {module.layout.lists}, {module.rulebook.player_limit}",
        f"KINDS = {kinds!r}", f"FORCE = {module.layout.in_force!r}", f"OWNERS = {module.layout.owners!r}",
        f"OPTIONS = {options!r}", f"SHAPES = {_shapes(module)!r}", f"USABLE = {_usable(module)!r}",
        f"CARD_TEXTS = {_texts(module)!r}",
        f"COLUMNS = {_plain_columns(module)!r}", f"AMOUNTS = {_amounts(module)!r}",
        f"ENDS = {_ends(module)!r}", *tables, f"GROUNDS = {{{grounds}}}", "",
    ]  # fmt: skip
    module.out.line(f"LINES = {module.out.table(len(head))}")
    return "\n".join([*head, *module.out.lines, ""])


def _usable(module: Module) -> Usable:
    """Collect what a game can use: actions and ways.

    Cards with an effect and rules, each with its usage bit."""
    ways = {name for site in module.program.sites for name, _ in site.labels}
    cards = {}
    for kind, base in module.layout.whereabouts.items():
        found = module.rulebook.kinds[kind]
        steps = [column for column in found.columns.values() if column.type is None]
        for number, name in enumerate(found.members):
            if name in module.rulebook.lawful or any(column.cells[number] is not None for column in steps):
                cards[name] = base + number
    reachable = sorted(module.program.rules.items())
    rules = {name: Rule(module.program.rule_bit(name), rule.routine, rule.variant) for name, rule in reachable}
    return Usable(tuple(sorted(ways)), cards, rules)


def _texts(module: Module) -> dict[str, tuple[str, ...]]:
    return {kind.name: tuple(kind.texts) for kind in module.rulebook.kinds.values() if any(kind.texts)}


def _plain_columns(module: Module) -> dict[str, dict[str, Column]]:
    """Collect the columns of each kind that are plain values, to show to people."""
    return {
        kind.name: {
            column.name: Column(column.type, tuple(column.cells))
            for column in kind.columns.values()
            if column.type is not None and not column.parameters and not isinstance(column.type, Shape)
        }
        for kind in module.rulebook.kinds.values()
        if kind.columns
    }


def _amounts(module: Module) -> dict[str, dict[str, Amounts]]:
    """Collect the columns of each kind with a number for each member of another kind."""
    kinds = module.rulebook.kinds
    found = {
        kind.name: {c.name: Amounts(*told) for c in kind.columns.values() if (told := amounts_in(c, kinds)) is not None}
        for kind in kinds.values()
    }
    return {name: columns for name, columns in found.items() if columns}


def _ends(module: Module) -> dict[str, Connections]:
    """Collect for each kind of connection what it joins, and both ends of each."""
    return {
        kind.name: Connections(kind.joins, tuple(Connection(*ends) for ends in kind.ends))
        for kind in module.rulebook.kinds.values() if kind.ends
    }  # fmt: skip


def _shapes(module: Module) -> dict[str, tuple[Any, ...]]:
    """Collect the shapes of tiles on grids."""
    kinds = dict.fromkeys(keep.type.kind for keep in module.rulebook.keeps.values() if isinstance(keep.type, Grid))
    return {kind: shapes_of(module.rulebook.kinds[kind]) for kind in kinds}


def _lattice(kinds: Mapping[str, DeclaredKind], kind: DeclaredKind) -> Lattice | None:
    """Return where cells, corners or edges of a board lie, for drawings."""
    if kind.board is not None:
        return Lattice(kind.board.hexes, kind.name, "cell", kind.board.centres())
    board = kinds[kind.parts_of].board if kind.parts_of is not None else None
    if board is None or kind.parts_of is None:
        return None
    corner = tuple(kind.members) == board.corners.names
    points = board.corner_points() if corner else board.edge_points()
    return Lattice(board.hexes, kind.parts_of, "corner" if corner else "edge", points)
