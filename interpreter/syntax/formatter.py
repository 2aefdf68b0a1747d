"""Format a file of rules.

In: a Source that can be parsed. Out: the same sentences in one layout, comments kept; formatting is idempotent.
Layer: syntax. The author decides where a sentence continues on a new line and which declarations are grouped;
the rest (indentation, spaces, blank lines, columns of cases and citations) is decided here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from itertools import islice

from lark import Token

from interpreter.source import Source, Span
from interpreter.syntax import nodes as n
from interpreter.syntax.parser import Parser

INDENT = "  "
CITES_COLUMN = 92
WIDEST = 110
WIDEST_CASE = 60  # longer values of cases do not push the others' conditions to the right
TIGHT_BEFORE = frozenset({"RPAR", "RSQB", "COMMA", "COLON", "POSSESSIVE"})
OPENING = frozenset({"LPAR", "LSQB"})
CLOSING = frozenset({"RPAR", "RSQB"})
# Words that are followed by their bracket without a space.
CALLING = frozenset(
    {
        "NAME", "COUNT", "SUM", "HIGHEST", "LOWEST", "SOME", "NO", "EVERY", "LIST", "FIRST", "LAST", "SOLE", "TIED",
        "THE",
    }
)  # fmt: skip
# A minus after one of these subtracts; after anything else it is the sign of the number that follows.
ENDS_VALUE = frozenset(
    {
        "NAME", "INT", "STRING", "RPAR", "RSQB", "YES", "NO", "NONE", "ROUNDED_UP", "ROUNDED_DOWN", "ROUNDED_NEAREST",
    }
)  # fmt: skip


# Declarations that the author may put close together even if they have a block: tables of things and of cases.
GROUPED = frozenset({"KIND", "CARDS", "PLACES", "CONNECTIONS", "LET", "CHANGE"})


# A name that nobody wrote, made from the place it stands at: it moves with its line.
MADE_HERE = re.compile(r" in \d+:\d+$")


class UnfaithfulError(Exception):
    """Formatting would have changed the meaning of a file.

    A bug in this module, and the file is left alone."""


@dataclass
class Row:
    """One line of the file: its words, the citations and the comment at its end."""

    words: list[Token] = field(default_factory=list)
    cites: list[str] = field(default_factory=list)
    comment: str = ""


@dataclass
class Sentence:
    """The rows of one sentence, in the block number `depth`.

    `width` is the indentation that the author gave it."""

    depth: int
    width: int
    first: int
    rows: list[Row] = field(default_factory=list)

    @property
    def words(self) -> list[Token]:
        return [word for row in self.rows for word in row.words]


@dataclass(frozen=True)
class Remark:
    """A line with nothing but a comment."""

    text: str
    width: int


Item = Sentence | Remark | None  # None: a blank line


def format_text(parser: Parser, source: Source, start: str = "module") -> str:
    """Format the text of `source`.

    Raises Problems if it cannot be parsed. (A parser of scenarios starts with those.)"""
    before = parser.file(source, start)
    text = "".join(line + "\n" for line in _lines(_items(source, parser.tokens(source, start))))
    if not same(before, parser.file(Source(source.path, text), start)):
        raise UnfaithfulError(source.path)
    return text


def same(first: object, second: object) -> bool:
    """Whether two trees are equal, apart from locations.

    Citations count only by their order."""
    if isinstance(first, n.Citation):
        return isinstance(second, n.Citation) and first.clauses == second.clauses
    if isinstance(first, n.Node | n.Module):
        return type(first) is type(second) and all(
            same(getattr(first, part.name), getattr(second, part.name)) for part in fields(first)
        )
    if isinstance(first, tuple):
        return (
            isinstance(second, tuple)
            and len(first) == len(second)
            and all(same(one, other) for one, other in zip(first, second, strict=True))
        )
    if isinstance(first, str) and isinstance(second, str):
        return MADE_HERE.sub("", first) == MADE_HERE.sub("", second)
    return isinstance(first, Span) or bool(first == second)


# ---------------------------------------------------------------- reading


def _items(source: Source, tokens: Sequence[Token]) -> list[Item]:
    """Return sentences, comments and blank lines, in the order of the file."""
    rows = [_row(line, words) for line, words in zip(source.lines, _by_line(source, tokens), strict=True)]
    starts = {sentence.first: sentence for sentence in _sentences(tokens)}
    items: list[Item] = []
    current: Sentence | None = None
    last = 0
    for number, row in enumerate(rows, start=1):
        if number in starts:
            current = starts[number]
            last = _last_line(current, starts, rows)
            items.append(current)
        if current is not None and number <= last:
            current.rows.append(row)
        elif row.comment:
            line = source.line_text(number)
            items.append(Remark(row.comment, len(line) - len(line.lstrip())))
        else:
            items.append(None)
    return items


def _by_line(source: Source, tokens: Sequence[Token]) -> list[list[Token]]:
    found: list[list[Token]] = [[] for _ in source.lines]
    for token in tokens:
        if not token.type.startswith("_"):
            found[(token.line or 1) - 1].append(token)
    return found


def _row(line: str, words: list[Token]) -> Row:
    end = max(((word.end_column or 1) - 1 for word in words), default=0)
    cites = [_citation(word) for word in words if word.type == "CITES"]
    return Row([word for word in words if word.type != "CITES"], cites, line[end:].strip())


def _sentences(tokens: Sequence[Token]) -> Iterator[Sentence]:
    depth, open_sentence = 0, False
    for token in tokens:
        match token.type:
            case "_NEWLINE":
                open_sentence = False
            case "_INDENT":
                depth += 1
            case "_DEDENT":
                depth -= 1
            case "CITES":
                pass
            case _ if not open_sentence:
                open_sentence = True
                yield Sentence(depth, (token.column or 1) - 1, token.line or 1)


def _last_line(sentence: Sentence, starts: dict[int, Sentence], rows: list[Row]) -> int:
    """Return the last line with a word of this sentence."""
    last = sentence.first
    for number in range(sentence.first + 1, len(rows) + 1):
        if number in starts:
            break
        if rows[number - 1].words or rows[number - 1].cites:
            last = number
    return last


# ---------------------------------------------------------------- writing


def _lines(items: Sequence[Item]) -> list[str]:
    lines: list[str] = []
    columns = _case_columns(items)
    widths: list[int] = []  # the author's indentation of each block that is open
    airy = False  # does the last declaration want a blank line behind it?
    for item, following in zip(items, _followers(items), strict=True):
        if isinstance(item, Sentence):
            if not item.depth:
                wants = _wants_air(item, following)
                if airy or wants:
                    _blank_before(lines)
                airy = wants
            widths = [*widths[: item.depth], item.width]
            lines += _sentence(item, columns.get(id(item)))
        elif isinstance(item, Remark):
            lines.append(_remark(item, widths, following))
        elif lines and lines[-1]:
            lines.append("")
    return lines[:-1] if lines and not lines[-1] else lines


def _followers(items: Sequence[Item]) -> list[Sentence | None]:
    """For each item the next sentence behind it."""
    found: list[Sentence | None] = []
    following: Sentence | None = None
    for item in reversed(items):
        found.append(following)
        if isinstance(item, Sentence):
            following = item
    return found[::-1]


def _remark(remark: Remark, widths: list[int], following: Sentence | None) -> str:
    """Place a comment in the block of its own indentation.

    Among the blocks that end or begin here."""
    lowest = following.depth if following is not None else 0
    blocks = {depth: width for depth, width in enumerate(widths) if depth >= lowest}
    if following is not None:
        blocks[lowest] = following.width
    fitting = [depth for depth, width in blocks.items() if width <= remark.width]
    return INDENT * max(fitting, default=lowest) + remark.text


def _wants_air(declaration: Sentence, following: Sentence | None) -> bool:
    """A declaration with steps in it stands between blank lines."""
    return following is not None and following.depth > 0 and declaration.words[0].type not in GROUPED


def _blank_before(lines: list[str]) -> None:
    """Put a blank line above a declaration and the comments that belong to it."""
    place = len(lines)
    while place and lines[place - 1].startswith("#"):
        place -= 1
    if place and lines[place - 1]:
        lines.insert(place, "")


def _sentence(sentence: Sentence, case_column: int | None) -> list[str]:
    lines: list[str] = []
    before: list[Token] = []
    for number, row in enumerate(sentence.rows):
        indent = INDENT * (sentence.depth + (number > 0))
        code = _code(row.words, before, case_column if number == 0 else None)
        before += row.words
        if row.words or row.cites:
            lines += _with_end(indent, code, row)
        elif row.comment:
            lines.append(indent + row.comment)
    return lines


def _with_end(indent: str, code: str, row: Row) -> list[str]:
    """The line with its citation in the common column.

    `because` goes to a line of its own if that is too long."""
    line = _cited(indent + code, row)
    place = _because(row)
    if len(line) > WIDEST and place is not None:
        head, tail = _code(row.words[:place], [], None), _code(row.words[place:], row.words[:place], None)
        return [_commented(_cited(indent + head, row), row), indent + INDENT + tail]
    return [_commented(line, row)]


def _because(row: Row) -> int | None:
    return next((at for at, word in enumerate(row.words) if word.type == "BECAUSE" and at > 0), None)


def _cited(code: str, row: Row) -> str:
    if not row.cites:
        return code
    gap = max(2, CITES_COLUMN - 1 - len(code)) if row.words else 0
    return code + " " * gap + " ".join(row.cites)


def _commented(line: str, row: Row) -> str:
    return f"{line}  {row.comment}" if row.comment else line


def _code(words: Sequence[Token], before: Sequence[Token], case_column: int | None) -> str:
    """The words with the spaces between them.

    The condition of a case begins in `case_column`."""
    text = ""
    done = list(before)
    condition = _condition(words) if case_column is not None else None
    for position, word in enumerate(words):
        if position == condition and case_column is not None:
            text = text.ljust(case_column) if len(text) + 2 <= case_column else text + INDENT
        elif position:
            text += _gap(done, word)
        text += _spelled(word)
        done.append(word)
    return text


def _gap(done: Sequence[Token], word: Token) -> str:
    last = done[-1]
    if word.type in TIGHT_BEFORE or last.type in OPENING:
        return ""
    if last.type == "MINUS" and (len(done) == 1 or done[-2].type not in ENDS_VALUE):
        return ""
    return "" if word.type == "LPAR" and last.type in CALLING else " "


def _spelled(word: Token) -> str:
    return str(word) if word.type in ("STRING", "FILE") else " ".join(word.split())


def _citation(word: Token) -> str:
    return re.sub(r" ?, ?", ", ", " ".join(word.split()))


# ---------------------------------------------------------------- cases


def _case_columns(items: Sequence[Item]) -> dict[int, int]:
    """Find the column in which the conditions of a block of cases begin.

    For each sentence, by identity."""
    columns: dict[int, int] = {}
    sentences = [item for item in items if isinstance(item, Sentence)]
    for position, sentence in enumerate(sentences):
        if _opens_cases(sentence):
            cases = _below(sentences, position)
            widths = [width for case in cases if (width := _value_width(case)) is not None and width <= WIDEST_CASE]
            columns |= {id(case): max(widths, default=0) + len(INDENT) for case in cases}
    return columns


def _opens_cases(sentence: Sentence) -> bool:
    words = sentence.words
    return words[-1].type == "EQUALS" or (words[0].type == "CHANGE" and words[-1].type == "TO")


def _below(sentences: Sequence[Sentence], position: int) -> list[Sentence]:
    found: list[Sentence] = []
    for sentence in islice(sentences, position + 1, None):
        if sentence.depth <= sentences[position].depth:
            break
        found.append(sentence)
    return found


def _value_width(case: Sentence) -> int | None:
    """How wide the value of a case is.

    None when its condition does not begin in its first row."""
    condition = _condition(case.rows[0].words)
    return len(_code(case.rows[0].words[:condition], [], None)) if condition is not None else None


def _condition(words: Sequence[Token]) -> int | None:
    """The position of the `if` or `otherwise` that stands outside of all brackets."""
    depth = 0
    for position, word in enumerate(words):
        depth += (word.type in OPENING) - (word.type in CLOSING)
        if depth == 0 and position and word.type in ("IF", "OTHERWISE"):
            return position
    return None
