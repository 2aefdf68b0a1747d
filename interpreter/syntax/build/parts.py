"""What every section of the grammar builds with: parts of a sentence, where they stand, texts with holes.

In: the children of a rule, nodes and tokens in the order of the text. Out: what is wanted of them. Layer: syntax.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar, get_args

from lark import Token, Transformer, Tree
from lark.tree import Meta

from interpreter.source import Diagnostic, Help, Problems, Source, Span
from interpreter.source.fixes import instead
from interpreter.syntax import nodes as n

Item = Any
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Mark:
    """A part of a sentence on its way into that sentence's node.

    `where ...`, `was ...`, `plural ...`."""

    word: str
    value: Any
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class TextOrigin:
    """Where a text is in its file.

    Text of a YAML cell starts at (line, column), its later lines at indent + 1."""

    source: Source
    line: int = 1
    column: int = 1
    indent: int = 0

    def span(self, line: int, column: int, end_line: int, end_column: int) -> Span:
        return Span(self.source, *self._point(line, column), *self._point(end_line, end_column))

    def below(self, lines: int) -> TextOrigin:
        """Return the origin of the rest of the text without its first lines."""
        return TextOrigin(self.source, *self._point(lines + 1, 1), self.indent) if lines else self

    def _point(self, line: int, column: int) -> tuple[int, int]:
        if line == 1:
            return self.line, self.column + column - 1
        return self.line + line - 1, self.indent + column


def tokens(items: list[Item], *types: str) -> list[Token]:
    return [item for item in items if isinstance(item, Token) and item.type in types]


def names(items: list[Item]) -> list[str]:
    return [str(token) for token in tokens(items, "NAME")]


def has(items: list[Item], *types: str) -> bool:
    return bool(tokens(items, *types))


def all_of(items: list[Item], kind: type[T]) -> list[T]:
    return [item for item in items if isinstance(item, kind)]


def maybe(items: list[Item], kind: type[T]) -> T | None:
    return next((item for item in items if isinstance(item, kind)), None)


def mark(items: list[Item], word: str) -> Any:
    return next((item.value for item in items if isinstance(item, Mark) and item.word == word), None)


EXPRESSIONS: tuple[type[n.Node], ...] = get_args(n.Expression)
STATEMENTS: tuple[type[n.Node], ...] = get_args(n.Statement)
# Each Sentence by the grammar's rule, which is called like the class in snake case.
SENTENCES: dict[str, Callable[..., n.Node]] = {
    re.sub(r"(?<=.)([A-Z])", r"_\1", sort.__name__).lower(): sort for sort in STATEMENTS if issubclass(sort, n.Sentence)
}


def expressions(items: list[Item]) -> list[Any]:
    return [item for item in items if isinstance(item, EXPRESSIONS)]


def statements(items: list[Item]) -> tuple[Any, ...]:
    return tuple(item for item in items if isinstance(item, STATEMENTS))


MAX_DIGITS = 18


def whole(token: Token) -> int:
    """Parse the number; 0 if it is too large."""
    digits = str(token).replace("_", "")
    return int(digits) if len(digits) <= MAX_DIGITS else 0


Rule = Callable[["Parts", Meta, list[Item]], Any]


def alone(node: Callable[[Span], n.Node]) -> Rule:
    """Make the rule of a node without content."""
    return lambda build, meta, _items: node(build.at(meta))


def around(node: Callable[[Span, n.Expression], n.Node]) -> Rule:
    """Make the rule of a node that contains one expression."""
    return lambda build, meta, items: node(build.at(meta), expressions(items)[0])


HOLE = re.compile(r"\{([^{}]*)\}")
ParseHole = Callable[[str, TextOrigin], Any]


class Parts(Transformer[Token, Any]):
    """Builds the nodes of one text.

    Errors found on the way (in holes, in numbers) are collected in `problems`."""

    def __init__(self, origin: TextOrigin, parse_hole: ParseHole) -> None:
        super().__init__(visit_tokens=False)
        self.origin = origin
        self.parse_hole = parse_hole
        self.problems: list[Diagnostic] = []

    def _call_userfunc(self, tree: Tree[Any], new_children: list[Any] | None = None) -> Any:
        """Call a rule's method with the origin and the parts.

        Lark's own way (v_args) wraps every method at every call."""
        children = tree.children if new_children is None else new_children
        method = getattr(self, tree.data, None)
        if method is not None:
            return method(tree.meta, children)
        sentence = SENTENCES.get(tree.data)
        if sentence is not None:
            return sentence(self.at(tree.meta), *expressions(children))
        return Tree(tree.data, children, tree.meta)

    def at(self, meta: Meta) -> Span:
        if meta.empty:
            return self.origin.span(1, 1, 1, 1)
        return self.origin.span(meta.line, meta.column, meta.end_line, meta.end_column)

    def at_token(self, token: Token) -> Span:
        end_line = token.end_line or token.line or 1
        return self.origin.span(token.line or 1, token.column or 1, end_line, token.end_column or 1)

    def name_nodes(self, items: list[Item]) -> tuple[n.Name, ...]:
        return tuple(n.Name(self.at_token(token), str(token)) for token in tokens(items, "NAME"))

    def text(self, token: Token) -> n.Text:
        """Build a quoted text with its {holes} parsed at their own origin."""
        body = str(token)[1:-1]
        span = self.at_token(token)
        parts: list[Any] = []
        end = 0
        for hole in HOLE.finditer(body):
            parts.append(self._between_holes(body[end : hole.start()], span, end))
            parts.append(self._hole(hole, span))
            end = hole.end()
        parts.append(self._between_holes(body[end:], span, end))
        return n.Text(span, tuple(part for part in parts if part not in ("", None)))

    def _hole(self, hole: re.Match[str], span: Span) -> Any:
        column = span.column + hole.start() + 1
        try:
            return self.parse_hole(hole.group(1), TextOrigin(self.origin.source, span.line, column + 1, column))
        except Problems as error:
            self.problems += [_in_a_hole(one, hole.group(1)) for one in error.diagnostics]
            return None

    def _between_holes(self, words: str, span: Span, start: int) -> str:
        lonely = re.search(r"[{}]", words)
        if lonely is not None:
            column = span.column + 1 + start + lonely.start()
            message = f"this {lonely.group()} has no partner"
            help = 'a value in a text goes between { and }, as in "{player} pays {amount}"'
            self.report("R0116", message, span.source.at(span.line, column), help)
        return words

    def report(self, code: str, message: str, span: Span, help: str) -> None:
        self.problems.append(Diagnostic(code, message, span, help))

    def whole(self, token: Token) -> int:
        if len(token.replace("_", "")) > MAX_DIGITS:
            help = f"a number has at most {MAX_DIGITS} digits"
            self.report("R0114", "this number is too large", self.at_token(token), help)
        return whole(token)

    def reason(self, items: list[Item]) -> n.Text:
        return self.text(tokens(items, "STRING", "FILE")[0])

    def maybe_text(self, items: list[Item]) -> n.Text | None:
        found = tokens(items, "STRING", "FILE")
        return self.text(found[0]) if found else None

    def refuse_double(self, items: list[Item]) -> None:
        """Report a part that occurs twice in its sentence: one of the two would be lost."""
        seen: set[str] = set()
        for item in items:
            if isinstance(item, Mark) and item.span is not None:
                if item.word in seen:
                    words = item.word.replace("_", " ")
                    self.report("R0117", f'"{words}" is written twice here', item.span, "keep one of the two")
                seen.add(item.word)


def _in_a_hole(problem: Diagnostic, written: str) -> Diagnostic:
    """Explain an error between { and }, where there is a value rather than a sentence."""
    parts = [part.strip() for part in written.split(",")]
    if not written.strip():
        help = 'write a value between { and }, as in "{player} pays {amount}"'
        return replace(problem, message="there is no value between { and }", help=help)
    if len(parts) > 1 and "(" not in written and "[" not in written:
        anew = ", ".join(f"{{{part}}}" for part in parts if part)
        return replace(
            problem,
            code="R0101",
            message="one value goes between { and }",
            help=Help(f'write "{anew}"', partial(instead, anew)),
        )
    if problem.code == "R0104" or problem.help is None or "the end of the file" in problem.help:
        message = "this cannot be read as a value" if problem.code == "R0104" else problem.message
        help = 'one value goes between { and }, as in "{player} has {player\'s money}"'
        return replace(problem, code="R0101", message=message, help=help)
    return problem
