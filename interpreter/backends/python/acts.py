"""Print acts as Python statements.

In: acts and a Context. Out: lines of Python. Layer: backends. Here are the acts that contain other acts (loops, branches),
calls, and acts that exist only in blocks; single steps at the table are in `table_acts`. In a plain routine (`frame` None)
variables are Python locals and `stop` is `return`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from interpreter.backends.python import table_acts as table
from interpreter.backends.python.context import values_template
from interpreter.backends.python.lines import Lines
from interpreter.backends.python.terms import kept, write_each, write_items, write_loop, write_template
from interpreter.ir import blocks as pb
from interpreter.ir import rulebook as rb
from interpreter.ir.types import card_kind
from interpreter.lower.passes.budget import ENDLESS, uncounted
from interpreter.runtime.identifiers import made


# ---- sequences
def write_acts(out: Lines, acts: Sequence[pb.Simple]) -> None:
    if not acts:
        out.line("pass")
    for act in acts:
        write_act(out, act)


def write_act(out: Lines, act: pb.Simple) -> None:
    around, out.here = out.here, getattr(act, "span", out.here)
    out.mark(getattr(act, "span", None))
    _dispatch(out, act)
    out.here = around


def _dispatch(out: Lines, act: pb.Simple) -> None:  # noqa: C901 - one case per form
    match act:
        case rb.Assign():
            table.assign(out, act)
        case rb.Store():
            table.store(out, act)
        case rb.Climb():
            table.climb(out, act)
        case rb.Alter():
            table.alter(out, act)
        case rb.Transfer():
            table.transfer(out, act)
        case rb.MoveCards():
            table.move_cards(out, act)
        case rb.DrawCards():
            table.draw_cards(out, act)
        case rb.RefillRow():
            table.refill_row(out, act)
        case rb.ShuffleZone():
            table.shuffle_zone(out, act)
        case rb.LayTile():
            table.lay_tile(out, act)
        case rb.RollDice():
            table.roll_dice(out, act)
        case rb.PickRandom():
            table.pick_random(out, act)
        case rb.ShowTo():
            table.show_to(out, act)
        case rb.Tell():
            table.tell(out, act)
        case rb.Lasting():
            table.lasting(out, act)
        case rb.Tick():
            table.tick(out, act)
        case rb.Touch():
            table.touch(out, act)
        case rb.ForEach():
            _for_each(out, act)
        case rb.Loop():
            _loop(out, act)
        case rb.Branching():
            _branching(out, act)
        case rb.NamedStep():
            _named_step(out, act)
        case rb.Check():
            _check(out, act)
        case rb.Return():
            write_return(out, act)
        case rb.Break():
            _break(out)
        case rb.CallRoutine():
            _call_routine(out, act)
        case rb.CallColumn():
            _call_column(out, act)
        case rb.Winner():
            table.winner(out, act)
        case rb.SetScore():
            table.set_score(out, act)
        case rb.Eliminate():
            table.eliminate(out, act)
        case rb.EndGame():
            _end_game(out)
        case pb.Snapshot():
            _snapshot(out, act)
        case pb.Advance():
            write_advance(out, act)
        case pb.ResetKeeps():
            _reset_keeps(out, act)
        case pb.EnterTrial():
            _enter_trial(out, act)
        case pb.LeaveTrial():
            _leave_trial(out, act)
        case pb.Arrive():
            _arrive(out, act)
        case pb.Veil():
            _veil(out, act)
        case pb.Unveil():
            out.line("s.site = -1")
        case pb.EnterTurns():
            out.line(f"{out.target(act.around)} = s.secret_turn_of")
        case pb.LeaveTurns():
            out.line(f"s.site = -1; leave_secret_turns(s, {out.target(act.around)})")
        case pb.EnterQuiet():
            _enter_quiet(out, act)
        case pb.LeaveQuiet():
            _leave_quiet(out, act)
        case rb.Quiet():
            _moment(out, act)
        case pb.Reached():
            _reached(out, act)
        case rb.AskThing() | rb.AskSeveral() | rb.AskMenu() | rb.AskAction() | rb.GiveAnswer():
            raise AssertionError("routines are cut where somebody decides")
        case _:
            assert_never(act)


def _nested(out: Lines, acts: Sequence[pb.Simple]) -> None:
    out.depth += 1
    write_acts(out, acts)
    out.depth -= 1


# ---- flow
def _for_each(out: Lines, act: rb.ForEach) -> None:
    source, counted = uncounted(act.items)
    items = write_each(source, out.context)
    name = out.context.local(act.variable)
    if not isinstance(source, rb.Members | rb.Numbers | rb.Listing):
        items = f"tuple({items})"
    if counted:
        items = f"counted(s, {items})"
    around = out.context.shared.fresh("q") if act.veils else ""
    if act.veils:
        out.line(f"{around} = s.secret_turn_of")
        out.turns.append(around)
    out.line(f"for {name} in {items}:")
    out.depth += 1
    if act.counted:
        out.line("spend(s, 1)")
    if act.where is not None:
        out.line(f"if not {out.term(act.where)}: continue")
    if act.veils:
        out.line(f"take_secret_turn(s, {name})")
    write_acts(out, act.body)
    out.depth -= 1
    if act.veils:
        out.turns.pop()
        out.line(f"leave_secret_turns(s, {around})")


def _loop(out: Lines, act: rb.Loop) -> None:
    if act.mode == "times" and act.value is not None:
        times = out.term(act.value)
        if act.counted:
            times = f"often(s, {times})"
        out.line(f"for {out.context.shared.fresh('i')} in range({times}):")
        out.depth += 1
        write_acts(out, act.body)
        out.depth -= 1
        return
    counter = out.context.shared.fresh("i")
    out.line(f"{counter} = 0")
    condition = "True" if act.value is None else out.term(act.value)
    out.line(f"while {'not ' if act.mode == 'until' else ''}{condition}:")
    out.depth += 1
    out.line(f"{counter} += 1")
    out.line(f"if {counter} > {ENDLESS}: raise endless()")
    if act.counted:
        out.line("spend(s, 1)")
    write_acts(out, act.body)
    out.depth -= 1


def _branching(out: Lines, act: rb.Branching) -> None:
    for i, (condition, body) in enumerate(act.cases):
        out.here = act.spans[i] if act.spans else act.span
        test = _tested(out, condition) if i == 0 else out.term(condition)
        out.line(f"{'if' if i == 0 else 'elif'} {test}:")
        _nested(out, body)
    if act.otherwise:
        out.line("else:")
        _nested(out, act.otherwise)


def _tested(out: Lines, condition: rb.Term) -> str:
    """Print a condition; a search becomes a loop before it."""
    name = out.context.shared.fresh("t")
    near = out.near()
    lines = write_loop(condition, near, name)
    if lines is None:
        return out.term(condition)
    out.fetch(near, lines)
    for text in lines:
        out.line(text)
    return name


def _named_step(out: Lines, act: rb.NamedStep) -> None:
    if out.routine is not None:
        out.reached(pb.rule_name(out.routine, act))
    if act.body:
        write_acts(out, act.body)


def _reached(out: Lines, act: pb.Reached) -> None:
    out.reached(act.rule)


def _break(out: Lines) -> None:
    out.line("break")


def write_return(out: Lines, act: rb.Return) -> None:
    value = kept(act.value, out.context) if act.value is not None else "None"
    around = out.turns[0] if out.turns else ""
    if out.frame is not None and out.frame.around is not None:
        around = out.target(out.frame.around)
    if around:
        out.line(f"leave_secret_turns(s, {around})")
    if out.frame is None:
        out.line(f"return {value}")
        return
    if out.frame.routine.gives is not None:  # without `give` the result is none, not a stale one
        out.line(f"s.value = {value}")
    if out.frame.silence is not None:
        out.line(f"s.secret_causes = s.secret_causes[:{out.target(out.frame.silence)}]")
    out.line("s.stack.pop()")
    out.line("return not s.stack")


def _check(out: Lines, act: rb.Check) -> None:
    out.line("s.regions = s.regions[:-1]")
    if act.best:
        value = f"{'-' if act.best < 0 else ''}{out.term(act.condition.holds)}"
        out.line(f"if s.trial: arrived(s, {value}, Tried({_why_rejected(out, act.condition)}))")
    else:
        out.line(f"if not {out.term(act.condition.holds)}: raise RejectedSignal({_why_rejected(out, act.condition)})")
    out.line("if s.trial and not s.regions: raise EnoughSignal")


def _why_rejected(out: Lines, need: rb.Condition) -> str:
    """Print the arguments that explain a failed need.

    Reason, condition, values, span and clauses."""
    because = write_template(need.because, out.context) if need.because is not None else "''"
    values = write_template(values_template(need), out.context) if need.values else "''"
    clauses = out.context.shared.clauses_at(need.span)
    return f"{because}, {need.words!r}, {values}, {str(need.span)!r}, {clauses!r}"


def _end_game(out: Lines) -> None:
    out.line("s.over = True")
    out.line("return True" if out.frame is not None else "raise Ended")


# ---- calls of plain routines
def _call_routine(out: Lines, act: rb.CallRoutine) -> None:
    arguments = ", ".join(["s", *(kept(argument, out.context) for argument in act.arguments)])
    text = f"{made('run', act.routine.name)}({arguments})"
    out.line(text if act.result is None else f"{out.target(act.result)} = {text}")


def _call_column(out: Lines, act: rb.CallColumn) -> None:
    name = made("steps", act.column.kind, act.column.name)
    member = out.context.shared.fresh("m")
    out.line(f"{member} = {out.term(act.member)}")
    table.mark_used(out, act.column, member)
    arguments = ", ".join(["s", member, *(kept(argument, out.context) for argument in act.arguments)])
    out.line(f"if {name}[{member}] is not None: {name}[{member}]({arguments})")


# ---- acts of blocks
def _snapshot(out: Lines, act: pb.Snapshot) -> None:
    out.line(f"{out.target(act.items)} = tuple({write_items(act.term, out.context)})")
    out.line(f"{out.target(act.index)} = 0")


def write_advance(out: Lines, act: pb.Advance) -> None:
    items, index = out.target(act.items), out.target(act.index)
    out.line(f"{out.target(act.variable)} = {items}[{index}]")
    out.line(f"{index} += 1")


def _reset_keeps(out: Lines, act: pb.ResetKeeps) -> None:
    for keep in act.keeps:
        out.line(f"{made('reset', keep.name)}(s)")


def _enter_trial(out: Lines, act: pb.EnterTrial) -> None:
    if act.before is not None:
        out.line(f"{out.target(act.before)} = len(s.regions)")
    out.line("s.regions = (*s.regions, len(s.stack))")


def _leave_trial(out: Lines, act: pb.LeaveTrial) -> None:
    out.line(f"s.regions = s.regions[:{out.target(act.before)}]")


def _enter_quiet(out: Lines, act: pb.EnterQuiet) -> None:
    out.line(f"{out.target(act.before)} = len(s.secret_causes)")
    for secret in act.secrets:
        out.line(f"s.secret_causes = hushed(s, {_secret(out, secret)})")


def _secret(out: Lines, secret: rb.Secret) -> str:
    """Print the arguments of `hushed` that say who knows a secret."""
    if secret.card is not None:
        base = out.context.shared.layout.whereabouts[card_kind(secret.card.type)]
        which = out.term(secret.card) if isinstance(secret.card, rb.Stored) else out.target(secret.card)
        return f"cards=({base}, {which})"
    if secret.keep is not None:
        keys = "".join(f"{'None' if key is None else out.term(key)}, " for key in secret.keys)
        return f"keep=({secret.keep.name!r}, ({keys}))"
    return f"known_to={'None' if secret.known_to is None else out.term(secret.known_to)}"


def _leave_quiet(out: Lines, act: pb.LeaveQuiet) -> None:
    out.line(f"s.secret_causes = s.secret_causes[:{out.target(act.before)}]")


def _moment(out: Lines, act: rb.Quiet) -> None:
    """Record a moment where the rules read secrets.

    The secret causes are restored afterwards."""
    assert not act.body, "routines are cut where somebody decides"
    before = out.context.shared.fresh("q")
    out.line(f"{before} = s.secret_causes")
    for secret in act.secrets:
        out.line(f"s.secret_causes = hushed(s, {_secret(out, secret)})")
    out.line(f"s.secret_causes = {before}")


def _veil(out: Lines, act: pb.Veil) -> None:
    out.line(f"take_secret_turn(s, {out.target(act.player)})")


def _arrive(out: Lines, act: pb.Arrive) -> None:
    if act.what == "switch":
        out.line(f"s.answer = {out.target(act.variable)}")
        return
    source = {"answer": "s.answer", "value": "s.value", "taken": "(s.answer is not None)"}[act.what]
    out.set_variable(act.variable, source)
