"""What one player sees of a state, in words: values by their titles, cards by what is printed on them.

In: a State and a player (None: a spectator). Out: `Viewpoint`, which the table and a closer look at one thing are made from.
Layer: seeing, above runtime. Nothing is read here that the player may not see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from interpreter.runtime import State
from interpreter.runtime.machine import at_once
from interpreter.runtime.sight import live_keys, sees
from interpreter.runtime.tables import Keep, Shown, kind_in
from interpreter.runtime.telling import counted, value_title
from interpreter.runtime.views import worked_out
from interpreter.types import ListOf, Maybe, Of, Type, bare

PLAYER = "player"
Results: TypeAlias = dict[str, dict[tuple[int, ...], Any]]


@dataclass(frozen=True, slots=True)
class Stored:
    """One value of the rules, stored or worked out: how it is called, what there is one for, of which type it is."""

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
        """Of what is stored: its record."""
        assert isinstance(self.of, Keep)
        return self.of

    @property
    def shown(self) -> Shown | None:
        """Of what is worked out: how, and who sees it."""
        return self.of if isinstance(self.of, Shown) else None

    @property
    def title(self) -> str:
        return value_title(self.of)

    @property
    def is_shown(self) -> bool:
        """Not one that is `not shown`: on the table it is left out, but whoever asks is told."""
        return not (self.of.when_asked if isinstance(self.of, Shown) else self.of.not_shown)

    @property
    def lives_with(self) -> str | None:
        """The routine as long as which it lives; None: as long as the game."""
        return None if isinstance(self.of, Shown) else self.of.lives_with

    @property
    def is_zone(self) -> bool:
        return isinstance(self.of, Keep) and self.of.is_zone

    @property
    def members(self) -> str:
        """The kind of the things that it is or holds; empty of plain numbers."""
        return kind_in(self.type) or ""

    @property
    def card(self) -> str:
        """Of a zone: the kind of what lies in it."""
        return self.keep.card


class WorkedOut:
    """What the rules work out for everybody, once for all who look at the same state; none of these states may change."""

    def __init__(self) -> None:
        self._found: list[tuple[State, Results]] = []

    def of(self, state: State) -> Results:
        for known, results in self._found:
            if known is state:
                return results
        self._found = [(state, {}), *self._found[:1]]  # the state itself, and the one that somebody last saw
        return self._found[0][1]


class Viewpoint:
    """A state as one player sees it."""

    def __init__(self, state: State, player: int | None, worked: WorkedOut | None = None) -> None:
        """`worked`: what others have worked out of the same state for everybody."""
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
        """May everybody know how many cards lie there?"""
        return not stored.keep.count_hidden

    def value(self, stored: Stored, keys: tuple[int, ...] = ()) -> Any:
        """The number, list or cards behind an entry; only for what is seen."""
        if not isinstance(stored.of, Keep):
            return self.worked(stored)[keys]
        where = stored.of.at(keys)
        return self.state.lists[where] if stored.of.is_zone else self.state.cells[where]

    def worked(self, stored: Stored) -> dict[tuple[int, ...], Any]:
        """What is worked out, as far as it is seen; once for this look at the table."""
        assert stored.shown is not None
        results = self._results if self._shared is None or stored.shown.owner is not None else self._shared
        if stored.name not in results:
            found = at_once(self.state, worked_out, self.state, stored.shown, self.player)
            results[stored.name] = dict(found or ())
        return results[stored.name]

    def cards(self, stored: Stored, keys: tuple[int, ...] = ()) -> list[int]:
        """What lies in a zone that is seen; of a grid, the tiles on it."""
        found = self.value(stored, keys)
        if stored.keep.is_grid:
            return [tile for tile, spot in enumerate(found) if spot is not None]
        return [card for card in found if card is not None]

    def number(self, stored: Stored, keys: tuple[int, ...]) -> int:
        """How many cards lie there."""
        return len(self.cards(stored, keys))

    def entries(self, stored: Stored) -> list[tuple[tuple[int, ...], Any]]:
        """The entries of a plain value that are seen and say something."""
        if stored.name not in self._entries:
            seen = [(keys, self.value(stored, keys)) for keys in self.keys(stored) if self.sees(stored, keys)]
            self._entries[stored.name] = [entry for entry in seen if says_something(stored.type, entry[1])]
        return self._entries[stored.name]

    def offered(self) -> set[tuple[str, int]]:
        """The things that this player chooses between just now, with their kind."""
        request = self.state.request
        kind = self.code.SITES[self.state.site].kind if request is not None and request.player == self.player else None
        return {(kind, option) for option in self.state.options or () if isinstance(option, int)} if kind else set()

    # ---- in words
    def title(self, kind: str, number: int) -> str:
        return self.state.title(kind, number)

    def keys_words(self, kinds: Iterable[str], keys: Iterable[int]) -> str:
        return " → ".join(self.title(kind, key) for kind, key in zip(kinds, keys, strict=True))

    def words(self, type_: Type, value: Any) -> str:
        """A value as people write it."""
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
        """`money 30`; of what is simply so, its name."""
        return title if value is True else f"{title} {self.words(type_, value)}"

    def titles(self, kind: str, cards: Iterable[int]) -> str:
        """Cards by their titles: `Orient ×2, Crescent`."""
        return counted(self.title(kind, card) for card in cards)

    def printed(self, kind: str, number: int) -> str:
        """What is printed on a thing: its text, or else its columns."""
        title = self.title(kind, number)
        columns = (f"{name} {value}" for name, value in self.columns(kind, number) if value != title)
        return self.text(kind, number) or ", ".join(columns)

    def text(self, kind: str, number: int) -> str:
        texts = self.code.CARD_TEXTS.get(kind)
        return " ".join(texts[number].split()) if texts else ""

    def columns(self, kind: str, number: int) -> list[tuple[str, str]]:
        """The columns of a thing that say something, in words."""
        found = []
        for name, column in self.code.COLUMNS.get(kind, {}).items():
            value = column.cells[number]
            if name != "text" and says_something(column.type, value) and not self._is_way(kind, column.type):
                found.append((name.replace("_", " "), self.words(column.type, value)))
        return found

    def _is_way(self, kind: str, type_: Type) -> bool:
        """Do they say which connections a place has, or which places a connection joins? The ways from a place tell that."""
        other = kind_in(type_)
        return any({kind, other} == {connection, ends.joins} for connection, ends in self.code.ENDS.items())

    def group_column(self, kind: str) -> tuple[str, tuple[int, ...]] | None:
        """The first column that sorts the things of a kind into groups: that kind, and each one's group."""
        for column in self.code.COLUMNS.get(kind, {}).values():
            if isinstance(column.type, Of) and column.type.kind != PLAYER:
                return column.type.kind, tuple(cell for cell in column.cells if isinstance(cell, int))
        return None

    def exits(self, kind: str, number: int) -> Iterator[tuple[str, int, int]]:
        """The connections that lead away from a place: their kind, which of it, and to where."""
        for connection, (joins, ends) in self.code.ENDS.items():
            for way, (start, end, one_way) in enumerate(ends if joins == kind else ()):
                if start == number or (end == number and not one_way):
                    yield connection, way, end if start == number else start


def says_something(type_: Type, value: Any) -> bool:
    """Not nothing, none, no, zero or empty."""
    if isinstance(bare(type_), Of):
        return value is not None
    return value is not None and value is not False and value != 0 and value != () and value != []
