"""Print acts as Python statements.

In: acts and a Context. Out: lines of Python. Layer: backends. Here are the acts that contain other acts (loops, branches),
calls, and acts that exist only in blocks; single steps at the table are in `table_acts`. In a plain routine (`frame` None)
variables are Python locals and `stop` is `return`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from interpreter.backends.python.context import values_template
from interpreter.backends.python.table_acts import TableActs
from interpreter.backends.python.terms import kept, write_each, write_items, write_loop, write_template
from interpreter.ir import blocks as pb
from interpreter.ir import rulebook as rb
from interpreter.ir.types import card_kind
from interpreter.lower.passes.budget import ENDLESS, uncounted
from interpreter.runtime.identifiers import made


class Writer(TableActs):
    """Prints the statements of one function."""

    # ---- sequences
    def acts(self, acts: Sequence[pb.Simple]) -> None:
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
            case rb.Quiet():
                self._moment(act)
            case pb.Reached():
                self._reached(act)
            case rb.AskThing() | rb.AskSeveral() | rb.AskMenu() | rb.AskAction() | rb.GiveAnswer():
                raise AssertionError("routines are cut where somebody decides")
            case _:
                assert_never(act)

    def nested(self, acts: Sequence[pb.Simple]) -> None:
        self.depth += 1
        self.acts(acts)
        self.depth -= 1

    # ---- flow
    def _for_each(self, act: rb.ForEach) -> None:
        source, counted = uncounted(act.items)
        items = write_each(source, self.context)
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
            self.line(f"s.secret_turn_of = {name}")
        self.acts(act.body)
        self.depth -= 1
        if act.veils:
            self.line("s.secret_turn_of = None")

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
        """Print a condition; a search becomes a loop before it."""
        name = self.context.shared.fresh("t")
        near = self._near()
        lines = write_loop(condition, near, name)
        if lines is None:
            return self.term(condition)
        self._fetch(near, lines)
        for text in lines:
            self.line(text)
        return name

    def _named_step(self, act: rb.NamedStep) -> None:
        if self.routine is not None:
            self.reached(pb.rule_name(self.routine, act))
        if act.body:
            self.acts(act.body)

    def _reached(self, act: pb.Reached) -> None:
        self.reached(act.rule)

    def _break(self, act: rb.Break) -> None:
        self.line("break")

    def _return(self, act: rb.Return) -> None:
        value = kept(act.value, self.context) if act.value is not None else "None"
        if self.routine is not None and self.routine.name in self.context.shared.program.veiling:
            self.line("s.secret_turn_of = None")
        if self.frame is None:
            self.line(f"return {value}")
            return
        if self.frame.routine.gives is not None:  # without `give` the result is none, not a stale one
            self.line(f"s.value = {value}")
        if self.frame.silence is not None:
            self.line(f"s.secret_causes = s.secret_causes[:{self.target(self.frame.silence)}]")
        self.line("s.stack.pop()")
        self.line("return not s.stack")

    def _check(self, act: rb.Check) -> None:
        self.line("s.regions = s.regions[:-1]")
        if act.best:
            value = f"{'-' if act.best < 0 else ''}{self.term(act.condition.holds)}"
            self.line(f"if s.trial: arrived(s, {value}, Tried({self._why_rejected(act.condition)}))")
        else:
            self.line(
                f"if not {self.term(act.condition.holds)}: raise RejectedSignal({self._why_rejected(act.condition)})"
            )
        self.line("if s.trial and not s.regions: raise EnoughSignal")

    def _why_rejected(self, need: rb.Condition) -> str:
        """Print the arguments that explain a failed need: reason, condition, values, span and clauses."""
        because = write_template(need.because, self.context) if need.because is not None else "''"
        values = write_template(values_template(need), self.context) if need.values else "''"
        clauses = self.context.shared.clauses_at(need.span)
        return f"{because}, {need.words!r}, {values}, {str(need.span)!r}, {clauses!r}"

    def _end_game(self, act: rb.EndGame) -> None:
        self.line("s.over = True")
        self.line("return True" if self.frame is not None else "raise Ended")

    # ---- calls of plain routines
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

    # ---- acts of blocks
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
        self.line("s.site, s.secret_turn_of = -1, None")

    def _enter_quiet(self, act: pb.EnterQuiet) -> None:
        self.line(f"{self.target(act.before)} = len(s.secret_causes)")
        for secret in act.secrets:
            self.line(f"s.secret_causes = hushed(s, {self._secret(secret)})")

    def _secret(self, secret: rb.Secret) -> str:
        """Print the arguments of `hushed` that say who knows a secret."""
        if secret.card is not None:
            base = self.context.shared.layout.whereabouts[card_kind(secret.card.type)]
            which = self.term(secret.card) if isinstance(secret.card, rb.Stored) else self.target(secret.card)
            return f"cards=({base}, {which})"
        if secret.keep is not None:
            keys = "".join(f"{'None' if key is None else self.term(key)}, " for key in secret.keys)
            return f"keep=({secret.keep.name!r}, ({keys}))"
        return f"known_to={'None' if secret.known_to is None else self.term(secret.known_to)}"

    def _leave_quiet(self, act: pb.LeaveQuiet) -> None:
        self.line(f"s.secret_causes = s.secret_causes[:{self.target(act.before)}]")

    def _moment(self, act: rb.Quiet) -> None:
        """Record a moment where the rules read secrets; the secret causes are restored afterwards."""
        assert not act.body, "routines are cut where somebody decides"
        before = self.context.shared.fresh("q")
        self.line(f"{before} = s.secret_causes")
        for secret in act.secrets:
            self.line(f"s.secret_causes = hushed(s, {self._secret(secret)})")
        self.line(f"s.secret_causes = {before}")

    def _veil(self, act: pb.Veil) -> None:
        self.line(f"s.secret_turn_of = {self.target(act.player)}")

    def _arrive(self, act: pb.Arrive) -> None:
        if act.what == "switch":
            self.line(f"s.answer = {self.target(act.variable)}")
            return
        source = {"answer": "s.answer", "value": "s.value", "taken": "(s.answer is not None)"}[act.what]
        self._set(act.variable, source)
