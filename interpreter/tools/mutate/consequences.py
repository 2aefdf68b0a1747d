"""Find rules whose mutation cannot be observed: values that only watch, and steps whose order does not matter.

In: the folder of a game, house rules. Out: names of values on which only `always` rules and bots depend; whether two
steps commute. Layer: tools. In doubt, a rule is taken to have consequences.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from interpreter.data import Folder
from interpreter.ir.rulebook import Rulebook
from interpreter.reading import read_game, read_source, the_parser
from interpreter.source import Problems
from interpreter.syntax import nodes as n
from interpreter.tools.mutate.step_orders import Orders
from interpreter.tools.variants.chosen import data_of, with_needed

WORD = re.compile(r"\b[a-z][a-z0-9_]*\b")


class Consequences:
    def __init__(self, folder: Folder, chosen: Sequence[Path] = ()) -> None:
        """`chosen`: variants that are played together, possibly from other folders."""
        files = list(dict.fromkeys([*folder.rules, *folder.variants.values(), *chosen]))
        nodes = [node for file in files for node in _declared(the_parser().variant(read_source(file)).declarations)]
        tables = [*folder.path.rglob("*.yaml"), *(file for one in chosen for file in data_of(folder, one).values())]
        data = " ".join(file.read_text(encoding="utf-8") for file in tables)
        self.lets = {node.head.name: node for node in nodes if isinstance(node, n.Let)}
        self.values = _values(nodes)
        self.orders = Orders(list(_rulebooks(folder, chosen)))
        self.watching = self.lets.keys() - self._read_by(nodes, data)

    def _read_by(self, nodes: Iterable[n.Node], data: str) -> set[str]:
        """Collect the names that a game's course can depend on.

        Those in steps and cards, and those in the values they use."""
        acting = [node for node in nodes if not isinstance(node, n.Let | n.ChangeValue | n.Always)]
        shown = [node for node in self.lets.values() if node.shown_as is not None]
        found = {name for node in acting for name in _names(node)} | {node.head.name for node in shown}
        return self._with_lets(found | set(WORD.findall(data)))

    def _with_lets(self, names: Iterable[str]) -> set[str]:
        """Close a set of names under the names used in their values."""
        found: set[str] = set()
        waiting = list(names)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += (inner for value in self.values.get(name, ()) for inner in _names(value))
        return found

    def commute(self, one: n.Node, two: n.Node) -> bool:
        """Whether two steps have the same effect in either order."""
        return self.orders.commute(one.span, two.span, (_names(one), _names(two)))


def _rulebooks(folder: Folder, chosen: Sequence[Path]) -> Iterator[Rulebook]:
    """Yield the rulebook alone, with each variant, and with the chosen ones.

    A variant comes with what it requires. Those that do not check are reported elsewhere."""
    for files in ((), *([file] for file in folder.variants.values()), *([chosen] if chosen else ())):
        with suppress(Problems):
            yield read_game(folder.path, with_needed(folder, files), {}, open_options=True)[0]


def _declared(nodes: Iterable[n.Node]) -> Iterator[n.Node]:
    """Flatten variants into their declarations."""
    for node in nodes:
        if isinstance(node, n.Variant):
            yield from _declared(node.declarations)
        else:
            yield node


def _values(nodes: Iterable[n.Node]) -> dict[str, list[n.Node]]:
    """Map each value to its declaration and every change of it by a variant."""
    found: dict[str, list[n.Node]] = {}
    for node in nodes:
        if isinstance(node, n.Let | n.ChangeValue):
            found.setdefault(node.head.name, []).append(node)
    return found


def _names(node: n.Node) -> set[str]:
    """Collect every word in a tree that could be a name."""
    found: set[str] = set()
    for inner in n.walk(node):
        for attribute in ("name", "inside", "of", "word", "resource", "unit"):
            word = getattr(inner, attribute, None)
            if isinstance(word, str):
                found.add(word)
    if isinstance(node, n.Let):
        found.discard(node.head.name)
    return found
