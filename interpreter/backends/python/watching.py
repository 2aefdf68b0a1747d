"""Emit invariants, requirements, visibility and shown values as Python functions and tables.

In: the invariants, requirements and stored values of a Program. Out: functions and tables in an Emission. Layer: backends.
"""

from __future__ import annotations

from interpreter.backends.python.context import Context
from interpreter.backends.python.emission import Module
from interpreter.backends.python.failing import Stretches, write_failing
from interpreter.backends.python.terms import write_term
from interpreter.ir import rulebook as rb
from interpreter.ir.traversal import known, walk
from interpreter.ir.types import ListOf, Number, Of
from interpreter.runtime.identifiers import made


def write_watching(module: Module) -> None:
    _invariants(module)
    _requirements(module)
    _visibility(module)
    _worth_showing(module)


def _invariants(module: Module) -> None:
    """Emit ALWAYS and WATCHED.

    ALWAYS: (name, holds, because, span, why not, bits of the ranges it depends on, gap); WATCHED: the ranges."""
    written, stretches = [], Stretches(module.rulebook, module.layout)
    for invariant in module.program.invariants:
        context = Context(module.shared)
        name = made("always", invariant.name)
        module.out.function(f"{name}(s)", [f"    return {write_term(invariant.holds, context)}"], invariant.span)
        because, why = (
            module.text_function(invariant.because, context, invariant.span),
            made("why_not", invariant.name),
        )
        lines = [*write_failing(invariant.failing, context, 1), "    return '; '.join(found[:6])"]
        module.out.function(f"{why}(s)", ["    found = []", *lines], invariant.span)
        bits = stretches.bits(invariant.holds)
        written.append(
            f"Always({invariant.name!r}, {name}, {because}, {str(invariant.span)!r}, {why}, {bits}, {_gap(module, invariant)})"
        )
    module.out.line(f"ALWAYS = ({''.join(text + ', ' for text in written)})")
    module.out.line(f"WATCHED = {tuple(stretches.found)!r}")


def _gap(module: Module, invariant: rb.Invariant) -> str | None:
    """Emit the difference between both sides of `A is B` with numbers.

    Bots guess hidden amounts so that it is 0."""
    match invariant.holds:
        case rb.Comparison(operator="==", left=left, right=right) if right is not None:
            pass
        case _:
            return None
    if not isinstance(left.type, Number) or not isinstance(right.type, Number):
        return None
    name, context = made("gap", invariant.name), Context(module.shared)
    difference = f"{write_term(left, context)} - ({write_term(right, context)})"
    module.out.function(f"{name}(s)", [f"    return {difference}"], invariant.span)
    return name


def _requirements(module: Module) -> None:
    """Emit REQUIRED: what must hold before the game, with reason and span."""
    written = []
    for number, needed in enumerate(module.program.requirements):
        context = Context(module.shared)
        name = f"required_{number}"
        module.out.function(f"{name}(s)", [f"    return {write_term(needed.holds, context)}"], needed.span)
        because = module.text_function(needed.because, context, needed.span)
        written.append(f"Required({name}, {because}, {str(needed.span)!r})")
    module.out.line(f"REQUIRED = ({''.join(text + ', ' for text in written)})")


def _visibility(module: Module) -> None:
    """Emit KEEPS: name, address, type, visibility and lifetime of each keep.

    RESETS: their reset functions."""
    written = []
    height_of = {keep.height: keep.name for keep in module.rulebook.keeps.values() if keep.height is not None}
    for keep in module.rulebook.keeps.values():
        spot = module.layout.keeps[keep.name]
        kinds = tuple(parameter.type.kind for parameter in keep.parameters if isinstance(parameter.type, Of))
        sight = _sight(module, keep)
        written.append(
            f"Keep({keep.name!r}, {spot.base}, {spot.steps}, {kinds!r}, {keep.type!r}, {sight}, {keep.count_hidden}, "
            f"{keep.in_force}, {_lives_with(keep)!r}, {str(keep.span)!r}, {keep.not_shown}, "
            f"{keep.absence_seen}, {any(seen.all_but is not None for seen in keep.seen)}, {keep.title!r}, "
            f"{height_of.get(keep)!r}, {keep.counted!r}, {_is_fixed(module, keep)}, {keep.place!r}, "
            f"{keep.others_change}, {keep.arrival!r})"
        )
    module.out.line(f"KEEPS = ({''.join(text + ', ' for text in written)})")
    resets = "".join(f"{made('reset', keep.name)}, " for keep in module.rulebook.keeps.values())
    module.out.line(f"RESETS = ({resets})")


def _worth_showing(module: Module) -> None:
    """Emit SHOWN: derived values that are displayed with the table."""
    written = []
    for one in module.rulebook.shown:
        value = one.value
        kinds = tuple(parameter.type.kind for parameter in value.parameters if isinstance(parameter.type, Of))
        written.append(
            f"Shown({value.name!r}, {one.title!r}, {kinds!r}, {value.type!r}, {made('value', value.name)}, {one.owner}, "
            f"{one.when_asked})"
        )
    module.out.line(f"SHOWN = ({''.join(text + ', ' for text in written)})")


def _sight(module: Module, keep: rb.Keep) -> str:
    """Print 'everyone', or the name of a function that decides who may see it.

    (s, viewer, keys...) -> may the viewer see it."""
    if not keep.seen:
        return "'everyone'"
    names = {parameter: f"k{i}" for i, parameter in enumerate(keep.parameters)}
    context = Context(module.shared, dict(names))
    tests = [_seen(seen, context) for seen in module.program.sight[keep.name]]
    if "True" in tests:
        return "'everyone'"
    name = made("sees", keep.name)
    module.out.function(
        f"{name}({', '.join(['s', 'viewer', *names.values()])})", [f"    return {' or '.join(tests)}"], keep.span
    )
    return name


def _is_fixed(module: Module, keep: rb.Keep) -> bool:
    """Does its visibility depend on nothing but the keys?"""
    sight = module.program.sight[keep.name]
    terms = [term for seen in sight for term in (*seen.by, seen.when, seen.all_but) if term is not None]
    return all(isinstance(part, rb.Local | rb.Constant) for term in terms for part in walk(term))


def _seen(seen: rb.Seen, context: Context) -> str:
    always = seen.when is None or known(seen.when) is True
    when = "True" if seen.when is None else write_term(seen.when, context)
    if seen.everyone:
        return when
    if seen.all_but is not None:  # the other players, excluding a spectator (-1)
        who = f"(0 <= viewer != {write_term(seen.all_but, context)})"
    elif seen.by:
        who = f"({' or '.join(_is_one_of(by, context) for by in seen.by)})"
    else:
        return "False"
    return who if always else f"({when} and {who})"  # who owns a card is asked only of one that lies somewhere


def _is_one_of(by: rb.Term, context: Context) -> str:
    text = write_term(by, context)
    return f"viewer in {text}" if isinstance(by.type, ListOf) else f"viewer == {text}"


def _lives_with(keep: rb.Keep) -> str | None:
    """Name the routine whose lifetime a keep shares.

    None: the whole game; empty: internal to the rules."""
    return "" if keep.implicit and keep.belongs_to is None else keep.belongs_to
