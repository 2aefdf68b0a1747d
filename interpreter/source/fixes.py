"""Help lines with their fixes: the words for a person, and the edits that do what the words say.

In: what was meant. Out: a Help, whose fixes a Diagnostic places where the mistake is. Layer: source.
A message names a way out in one place only, here: editors and `check --fix` apply it, and nobody reads our sentences.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from itertools import pairwise

from .text import Edit, Fix, Help, Span

Way = Callable[[Span], Fix]
PLACEHOLDER = re.compile(r"\.\.\.|…|\b[A-Z]{3,}\b")  # something that only a person can fill in
SENTENCE = re.compile(r'^(?:"[^"]*"|[^"#])*')
CITES = re.compile(r"\s+cites\s.*$")
BRACKETS = re.compile(r"\([^()]*\)")
MAX_NAMES = 8  # offered one by one; more would be a list to read


# ---- help lines


def to_write(*texts: str, start: str = "write: ", old: str | None = None) -> Help:
    """Name texts that could be written: `write: X, or: Y`.

    `old`: the word in whose place they are meant."""
    return Help(start + ", or: ".join(texts), *written(texts, old))


def lines_to_write(*lines: str) -> Help:
    """Name a sentence of several lines, indented as they are meant."""
    words = "write: " + lines[0]
    for above, line in pairwise(lines):
        words += f" -- and {'indented below it' if _width(line) > _width(above) else 'below it'}: {line.strip()}"
    return Help(words, partial(placed, "\n".join(lines), None))


def meant_word(word: str, name: str) -> Help:
    """Name the word that was misspelt."""
    return Help(f'did you mean "{name}"?', partial(word_instead, word, name, is_safe=True))


def one_of(words: str, names: Iterable[str], old: str | None = None) -> Help:
    """List all possible names behind some words; each is a fix if there are few."""
    listed = list(names)
    few = listed if len(listed) <= MAX_NAMES else []
    return Help(words + ", ".join(listed), *(partial(word_instead, old, name) for name in few))


def leave_out(text: str, after: str = "", start: str = "leave `", end: str = "` out") -> Help:
    """Tell to leave a part of the line out.

    `...` in it stands for what follows, up to a comma."""
    return Help(f"{start}{text}{end}{after}", partial(cut_text, text))


def written(texts: Iterable[str], old: str | None = None) -> list[Way]:
    """Return the ways to write these texts, except those with blanks to fill."""
    return [partial(placed, text, old) for text in dict.fromkeys(texts) if not PLACEHOLDER.search(text)]


# ---- ways: from the place of a mistake to a fix


def instead(text: str, span: Span, is_safe: bool = False) -> Fix:
    """Write a text in the place of the mistake."""
    return Fix((Edit(span, text),), is_safe)


def word_instead(old: str | None, text: str, span: Span, is_safe: bool = False) -> Fix:
    """Write a text in the place of one word of the mistake."""
    space = " " if _line(span)[: span.column - 1].endswith(":") else ""  # `key:` in YAML
    return Fix((Edit(span.word(old) if old else span, space + text),), is_safe)


def placed(text: str, old: str | None, span: Span) -> Fix:
    """Write a text instead of the mistake, or before or behind it.

    Or instead of the rest of the line or all of it."""
    line, word = _line(span), span.word(old) if old else span
    whole = _sentence(span)
    rest = Span(span.source, span.line, span.column, span.line, max(whole.end_column, span.column))
    text = text.replace("\n", "\n" + line[: whole.column - 1])
    found = [
        Edit(_with_what_is_there(span, text), text),
        Edit(word, text),
        Edit(_at(span, span.line, span.column), text + " "),
        Edit(_at(span, span.end_line, span.end_column), " " + text),
        Edit(rest, text),
        Edit(whole, text),
        Edit(_at(span, span.line, whole.end_column), " " + text),
    ]
    is_line = " " in text and bool(line.strip()) and text.split()[0] == line.split()[0]
    return Fix(tuple([Edit(whole, text), *found] if is_line else found))


def sentence_instead(text: str, span: Span, is_safe: bool = False) -> Fix:
    """Write a sentence in the place of the whole line.

    Its comment and its citation stay."""
    whole = _sentence(span)
    indent = _line(span)[: whole.column - 1]
    return Fix((Edit(whole, text.replace("\n", "\n" + indent)),), is_safe)


def line_instead(old: str, new: str, column: int, span: Span) -> Fix:
    """Write a line as a repair that was tried makes it.

    Its comment and its citation stay. `column`: where the line begins in its file, behind what is not of the language."""
    if PLACEHOLDER.search(new) and not PLACEHOLDER.search(old):
        return Fix(())
    if not new.strip():
        return Fix(cut_line(span).edits, is_safe=True)
    end = len(CITES.sub("", _code(old)))
    made = [CITES.sub("", _code(line)) for line in new.split("\n")]
    if not made[0].strip():  # it has become a comment
        end, made = len(old.rstrip()), [new.rstrip()]
    same = _width(old) if _width(old) == _width(made[0]) else 0
    place = Span(span.source, span.line, column + same, span.line, column + end)
    text = ("\n" + " " * (column - 1)).join([made[0][same:], *made[1:]])
    return Fix((Edit(place, text),), is_safe=True)


def pattern_instead(pattern: str, text: str, span: Span, is_safe: bool = False) -> Fix:
    """Write a text in the place of the first match of a pattern in the line.

    Nowhere if there is none."""
    found = re.search(pattern, _line(span))
    return Fix((Edit(_within(span, found), text),) if found is not None else (), is_safe)


def added(text: str, span: Span) -> Fix:
    """Write a text at the end of the sentence."""
    end = _sentence(span).end_column
    return Fix((Edit(_at(span, span.line, end), text if text.startswith(",") else " " + text),))


def cut(span: Span) -> Fix:
    """Leave out the mistake, or the whole line."""
    return Fix((Edit(span, ""), *cut_line(span).edits))


def cut_line(span: Span, is_safe: bool = False) -> Fix:
    return Fix((Edit(Span(span.source, span.line, 1, span.line + 1, 1), ""),), is_safe)


def cut_text(text: str, span: Span) -> Fix:
    """Leave out a part of the line, with the comma before it.

    `...` in it stands for what follows."""
    patterns = [r"[, ]*" + re.escape(text).replace(r"\.\.\.", rest) + r'( "[^"]*")?' for rest in (r"[^,]*", r"[^,)]*")]
    found = [one for pattern in patterns if (one := re.search(pattern, _line(span))) is not None]
    return Fix(tuple(Edit(_within(span, one), "") for one in found))


def cut_brackets(span: Span) -> Fix:
    found = BRACKETS.search(_line(span), span.column - 1)
    return Fix((Edit(_within(span, found), ""),) if found is not None else ())


def declared_above(text: str, span: Span) -> Fix:
    """Add a declaration above the one that lacks it."""
    lines, first = span.source.lines, min(span.line, len(span.source.lines))
    indent = _width(lines[first - 1])
    for number in range(first - 1, 0, -1):
        line = lines[number - 1]
        if line.strip() and _width(line) < indent and not line.startswith("variant "):
            first, indent = number, _width(line)
    while first > 1 and lines[first - 2].lstrip().startswith("#"):
        first -= 1
    inside = "".join(f"{' ' * indent}{line}\n" for line in text.split("\n"))
    return Fix((Edit(_at(span, first, 1), inside),))


def at_the_top(text: str, span: Span) -> Fix:
    return Fix((Edit(_at(span, 1, 1), text + "\n"),))


def below_condition(condition: str, span: Span) -> Fix:
    """Put a sentence, with what is indented below it, under a condition."""
    lines, indent, last = span.source.lines, _width(_line(span)), span.line
    while last < len(lines) and lines[last].strip() and _width(lines[last]) > indent:
        last += 1
    inside = "\n".join("  " + line for line in lines[span.line - 1 : last])
    whole = Span(span.source, span.line, 1, last, len(lines[last - 1]) + 1)
    return Fix((Edit(whole, f"{' ' * indent}{condition}\n{inside}"),))


def indented_with_spaces(span: Span) -> Fix:
    line = _line(span)
    begin = line[: _width(line)]
    return Fix((Edit(span.source.at(span.line, 1, len(begin)), begin.replace("\t", "  ")),), is_safe=True)


def lined_up(number: int, span: Span) -> Fix:
    """Indent a line like one of those above it.

    Like the nearest, or the one after that."""
    indent = _width(_line(span))
    above = [_width(line) for line in span.source.lines[: span.line - 1] if line.strip()]
    widths = sorted(dict.fromkeys(reversed(above)), key=lambda width: abs(width - indent))
    if number >= len(widths):
        return Fix(())
    return Fix((Edit(span.source.at(span.line, 1, indent), " " * widths[number]),))


def quoted_value(span: Span) -> Fix:
    """Put the value of a YAML line in quotes."""
    value = re.match(r"(\s*(?:- )?[a-z_]+: +)(.*\S)", _line(span))
    if value is None or '"' in value.group(2):
        return Fix(())
    return Fix((Edit(span.source.at(span.line, value.end(1) + 1, len(value.group(2))), f'"{value.group(2)}"'),))


# ---- places


def _line(span: Span) -> str:
    return span.source.line_text(span.line)


def _width(line: str) -> int:
    return len(line) - len(line.lstrip())


def _at(span: Span, line: int, column: int) -> Span:
    return Span(span.source, line, column, line, column)


def _within(span: Span, found: re.Match[str]) -> Span:
    return Span(span.source, span.line, found.start() + 1, span.line, found.end() + 1)


def _code(line: str) -> str:
    """Return a line without its comment."""
    code = SENTENCE.match(line)
    return (code.group() if code is not None else line).rstrip()


def _sentence(span: Span) -> Span:
    """Return the line without its indentation, its citation and its comment."""
    line = _line(span)
    end = len(CITES.sub("", _code(line)))
    return Span(span.source, span.line, _width(line) + 1, span.line, end + 1)


def _with_what_is_there(span: Span, text: str) -> Span:
    """Extend the mistake to the left over words that the new text begins with."""
    before = _line(span)[: span.column - 1]
    for size in range(len(text) - 1, 0, -1):
        if text[size - 1] == " " and before.endswith(text[:size]):
            return Span(span.source, span.line, span.column - size, span.end_line, span.end_column)
    return span
