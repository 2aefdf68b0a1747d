"""Describe one thing on the table: a card, a place, a player, a pile, a value, a whole kind.

In: a State, a player (None: a spectator) and the words that a person typed. Out: lines in the game's words.
Layer: view, above runtime. Nothing is included that the player may not see.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Iterator
from functools import partial
from itertools import chain
from typing import TypeVar

from interpreter.ir.types import ListOf, Of, bare
from interpreter.runtime import State
from interpreter.runtime.event_log import possessive
from interpreter.runtime.tables import kind_in
from interpreter.source import did_you_mean
from interpreter.view.boards import NAMES as BOARDS
from interpreter.view.boards import board
from interpreter.view.viewpoint import PLAYER, Stored, Viewpoint

Lines = list[str]
Item = TypeVar("Item")
MOST = 12  # things listed when the words are ambiguous
MAX_ENTRIES = 36  # lines of a table before equal ones are merged: more do not fit a screen


def look(state: State, player: int | None, words: str) -> list[str]:
    """Describe everything that a player may know about what the words mean; `kind:name` means one thing without doubt."""
    viewpoint = Viewpoint(state.engine.position, player)
    if ":" in words:
        return _named(viewpoint, *words.split(":", 1))
    names, wanted = Looker(viewpoint).names(), _plain(words)
    if wanted in BOARDS and wanted not in names:
        return board(viewpoint)
    found = names.get(wanted) or _parts(names, wanted)
    titles = sorted({title for title, _ in found})
    if not found:
        help = did_you_mean(wanted, names)
        return [f'Nothing here is called "{words}".', *([f"{help[0].upper()}{help[1:]}"] if help else [])]
    if len(titles) > 1 and wanted not in names:
        more = f" and {len(titles) - MOST} more" if len(titles) > MOST else ""
        return [f'"{words}" could mean several things: {", ".join(titles[:MOST])}{more}']
    return list(chain.from_iterable(tell() for tell in found.values()))


def _named(viewpoint: Viewpoint, kind: str, name: str) -> list[str]:
    """Describe a thing by its kind and its name in the rules; nothing if there is none."""
    looker, names = Looker(viewpoint), viewpoint.state.player_names
    if kind == PLAYER:
        return looker.player(names.index(name)) if name in names else []
    about = viewpoint.code.KINDS.get(kind)
    if about is None or name not in about.members:
        return []
    return looker.thing(kind, viewpoint.title(kind, about.members.index(name)))


def _plain(words: str) -> str:
    return " ".join(words.casefold().replace("_", " ").split())


Tellers = dict[tuple[str, str], Callable[[], Lines]]  # by title and kind (for a value: = and its name)


def _parts(names: dict[str, Tellers], wanted: str) -> Tellers:
    """Find names that contain the words, preferably at the beginning."""
    for matches in (str.startswith, str.__contains__):
        named = [tellers for name, tellers in names.items() if wanted and matches(name, wanted)]
        found = {title: tell for tellers in named for title, tell in tellers.items()}
        if found:
            return found
    return {}


def _by_value(row: dict[str, list[str]], everything: int) -> str:
    """Format `Black Reactor 5, all others 1`. Others are not mentioned if some are hidden or have nothing to show."""
    usual = max(row, key=lambda text: len(row[text]))
    is_whole = sum(map(len, row.values())) == everything
    told = [f"{name} {text}" for text, names in row.items() if text != usual or not is_whole for name in names]
    if is_whole:
        told.append(f"all others {usual}" if told else f"all {usual}")
    return ", ".join(told)


class Looker:
    def __init__(self, viewpoint: Viewpoint) -> None:
        self.viewpoint = viewpoint
        self.stored = viewpoint.stored

    def names(self) -> dict[str, Tellers]:
        """Map every name that can be asked for to its meanings, each with a function that describes it."""
        found: dict[str, Tellers] = {}

        def add(name: str, title: str, kind: str, tell: Callable[[], Lines]) -> None:
            found.setdefault(_plain(name), {}).setdefault((title, kind), tell)

        for seat, name in enumerate(self.viewpoint.state.player_names):
            add(name, name, PLAYER, partial(self.player, seat))
        for stored in self.stored:
            for name in (stored.name, stored.title):
                add(name, stored.title, f"={stored.name}", partial(self.value, stored))
        for kind, about in self.viewpoint.code.KINDS.items():
            if about.word in (PLAYER, "connections"):
                continue
            for name in (kind, about.plural):
                add(name, about.plural.replace("_", " "), "", partial(self.kind, kind))
            for number, member in enumerate(about.members):
                title = self.viewpoint.title(kind, number)
                for name in (member, title):
                    add(name, title, kind, partial(self.thing, kind, title))
        return found

    # ---- a player, a value
    def player(self, seat: int) -> Lines:
        lines = [
            self.viewpoint.state.player_names[seat] + (" has left the game" if seat in self.viewpoint.state.out else "")
        ]
        for stored in self.stored:
            if PLAYER in stored.kinds:
                lines += [f"  {text}" for text in self._entries(stored, PLAYER, {seat})]
        return lines

    def value(self, stored: Stored) -> Lines:
        if not stored.kinds:
            return list(self._entries(stored)) or [f"{stored.title}: hidden"]
        entries = list(self._entries(stored))
        if len(entries) > MAX_ENTRIES and len(stored.kinds) > 1 and not stored.is_zone:
            entries = self._in_short(stored)
        return [stored.title, *([f"  {text}" for text in entries] or [f"  {self._nothing(stored)}"])]

    def _nothing(self, stored: Stored) -> str:
        """Describe a value without notable entries: nothing visible, or the same everywhere visible."""
        keys = (
            []
            if stored.is_zone
            else [keys for keys in self.viewpoint.keys(stored) if self.viewpoint.sees(stored, keys)]
        )
        words = dict.fromkeys(self.viewpoint.words(stored.type, self.viewpoint.value(stored, one)) for one in keys)
        if not words:
            return "nothing you can see"
        everywhere = "all" if len(keys) == len(self.viewpoint.keys(stored)) else "what you see of it:"
        return f"{everywhere} {' or '.join(words)}"

    def _in_short(self, stored: Stored) -> Lines:
        """Shorten a long table to a line for each of its first keys: values that differ, then the common one."""
        *kinds, last = stored.kinds
        rows: dict[tuple[int, ...], dict[str, list[str]]] = {}
        for keys, value in self.viewpoint.entries(stored):
            names = rows.setdefault(keys[:-1], {}).setdefault(self.viewpoint.words(stored.type, value), [])
            names.append(self.viewpoint.title(last, keys[-1]))
        everything = len(self.viewpoint.code.KINDS[last].members)
        return [f"{self.viewpoint.keys_words(kinds, keys)}: {_by_value(row, everything)}" for keys, row in rows.items()]

    def _entries(self, stored: Stored, kind: str = "", members: Container[int] = ()) -> Iterator[str]:
        """Yield the entries of a value in words, or only those for certain members of a kind."""
        at = stored.kinds.index(kind) if kind else len(stored.kinds)
        for keys in self.viewpoint.keys(stored):
            if kind and keys[at] not in members:
                continue
            text = self._content(stored, keys) if stored.is_zone else self._plain_value(stored, keys)
            others = self.viewpoint.keys_words(_without(stored.kinds, at), _without(keys, at))
            name = stored.title if kind or not others else ""
            if text:
                yield f"{' '.join(part for part in (name, others) if part)}: {text}"

    def _plain_value(self, stored: Stored, keys: tuple[int, ...]) -> str:
        """Format a value; empty if it is hidden, or if it is kept for many things and has nothing to show."""
        seen = dict(self.viewpoint.entries(stored)) if stored.kinds else None
        if seen is None:
            return (
                self.viewpoint.words(stored.type, self.viewpoint.value(stored))
                if self.viewpoint.sees(stored, ())
                else ""
            )
        return self.viewpoint.words(stored.type, seen[keys]) if keys in seen else ""

    def _content(self, stored: Stored, keys: tuple[int, ...]) -> str:
        if self.viewpoint.sees(stored, keys):
            return self.viewpoint.titles(stored.card, self.viewpoint.cards(stored, keys)) or "empty"
        number = self.viewpoint.number(stored, keys) if self.viewpoint.counts(stored) else 0
        return f"{number} hidden card{'s' if number != 1 else ''}" if number else ""

    # ---- a kind, a thing
    def kind(self, kind: str) -> Lines:
        about = self.viewpoint.code.KINDS[kind]
        titles = dict.fromkeys(self.viewpoint.title(kind, number) for number in range(len(about.members)))
        plural = about.plural.replace("_", " ")
        return [f"{len(titles)} {plural}: {', '.join(titles)}"]

    def thing(self, kind: str, title: str) -> Lines:
        """Describe all things of a kind with this title: copies of a card only once."""
        members = self.viewpoint.code.KINDS[kind].members
        numbers = [number for number in range(len(members)) if self.viewpoint.title(kind, number) == title]
        copies = f", {len(numbers)} of them" if len(numbers) > 1 else ""
        lines = [f"{title} ({kind.replace('_', ' ')}{copies})"]
        text = self.viewpoint.text(kind, numbers[0])
        lines += [f"  {text}"] if text else []
        lines += [f"  {name}: {value}" for name, value in self.viewpoint.columns(kind, numbers[0])]
        lines += [f"  {text}" for text in self._whereabouts(kind, set(numbers))]
        for stored in self.stored:
            if kind in stored.kinds:
                lines += [f"  {text}" for text in self._entries(stored, kind, numbers)]
        for tell in (self._ways, self._path_to, self._things_of):
            lines += [f"  {text}" for number in numbers for text in tell(kind, number)]
        return lines

    def _things_of(self, kind: str, number: int) -> Iterator[str]:
        """List the things whose columns name this one, such as the locations of a region."""
        for other, columns in self.viewpoint.code.COLUMNS.items():
            for name, column in columns.items():
                if kind_in(column.type) == kind and self.viewpoint.code.KINDS[other].word != "connections":
                    cells = (cell if isinstance(cell, tuple) else (cell,) for cell in column.cells)
                    have = [one for one, cell in enumerate(cells) if number in cell]
                    if have:
                        titles = ", ".join(dict.fromkeys(self.viewpoint.title(other, one) for one in have))
                        yield f"{name.replace('_', ' ')} of {self.viewpoint.code.KINDS[other].plural.replace('_', ' ')}: {titles}"

    def _whereabouts(self, kind: str, numbers: set[int]) -> Iterator[str]:
        """List where the things are or which values name them, as far as the player sees it."""
        for stored in self.stored:
            if stored.members != kind:
                continue
            for keys in self.viewpoint.keys(stored):
                if self.viewpoint.sees(stored, keys) and (
                    number := len(numbers.intersection(self._named(stored, keys)))
                ):
                    owner = self.viewpoint.keys_words(stored.kinds, keys)
                    often = f": {number}" if len(numbers) > 1 else ""
                    yield (f"{possessive(owner)} {stored.title}" if owner else stored.title) + often

    def _named(self, stored: Stored, keys: tuple[int, ...]) -> list[int]:
        if stored.is_zone:
            return self.viewpoint.cards(stored, keys)
        value = self.viewpoint.value(stored, keys)
        return [] if value is None else list(value) if isinstance(stored.type, ListOf) else [value]

    def _ways(self, kind: str, number: int) -> Iterator[str]:
        """List where the connections of a place lead."""
        for connection, way, other in self.viewpoint.exits(kind, number):
            printed = ", ".join(value for _, value in self.viewpoint.columns(connection, way) if value != "yes")
            yield f"to {self.viewpoint.title(kind, other)}" + (f" by {printed}" if printed else "")

    def _path_to(self, kind: str, number: int) -> Iterator[str]:
        """Describe a shortest path from the player's position, if there is one; the rules may forbid it."""
        own = next((stored for stored in self.stored if self._tells_where(stored, kind)), None)
        start = self.viewpoint.value(own, (self.viewpoint.player or 0,)) if own else None
        path = [] if start is None else self._path(kind, start, number)
        if own and len(path) > 2:
            between = ", ".join(self.viewpoint.title(kind, place) for place in path[1:-1])
            yield f"{len(path) - 1} steps from your {own.title} if every way is open: by {between}"

    def _tells_where(self, stored: Stored, kind: str) -> bool:
        """Whether it is the position of the player who looks."""
        here = stored.kinds == (PLAYER,) and bare(stored.type) == Of(kind)
        return here and self.viewpoint.player is not None and self.viewpoint.sees(stored, (self.viewpoint.player,))

    def _path(self, kind: str, start: int, end: int) -> list[int]:
        """Find the places of a shortest path (breadth-first search); empty if there is none."""
        came_from, edge = {start: start}, deque([start])
        while edge and end not in came_from:
            here = edge.popleft()
            for _, _, other in self.viewpoint.exits(kind, here):
                if other not in came_from:
                    came_from[other] = here
                    edge.append(other)
        if end not in came_from:
            return []
        path = [end]
        while path[-1] != start:
            path.append(came_from[path[-1]])
        return path[::-1]


def _without(items: tuple[Item, ...], at: int) -> tuple[Item, ...]:
    return (*items[:at], *items[at + 1 :])
