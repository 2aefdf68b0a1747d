"""The front end: text in, tree out.

In: a Source (a .rules file) or a text inside one (a YAML cell, a {hole}). Out: nodes, or Problems with every origin
explained in the designer's words. Layer: syntax. Lark is used in this package and nowhere above.
After a mistake reading goes on at the next declaration, so that one run reports them all.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from interpreter.source import Diagnostic, Help, Source, Span
from interpreter.source.fixes import line_instead
from interpreter.syntax import nodes as n
from interpreter.syntax.broken import BrokenText, broken_part
from interpreter.syntax.build import Build, TextOrigin
from interpreter.syntax.errors import Explainer
from interpreter.syntax.grammar import parser_of
from interpreter.syntax.kept_trees import KeptTrees
from interpreter.syntax.layout import Layout, LayoutError
from interpreter.syntax.parse_failure import Finding, ParseFailureError, depth_stumble, layout_stumble, stumble_at
from interpreter.syntax.readings import Reading
from interpreter.syntax.recovery import block_start, masked
from interpreter.syntax.split_file import halves
from interpreter.syntax.words import Words

PARTS = ("lexicon", "expressions", "rules")
STARTS = ["module", "laws", "cell_steps", "cell_formula", "text_hole"]
LISTS = frozenset({"module", "laws", "cell_steps", "scenarios"})  # starts of a list: one mistake does not end it
NEVER_EMPTY = frozenset({"laws", "cell_steps"})
# Words with a meaning only at one origin of a sentence stay free as names everywhere else.
SOFT = frozenset(
    {
        "action", "add", "answer", "any", "at", "blank", "cards", "connections", "dice", "die", "excludes", "extends",
        "fill", "gives", "grid", "includes", "kind", "lay", "leave", "leaves", "mechanic", "number", "of", "on", "openly", "over",
        "parts", "people", "pick", "pile", "places", "plural", "prompt", "remove", "requires", "row", "satisfies",
        "says", "score", "scores", "shape", "spot", "stacked", "steps", "text", "times", "up", "usually", "variant",
        "was", "when", "win", "wins",
    }
)  # fmt: skip
CLAUSE_RANGE = re.compile(r"([A-Z]+)-([A-Z]*)([0-9]+)(\.[0-9]+(?![0-9.]))?(?:\.\.(?:([A-Z]+)-)?([A-Z]*)([0-9]+))?")
CITED_IN_COMMENT = re.compile(r'[^"#]*(?:"[^"]*"[^"#]*)*#.*?[ \t]{2,}(?P<cites>cites[ \t]+[A-Z]+-[A-Z]*[0-9][^#]*)$')
LONGEST_RANGE = 1000
MAX_PROBLEMS = 20
NO_WORD = "§"  # a sign with which no word begins
MAX_KNOWN = 5000  # texts that a parser remembers
LONELY_BRACKET = "R0111"
DEEPEST = 200  # levels of a tree: what every later pass can follow without running out of stack


class Parser:
    """Reads texts of the language. Making one costs the grammar; keep it."""

    parts: tuple[str, ...] = PARTS
    starts: tuple[str, ...] = tuple(STARTS)
    builder: type[Build] = Build
    soft = SOFT

    def __init__(self, grammars: Path) -> None:
        """From the folder of the grammars."""
        self._grammars = grammars
        self._layout = Layout()
        self._known: dict[tuple[str, str, TextOrigin], Reading] = {}

    @cached_property
    def _grammar(self) -> str:
        return "\n".join((self._grammars / f"{part}.lark").read_text(encoding="utf-8") for part in self.parts)

    @cached_property
    def _kept(self) -> KeptTrees:
        return KeptTrees(f"{self.starts} {self._grammar}")

    @cached_property
    def _lark(self) -> Lark:
        lark = parser_of(self._grammar, self.starts, self._layout)
        words = {terminal.pattern.value for terminal in lark.terminals if terminal.pattern.type == "str"}
        self._layout.reserved = frozenset(word for word in words if word.isalpha()) - self.soft
        return lark

    @cached_property
    def vocabulary(self) -> Words:
        """Return all words of the language, for editors and messages.

        Also those that may be names elsewhere."""
        return Words.of(self._lark.terminals)

    def patterns(self) -> dict[str, str]:
        """Each sort of word with the pattern that it is read by."""
        return {terminal.name: terminal.pattern.value for terminal in self._lark.terminals}

    @cached_property
    def _explainer(self) -> Explainer:
        return Explainer(self.vocabulary, self._stumble)

    @property
    def words(self) -> frozenset[str]:
        """The reserved words, for editors and messages."""
        _ = self._lark
        return self._layout.reserved

    def module(self, source: Source) -> n.Module:
        return self._module(source.text, source)

    def variant(self, source: Source) -> n.Module:
        """Parse a variant's file, without the scenarios below the variant."""
        return self._module(halves(source.text)[0], source)

    def _module(self, text: str, source: Source) -> n.Module:
        declarations, citations = self._read(_with_line_end(text), "module", TextOrigin(source))
        return n.Module(declarations, citations)

    def part(self, text: str, origin: TextOrigin) -> n.Module:
        """Some declarations of a file, read by themselves."""
        declarations, citations = self._read(_with_line_end(text), "module", origin)
        return n.Module(declarations, citations)

    def laws(self, text: str, origin: TextOrigin) -> n.Module:
        declarations, citations = self._read(_with_line_end(text), "laws", origin)
        return n.Module(declarations, citations)

    def steps(self, text: str, origin: TextOrigin) -> tuple[n.Statement, ...]:
        return self._read(_with_line_end(text), "cell_steps", origin)[0]  # type: ignore[no-any-return]

    def formula(self, text: str, origin: TextOrigin) -> n.Expression:
        return self._read(text.rstrip(), "cell_formula", origin)[0]  # type: ignore[no-any-return]

    def hole(self, text: str, origin: TextOrigin) -> Any:
        return self._read(text, "text_hole", origin)[0]

    def file(self, source: Source, start: str) -> tuple[Any, tuple[n.Citation, ...]]:
        """Parse a file without caching, for callers that only compare it."""
        known, self._known = self._known, {}
        try:
            return self._read(_with_line_end(source.text), start, TextOrigin(source))
        finally:
            self._known = known

    def can_read(self, text: str, start: str) -> bool:
        """Is this a sentence? Quicker than reading it, because nothing is explained."""
        return self._stumble(_with_line_end(text), start) is None

    def could_follow(self, text: str, start: str) -> frozenset[str]:
        """Return the token types that can follow an unfinished text.

        None if it cannot be read that far."""
        stumble = self._stumble(text + NO_WORD, start)
        return stumble.accepts if stumble is not None and stumble.word == NO_WORD else frozenset()

    def tokens(self, source: Source, start: str) -> list[Token]:
        """Yield the tokens of a file in the order of the text.

        With line ends, blocks and citations."""
        self._layout.citations = []
        found = list(self._lark.parse_interactive(_with_line_end(source.text), start=start).iter_parse())
        return sorted(found + self._layout.citations, key=_order)

    def keep(self) -> None:
        """Keep what was read for later runs."""
        self._kept.keep()

    def _read(self, text: str, start: str, origin: TextOrigin) -> tuple[Any, tuple[n.Citation, ...]]:
        """Trees never change, so what was read once is read.

        Games are loaded again and again with other variants."""
        key = (text, start, origin)
        found = self._known.get(key)
        if found is None:
            found = self._read_again(text, start, origin)
            if self._remembers(origin):
                self._forget(origin)
                self._known[key] = found
        if found.problems:
            raise BrokenText(found.problems[:MAX_PROBLEMS], found.value, found.citations, found.lost)
        return found.value, found.citations

    def _read_again(self, text: str, start: str, origin: TextOrigin) -> Reading:
        """As an earlier run has read it, or anew."""
        if not self._keeps(origin):
            return self._read_anew(text, start, origin)
        found = self._kept.find(start, text, origin)
        if found is None:
            found = self._read_anew(text, start, origin)
            self._kept.add(start, text, origin, found)
        return found

    def _keeps(self, _origin: TextOrigin) -> bool:
        """Whether what is read here is kept between runs."""
        return True

    def _remembers(self, _origin: TextOrigin) -> bool:
        return True

    def _forget(self, _origin: TextOrigin) -> None:
        """Makes room before something is remembered."""
        if len(self._known) >= MAX_KNOWN:
            self._known.clear()

    def _read_anew(self, text: str, start: str, origin: TextOrigin) -> Reading:
        """Parse the whole text, or what is left without its wrong declarations."""
        try:
            reading = self._built(text, start, origin)
        except ParseFailureError:
            problems, kept, lost = self._stumbles(text, start, origin)
            rest = self._built(kept, start, origin) if kept is not None else Reading(None)
            reading = replace(rest, problems=(*problems, *rest.problems), lost=(*lost, *rest.lost))
        cited = tuple(_cited_in_comments(text, origin))
        return replace(reading, citations=(*reading.citations, *cited)) if cited else reading

    def _built(self, text: str, start: str, origin: TextOrigin) -> Reading:
        """A text that can be read as nodes.

        Where something inside its texts is wrong, without that declaration."""
        tree = self._tree(text, start)
        citations = list(self._layout.citations)
        value, problems = self._build(tree, origin)
        problems += _wrong_citations(citations, origin)
        if not problems:
            return Reading(value, tuple(_citation(token, origin) for token in citations))
        if start not in LISTS:
            return Reading(None, problems=tuple(problems))
        wrong = {node.span for node in value if any(_inside(problem.span, node.span) for problem in problems)}
        kept = tuple(node for node in value if node.span not in wrong)
        return Reading(kept, (), tuple(problems), tuple(span.text for span in wrong))

    def _tree(self, text: str, start: str) -> Tree[Any]:
        self._layout.citations = []
        try:
            tree = self._lark.parse(text, start=start)
        except UnexpectedInput as error:
            raise stumble_at(error, text) from None
        except LayoutError as error:
            raise layout_stumble(error, text) from None
        deep = _too_deep(tree)
        if deep is not None:
            raise depth_stumble(text, *deep)
        return tree

    def _build(self, tree: Any, origin: TextOrigin) -> tuple[Any, list[Diagnostic]]:
        build = self.builder(origin, self.hole)
        return build.transform(tree), build.problems

    # ---- what is wrong

    def _stumble(self, text: str, start: str) -> ParseFailureError | None:
        try:
            self._tree(text, start)
        except ParseFailureError as stumble:
            return stumble
        return None

    def _stumbles(self, text: str, start: str, origin: TextOrigin) -> tuple[list[Diagnostic], str | None, list[str]]:
        """Find every mistake, the text without its wrong declarations, and those.

        No text if nothing is left. After each mistake its declaration is blanked out, so that every line keeps its number, and
        reading starts again with what is left of the text."""
        lines, first = text.split("\n"), 0
        problems: list[Diagnostic] = []
        lost: list[str] = []
        while (stumble := self._stumble("\n".join(lines[first:]), start)) is not None:
            finding = self._explainer.explain(stumble, start)
            problems.append(_diagnostic(finding, origin.below(first)))
            fault = first + finding.line - 1
            if start not in LISTS or len(problems) >= MAX_PROBLEMS:
                return problems, None, lost
            part = broken_part(lines, fault, finding.code == LONELY_BRACKET)
            lost.append("\n".join(lines[part.start : part.stop]))
            lines[part.start : part.stop] = [""] * len(part)
            if not lost[-1].strip() or (start in NEVER_EMPTY and not any(masked(line) for line in lines)):
                return problems, None, lost
            first = block_start(lines, part.start)
        return problems, "\n".join(lines), lost


def _inside(span: Span | None, other: Span) -> bool:
    return span is not None and other.line <= span.line <= other.end_line


def _with_line_end(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"


def _order(token: Token) -> tuple[int, bool]:
    """By origin; blocks open and close behind the line end whose origin they borrow."""
    return token.start_pos or 0, token.type in ("_INDENT", "_DEDENT")


def _too_deep(tree: Tree[Any]) -> tuple[int, int] | None:
    """Line and column of a part that is nested deeper than any pass can follow."""
    level = [tree]
    for _ in range(DEEPEST):
        level = [child for parent in level for child in parent.children if isinstance(child, Tree)]
        if not level:
            return None
    meta = level[0].meta
    return (1, 1) if meta.empty else (meta.line, meta.column)


def _diagnostic(finding: Finding, origin: TextOrigin) -> Diagnostic:
    line, column = finding.line, finding.column
    span = origin.span(line, column, line, column + max(1, finding.width))
    help = finding.help
    if finding.better is not None and help is not None and not isinstance(help, Help):
        help = Help(help, partial(line_instead, *finding.better, origin.span(line, 1, line, 1).column))
    return Diagnostic(finding.code, finding.message, span, help)


# ---------------------------------------------------------------- citations


def _cited_in_comments(text: str, origin: TextOrigin) -> list[n.Citation]:
    """Citations at the end of a comment, set off by two spaces.

    The first edition wrote them there."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        match = CITED_IN_COMMENT.match(line) if "cites" in line else None
        if match is not None:
            start, end = match.span("cites")
            span = origin.span(number, start + 1, number, end + 1)
            found.append(n.Citation(clause_names(match["cites"]), span.line, span))
    return found


def _citation(token: Token, origin: TextOrigin) -> n.Citation:
    span = origin.span(token.line or 1, token.column or 1, token.end_line or 1, token.end_column or 1)
    return n.Citation(clause_names(str(token)), span.line, span)


def _wrong_citations(tokens: list[Token], origin: TextOrigin) -> list[Diagnostic]:
    found = [(token, match) for token in tokens for match in CLAUSE_RANGE.finditer(str(token))]
    return [_wrong_range(token, match, origin) for token, match in found if _reach(match) is None]


def _wrong_range(token: Token, match: re.Match[str], origin: TextOrigin) -> Diagnostic:
    line, column = token.line or 1, (token.column or 1) + match.start()
    span = origin.span(line, column, line, column + len(match.group()))
    help = "a range goes upwards inside one part of one rulebook, as in TYC-092..094"
    return Diagnostic("R0115", f"{match.group()} is not a range of clauses", span, help)


def _reach(match: re.Match[str]) -> range | None:
    """The numbers that a citation covers.

    None for a range that goes down, too far or to another part."""
    game, letters, first, _, last_game, last_letters, last = match.groups()
    if last is None:
        return range(int(first[-9:]), int(first[-9:]) + 1)
    if len(first) > 9 or len(last) > 9 or last_game not in (None, game) or last_letters not in ("", letters):
        return None
    reach = range(int(first), int(last) + 1)
    return reach if 1 < len(reach) <= LONGEST_RANGE else None


def clause_names(text: str) -> tuple[str, ...]:
    """`TYC-092..094, TYC-A01` -> TYC-092, TYC-093, TYC-094, TYC-A01.

    A range that leads nowhere names nothing."""
    found: list[str] = []
    for match in CLAUSE_RANGE.finditer(text):
        game, letters, first, part = match.group(1, 2, 3, 4)
        found += [f"{game}-{letters}{number:0{len(first)}d}{part or ''}" for number in _reach(match) or ()]
    return tuple(found)
