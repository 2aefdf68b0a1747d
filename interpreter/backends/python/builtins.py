"""Print built-in functions as Python expressions, given printed arguments.

In: a built-in term, the texts of its arguments, a Context. Out: the text of a Python expression. Layer: backends. Functions
that need more than the texts (grids, piles, where cards are) are in `terms`.
"""

from __future__ import annotations

from interpreter.backends.python.context import Context
from interpreter.ir import rulebook as rb
from interpreter.ir.lookup_tables import grid_lines, lines_through, members_by_parts
from interpreter.ir.traversal import known
from interpreter.runtime.identifiers import made

PLAIN = {
    "absolute": "abs({0})", "total": "sum({0})", "item": "item_of({0}, {1})", "take": "tuple({1})[:max(0, {0})]",
    "drop": "tuple({1})[max(0, {0}):]", "reverse": "tuple(reversed({0}))", "distinct": "tuple(dict.fromkeys({0}))",
    "taking_away": "taking_away({0}, {1})", "how_often": "how_often({0}, {1})",
    "sets_of": "sets_of({0}, {1}, {2})",
    "position": "position({0}, {1})", "next_player": "next_player(s, {0})",
    "previous_player": "previous_player(s, {0})", "seat": "({0} + 1)", "number_of": "({0} + 1)", "is_out": "({0} in s.out)",
    "is_automa": "({0} in s.automas)",
    "remainder": "({0} % {1})", "in_reach": "in_reach({0})",
    "round_up": "(-(-({0}) // ({1})) * ({1}))", "round_down": "(({0}) // ({1}) * ({1}))",
    "smaller": "min({0}, {1})", "larger": "max({0}, {1})", "leaving_out": "leaving_out({0}, {1})",
    "shared": "shared_by({0}, {1})", "spot_at": "spot_at({0}, {1}, {2})", "turns_of": "turn_of({0})",
}  # fmt: skip


def of_written(term: rb.Builtin, arguments: list[str], context: Context) -> str:
    match term.name:
        case "ahead":
            assert term.kind is not None
            here, steps = arguments
            return f"(({here} + {steps}) % {len(context.rulebook.kinds[term.kind].members)})"
        case "spot_at" if len(arguments) == 2:
            assert term.kind is not None
            board = context.rulebook.kinds[term.kind].board
            return f"spot_on({arguments[0]}, ({arguments[1]}) % {6 if board is not None and board.hexes else 4})"
        case "otherwise":
            return f"(lambda w: {arguments[1]} if w is None else w)({arguments[0]})"
        case "made_of":
            assert term.kind is not None
            table = made("members", term.kind)
            if table not in context.shared.tables:
                context.shared.table(table, members_by_parts(context.rulebook.kinds[term.kind]))
            return f"{table}.get(({', '.join(arguments)},))"
        case "how_many" if len(arguments) == 1:
            return f"(1 if {arguments[0]} else 0)"
        case "how_many":
            return f"({' + '.join(f'({test})' for test in arguments)})"
        case "joined" if len(arguments) == 2:
            return f"(*{arguments[0]}, *{arguments[1]})"
        case "combined" | "joined":
            return f"together({arguments[0]})"
        case name if name in PLAIN:
            return PLAIN[name].format(*arguments)
        case _:
            return _map_builtin(term, arguments, context)


def _map_builtin(term: rb.Builtin, arguments: list[str], context: Context) -> str:
    assert term.kind is not None
    kind = context.rulebook.kinds[term.kind]
    if term.name in ("all_lines", "lines_through", "square_at", "column_of", "row_of"):
        return _grid_builtin(term, arguments, kind, context)
    places = kind.joins or kind.name
    found = context.rulebook.maps[places]
    if term.name == "far_end":
        table = context.shared.table(made("ends", kind.name), found.far_ends)
        return f"other_end({table}[{arguments[0]}], {arguments[1]})"
    if term.name == "groups":
        return f"connected({arguments[0]}, {context.shared.table(made('neighbours', places), found.neighbours)})"
    if term.name in ("distance", "reachable"):
        return _far(term.name, arguments, places, context)
    rows = found.exits if term.name == "exits" else found.neighbours
    table = context.shared.table(made("exits" if term.name == "exits" else "neighbours", places), rows)
    first = f"{table}[{arguments[0]}]"
    return f"({arguments[1]} in {first})" if term.name == "adjacent" else first


def _far(name: str, arguments: list[str], places: str, context: Context) -> str:
    """Look distances up in NetworkX's table of them.

    A large map has no table: it is walked as a network that is built."""
    here, there = arguments
    table, found = made("distance", places), context.rulebook.maps[places]
    if len(found.neighbours) > rb.LARGE_MAP:
        near = context.shared.table(made("neighbours", places), found.neighbours)
        steps = f"distance_by({here}, {there}, {near}.__getitem__)"
        return steps if name == "distance" else f"({steps} is not None)"
    if table not in context.shared.tables:
        context.shared.table(table, tuple(found.distances()))
    steps = f"{table}[{here}][{there}]"
    return steps if name == "distance" else f"({steps} is not None)"


def _grid_builtin(term: rb.Builtin, arguments: list[str], kind: rb.Kind, context: Context) -> str:
    assert kind.grid is not None
    width, height = kind.grid
    if term.name == "column_of":
        return f"({arguments[0]} % {width} + 1)"
    if term.name == "row_of":
        return f"({arguments[0]} // {width} + 1)"
    if term.name == "square_at":
        return f"square_at({width}, {height}, {arguments[1]}, {arguments[2]})"
    length = known(term.arguments[1])
    if length is None:
        return f"lines_on({width}, {height}, {arguments[1]}, {arguments[0] if term.name == 'lines_through' else None})"
    if term.name == "all_lines":
        return repr(grid_lines(width, height, length))
    table = context.shared.table(made("lines", kind.name, length), lines_through(width, height, length))
    return f"{table}[{arguments[0]}]"
