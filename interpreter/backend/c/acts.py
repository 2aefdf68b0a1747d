"""Acts and ends of blocks as C statements.

In: acts, block ends and a Context. Out: lines of C. Layer: backend. A block is a case of one big switch: `f` is its frame,
`return 1` stops the machine. In a plain routine variables are locals of C, and `stop` is `return`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from interpreter.backend.c.cells import list_number, offset
from interpreter.backend.c.context import Context, given, kept, out_of_slots, scalar, write
from interpreter.backend.c.logic import kept_names
from interpreter.backend.c.searches import counted_members, is_plain_list, over, taken_if, through
from interpreter.backend.c.unit import FAR, Unsupported, c_type, none_of, number, plain
from interpreter.check import rulebook as rb
from interpreter.check.effects import column_suspends
from interpreter.check.secrets import hidden
from interpreter.program import blocks as pb
from interpreter.program.flow import ways_back
from interpreter.program.passes.budget import ENDLESS, uncounted
from interpreter.runtime.tables import POSITIONS
from interpreter.types import Grid, Maybe, Number, Type, Zone, card_kind

FEW_WORDS = 12  # words of a frame that are set to nothing one by one


def words_of(frame: pb.Frame) -> tuple[dict[rb.Variable, int], int]:
    """Where the slots of a frame lie: a list takes three words. And how many words there are."""
    found, at = {}, 1
    for variable in frame.slots:
        found[variable] = at
        at += 1 if c_type(variable.type) == "I" else 3
    return found, at - 1


def frame_context(frame: pb.Frame, unit_context: Context) -> Context:
    slots, _ = words_of(frame)
    variables = {variable: _slot(variable.type, at) for variable, at in slots.items()}
    return Context(unit_context.unit, unit_context.printer, variables)


def _slot(type_: Type, at: int) -> str:
    """What a slot of a frame holds."""
    read = "slot_maybe" if isinstance(type_, Maybe) else "slot_list"
    return {"I": f"f[{at}]", "L": f"{read}(s, f + {at})", "LL": f"unfolded(s, {read}(s, f + {at}))"}[c_type(type_)]


def put_slot(state: str, slot: str, value: str, type_: Type) -> str:
    """A slot of a frame gets a value."""
    match c_type(type_):
        case "I":
            return f"*({slot}) = {value};"
        case "L":
            return f"put_list({state}, {slot}, {value});"
        case _:
            return f"put_list({state}, {slot}, flat({state}, {value}));"


class Writer:
    """Writes the statements of one routine."""

    def __init__(self, context: Context, frame: pb.Frame | None, routine: rb.Routine | None, lines: list[str]) -> None:
        self.context, self.frame, self.routine, self.lines = context, frame, routine, lines
        self.slots = words_of(frame)[0] if frame is not None else {}
        self.ways_back = ways_back(frame.blocks) if frame is not None else frozenset()
        self.block = 0  # where this is written, in a frame

    def line(self, text: str) -> None:
        self.lines.append("    " + text)

    def term(self, term: rb.Term) -> str:
        return write(term, self.context)

    def assign(self, variable: rb.Variable, text: str) -> None:
        """A variable gets a value: in its slot, or in a local of C that is declared at the top of the routine."""
        if variable in self.slots:
            self.line(put_slot("s", f"f + {self.slots[variable]}", text, variable.type))
        elif variable in self.context.variables:
            self.line(f"{self.context.variables[variable]} = {text};")
        else:
            name = self.context.local(variable)
            self.lines.insert(0, f"    {c_type(variable.type)} {name}{' = NONE' if c_type(variable.type) == 'I' else ' = {0}'};")
            self.line(f"{name} = {text};")

    # ---- sequences
    def acts(self, acts: Sequence[pb.Simple]) -> None:
        for act in acts:
            self.act(act)

    def act(self, act: pb.Simple) -> None:
        match act:
            case rb.Assign():
                in_slot = act.variable in self.slots
                nested = c_type(act.variable.type) == "LL"
                same = in_slot and not nested and not isinstance(act.variable.type, Maybe)
                text = self.term(act.value) if same else given(act.value, act.variable.type, self.context)
                self.assign(act.variable, text)
            case rb.Store():
                self._store(act)
            case rb.Climb():
                self._climb(act)
            case rb.Alter():
                self._alter(act)
            case rb.Transfer():
                self._transfer(act)
            case rb.MoveCards() | rb.Lasting() | rb.Tick() | rb.DrawCards() | rb.RefillRow() | rb.ShuffleZone() | rb.LayTile():
                self._cards(act)
            case rb.Touch():
                self.line(f"touch(s, {self.context.unit.layout.whereabouts[act.kind] + act.card});")
            case rb.RollDice():
                one = f"roll_one(s, {scalar(act.sides, self.context)})"
                many = f"roll(s, {scalar(act.count, self.context)}, {scalar(act.sides, self.context)})"
                self.assign(act.variable, one if act.single else many)
            case rb.PickRandom():
                function = "pick" if c_type(act.items.type) == "L" else "pick_list"
                self.assign(act.variable, f"{function}(s, {self.term(act.items)})")
            case rb.ShowTo() | rb.Tell():
                self.noticed(act.audience is None)
            case rb.ForEach() | rb.Loop() | rb.Branching():
                self._flow(act)
            case rb.NamedStep():
                if self.routine is not None:
                    self.reached(pb.rule_name(self.routine, act))
                self.acts(act.body)
            case rb.Break():
                self.line("break;")
            case rb.Return():
                self._return(act.value)
            case rb.Check():
                self.line("if (s->nregions) s->nregions--;")
                if act.best:
                    value = f"{'-' if act.best < 0 else ''}{scalar(act.condition.holds, self.context)}"
                    self.line(f"if (s->trial) arrived(s, {value});")
                else:
                    self.line(f"if (!{self.term(act.condition.holds)}) jump(s, REJECTED);")
                self.line("if (s->trial && !s->nregions) jump(s, ENDED);")
            case rb.EndGame():
                here = "" if self.frame is None else f"f[0] = {self.block}; "
                self.line(f"{here}s->over = 1;")
                self.line("return 1;" if self.frame is not None else "jump(s, ENDED);")
            case rb.Winner():
                self.line(f"wins(s, {self.term(act.player)});")
            case rb.SetScore():
                row = "" if act.row is None else f"{self.context.unit.program.rows.index(act.row)}, "
                function = "scores" if act.row is None else "writes_down"
                self.line(f"{function}(s, {row}{self.term(act.player)}, {scalar(act.value, self.context)});")
            case rb.Eliminate():
                self.line(f"eliminate(s, {self.term(act.player)});")
                self.noticed(True)
            case rb.Quiet():
                self.acts(act.body)
            case rb.CallRoutine():
                pairs = zip(act.arguments, act.routine.parameters, strict=True)
                arguments = ", ".join(["s", *(given(argument, p.type, self.context) for argument, p in pairs)])
                text = f"run_{plain(act.routine.name)}({arguments})"
                if act.result is None:
                    self.line(f"{text};")
                else:
                    self.assign(act.result, text)
            case rb.CallColumn():
                arguments = ", ".join(kept(argument, self.context) for argument in (act.member, *act.arguments))
                self.line(f"steps_{plain(act.column.kind)}_{plain(act.column.name)}(s, {arguments});")
            case rb.AskThing() | rb.AskSeveral() | rb.AskMenu() | rb.AskAction() | rb.GiveAnswer():
                raise AssertionError("routines are cut where somebody decides")
            case _:
                self._of_blocks(act)

    def _of_blocks(self, act: pb.OfBlocks) -> None:
        """What only blocks hold."""
        match act:
            case pb.Snapshot():
                text = self.term(act.term)
                self.assign(act.items, text)
                self.assign(act.index, "0")
            case pb.Advance():
                index = self.context.variables[act.index]
                self.assign(act.variable, f"{self._gone_through(act.items)[1]}[{index}]")
                self.line(f"{index}++;")
            case pb.ResetKeeps():
                for keep in act.keeps:
                    self.line(f"reset_{plain(keep.name)}(s);")
            case pb.EnterTrial():
                if act.before is not None:
                    self.assign(act.before, "s->nregions")
                self.line("enter_trial(s);")
            case pb.LeaveTrial():
                before = self.context.variables[act.before]
                self.line(f"if (s->nregions > {before}) s->nregions = (int16_t){before};")
            case pb.EnterQuiet():
                self.assign(act.before, "s->nhush")
                for secret in act.secrets:
                    self.line(self._secret(secret))
            case pb.LeaveQuiet():
                self.line(f"hush_again(s, {self.context.variables[act.before]});")
            case pb.Veil():
                self.line(f"s->veil = {self.context.variables[act.player]};")
            case pb.Unveil():
                self.line("s->site = -1; s->veil = NONE;")
            case pb.Arrive():
                self._arrive(act)
            case pb.Reached():
                self.reached(act.rule)
            case _:
                assert_never(act)

    def noticed(self, by_everyone: bool) -> None:
        if by_everyone and self.context.unit.program.quiet:
            self.line("noticed(s);")

    def _secret(self, secret: rb.Secret) -> str:
        """One secret more that led here."""
        if secret.card is not None:
            is_list = c_type(secret.card.type) == "L"
            which = self.term(secret.card) if isinstance(secret.card, rb.Stored) else self.context.variables[secret.card]
            kind = self.context.unit.cards[card_kind(secret.card.type)]
            cards = which if is_list else "(L){1, one_}"
            return f"{{ {'' if is_list else f'I one_[1] = {{{which}}}; '}hush(s, knows_cards(s, {kind}, {cards})); }}"
        if secret.keep is not None:
            self.context.unit.asked_about.add(secret.keep.name)
            keys = ", ".join("NONE" if key is None else scalar(key, self.context) for key in secret.keys)
            return f"hush(s, knows_{plain(secret.keep.name)}(s{', ' if keys else ''}{keys}));"
        if secret.known_to is None:
            return ""
        return f"hush(s, 1LL << {scalar(secret.known_to, self.context)});"

    def _arrive(self, act: pb.Arrive) -> None:
        if act.what == "switch":
            self.line(f"s->answer = {self.context.variables[act.variable]};")
        elif act.what == "taken":
            self.assign(act.variable, "(s->answer != NONE)")
        elif act.what == "value":
            forms = {"I": "s->x->value", "L": "s->x->list", "LL": "unfolded(s, s->x->list)"}
            self.assign(act.variable, forms[c_type(act.variable.type)])
        else:
            self.assign(act.variable, "s->answer")

    def reached(self, rule: str) -> None:
        if rule:
            self.line(f"touch(s, {self.context.unit.program.rule_bit(rule)});")

    # ---- values
    def _store(self, act: rb.Store) -> None:
        cells = self.context.unit.cells[act.keep.name]
        cell = f"s->{cells.field}[{offset(act.keep, act.keys, self.context)}]"
        if cells.room:
            value = self.term(act.value)
            if c_type(act.keep.type) == "LL":
                value = f"flat(s, {given(act.value, act.keep.type, self.context)})"
            self.line(
                f"{{ L v_ = {value}; if (v_.n > {cells.room}) jump(s, BEYOND); __auto_type c_ = &{cell}; "
                "memmove(c_->p, v_.p, (size_t)v_.n * sizeof(I)); c_->n = v_.n; }"
            )
            return
        self._put(act.keep, cell, self.term(act.value), act.value)

    def _put(self, keep: rb.Keep, cell: str, value: str, term: rb.Term | None) -> None:
        cells = self.context.unit.cells[keep.name]
        text = value
        if isinstance(keep.type, Number):
            low, high = _ends(keep.type)
            known = term.value if isinstance(term, rb.Constant) else None
            if known is None or not low <= known <= high:
                bounded = keep.type.low is not None or keep.type.high is not None
                text = f"within(s, nn(s, {value}), {number(low)}, {number(high)})" if bounded else f"in_reach(s, nn(s, {value}))"
        none = "" if cells.cell == "I" else f"v_ == NONE ? {cells.none} : "
        fitted = f"({cells.cell})({none}v_)" if cells.cell != "I" else "v_"
        self.line(f"{{ I v_ = {text}; __auto_type c_ = &{cell}; *c_ = {fitted}; }}")

    def _climb(self, act: rb.Climb) -> None:
        height = self.context.unit.cells[act.height.name]
        test = f"if ({self.term(act.moves)}) " if act.moves is not None else ""
        at = offset(act.height, act.keys, self.context)
        self.line(f"{test}s->{height.field}[{at}] = ({height.cell})++s->stamp;")

    def _alter(self, act: rb.Alter) -> None:
        cells = self.context.unit.cells[act.keep.name]
        cell = f"s->{cells.field}[{offset(act.keep, act.keys, self.context)}]"
        before = self.term(rb.Stored(act.keep.type, act.keep, act.keys))
        how = "add" if act.sign > 0 else "subtract"
        amount = scalar(act.amount, self.context)
        self._put(act.keep, cell, f"{how}(s, nn(s, {before}), {amount})", None)
        if act.told:
            self.noticed(not hidden(act.keep))

    def _transfer(self, act: rb.Transfer) -> None:
        assert isinstance(act.keep.type, Number)
        cells = self.context.unit.cells[act.keep.name]
        payer, payee = self.context.unit.fresh("p"), self.context.unit.fresh("q")
        amount = self.context.unit.fresh("n")
        self.line(f"{{ I {amount} = {scalar(act.amount, self.context)};")
        self.line(f"{cells.cell} *{payer} = &s->{cells.field}[{offset(act.keep, act.payer, self.context)}];")
        self.line(f"if (*{payer} < {amount}) jump(s, FAULT);")
        if act.keep.type.low is not None:
            low, high = _ends(act.keep.type)
            self.line(f"within(s, *{payer} - {amount}, {number(low)}, {number(high)});")
        self.line(f"*{payer} = ({cells.cell})(*{payer} - {amount});")
        if act.payee is not None:
            receiver = self.context.unit.fresh("r")
            self.line(f"I {receiver} = {self.term(act.payee[0])};")
            spot = self.context.unit.layout.keeps[act.keep.name]
            parts = [f"{receiver} * {spot.steps[0]}"]
            parts += [f"{scalar(key, self.context)} * {step}" for key, step in zip(act.payee[1:], spot.steps[1:], strict=True)]
            test = f"if ({receiver} != NONE) " if act.payee_optional is not None else f"nn(s, {receiver}); "
            self.line(f"{test}{{ {cells.cell} *{payee} = &s->{cells.field}[{' + '.join(parts)}];")
            self.line(f"I {payee}_v = add(s, *{payee}, {amount});")
            self.line(f"if ({payee}_v > {number(cells.limit)} || {payee}_v < -{number(cells.limit)}) jump(s, BEYOND);")
            self.line(f"*{payee} = ({cells.cell}){payee}_v; }}")
        self.line("}")
        self.noticed(not hidden(act.keep))

    # ---- cards
    def _kind(self, zone: rb.Stored) -> int:
        assert isinstance(zone.keep.type, Zone | Grid)
        return self.context.unit.cards[zone.keep.type.kind]

    def _at(self, zone: rb.Stored) -> str:
        return list_number(zone, self.context)

    def _cards(self, act: rb.Act) -> None:
        match act:
            case rb.MoveCards():
                function = "move_all" if act.several else "move_card"
                where = POSITIONS.index(act.position)
                self.line(f"{function}(s, {self._kind(act.zone)}, {self.term(act.what)}, {self._at(act.zone)}, {where});")
                self.noticed(not act.zone.keep.count_hidden)
            case rb.Lasting():
                unit = self.context.unit.program.unit_number(act)
                of = self.term(act.of) if act.of is not None else "NONE"
                self.line(
                    f"last(s, {unit}, {of}, {self.term(act.count)}, {self._kind(act.then)}, {self.term(act.card)}, "
                    f"{self._at(act.then)}, {POSITIONS.index(act.position)});"
                )
            case rb.Tick():
                of = self.term(act.of) if act.of is not None else "NONE"
                self.line(f"if (s->ntimers) tick(s, {self.context.unit.program.unit_number(act)}, {of});")
            case rb.DrawCards():
                text = (
                    f"draw(s, {self._kind(act.pile)}, {self.term(act.count)}, {self._at(act.pile)}, {self._at(act.zone)}, "
                    f"{POSITIONS.index(act.position)}, {self._discard(act.pile)})"
                )
                if act.variable is None:
                    self.line(f"{text};")
                else:
                    self.assign(act.variable, f"first_of({text})" if act.single else text)
                self.noticed(not act.zone.keep.count_hidden)
            case rb.RefillRow():
                source = act.zone.keep.refilled_from
                assert source is not None
                pile = rb.Stored(source.type, source, act.zone.keys if source.parameters else ())
                self.line(f"refill(s, {self._kind(act.zone)}, {self._at(act.zone)}, {self._at(pile)}, {self._discard(pile)});")
            case rb.ShuffleZone():
                self.line(f"shuffle(s, {self._at(act.zone)});")
            case rb.LayTile():
                tile, spot = self.term(act.tile), self.term(act.spot)
                self.line(f"lay(s, {self._kind(act.grid)}, {self._at(act.grid)}, {tile}, {spot});")
                self.noticed(not hidden(act.grid.keep))

    def _discard(self, pile: rb.Stored) -> str:
        other = pile.keep.reshuffled_from
        if other is None:
            return "NONE"
        return self._at(rb.Stored(other.type, other, pile.keys if other.parameters else ()))

    # ---- flow
    def _flow(self, act: rb.ForEach | rb.Loop | rb.Branching) -> None:
        match act:
            case rb.ForEach():
                self._for_each(act)
            case rb.Loop():
                self._loop(act)
            case rb.Branching():
                for i, (condition, body) in enumerate(act.cases):
                    self.line(f"{'' if i == 0 else '} else '}if ({self.term(condition)}) {{")
                    self.acts(body)
                if act.otherwise:
                    self.line("} else {")
                    self.acts(act.otherwise)
                self.line("}")

    def _for_each(self, act: rb.ForEach) -> None:
        source, _ = uncounted(act.items)
        safe = isinstance(source, rb.Numbers | rb.Listing) or (isinstance(source, rb.Members) and source.kind != "player")
        self.line("{")
        if safe:
            head, inner = over(act.items, act.variable, self.context)
            name = inner.variables[act.variable]
            self.line(head)
        else:
            view, index = self.context.unit.fresh("l"), self.context.unit.fresh("i")
            if c_type(act.items.type) == "L":
                self.line(f"L {view} = copied(s, {self.term(act.items)});")
            else:
                self.line(f"LL {view} = {self.term(act.items)};")
            name = self.context.unit.fresh(f"{plain(act.variable.name)}_")
            kind = "I" if c_type(act.items.type) == "L" else "L"
            self.line(f"for (I {index} = 0; {index} < {view}.n; {index}++) {{ {kind} {name} = {view}.p[{index}];")
        before = self.context.variables.get(act.variable)
        self.context.variables[act.variable] = name
        if act.counted:
            self.line("spend(s, 1);")
        if act.where is not None:
            self.line(f"if (!{self.term(act.where)}) continue;")
        if act.veils:
            self.line(f"s->veil = {name};")
        self.acts(act.body)
        self.line("} }")
        if act.veils:
            self.line("s->veil = NONE;")
        if before is not None:
            self.context.variables[act.variable] = before

    def _loop(self, act: rb.Loop) -> None:
        count = self.context.unit.fresh("i")
        if act.mode == "times" and act.value is not None:
            self.line(f"{{ I {count}_n = {scalar(act.value, self.context)};")
            if act.counted:
                self.line(f"often(s, {count}_n);")
            self.line(f"for (I {count} = 0; {count} < {count}_n; {count}++) {{")
        else:
            condition = "1" if act.value is None else self.term(act.value)
            self.line(f"{{ I {count} = 0; while ({'!' if act.mode == 'until' else ''}{condition}) {{")
            self.line(f"if (++{count} > {ENDLESS}) jump(s, FAULT);")
            if act.counted:
                self.line("spend(s, 1);")
        self.acts(act.body)
        self.line("} }")

    def _return(self, value: rb.Term | None) -> None:
        routine = self.routine
        if routine is not None and routine.name in self.context.unit.program.veiling:
            self.line("s->veil = NONE;")
        gives = routine.gives if routine is not None else None
        if self.frame is None:
            if gives is None:
                self.line("return;")
            else:
                self.line(f"return {given(value, gives, self.context) if value is not None else nothing(gives)};")
            return
        if self.frame.silence is not None:
            self.line(f"hush_again(s, {self.context.variables[self.frame.silence]});")
        if gives is not None:
            found = given(value, gives, self.context) if value is not None else nothing(gives)
            forms = {"I": "s->x->value = {0};", "L": "s->x->list = {0};", "LL": "s->x->list = flat(s, {0});"}
            self.line(forms[c_type(gives)].format(found))
        self.line("return pop(s);")

    # ---- ends of blocks
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
                arguments = ", ".join(kept(argument, self.context) for argument in (end.call.member, *end.call.arguments))
                self.line(f"f[0] = {end.after};")
                self.line(f"steps_{plain(end.call.column.kind)}_{plain(end.call.column.name)}(s, {arguments});")
                self.line("if (!is_on_top(s, f)) return 0;")
                self._go(end.after)
            case _:
                self._question(end)

    def _gone_through(self, items: rb.Variable) -> tuple[str, str]:
        """How many items a loop has, and where they are: a slot that a loop has filled holds a list."""
        at = self.slots.get(items)
        if at is None or c_type(items.type) != "L":
            view = self.context.variables[items]
            return f"{view}.n", f"{view}.p"
        return f"f[{at + 1}]", f"(s->mem + f[{at}])"

    def _go(self, target: int) -> None:
        """To another block of this frame; only ways back are counted, since every round has one."""
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
        """Another routine; if it comes to its end without a stop, this one goes on at once, without the machine."""
        run = f"int stops = frame_{plain(routine.name)}(s, g);"
        self.push(routine, arguments, f"{run} if (stops || !is_on_top(s, f)) return stops;")
        self._go(after)

    def push(self, routine: rb.Routine, arguments: Sequence[rb.Term], then: str) -> None:
        """A new frame `g` with its arguments, worked out before it is there; and what happens then."""
        frame = self.context.unit.program.frames[routine.name]
        slots, words = words_of(frame)
        texts = [given(argument, p.type, self.context) for argument, p in zip(arguments, routine.parameters, strict=True)]
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
                self.line("return asked(s);" if self.careful else "close_question(s); return s->noptions ? 1 : asked(s);")
            case pb.SeveralEnd():
                self._several(end)
            case pb.SeveralAnswer():
                chosen = self.context.variables[end.chosen]
                self.line("if (s->answer == NONE) {")
                self._go(end.after)
                self.line("} else {")
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
        """Offers every member that may be chosen."""
        choice = self.context.unit.program.questions[site.number].choice
        assert choice is not None
        if c_type(choice.items.type) != "L":
            raise Unsupported("a choice among lists")
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
        if isinstance(items, rb.Keeping) and where is None and not choice.repeats:
            listed = items.term
            if is_plain_list(listed):
                kept_, outer = kept_names(items, outer)
                names, items, item, where = f"{names}{kept_} ", listed.items, listed.variable, listed.where
        if choice.repeats:  # of equal things each is chosen by itself, and offered once
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
        if end.ways > 64:
            raise Unsupported("a menu of more than 64 ways")
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
        if len(taking.actions) > 64:
            raise Unsupported("more than 64 actions at once")
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


def nothing(type_: Type) -> str:
    """What a procedure gives that gives nothing."""
    kind = c_type(type_)
    return none_of(kind) if isinstance(type_, Maybe) else {"I": "NONE", "L": "(L){0, COUNTING}", "LL": "(LL){0, 0}"}[kind]


def _ends(range_: Number) -> tuple[int, int]:
    return (-FAR if range_.low is None else range_.low), (FAR if range_.high is None else range_.high)


__all__ = ["Writer", "column_suspends", "frame_context", "nothing", "put_slot", "words_of"]
