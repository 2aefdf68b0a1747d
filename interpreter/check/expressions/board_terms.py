"""Express the board functions as ordinary terms: columns on the cells, and searches in them.

In: a function's name and its arguments. Out: a term, or None. Layer: check.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from interpreter.ir import rulebook as rb
from interpreter.ir.boards import DIRECTIONS, Board
from interpreter.ir.types import NUMBER, YES_NO, ListOf, Maybe, Of, Type, element, fits
from interpreter.source import Span

Kinds = Mapping[str, rb.Kind]
Terms = tuple[rb.Term, ...]
DIRECTION = Of("direction")


def board_term(name: str, terms: Terms, kinds: Kinds, span: Span) -> rb.Term | None:
    """Return the term for a board function.

    None if the arguments are not about such a board."""
    make = FUNCTIONS.get(name)
    return make(terms, kinds, span) if make is not None and terms else None


def _cell(term: rb.Term, kinds: Kinds) -> tuple[rb.Kind, Board] | None:
    type_ = element(term.type) or term.type
    kind = kinds.get(type_.kind) if isinstance(type_, Of) else None
    return (kind, kind.board) if kind is not None and kind.board is not None else None


def _column(kind: rb.Kind, name: str, type_: Type, cells: list[object], span: Span) -> rb.Column:
    return rb.Column(kind.name, f"the {name} of a cell", (), type_, span, cells)


def _in_direction(terms: Terms, kinds: Kinds, span: Span, name: str, inner: Type | None) -> rb.Term | None:
    """Look up a column with one entry per direction."""
    found = _cell(terms[0], kinds)
    if found is None or len(terms) != 2 or not fits(terms[1].type, DIRECTION) or element(terms[0].type) is not None:
        return None
    kind, board = found
    type_: Type = Maybe(Of(kind.name)) if inner is None else ListOf(Of(kind.name))
    cells: list[object] = [*(board.beside if name == "beside" else board.lines)]
    printed = rb.Printed(ListOf(type_), _column(kind, name, ListOf(type_), cells, span), terms[0])
    number = rb.Calculation(NUMBER, "+", (terms[1], rb.Constant(NUMBER, 1)), None, span)
    return rb.Builtin(type_, "item", (printed, number))


def _beside(terms: Terms, kinds: Kinds, span: Span) -> rb.Term | None:
    return _in_direction(terms, kinds, span, "beside", None)


def _line_from(terms: Terms, kinds: Kinds, span: Span) -> rb.Term | None:
    return _in_direction(terms, kinds, span, "line", NUMBER)


def _side(terms: Terms, kinds: Kinds, span: Span) -> rb.Term | None:
    found = _cell(terms[0], kinds)
    if found is None or len(terms) != 2 or not fits(terms[1].type, DIRECTION) or not found[1].borders:
        return None
    kind, board = found
    type_ = ListOf(Of(kind.name))
    sides: list[object] = [board.side(direction) for direction in DIRECTIONS]
    column = rb.Column("direction", f"the side of {kind.plural}", (), type_, span, sides)
    return rb.Printed(type_, column, terms[1])


def _directions(terms: Terms, kinds: Kinds, _span: Span) -> rb.Term | None:
    found = _cell(terms[0], kinds)
    if found is None or kinds["direction"].span is not None:
        return None
    ways = [number for number, direction in enumerate(DIRECTIONS) if direction in found[1].steps]
    return rb.Listing(ListOf(DIRECTION), tuple(rb.Constant(DIRECTION, way) for way in ways))


def _opposite(terms: Terms, kinds: Kinds, span: Span) -> rb.Term | None:
    """Look up the direction that leads back."""
    if len(terms) != 1 or not fits(terms[0].type, DIRECTION) or kinds["direction"].span is not None:
        return None
    half = len(DIRECTIONS) // 2
    back: list[object] = [(number + half) % len(DIRECTIONS) for number in range(len(DIRECTIONS))]
    return rb.Printed(DIRECTION, rb.Column("direction", "the opposite", (), DIRECTION, span, back), terms[0])


def _joins(terms: Terms, kinds: Kinds, span: Span) -> rb.Term | None:
    """Build the test whether a connected group of places touches both lists."""
    inner = element(terms[0].type)
    if len(terms) != 3 or not isinstance(inner, Of) or any(not fits(term.type, ListOf(inner)) for term in terms):
        return None
    if kinds[inner.kind].word not in ("places", "grid"):
        return None
    group = rb.Variable("group", ListOf(inner))
    here = rb.Local(group.type, group)
    touched = [rb.Comparison(YES_NO, "not empty", rb.Builtin(ListOf(inner), "shared", (here, end), inner.kind), None)
               for end in terms[1:]]  # fmt: skip
    groups = rb.Builtin(ListOf(ListOf(inner)), "groups", (terms[0],), inner.kind)
    return rb.Search(YES_NO, "some", group, groups, rb.Logic(YES_NO, "and", tuple(touched)), (), None, span)


def _number(axis: int) -> Callable[[Terms, Kinds, Span], rb.Term | None]:
    def make(terms: Terms, kinds: Kinds, span: Span) -> rb.Term | None:
        found = _cell(terms[0], kinds)
        if found is None or not found[1].hexes or len(terms) != 1:
            return None
        cells: list[object] = [cell[axis] + 1 for cell in found[1].cells]
        return rb.Printed(NUMBER, _column(found[0], ("column", "row")[axis], NUMBER, cells, span), terms[0])

    return make


def _square_at(terms: Terms, kinds: Kinds, span: Span) -> rb.Term | None:
    found = _cell(terms[0], kinds)
    if found is None or not found[1].hexes or len(terms) != 3 or element(terms[0].type) is None:
        return None
    cell = rb.Variable("cell", Of(found[0].name))
    here = (rb.Local(cell.type, cell),)
    tests = []
    for axis, wanted in enumerate(terms[1:]):
        number = _number(axis)(here, kinds, span)
        assert number is not None
        tests.append(rb.Comparison(YES_NO, "==", number, wanted))
    where = rb.Logic(YES_NO, "and", tuple(tests))
    return rb.Search(Maybe(cell.type), "first", cell, terms[0], where, (), None, span)


FUNCTIONS: dict[str, Callable[[Terms, Kinds, Span], rb.Term | None]] = {
    "beside": _beside, "line_from": _line_from, "side": _side, "directions": _directions, "joins": _joins,
    "opposite": _opposite,
    "column_of": _number(0), "row_of": _number(1), "square_at": _square_at,
}  # fmt: skip
