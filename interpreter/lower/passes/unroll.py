"""Unroll searches over a few known things.

In: a Program. Out: one in which `some`, `no`, `every`, `count` and `sum` over a few known things are conditions and sums, and
lines of known length are destructured. Layer: lower. Worth it where iterating is slow and code size is cheap: for Python.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.ir import rulebook as rb
from interpreter.ir.blocks import Program
from interpreter.ir.lookup_tables import lines_of
from interpreter.ir.traversal import rewrite, size, substitute
from interpreter.ir.types import NUMBER, YES_NO, Of, element
from interpreter.lower.passes.fold import Folding
from interpreter.lower.passes.mapping import mapped

MAX_ITEMS = 10
MAX_TERMS = 400
LONGEST_LINE = 8
WRITTEN_OUT = ("some", "no", "every", "count", "sum")


def unroll(program: Program) -> Program:
    unrolling = Unrolling(program)
    return mapped(program, unrolling.unrolled)


class Unrolling:
    def __init__(self, program: Program) -> None:
        self.rulebook = program.rulebook
        self.folding = Folding(program)

    def unrolled(self, term: rb.Term) -> rb.Term:
        return rewrite(term, self._search)

    def _search(self, term: rb.Term) -> rb.Term:
        if not isinstance(term, rb.Search):
            return self.folding.folded(term)
        if term.keys or term.word not in WRITTEN_OUT or term.pieces:
            return term
        items = self._known(term.items)
        if items is not None:
            written = self._written(term, items)
            if size(written) <= MAX_TERMS:
                return written
        return self._taken_apart(term)

    # ---- items
    def _known(self, items: rb.Term) -> tuple[rb.Term, ...] | None:
        """Return the items if they are known and few.

        None if they are counted, as all back ends must count the same."""
        match items:
            case rb.Members(kind=kind) if kind != "player":
                count = len(self.rulebook.kinds[kind].members)
                found: tuple[rb.Term, ...] = tuple(rb.Constant(Of(kind), number) for number in range(count))
            case rb.Listing():
                found = items.items if all(map(_plain, items.items)) else ()
            case rb.Builtin(name="all_lines" | "lines_through"):
                found = self._lines(items)
            case _:
                return None
        return found if 0 < len(found) <= MAX_ITEMS else None

    def _lines(self, term: rb.Builtin) -> tuple[rb.Term, ...]:
        found = lines_of(term, self.rulebook)
        inner = element(term.type)
        item = element(inner) if inner is not None else None
        if found is None or inner is None or item is None:
            return ()
        return tuple(rb.Listing(inner, tuple(rb.Constant(item, square) for square in line)) for line in found)

    # ---- unrolling
    def _written(self, term: rb.Search, items: tuple[rb.Term, ...]) -> rb.Term:
        parts = [self._one(term, item) for item in items]
        match term.word:
            case "some":
                return self._together("or", parts)
            case "no":
                return self.folding.folded(rb.Logic(YES_NO, "not", (self._together("or", parts),)))
            case "every":
                return self._together("and", parts)
            case "count":
                return rb.Builtin(NUMBER, "how_many", tuple(parts))
            case _:
                whole = parts[0]
                for part in parts[1:]:
                    whole = self.folding.folded(rb.Calculation(term.type, "+", (whole, part), None, term.span))
                return whole

    def _together(self, word: str, parts: list[rb.Term]) -> rb.Term:
        return parts[0] if len(parts) == 1 else self.folding.folded(rb.Logic(YES_NO, word, tuple(parts)))

    def _one(self, term: rb.Search, item: rb.Term) -> rb.Term:
        """Return the contribution of one item."""
        where, body = (self._with(part, term.variable, item) for part in (term.where, term.body))
        if term.word in ("some", "no", "count"):
            return where or rb.Constant(YES_NO, True)
        assert body is not None
        if where is None:
            return body
        if term.word == "every":
            no = self.folding.folded(rb.Logic(YES_NO, "not", (where,)))
            return self._together("or", [no, body])
        return self.folding.folded(rb.Chosen(term.type, where, body, rb.Constant(term.type, 0)))

    def _with(self, part: rb.Term | None, variable: rb.Variable, item: rb.Term) -> rb.Term | None:
        return None if part is None else self.unrolled(substitute(part, {variable: item}))

    def _taken_apart(self, term: rb.Search) -> rb.Term:
        """Destructure a line of known length: one variable per place."""
        if not isinstance(term.items, rb.Builtin) or term.items.name not in ("all_lines", "lines_through"):
            return term
        match term.items.arguments[1]:
            case rb.Constant(value=int() as length) if 0 < length <= LONGEST_LINE:
                item = element(term.variable.type)
                assert item is not None
                pieces = tuple(rb.Variable("y", item) for _ in range(length))
                line = rb.Listing(term.variable.type, tuple(rb.Local(item, piece) for piece in pieces))
                where, body = (self._with(part, term.variable, line) for part in (term.where, term.body))
                return replace(term, where=where, body=body, pieces=pieces)
            case _:
                return term


def _plain(item: rb.Term) -> bool:
    return isinstance(item, rb.Constant | rb.Local)
