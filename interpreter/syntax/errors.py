"""Lark's errors in the designer's words.

In: an error of the parser, with the text. Out: a Diagnostic at the place, with a way out. Layer: syntax.
A misspelt first word is the commonest slip and surfaces one word late, so the first word of the line is looked at first.
"""

from __future__ import annotations

from typing import Any

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken

from interpreter.source import Diagnostic, nearest
from interpreter.syntax.build import Place
from interpreter.syntax.layout import BadLayout

FIRST_WORDS = (
    "kind cards places connections keep option let procedure phase action free always before after instead without"
    " change variant add mechanic blank requires excludes extends set raise lower move draw refill shuffle lay roll pick"
    " show announce each secretly repeat if otherwise step needs must give stop proceed answer end prompt to"
).split()  # fmt: skip
VERBS = "gains loses pays chooses may takes wins scores leaves".split()
SPOKEN = {
    "NAME": "a name", "INT": "a number", "STRING": 'a text in "quotes"', "FILE": 'a file name such as "cards/deck.yaml"',
    "_NEWLINE": "the end of the line", "_INDENT": "an indented block", "_DEDENT": "the end of the block",
    "$END": "the end of the file", "POSSESSIVE": "'s", "LPAR": "(", "RPAR": ")", "LSQB": "[", "RSQB": "]",
    "COMMA": "a comma", "COLON": "a colon", "EQUALS": "=", "PLUS": "+", "MINUS": "-", "STAR": "*", "SLASH": "/",
    "GAIN": "gains", "LOSE": "loses", "PAY": "pays", "CHOOSE": "chooses", "WIN": "wins", "SCORE": "scores",
    "LEAVE": "leaves", "CITES": "cites", "TAKES_ONE_OF": "takes one of",
}  # fmt: skip
QUIET = {"CITES", "COMMENT", "BLANKS", "CONTINUE"}
TOO_MANY = 9


def explain_layout(error: BadLayout, place: Place) -> Diagnostic:
    token = error.token
    line = (token.end_line or token.line or 1) if token.type == "_NEWLINE" else (token.line or 1)
    column = 1 if token.type == "_NEWLINE" else (token.column or 1)
    width = max(1, len(str(token))) if token.type != "_NEWLINE" else 1
    return Diagnostic(error.code, error.message, place.span(line, column, line, column + width), error.help)


def explain_unexpected(error: UnexpectedInput, text: str, place: Place) -> Diagnostic:
    line, column, width = _where(error, text)
    span = place.span(line, column, line, column + width)
    lines = text.split("\n")
    written = lines[line - 1] if line <= len(lines) else ""
    slip = _first_word(written, column)
    if slip is not None:
        word, better, at = slip
        return Diagnostic(
            "R0104", f'"{word}" does not begin any sentence', place.span(line, at, line, at + len(word)),
            f'did you mean "{better}"?',
        )  # fmt: skip
    if isinstance(error, UnexpectedCharacters):
        return _bad_character(error, written, column, span)
    found = _found(error)
    return Diagnostic("R0101", f"{found} cannot stand here", span, _expected(_accepts(error)))


def _where(error: UnexpectedInput, text: str) -> tuple[int, int, int]:
    if isinstance(error, UnexpectedEOF) or (isinstance(error, UnexpectedToken) and error.token.type == "$END"):
        return _end_of(text)
    line, column = max(1, int(error.line or 1)), max(1, int(error.column or 1))
    token = getattr(error, "token", None)
    if isinstance(token, Token) and token.type in ("_INDENT", "_DEDENT"):
        return (token.end_line or line), max(1, token.end_column or 1), 1
    width = len(str(token)) if isinstance(token, Token) and token.type != "_NEWLINE" else 1
    return line, column, max(1, width)


def _end_of(text: str) -> tuple[int, int, int]:
    lines = text.rstrip().split("\n")
    return len(lines), len(lines[-1]) + 1, 1


def _first_word(written: str, column: int) -> tuple[str, str, int] | None:
    """A misspelt first word or verb at or before the place of the error: (word, better, column)."""
    words = written.split("#")[0].split()
    if not words:
        return None
    candidates = [(words[0], FIRST_WORDS)] + [(word, VERBS) for word in words[1:3]]
    for word, known in candidates:
        at = written.find(word) + 1
        if not word.isalpha() or word in FIRST_WORDS or word in VERBS or at > column + len(word):
            continue
        better = nearest(word, known)
        if better is not None:
            return word, better, at
    return None


def _bad_character(error: UnexpectedCharacters, written: str, column: int, span: Any) -> Diagnostic:
    sign = written[column - 1 : column]
    help = {
        '"': "a text ends with a second quote on the same line",
        "<": "write: is less than, is at most",
        ">": "write: is more than, is at least",
        "{": "curly brackets stand only inside texts",
        "'": "write texts in double quotes; an owner's value is written player's money",
    }.get(sign, "only letters, digits, the signs + - * / ( ) [ ] , : = and texts in quotes are used")
    if sign.isupper():
        help = "names are written in small letters, with _ between words"
    accepted = set(getattr(error, "allowed", None) or ())
    if sign.isalnum():
        return Diagnostic("R0101", f'"{_word_at(written, column)}" cannot stand here', span, _expected(accepted) or help)
    return Diagnostic("R0106", f"the sign {sign!r} has no meaning here" if sign.strip() else "something is missing here",
                      span, help)  # fmt: skip


def _word_at(written: str, column: int) -> str:
    rest = written[column - 1 :].split()
    return rest[0] if rest else ""


def _found(error: UnexpectedInput) -> str:
    token = getattr(error, "token", None)
    if not isinstance(token, Token):
        return "this"
    if token.type in ("_NEWLINE", "_INDENT", "_DEDENT", "$END"):
        return SPOKEN[token.type][0].upper() + SPOKEN[token.type][1:]
    return f'"{token}"'


def _accepts(error: UnexpectedInput) -> set[str]:
    accepted = getattr(error, "accepts", None) or getattr(error, "expected", None) or ()
    return set(accepted)


def _expected(accepted: set[str]) -> str | None:
    spoken = sorted({_spoken(name) for name in accepted if name not in QUIET})
    if not spoken:
        return None
    if len(spoken) > TOO_MANY:
        return "a value, a name or another part of the sentence is expected here"
    return "expected " + (spoken[0] if len(spoken) == 1 else ", ".join(spoken[:-1]) + " or " + spoken[-1])


def _spoken(terminal: str) -> str:
    return SPOKEN.get(terminal) or terminal.lower().replace("_", " ")
