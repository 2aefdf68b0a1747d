"""Print stored values and printed columns as C expressions.

In: a stored value or a column with its keys, and a Context. Out: the text of a C expression, or the offset of a cell or list.
Layer: backends.
"""

from __future__ import annotations

from interpreter.backends.c.context import Context, kept, scalar, write
from interpreter.backends.c.unit import UnsupportedError, c_type, plain
from interpreter.ir import rulebook as rb
from interpreter.ir.types import Grid, ListOf, Maybe, Of, Words, Zone


def offset(keep: rb.Keep, keys: tuple[rb.Term, ...], context: Context) -> str:
    """Print the offset of a stored value from the first cell or list of its keep."""
    spot = context.unit.layout.keeps[keep.name]
    parts = []
    for key, step, size in zip(keys, spot.steps, spot.sizes, strict=True):
        text = scalar(key, context)
        if not isinstance(key.type, Of) and not isinstance(key, rb.Constant):
            text = f"index_in(s, {text}, {size})"
        parts.append(text if step == 1 else f"{text} * {step}")
    return " + ".join(parts) or "0"


def list_number(zone: rb.Stored, context: Context) -> str:
    return f"({context.unit.layout.keeps[zone.keep.name].base} + {offset(zone.keep, zone.keys, context)})"


def row_of(term: rb.Stored, context: Context) -> str:
    """Print the cards of a pile or row, free slots of a row included."""
    first, cards = context.unit.zone_starts(term.keep)
    return f"cards_at(s, {first} + {offset(term.keep, term.keys, context)}, {cards})"


def stored(term: rb.Stored, context: Context) -> str:
    match term.keep.type:
        case Zone(_, size):
            return row_of(term, context) if size is None else f"held(s, {row_of(term, context)})"
        case Grid():
            return f"laid(s, {list_number(term, context)})"
    cells = context.unit.cells[term.keep.name]
    cell = f"s->{cells.field}[{offset(term.keep, term.keys, context)}]"
    if cells.is_list:
        name = context.unit.fresh("l")
        found = f"({{ const Stored *{name} = &{cell}; (L){{{name}->n, s->kept + {name}->at}}; }})"
        return found if c_type(term.keep.type) == "L" else f"unfolded(s, {found})"
    can_be_none = isinstance(term.keep.type, Maybe) or term.keep.start is None or cells.cell == "I"
    if not can_be_none or cells.cell == "I":
        return f"(I){cell}" if cells.cell != "I" else cell
    name = context.unit.fresh("c")
    return f"({{ I {name} = {cell}; {name} == {cells.none} ? NONE : {name}; }})"


def is_plain_cell(term: rb.Term) -> bool:
    return isinstance(term, rb.Stored) and not isinstance(term.keep.type, Zone | Grid | ListOf)


def cell(term: rb.Stored, context: Context) -> str:
    cells = context.unit.cells[term.keep.name]
    return f"(I)s->{cells.field}[{offset(term.keep, term.keys, context)}]"


def printed(term: rb.Printed, context: Context) -> str:
    column = term.column
    assert column.type is not None
    if isinstance(column.type, Words):
        raise UnsupportedError("a text in a value")
    name = f"column_{plain(column.kind)}_{plain(column.name)}"
    if c_type(column.type) == "L":
        none = None if isinstance(column.type, Maybe) else ()
        context.unit.lists(name, [none if cell is None else tuple(cell) for cell in column.cells])
    elif c_type(column.type) == "I":
        context.unit.narrow_table(name, list(column.cells))
        return f"(I){name}[{scalar(term.member, context)}]"
    else:
        nested(name, [tuple(cell or ()) for cell in column.cells], context)
    return f"{name}[{scalar(term.member, context)}]"


def nested(name: str, table: list[tuple[tuple[int, ...], ...]], context: Context) -> str:
    """Emit a table of lists of lists."""
    if name not in context.unit.tables:
        rows = context.unit.lists(f"{name}_rows", [row for lists in table for row in lists])
        entries, at = [], 0
        for lists in table:
            entries.append(f"{{{len(lists)}, {rows} + {at}}}")
            at += len(lists)
        context.unit.tables[name] = f"static const LL {name}[] = {{{', '.join(entries)}}};"
    return name


def listing(term: rb.Listing, context: Context) -> str:
    if not term.items:
        return "(L){0, COUNTING}"
    if c_type(term.items[0].type) == "L":
        name = context.unit.fresh("l")
        sets = " ".join(f"{name}[{i}] = {kept(item, context)};" for i, item in enumerate(term.items))
        return f"({{ L *{name} = (L *)room(s, {2 * len(term.items)}); {sets} (LL){{{len(term.items)}, {name}}}; }})"
    if c_type(term.items[0].type) != "I":
        raise UnsupportedError("a written list of lists of lists")
    if all(isinstance(item, rb.Constant) for item in term.items):
        name = context.unit.fresh("listing_")
        context.unit.table(name, [item.value for item in term.items if isinstance(item, rb.Constant)])
        return f"(L){{{len(term.items)}, {name}}}"
    name = context.unit.fresh("l")
    sets = " ".join(f"{name}[{i}] = {write(item, context)};" for i, item in enumerate(term.items))
    return f"({{ I *{name} = room(s, {len(term.items)}); {sets} (L){{{len(term.items)}, {name}}}; }})"
