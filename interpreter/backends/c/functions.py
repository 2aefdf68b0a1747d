"""Print built-in functions as C expressions.

In: a call of a built-in function and a Context. Out: the text of a C expression. Layer: backends. Functions of numbers and
lists have a line in `FUNCTIONS`; those of cards, tiles, maps and boards are dispatched below.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from interpreter.backends.c.cells import nested
from interpreter.backends.c.context import Context, passed, scalar, write
from interpreter.backends.c.networks import WALKS, write_walk
from interpreter.backends.c.tiles import FUNCTIONS as TILES
from interpreter.backends.c.tiles import tile_function
from interpreter.backends.c.unit import UnsupportedError, c_type, number, plain
from interpreter.ir import rulebook as rb
from interpreter.ir.lookup_tables import grid_lines, lines_through, members_by_parts
from interpreter.ir.rulebook import values_of
from interpreter.ir.snapshots import BITS, FACTOR, is_exact
from interpreter.ir.traversal import known
from interpreter.ir.types import FARTHEST, Grid
from interpreter.lower.passes.budget import COUNTED


@dataclass(frozen=True, slots=True)
class Function:
    """How a function of numbers and lists is printed.

    With the shape of each argument: w as it is, v must not be none."""

    shapes: str
    text: str
    of_lists: str | None = None  # the same of a list of lists
    is_of_two: bool = False  # of two lists of the same sort: a bare [] is a list of lists, too


FUNCTIONS = {
    "absolute": Function("v", "({0} < 0 ? -{0} : {0})"),
    "total": Function("w", "total(s, {0})"),
    "item": Function("ww", "item_of(s, {0}, {1})"),
    "take": Function("vw", "take({1}, {0})", "take_lists({1}, {0})"),
    "drop": Function("vw", "drop({1}, {0})", "drop_lists({1}, {0})"),
    "reverse": Function("w", "reversed(s, {0})", "reversed_lists(s, {0})"),
    "distinct": Function("w", "distinct(s, {0})", "distinct_lists(s, {0})"),
    "joined": Function("ww", "joined(s, {0}, {1})", "joined_lists(s, {0}, {1})", True),
    "position": Function("ww", "position({1}, {0})", "position_of_list({1}, {0})"),
    "next_player": Function("v", "next_player(s, {0}, 0)"),
    "previous_player": Function("v", "next_player(s, {0}, 1)"),
    "seat": Function("v", "({0} + 1)"),
    "number_of": Function("v", "({0} + 1)"),
    "is_out": Function("w", "is_out(s, {0})"),
    "is_automa": Function("w", "is_automa(s, {0})"),
    "remainder": Function("vv", "remainder_of(s, {0}, {1})"),
    "in_reach": Function("v", f"within(s, {{0}}, {-FARTHEST}, {FARTHEST - 1})"),
    "smaller": Function("vv", "smaller({0}, {1})"),
    "larger": Function("vv", "larger({0}, {1})"),
    "leaving_out": Function("ww", "filtered(s, {0}, {1}, 0)", "filtered_lists(s, {0}, {1}, 0)", True),
    "shared": Function("ww", "filtered(s, {0}, {1}, 1)", "filtered_lists(s, {0}, {1}, 1)", True),
    "how_often": Function("ww", "how_often({0}, {1})", "how_often_list({0}, {1})"),
    "taking_away": Function("ww", "taking_away(s, {0}, {1})", "taking_away_lists(s, {0}, {1})", True),
    "sets_of": Function("wvv", "sets_of(s, {0}, {1}, {2})"),
    "spot_at": Function("vvv", "spot_at({0}, {1}, {2})"),
    "turns_of": Function("v", "turn_of({0})"),
}


def _filled(how: Function, arguments: tuple[rb.Term, ...], context: Context) -> str:
    given = [
        scalar(argument, context) if shape == "v" else write(argument, context)
        for shape, argument in zip(how.shapes, arguments, strict=True)
    ]
    return how.text.format(*given)


def function(term: rb.Builtin, context: Context) -> str:
    if term.name == COUNTED:
        name = context.unit.fresh("l")
        return f"({{ __auto_type {name} = {write(term.arguments[0], context)}; spend(s, {name}.n); {name}; }})"
    if term.name == "how_many":
        return f"({' + '.join(f'({write(argument, context)} != 0)' for argument in term.arguments)})"
    if term.name == "combined" or (term.name == "joined" and len(term.arguments) == 1):
        return _together(term.arguments[0], context)
    if term.name == "item" and c_type(term.arguments[0].type) == "LL":
        name, lists, place = (
            context.unit.fresh("l"),
            write(term.arguments[0], context),
            scalar(term.arguments[1], context),
        )
        return f"({{ LL {name} = {lists}; {name}.p[item_in(s, {place} - 1, {name}.n)]; }})"
    if term.name == "otherwise":
        return _or_else(term, context)
    if term.name in WALKS:
        return write_walk(term, context)
    if any(c_type(argument.type) == "LL" for argument in term.arguments):
        return _of_lists(term, context)
    if term.name == "item" and isinstance(term.arguments[0], rb.Members) and term.arguments[0].kind != "player":
        size = context.unit.size(term.arguments[0].kind)
        return f"item_in(s, {scalar(term.arguments[1], context)} - 1, {size})"
    if term.name in ("round_up", "round_down"):
        value, step, name = (
            scalar(term.arguments[0], context),
            scalar(term.arguments[1], context),
            context.unit.fresh("v"),
        )
        divided = "ceil_div" if term.name == "round_up" else "floor_div"
        return f"({{ I {name} = {step}; times(s, {divided}(s, {value}, {name}), {name}); }})"
    if term.name == "absolute":
        name = context.unit.fresh("v")
        return f"({{ I {name} = {scalar(term.arguments[0], context)}; {name} < 0 ? -{name} : {name}; }})"
    if term.name in FUNCTIONS and (term.name != "spot_at" or len(term.arguments) == 3):
        return _filled(FUNCTIONS[term.name], term.arguments, context)
    if term.name == "snapshot":
        return _snapshot(term, context)
    if term.name == "ahead":
        assert term.kind is not None
        here, steps = (scalar(argument, context) for argument in term.arguments)
        return f"remainder_of(s, add(s, {here}, {steps}), {context.unit.size(term.kind)})"
    return _of_kind(term, context)


def _or_else(term: rb.Builtin, context: Context) -> str:
    """Print a value with its default, which is evaluated only if it is none."""
    name, sort = context.unit.fresh("v"), c_type(term.type)
    value, other = (passed(argument, term.type, context) for argument in term.arguments)
    return f"({{ {sort} {name} = {value}; {name}{' == NONE' if sort == 'I' else '.n < 0'} ? {other} : {name}; }})"


def _of_kind(term: rb.Builtin, context: Context) -> str:
    """Print a function of members of a kind: cards, tiles, places."""
    if term.name == "made_of":
        return _made_of(term, context)
    if term.name in ("holder", "owner_of", "in_force", "same_print"):
        return _card(term, context)
    if term.name in TILES and isinstance(term.arguments[-1].type, Grid):
        return tile_function(term, context)
    if term.name == "spot_at":
        return _spot_on(term, context)
    return _map(term, context)


def _together(lists: rb.Term, context: Context) -> str:
    if c_type(lists.type) != "LL":
        raise UnsupportedError("lists joined that are not lists")
    return f"together(s, {write(lists, context)})"


def _of_lists(term: rb.Builtin, context: Context) -> str:
    how = FUNCTIONS.get(term.name)
    if how is None or how.of_lists is None:
        raise UnsupportedError(f"{term.name} of a list of lists")
    wanted = next(argument.type for argument in term.arguments if c_type(argument.type) == "LL")
    given = (
        passed(argument, wanted, context) if how.is_of_two else write(argument, context) for argument in term.arguments
    )
    return how.of_lists.format(*given)


def _snapshot(term: rb.Builtin, context: Context) -> str:
    """Encode the current values of some keeps as one number.

    It has a digit for each, or is mixed if there are too many (ir/snapshots)."""
    found, steps, sizes = context.unit.fresh("r"), [], []
    for stored_ in term.arguments:
        assert isinstance(stored_, rb.Stored)
        cells, spot = context.unit.cells[stored_.keep.name], context.unit.layout.keeps[stored_.keep.name]
        low, size = values_of(stored_.keep.type, context.rulebook.kinds) or (0, 1)
        cell = f"s->{cells.field}[i_]"
        value = f"({cell} == {cells.none} ? 0 : {cell} - {number(low)} + 1)"
        sizes.append((spot.count, size))
        steps.append((f"for (I i_ = 0; i_ < {spot.count}; i_++)", f"{found} = add(s, times(s, {found}, {size}), {value});",
                      f"{{ {found} = ({found} ^ (uint64_t)({value})) * {FACTOR}ULL; {found} ^= {found} >> 32; }}"))  # fmt: skip
    if is_exact(sizes):
        return f"({{ I {found} = 0; {' '.join(f'{loop} {digit}' for loop, digit, _ in steps)} {found}; }})"
    return f"({{ uint64_t {found} = 0; {' '.join(f'{loop} {mix}' for loop, _, mix in steps)} (I)({found} >> {64 - BITS}); }})"


def _made_of(term: rb.Builtin, context: Context) -> str:
    """Look a member up by its parts, in a table of all combinations.

    From the lowest part to the highest."""
    assert term.kind is not None
    found = members_by_parts(context.rulebook.kinds[term.kind])
    spans = [
        (min(values), max(values)) for values in zip(*((int(v or 0) for v in parts) for parts in found), strict=True)
    ]
    sizes = [high - low + 1 for low, high in spans]
    rows = product(*(range(low, high + 1) for low, high in spans))
    table = context.unit.narrow_table(f"members_{plain(term.kind)}", [found.get(parts) for parts in rows])
    names = [context.unit.fresh("v") for _ in spans]
    given = ", ".join(f"{name} = {write(part, context)}" for name, part in zip(names, term.arguments, strict=True))
    tests = [f"{name} >= {low} && {name} <= {high}" for name, (low, high) in zip(names, spans, strict=True)]
    at = "0"
    for name, (low, _), size in zip(names, spans, sizes, strict=True):
        at = f"({at} * {size} + {name} - {number(low)})"
    return f"({{ I {given}; {' && '.join(tests)} ? (I){table}[{at}] : NONE; }})"


def _card(term: rb.Builtin, context: Context) -> str:
    assert term.kind is not None
    card = scalar(term.arguments[0], context)
    if term.name == "same_print":
        prints = context.unit.table(f"prints_{plain(term.kind)}", list(context.rulebook.kinds[term.kind].prints))
        return f"({prints}[{card}] == {prints}[{scalar(term.arguments[1], context)}])"
    where, name = f"lies_in(s, {context.unit.cards[term.kind]}, {card})", context.unit.fresh("v")
    if term.name == "in_force":
        return f"({{ I {name} = {where}; {name} != NONE && IN_FORCE[{name}]; }})"
    return f"owner_of(s, {where})" if term.name == "holder" else f"nn(s, owner_of(s, {where}))"


def _spot_on(term: rb.Builtin, context: Context) -> str:
    board = context.rulebook.kinds[term.kind or ""].board
    place, turn = (scalar(argument, context) for argument in term.arguments)
    return f"spot_on(s, {place}, {turn}, {6 if board is not None and board.hexes else 4})"


def _map(term: rb.Builtin, context: Context) -> str:
    if term.kind is None:
        raise UnsupportedError(f"the function {term.name}")
    kind, unit = context.rulebook.kinds[term.kind], context.unit
    if term.name in ("all_lines", "lines_through", "square_at", "column_of", "row_of"):
        return _grid(term, kind, context)
    places = kind.joins or kind.name
    found = context.rulebook.maps[places]
    if term.name == "groups":
        near = unit.lists(f"neighbours_{plain(places)}", list(found.neighbours))
        return f"grouped(s, {write(term.arguments[0], context)}, (LL){{{len(found.neighbours)}, {near}}})"
    first = scalar(term.arguments[0], context)
    match term.name:
        case "far_end":
            ends = unit.lists(f"ends_{plain(kind.name)}", list(found.far_ends))
            name = unit.fresh("v")
            return (
                f"({{ L {name} = {ends}[{first}]; "
                f"{name}.p[0] == {write(term.arguments[1], context)} ? {name}.p[1] : {name}.p[0]; }})"
            )
        case "neighbours":
            return f"{unit.lists(f'neighbours_{plain(places)}', list(found.neighbours))}[{first}]"
        case "exits":
            return f"{unit.lists(f'exits_{plain(places)}', list(found.exits))}[{first}]"
        case "adjacent":
            near = unit.lists(f"neighbours_{plain(places)}", list(found.neighbours))
            return f"holds({near}[{first}], {write(term.arguments[1], context)})"
        case "distance" | "reachable":
            if len(found.neighbours) > rb.LARGE_MAP:
                near, places_ = unit.lists(f"neighbours_{plain(places)}", list(found.neighbours)), len(found.neighbours)
                text = f"steps_between(s, {near}, {places_}, {first}, {scalar(term.arguments[1], context)})"
                return text if term.name == "distance" else f"({text} != NONE)"
            table = f"distance_{plain(places)}"
            if table not in unit.tables:
                unit.lists(table, found.distances())
            text = f"{table}[{first}].p[{scalar(term.arguments[1], context)}]"
            return text if term.name == "distance" else f"({text} != NONE)"
    raise UnsupportedError(f"the function {term.name}")


def _grid(term: rb.Builtin, kind: rb.Kind, context: Context) -> str:
    if kind.grid is None:
        raise UnsupportedError(f"{term.name} on a board of another shape")
    width, height = kind.grid
    match term.name:
        case "column_of":
            return f"({scalar(term.arguments[0], context)} % {width} + 1)"
        case "row_of":
            return f"({scalar(term.arguments[0], context)} / {width} + 1)"
        case "square_at":
            x, y = context.unit.fresh("x"), context.unit.fresh("y")
            return (
                f"({{ I {x} = {scalar(term.arguments[1], context)}, {y} = {scalar(term.arguments[2], context)}; "
                f"{x} >= 1 && {x} <= {width} && {y} >= 1 && {y} <= {height} ? ({y} - 1) * {width} + {x} - 1 : NONE; }})"
            )
    length = known(term.arguments[1])
    if length is None:
        square = scalar(term.arguments[0], context) if term.name == "lines_through" else "NONE"
        return f"lines_on(s, {width}, {height}, {scalar(term.arguments[1], context)}, {square})"
    if term.name == "all_lines":
        lines = grid_lines(width, height, length)
        return f"(LL){{{len(lines)}, {context.unit.lists(f'lines_{plain(kind.name)}_{length}', list(lines))}}}"
    through = lines_through(width, height, length)
    return f"{_lines_through(plain(kind.name), length, list(through), context)}[{scalar(term.arguments[0], context)}]"


def _lines_through(kind: str, length: int, through: list[tuple[tuple[int, ...], ...]], context: Context) -> str:
    return nested(f"through_{kind}_{length}", through, context)
