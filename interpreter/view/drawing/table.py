"""Classify what there is to draw by where it is drawn.

In: a definition, a view and a question of one seat, the look. Out: Table, with the board's kind and the values by their part
of the page. Layer: view. Everything follows from kinds, keys and types; no name of a game means anything here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from interpreter.view.drawing.colours import seat_colours
from interpreter.view.drawing.ground import PLAYER, ground_of
from interpreter.view.drawing.look import Look
from interpreter.view.json_view import (
    DefinitionJson,
    EntryJson,
    KindJson,
    MapJson,
    MemberJson,
    RequestJson,
    ThingJson,
    ValueJson,
    ViewJson,
)

RING = 16  # members of a table that each player has a position on, from which on it is drawn as a ring
TRACK = (5, 24)
SMALL = 12  # members of a kind that fit as rows beside players
ZONES = ("pile", "row")


@dataclass(frozen=True)
class Seen:
    """A value of the rules with what this seat sees of it."""

    form: ValueJson
    entries: Sequence[EntryJson]
    hidden: bool

    @property
    def name(self) -> str:
        return self.form["name"]

    @cached_property
    def keys(self) -> tuple[str, ...]:
        return tuple(self.form["keys"])

    @property
    def sort(self) -> str:
        return self.form["type"]["type"]

    @property
    def kind(self) -> str:
        """The kind of a thing, pile or grid."""
        return self.form["type"].get("kind", "")

    @property
    def is_zone(self) -> bool:
        return self.sort in ZONES

    @cached_property
    def telling(self) -> list[EntryJson]:
        """The entries with something to show."""
        return [entry for entry in self.entries if says_something(entry)]


def says_something(entry: EntryJson) -> bool:
    if "value" in entry:
        return bool(entry["value"])
    return bool(entry.get("cards") or entry.get("count") or entry.get("tiles"))


@dataclass
class Sorted:
    """The values by part of the page; each is in one of these."""

    facts: list[Seen] = field(default_factory=list)
    running: list[Seen] = field(default_factory=list)  # of the running procedure: shown with the question
    sheet: list[Seen] = field(default_factory=list)  # a number for each player
    held: list[Seen] = field(default_factory=list)  # cards and things of each player
    shelf: list[Seen] = field(default_factory=list)
    pairs: list[Seen] = field(default_factory=list)  # for each player and each of a few things
    lists: list[Seen] = field(default_factory=list)
    remarks: dict[str, list[Seen]] = field(default_factory=dict)  # shown on the cards of a kind
    pieces: list[Seen] = field(default_factory=list)  # on the board
    tracks: list[Seen] = field(default_factory=list)


class Table:
    def __init__(self, definition: DefinitionJson, view: ViewJson, request: RequestJson | None, look: Look) -> None:
        self.definition, self.view, self.request, self.look = definition, view, request, look
        self.ground = ground_of(definition, look)
        self.kinds: dict[str, KindJson] = self.ground.kinds
        self.members: dict[str, dict[str, MemberJson]] = self.ground.members
        self.players = [player["name"] for player in view["players"]]
        self.you = view["you"]
        self.seat_colours = seat_colours(self.players, look.seats)
        self.colours = self.ground.colours
        forms = self.ground.values
        self.seen = [
            Seen(forms[seen["name"]], seen["entries"], seen["hidden"])
            for seen in view["values"]
            if seen["name"] in forms
        ]
        self.sorted = Sorted()
        for seen in self.seen:
            if seen.form["shown"] and seen.name not in look.hidden:
                self._sort(seen)

    # ---- the board
    @cached_property
    def board(self) -> tuple[str, str]:
        """The shape of the board (tiles, squares, map, ring or none) and its value's name or kind."""
        if self.look.board in self.kinds:
            assert self.look.board is not None
            return self._shape_of(self.look.board), self.look.board
        for seen in self.seen:
            if seen.sort == "grid":
                return "tiles", seen.name
        for kind in self.kinds.values():
            if kind["grid"]:
                return "squares", kind["name"]
        maps = [found for found in self.definition["maps"] if len(self.kinds[found["joins"]]["members"]) >= TRACK[0]]
        if maps:
            joins = max(maps, key=lambda found: len(self.kinds[found["joins"]]["members"]))["joins"]
            return self._shape_of(joins), joins
        for seen in self.seen:
            if (
                seen.sort == "thing"
                and seen.keys == (PLAYER,)
                and len(self.kinds.get(seen.kind, NOTHING)["members"]) >= RING
            ):
                return "ring", seen.kind
        return "none", ""

    def _shape_of(self, kind: str) -> str:
        if self.look.shape is not None:
            return self.look.shape
        if kind in self.look.places:
            return "map"
        found = self.map_of(kind)
        return "map" if found is not None and not is_cycle(found, len(self.kinds[kind]["members"])) else "ring"

    def map_of(self, kind: str) -> MapJson | None:
        return self.ground.maps.get(kind)

    @cached_property
    def board_kind(self) -> str:
        """The kind of the board's parts, or of the tiles on it."""
        shape, name = self.board
        if shape == "tiles":
            return next(seen.kind for seen in self.seen if seen.name == name)
        return name

    @cached_property
    def linked(self) -> dict[str, dict[str, str]]:
        """Kinds whose things each belong to one part of the board: by kind, thing -> part."""
        return self.ground.linked(self.board_kind, SMALL)

    # ---- sorting
    def _sort(self, seen: Seen) -> None:
        parts = self.sorted
        if seen.sort == "grid":
            return
        if self._is_piece(seen):
            parts.pieces.append(seen)
        elif seen.keys == ():
            self._sort_single(seen)
        elif seen.keys == (PLAYER,):
            (parts.sheet if seen.sort in ("number", "yes_no") else parts.held).append(seen)
        elif len(seen.keys) == 2 and seen.keys[0] == PLAYER and self._is_small(seen.keys[1]):
            parts.pairs.append(seen)
        elif seen.is_zone:
            parts.shelf.append(seen)
        elif len(seen.keys) == 1 and self.kinds[seen.keys[0]]["word"] == "cards":
            parts.remarks.setdefault(seen.keys[0], []).append(seen)
        else:
            parts.lists.append(seen)

    def _is_piece(self, seen: Seen) -> bool:
        """Whether it is kept for parts of the board, or refers to one."""
        kinds = set(seen.keys) - {PLAYER}
        points = seen.sort == "thing" and seen.kind == self.board_kind and seen.keys in ((), (PLAYER,))
        return points or (bool(kinds) and kinds <= {self.board_kind, *self.linked} and not seen.is_zone)

    def _sort_single(self, seen: Seen) -> None:
        members = len(self.kinds.get(seen.kind, NOTHING)["members"])
        if seen.is_zone:
            self.sorted.shelf.append(seen)
        elif seen.form["during"] is not None:
            self.sorted.running.append(seen)
        elif seen.sort == "thing" and TRACK[0] <= members <= TRACK[1] and seen.kind not in self.ground.sorts:
            self.sorted.tracks.append(seen)
        else:
            self.sorted.facts.append(seen)

    def _is_small(self, kind: str) -> bool:
        return kind == PLAYER or len(self.kinds[kind]["members"]) <= SMALL

    # ---- words
    def title(self, kind: str, name: str) -> str:
        if kind == PLAYER:
            return name
        found = self.members.get(kind, {}).get(name)
        return found["title"] if found else name

    def short(self, kind: str, name: str) -> str:
        return self.look.short.get(kind, {}).get(name) or self.title(kind, name)

    def with_unit(self, seen: Seen, number: object) -> str:
        unit = self.look.units.get(seen.name)
        return f"{number} {unit}" if unit else str(number)

    # ---- the question
    @cached_property
    def offered(self) -> set[tuple[str, str]]:
        """The things that can be chosen now."""
        if self.request is None:
            return set()
        return {_key(choice["thing"]) for choice in self.request["choices"] if choice["thing"] is not None}

    def standing(self) -> Iterator[tuple[Seen, str, str]]:
        """Yield positions on the board: the value, the player (empty: nobody's), the part."""
        for seen in self.sorted.pieces:
            if seen.sort == "thing" and seen.kind == self.board_kind:
                for entry in seen.telling:
                    yield seen, entry["keys"][0] if entry["keys"] else "", str(entry["value"])


NOTHING: KindJson = {"name": "", "word": "", "plural": "", "columns": [], "members": [], "grid": None}


def _key(thing: ThingJson) -> tuple[str, str]:
    return thing["kind"], thing["name"]


def is_cycle(found: MapJson, places: int) -> bool:
    """Whether every place has two ways and there are as many ways as places: a ring."""
    degrees: dict[str, int] = {}
    for way in found["ways"]:
        for end in (way["start"], way["end"]):
            degrees[end] = degrees.get(end, 0) + 1
    return len(degrees) == places == len(found["ways"]) and set(degrees.values()) == {2}
