"""Acts and blocks as Python statements.

In: acts, block ends and a Context. Out: lines of Python. Layer: backend.
A block is a function of the state `s` and the frame `f`. It gives True when the machine must stop: somebody is asked, or
the game is over. In a plain routine (`frame` None) variables are Python locals and `stop` is `return`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, assert_never

from interpreter.backend.python.context import Context, address_of, clauses_at, known_number, values_template
from interpreter.backend.python.terms import (
    keep_address,
    kept,
    shapes_table,
    write_items,
    write_loop,
    write_template,
    write_term,
    zone_address,
)
from interpreter.check import rulebook as rb
from interpreter.check.effects import column_suspends
from interpreter.check.marks import STEP
from interpreter.check.secrets import hidden
from interpreter.program import blocks as pb
from interpreter.program.flow import asks, decided_end, may_ask, skips
from interpreter.program.passes.budget import ENDLESS, uncounted
from interpreter.program.passes.mapping import ACTS, terms_of
from interpreter.program.questions import Choice
from interpreter.program.terms import walk
from interpreter.runtime.made_names import made
from interpreter.runtime.tables import POSITIONS
from interpreter.source import Span
from interpreter.types import LARGEST, PLAYER, Grid, ListOf, Maybe, Number, Of, Type, Zone


class Writer:
    """Writes the statements of one function."""

    def __init__(self, context: Context, frame: pb.Frame | None, lines: list[str]) -> None:
        self.context = context
        self.frame = frame
        self.routine: rb.Routine | None = frame.routine if frame is not None else None
        self.lines = lines
        self.spans: list[Span | None] = []  # for each line, the rule that it comes from
        self.here: Span | None = self.routine.span if self.routine is not None else None
        self.depth = 1
        self.number = 0  # of the block
        self.is_head = False  # is this a block to which a loop comes back?
        self.set_once: set[rb.Variable] = set()  # slots that are filled once by the acts of this block, and then looked at

    def line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)
        self.spans.append(self.here)

    def term(self, term: rb.Term) -> str:
        return write_term(term, self.context)

    def target(self, variable: rb.Variable) -> str:
        """Where a variable is written to: its slot, or a Python local made on first use."""
        if variable not in self.context.variables:
            return self.context.local(variable)
        return self.context.name(variable)

    # ---- sequences
    def acts(self, acts: Any) -> None:
        if not acts:
            self.line("pass")
        for act in acts:
            self.act(act)

    def act(self, act: pb.Simple) -> None:
        around, self.here = self.here, getattr(act, "span", self.here)
        self._seen(getattr(act, "span", None))
        self._written(act)
        self.here = around

    def _written(self, act: pb.Simple) -> None:
        match act:
            case rb.Assign():
                self._assign(act)
            case rb.Store():
                self._store(act)
            case rb.Climb():
                self._climb(act)
            case rb.Alter():
                self._alter(act)
            case rb.Transfer():
                self._transfer(act)
            case rb.MoveCards():
                self._move_cards(act)
            case rb.DrawCards():
                self._draw_cards(act)
            case rb.RefillRow():
                self._refill_row(act)
            case rb.ShuffleZone():
                self._shuffle_zone(act)
            case rb.LayTile():
                self._lay_tile(act)
            case rb.RollDice():
                self._roll_dice(act)
            case rb.PickRandom():
                self._pick_random(act)
            case rb.ShowTo():
                self._show_to(act)
            case rb.Tell():
                self._tell(act)
            case rb.Lasting():
                self._lasting(act)
            case rb.Tick():
                self._tick(act)
            case rb.Touch():
                self._touch(act)
            case rb.ForEach():
                self._for_each(act)
            case rb.Loop():
                self._loop(act)
            case rb.Branching():
                self._branching(act)
            case rb.NamedStep():
                self._named_step(act)
            case rb.Check():
                self._check(act)
            case rb.Return():
                self._return(act)
            case rb.Break():
                self._break(act)
            case rb.CallRoutine():
                self._call_routine(act)
            case rb.CallColumn():
                self._call_column(act)
            case rb.Winner():
                self._winner(act)
            case rb.SetScore():
                self._set_score(act)
            case rb.Eliminate():
                self._eliminate(act)
            case rb.EndGame():
                self._end_game(act)
            case pb.Snapshot():
                self._snapshot(act)
            case pb.Advance():
                self._advance(act)
            case pb.ResetKeeps():
                self._reset_keeps(act)
            case pb.EnterTrial():
                self._enter_trial(act)
            case pb.LeaveTrial():
                self._leave_trial(act)
            case pb.Arrive():
                self._arrive(act)
            case pb.Veil():
                self._veil(act)
            case pb.Unveil():
                self._unveil(act)
            case pb.EnterQuiet():
                self._enter_quiet(act)
            case pb.LeaveQuiet():
                self._leave_quiet(act)
            case pb.Reached():
                self._reached(act)
            case rb.AskThing() | rb.AskSeveral() | rb.AskMenu() | rb.AskAction() | rb.Quiet() | rb.GiveAnswer():
                raise AssertionError("routines are cut where somebody decides")
            case _:
                assert_never(act)

    def _seen(self, span: Span | None) -> None:
        """A run under cover has come to this step."""
        marks = self.context.shared.marks
        is_end_of_all = self.routine is not None and span is self.routine.span
        if marks is not None and span is not None and not is_end_of_all:
            self.line(f"seen({marks.mark(STEP, span)}, True)")

    def nested(self, acts: Any) -> None:
        self.depth += 1
        self.acts(acts)
        self.depth -= 1

    # ---- values
    def _assign(self, act: rb.Assign) -> None:
        self._set(act.variable, kept(act.value, self.context))

    def _set(self, variable: rb.Variable, value: str) -> None:
        target = self.target(variable)
        if variable in self.set_once and self.depth == 1:  # from here on a local of Python, too
            target = f"{self.context.local(variable)} = {target}"
        self.line(f"{target} = {value}")

    def _store(self, act: rb.Store) -> None:
        address = keep_address(act.keep, act.keys, self.context)
        self._put(act.keep, address, kept(act.value, self.context))

    def _put(self, keep: rb.Keep, address: str, value: str) -> None:
        if isinstance(keep.type, Number) and not _lies_in(known_number(value), keep.type):
            low, high = _ends(keep.type)
            name = self.context.shared.fresh("n")
            self.line(f"{name} = {value}")
            least, most = _written(low), _written(high)
            self.line(f"if not {least} <= {name} <= {most}: raise beyond({keep.name!r}, {name}, {least}, {most})")
            value = name
        self.line(f"c[{address}] = {value}")

    def _within(self, keep: rb.Keep, value: str) -> None:
        """A payment keeps to the range of what is paid with, too."""
        assert isinstance(keep.type, Number)
        low, high = _ends(keep.type)
        if keep.type.low is not None:
            self.line(f"if not {low} <= {value} <= {high}: raise beyond({keep.name!r}, {value}, {low}, {high})")

    def _climb(self, act: rb.Climb) -> None:
        test = f"if {self.term(act.moves)}: " if act.moves is not None else ""
        self.line(f"{test}s.stamp += 1; c[{keep_address(act.height, act.keys, self.context)}] = s.stamp")

    def _alter(self, act: rb.Alter) -> None:
        address = keep_address(act.keep, act.keys, self.context)
        amount = self.term(act.amount)
        sign = "+" if act.sign > 0 else "-"
        if act.told:
            name = self.context.shared.fresh("n")
            self.line(f"{name} = {amount}")
            amount = name
        self._put(act.keep, address, f"c[{address}] {sign} {amount}")
        if act.told:
            keys = ", ".join(self.term(key) for key in act.keys)
            self.line(f"if s.log is not None: tell_gain(s, {act.keep.name!r}, ({keys},), {sign}{amount})")
            self._noticed(not hidden(act.keep))

    def _transfer(self, act: rb.Transfer) -> None:
        amount, payer = self.context.shared.fresh("n"), self.context.shared.fresh("k")
        self.line(f"{amount} = {self.term(act.amount)}")
        self.line(f"{payer} = {keep_address(act.keep, act.payer, self.context)}")
        self.line(
            f"if c[{payer}] < {amount}: raise too_poor(s, {act.keep.name!r}, {self.term(act.payer[0])}, {amount})"
        )
        self._within(act.keep, f"c[{payer}] - {amount}")
        self.line(f"c[{payer}] -= {amount}")
        receiver = "None"
        if act.payee is not None:
            receiver = self.context.shared.fresh("p")
            self.line(f"{receiver} = {self.term(act.payee[0])}")
            spot = self.context.shared.layout.keeps[act.keep.name]
            parts = [(receiver, spot.steps[0])]
            parts += [(self.term(key), step) for key, step in zip(act.payee[1:], spot.steps[1:], strict=True)]
            address = address_of(spot.base, parts)
            if act.payee_optional is not None:
                self.line(f"if {receiver} is not None: c[{address}] += {amount}")
            else:
                self.line(f"c[{address}] += {amount}")
        giver = self.term(act.payer[0])
        self.line(f"if s.log is not None: tell_pay(s, {act.keep.name!r}, {giver}, {receiver}, {amount})")
        self._noticed(not hidden(act.keep))

    def _noticed(self, by_everyone: bool) -> None:
        """Something that everyone sees has happened: what follows is quiet no longer."""
        if by_everyone and self.context.shared.program.quiet:
            self.line("if s.hush: noticed(s)")

    # ---- cards
    def _kind(self, zone: rb.Stored) -> str:
        assert isinstance(zone.keep.type, Zone | Grid)
        return zone.keep.type.kind

    def _base(self, zone: rb.Stored) -> int:
        return self.context.shared.layout.whereabouts[self._kind(zone)]

    def _move_cards(self, act: rb.MoveCards) -> None:
        what = self.term(act.what)
        function = "move_all" if act.several else "move_card"
        items = f"tuple({what})" if act.several else what
        address = zone_address(act.zone, self.context)
        self.line(f"{function}(s, {self._base(act.zone)}, {items}, {address}, {POSITIONS.index(act.position)})")
        self._noticed(not act.zone.keep.count_hidden)

    def _lasting(self, act: rb.Lasting) -> None:
        of = self.term(act.of) if act.of is not None else "None"
        address = zone_address(act.then, self.context)
        base, unit = self._base(act.then), self.context.shared.program.unit_number(act)
        self.line(
            f"s.timers = (*s.timers, Timer({unit}, {of}, {self.term(act.count)}, {base}, "
            f"{self.term(act.card)}, {address}, {POSITIONS.index(act.position)}))"
        )

    def _touch(self, act: rb.Touch) -> None:
        self.line(f"s.touched |= {bit(self.context.shared.layout.whereabouts[act.kind] + act.card)}")

    def _used(self, column: rb.Column, member: str) -> None:
        """The steps of a card are run: it has been of use."""
        base = self.context.shared.layout.whereabouts.get(column.kind)
        if base is not None:
            self.line(f"s.touched |= 1 << ({address_of(base, [(member, 1)])})")

    def _tick(self, act: rb.Tick) -> None:
        unit = self.context.shared.program.unit_number(act)
        self.line(f"if s.timers: tick(s, {unit}, {self.term(act.of) if act.of is not None else None})")

    def _draw_cards(self, act: rb.DrawCards) -> None:
        pile, zone = zone_address(act.pile, self.context), zone_address(act.zone, self.context)
        discard = self._discard(act.pile)
        where = POSITIONS.index(act.position)
        text = f"draw(s, {self._base(act.pile)}, {self.term(act.count)}, {pile}, {zone}, {where}, {discard})"
        if act.variable is None:
            self.line(text)
        elif act.single:
            self.line(f"{self.target(act.variable)} = first_of({text})")
        else:
            self.line(f"{self.target(act.variable)} = {text}")
        self._noticed(not act.zone.keep.count_hidden)

    def _discard(self, pile: rb.Stored) -> str:
        other = pile.keep.reshuffled_from
        if other is None:
            return "None"
        return keep_address(other, pile.keys if other.parameters else (), self.context)

    def _refill_row(self, act: rb.RefillRow) -> None:
        source = act.zone.keep.refilled_from
        assert source is not None
        pile = rb.Stored(source.type, source, act.zone.keys if source.parameters else ())
        address = zone_address(pile, self.context)
        self.line(
            f"refill(s, {self._base(act.zone)}, {zone_address(act.zone, self.context)}, {address}, {self._discard(pile)})"
        )

    def _shuffle_zone(self, act: rb.ShuffleZone) -> None:
        self.line(f"shuffle(s, {zone_address(act.zone, self.context)})")

    def _lay_tile(self, act: rb.LayTile) -> None:
        kind = self._kind(act.grid)
        shapes = shapes_table(kind, self.context)
        address = zone_address(act.grid, self.context)
        base = self.context.shared.layout.whereabouts[kind]
        self.line(f"lay(s, {base}, {address}, {shapes}, {self.term(act.tile)}, {self.term(act.spot)})")
        self._noticed(not hidden(act.grid.keep))

    # ---- chance and telling
    def _roll_dice(self, act: rb.RollDice) -> None:
        function = "roll_one" if act.single else "roll"
        count = "" if act.single else f"{self.term(act.count)}, "
        self.line(f"{self.target(act.variable)} = {function}(s, {count}{self.term(act.sides)}{self._who_sees(act)})")

    def _who_sees(self, act: rb.RollDice) -> str:
        """Who is told what the dice show, when not everyone is."""
        if act.by is not None:
            return f", ({self.term(act.by)},)"
        kept_in = [
            f"seers(s, {stored.keep.name!r}, ({''.join(self.term(key) + ', ' for key in stored.keys)}))"
            for stored in act.into
        ]
        return f", {' + '.join(kept_in)}" if kept_in else ""

    def _pick_random(self, act: rb.PickRandom) -> None:
        self.line(f"{self.target(act.variable)} = pick(s, {write_items(act.items, self.context)})")

    def _show_to(self, act: rb.ShowTo) -> None:
        from interpreter.backend.python.terms import write_shown

        audience = self.term(act.audience) if act.audience is not None else "None"
        self.line(f"if s.log is not None: tell_shown(s, {write_shown(act.what, self.context)}, {audience})")
        self._noticed(act.audience is None)

    def _tell(self, act: rb.Tell) -> None:
        audience = self.term(act.audience) if act.audience is not None else "None"
        self.line(f"if s.log is not None: tell(s, {write_template(act.text, self.context)}, {audience})")
        self._noticed(act.audience is None)

    # ---- flow
    def _for_each(self, act: rb.ForEach) -> None:
        source, counted = uncounted(act.items)
        items = write_items(source, self.context)
        name = self.context.local(act.variable)
        if not isinstance(source, rb.Members | rb.Numbers | rb.Listing):
            items = f"tuple({items})"
        if counted:
            items = f"counted(s, {items})"
        self.line(f"for {name} in {items}:")
        self.depth += 1
        if act.counted:
            self.line("spend(s, 1)")
        if act.where is not None:
            self.line(f"if not {self.term(act.where)}: continue")
        if act.veils:
            self.line(f"s.veil = {name}")
        self.acts(act.body)
        self.depth -= 1
        if act.veils:
            self.line("s.veil = None")

    def _loop(self, act: rb.Loop) -> None:
        if act.mode == "times" and act.value is not None:
            times = self.term(act.value)
            if act.counted:
                times = f"often(s, {times})"
            self.line(f"for {self.context.shared.fresh('i')} in range({times}):")
            self.depth += 1
            self.acts(act.body)
            self.depth -= 1
            return
        counter = self.context.shared.fresh("i")
        self.line(f"{counter} = 0")
        condition = "True" if act.value is None else self.term(act.value)
        self.line(f"while {'not ' if act.mode == 'until' else ''}{condition}:")
        self.depth += 1
        self.line(f"{counter} += 1")
        self.line(f"if {counter} > {ENDLESS}: raise endless()")
        if act.counted:
            self.line("spend(s, 1)")
        self.acts(act.body)
        self.depth -= 1

    def _branching(self, act: rb.Branching) -> None:
        for i, (condition, body) in enumerate(act.cases):
            self.here = act.spans[i] if act.spans else act.span
            test = self._tested(condition) if i == 0 else self.term(condition)
            self.line(f"{'if' if i == 0 else 'elif'} {test}:")
            self.nested(body)
        if act.otherwise:
            self.line("else:")
            self.nested(act.otherwise)

    def _tested(self, condition: rb.Term) -> str:
        """A condition; a search is written as a loop in front."""
        name = self.context.shared.fresh("t")
        near = self._near()
        lines = write_loop(condition, near, name)
        if lines is None:
            return self.term(condition)
        self._fetch(near, lines)
        for text in lines:
            self.line(text)
        return name

    def _near(self) -> Context:
        """The same context with local names for the slots of the frame: a search looks at them again and again."""
        variables = dict(self.context.variables)
        if self.frame is not None:
            slots = {name: f"v{slot}" for name, slot in self.frame.slots.items() if variables[name] == f"f[{slot}]"}
            variables.update(slots)
        return replace(self.context, variables=variables)

    def _fetch(self, near: Context, texts: Sequence[str]) -> None:
        """Those of the local names that are used get their values."""
        used = set(re.findall(r"\bv[0-9]+\b", " ".join(texts)))
        for variable, name in near.variables.items():
            if name in used:
                self.line(f"{name} = {self.context.variables[variable]}")

    def _named_step(self, act: rb.NamedStep) -> None:
        if self.routine is not None:
            self.reached(pb.rule_name(self.routine, act))
        if act.body:
            self.acts(act.body)

    def _reached(self, act: pb.Reached) -> None:
        self.reached(act.rule)

    def reached(self, rule: str) -> None:
        """A bit behind those of the cards: what `simulate` tells was never used."""
        if rule:
            self.line(f"s.touched |= {bit(self.context.shared.program.rule_bit(rule))}")

    def _break(self, act: rb.Break) -> None:
        self.line("break")

    def _return(self, act: rb.Return) -> None:
        value = kept(act.value, self.context) if act.value is not None else "None"
        if self.routine is not None and self.routine.name in self.context.shared.program.veiling:
            self.line("s.veil = None")
        if self.frame is None:
            self.line(f"return {value}")
            return
        if self.frame.routine.gives is not None:  # without `give`: none, and not what another procedure gave before
            self.line(f"s.value = {value}")
        if self.frame.silence is not None:
            self.line(f"s.hush = s.hush[:{self.target(self.frame.silence)}]")
        self.line("s.stack.pop()")
        self.line("return not s.stack")

    def _check(self, act: rb.Check) -> None:
        self.line("s.regions = s.regions[:-1]")
        if act.best:
            value = f"{'-' if act.best < 0 else ''}{self.term(act.condition.holds)}"
            self.line(f"if s.trial: arrived(s, {value}, Tried({self._why_rejected(act.condition)}))")
        else:
            self.line(f"if not {self.term(act.condition.holds)}: raise Rejected({self._why_rejected(act.condition)})")
        self.line("if s.trial and not s.regions: raise Enough")

    def _why_rejected(self, need: rb.Condition) -> str:
        """As a `needs` tells it: the reason, the condition, its values, its span and its clauses."""
        because = write_template(need.because, self.context) if need.because is not None else "''"
        values = write_template(values_template(need), self.context) if need.values else "''"
        clauses = clauses_at(need.span, self.context.rulebook)
        return f"{because}, {need.words!r}, {values}, {str(need.span)!r}, {clauses!r}"

    def _end_game(self, act: rb.EndGame) -> None:
        self.line("s.over = True")
        self.line("return True" if self.frame is not None else "raise Ended")

    def _winner(self, act: rb.Winner) -> None:
        self.line(f"s.winners = (*s.winners, {self.term(act.player)})")

    def _set_score(self, act: rb.SetScore) -> None:
        player, value = self.term(act.player), self.term(act.value)
        if act.row is None:
            self.line(f"s.scores = {{**s.scores, {player}: {value}}}")
        else:
            self.line(f"s.sheet = {{**s.sheet, {act.row!r}: {{**s.sheet.get({act.row!r}, {{}}), {player}: {value}}}}}")

    def _eliminate(self, act: rb.Eliminate) -> None:
        self.line(f"eliminate(s, {self.term(act.player)})")
        self._noticed(True)

    # ---- calls of what cannot stop
    def _call_routine(self, act: rb.CallRoutine) -> None:
        arguments = ", ".join(["s", *(kept(argument, self.context) for argument in act.arguments)])
        text = f"{made('run', act.routine.name)}({arguments})"
        self.line(text if act.result is None else f"{self.target(act.result)} = {text}")

    def _call_column(self, act: rb.CallColumn) -> None:
        name = made("steps", act.column.kind, act.column.name)
        member = self.context.shared.fresh("m")
        self.line(f"{member} = {self.term(act.member)}")
        self._used(act.column, member)
        arguments = ", ".join(["s", member, *(kept(argument, self.context) for argument in act.arguments)])
        self.line(f"if {name}[{member}] is not None: {name}[{member}]({arguments})")

    # ---- what only blocks hold
    def _snapshot(self, act: pb.Snapshot) -> None:
        self.line(f"{self.target(act.items)} = tuple({write_items(act.term, self.context)})")
        self.line(f"{self.target(act.index)} = 0")

    def _advance(self, act: pb.Advance) -> None:
        items, index = self.target(act.items), self.target(act.index)
        self.line(f"{self.target(act.variable)} = {items}[{index}]")
        self.line(f"{index} += 1")

    def _reset_keeps(self, act: pb.ResetKeeps) -> None:
        for keep in act.keeps:
            self.line(f"{made('reset', keep.name)}(s)")

    def _enter_trial(self, act: pb.EnterTrial) -> None:
        if act.before is not None:
            self.line(f"{self.target(act.before)} = len(s.regions)")
        self.line("s.regions = (*s.regions, len(s.stack))")

    def _leave_trial(self, act: pb.LeaveTrial) -> None:
        self.line(f"s.regions = s.regions[:{self.target(act.before)}]")

    def _unveil(self, act: pb.Unveil) -> None:
        self.line("s.site, s.veil = -1, None")

    def _enter_quiet(self, act: pb.EnterQuiet) -> None:
        self.line(f"{self.target(act.before)} = len(s.hush)")
        for secret in act.secrets:
            self.line(f"s.hush = hushed(s, {self._secret(secret)})")

    def _secret(self, secret: rb.Secret) -> str:
        """Who knows it: the arguments of `hushed`."""
        if secret.card is not None:
            base = self.context.shared.layout.whereabouts[card_kind(secret.card.type)]
            which = self.term(secret.card) if isinstance(secret.card, rb.Stored) else self.target(secret.card)
            return f"cards=({base}, {which})"
        if secret.keep is not None:
            keys = "".join(f"{'None' if key is None else self.term(key)}, " for key in secret.keys)
            return f"keep=({secret.keep.name!r}, ({keys}))"
        return f"known_to={'None' if secret.known_to is None else self.term(secret.known_to)}"

    def _leave_quiet(self, act: pb.LeaveQuiet) -> None:
        self.line(f"s.hush = s.hush[:{self.target(act.before)}]")

    def _veil(self, act: pb.Veil) -> None:
        self.line(f"s.veil = {self.target(act.player)}")

    def _arrive(self, act: pb.Arrive) -> None:
        if act.what == "switch":
            self.line(f"s.answer = {self.target(act.variable)}")
            return
        source = {"answer": "s.answer", "value": "s.value", "taken": "(s.answer is not None)"}[act.what]
        self._set(act.variable, source)

    # ---- ends of blocks
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
        """Slots that these acts look at several times, and do not change, are locals of Python for as long."""
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
            if not named[variable] and looked_at[variable] > 3:  # a look costs as much as taking it out
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
        """Straight on to a block that only decides where to go: that is decided here already."""
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
        """On to another block, at once if that cannot go on and on: it saves the machine a step."""
        self.jump(target)
        if self._at_once(target):
            self.line(f"return b{target}(s, f)")

    def _at_once(self, target: int) -> bool:
        """To a block that asks, and from all but the heads of loops to one further on or one that may go on to a question."""
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
        """Which card it is decides what runs: steps that can stop get a frame, others run at once."""
        self.jump(end.after)
        self._used(end.call.column, self.term(end.call.member))
        name = made("entries", end.call.column.kind, end.call.column.name)
        arguments = [kept(argument, self.context) for argument in end.call.arguments]
        self.line(
            f"start_steps(s, {name}[{self.term(end.call.member)}], ({', '.join([self.term(end.call.member), *arguments])},))"
        )

    # ---- decisions
    def _ask_head(self, site: rb.Site, actor: rb.Term, answered: int) -> None:
        self.here = site.span
        again = "s.asking = f[0]; " if self.careful else ""  # free actions put the question again
        self.line(f"{again}f[0] = {answered}; s.site = {site.number}; s.actor = {self.term(actor)}")

    def _choice(self, site: rb.Site) -> Choice:
        choice = self.context.shared.program.questions[site.number].choice
        assert choice is not None
        return choice

    def _options(self, site: rb.Site, context: Context) -> str:
        """The members that may be chosen, as a list or range."""
        choice = self._choice(site)
        items = write_items(choice.items, context)
        inner = context.inner()
        name = inner.local(choice.item)
        where = write_term(choice.where, inner) if choice.where is not None else "True"
        if choice.repeats:  # of equal things each is chosen by itself, and offered once
            items = f"dict.fromkeys({items})"
        if where == "True":
            if isinstance(choice.items, rb.Numbers):
                return write_term(choice.items, context)  # nobody goes through it: it may be as long as it likes
            return items if isinstance(choice.items, rb.Members) else f"list({items})"
        return f"[{name} for {name} in {items} if {where}]"

    def _end_ask_end(self, end: pb.AskEnd) -> None:
        self._ask_head(end.site, end.actor, end.after)
        near = self._near()
        options = self._options(end.site, near)
        if end.site.optional:
            choice = self._choice(end.site)
            if isinstance(choice.items, rb.Numbers) and not options.startswith("["):
                options = write_items(choice.items, near)  # a list is made of them: there must not be too many
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


def _named_by(part: object) -> Iterator[rb.Variable]:
    """The variables that acts name themselves, not in a term: all that they can change."""
    if isinstance(part, rb.Variable):
        yield part
    elif isinstance(part, tuple):
        for item in part:
            yield from _named_by(item)
    elif type(part) in ACTS and is_dataclass(part):
        for field in fields(part):
            yield from _named_by(getattr(part, field.name))


def card_kind(type_: Type) -> str:
    match type_:
        case Maybe(inner) | ListOf(inner):
            return card_kind(inner)
        case Of(kind):
            return kind
        case _:
            raise AssertionError("no card")


def _written(end: int) -> str:
    return {LARGEST: "LARGEST", -LARGEST: "-LARGEST"}.get(end, str(end))


def bit(number: int) -> str:
    """A number with this bit alone; written out as long as that is short."""
    return str(1 << number) if number < 1000 else f"1 << {number}"


def _ends(range_: Number) -> tuple[int, int]:
    return (-LARGEST if range_.low is None else range_.low), (LARGEST if range_.high is None else range_.high)


def _lies_in(value: int | None, range_: Number) -> bool:
    """Is it known already that a number keeps to its range?"""
    low, high = _ends(range_)
    return value is not None and low <= value <= high


__all__ = ["PLAYER", "Of", "Writer", "column_suspends"]
