"""Values that use each other: which ones do, and what limits them.

In: the lets of a game as trees, later as checked values. Out: circles of names; the limits of all values in a circle on each
of them. Layer: check. A circle in the trees may turn out to be none, where a column has the name of a let.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from interpreter.ir import rulebook as rb
from interpreter.ir.traversal import walk
from interpreter.source import Reporter
from interpreter.syntax import nodes as n


def circles(lets: Mapping[str, n.Let]) -> dict[str, frozenset[str]]:
    """Map each let that uses itself to all lets of its cycle.

    A let may use itself directly or through others."""
    uses = {name: _names_in(node) & lets.keys() for name, node in lets.items()}
    used_by: dict[str, list[str]] = {name: [] for name in lets}
    for name, others in uses.items():
        for other in others:
            used_by[other].append(name)
    found: dict[str, frozenset[str]] = {}
    seen: set[str] = set()
    for name in reversed(_finished(uses)):
        if name not in seen:
            circle = frozenset(_reached(name, used_by, seen))
            seen |= circle
            found.update(dict.fromkeys(circle, circle) if len(circle) > 1 or name in uses[name] else {})
    return found


def _names_in(node: n.Let) -> set[str]:
    parts = (*node.names, *node.cases)
    return {one.name for part in parts for one in n.walk(part) if isinstance(one, n.Call | n.Possessive | n.Name)}


def _finished(uses: Mapping[str, Iterable[str]]) -> list[str]:
    """Return the names in the order in which a depth-first walk leaves them."""
    seen: set[str] = set()
    order: list[str] = []
    for first in uses:
        stack = [(first, iter(sorted(uses[first])))] if first not in seen else []
        seen.add(first)
        while stack:
            name, others = stack[-1]
            other = next((one for one in others if one not in seen), None)
            if other is None:
                order.append(name)
                stack.pop()
            else:
                seen.add(other)
                stack.append((other, iter(sorted(uses[other]))))
    return order


def _reached(name: str, ways: Mapping[str, Iterable[str]], without: set[str]) -> Iterator[str]:
    waiting, found = [name], {name}
    while waiting:
        here = waiting.pop()
        yield here
        for other in ways[here]:
            if other not in found and other not in without:
                found.add(other)
                waiting.append(other)


# ---------------------------------------------------------------- checked values


def limit_circle(values: Mapping[str, rb.Value], names: Iterable[str], reporter: Reporter) -> None:
    """Mark the values among these that use each other.

    Each must say how often at most."""
    members = {name: values[name] for name in sorted(names) if name in values}
    calls = {name: _called(value) & members.keys() for name, value in members.items()}
    reach = {name: {one for step in calls[name] for one in _reached(step, calls, set())} for name in members}
    done: set[str] = set()
    for name, value in members.items():
        circle = [other for other in members if other in reach[name] and name in reach[other]]
        if len(circle) < 2:
            _check_limit(value, reporter)
        elif name not in done:
            done.update(circle)
            _limit_each([members[one] for one in circle], reporter)


def _limit_each(circle: list[rb.Value], reporter: Reporter) -> None:
    limits = tuple(value.limit for value in circle if value.limit is not None)
    lacking = [value.name for value in circle if value.limit is None]
    if lacking:
        names = " and ".join(f'"{value.name}"' for value in circle)
        first = next(value for value in circle if value.name == lacking[0])
        help = f"write `, up to 20 times` behind the head of {' and '.join(lacking)}, or as deep as it can go at this table"
        reporter.error(
            "R0315", first.span.word(first.name), f"{names} use each other, and nothing says how often", help
        )
    for value in circle:
        value.uses_itself = True
        for part in (value, *_parts(value)):
            part.limit, part.circle = value.limit, limits


def _check_limit(value: rb.Value, reporter: Reporter) -> None:
    if value.limit is not None and not value.uses_itself:
        message = f'"{value.name}" does not use itself: there is nothing to limit'
        reporter.error("R0315", value.span.word("up"), message, f"leave out: up to {value.limit.most} times")


def _parts(value: rb.Value) -> Iterator[rb.Value]:
    part = value.rest
    while part is not None:
        yield part
        part = part.rest


def _called(value: rb.Value) -> set[str]:
    cases = [case for part in (value, *_parts(value)) for case in part.cases]
    terms = [term for case in cases for term in (case.value, case.condition) if term is not None]
    return {part.value.name for term in terms for part in walk(term) if isinstance(part, rb.ValueCall)}
