"""A check that is done again only where something changed.

In: the sources of a game and the checker of the text before. Out: a checker that has left out the bodies of procedures and
actions that are the same, in surroundings that are the same. Layer: language.
While somebody writes in a procedure, all other declarations stay: then only that procedure is checked anew.
"""

from __future__ import annotations

from typing import Any

from interpreter.check import Checker, Sources
from interpreter.check import rulebook as rb
from interpreter.check.recorder import Recorder
from interpreter.source import Diagnostic, Reporter
from interpreter.syntax import nodes as n

ROUTINES = (n.Procedure, n.Action)


class Rechecker(Checker):
    """`left_out` are the bodies that were not checked; `found_in` is what was found in each body, also in those."""

    def __init__(self, sources: Sources, reporter: Reporter, recorder: Recorder, before: Rechecker | None) -> None:
        super().__init__(sources, reporter, recorder)
        self._before = before
        self._same: Rechecker | None = None
        self.left_out: list[tuple[rb.Routine, n.Procedure | n.Action]] = []
        self.found_in: dict[str, list[Diagnostic]] = {}

    def check_bodies(self) -> None:
        if self._before is not None and same_surroundings(self, self._before):
            self._same = self._before
            self.statements.owned_units |= self._before.statements.owned_units
        self._before = None
        super().check_bodies()
        self._same = None  # what is over is forgotten, or every text would keep the one before

    def _body(self, routine: rb.Routine, node: n.Procedure | n.Action) -> None:
        before = self._same
        if before is not None and before.woven.routines.get(routine.name) is node and routine.name in before.found_in:
            self.left_out.append((routine, node))
            self.found_in[routine.name] = before.found_in[routine.name]
            for problem in before.found_in[routine.name]:
                self.reporter.add(problem)
            return
        known = len(self.reporter._found)
        super()._body(routine, node)
        self.found_in[routine.name] = self.reporter._found[known:]

    def check_what_was_left_out(self) -> None:
        """For the passes that look at all bodies: nothing new is found or recorded."""
        waiting, self.left_out = self.left_out, []
        parts = (self, self.expressions, self.statements)
        reporter, recorder = self.reporter, self.recorder
        for part in parts:
            part.reporter, part.recorder = Reporter(), None
        try:
            for routine, node in waiting:
                super()._body(routine, node)
        finally:
            for part in parts:
                part.reporter, part.recorder = reporter, recorder


def same_surroundings(now: Checker, before: Checker) -> bool:
    """Is everything declared as it was, apart from what stands inside of procedures and actions?"""
    if len(now.declared) != len(before.declared) or now.rows.keys() != before.rows.keys():
        return False
    if now.routines.keys() != before.routines.keys() or now.keeps.keys() != before.keeps.keys():
        return False
    if any(keep.type != before.keeps[name].type for name, keep in now.keeps.items()):
        return False
    if now.sources.options != before.sources.options or now.sources.player_limit != before.sources.player_limit:
        return False
    for name, rows in now.rows.items():
        others = before.rows[name].rows
        if len(rows.rows) != len(others) or any(one is not other for one, other in zip(rows.rows, others, strict=True)):
            return False
    pairs = zip(now.declared, before.declared, strict=True)
    return all(by == its and _same_face(node, other, now, before) for (node, by), (other, its) in pairs)


def _same_face(node: Any, other: Any, now: Checker, before: Checker) -> bool:
    """Does a declaration look the same to all others?"""
    if node is other:
        return True
    if isinstance(node, n.Let) and isinstance(other, n.Let):
        return _same_value(node, other, now, before)
    if isinstance(node, n.Always) and isinstance(other, n.Always):
        return node.name == other.name  # nobody asks what it says
    if isinstance(node, ROUTINES) and isinstance(other, ROUTINES):
        return _face(node) == _face(other)
    return bool(node == other)


def _same_value(node: n.Let, other: n.Let, now: Checker, before: Checker) -> bool:
    """Of a value others see its name, its brackets, its type, and the number that it always is."""
    name = node.head.name
    if node.head.span.text != other.head.span.text or name not in before.values:
        return False
    known = n.Name(node.span, name)
    value = now.value(name)
    same_type = value is not None and value.type == before.values[name].type
    return same_type and now.known_number(known) == before.known_number(known)


def _face(node: Any) -> tuple[object, ...]:
    """The first line of a procedure or action, and what it keeps."""
    free = getattr(node, "free", None), getattr(node, "between", None), getattr(node, "word", None)
    parts = (node.head, getattr(node, "gives", None), getattr(node, "title", None), *node.keeps)
    return type(node), *free, *(part.span.text if part is not None else None for part in parts)
