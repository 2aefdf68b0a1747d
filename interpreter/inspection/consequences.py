"""What of a game's rules has no consequence: values that only watch, and steps whose order cannot matter.

In: the folder of a game. Out: names of values on which nothing but `always` rules and bots depend; whether two steps can
change places without any difference. Layer: inspection. What is not sure counts as having consequences.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from interpreter.data import Folder
from interpreter.reading import read_source, the_parser
from interpreter.syntax import nodes as n

WORD = re.compile(r"\b[a-z][a-z0-9_]*\b")
CHANGED = re.compile(r"\bchange\s+(?:\w+'s\s+)?([a-z][a-z0-9_]*)")  # in the rules of cards
PLURALS = ("", "s", "es")


class Consequences:
    def __init__(self, folder: Folder) -> None:
        files = [*folder.rules, *folder.variants.values()]
        nodes = [node for file in files for node in _declared(the_parser().variant(read_source(file)).declarations)]
        data = " ".join(file.read_text(encoding="utf-8") for file in folder.path.rglob("*.yaml"))
        self.lets = {node.head.name: node for node in nodes if isinstance(node, n.Let)}
        self.keeps = {node.head.name for node in nodes if isinstance(node, n.Keep)}
        self.words = {name for node in nodes for name in _names(node)} | set(WORD.findall(data))
        self.altered = {node.head.name for node in nodes if isinstance(node, n.ChangeValue | n.ChangeCell)}
        self.altered |= set(CHANGED.findall(data)) | {name for node in nodes for name in _formulas(node)}
        self.watching = self.lets.keys() - self._read_by(nodes, data)

    def _read_by(self, nodes: Iterable[n.Node], data: str) -> set[str]:
        """Names on which the course of a game can depend: what steps and cards name, and what those values name."""
        acting = [node for node in nodes if not isinstance(node, n.Let | n.Always)]
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
                waiting += _names(self.lets[name]) if name in self.lets else ()
        return found

    def commute(self, one: n.Node, two: n.Node) -> bool:
        """Do two steps come to the same in either order? Each sets something that the other neither sets nor reads."""
        first, second = self._effect(one), self._effect(two)
        if first is None or second is None:
            return False
        (sets, reads), (sets_too, reads_too) = first, second
        return not sets & (sets_too | reads_too) and not sets_too & reads

    def _effect(self, step: n.Node) -> tuple[set[str], set[str]] | None:
        """What a plain step sets and reads; none if that is not known, or other rules can take part."""
        match step:
            case n.SetValue(target=target) | n.Raise(target=target):
                sets = {_stored(target)}
            case n.Gain(resource=resource) | n.Pay(resource=resource):
                kept = [resource.name + ending for ending in PLURALS if resource.name + ending in self.keeps]
                if not kept or any(f"{moment}_{kept[0]}" in self.words for moment in ("gain", "lose", "pay")):
                    return None
                sets = {kept[0]}
            case n.Score(row=row):
                sets = {f"row {row.span.text}" if row is not None else "score"}
            case _:
                return None
        reads = self._with_lets(_names(step))
        return None if "" in sets or reads & self.altered else (sets, reads - sets)


def _declared(nodes: Iterable[n.Node]) -> Iterator[n.Node]:
    """A variant's declarations are those of its file."""
    for node in nodes:
        if isinstance(node, n.Variant):
            yield from _declared(node.declarations)
        else:
            yield node


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


def _formulas(node: n.Node) -> Iterator[str]:
    """Columns whose cells are worked out: what they read stands on the cards."""
    for column in node.columns if isinstance(node, n.Kind) else ():
        if column.head.parameters:
            yield column.head.name


def _stored(target: n.Node) -> str:
    match target:
        case n.Name(name=name) | n.Call(name=name) | n.Possessive(name=name):
            return str(name)
        case _:
            return ""
