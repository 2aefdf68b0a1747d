"""Emit for invariants which ranges of the table they depend on, and why they fail.

In: conditions of `always` rules. Out: bits for ranges of cells and lists; lines of Python that collect the values.
Layer: backends.
"""

from __future__ import annotations

from interpreter.backends.python.context import Context
from interpreter.backends.python.showing import shown
from interpreter.backends.python.terms import write_items, write_term
from interpreter.ir import rulebook as rb
from interpreter.ir.layout import Layout
from interpreter.ir.reads import reads

ANYTHING = -1


class Stretches:
    """The ranges of the table that rules depend on, as (in the lists?, start, end).

    Range i has bit i + 1."""

    def __init__(self, rulebook: rb.Rulebook, layout: Layout) -> None:
        self.rulebook, self.layout = rulebook, layout
        self.found: list[tuple[bool, int, int]] = []

    def bits(self, term: rb.Term) -> int:
        depends = reads(term)
        if depends is None:
            return ANYTHING
        stretches = [*map(self._of_keep, sorted(depends.keeps)), *map(self._of_kind, sorted(depends.kinds))]
        return sum(2 << number for number in {self._number(stretch) for stretch in stretches})

    def _number(self, stretch: tuple[bool, int, int]) -> int:
        if stretch not in self.found:
            self.found.append(stretch)
        return self.found.index(stretch)

    def _of_keep(self, name: str) -> tuple[bool, int, int]:
        spot = self.layout.keeps[name]
        last = spot.base + spot.count * (spot.steps[-1] if spot.steps else 1)
        return spot.in_lists, spot.base, max(last, spot.base + 2) if spot.in_lists else last

    def _of_kind(self, kind: str) -> tuple[bool, int, int]:
        base = self.layout.whereabouts[kind]
        return False, base, base + len(self.rulebook.kinds[kind].members)


def write_failing(why: rb.Failing, context: Context, depth: int) -> list[str]:
    """Print lines that append each cause to `found`, such as `money is 3`."""
    pad = "    " * depth
    test = f"{pad}if not {write_term(why.term, context)}:"
    if isinstance(why.term, rb.Search) and why.inner:
        return [test, *_for_each(why, why.term, context, depth + 1)]
    told = [
        f"{pad}    found.append({words + ' is '!r} + {shown(write_term(term, context), term.type, context)})"
        for words, term in why.sides
    ]
    inner = [line for part in why.inner for line in write_failing(part, context, depth + 1)]
    return [test, *told, *inner] if told or inner else []


def _for_each(why: rb.Failing, search: rb.Search, context: Context, depth: int) -> list[str]:
    """Print lines that collect the items of an `every` for which it fails."""
    assert search.body is not None
    pad, inner = "    " * depth, context.inner()
    items = write_items(search.items, context)
    name = inner.local(search.variable)
    tests = [write_term(search.where, inner)] if search.where is not None else []
    wrong = " and ".join([*tests, f"not {write_term(search.body, inner)}"])
    named = f"{search.variable.name + ' is '!r} + {shown(name, search.variable.type, inner)}"
    return [
        f"{pad}for {name} in {items}:",
        f"{pad}    if {wrong}:",
        f"{pad}        found.append({named})",
        *write_failing(why.inner[0], inner, depth + 2),
    ]
