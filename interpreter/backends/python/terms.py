"""Print terms as Python expressions.

In: a checked term and a Context. Out: the text of a Python expression. Layer: backends.
Generated code uses `s` (the state), `c` (its cells), `z` (its lists) and `f` (the frame). Constants become literals.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.backends.grounds import ground_of
from interpreter.backends.python.builtins import of_written
from interpreter.backends.python.context import Context, Shared, address_of
from interpreter.backends.python.networks import walks, write_walk
from interpreter.backends.python.showing import shown
from interpreter.ir import rulebook as rb
from interpreter.ir.rulebook import values_of
from interpreter.ir.snapshots import is_exact
from interpreter.ir.totality import cannot_fail
from interpreter.ir.traversal import known
from interpreter.ir.types import Grid, Spot, Zone, element
from interpreter.lower.passes.budget import most_items
from interpreter.runtime.identifiers import made

FEW_LISTED = 12
FEW_NUMBERS = 9998  # largest absolute bound of a range that needs no check


def write_term(term: rb.Term, context: Context) -> str:
    text, marks = _write_term(term, context), context.shared.marks
    number = marks.number(term) if marks is not None else None
    return text if number is None else f"seen({number}, {text})"


def _write_term(term: rb.Term, context: Context) -> str:  # noqa: C901 - one case per form
    match term:
        case rb.Constant():
            return repr(term.value)
        case rb.Setting():
            return made("option", term.option.name)
        case rb.Local():
            return context.name(term.variable)
        case rb.Stored():
            return _stored(term, context)
        case rb.Printed():
            return _printed(term, context)
        case rb.Formula():
            return _formula(term, context)
        case rb.ValueCall():
            return _worked(term, context)
        case rb.Builtin():
            return write_builtin(term, context)
        case rb.CanTake():
            given = ", ".join(write_term(argument, context) for argument in term.arguments)
            if term.routine.tried:
                return f"possible(s, {term.routine.name!r}, [0, {given}])"
            return f"{made('can', term.routine.name)}(s, [0, {given}])"
        case rb.Members():
            return members(term.kind, context)
        case rb.Listing():
            items = [kept(item, context) for item in term.items]
            return "(" + ", ".join(items) + ("," if len(items) == 1 else "") + ")"
        case rb.Numbers():
            return _numbers(term, context)
        case rb.Rotated():
            circle, start = write_items(term.items, context), write_term(term.start, context)
            return f"rotated({circle}, {start}, {term.after}, {term.counterclockwise})"
        case rb.Search():
            return _search(term, context)
        case rb.Logic():
            return _logic(term, context)
        case rb.Comparison():
            return _comparison(term, context)
        case rb.LiesIn():
            return _lies_in(term, context)
        case rb.Calculation():
            return _calculation(term, context)
        case rb.Phrase():
            return f"({write_template(term.text, context)})"
        case rb.LetIn():
            inner = context.inner()
            names = [inner.local(variable) for variable in term.variables]
            return f"(lambda {', '.join(names)}: {write_term(term.term, inner)})({', '.join(['[]'] * len(names))})"
        case rb.Lazy():
            name = context.name(term.variable)
            return f"({name}[0] if {name} else ({name}.append({kept(term.value, context)}) or {name}[0]))"
        case rb.Chosen():
            parts = (write_term(part, context) for part in (term.value, term.condition, term.other))
            return "({} if {} else {})".format(*parts)


def write_items(term: rb.Term, context: Context) -> str:
    """Print a term to iterate over; ranges of unknown length are checked and counted."""
    text = write_term(term, context)
    return f"few(s, {text})" if may_be_many(term) else text


def write_each(term: rb.Term, context: Context) -> str:
    """Print items for a loop.

    The members of a kind are a table: iterating it starts faster than a new range."""
    match term:
        case rb.Members(kind=kind) if kind != "player":
            return context.shared.numbers_of(kind)
        case _:
            return write_items(term, context)


def may_be_many(term: rb.Term) -> bool:
    """Is it a range not known to be short? `few` checks its length and counts it."""
    if not isinstance(term, rb.Numbers):
        return False
    low, high = known(term.low), known(term.high)
    return low is None or high is None or known(term.step) != 1 or max(abs(low), abs(high)) > FEW_NUMBERS


def members(kind: str, context: Context) -> str:
    if kind == "player":
        return "s.seats"
    return f"range({len(context.rulebook.kinds[kind].members)})"


def kept(term: rb.Term, context: Context) -> str:
    """Print a value that is stored.

    Lists become tuples, so that they cannot change later."""
    text = write_term(term, context)
    if element(term.type) is None or isinstance(term, rb.Listing):
        return text
    return f"tuple({text})"


# ---------------------------------------------------------------- stored and printed


def keep_address(keep: rb.Keep, keys: tuple[rb.Term, ...], context: Context) -> str:
    spot = context.shared.layout.keeps[keep.name]
    return address_of(spot.base, [(write_key(key, context), step) for key, step in zip(keys, spot.steps, strict=True)])


def write_key(term: rb.Term, context: Context) -> str | int:
    """Print the member that is a key; as a number if it is constant."""
    number = known(term)
    return write_term(term, context) if number is None else number


def _stored(term: rb.Stored, context: Context) -> str:
    address = keep_address(term.keep, term.keys, context)
    match term.keep.type:
        case Zone(_, None):
            return f"z[{address}]"
        case Zone():
            return f"held(z[{address}])"
        case Grid():
            return f"laid(z[{address}])"
        case _:
            return f"c[{address}]"


def zone_address(zone: rb.Stored, context: Context) -> str:
    return keep_address(zone.keep, zone.keys, context)


def _printed(term: rb.Printed, context: Context) -> str:
    column = term.column
    member = write_term(term.member, context)
    name = made("column", column.kind, column.name)
    context.shared.table(name, tuple(column.cells))
    return f"{name}[{member}]"


def _formula(term: rb.Formula, context: Context) -> str:
    arguments = ", ".join(write_term(argument, context) for argument in term.arguments)
    name = made("formulas", term.column.kind, term.column.name)
    return f"{name}[{write_term(term.member, context)}](s, {arguments})"


def _worked(term: rb.ValueCall, context: Context) -> str:
    arguments = [write_term(argument, context) for argument in term.arguments]
    if any(limit.depth in context.variables for limit in term.value.limits):
        arguments += [
            f"{context.variables[limit.depth]}{' + 1' if limit is term.value.limit else ''}"
            for limit in term.value.limits
        ]
    return f"{made('value', term.value.name)}({', '.join(['s', *arguments])})"


# ---------------------------------------------------------------- built-in functions


def write_builtin(term: rb.Builtin, context: Context) -> str:
    if term.name == "item" and isinstance(term.arguments[0], rb.Members) and term.arguments[0].kind != "player":
        count = len(context.rulebook.kinds[term.arguments[0].kind].members)
        name = made("numbered", count)
        context.shared.tables[name] = f"Numbered({count})"
        return f"{name}[{write_term(term.arguments[1], context)}]"
    if term.name == "snapshot":
        parts = _snapshot_parts(term, context)
        name = "snapshot" if is_exact((count, size) for _, count, _, size in parts) else "mixed_snapshot"
        return f"{name}(s.cells, {parts!r})"
    if term.name == "counted":
        items = term.arguments[0]
        text = write_items(items, context)
        is_list = isinstance(items, rb.Stored | rb.Members | rb.Listing | rb.Printed | rb.Local)
        return text if may_be_many(items) else f"{'passed' if is_list else 'counted'}(s, {text})"
    if term.name in ("holder", "owner_of", "in_force", "same_print"):
        return _card_builtin(term, context)
    if term.name in TILE_FUNCTIONS and isinstance(term.arguments[-1].type, Grid):
        return _tile_builtin(term, context)
    if walks(term):
        return write_walk(term, context, write_term, write_items)
    return of_written(term, [write_term(argument, context) for argument in term.arguments], context)


def _snapshot_parts(term: rb.Builtin, context: Context) -> tuple[tuple[int, int, int, int], ...]:
    """List for each keep its first cell, cell count, lowest value, value count."""
    found = []
    for stored in term.arguments:
        assert isinstance(stored, rb.Stored)
        spot = context.shared.layout.keeps[stored.keep.name]
        low, size = values_of(stored.keep.type, context.rulebook.kinds) or (0, 1)
        found.append((spot.base, spot.count, low, size))
    return tuple(found)


def _card_builtin(term: rb.Builtin, context: Context) -> str:
    assert term.kind is not None
    if term.name == "same_print":
        prints = context.shared.table(made("prints", term.kind), tuple(context.rulebook.kinds[term.kind].prints))
        return f"({prints}[{write_term(term.arguments[0], context)}] == {prints}[{write_term(term.arguments[1], context)}])"
    where = (
        f"c[{address_of(context.shared.layout.whereabouts[term.kind], [(write_key(term.arguments[0], context), 1)])}]"
    )
    if term.name == "in_force":
        return f"({where} in FORCE)"
    return f"OWNERS.get({where})" if term.name == "holder" else f"OWNERS[{where}]"


TILE_FUNCTIONS = {
    "tile_at": "", "place_of": "",
    "placements": "placements({z}, {ground}, {n}[-1], {0})", "opening_spot": "opening_spot({ground}, {0})",
    "touching": "{n}[{0}]", "touched_at": "touched_at({z}, {ground}, {n}[-1], {0}, {1})", "spot_of": "{z}[{0}]",
    "connected": "connected({0}, {n})", "met": "met({z}, {ground}, {n}[-1], {0})",
    "met_at": "met_at({z}, {ground}, {n}[-1], {0}, {1})", "open_edges": "open_edges({z}, {ground}, {n}[-1], {0})",
    "around": "around({z}, {ground}, {n}[-1], {0})", "beside": "tile_beside({z}, {ground}, {n}[-1], {0}, {1})",
}  # fmt: skip


def _tile_builtin(term: rb.Builtin, context: Context) -> str:
    grid = term.arguments[-1]
    assert isinstance(grid, rb.Stored)
    assert isinstance(grid.keep.type, Grid)
    address = keep_address(grid.keep, grid.keys, context)
    given = [write_term(argument, context) for argument in term.arguments[:-1]]
    if term.name in ("tile_at", "place_of"):
        is_spot = isinstance(term.arguments[0].type, Spot)
        cell = f"cell_of({given[0]})" if is_spot else given[0]
        if term.name == "tile_at":
            return f"tile_at(z[{address} + 1][-1], {cell})"
        return cell if is_spot else f"place_of(z[{address}], {given[0]})"
    ground = ground_table(grid.keep.type, context.shared)
    return TILE_FUNCTIONS[term.name].format(*given, z=f"z[{address}]", n=f"z[{address} + 1]", ground=ground)


def ground_table(grid: Grid, shared: Shared) -> str:
    """Return the name of the table that says what the tiles of such a grid lie on."""
    return shared.table(
        made("ground", grid.kind, grid.on or "without_end"), ground_of(grid, shared.program.rulebook.kinds)
    )


# ---------------------------------------------------------------- logic, comparison, calculation


def _logic(term: rb.Logic, context: Context) -> str:
    parts = [write_term(part, context) for part in term.parts]
    return f"(not {parts[0]})" if term.word == "not" else f"({f' {term.word} '.join(parts)})"


def _comparison(term: rb.Comparison, context: Context) -> str:
    if term.operator in ("empty", "not empty"):
        items = write_items(term.left, context)
        return f"(not {items})" if term.operator == "empty" else f"(True if {items} else False)"
    assert term.right is not None
    if term.operator in ("in", "not in"):
        return _membership(term, kept(term.left, context), context)
    left, right = kept(term.left, context), kept(term.right, context)  # a pile and a list of the same cards are equal
    if isinstance(term.right, rb.Constant) and term.right.value is None:
        return f"({left} is None)" if term.operator == "==" else f"({left} is not None)"
    return f"({left} {term.operator} {right})"


def _membership(term: rb.Comparison, left: str, context: Context) -> str:
    if isinstance(term.right, rb.Numbers) and isinstance(term.right.step, rb.Constant) and term.right.step.value == 1:
        low, high = write_term(term.right.low, context), write_term(term.right.high, context)
        text = f"({low} <= {left} <= {high})"
        return text if term.operator == "in" else f"(not {text})"
    assert term.right is not None
    return f"({left} {term.operator} {write_items(term.right, context)})"


def _lies_in(term: rb.LiesIn, context: Context) -> str:
    assert isinstance(term.zone.keep.type, Zone)
    where = context.shared.layout.whereabouts[term.zone.keep.type.kind]
    address = address_of(where, [(write_key(term.card, context), 1)])
    return f"(c[{address}] == {zone_address(term.zone, context)})"


def _calculation(term: rb.Calculation, context: Context) -> str:
    parts = [write_term(part, context) for part in term.parts]
    if len(parts) == 1:
        return f"(-{parts[0]})"
    left, right = parts
    constants = sum(isinstance(part, rb.Constant) for part in term.parts)
    if term.operator == "*" and constants != 1:
        return f"times({left}, {right})"
    first = term.parts[0]
    if term.operator in "+-" and isinstance(first, rb.Calculation) and len(first.parts) == 2 and first.operator in "+-":
        left = left[1:-1] if left.startswith("(") else left  # keep long sums free of nested brackets
    if term.operator == "/":
        return {"down": f"({left} // {right})", "up": f"(-(-({left}) // {right}))"}.get(
            term.rounding or "", f"nearest({left}, {right})"
        )
    return f"({left} {term.operator} {right})"


def _numbers(term: rb.Numbers, context: Context) -> str:
    low, high, step = (write_term(part, context) for part in (term.low, term.high, term.step))
    last = known(term.high)
    end = str(last + 1) if last is not None else f"{high} + 1"
    return f"range({low}, {end})" if known(term.step) == 1 else f"range({low}, {end}, {step})"


# ---------------------------------------------------------------- queries


def _search(term: rb.Search, context: Context) -> str:
    inner = context.inner()
    items = write_items(term.items, context)
    name = _loop_name(term, inner)
    where = write_term(term.where, inner) if term.where is not None else "True"
    if term.word == "while":
        return f"as_long_as(lambda {name}: {where}, {items})"
    if term.word in ("first", "last") and term.body is not None:
        default = write_term(term.body, context)
        return f"(lambda w: {default} if w is None else w)({_search(replace(term, body=None), context)})"
    plain = term.where is None or known(term.where) is True
    each = write_each(term.items, context)
    loop = f"for {name} in {each}" + ("" if plain else f" if {where}")
    if term.keys:
        return _ordered(term, items, loop, plain, inner)
    body = kept(term.body, inner) if term.body is not None else ""
    one = inner.name(term.variable)
    match term.word:
        case "count":
            return f"len({items})" if plain else f"len([1 {loop}])"
        case "sum":
            return f"sum([{body} {loop}])"
        case "highest" | "lowest":
            return f"{'max' if term.word == 'highest' else 'min'}([{body} {loop}], default=0)"
        case "some" | "no":
            tests = f"True {loop}" if _stops_early(term, context) else f"[{where} for {name} in {each}]"
            text = f"(len({items}) > 0)" if plain else f"any({tests})"
            return text if term.word == "some" else f"(not {text})"
        case "every" if _stops_early(term, context):
            test = f"not {body}" if plain else f"{where} and not {body}"
            return f"(not any(True for {name} in {each} if {test}))"
        case "every":
            return f"all([{body} {loop}])"
        case "list" if term.body is not None:
            return f"[{body} {loop}]"
        case "list":
            return items if plain else f"[{one} {loop}]"
        case "first":
            return f"first_of({items})" if plain else f"next(({one} {loop}), None)"
        case "last":
            return f"last_of({items if plain else f'[{one} {loop}]'})"
        case "sole":
            return f"sole_of({items if plain else f'[{one} {loop}]'})"
        case _:
            return f"only({items if plain else f'[{one} {loop}]'})"


def _stops_early(term: rb.Search, context: Context) -> bool:
    """Should a search stop at its first hit?

    For few items with tests that cannot fail, a list of all is faster."""
    tests = [part for part in (term.where, term.body) if part is not None]
    return not all(map(cannot_fail, tests)) or most_items(term.items, context.shared.program) > FEW_LISTED


def write_loop(term: rb.Term, context: Context, found: str) -> list[str] | None:
    """Print a plain loop that sets `found` to a some / no / every / first.

    It builds no list; None if that is not possible."""
    if isinstance(term, rb.LetIn):
        inner = context.inner()
        names = [f"{inner.local(variable)} = []" for variable in term.variables]
        looped = write_loop(term.term, inner, found)
        return None if looped is None else [*names, *looped]
    if not isinstance(term, rb.Search) or term.keys or term.word not in ("some", "no", "every", "first"):
        return None
    if context.shared.marks is not None:  # coverage marks the answer as a whole
        return None
    inner = context.inner()
    items = write_each(term.items, context)
    name = _loop_name(term, inner)
    tests = [] if term.where is None or known(term.where) is True else [write_term(term.where, inner)]
    if term.word == "every" and term.body is not None:
        tests.append(f"(not {write_term(term.body, inner)})")
    if not tests:
        return None
    on_hit = {"some": "True", "first": name}.get(term.word, "False")
    return [
        f"for {name} in {items}:", f"    if {' and '.join(tests)}:", f"        {found} = {on_hit}", "        break",
        "else:", *("    " + line for line in _without_hit(term, context, found)),
    ]  # fmt: skip


def _without_hit(term: rb.Search, context: Context, found: str) -> list[str]:
    if term.word != "first":
        return [f"{found} = {term.word != 'some'}"]
    if term.body is None:
        return [f"{found} = None"]
    return write_loop(term.body, context, found) or [f"{found} = {kept(term.body, context)}"]


def _ordered(term: rb.Search, items: str, loop: str, plain: bool, inner: Context) -> str:
    one = inner.name(term.variable)
    keys = [("-" if key.highest else "") + _bracketed(write_term(key.value, inner)) for key in term.keys]
    key = keys[0] if len(keys) == 1 else f"({', '.join(keys)})"
    found = items if plain else f"[{one} {loop}]"
    function = f"lambda {one}: {key}"
    match term.word:
        case "first":
            return f"min({found}, key={function}, default=None)"
        case "last":
            return f"last_of(sorted({found}, key={function}))"
        case "sole":
            return f"sole({found}, {function})"
        case "tied":
            return f"tied({found}, {function})"
        case _ if term.body is not None:
            return f"[{kept(term.body, inner)} for {one} in sorted({found}, key={function})]"
        case _:
            return f"sorted({found}, key={function})"


def _bracketed(text: str) -> str:
    return text if text[0] in "([" or text.isalnum() else f"({text})"


def _loop_name(term: rb.Search, inner: Context) -> str:
    """Name the loop variable, or its pieces."""
    if not term.pieces:
        return inner.local(term.variable)
    return "".join(inner.local(piece) + ", " for piece in term.pieces).strip()


# ---------------------------------------------------------------- texts


def write_shown(term: rb.Term, context: Context) -> str:
    """Print a value rendered for people."""
    return shown(write_term(term, context), term.type, context)


PLURAL = "(s)"  # dropped for one, s for several


def write_template(template: rb.Template, context: Context) -> str:
    parts = [repr(part) if isinstance(part, str) else write_shown(part, context) for part in template.parts]
    text = " + ".join(parts) if parts else "''"
    return f"in_number({text})" if any(isinstance(part, str) and PLURAL in part for part in template.parts) else text
