"""Emit a Program as one C file.

In: a Program. Out: C source: a state as one struct, whole playouts in one call, and import and export of states (`rw_export`,
`rw_import`) in layout order. Layer: backends. Output is deterministic: the same Program always gives the same text.
Unsupported rules raise UnsupportedError.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from interpreter.backends.c.acts import Writer, nothing
from interpreter.backends.c.context import Context, kept, out_of_slots, write
from interpreter.backends.c.ends import BlockWriter
from interpreter.backends.c.moving import MovingWriter
from interpreter.backends.c.profile import (
    COUNT_HEAD,
    GAUGE_HEAD,
    HEAD,
    OWN_HEAD,
    gauge_count,
    gauges,
    own_profile,
    profile,
)
from interpreter.backends.c.slots import frame_context, put_slot, words_of
from interpreter.backends.c.storage import StorageWriter
from interpreter.backends.c.terms import context_of
from interpreter.backends.c.unit import WORD_BITS, UnsupportedError, c_type, plain
from interpreter.backends.c.visibility import SightWriter
from interpreter.ir import blocks as pb
from interpreter.ir import rulebook as rb
from interpreter.ir.blocks import Program
from interpreter.ir.questions import Availability
from interpreter.lower.passes import budget, fold, narrow, share, tabulate

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


def for_c(program: Program) -> Program:
    """Run the passes that pay off for C; the C compiler does the rest."""
    return share(budget(narrow(tabulate(fold(program)))))


def write_c(program: Program) -> str:
    return ModuleWriter(program).text()


class ModuleWriter(StorageWriter, SightWriter, MovingWriter):
    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.context = context_of(self.unit)
        self.frame_of = ""  # C table: block number -> frame function

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
        parts = [
            PARTS, self.sizes(), self.struct(), self.zone_tables(), *self.unit.tables.values(),
            PRELUDE.read_text(encoding="utf-8"), *self.heads, *self.common,
            "#if PART != 1", *self.asked_for, self.frame_of, API.read_text(encoding="utf-8"),
            THINKING.read_text(encoding="utf-8"), WALKING.read_text(encoding="utf-8"), "#endif",
            "#if PART != 0", *self.played, "#endif",
        ]  # fmt: skip
        return "\n".join(parts) + "\n"

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
            self.function(
                f"{gives} run_{plain(routine.name)}({', '.join(['S *s', *names])})", [*writer.declared, *body]
            )

    def columns(self) -> None:
        """Emit a dispatcher per column of steps: cells that can stop get a frame, the others are called."""
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
            writer = BlockWriter(context, frame, frame.routine, body)
            for block in frame.blocks:
                body.append(f"b{block.number}:")
                frame_of[block.number] = f"frame_{plain(name)}"
                writer.block = block.number
                if _may_end(block.acts):  # record the block: the game may end inside a plain call
                    writer.line(f"f[0] = {block.number};")
                writer.acts(block.acts)
                writer.end(block.end)
            entries = [f"    case {block.number}: goto b{block.number};" for block in frame.blocks]
            head = [
                "    (void)f;",
                *writer.declared,
                "    switch (f[0]) {",
                *entries,
                "    }",
                "    __builtin_unreachable();",
            ]
            self.function(f"int frame_{plain(name)}(S *s, I *f)", [*head, *body])
        self.frame_of = f"SHARED const Frame FRAMES[BLOCKS] = {{{', '.join(frame_of)}}};"

    # ---- availability
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
        if len(self.program.free) > WORD_BITS:
            raise UnsupportedError("more than 64 free actions")
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
        self.function(
            "void take_free(S *s, int number)", ["    I *g; (void)g;", "    switch (number) {", *take, "    }"]
        )

    def _action(self, routine: rb.Routine) -> None:
        context = context_of(self.unit)
        names = [f"{c_type(p.type)} {context.local(p)}" for p in routine.parameters]
        body = self._can(self.program.actions[routine.name], context)
        self.function(f"int can_{plain(routine.name)}({', '.join(['S *s', *names])})", body)

        if routine.tried:
            self._possible(routine)

    def _possible(self, routine: rb.Routine) -> None:
        """Emit the test for a tried action: its needs hold, and some run through it satisfies every `must leave`."""
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
        self.function("int broken(S *s)", ["    (void)s;", *tests, "    return -1;"], asked_for=True)

    def judging(self) -> None:
        judge = self.rulebook.judge
        found = f"value_{plain(judge.name)}(s, player)" if judge is not None else "NONE"
        self.function("I worth(S *s, I player)", ["    (void)s; (void)player;", f"    return {found};"], asked_for=True)


def _may_end(acts: Iterable[pb.Simple]) -> bool:
    """Do these acts call a plain routine, which may end the game?"""
    for act in acts:
        match act:
            case rb.CallRoutine() | rb.CallColumn():
                return True
            case rb.ForEach() | rb.Loop() | rb.NamedStep() | rb.Quiet() | rb.Branching() if _may_end(
                rb.inner_acts(act)
            ):
                return True
    return False
