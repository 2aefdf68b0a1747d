"""Emit the visibility of keeps as C functions, as far as it decides who may notice a question.

In: the `sight` of a Program. Out: for each such keep, whether a viewer sees it (`sees_`) and who knows it (`knows_`).
Layer: backends.
"""

from __future__ import annotations

from interpreter.backends.c.context import write
from interpreter.backends.c.emission import Module
from interpreter.backends.c.terms import context_of
from interpreter.backends.c.unit import c_type, plain
from interpreter.ir import rulebook as rb
from interpreter.ir.traversal import walk
from interpreter.ir.types import PLAYER, Zone


def write_visibility(module: Module) -> None:
    cases = []
    for keep in module.rulebook.keeps.values():
        if not module.program.quiet or (keep.name not in module.unit.asked_about and not isinstance(keep.type, Zone)):
            continue
        write_sees(module, keep)
        if keep.name in module.unit.asked_about:
            _knows(module, keep)
        if isinstance(keep.type, Zone):
            spot = module.layout.keeps[keep.name]
            keys = ", ".join(
                f"(list - {spot.base}) / {step} % {size}" for step, size in zip(spot.steps, spot.sizes, strict=True)
            )
            cases.append(
                f"    if (list >= {spot.base} && list < {spot.base + spot.count}) "
                f"return sees_{plain(keep.name)}(s, viewer{', ' if keys else ''}{keys});"
            )
    head = "    (void)s; (void)list; (void)viewer;"
    module.function("int list_seen(S *s, I list, I viewer)", [head, *cases, "    return 1;"])


def write_sees(module: Module, keep: rb.Keep) -> None:
    """Emit the test whether a viewer (-1: a spectator) sees the keep."""
    context = context_of(module.unit)
    names = [f"I {context.local(parameter)}" for parameter in keep.parameters]
    body = ["    (void)viewer;"]
    for seen in module.program.sight[keep.name]:
        when = f"{write(seen.when, context)} && " if seen.when is not None else ""
        tests = [
            f"holds({write(by, context)}, viewer)" if c_type(by.type) == "L" else f"viewer == {write(by, context)}"
            for by in seen.by
        ]
        if seen.everyone:
            tests = ["1"]
        elif seen.all_but is not None:
            tests = [f"(viewer >= 0 && viewer != {write(seen.all_but, context)})"]
        body.append(f"    if ({when}({' || '.join(tests) or '0'})) return 1;")
    body.append("    return 0;" if keep.seen else "    return 1;")
    module.function(f"int sees_{plain(keep.name)}({', '.join(['S *s', 'I viewer', *names])})", body)


def _knows(module: Module, keep: rb.Keep) -> None:
    """Emit the bitset of players who see the keep; NONE if everyone does.

    A key NONE means all members."""
    names = [f"k{i}" for i in range(len(keep.parameters))]
    loops, ends = [], ""
    for name, size, parameter in zip(names, module.layout.keeps[keep.name].sizes, keep.parameters, strict=True):
        live = "s->count" if parameter.type == PLAYER else str(size)
        loops.append(f"    for (I {name} = given_{name} == NONE ? 0 : given_{name}; "
                     f"{name} < (given_{name} == NONE ? {live} : given_{name} + 1); {name}++) {{")  # fmt: skip
        ends += "}"
    call = f"sees_{plain(keep.name)}(s, %s{''.join(f', {name}' for name in names)})"
    body = [
        *_known_to_keys(module, keep, names), "    I known = (1LL << s->count) - 1; int everyone = 1;", *loops,
        f"    everyone = everyone && {call % '-1'};",
        f"    for (I player = 0; player < s->count; player++) if (!{call % 'player'}) known &= ~(1LL << player);",
        f"    {ends}", "    return everyone ? NONE : known;",
    ]  # fmt: skip
    head = ", ".join(["S *s", *(f"I given_{name}" for name in names)])
    module.function(f"I knows_{plain(keep.name)}({head})", body)


def _known_to_keys(module: Module, keep: rb.Keep, names: list[str]) -> list[str]:
    """Emit the shortcut for a keep that only players among its keys see.

    Or nobody, or at times everyone."""
    context, knowing, whens = context_of(module.unit), set[rb.Variable](), list[rb.Term]()
    context.variables.update({key: f"given_{name}" for key, name in zip(keep.parameters, names, strict=True)})
    for one in module.program.sight[keep.name]:
        if one.everyone and one.when is not None:
            whens.append(one.when)
            continue
        if one.when is not None or one.everyone or one.all_but is not None:
            return []
        for by in one.by:
            if not isinstance(by, rb.Local) or by.variable not in keep.parameters:
                return []
            knowing.add(by.variable)
    if not keep.seen:
        return []
    opened = "".join(f"if ({write(when, context)}) return NONE; " for when in whens)
    there = " && ".join(f"given_{name} != NONE" for name in names) or "1"
    known = " | ".join(f"1LL << {context.variables[key]}" for key in keep.parameters if key in knowing) or "0"
    lines = [f"    if ({there}) {{ {opened}return {known}; }}"]
    of_any = not any(isinstance(part, rb.Local) for when in whens for part in walk(when))
    if of_any and names and (not knowing or [key.type for key in keep.parameters] == [PLAYER]):
        all_of_them = "s->count > 1 ? 0 : 1" if knowing else "0"  # with several players, nobody sees everyone's
        lines.append(f"    {opened}return {all_of_them};")
    return lines
