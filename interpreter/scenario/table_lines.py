"""Print a table in the words of a scenario: values, piles, boards; differences between two tables.

In: states of a game. Out: lines for `given` and `then`. Layer: scenario. What no line can express raises UnwritableError.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from interpreter.ir.types import Grid, ListOf, Maybe, Number, Of, Spot, Type, YesNo
from interpreter.runtime import Decision
from interpreter.runtime.grounds import PLACED, cell_of, turn_of, unpack
from interpreter.runtime.python_engine import PythonEngine
from interpreter.runtime.tables import Keep, Keys, Made, Value
from interpreter.runtime.visibility import live_keys
from interpreter.scenario.asking import AskableGame

NAME = re.compile(r"[a-z][a-z0-9_]*")
A_FEW = 6
MAX_CARDS = 12  # longest pile that `then` lists; of a longer one it gives the count


class UnwritableError(Exception):
    """There is no line for it."""


# ---------------------------------------------------------------- words


def word(state: PythonEngine, type_: Type, value: Any) -> str:
    """Print a value as the rules write it."""
    match type_:
        case Maybe(inner):
            return "none" if value is None else word(state, inner, value)
        case YesNo():
            return "yes" if value else "no"
        case Of(kind) if value is not None:
            return state.member_name(kind, value)
        case Number() if value is not None:
            return str(value)
        case ListOf(inner):
            return f"[{', '.join(word(state, inner, item) for item in value)}]"
        case Spot() if value is not None:
            return spot_words(state, value)
        case _:
            raise UnwritableError


def reply(state: PythonEngine, made: Made, decision: Decision) -> str:
    """Print a choice for `NAME chooses`: a name, a number, or its quoted label."""
    asked = state.request
    assert asked is not None
    if asked.kind == "amount" and not made.free:
        return decision.choice
    choice = next(one for one in asked.choices if one.free == made.free and one.value == made.option)
    for name in (choice.name, decision.choice):
        if NAME.fullmatch(name):
            return name
    return f'"{choice.label}"'


def entry_name(state: PythonEngine, keep: Keep, keys: Keys) -> str:
    """Print the name of an entry: `money(red)`."""
    if not keys:
        return keep.name
    named = (state.member_name(kind, key) for kind, key in zip(keep.kinds, keys, strict=True))
    return f"{keep.name}({', '.join(named)})"


def entries(state: PythonEngine) -> Iterator[tuple[Keep, Keys]]:
    """Yield every live stored value that rules can name.

    The heights of stacks follow from the order of laying."""
    running = {None, *(state.code.BLOCK_ROUTINE[frame[0]] for frame in state.stack if frame[0] != state.code.idle)}
    for keep in state.code.KEEPS:
        if keep.lives_with in running and keep.height_of is None:
            for keys in live_keys(state, keep.kinds):
                yield keep, keys


# ---------------------------------------------------------------- given


def given_lines(
    askable: AskableGame, wanted: PythonEngine, after_set_up: PythonEngine | None
) -> tuple[list[str], bool]:
    """Print the lines that lay a table, from an empty one or from the set-up.

    Whichever is shorter; return whether it is from the set-up."""
    if wanted.scores or wanted.sheet or wanted.timers or wanted.out:
        raise UnwritableError
    empty = askable.game.fresh_position(wanted.count - len(wanted.automas), wanted.seed, _people(wanted))
    lines = Laying(empty, wanted).lines()
    if after_set_up is not None and not after_set_up.over:
        others = Laying(after_set_up.clone(), wanted).lines()
        if len(others) + 1 < len(lines):
            return ["set_up", *others], True
    return lines, False


def _people(state: PythonEngine) -> list[str]:
    return [name for seat, name in enumerate(state.player_names) if seat not in state.automas]


class Laying:
    """Makes one table like another, line by line.

    What a line moves away from elsewhere needs no line of its own."""

    def __init__(self, state: PythonEngine, wanted: PythonEngine) -> None:
        self.state, self.wanted = state, wanted

    def lines(self) -> list[str]:
        found = list(self._values())
        for keep, keys in sorted((one for one in entries(self.wanted) if one[0].is_zone), key=self._when):
            found += self._tiles(keep, keys) if keep.is_grid else self._cards(keep, keys)
        return found

    def _when(self, place: tuple[Keep, Keys]) -> tuple[bool, bool, int]:
        """Order: boards first, then short piles, empty ones last.

        By then their cards have often been moved away."""
        cards = sum(card is not None for card in self.wanted.lists[place[0].at(place[1])])
        return not place[0].is_grid, not cards, cards

    def _values(self) -> Iterator[str]:
        begins = self.wanted.code.BLOCK_ROUTINE[self.wanted.stack[-1][0]]  # the procedure resets its own keeps
        for keep in self.wanted.code.KEEPS:
            if keep.lives_with == begins:
                continue
            heights = self._heights(keep)
            spots = [keys for other, keys in entries(self.wanted) if other is keep and not keep.is_zone]
            for keys in sorted(spots, key=lambda keys: self.wanted.cells[heights.at(keys)]) if heights else spots:
                here = keep.at(keys)
                if self.state.cells[here] != self.wanted.cells[here] or (
                    heights and self.wanted.cells[heights.at(keys)]
                ):
                    value = word(self.wanted, keep.type, self.wanted.cells[here])
                    yield f"{entry_name(self.wanted, keep, keys)} is {value}"

    def _heights(self, keep: Keep) -> Keep | None:
        return next((other for other in self.wanted.code.KEEPS if other.height_of == keep.name), None)

    def _cards(self, keep: Keep, keys: Keys) -> list[str]:
        zone = keep.at(keys)
        if self.state.lists[zone] == self.wanted.lists[zone]:
            return []
        cards = [card for card in self.wanted.lists[zone] if card is not None]
        self._move(keep, zone, cards)
        named = ", ".join(self.wanted.member_name(keep.card, card) for card in cards)
        return [f"{entry_name(self.wanted, keep, keys)} is [{named}]"]

    def _move(self, keep: Keep, zone: int, cards: list[int]) -> None:
        base = self.state.code.base(keep.card)
        for card in self.state.lists[zone]:
            if card is not None:
                self.state.cells[base + card] = None
        for card in cards:
            old = self.state.cells[base + card]
            if old is not None and old != zone:
                self._take(old, card)
            self.state.cells[base + card] = zone
        self.state.lists[zone] = list(self.wanted.lists[zone])

    def _take(self, zone: int, card: int) -> None:
        items = self.state.lists[zone]
        if self.state.code.is_row[zone]:
            items[items.index(card)] = None
        elif self.state.code.is_grid[zone]:
            raise UnwritableError
        else:
            items.remove(card)

    def _tiles(self, keep: Keep, keys: Keys) -> list[str]:
        """Lay the missing tiles; tiles already in place stay."""
        grid, lines = keep.at(keys), []
        for tile, (now, then) in enumerate(zip(self.state.lists[grid], self.wanted.lists[grid], strict=True)):
            if now == then:
                continue
            if now is not None or then is None:
                raise UnwritableError
            name = self.wanted.member_name(keep.card, tile)
            base = self.state.code.base(keep.card)
            if self.state.cells[base + tile] is not None:
                self._take(self.state.cells[base + tile], tile)
            self.state.cells[base + tile] = grid
            spot = spot_words(self.wanted, then)
            lines.append(f"lay {name} at {spot} in {entry_name(self.wanted, keep, keys)}")
        return lines


def spot_words(state: PythonEngine, value: int) -> str:
    """A spot as a scenario writes it."""
    if value < PLACED:
        return f"spot_at{unpack(value)}"
    places = next(keep.type.on for keep in state.code.KEEPS if isinstance(keep.type, Grid) and keep.type.on)
    return f"spot_at({state.member_name(places, cell_of(value))}, {turn_of(value)})"


# ---------------------------------------------------------------- then


def changed(before: PythonEngine, after: PythonEngine) -> list[str]:
    """List what is different now, a line for each value."""
    return [line for keep, keys in entries(after) for line in _changed(keep, keys, before, after)]


def unchanged(state: PythonEngine, players: set[int]) -> list[str]:
    """List a few numbers of some players."""
    mine = (
        f"{entry_name(state, keep, keys)} is {state.cells[keep.at(keys)]}"
        for keep, keys in entries(state)
        if isinstance(keep.type, Number) and keep.kinds[:1] == ("player",) and keys[0] in players
    )
    return list(islice(mine, A_FEW))


def _changed(keep: Keep, keys: Keys, before: PythonEngine, after: PythonEngine) -> list[str]:
    name, here = entry_name(after, keep, keys), keep.at(keys)
    if not keep.is_zone:
        now = after.cells[here]
        return [] if now == before.cells[here] or not _has_words(after, keep.type, now) else [
            f"{name} is {word(after, keep.type, now)}"]  # fmt: skip
    if after.lists[here] == before.lists[here]:
        return []
    if keep.is_grid:
        return [f"spot_of({after.member_name(keep.card, tile)}, {name}) is {spot_words(after, now)}"
                for tile, (was, now) in enumerate(zip(before.lists[here], after.lists[here], strict=True))
                if was != now and now is not None]  # fmt: skip
    cards = [card for card in after.lists[here] if card is not None]
    if len(cards) > MAX_CARDS:
        return [f"count({name}) is {len(cards)}"]
    if not cards:
        return [f"{name} is empty"]
    return [f"{name} is [{', '.join(after.member_name(keep.card, card) for card in cards)}]"]


def _has_words(state: PythonEngine, type_: Type, value: Value) -> bool:
    try:
        word(state, type_, value)
    except UnwritableError:
        return False
    return True
