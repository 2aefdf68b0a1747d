"""What there is in a game that is made up: kinds, cards, boards, stored values, piles; and its files.

In: a source of chance. Out: `World`, which the writers of formulas and of steps look things up in, with the declarations.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from interpreter.ir.types import NUMBER, YES_NO, ListOf, Maybe, Of, Type

COLOURS = ("red_one", "blue_one", "green_one", "grey_one")
RANKS = ("ace", "two", "three", "four", "five", "six", "seven", "eight")
BOARDS = (
    "on a grid 3 by 3", "on a grid 4 by 2 with diagonals", "on a rhombus 3 by 3", "on a rhombus 3 by 4 without borders",
    "on a grid 4 by 3 without borders", "on a hexagon of side 2", "on a triangle of side 3", "on a hexagon of side 3",
)  # fmt: skip
COLUMNS: tuple[tuple[str, Type], ...] = (
    ("colour", Of("colour")), ("wild", YES_NO), ("marks", ListOf(Of("colour"))), ("rival", Maybe(Of("colour"))),
    ("fees", ListOf(NUMBER)), ("sets", ListOf(ListOf(NUMBER))), ("price", NUMBER),
)  # fmt: skip
LINKS = (
    ("cell", "corners", "corner"), ("corner", "cells", "cell"), ("edge", "corners", "corner"), ("corner", "edges", "edge"),
    ("cell", "edges", "edge"), ("edge", "cells", "cell"),
)  # fmt: skip
SHAPES = ('["XX"]', '["X"]', '["XX", "X."]', '["XXX"]')


@dataclass(frozen=True)
class KeptValue:
    name: str
    keys: tuple[str, ...]  # kinds
    type: Type
    low: int | None = None
    high: int | None = None
    is_hidden: bool = False


@dataclass(frozen=True)
class Place:
    """A pile, a row or a grid of cards."""

    name: str
    keys: tuple[str, ...]
    kind: str
    sort: str  # pile, row, grid
    refilled: bool = False


@dataclass(frozen=True)
class LetValue:
    name: str
    parameters: tuple[Type, ...]
    type: Type


def beside(chance: random.Random) -> random.Random:
    """Another source of chance, which follows from this one and takes nothing from it.

    So what is new in some games leaves the others as they were."""
    state = chance.getstate()[1]
    return random.Random(str(state[:8] + state[-1:]))


@dataclass
class World:
    chance: random.Random
    kinds: dict[str, tuple[str, ...]] = field(default_factory=dict)  # members; of players none
    plurals: dict[str, str] = field(default_factory=dict)
    columns: dict[str, dict[str, Type]] = field(default_factory=dict)
    formulas: dict[str, str] = field(default_factory=dict)  # by kind: a column that is worked out for a player
    steps: dict[str, str] = field(default_factory=dict)  # by kind: a column of steps of a player
    boards: list[str] = field(default_factory=list)
    near: list[str] = field(default_factory=list)  # kinds that have neighbours
    stored: list[KeptValue] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    values: list[LetValue] = field(default_factory=list)
    links: list[tuple[str, str, str]] = field(default_factory=list)  # of a board: a kind, its plural of others, these
    files: dict[str, str] = field(default_factory=dict)
    head: list[str] = field(default_factory=list)  # lines of the declarations
    count: int = 0

    def fresh(self, stem: str) -> str:
        self.count += 1
        return f"{stem}_{self.count}"

    def some(self, share: float) -> bool:
        return self.chance.random() < share

    def cards(self) -> list[str]:
        return [kind for kind in self.columns if kind in ("card", "tile")]


def made_up(chance: random.Random) -> World:
    world = World(chance)
    world.kinds["player"], world.plurals["player"] = (), "players"
    for declare in (_names, _ranks, _options, _cards, _tiles, _board, _map, _values, _piles):
        declare(world)
    return world


def _kind(world: World, name: str, members: tuple[str, ...], line: str, plural: str = "") -> None:
    world.kinds[name], world.plurals[name] = members, plural or f"{name}s"
    world.head.append(line)


def _names(world: World) -> None:
    members = COLOURS[: world.chance.randint(2, 4)]
    _kind(world, "colour", members, f"kind colour is {', '.join(members)}")


def _ranks(world: World) -> None:
    if world.some(0.5):
        members = RANKS[: world.chance.randint(3, 8)]
        _kind(world, "rank", members, f"kind rank is {', '.join(members)}")


def _options(world: World) -> None:
    if world.some(0.3):
        low = world.chance.randint(0, 3)
        world.head.append(f"option usual is {low} to {low + 4}, usually {low + 1}")
        world.values.append(LetValue("usual", (), NUMBER))
    if world.some(0.3):
        world.head.append("option strict is yes or no, usually yes")
        world.values.append(LetValue("strict", (), YES_NO))


def _cards(world: World) -> None:
    if not world.some(0.8):
        return
    names = tuple(f"ca{number}" for number in range(world.chance.randint(3, 9)))
    columns: dict[str, Type] = {"worth": NUMBER, **{column: type_ for column, type_ in COLUMNS if world.some(0.5)}}
    world.columns["card"] = columns
    lines = [f"  {column}: {written(type_)}" for column, type_ in columns.items()]
    if world.some(0.5):
        world.formulas["card"] = "bonus"
        lines.append("  bonus(player): number")
    if world.some(0.5):
        world.steps["card"] = "effect"
        lines.append("  effect(player): steps")
    copies = {name: 2 for name in names if world.some(0.15)}
    members = tuple(each for name in names for each in (name, *([f"{name}_2"] if name in copies else [])))
    by_design = " by design" if world.some(0.3) else ""
    if by_design:
        world.kinds["design"] = tuple(f"design({name})" for name in names)
        world.plurals["design"] = "designs"
        world.columns["design"] = columns
    _kind(world, "card", members, f'cards card{by_design} from "cards.yaml"')
    world.head += lines
    world.files["cards.yaml"] = "source: stand-in\nrows:\n" + "".join(
        _row(world, name, columns, copies) for name in names
    )


def _row(world: World, name: str, columns: dict[str, Type], copies: dict[str, int]) -> str:
    cells = [f"  - id: {name}"] + [f"    {column}: {cell(world, type_)}" for column, type_ in columns.items()]
    if name in copies:
        cells.append("    copies: 2")
    return "\n".join(cells) + "\n" + f"#{name}#"  # formulas and steps are put in later


def cell(world: World, type_: Type) -> str:
    match type_:
        case Maybe(inner):
            return cell(world, inner) if world.some(0.6) else "none"
        case ListOf(inner):
            return f"[{', '.join(cell(world, inner) for _ in range(world.chance.randint(0, 3)))}]"
        case Of(kind):
            return world.chance.choice(world.kinds[kind])
        case _:
            return str(world.chance.randint(0, 6)) if type_ == NUMBER else world.chance.choice(["yes", "no"])


def _tiles(world: World) -> None:
    if not world.some(0.3):
        return
    names = tuple(f"ti{number}" for number in range(world.chance.randint(2, 5)))
    world.columns["tile"] = {"size": NUMBER}
    _kind(world, "tile", names, 'cards tile from "tiles.yaml"')
    world.head += ["  size: number", "  form: shape"]
    rows = "".join(
        f"  - {{id: {name}, size: {world.chance.randint(1, 4)}, form: {world.chance.choice(SHAPES)}}}\n"
        for name in names
    )
    world.files["tiles.yaml"] = f"source: stand-in\nrows:\n{rows}"


def _board(world: World) -> None:
    if not world.some(0.5):
        return
    board = world.chance.choice(BOARDS)
    _kind(world, "cell", (), f"places cell {board}")
    world.boards.append("cell")
    world.near.append("cell")
    if "hexagon" in board and world.some(0.7):
        _kind(world, "corner", (), "places corner at the corners of cells")
        _kind(world, "edge", (), "connections edge along the edges of cells")
        world.near.append("corner")
        world.links += LINKS


def _map(world: World) -> None:
    if not world.some(0.3):
        return
    towns = tuple(f"town{number}" for number in range(world.chance.randint(3, 6)))
    roads = [(towns[number - 1], town) for number, town in enumerate(towns) if number]
    roads += [pair for pair in ((towns[0], towns[-1]),) if world.some(0.5) and len(towns) > 2]
    _kind(world, "town", towns, 'places town from "map.yaml"')
    _kind(world, "road", tuple(f"{one}_{other}" for one, other in roads), 'connections road from "map.yaml"')
    world.near.append("town")
    world.links += [("town", "roads", "road"), ("road", "towns", "town")]
    places = "".join(f"  - {{id: {town}}}\n" for town in towns)
    ways = "".join(f"  - {{from: {one}, to: {other}}}\n" for one, other in roads)
    world.files["map.yaml"] = f"source: stand-in\nplaces:\n{places}connections:\n{ways}"


def with_brackets(name: str, inside: Iterable[str]) -> str:
    found = ", ".join(inside)
    return f"{name}({found})" if found else name


def written(type_: Type) -> str:
    match type_:
        case Maybe(inner):
            return f"{written(inner)} or none"
        case ListOf(inner):
            return f"list of {written(inner)}"
        case Of(kind):
            return kind
        case _:
            return "number" if type_ == NUMBER else "yes or no"


def _keys(world: World) -> Iterator[tuple[str, ...]]:
    yield from ((), ("player",), ("player",), ("colour",), ("player", "colour"))
    yield from ((kind,) for kind in world.kinds if kind not in ("player", "colour", "card", "tile"))


def _values(world: World) -> None:
    keys, kinds = list(_keys(world)), [kind for kind in world.kinds if kind != "tile"]
    _store(world, KeptValue("points", ("player",), NUMBER), "number")
    _store(world, KeptValue("coins", ("player",), NUMBER, 0, 200), "0 to 200, starts at 9")
    for _ in range(world.chance.randint(3, 8)):
        key, name = world.chance.choice(keys), world.fresh("k")
        match world.chance.randrange(9):
            case 0:
                _store(world, KeptValue(name, key, NUMBER), world.chance.choice(["number", "number, starts at 3"]))
            case 1 | 2:
                high = world.chance.choice([3, 9, 60, 300, 40_000, 3_000_000_000])
                low = world.chance.choice([0, 0, -5, 1])
                _store(world, KeptValue(name, key, NUMBER, low, high), f"{low} to {high}")
            case 3:
                _store(world, KeptValue(name, key, YES_NO), "yes or no")
            case 4 | 5:
                kind = world.chance.choice(kinds)
                _store(world, KeptValue(name, key, Maybe(Of(kind))), f"{kind} or none")
            case 6:
                _store(world, KeptValue(name, key, ListOf(NUMBER)), "list of number")
            case 7:
                kind = world.chance.choice(kinds)
                _store(world, KeptValue(name, key, ListOf(Of(kind))), f"list of {kind}")
            case _:
                first = world.chance.choice(world.kinds["colour"])
                _store(world, KeptValue(name, key, Of("colour")), f"colour, starts at {first}")
    if world.some(0.5):
        _store(world, KeptValue("secret", ("player",), NUMBER, 0, 20, True), "0 to 20, seen by owner")
    if world.some(0.2):
        _store(world, KeptValue("fame", ("player",), NUMBER), "number, stacked")


def _store(world: World, kept: KeptValue, type_: str) -> None:
    world.stored.append(kept)
    world.head.append(f"keep {with_brackets(kept.name, kept.keys)}: {type_}")


def _piles(world: World) -> None:
    if "card" in world.kinds:
        force = ", in force" if world.some(0.4) else ""
        if force and beside(world.chance).random() < 0.5:
            force += " in order of arrival"
        _place(world, Place("discards", (), "card", "pile"), "pile of card")
        shuffled = ", reshuffled from discards" if world.some(0.5) else ""
        _place(world, Place("deck", (), "card", "pile"), f"pile of card, seen by nobody{shuffled}")
        _place(
            world,
            Place("hand", ("player",), "card", "pile"),
            world.chance.choice(["pile of card, seen by owner", "pile of card"]),
        )
        if world.some(0.5):
            _place(world, Place("market", (), "card", "row", True), "row of 3 card, refilled from deck")
        if world.some(0.5):
            _place(world, Place("shelf", ("player",), "card", "row"), f"row of 2 card{force}")
        if world.some(0.5):
            _place(world, Place("table", ("player",), "card", "pile"), f"pile of card{force}")
    if "tile" in world.kinds:
        _place(world, Place("city", (), "tile", "grid"), "grid of tile")
        _place(world, Place("box", (), "tile", "pile"), "pile of tile")
        if world.some(0.4):
            _place(world, Place("garden", ("player",), "tile", "grid"), "grid of tile")


def _place(world: World, place: Place, type_: str) -> None:
    world.places.append(place)
    world.head.append(f"keep {with_brackets(place.name, place.keys)}: {type_}")
