"""What one player sees of a state, in words: values by their titles, cards by what is printed on them.

In: a State and a player (None: a spectator). Out: `Eyes`, which the table and a closer look at one thing are made from.
Layer: seeing, above runtime. Nothing is read here that the player may not see.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from interpreter.runtime import State
from interpreter.runtime.events import counted
from interpreter.runtime.machine import at_once
from interpreter.runtime.views import live_keys, place, sees, worked_out

PLAYER = "player"
ZONES = ("pile", "row", "grid")
HEIGHT = "_height"


@dataclass(frozen=True, slots=True)
class Stored:
    """One value of the rules, stored or worked out: how it is called, what there is one for, of which type it is."""

    name: str
    kinds: tuple[str, ...]
    code: str  # number, yes, of:kind, maybe:..., list:..., pile:kind, row:kind:size, grid:kind
    keep: Any  # None of what is worked out
    shown: Any = None  # of what is worked out: how, and who sees it

    @property
    def title(self) -> str:
        own = self.shown[1] if self.shown else self.keep[13]
        return own or self.name.removesuffix("_of").replace("_", " ")

    @property
    def is_shown(self) -> bool:
        """Not one that is `not shown`: on the table it is left out, but whoever asks is told."""
        return self.shown is not None or not self.keep[10]

    @property
    def lives_with(self) -> str | None:
        """The routine as long as which it lives; None: as long as the game."""
        return None if self.shown else self.keep[8]

    @property
    def shape(self) -> str:
        return self.code.partition(":")[0]

    @property
    def is_zone(self) -> bool:
        return self.shape in ZONES

    @property
    def members(self) -> str:
        """The kind of the things that it is or holds; empty of plain numbers."""
        return self.code.rpartition("of:")[2] if "of:" in self.code else self.card if self.is_zone else ""

    @property
    def card(self) -> str:
        """Of a zone: the kind of what lies in it."""
        return self.code.split(":")[1]


class Eyes:
    """A state as one player sees it."""

    def __init__(self, state: State, player: int | None) -> None:
        self.state, self.player = state, player
        self.code: Any = state.code
        self._entries: dict[str, list[tuple[tuple[int, ...], Any]]] = {}
        self._results: dict[str, dict[tuple[int, ...], Any]] = {}
        running = {self.code.BLOCK_ROUTINE[frame[0]] for frame in state.stack if frame[0] < self.code.idle}
        self.stored = [
            Stored(keep[0], keep[3], keep[4], keep)
            for keep in self.code.KEEPS
            if (keep[8] is None or keep[8] in running) and not self._is_height(keep[0])
        ]
        self.stored += [Stored(shown[0], shown[2], shown[3], None, shown) for shown in self.code.SHOWN]

    def _is_height(self, name: str) -> bool:
        return name.endswith(HEIGHT) and name.removesuffix(HEIGHT) in self.code.keep_by_name

    # ---- which entries there are, and which can be seen
    def keys(self, stored: Stored) -> list[tuple[int, ...]]:
        return live_keys(self.state, stored.kinds)

    def sees(self, stored: Stored, keys: tuple[int, ...]) -> bool:
        if stored.shown:
            return keys in self._worked(stored)
        return sees(self.state, stored.keep, keys, self.player)

    def counts(self, stored: Stored) -> bool:
        """May everybody know how many cards lie there?"""
        return not stored.keep[6]

    def value(self, stored: Stored, keys: tuple[int, ...] = ()) -> Any:
        """The number, list or cards behind an entry; only for what is seen."""
        if stored.shown:
            return self._worked(stored)[keys]
        where = place(stored.keep, keys)
        return self.state.lists[where] if stored.is_zone else self.state.cells[where]

    def _worked(self, stored: Stored) -> dict[tuple[int, ...], Any]:
        """What is worked out, as far as it is seen; once for this look at the table."""
        if stored.name not in self._results:
            found = at_once(self.state, worked_out, self.state, stored.shown, self.player)
            self._results[stored.name] = dict(found or ())
        return self._results[stored.name]

    def cards(self, stored: Stored, keys: tuple[int, ...] = ()) -> list[int]:
        """What lies in a zone that is seen; of a grid, the tiles on it."""
        found = self.value(stored, keys)
        if stored.shape == "grid":
            return [tile for tile, spot in enumerate(found) if spot is not None]
        return [card for card in found if card is not None]

    def number(self, stored: Stored, keys: tuple[int, ...]) -> int:
        """How many cards lie there."""
        return len(self.cards(stored, keys))

    def entries(self, stored: Stored) -> list[tuple[tuple[int, ...], Any]]:
        """The entries of a plain value that are seen and say something."""
        if stored.name not in self._entries:
            seen = [(keys, self.value(stored, keys)) for keys in self.keys(stored) if self.sees(stored, keys)]
            self._entries[stored.name] = [entry for entry in seen if says_something(stored.code, entry[1])]
        return self._entries[stored.name]

    # ---- in words
    def title(self, kind: str, number: int) -> str:
        return self.state.title(kind, number)

    def keys_words(self, kinds: Iterable[str], keys: Iterable[int]) -> str:
        return " → ".join(self.title(kind, key) for kind, key in zip(kinds, keys, strict=True))

    def words(self, code: str, value: Any) -> str:
        """A value as people write it."""
        head, _, rest = code.partition(":")
        if value is None:
            return "none"
        if head == "maybe":
            return self.words(rest, value)
        if head == "of":
            return self.title(rest, value)
        if head == "list":
            return ", ".join(self.words(rest, item) for item in value) or "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        return str(value)

    def statement(self, title: str, code: str, value: Any) -> str:
        """`money 30`; of what is simply so, its name."""
        return title if value is True else f"{title} {self.words(code, value)}"

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
        for name, (code, cells) in self.code.COLUMNS.get(kind, {}).items():
            if name != "text" and says_something(code, cells[number]):
                found.append((name.replace("_", " "), self.words(code, cells[number])))
        return found

    def group_column(self, kind: str) -> tuple[str, tuple[int, ...]] | None:
        """The first column that sorts the things of a kind into groups: that kind, and each one's group."""
        for code, cells in self.code.COLUMNS.get(kind, {}).values():
            head, _, group = code.partition(":")
            if head == "of" and group != PLAYER:
                return group, cells
        return None


def says_something(code: str, value: Any) -> bool:
    """Not nothing, none, no, zero or empty."""
    if code.removeprefix("maybe:").startswith("of:"):
        return value is not None
    return value is not None and value is not False and value != 0 and value != () and value != []
