"""How often a rule has run: `how_often(day)`, and `how_often(work, player)` for one player.

In: the declarations, which may ask anywhere. Out: a kept number for each rule that is asked about, and a law that
counts when the rule begins. Layer: check. Only rules that are asked about are counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from interpreter.check.check_state import Checker
from interpreter.check.laws.sources import BASE, SourcedLaw
from interpreter.check.laws.targets import Weaving, declare, in_routines, laws_with, way_names
from interpreter.check.names.counted import HOW_OFTEN, Asked
from interpreter.source import Span
from interpreter.syntax import nodes as n

IN_A_CELL = re.compile(r"\bhow_often\(\s*([a-z][a-z0-9_]*)\s*(,)?")


def counting_laws(checker: Checker, weaving: Weaving) -> list[SourcedLaw[n.Law]]:
    """Declare what is counted, and return the laws that count."""
    found: dict[Asked, Span] = {}
    for asked, span in _asked(checker):
        if _is_rule(weaving, asked.rule):
            found.setdefault(asked, span)
    laws: list[SourcedLaw[n.Law]] = []
    for asked, span in found.items():
        parameters = (n.Parameter(span, n.KindType(span, "player"), "player"),) if asked.by_player else ()
        head, type_ = n.Head(span, asked.kept, parameters), n.NumberType(span, None, None)
        declare(weaving, n.Keep(span, head, type_, None, _seen(weaving, asked, span), None, None, False, False, False,
                                not_shown=True, implicit=True))  # fmt: skip
        who = _who(weaving, asked.rule) if asked.by_player else None
        if asked.by_player and who is None:
            message = f'nobody in particular does "{asked.rule}": it has no player in its brackets'
            checker.reporter.error("R0314", span, message, f"count for everyone together: how_often({asked.rule})")
            continue
        target: n.Expression = (
            n.Name(span, asked.kept) if who is None else n.Call(span, asked.kept, (n.Name(span, who),))
        )
        step = n.Raise(span, target, n.Number(span, 1), 1)
        laws.append(SourcedLaw(BASE, n.Hook(span, "before", n.Target(span, asked.rule, None), None, (step,))))
    return laws


def _asked(checker: Checker) -> Iterator[tuple[Asked, Span]]:
    for node, _ in checker.declared:
        for call in checker.memory.of("how often", node, _calls):
            rule = call.arguments[0]
            if isinstance(rule, n.Name):
                yield Asked(rule.name, len(call.arguments) > 1), rule.span
    for rows in checker.rows.values():
        for cell in (cell for row in rows.rows for cell in row.cells.values() if isinstance(cell.value, str)):
            for name, more in IN_A_CELL.findall(str(cell.value)):
                yield Asked(name, bool(more)), cell.span


def _calls(node: n.Node) -> tuple[n.Call, ...]:
    calls = (one for one in n.walk(node) if isinstance(one, n.Call))
    return tuple(one for one in calls if one.name == HOW_OFTEN and 1 <= len(one.arguments) <= 2)


def _is_rule(weaving: Weaving, name: str) -> bool:
    """Is it a procedure, an action, a step or a way?

    What is a thing as well is meant as the thing."""
    if name in weaving.members or name in weaving.woven.keeps or name in weaving.woven.lets:
        return False
    return bool(in_routines(weaving, name) or _ways(weaving, name) or laws_with(weaving, name))


def _ways(weaving: Weaving, name: str) -> list[str]:
    return [holder for holder, routine in weaving.woven.routines.items() if name in way_names(routine)]


def _seen(weaving: Weaving, asked: Asked, span: Span) -> tuple[n.SeenBy, ...]:
    """Let nobody else see how often a way was chosen in secret."""
    menus = (one for routine in weaving.woven.routines.values() for one in n.walk(routine) if isinstance(one, n.Menu))
    secret = any(menu.secretly and any(way.name == asked.rule for way in menu.branches) for menu in menus)
    viewer = n.Name(span, "owner" if asked.by_player else "nobody")
    return (n.SeenBy(span, (viewer,), None),) if secret else ()


def _who(weaving: Weaving, name: str) -> str | None:
    """Return the name of the player who does it."""
    holders = in_routines(weaving, name) or _ways(weaving, name)
    routine = weaving.woven.routines.get(holders[0]) if holders else None
    if isinstance(routine, n.Action):
        return "you"
    parameters = routine.head.parameters if routine is not None else ()
    return next(
        (one.name for one in parameters if isinstance(one.type, n.KindType) and one.type.name == "player"), None
    )
