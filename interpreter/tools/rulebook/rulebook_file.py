"""Read rulebook.yaml: the designer's texts for the book, and the rules and clauses that each of them tells.

In: a game's folder. Out: Texts, or Problems at their places. Layer: tools. A text names rules (`tells`), clauses of rulebook.md
(`clauses`, single ones or ranges such as "DYS-046 to DYS-054"), or both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from interpreter.data import Cell, check_schema, load_schema, read_own, read_yaml
from interpreter.source import Reporter, did_you_mean

FILE = "rulebook.yaml"
RANGE = re.compile(r"^(\S+) to (\S+)$")


@dataclass(frozen=True)
class Text:
    """One text of rulebook.yaml, with the cells that diagnostics point at."""

    title: str
    words: str
    chapter: str  # begins this chapter; "" continues the one before
    place: str  # "rules", "box" or "set-up"
    variant: str  # the variant that it is about, or ""
    glance: str
    example: str
    tells: tuple[str, ...]
    clauses: tuple[str, ...]
    mark: str
    told_at: tuple[Cell, ...]  # of the rules' names
    named_at: Cell  # `tells` or `clauses`, below which the mark is written
    said_at: Cell


@dataclass(frozen=True)
class RulebookFile:
    texts: tuple[Text, ...]
    words: Mapping[str, str]  # the glossary


def has_file(path: Path) -> bool:
    return (path / FILE).is_file()


def read_file(path: Path, clauses: Sequence[str]) -> RulebookFile:
    """Read the file, or raise Problems if it cannot be understood.

    `clauses` are the ids of rulebook.md, in their order."""
    root = read_yaml(read_own(path, path / FILE))
    reporter = Reporter()
    check_schema(root, load_schema("rulebook"), reporter, "the rulebook")
    reporter.raise_if_errors()
    parts = _map(root)
    texts = tuple(_text(_map(cell), clauses, reporter) for cell in _list(parts["rules"]))
    reporter.raise_if_errors()
    words = {name: str(cell.value).strip() for name, cell in _map(parts["words"]).items()} if "words" in parts else {}
    return RulebookFile(texts, words)


def _text(parts: Mapping[str, Cell], clauses: Sequence[str], reporter: Reporter) -> Text:
    def said(key: str, usual: str = "") -> str:
        return str(parts[key].value).strip() if key in parts else usual

    told_at = tuple(_list(parts["tells"])) if "tells" in parts else ()
    named = _list(parts["clauses"]) if "clauses" in parts else []
    return Text(
        said("title"), said("text"), said("chapter"), said("place", "rules"), said("variant"), said("glance"), said("example"),
        tuple(str(one.value) for one in told_at), tuple(_ids(named, clauses, reporter)), said("read"),
        told_at, (named or list(told_at))[0], parts["text"],
    )  # fmt: skip


def _ids(cells: Sequence[Cell], clauses: Sequence[str], reporter: Reporter) -> list[str]:
    """Return the clauses that are named, each range in the order of the rulebook."""
    found = list[str]()
    for cell in cells:
        between = RANGE.match(str(cell.value))
        first, last = between.groups() if between else (str(cell.value), str(cell.value))
        unknown = [one for one in (first, last) if one not in clauses]
        if unknown:
            help = (
                did_you_mean(unknown[0], list(clauses)) or "write ids of rulebook.md, single ones or `A-001 to A-009`"
            )
            reporter.error("R0443", cell.span, f'rulebook.md has no clause "{unknown[0]}"', help)
            continue
        found += clauses[clauses.index(first) : clauses.index(last) + 1]
    return list(dict.fromkeys(found))


def _map(cell: Cell) -> Mapping[str, Cell]:
    assert isinstance(cell.value, dict)
    return cell.value


def _list(cell: Cell) -> list[Cell]:
    assert isinstance(cell.value, list)
    return cell.value
