"""Lower a Rulebook to a Program: cut routines into blocks at decisions.

In: a Rulebook. Out: a Program. Layer: lower. Only acts that can suspend for a decision are cut; everything else stays
structured. Actions always get a frame, so that their needs can be evaluated before they are taken.
"""

from __future__ import annotations

from interpreter.ir import rulebook as rb
from interpreter.ir.blocks import (
    ActionAnswer,
    ActionEnd,
    Advance,
    Arrive,
    AskEnd,
    Block,
    ColumnEnd,
    EnterQuiet,
    EnterTrial,
    EnterTurns,
    FinishEnd,
    Fork,
    Frame,
    Goto,
    LeaveQuiet,
    LeaveTrial,
    LeaveTurns,
    MenuAnswer,
    MenuEnd,
    More,
    Program,
    Reached,
    ResetKeeps,
    ReturnEnd,
    RunEnd,
    SeveralAnswer,
    SeveralEnd,
    Snapshot,
    Unveil,
    Veil,
    rule_name,
)
from interpreter.ir.combinations import alternatives, taken_apart
from interpreter.ir.effects import column_suspends
from interpreter.ir.facts import find_facts
from interpreter.ir.layout import lay_out
from interpreter.ir.questions import bounds, question, taking, way
from interpreter.ir.types import NUMBER, PLAYER, YES_NO, ListOf, Maybe, Type, Words
from interpreter.lower.moments import with_moments
from interpreter.lower.tidy import puts_questions_again, tidy


def lower(rulebook: rb.Rulebook) -> Program:
    keeps = rulebook.keeps.values()
    program = Program(
        rulebook,
        lay_out(rulebook),
        values=dict(rulebook.values),
        formulas={(column.kind, column.name): tuple(column.cells) for column in _formulas(rulebook)},
        starts={keep.name: keep.start for keep in keeps if keep.start is not None},
        sight={keep.name: keep.seen for keep in keeps},
        invariants=rulebook.invariants,
        requirements=rulebook.requirements,
    )
    for name, routine in rulebook.routines.items():
        if routine.suspends or "action" in routine.word or name == "play":
            program.frames[name] = Lowering(program, routine).frame()
            if "action" in routine.word:
                program.actions[name] = way(routine)
        else:
            program.plain[name] = routine
    tidy(program)
    find_facts(program)
    return program


def _formulas(rulebook: rb.Rulebook) -> list[rb.Column]:
    columns = (column for kind in rulebook.kinds.values() for column in kind.columns.values())
    return [column for column in columns if column.parameters and column.type is not None]


class Lowering:
    """Lowers one routine."""

    def __init__(self, program: Program, routine: rb.Routine) -> None:
        self.program = program
        self.routine = routine
        self.slots: dict[rb.Variable, int] = {}
        self.blocks: list[Block] = []
        self.loops: list[tuple[int, int, int]] = []  # target of `stop repeating`; trials and Quiets open at the loop
        self.trials: list[rb.Variable] = []  # open ways with a `must leave`
        self.silences: list[rb.Variable] = []  # open Quiets, outermost first
        self.turns: list[rb.Variable] = []  # whose secret turn it is, outermost first
        self.answers: list[tuple[rb.Variable | None, int, rb.Ask, int]] = []  # target, question, open Quiets

    def frame(self) -> Frame:
        for parameter in self.routine.parameters:
            self.slot(parameter)
        for let in self.routine.lets:
            self.slot(let.variable)
        entry = self.new()
        entry.acts.append(Reached(rule_name(self.routine)))
        if self.routine.keeps:
            entry.acts.append(ResetKeeps(self.routine.keeps))
        if self.routine.tried:
            entry.acts.append(EnterTrial())
        silence = None
        if any(isinstance(act, rb.Quiet) for act in rb.walk_acts(self.routine.body)):
            silence = self.helper("before")
            entry.acts.append(EnterQuiet(silence, ()))
        around = None
        if any(isinstance(act, rb.ForEach) and act.veils for act in rb.walk_acts(self.routine.body)):
            around = self.helper("around", Maybe(PLAYER))
            entry.acts.append(EnterTurns(around))
            self.turns.append(around)
        last = self.sequence(with_moments(self.routine.body) if silence is not None else self.routine.body, entry)
        if last is not None:
            last.end = ReturnEnd(None, self.routine.span)
        return Frame(self.routine, entry.number, self.blocks, self.slots, silence, around)

    # ---- blocks and slots
    def new(self) -> Block:
        block = Block(len(self.program.blocks))
        self.program.blocks.append(block)
        self.blocks.append(block)
        return block

    def slot(self, variable: rb.Variable) -> None:
        if variable not in self.slots:
            self.slots[variable] = len(self.slots) + 1

    def helper(self, name: str, type_: Type = NUMBER) -> rb.Variable:
        variable = rb.Variable(name, type_)
        self.slot(variable)
        return variable

    # ---- sequences
    def sequence(self, acts: tuple[rb.Act, ...], block: Block | None) -> Block | None:
        """Lower acts starting in `block`.

        Return the block left open at the end, None if nothing can follow."""
        for act in acts:
            if block is None:
                return None
            block = self.act(act, block)
        return block

    def act(self, act: rb.Act, block: Block) -> Block | None:
        match act:
            case rb.NamedStep():
                block.acts.append(Reached(rule_name(self.routine, act)))
                return self.sequence(act.body, block)
            case rb.Return():
                block.end = ReturnEnd(act.value, act.span)
                return None
            case rb.EndGame():
                block.end = FinishEnd(act.span)
                return None
            case rb.Break() if self.loops:
                target, trials, silences = self.loops[-1]
                if len(self.trials) > trials:
                    block.acts.append(LeaveTrial(self.trials[trials]))
                self.speak_again(block, silences)
                block.end = Goto(target)
                return None
            case rb.GiveAnswer():
                self.give_answer(act, block)
                return None
            case rb.CallRoutine() if self.framed(act.routine):
                return self.run(act, block)
            case rb.CallColumn() if column_suspends(act.column):
                after = self.new()
                block.end = ColumnEnd(act, after.number)
                return after
        if not self.must_cut(act):
            self.bind(act)
            block.acts.append(act)
            return block
        return self.cut(act, block)

    def cut(self, act: rb.Act, block: Block) -> Block | None:
        match act:
            case rb.Branching():
                return self.branching(act, block)
            case rb.Quiet():
                return self.quiet(act, block)
            case rb.ForEach():
                return self.for_each(act, block)
            case rb.Loop():
                return self.loop(act, block)
            case rb.AskThing() | rb.AskSeveral() | rb.AskMenu() | rb.AskAction():
                return self.ask(act, block)
            case _:
                raise AssertionError(f"{type(act).__name__} cannot be cut")

    def framed(self, routine: rb.Routine) -> bool:
        return routine.suspends or "action" in routine.word

    def must_cut(self, act: rb.Act) -> bool:
        """Does it suspend for a decision, or jump to a block?"""
        for inner in rb.walk_acts((act,)):
            if isinstance(inner, rb.Ask | rb.GiveAnswer):
                return True
            if isinstance(inner, rb.CallRoutine) and self.framed(inner.routine):
                return True
            if isinstance(inner, rb.CallColumn) and column_suspends(inner.column):
                return True
        return bool(self.loops) and _breaks_out(act)

    def bind(self, act: rb.Act) -> None:
        """Give slots to variables that an uncut act binds, for later blocks."""
        for name in ("variable", "result"):
            variable = getattr(act, name, None)
            if isinstance(variable, rb.Variable) and not isinstance(act, rb.ForEach):
                self.slot(variable)

    # ---- control
    def quiet(self, act: rb.Quiet, block: Block) -> Block | None:
        before = self.helper("before")
        block.acts.append(EnterQuiet(before, act.secrets))
        self.silences.append(before)
        last = self.sequence(act.body, block)
        self.silences.pop()
        if last is not None:
            last.acts.append(LeaveQuiet(before))
        return last

    def speak_again(self, block: Block, silences: int) -> None:
        """End the open Quiets, down to the given depth."""
        if len(self.silences) > silences:
            block.acts.append(LeaveQuiet(self.silences[silences]))

    def run(self, act: rb.CallRoutine, block: Block) -> Block:
        after = self.new()
        block.end = RunEnd(act, after.number)
        if act.result is not None:
            self.slot(act.result)
            after.acts.append(Arrive(act.result, "value"))
        return after

    def give_answer(self, act: rb.GiveAnswer, block: Block) -> None:
        variable, target, ask, silences = self.answers[-1]
        self.speak_again(block, silences)
        text = self.told(ask, act.value)
        if text is not None:
            block.acts.append(rb.Tell(act.span, text, None))
        if variable is not None:
            block.acts.append(rb.Assign(act.span, variable, act.value))
        block.end = Goto(target)

    def told(self, ask: rb.Ask, value: rb.Term) -> rb.Template | None:
        """Log text for a decision that the rules make.

        None if secret, or for cards, whose move is logged anyway."""
        kind = self.program.rulebook.kinds.get(ask.site.kind or "")
        if ask.site.private or (kind is not None and kind.word == "cards"):
            return None
        if not isinstance(ask, rb.AskMenu | rb.AskAction):
            return rb.Template((ask.actor, " chooses ", *self.words_for(ask.site, value)))
        if not isinstance(value, rb.Constant) or value.value is None:
            return None
        name, title = ask.site.labels[value.value]
        plain = title is not None and all(isinstance(part, str) for part in title.parts)
        words = title.parts if title is not None and plain else (name.replace("_", " ").capitalize(),)
        return rb.Template((ask.actor, ": ", *words))

    def words_for(self, site: rb.Site, value: rb.Term) -> tuple[str | rb.Term, ...]:
        """Return an answer as template parts.

        A combined decision is split into its things."""
        if not site.parts or isinstance(value, rb.Constant):
            return (value,)
        if site.either:
            *others, (_, last) = alternatives(site.parts, value, site.span)
            said: rb.Term = rb.Phrase(Words(), rb.Template((last,)))
            for is_it, one in reversed(others):
                said = rb.Chosen(Words(), is_it, rb.Phrase(Words(), rb.Template((one,))), said)
            return (said,)
        words: list[str | rb.Term] = []
        for one in taken_apart(site.parts, value, site.span):
            words += [" and ", one] if words else [one]
        return tuple(words)

    def branching(self, act: rb.Branching, block: Block) -> Block | None:
        after = self.new()
        open_ends = False
        for (condition, body), span in zip(act.cases, act.spans or [act.span] * len(act.cases), strict=True):
            yes, no = self.new(), self.new()
            block.end = Fork(condition, yes.number, no.number, span)
            open_ends |= self.close(self.sequence(body, yes), after.number)
            block = no
        open_ends |= self.close(self.sequence(act.otherwise, block), after.number)
        if not open_ends:
            after.end = ReturnEnd(None, act.span)  # unreachable
            return None
        return after

    def close(self, block: Block | None, target: int) -> bool:
        if block is None:
            return False
        block.end = Goto(target)
        return True

    def for_each(self, act: rb.ForEach, block: Block) -> Block:
        items, index = self.helper("items", ListOf(act.variable.type)), self.helper("index")
        self.slot(act.variable)
        block.acts.append(Snapshot(items, index, act.items))
        head, body, after = self.new(), self.new(), self.new()
        block.end = Goto(head.number)
        head.end = More(items, index, body.number, after.number)
        body.acts.append(Advance(items, index, act.variable))
        if act.where is not None:
            inside = self.new()
            body.end = Fork(act.where, inside.number, head.number, act.span)
            body = inside
        if act.veils:
            body.acts.append(Veil(act.variable))
            self.turns.append(act.variable)
        self.body(act.body, body, head, after)
        if act.veils:
            self.turns.pop()
            after.acts.append(LeaveTurns(self.turns[-1]))
        elif act.secretly:
            after.acts.append(Unveil())
        return after

    def loop(self, act: rb.Loop, block: Block) -> Block:
        head, body, after = self.new(), self.new(), self.new()
        if act.mode == "times" and act.value is not None:
            counter = self.helper("counter")
            block.acts.append(rb.Assign(act.span, counter, act.value))
            left: rb.Term = rb.Local(NUMBER, counter)
            zero, one = rb.Constant(NUMBER, 0), rb.Constant(NUMBER, 1)
            head.end = Fork(rb.Comparison(YES_NO, ">", left, zero), body.number, after.number, act.span)
            body.acts.append(rb.Assign(act.span, counter, rb.Calculation(NUMBER, "-", (left, one), None, act.span)))
        elif act.value is not None:
            yes, no = (after, body) if act.mode == "until" else (body, after)
            head.end = Fork(act.value, yes.number, no.number, act.span)
        else:
            head.end = Goto(body.number)
        block.end = Goto(head.number)
        self.body(act.body, body, head, after)
        return after

    def body(self, acts: tuple[rb.Act, ...], block: Block, head: Block, after: Block) -> None:
        self.loops.append((after.number, len(self.trials), len(self.silences)))
        self.close(self.sequence(acts, block), head.number)
        self.loops.pop()

    # ---- decisions
    def ask(self, act: rb.Ask, block: Block) -> Block:
        self.number(act)
        after = self.new()
        variable = getattr(act, "variable", None) or getattr(act, "taken", None)
        if variable is not None:
            self.slot(variable)
        menu = act.entries if isinstance(act, rb.AskMenu) else ()
        entries = [self.new() for _ in menu]
        block = self.automatic(act, block, after, entries)
        if block.acts and puts_questions_again(self.program.rulebook):
            asking = self.new()
            block.end = Goto(asking.number)
            block = asking
        match act:
            case rb.AskThing():
                answered = self.new()
                answered.acts.append(Arrive(act.variable, "answer"))
                self.unveil(act.site, answered)
                answered.end = Goto(after.number)
                block.end = AskEnd(act.site, act.actor, answered.number, act.span)
            case rb.AskSeveral():
                self.several(act, block, after)
                self.unveil(act.site, after)
            case rb.AskMenu():
                self.menu(act, block, after, entries)
            case rb.AskAction():
                answered = self.new()
                block.end = ActionEnd(act.site, taking(act), answered.number, act.span)
                answered.end = ActionAnswer(taking(act), after.number, act.span)
        return after

    def unveil(self, site: rb.Site, block: Block) -> None:
        if site.alone:
            block.acts.append(Unveil())

    def number(self, act: rb.Ask) -> None:
        act.site.number = len(self.program.sites)
        self.program.sites.append(act.site)
        self.program.questions.append(question(act, self.routine.name))

    def several(self, act: rb.AskSeveral, block: Block, after: Block) -> None:
        block.acts.append(rb.Assign(act.span, act.variable, rb.Listing(act.variable.type, ())))
        asking, answered = self.new(), self.new()
        block.end = Goto(asking.number)
        asking.end = SeveralEnd(act.site, act.actor, bounds(act), answered.number, after.number, act.span)
        answered.end = SeveralAnswer(act.variable, asking.number, after.number, act.span)

    def menu(self, act: rb.AskMenu, block: Block, after: Block, entries: list[Block]) -> None:
        answered = self.new()
        self.unveil(act.site, answered)
        block.end = MenuEnd(act.site, act.actor, len(act.entries), answered.number, act.span)
        answered.end = MenuAnswer(tuple(entry.number for entry in entries), after.number)
        for entry, inside in zip(act.entries, entries, strict=True):
            for let in entry.lets:
                self.slot(let.variable)
            if not entry.tried:
                self.close(self.sequence(entry.body, inside), after.number)
                continue
            self.trials.append(self.helper("trials"))
            inside.acts.append(EnterTrial(self.trials[-1]))
            last = self.sequence(entry.body, inside)
            if last is not None:
                last.acts.append(LeaveTrial(self.trials[-1]))
            self.close(last, after.number)
            self.trials.pop()

    def automatic(self, act: rb.Ask, block: Block, after: Block, entries: list[Block]) -> Block:
        """Lower the laws that precede or answer the question.

        Return the block that asks if none has answered."""
        for law in act.automatic:
            if law.asked is not None and act.site.detail:
                continue
            own, rest = self.new(), self.new()
            if law.asked is not None:
                self.slot(law.asked)
                block.acts.append(rb.Assign(act.span, law.asked, act.actor))
            if law.where is None:
                block.end = Goto(own.number)
            else:
                block.end = Fork(law.where, own.number, rest.number, act.span)
            self.answers.append((*self.answer_slot(act, after, entries), act, len(self.silences)))
            last = self.sequence(law.body, own)
            if last is not None:
                last.end = Goto(rest.number)  # no answer given: ask
            self.answers.pop()
            block = rest
        return block

    def answer_slot(self, act: rb.Ask, after: Block, entries: list[Block]) -> tuple[rb.Variable | None, int]:
        match act:
            case rb.AskThing() | rb.AskSeveral():
                return act.variable, after.number
            case rb.AskMenu():
                chosen = self.helper("way")
                switch = self.new()
                switch.acts.append(Arrive(chosen, "switch"))
                switch.end = MenuAnswer(tuple(entry.number for entry in entries), after.number)
                return chosen, switch.number
            case _:
                chosen = self.helper("action")
                switch = self.new()
                switch.acts.append(Arrive(chosen, "switch"))
                switch.end = ActionAnswer(taking(act), after.number, act.span)
                return chosen, switch.number


def _breaks_out(act: rb.Act) -> bool:
    """Does it contain a `stop repeating` that leaves an enclosing loop?"""
    if isinstance(act, rb.Break):
        return True
    if isinstance(act, rb.ForEach | rb.Loop):
        return False
    return any(_breaks_out(inner) for inner in rb.inner_acts(act))
