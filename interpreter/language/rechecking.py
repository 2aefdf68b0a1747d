"""Incremental checking: check again only what has changed.

In: the sources of a game and the checker of the previous text. Out: a checker that has skipped the values, procedures, actions
and steps on cards that are unchanged and refer to nothing that changed. Layer: language.
While the user edits a procedure, all other declarations are unchanged: only that procedure is checked again. A declaration
whose interface changes invalidates those that refer to it. Kinds, tables and options invalidate everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from interpreter.check import Checker, Sources, new_checker
from interpreter.check.apply_laws import weave
from interpreter.check.check_state import Trees
from interpreter.check.collect import read_kinds
from interpreter.check.declarations.bodies import check_bodies
from interpreter.check.declarations.declare import declare
from interpreter.check.laws.sources import SourcedLaw
from interpreter.check.names.memory import Memory
from interpreter.check.names.recorder import WORD, Recorder
from interpreter.check.tables.cell_changes import fill_cells
from interpreter.ir import rulebook as rb
from interpreter.source import Diagnostic, Reporter
from interpreter.syntax import nodes as n

ROUTINES = (n.Procedure, n.Action)
STEPS = "steps of "  # prefix for the names of steps on cards, which may be the same as those of procedures


class Rechecking:
    """Checks a text again; the Reuse of its Checker.

    `found_in` holds the diagnostics of each body, also of those left out."""

    def __init__(self, sources: Sources, reporter: Reporter, recorder: Recorder, before: Rechecking | None) -> None:
        memory = Memory(before.checker.memory if before is not None else None)
        self.checker: Checker = new_checker(sources, reporter, recorder, self, memory)
        self._before = before
        self._same: Rechecking | None = None
        self._changed: frozenset[str] = frozenset()  # names whose interface has changed
        self._looking: list[str] = []  # values whose type is being compared
        self._told: set[int] = set()  # diagnostics already attributed to a declaration
        self.words: dict[int, frozenset[str]] = {}
        self.left_out: set[str] = set()
        self.found_in: dict[str, list[Diagnostic]] = {}
        self.made_of: dict[str, Trees] = {}  # the trees they were found in
        self.checked: list[Trees] = []  # the trees that were not skipped

    # ---- the passes
    def read_kinds(self) -> None:
        read_kinds(self.checker)

    def weave(self) -> None:
        weave(self.checker)
        self.checker.memory.settle()
        if self._before is not None:
            known = self._before.checker.woven.routines
            for name, node in self.checker.woven.routines.items():
                if known.get(name) is not node and known.get(name) == node:
                    self.checker.woven.routines[name] = known[name]

    def declare(self) -> None:
        declare(self.checker)

    def fill_cells(self) -> None:
        before, self._before = self._before, None
        if before is not None and same_surroundings(self.checker, before.checker):
            self._changed = changed_names(self.checker, before.checker)
            self._same, self.words = before, {**before.words}
            self.checker.env.units.owned.update(before.checker.env.units.owned)
        fill_cells(self.checker)

    def check_bodies(self) -> None:
        check_bodies(self.checker)
        self._same = None  # drop the previous check, or every version would keep the one before alive
        alive = {id(node) for made in self.made_of.values() for node in (made if isinstance(made, tuple) else (made,))}
        self.words = {number: words for number, words in self.words.items() if number in alive}

    # ---- what can be left out
    def routine(self, routine: rb.Routine, node: n.Procedure | n.Action, check: Callable[[], None]) -> None:
        self._again(routine.name, node, check)

    def card_steps(self, routine: rb.Routine, nodes: tuple[n.Statement, ...], check: Callable[[], None]) -> None:
        self._again(STEPS + routine.name, nodes, check)

    def let(self, node: n.Let, check: Callable[[], rb.Value]) -> rb.Value:
        name, before, woven = node.head.name, self._same, self.checker.woven
        made = (node, *(said.law for said in woven.changes.get(name, ())))
        if before is not None and name in before.checker.values and woven.lets.get(name) is node:
            others = [said.law for said in before.checker.woven.changes.get(name, ())]
            if _each_same(made[1:], others) and self._stays(name, made):
                self.checker.progress.formulas[name] = before.checker.progress.formulas.get(name, 1)
                return before.checker.values[name]
        found: list[rb.Value] = []
        self._noted(name, made, lambda: found.append(check()))
        return found[0]

    def _again(self, name: str, made: Trees, check: Callable[[], None]) -> None:
        if not self._stays(name, made):
            self._noted(name, made, check)

    def _stays(self, name: str, made: Trees) -> bool:
        """Whether a declaration and everything it refers to are unchanged.

        Then its diagnostics are reused."""
        before = self._same
        if before is None or name not in before.found_in or not _same_trees(before.made_of[name], made):
            return False
        found = before.found_in[name]
        if found and self._changed:  # a message may name other declarations
            return False
        trees = made if isinstance(made, tuple) else (made,)
        if any(self._looks_different(word, name) for tree in trees for word in self._words_in(tree)):
            return False
        self.left_out.add(name)
        self.found_in[name], self.made_of[name] = found, before.made_of[name]
        for problem in found:
            self.checker.reporter.add(problem)
        self._told.update(map(id, found))
        return True

    def _noted(self, name: str, made: Trees, check: Callable[[], None]) -> None:
        """Run a check and record its diagnostics.

        Those of other values checked on the way are attributed to them."""
        known = len(self.checker.reporter.found)
        check()
        self.found_in[name] = [
            problem for problem in self.checker.reporter.found[known:] if id(problem) not in self._told
        ]
        self.made_of[name] = made
        self._told.update(map(id, self.found_in[name]))
        self.checked.append(made)

    def _looks_different(self, word: str, to: str) -> bool:
        if word in self._changed:
            return True
        if word == to or word not in self.checker.woven.lets or self._same is None:
            return False
        if word in self._looking or self.checker.is_working(word):
            return True  # they depend on each other: unknown
        self._looking.append(word)
        try:
            value, other = self.checker.value(word), self._same.checker.values.get(word)
            return value is not other and (value is None or other is None or value.type != other.type)
        finally:
            self._looking.pop()

    def _words_in(self, tree: n.Node) -> frozenset[str]:
        """Return every word in a tree, those of laws woven into it included."""
        found = self.words.get(id(tree))
        if found is None:
            spans = {tree.span: tree.span.text}
            for inner in n.walk(tree):
                if inner.span.source is not tree.span.source:
                    spans.setdefault(inner.span, inner.span.text)
            found = self.words[id(tree)] = frozenset(WORD.findall(" ".join(spans.values())))
        return found


def _each_same(some: Iterable[object], others: Iterable[object]) -> bool:
    one, other = list(some), list(others)
    return len(one) == len(other) and all(a is b for a, b in zip(one, other, strict=True))


def _same_trees(some: Trees, others: Trees) -> bool:
    if isinstance(some, tuple) and isinstance(others, tuple):
        return _each_same(some, others)
    return some is others


# ---------------------------------------------------------------- interfaces of declarations


def same_surroundings(now: Checker, before: Checker) -> bool:
    """Whether the kinds, the tables and the options are unchanged.

    Everything depends on them."""
    if now.sources.options != before.sources.options or now.sources.player_limit != before.sources.player_limit:
        return False
    if not _each_same(_basic(now), _basic(before)) or now.rows.keys() != before.rows.keys():
        return False
    if not _each_same(map(_law, now.woven.cell_changes), map(_law, before.woven.cell_changes)):
        return False
    if now.woven.twins or before.woven.twins or now.dropped != before.dropped:
        return False
    return all(_each_same(rows.rows, before.rows[name].rows) for name, rows in now.rows.items())


def _basic(checker: Checker) -> list[n.Node]:
    sorts = (n.Kind, n.Addition, n.AddTo, n.Option)
    return [node for node, _ in checker.declared if isinstance(node, sorts)]


def _law(said: SourcedLaw[n.Law]) -> n.Law:
    return said.law


def changed_names(now: Checker, before: Checker) -> frozenset[str]:
    """Return the names that were added, removed, or have a new interface.

    Of values, those whose head has changed."""
    found: set[str] = set()
    pairs: tuple[tuple[Mapping[str, Any], Mapping[str, Any], Callable[[Any], Any]], ...] = (
        (now.woven.routines, before.woven.routines, _face),
        (now.woven.keeps, before.woven.keeps, _kept),
        (now.woven.lets, before.woven.lets, _value),
    )
    for ours, theirs, face in pairs:
        found |= ours.keys() ^ theirs.keys()
        found |= {name for name in ours.keys() & theirs.keys() if not _same_face(ours[name], theirs[name], face)}
    found |= {name for name, keep in now.keeps.items() if name in before.keeps and keep.type != before.keeps[name].type}
    for name in now.woven.lets.keys() & before.woven.lets.keys():
        node = n.Name(now.woven.lets[name].span, name)
        if name not in found and now.known_number(node) != before.known_number(node):
            found.add(name)
    return frozenset(found)


def _same_face(node: object, other: object, face: Callable[[Any], Any]) -> bool:
    return node is other or (type(node) is type(other) and face(node) == face(other))


def _face(node: Any) -> tuple[object, ...]:
    """Return the interface of a procedure or action: its head, and what it keeps."""
    free = getattr(node, "free", None), getattr(node, "between", None), getattr(node, "word", None)
    parts = (getattr(node, "gives", None), getattr(node, "title", None), *node.keeps)
    return (*free, _head(node), *(part.span.text if part is not None else None for part in parts))


def _kept(node: n.Keep) -> object:
    return node.span.text


def _value(node: n.Let) -> object:
    """Return the head of a value; its type is compared when it is referred to."""
    return _head(node)


def _head(node: Any) -> tuple[str, ...]:
    """Return the parameters."""
    return tuple(parameter.span.text for parameter in node.head.parameters)
