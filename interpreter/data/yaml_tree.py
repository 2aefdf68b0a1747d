"""Parse YAML with positions.

In: a Source. Out: a tree of Cells, each of which knows its location. Layer: data.

The tree is built from ruamel's events and not from its nodes: so nothing is resolved implicitly (YAML
1.2, where `yes` and `no` are texts), nothing recurses, aliases are rejected before they could expand, and all
errors of a file are found at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
)
from ruamel.yaml.reader import ReaderError

from interpreter.source import LARGEST_FILE, Diagnostic, Help, Note, Problems, Reporter, Source, Span
from interpreter.source.fixes import cut_line, instead, quoted_value, to_write

from .scalars import Embedded, Scalar, UnusableError, embedded_text, read_scalar
from .yaml_faults import SHIFTED, back_in_column, begins_earlier, in_plain_words, shifted_line

OTHER_LINE_ENDS = re.compile("[\r\x85\u2028\u2029\ufeff]")
DEEPEST = 40  # levels of nesting; tables are flat, so anything near this is a mistake


@dataclass(frozen=True, slots=True)
class Cell:
    """A value in a YAML file and its location.

    `key_span` is the location of the key if the cell is a value in a mapping. `embedded` maps the
    characters of a text to the file, for text that is parsed as a language.
    """

    value: Scalar | list[Cell] | dict[str, Cell]
    span: Span
    embedded: Embedded | None = None
    key_span: Span | None = None


def read_yaml(source: Source, allow_empty: bool = False) -> Cell:
    """Parse a file with exactly one document. Raises Problems with all its errors."""
    if len(source.text) > LARGEST_FILE:
        raise Problems([Diagnostic("R0002", "the file is too large", source.at(1, 1))])
    builder = _Builder(source)
    builder.build(_events(source))
    root = builder.root
    if _is_empty(root) and not allow_empty:
        builder.reporter.error("R0407", source.at(1, 1), "the file is empty")
    builder.reporter.raise_if_errors()
    return root or Cell(None, source.whole())


def plain(cell: Cell) -> Any:
    """Return the value without positions.

    Dicts, lists, texts, numbers, booleans and None."""
    if isinstance(cell.value, dict):
        return {key: plain(inner) for key, inner in cell.value.items()}
    if isinstance(cell.value, list):
        return [plain(inner) for inner in cell.value]
    return cell.value


def _is_empty(root: Cell | None) -> bool:
    return root is None or (root.value is None and not root.span.text.strip())


# The library crashes on a few malformed inputs instead of reporting them, such as "\UFFFFFFFF".
STUMBLES = (YAMLError, ValueError, OverflowError, LookupError, TypeError, AttributeError, AssertionError)


def _events(source: Source) -> Iterator[Event]:
    """Return the events of a file.

    From the fast parser if there are no errors, else from the one that locates them."""
    try:
        return iter(list(YAML(typ="safe").parse(source.text)))
    except STUMBLES:  # Python's own parser fails on the same and knows the location
        return _explained_events(source)


def _explained_events(source: Source) -> Iterator[Event]:
    """Yield the events up to an error; whatever the parser raises becomes Problems."""
    last = 0
    try:
        for event in YAML(typ="safe", pure=True).parse(source.text):
            last = event.end_mark.index
            yield event
    except ReaderError as error:
        raise _unprintable(source, error.position) from None
    except MarkedYAMLError as error:
        raise _malformed(source, error, last) from None
    except STUMBLES:
        message = "this cannot be read as YAML from here on"
        raise Problems([Diagnostic("R0401", message, source.span(last, last + 1))]) from None


def _is_read(text: str) -> bool:
    try:
        return bool(list(YAML(typ="safe").parse(text)))
    except STUMBLES:
        return False


def _unprintable(source: Source, offset: int) -> Problems:
    message = f"the character U+{ord(source.text[offset]):04X} cannot be used in a YAML file"
    help = Help("delete it; it is invisible in most editors", partial(instead, "", is_safe=True))
    return Problems([Diagnostic("R0401", message, source.span(offset, offset + 1), help)])


def _malformed(source: Source, error: MarkedYAMLError, last: int) -> Problems:
    mark = error.problem_mark or error.context_mark
    offset = mark.index if mark is not None else last
    span = source.span(offset, offset + 1)
    shifted = shifted_line(source.text, span.line, _is_read)
    if shifted is not None:
        place = source.at(shifted.line, 1, max(1, shifted.width))
        return Problems([Diagnostic("R0401", SHIFTED, place, back_in_column(shifted))])
    line = source.line_text(span.line)
    context, problem = str(error.context or ""), str(error.problem or "")
    message, help = in_plain_words(context, problem, line[: span.column - 1], line[span.column - 1 :])
    notes: tuple[Note, ...] = ()
    if error.context_mark is not None and begins_earlier(problem):
        start = error.context_mark.index
        notes = (Note("it is opened here", source.span(start, start + 1)),)
    return Problems([Diagnostic("R0401", message, span, help, notes)])


class _Key(NamedTuple):
    name: str
    span: Span


@dataclass
class _Open:
    """A list or mapping that is still open."""

    start: int
    block: bool
    value: list[Cell] | dict[str, Cell]
    key: _Key | None = None  # the key that waits for its value
    end: int = 0  # where its last element ends
    keys: dict[str, Span] = field(default_factory=dict)
    cut: tuple[str, int] | None = (
        None  # in a flow mapping: a value that a comma ended too early, and where its text ends
    )

    @property
    def wants_key(self) -> bool:
        return isinstance(self.value, dict) and self.key is None


class _Builder:
    """Builds cells from events, with an explicit stack of open lists and mappings."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.reporter = Reporter()
        self.root: Cell | None = None
        self._open: list[_Open] = []
        self._documents = 0
        self._counts_alike = OTHER_LINE_ENDS.search(source.text) is None  # whether the parser numbers lines as we do

    def build(self, events: Iterator[Event]) -> None:
        """Consume all events.

        An error that makes the rest meaningless ends it; the reporter has the others."""
        try:
            for event in events:
                self._take(event)
        except Problems as problems:
            self.reporter.extend(problems)
            self.reporter.raise_if_errors()

    def _take(self, event: Event) -> None:
        if type(event) is ScalarEvent:  # nearly all of them
            self._refuse_magic(event)
            self._take_scalar(event)
        elif isinstance(event, DocumentStartEvent):
            self._start_document(event)
        elif isinstance(event, NodeEvent):
            self._refuse_magic(event)
            self._take_node(event)
        elif isinstance(event, CollectionEndEvent):
            self._close(event)

    def _take_node(self, event: NodeEvent) -> None:
        if isinstance(event, CollectionStartEvent):
            self._start(event)
        elif isinstance(event, ScalarEvent):
            self._take_scalar(event)
        elif self._open and self._open[-1].wants_key:
            self._open[-1].key = _Key("", self._span(event))
        else:
            self._locate(Cell(None, self._span(event)))

    def _take_scalar(self, event: ScalarEvent) -> None:
        if self._open and self._open[-1].wants_key:
            self._take_key(event)
        elif not self._is_cut_off(event):
            end = event.end_mark.index
            self._locate(self._scalar(event), end if event.value and not self.source.text[end - 1].isspace() else None)

    def _is_cut_off(self, event: ScalarEvent) -> bool:
        """Has a comma cut a text off, as in `{text: Pay 3, then draw}`?

        What follows is not a key, as it has no colon."""
        row = self._open[-1] if self._open else None
        if row is None or row.block or row.key is None or event.value or event.style or not row.keys:
            return False
        end = self.source.offset(row.key.span.end_line, row.key.span.end_column)
        before = row.cut[0] if row.cut is not None else list(row.keys)[-1]
        cells = row.value if isinstance(row.value, dict) else {}
        if self.source.text[end:].lstrip().startswith(":") or not isinstance(cells[before].value, str | int):
            return False
        if self.source.text[self._begin(cells[before].span)] in "\"'":
            return False
        row.cut, row.key = (before, end), None
        return True

    def _begin(self, span: Span) -> int:
        return self.source.offset(span.line, span.column)

    def _told_of_comma(self, row: _Open) -> None:
        if row.cut is None:
            return
        assert isinstance(row.value, dict)
        key, end = row.cut
        cell = row.value[key]
        text = " ".join(self.source.text[self._begin(cell.span) : end].split()).replace('"', "'")
        span = self.source.span(self._begin(cell.key_span or cell.span), end)
        message = f'a comma ends the value of "{key}" here, but its text continues'
        self.reporter.error("R0401", span, message, to_write(f'{key}: "{text}"'))

    def _start_document(self, event: DocumentStartEvent) -> None:
        self._documents += 1
        if self._documents > 1:
            raise self._stop(
                "R0406",
                self._span(event),
                "a second document begins here",
                Help("delete this line", partial(cut_line, is_safe=True)),
            )
        if event.version or event.tags:
            message = "directives (lines that begin with %) are not used in data files"
            self.reporter.error("R0404", self.source.at(1, 1), message, Help("delete the line", cut_line))

    def _refuse_magic(self, event: NodeEvent) -> None:
        """Report anchors, aliases and tags: see R0403 and R0404 for why."""
        quotes = Help("put quotation marks around the text if it is meant literally", quoted_value)
        if isinstance(event, AliasEvent):
            self.reporter.error("R0403", self._span(event), "aliases (*name) are not used in data files", quotes)
        elif event.anchor is not None:
            self.reporter.error("R0403", self._span(event), "anchors (&name) are not used in data files", quotes)
        if getattr(event, "ctag", None):
            self.reporter.error("R0404", self._span(event), "tags (!name) are not used in data files", quotes)

    def _start(self, event: CollectionStartEvent) -> None:
        if self._open and self._open[-1].wants_key:
            raise self._stop("R0408", self._span(event), "a list or mapping cannot be a key", None)
        if len(self._open) >= DEEPEST:
            raise self._stop("R0405", self._span(event), f"this is nested more than {DEEPEST} levels deep", None)
        value: list[Cell] | dict[str, Cell] = {} if isinstance(event, MappingStartEvent) else []
        start = event.start_mark.index
        self._open.append(_Open(start, not event.flow_style, value, end=start))

    def _close(self, event: CollectionEndEvent) -> None:
        done = self._open.pop()
        self._told_of_comma(done)
        # For YAML a block ends where the next thing begins; for the designer, where its last line ends.
        end = done.end if done.block else event.end_mark.index
        self._locate(Cell(done.value, self.source.span(done.start, end)), end)

    def _take_key(self, event: ScalarEvent) -> None:
        span = self._span(event)
        name = str(event.value)
        self._open[-1].key = _Key(name, span)
        if not name.strip() or "\n" in name:
            self.reporter.error("R0408", span, "a key must be a word or a text in one line")
        elif name == "<<" and not event.style:
            self.reporter.error("R0403", span, "merge keys (<<) are not used in data files")
        elif name in self._open[-1].keys:
            first = Note("the first one is here", self._open[-1].keys[name])
            self.reporter.error("R0402", span, f'the key "{name}" is there twice', None, [first])

    def _scalar(self, event: ScalarEvent) -> Cell:
        span = self._span(event) if event.value or event.style else self._span_of_nothing(event)
        try:
            value = read_scalar(str(event.value), event.style or None)
        except UnusableError as unusable:
            self.reporter.error("R0409", span, str(unusable))
            return Cell(None, span)
        if not isinstance(value, str):
            return Cell(value, span)
        return Cell(value, span, embedded_text(span, value, event.style or None))

    def _locate(self, cell: Cell, end: int | None = None) -> None:
        """Put a finished cell in its place: in the list, under its key, or at the root."""
        if not self._open:
            self.root = cell
            return
        inside = self._open[-1]
        inside.end = self.source.offset(cell.span.end_line, cell.span.end_column) if end is None else end
        if isinstance(inside.value, list):
            inside.value.append(cell)
        elif inside.key is not None:
            inside.value.setdefault(inside.key.name, Cell(cell.value, cell.span, cell.embedded, inside.key.span))
            inside.keys.setdefault(*inside.key)
            inside.key = None

    def _span(self, event: Event) -> Span:
        """Return the span of an event without the trailing whitespace that YAML includes."""
        first, last = event.start_mark, event.end_mark
        start, end = first.index, last.index
        if self._counts_alike and start < end and not self.source.text[end - 1].isspace():
            return Span(self.source, first.line + 1, first.column + 1, last.line + 1, last.column + 1)
        return self.source.span(start, start + len(self.source.text[start:end].rstrip()))

    def _span_of_nothing(self, event: ScalarEvent) -> Span:
        """Return the position after the colon for an empty value.

        The parser would put it before the next token."""
        span = self._span(event)
        key = self._open[-1].key if self._open else None
        if key is None:
            return span
        start = self.source.offset(key.span.end_line, key.span.end_column)
        colon = self.source.text.find(":", start, self.source.offset(span.line, span.column))
        return span if colon < 0 else self.source.span(colon + 1, colon + 1)

    def _stop(self, code: str, span: Span, message: str, help: str | None) -> Problems:
        return Problems([Diagnostic(code, message, span, help)])
