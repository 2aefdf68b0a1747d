"""Emit a Program as one C file.

In: a Program. Out: C source: a state as one struct, whole playouts in one call, and import and export of states (`rw_export`,
`rw_import`) in layout order. Layer: backends. Output is deterministic: the same Program always gives the same text.
Unsupported rules raise UnsupportedError.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from interpreter.backends.c.acts import nothing, write_acts
from interpreter.backends.c.arena import ROUND_HEAD, round_shown
from interpreter.backends.c.body import Body
from interpreter.backends.c.context import Context, kept, out_of_slots, write
from interpreter.backends.c.emission import Module
from interpreter.backends.c.ends import write_end
from interpreter.backends.c.memo import memoized_names
from interpreter.backends.c.memo_candidates import using
from interpreter.backends.c.moving import write_import_and_export
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
from interpreter.backends.c.purity import Unchanged
from interpreter.backends.c.redealing import write_redealing
from interpreter.backends.c.slots import frame_context, pushed, put_slot, words_of
from interpreter.backends.c.storage import sizes, struct, zone_tables
from interpreter.backends.c.terms import context_of
from interpreter.backends.c.unit import WORD_BITS, UnsupportedError, c_type, plain
from interpreter.backends.c.values import write_formulas, write_resets, write_values
from interpreter.backends.c.visibility import write_visibility
from interpreter.ir import blocks as pb
from interpreter.ir import rulebook as rb
from interpreter.ir.blocks import Program
from interpreter.ir.questions import Availability
from interpreter.lower.passes import budget, fold, narrow, share, tabulate

PRELUDE = Path(__file__).with_name("prelude.h")
TILES = Path(__file__).with_name("tiles.h")
NETWORKS = Path(__file__).with_name("networks.h")
API = Path(__file__).with_name("api.h")
THINKING = Path(__file__).with_name("thinking.h")
WALKING = Path(__file__).with_name("walking.h")
REDEAL = Path(__file__).with_name("redeal.h")
IMAGINING = Path(__file__).with_name("imagining.h")
DECIDING = Path(__file__).with_name("deciding.h")
FEATURES = Path(__file__).with_name("features.h")
LEARNING = Path(__file__).with_name("learning.h")
FITTING = Path(__file__).with_name("fitting.h")
REGRETS = Path(__file__).with_name("regrets.h")
OUTLOOK = Path(__file__).with_name("outlook.h")
ARENA = Path(__file__).with_name("arena.h")
FOR_BOTS = (THINKING, WALKING, REDEAL, IMAGINING, FEATURES, DECIDING, ARENA, LEARNING, FITTING, REGRETS, OUTLOOK)
NOBODY_WATCHES = """SHARED void learn(S *s, int k, I card, I old, I list, int where) {}
SHARED void forget(S *s, I list) {}
SHARED void before_turns(S *s) {}"""
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
    module = Module(program)
    module.unit.unchanged = Unchanged(program, using(program, memoized_names(module)))
    return _assembled(module)


def _assembled(module: Module) -> str:
    write_values(module)
    write_formulas(module)
    write_resets(module)
    _plain_routines(module)
    _availability(module)
    _columns(module)
    frame_of = _frames(module)
    _invariants(module)
    _judging(module)
    module.function(HEAD, profile(module.unit), cold=True)
    module.function(OWN_HEAD, own_profile(module.unit), cold=True)
    module.function(GAUGE_HEAD, gauges(module.unit), cold=True)
    module.function(COUNT_HEAD, gauge_count(module.unit), cold=True)
    module.function(ROUND_HEAD, round_shown(module.unit), asked_for=True)
    write_visibility(module)
    write_redealing(module)
    write_import_and_export(module)
    for kind, where in sorted(module.unit.moves):
        head = f"__attribute__((noinline)) void move_{kind}_{where}(S *s, I card, I list)"
        module.small_function(head, [f"    move_of_kind(s, {kind}, card, list, {where});"])
    networks = [NETWORKS.read_text(encoding="utf-8")] if module.unit.walks else []
    parts = [
        PARTS, sizes(module), struct(module), zone_tables(module), *module.unit.tables.values(),
        PRELUDE.read_text(encoding="utf-8"), TILES.read_text(encoding="utf-8"), *networks, *module.heads, *module.common,
        "#if PART != 1", *module.asked_for, frame_of, API.read_text(encoding="utf-8"),
        "#ifdef GAME_ONLY", NOBODY_WATCHES, "#else", *(part.read_text(encoding="utf-8") for part in FOR_BOTS), "#endif", "#endif",
        "#if PART != 0", *module.played, "#endif",
    ]  # fmt: skip
    return "\n".join(parts) + "\n"


# ---- routines
def _plain_routines(module: Module) -> None:
    for routine in module.program.plain.values():
        context = context_of(module.unit)
        names = [f"{c_type(p.type)} {context.local(p)}" for p in routine.parameters]
        gives = c_type(routine.gives) if routine.gives is not None else "void"
        body: list[str] = []
        out = Body(context, None, routine, body)
        out.reached(pb.rule_name(routine))
        if routine.name in module.program.circular:
            out.line("spend(s, 1);")
            out.line("S *deep __attribute__((cleanup(came_back))) = deeper(s);")
        for keep in routine.keeps:
            out.line(f"reset_{plain(keep.name)}(s);")
        write_acts(out, routine.body)
        if routine.gives is not None:
            out.line(f"return {nothing(routine.gives)};")
        module.function(f"{gives} run_{plain(routine.name)}({', '.join(['S *s', *names])})", [*out.declared, *body])


def _columns(module: Module) -> None:
    """Emit a dispatcher per column of steps.

    Cells that can stop get a frame, the others are called."""
    for kind in module.rulebook.kinds.values():
        for column in kind.columns.values():
            if column.type is None:
                _column(module, kind, column)


def _column(module: Module, kind: rb.Kind, column: rb.Column) -> None:
    routines = [cell for cell in column.cells if cell is not None]
    types = [c_type(p.type) for p in (routines[0].parameters[1:] if routines else column.parameters)]
    names = [f"a{i}" for i in range(len(types))]
    head = ", ".join(["S *s", "I member", *(f"{t} {n}" for t, n in zip(types, names, strict=True))])
    body = ["    nn(s, member);"]
    if kind.name in module.layout.whereabouts:
        body.append(f"    touch(s, {module.layout.whereabouts[kind.name]} + member);")
    body.append("    switch (member) {")
    for i, cell in enumerate(column.cells):
        if cell is None:
            continue
        if cell.name in module.program.plain:
            body.append(f"    case {i}: run_{plain(cell.name)}({', '.join(['s', 'member', *names])}); break;")
            continue
        frame = module.program.frames[cell.name]
        slots = words_of(frame, module.unit)
        sets = []
        for parameter, name in zip(cell.parameters, ["member", *names], strict=True):
            at = slots[parameter]
            sets.append(put_slot("s", f"g + {at}", name, parameter.type))
        body.append(
            f"    case {i}: {{ I *g = push(s, {pushed(frame, module.unit)}); (void)g; {' '.join(sets)} break; }}"
        )
    module.function(f"void steps_{plain(kind.name)}_{plain(column.name)}({head})", [*body, "    }"])


def _frames(module: Module) -> str:
    """Emit a function for each frame, with all routines that lie in it.

    Return the table from block numbers to them."""
    frame_of = ["0"] * max(1, len(module.program.blocks))
    inside: dict[str, list[pb.Frame]] = {}
    for name, frame in module.program.frames.items():
        inside.setdefault(module.unit.nest.root[name], []).append(frame)
    for name, frames in inside.items():
        body: list[str] = []
        declared: list[str] = []
        for frame in frames:
            body.append(f"/* {plain(frame.routine.name)} */")
            declared += _blocks(module, frame, body)
        numbers = [block.number for frame in frames for block in frame.blocks]
        for number in numbers:
            frame_of[number] = f"frame_{plain(name)}"
        head = [
            "    (void)f;",
            *declared,
            "    switch (f[0]) {",
            *(f"    case {number}: goto b{number};" for number in numbers),
            "    }",
            "    __builtin_unreachable();",
        ]
        module.function(f"int frame_{plain(name)}(S *s, I *f)", [*head, *body])
    return f"SHARED const Frame FRAMES[BLOCKS] = {{{', '.join(frame_of)}}};"


def _blocks(module: Module, frame: pb.Frame, body: list[str]) -> list[str]:
    """Emit the blocks of one routine; return the C locals that they use."""
    out = Body(frame_context(frame, context_of(module.unit)), frame, frame.routine, body)
    for block in frame.blocks:
        body.append(f"b{block.number}:")
        out.block = block.number
        if _may_end(block.acts):  # record the block: the game may end inside a plain call
            out.line(f"f[0] = {block.number};")
        write_acts(out, block.acts)
        write_end(out, block.end)
    return out.declared


# ---- availability
def _availability(module: Module) -> None:
    for name in module.program.actions:
        _action(module, module.rulebook.routines[name])
    for question in module.program.questions:
        for i, way in enumerate(question.ways):
            context = frame_context(module.program.frames[question.routine], context_of(module.unit))
            terms = [step.holds if isinstance(step, rb.Condition) else step.value for step in way.steps]
            names, context = out_of_slots([*terms, *([] if way.enough is None else [way.enough])], context)
            body = [f"    (void)f; {names}", *_can(way, context)]
            module.function(f"int can_{question.site.number}_{i}(S *s, I *f)", body)
    if len(module.program.free) > WORD_BITS:
        raise UnsupportedError("more than 64 free actions")
    details = [site.number for site in module.program.sites if site.detail]
    body = ["    uint64_t found = 0;", "    int detail = 0; (void)detail;"]
    if details:
        body.append(f"    detail = {' || '.join(f's->site == {number}' for number in details)};")
    for i, routine in enumerate(module.program.free):
        test = "!detail && " if routine.between else ""
        body.append(f"    if ({test}can_{plain(routine.name)}(s, s->actor)) found |= 1ULL << {i};")
    module.function("uint64_t free_actions(S *s)", [*body, "    return found;"])
    take = []
    for i, routine in enumerate(module.program.free):
        frame = module.program.frames[routine.name]
        you = words_of(frame, module.unit)[routine.parameters[0]]
        take.append(f"    case {i}: g = push(s, {pushed(frame, module.unit)}); g[{you}] = s->actor; break;")
    module.function("void take_free(S *s, int number)", ["    I *g; (void)g;", "    switch (number) {", *take, "    }"])


def _action(module: Module, routine: rb.Routine) -> None:
    context = context_of(module.unit)
    names = [f"{c_type(p.type)} {context.local(p)}" for p in routine.parameters]
    body = _can(module.program.actions[routine.name], context)
    module.function(f"int can_{plain(routine.name)}({', '.join(['S *s', *names])})", body)

    if routine.tried:
        _possible(module, routine)


def _possible(module: Module, routine: rb.Routine) -> None:
    """Emit the test for a tried action.

    Its needs hold, and some run through it satisfies every `must leave`."""
    frame = module.program.frames[routine.name]
    slots = words_of(frame, module.unit)
    types = [c_type(parameter.type) for parameter in routine.parameters]
    names = [f"a{i}" for i in range(len(types))]
    head = ", ".join(["S *s", *(f"{t} {n}" for t, n in zip(types, names, strict=True))])
    sets = [
        "    " + put_slot("copy", f"g + {slots[p]}", name, p.type)
        for p, name in zip(routine.parameters, names, strict=True)
    ]
    module.function(f"int possible_{plain(routine.name)}({head})", [
        f"    if (!can_{plain(routine.name)}({', '.join(['s', *names])})) return 0;",
        "    I used = s->x->used; S *copy = tried_copy(s);",
        "    copy->nregions = 0; copy->tried = 0; copy->free = 0; copy->noptions = -1; copy->depth = 0; copy->top = 0;",
        f"    I *g = push(copy, {pushed(frame, module.unit)}); (void)g;", *sets, "    return comes_through(s, copy, used);",
    ])  # fmt: skip


def _can(way: Availability, context: Context) -> list[str]:
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


def _invariants(module: Module) -> None:
    tests = [
        f"    if (!{write(invariant.holds, context_of(module.unit))}) return {i};"
        for i, invariant in enumerate(module.program.invariants)
    ]
    module.function("int broken(S *s)", ["    (void)s;", *tests, "    return -1;"], asked_for=True)


def _judging(module: Module) -> None:
    judge = module.rulebook.judge
    found = f"value_{plain(judge.name)}(s, player)" if judge is not None else "NONE"
    module.function("I worth(S *s, I player)", ["    (void)s; (void)player;", f"    return {found};"], asked_for=True)


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
