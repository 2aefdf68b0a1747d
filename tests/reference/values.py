"""What a term is worth on a table: the reference interpreter's arithmetic.

In: a Table, the variables in sight, a Term of the Rulebook. Out: numbers, yes or no, None for `none`, tuples for lists.
Every term is worked out anew, in the order of the text, without any table or short cut.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import combinations
from typing import Any

from interpreter.ir import rulebook as rb
from interpreter.ir.rulebook import MAX_PLAYERS
from interpreter.ir.types import PLAYER, Grid, Number, Of, Shape, Spot, Zone, bare, element
from tests.reference.table import LARGEST, Table, Where, Wrong, packed
from tests.reference.tiles import ON_PLACES, Tiles

Names = dict[rb.Variable, Any]


class Values:
    """Works terms out on one table."""

    def __init__(self, table: Table, is_possible: Callable[[rb.Routine, list[Any]], bool]) -> None:
        self.table, self.rulebook, self.is_possible = table, table.rulebook, is_possible
        self.depths: dict[str, int] = {}  # how often a value with a limit is using itself
        self.speaking: dict[int, bool] = {}  # does this part of a change, by its id, speak of the old value?

    def where(self, stored: rb.Stored, names: Names) -> Where:
        return stored.keep.name, tuple(self.of(key, names) for key in stored.keys)

    def of(self, term: rb.Term, names: Names) -> Any:  # noqa: C901 - one case per form
        match term:
            case rb.Constant():
                return term.value
            case rb.Local():
                return names[term.variable]
            case rb.Stored():
                return self._stored(term, names)
            case rb.Printed():
                return fixed(cell(term.column, self.of(term.member, names)))
            case rb.Formula():
                given = [self.of(argument, names) for argument in term.arguments]
                formula = cell(term.column, self.of(term.member, names))
                return self.of(formula, dict(zip(term.column.parameters, given, strict=True)))
            case rb.ValueCall():
                return self.worked(term.value, [self.of(argument, names) for argument in term.arguments])
            case rb.Builtin():
                return self._builtin(term, names)
            case rb.CanTake():
                routine = self.rulebook.routines[term.routine.name]
                return self.is_possible(routine, [self.of(argument, names) for argument in term.arguments])
            case rb.Members():
                return self.table.members(term.kind)
            case rb.Listing():
                return tuple(self.of(item, names) for item in term.items)
            case rb.Numbers():
                low, high, step = (self.of(part, names) for part in (term.low, term.high, term.step))
                return range(low, high + 1, step)
            case rb.Rotated():
                return rotated(
                    self.of(term.items, names), self.of(term.start, names), term.after, term.counterclockwise
                )
            case rb.Search():
                return self._search(term, names)
            case rb.Logic():
                return self._logic(term, names)
            case rb.Comparison():
                return self._comparison(term, names)
            case rb.LiesIn():
                assert isinstance(term.zone.keep.type, Zone)
                card = self.of(term.card, names)
                return self.table.lies[term.zone.keep.type.kind, card] == self.where(term.zone, names)
            case rb.Calculation():
                return calculated(term.operator, term.rounding, [self.of(part, names) for part in term.parts])
            case rb.LetIn() | rb.Lazy():
                raise AssertionError("passes make these, and the judge reads the rules as they are")
            case rb.Phrase():
                raise AssertionError("texts are only told, and nothing is told here")
            case rb.Chosen():
                return self.of(term.value if self.of(term.condition, names) else term.other, names)

    def holds(self, conditions: tuple[rb.Condition, ...], names: Names) -> bool:
        return all(self.of(condition.holds, names) for condition in conditions)

    def _stored(self, term: rb.Stored, names: Names) -> Any:
        where = self.where(term, names)
        return self.table.held(where) if isinstance(term.keep.type, Zone | Grid) else self.table.values[where]

    def worked(self, value: rb.Value, given: list[Any]) -> Any:
        """A `let`: its first case that applies, then each change of it in turn."""
        if value.limit is None or value.is_part:
            return self._worked_out(value, given)
        depth = self.depths.get(value.name, -1) + 1
        if depth > value.limit.most:
            raise Wrong("R0803")
        self.depths[value.name] = depth
        try:
            return self._worked_out(value, given)
        finally:
            self.depths[value.name] = depth - 1

    def _worked_out(self, value: rb.Value, given: list[Any]) -> Any:
        names: Names = dict(zip(value.parameters, given, strict=True))
        return self._changed(value, len(value.alterations), names)

    def _changed(self, value: rb.Value, count: int, names: Names) -> Any:
        """What the first changes of a value make of it: the old value is asked for only by what speaks of it."""
        if count == 0:
            return self._case(value.cases, names)
        change = value.alterations[count - 1]
        before = cache(lambda: self._changed(value, count - 1, names))

        def of(term: rb.Term) -> Any:
            if id(term) not in self.speaking:
                self.speaking[id(term)] = speaks_of(term, change.normal)
            return self.of(term, {**names, change.normal: before()} if self.speaking[id(term)] else names)

        if change.guard is None or of(change.guard):
            for case in change.cases:
                if case.condition is None or of(case.condition):
                    return of(case.value)
        return before()

    def _case(self, cases: tuple[rb.Case, ...], names: Names) -> Any:
        for case in cases:
            if case.condition is None or self.of(case.condition, names):
                return self.of(case.value, names)
        return None

    def _logic(self, term: rb.Logic, names: Names) -> bool:
        if term.word == "not":
            return not self.of(term.parts[0], names)
        parts = (self.of(part, names) for part in term.parts)
        return all(parts) if term.word == "and" else any(parts)

    def _comparison(self, term: rb.Comparison, names: Names) -> bool:
        left = self.of(term.left, names)
        if term.operator in ("empty", "not empty"):
            return (len(left) == 0) == (term.operator == "empty")
        assert term.right is not None
        if isinstance(term.right, rb.Numbers) and term.operator in ("in", "not in") and is_one(term.right.step):
            # As with `and`: what is below the range is not compared with its upper end.
            inside = self.of(term.right.low, names) <= left and left <= self.of(term.right.high, names)
            return bool(inside == (term.operator == "in"))
        right = self.of(term.right, names)
        return bool(COMPARISONS[term.operator](left, right))

    # ---- searches
    def _search(self, term: rb.Search, names: Names) -> Any:
        inner = dict(names)
        found = []
        for item in self.of(term.items, names):
            inner[term.variable] = item
            if term.where is None or self.of(term.where, inner):
                found.append(item)
                if self._is_over(term, inner):
                    break
            elif term.word == "while":
                break
        if term.word == "while":
            return tuple(found)
        if term.body is not None and term.word in ("list", "first", "last"):
            return self._with_body(term, names, found)
        if term.keys:
            return self._ordered(term, names, found)
        if term.word == "list" and term.body is not None:
            return tuple(self.of(term.body, {**names, term.variable: item}) for item in found)
        if term.word in ("sum", "highest", "lowest", "every"):
            return self._summed(term, names, found)
        return plain_search(term.word, found)

    def _is_over(self, term: rb.Search, names: Names) -> bool:
        """Is the search over with this hit? What comes behind it is not looked at, and cannot go wrong."""
        match term.word:
            case "some" | "no":
                return True
            case "first":
                return not term.keys
            case "every":
                assert term.body is not None
                return not self.of(term.body, names)
            case _:
                return False

    def _with_body(self, term: rb.Search, names: Names, found: list[Any]) -> Any:
        """The list of what is worked out, or what holds if nothing is found."""
        bare = replace(term, body=None, where=None)
        items = self._ordered(bare, names, found) if term.keys else plain_search(term.word, found)
        assert term.body is not None
        if term.word == "list":
            return tuple(fixed(self.of(term.body, {**names, term.variable: item})) for item in items)
        return self.of(term.body, names) if items is None else items

    def _summed(self, term: rb.Search, names: Names, found: list[Any]) -> Any:
        assert term.body is not None
        if term.word == "every":
            return all(self.of(term.body, {**names, term.variable: item}) for item in found)
        values = [self.of(term.body, {**names, term.variable: item}) for item in found]
        if term.word == "sum":
            return sum(values)
        return (max if term.word == "highest" else min)(values, default=0)

    def _ordered(self, term: rb.Search, names: Names, found: list[Any]) -> Any:
        def rank(item: Any) -> list[int]:
            inner = {**names, term.variable: item}
            return [(-1 if key.highest else 1) * self.of(key.value, inner) for key in term.keys]

        ordered = sorted(found, key=rank)
        if term.word in ("sole", "tied"):
            best = [item for item in found if rank(item) == rank(ordered[0])]
            return plain_search("sole", best) if term.word == "sole" else tuple(best)
        return plain_search(term.word, ordered)

    # ---- built-in functions
    def _builtin(self, term: rb.Builtin, names: Names) -> Any:
        if term.name in TILES and isinstance(term.arguments[-1].type, Grid):
            return self._tiles(term, names)
        if term.name in NETWORKS:
            return self._walked(term, names)
        if term.name == "otherwise":
            found = self.of(term.arguments[0], names)
            return self.of(term.arguments[1], names) if found is None else found
        if term.name == "snapshot":
            return self._snapshot([stored.keep for stored in term.arguments if isinstance(stored, rb.Stored)])
        given = [self.of(argument, names) for argument in term.arguments]
        if term.name in PLAIN:
            return PLAIN[term.name](*given)
        return getattr(self, "_" + term.name)(term.kind, *given)

    def _snapshot(self, keeps: list[rb.Keep]) -> int:
        """A number with one digit for each value, in a base that has room for it and for none; spread if they are many."""
        digits, many = [], 1
        for keep in keeps:
            match bare(keep.type):
                case Number(int(low), int(high)):
                    base = high - low + 2
                case Of(kind):
                    most = MAX_PLAYERS if kind == "player" else len(self.rulebook.kinds[kind].members)
                    low, base = 0, most + 1
                case _:
                    low, base = 0, 3
            for keys in self.table.keys(keep):
                value = self.table.values[keep.name, keys]
                digits.append((base, 0 if value is None else value - low + 1))
                many *= base
        found = 0
        for base, digit in digits:
            found = found * base + digit if many <= 2**56 else spread(found, digit)
        return found if many <= 2**56 else found // 256

    def _item(self, _kind: str | None, items: Any, number: int) -> Any:
        if not 1 <= number <= len(items):
            raise Wrong("R0807")
        return items[number - 1]

    def _ahead(self, kind: str, thing: int, steps: int) -> int:
        return (thing + steps) % len(self.rulebook.kinds[kind].members)

    def _next_player(self, _kind: str | None, player: int) -> int:
        return self._beside(player, False)

    def _previous_player(self, _kind: str | None, player: int) -> int:
        return self._beside(player, True)

    def _beside(self, player: int, counterclockwise: bool) -> int:
        found = rotated(self.table.seats, player, True, counterclockwise)
        if not found:
            raise Wrong("R0807")
        return found[0]

    def _is_out(self, _kind: str | None, player: int) -> bool:
        return player in self.table.out

    def _is_automa(self, _kind: str | None, player: int) -> bool:
        return player in self.table.automas

    def _holder(self, kind: str, card: int) -> int | None:
        where = self.table.lies[kind, card]
        if where is None:
            return None
        parameters = self.table.keep_of(where).parameters
        return where[1][0] if parameters and parameters[0].type == PLAYER else None

    def _owner_of(self, kind: str, card: int) -> int:
        owner = self._holder(kind, card)
        if owner is None:
            raise KeyError(card)
        return owner

    def _in_force(self, kind: str, card: int) -> bool:
        where = self.table.lies[kind, card]
        return where is not None and self.table.keep_of(where).in_force

    def _same_print(self, kind: str, card: int, other: int) -> bool:
        prints = self.rulebook.kinds[kind].prints
        return prints[card] == prints[other]

    def _made_of(self, kind: str, *parts: Any) -> int | None:
        """Look at every member for these parts."""
        found = self.rulebook.kinds[kind]
        for number in range(len(found.members)):
            if found.board is not None:
                own: tuple[Any, ...] = tuple(axis + 1 for axis in found.board.cells[number])
            else:
                own = tuple(found.columns[name].cells[number] for name in found.parts)
            if own == parts:
                return number
        return None

    # ---- maps
    def _map(self, kind: str) -> Any:
        return self.rulebook.maps[self.rulebook.kinds[kind].joins or kind]

    def _neighbours(self, kind: str, place: int) -> Any:
        return self._map(kind).neighbours[place]

    def _adjacent(self, kind: str, place: int, other: int) -> bool:
        return other in self._map(kind).neighbours[place]

    def _distance(self, kind: str, place: int, other: int) -> Any:
        return self._steps(kind, place).get(other)

    def _reachable(self, kind: str, place: int, other: int) -> bool:
        return other in self._steps(kind, place)

    def _steps(self, kind: str, start: int) -> dict[int, int]:
        """How far every place is, found by walking."""
        found, edge = {start: 0}, [start]
        for place in edge:
            for other in self._map(kind).neighbours[place]:
                if other not in found:
                    found[other] = found[place] + 1
                    edge.append(other)
        return found

    def _exits(self, kind: str, place: int) -> Any:
        return self._map(kind).exits[place]

    def _far_end(self, kind: str, connection: int, place: int) -> int:
        start, end, _ = self.rulebook.kinds[kind].ends[connection]
        return end if start == place else start

    def _groups(self, kind: str, places: Any) -> Any:
        return groups(places, lambda place: self._map(kind).neighbours[place])

    # ---- networks that the game builds: every step is looked for anew
    def _walked(self, term: rb.Builtin, names: Names) -> Any:
        if term.name == "longest_trail":
            ways, lengths, stops = (self.of(argument, names) for argument in term.arguments)
            ends = [self.rulebook.kinds[term.kind or ""].ends[way][:2] for way in ways]
            long = [max(0, length) for length in lengths] or [1] * len(ways)
            return longest_trail({way: (*ends[i], long[i]) for i, way in reversed(list(enumerate(ways)))}, set(stops))
        at = NETWORKS[term.name]
        given: list[Any] = [None if i == at else self.of(one, names) for i, one in enumerate(term.arguments)]
        step = self._step(term.arguments[at], term.kind or "", names)
        match term.name, given:
            case "reached", (start, _, stops):
                return tuple(walked(start, step, stops))
            case "nearest", (wanted, start, _, stops):
                far = walked(start, step, stops)
                least = min((far[one] for one in wanted if one in far), default=None)
                return tuple(one for one in wanted if one in far and far[one] == least)
            case "distance_by", (here, there, _):
                return walked([here], step, ()).get(there)
            case "neighbours_by", (here, _):
                return tuple(sorted(set(step(here))))
            case _, (things, _):
                return parted(list(dict.fromkeys(things)), step)

    def _step(self, by: rb.Term, kind: str, names: Names) -> Callable[[int], Any]:
        if isinstance(by, rb.Search) and by.word == "network":
            items, body = set(self.of(by.items, names)), by.body
            assert body is not None

            def on(here: int) -> Any:
                inner = {**names, by.variable: here}
                if here not in items or (by.where is not None and not self.of(by.where, inner)):
                    return ()
                return self.of(body, inner)

            return on
        some = self.of(by, names)
        if element(by.type) == Of(kind):
            return lambda here: [other for other in self._map(kind).neighbours[here] if other in some]
        joining = next(one for one in self.rulebook.kinds.values() if one.joins == kind)

        def along(here: int) -> list[int]:
            found = []
            for way, (start, end, one_way) in enumerate(joining.ends):
                if way in some and here in ((start,) if one_way else (start, end)):
                    found.append(end if here == start else start)
            return found

        return along

    # ---- grids of squares
    def _grid(self, kind: str) -> tuple[int, int]:
        grid = self.rulebook.kinds[kind].grid
        assert grid is not None
        return grid

    def _column_of(self, kind: str, square: int) -> int:
        return square % self._grid(kind)[0] + 1

    def _row_of(self, kind: str, square: int) -> int:
        return square // self._grid(kind)[0] + 1

    def _square_at(self, kind: str, _squares: Any, column: int, row: int) -> int | None:
        width, height = self._grid(kind)
        return (row - 1) * width + column - 1 if 1 <= column <= width and 1 <= row <= height else None

    def _all_lines(self, kind: str, _squares: Any, length: int) -> tuple[tuple[int, ...], ...]:
        width, height = self._grid(kind)
        found = []
        for square in range(width * height):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = [(square % width + right * i, square // width + up * i) for i in range(length)]
                if all(0 <= x < width and 0 <= y < height for x, y in line):
                    found.append(tuple(y * width + x for x, y in line))
        return tuple(found)

    def _lines_through(self, kind: str, square: int, length: int) -> tuple[tuple[int, ...], ...]:
        return tuple(line for line in self._all_lines(kind, None, length) if square in line)

    # ---- tiles
    def _tiles(self, term: rb.Builtin, names: Names) -> Any:
        grid = term.arguments[-1]
        assert isinstance(grid, rb.Stored)
        assert isinstance(grid.keep.type, Grid)
        where, shapes = self.where(grid, names), shapes_of(self.rulebook.kinds[grid.keep.type.kind])
        given = [self.of(argument, names) for argument in term.arguments[:-1]]
        tiles = Tiles(self.rulebook, grid.keep.type, shapes, self.table.tiles[where])
        by_spot = isinstance(term.arguments[0].type, Spot)

        def touching(tile: int) -> tuple[int, ...]:
            spot = tiles.laid.get(tile)
            return tiles.touched_at(tile, spot) if spot is not None else ()

        match term.name:
            case "opening_spot":
                return packed(0, 0, 0) if tiles.board is None else ON_PLACES
            case "touching":
                return touching(given[0])
            case "spot_of":
                return tiles.laid.get(given[0])
            case "connected":
                return groups(given[0], touching)
            case "tile_at":
                return tiles.on(tiles.spot(given[0])[:2] if by_spot else tiles.board.cells[given[0]])  # type: ignore[union-attr]
            case "place_of":
                spot = given[0] if by_spot else tiles.laid.get(given[0])
                return None if spot is None else (spot - ON_PLACES) // 8
            case name:
                return getattr(tiles, name)(*given)

    def _spot_at(self, kind: str | None, *given: int) -> int:
        if len(given) == 3:
            return packed(*given)
        board = self.rulebook.kinds[kind or ""].board
        return ON_PLACES + 8 * given[0] + given[1] % (6 if board is not None and board.hexes else 4)

    def _turns_of(self, _kind: str | None, spot: int) -> int:
        return spot % 4 if spot < ON_PLACES else (spot - ON_PLACES) % 8


TILES = (
    "placements", "opening_spot", "touching", "touched_at", "spot_of", "connected", "met", "met_at", "open_edges", "around",
    "tile_at", "place_of", "beside",
)  # fmt: skip


def spread(found: int, digit: int) -> int:
    """Multiplied by the golden ratio of 64 bits, and the upper half added into the lower one."""
    product = (found ^ digit) * 0x9E3779B97F4A7C15 % 2**64
    return product ^ product // 2**32


def cell(column: rb.Column, member: int) -> Any:
    if member < 0:
        raise IndexError(member)
    return column.cells[member]


def fixed(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def shapes_of(kind: rb.Kind) -> list[Any]:
    given = next((column.cells for column in kind.columns.values() if isinstance(column.type, Shape)), None)
    return given if given is not None else [((0, 0),)] * len(kind.members)


def plain_search(word: str, found: list[Any]) -> Any:
    match word:
        case "count":
            return len(found)
        case "some" | "no":
            return (len(found) > 0) == (word == "some")
        case "list":
            return tuple(found)
        case "first":
            return found[0] if found else None
        case "last":
            return found[-1] if found else None
        case "sole":
            return found[0] if len(found) == 1 else None
        case "the":
            if len(found) != 1:
                raise Wrong("R0804")
            return found[0]
        case _:
            raise AssertionError(word)


def taking_away(items: Any, gone: Any) -> tuple[Any, ...]:
    """Each item that goes takes one equal item with it, the first that is left."""
    left = list(items)
    for item in gone:
        left = left[: left.index(item)] + left[left.index(item) + 1 :] if item in left else left
    return tuple(left)


def rotated(items: Any, start: int, after: bool, counterclockwise: bool) -> tuple[int, ...]:
    """A circle from `start` on, or from the one behind it; from the next in line if `start` is not in it."""
    circle = tuple(items)[::-1] if counterclockwise else tuple(items)
    if start in circle:
        at = circle.index(start) + after
    else:
        beyond = [i for i, item in enumerate(circle) if (item < start if counterclockwise else item > start)]
        at = beyond[0] if beyond else 0
    return circle[at:] + circle[:at]


def groups(items: Any, beside: Callable[[int], Any]) -> tuple[tuple[int, ...], ...]:
    """Those that hang together. Within a group the order is that of the engines: they agree on it seed by seed."""
    left = dict.fromkeys(items)
    found = []
    while left:
        first = next(iter(left))
        del left[first]
        group, edge = [first], [first]
        while edge:
            for other in beside(edge.pop()):
                if other in left:
                    del left[other]
                    group.append(other)
                    edge.append(other)
        found.append(tuple(group))
    return tuple(found)


def calculated(operator: str, rounding: str | None, parts: list[int]) -> int:
    if len(parts) == 1:
        return -parts[0]
    left, right = parts
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            if abs(left * right) > LARGEST:
                raise Wrong("R0801")
            return left * right
    if rounding == "down":
        return left // right
    if rounding == "up":
        return -(-left // right)
    return (2 * left + right) // (2 * right)  # to the nearest, halves up


def position(thing: Any, items: Any) -> int | None:
    return tuple(items).index(thing) + 1 if thing in items else None


COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "==": lambda a, b: same(a) == same(b), "!=": lambda a, b: same(a) != same(b),
    ">=": lambda a, b: a >= b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, "<": lambda a, b: a < b,
    "in": lambda a, b: a in b, "not in": lambda a, b: a not in b,
}  # fmt: skip


def is_one(step: rb.Term) -> bool:
    return isinstance(step, rb.Constant) and step.value == 1


def same(value: Any) -> Any:
    """Lists are equal by what is in them, however they came about."""
    return tuple(value) if isinstance(value, range | tuple | list) else value


def in_reach(number: int) -> int:
    if not -500_000 <= number < 500_000:
        raise Wrong("R0801")
    return number


def sets_of(items: Any, least: int, most: int) -> Any:
    """Every choice of places is tried, and what has the same things in it counts once."""
    given = sorted(items, key=tuple(items).index)
    picked = (one for size in range(max(0, least), min(most, len(given)) + 1) for one in combinations(given, size))
    found = tuple(dict.fromkeys(picked))
    if len(found) > 10_000:
        raise Wrong("R0817")
    return found


PLAIN: dict[str, Callable[..., Any]] = {
    "smaller": min, "larger": max, "absolute": abs, "remainder": lambda a, b: a % b,
    "round_up": lambda a, step: -(-a // step) * step, "round_down": lambda a, step: a // step * step,
    "total": sum, "take": lambda n, items: tuple(items)[: max(0, n)], "drop": lambda n, items: tuple(items)[max(0, n) :],
    "reverse": lambda items: tuple(items)[::-1], "distinct": lambda items: tuple(dict.fromkeys(items)),
    "position": position, "joined": lambda a, *b: (*a, *b[0]) if b else tuple(one for part in a for one in part),
    "combined": lambda lists: tuple(one for part in lists for one in part), "in_reach": in_reach,
    "sets_of": sets_of, "how_often": lambda a, b: sum(one == a for one in b), "taking_away": taking_away,
    "leaving_out": lambda a, b: tuple(x for x in a if x not in b), "shared": lambda a, b: tuple(x for x in a if x in b),
    "seat": lambda player: player + 1, "number_of": lambda thing: thing + 1,
}  # fmt: skip


def speaks_of(part: Any, variable: rb.Variable) -> bool:
    """Is this variable named anywhere inside a term?"""
    if isinstance(part, rb.Local):
        return part.variable is variable
    if isinstance(part, tuple):
        return any(speaks_of(one, variable) for one in part)
    if not is_dataclass(part) or isinstance(part, rb.Value | rb.Keep | rb.Column | rb.Routine | rb.Variable):
        return False
    return any(speaks_of(getattr(part, field.name), variable) for field in fields(part) if field.name != "span")


NETWORKS = {"reached": 1, "nearest": 2, "distance_by": 2, "neighbours_by": 1, "groups_by": 1, "longest_trail": 0}


def walked(start: Any, step: Callable[[int], Any], stops: Any) -> dict[int, int]:
    """How far everything is, in the order in which it is reached."""
    far = dict.fromkeys(start, 0)
    edge = list(far)
    for here in edge:
        if far[here] and here in stops:
            continue
        for other in step(here):
            if other not in far:
                far[other] = far[here] + 1
                edge.append(other)
    return far


def parted(things: list[int], step: Callable[[int], Any]) -> Any:
    """The things that hang together, whichever way a step leads."""
    steps = {thing: set(step(thing)) for thing in things}
    groups: list[list[int]] = []
    for thing in things:
        near = [group for group in groups if any(thing in steps[one] or one in steps[thing] for one in group)]
        joined = sorted([one for group in near for one in group] + [thing], key=things.index)
        groups = sorted(
            [group for group in groups if group not in near] + [joined], key=lambda group: things.index(group[0])
        )
    return tuple(map(tuple, groups))


def longest_trail(ways: dict[int, tuple[int, int, int]], stops: set[int]) -> int:
    """Every trail is tried, from every place."""

    def on(here: int, left: frozenset[int], is_begun: bool) -> int:
        if is_begun and here in stops:
            return 0
        found = [0]
        for way in left:
            start, end, length = ways[way]
            if here in (start, end):
                found.append(length + on(end if here == start else start, left - {way}, True))
        return max(found)

    return max((on(place, frozenset(ways), False) for way in ways.values() for place in way[:2]), default=0)
