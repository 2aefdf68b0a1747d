"""What the rules say about their values, as words for redeals in C.

In: the tables of a game. Out: words for `rw_tables`, in the order of the structures of `backends/c/redeal.h`. Layer: runtime.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from interpreter.ir.types import Grid, ListOf, Maybe, Number, Type, YesNo, Zone, bare
from interpreter.runtime.guessing import means_card
from interpreter.runtime.tables import Code, Keep, Rest, kind_in

NONE = -(1 << 63)
KEYS = 6  # keys of a stored value
OF_PLAYERS, OF_NOTHING = -1, -2  # in place of the number of a kind
ALWAYS_AWAKE, NEVER_AWAKE = -2, -1  # in place of the number of a routine
OTHER, NUMBER, YES_NO, MEMBER, CARD, LIST, MAYBE = range(7)
A_CELL, A_ZONE, A_GRID = range(3)
PASSING = ("pass", "done")
TABLES = ("kinds", "sorts", "keeps", "rests", "blocks", "needed", "routines", "slots", "lists", "sites")


class UnusualRulesError(Exception):
    """Rules that redeals in C do not support; the text says what."""


class _Words:
    """The tables while they are collected."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.kind_numbers = {name: number for number, name in enumerate(code.KINDS)}
        self.keep_numbers = {keep.name: number for number, keep in enumerate(code.KEEPS)}
        self.routine_numbers = {name: number for number, name in enumerate(code.SLOTS)}
        self.cards = {base: number for number, base in enumerate(sorted(code.card_kind))}
        self.tables: dict[str, list[int]] = {name: [] for name in TABLES}
        self.sorts: dict[Type, int] = {}
        self.rest_count = 0

    def kind(self, name: str | None) -> int:
        if name is None:
            return OF_NOTHING
        return OF_PLAYERS if name == "player" else self.kind_numbers[name]

    def means_card(self, type_: Type) -> int:
        return int(means_card(self.code, kind_in(type_)))

    def sort(self, type_: Type) -> int:
        if type_ not in self.sorts:
            inner = self.sort(type_.inner) if isinstance(type_, Maybe | ListOf) else 0
            number = self.sorts[type_] = len(self.sorts)
            self.tables["sorts"] += [*self._sort(type_), inner]
            assert len(self.tables["sorts"]) == 5 * (number + 1)
        return self.sorts[type_]

    def _sort(self, type_: Type) -> tuple[int, int, int, int]:
        match type_:
            case Maybe():
                return MAYBE, OF_NOTHING, NONE, NONE
            case ListOf():
                return LIST, OF_NOTHING, NONE, NONE
            case YesNo():
                return YES_NO, OF_NOTHING, NONE, NONE
            case Number(low, high):
                return NUMBER, OF_NOTHING, NONE if low is None else low, NONE if high is None else high
        kind = kind_in(type_)
        if kind is None:
            return OTHER, OF_NOTHING, NONE, NONE
        return (CARD if means_card(self.code, kind) else MEMBER), self.kind(kind), NONE, NONE

    def rests(self, rests: Iterable[Rest]) -> tuple[int, int]:
        """Add secrets; return the number of the first and their count."""
        first = self.rest_count
        for rest in rests:
            keep = -1 if rest.keep is None else self.keep_numbers[rest.keep]
            known_to = NONE if rest.known_to is None else rest.known_to
            keys = [NONE if key is None else key for key in rest.keys]
            self.tables["rests"] += [keep, known_to, len(keys), *_padded(keys, NONE)]
            self.rest_count += 1
        return first, self.rest_count - first

    def keep(self, keep: Keep) -> None:
        lives = ALWAYS_AWAKE if keep.lives_with is None else self.routine_numbers.get(keep.lives_with, NEVER_AWAKE)
        self.tables["keeps"] += [
            int(isinstance(keep.sight, str)), A_GRID if keep.is_grid else A_ZONE if keep.is_zone else A_CELL,
            int(keep.height_of is not None), int(keep.others_change), lives, int(keep.absence_seen), self.sort(keep.type),
            self.kind(kind_in(keep.type)), self.means_card(keep.type), len(keep.kinds),
            *self.rests(self.code.SECRET_KEEPS.get(keep.name, ())),
            *_padded([self.kind(kind) for kind in keep.kinds], 0), *_padded(keep.steps, 0),
        ]  # fmt: skip

    def routines(self) -> None:
        code, slots = self.code, 0
        for name, types in code.SLOTS.items():
            self.tables["routines"] += [slots, len(types)]
            secret = code.SECRET_SLOTS.get(name, {})
            for slot, type_ in enumerate(types, 1):
                is_list = isinstance(bare(type_), ListOf | Zone | Grid)
                rests = self.rests(secret[slot]) if slot in secret else (0, -1)
                self.tables["slots"] += [self.sort(type_), int(is_list), self.kind(kind_in(type_)),
                                         self.means_card(type_), *rests]  # fmt: skip
            slots += len(types)
        for number, name in enumerate(code.BLOCK_ROUTINE):
            needed = code.NEEDED[number] if code.NEEDED else ()
            self.tables["blocks"] += [self.routine_numbers[name], len(self.tables["needed"]), len(needed)]
            self.tables["needed"] += needed

    def sites(self) -> None:
        for site in self.code.SITES:
            kind = site.kind if site.kind is None or site.kind in self.kind_numbers or site.kind == "player" else None
            passes = sum(1 << way for way, label in enumerate(site.labels) if label.name in PASSING)
            self.tables["sites"] += [self.kind(kind), int(site.asks_for == "amount"), _signed(passes)]


def _padded(items: Sequence[int], filler: int) -> list[int]:
    return [*items, *[filler] * (KEYS - len(items))]


def _signed(word: int) -> int:
    return word if word < 1 << 63 else word - (1 << 64)


def words_for_redeals(code: Code) -> array[int]:
    """Collect the tables: a head with the place of each, then their words."""
    if any(len(keep.kinds) > KEYS for keep in code.KEEPS):
        raise UnusualRulesError("a value with many keys")
    if any(name in PASSING for kind in code.KINDS.values() for name in kind.members):
        raise UnusualRulesError("a thing with the name of an answer")
    found = _Words(code)
    for kind in code.KINDS.values():
        card = -1 if kind.base is None else found.cards[kind.base]
        found.tables["kinds"] += [len(kind.members), card, 0]
    for name, number in found.kind_numbers.items():
        found.tables["kinds"][3 * number + 2] = int(means_card(code, name))
    for keep in code.KEEPS:
        found.keep(keep)
    found.routines()
    found.sites()
    for zoned in code.zone_of:
        keep_number = -1 if zoned is None else found.keep_numbers[zoned.keep.name]
        found.tables["lists"] += [keep_number, 0 if zoned is None else zoned.keep.base]
    return _laid_out(found)


def _laid_out(found: _Words) -> array[int]:
    code, at, places = found.code, 15, {}
    for name in TABLES:
        places[name] = at
        at += max(1, len(found.tables[name]))
    head = [
        places["kinds"], len(code.KINDS), places["sorts"], places["keeps"], len(code.KEEPS), places["rests"],
        places["blocks"], places["needed"], int(bool(code.NEEDED)), places["routines"], places["slots"], places["lists"],
        places["sites"], len(code.ALWAYS), int(code.JUDGE is not None),
    ]  # fmt: skip
    words = array("q", head)
    for name in TABLES:
        words.extend(found.tables[name] or [0])
    return words
