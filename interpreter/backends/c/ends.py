"""Print block ends as C statements: jumps, calls and questions.

In: the end of a block and a Context. Out: lines of C. Layer: backends. A question ends its block: the options are stored
behind the frames, `return 1` stops the machine, and the block named in `f[0]` handles the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from interpreter.backends.c.acts import gone_through, write_return
from interpreter.backends.c.body import Body
from interpreter.backends.c.context import given, kept, out_of_slots, scalar, write
from interpreter.backends.c.logic import let_names
from interpreter.backends.c.nesting import return_slot, top_slot, words_in
from interpreter.backends.c.searches import counted_members, is_plain_list, taken_if, through
from interpreter.backends.c.slots import pushed, put_slot, words_of
from interpreter.backends.c.unit import WORD_BITS, UnsupportedError, c_type, plain
from interpreter.ir import blocks as pb
from interpreter.ir import rulebook as rb
from interpreter.ir.flow import skips
from interpreter.ir.questions import Choice

FEW_WORDS = 12  # largest frame whose words are cleared inline


def write_end(out: Body, end: pb.End | None) -> None:
    assert end is not None
    match end:
        case pb.Goto():
            _go(out, end.target)
        case pb.Fork():
            _either(out, out.term(end.condition), end.yes, end.no)
        case pb.More():
            _more(out, end)
        case pb.ReturnEnd():
            write_return(out, end.value)
        case pb.FinishEnd():
            out.line(f"f[0] = {out.block}; s->over = 1; return 1;")
        case pb.RunEnd():
            _run(out, end.call.routine, end.call.arguments, end.after)
        case pb.ColumnEnd():
            arguments = ", ".join(kept(argument, out.context) for argument in (end.call.member, *end.call.arguments))
            out.line(f"f[0] = {end.after};")
            out.line(f"steps_{plain(end.call.column.kind)}_{plain(end.call.column.name)}(s, {arguments});")
            out.line("if (!is_on_top(s, f)) return 0;")
            _go(out, end.after)
        case _:
            _question(out, end)


def _go(out: Body, target: int) -> None:
    """Jump to another block of this frame.

    Only back edges are counted, since every loop has one."""
    if (out.block, target) in out.ways_back:
        out.line("once_more(s);")
    out.line(f"goto b{target};")


def _either(out: Body, condition: str, yes: int, no: int) -> None:
    out.line(f"if ({condition}) {{")
    _go(out, yes)
    out.line("} else {")
    _go(out, no)
    out.line("}")


def _more(out: Body, end: pb.More) -> None:
    """Branch on whether a loop has a next member.

    Those that its filter leaves out are skipped on the spot."""
    index, (count, items) = out.context.variables[end.index], gone_through(out, end.items)
    filter_ = skips(end, out.context.unit.program.blocks)
    if filter_ is None or c_type(filter_[0].variable.type) != "I":
        _either(out, f"{index} < {count}", end.yes, end.no)
        return
    variable, fork = filter_[0].variable, filter_[1]
    inner = out.context.inner()
    name, (at, all_, view, found) = inner.local(variable), map(out.context.unit.fresh, "inlr")
    out.line(f"{{ I {at} = {index}, {all_} = {count}, {found} = 0, {name} = {out.context.variables[variable]};")
    out.line(f"const I *{view} = {items};")
    out.line(
        f"while ({at} < {all_}) {{ {name} = {view}[{at}++]; if ({write(fork.condition, inner)}) {{ {found} = 1; break; }} }}"
    )
    out.assign(end.index, at)
    out.assign(variable, name)
    _either(out, found, fork.yes, end.no)
    out.line("}")


def _run(out: Body, routine: rb.Routine, arguments: Sequence[rb.Term], after: int) -> None:
    """Call another routine.

    If it finishes without a stop, continue here without the machine."""
    frame = out.context.unit.program.frames[routine.name]
    texts = [given(argument, p.type, out.context) for argument, p in zip(arguments, routine.parameters, strict=True)]
    names = [out.context.unit.fresh("a") for _ in texts]
    out.line("{")
    for name, parameter, text in zip(names, routine.parameters, texts, strict=True):
        out.line(f"{c_type(parameter.type)} {name} = {text};")
    if out.context.unit.nest.is_inside(routine.name):
        _enter(out, frame, names, after)
        return
    slots, words = words_of(frame, out.context.unit), words_in(frame)
    out.line(f"f[0] = {after};")
    if words <= FEW_WORDS:
        taken = {slots[parameter] for parameter in routine.parameters if c_type(parameter.type) == "I"}
        empty = "".join(f" g[{at}] = NONE;" for at in range(1, words + 1) if at not in taken)
        out.line(f"I *g = new_frame(s, {frame.entry}, {out.context.unit.nest.words[routine.name]});{empty} (void)g;")
    else:
        out.line(f"I *g = push(s, {pushed(frame, out.context.unit)});")
    for parameter, name in zip(routine.parameters, names, strict=True):
        out.line(put_slot("s", f"g + {slots[parameter]}", name, parameter.type))
    out.line(f"int how = frame_{plain(routine.name)}(s, g); if (how != DONE) return how; }}")
    _go(out, after)


def _enter(out: Body, frame: pb.Frame, names: Sequence[str], after: int) -> None:
    """Jump into a routine that lies in the same frame."""
    nest, slots = out.context.unit.nest, words_of(frame, out.context.unit)
    base, parameters = nest.base[frame.routine.name], frame.routine.parameters
    taken = {slots[parameter] for parameter in parameters if c_type(parameter.type) == "I"}
    empty = "".join(f"f[{at}] = NONE; " for at in range(base + 1, base + words_in(frame) + 1) if at not in taken)
    back, top = return_slot(nest, frame), top_slot(nest, frame)
    out.line(f"{empty}{f'f[{back}] = {after}; ' if back else ''}{f'f[{top}] = s->top;' if top else ''}")
    for parameter, name in zip(parameters, names, strict=True):
        out.line(put_slot("s", f"f + {slots[parameter]}", name, parameter.type))
    if (out.block, after) in out.ways_back:
        out.line("once_more(s);")
    out.line(f"goto b{frame.entry}; }}")


# ---- decisions
def _question(out: Body, end: pb.Asking) -> None:
    match end:
        case pb.AskEnd():
            _head(out, end.site, end.actor, end.after)
            _offer(out, end.site)
            if end.site.optional:
                out.line("offer(s, NONE);")
            out.line(
                "return asked(s);"
                if out.context.unit.program.careful
                else "close_question(s); return s->noptions ? 1 : asked(s);"
            )
        case pb.SeveralEnd():
            _several(out, end)
        case pb.SeveralAnswer():
            chosen = out.context.variables[end.chosen]
            out.line("if (s->answer == NONE) {")
            _go(out, end.after)
            out.line("} else {")
            if c_type(end.chosen.type) == "LL":
                out.line(f"L a_[1] = {{list_at(s, s->answer)}}; LL all_ = joined_lists(s, {chosen}, (LL){{1, a_}});")
            else:
                out.line(f"I a_[1] = {{s->answer}}; L all_ = joined(s, {chosen}, (L){{1, a_}});")
            out.assign(end.chosen, "all_")
            _go(out, end.again)
            out.line("}")
        case pb.MenuEnd():
            _menu(out, end)
        case pb.MenuAnswer():
            out.line("switch (s->answer) {")
            for i, target in enumerate(end.targets):
                out.line(f"case {i}:")
                _go(out, target)
            out.line("default:")
            _go(out, end.declined)
            out.line("}")
        case pb.ActionEnd():
            _actions(out, end)
        case pb.ActionAnswer():
            _action_answer(out, end)
        case _:
            assert_never(end)


def _head(out: Body, site: rb.Site, actor: rb.Term, answered: int) -> None:
    again = f"s->asking = {out.block}; " if out.context.unit.program.careful else ""
    out.line(f"{again}f[0] = {answered}; s->site = {site.number}; s->actor = (int32_t)nn(s, {out.term(actor)});")
    out.line("open_question(s);")


def _offer(out: Body, site: rb.Site) -> None:
    """Offer every item that may be chosen."""
    choice = out.context.unit.program.questions[site.number].choice
    assert choice is not None
    if isinstance(choice.where, rb.Constant) and choice.where.value is True:
        choice = replace(choice, where=None)  # a test that the settings of options make true
    if c_type(choice.items.type) == "LL":
        _offer_lists(out, choice)
        return
    plain_ask, among = choice.where is None, choice.items
    if plain_ask and isinstance(among, rb.Numbers):
        low, high, step = (scalar(part, out.context) for part in (among.low, among.high, among.step))
        if site.optional:
            out.line(f"offer_numbers(s, {low}, {high}, {step});")
        else:
            out.line(f"offer_range(s, {low}, {high}, {step});")
        return
    if plain_ask and isinstance(among, rb.Members) and among.kind != "player" and not site.optional:
        out.line(f"offer_range(s, 0, {out.context.unit.size(among.kind) - 1}, 1);")
        return
    items, item, where = choice.items, choice.item, choice.where
    names, outer = out_of_slots([items, *([] if where is None else [where])], out.context)
    if isinstance(items, rb.LetIn) and where is None and not choice.repeats:
        listed = items.term
        if is_plain_list(listed):
            kept_, outer = let_names(items, outer)
            names, items, item, where = f"{names}{kept_} ", listed.items, listed.variable, listed.where
    if choice.repeats:  # equal things are chosen one at a time and offered once
        inner, rest = outer.inner(), where
        name = inner.local(item)
        head = f"L l_ = distinct(s, {write(items, outer)}); for (I i_ = 0; i_ < l_.n; i_++) {{ I {name} = l_.p[i_];"
    else:
        head, inner, rest = through(items, item, where, outer)
        name = inner.variables[item]
    most = counted_members(items, outer)
    start = f"I n_ = 0, *o_ = room_for_options(s, {most}); " if most else "I n_ = 0; "
    take = taken_if(rest, f"o_[n_] = {name};" if most else f"set_option(s, n_, {name});", "n_", inner)
    out.line(f"{{ {names}{start}{head} {take} }} s->noptions = n_; }}")


def _offer_lists(out: Body, choice: Choice) -> None:
    names, outer = out_of_slots([choice.items, *([] if choice.where is None else [choice.where])], out.context)
    inner = outer.inner()
    name, items = inner.local(choice.item), write(choice.items, outer)
    test = "" if choice.where is None else f"if ({write(choice.where, inner)}) "
    out.line(f"{{ {names}LL all_ = {f'distinct_lists(s, {items})' if choice.repeats else items};")
    out.line("L *o_ = (L *)room(s, 2 * all_.n); I n_ = 0;")
    out.line(f"for (I i_ = 0; i_ < all_.n; i_++) {{ L {name} = all_.p[i_]; {test}o_[n_++] = {name}; }}")
    out.line("offer_lists(s, (LL){n_, o_}); }")


def _several(out: Body, end: pb.SeveralEnd) -> None:
    bounds = end.bounds
    chosen = out.context.variables[bounds.chosen]
    _head(out, end.site, end.actor, end.answered)
    _offer(out, end.site)
    out.line("close_question(s);")
    least = scalar(bounds.least, out.context) if bounds.least is not None else "0"
    full = f" || {chosen}.n >= {scalar(bounds.most, out.context)}" if bounds.most is not None else ""
    out.line(f"if (!s->noptions{full}) {{ s->noptions = -1;")
    _go(out, end.after)
    out.line("}")
    out.line(f"if ({chosen}.n >= {least}) offer(s, NONE);")
    out.line("return asked(s);" if out.context.unit.program.careful else "return 1;")


def _menu(out: Body, end: pb.MenuEnd) -> None:
    _head(out, end.site, end.actor, end.answered)
    if end.ways > WORD_BITS:
        raise UnsupportedError("a menu of more than 64 ways")
    for i in range(end.ways):
        out.line(f"if (can_{end.site.number}_{i}(s, f)) offer(s, {i});")
    _finish(out, end.site)


def _asked(out: Body) -> str:
    """Print the return from a question.

    With free actions or trials, `asked` looks at more than the options."""
    if out.context.unit.program.careful:
        return "return asked(s);"
    return "close_question(s); return s->noptions ? 1 : asked(s);"


def _finish(out: Body, site: rb.Site) -> None:
    if site.optional:
        out.line("offer(s, NONE);")
    tried = out.context.unit.program.questions[site.number].tried
    if tried:
        out.line(f"s->tried = {sum(1 << i for i in tried)}ULL;")
    out.line(
        "return asked(s);"
        if out.context.unit.program.careful
        else "close_question(s); return s->noptions ? 1 : asked(s);"
    )


def _actions(out: Body, end: pb.ActionEnd) -> None:
    taking = end.taking
    _head(out, end.site, taking.actor, end.answered)
    if len(taking.actions) > WORD_BITS:
        raise UnsupportedError("more than 64 actions at once")
    for i, (routine, arguments) in enumerate(taking.actions):
        called = ", ".join(kept(argument, out.context) for argument in (taking.actor, *arguments))
        out.line(f"if (can_{plain(routine.name)}(s, {called})) offer(s, {i});")
    _finish(out, end.site)


def _action_answer(out: Body, end: pb.ActionAnswer) -> None:
    taking = end.taking
    if taking.taken is not None:
        out.assign(taking.taken, "(s->answer != NONE)")
    out.line("switch (s->answer) {")
    for i, (routine, arguments) in enumerate(taking.actions):
        out.line(f"case {i}:")
        _run(out, routine, (taking.actor, *arguments), end.after)
    out.line("}")
    _go(out, end.after)
