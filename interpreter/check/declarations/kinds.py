"""Build kinds from declarations and data files.

In: kind declarations, and a reader for the files they name. Out: Kinds with their members, and the raw rows whose cells
are checked once all names are known. Layer: check.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product

from interpreter.check.declarations.designs import design_cards
from interpreter.check.declarations.made_in_play import spare_name, written_name
from interpreter.check.declarations.tile_parts import parts_of_rows
from interpreter.check.names.constants import Known, Plain
from interpreter.check.names.plurals import plural_of
from interpreter.check.tables.reprints import MAX_COPIES, RowChanges
from interpreter.data import MapFile, Row, Table
from interpreter.ir import rulebook as rb
from interpreter.ir.boards import DIRECTIONS, Board
from interpreter.ir.types import NUMBER, ListOf, Of
from interpreter.source import Help, Note, Reporter, Span, did_you_mean
from interpreter.source.fixes import declared_above, instead, to_write
from interpreter.syntax import nodes as n

STANDARD = {"id", "title", "text", "source", "cites", "copies", "rules", "excused"}
LONGEST_SIDE = 26
MOST_MADE = 1000  # cards made in play, at a time
ENDS = {"from", "to", "one_way"}
ReadTable = Callable[[str, Span], Table | None]
ReadMap = Callable[[str, Span, frozenset[str]], MapFile | None]
DimensionValue = int | str  # a number, or the name of a member


@dataclass
class Rows:
    """The rows behind one kind, one entry per member.

    A card with three copies has three."""

    node: n.Kind
    rows: list[Row] = field(default_factory=list)


class KindReader:
    def __init__(
        self, reporter: Reporter, known: Known, table: ReadTable, map_: ReadMap, changes: RowChanges,
        reserved: frozenset[str],
    ) -> None:  # fmt: skip
        self.reporter, self.known, self.reserved = reporter, known, reserved
        self.read_table, self.read_map = table, map_
        self.changes = changes
        self.dropped: set[str] = set()  # ids of rows that were removed
        self._designs: list[tuple[rb.Kind, n.Kind]] = []  # kinds of designs, with the cards that are printed after them
        self.kinds: dict[str, rb.Kind] = {"player": rb.Kind("player", "players", "player", None)}
        self.rows: dict[str, Rows] = {}
        self._tile_parts: list[tuple[rb.Kind, n.Kind]] = []  # parts of tiles, for those of added rows
        self._members: set[tuple[str, str]] = set()  # kind and name, to find duplicates
        self.relations: dict[tuple[str, str], rb.Column] = {}  # columns for what belongs to a thing on a board or map
        self._unread: set[str] = set()  # "places" or "connections", if their map could not be read
        self._gaps: dict[tuple[str, str], int] = {}  # kind and id of a removed row: its former index

    def read(self, nodes: list[n.Kind], additions: list[tuple[n.Addition, str]], named: list[n.AddTo]) -> None:
        """Read kinds and what is added to them.

        Rows (each with its variant), and members by name."""
        later: list[n.Kind] = []  # kinds derived from others
        for node in nodes:
            if node.name in self.kinds:
                first = self.kinds[node.name].span
                note = (Note("it is declared here first", first.word(node.name)),) if first is not None else ()
                message = f'"{node.name}" is declared twice' if note else f'"{node.name}" is a kind that every game has'
                self.reporter.error("R0202", node.name_span, message, "give it another name", note)
                continue
            if node.dimensions or node.of is not None or (node.board is not None and node.board.of is not None):
                later.append(node)
            else:
                self._read_kind(node)
                self._design(node)
        has_directions = any(kind.board is not None for kind in self.kinds.values()) or any(node.of for node in nodes)
        if has_directions and "direction" not in self.kinds:
            self._directions()
        for node in later:
            self._read_later(node)
            self._design(node)
        for addition, variant in additions:
            self._add(addition, variant)
        for more in named:
            self._add_names(more)
        for kind, node in self._tile_parts:
            self._fill_parts(kind, node)
        for design, node in self._designs:
            design_cards(design, self.kinds[node.name], self.relations)
        self._join_ends(nodes)

    def _read_kind(self, node: n.Kind) -> None:
        word = {"kind": "names" if node.names else "table"}.get(node.word, node.word)
        kind = rb.Kind(node.name, node.plural or plural_of(node.name), word, node.span)
        self.kinds[node.name] = kind
        if node.board is not None:
            self._board(kind, node)
        elif node.most is not None:
            self._made_in_play(kind, node, node.most)
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

    def _made_in_play(self, kind: rb.Kind, node: n.Kind, most: n.Expression) -> None:
        """Add as many members as there can be at a time.

        What is written on them is kept, not printed."""
        if node.word != "cards":
            message = f"only cards are made in play, and these are {node.word}"
            self.reporter.error(
                "R0212", node.span.word(node.word), message, to_write(f"cards {node.name} made in play")
            )
            return
        found = self.known.number(most)
        if found is None:
            self._not_known_before(most, "how many there can be")
        elif not 1 <= found <= MOST_MADE:
            message, help = f"there can be 1 to {MOST_MADE} of them at a time", "write a smaller number"
            self.reporter.error("R0314", most.span, message, help)
        for number in range(1, min(max(found or 1, 1), MOST_MADE) + 1):
            self._member(kind, f"{node.name}_{number}", f"{node.name.replace('_', ' ')} {number}", node.span)
        count = len(kind.members)
        kind.prints, kind.sources, kind.texts = [0] * count, ["stand-in"] * count, [""] * count
        kind.written = {column.head.name: written_name(node, column) for column in node.columns}
        kind.must_write = frozenset(
            column.head.name for column in node.columns
            if column.usually is None and isinstance(column.type, n.NumberType | n.KindType)
        )  # fmt: skip
        kind.spare = spare_name(node)
        for column in node.columns:
            if column.type is None or column.head.parameters:
                message = (
                    "a card that is made in play has no steps and no formulas of its own: values are written on it"
                )
                help = f"write a procedure or a let: ({node.name} ...)"
                self.reporter.error("R0212", column.span, message, help)

    def _design(self, node: n.Kind) -> None:
        """Declare the kind of what is printed: `cards card by design`."""
        design = node.design
        if design is None:
            return
        if node.word != "cards":
            message = f"only cards are printed by a design, and these are {node.word}"
            self.reporter.error(
                "R0212", node.span.word(node.word), message, to_write(f"cards {node.name} by {design.name}")
            )
            return
        taken = design.name in self.kinds or any(column.head.name == design.name for column in node.columns)
        if taken:
            message, help = f'"{design.name}" is declared twice', "give the designs another name"
            self.reporter.error("R0202", design.span, message, help)
            return
        kind = rb.Kind(design.name, design.plural or plural_of(design.name), "table", design.span)
        self.kinds[design.name] = kind
        self._designs.append((kind, node))
        design_cards(kind, self.kinds[node.name], self.relations)

    def _not_listed(self, node: n.Kind) -> None:
        """Report cards, places or connections listed by name only."""
        help = {"cards": to_write(f'cards {node.name} from "cards/{node.name}.yaml"'),
                "places": to_write(f'places {node.name} from "map.yaml"', f"places {node.name} on grid 8 by 8"),
                "connections": to_write(f'connections {node.name} from "map.yaml"')}[node.word]  # fmt: skip
        message = f"{node.word} are not listed by name: they are read from a file"
        self.reporter.error("R0212", node.span.word(node.word), message, help)

    def _board(self, kind: rb.Kind, node: n.Kind) -> None:
        """Build the places of a board from its outline and sizes.

        Printed data for some of them comes from a file."""
        assert node.board is not None
        if node.word != "places":
            message, help = "only places are on a board", to_write("places")
            self.reporter.error("R0212", node.span.word(node.word), message, help)
        sizes = [self._size(size) for size in node.board.sizes]
        outline, width = node.board.outline, sizes[0]
        height = sizes[1] if len(sizes) > 1 else width
        if outline == "hexagon":
            width = height = 2 * width - 1
        kind.board = Board(outline, width, height, node.board.diagonals, node.board.borders)
        if outline == "grid":
            kind.word, kind.grid = "grid", (width, height)
        self._lay_out(kind, node, kind.board.names)

    def _size(self, node: n.Expression) -> int:
        """Evaluate a board size: a number, an option, or a let that depends only on those."""
        found = self.known.number(node)
        if found is None:
            help = "name a number, an option, or a let calculated from them"
            self.reporter.error("R0212", node.span, "the size of a board is known before the game begins", help)
        elif not 1 <= found <= LONGEST_SIDE:
            message = f"a board with {found} cells in a row cannot be laid out"
            self.reporter.error(
                "R0212", node.span, message, f"it has 1 to {LONGEST_SIDE} of them, a hexagon 1 to 13 on a side"
            )
        return min(max(found or 1, 1), LONGEST_SIDE)

    def _lay_out(self, kind: rb.Kind, node: n.Kind, names: Sequence[str]) -> None:
        for name in names:
            self._member(kind, name, name.replace("_", " "), node.span)
        if node.file is None:
            return
        self.rows[node.name] = Rows(node)
        table = self.read_table(node.file, node.span)
        rows = {row.id: row for row in table.rows} if table is not None else {}
        for row in rows.values():
            if row.id not in kind.members:
                self.reporter.error("R0426", row.span, f'the board has no {kind.name} called "{row.id}"',
                                    did_you_mean(row.id, kind.members) or "rows name places that are there")  # fmt: skip
        for name in kind.members:
            self.rows[node.name].rows.append(rows.get(name) or Row(name, node.span, {}, "stand-in"))

    def _directions(self) -> None:
        """Add the kind `direction`, which every game with a board has."""
        kind = self.kinds["direction"] = rb.Kind("direction", "directions", "names", None)
        kind.members = list(DIRECTIONS)
        kind.titles = [name.replace("_", " ") for name in DIRECTIONS]

    def _read_later(self, node: n.Kind) -> None:
        word = {"kind": "table"}.get(node.word, node.word)
        kind = rb.Kind(node.name, node.plural or plural_of(node.name), word, node.span)
        self.kinds[node.name] = kind
        if node.dimensions:
            self._by_rule(kind, node)
        elif node.of is not None:
            self._parts_of_tiles(kind, node, node.of)
        else:
            self._parts(kind, node)

    def _parts_of_tiles(self, kind: rb.Kind, node: n.Kind, of: n.Name) -> None:
        """Build one member for each part of each tile, as the rows of the tiles list them."""
        tiles = next((found for found in self.kinds.values() if of.name in (found.name, found.plural)), None)
        if tiles is None or tiles.word != "cards" or tiles.name not in self.rows:
            cards = [found.name for found in self.kinds.values() if found.word == "cards" and found.name in self.rows]
            help = did_you_mean(of.name, cards) or f'declare them above: cards {of.name} from "cards/{of.name}.yaml"'
            self.reporter.error("R0203", of.span, f'there are no tiles called "{of.name}" that a file prints', help)
            return
        kind.tiles = tiles.name
        self._tile_parts.append((kind, node))
        self._fill_parts(kind, node)

    def _fill_parts(self, kind: rb.Kind, node: n.Kind) -> None:
        """Take the parts from the rows of the tiles that there are now."""
        tiles = self.kinds[kind.tiles or ""]
        found = parts_of_rows(kind, node, tiles.members, self.rows[tiles.name].rows, self.reporter)
        self._members -= {(kind.name, name) for name in kind.members}
        kind.members, kind.titles, kind.row_spans = [], [], []
        for number, name in enumerate(found.names):
            self._member(kind, name, found.titles[number], found.rows[number].span)
        kind.sources, kind.texts = list(found.sources), [""] * len(found.names)
        self.rows[kind.name] = Rows(node, list(found.rows))
        kind.tile_of = found.tile_of
        self._related_one(kind, tiles.name, Of(tiles.name), found.tile_of)
        self._related(tiles, kind, found.parts_of)

    def _parts(self, kind: rb.Kind, node: n.Kind) -> None:
        """Build the corners or edges of a board.

        Corners are places, edges are connections between them, or places."""
        assert node.board is not None
        of = next((found for found in self.kinds.values() if node.board.of in (found.plural, found.name)), None)
        if of is None or of.board is None or node.board.of == of.name:
            known = [found.plural for found in self.kinds.values() if found.board is not None]
            help = did_you_mean(node.board.of or "", known) or "write the plural of the places of a board"
            self.reporter.error("R0203", node.board.span, f'"{node.board.of}" are not places of a board', help)
            return
        if not of.board.borders:
            message = f"only a board with borders has corners and edges, and {of.plural} are on one without"
            help = f"leave `without borders` out of the line of {of.plural}, or let it be a larger board"
            self.reporter.error("R0212", node.board.span, message, help)
            return
        parts = of.board.corners if node.board.outline == "corners" else of.board.edges
        kind.parts_of, kind.word = of.name, node.word if node.board.outline == "edges" else "places"
        self._lay_out(kind, node, parts.names)
        self._related(of, kind, parts.of_cell)
        self._related(kind, of, parts.cells)
        if node.word != "connections":
            return
        corners = next((found for found in self.kinds.values() if found.parts_of == of.name and found.word == "places"
                        and len(found.members) == len(of.board.corners.names)), None)  # fmt: skip
        if corners is None:
            message = "connections along edges lead from corner to corner, and there are no corners"
            self.reporter.error(
                "R0502", node.name_span, message, f"declare them before: places corner at the corners of {of.plural}"
            )
            return
        kind.joins, kind.ends = corners.name, [(start, end, False) for start, end in of.board.ends()]
        self._related_ends(kind, corners)

    def _related_ends(self, ways: rb.Kind, places: rb.Kind) -> None:
        """Relate connections to both their ends, and places to their connections."""
        self._related(ways, places, tuple(tuple(dict.fromkeys(ends[:2])) for ends in ways.ends))
        exits: list[list[int]] = [[] for _ in places.members]
        for way, ends in enumerate(ways.ends):
            for place in dict.fromkeys(ends[:2]):
                exits[place].append(way)
        self._related(places, ways, tuple(map(tuple, exits)))

    def _related(self, kind: rb.Kind, other: rb.Kind, cells: tuple[tuple[int, ...], ...]) -> None:
        """Add `hex's corners`: a list column named by the plural of the other kind."""
        column = rb.Column(kind.name, other.plural, (), ListOf(Of(other.name)), kind.span or other.span, list(cells))  # type: ignore[arg-type]
        self.relations[kind.name, other.plural] = column

    def _related_one(self, kind: rb.Kind, name: str, type_: Of, cells: Sequence[int]) -> None:
        """Add the relation `feature's tile`: one thing."""
        assert kind.span is not None
        column = rb.Column(kind.name, name, (), type_, kind.span, list(cells))
        self.relations[kind.name, name] = column

    def _by_rule(self, kind: rb.Kind, node: n.Kind) -> None:
        """Build one member for each combination of the dimensions.

        Each dimension is a column."""
        parts = [self._dimension(part) for part in node.dimensions]
        if node.word not in ("cards", "kind"):
            help = to_write(f"cards {node.name} for each ...")
            self.reporter.error("R0212", node.span.word(node.word), f"{node.word} are not made by such a rule", help)
        if None in parts:
            return
        types = [Of(part.name) if part.members is None else NUMBER for part in node.dimensions]
        kept: list[tuple[DimensionValue, ...]] = []
        for values in product(*(part for part in parts if part is not None)):
            given = {part.name: value for part, value in zip(node.dimensions, values, strict=True)}
            copies = self._copies(node, given)
            if copies is None:
                break
            for copy in range(copies):
                title = _called("", values, 0).replace("_", " ")
                if self._member(kind, _called(kind.name, values, copy), title, node.span):
                    kept.append(values)
                    kind.prints.append(len(set(kept)) - 1)
        kind.sources, kind.texts = ["stand-in"] * len(kept), [""] * len(kept)
        kind.parts = tuple(part.name for part in node.dimensions)
        for i, (part, type_) in enumerate(zip(node.dimensions, types, strict=True)):
            cells = [self._number_of(part, values[i]) for values in kept]
            kind.columns[part.name] = rb.Column(kind.name, part.name, (), type_, part.span, cells)

    def _number_of(self, part: n.Dimension, value: DimensionValue) -> int:
        """Return what a cell of this column holds.

        The number itself, or that of the member."""
        return value if isinstance(value, int) else self.kinds[part.name].members.index(value)

    def _dimension(self, part: n.Dimension) -> Sequence[DimensionValue] | None:
        if part.members is None:
            kind = self.kinds.get(part.name)
            if kind is None or kind.name == "player":
                help: str = did_you_mean(part.name, self.kinds) or Help(
                    f"declare it: kind {part.name} is one, other; or: {part.name} in 1 to 9",
                    partial(declared_above, f"kind {part.name} is one, other"),
                )
                self.reporter.error("R0203", part.span, f'there is no kind of thing called "{part.name}"', help)
                return None
            return list(kind.members)
        ends = (part.members.low, part.members.high) if isinstance(part.members, n.Range) else ()
        found = [self.known.number(end) for end in ends]
        if not found or None in found:
            help = f"write: {part.name} in 1 to 9, with ends that are known before the game begins"
            self.reporter.error("R0314", part.span, "numbers are needed here", help)
            return None
        return list(range(found[0] or 0, (found[1] or 0) + 1))

    def _copies(self, node: n.Kind, given: Mapping[str, DimensionValue]) -> int | None:
        """Return how many copies of this combination there are.

        None if unknown, which is reported."""
        known = self.known.knowing(given, self._printed, self._members_of)
        if node.where is not None:
            holds = known.value(node.where)
            if not isinstance(holds, bool):
                self._not_known_before(node.where, "which cards there are")
                return None
            if not holds:
                return 0
        if node.times is None:
            return 1
        times = known.number(node.times)
        if times is None:
            self._not_known_before(node.times, "how many cards there are")
            return None
        if not 0 <= times <= MAX_COPIES:
            message = f"{times} copies of a card are {'too many' if times > 0 else 'impossible'}"
            self.reporter.error("R0314", node.times.span, message, f"write a number from 0 to {MAX_COPIES}")
            return None
        return times

    def _not_known_before(self, node: n.Expression, what: str) -> None:
        help = "name numbers, options, what is printed in tables declared above, or a let made of them, not what changes in play"
        self.reporter.error("R0314", node.span, f"{what} is known before the game begins, and this is not", help)

    def _printed(self, kind: str, member: str, column: str) -> Plain | None:
        """Return the cell of a table read before, if it is plain.

        Plain is a number, yes or no, or a name."""
        found = self.kinds.get(kind)
        if found is None or kind not in self.rows or member not in found.members:
            return None
        cell = self.rows[kind].rows[found.members.index(member)].cells.get(column)
        types = {one.head.name: one.type for one in self.rows[kind].node.columns}
        if isinstance(types.get(column), n.YesNoType):
            return cell is not None and cell.value in (True, "yes")
        if cell is None:
            return None
        if isinstance(cell.value, list):
            items = tuple(item.value for item in cell.value if isinstance(item.value, int | str))
            return items if len(items) == len(cell.value) else None
        return cell.value if isinstance(cell.value, int | bool | str) else None

    def _members_of(self, word: str) -> tuple[str, tuple[str, ...]] | None:
        found = next((kind for kind in self.kinds.values() if word in (kind.name, kind.plural)), None)
        return None if found is None or found.name == "player" else (found.name, tuple(found.members))

    def _table_rows(self, node: n.Kind, file: str, span: Span, known: frozenset[str] = frozenset()) -> tuple[Row, ...]:
        """Return the rows of a file.

        `known` are additional places that its connections may lead to."""
        if node.word in ("places", "connections"):
            read = self.read_map(file, span, known)
            if read is None:
                self._unread.add(node.word)
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
        print_ = max(kind.prints, default=-1) + 1
        copies = self.changes.copies(row) if kind.word == "cards" else row.copies
        for copy in range(copies):
            name = row.id if copy == 0 else f"{row.id}_{copy + 1}"
            if not self._member(kind, name, title, row.span, at + copy, added_by is not None):
                return
            kind.prints.insert(at + copy, print_)
            kind.sources.insert(at + copy, row.source_note)
            kind.texts.insert(at + copy, self.changes.text(row, "text"))
            self.rows[kind.name].rows.insert(at + copy, row)
        self._gaps = {key: place + copies if key[0] == kind.name and place > at else place
                      for key, place in self._gaps.items()}  # fmt: skip

    def _check_word(self, row: Row) -> None:
        """Report a row whose id is a reserved word: the id is its name in the rules."""
        if row.id in self.reserved:
            message, help = (
                f'"{row.id}" is a word of the language and cannot be a name',
                Help(f"write {row.id}_card or the like", partial(instead, f"{row.id}_card")),
            )
            self.reporter.error("R0105", row.cells["id"].span, message, help)

    def _add_names(self, law: n.AddTo) -> None:
        """Add members to a kind that is a list of names, at the end or beside one."""
        kind = next((kind for kind in self.kinds.values() if law.target.name in (kind.name, kind.plural)), None)
        if kind is None or law.target.inside is not None:
            return  # a list of actions
        if kind.word != "names":
            message = f'"{kind.name}" is not a list of names'
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

    def _member(
        self, kind: rb.Kind, name: str, title: str, span: Span, at: int | None = None, is_added: bool = False
    ) -> bool:
        """Add a member; return whether it was added.

        `is_added`: by the table of a variant."""
        at = len(kind.members) if at is None else at
        if (kind.name, name) in self._members:
            message, help = f'"{name}" is in "{kind.name}" twice', "remove one of them, or give it another name"
            if is_added:
                help = f"to replace the other, add: without {name}"
            self.reporter.error("R0202", span, message, help)
            return False
        self._members.add((kind.name, name))
        kind.members.insert(at, name)
        kind.titles.insert(at, title)
        kind.row_spans.insert(at, span)
        return True

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
        """Connect connections to the places of the same file."""
        for node in nodes:
            if node.word != "connections" or node.board is not None or self.kinds[node.name].joins is not None:
                continue  # joined before: it is declared twice
            places = next((other.name for other in nodes if other.word == "places" and other.file == node.file), None)
            if places is None and "places" in self._unread:
                continue  # the unreadable file is reported already
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
                    self._call_by_places(kind, ends, row)
            self._related_ends(kind, ends)

    def _call_by_places(self, ways: rb.Kind, places: rb.Kind, row: Row) -> None:
        """Call the connection just joined after its places.

        Not if the file gives it a name or a title of its own."""
        number = len(ways.ends) - 1
        start, end, _ = ways.ends[number]
        named = f"{places.members[start]}_{places.members[end]}"
        if row.id == named and ways.members[number] == named and not self.changes.text(row, "title"):
            ways.titles[number] = f"{places.titles[start]}–{places.titles[end]}"


def _called(kind: str, values: tuple[DimensionValue, ...], copy: int) -> str:
    """Build a name such as `clubs_queen`.

    The kind is prefixed where it would begin with a digit."""
    name = "_".join(str(value) for value in values)
    name = f"{kind}_{name}" if isinstance(values[0], int) and kind else name
    return name if copy == 0 else f"{name}_{copy + 1}"
