"""May a term be shown to the player who is refused something?

In: a checked term and the player who reads it. Out: yes if it depends on nothing that is hidden from that player.
Layer: check. A refusal prints the values in its condition; none of them may be hidden from the reader.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import get_args

from interpreter.check.secrets.written_cards import reads_loose_cards
from interpreter.ir import rulebook as rb
from interpreter.ir.types import Zone


def tellable(term: rb.Term, reader: rb.Term | None) -> bool:
    """Is the term, with every value that it calls, visible to the reader?

    A term that may depend on anything is not."""
    try:
        read = Reading(reader).of(term)
        written = {stored.keep for stored in read if stored.keep.is_written}
        if written and reads_loose_cards(term, written):
            return False
        return all(_open(stored, reader) for stored in read if stored.keep not in written)
    except UnsureSignal:
        return False


class UnsureSignal(Exception):
    """The term may depend on anything, such as whether an action can be taken."""


def _open(stored: rb.Stored, reader: rb.Term | None) -> bool:
    """Does everyone always see it, or does its owner, who is the reader?"""
    if all(seen.everyone and seen.when is None for seen in stored.keep.seen):
        return True
    if reader is None or not stored.keys or stored.keys[0] != reader:
        return False
    owner = stored.keep.parameters[0]
    return any(seen.when is None and rb.Local(owner.type, owner) in seen.by for seen in stored.keep.seen)


@dataclass(frozen=True)
class Parts:
    """What a term or value refers to: stored values, and calls of values."""

    stored: set[rb.Stored] = field(default_factory=set)
    calls: set[rb.ValueCall] = field(default_factory=set)
    columns: set[rb.Column] = field(default_factory=set)  # columns of formulas already visited


class Reading:
    """Find all stored values that a term reads, for one reader.

    The reads of a value are found once, in terms of its parameters, and then substituted at each call: it may be called for
    the reader here and for another player there. Recursive values are iterated to a fixed point; an argument that is neither a
    local, a constant nor the reader becomes None (anybody), so that the iteration terminates."""

    def __init__(self, reader: rb.Term | None) -> None:
        self._reader = reader
        self._parts: dict[rb.Value, Parts] = {}
        self._known: dict[rb.Value, frozenset[rb.Stored]] = {}

    def of(self, term: rb.Term) -> frozenset[rb.Stored]:
        parts = Parts()
        _collect(term, parts)
        self._look_up(parts)
        found, before = self._settled(parts), -1
        while sum(map(len, self._known.values())) != before:
            before = sum(map(len, self._known.values()))
            for value, own in self._parts.items():
                self._known[value] = self._settled(own)
            found = self._settled(parts)
        return found

    def _look_up(self, parts: Parts) -> None:
        """Collect the parts of all called values, transitively."""
        waiting = [call.value for call in parts.calls]
        while waiting:
            value = waiting.pop()
            if value not in self._parts:
                own = self._parts[value] = Parts()
                _collect((value.cases, value.alterations), own)
                waiting += [call.value for call in own.calls]

    def _settled(self, parts: Parts) -> frozenset[rb.Stored]:
        """Return the reads of these parts, as far as the called values are known."""
        found = set(parts.stored)
        for call in parts.calls:
            arguments = dict(zip(call.value.parameters, call.arguments, strict=False))
            found.update(self._called_with(stored, arguments) for stored in self._known.get(call.value, ()))
        return frozenset(found)

    def _called_with(self, stored: rb.Stored, arguments: dict[rb.Variable, rb.Term]) -> rb.Stored:
        """Substitute the arguments of a call for the parameters in a stored value's keys."""
        keys = tuple(self._argument(key, arguments) for key in stored.keys)
        return rb.Stored(stored.type, stored.keep, keys)

    def _argument(self, key: rb.Term, arguments: dict[rb.Variable, rb.Term]) -> rb.Term:
        if not isinstance(key, rb.Local) or key.variable not in arguments:
            return key
        given = arguments[key.variable]
        return (
            given
            if given == self._reader or isinstance(given, rb.Local | rb.Constant)
            else rb.Constant(given.type, None)
        )


def _collect(term: object, parts: Parts) -> None:
    counted = _counted_openly(term)
    if counted is not None:
        term = counted.keys
    if isinstance(term, rb.Formula) and term.column not in parts.columns:
        parts.columns.add(term.column)
        _collect(tuple(term.column.cells), parts)
    if isinstance(term, rb.Stored):
        parts.stored.add(term)
    if isinstance(term, rb.ValueCall):
        parts.calls.add(term)
    if isinstance(term, OTHERS):
        raise UnsureSignal
    if isinstance(term, tuple):
        for part in term:
            _collect(part, parts)
    elif isinstance(term, PARTS):
        for one in fields(term):
            _collect(getattr(term, one.name), parts)


def _counted_openly(term: object) -> rb.Stored | None:
    """Return the pile that is only counted, if it does not hide its number."""
    match term:
        case rb.Search(word="count", where=None, items=rb.Stored(type=Zone()) as pile) if not pile.keep.count_hidden:
            return pile
        case _:
            return None


PARTS = (
    rb.Stored, rb.ValueCall, rb.Printed, rb.Formula, rb.Builtin, rb.Listing, rb.Numbers, rb.Rotated, rb.Search, rb.Key, rb.Logic,
    rb.Comparison, rb.LiesIn, rb.Calculation, rb.Chosen, rb.Phrase, rb.Template, rb.Case, rb.Alteration,
)  # fmt: skip
PLAIN = (rb.Constant, rb.Setting, rb.Local, rb.Members)
OTHERS = tuple(kind for kind in get_args(rb.Term) if kind not in (*PARTS, *PLAIN))
