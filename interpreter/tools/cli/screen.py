"""The table of a match, drawn in text from what a player may see.

In: states, requests and lines. Out: text on the terminal; lines that a person types. Layer: tools.
No game is known here: the table comes in sections.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rich.columns import Columns
from rich.table import Table
from rich.text import Text

import interpreter
from interpreter.tools.play import beside, in_full, keys, limits

from .speech import console, say, visible

if TYPE_CHECKING:
    from rich.console import RenderableType

    from interpreter import Request, Section, State

SHOWN_REFUSALS = 8
GAP = 2  # columns between a name and its text
WIDEST_CELL = 40  # letters of a cell that are not folded
LONGEST_HEAD = 24  # letters of a name in front of its text
FEW_CARDS = 5  # cards of one's own that are shown with their whole text
LONG_LIST = 12  # choices from which the list goes into columns


class Terminal:
    """The screen of a match in which a person plays."""

    def __init__(self) -> None:
        self._console = console()
        self._shown: tuple[Section, ...] = ()

    def tell(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._console.print(visible(line), soft_wrap=True)

    def show(self, state: State, player: int | None, whole: bool = True) -> None:
        sections = interpreter.tabletop(state, player)
        drawn = [section for section in sections if whole or section not in self._shown]
        self._shown = sections
        if drawn:
            self._console.print()
        for part in parts_of(drawn, self._console.width):
            self._console.print(part)

    def offer(self, request: Request) -> None:
        self._console.print()
        self._console.print(visible(request.prompt), style="bold", soft_wrap=True)
        self._console.print(_choices(request))
        for line in _refusals(request):
            self._console.print(visible(line), style="dim", soft_wrap=True)

    def note(self, *lines: str) -> None:
        for line in lines:
            self._console.print(visible(line), style="italic", soft_wrap=True)

    def listen(self, question: str) -> str:
        sys.stdout.flush()
        return input(question)

    def hand_over(self, name: str) -> None:
        if self._console.is_terminal:
            self._console.clear()
        self.listen(f"It is {visible(name)}'s turn. Press Enter when only {visible(name)} looks. ")


class Narrator:
    """The screen of a match that only bots play: what happens, line by line, and the table at the end."""

    def tell(self, lines: Sequence[str]) -> None:
        for line in lines:
            say(line)

    def show(self, state: State, player: int | None, whole: bool = True) -> None:
        Terminal().show(state, player)

    def offer(self, request: Request) -> None:
        """Nobody is asked."""

    def note(self, *lines: str) -> None:
        """Nobody asks."""

    def listen(self, question: str) -> str:
        raise EOFError

    def hand_over(self, name: str) -> None:
        """Nobody looks."""


def parts_of(sections: Iterable[Section], width: int) -> Iterator[RenderableType]:
    """The sections of the table, as they are drawn on lines of that width."""
    for section in sections:
        if section.kind == "facts":
            yield _facts(section)
            continue
        if section.title:
            yield Text(visible(_capital(section.title)), style="bold")
        if section.kind == "board":
            yield from (Text(f"  {visible(row[0])}", no_wrap=True, overflow="ignore") for row in section.rows)
        else:
            yield from _grids(section, width) if section.kind == "grid" else (_list(section, width),)


def _facts(section: Section) -> Text:
    line = Text(" · ").join(Text(visible(row[0])) for row in section.rows)
    return Text.assemble((f"{section.title}: ", "bold"), line) if section.title else line


def _grids(section: Section, width: int) -> Iterator[Table]:
    """A row for each player or thing; columns that do not fit beside each other go below, with the names again."""
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
    """How wide a column is, with its head on one line or folded between its words."""
    head = section.heads[column]
    words = [*(head.split() if folded else [head]), *(row[column] for row in section.rows)]
    return max(1, min(WIDEST_CELL, max(map(len, words), default=1)))


def _grid(section: Section, columns: Sequence[int], widths: Sequence[int]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="bold")
    for column in columns:
        table.add_column(visible(section.heads[column]), overflow="fold", width=widths[column])
    for row in section.rows:
        table.add_row(*(visible(row[column]) for column in columns))
    return table


def _list(section: Section, width: int) -> Table:
    """A name and a text on a line each; a few cards of one's own, and mere titles, are shown in full."""
    in_full = len(section.rows) <= FEW_CARDS if section.kind == "own" else bool(section.title) or section.kind == "held"
    head = min(LONGEST_HEAD, max(len(name) for name, _ in section.rows))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(style="bold", width=head)
    table.add_column(overflow="fold")
    for name, words in section.rows:
        text = Text(visible(words))
        if not in_full:
            text.truncate(max(LONGEST_HEAD, width - head - 2 * GAP), overflow="ellipsis")
        table.add_row(visible(name), text)
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
        _choice(key.rjust(width), labels[key] if number == 1 else f"{labels[key]} ({number} of them)")
        for key, number in Counter(typed).items()
    ]
    if len(lines) >= LONG_LIST:
        return Columns(lines, padding=(0, 3), column_first=True)
    return Text("\n").join(lines)


def _choice(key: str, label: str) -> Text:
    """`3  a label`; a label that is its own key stands alone."""
    if label == key.strip():
        return Text.assemble("  ", (key, "cyan"))
    return Text.assemble("  ", (key, "cyan"), "  ", visible(label))


def _refusals(request: Request) -> Iterator[str]:
    refused = [refusal for refusal in request.refused if not refusal.free]
    shown = refused if len(refused) <= SHOWN_REFUSALS + 1 else refused[:SHOWN_REFUSALS]
    for refusal in shown:
        yield f"  –  {refusal.label}: {refusal.reason}"
    if len(refused) > len(shown):
        yield f'  –  {len(refused) - len(shown)} more are not possible: type "why"'
