"""Import and export states in layout order, and begin a game.

In: the layout and the frames of a Program. Out: C functions that read and write every cell and every slot. Layer: backends.
"""

from __future__ import annotations

from interpreter.backends.c.emission import Module
from interpreter.backends.c.slots import words_of
from interpreter.backends.c.unit import c_type, number, texts


def write_import_and_export(module: Module) -> None:
    out, back = [], []
    for keep in module.rulebook.keeps.values():
        cells = module.unit.cells.get(keep.name)
        if cells is None:
            continue
        count = module.layout.keeps[keep.name].count
        cell = f"s->{cells.field}[i]"
        if cells.is_list:
            out.append(f"    for (int i = 0; i < {count}; i++) p = put_items(p, {cell}.n, s->kept + {cell}.at);")
            back.append(f"    for (int i = 0; i < {count}; i++) p = kept_in(s, &{cell}, p);")
        else:
            out.append(f"    for (int i = 0; i < {count}; i++) *p++ = {cell} == {cells.none} ? NONE : {cell};")
            beyond = f"*p != NONE && (*p > {number(cells.limit)} || *p < -{number(cells.limit)})"
            back.append(f"    for (int i = 0; i < {count}; i++, p++) {{ if ({beyond}) return 0; "
                        f"{cell} = ({cells.cell})(*p == NONE ? {cells.none} : *p); }}")  # fmt: skip
    module.small_function("I *put_items(I *p, I n, const I *from)", [
        "    *p++ = n; for (I i = 0; i < n; i++) *p++ = from[i]; return p;"])  # fmt: skip
    module.function("I *cells_out(S *s, I *p)", ["    (void)s;", *out, "    return p;"], cold=True)
    module.function("const I *cells_in(S *s, const I *p)", ["    (void)s;", *back, "    return p;"], cold=True)
    _frames_in_and_out(module)
    entries = {name: _entry(module, name) for name in ("play", "set_up")}
    begin = [f"    push(s, {entries['play'][0]}, {entries['play'][1]});"] if entries["play"] else []
    if "set_up" in module.program.plain:
        begin.append("    run_set_up(s);")
    elif entries["set_up"]:
        begin.append(f"    push(s, {entries['set_up'][0]}, {entries['set_up'][1]});")
    module.function("void begin(S *s)", begin)
    module.common.append(f"static const char ROWS[] = {texts(module.program.rows)};")
    menus = [int(site.shape in ("menu", "actions")) for site in module.program.sites]
    module.common.append(f"static const char UNITS[] = {texts(module.program.units)};")
    module.common.append(f"static const char IS_MENU[] = {{{', '.join(map(str, menus)) or '0'}}};")


def _entry(module: Module, name: str) -> tuple[int, int] | None:
    frame = module.program.frames.get(name)
    return (frame.entry, words_of(frame)[1]) if frame is not None else None


def _frames_in_and_out(module: Module) -> None:
    """Emit the import and export of frame slots by block: a list as its length and items."""
    out, back = [], []
    for frame in module.program.frames.values():
        slots, words = words_of(frame)
        cases = "".join(f"case {block.number}: " for block in frame.blocks)
        lists = {at for variable, at in slots.items() if c_type(variable.type) != "I"}
        writes = "".join(
            f"p = put_items(p, f[{at} + 1], s->mem + (f[{at} + 1] == NONE ? 0 : f[{at}])); " if at in lists
            else f"*p++ = f[{at}]; " for at in slots.values()
        )  # fmt: skip
        reads = "".join(
            f"p = list_in(s, f + {at}, p); " if at in lists else f"f[{at}] = *p++; " for at in slots.values()
        )
        out.append(f"    {cases}{writes}break;")
        back.append(f"    {cases}f = push(s, block, {words}); {reads}break;")
    module.function("const I *list_in(S *s, I *slot, const I *p)", [
        "    I n = *p++; if (n == NONE) return p; put_list(s, slot, (L){n, p}); return p + n;"], cold=True)  # fmt: skip
    module.function("I *slots_out(S *s, I *f, I *p)", [
        "    (void)s;", "    switch (f[0]) {", *out, "    }", "    return p;"], cold=True)  # fmt: skip
    module.function("const I *slots_in(S *s, I block, const I *p)", [
        "    I *f; (void)f;", "    switch (block) {", *back, "    }", "    return p;"], cold=True)  # fmt: skip
