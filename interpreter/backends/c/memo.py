"""Memoize values and formulas while nothing changes, as C functions.

In: a value or formula, and the C function that evaluates it. Out: a function that looks it up in a memo first.
Layer: backends. Nothing changes while the options of a question are collected, so a result stays valid until it closes. A
memo hit counts the same work as the evaluation, so that both engines reach the work limit at the same point.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import prod

from interpreter.backends.c.context import Context, write
from interpreter.backends.c.emission import Module
from interpreter.backends.c.memo_candidates import Name, is_expensive, terms_of
from interpreter.backends.c.unit import c_type, plain
from interpreter.ir import rulebook as rb
from interpreter.ir.altering import in_two_parts, replaces_everything
from interpreter.ir.traversal import size, walk
from interpreter.ir.types import Of, Words

MAX_KEPT = 64  # combinations of arguments
MAX_CONSTANTS = 1 << 17  # the same of a value that never changes: it is evaluated once per combination
LONG_CHOICE = 15  # terms in the conditions of a value: from here on their outcome is worth memoizing
MAX_WAYS = 60  # cases and alterations, one bit each


@dataclass(frozen=True)
class Ways:
    """The parameters that decide which cases apply, their sizes, and the others."""

    parameters: tuple[rb.Variable, ...]
    sizes: tuple[int, ...]
    others: frozenset[rb.Variable]


def memoized_names(module: Module) -> Iterator[Name]:
    yield from (name for name, value in module.program.values.items() if sizes_of_value(module, value) is not None)
    for place in module.program.formulas:
        if sizes_of_formula(module, place, module.rulebook.kinds[place[0]].columns[place[1]]) is not None:
            yield place


def sizes_of_value(module: Module, value: rb.Value) -> tuple[int, ...] | None:
    """Size each argument of the memo.

    None if the value is not worth memoizing or has too many combinations."""
    is_constant = value.name in module.constants
    if (
        (value.name not in module.read_repeatedly and not is_constant)
        or c_type(value.type) != "I"
        or isinstance(value.type, Words)
        or value.uses_itself
        or value.limit is not None
        or not is_expensive(terms_of(value), module.program)
    ):
        return None
    return _sizes(module, value.parameters, most=MAX_CONSTANTS if is_constant else MAX_KEPT)


def sizes_of_formula(module: Module, place: tuple[str, str], column: rb.Column) -> tuple[int, ...] | None:
    """Size the memo of a formula, with its card as the first argument."""
    assert column.type is not None
    if place not in module.read_repeatedly or c_type(column.type) != "I" or isinstance(column.type, Words):
        return None
    is_worth_it = is_expensive(module.program.formulas[place], module.program)
    return _sizes(module, column.parameters, module.unit.size(place[0])) if is_worth_it else None


def _sizes(
    module: Module, parameters: Sequence[rb.Variable], *first: int, most: int = MAX_KEPT
) -> tuple[int, ...] | None:
    sizes = [module.unit.size(one.type.kind) for one in parameters if isinstance(one.type, Of)]
    return (*first, *sizes) if len(sizes) == len(parameters) and prod((*first, *sizes)) <= most else None


def ways_of(module: Module, value: rb.Value) -> Ways | None:
    """Find which parameters select the cases, for a value with long conditions.

    None if that is not worth a memo."""
    conditions = list(_conditions(value))
    if (
        value.name not in module.read_repeatedly
        or c_type(value.type) != "I"
        or value.uses_itself
        or value.limit is not None
    ):
        return None
    if sum(map(size, conditions)) < LONG_CHOICE or len(value.cases) + len(value.alterations) > MAX_WAYS:
        return None
    if any(all(in_two_parts(change)) for change in value.alterations):
        return None  # whether the old value is read depends on the case, which the bits do not record
    used = _names(conditions)
    others = frozenset(value.parameters) - used
    if not others or used - set(value.parameters) or all(_names([case.value]) & others for case in value.cases):
        return None
    by = tuple(one for one in value.parameters if one in used)
    sizes = _sizes(module, by)
    return None if sizes is None else Ways(by, sizes, others)


def memoize(module: Module, name: Name, worked: str, names: Sequence[str], sizes: Sequence[int]) -> None:
    """Emit a memoized version of `worked`, indexed by all of its arguments."""
    stem, arguments = _stem(name), "".join(f", {one}" for one in names)
    inside, k = _place(module, stem, names, sizes)
    head = ", ".join(["S *s", *(f"I {one}" for one in names)])
    before, after, again = _work_accounting(module, name)
    if name in module.constants:
        module.small_function(f"inline I {stem}({head})", [
            f"    if (!({inside}1)) return {worked}(s{arguments});", f"    {k}",
            f"    if (k->question == FOREVER) {{ {again}return k->value; }}",
            f"    {before}I found = {worked}(s{arguments});",
            f"    k->question = FOREVER; k->value = found;{after}", "    return found;",
        ])  # fmt: skip
        return
    module.small_function(f"inline I {stem}({head})", [
        f"    I question = s->x->question; if (question == CHANGING || !({inside}1)) return {worked}(s{arguments});",
        f"    {k}", f"    if (k->question == question) {{ {again}return k->value; }}",
        f"    {before}I found = {worked}(s{arguments});",
        f"    k->question = question; k->value = found;{after}", "    return found;",
    ])  # fmt: skip


def _place(module: Module, stem: str, names: Sequence[str], sizes: Sequence[int]) -> tuple[str, str]:
    """Print a bounds check of the arguments, and declare their memo entry `k`."""
    place = "0"
    for one, count in zip(names, sizes, strict=True):
        place = f"({place}) * {count} + {one}"
    module.memos[f"memo_{stem}"] = prod(sizes)
    inside = "".join(f"(uint64_t){one} < {count} && " for one, count in zip(names, sizes, strict=True))
    return inside, f"Memo *k = s->x->memo_{stem} + ({place});"


def _work_accounting(module: Module, name: Name) -> tuple[str, str, str]:
    """Print the work accounting before evaluation, after it, and on a memo hit."""
    if name not in module.counting:
        return "", "", ""
    return "I work = s->x->work; ", " k->work = s->x->work - work;", "s->x->work += k->work; "


def memoize_ways(module: Module, value: rb.Value, ways: Ways, context: Context, along: list[str]) -> None:
    """Memoize as bits which cases and alterations of a value apply.

    And its result where no other parameter is needed. `along`: the body that evaluates the value from the bits."""
    names, by = ([context.variables[one] for one in some] for some in (value.parameters, ways.parameters))
    head, head_by = (
        ", ".join(["S *s", *(f"{c_type(one.type)} {context.variables[one]}" for one in some)])
        for some in (value.parameters, ways.parameters)
    )
    given, given_by = ("".join(f", {one}" for one in some) for some in (names, by))
    stem = _stem(value.name)
    inside, k = _place(module, stem, by, ways.sizes)
    before, after, again = _work_accounting(module, value.name)
    apart = ""
    if before:  # if `along` runs on each hit, it counts its own work
        apart, after = " I apart = s->x->work;", " k->work = (k->ways ? apart : s->x->work) - work;"
    module.small_function(f"inline I along_{stem}({head}, I ways)", along)
    module.small_function(
        f"I ways_{stem}({head_by})", ["    I ways = 0;", *_choice(value, context), "    return ways;"]
    )
    module.small_function(f"__attribute__((noinline)) I new_{stem}({head})", [
        "    I question = s->x->question;",
        f"    if (question == CHANGING || !({inside}1)) return along_{stem}(s{given}, ways_{stem}(s{given_by}));",
        f"    {k} {before}I ways = ways_{stem}(s{given_by});{apart}",
        f"    k->ways = ways & {_open(value, ways)}LL ? ways : 0;",
        f"    I found = along_{stem}(s{given}, ways);",
        f"    k->question = question; k->value = found;{after}", "    return found;",
    ])  # fmt: skip
    module.small_function(f"inline __attribute__((always_inline)) I {stem}({head})", [
        f"    if (!({inside}1)) return new_{stem}(s{given});",
        f"    {k}", f"    if (k->question != s->x->question) return new_{stem}(s{given});",
        f"    {again}return k->ways ? along_{stem}(s{given}, k->ways) : k->value;",
    ])  # fmt: skip


def _stem(name: Name) -> str:
    return f"value_{plain(name)}" if isinstance(name, str) else f"formula_{plain('_'.join(name))}"


def _choice(value: rb.Value, context: Context) -> Iterator[str]:
    """Print the code that sets the bits.

    Alterations from the last one back to one that ignores the old value, and if there is none the first case that holds."""
    whole = independent_ways(value)
    for i, change in reversed(list(enumerate(value.alterations, len(value.cases)))):
        later = sum(bit for bit in whole if bit > 1 << i)
        tests = [f"!(ways & {later}LL)"] if later else []
        tests += [f"({write(change.guard, context)})"] if change.guard is not None else []
        test = f"if ({' && '.join(tests)}) " if tests else ""
        yield f"    {test}ways |= {1 << i}LL;"
    if whole:
        yield f"    if (ways & {sum(whole)}LL) return ways;"
    for i, case in enumerate(value.cases):
        test = f"if ({write(case.condition, context)}) " if case.condition is not None else ""
        yield f"    {'else ' if i else ''}{test}ways |= {1 << i}LL;"


def independent_ways(value: rb.Value) -> list[int]:
    """List the bits of alterations that ignore the old value."""
    return [1 << i for i, change in enumerate(value.alterations, len(value.cases)) if replaces_everything(change)]


def _open(value: rb.Value, ways: Ways) -> int:
    """Mask the cases and alterations that read parameters outside the memo key."""
    needs = [bool(_names([case.value]) & ways.others) for case in value.cases]
    needs += [bool(_names(_terms(change.cases)) & ways.others) for change in value.alterations]
    return sum(1 << i for i, more in enumerate(needs) if more)


def _terms(cases: Iterable[rb.Case]) -> list[rb.Term]:
    return [term for case in cases for term in (case.condition, case.value) if term is not None]


def _conditions(value: rb.Value) -> Iterator[rb.Term]:
    """Yield the conditions that select cases and alterations."""
    yield from (case.condition for case in value.cases if case.condition is not None)
    yield from (change.guard for change in value.alterations if change.guard is not None)


def _names(terms: Iterable[rb.Term]) -> frozenset[rb.Variable]:
    """Collect the free variables of terms."""
    found = [part for term in terms for part in walk(term)]
    own = {name for part in found if isinstance(part, rb.Search) for name in (part.variable, *part.pieces)}
    return frozenset(part.variable for part in found if isinstance(part, rb.Local)) - own
