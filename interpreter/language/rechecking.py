"""Incremental checking: check again only what has changed.

In: the sources of a game and the checker of the previous text. Out: a checker that has skipped the values, procedures, actions
and steps on cards that are unchanged and refer to nothing that changed. Layer: language.
While the user edits a procedure, all other declarations are unchanged: only that procedure is checked again. A declaration
whose interface changes invalidates those that refer to it. Kinds, tables and options invalidate everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from interpreter.check import Checker, Sources
from interpreter.check.names.memory import Memory
from interpreter.check.names.recorder import WORD, Recorder
from interpreter.check.names.scope import Scope
from interpreter.ir import rulebook as rb
from interpreter.source import Diagnostic, Reporter
from interpreter.syntax import nodes as n

ROUTINES = (n.Procedure, n.Action)
STEPS = "steps of "  # prefix for the names of steps on cards, which may be the same as those of procedures


class Rechecker(Checker):
    """`found_in` holds the diagnostics of each declaration, including skipped ones."""

    def __init__(self, sources: Sources, reporter: Reporter, recorder: Recorder, before: Rechecker | None) -> None:
        super().__init__(sources, reporter, recorder)
        self._before = before
        self.memory = Memory(before.memory if before is not None else None)
        self._same: Rechecker | None = None
        self._changed: frozenset[str] = frozenset()  # names whose interface has changed
        self._looking: list[str] = []  # values whose type is being compared
        self._told: set[int] = set()  # diagnostics already attributed to a declaration
        self._words: dict[int, frozenset[str]] = {}
        self.left_out: set[str] = set()
        self.found_in: dict[str, list[Diagnostic]] = {}
        self.made_of: dict[str, Any] = {}  # the trees they were found in
        self.checked: list[Any] = []  # the trees that were not skipped

    # ---- the passes
    def weave(self) -> None:
        super().weave()
        self.memory.settle()
        if self._before is not None:
            known = self._before.woven.routines
            for name, node in self.woven.routines.items():
                if known.get(name) is not node and known.get(name) == node:
                    self.woven.routines[name] = known[name]

    def fill_cells(self) -> None:
        before, self._before = self._before, None
        if before is not None and same_surroundings(self, before):
            self._changed = changed_names(self, before)
            self._same, self._words = before, {**before._words}
            self.statements.owned_units |= before.statements.owned_units
        super().fill_cells()

    def check_bodies(self) -> None:
        super().check_bodies()
        self._same = None  # drop the previous checker, or every version would keep the one before alive
        alive = {id(node) for made in self.made_of.values() for node in (made if isinstance(made, tuple) else (made,))}
        self._words = {number: words for number, words in self._words.items() if number in alive}

    # ---- what can be left out
    def _body(self, routine: rb.Routine, node: n.Procedure | n.Action) -> None:
        self._again(routine.name, node, lambda: super(Rechecker, self)._body(routine, node))

    def _card_steps(self, routine: rb.Routine, nodes: tuple[Any, ...], scope: Scope) -> None:
        self._again(STEPS + routine.name, nodes, lambda: super(Rechecker, self)._card_steps(routine, nodes, scope))

    def _check_value(self, node: n.Let) -> rb.Value:
        name, before = node.head.name, self._same
        if before is not None and name in before.values and self.woven.lets.get(name) is node:
            laws = [said.law for said in self.woven.changes.get(name, ())]
            others = [said.law for said in before.woven.changes.get(name, ())]
            if _each_same(laws, others) and self._stays(name, (node, *laws)):
                self._formulas[name] = before._formulas.get(name, 1)
                return before.values[name]
        made = (node, *(said.law for said in self.woven.changes.get(name, ())))
        found: list[rb.Value] = []
        self._noted(name, made, lambda: found.append(super(Rechecker, self)._check_value(node)))
        return found[0]

    def _again(self, name: str, made: Any, check: Callable[[], object]) -> None:
        if not self._stays(name, made):
            self._noted(name, made, check)

    def _stays(self, name: str, made: Any) -> bool:
        """Whether a declaration and everything it refers to are unchanged; then its diagnostics are reused."""
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
            self.reporter.add(problem)
        self._told.update(map(id, found))
        return True

    def _noted(self, name: str, made: Any, check: Callable[[], object]) -> None:
        """Run a check and record its diagnostics; those of other values checked on the way are attributed to them."""
        known = len(self.reporter.found)
        check()
        self.found_in[name] = [problem for problem in self.reporter.found[known:] if id(problem) not in self._told]
        self.made_of[name] = made
        self._told.update(map(id, self.found_in[name]))
        self.checked.append(made)

    def _looks_different(self, word: str, to: str) -> bool:
        if word in self._changed:
            return True
        if word == to or word not in self.woven.lets or self._same is None:
            return False
        if word in self._looking or self.is_working(word):
            return True  # they depend on each other: unknown
        self._looking.append(word)
        try:
            value, other = self.value(word), self._same.values.get(word)
            return value is not other and (value is None or other is None or value.type != other.type)
        finally:
            self._looking.pop()

    def _words_in(self, tree: Any) -> frozenset[str]:
        """Return every word in a tree, including those of laws woven into it from other texts."""
        found = self._words.get(id(tree))
        if found is None:
            spans = {tree.span: tree.span.text}
            for inner in n.walk(tree):
                if inner.span.source is not tree.span.source:
                    spans.setdefault(inner.span, inner.span.text)
            found = self._words[id(tree)] = frozenset(WORD.findall(" ".join(spans.values())))
        return found


def _each_same(some: Iterable[Any], others: Iterable[Any]) -> bool:
    one, other = list(some), list(others)
    return len(one) == len(other) and all(a is b for a, b in zip(one, other, strict=True))


def _same_trees(some: Any, others: Any) -> bool:
    if isinstance(some, tuple) and isinstance(others, tuple):
        return _each_same(some, others)
    return some is others


# ---------------------------------------------------------------- interfaces of declarations


def same_surroundings(now: Checker, before: Checker) -> bool:
    """Whether the kinds, the tables and the options are unchanged; everything depends on them."""
    if now.sources.options != before.sources.options or now.sources.player_limit != before.sources.player_limit:
        return False
    if not _each_same(_basic(now), _basic(before)) or now.rows.keys() != before.rows.keys():
        return False
    if not _each_same(map(_law, now.woven.cell_changes), map(_law, before.woven.cell_changes)):
        return False
    if now.woven.twins or before.woven.twins or now.dropped != before.dropped:
        return False
    return all(_each_same(rows.rows, before.rows[name].rows) for name, rows in now.rows.items())


def _basic(checker: Checker) -> list[Any]:
    sorts = (n.Kind, n.Addition, n.AddTo, n.Option)
    return [node for node, _ in checker.declared if isinstance(node, sorts)]


def _law(said: Any) -> Any:
    return said.law


def changed_names(now: Checker, before: Checker) -> frozenset[str]:
    """Return the names that were added, removed, or have a new interface; of values, those whose head has changed."""
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


def _same_face(node: Any, other: Any, face: Callable[[Any], Any]) -> bool:
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
