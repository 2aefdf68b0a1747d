"""Classify what there is to draw by where it is drawn.

In: a definition, a view and a question of one seat, the look. Out: Table, with the board's kind and the values by their part
of the page. Layer: view. Everything follows from kinds, keys and types; no name of a game means anything here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from interpreter.view.drawing.colours import seat_colours
from interpreter.view.drawing.ground import PLAYER, ground_of
from interpreter.view.drawing.look import Look
from interpreter.view.drawing.marks import initials, seat_shape
from interpreter.view.json_view import (
    DefinitionJson,
    EntryJson,
    EventJson,
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
COORDINATE = re.compile(r"[a-z]{1,2}\d+\b")


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
    stacks: list[Seen] = field(default_factory=list)  # on the board, piles of pieces
    tracks: list[Seen] = field(default_factory=list)


class Table:
    def __init__(
        self,
        definition: DefinitionJson,
        view: ViewJson,
        request: RequestJson | None,
        look: Look,
        lately: Sequence[EventJson] = (),
    ) -> None:
        """`lately`: what this seat was told, for the order in which cards were played."""
        self.definition, self.view, self.request, self.look = definition, view, request, look
        self.lately = lately
        self.ground = ground_of(definition, look)
        self.kinds: dict[str, KindJson] = self.ground.kinds
        self.members: dict[str, dict[str, MemberJson]] = self.ground.members
        self.players = [player["name"] for player in view["players"]]
        self.you = view["you"]
        self.seat_colours = seat_colours(self.players, look.seats)
        short = initials(self.players)
        self.seat_marks = {name: (seat_shape(number), short[name]) for number, name in enumerate(self.players)}
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

    # ---- the boards
    @property
    def board(self) -> tuple[str, str]:
        """The shape of the main board (tiles, cells, map, ring, track or none) and its value's name or kind."""
        return self.boards[0] if self.boards else ("none", "")

    @cached_property
    def boards(self) -> list[tuple[str, str]]:
        """Every board, the main one first: its shape, and its value's name or kind."""
        said = self.look.board if self.look.board in self.kinds else None
        found = [(self._shape_of(said), said)] if said is not None else []
        tiled = [("tiles", seen.name) for seen in self.seen if seen.sort == "grid"]
        cells = [kind for kind in self.kinds.values() if (lattice := kind["lattice"]) and lattice["part"] == "cell"]
        cells.sort(key=lambda kind: -len(kind["members"]))
        on_cells = {kind["name"] for kind in self.kinds.values() if kind["lattice"]}
        maps = {found["joins"]: len(self.kinds[found["joins"]]["members"]) for found in self.definition["maps"]}
        mapped = sorted((joins for joins, size in maps.items() if size >= TRACK[0] and joins not in on_cells),
                        key=lambda joins: -maps[joins])  # fmt: skip
        found += tiled
        found += [("cells", kind["name"]) for kind in cells if kind["lattice"] and kind["lattice"]["cells"] == "hexes"]
        found += [(self._shape_of(joins), joins) for joins in mapped]
        found += [("cells", kind["name"]) for kind in cells]
        found = list({name: (shape, name) for shape, name in reversed(found)}.values())[::-1]
        return found or [("ring", kind) for kind in self._trodden()][:1]

    def _trodden(self) -> Iterator[str]:
        """Kinds with many members on which each player has a position; cards are no places."""
        for seen in self.seen:
            form = self.kinds.get(seen.kind, NOTHING)
            if (
                seen.sort == "thing"
                and seen.keys == (PLAYER,)
                and form["word"] != "cards"
                and len(form["members"]) >= RING
            ):
                yield seen.kind

    def _shape_of(self, kind: str) -> str:
        if self.look.shape not in (None, "shared") and kind == self.look.board:
            return str(self.look.shape)
        if self.kinds[kind]["lattice"]:
            return "cells"
        if kind in self.look.places:
            return "map"
        found = self.map_of(kind)
        return "map" if found is not None and not is_cycle(found, len(self.kinds[kind]["members"])) else "ring"

    def map_of(self, kind: str) -> MapJson | None:
        return self.ground.maps.get(kind)

    @cached_property
    def board_kind(self) -> str:
        """The kind of the main board's parts, or of the tiles on it."""
        return self._kind_of(*self.board)

    def _kind_of(self, shape: str, name: str) -> str:
        if shape == "tiles":
            return next(seen.kind for seen in self.seen if seen.name == name)
        return name

    @cached_property
    def board_kinds(self) -> set[str]:
        """The kinds of all parts of all boards: cells, corners, edges, places, ways, tiles and what is printed on them."""
        own = {self._kind_of(shape, name) for shape, name in self.boards}
        parts = {kind["name"] for kind in self.kinds.values() if kind["lattice"] and kind["lattice"]["of"] in own}
        ways = {found["kind"] for found in self.definition["maps"] if found["joins"] in own | parts}
        printed = {part for kind in own for part in self.parts_of(kind)}
        return own | parts | ways | printed

    def parts_of(self, kind: str) -> list[str]:
        """The kinds of the parts of these tiles, if they have any."""
        return self.ground.parts_of(kind)

    def parts_on(self, form: str, tile: str) -> list[MemberJson]:
        """The parts of this kind that are on a tile."""
        return self.ground.parts_on(form, tile)

    def is_own_board(self, kind: str) -> bool:
        """Whether each player has a board like this: everything on it is kept for a player and a place."""
        if self.look.board == kind and self.look.shape == "shared":
            return False
        on_it = [seen for seen in self.seen if kind in seen.keys and seen.form["shown"]]
        stood_on = any(seen.sort == "thing" and seen.kind == kind for seen in self.seen)
        return bool(on_it) and not stood_on and all(PLAYER in seen.keys for seen in on_it)

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
        elif self._is_stack(seen):
            parts.stacks.append(seen)
        elif seen.keys == ():
            self._sort_single(seen)
        elif seen.keys == (PLAYER,):
            (parts.sheet if seen.sort in ("number", "yes_no") else parts.held).append(seen)
        elif len(seen.keys) == 2 and seen.keys[0] == PLAYER and self.is_small(seen.keys[1]):
            parts.pairs.append(seen)
        elif seen.is_zone:
            parts.shelf.append(seen)
        elif len(seen.keys) == 1 and self.kinds[seen.keys[0]]["word"] == "cards":
            parts.remarks.setdefault(seen.keys[0], []).append(seen)
        else:
            parts.lists.append(seen)

    def _is_piece(self, seen: Seen) -> bool:
        """Whether it is kept for parts of a board, or refers to one."""
        kinds = [kind for kind in seen.keys if kind != PLAYER]
        if self.points(seen):
            return True
        return len(kinds) == 1 and kinds[0] in {*self.board_kinds, *self.linked} and not seen.is_zone

    def _is_stack(self, seen: Seen) -> bool:
        """Whether it is a pile for each part of a board, of things on which nothing is printed that has to be read."""
        kinds = [kind for kind in seen.keys if kind != PLAYER]
        if not seen.is_zone or len(kinds) != 1 or kinds[0] not in self.board_kinds:
            return False
        return not any(member["text"] for member in self.kinds[seen.kind]["members"])

    def points(self, seen: Seen) -> bool:
        """Whether it says where on a board something is: a player, a company, or something there is one of."""
        return seen.sort == "thing" and seen.kind in self.board_kinds and len(seen.keys) <= 1 and not (
            set(seen.keys) & self.board_kinds
        )  # fmt: skip

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

    def is_small(self, kind: str) -> bool:
        return kind == PLAYER or len(self.kinds[kind]["members"]) <= SMALL

    def is_in_grid(self, seen: Seen) -> bool:
        """Whether a value of each player for each of a few things is laid out in the middle, where there is no board."""
        return not self.boards and bool(seen.entries) and seen.keys[1] != PLAYER

    # ---- words
    def title(self, kind: str, name: str) -> str:
        if kind == PLAYER:
            return name
        found = self.members.get(kind, {}).get(name)
        return capital(found["title"]) if found else name

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
        choices = self.request["choices"]
        things = {_key(choice["thing"]) for choice in choices if choice["thing"] is not None}
        return things | {_key(part) for choice in choices for part in choice["parts"]}

    def standing(self) -> Iterator[tuple[Seen, str, str]]:
        """Yield positions on the board: the value, the player (empty: nobody's), the part."""
        for seen in self.sorted.pieces:
            if self.points(seen):
                for entry in seen.telling:
                    who = entry["keys"][0] if seen.keys == (PLAYER,) else ""
                    yield seen, who, str(entry["value"])


NOTHING: KindJson = {"name": "", "word": "", "plural": "", "columns": [], "members": [], "grid": None, "lattice": None}


def capital(title: str) -> str:
    """A title as it stands by itself: with a capital, unless it begins with a coordinate such as e4."""
    return title if COORDINATE.match(title) else title[:1].upper() + title[1:]


def _key(thing: ThingJson) -> tuple[str, str]:
    return thing["kind"], thing["name"]


def is_cycle(found: MapJson, places: int) -> bool:
    """Whether every place has two ways and there are as many ways as places: a ring."""
    degrees: dict[str, int] = {}
    for way in found["ways"]:
        for end in (way["start"], way["end"]):
            degrees[end] = degrees.get(end, 0) + 1
    return len(degrees) == places == len(found["ways"]) and set(degrees.values()) == {2}
