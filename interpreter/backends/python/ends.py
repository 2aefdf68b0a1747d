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

from interpreter.backends.python.acts import Writer
from interpreter.backends.python.context import Context
from interpreter.backends.python.terms import kept, write_each, write_items, write_key, write_term
from interpreter.ir import blocks as pb
from interpreter.ir import rulebook as rb
from interpreter.ir.flow import asks, decided_end, may_ask, skips
from interpreter.ir.questions import Choice
from interpreter.ir.traversal import known, walk
from interpreter.lower.passes.mapping import ACTS, terms_of
from interpreter.runtime.identifiers import made


class BlockWriter(Writer):
    """Prints one block."""

    number: int  # block number
    is_head: bool  # is it a loop head?

    def block(self, block: pb.Block) -> None:
        self.number, self.is_head = block.number, block.number in self.context.shared.heads
        in_slots = dict(self.context.variables)
        self._take_out_of_slots(block.acts)
        for act in block.acts:
            self.act(act)
        self.context.variables = in_slots | {
            variable: name for variable, name in self.context.variables.items() if variable not in in_slots
        }
        self.end(block.end)

    def _take_out_of_slots(self, acts: Sequence[pb.Simple]) -> None:
        """Cache slots that these acts read several times and do not assign in Python locals."""
        looked_at: dict[rb.Variable, int] = {}
        for outer in terms_of(acts):
            for term in walk(outer):
                if isinstance(term, rb.Local):
                    looked_at[term.variable] = looked_at.get(term.variable, 0) + 1
        named = Counter(_named_by(tuple(acts)))
        often = [variable for variable in self.context.variables if looked_at.get(variable, 0) > 1]
        self.set_once = {
            act.variable for act in acts if isinstance(act, pb.Arrive | rb.Assign) and named[act.variable] == 1
        }.intersection(often)
        for variable in often:
            if not named[variable] and looked_at[variable] > 3:  # a read costs as much as the copy
                slot = self.context.name(variable)
                self.line(f"{self.context.local(variable)} = {slot}")

    def end(self, end: pb.End | None) -> None:
        assert end is not None
        self.here = pb.span_of(end) or self.here
        self._seen(pb.span_of(end))
        match end:
            case pb.Goto():
                self._end_goto(end)
            case pb.Fork():
                self._end_fork(end)
            case pb.More():
                self._end_more(end)
            case pb.AskEnd():
                self._end_ask_end(end)
            case pb.SeveralEnd():
                self._end_several_end(end)
            case pb.SeveralAnswer():
                self._end_several_answer(end)
            case pb.MenuEnd():
                self._end_menu_end(end)
            case pb.MenuAnswer():
                self._end_menu_answer(end)
            case pb.ActionEnd():
                self._end_action_end(end)
            case pb.ActionAnswer():
                self._end_action_answer(end)
            case pb.RunEnd():
                self._end_run_end(end)
            case pb.ColumnEnd():
                self._end_column_end(end)
            case pb.ReturnEnd():
                self._end_return_end(end)
            case pb.FinishEnd():
                self._end_finish_end(end)
            case _:
                assert_never(end)

    def jump(self, target: int) -> None:
        self.line(f"f[0] = {target}")

    def _end_goto(self, end: pb.Goto) -> None:
        """Jump; if the target only branches, branch here (jump threading)."""
        following = decided_end(end, self.context.shared.program.blocks)
        if following is not end:
            self.end(following)
        else:
            self._go(end.target)

    def _end_fork(self, end: pb.Fork) -> None:
        self._either(self.term(end.condition), end.yes, end.no)

    def _end_more(self, end: pb.More) -> None:
        more = f"{self.target(end.index)} < len({self.target(end.items)})"
        skipping = skips(end, self.context.shared.program.blocks)
        if skipping is None:
            self._either(more, end.yes, end.no)
            return
        advance, fork = skipping
        self.line(f"while {more}:")
        self.depth += 1
        self._advance(advance)
        self.here = fork.span
        self._seen(fork.span)
        self.line(f"if {self.term(fork.condition)}:")
        self.depth += 1
        self._go(fork.yes)
        if not self._at_once(fork.yes):
            self.line("return None")
        self.depth -= 2
        self._go(end.no)

    def _either(self, condition: str, yes: int, no: int) -> None:
        if not self._at_once(yes) and not self._at_once(no):
            self.line(f"f[0] = {yes} if {condition} else {no}")
            return
        self.line(f"if {condition}:")
        self.depth += 1
        self._go(yes)
        self.depth -= 1
        self.line("else:")
        self.depth += 1
        self._go(no)
        self.depth -= 1

    def _go(self, target: int) -> None:
        """Jump to another block; call it directly if that cannot recurse without end, which saves a machine step."""
        self.jump(target)
        if self._at_once(target):
            self.line(f"return b{target}(s, f)")

    def _at_once(self, target: int) -> bool:
        """May the target be called directly? Yes if it asks; and, except from loop heads, if it is further on or may lead to a
        question."""
        blocks = self.context.shared.program.blocks
        return asks(target, blocks) or (not self.is_head and (target > self.number or may_ask(target, blocks)))

    def _end_return_end(self, end: pb.ReturnEnd) -> None:
        self._return(rb.Return(end.span, end.value))

    def _end_finish_end(self, end: pb.FinishEnd) -> None:
        self.line("s.over = True")
        self.line("return True")

    def _end_run_end(self, end: pb.RunEnd) -> None:
        self.jump(end.after)
        self._push(end.call.routine, end.call.arguments)

    def _push(self, routine: rb.Routine, arguments: tuple[rb.Term, ...]) -> None:
        frame = self.context.shared.program.frames[routine.name]
        given = [kept(argument, self.context) for argument in arguments]
        empty = len(frame.slots) - len(given)
        tail = f" + [None] * {empty}" if empty else ""
        self.line(f"s.stack.append([{', '.join([str(frame.entry), *given])}]{tail})")

    def _end_column_end(self, end: pb.ColumnEnd) -> None:
        """Run the steps of a card: steps that can stop get a frame, others are called."""
        self.jump(end.after)
        self._used(end.call.column, write_key(end.call.member, self.context))
        name = made("entries", end.call.column.kind, end.call.column.name)
        arguments = [kept(argument, self.context) for argument in end.call.arguments]
        self.line(
            f"start_steps(s, {name}[{self.term(end.call.member)}], ({', '.join([self.term(end.call.member), *arguments])},))"
        )

    # ---- decisions
    def _ask_head(self, site: rb.Site, actor: rb.Term, answered: int) -> None:
        self.here = site.span
        again = "s.asking = f[0]; " if self.careful else ""  # after a free action the question is asked again
        self.line(f"{again}f[0] = {answered}; s.site = {site.number}; s.actor = {self.term(actor)}")

    def _choice(self, site: rb.Site) -> Choice:
        choice = self.context.shared.program.questions[site.number].choice
        assert choice is not None
        return choice

    def _options(self, site: rb.Site, context: Context) -> str:
        """Print the items that may be chosen, as a list or range."""
        choice = self._choice(site)
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

    def _end_ask_end(self, end: pb.AskEnd) -> None:
        self._ask_head(end.site, end.actor, end.after)
        near = self._near()
        options = self._options(end.site, near)
        if end.site.optional:
            choice = self._choice(end.site)
            if isinstance(choice.items, rb.Numbers) and _where(choice) is None:
                options = write_items(choice.items, near)  # becomes a list: its length must be checked
            options = f"[*{options}, None]"
        self._fetch(near, [options])
        self.line(f"s.options = {options}")
        self._asked()

    def _asked(self) -> None:
        self.line("return asked(s)" if self.careful else "return True if s.options else asked(s)")

    @property
    def careful(self) -> bool:
        return self.context.shared.program.careful

    def _end_several_end(self, end: pb.SeveralEnd) -> None:
        bounds = end.bounds
        chosen = self.target(bounds.chosen)
        self._ask_head(end.site, end.actor, end.answered)
        self.line(f"o = {self._options(end.site, self.context)}")
        least = self.term(bounds.least) if bounds.least is not None else "0"
        if bounds.most is not None:
            self.line(f"if not o or len({chosen}) >= {self.term(bounds.most)}:")
        else:
            self.line("if not o:")
        self.line(f"    f[0] = {end.after}")
        self.line("    return")
        self.line(f"s.options = [*o, None] if len({chosen}) >= {least} else o")
        self._asked()

    def _end_several_answer(self, end: pb.SeveralAnswer) -> None:
        chosen = self.target(end.chosen)
        self.line("if s.answer is None:")
        self.line(f"    f[0] = {end.after}")
        self.line("else:")
        self.line(f"    {chosen} = (*{chosen}, s.answer)")
        self.line(f"    f[0] = {end.again}")

    def _end_menu_end(self, end: pb.MenuEnd) -> None:
        self._ask_head(end.site, end.actor, end.answered)
        self.line("o = []")
        for number in range(end.ways):
            self.line(f"if {made('can', end.site.number, number)}(s, f): o.append({number})")
        if end.site.optional:
            self.line("o.append(None)")
        self.line("s.options = o")
        self._tried(end.site)

    def _tried(self, site: rb.Site) -> None:
        tried = self.context.shared.program.questions[site.number].tried
        if tried:
            self.line(f"s.tried = {tried}")
        self._asked()

    def _end_menu_answer(self, end: pb.MenuAnswer) -> None:
        self.line(f"f[0] = {end.declined} if s.answer is None else {end.targets}[s.answer]")

    def _end_action_end(self, end: pb.ActionEnd) -> None:
        taking = end.taking
        self._ask_head(end.site, taking.actor, end.answered)
        self.line("o = []")
        for number, (routine, arguments) in enumerate(taking.actions):
            given = ", ".join([self.term(taking.actor), *(kept(argument, self.context) for argument in arguments)])
            self.line(f"if {made('can', routine.name)}(s, [0, {given}]): o.append({number})")
        if end.site.optional:
            self.line("o.append(None)")
        self.line("s.options = o")
        self._tried(end.site)

    def _end_action_answer(self, end: pb.ActionAnswer) -> None:
        taking = end.taking
        self.jump(end.after)
        if taking.taken is not None:
            self.line(f"{self.target(taking.taken)} = s.answer is not None")
        for number, (routine, arguments) in enumerate(taking.actions):
            self.line(f"{'if' if number == 0 else 'elif'} s.answer == {number}:")
            self.depth += 1
            self._push(routine, (taking.actor, *arguments))
            self.depth -= 1


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
