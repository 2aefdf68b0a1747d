"""The order in which chosen variants act.

In: the chosen variants and their relations. Out: which ones each extends, and the variants in order. Layer: check. Only
`extends` states an order; the order in which variants were chosen means nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from graphlib import CycleError, TopologicalSorter

from interpreter.ir.effects import reached
from interpreter.syntax import nodes as n


def extended(variants: Sequence[n.Variant]) -> dict[str, frozenset[str]]:
    """Return the variants that each one extends, transitively.

    A variant may declare this for another one."""
    direct: dict[str, set[str]] = {variant.name: set() for variant in variants}
    for variant in variants:
        for relation in variant.relations:
            if relation.word in ("extends", "includes"):
                by = relation.by.name if relation.by is not None else variant.name
                direct.setdefault(by, set()).update(name.name for name in relation.names)
    return {name: frozenset(reached(name, direct)) for name in direct}


def included(variants: Sequence[n.Variant]) -> dict[str, frozenset[str]]:
    """Return for each variant those that include it.

    They say how it is played with the others that they include."""
    found: dict[str, set[str]] = {variant.name: set() for variant in variants}
    for variant in variants:
        for relation in variant.relations:
            for name in relation.names if relation.word == "includes" else ():
                found.setdefault(name.name, set()).add(variant.name)
    return {name: frozenset(by) for name, by in found.items()}


def in_order(variants: Sequence[n.Variant]) -> list[str]:
    """Sort variants topologically, each after those it extends, then by name."""
    names = sorted(variant.name for variant in variants)
    beyond = extended(variants)
    try:
        sorter = TopologicalSorter({name: sorted(beyond[name] & set(names)) for name in names})
        return list(sorter.static_order())
    except CycleError:
        return names  # reported when the relations were read
