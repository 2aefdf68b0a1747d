"""The place where reading stops, in plain numbers and words.

In: an error of Lark or of the layout, with the text. Out: a Stumble, which says where and at what; and Finding, the
explanation that `errors` makes of it. Layer: syntax. Places are those of the text that was read, not of its file.
"""

from __future__ import annotations

from dataclasses import dataclass

from lark import Token
from lark.exceptions import UnexpectedInput

from interpreter.syntax.layout import LayoutError

LAYOUT = frozenset({"_NEWLINE", "_INDENT", "_DEDENT"})
END = "$END"
SIGN = "SIGN"  # a character that begins no word of the language


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong with a text, where in that text, and the way out."""

    code: str
    message: str
    line: int
    column: int
    width: int
    help: str | None
    better: tuple[str, str] | None = None  # the whole line, and the line or lines that would be right


class ParseFailureError(Exception):
    """`word` of the type `type` at `offset` cannot be read.

    `accepts` are the types that could be."""

    def __init__(self, text: str, offset: int, type: str, word: str, error: UnexpectedInput | None = None) -> None:
        super().__init__(type)
        self.text, self.offset, self.type, self.word = text, min(offset, len(text)), type, word
        self._error = error
        self.finding: Finding | None = None  # already explained by the layout

    @property
    def line(self) -> int:
        return self.text.count("\n", 0, self.offset) + 1

    @property
    def column(self) -> int:
        return self.offset - (self.text.rfind("\n", 0, self.offset) + 1) + 1

    @property
    def left(self) -> int:
        """How much of the text was not read; a repair that makes this smaller leads on."""
        return len(self.text) - self.offset

    @property
    def accepts(self) -> frozenset[str]:
        parser = getattr(self._error, "interactive_parser", None)
        return frozenset(parser.accepts()) if parser is not None else frozenset()


def stumble_at(error: UnexpectedInput, text: str) -> ParseFailureError:
    token = getattr(error, "token", None)
    if not isinstance(token, Token):
        offset = int(getattr(error, "pos_in_stream", None) or 0)
        return ParseFailureError(text, offset, SIGN, text[offset : offset + 1], error)
    if token.type == END:
        return ParseFailureError(text, len(text.rstrip()), END, "", error)
    if token.type in ("_INDENT", "_DEDENT"):  # they borrow the place of the line end before them
        return ParseFailureError(text, token.end_pos or 0, token.type, "", error)
    word = "" if token.type == "_NEWLINE" else str(token)
    return ParseFailureError(text, token.start_pos or 0, token.type, word, error)


def layout_stumble(error: LayoutError, text: str) -> ParseFailureError:
    """Indentation and nesting explain themselves."""
    token = error.token
    whole_line = token.type == "_NEWLINE"
    offset = (token.end_pos if whole_line else token.start_pos) or 0
    stumble = ParseFailureError(text, offset, token.type, "" if whole_line else str(token))
    column, width = (1, max(1, stumble.column - 1)) if whole_line else (stumble.column, max(1, len(token)))
    stumble.finding = Finding(error.code, error.message, stumble.line, column, width, error.help)
    return stumble


def depth_stumble(text: str, line: int, column: int) -> ParseFailureError:
    """A sentence whose parts are nested deeper than any pass can follow."""
    stumble = ParseFailureError(text, 0, SIGN, "")
    help = "give a part of it a name with let"
    stumble.finding = Finding("R0107", "this is nested too deeply", line, column, 1, help)
    return stumble
