"""Collect the declarations, kinds, rows and laws of a game, from the rules, the variants and the cards.

In: the sources of a Checker. Out: its kinds and rows, and every law with its origin. Layer: check.
"""

from __future__ import annotations

from interpreter.check.check_state import Checker
from interpreter.check.declarations.kinds import KindReader
from interpreter.check.declarations.made_in_play import kept_for_made
from interpreter.check.laws.mechanics import expand
from interpreter.check.laws.orders import extended, in_order, included
from interpreter.check.laws.sources import BASE, Origin, SourcedLaw
from interpreter.check.statements.arrivals import kept_for_arrivals
from interpreter.check.statements.at_once import kept_for_loops
from interpreter.check.tables.reprints import row_changes
from interpreter.data import Cell
from interpreter.source import Problems
from interpreter.syntax import nodes as n


def read_kinds(checker: Checker) -> None:
    """Read the kinds, with what variants add, and collect the laws."""
    base = [node for module in (*checker.sources.library, *checker.sources.base) for node in module.declarations]
    variants = {variant.name: variant for variant, _ in checker.sources.variants}
    beyond, by = extended(list(variants.values())), included(list(variants.values()))
    own = [(node, Origin(name, extends=beyond[name], included=by[name])) for name in in_order(list(variants.values()))
           for node in variants[name].declarations]  # fmt: skip
    expanded = [(node, BASE) for node in expand([*base, *(node for node, _ in own)], checker.reporter)
                if not any(node is other for other, _ in own)]  # fmt: skip
    checker.declared = [
        *expanded,
        *((node, origin) for node, origin in own if not isinstance(node, n.Instance | n.Mechanic)),
    ]
    checker.declared += [(keep, origin) for node, origin in checker.declared for keep in kept_for_made(node)]
    checker.laws = [SourcedLaw(origin, node) for node, origin in checker.declared if isinstance(node, n.Law)]
    words, changes = checker.sources.parser.words, row_changes(checker.laws)
    tables = (checker.sources.read_table, checker.sources.read_map)
    reader = KindReader(checker.reporter, checker.known, *tables, changes, words)
    nodes = [node for node, _ in checker.declared if isinstance(node, n.Kind)]
    additions = [(node, by.variant) for node, by in checker.declared if isinstance(node, n.Addition)]
    reader.read(nodes, additions, [said.law for said in checker.laws if isinstance(said.law, n.AddTo)])
    checker.kinds, checker.rows, checker.dropped = reader.kinds, reader.rows, reader.dropped
    checker.relations = reader.relations
    cells = (cell.value for rows in reader.rows.values() for row in rows.rows for cell in row.cells.values())
    memory = checker.memory
    checker.declared += [(keep, BASE) for keep in kept_for_loops([node for node, _ in checker.declared], cells, memory)]
    checker.declared += [(keep, BASE) for keep in kept_for_arrivals([node for node, _ in checker.declared], memory)]
    for kind in checker.kinds.values():
        checker.index(kind)
    _card_laws(checker)


def _card_laws(checker: Checker) -> None:
    """The `rules:` of each card, parsed once per print and said once per copy."""
    owned = _owned_kinds(checker)
    for kind_name, rows in checker.rows.items():
        read: dict[int, tuple[n.Law, ...]] = {}
        for number, row in enumerate(rows.rows):
            cell = row.cells.get("rules")
            if cell is None:
                continue
            if id(row) not in read:
                read[id(row)] = _parse_laws(checker, cell)
            card = checker.kinds[kind_name].members[number]
            origin = Origin(card=card, owned=kind_name in owned)
            checker.laws.extend(SourcedLaw(origin, law) for law in read[id(row)])


def _parse_laws(checker: Checker, cell: Cell) -> tuple[n.Law, ...]:
    if not isinstance(cell.value, str):
        return ()  # reported when the table was read
    place = checker.cells.place(cell)
    if place is None:
        return ()
    try:
        declared = checker.sources.parser.laws(str(cell.value), place).declarations
    except Problems as problems:
        checker.reporter.extend(problems)
        return ()
    return tuple(node for node in declared if isinstance(node, n.Law))


def _owned_kinds(checker: Checker) -> set[str]:
    """Kinds of cards that are in force only in places that belong to a player."""
    owned: dict[str, bool] = {}
    keeps = [node for node, _ in checker.declared if isinstance(node, n.Keep)]
    keeps += [keep for node, _ in checker.declared if isinstance(node, n.Procedure) for keep in node.keeps]
    for keep in keeps:
        if keep.in_force and isinstance(keep.type, n.PileType | n.RowType):
            mine = bool(keep.head.parameters)
            owned[keep.type.kind] = owned.get(keep.type.kind, True) and mine
    return {kind for kind, mine in owned.items() if mine}
