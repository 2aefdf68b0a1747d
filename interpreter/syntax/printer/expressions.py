"""Expressions written back.

In: a node that has a value. Out: its text, with brackets where a rewritten tree needs them. Layer: syntax.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from interpreter.syntax import nodes as n

# How tightly an expression holds together; one that stands where a tighter one is needed gets brackets.
EITHER, BOTH, NOT, COMPARISON, SUM, PRODUCT, UNARY, POSTFIX, ATOM = range(9)
LEVELS: dict[type[Any], int] = {
    n.Either: EITHER, n.Both: BOTH, n.Not: NOT, n.Compare: COMPARISON, n.Can: COMPARISON,
    n.Negative: UNARY, n.Possessive: POSTFIX,
}  # fmt: skip
ROUNDINGS = {"up": "rounded up", "down": "rounded down", "nearest": "rounded to nearest"}


def expression_text(node: n.Expression, level: int = EITHER) -> str:
    text = _plain(node)
    return f"({text})" if _level(node) < level else text


def _level(node: n.Expression) -> int:
    if isinstance(node, n.Arithmetic):
        return SUM if node.operator in "+-" else PRODUCT
    return LEVELS.get(type(node), ATOM)


def _plain(node: n.Expression) -> str:
    match node:
        case n.Name():
            return node.name
        case n.Call():
            return f"{node.name}({_list(node.arguments)})"
        case n.Possessive(owner=n.Name(name="you")):
            return f"your {node.name}{arguments_text(node.arguments)}"
        case n.Possessive():
            return f"{expression_text(node.owner, POSTFIX)}'s {node.name}{arguments_text(node.arguments)}"
        case n.Number():
            return str(node.value)
        case n.YesNo():
            return "yes" if node.value else "no"
        case n.NoneValue():
            return "none"
        case n.Text():
            return text_of(node)
        case n.Group():
            return f"({expression_text(node.inner)})"
        case n.ListOf():
            return f"[{_list(node.items)}]"
        case _:
            return _compound(node)


def _compound(node: object) -> str:
    match node:
        case n.Conditional():
            parts = [expression_text(part) for part in (node.value, node.condition, node.otherwise)]
            return "({} if {} otherwise {})".format(*parts)
        case n.Cases():
            first, *others = node.cases
            rest = n.Cases(node.span, tuple(others)) if others else n.NoneValue(node.span)
            parts = [expression_text(part) for part in (first.value, first.condition, rest) if part is not None]
            return "({} if {} otherwise {})".format(*parts) if first.condition is not None else parts[0]
        case n.Usual():
            return f"({expression_text(node.value)} otherwise {expression_text(node.otherwise)})"
        case n.Range():
            step = f" by {expression_text(node.step, SUM)}" if node.step is not None else ""
            return f"{expression_text(node.low, SUM)} to {expression_text(node.high, SUM)}{step}"
        case n.Aggregate():
            return _aggregated(node) if node.bare else f"{node.word}({_aggregated(node)})"
        case n.Either():
            return " or ".join(expression_text(part, BOTH) for part in node.parts)
        case n.Both():
            return " and ".join(expression_text(part, NOT) for part in node.parts)
        case n.Not():
            return f"not {expression_text(node.inner, NOT)}"
        case n.Compare():
            right = f" {expression_text(node.right, SUM)}" if node.right is not None else ""
            return f"{expression_text(node.left, SUM)} {node.operator}{right}"
        case n.Can():
            verb = "can" if node.holds else "cannot"
            return f"{expression_text(node.player, SUM)} {verb} {called_text(node.action)}"
        case n.Negative():
            return f"-{expression_text(node.inner, UNARY)}"
        case n.Arithmetic():
            return _arithmetic(node)
        case _:
            raise TypeError(f"{type(node).__name__} is not an expression")


def _arithmetic(node: n.Arithmetic) -> str:
    own = _level(node)
    rounding = f" {ROUNDINGS[node.rounding]}" if node.rounding else ""
    return f"{expression_text(node.left, own)} {node.operator} {expression_text(node.right, own + 1)}{rounding}"


def _aggregated(node: n.Aggregate) -> str:
    query = query_text(node.query)
    if node.body is None:
        return query
    body = expression_text(node.body)
    if node.word in ("first", "last"):
        return f"{query} otherwise {body}"
    return f"{query} satisfies {body}" if node.word == "every" else f"{body} over {query}"


def query_text(node: n.Query) -> str:
    parts = [
        f"{node.binder} in {expression_text(node.members, SUM)}" if node.binder else expression_text(node.members, SUM)
    ]
    if node.rotation is not None:
        parts.append(rotation(node.rotation))
    if node.as_long_as is not None:
        parts.append(f"while {expression_text(node.as_long_as)}")
    if node.where is not None:
        parts.append(f"where {expression_text(node.where)}")
    parts += [key_text(key, "then" if position else "by") for position, key in enumerate(node.keys)]
    return " ".join(parts)


def rotation(node: n.Rotation) -> str:
    word = "after" if node.after else "from"
    return f"{word} {expression_text(node.start, SUM)}{' counterclockwise' if node.counterclockwise else ''}"


def key_text(node: n.SortKey, word: str = "by") -> str:
    return f"{word} {'highest' if node.highest else 'lowest'} {expression_text(node.value, SUM)}"


def text_of(node: n.Text) -> str:
    return '"' + "".join(part if isinstance(part, str) else f"{{{expression_text(part)}}}" for part in node.parts) + '"'


def _list(items: Iterable[n.Expression]) -> str:
    return ", ".join(expression_text(item) for item in items)


def arguments_text(items: Sequence[n.Expression]) -> str:
    return f"({_list(items)})" if items else ""


def called_text(node: n.Resource | n.Taken) -> str:
    return node.name + arguments_text(node.arguments)
