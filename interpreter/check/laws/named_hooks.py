"""Laws that hold on to a name: `after throw in turn` acts right behind the line that gives the name, wherever that is.

In: the laws and the routines around them. Out: routines in which each such line has become a step of that name. Layer: check.
So what is chosen, rolled or drawn inside an `if` or a loop can be reached without a step that the rules would have to declare.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from interpreter.check.laws.law_steps import leading_needs
from interpreter.check.laws.sources import SourcedLaw
from interpreter.check.laws.targets import Weaving, in_routines, is_moment, laws_with, step_names, way_names
from interpreter.source import Help, Span
from interpreter.source.fixes import instead, written
from interpreter.syntax import nodes as n


def hook_names(weaving: Weaving, laws: Sequence[SourcedLaw[n.Law]]) -> list[SourcedLaw[n.Law]]:
    """Make steps of the lines that laws hold on to by a name.

    Laws that name none are left as they are."""
    weaving.laws = list(laws)
    return [said for said in laws if not isinstance(said.law, n.Hook) or _hooked(weaving, said.law)]


def _hooked(weaving: Weaving, law: n.Hook) -> bool:
    """Open a law's target if it is a name that is given.

    No, with an error, if that leaves a doubt."""
    target = law.target
    if target.of is not None or _is_known(weaving, target):
        return True
    holders = [target.inside] if target.inside is not None else list(weaving.woven.routines)
    giving = [one for one in holders if one in weaving.woven.routines and _gives(weaving, one, target.name)]
    if not giving:
        return True  # reported when its target is looked for
    if len(giving) > 1:
        ways = [f"{target.name} in {holder}" for holder in sorted(giving)]
        help = Help("write " + ", or ".join(ways), *written(ways))
        weaving.reporter.error("R0605", target.span, f'several procedures give something called "{target.name}"', help)
        return False
    if law.word == "instead of":
        message = f'"{target.name}" is a name that "{giving[0]}" gives: what follows needs it, so it cannot be replaced'
        help = Help(f"act behind it: after {target.name} in {giving[0]}", partial(instead, "after"))
        weaving.reporter.error("R0605", law.span.word("instead of"), message, help)
        return False
    spans = frozenset(node.span for node in _lines_that_give(weaving, giving[0], target.name))
    weaving.woven.routines[giving[0]] = n.rewrite(
        weaving.woven.routines[giving[0]], partial(_stepped, target.name, spans)
    )
    return True


def _is_known(weaving: Weaving, target: n.Target) -> bool:
    """Is it a procedure, a step, a way or a moment?"""
    if target.inside is not None:
        routine = weaving.woven.routines.get(target.inside)
        return routine is None or target.name in step_names(routine) | way_names(routine)
    if (
        is_moment(target.name, weaving.woven.keeps)
        or in_routines(weaving, target.name)
        or laws_with(weaving, target.name)
    ):
        return True
    return any(target.name in way_names(routine) for routine in weaving.woven.routines.values())


def _gives(weaving: Weaving, holder: str, name: str) -> bool:
    return any(True for _ in _lines_that_give(weaving, holder, name))


def _lines_that_give(weaving: Weaving, holder: str, name: str) -> Iterator[n.Node]:
    """Yield the lines of a routine that bind this name.

    Not those that are evaluated when it is offered."""
    routine, routines = weaving.woven.routines[holder], weaving.woven.routines
    bodies = [node.body for node in n.walk(routine) if isinstance(node, n.Action | n.Branch)]
    offered = {node.span for body in bodies for node in leading_needs(body, routines)[0]}
    for node in n.walk(routine):
        if node.span not in offered and name in given_by(node):
            yield node


def given_by(node: n.Node) -> Iterator[str]:
    """Yield the names that a line binds.

    That of a decision about several things is among them."""
    match node:
        case n.LetHere() | n.Roll() | n.Pick():
            yield node.name
        case n.Choose():
            yield from dict.fromkeys((*node.names, node.called))
        case n.Draw(name=str(name)) | n.Take(alias=str(name)) | n.AddMade(alias=str(name)):
            yield name


def _stepped(name: str, spans: frozenset[Span], node: n.Node) -> n.Node:
    given = node.span in spans and name in given_by(node)
    return n.Step(node.span, name, (node,)) if given and isinstance(node, n.Statement) else node
