"""Look up and bind names: what a name refers to, and which are taken.

In: an environment, a name and the scope around it. Out: variables, kinds, columns, parameter types. Layer: check.
"""

from __future__ import annotations

from functools import partial

from interpreter.check.declarations.designs import cards_of
from interpreter.check.environment import Env
from interpreter.check.expressions.phrasing import article
from interpreter.check.names.scope import Scope
from interpreter.ir import rulebook as rb
from interpreter.ir.types import Of, Type, Unknown, bare
from interpreter.source import Help, Span
from interpreter.source.fixes import word_instead
from interpreter.syntax import nodes as n


def bind(env: Env, scope: Scope, name: str, type_: Type, span: Span, kind: str | None = None) -> rb.Variable:
    """Declare a variable; a name already in use is an error.

    `kind`: it is named after its kind."""
    known = scope.find(name) is not None
    if known or is_value(env, name):
        what = "already means something here" if known else f"is already the name of {_sort_of(env, name)}"
        other = f"{'other' if known else 'this'}_{name}"
        help = Help(f"choose another name, such as {other}", partial(word_instead, name, other))
        env.error("R0204", span.word(name), f'"{name}" {what}', help)
        type_ = Unknown()  # so that the mistake is reported once
    variable = scope.declare(name, type_)
    if env.recorder is not None:
        env.recorder.bound(variable, span, kind)
    return variable


def _sort_of(env: Env, name: str) -> str:
    """Return what a name refers to, in the designer's words."""
    names = env.names
    if name in names.routines:
        word = names.routines[name].word
        return f"{article(word)}"
    if name in names.keeps:
        return "a value that is kept"
    return "an option" if name in names.options else "a value"


def is_value(env: Env, name: str) -> bool:
    names = env.names
    return name in names.keeps or name in names.options or name in names.value_names() or name in names.routines


def kind_named(env: Env, name: str) -> str | None:
    if name in env.names.kinds:
        return name
    return env.names.plurals.get(name)


def wanted_by(env: Env, name: str) -> tuple[Type, ...]:
    """Return the parameter types of a keep, procedure or let."""
    if name in env.names.keeps:
        return tuple(parameter.type for parameter in env.names.keeps[name].parameters)
    if name in env.names.routines:
        return tuple(parameter.type for parameter in env.names.routines[name].parameters)
    if env.names.is_working(name):  # a column of the same name may be meant
        return ()
    value = env.names.value(name)
    return tuple(parameter.type for parameter in value.parameters) if value is not None else ()


def column_of(env: Env, type_: Type, name: str) -> rb.Column | None:
    """Return a column of a thing.

    Of a design, that of the cards, unless it is their list."""
    found = bare(type_)
    if not isinstance(found, Of) or found.kind not in env.names.kinds:
        return None
    kind = env.names.kinds[found.kind]
    cards = env.names.kinds.get(cards_of(kind) or "")
    column = cards.columns.get(name) if cards is not None and name != kind.name else None
    return column or kind.columns.get(name)


def is_only_member(env: Env, node: n.Expression, scope: Scope) -> bool:
    return (
        isinstance(node, n.Name) and scope.find(node.name) is None and not is_value(env, node.name)
        and len(env.names.members.get(node.name, [])) > 1
    )  # fmt: skip


def another(env: Env, variable: rb.Variable) -> rb.Variable:
    """Return another variable of the same name."""
    new = rb.Variable(variable.name, variable.type)
    if env.recorder is not None:
        env.recorder.copied(variable, new)
    return new
