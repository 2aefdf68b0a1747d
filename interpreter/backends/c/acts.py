"""Print acts as C statements.

In: acts and a Context. Out: lines of C. Layer: backends. In a routine that can stop, `f` is its frame and variables that
outlive a block are its slots; in a plain routine variables are C locals, and `stop` is `return`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from interpreter.backends.c.cells import list_number, offset
from interpreter.backends.c.context import Context, given, kept, scalar, write
from interpreter.backends.c.searches import over
from interpreter.backends.c.slots import put_slot, words_of
from interpreter.backends.c.unit import FAR, c_type, none_of, number, plain
from interpreter.ir import blocks as pb
from interpreter.ir import rulebook as rb
from interpreter.ir.flow import ways_back
from interpreter.ir.traversal import shape
from interpreter.ir.types import Grid, Maybe, Number, Type, Zone, card_kind
from interpreter.lower.passes.budget import ENDLESS, uncounted
from interpreter.runtime.tables import POSITIONS


class Writer:
    """Prints the statements of one routine."""

    def __init__(self, context: Context, frame: pb.Frame | None, routine: rb.Routine | None, lines: list[str]) -> None:
        self.context, self.frame, self.routine, self.lines = context, frame, routine, lines
        self.declared: list[str] = []  # locals of the whole function
        self.slots = words_of(frame)[0] if frame is not None else {}
        self.ways_back = ways_back(frame.blocks) if frame is not None else frozenset()
        self.block = 0  # the current block, in a frame

    def line(self, text: str) -> None:
        self.lines.append("    " + text)

    def term(self, term: rb.Term) -> str:
        return write(term, self.context)

    def assign(self, variable: rb.Variable, text: str) -> None:
        """Assign to a variable: its frame slot, or a C local declared at the top of the routine."""
        if variable in self.slots:
            self.line(put_slot("s", f"f + {self.slots[variable]}", text, variable.type))
        elif variable in self.context.variables:
            self.line(f"{self.context.variables[variable]} = {text};")
        else:
            name = self.context.local(variable)
            self.declared.append(
                f"    {c_type(variable.type)} {name}{' = NONE' if c_type(variable.type) == 'I' else ' = {0}'};"
            )
            self.line(f"{name} = {text};")

    # ---- sequences
    def acts(self, acts: Sequence[pb.Simple]) -> None:
        """Open a memo scope around each run of pure acts; a scope that is already open is kept."""
        for stretch, is_kept in self.context.unit.unchanged.stretches(acts):
            before = self.context.unit.fresh("q")
            if is_kept:
                self.line(f"{{ I {before} = s->x->question; keep_on(s);")
            for act in stretch:
                self.act(act)
            if is_kept:
                self.line(f"s->x->question = {before}; }}")

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
            case (
                rb.MoveCards()
                | rb.Lasting()
                | rb.Tick()
                | rb.DrawCards()
                | rb.RefillRow()
                | rb.ShuffleZone()
                | rb.LayTile()
            ):
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
        """Print the acts that exist only in blocks."""
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
                self.assign(act.before, "s->nsecret_causes")
                for secret in act.secrets:
                    self.line(self._secret(secret))
            case pb.LeaveQuiet():
                self.line(f"hush_again(s, {self.context.variables[act.before]});")
            case pb.Veil():
                self.line(f"s->secret_turn_of = {self.context.variables[act.player]};")
            case pb.Unveil():
                self.line("s->site = -1; s->secret_turn_of = NONE;")
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
        """Register one secret that led here."""
        if secret.card is not None:
            is_list = c_type(secret.card.type) == "L"
            which = (
                self.term(secret.card) if isinstance(secret.card, rb.Stored) else self.context.variables[secret.card]
            )
            kind = self.context.unit.cards[card_kind(secret.card.type)]
            cards = which if is_list else "(L){1, one_}"
            return f"{{ {'' if is_list else f'I one_[1] = {{{which}}}; '}secret_causes(s, knows_cards(s, {kind}, {cards})); }}"
        if secret.keep is not None:
            self.context.unit.asked_about.add(secret.keep.name)
            keys = ", ".join("NONE" if key is None else scalar(key, self.context) for key in secret.keys)
            return f"secret_causes(s, knows_{plain(secret.keep.name)}(s{', ' if keys else ''}{keys}));"
        if secret.known_to is None:
            return ""
        return f"secret_causes(s, 1LL << {scalar(secret.known_to, self.context)});"

    def _arrive(self, act: pb.Arrive) -> None:
        if act.what == "switch":
            self.line(f"s->answer = {self.context.variables[act.variable]};")
        elif act.what == "taken":
            self.assign(act.variable, "(s->answer != NONE)")
        elif act.what == "value":
            forms = {"I": "s->x->value", "L": "s->x->list", "LL": "unfolded(s, s->x->list)"}
            self.assign(act.variable, forms[c_type(act.variable.type)])
        elif c_type(act.variable.type) == "L":
            self.assign(act.variable, "copied(s, list_at(s, s->answer))")
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
            more = _put_behind(act)
            if more is not None:
                self.line(
                    f"{{ L v_ = {self.term(more)}; __auto_type c_ = &{cell}; if (c_->n + v_.n > {cells.room}) jump(s, BEYOND); "
                    "put_words(c_->p + c_->n, v_.p, v_.n); c_->n += v_.n; }"
                )
                return
            value = self.term(act.value)
            if c_type(act.keep.type) == "LL":
                value = f"flat(s, {given(act.value, act.keep.type, self.context)})"
            self.line(
                f"{{ L v_ = {value}; if (v_.n > {cells.room}) jump(s, BEYOND); __auto_type c_ = &{cell}; "
                "put_words(c_->p, v_.p, v_.n); c_->n = v_.n; }"
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
                text = (
                    f"within(s, nn(s, {value}), {number(low)}, {number(high)})"
                    if bounded
                    else f"in_reach(s, nn(s, {value}))"
                )
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
            self.noticed(not act.keep.hidden)

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
            parts += [
                f"{scalar(key, self.context)} * {step}" for key, step in zip(act.payee[1:], spot.steps[1:], strict=True)
            ]
            test = f"if ({receiver} != NONE) " if act.payee_optional is not None else f"nn(s, {receiver}); "
            self.line(f"{test}{{ {cells.cell} *{payee} = &s->{cells.field}[{' + '.join(parts)}];")
            self.line(f"I {payee}_v = add(s, *{payee}, {amount});")
            self.line(f"if ({payee}_v > {number(cells.limit)} || {payee}_v < -{number(cells.limit)}) jump(s, BEYOND);")
            self.line(f"*{payee} = ({cells.cell}){payee}_v; }}")
        self.line("}")
        self.noticed(not act.keep.hidden)

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
                self.line(
                    f"{function}(s, {self._kind(act.zone)}, {self.term(act.what)}, {self._at(act.zone)}, {where});"
                )
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
                self.line(
                    f"refill(s, {self._kind(act.zone)}, {self._at(act.zone)}, {self._at(pile)}, {self._discard(pile)});"
                )
            case rb.ShuffleZone():
                self.line(f"shuffle(s, {self._at(act.zone)});")
            case rb.LayTile():
                tile, spot = self.term(act.tile), self.term(act.spot)
                self.line(f"lay(s, {self._kind(act.grid)}, {self._at(act.grid)}, {tile}, {spot});")
                self.noticed(not act.grid.keep.hidden)

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
        safe = isinstance(source, rb.Numbers | rb.Listing) or (
            isinstance(source, rb.Members) and source.kind != "player"
        )
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
            self.line(f"s->secret_turn_of = {name};")
        self.acts(act.body)
        self.line("} }")
        if act.veils:
            self.line("s->secret_turn_of = NONE;")
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
            self.line("s->secret_turn_of = NONE;")
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

    def _gone_through(self, items: rb.Variable) -> tuple[str, str]:
        """Print the length and the items of a loop's list: a slot filled by a loop always holds a list."""
        at = self.slots.get(items)
        if at is None or c_type(items.type) != "L":
            view = self.context.variables[items]
            return f"{view}.n", f"{view}.p"
        return f"f[{at + 1}]", f"(s->mem + f[{at}])"


def _put_behind(act: rb.Store) -> rb.Term | None:
    """Find the items appended to a stored list; None if the list is replaced by another one."""
    match act.value:
        case rb.Builtin(name="joined", arguments=(rb.Stored(keep=keep, keys=keys), more)) if c_type(keep.type) == "L":
            same = keep.name == act.keep.name and [shape(key) for key in keys] == [shape(key) for key in act.keys]
            return more if same else None
        case _:
            return None


def nothing(type_: Type) -> str:
    """Print the result of a procedure that returns without a value."""
    kind = c_type(type_)
    return (
        none_of(kind) if isinstance(type_, Maybe) else {"I": "NONE", "L": "(L){0, COUNTING}", "LL": "(LL){0, 0}"}[kind]
    )


def _ends(range_: Number) -> tuple[int, int]:
    return (-FAR if range_.low is None else range_.low), (FAR if range_.high is None else range_.high)
