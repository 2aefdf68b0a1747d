"""What every printer of terms needs: how variables are written, and how a term of any sort is.

In: a checked term and a Context. Out: the text of a C expression: as it is (`write`), of a number that must be there
(`scalar`), of something that is remembered (`kept`, `given`). Layer: backend. The printers of searches, functions and tests
call each other through here; `terms.py` says which of them prints what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from interpreter.backend.c.unit import Unit, c_type, none_of, plain
from interpreter.check import rulebook as rb
from interpreter.program.terms import walk
from interpreter.types import Absent, Grid, ListOf, Maybe, Type, Zone


@dataclass
class Context:
    """One per function: how its variables are written. Lists in slots of a frame are read through `slot_list`."""

    unit: Unit
    printer: Callable[[rb.Term, Context], str]  # of any term
    variables: dict[rb.Variable, str] = field(default_factory=dict)
    lengths: dict[rb.Variable, int] = field(default_factory=dict)  # of lists whose length is known
    words: dict[rb.Variable, int] = field(default_factory=dict)  # of lists that are kept as sets: members of their kind

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
    """A number that must be there."""
    text = write(term, context)
    return f"nn(s, {text})" if may_be_none(term) else text


def kept(term: rb.Term, context: Context) -> str:
    """A value that is remembered: what may change behind its back is copied."""
    text = write(term, context)
    return f"copied(s, {text})" if c_type(term.type) == "L" and changes(term) else text


def given(term: rb.Term, wanted: Type, context: Context) -> str:
    """What is remembered as something of this type: an empty list does not say what it is a list of."""
    text = _bare(term, wanted)
    return kept(term, context) if text is None else text


def passed(term: rb.Term, wanted: Type, context: Context) -> str:
    """As `given`, but not remembered."""
    text = _bare(term, wanted)
    return write(term, context) if text is None else text


def _bare(term: rb.Term, wanted: Type) -> str | None:
    """A bare `none` or `[]`, which does not say what it is; None: it is something else."""
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
        case rb.Keeping():
            return may_be_none(term.term)
        case rb.Once():
            return may_be_none(term.value)
        case rb.Chosen():
            return may_be_none(term.value) or may_be_none(term.other)
        case _:
            return False


def changes(term: rb.Term) -> bool:
    """Is the list that a term gives part of the table, or of a slot?"""
    match term:
        case rb.Stored() | rb.Local() | rb.Worked() | rb.Formula() | rb.Once():
            return True
        case rb.Keeping():
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
    """Names for the slots of a frame that are looked at in a search: whoever compiles cannot know that they stay the same."""
    found, inner = "", context.inner()
    for term in terms:
        for part in walk(term):
            if isinstance(part, rb.Local) and inner.variables.get(part.variable, "").startswith("f["):
                slot = inner.variables[part.variable]
                found += f"const I {inner.local(part.variable)} = {slot}; "
    return found, inner
