"""Check `KIND(parts)`: the member of a kind that has these parts, or this name.

In: a call whose name is that of a kind. Out: a constant, or a lookup that gives a member or none. Layer: check.
"""

from __future__ import annotations

from math import prod

from interpreter.check.environment import NOTHING, Env
from interpreter.check.expressions.phrasing import article
from interpreter.check.names.binding import is_value
from interpreter.check.names.builtins import FUNCTIONS
from interpreter.ir import rulebook as rb
from interpreter.ir.lookup_tables import members_by_parts
from interpreter.ir.types import NUMBER, Maybe, Of, Type, Unknown, bare, fits
from interpreter.source import Help
from interpreter.source.fixes import written
from interpreter.syntax import nodes as n

Terms = tuple[rb.Term, ...]


def kind_called(env: Env, node: n.Call) -> rb.Kind | None:
    """Return the kind whose member a call asks for.

    None if its name means something else first."""
    if is_value(env, node.name) or node.name in FUNCTIONS or node.name == "player":
        return None
    return env.names.kinds.get(node.name)


def wanted_parts(kind: rb.Kind, count: int) -> tuple[Type, ...]:
    """Return the types of what stands in the brackets.

    Of the parts, or of a member that is named."""
    types = _parts(kind)
    return types if types and len(types) == count else (Of(kind.name),)


def _parts(kind: rb.Kind) -> tuple[Type, ...]:
    if kind.board is not None:
        return NUMBER, NUMBER
    return tuple(kind.columns[name].type or Unknown() for name in kind.parts)


def member_term(env: Env, node: n.Call, kind: rb.Kind, terms: Terms) -> rb.Term:
    if any(isinstance(term.type, Unknown) for term in terms):
        return NOTHING
    if len(terms) == 1 and fits(terms[0].type, Of(kind.name)):
        return terms[0]  # it only says which kind a name is of
    types = _parts(kind)
    fitting = (fits(bare(term.type), type_) for term, type_ in zip(terms, types, strict=False))
    if len(terms) != len(types) or not all(fitting):
        return _wrong_parts(env, node, kind)
    values = tuple(term.value for term in terms if isinstance(term, rb.Constant))
    member = members_by_parts(kind).get(values)
    if member is not None and len(values) == len(terms):
        return rb.Constant(Of(kind.name), member)
    return rb.Builtin(_type(env, kind, terms), "made_of", terms, kind.name)


def _type(env: Env, kind: rb.Kind, terms: Terms) -> Type:
    """Return the kind, or none beside it.

    If a part may be none or out of range, or if not all combinations exist."""
    sizes = [len(env.names.kinds[term.type.kind].members) for term in terms if isinstance(term.type, Of)]
    is_sure = len(sizes) == len(terms) and len(members_by_parts(kind)) == prod(sizes)
    return Of(kind.name) if is_sure else Maybe(Of(kind.name))


def _wrong_parts(env: Env, node: n.Call, kind: rb.Kind) -> rb.Term:
    parts = ("column", "row") if kind.board is not None else kind.parts
    ways = [f"{kind.name}({', '.join(parts)})"] if parts else []
    ways += [f"{kind.name}({kind.members[0]})"] if kind.members else []
    message = f"{article(kind.name)} is named by its own name, and this is not a {kind.name}"
    if parts:
        message = f"{article(kind.name)} is named by its own name or its parts, and this is neither"
    return env.error("R0301", node.span, message, Help(f"write {', or '.join(ways)}", *written(ways)) if ways else None)
