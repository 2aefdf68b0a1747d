"""Mark where the rules consult a secret to decide whether to ask, on the paths that then ask nothing.

In: the acts of a routine, with Quiet around what must not be noticed. Out: the same acts with an empty Quiet wherever a path
towards one of these is chosen. Layer: lower. Players who do not know the secret see the table as it was when Quiet began
(`runtime.hidden_questions`). Where the rules bypass the Quiet, the same table has to be shown, so it is marked before they
branch: before anything that may exit the acts in front of it, in each round of a loop, and on every way of a secret menu.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeAlias

from interpreter.ir import rulebook as rb
from interpreter.ir.secrets import LOST, bound_in, without
from interpreter.source import Span

Acts: TypeAlias = tuple[rb.Act, ...]


def with_moments(acts: Acts) -> Acts:
    found: list[rb.Act] = []
    for act in acts:
        if isinstance(act, rb.Quiet) and found:  # the act before may have bypassed it
            found[-1:] = _before_leaving(found[-1], act.secrets)
        found += _marked(act)
    return tuple(found)


def _moment(span: Span, secrets: Iterable[rb.Secret]) -> Acts:
    kept = tuple(secret for secret in secrets if secret != LOST)
    return (rb.Quiet(span, kept, ()),) if kept else ()


def _marked(act: rb.Act) -> Acts:
    match act:
        case rb.ForEach() | rb.Loop():
            secrets = tuple(without(secret, bound_in((act,))) for secret in _quiet_about(act.body))
            mark = _moment(act.span, secrets)
            return (*mark, replace(act, body=(*with_moments(act.body), *mark)))
        case rb.AskMenu() if act.site.private:
            mark = _moment(act.span, dict.fromkeys(secret for way in act.entries for secret in _quiet_about(way.body)))
            ways = tuple(replace(way, body=(*mark, *with_moments(way.body))) for way in act.entries)
            return (replace(act, entries=ways), *mark)
    return (_inside(act, with_moments),)


def _quiet_about(acts: Acts) -> tuple[rb.Secret, ...]:
    """Return the secrets of a Quiet at the start of these acts."""
    return acts[0].secrets if acts and isinstance(acts[0], rb.Quiet) else ()


def _before_leaving(act: rb.Act, secrets: tuple[rb.Secret, ...]) -> Acts:
    """Insert a mark before each branch or loop that may exit the sequence."""
    if not any(isinstance(inner, rb.Return | rb.Break) for inner in rb.walk_acts((act,))):
        return (act,)

    def inside(acts: Acts) -> Acts:
        return tuple(new for inner in acts for new in _before_leaving(inner, secrets))

    mark = _moment(act.span, secrets) if isinstance(act, rb.Branching | rb.ForEach | rb.Loop) else ()
    new = _inside(act, inside)
    if isinstance(new, rb.ForEach | rb.Loop):
        new = replace(new, body=(*new.body, *mark))
    return (*mark, new)


def _inside(act: rb.Act, change: Callable[[Acts], Acts]) -> rb.Act:
    """Return the act with its inner sequences changed."""
    match act:
        case rb.ForEach() | rb.Loop() | rb.NamedStep() | rb.Quiet():
            return replace(act, body=change(act.body))
        case rb.Branching():
            cases = tuple((condition, change(body)) for condition, body in act.cases)
            return replace(act, cases=cases, otherwise=change(act.otherwise))
        case rb.AskThing() | rb.AskSeveral() | rb.AskMenu() | rb.AskAction():
            laws = tuple(replace(law, body=change(law.body)) for law in act.automatic)
            if isinstance(act, rb.AskMenu):
                ways = tuple(replace(way, body=change(way.body)) for way in act.entries)
                return replace(act, automatic=laws, entries=ways)
            return replace(act, automatic=laws)
        case _:
            return act
