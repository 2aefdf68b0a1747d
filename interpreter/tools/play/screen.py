"""The terminal screen of a match: draw what a player may see, read what they type.

In: states, requests and lines. Out: text on the terminal; lines that a person types. Layer: tools.
It knows no game: the table arrives in sections. On a terminal nothing scrolls away unread: output is paged.
"""

from __future__ import annotations

import sys
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.columns import Columns
from rich.table import Table
from rich.text import Text

import interpreter
from interpreter.tools.cli.output import console, say, visible
from interpreter.tools.play.words import beside, in_full, keys, limits

if TYPE_CHECKING:
    from rich.console import RenderableType

    from interpreter import Request, Section, State

SHOWN_REFUSALS = 8
GAP = 2  # columns between a name and its text
REFUSED = 3  # indent of the wrapped lines of a refusal
WIDEST_CELL = 40  # characters of a cell before it is wrapped
LONGEST_HEAD = 24  # characters of a name in front of its text
LONG_LIST = 8  # choices from which on the list is set in columns
SHORT_TEXT = 30  # characters of a card's text that always fits beside its title
LOWEST = 10  # height in lines below which paging makes no sense
MORE = "— Enter for more — "


class Terminal:
    """The screen of a match in which a person plays."""

    def __init__(self) -> None:
        self._console = console()
        self._shown: dict[int | None, tuple[Section, ...]] = {}  # what each player saw last
        self._read: set[tuple[int | None, str]] = set()  # the card texts that a player has seen
        self._lines = 0  # lines printed since the person last typed
        self._typed: list[str] = []  # typed ahead, before the question was asked

    def tell(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._write(Text(visible(line)))

    def show(self, state: State, player: int | None, whole: bool = True) -> None:
        sections = interpreter.tabletop(state, player)
        drawn = sections if whole else tuple(changed(sections, self._shown.get(player, ())))
        self._shown[player] = sections
        chosen_from = _offered(state, player)
        if drawn:
            self._write(Text())
        for part in parts_of([self._unread(section, player, chosen_from) for section in drawn], self._console.width):
            self._write(part)

    def _unread(self, section: Section, player: int | None, offered: set[str]) -> Section:
        """Include card texts if they are new to the player or chosen between."""
        if section.kind not in ("cards", "own"):
            return section
        rows = []
        for head, titles, text in section.rows:
            known = len(text) > SHORT_TEXT and (player, text) in self._read and titles.partition(" ×")[0] not in offered
            self._read.add((player, text))
            rows.append((head, titles, "" if known else text))
        return replace(section, rows=tuple(rows))

    def offer(self, request: Request) -> None:
        self._write(Text())
        self._write(Text(visible(request.prompt), style="bold"))
        self._write(_choices(request))
        for line in _refusals(request):
            self._write(Text("\n".join(self._folded(visible(line), REFUSED)), style="dim"))

    def note(self, *lines: str) -> None:
        for line in (part for text in lines for part in text.split("\n")):
            self._write(Text("\n".join(self._folded(visible(line))), style="italic"))

    def _folded(self, line: str, hung: int = GAP) -> list[str]:
        """Wrap a long line with a hanging indent."""
        indent = len(line) - len(line.lstrip()) + hung
        if not self._console.is_terminal or len(line) <= self._console.width:
            return [line]
        return textwrap.wrap(line, self._console.width, subsequent_indent=" " * indent, break_on_hyphens=False)

    def listen(self, question: str) -> str:
        sys.stdout.flush()
        self._lines = 0
        return self._typed.pop() if self._typed else input(question)

    def _turn_the_page(self) -> None:
        """Wait for Enter; other input ends paging and answers the question."""
        typed = self.listen(MORE)
        if typed.strip():
            self._typed = [typed]

    def hand_over(self, name: str) -> None:
        if self._console.is_terminal:
            self._console.clear()
        self.listen(f"It is {visible(name)}'s turn. Press Enter when only {visible(name)} is looking. ")

    def _write(self, part: RenderableType) -> None:
        """Print wrapped and page by page on a terminal; elsewhere a line stays a line."""
        if not self._console.is_terminal:
            self._console.print(part, soft_wrap=isinstance(part, Text))
            return
        with self._console.capture() as captured:
            self._console.print(part)
        for line in captured.get().splitlines():
            if self._lines >= self._console.height - 2 >= LOWEST and not self._typed:
                self._turn_the_page()
            self._console.file.write(f"{line}\n")
            self._lines += 1


class Narrator:
    """The screen of a match between bots.

    Events line by line, and the table at the end."""

    def tell(self, lines: Sequence[str]) -> None:
        for line in lines:
            say(line)

    def show(self, state: State, player: int | None, whole: bool = True) -> None:  # noqa: ARG002 - always whole
        drawer = console()
        for part in parts_of(interpreter.tabletop(state, player), drawer.width):
            drawer.print(part)

    def offer(self, request: Request) -> None:
        """Nobody is asked."""

    def note(self, *lines: str) -> None:
        """Nobody asks."""

    def listen(self, _question: str) -> str:
        raise EOFError

    def hand_over(self, name: str) -> None:
        """Nobody looks."""


def _offered(state: State, player: int | None) -> set[str]:
    """Return the labels of what the player is choosing between."""
    request = state.request
    if request is None or request.player != player or request.kind == "amount":
        return set()
    return {choice.label for choice in request.choices} | {refusal.label for refusal in request.refused}


# ---- what changed


def changed(now: Iterable[Section], before: Iterable[Section]) -> Iterator[Section]:
    """Yield the sections that changed, with only what is new in them."""
    known = {_key(section): section for section in before}
    for section in now:
        old = known.get(_key(section))
        if old is None:
            yield section
        elif section.rows != old.rows and (rows := tuple(_new_rows(section, old))):
            yield replace(section, rows=rows)


def _key(section: Section) -> tuple[object, ...]:
    lonely = section.kind == "list" and not section.title
    return section.kind, section.title, section.heads, section.rows[0][0] if lonely and section.rows else ""


def _new_rows(section: Section, old: Section) -> Iterator[tuple[str, ...]]:
    """Yield changed rows: all of a board or grid, which are readable only as a whole.

    Else changed names, and emptied ones."""
    if section.kind in ("board", "grid"):
        yield from section.rows
    elif section.kind == "facts":
        yield from (row for row in section.rows if row not in old.rows)
    else:
        now, before = _by_name(section), _by_name(old)
        for name, rows in now.items():
            if rows != before.get(name):
                yield from rows
        for name in before:
            if name and name not in now:
                yield (name, "none", "") if section.kind in ("cards", "own") else (name, "none")


def _by_name(section: Section) -> dict[str, list[tuple[str, ...]]]:
    found: dict[str, list[tuple[str, ...]]] = {}
    for row in section.rows:
        found.setdefault(row[0], []).append(row)
    return found


# ---- drawing


def parts_of(sections: Iterable[Section], width: int) -> Iterator[RenderableType]:
    """Render the sections of the table for this width."""
    for section in sections:
        if section.kind == "facts":
            yield _facts(section)
            continue
        if section.title:
            yield Text(visible(_capital(section.title)), style="bold")
        if section.kind == "board":
            yield from (Text(f"  {visible(row[0])}", no_wrap=True, overflow="ignore") for row in section.rows)
        elif section.kind == "grid":
            yield from _grids(section, width)
        else:
            yield _list(list(_card_lines(section)) if section.kind in ("cards", "own") else section.rows)


def _facts(section: Section) -> Text:
    line = Text(" · ").join(Text(visible(row[0])) for row in section.rows)
    return Text.assemble((f"{section.title}: ", "bold"), line) if section.title else line


def _grids(section: Section, width: int) -> Iterator[Table]:
    """Render a row for each player or thing.

    Columns that do not fit go below, with the names repeated."""
    widths = [_width(section, column, folded=False) for column in range(len(section.heads))]
    if sum(widths) + GAP * len(widths) > width:
        widths = [_width(section, column, folded=True) for column in range(len(section.heads))]
    columns = [0]
    for column in range(1, len(widths)):
        if len(columns) > 1 and sum(widths[one] + GAP for one in (*columns, column)) > width:
            yield _grid(section, columns, widths)
            columns = [0]
        columns.append(column)
    yield _grid(section, columns, widths)


def _width(section: Section, column: int, folded: bool) -> int:
    """Return the width of a column, with its heading on one line or wrapped."""
    head = section.heads[column]
    words = [*(head.split() if folded else [head]), *(row[column] for row in section.rows)]
    longest = max((len(word) for row in section.rows for word in row[column].split()), default=1)
    return max(1, longest, min(WIDEST_CELL, max(map(len, words), default=1)))


def _grid(section: Section, columns: Sequence[int], widths: Sequence[int]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="bold")
    for column in columns:
        table.add_column(visible(section.heads[column]), overflow="fold", width=widths[column])
    for row in section.rows:
        table.add_row(*(visible(row[column]) for column in columns))
    return table


def _card_lines(section: Section) -> Iterator[tuple[str, str]]:
    """Yield a line for each card with a long text; the others share one.

    The name of their pile is shown once."""
    for name, rows in _by_name(section).items():
        head = name
        short = [titles if not text else f"{titles} ({text})" for _, titles, text in rows if len(text) <= SHORT_TEXT]
        if short:
            yield head, ", ".join(short)
            head = ""
        for _, titles, text in rows:
            if len(text) > SHORT_TEXT:
                yield head, f"{titles}: {text}"
                head = ""


def _list(rows: Iterable[tuple[str, ...]]) -> Table:
    """Render a name and a text per line, wrapped between words."""
    rows = list(rows)
    head = min(LONGEST_HEAD, max((len(row[0]) for row in rows), default=0))
    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), show_header=False)
    table.add_column(style="bold", width=max(head, *(len(word) for row in rows for word in row[0].split()), 1))
    table.add_column(overflow="fold")
    for row in rows:
        table.add_row(visible(row[0]), Text(visible(row[1])))
    return table


def _capital(title: str) -> str:
    return title[:1].upper() + title[1:]


def _choices(request: Request) -> RenderableType:
    if request.kind == "amount":
        return Text("\n").join(
            [Text(f"  {limits(request)}"), *(_choice("or", found.label) for found in beside(request))]
        )
    typed = keys(request)
    width = max(map(len, typed), default=1)
    labels = dict(zip(reversed(typed), (in_full(request, choice) for choice in reversed(request.choices)), strict=True))
    lines = [
        (key.rjust(width), labels[key] if number == 1 else f"{labels[key]} ({number} of them)")
        for key, number in Counter(typed).items()
    ]
    if len(lines) >= LONG_LIST:
        return Columns([_choice(key, label) for key, label in lines], padding=(0, 3), column_first=True)
    return _listed(lines)


def _listed(lines: Sequence[tuple[str, str]]) -> Table:
    """Render `3 a label`, wrapped below itself.

    A label that is its own key is shown once."""
    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), show_header=False)
    table.add_column(style="cyan", no_wrap=True)
    table.add_column(overflow="fold")
    for key, label in lines:
        table.add_row(f"  {key}", "" if label.casefold() == key.strip() else visible(label))
    return table


def _choice(key: str, label: str) -> Text:
    if label.casefold() == key.strip():
        return Text.assemble("  ", (key, "cyan"))
    return Text.assemble("  ", (key, "cyan"), "  ", visible(label))


def _refusals(request: Request) -> Iterator[str]:
    refused = [refusal for refusal in request.refused if not refusal.free]
    shown = refused if len(refused) <= SHOWN_REFUSALS + 1 else refused[:SHOWN_REFUSALS]
    for refusal in shown:
        yield f"  –  {refusal.label}: {refusal.reason}"
    if len(refused) > len(shown):
        yield f'  –  {len(refused) - len(shown)} more are not possible: type "why"'
