"""Emit a coarse profile of a position, used to search for positions not seen before.

In: a rulebook with its layout. Out: the body of a C function that reports traits of a position, each as a number: how full
piles are, how high values are (roughly), how many things each player has, in total and of one sort. Layer: backends. A trait
does not name a player or thing: that someone owns all of a sort is new, not who. `gauges` are the amounts that a walk can aim
to raise or lower: how much there is of each keep.
"""

from __future__ import annotations

from interpreter.backends.c.unit import Unit
from interpreter.ir import rulebook as rb
from interpreter.ir.types import PLAYER, Grid, Maybe, Number, Of, YesNo, Zone, bare

HEAD = "int profile(S *s, void *seer, int (*see)(void *, uint64_t))"
OWN_HEAD = "int own_profile(S *s, void *seer, int (*see)(void *, uint64_t))"
GAUGE_HEAD = "I gauge(S *s, I number)"
COUNT_HEAD = "I gauges(void)"


def own_profile(unit: Unit) -> list[str]:
    """Emit the profile of the acting player.

    None, zero, one or more of each of their values; and cards in force."""
    lines = ["    int news = 0; I me = s->actor; (void)me; (void)seer; (void)see;"]
    for number, keep in enumerate(unit.rulebook.keeps.values()):
        trait, spot = (number + 1) << 20, unit.layout.keeps[keep.name]
        if isinstance(keep.type, Zone) and keep.in_force:
            lines.append(f"    for (int i = 0; i < {spot.count}; i++) {{ L z = zone(s, {spot.base} + i); "
                         f"for (I j = 0; j < z.n; j++) news |= see(seer, {trait} + 64 + (uint64_t)z.p[j]); }}")  # fmt: skip
        cells = unit.cells.get(keep.name)
        if cells is None or cells.is_list or [parameter.type for parameter in keep.parameters] != [PLAYER]:
            continue
        if isinstance(bare(keep.type), Number | YesNo):
            cell = f"s->{cells.field}[me]"
            some = f"{cell} == {cells.none} ? 0 : {cell} <= 0 ? 1 : {cell} == 1 ? 2 : 3"
            lines.append(f"    news |= see(seer, {trait} + ({some}));")
    return [*lines, "    return news;"]


def profile(unit: Unit) -> list[str]:
    lines = ["    int news = 0; (void)s; (void)seer; (void)see;"]
    for number, keep in enumerate(unit.rulebook.keeps.values()):
        trait, spot = (number + 1) << 20, unit.layout.keeps[keep.name]
        each = f"    for (int i = 0; i < {spot.count}; i++)"
        if isinstance(keep.type, Zone):
            lines.append(f"{each} news |= see(seer, {trait} + rough(zone(s, {spot.base} + i).n));")
        elif not isinstance(keep.type, Grid) and keep.name in unit.cells:
            lines += _value(unit, keep, trait, each)
    return [*lines, "    return news;"]


def gauges(unit: Unit) -> list[str]:
    """Emit one amount by its number.

    Cards in piles, the sum of numbers, how many are yes or are not none."""
    found = [line for keep in unit.rulebook.keeps.values() if (line := _gauge(unit, keep))]
    cases = [f"    case {number}: {line} break;" for number, line in enumerate(found)]
    return ["    I sum = 0; (void)s;", "    switch (number) {", *cases, "    }", "    return sum;"]


def gauge_count(unit: Unit) -> list[str]:
    return [f"    return {sum(bool(_gauge(unit, keep)) for keep in unit.rulebook.keeps.values())};"]


def _gauge(unit: Unit, keep: rb.Keep) -> str:
    spot = unit.layout.keeps[keep.name]
    each = f"for (int i = 0; i < {spot.count}; i++)"
    if isinstance(keep.type, Zone):
        return f"{each} sum += zone(s, {spot.base} + i).n;"
    cells = unit.cells.get(keep.name)
    if cells is None or isinstance(keep.type, Grid):
        return ""
    if cells.is_list:
        return f"{each} sum += s->{cells.field}[i].n > 0 ? s->{cells.field}[i].n : 0;"
    cell = f"s->{cells.field}[i]"
    if isinstance(bare(keep.type), Number | YesNo):
        return f"{each} if ({cell} != {cells.none}) sum += {cell};"
    return f"{each} sum += {cell} != {cells.none};" if isinstance(keep.type, Maybe) else ""


def _value(unit: Unit, keep: rb.Keep, trait: int, each: str) -> list[str]:
    cells = unit.cells[keep.name]
    if cells.is_list:
        return [f"{each} news |= see(seer, {trait} + rough(s->{cells.field}[i].n));"]
    cell = f"s->{cells.field}[i]"
    if isinstance(bare(keep.type), Number):
        return [f"{each} if ({cell} != {cells.none}) news |= see(seer, {trait} + rough({cell}));"]
    if bare(keep.type) != PLAYER or not keep.parameters:
        return []
    lines = ["    { int had[PLAYERS] = {0};", f"    {each} if ({cell} >= 0 && {cell} < PLAYERS) had[{cell}]++;",
             f"    for (int p = 0; p < s->count; p++) news |= see(seer, {trait} + 4096 + rough(had[p])); }}"]  # fmt: skip
    return lines + _by_sort(unit, keep, trait, each, cell)


def _by_sort(unit: Unit, keep: rb.Keep, trait: int, each: str, cell: str) -> list[str]:
    """Count the things of one sort that a player has, for each column that sorts them."""
    key = keep.parameters[0].type
    if len(keep.parameters) != 1 or not isinstance(key, Of) or key.kind not in unit.rulebook.kinds:
        return []
    lines: list[str] = []
    for number, column in enumerate(unit.rulebook.kinds[key.kind].columns.values()):
        if column.parameters or column.type is None or not isinstance(bare(column.type), Of):
            continue
        if not all(value is None or isinstance(value, int) for value in column.cells) or bare(column.type) == PLAYER:
            continue
        sorts = max((value for value in column.cells if value is not None), default=0) + 1
        table = unit.table(f"sort_{trait}_{number}", list(column.cells))
        lines += [f"    {{ int16_t had[PLAYERS][{sorts}] = {{{{0}}}};",
                  f"    {each} if ({cell} >= 0 && {cell} < PLAYERS && {table}[i] != NONE) {{",
                  f"        int n = ++had[{cell}][{table}[i]];",
                  f"        news |= see(seer, {trait} + {8192 + 64 * number} + (n < 63 ? n : 63));", "    } }"]  # fmt: skip
    return lines
