"""Translate errors of the YAML parser into the designer's words.

In: the parser's two sentences and the offending character. Out: a message and a help line. Layer: data.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from interpreter.source import Help
from interpreter.source.fixes import cut_line, indented_with_spaces

LINES_ABOVE = 12  # lines above an error that may have caused it
SHIFTED = "this line is indented one space differently from the lines it belongs with"
LARGEST_TRIED = 200_000  # characters; in larger files no indentation fix is tried

_QUOTE = "put quotation marks around a text that holds a special character"
_INDENT = "keys of one mapping, and dashes of one list, begin in the same column"
_APOSTROPHE = "an apostrophe between single quotation marks is doubled: 'it''s'; or use double quotation marks"

# Searched from the top; the first fragment found in the parser's sentence decides.
_FAULTS: tuple[tuple[str, str, str | None], ...] = (
    ("mapping values are not allowed", "a colon with a space after it cannot be used here", None),
    ("found character '\\t'", "a tab cannot be used here", Help("indent with spaces", indented_with_spaces)),
    ("violate indentation", "a tab cannot be used here", Help("indent with spaces", indented_with_spaces)),
    ("found unexpected end of stream", "the quotation mark that closes this text is missing", None),
    ("found unexpected document separator", "the quotation mark that closes this text is missing", None),
    (
        "while scanning a double-quoted scalar",
        "a backslash and what follows it must be an escape",
        "write \\\\ for a backslash",
    ),
    ("could not find expected ':'", "a key needs a colon and a space after it", _QUOTE),
    ("expected ',' or", "a comma or the closing bracket is missing here", None),
    ("while parsing a flow", "this list or mapping in brackets is not well-formed", None),
    ("block sequence entries are not allowed", "a list cannot begin here", _INDENT),
    ("sequence entries are not allowed", "a list cannot begin here", _INDENT),
    ("expected <block end>", "this does not fit what comes before it", _INDENT),
    ("cannot start any token", "a text cannot begin with this character", _QUOTE),
    (
        "while scanning a block scalar",
        "this block of text is not well-formed",
        "its lines are indented alike",
    ),
    ("while scanning an a", "after this sign a name must follow", _QUOTE),
    ("tag", "tags (!name) are not used in data files", _QUOTE),
    ("directive", "directives (lines that begin with %) are not used in data files", Help("delete the line", cut_line)),
    ("expected '<document start>'", "this does not fit what comes before it", _INDENT),
)

_COLON_HELP = 'put quotation marks around a text with ": " in it, or correct the indentation of this line'


def in_plain_words(context: str, problem: str, before: str, after: str) -> tuple[str, str | None]:
    """Return message and help for what the parser found between two parts of a line."""
    said = f"{context}\n{problem}"
    for part, message, help in _FAULTS:
        if part in said:
            return message, _fitting(message, help, before.strip())
    if after:
        return f'YAML cannot make sense of the "{after[0]}" here', _QUOTE
    return "the file ends too early", None


def _fitting(message: str, help: str | None, before: str) -> str | None:
    """Choose a help that fits.

    Advice on indentation is no use in the middle of a line."""
    if "colon with" in message:
        return _COLON_HELP
    if help == _INDENT and before:
        return _APOSTROPHE if before.endswith("'") else None
    return help


class Shifted(NamedTuple):
    """A line indented by `width` spaces that should be indented by `better`.

    Counted from 1."""

    line: int
    width: int
    better: int


def shifted_line(text: str, fault: int, is_read: Callable[[str], bool]) -> Shifted | None:
    """Find a line that makes the file parse if it is moved by one space.

    At or above an error, to the left or right. Indentation mostly has steps of two spaces: odd ones are tried first."""
    if len(text) > LARGEST_TRIED:
        return None
    lines = text.split("\n")
    near = [
        number for number in range(min(fault, len(lines)), max(0, fault - LINES_ABOVE), -1) if lines[number - 1].strip()
    ]
    for number in sorted(near, key=lambda number: _width(lines[number - 1]) % 2 == 0):
        line, width = lines[number - 1].lstrip(" "), _width(lines[number - 1])
        for better in (width - 1, width + 1):
            changed = [*lines[: number - 1], " " * better + line, *lines[number:]]
            if better >= 0 and is_read("\n".join(changed)):
                return Shifted(number, width, better)
    return None


def _width(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def back_in_column(shifted: Shifted) -> str:
    """Return the help for a wrongly indented line."""
    if not shifted.better:
        return "begin it at the left edge"
    return f"indent it by {shifted.better} space{'' if shifted.better == 1 else 's'}"


def begins_earlier(problem: str) -> bool:
    """Whether something was opened and never closed.

    Then its beginning is of interest."""
    return "expected ',' or" in problem or "unexpected end" in problem or "unexpected document" in problem
