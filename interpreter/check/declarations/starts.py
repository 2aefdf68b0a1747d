"""The order in which keeps are initialized.

In: keeps whose start may depend on others. Out: their names, each after those that its start reads; a cyclic start is
reported. Layer: check.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from graphlib import CycleError, TopologicalSorter

from interpreter.ir import rulebook as rb
from interpreter.source import Reporter


def in_order_of_starts(keeps: Mapping[str, rb.Keep], reporter: Reporter) -> dict[str, rb.Keep]:
    """Sort keeps topologically.

    In the order of declaration if no start depends on another."""
    needs = {name: dict.fromkeys(_read_by(keep.start, set())) for name, keep in keeps.items()}
    if not any(needs.values()):
        return dict(keeps)
    try:
        return {name: keeps[name] for name in TopologicalSorter(needs).static_order()}
    except CycleError as error:
        circle = list(reversed(error.args[1]))
        first = keeps[circle[0]]
        chain = ": " + " from ".join(circle) if len(circle) > 2 else ""
        message = f'"{first.name}" starts at something that is calculated from itself{chain}'
        reporter.error("R0315", first.span.word(first.name), message, "let one of them start at a plain value")
        return dict(keeps)


def _read_by(term: object, seen: set[rb.Value]) -> Iterator[str]:
    """Yield the keeps that a term reads, also through the values it calls."""
    if isinstance(term, rb.Stored):
        yield term.keep.name
        yield from (name for key in term.keys for name in _read_by(key, seen))
    elif isinstance(term, rb.ValueCall):
        yield from (name for argument in term.arguments for name in _read_by(argument, seen))
        if term.value not in seen:
            seen.add(term.value)
            parts = [*term.value.cases, *(case for change in term.value.alterations for case in change.cases)]
            guards = [change.guard for change in term.value.alterations]
            yield from (name for part in (*parts, *guards) for name in _read_by(part, seen))
    elif isinstance(term, tuple):
        yield from (name for part in term for name in _read_by(part, seen))
    elif is_dataclass(term) and not isinstance(term, rb.Variable | rb.Column | rb.Keep | rb.Value | rb.Option):
        yield from (name for field in fields(term) for name in _read_by(getattr(term, field.name), seen))
