"""Names lost with a wrong declaration, and errors that may only follow from that.

In: texts that cannot be parsed, or declarations with errors. Out: Lost, which decides whether a diagnostic may be a
consequence. Layer: check.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from interpreter.source import Diagnostic, Span
from interpreter.syntax import declared_in, files_in, mentioned_in
from interpreter.syntax import nodes as n

WORD = re.compile(r"[a-z][a-z0-9_]*")
QUOTED = re.compile(r'"([^"]*)"')
ROW = re.compile(r"( *)- ")
UNKNOWN = ("R02", "R06")  # codes about undeclared names
WITH_BRACKETS = (n.Procedure, n.Action, n.Keep, n.Let)
NO_TABLE = "R040"  # codes about files that are not YAML
NO_SUCH_KIND = "R0203"
DATA = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class Lost:
    """The names that lost texts would have declared, and all that they mention."""

    declared: frozenset[str]
    mentioned: frozenset[str]
    forces: bool  # is a place lost in which cards are in force? Then the owners of their laws are unknown
    kinds: frozenset[str] = frozenset()  # names that steps may use for a thing in the brackets
    within: tuple[Span, ...] = ()  # declarations whose brackets are in doubt

    def explains(self, found: Diagnostic) -> bool:
        """May this diagnostic be only a consequence of something lost?"""
        if self.forces and found.span is not None and found.span.source.path.endswith(DATA):
            return True
        words = _words_of(found)
        if (
            found.span is not None
            and words & self.kinds
            and any(_lies_in(found.span, around) for around in self.within)
        ):
            return True
        if found.code.startswith(UNKNOWN) and words & self.mentioned:
            return True
        return any(word in self.declared or _parts(word) & self.declared for word in words)


def lost_with(parts: Iterable[str], members: Iterable[str], rest: Iterable[n.Module | n.Variant]) -> Lost:
    """Return what is lost with some texts and with the members of tables.

    A lost mechanic takes its instances along."""
    parts, members = tuple(parts), tuple(members)
    declared = frozenset(members).union(*map(declared_in, parts), *map(files_in, parts))
    made = _made_with(declared, (node for text in rest for node in text.declarations))
    forces = any("in force" in part for part in parts)
    return Lost(declared | made, frozenset().union(*map(mentioned_in, parts)), forces)


def doubtful(wrong: Iterable[Diagnostic], later: Iterable[Diagnostic], declared: Iterable[n.Declaration]) -> Lost:
    """Return what is in doubt: declarations and rows that parse but have errors.

    `later`: diagnostics found once everything was declared; the brackets of values are only read then."""
    nodes, wrong = list(declared), list(wrong)
    kinds = frozenset(node.name for node in nodes if isinstance(node, n.Kind)) | {"player"}
    spans = [found.span for found in wrong if found.span is not None and found.severity == "error"]
    names = {name for span in spans for node in nodes if _lies_in(span, node.span) for name in _names(node)}
    names |= {word for found in wrong for word in _table_words(found)}
    heads = [(node.head.span, node.span) for node in nodes if isinstance(node, WITH_BRACKETS)]
    spans += [found.span for found in later if found.code == NO_SUCH_KIND and found.span is not None]
    within = tuple(whole for head, whole in heads for span in spans if _lies_in(span, head))
    return Lost(frozenset(names) | _made_with(names, nodes), frozenset(), False, kinds, within)


def _made_with(names: Iterable[str], nodes: Iterable[n.Declaration]) -> frozenset[str]:
    known = frozenset(names)
    return frozenset(node.head.name for node in nodes if isinstance(node, n.Instance) and node.mechanic in known)


def _lies_in(span: Span, around: Span) -> bool:
    return span.source is around.source and around.line <= span.line <= around.end_line


def _names(node: n.Declaration) -> Iterator[str]:
    """Yield the names that a declaration introduces, members and columns included."""
    match node:
        case n.Procedure() | n.Action():
            yield node.head.name
            yield from (keep.head.name for keep in node.keeps)
        case n.Keep() | n.Let() | n.Instance() | n.Mechanic() | n.Blank():
            yield node.head.name
        case n.Option():
            yield from (node.name, *(name.name for name in node.names))
        case n.Kind():
            yield from (node.name, *filter(None, (node.plural, node.file)))
            yield from (name.name for name in node.names)
            yield from (column.head.name for column in node.columns)
        case _:
            pass


def _table_words(found: Diagnostic) -> Iterable[str]:
    """Return the words of the row around an error in a data file.

    Of the whole file if its rows cannot be told apart."""
    span = found.span
    if span is None or found.severity != "error" or not span.source.path.endswith(DATA):
        return ()
    lines = span.source.text.split("\n")
    start = _row_start(lines, span.line - 1)
    if start is None or found.code.startswith(NO_TABLE):
        return WORD.findall(span.source.text)
    width = len(lines[start]) - len(lines[start].lstrip(" "))
    inside = [lines[start]]
    for line in lines[start + 1 :]:
        if line.strip() and len(line) - len(line.lstrip(" ")) <= width:
            break
        inside.append(line)
    return WORD.findall("\n".join(inside))


def _row_start(lines: Sequence[str], fault: int) -> int | None:
    """Return the first line of the outermost row that contains a line."""
    starts = [(len(found[1]), number) for number, line in enumerate(lines[: fault + 1]) if (found := ROW.match(line))]
    least = min((width for width, _ in starts), default=0)
    return max((number for width, number in starts if width == least), default=None)


def _words_of(found: Diagnostic) -> set[str]:
    """Return the names and files that a message quotes, and the names it points at."""
    quoted = QUOTED.findall(found.message)
    inside = found.span.text if found.span is not None and found.span.line == found.span.end_line else ""
    return {*quoted, *(word for text in (*quoted, inside) for word in WORD.findall(text))}


def _parts(word: str) -> set[str]:
    """Return the prefixes of a name: `sale_minimum` may come from `sale`."""
    pieces = word.split("_")
    return {"_".join(pieces[:number]) for number in range(1, len(pieces))}
