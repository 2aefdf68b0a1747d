"""The parts of tiles: `parts feature of tile` has a member for each part that a row of the tiles lists.

In: the rows of the tiles. Out: the parts with their rows. Layer: check. Copies of a tile have
parts of their own. A cell of a part that names parts means those of the same tile.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from interpreter.data import Cell, Row
from interpreter.ir import rulebook as rb
from interpreter.source import Note, Reporter, did_you_mean
from interpreter.source.fixes import one_of
from interpreter.syntax import nodes as n

EDGES = "edges"  # the cell that names the edges of a part
ID = re.compile(r"[a-z][a-z0-9_]*")
FORM = "each with an id of its own: [{id: road, edges: [north, south]}]"


@dataclass
class PartRows:
    names: list[str] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)
    sources: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    tile_of: list[int] = field(default_factory=list)
    parts_of: tuple[tuple[int, ...], ...] = ()


def parts_of_rows(
    kind: rb.Kind, node: n.Kind, tiles: Sequence[str], rows: Sequence[Row], reporter: Reporter
) -> PartRows:
    found, read, parts_of = PartRows(), dict[int, list[Row]](), []
    own = {column.head.name for column in node.columns if _names_parts(column.type, node.name)}
    for number, (tile, row) in enumerate(zip(tiles, rows, strict=True)):
        if id(row) not in read:
            read[id(row)] = _beside_known(kind, row, _read(kind, row, reporter), own, reporter)
        first = len(found.names)
        for part in read[id(row)]:
            found.names.append(f"{tile}_{part.id}")
            found.titles.append(str(part.value("title") or part.id.replace("_", " ")))
            found.sources.append(row.source_note)
            found.rows.append(_of_tile(part, row.id, tile, own))
            found.tile_of.append(number)
        parts_of.append(tuple(range(first, len(found.names))))
    found.parts_of = tuple(parts_of)
    return found


def _names_parts(type_: n.TypeNode | None, kind: str) -> bool:
    inner = type_.inner if isinstance(type_, n.ListType | n.OrNone) else type_
    return isinstance(inner, n.KindType) and inner.name == kind


def _read(kind: rb.Kind, row: Row, reporter: Reporter) -> list[Row]:
    """Read the parts that a row lists; what cannot be read is reported."""
    cell = row.cells.get(kind.plural)
    entries = cell.value if cell is not None else []
    if not isinstance(entries, list):
        assert cell is not None
        reporter.error("R0425", cell.span, f"a list of {kind.plural} is needed here", f"write it so, {FORM}")
        return []
    found: dict[str, Row] = {}
    for entry in entries:
        name = _id(entry)
        if name is None or not isinstance(entry.value, dict):
            message = f"a {kind.name} is written as a mapping with an id of small letters, digits and underscores"
            reporter.error("R0424", entry.span, message, f"write them so, {FORM}")
        elif name in found:
            note = (Note("the first one is here", found[name].span),)
            reporter.error("R0420", entry.span, f'"{row.id}" has two {kind.plural} called "{name}"', None, note)
        else:
            found[name] = Row(name, entry.span, entry.value, row.source_note)
    return list(found.values())


def _id(entry: Cell) -> str | None:
    cells = entry.value if isinstance(entry.value, dict) else {}
    value = cells["id"].value if "id" in cells else None
    return value if isinstance(value, str) and ID.fullmatch(value) else None


def _beside_known(kind: rb.Kind, row: Row, parts: list[Row], own: set[str], reporter: Reporter) -> list[Row]:
    """Report cells that name a part this tile does not have, and drop the name."""
    names = [part.id for part in parts]
    found = []
    for part in parts:
        cells = dict(part.cells)
        for column in sorted(own & cells.keys()):
            cell = cells[column]
            items = cell.value if isinstance(cell.value, list) else [cell]
            wrong = [item for item in items if item.value not in (*names, None, "none")]
            for item in wrong:
                message = f'"{row.id}" has no {kind.name} called "{item.value}"'
                help = did_you_mean(str(item.value), names) or one_of(f"its {kind.plural} are ", names)
                reporter.error("R0426", item.span, message, help)
            left = [item for item in items if item not in wrong]
            if wrong:
                cells[column] = replace(cell, value=left if isinstance(cell.value, list) else names[0])
        found.append(replace(part, cells=cells))
    return found


def _of_tile(part: Row, print_: str, tile: str, own: Iterable[str]) -> Row:
    """Return the row of a part on this very tile.

    What it names beside itself is on the same tile. Copies share its id."""
    cells = {name: _beside(cell, tile) if name in own else cell for name, cell in part.cells.items()}
    return replace(part, id=f"{print_}_{part.id}", cells=cells)


def _beside(cell: Cell, tile: str) -> Cell:
    if isinstance(cell.value, list):
        return replace(cell, value=[_beside(item, tile) for item in cell.value])
    return replace(cell, value=f"{tile}_{cell.value}") if isinstance(cell.value, str) and cell.value != "none" else cell
