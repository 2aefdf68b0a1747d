"""The table as a person reads it: notable values by title, sorted into a few sections.

In: a State and a player (None: a spectator). Out: Sections in drawing order. Layer: view, above runtime.
It knows no game. Zero, none, no and empty values are left out; so is what belongs to a rule that is not running.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from interpreter.ir.types import Number
from interpreter.runtime import State
from interpreter.runtime.grids import drawn
from interpreter.view.viewpoint import PLAYER, Stored, Viewpoint, says_something

FEW = 8  # members of a kind that fit side by side as columns
SHORT_LINE = 70  # characters of remarks that need not be grouped
SHORT_PILE = 4  # cards of an open pile that are all shown


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the table.

    kind: `facts` (short statements, one per row), `board` (preformatted lines), `grid` (rows under heads),
    `list` and `held` (a name and a text per row; `held`: what others have), `cards` and `own` (their pile, their title,
    what is printed on them; `own`: what this player has).
    """

    kind: str
    title: str
    rows: tuple[tuple[str, ...], ...]
    heads: tuple[str, ...] = ()


@dataclass
class Sorting:
    """The stored values by section; each is in one of these."""

    facts: list[Stored] = field(default_factory=list)
    piles: list[Stored] = field(default_factory=list)
    boards: list[Stored] = field(default_factory=list)
    of_players: list[Stored] = field(default_factory=list)  # (player): a column, or cards of each
    of_pairs: list[Stored] = field(default_factory=list)  # (player, small kind): a grid of its own
    of_members: dict[str, list[Stored]] = field(default_factory=dict)  # by the kind they are kept for


def tabletop(state: State, player: int | None) -> tuple[Section, ...]:
    """Build the sections of the table."""
    return tuple(section for section in Tabletop(Viewpoint(state.engine.position, player)).sections() if section.rows)


class Tabletop:
    def __init__(self, viewpoint: Viewpoint) -> None:
        self.viewpoint, self.state, self.player = viewpoint, viewpoint.state, viewpoint.player
        self.sorting = Sorting()
        self._offered = viewpoint.offered()
        for stored in viewpoint.stored:
            if stored.is_shown:
                self._sort(stored)

    def sections(self) -> Iterator[Section]:
        yield from self._square_boards()
        for stored in self.sorting.boards:
            yield from self._grid(stored)
        for kind, group in self.sorting.of_members.items():
            yield from self._members(kind, group)
        yield Section("facts", "", tuple((text,) for text in self._facts()))
        yield from self._open_cards()
        yield Section("facts", "Piles", tuple((text,) for text in self._piles()))
        yield self._players()
        for stored in self.sorting.of_pairs:
            yield self._pairs(stored)
        yield Section("held", "", tuple(self._before_players()))
        yield from self._own()

    # ---- sorting
    def _sort(self, stored: Stored) -> None:
        kinds = stored.kinds
        if stored.is_zone and stored.keep.is_grid:
            self.sorting.boards.append(stored)
        elif kinds == (PLAYER,):
            self.sorting.of_players.append(stored)
        elif stored.is_zone:
            self.sorting.piles.append(stored)
        elif not kinds:
            self.sorting.facts.append(stored)
        elif len(kinds) == 2 and kinds[0] == PLAYER and self._is_small(kinds[1]):
            self.sorting.of_pairs.append(stored)
        else:
            self._sort_by_member(stored)

    def _sort_by_member(self, stored: Stored) -> None:
        """Classify a value kept for each thing of a kind; one kept for pairs of players is a fact."""
        kind = next((kind for kind in stored.kinds if kind != PLAYER), None)
        if kind is None:
            self.sorting.facts.append(stored)
        elif not self._is_drawn(kind, stored):
            self.sorting.of_members.setdefault(kind, []).append(stored)

    def _is_small(self, kind: str) -> bool:
        word, members = self.viewpoint.code.KINDS[kind].word, self.viewpoint.code.KINDS[kind].members
        return word not in (PLAYER, "cards", "places", "connections") and 0 < len(members) <= FEW

    def _is_drawn(self, kind: str, stored: Stored) -> bool:
        return self.viewpoint.code.KINDS[kind].grid is not None and stored.kinds == (kind,)

    # ---- boards
    def _square_boards(self) -> Iterator[Section]:
        if all(kind.grid is None for kind in self.viewpoint.code.KINDS.values()):
            return
        for title, lines in self.state.view(self.player)["boards"].items():
            if title in self.viewpoint.code.keep_by_name and not self.viewpoint.code.keep_by_name[title].is_grid:
                yield Section("board", title.replace("_", " "), tuple((line,) for line in lines))

    def _grid(self, stored: Stored) -> Iterator[Section]:
        """Draw tiles by short signs, which the list of the tiles explains."""
        for keys in self.viewpoint.keys(stored):
            if self.viewpoint.sees(stored, keys):
                ground = self.viewpoint.code.GROUNDS[stored.name]
                lines = drawn(self.viewpoint.value(stored, keys), ground, self._signs(stored.card))
                title = " ".join([*([self.viewpoint.keys_words(stored.kinds, keys)] if keys else []), stored.title])
                yield Section("board", title, tuple((line,) for line in lines))
        if stored.card not in self.sorting.of_members:
            yield from self._members(stored.card, [])

    def _signs(self, kind: str) -> list[str]:
        """Assign each tile a unique sign of two or three letters."""
        signs: list[str] = []
        for number in range(len(self.viewpoint.code.KINDS[kind].members)):
            sign = next(sign for sign in signs_for(self.viewpoint.title(kind, number), number) if sign not in signs)
            signs.append(sign)
        return signs

    def _laid(self, kind: str) -> set[int]:
        """Return the tiles on a grid that this player sees."""
        return {
            tile
            for stored in self.sorting.boards
            if stored.card == kind
            for keys in self.viewpoint.keys(stored)
            if self.viewpoint.sees(stored, keys)
            for tile in self.viewpoint.cards(stored, keys)
        }

    # ---- what is kept for each thing of a kind
    def _members(self, kind: str, group: list[Stored]) -> Iterator[Section]:
        remarks = self._remarks(kind, group)
        if len(group) > 1 and self._is_small(kind) and all(len(stored.kinds) == 1 for stored in group):
            yield self._member_grid(kind, group)
            return
        laid = self._laid(kind)
        signs = self._signs(kind) if laid else []
        texts = {}
        for number in sorted({*remarks, *laid}):
            sign = f"{signs[number]} " if number in laid else ""
            texts[number] = f"{sign}{self.viewpoint.title(kind, number)} {', '.join(remarks.get(number, ()))}".strip()
        yield self._grouped(kind, texts, [stored.title for stored in group if self._is_shown(stored)])

    def _grouped(self, kind: str, texts: dict[int, str], names: list[str]) -> Section:
        """Make a line for each group of things, if a column groups them; otherwise one line."""
        column = self.viewpoint.group_column(kind)
        plural = self.viewpoint.code.KINDS[kind].plural.replace("_", " ")
        together = "; ".join(texts.values())
        is_board = self.viewpoint.code.KINDS[kind].word == "places" or bool(self._laid(kind))
        if column is None or (len(together) <= SHORT_LINE and not is_board):
            return Section("list", "", ((", ".join(names) or plural, together),) if texts else ())
        group, cells = column
        rows: dict[int, list[str]] = {cell: [] for cell in sorted({cells[number] for number in texts})}
        for number, text in texts.items():
            rows[cells[number]].append(text)
        title = f"{plural}: {', '.join(names)}" if names else plural
        return Section(
            "list", title, tuple((self.viewpoint.title(group, cell), "; ".join(row)) for cell, row in rows.items())
        )

    def remarks_on(self, kind: str) -> dict[int, list[str]]:
        """Collect the remarks about each thing of a kind."""
        return self._remarks(kind, self.sorting.of_members.get(kind, []))

    def _is_shown(self, stored: Stored) -> bool:
        """Whether any entry of it has something to show."""
        return bool(self.viewpoint.entries(stored))

    def _remarks(self, kind: str, group: list[Stored]) -> dict[int, list[str]]:
        """Collect the remarks about each thing. The first value that players have there needs no name."""
        found: dict[int, list[str]] = {}
        shown = [stored for stored in group if self._is_shown(stored)]
        unnamed = next(
            (stored for stored in shown if stored.kinds[0] == PLAYER and isinstance(stored.type, Number)), None
        )
        if unnamed is None and len(shown) == 1:
            unnamed = shown[0]
        for stored in shown:
            at = stored.kinds.index(kind)
            others = (*stored.kinds[:at], *stored.kinds[at + 1 :])
            for keys, value in self.viewpoint.entries(stored):
                owner = self.viewpoint.keys_words(others, (*keys[:at], *keys[at + 1 :]))
                name = "" if stored is unnamed else stored.title
                words = "" if value is True and (name or owner) else self.viewpoint.words(stored.type, value)
                found.setdefault(keys[at], []).append(" ".join(part for part in (name, owner, words) if part))
        return found

    def _member_grid(self, kind: str, group: list[Stored]) -> Section:
        shown = [stored for stored in group if self._is_shown(stored)]
        rows = []
        for number in range(len(self.viewpoint.code.KINDS[kind].members)) if shown else ():
            cells = [self._cell(stored, (number,)) for stored in shown]
            rows.append((self.viewpoint.title(kind, number), *cells))
        return Section("grid", "", tuple(rows), (kind.replace("_", " "), *(stored.title for stored in shown)))

    def _cell(self, stored: Stored, keys: tuple[int, ...]) -> str:
        if not self.viewpoint.sees(stored, keys):
            return "?"
        value = self.viewpoint.value(stored, keys)
        if value is None or value is False or value == () or value == []:
            return ""
        return self.viewpoint.words(stored.type, value)

    # ---- facts and piles
    def _facts(self) -> Iterator[str]:
        for stored in self.sorting.facts:
            if not stored.kinds:
                yield from (
                    self.viewpoint.statement(stored.title, stored.type, value)
                    for _, value in self.viewpoint.entries(stored)
                )
            elif entries := [
                self.viewpoint.statement(self.viewpoint.keys_words(stored.kinds, keys), stored.type, value)
                for keys, value in self.viewpoint.entries(stored)
            ]:
                yield f"{stored.title} {', '.join(entries)}"

    def _piles(self) -> Iterator[str]:
        for stored in self.sorting.piles:
            counted = [
                " ".join([self.viewpoint.keys_words(stored.kinds, keys), str(number)]).strip()
                for keys in self.viewpoint.keys(stored)
                if self._is_counted(stored, keys) and (number := self.viewpoint.number(stored, keys))
            ]
            if counted:
                yield f"{stored.title} {', '.join(counted)}"

    def _is_counted(self, stored: Stored, keys: tuple[int, ...]) -> bool:
        return self.viewpoint.counts(stored) and not self._is_open(stored, keys)

    def _is_open(self, stored: Stored, keys: tuple[int, ...]) -> bool:
        """Whether all its cards are shown on the table. A long open pile is only counted, unless the player chooses from it."""
        if not self.viewpoint.sees(stored, keys):
            return False
        if stored.keep.is_row or stored.keep.in_force or self.viewpoint.number(stored, keys) <= SHORT_PILE:
            return True
        return not self._offered.isdisjoint((stored.card, card) for card in self.viewpoint.cards(stored, keys))

    def _open_cards(self) -> Iterator[Section]:
        """List public rows and short piles, each card with what is printed on it."""
        rows: list[tuple[str, ...]] = []
        for stored in self.sorting.piles:
            if not stored.kinds and self._is_open(stored, ()):
                rows += self._card_rows(stored.title, stored, ())
            elif stored.kinds:
                rows += self._spread_piles(stored)
        yield Section("cards", "", tuple(rows))

    def _spread_piles(self, stored: Stored) -> Iterator[tuple[str, str, str]]:
        """List open piles kept at several places on one line."""
        texts = []
        for keys in self.viewpoint.keys(stored):
            if self._is_open(stored, keys) and (cards := self.viewpoint.cards(stored, keys)):
                owner, titles = self.viewpoint.keys_words(stored.kinds, keys), self.viewpoint.titles(stored.card, cards)
                texts.append(owner if owner == titles else f"{owner}: {titles}")
        if texts:
            yield stored.title, "; ".join(texts), ""

    def _card_rows(self, title: str, stored: Stored, keys: tuple[int, ...]) -> Iterator[tuple[str, str, str]]:
        """Yield a row for each different card: its pile, its title, what is printed on it."""
        cards: dict[str, list[int]] = {}
        for card in self.viewpoint.cards(stored, keys):
            cards.setdefault(self.viewpoint.title(stored.card, card), []).append(card)
        for same in cards.values():
            yield title, self.viewpoint.titles(stored.card, same), self.viewpoint.printed(stored.card, same[0])

    # ---- what the players have
    def _players(self) -> Section:
        """Make a row for each player, a column for each value or number of cards with something to show."""
        heads, columns = [], []
        for stored in self.sorting.of_players:
            cells = self._player_cells(stored)
            if self._is_road(stored):
                continue
            if any(cell not in ("", "0") for cell in cells):
                heads.append(stored.title)
                columns.append(cells)
        rows = [
            (self._player_title(seat), *(column[seat] for column in columns))
            for seat in range(len(self.state.player_names))
        ]
        return Section("grid", "", tuple(rows) if heads else (), ("", *heads))

    def _is_road(self, stored: Stored) -> bool:
        return bool(stored.members) and self.viewpoint.code.KINDS[stored.members].word == "connections"

    def _player_title(self, seat: int) -> str:
        name = self.state.player_names[seat]
        marks = [mark for mark, holds in (("you", seat == self.player), ("out", seat in self.state.out)) if holds]
        return f"{name} ({', '.join(marks)})" if marks else name

    def _player_cells(self, stored: Stored) -> list[str]:
        """Return each player's cell; empty if shown elsewhere: what only the player sees, and open cards."""
        keys = self.viewpoint.keys(stored)
        if stored.is_zone:
            if not self.viewpoint.counts(stored) or all(self.viewpoint.sees(stored, key) for key in keys):
                return [""] * len(keys)
            return [str(self.viewpoint.number(stored, key)) for key in keys]
        seen = [self.viewpoint.sees(stored, key) for key in keys]
        if self._only_own(stored) or not any(seen):
            return [""] * len(keys)
        return [self._cell(stored, key) for key in keys]

    def _only_own(self, stored: Stored) -> bool:
        seats = [key[0] for key in self.viewpoint.keys(stored) if self.viewpoint.sees(stored, key)]
        return seats == [self.player] and len(self.state.player_names) > 1

    def _pairs(self, stored: Stored) -> Section:
        """Make a grid of a value of each player for each of a few things."""
        if not self._is_shown(stored):
            return Section("grid", "", ())
        kind = stored.kinds[1]
        numbers = range(len(self.viewpoint.code.KINDS[kind].members))
        rows = tuple(
            (self._player_title(seat), *(self._cell(stored, (seat, number)) for number in numbers))
            for seat in range(len(self.state.player_names))
        )
        return Section("grid", "", rows, (stored.title, *(self.viewpoint.title(kind, number) for number in numbers)))

    def _before_players(self) -> Iterator[tuple[str, str]]:
        """List the open cards of each other player."""
        for seat, name in enumerate(self.state.player_names):
            parts = []
            for stored in self.sorting.of_players:
                if self._lies_open(stored, seat) and seat != self.player:
                    cards = self.viewpoint.cards(stored, (seat,))
                    parts += [f"{stored.title}: {self.viewpoint.titles(stored.card, cards)}"] if cards else []
            if parts:
                yield name, "; ".join(parts)

    def _lies_open(self, stored: Stored, seat: int) -> bool:
        return stored.is_zone and self.viewpoint.sees(stored, (seat,))

    # ---- what this player has
    def _own(self) -> Iterator[Section]:
        if self.player is None:
            return
        rows: list[tuple[str, ...]] = []
        facts = [self._own_fact(stored) for stored in self.sorting.of_players if not stored.is_zone]
        if any(facts):
            rows.append(("", " · ".join(fact for fact in facts if fact), ""))
        for stored in self.sorting.of_players:
            if self._lies_open(stored, self.player):
                rows += self._card_rows(stored.title, stored, (self.player,))
        yield Section("own", f"You, {self.state.player_names[self.player]}", tuple(rows))

    def _own_fact(self, stored: Stored) -> str:
        if not self._only_own(stored):
            return ""
        assert self.player is not None
        value: Any = self.viewpoint.value(stored, (self.player,))
        plain_zero = isinstance(stored.type, Number) and stored.lives_with is None
        if not says_something(stored.type, value) and not plain_zero:
            return ""
        return self.viewpoint.statement(stored.title, stored.type, value)


def signs_for(title: str, number: int) -> Iterator[str]:
    """Yield short signs for a thing, the best first: initials, first letters, and finally its number."""
    words = ["".join(letter for letter in word if letter.isalnum()) for word in title.split()]
    words = [word for word in words if word]
    if len(words) > 1:
        yield (words[0][0] + words[1][0]).upper()
    if words:
        yield words[0][:2].capitalize()
        for letter in words[0][2:] + "".join(words[1:]):
            yield (words[0][0] + letter).capitalize()
    yield from (f"{words[0][0].upper() if words else '#'}{number}", f"#{number}")
