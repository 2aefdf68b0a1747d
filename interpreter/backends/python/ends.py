"""Print blocks as Python functions: how they end and how they ask questions.

In: blocks of a Program and a Context. Out: lines of Python. Layer: backends.
A block is a function of the state `s` and the frame `f`. It returns True when the machine must stop: a question is open, or
the game is over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import assert_never

from interpreter.backends.python import table_acts as table
from interpreter.backends.python.acts import write_act, write_advance, write_return
from interpreter.backends.python.context import Context
from interpreter.backends.python.lines import Lines
from interpreter.backends.python.terms import kept, write_each, write_items, write_key, write_term
from interpreter.ir import blocks as pb
from interpreter.ir import rulebook as rb
from interpreter.ir.flow import asks, decided_end, may_ask, skips
from interpreter.ir.questions import Choice
from interpreter.ir.traversal import known, walk
from interpreter.lower.passes.mapping import ACTS, terms_of
from interpreter.runtime.identifiers import made


def write_block(out: Lines, block: pb.Block) -> None:
    out.number, out.is_head = block.number, block.number in out.context.shared.heads
    in_slots = dict(out.context.variables)
    _take_out_of_slots(out, block.acts)
    for act in block.acts:
        write_act(out, act)
    out.context.variables = in_slots | {
        variable: name for variable, name in out.context.variables.items() if variable not in in_slots
    }
    _end(out, block.end)


def _take_out_of_slots(out: Lines, acts: Sequence[pb.Simple]) -> None:
    """Cache slots that these acts read several times in Python locals.

    Only those that they do not assign."""
    looked_at: dict[rb.Variable, int] = {}
    for outer in terms_of(acts):
        for term in walk(outer):
            if isinstance(term, rb.Local):
                looked_at[term.variable] = looked_at.get(term.variable, 0) + 1
    named = Counter(_named_by(tuple(acts)))
    often = [variable for variable in out.context.variables if looked_at.get(variable, 0) > 1]
    out.set_once = {
        act.variable for act in acts if isinstance(act, pb.Arrive | rb.Assign) and named[act.variable] == 1
    }.intersection(often)
    for variable in often:
        if not named[variable] and looked_at[variable] > 3:  # a read costs as much as the copy
            slot = out.context.name(variable)
            out.line(f"{out.context.local(variable)} = {slot}")


def _end(out: Lines, end: pb.End | None) -> None:
    assert end is not None
    out.here = pb.span_of(end) or out.here
    out.mark(pb.span_of(end))
    match end:
        case pb.Goto():
            _end_goto(out, end)
        case pb.Fork():
            _end_fork(out, end)
        case pb.More():
            _end_more(out, end)
        case pb.AskEnd():
            _end_ask_end(out, end)
        case pb.SeveralEnd():
            _end_several_end(out, end)
        case pb.SeveralAnswer():
            _end_several_answer(out, end)
        case pb.MenuEnd():
            _end_menu_end(out, end)
        case pb.MenuAnswer():
            _end_menu_answer(out, end)
        case pb.ActionEnd():
            _end_action_end(out, end)
        case pb.ActionAnswer():
            _end_action_answer(out, end)
        case pb.RunEnd():
            _end_run_end(out, end)
        case pb.ColumnEnd():
            _end_column_end(out, end)
        case pb.ReturnEnd():
            _end_return_end(out, end)
        case pb.FinishEnd():
            _end_finish_end(out)
        case _:
            assert_never(end)


def _jump(out: Lines, target: int) -> None:
    out.line(f"f[0] = {target}")


def _end_goto(out: Lines, end: pb.Goto) -> None:
    """Jump; if the target only branches, branch here (jump threading)."""
    following = decided_end(end, out.context.shared.program.blocks)
    if following is not end:
        _end(out, following)
    else:
        _go(out, end.target)


def _end_fork(out: Lines, end: pb.Fork) -> None:
    _either(out, out.term(end.condition), end.yes, end.no)


def _end_more(out: Lines, end: pb.More) -> None:
    more = f"{out.target(end.index)} < len({out.target(end.items)})"
    skipping = skips(end, out.context.shared.program.blocks)
    if skipping is None:
        _either(out, more, end.yes, end.no)
        return
    advance, fork = skipping
    out.line(f"while {more}:")
    out.depth += 1
    write_advance(out, advance)
    out.here = fork.span
    out.mark(fork.span)
    out.line(f"if {out.term(fork.condition)}:")
    out.depth += 1
    _go(out, fork.yes)
    if not _at_once(out, fork.yes):
        out.line("return None")
    out.depth -= 2
    _go(out, end.no)


def _either(out: Lines, condition: str, yes: int, no: int) -> None:
    if not _at_once(out, yes) and not _at_once(out, no):
        out.line(f"f[0] = {yes} if {condition} else {no}")
        return
    out.line(f"if {condition}:")
    out.depth += 1
    _go(out, yes)
    out.depth -= 1
    out.line("else:")
    out.depth += 1
    _go(out, no)
    out.depth -= 1


def _go(out: Lines, target: int) -> None:
    """Jump to another block.

    Call it directly if that cannot recurse without end, which saves a machine step."""
    _jump(out, target)
    if _at_once(out, target):
        out.line(f"return b{target}(s, f)")


def _at_once(out: Lines, target: int) -> bool:
    """May the target be called directly?

    Yes if it asks; and, except from loop heads, if it is further on or may lead to a question."""
    blocks = out.context.shared.program.blocks
    return asks(target, blocks) or (not out.is_head and (target > out.number or may_ask(target, blocks)))


def _end_return_end(out: Lines, end: pb.ReturnEnd) -> None:
    write_return(out, rb.Return(end.span, end.value))


def _end_finish_end(out: Lines) -> None:
    out.line("s.over = True")
    out.line("return True")


def _end_run_end(out: Lines, end: pb.RunEnd) -> None:
    _jump(out, end.after)
    _push(out, end.call.routine, end.call.arguments)


def _push(out: Lines, routine: rb.Routine, arguments: tuple[rb.Term, ...]) -> None:
    frame = out.context.shared.program.frames[routine.name]
    given = [kept(argument, out.context) for argument in arguments]
    empty = len(frame.slots) - len(given)
    tail = f" + [None] * {empty}" if empty else ""
    out.line(f"s.stack.append([{', '.join([str(frame.entry), *given])}]{tail})")


def _end_column_end(out: Lines, end: pb.ColumnEnd) -> None:
    """Run the steps of a card: steps that can stop get a frame, others are called."""
    _jump(out, end.after)
    table.mark_used(out, end.call.column, write_key(end.call.member, out.context))
    name = made("entries", end.call.column.kind, end.call.column.name)
    arguments = [kept(argument, out.context) for argument in end.call.arguments]
    out.line(
        f"start_steps(s, {name}[{out.term(end.call.member)}], ({', '.join([out.term(end.call.member), *arguments])},))"
    )


# ---- decisions
def _ask_head(out: Lines, site: rb.Site, actor: rb.Term, answered: int) -> None:
    out.here = site.span
    again = (
        "s.asking = f[0]; " if out.context.shared.program.careful else ""
    )  # after a free action the question is asked again
    out.line(f"{again}f[0] = {answered}; s.site = {site.number}; s.actor = {out.term(actor)}")


def _choice(out: Lines, site: rb.Site) -> Choice:
    choice = out.context.shared.program.questions[site.number].choice
    assert choice is not None
    return choice


def _options(out: Lines, site: rb.Site, context: Context) -> str:
    """Print the items that may be chosen, as a list or range."""
    choice = _choice(out, site)
    items = write_items(choice.items, context)
    inner = context.inner()
    name = inner.local(choice.item)
    if choice.repeats:  # equal things are chosen one at a time and offered once
        items = f"dict.fromkeys({items})"
    where = _where(choice)
    if where is None:
        if isinstance(choice.items, rb.Numbers):
            return write_term(choice.items, context)  # never iterated: it may be of any length
        return items if isinstance(choice.items, rb.Members) else f"list({items})"
    each = items if choice.repeats else write_each(choice.items, context)
    return f"[{name} for {name} in {each} if {write_term(where, inner)}]"


def _end_ask_end(out: Lines, end: pb.AskEnd) -> None:
    _ask_head(out, end.site, end.actor, end.after)
    near = out.near()
    options = _options(out, end.site, near)
    if end.site.optional:
        choice = _choice(out, end.site)
        if isinstance(choice.items, rb.Numbers) and _where(choice) is None:
            options = write_items(choice.items, near)  # becomes a list: its length must be checked
        options = f"[*{options}, None]"
    out.fetch(near, [options])
    out.line(f"s.options = {options}")
    _asked(out)


def _asked(out: Lines) -> None:
    out.line("return asked(s)" if out.context.shared.program.careful else "return True if s.options else asked(s)")


def _end_several_end(out: Lines, end: pb.SeveralEnd) -> None:
    bounds = end.bounds
    chosen = out.target(bounds.chosen)
    _ask_head(out, end.site, end.actor, end.answered)
    out.line(f"o = {_options(out, end.site, out.context)}")
    least = out.term(bounds.least) if bounds.least is not None else "0"
    if bounds.most is not None:
        out.line(f"if not o or len({chosen}) >= {out.term(bounds.most)}:")
    else:
        out.line("if not o:")
    out.line(f"    f[0] = {end.after}")
    out.line("    return")
    out.line(f"s.options = [*o, None] if len({chosen}) >= {least} else o")
    _asked(out)


def _end_several_answer(out: Lines, end: pb.SeveralAnswer) -> None:
    chosen = out.target(end.chosen)
    out.line("if s.answer is None:")
    out.line(f"    f[0] = {end.after}")
    out.line("else:")
    out.line(f"    {chosen} = (*{chosen}, s.answer)")
    out.line(f"    f[0] = {end.again}")


def _end_menu_end(out: Lines, end: pb.MenuEnd) -> None:
    _ask_head(out, end.site, end.actor, end.answered)
    out.line("o = []")
    for number in range(end.ways):
        out.line(f"if {made('can', end.site.number, number)}(s, f): o.append({number})")
    if end.site.optional:
        out.line("o.append(None)")
    out.line("s.options = o")
    _tried(out, end.site)


def _tried(out: Lines, site: rb.Site) -> None:
    tried = out.context.shared.program.questions[site.number].tried
    if tried:
        out.line(f"s.tried = {tried}")
    _asked(out)


def _end_menu_answer(out: Lines, end: pb.MenuAnswer) -> None:
    out.line(f"f[0] = {end.declined} if s.answer is None else {end.targets}[s.answer]")


def _end_action_end(out: Lines, end: pb.ActionEnd) -> None:
    taking = end.taking
    _ask_head(out, end.site, taking.actor, end.answered)
    out.line("o = []")
    for number, (routine, arguments) in enumerate(taking.actions):
        given = ", ".join([out.term(taking.actor), *(kept(argument, out.context) for argument in arguments)])
        out.line(f"if {made('can', routine.name)}(s, [0, {given}]): o.append({number})")
    if end.site.optional:
        out.line("o.append(None)")
    out.line("s.options = o")
    _tried(out, end.site)


def _end_action_answer(out: Lines, end: pb.ActionAnswer) -> None:
    taking = end.taking
    _jump(out, end.after)
    if taking.taken is not None:
        out.line(f"{out.target(taking.taken)} = s.answer is not None")
    for number, (routine, arguments) in enumerate(taking.actions):
        out.line(f"{'if' if number == 0 else 'elif'} s.answer == {number}:")
        out.depth += 1
        _push(out, routine, (taking.actor, *arguments))
        out.depth -= 1


def _where(choice: Choice) -> rb.Term | None:
    """Return the condition on a choice; None if everything may be chosen."""
    return None if known(choice.where) is True else choice.where


def _named_by(part: object) -> Iterator[rb.Variable]:
    """Yield the variables that acts name outside terms: all that they can assign."""
    if isinstance(part, rb.Variable):
        yield part
    elif isinstance(part, tuple):
        for item in part:
            yield from _named_by(item)
    elif type(part) in ACTS and is_dataclass(part):
        for field in fields(part):
            yield from _named_by(getattr(part, field.name))
