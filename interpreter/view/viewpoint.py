"""What one player sees of a state, in words: values by title, cards by what is printed on them.

In: a State and a player (None: a spectator). Out: `Viewpoint`, the basis of the table and of a closer look at one thing.
Layer: view, above runtime. Nothing is read here that the player may not see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from interpreter.ir.types import ListOf, Maybe, Of, Type, bare
from interpreter.runtime.event_log import counted, value_title
from interpreter.runtime.machine import at_once
from interpreter.runtime.python_engine import PythonEngine
from interpreter.runtime.tables import Keep, Shown, kind_in
from interpreter.runtime.views import worked_out
from interpreter.runtime.visibility import live_keys, sees

PLAYER = "player"
Results: TypeAlias = dict[str, dict[tuple[int, ...], Any]]


@dataclass(frozen=True, slots=True)
class Stored:
    """One value of the rules, stored or derived: its name, its keys, its type."""

    of: Keep | Shown

    @property
    def name(self) -> str:
        return self.of.name

    @property
    def kinds(self) -> tuple[str, ...]:
        return self.of.kinds

    @property
    def type(self) -> Type:
        return self.of.type

    @property
    def keep(self) -> Keep:
        """The record of a stored value."""
        assert isinstance(self.of, Keep)
        return self.of

    @property
    def shown(self) -> Shown | None:
        """The record of a derived value; None if it is stored."""
        return self.of if isinstance(self.of, Shown) else None

    @property
    def title(self) -> str:
        return value_title(self.of)

    @property
    def is_shown(self) -> bool:
        """Whether it is not declared `not shown`: such values are left off the table, but can be asked for."""
        return not (self.of.when_asked if isinstance(self.of, Shown) else self.of.not_shown)

    @property
    def lives_with(self) -> str | None:
        """The routine that it lives as long as; None: as long as the game."""
        return None if isinstance(self.of, Shown) else self.of.lives_with

    @property
    def is_zone(self) -> bool:
        return isinstance(self.of, Keep) and self.of.is_zone

    @property
    def members(self) -> str:
        """The kind of the things that it is or contains; empty for plain numbers."""
        return kind_in(self.type) or ""

    @property
    def card(self) -> str:
        """The kind of a zone's contents."""
        return self.keep.card


class DerivedValues:
    """Cache of derived values that are the same for everybody, shared by all views of a state, which must not change."""

    def __init__(self) -> None:
        self._found: list[tuple[PythonEngine, Results]] = []

    def of(self, state: PythonEngine) -> Results:
        for known, results in self._found:
            if known is state:
                return results
        self._found = [(state, {}), *self._found[:1]]  # the state itself, and the one that was last seen
        return self._found[0][1]


class Viewpoint:
    """A state as one player sees it."""

    def __init__(self, state: PythonEngine, player: int | None, worked: DerivedValues | None = None) -> None:
        """`worked`: derived values shared with other views of the same state."""
        state = state.as_seen(player)
        self._shared = None if worked is None else worked.of(state)
        self.state, self.player = state, player
        self.code = state.code
        self._entries: dict[str, list[tuple[tuple[int, ...], Any]]] = {}
        self._results: Results = {}
        asleep = state.asleep
        self.stored = [Stored(keep) for keep in self.code.KEEPS if keep.name not in asleep and keep.height_of is None]
        self.stored += [Stored(shown) for shown in self.code.SHOWN]

    # ---- which entries there are, and which can be seen
    def keys(self, stored: Stored) -> list[tuple[int, ...]]:
        return live_keys(self.state, stored.kinds)

    def sees(self, stored: Stored, keys: tuple[int, ...]) -> bool:
        if not isinstance(stored.of, Keep):
            return keys in self.worked(stored)
        return sees(self.state, stored.of, keys, self.player)

    def counts(self, stored: Stored) -> bool:
        """Whether everybody may know the number of cards in it."""
        return not stored.keep.count_hidden

    def value(self, stored: Stored, keys: tuple[int, ...] = ()) -> Any:
        """Return the number, list or cards of an entry; only for what is visible."""
        if not isinstance(stored.of, Keep):
            return self.worked(stored)[keys]
        where = stored.of.at(keys)
        return self.state.lists[where] if stored.of.is_zone else self.state.cells[where]

    def worked(self, stored: Stored) -> dict[tuple[int, ...], Any]:
        """Evaluate a derived value, as far as it is visible; once per view."""
        assert stored.shown is not None
        results = self._results if self._shared is None or stored.shown.owner is not None else self._shared
        if stored.name not in results:
            found = at_once(self.state, worked_out, self.state, stored.shown, self.player)
            results[stored.name] = dict(found or ())
        return results[stored.name]

    def cards(self, stored: Stored, keys: tuple[int, ...] = ()) -> list[int]:
        """Return the contents of a visible zone; for a grid, the tiles on it."""
        found = self.value(stored, keys)
        if stored.keep.is_grid:
            return [tile for tile, spot in enumerate(found) if spot is not None]
        return [card for card in found if card is not None]

    def number(self, stored: Stored, keys: tuple[int, ...]) -> int:
        """Count the cards in a zone."""
        return len(self.cards(stored, keys))

    def entries(self, stored: Stored) -> list[tuple[tuple[int, ...], Any]]:
        """Return the entries of a plain value that are visible and have something to show."""
        if stored.name not in self._entries:
            seen = [(keys, self.value(stored, keys)) for keys in self.keys(stored) if self.sees(stored, keys)]
            self._entries[stored.name] = [entry for entry in seen if says_something(stored.type, entry[1])]
        return self._entries[stored.name]

    def offered(self) -> set[tuple[str, int]]:
        """Return the things that this player is choosing between, with their kind."""
        request = self.state.request
        kind = self.code.SITES[self.state.site].kind if request is not None and request.player == self.player else None
        return {(kind, option) for option in self.state.options or () if isinstance(option, int)} if kind else set()

    # ---- in words
    def title(self, kind: str, number: int) -> str:
        return self.state.title(kind, number)

    def keys_words(self, kinds: Iterable[str], keys: Iterable[int]) -> str:
        return " → ".join(self.title(kind, key) for kind, key in zip(kinds, keys, strict=True))

    def words(self, type_: Type, value: Any) -> str:
        """Format a value as people write it."""
        match type_:
            case _ if value is None:
                return "none"
            case Maybe(inner):
                return self.words(inner, value)
            case Of(kind):
                return self.title(kind, value)
            case ListOf(inner):
                return ", ".join(self.words(inner, item) for item in value) or "none"
            case _ if isinstance(value, bool):
                return "yes" if value else "no"
            case _:
                return str(value)

    def statement(self, title: str, type_: Type, value: Any) -> str:
        """Format `money 30`; for something that is simply true, its name."""
        return title if value is True else f"{title} {self.words(type_, value)}"

    def titles(self, kind: str, cards: Iterable[int]) -> str:
        """Format cards by title: `Orient ×2, Crescent`."""
        return counted(self.title(kind, card) for card in cards)

    def printed(self, kind: str, number: int) -> str:
        """Return what is printed on a thing: its text, or else its columns."""
        title = self.title(kind, number)
        columns = (f"{name} {value}" for name, value in self.columns(kind, number) if value != title)
        return self.text(kind, number) or ", ".join(columns)

    def text(self, kind: str, number: int) -> str:
        texts = self.code.CARD_TEXTS.get(kind)
        return " ".join(texts[number].split()) if texts else ""

    def columns(self, kind: str, number: int) -> list[tuple[str, str]]:
        """List the columns of a thing with something to show, in words."""
        found = []
        for name, column in self.code.COLUMNS.get(kind, {}).items():
            value = column.cells[number]
            if name != "text" and says_something(column.type, value) and not self._is_way(kind, column.type):
                found.append((name.replace("_", " "), self.words(column.type, value)))
        return found + self._amounts(kind, number)

    def _amounts(self, kind: str, number: int) -> list[tuple[str, str]]:
        """List the columns with a number for each member of a kind: cost, 2 ore, 1 gear."""
        found = []
        for name, amounts in self.code.AMOUNTS.get(kind, {}).items():
            line = enumerate(amounts.cells[number] or ())
            told = [f"{value} {self.title(amounts.by, one)}" for one, value in line if value]
            found += [(name.replace("_", " "), ", ".join(told))] if told else []
        return found

    def _is_way(self, kind: str, type_: Type) -> bool:
        """Whether a column lists a place's connections or a connection's places, which the ways of a place show already."""
        other = kind_in(type_)
        return any({kind, other} == {connection, ends.joins} for connection, ends in self.code.ENDS.items())

    def group_column(self, kind: str) -> tuple[str, tuple[int, ...]] | None:
        """Return the first column that groups the things of a kind: its kind, and each one's group."""
        for column in self.code.COLUMNS.get(kind, {}).values():
            if isinstance(column.type, Of) and column.type.kind != PLAYER:
                return column.type.kind, tuple(cell for cell in column.cells if isinstance(cell, int))
        return None

    def exits(self, kind: str, number: int) -> Iterator[tuple[str, int, int]]:
        """Yield the connections that lead away from a place: their kind, index and destination."""
        for connection, (joins, ends) in self.code.ENDS.items():
            for way, (start, end, one_way) in enumerate(ends if joins == kind else ()):
                if start == number or (end == number and not one_way):
                    yield connection, way, end if start == number else start


def says_something(type_: Type, value: Any) -> bool:
    """Whether a value is not nothing, none, no, zero or empty."""
    if isinstance(bare(type_), Of):
        return value is not None
    return value is not None and value is not False and value != 0 and value != () and value != []
