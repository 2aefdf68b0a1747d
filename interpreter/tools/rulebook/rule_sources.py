"""What the rules of a game say as they are written, and which clauses of rulebook.md each of them cites.

In: a game's folder, files of variants. Out: Declared. Layer: tools. Read from the trees alone, without checking the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from interpreter.data import read_own
from interpreter.reading import read_source, the_parser
from interpreter.source import Source
from interpreter.source.bundled import shown
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write
from interpreter.tools.trace.citations import CLAUSE

NAME = re.compile(r"[a-z]\w*")


@dataclass(frozen=True, slots=True)
class Declared:
    name: str  # of a procedure, an action, a value; what a law changes
    clauses: frozenset[str]
    text: str  # in its one canonical form, without comments
    is_value: bool
    is_number: bool  # nothing but a number with a name


def declared(rules: Iterable[Path], variants: Iterable[Path] = ()) -> list[Declared]:
    own = [one for file in rules for one in _declared_in(read_source(file), False)]
    return own + [one for file in variants for one in _declared_in(read_source(file), True)]


@lru_cache(maxsize=400)
def _declared_in(source: Source, is_variant: bool) -> tuple[Declared, ...]:
    """Return what one file says; variants of a game share most of its files.

    A variant's file may end with scenarios."""
    module = the_parser().variant(source) if is_variant else the_parser().module(source)
    found = list[Declared]()
    for node in _flat(module.declarations):
        cited = {
            clause for citation in module.citations if node.span.line <= citation.line <= node.span.end_line
            for clause in citation.clauses
        }  # fmt: skip
        found.append(Declared(_name(node), frozenset(cited), write(node), isinstance(node, n.Let), _is_number(node)))
    return tuple(found)


def clause_texts(path: Path) -> dict[str, str]:
    """Return the clauses of rulebook.md in their order."""
    file = path / "rulebook.md"
    if not file.is_file():
        return {}
    found = (CLAUSE.match(line) for line in read_own(path, file, shown(file)).lines)
    return {one["id"]: one["text"].strip() for one in found if one is not None}


def values_named(texts: Sequence[str], rules: Sequence[Declared]) -> list[Declared]:
    """Return the values that these texts name.

    A number that only has a name is filled in and need not be compared."""
    names = {name for text in texts for name in NAME.findall(text)}
    return [one for one in rules if one.is_value and not one.is_number and one.name in names]


def _flat(declarations: Sequence[n.Declaration]) -> Iterator[n.Declaration]:
    for node in declarations:
        yield from node.declarations if isinstance(node, n.Variant) else (node,)


def _name(node: n.Declaration) -> str:
    for part in (getattr(node, "head", None), node, getattr(node, "target", None)):
        name = getattr(part, "name", None)
        if isinstance(name, str):
            return name
    return ""


def _is_number(node: n.Declaration) -> bool:
    return (
        isinstance(node, n.Let)
        and not node.head.parameters
        and len(node.cases) == 1
        and isinstance(node.cases[0].value, n.Number)
    )
