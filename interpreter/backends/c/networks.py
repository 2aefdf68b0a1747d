"""Print walks through networks as C expressions.

In: a builtin that walks and a Context. Out: the text of a statement expression that uses `networks.h`. Layer: backends. The
conditions of a network are tested on the way, or once for each connection; no list of connections is built for them.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.backends.c.context import Context, scalar, write
from interpreter.backends.c.searches import is_plain_list, through
from interpreter.backends.c.unit import plain
from interpreter.ir import rulebook as rb
from interpreter.ir.types import Of, element
from interpreter.lower.passes.budget import uncounted

WALKS = ("reached", "nearest", "distance_by", "neighbours_by", "groups_by", "longest_trail")
Go = Callable[[str], str]  # from the text of a place that follows, what to do with it
NOWHERE = "(L){0, 0}"


def write_walk(term: rb.Builtin, context: Context) -> str:
    context.unit.walks = True
    assert term.kind is not None
    if term.name == "longest_trail":
        return _longest_trail(term, term.kind, context)
    match term.name, term.arguments:
        case "reached", (start, by, stops):
            return _walk(by, term.kind, context, write(start, context), write(stops, context), NOWHERE, _found)
        case "nearest", (wanted, start, by, stops):
            given = (write(start, context), write(stops, context), write(wanted, context))
            return _walk(by, term.kind, context, *given, lambda walk, goal: f"nearest_of(s, &{walk}, {goal})")
        case "distance_by", (here, there, by):
            given = (_alone(here, context), NOWHERE, _alone(there, context))
            return _walk(by, term.kind, context, *given, lambda walk, goal: f"{walk}.far[{goal}.p[0]]")
        case "neighbours_by", (here, by):
            return _neighbours(here, by, term.kind, context)
        case _, (things, by):
            return _groups(things, by, term.kind, context)
    raise AssertionError(term.name)


def _alone(term: rb.Term, context: Context) -> str:
    return f"(L){{1, (I[]){{{scalar(term, context)}}}}}"


def _found(walk: str, _goal: str) -> str:
    return f"(L){{{walk}.last, {walk}.queue}}"


def _walk(
    by: rb.Term, kind: str, context: Context, start: str, stops: str, wanted: str, answer: Callable[[str, str], str]
) -> str:
    walk, goal = context.unit.fresh("w"), context.unit.fresh("l")
    before, step = _step(by, kind, context, f"{walk}.here", lambda place: f"walk_to(&{walk}, {place});")
    size = context.unit.size(kind)
    return (
        f"({{ L {goal} = {wanted}; {before}Walk {walk} = walk_from(s, {size}, {start}, {stops}, {goal}); "
        f"while (walk_on(&{walk})) {{ {step} }} {answer(walk, goal)}; }})"
    )


def _neighbours(here: rb.Term, by: rb.Term, kind: str, context: Context) -> str:
    near, place, size = context.unit.fresh("m"), context.unit.fresh("v"), context.unit.size(kind)
    before, step = _step(by, kind, context, place, lambda other: f"{near}[{other}] = 1;")
    begin = f"I {place} = {scalar(here, context)}; {before}unsigned char *{near} = no_marks(s, {size});"
    return f"({{ {begin} do {{ {step} }} while (0); marked(s, {size}, {near}); }})"


def _groups(things: rb.Term, by: rb.Term, kind: str, context: Context) -> str:
    some, above, index, place = (context.unit.fresh(stem) for stem in "laiv")
    before, step = _step(by, kind, context, place, lambda other: f"grouped_with({above}, {place}, {other});")
    size = context.unit.size(kind)
    return (
        f"({{ L {some} = {write(things, context)}; {before}I *{above} = ungrouped(s, {size}, {some}); "
        f"for (I {index} = 0; {index} < {some}.n; {index}++) {{ I {place} = {some}.p[{index}]; {step} }} "
        f"groups_of(s, {size}, {above}, {some}); }})"
    )


def _longest_trail(term: rb.Builtin, kind: str, context: Context) -> str:
    places = context.rulebook.kinds[kind].joins or ""
    found = context.rulebook.maps[places]
    ends = context.unit.lists(f"ends_{plain(kind)}", list(found.far_ends))
    ways, lengths, stops = (write(argument, context) for argument in term.arguments)
    return f"longest_trail(s, {ways}, {lengths}, {stops}, {ends}, {context.unit.size(places)})"


# ---------------------------------------------------------------- a step


def _step(by: rb.Term, kind: str, context: Context, here: str, go: Go) -> tuple[str, str]:
    """Print what is done before a walk, and at each place: `go` to all that follow.

    `continue` may leave a place."""
    if isinstance(by, rb.Search) and by.word == "network":
        return _by_rule(by, kind, context, here, go)
    unit, inner, found = context.unit, element(by.type), context.rulebook.maps[kind]
    assert isinstance(inner, Of)
    marks, before = _marks(by, unit.size(inner.kind), context)
    row, index = unit.fresh("l"), unit.fresh("i")
    if inner.kind == kind:
        near = unit.lists(f"neighbours_{plain(kind)}", list(found.neighbours))
        each = f"I n_ = {row}.p[{index}]; if ({marks}[n_]) {go('n_')}"
        return before, _each(row, f"{near}[{here}]", index, each)
    exits = unit.lists(f"exits_{plain(kind)}", list(found.exits))
    ends = unit.lists(f"ends_{plain(inner.kind)}", list(found.far_ends))
    far = f"const I *e_ = {ends}[{row}.p[{index}]].p; I n_ = e_[e_[0] == {here}];"
    return before, _each(row, f"{exits}[{here}]", index, f"if (!{marks}[{row}.p[{index}]]) continue; {far} {go('n_')}")


def _each(row: str, items: str, index: str, each: str) -> str:
    return f"L {row} = {items}; for (I {index} = 0; {index} < {row}.n; {index}++) {{ {each} }}"


def _marks(some: rb.Term, size: int, context: Context) -> tuple[str, str]:
    """Print which members are in a list.

    The name of their marks, and how they are made."""
    marks = context.unit.fresh("m")
    if is_plain_list(some):
        head, inner, rest = through(some.items, some.variable, some.where, context)
        test = f"if ({write(rest, inner)}) " if rest is not None else ""
        put = f"{head}{test}{marks}[{inner.variables[some.variable]}] = 1; }}"
        return marks, f"unsigned char *{marks} = no_marks(s, {size}); {{ {put} }} "
    return marks, f"unsigned char *{marks} = marks_of(s, {size}, {write(some, context)}); "


def _by_rule(by: rb.Search, kind: str, context: Context, here: str, go: Go) -> tuple[str, str]:
    assert by.body is not None
    inner, row, index = context.inner(), context.unit.fresh("l"), context.unit.fresh("i")
    name = inner.local(by.variable)
    before, tests = "", []
    items, counted = uncounted(by.items)
    if isinstance(items, rb.Members) and items.kind == kind and kind != "player":
        before = f"spend(s, {context.unit.size(kind)}); " if counted else ""
    else:
        marks, before = _marks(by.items, context.unit.size(kind), context)
        tests.append(f"{marks}[{name}]")
    if by.where is not None:
        tests.append(write(by.where, inner))
    test = f"if (!({' && '.join(tests)})) continue; " if tests else ""
    each = _each(row, write(by.body, inner), index, go(f"{row}.p[{index}]"))
    return before, f"I {name} = {here}; {test}{each}"
