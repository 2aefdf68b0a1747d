"""What must always hold, held: after every decision the declared `always` rules are looked at.

In: a state. Out: nothing, or a Fault that names the rule, its values, its place and the decisions that led there.
Layer: runtime. A rule is worked out again only when something that it depends on has changed since the last decision.
"""

from __future__ import annotations

from typing import Any

from interpreter.runtime.faults import Fault
from interpreter.runtime.labels import option_name
from interpreter.runtime.machine import at_once

HELP = "the last decision made it false: look at the rules that it runs, or whether the rule says too much"
LAST = 12  # decisions that a fault names


class Held:
    """The table as it was when everything held, and the rules that a position arranged by hand breaks from the start."""

    __slots__ = ("cells", "lists", "seats", "waived")

    def __init__(self, s: Any, waived: frozenset[int]) -> None:
        self.cells, self.lists = s.cells[:], [items[:] for items in s.lists]
        self.seats, self.waived = s.seats, waived


def hold(s: Any, arranged: bool = False) -> None:
    """From now on. `arranged`: rules that do not hold in this position are left alone."""
    broken = broken_now(s)
    if broken and not arranged:
        raise _fault(s, broken[0])
    s.held = Held(s, frozenset(broken))


def hold_on(s: Any) -> None:
    """After a decision: when the next one waits, or the game is over. Between two procedures of a scenario nobody decides."""
    before = s.held
    if s.options is None and not s.over:
        return
    if s.cells == before.cells and s.lists == before.lists and s.seats == before.seats:
        return
    changed = _changed(s, before)
    s.held = Held(s, before.waived)
    for number, rule in enumerate(s.code.ALWAYS):
        if rule[5] & changed and number not in before.waived and not at_once(s, rule[1], s):
            raise _fault(s, number)


def broken_now(s: Any) -> list[int]:
    """The numbers of the rules that do not hold."""
    return [number for number, rule in enumerate(s.code.ALWAYS) if not at_once(s, rule[1], s)]


def _changed(s: Any, before: Held) -> int:
    """A bit for each stretch of the table that is not as it was; the first bit is for anything at all."""
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


def _fault(s: Any, number: int) -> Fault:
    name, _, because, where, why, _ = s.code.ALWAYS[number]
    reason, values = at_once(s, because, s, None, None), at_once(s, why, s)
    message = f'"{name}" must always hold, and does not any more: {reason}' + (f" ({values})" if values else "")
    fault = Fault("R0820", message, (f"always {name} ({where.rpartition(':')[0]})",), HELP)
    fault.decisions = tuple(decision_words(s, made) for made in s._decisions[-LAST:])
    return fault


def decision_words(s: Any, made: tuple[int, Any, bool, int]) -> str:
    """`red chooses roll_on`: a decision in the words of a scenario."""
    site, option, free, actor = made
    name = s.code.FREE[option][0] if free else option_name(s.code, site, option)
    return f"{s.player_names[actor]} chooses {name}"
