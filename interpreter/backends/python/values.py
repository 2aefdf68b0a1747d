"""Emit values, formulas and starts as Python functions.

In: the values, formulas and starts of a Program. Out: functions in an Emission. Layer: backends.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.backends.python.context import Context
from interpreter.backends.python.emission import Module
from interpreter.backends.python.terms import kept, members, write_loop, write_term
from interpreter.ir import rulebook as rb
from interpreter.ir.altering import in_two_parts
from interpreter.ir.coverage_marks import VALUE
from interpreter.ir.types import Grid, Of, Zone
from interpreter.runtime.identifiers import made


def write_values(module: Module) -> None:
    _values(module)
    _formulas(module)
    _starts(module)


def _values(module: Module) -> None:
    values = module.program.values.values()
    parts = {rest.name for value in values if (rest := value.rest) is not None}
    for value in values:
        if value.name not in parts:  # the rest of a value is emitted with it
            _value(module, value)
    judge = module.rulebook.judge
    module.out.line(f"JUDGE = {made('value', judge.name) if judge is not None else None}")


def _value(module: Module, value: rb.Value) -> None:
    names = {parameter: f"a{i}" for i, parameter in enumerate(value.parameters)}
    context = Context(module.shared, dict(names))
    body: list[str] = ["    spend(s, 1)"] if value.uses_itself else []
    given = ["s", *names.values()]
    for number, limit in enumerate(value.limits):
        depth = context.variables[limit.depth] = f"depth{number or ''}"
        given.append(f"{depth}=0")
        if limit is value.limit:
            body.append(f"    if {depth} > {limit.most}: raise too_deep({value.name!r}, {limit.most})")
    head = f"{made('value', value.name)}({', '.join(given)})"
    if module.shared.marks is not None:
        body.append(f"    seen({module.shared.marks.mark(VALUE, value.span)}, True)")
    if not value.alterations:
        cases = _named_parts(module, value, context, body)
        _cases(cases, context, body, returns=True, depth=1)
    else:
        _altered(module, value, context, body)
        body.append("    return n")
    module.out.function(head, body, value.span)


def _altered(module: Module, value: rb.Value, context: Context, body: list[str]) -> None:
    """Emit alterations.

    Those that ignore the old value are tested first, from the last on: `changed` is the one that applies. Only later ones
    follow it, and what it replaces is never evaluated."""
    changes = list(enumerate(value.alterations, 1))
    tests = _independent(value, context)
    last = max((i for i, _, _ in tests), default=0)
    for number, (i, test, result) in enumerate(tests):
        word = ("elif " if number else "if ") + f"{test}: " if test is not None else "else: " if number else ""
        body.append(f"    {word}n = {result}; changed = {i}")
    if not tests or tests[-1][1] is not None:
        old: list[str] = []
        _cases(_named_parts(module, value, context, old), context, old, returns=False, depth=1)
        body.extend(["    else:", *("    " + line for line in old), "        changed = 0"] if tests else old)
    for i, change in changes:
        rest = in_two_parts(change)[1]
        if rest:
            earlier = f"changed < {i}" if i <= last else None
            _alteration(replace(change, cases=rest), context, body, earlier)


def _independent(value: rb.Value, context: Context) -> list[tuple[int, str | None, str]]:
    """List the number of an alteration, the test of a case and its result.

    The last one may be unconditional."""
    found: list[tuple[int, str | None, str]] = []
    for i, change in reversed(list(enumerate(value.alterations, 1))):
        for case in in_two_parts(change)[0]:
            terms = [term for term in (change.guard, case.condition) if term is not None]
            test = " and ".join(write_term(term, context) for term in terms) or None
            found.append((i, test, kept(case.value, context)))
            if test is None:
                return found
    return found


def _named_parts(module: Module, value: rb.Value, context: Context, body: list[str]) -> tuple[rb.Case, ...]:
    """Turn the named parts of a value into locals of its function.

    Return the cases that use them."""
    while (rest := value.rest) is not None:
        worked = value.cases[0].value
        assert isinstance(worked, rb.ValueCall)
        name = f"a{len(rest.parameters) - 1}"
        named = worked.arguments[-1]
        looped = write_loop(named, context, name) or [f"{name} = {kept(named, context)}"]
        body.extend("    " + text for text in looped)
        context.variables[rest.parameters[-1]] = name
        value = module.program.values[rest.name]
    return value.cases


def _cases(cases: tuple[rb.Case, ...], context: Context, body: list[str], returns: bool, depth: int) -> None:
    """Print the cases: the first that holds is returned.

    Or assigned to `n` for the alterations."""
    pad, give = "    " * depth, "return " if returns else "n = "
    for case in cases:
        if case.condition is None:
            body.extend(pad + line for line in _last_case(case.value, context, returns, is_only=len(cases) == 1))
            return
        word = "if" if returns or case is cases[0] else "elif"
        body.append(f"{pad}{word} {write_term(case.condition, context)}: {give}{kept(case.value, context)}")


def _last_case(value: rb.Term, context: Context, returns: bool, is_only: bool) -> list[str]:
    """Print the unconditional case; a search becomes a loop."""
    if returns:
        looped = write_loop(value, context, "n")
        return [f"return {kept(value, context)}"] if looped is None else [*looped, "return n"]
    return [f"{'' if is_only else 'else: '}n = {kept(value, context)}"]


def _alteration(alteration: rb.Alteration, context: Context, body: list[str], earlier: str | None) -> None:
    inner = context.inner()
    inner.variables[alteration.normal] = "n"
    guard = write_term(alteration.guard, inner) if alteration.guard is not None else None
    tests = [test for test in (earlier, guard) if test is not None]
    if tests:
        body.append(f"    if {' and '.join(tests)}:")
    _cases(alteration.cases, inner, body, returns=False, depth=2 if tests else 1)


def _formulas(module: Module) -> None:
    for stem, cells in module.program.formulas.items():
        column = module.rulebook.kinds[stem[0]].columns[stem[1]]
        names: dict[rb.Variable, str] = {parameter: f"a{i}" for i, parameter in enumerate(column.parameters)}
        written = []
        for number, cell in enumerate(cells):
            name = made("formula", *stem, number)
            module.expression(f"{name}({', '.join(['s', *names.values()])})", names, cell, column.span)
            written.append(name)
        module.out.line(f"{made('formulas', *stem)} = ({''.join(name + ', ' for name in written)})")


def _starts(module: Module) -> None:
    """Emit the start of each keep.

    Run once for the game, or whenever the phase that owns it begins."""
    for keep in module.rulebook.keeps.values():
        if isinstance(keep.type, Zone | Grid):
            _empty_zone(module, keep)
            continue
        spot = module.layout.keeps[keep.name]
        names = {parameter: f"k{i}" for i, parameter in enumerate(keep.parameters)}
        context = Context(module.shared, dict(names))
        body: list[str] = []
        depth = 1
        for parameter, name in names.items():
            assert isinstance(parameter.type, Of)
            items = members(parameter.type.kind, context)
            body.append("    " * depth + f"for {name} in {items}:")
            depth += 1
        address = " + ".join(
            [str(spot.base), *(f"{name} * {step}" for name, step in zip(names.values(), spot.steps, strict=True))]
        )
        start = kept(module.program.starts[keep.name], context) if keep.name in module.program.starts else "None"
        body.append("    " * depth + f"c[{address}] = {start}")
        module.out.function(f"{made('reset', keep.name)}(s)", body, keep.span)


def _empty_zone(module: Module, keep: rb.Keep) -> None:
    spot = module.layout.keeps[keep.name]
    last = spot.base + (spot.count * (2 if isinstance(keep.type, Grid) else 1))
    if isinstance(keep.type, Grid):
        size = len(module.rulebook.kinds[keep.type.kind].members)
        body = [f"    for k in range({spot.base}, {last}, 2):", f"        z[k] = [None] * {size}",
                f"        z[k + 1] = no_contacts({size})"]  # fmt: skip
    else:
        assert isinstance(keep.type, Zone)
        content = f"[None] * {keep.type.size}" if keep.type.size is not None else "[]"
        base = module.layout.whereabouts[keep.type.kind]
        body = [
            f"    for k in range({spot.base}, {last}):",
            f"        clear_zone(s, {base}, k)",
            f"        z[k] = {content}",
        ]
    module.out.function(f"{made('reset', keep.name)}(s)", body, keep.span)
