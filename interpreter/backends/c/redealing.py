"""Emit what redeals need to know of a game: where its values are stored, who sees them, and its `always` rules one by one.

In: the keeps, the `sight` and the invariants of a Program. Out: C tables and functions by the number of a keep or a rule.
Layer: backends. `redeal.h` deals; everything else it knows comes from `runtime/redeal_words.py`.
"""

from __future__ import annotations

from interpreter.backends.c.context import Context, scalar, write
from interpreter.backends.c.emission import Module
from interpreter.backends.c.nesting import top_slot
from interpreter.backends.c.slots import words_of
from interpreter.backends.c.terms import context_of
from interpreter.backends.c.unit import plain, texts
from interpreter.backends.c.visibility import write_sees
from interpreter.ir import rulebook as rb
from interpreter.ir.types import PLAYER, Number, YesNo, bare

WIDTHS = {"int8_t": 1, "int16_t": 2, "int32_t": 4, "I": 8}


def write_redealing(module: Module) -> None:
    module.heads += [_cells(module), _slots(module)]
    _sight(module)
    _rules(module)
    _lets(module)


def _cells(module: Module) -> str:
    """Emit where the cells of each keep are.

    Of width 0: lists; -1: piles, rows and grids, which are not in cells."""
    entries = []
    for keep in module.rulebook.keeps.values():
        cells = module.unit.cells.get(keep.name)
        if cells is None:
            entries.append("{0, -1}")
        else:
            entries.append(f"{{offsetof(S, {cells.field}), {0 if cells.is_list else WIDTHS[cells.cell]}}}")
    return f"static const struct {{ size_t at; int width; }} CELLS_OF[] = {{{', '.join([*entries, '{0, -1}'])}}};"


def _slots(module: Module) -> str:
    """Emit the word of each slot in its frame, routine by routine.

    And the one that holds where lists began, or 0."""
    found = [at for frame in module.program.frames.values() for at in words_of(frame, module.unit).values()]
    tops = [top_slot(module.unit.nest, frame) for frame in module.program.frames.values()]
    return "\n".join(
        f"static const int16_t {name}[] = {{{', '.join(map(str, values)) or '0'}}};"
        for name, values in (("SLOT_AT", found), ("TOP_AT", tops))
    )


def _sight(module: Module) -> None:
    cases = []
    for number, keep in enumerate(module.rulebook.keeps.values()):
        if not keep.seen:
            continue
        if not any(f" sees_{plain(keep.name)}(" in head for head in module.heads):
            write_sees(module, keep)
        keys = "".join(f", k[{i}]" for i in range(len(keep.parameters)))
        cases.append(f"    case {number}: return (int)sees_{plain(keep.name)}(s, viewer{keys});")
    body = ["    (void)s; (void)viewer; (void)k;", "    switch (keep) {", *cases, "    }", "    return 1;"]
    module.function("int sight(S *s, I keep, I viewer, const I *k)", body, cold=True)


def _rules(module: Module) -> None:
    holds, gaps, have = [], [], []
    for number, invariant in enumerate(module.program.invariants):
        holds.append(f"    case {number}: return {write(invariant.holds, context_of(module.unit))} ? 1 : 0;")
        gap = _gap(invariant, context_of(module.unit))
        if gap:
            gaps.append(f"    case {number}: return {gap};")
            have.append(f"    case {number}:")
    end = "    }"
    module.function("int rule_holds(S *s, I rule)",
                    ["    (void)s;", "    switch (rule) {", *holds, end, "    return 1;"], cold=True)  # fmt: skip
    module.function(
        "I gap(S *s, I rule)", ["    (void)s;", "    switch (rule) {", *gaps, end, "    return 0;"], cold=True
    )
    found = ["    switch (rule) {", *have, "        return 1;", end] if have else ["    (void)rule;"]
    module.function("int has_gap(I rule)", [*found, "    return 0;"], cold=True)


def _lets(module: Module) -> None:
    """Emit the values of one player, or of nobody, that give a number or yes or no.

    Inputs of learned bots."""
    found = [
        value for value in module.program.values.values()
        if not value.is_part and not value.limits and isinstance(bare(value.type), Number | YesNo)
        and [parameter.type for parameter in value.parameters] in ([], [PLAYER])
    ]  # fmt: skip
    cases = [
        f"    case {number}: return value_{plain(value.name)}(s{', player' if value.parameters else ''});"
        for number, value in enumerate(found)
    ]
    body = ["    (void)s; (void)player;", "    switch (let) {", *cases, "    }", "    return NONE;"]
    module.function("I let_value(S *s, I let, I player)", body, cold=True)
    names = [f"{value.name}{'(player)' if value.parameters else ''}" for value in found]
    module.common.append(f"static const char LETS[] = {texts(names)};")


def _gap(invariant: rb.Invariant, context: Context) -> str:
    """Print the difference between both sides of `A is B` with numbers."""
    match invariant.holds:
        case rb.Comparison(operator="==", left=left, right=right) if right is not None:
            if isinstance(left.type, Number) and isinstance(right.type, Number):
                return f"subtract(s, {scalar(left, context)}, {scalar(right, context)})"
    return ""
