"""The context of term printers: how variables are written, and dispatch to the printer of any term.

In: a checked term and a Context. Out: the text of a C expression: unchanged (`write`), a number that must not be none
(`scalar`), a value that outlives the expression (`kept`, `given`). Layer: backends. The printers of searches, functions and
tests call each other through here; `terms.py` dispatches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from interpreter.backends.c.unit import Unit, c_type, none_of, plain
from interpreter.ir import rulebook as rb
from interpreter.ir.traversal import walk
from interpreter.ir.types import Absent, Grid, ListOf, Maybe, Type, Zone


@dataclass
class Context:
    """How one C function writes its variables.

    Lists in frame slots are read through `slot_list`."""

    unit: Unit
    printer: Callable[[rb.Term, Context], str]  # prints any term
    variables: dict[rb.Variable, str] = field(default_factory=dict)
    lengths: dict[rb.Variable, int] = field(default_factory=dict)  # lists of constant length
    words: dict[rb.Variable, int] = field(default_factory=dict)  # lists stored as bitsets: size of their kind

    @property
    def rulebook(self) -> rb.Rulebook:
        return self.unit.rulebook

    def inner(self) -> Context:
        return Context(self.unit, self.printer, dict(self.variables), dict(self.lengths), dict(self.words))

    def local(self, variable: rb.Variable) -> str:
        written = self.variables[variable] = self.unit.fresh(f"{plain(variable.name)}_")
        return written


def write(term: rb.Term, context: Context) -> str:
    return context.printer(term, context)


def scalar(term: rb.Term, context: Context) -> str:
    """Print a number that must not be none."""
    text = write(term, context)
    return f"nn(s, {text})" if may_be_none(term) else text


def kept(term: rb.Term, context: Context) -> str:
    """Print a value that is stored: a list that aliases mutable state is copied."""
    text = write(term, context)
    return f"copied(s, {text})" if c_type(term.type) == "L" and changes(term) else text


def given(term: rb.Term, wanted: Type, context: Context) -> str:
    """Print a stored value of the wanted type.

    A bare `none` or `[]` carries no type of its own."""
    text = _bare(term, wanted)
    return kept(term, context) if text is None else text


def passed(term: rb.Term, wanted: Type, context: Context) -> str:
    """Print a value of the wanted type without copying it."""
    text = _bare(term, wanted)
    return write(term, context) if text is None else text


def _bare(term: rb.Term, wanted: Type) -> str | None:
    """Print a bare `none` or `[]`, which carries no type; None for any other term."""
    if isinstance(term, rb.Constant) and term.value is None:
        return none_of(c_type(wanted))
    if isinstance(term, rb.Listing) and not term.items and c_type(wanted) == "LL":
        return "(LL){0, 0}"
    return None


def may_be_none(term: rb.Term) -> bool:
    if isinstance(term.type, Maybe | Absent):
        return True
    match term:
        case rb.Stored():
            return term.keep.start is None and not isinstance(term.keep.type, Zone | Grid | ListOf)
        case rb.Constant():
            return term.value is None
        case rb.Search():
            return term.word in ("first", "last", "sole")
        case rb.Builtin():
            return term.name in ("item", "total", "position", "holder", "square_at", "distance", "spot_of", "owner_of")
        case rb.Printed() | rb.Formula():
            return any(cell is None for cell in term.column.cells)
        case rb.LetIn():
            return may_be_none(term.term)
        case rb.Lazy():
            return may_be_none(term.value)
        case rb.Chosen():
            return may_be_none(term.value) or may_be_none(term.other)
        case _:
            return False


def changes(term: rb.Term) -> bool:
    """May the list alias mutable state: the table, a slot or a shared value?"""
    match term:
        case rb.Stored() | rb.Local() | rb.ValueCall() | rb.Formula() | rb.Lazy():
            return True
        case rb.LetIn():
            return changes(term.term)
        case rb.Members():
            return term.kind == "player"
        case rb.Builtin():
            return term.name in ("take", "drop") and changes(term.arguments[1])
        case rb.Search():
            return term.where is None and not term.keys and changes(term.items)
        case rb.Chosen():
            return changes(term.value) or changes(term.other)
        case _:
            return False


def members(kind: str, context: Context) -> str:
    return "seats(s)" if kind == "player" else f"upto({context.unit.size(kind)})"


def out_of_slots(terms: Iterable[rb.Term], context: Context) -> tuple[str, Context]:
    """Copy frame slots read by the terms into constants.

    The compiler cannot know that they do not change."""
    found, inner = "", context.inner()
    for term in terms:
        for part in walk(term):
            if isinstance(part, rb.Local) and inner.variables.get(part.variable, "").startswith("f["):
                slot = inner.variables[part.variable]
                found += f"const I {inner.local(part.variable)} = {slot}; "
    return found, inner
