"""Report mistakes that several forms of expression share.

In: where it is, and what is known there. Out: a diagnostic with a way out. Layer: check.
"""

from __future__ import annotations

import re
from functools import partial

from interpreter.check.environment import Env
from interpreter.check.expressions.phrasing import AGGREGATES, FOREIGN_NAMES, article, named_here, quoted, written
from interpreter.check.names.builtins import FUNCTIONS
from interpreter.check.names.scope import Scope
from interpreter.ir import rulebook as rb
from interpreter.ir.types import YES_NO, Maybe, Type, fits, type_in_words
from interpreter.source import Help, Span, did_you_mean, did_you_mean_number
from interpreter.source.fixes import below_condition, to_write
from interpreter.syntax import nodes as n


def perhaps_none(env: Env, span: Span) -> rb.Term:
    text = quoted(span)
    if text is None or text.startswith(("first(", "last(", "sole(", "item(")):
        help = "give it a name with let, and ask first: if ... is not none"
    else:
        condition = f"if {text} is not none"
        help = Help(
            f"ask first: {condition} (or: where {text} is not none and ...)", partial(below_condition, condition)
        )
    return env.error("R0305", span, f"{named_here(span)} may be none here", help)


def mismatch(env: Env, node: n.Expression, given: Type, want: Type) -> None:
    if isinstance(given, Maybe) and fits(given.inner, want):
        perhaps_none(env, node.span)
        return
    message = f"{article(type_in_words(want))} is needed here, but this is {article(type_in_words(given))}"
    help = None
    if want == YES_NO and isinstance(given, Maybe):
        text = quoted(node.span) or "..."
        help = f"ask whether it is there: {text} is not none; or replace none: ({text} otherwise ...)"
    env.error("R0301", node.span, message, help)


def unknown_name(env: Env, span: Span, name: str, scope: Scope, function: bool = False) -> rb.Term:
    names = env.names
    known = [*names.keeps, *names.options, *names.value_names(), *FUNCTIONS, "none", "bank"]
    here = [found for found in scope.names() if not found.startswith("holder_of_")]
    if function:
        known += [*names.routines, *AGGREGATES]
    else:
        known += [*here, *names.members, *names.plurals]
        if len(here) < len(scope.names()):  # in the rules of a card that has a holder
            known += ["you", "this"]
    what = "value or procedure" if function else "thing or value"
    if not function and name in names.routines:
        return _no_value(env, span, names.routines[name])
    help = (
        scope.hidden.get(name)
        or _named_by_another_line(span, name)
        or FOREIGN_NAMES.get(name)
        or (None if function else _printed_on(env, name))
        or did_you_mean(name, known)
        or did_you_mean_number(name)
        or "check the spelling; declare stored values with keep, calculated ones with let"
    )
    return env.error("R0201", span, f'there is no {what} called "{name}"', help)


def _no_value(env: Env, span: Span, routine: rb.Routine) -> rb.Term:
    """Report a procedure used as a value.

    Suggest using its result, or counting its runs."""
    name = routine.name
    message = f'"{name}" is {article(routine.word)}: it has no value'
    if routine.gives is not None:
        help = f"run it on a line of its own: let result = {written(name, routine.parameters)}, and use result here"
    else:
        help = to_write(f"how_often({name})", start="how often it has run is ")
    return env.error("R0304", span, message, help)


def _printed_on(env: Env, name: str) -> str | None:
    """Return the help for the name of a column: it belongs to a card or another thing."""
    kinds = [kind.name for kind in env.names.kinds.values() if name in kind.columns]
    return to_write(f"{kinds[0]}'s {name}", start=f"it is printed on each {kinds[0]}: write ") if kinds else None


def _named_by_another_line(span: Span, name: str) -> str | None:
    """Explain that lines of a scenario have separate scopes.

    Only if another line binds this name."""
    names = re.compile(rf"^\s.*\b(?:let|as|pick) {re.escape(name)}\b(?: = (?P<value>[^#]+))?")
    for number in range(span.line - 1, 0, -1):
        line = span.source.line_text(number)
        if line.startswith("scenario "):
            break
        if line[:1].strip():
            return None  # rules, not a scenario
    else:
        return None
    for number in range(span.line - 1, 0, -1):
        found = names.match(span.source.line_text(number))
        if found is not None and found["value"]:
            start = "a line of a scenario names nothing for the others; write the value itself: "
            return to_write(found["value"].strip(), start=start)
        if found is not None:
            return "a line of a scenario names nothing for the others: keep the value in the rules, or name the card itself"
    return None
