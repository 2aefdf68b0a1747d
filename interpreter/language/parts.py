"""Split a file of rules or scenarios into parts that are parsed separately.

In: the text of a file. Out: Parts, one for each declaration or scenario, with its tree or its errors.
Layer: language. A part counts its lines from 1 and knows where it begins in the file: so what is cached about it stays
valid when lines above it come and go, and an error in one part does not affect the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.source import Diagnostic, Problems, Source, Span
from interpreter.syntax import Parser, TextOrigin
from interpreter.syntax import nodes as n
from interpreter.syntax.recovery import begins_declaration, indentation, masked
from interpreter.syntax.scenario import Scenario, ScenarioParser
from interpreter.syntax.split_file import halves

RULES, SCENARIO = ".rules", ".scenario"
HEAD = re.compile(r"variant[ \t]+([a-z][a-z0-9_]*)")
NAMED = re.compile(
    r"\s*(?:keep|let|option|procedure|phase|free action|action|kind|cards|places|connections|always|mechanic|blank"
    r"|[a-z][a-z0-9_]*)[ \t]+([a-z][a-z0-9_]*)"
)


class Part(Source):
    """A range of a file that is parsed separately.

    `first` is its first line in the file."""

    def __init__(self, path: str, text: str, first: int, inside: str = "") -> None:
        super().__init__(path, text)
        self.first = first
        self.inside = inside  # the variant that contains it
        self.declarations: tuple[n.Declaration, ...] = ()
        self.relations: tuple[n.Relation, ...] = ()
        self.citations: tuple[n.Citation, ...] = ()
        self.scenarios: tuple[Scenario, ...] = ()
        self.problems: tuple[Diagnostic, ...] = ()
        self.is_read = False

    @property
    def called(self) -> str | None:
        """The name that the part declares, judging by its first line.

        Also if it cannot be parsed."""
        line = next((line for line in self.lines if line.strip() and not line.lstrip().startswith("#")), "")
        found = NAMED.match(line)
        return found.group(1) if found is not None else None


@dataclass(frozen=True, slots=True)
class Extent:
    """A range in a file, counted as editors do: lines and characters from 0."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int


def extent_of(span: Span) -> Extent:
    """Return where a span is in its file now."""
    shift = span.source.first - 1 if isinstance(span.source, Part) else 0
    first, last = max(span.line + shift - 1, 0), max(span.end_line + shift - 1, 0)
    return Extent(span.source.path, first, max(span.column - 1, 0), last, max(span.end_column - 1, 0))


@dataclass
class Parts:
    """The parts of one file as it is now; unchanged ones are kept."""

    path: str
    parts: list[Part] = field(default_factory=list)

    def update(self, text: str) -> None:
        """Replace the text of the file."""
        old: dict[tuple[str, str], list[Part]] = {}
        for part in self.parts:
            old.setdefault((part.text, part.inside), []).append(part)
        self.parts = [self._kept(old, *found) for found in split(self.path, text)]

    def _kept(self, old: dict[tuple[str, str], list[Part]], first: int, text: str, inside: str) -> Part:
        same = old.get((text, inside))
        if not same:
            return Part(self.path, text, first, inside)
        part = same.pop(0)
        part.first = first
        return part


# ---------------------------------------------------------------- where parts begin


def split(path: str, text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the first line, text and variant of every part."""
    if path.endswith(SCENARIO):
        yield from _pieces(text.split("\n"), 1, "")
        return
    rules, scenarios = halves(text)
    yield from _rules(rules)
    if scenarios:
        yield from _pieces(scenarios.split("\n"), 1, "")


def _rules(text: str) -> Iterator[tuple[int, str, str]]:
    for first, piece, _ in _pieces(text.split("\n"), 1, ""):
        head = next((number for number, line in enumerate(piece.split("\n")) if HEAD.match(line)), None)
        if head is None:
            yield first, piece, ""
        else:
            yield from _variant(first, piece.split("\n"), head)


def _variant(first: int, lines: list[str], head: int) -> Iterator[tuple[int, str, str]]:
    """Yield the variant's heading, and each of its declarations."""
    found = HEAD.match(lines[head])
    name = found.group(1) if found is not None else ""
    yield first, "\n".join(lines[: head + 1]), ""
    yield from _pieces(lines[head + 1 :], first + head + 1, name)


def _pieces(lines: Sequence[str], first: int, inside: str) -> Iterator[tuple[int, str, str]]:
    width = _width(lines) if inside else 0
    starts = list(_starts(lines, width))
    if not starts or starts[0] > 0:
        starts = [0, *starts]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        text = "\n".join(lines[start:end]).rstrip()
        if text:
            empty = next(number for number in range(start, end) if lines[number].strip()) - start
            yield first + start + empty, "\n".join(lines[start + empty : end]).rstrip(), inside


def _width(lines: Iterable[str]) -> int:
    """Return the indentation of a variant's declarations."""
    code = (line for line in lines if line.strip() and not line.lstrip().startswith("#"))
    return indentation(next(code, ""))


def _starts(lines: Sequence[str], width: int) -> Iterator[int]:
    """Yield the lines where parts begin.

    A declaration, or the comments right above it."""
    goes_on = False
    for number, line in enumerate(lines):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if indentation(line) <= width and begins_declaration(line[min(width, indentation(line)) :]) and not goes_on:
            above = number
            while above and lines[above - 1].lstrip().startswith("#") and indentation(lines[above - 1]) <= width:
                above -= 1
            yield above
        goes_on = masked(line).endswith(",")


# ---------------------------------------------------------------- parsing


def read(part: Part, rules: Parser, scenarios: ScenarioParser) -> None:
    """Parse a part: fill in its trees, or its errors."""
    if part.is_read:
        return
    try:
        if is_scenario(part):
            part.scenarios = scenarios.scenarios_in(part)
        else:
            _read_rules(part, rules)
    except Problems as problems:
        part.problems = problems.diagnostics
    part.is_read = True


def is_scenario(part: Part) -> bool:
    if part.path.endswith(SCENARIO):
        return True
    return any(line.startswith("scenario ") for line in part.lines if not line.startswith("#"))


def _read_rules(part: Part, rules: Parser) -> None:
    if not part.inside:
        module = rules.part(part.text, TextOrigin(part))
        part.declarations, part.citations = module.declarations, module.citations
        return
    module = rules.part(f"variant {part.inside}\n{part.text}", TextOrigin(part, 0))
    part.citations = module.citations
    for node in module.declarations:
        if isinstance(node, n.Variant):
            part.declarations, part.relations = node.declarations, node.relations


class RulesParser(Parser):
    """The parser of an editor: results are cached in the parts, not here.

    For other files, cards and the library, only the present text is cached, so that outdated texts can be freed."""

    def __init__(self, grammars: Path) -> None:
        super().__init__(grammars)
        self._present: dict[str, Source] = {}  # by path: the text with cached results

    def _keeps(self, _origin: TextOrigin) -> bool:
        return False

    def _remembers(self, origin: TextOrigin) -> bool:
        return not isinstance(origin.source, Part)

    def _forget(self, origin: TextOrigin) -> None:
        super()._forget(origin)
        path = origin.source.path
        if self._present.get(path) is not origin.source:
            self._present[path] = origin.source
            self._known = {key: found for key, found in self._known.items() if key[2].source.path != path}


class ScenesParser(ScenarioParser):
    def _keeps(self, _origin: TextOrigin) -> bool:
        return False

    def _remembers(self, origin: TextOrigin) -> bool:
        return not isinstance(origin.source, Part)
