"""The built-in functions: their parameters and results.

In: the types of the arguments. Out: the type of the result, or a description of what is wanted. Layer: check.
The back ends implement each; `docs/reference/values.md` documents each with an example.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from interpreter.check.names import tile_functions
from interpreter.ir.rulebook import Kind
from interpreter.ir.types import (
    NUMBER,
    PLAYER,
    YES_NO,
    Grid,
    ListOf,
    Maybe,
    Of,
    Spot,
    Type,
    Unknown,
    Zone,
    bare,
    element,
    fits,
    join,
)

Kinds = dict[str, Kind]
Result = Type | str  # a text: what is wrong


@dataclass(frozen=True, slots=True)
class Function:
    name: str
    form: str  # how it is written, for messages
    check: Callable[[tuple[Type, ...], Kinds], Result]
    now: str = ""  # of an old word: what to write instead


def _numbers(count: int) -> Callable[[tuple[Type, ...], Kinds], Result]:
    def check(given: tuple[Type, ...], _kinds: Kinds) -> Result:
        if len(given) == count and all(fits(type_, NUMBER) for type_ in given):
            return NUMBER
        return "numbers"

    return check


def _fixed(wanted: tuple[Type, ...], result: Type) -> Callable[[tuple[Type, ...], Kinds], Result]:
    def check(given: tuple[Type, ...], _kinds: Kinds) -> Result:
        if len(given) == len(wanted) and all(fits(have, want) for have, want in zip(given, wanted, strict=True)):
            return result
        return "other values"

    return check


def _member(
    words: tuple[str, ...], result: Callable[[str, Kinds], Type]
) -> Callable[[tuple[Type, ...], Kinds], Result]:
    """Check members of one kind, whose word is one of `words`."""

    def check(given: tuple[Type, ...], kinds: Kinds) -> Result:
        if not given:
            return f"something in brackets: {_member_in_words(words)}"
        first = given[0]
        if isinstance(first, Unknown):
            return Unknown()
        if isinstance(first, Of) and first.kind in kinds and kinds[first.kind].word in words:
            return result(first.kind, kinds)
        return _member_in_words(words)

    return check


def _member_in_words(words: tuple[str, ...]) -> str:
    return {"places": "a place", "grid": "a square of a grid", "cards": "a card"}[words[0]]


def _pair(words: tuple[str, ...], result: Callable[[str, Kinds], Type]) -> Callable[[tuple[Type, ...], Kinds], Result]:
    one = _member(words, result)

    def check(given: tuple[Type, ...], kinds: Kinds) -> Result:
        if len(given) != 2 or not fits(given[0], given[1]):
            return f"two {'places of one map' if 'places' in words else 'cards of one kind'}"
        return one(given, kinds)

    return check


def _with_number(
    words: tuple[str, ...], result: Callable[[str, Kinds], Type]
) -> Callable[[tuple[Type, ...], Kinds], Result]:
    one = _member(words, result)

    def check(given: tuple[Type, ...], kinds: Kinds) -> Result:
        if len(given) != 2 or not fits(given[1], NUMBER):
            return "a place and a number"
        return one(given, kinds)

    return check


def _list(count: int, result: Callable[[Type], Result]) -> Callable[[tuple[Type, ...], Kinds], Result]:
    def check(given: tuple[Type, ...], _kinds: Kinds) -> Result:
        inner = element(given[0]) if given else None
        if inner is None or len(given) != count:
            return "a list"
        return result(inner)

    return check


def _item(given: tuple[Type, ...], _kinds: Kinds) -> Result:
    inner = element(given[0]) if len(given) == 2 else None
    if inner is None or not fits(given[1], NUMBER):
        return "a list and a number"
    return inner


def _part(given: tuple[Type, ...], _kinds: Kinds) -> Result:
    inner = element(given[1]) if len(given) == 2 else None
    if inner is None or not fits(given[0], NUMBER):
        return "a number and a list"
    return ListOf(inner)


def _position(given: tuple[Type, ...], _kinds: Kinds) -> Result:
    inner = element(given[1]) if len(given) == 2 else None
    if inner is None or not fits(given[0], inner):
        return "a thing and a list of such things"
    return Maybe(NUMBER)


def _how_often(given: tuple[Type, ...], kinds: Kinds) -> Result:
    return NUMBER if isinstance(_position(given, kinds), Maybe) else "a thing and a list of such things"


def _two_lists(given: tuple[Type, ...], _kinds: Kinds) -> Result:
    if len(given) != 2:
        return "two lists"
    both = join(given[0], given[1])
    inner = element(both) if both is not None else None
    return ListOf(inner) if inner is not None else "two lists of the same kind"


def _joined(given: tuple[Type, ...], kinds: Kinds) -> Result:
    """Check two lists, or one list of lists."""
    inner = element(given[0]) if len(given) == 1 else None
    if inner is None:
        return _two_lists(given, kinds)
    innermost = element(inner)
    return ListOf(innermost) if innermost is not None else "two lists, or a list of lists"


def _tiles(result: Callable[[str], Type]) -> Callable[[tuple[Type, ...], Kinds], Result]:
    def check(given: tuple[Type, ...], _kinds: Kinds) -> Result:
        if len(given) != 2 or not isinstance(given[1], Grid):
            return "a tile and a grid"
        if not fits(given[0], Of(given[1].kind)):
            return "a tile of that grid"
        return result(given[1].kind)

    return check


def _tile_spot(given: tuple[Type, ...], _kinds: Kinds) -> Result:
    grid = given[2] if len(given) == 3 else None
    if not isinstance(grid, Grid) or not fits(given[0], Of(grid.kind)) or not fits(given[1], Spot()):
        return "a tile, a spot and a grid"
    return ListOf(Of(grid.kind))


def _tile_list(given: tuple[Type, ...], _kinds: Kinds) -> Result:
    if len(given) != 2 or not isinstance(given[1], Grid) or not fits(given[0], ListOf(Of(given[1].kind))):
        return "a list of tiles and a grid"
    return ListOf(ListOf(Of(given[1].kind)))


def _place_groups(given: tuple[Type, ...], kinds: Kinds) -> Result:
    inner = element(given[0]) if len(given) == 1 else None
    if isinstance(inner, Of) and kinds[inner.kind].word in ("places", "grid"):
        return ListOf(ListOf(inner))
    return "a list of places"


def _far_end(given: tuple[Type, ...], kinds: Kinds) -> Result:
    first = given[0] if len(given) == 2 else None
    if isinstance(first, Of) and kinds[first.kind].joins is not None:
        place = Of(kinds[first.kind].joins or "")
        return place if fits(given[1], place) else f"a connection and the {place.kind} it is left from"
    return "a connection and a place"


def _exits(given: tuple[Type, ...], kinds: Kinds) -> Result:
    first = given[0] if len(given) == 1 else None
    if isinstance(first, Of):
        for kind in kinds.values():
            if kind.joins == first.kind:
                return ListOf(Of(kind.name))
    return "a place that connections join"


def _lines_through(given: tuple[Type, ...], kinds: Kinds) -> Result:
    first = given[0] if len(given) == 2 else None
    if isinstance(first, Of) and not _has_borders(first.kind, kinds):
        return f"squares of a board with borders, and {first.kind} is on one without; line_from goes round it"
    return _with_number(("grid",), _lists_of_same)(given, kinds)


def _all_lines(given: tuple[Type, ...], kinds: Kinds) -> Result:
    inner = element(given[0]) if len(given) == 2 else None
    if isinstance(inner, Of) and not _has_borders(inner.kind, kinds):
        return f"squares of a board with borders, and {inner.kind} is on one without; line_from goes round it"
    if isinstance(inner, Of) and kinds[inner.kind].grid is not None and fits(given[1], NUMBER):
        return ListOf(ListOf(inner))
    return "the squares of a grid and a number"


def _has_borders(kind: str, kinds: Kinds) -> bool:
    board = kinds[kind].board
    return board is None or board.borders


def _square_at(given: tuple[Type, ...], kinds: Kinds) -> Result:
    inner = element(given[0]) if len(given) == 3 else None
    if isinstance(inner, Of) and kinds[inner.kind].grid is not None:
        return Maybe(inner)
    return "the squares of a grid, a column and a row"


def _ahead(given: tuple[Type, ...], _kinds: Kinds) -> Result:
    first = given[0] if len(given) == 2 and fits(given[1], NUMBER) else None
    if isinstance(first, Of) and first != PLAYER:
        return first
    return "a thing of a kind whose members form a ring, and a number"


def _any_member(given: tuple[Type, ...], _kinds: Kinds) -> Result:
    if len(given) == 1 and isinstance(given[0], Of):
        return NUMBER
    return "a thing of some kind"


def _only(wanted: str) -> Callable[[tuple[Type, ...], Kinds], Result]:
    """Reject what `board_terms` and `network_terms` did not handle."""
    return lambda _given, _kinds: wanted


def _same(kind: str, _kinds: Kinds) -> Type:
    return Of(kind)


def _lists_of_same(kind: str, _kinds: Kinds) -> Type:
    return ListOf(ListOf(Of(kind)))


def _list_of_same(kind: str, _kinds: Kinds) -> Type:
    return ListOf(Of(kind))


PLACES = ("places", "grid")
CARDS = ("cards",)

FUNCTIONS: dict[str, Function] = {
    function.name: function
    for function in (
        Function("smaller", "smaller(a, b)", _numbers(2)),
        Function("larger", "larger(a, b)", _numbers(2)),
        Function("absolute", "absolute(a)", _numbers(1)),
        Function("remainder", "remainder(a, b)", _numbers(2)),
        Function("round_up", "round_up(a, step)", _numbers(2)),
        Function("round_down", "round_down(a, step)", _numbers(2)),
        Function("total", "total(numbers)", _list(1, lambda inner: NUMBER if fits(inner, NUMBER) else "numbers")),
        Function("item", "item(list, number)", _item),
        Function("take", "take(number, list)", _part),
        Function("drop", "drop(number, list)", _part),
        Function("reverse", "reverse(list)", _list(1, ListOf)),
        Function("distinct", "distinct(list)", _list(1, ListOf)),
        Function("position", "position(thing, list)", _position),
        Function("joined", "joined(list, list)", _joined),
        Function("taking_away", "taking_away(list, list)", _two_lists),
        Function("how_often", "how_often(thing, list)", _how_often),
        Function("others", "others(player)", _fixed((PLAYER,), ListOf(PLAYER))),
        Function("leaving_out", "leaving_out(list, list)", _two_lists),
        Function("shared", "shared(list, list)", _two_lists),
        Function("ahead", "ahead(thing, number)", _ahead),
        Function("number_of", "number_of(thing)", _any_member),
        Function("next_player", "next_player(player)", _fixed((PLAYER,), PLAYER)),
        Function("previous_player", "previous_player(player)", _fixed((PLAYER,), PLAYER)),
        Function("seat", "seat(player)", _fixed((PLAYER,), NUMBER)),
        Function("is_out", "is_out(player)", _fixed((PLAYER,), YES_NO)),
        Function("is_automa", "is_automa(player)", _fixed((PLAYER,), YES_NO)),
        Function("holder", "holder(card)", _member(CARDS, lambda _kind, _kinds: Maybe(PLAYER))),
        Function("owner_of", "owner_of(card)", _member(CARDS, lambda _kind, _kinds: PLAYER)),
        Function("in_force", "in_force(card)", _member(CARDS, lambda _kind, _kinds: YES_NO)),
        Function("same_print", "same_print(card, card)", _pair(CARDS, lambda _kind, _kinds: YES_NO)),
        Function("neighbours", "neighbours(place)", _member(PLACES, _list_of_same)),
        Function("adjacent", "adjacent(place, place)", _pair(PLACES, lambda _kind, _kinds: YES_NO)),
        Function("distance", "distance(place, place)", _pair(PLACES, lambda _kind, _kinds: NUMBER)),
        Function("reachable", "reachable(place, place)", _pair(PLACES, lambda _kind, _kinds: YES_NO)),
        Function("exits", "exits(place)", _exits),
        Function("far_end", "far_end(connection, place)", _far_end),
        Function("groups", "groups(places)", _place_groups),
        Function("reached", "reached(start, by)", _only("a start")),
        Function("nearest", "nearest(wanted, start, by)", _only("a list of things that are wanted")),
        Function("longest_trail", "longest_trail(connections)", _only("a list of connections")),
        Function("lines_through", "lines_through(square, length)", _lines_through),
        Function("all_lines", "all_lines(squares, length)", _all_lines),
        Function("square_at", "square_at(squares, column, row)", _square_at, "square(column, row)"),
        Function("column_of", "column_of(square)", _member(("grid",), lambda _kind, _kinds: NUMBER)),
        Function("row_of", "row_of(square)", _member(("grid",), lambda _kind, _kinds: NUMBER)),
        Function("beside", "beside(cell, direction)", tile_functions.beside),
        Function("line_from", "line_from(cell, direction)", _only("a place of a board and a direction")),
        Function("side", "side(cells, direction)", _only("the places of a board with borders, and a direction")),
        Function("directions", "directions(cells)", _only("the places of a board")),
        Function("opposite", "opposite(direction)", _only("a direction of a board")),
        Function("joins", "joins(places, some, others)", _only("three lists of places")),
        Function("placements", "placements(tile, grid)", _tiles(lambda _kind: ListOf(Spot()))),
        Function("opening_spot", "opening_spot(tile, grid)", _tiles(lambda _kind: Spot())),
        Function("spot_at", "spot_at(column, row, turns)", tile_functions.spot_at),
        Function("turns_of", "turns_of(spot)", _fixed((Spot(),), NUMBER)),
        Function("touching", "touching(tile, grid)", _tiles(lambda kind: ListOf(Of(kind))), "neighbours(tile, grid)"),
        Function("touched_at", "touched_at(tile, spot, grid)", _tile_spot),
        Function("spot_of", "spot_of(tile, grid)", _tiles(lambda _kind: Maybe(Spot()))),
        Function("connected", "connected(tiles, grid)", _tile_list, "groups(tiles, grid)"),
        Function("met", "met(part, grid)", tile_functions.met),
        Function("met_at", "met_at(part, spot, grid)", tile_functions.met_at),
        Function("open_edges", "open_edges(part, grid)", tile_functions.open_edges),
        Function("around", "around(tile, grid)", tile_functions.around),
        Function("tile_at", "tile_at(place, grid)", tile_functions.tile_at),
        Function("place_of", "place_of(tile, grid)", tile_functions.place_of),
    )
}


def first_kind(given: tuple[Type, ...]) -> str | None:
    """Return the kind whose tables a function reads."""
    for type_ in given:
        found = bare(type_)
        if isinstance(found, Zone | Grid):
            return found.kind
        inner = element(found)
        if isinstance(found, Of):
            return found.kind
        if isinstance(inner, Of):
            return inner.kind
    return None
