"""The JSON form of a game, a view, a question and what happened: what leaves the engine for programs.

In: nothing. Out: one type per part of it, with all that others need to know: the docstring of a type and the text beside a
field are its descriptions, a Literal lists the words that are allowed. `schema` writes `schemas/table.schema.json` and the
studio's TypeScript types from it; run it after every change here. Layer: view. FORMAT changes when a reader of the old form
would misread the new one; what is only added does not change it.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple, NotRequired, TypeAlias, TypedDict

from interpreter.runtime.events import EventKind

FORMAT: Final = 1


class Bounds(NamedTuple):
    """The least and the greatest number; of a list, how many items; of an object, how many fields."""

    low: int
    high: int


Json: TypeAlias = Annotated[
    "bool | int | str | list[Json] | None",
    "A number, yes or no, none, a name, or a list of these. The type of the value or column says which.",
]
Cell: TypeAlias = Annotated[list[int], Bounds(2, 2)]  # column and row


class TypeJson(TypedDict):
    """The type of a value."""

    type: Literal["number", "yes_no", "words", "spot", "shape", "thing", "list", "pile", "row", "grid"]
    kind: NotRequired[Annotated[str, "Of things, piles, rows and grids: of which kind."]]
    low: NotRequired[int]
    high: NotRequired[int]
    size: NotRequired[Annotated[int, "Of a row: how many places it has."]]
    of: NotRequired[TypeJson]
    maybe: NotRequired[Annotated[bool, "It can be none."]]


class ThingJson(TypedDict):
    """A member of a kind; of the kind player, the player's name."""

    kind: str
    name: str


class MemberJson(TypedDict):
    """A member of a kind."""

    name: Annotated[str, "A name as rules and scenarios write it."]
    title: Annotated[str, "What people read."]
    text: Annotated[str, "What is printed on it; may be empty."]
    cells: Annotated[dict[str, Json], "Its columns by their names."]
    amounts: NotRequired[
        Annotated[
            dict[str, dict[str, int]],
            "By the names of the kind's amounts: a number for each member of their kind. A formula of the rules is left out.",
        ]
    ]
    shape: NotRequired[Annotated[list[Cell], "Of a tile: the cells of its drawing, column and row."]]
    edges: NotRequired[
        Annotated[
            list[int],
            "Of a part of a tile: three numbers for each of its edges, the left half, the middle and the right half, clockwise "
            "from the first edge, unturned.",
        ]
    ]


class ColumnJson(TypedDict):
    """A column of a kind's table."""

    name: str
    title: str
    type: TypeJson


class AmountsJson(TypedDict):
    """A column with a number for each member of another kind: what a card costs in each stock."""

    name: str
    title: str
    by: Annotated[str, "The kind that the numbers are for."]


class LatticeJson(TypedDict):
    """Where the members of a kind lie on a board of cells."""

    cells: Literal["squares", "hexes"]
    of: Annotated[str, "The kind of the cells."]
    part: Literal["cell", "corner", "edge"]
    points: Annotated[
        list[list[int]],
        "For each member a column and a row, counted in steps from corner to corner: a square is 2 by 2, its corners are "
        "even. A hexagon is 3 by 3, and each row lies half as far to the right as it lies up. Of an edge: of both its ends.",
    ]


class KindJson(TypedDict):
    """A kind of things."""

    name: str
    word: Annotated[str, "How it is declared: names, table, cards, places, connections, grid, option."]
    plural: str
    columns: list[ColumnJson]
    amounts: NotRequired[list[AmountsJson]]
    members: list[MemberJson]
    grid: Annotated[Cell | None, "Of places on a grid: columns and rows; the members go row by row from the first."]
    lattice: Annotated[LatticeJson | None, "Of the places of a board, its corners and edges: where they lie."]


class WayJson(TypedDict):
    """A connection between two places."""

    name: str
    start: str
    end: str
    one_way: bool


class MapJson(TypedDict):
    """A kind of connections, the kind of places that it joins, and its ways."""

    kind: str
    joins: str
    ways: list[WayJson]


class ValueJson(TypedDict):
    """A value that the rules keep or work out."""

    name: str
    title: str
    keys: Annotated[list[str], "The kinds for whose members there is one each."]
    type: TypeJson
    worked_out: bool
    shown: Annotated[bool, "False: the rules keep it off the table; whoever asks is told."]
    during: Annotated[str | None, "The procedure as long as which it lives; null: as long as the game."]
    in_force: Annotated[bool, "Cards that lie here change the rules."]


class OptionJson(TypedDict):
    """An option and its value in this game."""

    name: str
    title: str
    value: Json


class DefinitionJson(TypedDict):
    """All that does not change while a game is played; the same for every fingerprint."""

    format: Literal[1]
    game: str
    title: str
    about: str
    fingerprint: str
    variants: list[str]
    options: list[OptionJson]
    kinds: list[KindJson]
    maps: list[MapJson]
    values: list[ValueJson]


class TileJson(TypedDict):
    """Where and how a tile lies."""

    tile: str
    column: int
    row: int
    turn: Annotated[int, "Quarter turns.", Bounds(0, 3)]
    cells: list[Cell]


class EntryJson(TypedDict):
    """A value for these keys: `value`; of a pile or row `cards` (null: an empty place of a row), or only their `count`; of a
    grid `tiles`."""

    keys: list[str]
    value: NotRequired[Json]
    cards: NotRequired[list[str | None]]
    count: NotRequired[int]
    tiles: NotRequired[list[TileJson]]


class SeenJson(TypedDict):
    """What this player sees of a value."""

    name: str
    entries: list[EntryJson]
    hidden: Annotated[bool, "There is something that is not shown."]


class PlayerJson(TypedDict):
    """A seat."""

    name: str
    out: Annotated[bool, "Out of the game."]
    automa: Annotated[bool, "The rules play it."]


class ResultJson(TypedDict):
    """How it ended."""

    winners: list[str]
    scores: dict[str, int]
    sheet: dict[str, dict[str, int]]


class ViewJson(TypedDict):
    """The table as one player, or a spectator, may know it."""

    format: Literal[1]
    fingerprint: str
    you: Annotated[str | None, "null: a spectator."]
    players: list[PlayerJson]
    values: list[SeenJson]
    waiting_for: Annotated[str | None, "Whose decision it is, as far as this player may know."]
    secret: Annotated[bool, "Somebody decides in secret."]
    over: bool
    result: ResultJson | None


class AmountJson(TypedDict):
    """Amounts in even steps."""

    low: int
    high: int
    step: int


class SeveralJson(TypedDict):
    """Of a choice of several things: how many, and what is chosen already."""

    least: int
    most: int | None
    chosen: list[ThingJson]


class ChoiceJson(TypedDict):
    """One way to answer."""

    number: Annotated[int, "Its number among all choices, with which it is answered."]
    name: str
    label: str
    beside: Annotated[str, "What the rules show beside it, such as a price."]
    free: Annotated[bool, "It is done beside the question, which is then put again."]
    thing: Annotated[ThingJson | None, "What it means, if the one who is asked may know."]
    parts: Annotated[
        list[ThingJson], "Of several things decided together, such as where from and where to: each in order."
    ]
    laid: Annotated[TileJson | None, "Of a spot on a grid: what would lie where."]


class RefusalJson(TypedDict):
    """What cannot be chosen now, and why."""

    name: str
    label: str
    reason: str
    condition: str
    values: str
    rule: Annotated[str, "Where the rule stands: file, line, column."]
    clauses: list[str]
    free: bool
    thing: ThingJson | None


class RequestJson(TypedDict):
    """A question for the one who is asked."""

    format: Literal[1]
    player: str
    name: str
    rule: str
    kind: Literal["menu", "thing", "amount"]
    prompt: str
    things: Annotated[list[ThingJson], "The things that the prompt names."]
    secret: Annotated[bool, "The others do not see it."]
    optional: bool
    amount: Annotated[
        AmountJson | None, "The answer may be a number from this range; the choices are then what else can be answered."
    ]
    several: SeveralJson | None
    choices: list[ChoiceJson]
    refused: list[RefusalJson]


class WhereJson(TypedDict):
    """A stored value for these keys."""

    value: str
    keys: list[str]


class EventJson(TypedDict):
    """What happened, as far as this player was told."""

    kind: EventKind
    text: str
    after: Annotated[int, "How many decisions this player was told of before it."]
    who: NotRequired[str]
    whom: NotRequired[str]
    things: NotRequired[list[ThingJson]]
    dice: NotRequired[list[int]]
    amount: NotRequired[int]
    value: NotRequired[WhereJson]
    source: NotRequired[WhereJson]
    target: NotRequired[WhereJson]


class TableJson(TypedDict, total=False):
    """What leaves the engine for programs, each under its own name. `format` changes when a reader of the old form would misread
    the new one."""

    definition: DefinitionJson
    view: ViewJson
    request: RequestJson | None
    events: list[EventJson]


FIELDS: dict[object, Bounds] = {EntryJson: Bounds(2, 2)}  # an entry: its keys and one more
