"""Completion in rules and scenarios: parse the text with a mark in it, as it is or with a plausible ending.

In: a workspace and a position in a text of the language. Out: Items. Layer: language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from interpreter.language.analysis import Analysis
from interpreter.language.completion.checking import Spy, check_declaration, parameters_of
from interpreter.language.completion.names import names_at, values_at
from interpreter.language.completion.spot import MARK, WORD, Item, Spot
from interpreter.language.parts import RulesParser, ScenesParser, split
from interpreter.language.scenarios import asking, players_of
from interpreter.language.workspace import Workspace
from interpreter.source import Problems, Source
from interpreter.syntax import Parser, TextOrigin
from interpreter.syntax import nodes as n
from interpreter.syntax.recovery import indentation, masked
from interpreter.syntax.scenario import Line, Scenario

AFTER = re.compile(r"[a-z0-9_]*")
# Endings that an unfinished line may lack.
ENDINGS = (
    "", " to 1", " to bank", " by 1", ' because "x"', " is 1", " in players", ": number", " = 1", " to players", " points",
    " 1 points",
    " from players to players", " as x", "\n{}stop", " is 1\n{}stop", " in players\n{}stop", " chooses player", " gains 1 points",
)  # fmt: skip


def in_rules(workspace: Workspace, path: Path, line: int, column: int) -> Iterator[Item]:
    text = workspace.files.source(path).text
    lines = text.split("\n")
    if line >= len(lines) or not _is_code(lines[line][:column]):
        return
    before = WORD.sub("", lines[line][:column])
    behind = AFTER.sub("", lines[line][column:], count=1)
    marked = [*lines[:line], before + MARK + behind, *lines[line + 1 :]]
    first, part, inside = _part_at(path, marked, line)
    types, words = _keywords(workspace, path, part.split("\n")[: line + 1 - first], before, inside)
    yield from words
    analysis = _analysis(workspace, path, part)
    if "NAME" not in types or analysis is None or analysis.checker is None:
        return
    for candidate in _candidates(part.split("\n"), line + 1 - first, before + MARK):
        spot = _spot(workspace, analysis, path, candidate, inside)
        if spot is not None:
            yield from names_at(spot, analysis.checker, analysis)
            return
    yield from values_at(Spot(), analysis.checker)


def _is_code(text: str) -> bool:
    """Whether this is code: not a comment, a citation, or a text outside its {holes}."""
    if "#" in masked(text + '"').replace('"', "") or re.search(r"\bcites\b", text):
        return False
    inside = text.count('"') % 2 == 1
    return not inside or text.rfind("{") > text.rfind("}")


def _part_at(path: Path, lines: list[str], line: int) -> tuple[int, str, str]:
    found = (1, "", "")
    for first, text, inside in split(str(path), "\n".join(lines)):
        if first <= line + 1:
            found = (first, text, inside)
    return found


def _candidates(lines: list[str], at: int, marked: str) -> Iterator[str]:
    """Yield the part as it is, then with the line completed in various ways.

    With and without the lines below."""
    yield "\n".join(lines)
    block = " " * (indentation(marked) + 2)
    closed = marked + _closing(marked)
    for below in (lines[at + 1 :], []):
        for ending in ENDINGS:
            yield "\n".join([*lines[:at], closed + ending.format(block), *below])


def _closing(line: str) -> str:
    """Return the closing brackets that are missing."""
    waiting: list[str] = []
    for sign in masked(line):
        if sign in "([":
            waiting.append(")" if sign == "(" else "]")
        elif sign in ")]" and waiting:
            waiting.pop()
    return "".join(reversed(waiting))


def _keywords(
    workspace: Workspace, path: Path, lines: list[str], before: str, inside: str
) -> tuple[frozenset[str], list[Item]]:
    """Return the token types that can follow, and the keywords among them."""
    scenario = path.suffix == ".scenario" or any(line.startswith("scenario ") for line in lines)
    parser: Parser = workspace.files.parsers.tests if scenario else workspace.files.parsers.rules
    head = [f"variant {inside}"] if inside else []
    text = "\n".join([*head, *lines, before])
    with workspace.files.lock:
        types = parser.could_follow(text, "scenarios" if scenario else "module")
    spellings = [parser.vocabulary.spelling.get(type_, "") for type_ in types]
    return types, [Item(spelling, "word") for spelling in spellings if spelling[:1].isalpha()]


def _analysis(workspace: Workspace, path: Path, part: str) -> Analysis | None:
    home = workspace.home(path)
    if home is None:
        return None
    if path.suffix == ".scenario" or part.lstrip().startswith("scenario"):
        found = re.search(r"^ *variants +(.*?)(?: +cites.*)?$", part, re.MULTILINE)
        names = [name.strip().strip('"') for name in found.group(1).split(",")] if found is not None else []
        return workspace.scenario_analysis(path, home, [name for name in names if name != MARK])
    return workspace.analysis(path)


def _spot(workspace: Workspace, analysis: Analysis, path: Path, text: str, inside: str) -> Spot | None:
    """Capture the context of the mark in a text; None if the text cannot be parsed."""
    checker = analysis.checker
    scenario = path.suffix == ".scenario" or text.lstrip().startswith("scenario")
    source = Source(str(path), text)
    if not _can_read(workspace, text, scenario, inside):
        return None
    try:
        with workspace.files.lock:
            nodes = _read(workspace, source, scenario, inside)
    except Problems:
        return None
    at_mark = [(node, inner) for node in nodes for inner in _walk(node) if _holds_mark(inner)]
    if not at_mark or checker is None:
        return None
    whole, inner = at_mark[0]
    spy = Spy()
    players = players_of(whole) if isinstance(whole, Scenario) else ()
    with workspace.checking(), asking(checker, players, spy):
        check_declaration(whole, checker, analysis)
    spot = spy.spot or Spot(inner, parameters_of(whole, checker))
    if isinstance(inner, n.Possessive) and inner.name == MARK:
        spot.node, spot.owner = inner, spy.owner_of(inner)
    elif not isinstance(inner, n.Name):
        spot.node = inner
    return spot


def _can_read(workspace: Workspace, text: str, scenario: bool, inside: str) -> bool:
    parsers = workspace.files.parsers
    with workspace.files.lock:
        if scenario:
            return parsers.tests.can_read(text, "scenarios")
        return parsers.rules.can_read(f"variant {inside}\n{text}" if inside else text, "module")


def _read(workspace: Workspace, source: Source, scenario: bool, inside: str) -> tuple[Any, ...]:
    rules: RulesParser = workspace.files.parsers.rules
    tests: ScenesParser = workspace.files.parsers.tests
    if scenario:
        return tests.scenarios_in(source)
    if not inside:
        return rules.part(source.text, TextOrigin(source)).declarations
    found = rules.part(f"variant {inside}\n{source.text}", TextOrigin(source, 0)).declarations
    return tuple(
        node
        for variant in found
        if isinstance(variant, n.Variant)
        for node in (*variant.declarations, *variant.relations)
    )


def _walk(node: object) -> Iterator[Any]:
    """Yield nodes innermost last, in reverse order."""
    found = list(_all(node))
    yield from reversed(found)


def _all(node: object) -> Iterator[Any]:
    for inner in n.walk(node):
        yield inner
        if isinstance(inner, Line) and isinstance(inner.left, tuple):
            yield from (deep for item in inner.left for deep in n.walk(item))


def _holds_mark(node: n.Node) -> bool:
    values = [getattr(node, name) for name in node.__dataclass_fields__]
    return any(
        value == MARK or (isinstance(value, tuple) and MARK in value)
        for value in values
        if not isinstance(value, n.Node)
    )
