"""Encode what a player sees as a vector.

In: a state and a player. Out: a vector with named components. Layer: tools. The layout depends on the rules and the
players alone, not on what has been seen before: it is the same in every process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any

import interpreter

if TYPE_CHECKING:
    from interpreter import Game, State

SAMPLES = 12  # random games that estimate the number of choices
MAX_SAMPLED = 2_000  # decisions in all of them
LISTED = 16  # encoded elements of a list
PLAYER = "player"
SPOT = ("is there", "column", "row", "turn")

Names = Sequence[str]
Fill = Callable[[list[float], int, Any], None]  # writes a value's encoding from an index on


class Observer:
    """Encodes views as vectors of `size` numbers; `names` describes each component:

    `money(red)` is a number, or 1 for yes; `vote(red) = for` is 1 if it is that; a card in a pile (`hand(red): spy`) has its
    position there, counted from 1; `count` is the number of cards or of elements in a list. What is hidden or absent is 0.
    """

    def __init__(self, game: Game, players: int) -> None:
        start = game.start(players, 0, events=False)
        self._seats = start.player_names
        form = interpreter.definition(game)
        self._members: dict[str, Names] = {
            kind["name"]: [member["name"] for member in kind["members"]] for kind in form["kinds"]
        }
        self._members[PLAYER] = self._seats
        self._numbers = {kind: {name: i for i, name in enumerate(names)} for kind, names in self._members.items()}
        kept = [(value["name"], value["keys"], value["type"]) for value in form["values"] if not value["worked_out"]]
        heights: list[tuple[str, Sequence[str], Any]] = [
            (keep.name, keep.kinds, {"type": "number"}) for keep in game.code.KEEPS if keep.height_of is not None
        ]
        self._places: dict[tuple[str, ...], tuple[int, Fill]] = {}
        self._rules: dict[str, int] = {}
        self.names: tuple[str, ...] = tuple(self._laid_out(game, [*kept, *heights]))
        self.size = len(self.names)
        self._game, self._players = game, players

    @cached_property
    def most_choices(self) -> int:
        """Return the most choices offered in a fixed set of random games."""
        most, left = 1, MAX_SAMPLED
        for seed in range(SAMPLES):
            state, pick = self._game.start(self._players, seed, events=False), Random(seed)
            while (request := state.request) is not None and left > 0:
                left -= 1
                most = max(most, len(request.choices))
                state.take(pick.randrange(len(request.choices)))
        return most

    def vector(self, state: State, player: int) -> list[float]:
        found = [0.0] * self.size
        self._fill_question(found, state, player)
        for seat in state.engine.position.out:
            found[len(self._rules) + len(self._seats) + seat] = 1.0
        for value in interpreter.kept_form(state, player):
            name = value["name"]
            for entry in value["entries"]:
                place = self._places.get((name, *entry["keys"]))
                if place is not None:
                    place[1](found, place[0], entry)
        return found

    def _fill_question(self, found: list[float], state: State, player: int) -> None:
        """Encode the pending decision and its player; a secret one only for the player who makes it."""
        own = state.request_for(player)
        request = own if own is not None else state.request
        if request is not None and (own is not None or not request.private):
            found[self._rules[request.rule]] = 1.0
            found[len(self._rules) + request.player] = 1.0

    # ---- the layout
    def _laid_out(self, game: Game, kept: Sequence[tuple[str, Sequence[str], Any]]) -> Iterator[str]:
        rules = sorted({site.rule for site in game.code.SITES})
        self._rules.update({rule: number for number, rule in enumerate(rules)})
        at = len(rules) + 2 * len(self._seats)
        yield from (f"asked {rule}" for rule in rules)
        yield from (f"{seat} decides" for seat in self._seats)
        yield from (f"{seat} is out" for seat in self._seats)
        for name, kinds, type_ in kept:
            parts, fill = self._parts(type_)
            for keys in product(*(self._members[kind] for kind in kinds)) if parts else ():
                self._places[name, *keys] = at, fill
                at += len(parts)
                entry = f"{name}({', '.join(keys)})" if keys else name
                yield from (entry + part for part in parts)

    def _parts(self, type_: Mapping[str, Any]) -> tuple[Names, Fill]:
        """Return the component names of a value, and the function that fills them."""
        match type_["type"]:
            case "number" if type_.get("maybe"):
                return ("", " is there"), _maybe_number
            case "number" | "yes_no":
                return ("",), _number
            case "thing":
                members, numbers = self._members[type_["kind"]], self._numbers[type_["kind"]]
                return [f" = {member}" for member in members], _one_of(numbers)
            case "list" if type_["of"]["type"] == "thing":
                kind = type_["of"]["kind"]
                return [*(f": {member}" for member in self._members[kind]), ": count"], _in_order(
                    self._numbers[kind], "value"
                )
            case "list":
                return [*(f": {number}" for number in range(1, LISTED + 1)), ": count"], _listed
            case "pile" | "row":
                kind = type_["kind"]
                return [*(f": {member}" for member in self._members[kind]), ": count"], _in_order(
                    self._numbers[kind], "cards"
                )
            case "grid":
                tiles = self._members[type_["kind"]]
                return [f": {tile} {part}" for tile in tiles for part in SPOT], _laid(self._numbers[type_["kind"]])
            case _:  # texts and shapes are not encoded
                return (), _number


def _number(found: list[float], at: int, entry: Any) -> None:
    value = entry["value"]
    found[at] = float(value) if isinstance(value, int) else 0.0


def _maybe_number(found: list[float], at: int, entry: Any) -> None:
    value = entry["value"]
    if value is not None:
        found[at], found[at + 1] = float(value), 1.0


def _one_of(numbers: Mapping[str, int]) -> Fill:
    def fill(found: list[float], at: int, entry: Any) -> None:
        number = numbers.get(entry["value"])
        if number is not None:
            found[at + number] = 1.0

    return fill


def _in_order(numbers: Mapping[str, int], key: str) -> Fill:
    """Encode each thing's first position, then the number of things."""

    def fill(found: list[float], at: int, entry: Any) -> None:
        things = entry.get(key)
        if things is None:  # only the size of a hidden pile is known
            found[at + len(numbers)] = float(entry.get("count", 0))
            return
        for place, thing in enumerate(things, 1):
            if thing is not None:
                where = at + numbers[thing]
                found[where] = found[where] or float(place)
                found[at + len(numbers)] += 1.0

    return fill


def _listed(found: list[float], at: int, entry: Any) -> None:
    values = entry["value"] or ()
    for place, value in enumerate(values[:LISTED]):
        found[at + place] = float(value) if isinstance(value, int) else 0.0
    found[at + LISTED] = float(len(values))


def _laid(numbers: Mapping[str, int]) -> Fill:
    def fill(found: list[float], at: int, entry: Any) -> None:
        for tile in entry.get("tiles", ()):
            where = at + len(SPOT) * numbers[tile["tile"]]
            found[where : where + len(SPOT)] = [1.0, float(tile["column"]), float(tile["row"]), float(tile["turn"])]

    return fill
