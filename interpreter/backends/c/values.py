"""Emit values, formulas and starts as C functions.

In: the values of a Program. Out: a C function for each; those read repeatedly while the options of a question are collected
are memoized. Layer: backends.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.backends.c.acts import write_act
from interpreter.backends.c.body import Body
from interpreter.backends.c.context import Context, given, kept, write
from interpreter.backends.c.emission import Module
from interpreter.backends.c.memo import (
    independent_ways,
    memoize,
    memoize_ways,
    sizes_of_formula,
    sizes_of_value,
    ways_of,
)
from interpreter.backends.c.terms import context_of
from interpreter.backends.c.unit import c_type, plain
from interpreter.ir import rulebook as rb
from interpreter.ir.altering import in_two_parts
from interpreter.ir.types import PLAYER, Grid, Type, Words, Zone

NOT_INLINE = "__attribute__((noinline))"


def write_values(module: Module) -> None:
    for value in module.program.values.values():
        context = context_of(module.unit)
        names = [f"{c_type(p.type)} {context.local(p)}" for p in value.parameters]
        kind = c_type(value.type)
        names += [f"I {context.local(limit.depth)}" for limit in value.limits]
        if kind == "I" and not _plain_value(value):
            continue
        body = [f"    {kind} n = {{0}};" if kind != "I" else "    I n = NONE;"]
        if value.uses_itself:
            body += ["    spend(s, 1);", "    S *deep __attribute__((cleanup(came_back))) = deeper(s);"]
        if _leaves_nothing(value):
            body.append("    I used = s->x->used;")
        if value.limit is not None and not value.is_part:
            body.append(f"    if ({context.variables[value.limit.depth]} > {value.limit.most}) beyond(s, DEPTH);")
        sizes, stem = sizes_of_value(module, value), plain(value.name)
        ways = ways_of(module, value) if sizes is None else None
        if ways is not None:
            memoize_ways(module, value, ways, context, [*body, *_along(value, context), "    return n;"])
            continue
        body += _worked_out(value, context)
        deep = sizes is not None and value.name in module.counting  # called inside searches, where the memo mostly hits
        head = f"{NOT_INLINE if deep else 'inline'} {kind} {'value' if sizes is None else 'worked'}_{stem}"
        end = ["    s->x->used = used;"] if _leaves_nothing(value) else []
        module.small_function(f"{head}({', '.join(['S *s', *names])})", [*body, *end, "    return n;"])
        if sizes is not None:
            memoize(module, value.name, f"worked_{stem}", [context.variables[one] for one in value.parameters], sizes)


def _worked_out(value: rb.Value, context: Context) -> list[str]:
    """Emit the cases, then the alterations.

    Cases that ignore the old value are tested first, from the last alteration on: `changed` is the one that applies, only later
    alterations follow it, and what it replaces is never evaluated."""
    chain: list[str] = []
    last, always = 0, False
    for i, change in reversed(list(enumerate(value.alterations, 1))):
        for case in in_two_parts(change)[0]:
            tests = [write(term, context) for term in (change.guard, case.condition) if term is not None]
            test = f"if ({' && '.join(f'({one})' for one in tests)}) " if tests else ""
            if not always:
                result = given(case.value, value.type, context)
                chain.append(f"    {'else ' if chain else ''}{test}{{ n = {result}; changed = {i}; }}")
            last, always = max(last, i), always or not tests
    old = [] if always else _cases(value.cases, value.type, context)
    lines = [*chain, "    else {", *old, "    }"] if chain and old else [*chain, *old]
    for i, change in enumerate(value.alterations, 1):
        rest = in_two_parts(change)[1]
        if rest:
            altered = _altered(replace(change, cases=rest), value.type, context, change.guard)
            lines += [f"    if (changed < {i}) {{", *altered, "    }"] if i <= last else altered
    return ["    I changed = 0;", *lines, "    (void)changed;"] if chain else lines


def _along(value: rb.Value, context: Context) -> list[str]:
    """Evaluate a value by the bits that say which cases and alterations apply."""
    lines = [
        f"    {'else ' if i else ''}if (ways & {1 << i}LL) n = {given(case.value, value.type, context)};"
        for i, case in enumerate(value.cases)
    ]
    for i, change in enumerate(value.alterations, len(value.cases)):
        later = sum(bit for bit in independent_ways(value) if bit > 1 << i)
        test = f"(ways & {1 << i}LL) && !(ways & {later}LL)" if later else f"ways & {1 << i}LL"
        lines += _altered(change, value.type, context, test)
    return lines


def _altered(change: rb.Alteration, type_: Type, context: Context, test: rb.Term | str | None) -> list[str]:
    inner = context.inner()
    inner.variables[change.normal] = "n"
    lines = _cases(change.cases, type_, inner)
    if test is None:
        return lines
    return [f"    if ({test if isinstance(test, str) else write(test, inner)}) {{", *lines, "    }"]


def _cases(cases: tuple[rb.Case, ...], type_: Type, context: Context) -> list[str]:
    lines = []
    for i, case in enumerate(cases):
        word = "else " if i else ""
        test = f"if ({write(case.condition, context)}) " if case.condition is not None else ""
        lines.append(f"    {word}{test}n = {given(case.value, type_, context)};")
    return lines


def write_formulas(module: Module) -> None:
    for place, cells in module.program.formulas.items():
        column = module.rulebook.kinds[place[0]].columns[place[1]]
        assert column.type is not None
        context, stem = context_of(module.unit), plain("_".join(place))
        names = [f"{c_type(p.type)} {context.local(p)}" for p in column.parameters]
        sizes = sizes_of_formula(module, place, column)
        worked = f"formula_{stem}" if sizes is None else f"cell_{stem}"
        cases = [f"    case {i}: return {kept(cell, context)};" for i, cell in enumerate(cells)]
        body = ["    switch (member) {", *cases, "    }", "    jump(s, ROUGH);"]
        module.small_function(f"{c_type(column.type)} {worked}({', '.join(['S *s', 'I member', *names])})", body)
        if sizes is not None:
            memoize(module, place, worked, ["member", *(context.variables[one] for one in column.parameters)], sizes)


def write_resets(module: Module) -> None:
    """Emit the start of each keep."""
    for keep in module.rulebook.keeps.values():
        spot = module.layout.keeps[keep.name]
        body: list[str] = []
        if isinstance(keep.type, Zone):
            kind = module.unit.cards[keep.type.kind]
            body = [f"    for (I i = 0; i < {spot.count}; i++) clear_zone(s, {kind}, {spot.base} + i);"]
        elif isinstance(keep.type, Grid):
            tiles = module.unit.size(keep.type.kind)
            body = [
                f"    for (I i = 0; i < {spot.count * tiles}; i++) lift(s, {spot.base} + i / {tiles} * 2, i % {tiles});"
            ]
        else:
            body = _start(module, keep, spot.sizes)
        module.function(f"void reset_{plain(keep.name)}(S *s)", body)


def _start(module: Module, keep: rb.Keep, sizes: tuple[int, ...]) -> list[str]:
    context, cells = context_of(module.unit), module.unit.cells[keep.name]
    body = []
    for parameter, size in zip(keep.parameters, sizes, strict=True):
        name = context.local(parameter)
        if parameter.type == PLAYER:
            body.append(f"    for (I {name}_i = 0; {name}_i < s->nseats; {name}_i++) {{ I {name} = s->seats[{name}_i];")
        else:
            body.append(f"    for (I {name} = 0; {name} < {size}; {name}++) {{")
    out = Body(context, None, None, body)
    keys = tuple(rb.Local(parameter.type, parameter) for parameter in keep.parameters)
    if keep.name in module.program.starts:
        anything = cells.cell == "I" and not cells.is_list  # a start is not checked against the range
        start = replace(keep, type=PLAYER) if anything else keep
        write_act(out, rb.Store(keep.span, start, keys, module.program.starts[keep.name]))
    elif cells.is_list:
        body.append(f"    s->{cells.field}[{_flat(keys, context, module.layout.keeps[keep.name].steps)}].n = -1;")
    else:
        body.append(
            f"    s->{cells.field}[{_flat(keys, context, module.layout.keeps[keep.name].steps)}] = {cells.none};"
        )
    return [*body, "    " + "}" * len(keep.parameters)]


def _leaves_nothing(value: rb.Value) -> bool:
    """Is it a recursive number?

    Its temporary lists can be freed on return, and there are many."""
    return value.uses_itself and c_type(value.type) == "I"


def _plain_value(value: rb.Value) -> bool:
    """Is it not a text? Texts are only shown."""
    return not isinstance(value.type, Words)


def _flat(keys: tuple[rb.Local, ...], context: Context, steps: tuple[int, ...]) -> str:
    parts = (f"{context.variables[key.variable]} * {step}" for key, step in zip(keys, steps, strict=True))
    return " + ".join(parts) or "0"
