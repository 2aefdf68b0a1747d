"""What of a game's rules has no consequence: values that only watch, and steps whose order cannot matter.

In: the folder of a game, house rules. Out: names of values on which nothing but `always` rules and bots depend; whether two
steps can change places without any difference. Layer: inspection. What is not sure counts as having consequences.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from interpreter.check.rulebook import Rulebook
from interpreter.data import Folder
from interpreter.inspection.chosen import data_of, with_needed
from interpreter.inspection.orders import Orders
from interpreter.reading import read_game, read_source, the_parser
from interpreter.source import Problems
from interpreter.syntax import nodes as n

WORD = re.compile(r"\b[a-z][a-z0-9_]*\b")


class Consequences:
    def __init__(self, folder: Folder, chosen: Sequence[Path] = ()) -> None:
        """`chosen`: variants that are played together, perhaps from elsewhere."""
        files = list(dict.fromkeys([*folder.rules, *folder.variants.values(), *chosen]))
        nodes = [node for file in files for node in _declared(the_parser().variant(read_source(file)).declarations)]
        tables = [*folder.path.rglob("*.yaml"), *(file for one in chosen for file in data_of(folder, one).values())]
        data = " ".join(file.read_text(encoding="utf-8") for file in tables)
        self.lets = {node.head.name: node for node in nodes if isinstance(node, n.Let)}
        self.values = _values(nodes)
        self.orders = Orders(list(_rulebooks(folder, chosen)))
        self.watching = self.lets.keys() - self._read_by(nodes, data)

    def _read_by(self, nodes: Iterable[n.Node], data: str) -> set[str]:
        """Names on which the course of a game can depend: what steps and cards name, and what those values name."""
        acting = [node for node in nodes if not isinstance(node, n.Let | n.ChangeValue | n.Always)]
        shown = [node for node in self.lets.values() if node.shown_as is not None]
        found = {name for node in acting for name in _names(node)} | {node.head.name for node in shown}
        return self._with_lets(found | set(WORD.findall(data)))

    def _with_lets(self, names: Iterable[str]) -> set[str]:
        """These names, and those in the values that they stand for."""
        found: set[str] = set()
        waiting = list(names)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += (inner for value in self.values.get(name, ()) for inner in _names(value))
        return found

    def commute(self, one: n.Node, two: n.Node) -> bool:
        """Do two steps come to the same in either order?"""
        return self.orders.commute(one.span, two.span, (_names(one), _names(two)))


def _rulebooks(folder: Folder, chosen: Sequence[Path]) -> Iterator[Rulebook]:
    """The game as it is, with each variant and what that requires, with those that are chosen. What does not check is told of
    elsewhere."""
    for files in ((), *([file] for file in folder.variants.values()), *([chosen] if chosen else ())):
        with suppress(Problems):
            yield read_game(folder.path, with_needed(folder, files), {}, open_options=True)[0]


def _declared(nodes: Iterable[n.Node]) -> Iterator[n.Node]:
    """A variant's declarations are those of its file."""
    for node in nodes:
        if isinstance(node, n.Variant):
            yield from _declared(node.declarations)
        else:
            yield node


def _values(nodes: Iterable[n.Node]) -> dict[str, list[n.Node]]:
    """By the name of a value what it can be: where it is declared, and each variant that changes it."""
    found: dict[str, list[n.Node]] = {}
    for node in nodes:
        if isinstance(node, n.Let | n.ChangeValue):
            found.setdefault(node.head.name, []).append(node)
    return found


def _names(node: n.Node) -> set[str]:
    """Every word in a tree that could be the name of something."""
    found: set[str] = set()
    for inner in n.walk(node):
        for attribute in ("name", "inside", "of", "word", "resource", "unit"):
            word = getattr(inner, attribute, None)
            if isinstance(word, str):
                found.add(word)
    if isinstance(node, n.Let):
        found.discard(node.head.name)
    return found
