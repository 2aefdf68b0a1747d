"""Import and export states in layout order, and begin a game.

In: the layout and the frames of a Program. Out: C functions that read and write every cell and every slot. Layer: backends.
"""

from __future__ import annotations

from interpreter.backends.c.emission import Module
from interpreter.backends.c.nesting import return_slot, top_slot, words_in
from interpreter.backends.c.slots import pushed, words_of
from interpreter.backends.c.unit import c_type, number, texts
from interpreter.ir import blocks as pb


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
    begin = [f"    push(s, {entries['play']});"] if entries["play"] else []
    if "set_up" in module.program.plain:
        begin.append("    run_set_up(s);")
    elif entries["set_up"]:
        begin.append(f"    push(s, {entries['set_up']});")
    module.function("void begin(S *s)", begin)
    module.common.append(f"static const char ROWS[] = {texts(module.program.rows)};")
    menus = [int(site.shape in ("menu", "actions")) for site in module.program.sites]
    module.common.append(f"static const char UNITS[] = {texts(module.program.units)};")
    module.common.append(f"static const char IS_MENU[] = {{{', '.join(map(str, menus)) or '0'}}};")


def _entry(module: Module, name: str) -> str:
    frame = module.program.frames.get(name)
    return pushed(frame, module.unit) if frame is not None else ""


def _frames_in_and_out(module: Module) -> None:
    """Emit the import and export of the slots of a routine by block.

    A list as its length and items."""
    out, back = [], []
    for frame in module.program.frames.values():
        slots = words_of(frame, module.unit)
        cases = "".join(f"case {block.number}: " for block in frame.blocks)
        lists = {at for variable, at in slots.items() if c_type(variable.type) != "I"}
        writes = "".join(
            f"p = put_items(p, f[{at} + 1], f[{at} + 1] == NONE ? 0 : slot_items(s, f + {at})); " if at in lists
            else f"*p++ = f[{at}]; " for at in slots.values()
        )  # fmt: skip
        reads = "".join(
            f"p = list_in(s, f + {at}, p); " if at in lists else f"f[{at}] = *p++; " for at in slots.values()
        )
        out.append(f"    {cases}{writes}break;")
        back.append(f"    {cases}{_place(module, frame)}{reads}break;")
    module.function("const I *list_in(S *s, I *slot, const I *p)", [
        "    I n = *p++; if (n == NONE) return p; put_list(s, slot, (L){n, p}); return p + n;"], cold=True)  # fmt: skip
    module.function("I *slots_out(S *s, I *f, I block, I *p)", [
        "    (void)s;", "    switch (block) {", *out, "    }", "    return p;"], cold=True)  # fmt: skip
    module.function("const I *slots_in(S *s, I block, const I *p)", [
        "    I *f; (void)f;", "    switch (block) {", *back, "    default: return 0;", "    }", "    return p;"],
        cold=True)  # fmt: skip
    _write_returns(module)


def _place(module: Module, frame: pb.Frame) -> str:
    """Print where an imported routine goes.

    Into a new frame, or into its place in the topmost one, which has the block to return to as its own."""
    nest, name = module.unit.nest, frame.routine.name
    if not nest.is_inside(name):
        return f"f = push(s, {pushed(frame, module.unit)}); f[0] = block; "
    base, back, top = nest.base[name], return_slot(nest, frame), top_slot(nest, frame)
    return (
        f"if (!s->depth) return 0; f = s->mem + s->frames[s->depth - 1]; {f'f[{back}] = f[0]; ' if back else ''}"
        f"{f'f[{top}] = s->top; ' if top else ''}f[0] = block; "
        f"for (I i = {base + 1}; i <= {base + words_in(frame)}; i++) f[i] = NONE; "
    )


def _write_returns(module: Module) -> None:
    """Emit the tables from a block to the block its caller resumes at.

    The caller is in the same frame; an entry is the block's number, or the slot that holds it."""
    nest, blocks = module.unit.nest, len(module.program.blocks)
    numbers, slots = [-1] * max(1, blocks), [0] * max(1, blocks)
    for name, frame in module.program.frames.items():
        for block in frame.blocks:
            slots[block.number] = return_slot(nest, frame)
            if len(nest.returns[name]) == 1:
                numbers[block.number] = nest.returns[name][0]
    module.unit.tables["RETURN_BLOCK"] = f"static const int32_t RETURN_BLOCK[] = {{{', '.join(map(str, numbers))}}};"
    module.unit.tables["RETURN_SLOT"] = f"static const int16_t RETURN_SLOT[] = {{{', '.join(map(str, slots))}}};"
