"""Kinds of things from declarations and data files.

In: kind declarations, and a reader for the files they name. Out: Kinds with their members, and the raw rows whose cells
are checked once all names are known. Layer: check.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from interpreter.check import rulebook as rb
from interpreter.check.reprints import RowChanges
from interpreter.data import MapFile, Row, Table
from interpreter.source import Note, Reporter, did_you_mean
from interpreter.syntax import nodes as n

STANDARD = {"id", "title", "text", "source", "cites", "copies", "rules"}
ENDS = {"from", "to", "one_way"}
ReadTable = Callable[[str, Any], Table | None]
ReadMap = Callable[[str, Any, frozenset[str]], MapFile | None]


@dataclass
class Rows:
    """The rows behind one kind, one entry per member (a card with three copies has three)."""

    node: n.Kind
    rows: list[Row] = field(default_factory=list)


class KindReader:
    def __init__(
        self, reporter: Reporter, table: ReadTable, map_: ReadMap, changes: RowChanges, reserved: frozenset[str]
    ) -> None:
        self.reporter, self.reserved = reporter, reserved
        self.read_table, self.read_map = table, map_
        self.changes = changes
        self.dropped: set[str] = set()  # ids of rows that were there and are removed
        self.kinds: dict[str, rb.Kind] = {"player": rb.Kind("player", "players", "player", None)}
        self.rows: dict[str, Rows] = {}
        self._members: set[tuple[str, str]] = set()  # kind and name, to find what is there twice
        self._gaps: dict[tuple[str, str], int] = {}  # kind and id of a row that was taken out: where it stood

    def read(self, nodes: list[n.Kind], additions: list[tuple[n.Addition, str]], named: list[n.AddTo]) -> None:
        """Kinds, and what is added to them: rows (each with the variant that says so), and members by their names."""
        for node in nodes:
            if node.name in self.kinds:
                first = self.kinds[node.name].span
                note = (Note("it is declared here first", first.word(node.name)),) if first is not None else ()
                message = f'"{node.name}" is declared twice' if note else f'"{node.name}" is a kind that every game has'
                self.reporter.error("R0202", node.name_span, message, "give it another name", note)
                continue
            self._read_kind(node)
        for addition, variant in additions:
            self._add(addition, variant)
        for more in named:
            self._add_names(more)
        self._join_ends(nodes)

    def _read_kind(self, node: n.Kind) -> None:
        word = {"kind": "names" if node.names else "table"}.get(node.word, node.word)
        kind = rb.Kind(node.name, node.plural or plural_of(node.name), word, node.span)
        self.kinds[node.name] = kind
        if node.grid is not None:
            self._grid(kind, node)
        elif node.names:
            if node.word != "kind":
                self._not_listed(node)
            for name in node.names:
                self._member(kind, name.name, name.name.replace("_", " "), name.span)
        elif node.file is not None:
            kind.file = node.file
            self.rows[node.name] = Rows(node)
            for row in self._table_rows(node, node.file, node.span):
                self._row(kind, row)

    def _not_listed(self, node: n.Kind) -> None:
        """Cards, places and connections are more than names."""
        help = {"cards": f'write: cards {node.name} from "cards/{node.name}.yaml"',
                "places": f'write: places {node.name} from "map.yaml", or: places {node.name} on grid 8 by 8',
                "connections": f'write: connections {node.name} from "map.yaml"'}[node.word]  # fmt: skip
        message = f"{node.word} are not listed by their names: they stand in a file"
        self.reporter.error("R0212", node.span.word(node.word), message, help)

    def _grid(self, kind: rb.Kind, node: n.Kind) -> None:
        assert node.grid is not None
        width, height = node.grid
        if node.word != "places":
            message, help = "only places lie on a grid", f"write: places {node.name} on grid {width} by {height}"
            self.reporter.error("R0212", node.span.word(node.word), message, help)
        if not (1 <= width <= 26 and 1 <= height <= 99):
            wrong = str(height if 1 <= width <= 26 else width)
            message = f"a grid of {width} by {height} cannot be laid out"
            self.reporter.error("R0212", node.span.word(wrong), message, "a grid has 1 to 26 columns and 1 to 99 rows")
            width, height = min(max(width, 1), 26), min(max(height, 1), 99)
        kind.word, kind.grid = "grid", (width, height)
        for row in range(height):
            for column in range(width):
                name = f"{chr(ord('a') + column)}{row + 1}"
                self._member(kind, name, name, node.span)

    def _table_rows(self, node: n.Kind, file: str, span: Any, known: frozenset[str] = frozenset()) -> tuple[Row, ...]:
        """The rows of a file; `known` are places that its connections may lead to besides its own."""
        if node.word in ("places", "connections"):
            read = self.read_map(file, span, known)
            if read is None:
                return ()
            return read.places.rows if node.word == "places" else read.connections.rows
        table = self.read_table(file, span)
        return table.rows if table is not None else ()

    def _row(self, kind: rb.Kind, row: Row, added_by: str | None = None) -> None:
        if self.changes.is_removed(row, added_by):
            self.dropped.add(row.id)
            self._gaps[kind.name, row.id] = len(kind.members)
            return
        self._check_word(row)
        at = self._gaps.pop((kind.name, row.id), len(kind.members)) if added_by is not None else len(kind.members)
        title = self.changes.text(row, "title") or row.id.replace("_", " ")
        print_ = len(set(kind.prints))
        copies = self.changes.copies(row)
        for copy in range(copies):
            name = row.id if copy == 0 else f"{row.id}_{copy + 1}"
            self._member(kind, name, title, row.span, at + copy)
            kind.prints.insert(at + copy, print_)
            kind.sources.insert(at + copy, row.source_note)
            kind.texts.insert(at + copy, self.changes.text(row, "text"))
            self.rows[kind.name].rows.insert(at + copy, row)
        self._gaps = {key: place + copies if key[0] == kind.name and place > at else place
                      for key, place in self._gaps.items()}  # fmt: skip

    def _check_word(self, row: Row) -> None:
        """A row is called by its id, so the id must not mean something else."""
        if row.id in self.reserved:
            message, help = f'"{row.id}" is a word of the language and cannot be a name', f"write {row.id}_card or the like"
            self.reporter.error("R0105", row.cells["id"].span, message, help)

    def _add_names(self, law: n.AddTo) -> None:
        """More members of a kind that is a list of names, at the end or next to one of them."""
        kind = next((kind for kind in self.kinds.values() if law.target.name in (kind.name, kind.plural)), None)
        if kind is None or law.target.inside is not None:
            return  # a list of actions
        if kind.word != "names":
            message = f'"{kind.name}" is no list of names'
            help = f'rows are added from a file: add {kind.name} from "FILE.yaml"'
            self.reporter.error("R0602", law.target.span, message, help)
            return
        at = len(kind.members)
        if law.next_to is not None and law.next_to.name not in kind.members:
            help = did_you_mean(law.next_to.name, kind.members) or "they are " + ", ".join(kind.members)
            self.reporter.error("R0602", law.next_to.span, f'there is no {kind.name} "{law.next_to.name}"', help)
        elif law.next_to is not None:
            at = kind.members.index(law.next_to.name) + (law.word == "after")
        for number, item in enumerate(law.items):
            self._member(kind, item.name, item.name.replace("_", " "), item.span, at + number)

    def _member(self, kind: rb.Kind, name: str, title: str, span: Any, at: int | None = None) -> None:
        at = len(kind.members) if at is None else at
        if (kind.name, name) in self._members:
            message, help = f'"{name}" is there twice in "{kind.name}"', "remove one of them, or give it another name"
            self.reporter.error("R0202", span, message, help)
            return
        self._members.add((kind.name, name))
        kind.members.insert(at, name)
        kind.titles.insert(at, title)
        kind.row_spans.insert(at, span)

    def _add(self, node: n.Addition, variant: str) -> None:
        kind = self.kinds.get(node.kind)
        if kind is None or node.kind not in self.rows:
            message = f'there is no kind "{node.kind}" to add to'
            help = did_you_mean(node.kind, self.rows) or "rows are added to: " + ", ".join(self.rows)
            if kind is not None:
                message = f'"{node.kind}" is not read from a file, so no rows can be added'
            self.reporter.error("R0602", node.span.word(node.kind), message, help)
            return
        own = self.rows[node.kind].node
        known = {name for other in self.kinds.values() if other.file == own.file for name in other.members}
        for row in self._table_rows(own, node.file, node.span, frozenset(known)):
            self._row(kind, row, variant)

    def _join_ends(self, nodes: list[n.Kind]) -> None:
        """Connections join the places of the same file."""
        for node in nodes:
            if node.word != "connections":
                continue
            places = next((other.name for other in nodes if other.word == "places" and other.file == node.file), None)
            if places is None:
                help = f'add the places of the same file: places ... from "{node.file}"'
                message = f'no places are read from "{node.file}" that "{node.name}" could join'
                self.reporter.error("R0502", node.name_span, message, help)
                continue
            kind, ends = self.kinds[node.name], self.kinds[places]
            kind.joins = places
            index = {name: number for number, name in enumerate(ends.members)}
            for row in self.rows[node.name].rows:
                start, end = index.get(str(row.value("from"))), index.get(str(row.value("to")))
                if start is not None and end is not None:
                    kind.ends.append((start, end, row.value("one_way") is True))


def plural_of(name: str) -> str:
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return name[:-1] + "ies"
    if name.endswith(("s", "x", "ch", "sh")):
        return name + "es"
    return name + "s"
