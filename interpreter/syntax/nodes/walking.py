"""Walking a tree, and making another one of it.

In: any node. Out: what is below it; a tree in which some nodes were replaced. Layer: syntax.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any, TypeVar

from interpreter.syntax.nodes.expressions import Node

AnyNode = TypeVar("AnyNode")


_FIELDS: dict[type, tuple[str, ...]] = {}  # of each sort of node, those that may hold nodes


def _names(node: Any) -> tuple[str, ...]:
    sort = type(node)
    if sort not in _FIELDS:
        _FIELDS[sort] = tuple(field.name for field in fields(sort) if field.name not in ("span", "name_span"))
    return _FIELDS[sort]


def children(node: object) -> Iterator[Any]:
    """The nodes directly below `node`, in the order they were written."""
    for name in _names(node):
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            for item in value:
                if isinstance(item, Node):
                    yield item


def walk(node: object) -> Iterator[Any]:
    """`node` and everything below it."""
    waiting = [node]
    while waiting:
        found = waiting.pop()
        yield found
        waiting.extend(reversed(tuple(children(found))))


def rewrite(node: AnyNode, change: Callable[[Any], Any]) -> AnyNode:
    """The tree in which `change` has replaced nodes, from the leaves up.

    A tuple result is spliced into its list.

    What is not changed is not copied: whoever comes later sees that it is the same."""
    if not isinstance(node, Node):
        return node
    updates: dict[str, Any] = {}
    for name in _names(node):
        value = getattr(node, name)
        if isinstance(value, Node):
            new: Any = rewrite(value, change)
        elif isinstance(value, tuple):
            new = _rewrite_items(value, change)
        else:
            continue
        if new is not value:
            updates[name] = new
    return change(replace(node, **updates) if updates else node)  # type: ignore[no-any-return]


def _rewrite_items(items: tuple[object, ...], change: Callable[[Any], Any]) -> tuple[object, ...]:
    result: list[Any] = []
    same = True
    for item in items:
        new = rewrite(item, change)
        if isinstance(new, tuple) and not isinstance(item, tuple):
            result.extend(new)
            same = False
        else:
            result.append(new)
            same = same and new is item
    return items if same else tuple(result)
