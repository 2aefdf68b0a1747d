"""Terms as trees: traverse and rewrite.

In: a term. Out: its parts; a term in which some parts were replaced. Layer: ir. Unchanged terms are not copied, so that
terms can be found again by identity.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, get_args

from interpreter.ir import rulebook as rb

TERMS: tuple[type[rb.Term], ...] = get_args(rb.Term)
SORTS = frozenset(TERMS)  # faster than isinstance with all of them
Change = Callable[[rb.Term], rb.Term]

_FIELDS: dict[type, tuple[str, ...]] = {}  # by class of term: the fields that may hold terms
PLAIN = frozenset(
    {
        "type",
        "span",
        "variable",
        "variables",
        "keep",
        "column",
        "option",
        "routine",
        "word",
        "operator",
        "rounding",
        "pieces",
    }
)


def _holding(sort: type[rb.Term] | type[rb.Key]) -> tuple[str, ...]:
    if sort not in _FIELDS:
        _FIELDS[sort] = tuple(field.name for field in fields(sort) if field.name not in PLAIN)
    return _FIELDS[sort]


def known(term: rb.Term | None) -> int | None:
    """Return the value of a constant, else None."""
    return term.value if isinstance(term, rb.Constant) else None


def parts(term: rb.Term) -> Iterator[rb.Term]:
    """Yield the terms directly inside one, in source order."""
    for name in _holding(type(term)):
        value = getattr(term, name)
        if isinstance(value, TERMS):
            yield value
        elif isinstance(value, rb.Template):
            yield from (part for part in value.parts if not isinstance(part, str))
        elif isinstance(value, tuple):
            for item in value:
                yield item.value if isinstance(item, rb.Key) else item


def conjuncts(term: rb.Term) -> Iterator[rb.Term]:
    """Yield the parts of a conjunction, in order."""
    if isinstance(term, rb.Logic) and term.word == "and":
        for part in term.parts:
            yield from conjuncts(part)
    else:
        yield term


def walk(term: rb.Term) -> Iterator[rb.Term]:
    """Yield the term and everything inside it."""
    yield term
    for part in parts(term):
        yield from walk(part)


def size(term: rb.Term) -> int:
    """Count the terms it consists of."""
    return 1 + sum(map(size, parts(term)))


def with_parts(term: rb.Term, change: Change) -> rb.Term:
    """Rewrite the direct parts of a term; return the same object if none changes."""
    updates: dict[str, Any] = {}  # by field name
    for name in _holding(type(term)):
        value = getattr(term, name)
        if type(value) in SORTS:
            new = change(value)
            if new is not value:
                updates[name] = new
        elif type(value) is tuple and value:
            items = [_item(item, change) for item in value]
            if any(one is not other for one, other in zip(items, value, strict=True)):
                updates[name] = tuple(items)
        elif type(value) is rb.Template:
            updates[name] = replace(
                value, parts=tuple(one if isinstance(one, str) else change(one) for one in value.parts)
            )
    return replace(term, **updates) if updates else term


def _item(item: rb.Term | rb.Key, change: Change) -> rb.Term | rb.Key:
    if not isinstance(item, rb.Key):
        return change(item)
    value = change(item.value)
    return item if value is item.value else rb.Key(item.highest, value)


def shape(term: rb.Term, inside: Mapping[rb.Variable, int] | None = None) -> tuple[object, ...]:
    """Return a key that ignores bound names.

    Terms of equal shape evaluate to the same."""
    names = dict(inside or {})
    if isinstance(term, rb.Search):
        for variable in (term.variable, *term.pieces):
            names[variable] = len(names)
    found = [
        _shape(getattr(term, field.name), names)
        for field in fields(term)
        if field.name not in ("type", "span", "variables")
        and not (isinstance(term, rb.Lazy) and field.name == "variable")
    ]
    return (type(term), *found)


def _shape(value: object, names: Mapping[rb.Variable, int]) -> object:
    if isinstance(value, TERMS):
        return shape(value, names)
    if isinstance(value, tuple):
        return tuple(_shape(item, names) for item in value)
    if isinstance(value, rb.Key):
        return value.highest, shape(value.value, names)
    if isinstance(value, rb.Variable):
        return names.get(value, value)
    return value if isinstance(value, int | str | None) else id(value)


def rewrite(term: rb.Term, change: Change) -> rb.Term:
    """Rewrite a term bottom-up."""
    return change(with_parts(term, lambda part: rewrite(part, change)))


def substitute(term: rb.Term, given: Mapping[rb.Variable, rb.Term]) -> rb.Term:
    """Substitute terms for variables."""

    def change(part: rb.Term) -> rb.Term:
        return given.get(part.variable, part) if isinstance(part, rb.Local) else part

    return rewrite(term, change)
