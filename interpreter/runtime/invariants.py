"""Check the declared `always` rules after every decision.

In: a state. Out: nothing, or a Fault that names the rule, its values, its location and the decisions that led there.
Layer: runtime. A rule is evaluated again only if something it depends on has changed since the last decision.
"""

from __future__ import annotations

from interpreter.runtime.faults import Fault
from interpreter.runtime.labels import option_name
from interpreter.runtime.machine import at_once
from interpreter.runtime.position import Position
from interpreter.runtime.tables import InvariantSnapshot, Made

HELP = "the last decision made it false: check the rules it runs, or whether the rule claims too much"
LAST = 12  # decisions that a fault names


def _kept(s: Position, waived: frozenset[int]) -> InvariantSnapshot:
    return InvariantSnapshot(s.cells[:], [items[:] for items in s.lists], s.seats, waived)


def hold(s: Position, arranged: bool = False) -> None:
    """Check from now on.

    `arranged`: rules that are already broken in this position are waived."""
    broken = broken_now(s)
    if broken and not arranged:
        raise _fault(s, broken[0])
    s.held = _kept(s, frozenset(broken))


def hold_on(s: Position, at_the_end: bool = False) -> None:
    """Check after a decision: when the next question is open, or the game is over.

    Between two procedures of a scenario there is no question, and the first may be half of a rule; `at_the_end` of a scenario
    nothing follows."""
    before = s.held
    assert before is not None
    if s.options is None and not s.over and not at_the_end:
        return
    if s.cells == before.cells and s.lists == before.lists and s.seats == before.seats:
        return
    changed = _changed(s, before)
    s.held = _kept(s, before.waived)
    for number, rule in enumerate(s.code.ALWAYS):
        if rule.depends & changed and number not in before.waived and not at_once(s, rule.holds, s):
            raise _fault(s, number)


def broken_now(s: Position) -> list[int]:
    """The numbers of the broken rules."""
    return [number for number, rule in enumerate(s.code.ALWAYS) if not at_once(s, rule.holds, s)]


def _changed(s: Position, before: InvariantSnapshot) -> int:
    """A bit for each range of the table that has changed.

    The first bit is for any change at all."""
    if before.seats != s.seats:
        return -1
    changed, bit = 1, 2
    for in_lists, start, end in s.code.WATCHED:
        if in_lists:
            if before.lists[start:end] != s.lists[start:end]:
                changed |= bit
        elif before.cells[start:end] != s.cells[start:end]:
            changed |= bit
        bit <<= 1
    return changed


def _fault(s: Position, number: int) -> Fault:
    rule = s.code.ALWAYS[number]
    reason, values = at_once(s, rule.because, s, None, None), at_once(s, rule.why, s)
    message = f'"{rule.name}" must always hold, and no longer does: {reason}' + (f" ({values})" if values else "")
    fault = Fault("R0820", message, (f"always {rule.name} ({rule.location.rpartition(':')[0]})",), HELP)
    fault.decisions = tuple(decision_words(s, made) for made in s.made[-LAST:])
    return fault


def decision_words(s: Position, made: Made) -> str:
    """Render a decision in the words of a scenario: `red chooses roll_on`."""
    if made.free and isinstance(made.option, int):
        name = s.code.FREE[made.option].name
    else:
        name = option_name(s.code, made.site, made.option)
    return f"{s.player_names[made.actor]} chooses {name}"
