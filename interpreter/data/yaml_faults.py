"""What the YAML parser complains about, in the designer's words.

In: the parser's two sentences and the character at fault. Out: a message and a help line. Layer: data.
"""

from __future__ import annotations

_QUOTE = "put quotation marks around a text that holds a special character"
_INDENT = "keys of one mapping, and dashes of one list, begin in the same column"
_APOSTROPHE = "an apostrophe between single quotation marks is doubled: 'it''s'; or use double quotation marks"

# Searched from the top; the first part of the parser's sentence that is found decides.
_FAULTS: tuple[tuple[str, str, str | None], ...] = (
    ("mapping values are not allowed", "a colon with a space after it cannot stand here", None),
    ("found character '\\t'", "a tab cannot stand here", "indent with spaces"),
    ("violate indentation", "a tab cannot stand here", "indent with spaces"),
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
    ("expected <block end>", "this does not fit what stands before it", _INDENT),
    ("cannot start any token", "a text cannot begin with this character", _QUOTE),
    (
        "while scanning a block scalar",
        "this block of text is not well-formed",
        "its lines are indented alike",
    ),
    ("while scanning an a", "after this sign a name must follow", _QUOTE),
    ("tag", "tags (!name) are not used in data files", _QUOTE),
    ("directive", "directives (lines that begin with %) are not used in data files", "delete the line"),
    ("expected '<document start>'", "this does not fit what stands before it", _INDENT),
)

_COLON_HELP = 'put quotation marks around a text with ": " in it, or correct the indentation of this line'


def in_plain_words(context: str, problem: str, before: str, after: str) -> tuple[str, str | None]:
    """Message and help for what the parser found between two parts of a line."""
    said = f"{context}\n{problem}"
    for part, message, help in _FAULTS:
        if part in said:
            return message, _fitting(message, help, before.strip())
    if after:
        return f'YAML cannot make sense of the "{after[0]}" here', _QUOTE
    return "the file ends too early", None


def _fitting(message: str, help: str | None, before: str) -> str | None:
    """Advice on indentation is no use in the middle of a line."""
    if "colon with" in message:
        return _COLON_HELP
    if help == _INDENT and before:
        return _APOSTROPHE if before.endswith("'") else None
    return help


def begins_earlier(problem: str) -> bool:
    """Whether the fault is that something was opened and never closed: then its beginning is of interest."""
    return "expected ',' or" in problem or "unexpected end" in problem or "unexpected document" in problem
