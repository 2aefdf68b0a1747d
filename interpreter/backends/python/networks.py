"""Print walks through networks as Python expressions.

In: a builtin that walks and a Context, with the printers of terms. Out: the text of a Python expression. Layer: backends.
`runtime/networks.py` walks; here a step is made: along connections, over places, or by a rule of the game.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.backends.python.context import Context
from interpreter.ir import rulebook as rb
from interpreter.ir.types import Of, element
from interpreter.runtime.identifiers import made

WALKS = {
    "reached": "reached({0}, {1}, {2})", "nearest": "nearest_of({0}, {1}, {2}, {3})",
    "distance_by": "distance_by({0}, {1}, {2})", "neighbours_by": "neighbours_by({0}, {1})",
    "groups_by": "groups_by({0}, {1})",
}  # fmt: skip
BY = {"reached": 1, "nearest": 2, "distance_by": 2, "neighbours_by": 1, "groups_by": 1}
Print = Callable[[rb.Term, Context], str]


def walks(term: rb.Builtin) -> bool:
    return term.name in WALKS or term.name == "longest_trail"


def write_walk(term: rb.Builtin, context: Context, of_term: Print, of_items: Print) -> str:
    if term.name == "longest_trail":
        return _longest_trail(term, context, of_term)
    by = BY[term.name]
    given = [
        _step(argument, term, context, of_term, of_items) if number == by else of_term(argument, context)
        for number, argument in enumerate(term.arguments)
    ]
    return WALKS[term.name].format(*given)


def _longest_trail(term: rb.Builtin, context: Context, of_term: Print) -> str:
    assert term.kind is not None
    found = context.rulebook.maps[context.rulebook.kinds[term.kind].joins or ""]
    ends = context.shared.table(made("ends", term.kind), found.far_ends)
    ways, lengths, stops = (of_term(argument, context) for argument in term.arguments)
    return f"longest_trail(s, {ways}, {lengths}, {stops}, {ends})"


def _step(by: rb.Term, term: rb.Builtin, context: Context, of_term: Print, of_items: Print) -> str:
    """Print the function from a place on to others."""
    assert term.kind is not None
    if isinstance(by, rb.Search) and by.word == "network":
        return _by_rule(by, term.kind, context, of_term, of_items)
    inner, found = element(by.type), context.rulebook.maps[term.kind]
    assert isinstance(inner, Of)
    if inner.kind == term.kind:
        near = context.shared.table(made("neighbours", term.kind), found.neighbours)
        return f"by_places({of_items(by, context)}, {near})"
    exits = context.shared.table(made("exits", term.kind), found.exits)
    ends = context.shared.table(made("ends", inner.kind), found.far_ends)
    return f"by_connections({of_items(by, context)}, {exits}, {ends})"


def _by_rule(by: rb.Search, kind: str, context: Context, of_term: Print, of_items: Print) -> str:
    assert by.body is not None
    inner = context.inner()
    name = inner.local(by.variable)
    body = of_term(by.body, inner)
    step = (
        f"lambda {name}: {body}" if by.where is None else f"lambda {name}: {body} if {of_term(by.where, inner)} else ()"
    )
    if isinstance(by.items, rb.Members) and by.items.kind == kind and kind != "player":
        return f"({step})"
    return f"by_rule({of_items(by.items, context)}, {step})"
