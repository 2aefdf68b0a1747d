"""Terms as C expressions.

In: a checked term and a Context. Out: the text of a C expression. Layer: backend. Searches are statement expressions, so
that every term is one expression and is worked out in the order of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from interpreter.backend.c.straight import straight
from interpreter.backend.c.unit import Unit, Unsupported, c_type, none_of, number, numbered, plain
from interpreter.check import rulebook as rb
from interpreter.check.expression_base import values_of
from interpreter.program.passes.budget import COUNTED
from interpreter.program.tables import grid_lines, lines_through
from interpreter.program.terms import known, walk
from interpreter.runtime.ways import distances_from
from interpreter.types import FARTHEST, YES_NO, Absent, Grid, ListOf, Maybe, Number, Of, Spot, Type, Words, YesNo, Zone

SMALL = 10**9  # sums of a few numbers up to this cannot grow beyond a word
LARGE_MAP = 1000
MOST_UNROLLED = 8  # items of a list whose length is known


@dataclass
class Context:
    """One per function: how its variables are written. Lists in slots of a frame are read through `slot_list`."""

    unit: Unit
    variables: dict[rb.Variable, str] = field(default_factory=dict)
    lengths: dict[rb.Variable, int] = field(default_factory=dict)  # of lists whose length is known

    @property
    def rulebook(self) -> rb.Rulebook:
        return self.unit.rulebook

    def inner(self) -> Context:
        return Context(self.unit, dict(self.variables), dict(self.lengths))

    def local(self, variable: rb.Variable) -> str:
        written = self.variables[variable] = self.unit.fresh(f"{plain(variable.name)}_")
        return written


def _worked(term: rb.Worked, context: Context) -> str:
    pairs = zip(term.arguments, term.value.parameters, strict=True)
    arguments = ["s", *(_passed(argument, parameter.type, context) for argument, parameter in pairs)]
    if term.value.limit is not None:
        arguments.append(_depth(term.value, term.value.limit, context))
    return f"value_{plain(term.value.name)}({', '.join(arguments)})"


def _depth(value: rb.Value, limit: rb.Limit, context: Context) -> str:
    """How often a value has used itself, where it is used; a part of it goes no deeper."""
    if limit.depth not in context.variables:
        return "0"
    return context.variables[limit.depth] if value.is_part else f"{context.variables[limit.depth]} + 1"


def may_be_none(term: rb.Term) -> bool:
    if isinstance(term.type, Maybe | Absent):
        return True
    match term:
        case rb.Stored():
            return term.keep.start is None and not isinstance(term.keep.type, Zone | Grid | ListOf)
        case rb.Constant():
            return term.value is None
        case rb.Search():
            return term.word in ("first", "last", "sole")
        case rb.Builtin():
            return term.name in ("item", "total", "position", "holder", "square_at", "distance", "spot_of", "owner_of")
        case rb.Printed() | rb.Formula():
            return any(cell is None for cell in term.column.cells)
        case rb.Keeping():
            return may_be_none(term.term)
        case rb.Once():
            return may_be_none(term.value)
        case rb.Chosen():
            return may_be_none(term.value) or may_be_none(term.other)
        case _:
            return False


def scalar(term: rb.Term, context: Context) -> str:
    """A number that must be there."""
    text = write(term, context)
    return f"nn(s, {text})" if may_be_none(term) else text


def write(term: rb.Term, context: Context) -> str:
    match term:
        case rb.Constant():
            return number(term.value)
        case rb.Local():
            return context.variables[term.variable]
        case rb.Stored():
            return stored(term, context)
        case rb.Printed():
            return _printed(term, context)
        case rb.Formula():
            arguments = ", ".join(["s", scalar(term.member, context), *(write(a, context) for a in term.arguments)])
            return f"formula_{plain(term.column.kind)}_{plain(term.column.name)}({arguments})"
        case rb.Worked():
            return _worked(term, context)
        case rb.Builtin():
            return _builtin(term, context)
        case rb.CanTake():
            given = ", ".join(["s", *(kept(argument, context) for argument in term.arguments)])
            return f"{'possible' if term.routine.tried else 'can'}_{plain(term.routine.name)}({given})"
        case rb.Members():
            return members(term.kind, context)
        case rb.Listing():
            return _listing(term, context)
        case rb.Numbers():
            low, high, step = (scalar(part, context) for part in (term.low, term.high, term.step))
            return f"few(s, numbers(s, {low}, {high}, {step}))"
        case rb.Rotated():
            items, start = write(term.items, context), write(term.start, context)
            return f"rotated(s, {items}, {start}, {int(term.after)}, {int(term.counterclockwise)})"
        case rb.Search():
            names, inner = out_of_slots((term,), context)
            return f"({{ {names}{_search(term, inner)}; }})" if names else _search(term, inner)
        case rb.Logic():
            return _logic(term, context)
        case rb.Comparison():
            return _comparison(term, context)
        case rb.LiesIn():
            assert isinstance(term.zone.keep.type, Zone)
            kind = context.unit.cards[term.zone.keep.type.kind]
            return f"(lies_in(s, {kind}, {write(term.card, context)}) == {list_number(term.zone, context)})"
        case rb.Calculation():
            return _calculation(term, context)
        case rb.Keeping():
            names, inner = _kept_names(term, context)
            return f"({{ {names} {write(term.term, inner)}; }})"
        case rb.Once():
            name = context.variables[term.variable]
            return f"({name}_is ? {name} : ({name} = {kept(term.value, context)}, {name}_is = 1, {name}))"
        case rb.Chosen():
            value, other = (_passed(part, term.type, context) for part in (term.value, term.other))
            return f"({write(term.condition, context)} ? {value} : {other})"
        case rb.Setting():
            raise Unsupported("an option that is still open")
        case rb.Phrase():
            raise Unsupported("a text in a value")


def members(kind: str, context: Context) -> str:
    return "seats(s)" if kind == "player" else f"upto({context.unit.size(kind)})"


def kept(term: rb.Term, context: Context) -> str:
    """A value that is remembered: what may change behind its back is copied."""
    text = write(term, context)
    return f"copied(s, {text})" if c_type(term.type) == "L" and changes(term) else text


def given(term: rb.Term, wanted: Type, context: Context) -> str:
    """What is remembered as something of this type: an empty list does not say what it is a list of."""
    text = _bare(term, wanted)
    return kept(term, context) if text is None else text


def _passed(term: rb.Term, wanted: Type, context: Context) -> str:
    """As `given`, but not remembered."""
    text = _bare(term, wanted)
    return write(term, context) if text is None else text


def _bare(term: rb.Term, wanted: Type) -> str | None:
    """A bare `none` or `[]`, which does not say what it is; None: it is something else."""
    if isinstance(term, rb.Constant) and term.value is None:
        return none_of(c_type(wanted))
    if isinstance(term, rb.Listing) and not term.items and c_type(wanted) == "LL":
        return "(LL){0, 0}"
    return None


def changes(term: rb.Term) -> bool:
    """Is the list that a term gives part of the table, or of a slot?"""
    match term:
        case rb.Stored() | rb.Local() | rb.Worked() | rb.Formula() | rb.Once():
            return True
        case rb.Keeping():
            return changes(term.term)
        case rb.Members():
            return term.kind == "player"
        case rb.Builtin():
            return term.name in ("take", "drop") and changes(term.arguments[1])
        case rb.Search():
            return term.where is None and not term.keys and changes(term.items)
        case rb.Chosen():
            return changes(term.value) or changes(term.other)
        case _:
            return False


# ---------------------------------------------------------------- stored and printed


def offset(keep: rb.Keep, keys: tuple[rb.Term, ...], context: Context) -> str:
    """How far from its first cell or list a stored value lies."""
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


def stored(term: rb.Stored, context: Context) -> str:
    match term.keep.type:
        case Zone(_, size):
            first, cards = context.unit.zone_starts(term.keep)
            found = f"cards_at(s, {first} + {offset(term.keep, term.keys, context)}, {cards})"
            return found if size is None else f"held(s, {found})"
        case Grid():
            return f"laid(s, {list_number(term, context)})"
    cells = context.unit.cells[term.keep.name]
    cell = f"s->{cells.field}[{offset(term.keep, term.keys, context)}]"
    if cells.room:
        name = context.unit.fresh("l")
        found = f"({{ __auto_type {name} = &{cell}; (L){{{name}->n, {name}->p}}; }})"
        return found if c_type(term.keep.type) == "L" else f"unfolded(s, {found})"
    can_be_none = isinstance(term.keep.type, Maybe) or term.keep.start is None or cells.cell == "I"
    if not can_be_none or cells.cell == "I":
        return f"(I){cell}" if cells.cell != "I" else cell
    name = context.unit.fresh("c")
    return f"({{ I {name} = {cell}; {name} == {cells.none} ? NONE : {name}; }})"


def _printed(term: rb.Printed, context: Context) -> str:
    column = term.column
    assert column.type is not None
    if isinstance(column.type, Words):
        raise Unsupported("a text in a value")
    name = f"column_{plain(column.kind)}_{plain(column.name)}"
    if c_type(column.type) == "L":
        none = None if isinstance(column.type, Maybe) else ()
        context.unit.lists(name, [none if cell is None else tuple(cell) for cell in column.cells])
    elif c_type(column.type) == "I":
        context.unit.table(name, list(column.cells))
    else:
        _nested(name, [tuple(cell or ()) for cell in column.cells], context)
    return f"{name}[{scalar(term.member, context)}]"


def _listing(term: rb.Listing, context: Context) -> str:
    if not term.items:
        return "(L){0, COUNTING}"
    if c_type(term.items[0].type) == "L":
        name = context.unit.fresh("l")
        sets = " ".join(f"{name}[{i}] = {kept(item, context)};" for i, item in enumerate(term.items))
        return f"({{ L *{name} = (L *)room(s, {2 * len(term.items)}); {sets} (LL){{{len(term.items)}, {name}}}; }})"
    if c_type(term.items[0].type) != "I":
        raise Unsupported("a written list of lists of lists")
    if all(isinstance(item, rb.Constant) for item in term.items):
        name = context.unit.fresh("listing_")
        context.unit.table(name, [item.value for item in term.items if isinstance(item, rb.Constant)])
        return f"(L){{{len(term.items)}, {name}}}"
    name = context.unit.fresh("l")
    sets = " ".join(f"{name}[{i}] = {write(item, context)};" for i, item in enumerate(term.items))
    return f"({{ I *{name} = room(s, {len(term.items)}); {sets} (L){{{len(term.items)}, {name}}}; }})"


# ---------------------------------------------------------------- logic, comparison, calculation


def _logic(term: rb.Logic, context: Context) -> str:
    parts = [write(part, context) for part in term.parts]
    if term.word == "not":
        return f"(!{parts[0]})"
    return "(" + f" {'&&' if term.word == 'and' else '||'} ".join(parts) + ")"


def bit(term: rb.Term, context: Context) -> str:
    """A straight test as 0 or 1, every part of it worked out."""
    if not isinstance(term, rb.Logic):
        text = write(term, context)
        return text if isinstance(term, rb.Comparison) else f"({text} != 0)"
    parts = [bit(part, context) for part in term.parts]
    if term.word == "not":
        return f"(!{parts[0]})"
    return "(" + f" {'&' if term.word == 'and' else '|'} ".join(parts) + ")"


def _comparison(term: rb.Comparison, context: Context) -> str:
    if term.operator in ("empty", "not empty"):
        found = is_something(term.left, context)
        return f"(!{found})" if term.operator == "empty" else found
    assert term.right is not None
    if term.operator in ("in", "not in"):
        text = _membership(term.left, term.right, context)
        return text if term.operator == "in" else f"(!{text})"
    for one, other in ((term.left, term.right), (term.right, term.left)):
        if isinstance(one, rb.Constant) and one.value is None and c_type(other.type) != "I":
            return f"({write(other, context)}.n {'<' if term.operator == '==' else '>='} 0)"
    if c_type(term.left.type) != "I":
        function = "equal" if c_type(term.left.type) == "L" else "equal_lists"
        text = f"{function}({write(term.left, context)}, {write(term.right, context)})"
        return text if term.operator == "==" else f"(!{text})"
    if term.operator in ("==", "!="):
        if isinstance(term.right, rb.Constant) and term.right.value is None and _is_plain_cell(term.left):
            assert isinstance(term.left, rb.Stored)
            return f"({_cell(term.left, context)} {term.operator} {context.unit.cells[term.left.keep.name].none})"
        left, right = (_raw(one, other, context) for one, other in ((term.left, term.right), (term.right, term.left)))
        return f"({left} {term.operator} {right})"
    return f"({scalar(term.left, context)} {term.operator} {scalar(term.right, context)})"


def _raw(term: rb.Term, other: rb.Term, context: Context) -> str:
    """One side of a comparison. A cell that holds none is different from everything that is there, as it is."""
    plain_cell = _is_plain_cell(term)
    if plain_cell and isinstance(term, rb.Stored) and not may_be_none(other) and not isinstance(other, rb.Local):
        return _cell(term, context)
    if plain_cell and isinstance(term, rb.Stored) and isinstance(other, rb.Local) and isinstance(other.type, Of):
        return _cell(term, context)
    return write(term, context)


def _is_plain_cell(term: rb.Term) -> bool:
    return isinstance(term, rb.Stored) and not isinstance(term.keep.type, Zone | Grid | ListOf)


def _cell(term: rb.Stored, context: Context) -> str:
    cells = context.unit.cells[term.keep.name]
    return f"(I)s->{cells.field}[{offset(term.keep, term.keys, context)}]"


def is_something(items: rb.Term, context: Context) -> str:
    """Has a list at least one item? A search is left at its first hit."""
    if isinstance(items, rb.Search) and items.word == "list" and not items.keys and items.where is not None:
        return write(replace(items, type=YES_NO, word="some", body=None), context)
    if isinstance(items, rb.Keeping):
        names, inner = _kept_names(items, context)
        return f"({{ {names} {is_something(items.term, inner)}; }})"
    return f"({write(items, context)}.n > 0)"


def out_of_slots(terms: Iterable[rb.Term], context: Context) -> tuple[str, Context]:
    """Names for the slots of a frame that are looked at in a search: whoever compiles cannot know that they stay the same."""
    found, inner = "", context.inner()
    for term in terms:
        for part in walk(term):
            if isinstance(part, rb.Local) and inner.variables.get(part.variable, "").startswith("f["):
                slot = inner.variables[part.variable]
                found += f"const I {inner.local(part.variable)} = {slot}; "
    return found, inner


def _kept_names(term: rb.Keeping, context: Context) -> tuple[str, Context]:
    """The names of what is worked out at most once, each with whether it is."""
    inner = context.inner()
    names = [(c_type(variable.type), inner.local(variable)) for variable in term.variables]
    return " ".join(f"{kind} {name}; int {name}_is = 0;" for kind, name in names), inner


def _membership(left: rb.Term, right: rb.Term, context: Context) -> str:
    if isinstance(right, rb.Numbers) and isinstance(right.step, rb.Constant) and right.step.value == 1:
        low, high, name = scalar(right.low, context), scalar(right.high, context), context.unit.fresh("v")
        return f"({{ I {name} = {scalar(left, context)}; {low} <= {name} && {name} <= {high}; }})"
    function = "holds" if c_type(left.type) == "I" else "holds_list"
    return f"{function}({write(right, context)}, {write(left, context)})"


def small(term: rb.Term, depth: int = 0) -> bool:
    """Is it known that it stays far from what a word can hold?"""
    match term:
        case rb.Constant():
            return term.value is None or abs(term.value) <= SMALL
        case rb.Stored():
            found = term.keep.type
            if isinstance(found, Number):
                return found.low is not None and found.high is not None and max(-found.low, found.high) <= SMALL
            return isinstance(found, Of | YesNo | Spot)
        case rb.Search():
            return term.word == "count"
        case rb.Printed():
            return all(isinstance(cell, int) and abs(cell) <= SMALL for cell in term.column.cells)
        case rb.Calculation(operator="*", parts=(one, rb.Constant(value=int() as other))):
            return isinstance(one.type, Of) and abs(other) <= SMALL  # a place in a table
        case rb.Calculation():
            return term.operator in ("+", "-") and depth < 4 and all(small(part, depth + 1) for part in term.parts)
        case _:
            return isinstance(term.type, Of | YesNo)


def _calculation(term: rb.Calculation, context: Context) -> str:
    parts = [scalar(part, context) for part in term.parts]
    if len(parts) == 1:
        return f"(-{parts[0]})"
    left, right = parts
    match term.operator:
        case "+" | "-" if all(small(part) for part in term.parts):
            return f"({left} {term.operator} {right})"
        case "+":
            return f"add(s, {left}, {right})"
        case "-":
            return f"subtract(s, {left}, {right})"
        case "*":
            constants = sum(isinstance(part, rb.Constant) for part in term.parts)
            if constants and all(small(part) for part in term.parts):
                return f"({left} * {right})"
            return f"times(s, {left}, {right})"
        case _:
            how = {"down": "floor_div", "up": "ceil_div"}.get(term.rounding or "", "nearest")
            return f"{how}(s, {left}, {right})"


# ---------------------------------------------------------------- searches


def _counts_by_itself(items: rb.Term) -> bool:
    """Is it gone through by counting, without a list of it?"""
    return isinstance(items, rb.Numbers) or (isinstance(items, rb.Members) and items.kind != "player")


def _size_of(items: rb.Term, context: Context) -> int:
    return context.unit.size(items.kind) if isinstance(items, rb.Members) else 0


def over(items: rb.Term, variable: rb.Variable, context: Context) -> tuple[str, Context]:
    """The head of a loop over items, up to its opening bracket, and the context inside."""
    inner = context.inner()
    name = inner.local(variable)
    if isinstance(items, rb.Builtin) and items.name == COUNTED and _counts_by_itself(items.arguments[0]):
        head, inner = over(items.arguments[0], variable, context)
        counted = _size_of(items.arguments[0], context)
        return f"spend(s, {counted}); {head}" if counted else head, inner
    if isinstance(items, rb.Members) and items.kind != "player":
        return f"for (I {name} = 0; {name} < {context.unit.size(items.kind)}; {name}++) {{", inner
    if isinstance(items, rb.Numbers) and isinstance(items.step, rb.Constant) and items.step.value == 1:
        low, high, end = scalar(items.low, context), scalar(items.high, context), context.unit.fresh("e")
        start = context.unit.fresh("b")
        head = f"I {start} = {low}, {end} = {high}; if ({end} - {start} >= 1000000) jump(s, FAULT); "
        head += f"spend(s, larger(0, {end} - {start} + 1)); "
        return head + f"for (I {name} = {start}; {name} <= {end}; {name}++) {{", inner
    view, index = context.unit.fresh("l"), context.unit.fresh("i")
    if isinstance(items, rb.Local) and items.variable in context.lengths:
        count = context.lengths[items.variable]
        return (
            f"const I *{view} = {context.variables[items.variable]}.p; _Pragma(\"GCC unroll {MOST_UNROLLED}\") "
            f"for (I {index} = 0; {index} < {count}; {index}++) {{ I {name} = {view}[{index}]; "
        ), inner
    if isinstance(items, rb.Builtin) and items.name in ("all_lines", "lines_through"):
        length = known(items.arguments[1])
        if length is not None and length <= MOST_UNROLLED:  # the lines of a table lie one behind the other
            inner.lengths[variable] = length
            return (
                f"LL {view} = {write(items, context)}; const I *{view}_p = {view}.n ? {view}.p->p : 0; "
                f"for (I {index} = 0; {index} < {view}.n; {index}++) "
                f"{{ L {name} = {{{length}, {view}_p + {length} * {index}}}; "
            ), inner
    kind = "I" if c_type(items.type) == "L" else "L"
    return (
        f"__auto_type {view} = {write(items, context)}; "
        f"for (I {index} = 0; {index} < {view}.n; {index}++) {{ {kind} {name} = {view}.p[{index}]; "
    ), inner


def _counted_members(items: rb.Term, context: Context) -> int:
    """How many there are, if they are gone through by counting; else 0."""
    if isinstance(items, rb.Builtin) and items.name == COUNTED:
        items = items.arguments[0]
    return _size_of(items, context) if isinstance(items, rb.Members) and _counts_by_itself(items) else 0


def _few(items: rb.Term, context: Context) -> bool:
    """A list of so few items that a loop over them is written out."""
    return isinstance(items, rb.Local) and items.variable in context.lengths


def _loop(
    term: rb.Search, context: Context, before: str, hit: str, after: str = "{r};", bit_of: rb.Term | None = None
) -> str:
    """A statement expression that goes through the items and does something at each that is meant."""
    head, inner = over(term.items, term.variable, context)
    found = context.unit.fresh("r")
    where = f"if ({write(term.where, inner)}) " if term.where is not None else ""
    body = scalar(term.body, inner) if term.body is not None else ""
    one = inner.variables[term.variable]
    names = {"r": found, "x": one, "body": body, "bit": "" if bit_of is None else bit(bit_of, inner)}
    return f"({{ {before.format(**names)} {head}{where}{hit.format(**names)} }} {after.format(**names)} }})"


def _search(term: rb.Search, context: Context) -> str:
    if term.keys:
        return _ordered(term, context)
    plain_items = term.where is None
    if term.word in ("first", "last") and term.body is not None:
        return _or_else(term, context)
    match term.word:
        case "while":
            return _while(term, context)
        case "list" if term.body is not None:
            return _worked_list(term, context)
        case "count" if plain_items:
            return f"({write(term.items, context)}.n)"
        case "count" if term.where is not None and straight(term.where):
            return _loop(replace(term, where=None), context, "I {r} = 0;", "{r} += {bit};", bit_of=term.where)
        case "count":
            return _loop(term, context, "I {r} = 0;", "{r}++;")
        case "sum" if term.body is not None and small(term.body):  # as many of these as there can be stay small
            return _loop(term, context, "I {r} = 0;", "{r} += {body};")
        case "sum":
            return _loop(term, context, "I {r} = 0;", "{r} = add(s, {r}, {body});")
        case "highest":
            return _loop(term, context, "I {r} = NONE;", "{{ I b_ = {body}; if ({r} == NONE || b_ > {r}) {r} = b_; }}",
                         "{r} == NONE ? 0 : {r};")  # fmt: skip
        case "lowest":
            return _loop(term, context, "I {r} = NONE;", "{{ I b_ = {body}; if ({r} == NONE || b_ < {r}) {r} = b_; }}",
                         "{r} == NONE ? 0 : {r};")  # fmt: skip
        case "some" | "no":
            found = _loop(term, context, "I {r} = 0;", "{{ {r} = 1; break; }}")
            return found if term.word == "some" else f"(!{found})"
        case "every":
            assert term.body is not None
            if plain_items and straight(term.body) and _few(term.items, context):
                return _loop(replace(term, body=None), context, "I {r} = 1;", "{r} &= {bit};", bit_of=term.body)
            return _loop(term, context, "I {r} = 1;", "if (!{body}) {{ {r} = 0; break; }}")
        case "first" if c_type(term.items.type) == "LL":
            return _loop(term, context, "L {r} = {{-1, 0}};", "{{ {r} = {x}; break; }}")
        case "first":
            return _loop(term, context, "I {r} = NONE;", "{{ {r} = {x}; break; }}")
        case "last" | "sole" if plain_items:
            several = "_list" if c_type(term.items.type) == "LL" else ""
            return f"{term.word}{several}_of({write(term.items, context)})"
        case "last":
            return _loop(term, context, f"{_none_yet(term)}", "{r} = {x};")
        case "sole":
            after = "{r}_n == 1 ? {r} : " + none_of(lists_of(term.items)[1]).replace("{", "{{").replace("}", "}}") + ";"
            return _loop(term, context, f"{_none_yet(term)} I {{r}}_n = 0;", "{{ {r} = {x}; {r}_n++; }}", after)
        case "list":
            return _listed(term, context)
        case "the" if plain_items:
            return f"{'only' if c_type(term.items.type) == 'L' else 'only_list'}(s, {write(term.items, context)})"
        case "the":
            after = "if ({r}_n != 1) jump(s, FAULT); {r};"
            return _loop(term, context, f"{_none_yet(term)} I {{r}}_n = 0;", "{{ {r} = {x}; {r}_n++; }}", after)
        case _:
            raise Unsupported(f"the search {term.word}")


def _none_yet(term: rb.Search) -> str:
    """A variable for an item of a search: nothing is found."""
    one = lists_of(term.items)[1]
    return "I {r} = NONE;" if one == "I" else "L {r} = {{-1, 0}};"


def _while(term: rb.Search, context: Context) -> str:
    """The items up to the first that is not meant."""
    view, index, inner = context.unit.fresh("l"), context.unit.fresh("i"), context.inner()
    name = inner.local(term.variable)
    where = write(term.where, inner) if term.where is not None else "1"
    whole, one = lists_of(term.items)
    return (
        f"({{ {whole} {view} = {write(term.items, context)}; I {index} = 0; for (; {index} < {view}.n; {index}++) "
        f"{{ {one} {name} = {view}.p[{index}]; if (!{where}) break; }} ({whole}){{{index}, {view}.p}}; }})"
    )


def lists_of(items: rb.Term) -> tuple[str, str]:
    """The C types of a list and of its items."""
    return ("L", "I") if c_type(items.type) == "L" else ("LL", "L")


def _space(one: str, count: str) -> str:
    """Room for so many items."""
    return f"room(s, {count})" if one == "I" else f"(L *)room(s, 2 * {count})"


def _worked_list(term: rb.Search, context: Context) -> str:
    """Of each item that is meant, what is worked out."""
    assert term.body is not None
    made = c_type(term.body.type)
    if made == "LL":
        raise Unsupported("lists of lists of lists")
    view, found, index = (context.unit.fresh(x) for x in "lri")
    items, inner = write(term.items, context), context.inner()
    name, (whole, one) = inner.local(term.variable), lists_of(term.items)
    where = f"if ({write(term.where, inner)}) " if term.where is not None else ""
    return (
        f"({{ {whole} {view} = {items}; {made} *{found} = {_space(made, f'{view}.n')}; I {found}_n = 0; "
        f"for (I {index} = 0; {index} < {view}.n; {index}++) {{ {one} {name} = {view}.p[{index}]; "
        f"{where}{{ {made} b_ = {kept(term.body, inner)}; {found}[{found}_n++] = b_; }} }} "
        f"({'L' if made == 'I' else 'LL'}){{{found}_n, {found}}}; }})"
    )


def _listed(term: rb.Search, context: Context) -> str:
    """The items that are meant, as a list."""
    if term.where is None:
        return write(term.items, context)
    found = context.unit.fresh("r")
    head, inner = _into_list(term, found, context)
    name, (whole, _) = inner.variables[term.variable], lists_of(term.items)
    if straight(term.where):
        take = f"{found}[{found}_n] = {name}; {found}_n += {bit(term.where, inner)};"
    else:
        take = f"if ({write(term.where, inner)}) {found}[{found}_n++] = {name};"
    return f"({{ I {found}_n = 0; {head}{take} }} ({whole}){{{found}_n, {found}}}; }})"


def _ordered(term: rb.Search, context: Context) -> str:
    """Sorted by keys, the first of equals first; then what is wanted of that."""
    if term.body is not None and term.word in ("first", "last"):
        return _or_else(term, context)
    if term.body is not None and term.word == "list":
        ordered = replace(term, body=None)
        return _worked_list(replace(term, keys=(), where=None, items=ordered), context)
    if term.word != "list":
        return _best(term, context)
    items, found, keys, index = _listed(term, context), *(context.unit.fresh(x) for x in "rki")
    inner = context.inner()
    name = inner.local(term.variable)
    whole, one = lists_of(term.items)
    lists = "" if one == "I" else "_lists"
    sets = " ".join(
        f"{keys}[{index} * {len(term.keys)} + {number}] = {'-' if key.highest else ''}{scalar(key.value, inner)};"
        for number, key in enumerate(term.keys)
    )
    text = (
        f"{whole} {found} = copied{lists}(s, {items}); I *{keys} = room(s, {found}.n * {len(term.keys)}); "
        f"for (I {index} = 0; {index} < {found}.n; {index}++) {{ {one} {name} = {found}.p[{index}]; {sets} }} "
        f"sorted{lists}(s, ({one} *){found}.p, {keys}, {found}.n, {len(term.keys)}); "
    )
    return f"({{ {text} {found}; }})"


def _best(term: rb.Search, context: Context) -> str:
    """What comes first or last in an order, in one go through the items: nothing is sorted."""
    whole, one = lists_of(term.items)
    found, best, now = (context.unit.fresh(x) for x in "rkw")
    keys = range(len(term.keys))
    if term.word == "tied":
        head, inner = _into_list(term, found, context)
    else:
        head, inner = over(term.items, term.variable, context)
        head = f"{one} {found} = {none_of(one)}; {head}"
    where = f"if (!{write(term.where, inner)}) continue; " if term.where is not None else ""
    values = ((key.highest, scalar(key.value, inner)) for key in term.keys)
    worked = " ".join(f"I {now}_{i} = {'-' if highest else ''}{value};" for i, (highest, value) in enumerate(values))
    is_better, is_equal = _compared_keys(best, now, len(keys), ">" if term.word == "last" else "<")
    name, target = inner.variables[term.variable], f"{found}[0]" if term.word == "tied" else found
    taken = f"{{ {' '.join(f'{best}_{i} = {now}_{i};' for i in keys)} {target} = {name}; {found}_n = 1; }}"
    match term.word:
        case "first":
            hit, after = f"if (!{found}_n || {is_better}) {taken}", found
        case "last":  # of equals the last one
            hit, after = f"if (!{found}_n || {is_better} || ({is_equal})) {taken}", found
        case "sole":
            hit = f"if (!{found}_n || {is_better}) {taken} else {found}_n += {is_equal};"
            after = f"{found}_n == 1 ? {found} : {none_of(one)}"
        case "tied":
            hit = f"if (!{found}_n || {is_better}) {taken} else if ({is_equal}) {found}[{found}_n++] = {name};"
            after = f"({whole}){{{found}_n, {found}}}"
        case _:
            raise Unsupported(f"the ordered search {term.word}")
    declared = ", ".join(f"{best}_{i} = 0" for i in keys)
    return f"({{ I {found}_n = 0, {declared}; {head}{where}{worked} {hit} }} {after}; }})"


def _into_list(term: rb.Search, found: str, context: Context) -> tuple[str, Context]:
    """The head of a loop with room for as many as there are items: these are worked out first."""
    known_count = _counted_members(term.items, context)
    if known_count:
        head, inner = over(term.items, term.variable, context)
        return f"I *{found} = room(s, {known_count}); {head}", inner
    view, index, inner = context.unit.fresh("l"), context.unit.fresh("i"), context.inner()
    name, (whole, one) = inner.local(term.variable), lists_of(term.items)
    return (
        f"{whole} {view} = {write(term.items, context)}; {one} *{found} = {_space(one, f'{view}.n')}; "
        f"for (I {index} = 0; {index} < {view}.n; {index}++) {{ {one} {name} = {view}.p[{index}]; "
    ), inner


def _compared_keys(best: str, now: str, count: int, sign: str) -> tuple[str, str]:
    """Do the keys of this item come before (or, with the other sign, after) the best ones; are they the same?"""
    better = "0"
    for i in reversed(range(count)):
        better = f"{now}_{i} {sign} {best}_{i} || ({now}_{i} == {best}_{i} && ({better}))"
    return better, " && ".join(f"{now}_{i} == {best}_{i}" for i in range(count))


def _or_else(term: rb.Search, context: Context) -> str:
    assert term.body is not None
    name = context.unit.fresh("w")
    found, other = _search(replace(term, body=None), context), write(term.body, context)
    if c_type(term.items.type) == "LL":
        return f"({{ L {name} = {found}; {name}.n < 0 ? {other} : {name}; }})"
    return f"({{ I {name} = {found}; {name} == NONE ? {other} : {name}; }})"


# ---------------------------------------------------------------- built-in functions

# w: as it is, v: must be there
SIMPLE = {
    "absolute": ("v", "({0} < 0 ? -{0} : {0})"), "total": ("w", "total(s, {0})"), "item": ("ww", "item_of(s, {0}, {1})"),
    "take": ("vw", "take({1}, {0})"), "drop": ("vw", "drop({1}, {0})"), "reverse": ("w", "reversed(s, {0})"),
    "distinct": ("w", "distinct(s, {0})"), "joined": ("ww", "joined(s, {0}, {1})"), "position": ("ww", "position({1}, {0})"),
    "next_player": ("v", "next_player(s, {0}, 0)"), "previous_player": ("v", "next_player(s, {0}, 1)"),
    "seat": ("v", "({0} + 1)"), "number_of": ("v", "({0} + 1)"), "is_out": ("w", "is_out(s, {0})"),
    "is_automa": ("w", "is_automa(s, {0})"), "remainder": ("vv", "remainder_of(s, {0}, {1})"),
    "in_reach": ("v", f"within(s, {{0}}, {-FARTHEST}, {FARTHEST - 1})"),
    "smaller": ("vv", "smaller({0}, {1})"), "larger": ("vv", "larger({0}, {1})"),
    "leaving_out": ("ww", "filtered(s, {0}, {1}, 0)"), "shared": ("ww", "filtered(s, {0}, {1}, 1)"),
    "how_often": ("ww", "how_often({0}, {1})"), "taking_away": ("ww", "taking_away(s, {0}, {1})"),
    "spot_at": ("vvv", "spot_at({0}, {1}, {2})"), "turns_of": ("v", "({0} % 4)"),
}  # fmt: skip


def _builtin(term: rb.Builtin, context: Context) -> str:
    if term.name == COUNTED:
        name = context.unit.fresh("l")
        return f"({{ __auto_type {name} = {write(term.arguments[0], context)}; spend(s, {name}.n); {name}; }})"
    if term.name == "how_many":
        return f"({' + '.join(f'({write(argument, context)} != 0)' for argument in term.arguments)})"
    if term.name == "combined" or (term.name == "joined" and len(term.arguments) == 1):
        inside = term.arguments[0]
        if c_type(inside.type) != "LL":
            raise Unsupported("lists put together that are no lists")
        return f"together(s, {write(inside, context)})"
    if term.name == "item" and c_type(term.arguments[0].type) == "LL":
        name, lists, place = context.unit.fresh("l"), write(term.arguments[0], context), scalar(term.arguments[1], context)
        return f"({{ LL {name} = {lists}; {name}.p[index_in(s, {place} - 1, {name}.n)]; }})"
    if any(c_type(argument.type) == "LL" for argument in term.arguments):
        return _of_lists(term, context)
    if term.name == "item" and isinstance(term.arguments[0], rb.Members) and term.arguments[0].kind != "player":
        size = context.unit.size(term.arguments[0].kind)
        return f"index_in(s, {scalar(term.arguments[1], context)} - 1, {size})"
    if term.name in ("round_up", "round_down"):
        value, step, name = scalar(term.arguments[0], context), scalar(term.arguments[1], context), context.unit.fresh("v")
        how = "ceil_div" if term.name == "round_up" else "floor_div"
        return f"({{ I {name} = {step}; times(s, {how}(s, {value}, {name}), {name}); }})"
    if term.name == "absolute":
        name = context.unit.fresh("v")
        return f"({{ I {name} = {scalar(term.arguments[0], context)}; {name} < 0 ? -{name} : {name}; }})"
    if term.name in SIMPLE:
        shapes, text = SIMPLE[term.name]
        given = [
            scalar(argument, context) if shape == "v" else write(argument, context)
            for shape, argument in zip(shapes, term.arguments, strict=True)
        ]
        return text.format(*given)
    if term.name == "snapshot":
        return _snapshot(term, context)
    if term.name == "ahead":
        assert term.kind is not None
        here, steps = (scalar(argument, context) for argument in term.arguments)
        return f"remainder_of(s, add(s, {here}, {steps}), {context.unit.size(term.kind)})"
    if term.name in ("holder", "owner_of", "in_force", "same_print"):
        return _card(term, context)
    if term.name in ("placements", "opening_spot", "touching", "touched_at", "spot_of", "connected"):
        return _tile(term, context)
    return _map(term, context)


# of lists of lists
LISTS = {
    "take": "take_lists({1}, {0})", "drop": "drop_lists({1}, {0})", "reverse": "reversed_lists(s, {0})",
    "joined": "joined_lists(s, {0}, {1})",
}  # fmt: skip


def _of_lists(term: rb.Builtin, context: Context) -> str:
    if term.name not in LISTS:
        raise Unsupported(f"{term.name} of a list of lists")
    return LISTS[term.name].format(*(write(argument, context) for argument in term.arguments))


def _snapshot(term: rb.Builtin, context: Context) -> str:
    """How some stored values stand, as one number."""
    found, steps = context.unit.fresh("r"), []
    for stored_ in term.arguments:
        assert isinstance(stored_, rb.Stored)
        cells, spot = context.unit.cells[stored_.keep.name], context.unit.layout.keeps[stored_.keep.name]
        low, size = values_of(stored_.keep.type, context.rulebook.kinds) or (0, 1)
        cell = f"s->{cells.field}[i_]"
        value = f"({cell} == {cells.none} ? 0 : {cell} - {number(low)} + 1)"
        steps.append(f"for (I i_ = 0; i_ < {spot.count}; i_++) {found} = add(s, times(s, {found}, {size}), {value});")
    return f"({{ I {found} = 0; {' '.join(steps)} {found}; }})"


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


def _tile(term: rb.Builtin, context: Context) -> str:
    grid = term.arguments[-1]
    assert isinstance(grid, rb.Stored)
    place = list_number(grid, context)
    first = write(term.arguments[0], context)
    match term.name:
        case "opening_spot":
            return "spot_at(0, 0, 0)"
        case "touched_at":
            return f"touched_at(s, {place}, {first}, {write(term.arguments[1], context)})"
        case "connected":
            return f"grouped(s, {first}, contacts(s, {place}))"
        case _:
            return f"{term.name}(s, {place}, {first})"


def _map(term: rb.Builtin, context: Context) -> str:
    if term.kind is None:
        raise Unsupported(f"the function {term.name}")
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
            if len(found.neighbours) > LARGE_MAP:
                near, places_ = unit.lists(f"neighbours_{plain(places)}", list(found.neighbours)), len(found.neighbours)
                text = f"steps_between(s, {near}, {places_}, {first}, {scalar(term.arguments[1], context)})"
                return text if term.name == "distance" else f"({text} != NONE)"
            rows = [distances_from(found.neighbours, place) for place in range(len(found.neighbours))]
            table = unit.lists(f"distance_{plain(places)}", rows)
            text = f"{table}[{first}].p[{scalar(term.arguments[1], context)}]"
            return text if term.name == "distance" else f"({text} != NONE)"
    raise Unsupported(f"the function {term.name}")


def _grid(term: rb.Builtin, kind: rb.Kind, context: Context) -> str:
    if kind.grid is None:
        raise Unsupported(f"{term.name} on a board of another shape")
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
    return _nested(f"through_{kind}_{length}", through, context)


def _nested(name: str, table: list[tuple[tuple[int, ...], ...]], context: Context) -> str:
    """A table of lists of lists."""
    if name not in context.unit.tables:
        rows = context.unit.lists(f"{name}_rows", [row for lists in table for row in lists])
        entries, at = [], 0
        for lists in table:
            entries.append(f"{{{len(lists)}, {rows} + {at}}}")
            at += len(lists)
        context.unit.tables[name] = f"static const LL {name}[] = {{{', '.join(entries)}}};"
    return name


__all__ = ["Context", "Type", "bit", "given", "kept", "list_number", "numbered", "out_of_slots", "over", "scalar", "write"]
