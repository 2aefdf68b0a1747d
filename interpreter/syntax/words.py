"""The words of the language, as people say them.

In: Lark's terminals. Out: for each terminal its spelling, and all single words. Layer: syntax.
Everything is taken from the grammar, so that messages never fall behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from lark.lexer import TerminalDef

SPOKEN = {
    "NAME": "a name", "INT": "a number", "STRING": 'a text in "quotes"', "FILE": 'a file such as "cards/deck.yaml"',
    "_NEWLINE": "the end of the line", "_INDENT": "an indented block", "_DEDENT": "the end of the block",
    "$END": "the end of the file", "POSSESSIVE": "'s", "COMMA": "a comma", "COLON": "a colon",
    "LPAR": "an opening bracket (", "RPAR": "a closing bracket )", "LSQB": "an opening bracket [",
    "RSQB": "a closing bracket ]",
}  # fmt: skip
QUIET = frozenset({"CITES", "COMMENT", "BLANKS", "CONTINUE", "RESERVED"})


@dataclass(frozen=True)
class Words:
    """`spelling`: what to write for a terminal.

    `single`: every word that occurs in one."""

    spelling: dict[str, str]
    single: frozenset[str]

    @staticmethod
    def of(terminals: Iterable[TerminalDef]) -> Words:
        spelling = {
            terminal.name: _spelling(terminal.pattern.value)
            for terminal in terminals
            if terminal.name not in SPOKEN and terminal.name not in QUIET
        }
        words = {word for text in spelling.values() for word in text.split() if word.isalpha()}
        return Words(spelling, frozenset(words))

    def of_terminal(self, terminal: str) -> str:
        """How a message names a terminal."""
        return SPOKEN.get(terminal) or f'"{self.spelling.get(terminal, terminal.lower())}"'


def _spelling(pattern: str) -> str:
    r"""Spell a terminal's pattern as people write it.

    `gains?\b` as gains, `is[ \t]+at[ \t]+least\b` as is at least; what must not follow is left out."""
    words = re.sub(r"\(\?!.*\)", "", re.sub(r"\[ \\t\]\+|\[ \t\]\+|\\s\+", " ", pattern))
    return words.replace(r"\b", "").replace("?", "").replace("\\", "")
