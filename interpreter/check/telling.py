"""May a value be told to the player who is refused something?

In: a checked term and the player who asks. Out: yes if nothing that somebody else keeps hidden goes into it.
Layer: check. A refusal tells the values of its condition; what is hidden from the one who reads it must not be among them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any, get_args

from interpreter.check import rulebook as rb
from interpreter.types import Zone


def tellable(term: rb.Term, reader: rb.Term | None) -> bool:
    """Directly, or through the values that it is worked out from. What may depend on anything is not told."""
    try:
        return all(_open(stored, reader) for stored in _stored_in(term, set()))
    except Unsure:
        return False


class Unsure(Exception):
    """A term that may depend on anything, such as whether an action can be taken."""


def _open(stored: rb.Stored, reader: rb.Term | None) -> bool:
    """Everyone sees it, or its owner does and is the reader."""
    if all(seen.everyone and seen.when is None for seen in stored.keep.seen):
        return True
    if reader is None or not stored.keys or stored.keys[0] != reader:
        return False
    owner = stored.keep.parameters[0]
    return any(seen.when is None and rb.Local(owner.type, owner) in seen.by for seen in stored.keep.seen)


def _stored_in(term: Any, known: set[rb.Worked]) -> Iterator[rb.Stored]:
    """Every stored value that goes into a term; `known` are the calls that were looked into already."""
    if _only_counts(term):
        term = term.items.keys
    if isinstance(term, rb.Formula):
        yield from _stored_in(tuple(term.column.cells), known)
    if isinstance(term, rb.Stored):
        yield term
    if isinstance(term, rb.Worked) and term not in known:
        known.add(term)
        arguments = dict(zip(term.value.parameters, term.arguments, strict=False))
        for stored in _stored_in((term.value.cases, term.value.alterations), known):
            yield _called_with(stored, arguments)
    if isinstance(term, OTHERS):
        raise Unsure
    if isinstance(term, tuple):
        for part in term:
            yield from _stored_in(part, known)
    elif isinstance(term, PARTS):
        for field in fields(term):
            yield from _stored_in(getattr(term, field.name), known)


def _only_counts(term: Any) -> bool:
    """How many cards lie in a pile everyone may know, even where nobody sees which, unless that is hidden too."""
    if not isinstance(term, rb.Search) or term.word != "count" or term.where is not None:
        return False
    return isinstance(term.items, rb.Stored) and isinstance(term.items.type, Zone) and not term.items.keep.count_hidden


def _called_with(stored: rb.Stored, arguments: dict[rb.Variable, rb.Term]) -> rb.Stored:
    """What a value stores about its parameters, it stores about what it is called with."""
    keys = tuple(arguments.get(key.variable, key) if isinstance(key, rb.Local) else key for key in stored.keys)
    return rb.Stored(stored.type, stored.keep, keys)


PARTS = (
    rb.Stored, rb.Worked, rb.Printed, rb.Formula, rb.Builtin, rb.Listing, rb.Numbers, rb.Rotated, rb.Search, rb.Key, rb.Logic,
    rb.Comparison, rb.LiesIn, rb.Calculation, rb.Chosen, rb.Phrase, rb.Template, rb.Case, rb.Alteration,
)  # fmt: skip
PLAIN = (rb.Constant, rb.Setting, rb.Local, rb.Members)
OTHERS = tuple(kind for kind in get_args(rb.Term) if kind not in (*PARTS, *PLAIN))
