"""Read tables of cards and maps of places.

In: the Source of a YAML file. Out: a Table of Rows, or a MapFile of two Tables; every cell keeps its location.
Layer: data. What the columns mean is not known here: that is for check/.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from interpreter.source import Help, Note, Problems, Reporter, Source, Span, did_you_mean, nearest
from interpreter.source.fixes import instead, one_of, placed

from .cites import read_cites
from .schema import check_schema, load_schema
from .yaml_tree import Cell, plain, read_yaml

MAX_COPIES = 10_000  # as in schemas/card_table.schema.json, which reports larger numbers
MAX_MISSPELT = 50  # ends for which a misspelt place is looked up
ID = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True)
class Row:
    """One row: a card, a place, a connection. `cells` has every key as written."""

    id: str
    span: Span
    cells: Mapping[str, Cell]
    source_note: str  # "rulebook" or "stand-in"
    copies: int = 1
    cites: tuple[str, ...] = ()

    def value(self, key: str) -> object:
        """Return the plain value under a key; None if the row has no such key."""
        return plain(self.cells[key]) if key in self.cells else None


@dataclass(frozen=True)
class Table:
    """The rows of a file, or of one part of a file, in the order written."""

    source: Source
    rows: tuple[Row, ...]
    span: Span
    about: str = ""


@dataclass(frozen=True)
class MapFile:
    """Places, and the connections between them (cells: from, to, optionally one_way)."""

    places: Table
    connections: Table
    about: str
    span: Span


def read_table(source: Source, reporter: Reporter) -> Table:
    """Read a file that is a list of rows, or a mapping with source, about and rows."""
    root = _checked(source, "card_table", "the table", reporter)
    head = root.value if isinstance(root.value, dict) else {}
    rows = head.get("rows") if head else root
    return _table(source, rows or root, head, reporter)


def read_map(source: Source, reporter: Reporter, known: frozenset[str] = frozenset()) -> MapFile:
    """Read a file with places and connections.

    Both ends of a connection must be places of the file, or known ones."""
    root = _checked(source, "map", "the map", reporter)
    head = root.value if isinstance(root.value, dict) else {}
    places = _table(source, head.get("places") or root, head, reporter)
    _check_ends(head.get("connections"), head.get("places"), known, reporter)
    _check_doubles(head.get("connections"), reporter)
    connections = _table(source, _named(head.get("connections") or root), head, reporter)
    return MapFile(places, connections, places.about, root.span)


def _checked(source: Source, schema: str, what: str, reporter: Reporter) -> Cell:
    """Parse the file and check it against its schema.

    An empty tree if it is not YAML at all."""
    try:
        root = read_yaml(source)
    except Problems as problems:
        reporter.extend(problems)
        return Cell(None, source.whole())
    check_schema(root, load_schema(schema), reporter, what)
    return root


def _table(source: Source, cell: Cell, head: Mapping[str, Cell], reporter: Reporter) -> Table:
    """Collect the valid rows; the others have been reported."""
    rows: dict[str, Row] = {}
    for entry in cell.value if isinstance(cell.value, list) else ():
        row = _row(entry, head, reporter)
        if row is not None and row.id in rows:
            first = Note("the first one is here", _id_span(rows[row.id]))
            reporter.error("R0420", _id_span(row), f'the id "{row.id}" is there twice', None, [first])
        elif row is not None:
            rows[row.id] = row
    if "source" not in head:
        silent = [row for row in rows.values() if "source" not in row.cells and not nearest("source", row.cells)]
        _check_sources(silent, reporter)
    return Table(source, tuple(rows.values()), cell.span, _text(head.get("about")))


def _row(entry: Cell, head: Mapping[str, Cell], reporter: Reporter) -> Row | None:
    """Return a row, or None if it has no usable id.

    The schema check has reported that."""
    cells = entry.value
    if not isinstance(cells, dict) or not ID.fullmatch(_text(cells.get("id"))):
        return None
    note = _text(cells.get("source")) or _text(head.get("source"))
    cites = read_cites(cells["cites"], reporter) if "cites" in cells else ()
    return Row(_text(cells["id"]), entry.span, cells, note, _copies(cells.get("copies")), cites)


def _check_sources(silent: list[Row], reporter: Reporter) -> None:
    """Report all rows without `source` at once.

    It is usually forgotten for the whole file."""
    if silent:
        others = {1: "", 2: " (nor does 1 other)"}.get(len(silent), f" (nor do {len(silent) - 1} others)")
        message = f'the row "{silent[0].id}" does not say where it comes from{others}'
        help = Help(
            'write "source: rulebook" if the rulebook prints it, "source: stand-in" if not',
            *(partial(placed, f"source: {source}", None) for source in ("rulebook", "stand-in")),
        )
        reporter.error("R0421", _id_span(silent[0]), message, help)


def _copies(cell: Cell | None) -> int:
    """Return the number of copies; 1 if there is no usable one."""
    value = cell.value if cell else 1
    return int(value) if isinstance(value, int | float) and 1 <= value <= MAX_COPIES else 1


def _check_ends(cell: Cell | None, places: Cell | None, others: frozenset[str], reporter: Reporter) -> None:
    # Malformed ids count as known: they have been reported at their own location.
    known = others | {_text(cells.get("id")) for cells in _mappings(places)}
    known |= _misspelt_places(cell, places, known, reporter)
    for cells in _mappings(cell):
        for key in ("from", "to"):
            end = cells.get(key)
            if end is not None and isinstance(end.value, str) and end.value not in known:
                message = f'there is no place "{end.value}" on this map'
                few = sorted(known)[:8]
                listed = one_of("the places are ", few) if len(known) <= 8 else f"the places are {', '.join(few)} ..."
                reporter.error("R0501", end.span, message, did_you_mean(end.value, known) or listed)


def _misspelt_places(cell: Cell | None, places: Cell | None, known: Iterable[str], reporter: Reporter) -> set[str]:
    """Find places that are misspelt themselves.

    Several ends agree on a similar name, and nothing leads to the place."""
    named = [end for cells in _mappings(cell) for end in (_text(cells.get("from")), _text(cells.get("to"))) if end]
    ends = Counter(named)
    lonely = {_text(cells.get("id")): cells["id"] for cells in _mappings(places) if "id" in cells}
    lonely = {name: id_ for name, id_ in lonely.items() if name and name not in ends}
    found: set[str] = set()
    for end in [end for end, times in ends.items() if end not in known and times > 1][:MAX_MISSPELT]:
        other = nearest(end, lonely)
        if other is not None:
            message = f'nothing leads to "{other}", and there is no place "{end}"'
            reporter.error(
                "R0501",
                lonely.pop(other).span,
                message,
                Help(f'write "{end}" for "{other}"', partial(instead, end, is_safe=True)),
            )
            found.add(end)
    return found


def _check_doubles(cell: Cell | None, reporter: Reporter) -> None:
    """Report two connections between the same places that have no ids."""
    seen: dict[tuple[str, str], Cell] = {}
    for cells in _mappings(cell):
        if "id" in cells or not {"from", "to"} <= cells.keys():
            continue
        ways = [(_text(cells["from"]), _text(cells["to"]))]
        one_way = "one_way" in cells and cells["one_way"].value is True
        ways += [] if one_way else [(ways[0][1], ways[0][0])]
        first = next((seen[way] for way in ways if way in seen), None)
        if first is not None:
            message = f"{ways[0][0]} and {ways[0][1]} are connected twice"
            help = "remove one of them, or give each an id if there are really two"
            reporter.error("R0508", cells["from"].span, message, help, [Note("the first one is here", first.span)])
        seen.update(dict.fromkeys(ways, cells["from"]))


def _named(cell: Cell) -> Cell:
    """Give each connection an id: its own, or its two ends, numbered if that is taken."""
    if not isinstance(cell.value, list):
        return cell
    taken = {_text(cells["id"]) for cells in _mappings(cell) if "id" in cells}
    return Cell([_with_id(entry, taken) for entry in cell.value], cell.span)


def _with_id(entry: Cell, taken: set[str]) -> Cell:
    cells = entry.value
    if not isinstance(cells, dict) or "id" in cells or not {"from", "to"} <= cells.keys():
        return entry
    name = _free_name(f"{_text(cells['from'])}_{_text(cells['to'])}", taken)
    taken.add(name)
    return Cell({"id": Cell(name, cells["from"].span), **cells}, entry.span)


def _free_name(name: str, taken: set[str]) -> str:
    if name not in taken:
        return name
    number = 2
    while f"{name}_{number}" in taken:
        number += 1
    return f"{name}_{number}"


def _mappings(cell: Cell | None) -> Iterable[dict[str, Cell]]:
    entries = cell.value if cell and isinstance(cell.value, list) else ()
    return [entry.value for entry in entries if isinstance(entry.value, dict)]


def _id_span(row: Row) -> Span:
    return row.cells["id"].span


def _text(cell: Cell | None) -> str:
    return cell.value if cell is not None and isinstance(cell.value, str) else ""
