"""The table of a match, drawn in text from what a player may see.

In: views, requests and lines. Out: text on the terminal; lines that a person types. Layer: tools.
No game is known here: boards come as lines, values and zones by their names.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.columns import Columns
from rich.table import Table
from rich.text import Text

from interpreter.tools.play import beside, keys, limits

from .speech import console, count, say, visible

if TYPE_CHECKING:
    from rich.console import RenderableType

    from interpreter import Request

OWNS = "'s "  # red's hand
AND = ", "  # red, oil: a value that is kept for each player and something else
SHOWN_REFUSALS = 8
LONG_LIST = 12  # choices from which the list goes into columns

Values = Mapping[str, Any]


class Terminal:
    """The screen of a match in which a person plays."""

    def __init__(self) -> None:
        self._console = console()

    def tell(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._console.print(visible(line), soft_wrap=True)

    def show(self, view: Values) -> None:
        self._console.print()
        for part in table_of(view):
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

    def show(self, view: Values) -> None:
        Terminal().show(view)

    def offer(self, request: Request) -> None:
        """Nobody is asked."""

    def note(self, *lines: str) -> None:
        """Nobody asks."""

    def listen(self, question: str) -> str:
        raise EOFError

    def hand_over(self, name: str) -> None:
        """Nobody looks."""


def words_of(value: object) -> str:
    """A value as people write it."""
    if value is None or value == "" or value == []:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        if set(value) == {"count"}:
            return count(value["count"], "card")
        return ", ".join(f"{key} {words_of(entry)}" for key, entry in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(words_of(entry) for entry in value)
    return str(value)


def table_of(view: Values) -> Iterator[RenderableType]:
    """The parts of the table, in the order in which they are drawn."""
    names = [str(name) for name in view.get("players", ())]
    for title, lines in view.get("boards", {}).items():
        yield from _board(title, lines)
    shared, by_player = _sorted_out(view, names)
    if by_player:
        yield _players_table(names, by_player, view)
    for title, value in shared.items():
        yield _shared(title, value)


def _board(title: str, lines: Sequence[str]) -> Iterator[RenderableType]:
    yield Text(visible(title), style="bold")
    for line in lines:
        yield Text(f"  {visible(line)}", no_wrap=True, overflow="ignore")


def _sorted_out(view: Values, names: Sequence[str]) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """What belongs to everyone, and what belongs to each player; what is on a board is drawn there."""
    shared: dict[str, Any] = {}
    by_player: dict[str, dict[str, Any]] = {}
    for title, value in (*view.get("table", {}).items(), *view.get("zones", {}).items()):
        owner, _, thing = title.partition(OWNS)
        if thing and owner in names:
            by_player.setdefault(thing, {})[owner] = value
        elif _of_players(value, names):
            _add_of_players(title, value, by_player)
        elif title not in view.get("boards", {}):
            shared[title] = value
    return shared, by_player


def _of_players(value: object, names: Sequence[str]) -> bool:
    return isinstance(value, Mapping) and bool(value) and all(key.partition(AND)[0] in names for key in value)


def _add_of_players(title: str, value: Values, by_player: dict[str, dict[str, Any]]) -> None:
    for key, entry in value.items():
        owner, _, rest = key.partition(AND)
        by_player.setdefault(f"{title} {rest}".strip(), {})[owner] = entry


def _players_table(names: Sequence[str], by_player: Mapping[str, Mapping[str, Any]], view: Values) -> Table:
    """One column per player, one row per value or zone."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("")
    for seat, name in enumerate(names):
        table.add_column(visible(_title_of(seat, name, view)), overflow="fold")
    for title, values in by_player.items():
        cells = (words_of(values[name]) if name in values else "?" for name in names)
        table.add_row(_name(title), *(visible(cell) for cell in cells))
    return table


def _title_of(seat: int, name: str, view: Values) -> str:
    return f"{name} (you)" if seat == view.get("you") else name


def _shared(title: str, value: object) -> RenderableType:
    """A value or zone of the whole table; one with a key for each place goes into columns."""
    if isinstance(value, Mapping) and set(value) != {"count"}:
        entries = [f"{key} {words_of(entry)}" for key, entry in value.items()]
        return Columns([Text(f"{_name(title)}:", style="bold"), *map(visible, entries)], padding=(0, 2))
    return Text.assemble((f"{_name(title)}: ", "bold"), visible(words_of(value)))


def _name(title: str) -> str:
    return visible(title.replace("_", " "))


def _choices(request: Request) -> RenderableType:
    if request.kind == "amount":
        return Text("\n").join(
            [Text(f"  {limits(request)}"), *(_choice("or", found.label) for found in beside(request))]
        )
    typed = keys(request)
    width = max(map(len, typed), default=1)
    lines = [_choice(key.rjust(width), choice.label) for key, choice in zip(typed, request.choices, strict=True)]
    if len(lines) >= LONG_LIST:
        return Columns(lines, padding=(0, 3), column_first=True)
    return Text("\n").join(lines)


def _choice(key: str, label: str) -> Text:
    """`3  a label`; a label that is its own key stands alone."""
    if label == key.strip():
        return Text.assemble("  ", (key, "cyan"))
    return Text.assemble("  ", (key, "cyan"), "  ", visible(label))


def _refusals(request: Request) -> Iterator[str]:
    refused = list(request.refused)
    for refusal in refused[:SHOWN_REFUSALS]:
        yield f"  –  {refusal.label}: {refusal.reason}"
    if len(refused) > SHOWN_REFUSALS:
        yield f'  –  {len(refused) - SHOWN_REFUSALS} more are not possible: type "why"'
