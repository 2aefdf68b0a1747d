"""Lines and indentation: turns raw tokens into tokens with _INDENT and _DEDENT, and sets citations aside.

In: Lark's tokens. Out: the tokens that the grammar reads. Layer: syntax.
`cites ...` may end any line, so it is taken out here and kept with its line instead of burdening every rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from lark import Token
from lark.lark import PostLex

from interpreter.source import Help
from interpreter.source.fixes import indented_with_spaces, lined_up

RESERVED = "RESERVED"  # the type of a word of the language that stands where only a name can stand
OPENING = {"LPAR", "LSQB"}
CLOSING = {"RPAR", "RSQB"}
MAX_DEPTH = 60


class LayoutError(Exception):
    """Indentation that no rule can read; `token` is where it goes wrong."""

    def __init__(self, code: str, message: str, token: Token, help: str) -> None:
        super().__init__(message)
        self.code, self.message, self.token, self.help = code, message, token, help


class Layout(PostLex):
    """One instance per parse: it remembers the indentation and collects the citations."""

    always_accept = ("_NEWLINE", "CITES", "NAME")

    def __init__(self) -> None:
        self.citations: list[Token] = []
        self.reserved: frozenset[str] = frozenset()

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        levels = [0]
        depth = 0
        last: Token | None = None
        for token in stream:
            before, last = last, token
            if token.type == "CITES":
                self.citations.append(token)
            elif token.type == "_NEWLINE":
                if depth == 0 and not (before is not None and before.type == "COMMA"):  # a list goes on behind a comma
                    yield from self._newline(token, levels)
            else:
                depth += (token.type in OPENING) - (token.type in CLOSING)
                if depth > MAX_DEPTH:
                    help = "give a part of it a name with let"
                    raise LayoutError("R0107", "brackets are nested too deeply", token, help)
                yield self._reserved(token)
        yield from self._close(levels, last)

    def _newline(self, token: Token, levels: list[int]) -> Iterator[Token]:
        text = str(token)
        tail = text[text.rfind("\n") + 1 :]
        if "#" in tail:  # a comment that ends the file
            tail = ""
        if "\t" in tail:
            raise LayoutError(
                "R0102", "this line is indented with a tab", token, Help("indent with spaces", indented_with_spaces)
            )
        yield token
        width = len(tail)
        if width > levels[-1]:
            levels.append(width)
            if len(levels) > MAX_DEPTH:
                raise LayoutError("R0107", "blocks are nested too deeply", token, "move inner steps to a procedure")
            yield Token.new_borrow_pos("_INDENT", tail, token)
        while width < levels[-1]:
            levels.pop()
            yield Token.new_borrow_pos("_DEDENT", tail, token)
        if width != levels[-1]:
            raise LayoutError(
                "R0103", "this line is indented less than its block and more than the block around it", token,
                Help("line it up with one of the lines above", partial(lined_up, 0), partial(lined_up, 1)),
            )  # fmt: skip

    def _close(self, levels: list[int], last: Token | None) -> Iterator[Token]:
        place = last if last is not None else Token("_NEWLINE", "", 0, 1, 1, 1, 1, 0)
        while len(levels) > 1:
            levels.pop()
            yield Token.new_borrow_pos("_DEDENT", "", place)

    def _reserved(self, token: Token) -> Token:
        """Return the token; of an unknown type if a reserved word is used as a name."""
        if token.type == "NAME" and str(token) in self.reserved:
            return Token.new_borrow_pos(RESERVED, str(token), token)
        return token
