"""Print block ends as C statements: jumps, calls and questions.

In: the end of a block and a Context. Out: lines of C. Layer: backends. A question ends its block: the options are stored
behind the frames, `return 1` stops the machine, and the block named in `f[0]` handles the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from interpreter.backends.c.acts import Writer
from interpreter.backends.c.context import given, kept, out_of_slots, scalar, write
from interpreter.backends.c.logic import let_names
from interpreter.backends.c.searches import counted_members, is_plain_list, taken_if, through
from interpreter.backends.c.slots import put_slot, words_of
from interpreter.backends.c.unit import WORD_BITS, UnsupportedError, c_type, plain
from interpreter.ir import blocks as pb
from interpreter.ir import rulebook as rb
from interpreter.ir.questions import Choice

FEW_WORDS = 12  # largest frame whose words are cleared inline


class BlockWriter(Writer):
    """Prints the blocks of one routine that can stop."""

    def end(self, end: pb.End | None) -> None:
        assert end is not None
        match end:
            case pb.Goto():
                self._go(end.target)
            case pb.Fork():
                self._either(self.term(end.condition), end.yes, end.no)
            case pb.More():
                index = self.context.variables[end.index]
                self._either(f"{index} < {self._gone_through(end.items)[0]}", end.yes, end.no)
            case pb.ReturnEnd():
                self._return(end.value)
            case pb.FinishEnd():
                self.line(f"f[0] = {self.block}; s->over = 1; return 1;")
            case pb.RunEnd():
                self.line(f"f[0] = {end.after};")
                self._run(end.call.routine, end.call.arguments, end.after)
            case pb.ColumnEnd():
                arguments = ", ".join(
                    kept(argument, self.context) for argument in (end.call.member, *end.call.arguments)
                )
                self.line(f"f[0] = {end.after};")
                self.line(f"steps_{plain(end.call.column.kind)}_{plain(end.call.column.name)}(s, {arguments});")
                self.line("if (!is_on_top(s, f)) return 0;")
                self._go(end.after)
            case _:
                self._question(end)

    def _go(self, target: int) -> None:
        """Jump to another block of this frame; only back edges are counted, since every loop has one."""
        if (self.block, target) in self.ways_back:
            self.line("once_more(s);")
        self.line(f"goto b{target};")

    def _either(self, condition: str, yes: int, no: int) -> None:
        self.line(f"if ({condition}) {{")
        self._go(yes)
        self.line("} else {")
        self._go(no)
        self.line("}")

    def _run(self, routine: rb.Routine, arguments: Sequence[rb.Term], after: int) -> None:
        """Call another routine; if it finishes without a stop, continue here without the machine."""
        run = f"int how = frame_{plain(routine.name)}(s, g);"
        self.push(routine, arguments, f"{run} if (how != DONE) return how;")
        self._go(after)

    def push(self, routine: rb.Routine, arguments: Sequence[rb.Term], then: str) -> None:
        """Push a new frame `g`, its arguments evaluated beforehand; then run `then`."""
        frame = self.context.unit.program.frames[routine.name]
        slots, words = words_of(frame)
        texts = [
            given(argument, p.type, self.context) for argument, p in zip(arguments, routine.parameters, strict=True)
        ]
        names = [self.context.unit.fresh("a") for _ in texts]
        types = [c_type(parameter.type) for parameter in routine.parameters]
        self.line("{")
        for name, kind, text in zip(names, types, texts, strict=True):
            self.line(f"{kind} {name} = {text};")
        if words <= FEW_WORDS:
            taken = {slots[parameter] for parameter in routine.parameters if c_type(parameter.type) == "I"}
            empty = "".join(f" g[{at}] = NONE;" for at in range(1, words + 1) if at not in taken)
            self.line(f"I *g = new_frame(s, {frame.entry}, {words});{empty} (void)g;")
        else:
            self.line(f"I *g = push(s, {frame.entry}, {words});")
        for parameter, name in zip(routine.parameters, names, strict=True):
            self.line(put_slot("s", f"g + {slots[parameter]}", name, parameter.type))
        self.line(f"{then} }}")

    # ---- decisions
    def _question(self, end: pb.Asking) -> None:
        match end:
            case pb.AskEnd():
                self._head(end.site, end.actor, end.after)
                self._offer(end.site)
                if end.site.optional:
                    self.line("offer(s, NONE);")
                self.line(
                    "return asked(s);" if self.careful else "close_question(s); return s->noptions ? 1 : asked(s);"
                )
            case pb.SeveralEnd():
                self._several(end)
            case pb.SeveralAnswer():
                chosen = self.context.variables[end.chosen]
                self.line("if (s->answer == NONE) {")
                self._go(end.after)
                self.line("} else {")
                if c_type(end.chosen.type) == "LL":
                    self.line(
                        f"L a_[1] = {{list_at(s, s->answer)}}; LL all_ = joined_lists(s, {chosen}, (LL){{1, a_}});"
                    )
                else:
                    self.line(f"I a_[1] = {{s->answer}}; L all_ = joined(s, {chosen}, (L){{1, a_}});")
                self.assign(end.chosen, "all_")
                self._go(end.again)
                self.line("}")
            case pb.MenuEnd():
                self._menu(end)
            case pb.MenuAnswer():
                self.line("switch (s->answer) {")
                for i, target in enumerate(end.targets):
                    self.line(f"case {i}:")
                    self._go(target)
                self.line("default:")
                self._go(end.declined)
                self.line("}")
            case pb.ActionEnd():
                self._actions(end)
            case pb.ActionAnswer():
                self._action_answer(end)
            case _:
                assert_never(end)

    @property
    def careful(self) -> bool:
        return self.context.unit.program.careful

    def _head(self, site: rb.Site, actor: rb.Term, answered: int) -> None:
        again = f"s->asking = {self.block}; " if self.careful else ""
        self.line(f"{again}f[0] = {answered}; s->site = {site.number}; s->actor = (int32_t)nn(s, {self.term(actor)});")
        self.line("open_question(s);")

    def _offer(self, site: rb.Site) -> None:
        """Offer every item that may be chosen."""
        choice = self.context.unit.program.questions[site.number].choice
        assert choice is not None
        if c_type(choice.items.type) == "LL":
            self._offer_lists(choice)
            return
        plain_ask, among = choice.where is None, choice.items
        if plain_ask and isinstance(among, rb.Numbers):
            low, high, step = (scalar(part, self.context) for part in (among.low, among.high, among.step))
            if site.optional:
                self.line(f"offer_numbers(s, {low}, {high}, {step});")
            else:
                self.line(f"offer_range(s, {low}, {high}, {step});")
            return
        if plain_ask and isinstance(among, rb.Members) and among.kind != "player" and not site.optional:
            self.line(f"offer_range(s, 0, {self.context.unit.size(among.kind) - 1}, 1);")
            return
        items, item, where = choice.items, choice.item, choice.where
        names, outer = out_of_slots([items, *([] if where is None else [where])], self.context)
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
        self.line(f"{{ {names}{start}{head} {take} }} s->noptions = n_; }}")

    def _offer_lists(self, choice: Choice) -> None:
        names, outer = out_of_slots([choice.items, *([] if choice.where is None else [choice.where])], self.context)
        inner = outer.inner()
        name, items = inner.local(choice.item), write(choice.items, outer)
        test = "" if choice.where is None else f"if ({write(choice.where, inner)}) "
        self.line(f"{{ {names}LL all_ = {f'distinct_lists(s, {items})' if choice.repeats else items};")
        self.line("L *o_ = (L *)room(s, 2 * all_.n); I n_ = 0;")
        self.line(f"for (I i_ = 0; i_ < all_.n; i_++) {{ L {name} = all_.p[i_]; {test}o_[n_++] = {name}; }}")
        self.line("offer_lists(s, (LL){n_, o_}); }")

    def _several(self, end: pb.SeveralEnd) -> None:
        bounds = end.bounds
        chosen = self.context.variables[bounds.chosen]
        self._head(end.site, end.actor, end.answered)
        self._offer(end.site)
        self.line("close_question(s);")
        least = scalar(bounds.least, self.context) if bounds.least is not None else "0"
        full = f" || {chosen}.n >= {scalar(bounds.most, self.context)}" if bounds.most is not None else ""
        self.line(f"if (!s->noptions{full}) {{ s->noptions = -1;")
        self._go(end.after)
        self.line("}")
        self.line(f"if ({chosen}.n >= {least}) offer(s, NONE);")
        self.line("return asked(s);" if self.careful else "return 1;")

    def _menu(self, end: pb.MenuEnd) -> None:
        self._head(end.site, end.actor, end.answered)
        if end.ways > WORD_BITS:
            raise UnsupportedError("a menu of more than 64 ways")
        for i in range(end.ways):
            self.line(f"if (can_{end.site.number}_{i}(s, f)) offer(s, {i});")
        self._finish(end.site)

    def _finish(self, site: rb.Site) -> None:
        if site.optional:
            self.line("offer(s, NONE);")
        tried = self.context.unit.program.questions[site.number].tried
        if tried:
            self.line(f"s->tried = {sum(1 << i for i in tried)}ULL;")
        self.line("return asked(s);" if self.careful else "close_question(s); return s->noptions ? 1 : asked(s);")

    def _actions(self, end: pb.ActionEnd) -> None:
        taking = end.taking
        self._head(end.site, taking.actor, end.answered)
        if len(taking.actions) > WORD_BITS:
            raise UnsupportedError("more than 64 actions at once")
        for i, (routine, arguments) in enumerate(taking.actions):
            called = ", ".join(kept(argument, self.context) for argument in (taking.actor, *arguments))
            self.line(f"if (can_{plain(routine.name)}(s, {called})) offer(s, {i});")
        self._finish(end.site)

    def _action_answer(self, end: pb.ActionAnswer) -> None:
        taking = end.taking
        self.line(f"f[0] = {end.after};")
        if taking.taken is not None:
            self.assign(taking.taken, "(s->answer != NONE)")
        self.line("switch (s->answer) {")
        for i, (routine, arguments) in enumerate(taking.actions):
            self.line(f"case {i}:")
            self._run(routine, (taking.actor, *arguments), end.after)
        self.line("}")
        self._go(end.after)
