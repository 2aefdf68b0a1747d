"""The JSON form of a game, a view, a question and what happened: what leaves the engine for programs.

In: nothing. Out: one type per part of it; `schemas/table.schema.json` says the same to others. Layer: seeing. FORMAT changes when
a reader of the old form would misread the new one; what is only added does not change it.
"""

from __future__ import annotations

from typing import NotRequired, TypeAlias, TypedDict

FORMAT = 1
Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"


class TypeForm(TypedDict):
    """number, yes_no, words, spot, shape, thing, list, pile, row, grid."""

    type: str
    kind: NotRequired[str]  # of things, piles, rows and grids
    low: NotRequired[int]
    high: NotRequired[int]
    size: NotRequired[int]  # of a row
    of: NotRequired[TypeForm]  # of a list
    maybe: NotRequired[bool]  # it can be none


class ThingForm(TypedDict):
    kind: str
    name: str


class MemberForm(TypedDict):
    name: str
    title: str
    text: str
    cells: dict[str, Json]  # by the names of the columns
    shape: NotRequired[list[list[int]]]  # of a tile: its cells, column and row


class ColumnForm(TypedDict):
    name: str
    title: str
    type: TypeForm


class KindForm(TypedDict):
    name: str
    word: str  # names, table, cards, places, connections, grid, player, option
    plural: str
    columns: list[ColumnForm]
    members: list[MemberForm]
    grid: list[int] | None  # columns and rows of places on a grid


class WayForm(TypedDict):
    name: str
    start: str
    end: str
    one_way: bool


class MapForm(TypedDict):
    """A kind of connections: which places it joins, and each of its ways."""

    kind: str
    joins: str
    ways: list[WayForm]


class ValueForm(TypedDict):
    """A value that the rules keep or work out."""

    name: str
    title: str
    keys: list[str]  # the kinds for whose members there is one
    type: TypeForm
    worked_out: bool
    shown: bool  # not one that the rules keep off the table
    during: str | None  # the procedure as long as which it lives
    in_force: bool  # cards that lie here change the rules


class OptionForm(TypedDict):
    name: str
    title: str
    value: Json


class DefinitionForm(TypedDict):
    format: int
    game: str
    title: str
    about: str
    fingerprint: str
    variants: list[str]
    options: list[OptionForm]
    kinds: list[KindForm]
    maps: list[MapForm]
    values: list[ValueForm]


class TileForm(TypedDict):
    tile: str
    column: int
    row: int
    turn: int
    cells: list[list[int]]


class EntryForm(TypedDict):
    """A value for these keys: `value`; of a pile or row `cards`, or only their `count`; of a grid `tiles`."""

    keys: list[str]
    value: NotRequired[Json]
    cards: NotRequired[list[str | None]]
    count: NotRequired[int]
    tiles: NotRequired[list[TileForm]]


class SeenForm(TypedDict):
    name: str
    entries: list[EntryForm]
    hidden: bool  # is there an entry that is not shown?


class PlayerForm(TypedDict):
    name: str
    out: bool
    automa: bool


class ResultForm(TypedDict):
    winners: list[str]
    scores: dict[str, int]
    sheet: dict[str, dict[str, int]]


class ViewForm(TypedDict):
    format: int
    fingerprint: str
    you: str | None
    players: list[PlayerForm]
    values: list[SeenForm]
    waiting_for: str | None  # whose decision it is, as far as this player may know
    secret: bool  # somebody decides in secret
    over: bool
    result: ResultForm | None


class AmountForm(TypedDict):
    low: int
    high: int
    step: int


class SeveralForm(TypedDict):
    least: int
    most: int | None
    chosen: list[ThingForm]


class ChoiceForm(TypedDict):
    number: int  # among all choices, with which it is answered
    name: str
    label: str
    beside: str
    free: bool
    thing: ThingForm | None
    laid: TileForm | None


class RefusalForm(TypedDict):
    name: str
    label: str
    reason: str
    condition: str
    values: str
    rule: str  # where it stands
    clauses: list[str]
    free: bool
    thing: ThingForm | None


class RequestForm(TypedDict):
    format: int
    player: str
    name: str
    rule: str
    kind: str  # menu, thing, amount
    prompt: str
    things: list[ThingForm]  # that the prompt names
    secret: bool
    optional: bool
    amount: AmountForm | None
    several: SeveralForm | None
    choices: list[ChoiceForm]  # of an amount: only what is not an amount
    refused: list[RefusalForm]


class WhereForm(TypedDict):
    value: str
    keys: list[str]


class EventForm(TypedDict):
    kind: str  # announce, show, move, gain, pay, roll, out, decision
    text: str
    after: int  # how many decisions this player was told of before it
    who: NotRequired[str]
    whom: NotRequired[str]
    things: NotRequired[list[ThingForm]]
    dice: NotRequired[list[int]]
    amount: NotRequired[int]
    value: NotRequired[WhereForm]
    source: NotRequired[WhereForm]
    target: NotRequired[WhereForm]
