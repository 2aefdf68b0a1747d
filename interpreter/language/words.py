"""Find names outside of formulas: where things are declared, and where laws and tables refer to them.

In: declarations as written, the tables of a game, and the checker that knows their names. Out: Words.
Layer: language. Inside formulas and steps the checker's recorder resolves words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.check import Checker
from interpreter.check.declarations.kinds import ENDS
from interpreter.check.laws.targets import MOMENTS
from interpreter.check.names.recorder import Meaning, Word, first_word
from interpreter.data import Cell, Row
from interpreter.ir import rulebook as rb
from interpreter.ir.types import ListOf, Maybe, Of, Type
from interpreter.source import Span
from interpreter.syntax import nodes as n

LAW = "law "


def declared(span: Span, meaning: Meaning) -> Word:
    return Word(span, meaning, None, span)


class Declarations:
    """Finds the words of declarations."""

    def __init__(self, checker: Checker) -> None:
        self.checker = checker
        self.steps: dict[str, list[str]] = {}  # by name: what contains each
        self.ways: dict[str, list[str]] = {}

    def words(self, nodes: Iterable[object]) -> Iterator[Word]:
        everything = list(nodes)
        for node in everything:
            self._note_steps(node)
        for node in everything:
            yield from self._declaration(node)

    def _note_steps(self, node: object) -> None:
        for inner in n.walk(node):
            if isinstance(inner, n.Step):
                self.steps.setdefault(inner.name, []).append(holder(node))
            elif isinstance(inner, n.Branch):
                self.ways.setdefault(inner.name, []).append(holder(node))

    def _declaration(self, node: object) -> Iterator[Word]:
        yield from self._own(node)
        owner = holder(node)
        for inner in n.walk(node):
            if inner is not node:
                yield from self._inner(inner, owner)

    # ---- by sort of declaration
    def _own(self, node: object) -> Iterator[Word]:  # noqa: C901 - one case per form
        match node:
            case n.Let():
                yield declared(first_word(node.head.span), Meaning("value", node.head.name))
            case n.Procedure() | n.Action():
                yield declared(first_word(node.head.span), Meaning("routine", node.head.name))
            case n.Keep():
                yield from self._keep(node)
            case n.Kind():
                yield from self._kind(node)
            case n.Option():
                yield declared(node.span.word(node.name), Meaning("option", node.name))
                for name in node.names:
                    yield declared(name.span, Meaning("member", name.name, f"{node.name} option"))
            case n.Always():
                yield declared(node.span.word(node.name), Meaning("always", node.name))
            case n.Mechanic():
                yield declared(first_word(node.head.span), Meaning("mechanic", node.head.name))
            case n.Instance():
                yield Word(node.span.word(node.mechanic), Meaning("mechanic", node.mechanic))
                yield declared(first_word(node.head.span), Meaning("routine", node.head.name))
                for fill in node.fills:
                    yield Word(fill.span.word(fill.name), Meaning("blank", fill.name, node.mechanic))
            case n.Variant():
                yield declared(node.span.word(node.name), Meaning("variant", node.name))
            case n.Relation():
                for other in (*node.names, *((node.by,) if node.by is not None else ())):
                    yield Word(other.span, Meaning("variant", other.name))
            case n.Addition():
                yield Word(node.span.word(node.kind), Meaning("kind", node.kind))
            case n.Says():
                for called in node.things:
                    yield from self._called(called)
            case _:
                yield from self.law(node)

    def _keep(self, node: n.Keep) -> Iterator[Word]:
        yield declared(first_word(node.head.span), Meaning("keep", node.head.name))
        for other in (node.refilled_from, node.reshuffled_from):
            if other is not None:
                yield Word(other.span, Meaning("keep", other.name))

    def _kind(self, node: n.Kind) -> Iterator[Word]:
        yield declared(node.name_span, Meaning("kind", node.name))
        for name in node.names:
            yield declared(name.span, Meaning("member", name.name, node.name))
        for column in node.columns:
            yield declared(first_word(column.head.span), Meaning("column", column.head.name, node.name))
        for part in node.dimensions:
            if part.members is None:
                yield Word(first_word(part.span), Meaning("kind", part.name))
            else:
                yield declared(first_word(part.span), Meaning("column", part.name, node.name))
        if node.of is not None:
            yield from self._kind_word(node.of.span, node.of.name)
        if node.board is not None and node.board.of is not None:
            yield from self._kind_word(node.board.span.word(node.board.of), node.board.of)

    def _called(self, called: n.Called) -> Iterator[Word]:
        """Resolve what a `says` declaration names.

        A column of a kind or row, or a thing, in the checker's order."""
        if called.of is None:
            meaning = self._thing_called(called.name)
            if meaning is not None:
                yield Word(first_word(called.span), meaning)
            return
        kind = called.of if called.of in self.checker.kinds else self._kind_of_row(called.of)
        if kind is not None:
            owner = Meaning("kind", kind) if kind == called.of else Meaning("member", called.of, kind)
            yield Word(first_word(called.span), owner)
            name = called.span.source.span(called.span.end - len(called.name), called.span.end)
            yield Word(name, Meaning("column", called.name, kind))

    def _thing_called(self, name: str) -> Meaning | None:
        checker = self.checker
        tables = (
            ("routine", checker.routines),
            ("value", checker.values),
            ("keep", checker.keeps),
            ("option", checker.options),
        )
        for sort, table in tables:
            if name in table:
                return Meaning(sort, name)
        if name in self.steps:
            return Meaning("step", name, self.steps[name][0])
        if name in checker.kinds:
            return Meaning("kind", name)
        of = next((kind.name for kind in reversed(checker.kinds.values()) if name in kind.members), None)
        return Meaning("member", name, of) if of is not None else None

    # ---- laws
    def law(self, node: object) -> Iterator[Word]:
        yield from self._said_before(getattr(node, "was", None))
        match node:
            case n.ChangeValue():
                sort = "option" if node.head.name in self.checker.woven.options else "value"
                yield Word(first_word(node.head.span), Meaning(sort, node.head.name))
            case n.ChangeStart():
                yield Word(node.span.word(node.name), Meaning("keep", node.name))
            case n.ChangeRange() | n.ChangeSight():
                yield Word(first_word(node.head.span), Meaning("keep", node.head.name))
            case n.NeedsRemoval() if node.inside is not None:
                yield from self._target(n.Target(node.inside.span, node.inside.name, None))
            case n.ChangeCell():
                yield from self._changed_cell(node)
            case n.Hook() | n.Removal():
                yield from self._target(node.target)
            case n.Answering() if node.target is not None and node.target.inside is not None:
                yield Word(node.target.span.word(node.target.inside), Meaning("routine", node.target.inside))
            case n.AddTo():
                yield from self._added(node)

    def _said_before(self, was: object) -> Iterator[Word]:
        """Yield the names after `was`: they are compared as written, never evaluated."""
        for inner in n.walk(was) if isinstance(was, n.Node) else ():
            if isinstance(inner, n.Name | n.Call):
                meaning = self._thing_called(inner.name)
                if meaning is not None:
                    yield Word(first_word(inner.span), meaning)

    def _changed_cell(self, node: n.ChangeCell) -> Iterator[Word]:
        row = node.span.word(node.row)
        kind = self._kind_of_row(node.row)
        if node.row in self.checker.rows:
            kind = node.row
            yield Word(row, Meaning("kind", node.row))
        elif kind is not None:
            yield Word(row, Meaning("member", node.row, kind))
        if kind is not None:
            yield Word(first_word(node.head.span), Meaning("column", node.column, kind))

    def _kind_of_row(self, name: str) -> str | None:
        return next(
            (kind for kind, rows in self.checker.rows.items() if any(row.id == name for row in rows.rows)), None
        )

    def _target(self, target: n.Target) -> Iterator[Word]:
        span = target.span.word(target.name)
        if target.of is not None:
            kind = self._kind_of_row(target.of)
            if kind is not None:
                yield Word(target.span.word(target.of), Meaning("member", target.of, kind))
                yield Word(span, Meaning("column", target.name, kind))
            return
        if target.inside is not None:
            yield Word(target.span.word(target.inside), Meaning("routine", target.inside))
        meaning = self._hooked(target)
        if meaning is not None:
            yield Word(_behind_moment(span) if meaning.sort == "keep" else span, meaning)

    def _hooked(self, target: n.Target) -> Meaning | None:
        """Resolve the target of a law, in the order in which the weaver looks for it."""
        name = target.name
        if target.inside is None:
            kind = self._kind_of_row(name)
            if kind is not None:
                return Meaning("member", name, kind)
            if name in self.checker.woven.always:
                return Meaning("always", name)
            resource = name.split("_", 1)[1] if name.startswith(MOMENTS) else ""
            if resource in self.checker.keeps:
                return Meaning("keep", resource)
            if name in self.checker.routines:
                return Meaning("routine", name)
        for sort, table in (("step", self.steps), ("way", self.ways)):
            holders = table.get(name, ())
            of = target.inside if target.inside in holders else holders[0] if len(holders) == 1 else None
            if of is not None:
                return Meaning(sort, name, of)
        return None

    def _added(self, node: n.AddTo) -> Iterator[Word]:
        kind = self._kind_called(node.target.name) if node.target.inside is None else None
        if kind is None:
            yield from self._target(node.target)
            for item in node.items:
                yield Word(first_word(item.span), Meaning("routine", item.name))
            if node.next_to is not None:
                yield Word(node.next_to.span, Meaning("routine", node.next_to.name))
            return
        yield Word(node.target.span.word(node.target.name), Meaning("kind", kind))
        for item in node.items:
            yield declared(first_word(item.span), Meaning("member", item.name, kind))
        if node.next_to is not None:
            yield Word(node.next_to.span, Meaning("member", node.next_to.name, kind))

    # ---- inside of declarations
    def _inner(self, node: object, owner: str) -> Iterator[Word]:
        match node:
            case n.Keep():
                yield from self._keep(node)
            case n.Step():
                yield declared(node.span.word(node.name), Meaning("step", node.name, owner))
            case n.Branch():
                yield declared(node.span.word(node.name), Meaning("way", node.name, owner))
            case n.KindType():
                yield from self._kind_word(first_word(node.span), node.name)
            case n.PileType() | n.RowType() | n.GridType():
                yield from self._kind_word(node.span.word(node.kind), node.kind)
                if isinstance(node, n.GridType) and node.on is not None:
                    yield from self._kind_word(node.span.word(node.on), node.on)
            case n.NumberType():
                for end in (node.low, node.high):
                    yield from self._known(end)
            case n.Board():
                for size in node.sizes:
                    yield from self._known(size)
            case n.Duration():
                yield from self._unit(node)

    def _unit(self, node: n.Duration) -> Iterator[Word]:
        for name in (node.unit, node.unit.removesuffix("s")):
            if name in self.checker.routines:
                yield Word(node.span.word(node.unit), Meaning("routine", name))
                return

    def _known(self, node: object) -> Iterator[Word]:
        """Yield names in what is evaluated before the game begins.

        The checker reads it without its scopes."""
        if not isinstance(node, n.Node):
            return
        for inner in n.walk(node):
            if isinstance(inner, n.Name | n.Call):
                if inner.name in self.checker.woven.lets:
                    yield Word(first_word(inner.span), Meaning("value", inner.name))
                elif inner.name in self.checker.options:
                    yield Word(first_word(inner.span), Meaning("option", inner.name))

    def _kind_called(self, name: str) -> str | None:
        return name if name in self.checker.kinds else self.checker.plurals.get(name)

    def _kind_word(self, span: Span, name: str) -> Iterator[Word]:
        kind = self._kind_called(name)
        if kind is not None:
            yield Word(span, Meaning("kind", kind))
        elif name in self.checker.options:
            yield Word(span, Meaning("option", name))


def holder(node: object) -> str:
    """Return what the steps of a declaration belong to."""
    if isinstance(node, n.Procedure | n.Action):
        return node.head.name
    target = getattr(node, "target", None)
    return f"{LAW}{getattr(node, 'word', '')} {target.name}" if isinstance(target, n.Target) else ""


def _behind_moment(span: Span) -> Span:
    """Return `money` in `pay_money`."""
    start = span.column + span.text.index("_") + 1
    return Span(span.source, span.line, start, span.end_line, span.end_column)


# ---------------------------------------------------------------- tables


def table_words(checker: Checker) -> Iterator[Word]:
    """Yield the names in data files: rows, columns, and members of kinds."""
    for name, rows in checker.rows.items():
        kind = checker.kinds[name]
        for row in {id(row): row for row in rows.rows}.values():
            yield from _row_words(kind, row, checker)


def _row_words(kind: rb.Kind, row: Row, checker: Checker) -> Iterator[Word]:
    if "id" in row.cells and row.cells["id"].span.text.strip("\"'") == row.id:
        yield declared(text_span(row.cells["id"]), Meaning("member", row.id, kind.name))
    for key, cell in row.cells.items():
        column = kind.columns.get(key)
        if key in ENDS and kind.joins is not None and isinstance(cell.value, str):
            yield from _member(cell, kind.joins, checker)
        if column is None or cell.key_span is None:
            continue
        yield Word(cell.key_span, Meaning("column", key, kind.name))
        if column.parameters:
            yield from _by_member(cell, column, checker)
        elif column.type is not None:
            yield from _named(cell, column.type, checker)


def _by_member(cell: Cell, column: rb.Column, checker: Checker) -> Iterator[Word]:
    """Yield the members in `{white: 2, blue: 1}`, a value for each."""
    by = column.parameters[0].type
    if isinstance(cell.value, dict) and isinstance(by, Of):
        for name, inner in cell.value.items():
            if inner.key_span is not None and name in checker.kinds[by.kind].members:
                yield Word(inner.key_span, Meaning("member", name, by.kind))


def _named(cell: Cell, type_: Type, checker: Checker) -> Iterator[Word]:
    match type_:
        case Maybe(inner):
            yield from _named(cell, inner, checker)
        case ListOf(inner):
            for item in cell.value if isinstance(cell.value, list) else [cell]:
                yield from _named(item, inner, checker)
        case Of(kind):
            yield from _member(cell, kind, checker)


def _member(cell: Cell, kind: str, checker: Checker) -> Iterator[Word]:
    if isinstance(cell.value, str) and cell.value in checker.kinds[kind].members:
        yield Word(text_span(cell), Meaning("member", cell.value, kind))


def text_span(cell: Cell) -> Span:
    """Return the text of a cell without its quotes."""
    span = cell.span
    if span.text[:1] in ("'", '"'):
        return Span(span.source, span.line, span.column + 1, span.end_line, span.end_column - 1)
    return span


def manifest_words(checker: Checker) -> Iterator[Word]:
    for name, cell in checker.sources.option_cells.items():
        if cell.key_span is not None and name in checker.options:
            yield Word(cell.key_span, Meaning("option", name))
