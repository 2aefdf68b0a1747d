"""Import and export states in layout order, and begin a game.

In: the layout and the frames of a Program. Out: C functions that read and write every cell and every slot. Layer: backends.
"""

from __future__ import annotations

from interpreter.backends.c.parts import Parts
from interpreter.backends.c.slots import words_of
from interpreter.backends.c.unit import c_type, number, texts


class MovingWriter(Parts):
    def moving_states(self) -> None:
        out, back = [], []
        for keep in self.rulebook.keeps.values():
            cells = self.unit.cells.get(keep.name)
            if cells is None:
                continue
            count = self.layout.keeps[keep.name].count
            cell = f"s->{cells.field}[i]"
            if cells.room:
                out.append(f"    for (int i = 0; i < {count}; i++) p = put_items(p, {cell}.n, {cell}.p);")
                back.append(f"    for (int i = 0; i < {count}; i++) {{ {cell}.n = *p++; if ({cell}.n > {cells.room}) return 0; "
                            f"for (I j = 0; j < {cell}.n; j++) {cell}.p[j] = *p++; }}")  # fmt: skip
            else:
                out.append(f"    for (int i = 0; i < {count}; i++) *p++ = {cell} == {cells.none} ? NONE : {cell};")
                beyond = f"*p != NONE && (*p > {number(cells.limit)} || *p < -{number(cells.limit)})"
                back.append(f"    for (int i = 0; i < {count}; i++, p++) {{ if ({beyond}) return 0; "
                            f"{cell} = ({cells.cell})(*p == NONE ? {cells.none} : *p); }}")  # fmt: skip
        self.small_function("I *put_items(I *p, I n, const I *from)", [
            "    *p++ = n; for (I i = 0; i < n; i++) *p++ = from[i]; return p;"])  # fmt: skip
        self.function("I *cells_out(S *s, I *p)", ["    (void)s;", *out, "    return p;"], cold=True)
        self.function("const I *cells_in(S *s, const I *p)", ["    (void)s;", *back, "    return p;"], cold=True)
        self._frames_in_and_out()
        entries = {name: self._entry(name) for name in ("play", "set_up")}
        begin = [f"    push(s, {entries['play'][0]}, {entries['play'][1]});"] if entries["play"] else []
        if "set_up" in self.program.plain:
            begin.append("    run_set_up(s);")
        elif entries["set_up"]:
            begin.append(f"    push(s, {entries['set_up'][0]}, {entries['set_up'][1]});")
        self.function("void begin(S *s)", begin)
        self.common.append(f"static const char ROWS[] = {texts(self.program.rows)};")
        menus = [int(site.shape in ("menu", "actions")) for site in self.program.sites]
        self.common.append(f"static const char UNITS[] = {texts(self.program.units)};")
        self.common.append(f"static const char IS_MENU[] = {{{', '.join(map(str, menus)) or '0'}}};")

    def _entry(self, name: str) -> tuple[int, int] | None:
        frame = self.program.frames.get(name)
        return (frame.entry, words_of(frame)[1]) if frame is not None else None

    def _frames_in_and_out(self) -> None:
        """Emit the import and export of frame slots by block: a list as its length and items."""
        out, back = [], []
        for frame in self.program.frames.values():
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
        self.function("const I *list_in(S *s, I *slot, const I *p)", [
            "    I n = *p++; if (n == NONE) return p; put_list(s, slot, (L){n, p}); return p + n;"], cold=True)  # fmt: skip
        self.function("I *slots_out(S *s, I *f, I *p)", [
            "    (void)s;", "    switch (f[0]) {", *out, "    }", "    return p;"], cold=True)  # fmt: skip
        self.function("const I *slots_in(S *s, I block, const I *p)", [
            "    I *f; (void)f;", "    switch (block) {", *back, "    }", "    return p;"], cold=True)  # fmt: skip
