"""The Program as one C file.

In: a Program. Out: C source with a state that is one struct, whole playouts in one call, and a way in and
out for states (`rw_export`, `rw_import`) in the order of the layout. Layer: backend. The same Program always gives the
same text; rules with something that is not written in C yet are Unsupported.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import prod
from pathlib import Path

from interpreter.backend.c.acts import Writer, frame_context, nothing, put_slot, words_of
from interpreter.backend.c.again import asked_again, is_dear
from interpreter.backend.c.context import Context, given, kept, out_of_slots, write
from interpreter.backend.c.profile import (
    COUNT_HEAD,
    GAUGE_HEAD,
    HEAD,
    OWN_HEAD,
    gauge_count,
    gauges,
    own_profile,
    profile,
)
from interpreter.backend.c.terms import context_of
from interpreter.backend.c.unit import Unit, c_type, number, plain
from interpreter.check import rulebook as rb
from interpreter.program import Program
from interpreter.program import blocks as pb
from interpreter.program.passes import budget, fold, narrow, share, tabulate
from interpreter.program.questions import Availability
from interpreter.program.tables import shapes_of
from interpreter.runtime.grids import turned, turns
from interpreter.types import PLAYER, Grid, Of, Type, Words, Zone

PRELUDE = Path(__file__).with_name("prelude.h")
API = Path(__file__).with_name("api.h")
THINKING = Path(__file__).with_name("thinking.h")
WALKING = Path(__file__).with_name("walking.h")
PARTS = """/* as a whole, or with -DPART=0 and -DPART=1 in two parts */
#ifdef PART
#define SHARED
#define SHARED_TABLE extern
#else
#define SHARED static
#define SHARED_TABLE static
#define PART -1
#endif"""
FIRST_PART = 0.36
MEMORY = 6000  # words for frames, their lists, and what can be answered
MOST_COUNTED = 4096
MOST_KEPT = 64  # arguments of a value that is kept for a question


def for_c(program: Program) -> Program:
    """The Program as it is best for C: a compiler does the rest."""
    return share(budget(narrow(tabulate(fold(program)))))


def write_c(program: Program) -> str:
    return ModuleWriter(program).text()


class ModuleWriter:
    def __init__(self, program: Program) -> None:
        self.program, self.layout, self.rulebook = program, program.layout, program.rulebook
        self.unit = Unit(program)
        self.context = context_of(self.unit)
        self.heads: list[str] = []
        self.common: list[str] = []  # in every part: small things that are worth having where they are used
        self.own: list[list[str]] = []  # each function in one part
        self.frame_of = ""  # by the number of a block, the function that runs it
        self.kept: dict[str, int] = {}  # what is kept for a question: name, and for how many arguments
        self.asked_again = asked_again(program)

    def text(self) -> str:
        self.values()
        self.formulas()
        self.resets()
        self.plain_routines()
        self.availability()
        self.columns()
        self.frames()
        self.invariants()
        self.judging()
        self.function(HEAD, profile(self.unit), cold=True)
        self.function(OWN_HEAD, own_profile(self.unit), cold=True)
        self.function(GAUGE_HEAD, gauges(self.unit), cold=True)
        self.function(COUNT_HEAD, gauge_count(self.unit), cold=True)
        self.sight()
        self.moving_states()
        first, second = self._halves()
        parts = [
            PARTS, self.sizes(), self.struct(), self.zone_tables(), *self.unit.tables.values(),
            PRELUDE.read_text(encoding="utf-8"), *self.heads, *self.common,
            "#if PART != 1", *first, self.frame_of, API.read_text(encoding="utf-8"), THINKING.read_text(encoding="utf-8"),
            WALKING.read_text(encoding="utf-8"), "#endif",
            "#if PART != 0", *second, "#endif",
        ]  # fmt: skip
        return "\n".join(parts) + "\n"

    def _halves(self) -> tuple[list[str], list[str]]:
        """The functions in two parts that take a compiler about as long; the first one also has the way in."""
        halves: tuple[list[str], list[str]] = ([], [])
        left = sum(_size(lines) for lines in self.own) * FIRST_PART
        for lines in self.own:
            halves[left < 0].extend(lines)
            left -= _size(lines)
        return halves

    def function(self, head: str, body: list[str], cold: bool = False) -> None:
        self.heads.append(f"SHARED {head}{' __attribute__((cold))' if cold else ''};")
        self.own.append([f"SHARED {head} {{", *body, "}", ""])

    def small_function(self, head: str, body: list[str]) -> None:
        self.heads.append(f"static {head};")
        self.common += [f"static {head} {{", *body, "}", ""]

    # ---- values
    def values(self) -> None:
        for value in self.program.values.values():
            context = context_of(self.unit)
            names = [f"{c_type(p.type)} {context.local(p)}" for p in value.parameters]
            kind = c_type(value.type)
            if value.limit is not None:
                names.append(f"I {context.local(value.limit.depth)}")
            if kind == "I" and not _plain_value(value):
                continue
            body = [f"    {kind} n = {{0}};" if kind != "I" else "    I n = NONE;"]
            if value.uses_itself:
                body += ["    spend(s, 1);", "    S *deep __attribute__((cleanup(came_back))) = deeper(s);"]
            if value.limit is not None and not value.is_part:
                body.append(f"    if ({context.variables[value.limit.depth]} > {value.limit.most}) jump(s, BEYOND);")
            body += self._cases(value.cases, value.type, context)
            for alteration in value.alterations:
                inner = context.inner()
                inner.variables[alteration.normal] = "n"
                lines = self._cases(alteration.cases, value.type, inner)
                if alteration.guard is not None:
                    lines = [f"    if ({write(alteration.guard, inner)}) {{", *lines, "    }"]
                body += lines
            keys = self._kept_for_a_question(value)
            stem = "worked" if keys is not None else "value"
            head = f"inline {kind} {stem}_{plain(value.name)}({', '.join(['S *s', *names])})"
            self.small_function(head, [*body, "    return n;"])
            if keys is not None:
                self._keeping(value.name, [context.variables[parameter] for parameter in value.parameters], keys)

    def _kept_for_a_question(self, value: rb.Value) -> list[int] | None:
        """How many things each parameter can be, if what was worked out while a question is put together is kept for its rest."""
        sizes = [self.unit.size(one.type.kind) for one in value.parameters if isinstance(one.type, Of)]
        if len(sizes) != len(value.parameters) or prod(sizes) > MOST_KEPT or c_type(value.type) != "I":
            return None
        if value.name not in self.asked_again or value.uses_itself or value.limit is not None:
            return None
        return sizes if is_dear(value, self.program) else None

    def _keeping(self, name: str, names: list[str], sizes: list[int]) -> None:
        """While a question is put together nothing changes: what was worked out for it once is the same again."""
        stem, given = plain(name), "".join(f", {one}" for one in names)
        place = "0"
        for one, size in zip(names, sizes, strict=True):
            place = f"({place}) * {size} + {one}"
        tests = " || ".join(["!s->x->question", *(f"(uint64_t){one} >= {size}" for one, size in zip(names, sizes, strict=True))])
        self.kept[f"kept_{stem}"] = prod(sizes)
        self.small_function(f"inline I value_{stem}({', '.join(['S *s', *(f'I {one}' for one in names)])})", [
            f"    if ({tests}) return worked_{stem}(s{given});",
            f"    Kept *k = s->x->kept_{stem} + ({place});",
            "    if (k->question == s->x->question) return k->value;",
            f"    I found = worked_{stem}(s{given});",
            "    k->question = s->x->question; k->value = found;", "    return found;",
        ])  # fmt: skip

    def _cases(self, cases: tuple[rb.Case, ...], type_: Type, context: Context) -> list[str]:
        lines = []
        for i, case in enumerate(cases):
            word = "else " if i else ""
            test = f"if ({write(case.condition, context)}) " if case.condition is not None else ""
            lines.append(f"    {word}{test}n = {given(case.value, type_, context)};")
        return lines

    def formulas(self) -> None:
        for stem, cells in self.program.formulas.items():
            column = self.rulebook.kinds[stem[0]].columns[stem[1]]
            assert column.type is not None
            context = context_of(self.unit)
            names = [f"{c_type(p.type)} {context.local(p)}" for p in column.parameters]
            head = f"{c_type(column.type)} formula_{plain(stem[0])}_{plain(stem[1])}"
            cases = [f"    case {i}: return {kept(cell, context)};" for i, cell in enumerate(cells)]
            body = ["    switch (member) {", *cases, "    }", "    jump(s, ROUGH);"]
            self.small_function(f"{head}({', '.join(['S *s', 'I member', *names])})", body)

    def resets(self) -> None:
        """How each stored value starts."""
        for keep in self.rulebook.keeps.values():
            spot = self.layout.keeps[keep.name]
            body: list[str] = []
            if isinstance(keep.type, Zone):
                kind = self.unit.cards[keep.type.kind]
                body = [f"    for (I i = 0; i < {spot.count}; i++) clear_zone(s, {kind}, {spot.base} + i);"]
            elif isinstance(keep.type, Grid):
                tiles = self.unit.size(keep.type.kind)
                body = [f"    for (I i = 0; i < {spot.count * tiles}; i++) lift(s, {spot.base} + i / {tiles} * 2, i % {tiles});"]
            else:
                body = self._start(keep, spot.sizes)
            self.function(f"void reset_{plain(keep.name)}(S *s)", body)

    def _start(self, keep: rb.Keep, sizes: tuple[int, ...]) -> list[str]:
        context, cells = context_of(self.unit), self.unit.cells[keep.name]
        body = []
        for parameter, size in zip(keep.parameters, sizes, strict=True):
            name = context.local(parameter)
            if parameter.type == PLAYER:
                body.append(f"    for (I {name}_i = 0; {name}_i < s->nseats; {name}_i++) {{ I {name} = s->seats[{name}_i];")
            else:
                body.append(f"    for (I {name} = 0; {name} < {size}; {name}++) {{")
        writer = Writer(context, None, None, body)
        keys = tuple(rb.Local(parameter.type, parameter) for parameter in keep.parameters)
        if keep.name in self.program.starts:
            anything = cells.cell == "I" and not cells.room  # what a value starts at is not held against its range
            start = replace(keep, type=PLAYER) if anything else keep
            writer.act(rb.Store(keep.span, start, keys, self.program.starts[keep.name]))
        elif cells.room:
            body.append(f"    s->{cells.field}[{_flat(keys, context, self.layout.keeps[keep.name].steps)}].n = -1;")
        else:
            body.append(f"    s->{cells.field}[{_flat(keys, context, self.layout.keeps[keep.name].steps)}] = {cells.none};")
        return [*body, "    " + "}" * len(keep.parameters)]

    # ---- routines
    def plain_routines(self) -> None:
        for routine in self.program.plain.values():
            context = context_of(self.unit)
            names = [f"{c_type(p.type)} {context.local(p)}" for p in routine.parameters]
            gives = c_type(routine.gives) if routine.gives is not None else "void"
            body: list[str] = []
            writer = Writer(context, None, routine, body)
            writer.reached(pb.rule_name(routine))
            if routine.name in self.program.circular:
                writer.line("spend(s, 1);")
                writer.line("S *deep __attribute__((cleanup(came_back))) = deeper(s);")
            for keep in routine.keeps:
                writer.line(f"reset_{plain(keep.name)}(s);")
            writer.acts(routine.body)
            if routine.gives is not None:
                writer.line(f"return {nothing(routine.gives)};")
            self.function(f"{gives} run_{plain(routine.name)}({', '.join(['S *s', *names])})", body)

    def columns(self) -> None:
        """Which card it is decides what runs: steps that can stop get a frame, others run at once."""
        for kind in self.rulebook.kinds.values():
            for column in kind.columns.values():
                if column.type is None:
                    self._column(kind, column)

    def _column(self, kind: rb.Kind, column: rb.Column) -> None:
        routines = [cell for cell in column.cells if cell is not None]
        types = [c_type(p.type) for p in (routines[0].parameters[1:] if routines else column.parameters)]
        names = [f"a{i}" for i in range(len(types))]
        head = ", ".join(["S *s", "I member", *(f"{t} {n}" for t, n in zip(types, names, strict=True))])
        body = ["    nn(s, member);"]
        if kind.name in self.layout.whereabouts:
            body.append(f"    touch(s, {self.layout.whereabouts[kind.name]} + member);")
        body.append("    switch (member) {")
        for i, cell in enumerate(column.cells):
            if cell is None:
                continue
            if cell.name in self.program.plain:
                body.append(f"    case {i}: run_{plain(cell.name)}({', '.join(['s', 'member', *names])}); break;")
                continue
            frame = self.program.frames[cell.name]
            slots, words = words_of(frame)
            sets = []
            for parameter, name in zip(cell.parameters, ["member", *names], strict=True):
                at = slots[parameter]
                sets.append(put_slot("s", f"g + {at}", name, parameter.type))
            body.append(f"    case {i}: {{ I *g = push(s, {frame.entry}, {words}); (void)g; {' '.join(sets)} break; }}")
        self.function(f"void steps_{plain(kind.name)}_{plain(column.name)}({head})", [*body, "    }"])

    def frames(self) -> None:
        frame_of = ["0"] * max(1, len(self.program.blocks))
        for name, frame in self.program.frames.items():
            context = frame_context(frame, self.context)
            body: list[str] = []
            for block in frame.blocks:
                body.append(f"b{block.number}:")
                frame_of[block.number] = f"frame_{plain(name)}"
                lines: list[str] = []
                writer = Writer(context, frame, frame.routine, lines)
                writer.block = block.number
                if _may_end(block.acts):  # in something that is run at once: a state that is over knows where
                    writer.line(f"f[0] = {block.number};")
                for act in block.acts:
                    writer.act(act)
                writer.end(block.end)
                body += lines
            declared = [line for line in body if line.startswith("    ") and _is_declared_on_top(line)]
            rest = [line for line in body if line not in declared]
            entries = [f"    case {block.number}: goto b{block.number};" for block in frame.blocks]
            head = ["    (void)f;", *declared, "    switch (f[0]) {", *entries, "    }", "    return 1;"]
            self.function(f"int frame_{plain(name)}(S *s, I *f)", [*head, *rest])
        self.frame_of = f"SHARED const Frame FRAMES[BLOCKS] = {{{', '.join(frame_of)}}};"

    # ---- what can be done
    def availability(self) -> None:
        for name in self.program.actions:
            self._action(self.rulebook.routines[name])
        for question in self.program.questions:
            for i, way in enumerate(question.ways):
                context = frame_context(self.program.frames[question.routine], self.context)
                terms = [step.holds if isinstance(step, rb.Condition) else step.value for step in way.steps]
                names, context = out_of_slots([*terms, *([] if way.enough is None else [way.enough])], context)
                body = [f"    (void)f; {names}", *self._can(way, context)]
                self.function(f"int can_{question.site.number}_{i}(S *s, I *f)", body)
        details = [site.number for site in self.program.sites if site.detail]
        body = ["    uint64_t found = 0;", "    int detail = 0; (void)detail;"]
        if details:
            body.append(f"    detail = {' || '.join(f's->site == {number}' for number in details)};")
        for i, routine in enumerate(self.program.free):
            test = "!detail && " if routine.between else ""
            body.append(f"    if ({test}can_{plain(routine.name)}(s, s->actor)) found |= 1ULL << {i};")
        self.function("uint64_t free_actions(S *s)", [*body, "    return found;"])
        take = []
        for i, routine in enumerate(self.program.free):
            frame = self.program.frames[routine.name]
            slots, words = words_of(frame)
            you = slots[routine.parameters[0]]
            take.append(f"    case {i}: g = push(s, {frame.entry}, {words}); g[{you}] = s->actor; break;")
        self.function("void take_free(S *s, int number)", ["    I *g; (void)g;", "    switch (number) {", *take, "    }"])

    def _action(self, routine: rb.Routine) -> None:
        context = context_of(self.unit)
        names = [f"{c_type(p.type)} {context.local(p)}" for p in routine.parameters]
        body = self._can(self.program.actions[routine.name], context)
        self.function(f"int can_{plain(routine.name)}({', '.join(['S *s', *names])})", body)

        if routine.tried:
            self._possible(routine)

    def _possible(self, routine: rb.Routine) -> None:
        """Would it be offered: its needs hold, and some way through it keeps every `must leave`?"""
        frame = self.program.frames[routine.name]
        slots, words = words_of(frame)
        types = [c_type(parameter.type) for parameter in routine.parameters]
        names = [f"a{i}" for i in range(len(types))]
        head = ", ".join(["S *s", *(f"{t} {n}" for t, n in zip(types, names, strict=True))])
        sets = [
            "    " + put_slot("copy", f"g + {slots[p]}", name, p.type)
            for p, name in zip(routine.parameters, names, strict=True)
        ]
        self.function(f"int possible_{plain(routine.name)}({head})", [
            f"    if (!can_{plain(routine.name)}({', '.join(['s', *names])})) return 0;",
            "    I used = s->x->used; S *copy = tried_copy(s);",
            "    copy->nregions = 0; copy->tried = 0; copy->free = 0; copy->noptions = -1; copy->depth = 0; copy->top = 0;",
            f"    I *g = push(copy, {frame.entry}, {words}); (void)g;", *sets, "    return comes_through(s, copy, used);",
        ])  # fmt: skip

    def _can(self, way: Availability, context: Context) -> list[str]:
        body: list[str] = []
        for part in way.steps:
            if isinstance(part, rb.Assign):
                text = kept(part.value, context)
                body.append(f"    {c_type(part.variable.type)} {context.local(part.variable)} = {text};")
            else:
                body.append(f"    if (!{write(part.holds, context)}) return 0;")
        if way.enough is not None:
            body.append(f"    if (!{write(way.enough, context)}) return 0;")
        return [*body, "    return 1;"]

    def invariants(self) -> None:
        tests = [
            f"    if (!{write(invariant.holds, context_of(self.unit))}) return {i};"
            for i, invariant in enumerate(self.program.invariants)
        ]
        self.function("int broken(S *s)", ["    (void)s;", *tests, "    return -1;"])

    def judging(self) -> None:
        judge = self.rulebook.judge
        found = f"value_{plain(judge.name)}(s, player)" if judge is not None else "NONE"
        self.function("I worth(S *s, I player)", ["    (void)s; (void)player;", f"    return {found};"])

    # ---- who sees what, as far as it matters for who may notice a question
    def sight(self) -> None:
        cases = []
        for keep in self.rulebook.keeps.values():
            if not self.program.quiet or (keep.name not in self.unit.asked_about and not isinstance(keep.type, Zone)):
                continue
            self._sees(keep)
            if keep.name in self.unit.asked_about:
                self._knows(keep)
            if isinstance(keep.type, Zone):
                spot = self.layout.keeps[keep.name]
                keys = ", ".join(
                    f"(list - {spot.base}) / {step} % {size}" for step, size in zip(spot.steps, spot.sizes, strict=True)
                )
                cases.append(
                    f"    if (list >= {spot.base} && list < {spot.base + spot.count}) "
                    f"return sees_{plain(keep.name)}(s, viewer{', ' if keys else ''}{keys});"
                )
        head = "    (void)s; (void)list; (void)viewer;"
        self.function("int list_seen(S *s, I list, I viewer)", [head, *cases, "    return 1;"])

    def _sees(self, keep: rb.Keep) -> None:
        """May a viewer (-1: a spectator) see it?"""
        context = context_of(self.unit)
        names = [f"I {context.local(parameter)}" for parameter in keep.parameters]
        body = ["    (void)viewer;"]
        for seen in self.program.sight[keep.name]:
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
        self.function(f"int sees_{plain(keep.name)}({', '.join(['S *s', 'I viewer', *names])})", body)

    def _knows(self, keep: rb.Keep) -> None:
        """Bits of those who see it; NONE when everyone does. A key NONE stands for all that there are."""
        names = [f"k{i}" for i in range(len(keep.parameters))]
        loops, ends = [], ""
        for name, size, parameter in zip(names, self.layout.keeps[keep.name].sizes, keep.parameters, strict=True):
            live = "s->count" if parameter.type == PLAYER else str(size)
            loops.append(f"    for (I {name} = given_{name} == NONE ? 0 : given_{name}; "
                         f"{name} < (given_{name} == NONE ? {live} : given_{name} + 1); {name}++) {{")  # fmt: skip
            ends += "}"
        call = f"sees_{plain(keep.name)}(s, %s{''.join(f', {name}' for name in names)})"
        body = [
            *self._known_to_keys(keep, names), "    I known = (1LL << s->count) - 1; int everyone = 1;", *loops,
            f"    everyone = everyone && {call % '-1'};",
            f"    for (I player = 0; player < s->count; player++) if (!{call % 'player'}) known &= ~(1LL << player);",
            f"    {ends}", "    return everyone ? NONE : known;",
        ]  # fmt: skip
        head = ", ".join(["S *s", *(f"I given_{name}" for name in names)])
        self.function(f"I knows_{plain(keep.name)}({head})", body)

    def _known_to_keys(self, keep: rb.Keep, names: list[str]) -> list[str]:
        """What those know whose it is, and at times everyone: nobody has to be asked one by one."""
        context, knowing, opened = context_of(self.unit), [], ""
        context.variables.update({key: f"given_{name}" for key, name in zip(keep.parameters, names, strict=True)})
        for one in self.program.sight[keep.name]:
            if one.everyone and one.when is not None:
                opened += f"if ({write(one.when, context)}) return NONE; "
                continue
            if one.when is not None or one.everyone or one.all_but is not None:
                return []
            for by in one.by:
                if not isinstance(by, rb.Local) or by.variable not in keep.parameters:
                    return []
                knowing.append(f"1LL << {write(by, context)}")
        if not keep.seen or not knowing:
            return []
        tests = " && ".join(f"given_{name} != NONE" for name in names)
        return [f"    if ({tests}) {{ {opened}return {' | '.join(knowing)}; }}"]

    # ---- sizes, struct, tables
    def sizes(self) -> str:
        written = max(1, len(self.program.rows)) * self.rulebook.player_limit
        counted = max([MOST_COUNTED, *(len(kind.members) for kind in self.rulebook.kinds.values())])
        lies = sum(self.unit.size(kind) for kind in self.unit.cards)
        numbers = ", ".join(str(i) for i in range(counted))
        return "\n".join([
            "#include <stddef.h>", "#include <stdint.h>", "#include <stdlib.h>", "#include <string.h>", "#include <setjmp.h>",
            "typedef int64_t I;", "typedef struct { I n; const I *p; } L;", "typedef struct { I n; const L *p; } LL;",
            "typedef struct { int16_t n, wide, high; int16_t x[64], y[64]; } Drawing;",
            "typedef struct { int16_t unit, where, kind, card, list, of; int32_t left; } Timer;",
            f"enum {{ PLAYERS = {self.rulebook.player_limit}, LISTS = {self.layout.lists}, LIES = {lies}, "
            f"BITS = {self.layout.cells + len(self.program.rules)}, SITES = {len(self.program.sites)}, MEMORY = {MEMORY}, "
            f"BLOCKS = {max(1, len(self.program.blocks))}, "
            f"MOST_FRAMES = 64, MOST_TIMERS = {self._timers(lies)}, MOST_WINNERS = {2 * self.rulebook.player_limit}, "
            f"MOST_REGIONS = 16, MOST_HUSHED = 16, MOST_WRITTEN = {written} }};",
            "typedef struct { int row, player; I value; } Written;",
            f"#define RANKS {int(self.program.ranked)}", "#define NONE INT64_MIN", "#define LARGEST 1000000000000000000LL",
            f"static const I COUNTING[] = {{{numbers}}};",
        ])  # fmt: skip

    def _timers(self, cards: int) -> int:
        """How many cards can lie somewhere for a while: none, where no rule says so."""
        return min(64, max(1, cards)) if self.program.units else 1

    def struct(self) -> str:
        fields = []
        for keep in self.rulebook.keeps.values():
            cells = self.unit.cells.get(keep.name)
            if cells is not None:
                kind = f"struct {{ I n; I p[{cells.room}]; }}" if cells.room else cells.cell
                fields.append(f"    {kind} {cells.field}[{self.layout.keeps[keep.name].count}];")
        return "\n".join([
            "typedef struct { I question, value; } Kept;",
            "typedef struct {", "    jmp_buf *way_out;",
            "    I *words; I used, size, work, blocks, trials, deep, value, question, questions; L list;",
            *(f"    Kept {name}[{count}];" for name, count in self.kept.items()), "} X;",
            "typedef struct {", "    X *x;", "    uint64_t random, free, tried, automas, touched[BITS / 64 + 1];",
            "    uint64_t taken[(SITES * 64 + 64) / 64];",
            "    I chance_count, answer, low, step, noptions, stamp, veil, decisions;",
            "    int32_t site, actor, asking, top, options, depth, over, trial;",
            "    int32_t frames[MOST_FRAMES];",
            "    int32_t nseats, nout, nwinners, nscores, ntimers; int16_t nregions, regions[MOST_REGIONS];",
            *(["    uint64_t ranked; I arrived[MOST_REGIONS];"] if self.program.ranked else []),
            "    I seats[PLAYERS], out[PLAYERS], winners[MOST_WINNERS], scorers[PLAYERS], points[PLAYERS];",
            "    Timer timers[MOST_TIMERS]; int32_t nhush, nsheet, count; I hush[MOST_HUSHED];",
            "    Written sheet[MOST_WRITTEN]; uint64_t noted[(MOST_WRITTEN + 63) / 64];",
            *fields, *self._card_fields(), "    I mem[MEMORY];", "} S;",
        ])  # fmt: skip

    def _card_fields(self) -> list[str]:
        lies = sum(self.unit.size(kind) for kind in self.unit.cards)
        zones = sum(self.unit.size(kind) + sum(size for _, size in self.unit.zones_of(kind)) for kind in self.unit.cards)
        offsets = sum(len(self.unit.zones_of(kind)) + 1 for kind in self.unit.cards)
        spots = sum(self.unit.size(k.type.kind) * self.layout.keeps[k.name].count
                    for k in self.unit.grids if isinstance(k.type, Grid))  # fmt: skip
        near = sum(self.unit.size(k.type.kind) * self._near(k.type.kind) * self.layout.keeps[k.name].count
                   for k in self.unit.grids if isinstance(k.type, Grid))  # fmt: skip
        return [
            f"    int16_t lies[{max(1, lies)}], offsets[{max(1, offsets)}];",
            f"    I zones[{max(1, zones)}], spots[{max(1, spots)}]; uint64_t near[{max(1, near)}];",
        ]

    def _near(self, kind: str) -> int:
        """Words that hold a bit for each tile."""
        return (self.unit.size(kind) + 63) // 64

    def zone_tables(self) -> str:
        lists = range(max(1, self.layout.lists))
        kind_of, at, rows, grid_of = [-1] * len(lists), [0] * len(lists), [0] * len(lists), [-1] * len(lists)
        force, owner = [int(i in self.layout.in_force) for i in lists], [self.layout.owners.get(i, -1) for i in lists]
        lies, zones, offsets, count = [0], [0], [0], []
        for card, kind in enumerate(self.unit.cards):
            found = self.unit.zones_of(kind)
            for i, (list_, size) in enumerate(found):
                kind_of[list_], at[list_], rows[list_] = card, i, size
            count.append(len(found))
            lies.append(lies[-1] + self.unit.size(kind))
            zones.append(zones[-1] + self.unit.size(kind) + sum(size for _, size in found))
            offsets.append(offsets[-1] + len(found) + 1)
        tiles: list[int] = []
        spots, shapes, drawings, near, wide = [0], [], [], [0], []
        for drawing, keep in enumerate(self.unit.grids):
            assert isinstance(keep.type, Grid)
            shapes.append(self._shapes(drawing, shapes_of(self.rulebook.kinds[keep.type.kind])))
            for i in range(self.layout.keeps[keep.name].count):
                grid_of[self.layout.keeps[keep.name].base + 2 * i] = len(tiles)
                drawings.append(drawing)
                tiles.append(self.unit.size(keep.type.kind))
                spots.append(spots[-1] + tiles[-1])
                wide.append(self._near(keep.type.kind))
                near.append(near[-1] + tiles[-1] * wide[-1])
        bits = [self.layout.whereabouts[kind] for kind in self.unit.cards]
        private = [int(site.private) for site in self.program.sites]
        drawn = ", ".join(f"SHAPES_{i}" for i in drawings)
        turning = ", ".join(f"TURNS_{i}" for i in drawings)
        tables = {
            "int ZONE_KIND": kind_of, "int ZONE_AT": at, "int ROW_SIZE": rows, "int GRID_OF": grid_of, "int IN_FORCE": force,
            "int ZONE_OWNER": owner, "int ZONES_OF": count, "int LIES_FROM": lies, "int ZONES_FROM": zones,
            "int OFFSETS_FROM": offsets, "int CARD_BIT": bits, "int TILES_OF": tiles, "int SPOTS_FROM": spots,
            "int IS_PRIVATE": private, "int NEAR_FROM": near, "int NEAR_WIDE": wide,
        }  # fmt: skip
        return "\n".join([
            *(f"static const {name}[] = {{{', '.join(map(str, values)) or '0'}}};" for name, values in tables.items()),
            *shapes, f"static const Drawing *const SHAPES[] = {{{drawn or '0'}}};",
            f"static const unsigned char *const TURNS[] = {{{turning or '0'}}};",
        ])  # fmt: skip

    def _shapes(self, grid: int, shapes: tuple[object, ...]) -> str:
        drawings, turning = [], []
        for shape in shapes:
            assert isinstance(shape, tuple)
            turning.append(sum(1 << turn for turn in turns(shape)))
            for turn in range(4):
                cells = turned(shape, turn)
                wide, high = max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1
                xs, ys = (", ".join(str(cell[i]) for cell in cells) for i in (0, 1))
                drawings.append(f"{{{len(cells)}, {wide}, {high}, {{{xs}}}, {{{ys}}}}}")
        return (
            f"static const Drawing SHAPES_{grid}[] = {{{', '.join(drawings)}}};\n"
            f"static const unsigned char TURNS_{grid}[] = {{{', '.join(map(str, turning))}}};"
        )

    # ---- states in and out, in the order of the layout
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
        rows = "\\n".join(self.program.rows)
        self.common.append(f'static const char ROWS[] = "{rows}";')
        menus = [int(site.shape in ("menu", "actions")) for site in self.program.sites]
        units = "\\n".join(self.program.units)
        self.common.append(f'static const char UNITS[] = "{units}";')
        self.common.append(f"static const char IS_MENU[] = {{{', '.join(map(str, menus)) or '0'}}};")

    def _entry(self, name: str) -> tuple[int, int] | None:
        frame = self.program.frames.get(name)
        return (frame.entry, words_of(frame)[1]) if frame is not None else None

    def _frames_in_and_out(self) -> None:
        """The slots of a frame by its block: a list as its length and items."""
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


def _size(lines: list[str]) -> int:
    return sum(map(len, lines))


def _may_end(acts: Iterable[pb.Simple]) -> bool:
    """Is something run at once that may end the game?"""
    for act in acts:
        match act:
            case rb.CallRoutine() | rb.CallColumn():
                return True
            case rb.ForEach() | rb.Loop() | rb.NamedStep() | rb.Quiet() | rb.Branching() if _may_end(rb.inner_acts(act)):
                return True
    return False


def _plain_value(value: rb.Value) -> bool:
    """Not a text: those are only told."""
    return not isinstance(value.type, Words)


def _flat(keys: tuple[rb.Local, ...], context: Context, steps: tuple[int, ...]) -> str:
    parts = (f"{context.variables[key.variable]} * {step}" for key, step in zip(keys, steps, strict=True))
    return " + ".join(parts) or "0"


def _is_declared_on_top(line: str) -> bool:
    """A local of the whole routine, as `Writer.assign` declares it."""
    words = line.strip()
    return (words.startswith("I ") and words.endswith(" = NONE;")) or (words.startswith("L ") and words.endswith(" = {0};"))

