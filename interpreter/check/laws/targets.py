"""Resolve what a law names (a procedure, action, step, way or built-in moment), and replace its body.

In: the declarations by name and the target of a law. Out: the routine or law that holds it, or an error. Layer: check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from interpreter.check.laws.giving_laws import Steps
from interpreter.check.laws.law_steps import leading, leading_needs, leaves_early, moment
from interpreter.check.laws.sources import SourcedLaw, Woven
from interpreter.check.names.memory import Memory
from interpreter.source import Help, Note, Reporter, Span, did_you_mean
from interpreter.source.fixes import one_of, written
from interpreter.syntax import nodes as n

MOMENTS = ("pay_", "gain_", "lose_")
Holder = str | int  # what contains a step: a routine by name, a law by number
Weave = Callable[[Span, Steps], Steps]  # from the steps of a target at a place to those with laws around them
AnyDeclaration = TypeVar("AnyDeclaration", bound=n.Node)


def is_moment(name: str, keeps: Mapping[str, n.Keep]) -> bool:
    """Is it the gain, loss or payment of a stored number?"""
    keep = keeps.get(name.partition("_")[2]) if name.startswith(MOMENTS) else None
    return keep is not None and isinstance(keep.type, n.NumberType)


@dataclass
class Weaving:
    """The declarations by name, and the laws that are still to be woven into them."""

    reporter: Reporter
    members: frozenset[str]  # names of cards and other rows, which `without` may remove
    kinds: frozenset[str]
    memory: Memory = field(default_factory=Memory)
    woven: Woven = field(default_factory=Woven)
    laws: list[SourcedLaw[n.Law]] = field(default_factory=list)
    given: dict[str, SourcedLaw[n.Law]] = field(
        default_factory=dict
    )  # what got another value, and the first to give it
    emptied: dict[tuple[Holder, str], SourcedLaw[n.Removal]] = field(default_factory=dict)  # removed by `without`
    lost: dict[str, SourcedLaw[n.Hook | n.Removal]] = field(
        default_factory=dict
    )  # steps inside something removed or replaced

    def holder(self, at: Holder) -> n.Law | n.Procedure | n.Action:
        return self.laws[at].law if isinstance(at, int) else self.woven.routines[at]


def declare(weaving: Weaving, node: n.Declaration) -> None:
    woven = weaving.woven
    match node:
        case n.Procedure() | n.Action():
            _put(weaving, woven.routines, node.head.name, node)
            for keep in node.keeps:
                _put(weaving, woven.keeps, keep.head.name, replace(keep, belongs_to=node.head.name))
        case n.Let():
            _put(weaving, woven.lets, node.head.name, node)
        case n.Keep():
            _put(weaving, woven.keeps, node.head.name, node)
        case n.Option():
            _put(weaving, woven.options, node.name, node)
        case n.Kind():
            _put(weaving, woven.kinds, node.name, node)
        case n.Always():
            _put(weaving, woven.always, node.name, node)
        case n.Requirement():
            woven.requirements.append(node)
        case n.Says():
            pass  # about the text on cards, not about the game
        case n.People() | n.Automas():
            pass  # read before everything else: the number of seats depends on them
        case n.Addition():
            woven.additions.append(node)
        case n.Variant():
            help = f"move it to variants/{node.name}.rules"
            weaving.reporter.error("R0211", node.span.word("variant"), "a variant goes in a file of its own", help)
        case n.Blank():
            help = f"outside of one write: let {node.head.name} = ..., or: procedure {node.head.name}"
            weaving.reporter.error("R0211", node.span.word("blank"), "a blank can only be inside a mechanic", help)
        case _:
            message, help = "a mechanic is used and declared outside of other mechanics", "move it out"
            weaving.reporter.error("R0211", node.span, message, help)


def _put(weaving: Weaving, table: dict[str, AnyDeclaration], name: str, node: AnyDeclaration) -> None:
    woven = weaving.woven
    others: tuple[Mapping[str, n.Node], ...] = (woven.routines, woven.lets, woven.keeps, woven.options, woven.kinds)
    for other in (table,) if table is woven.always else others:
        first = other.get(name)
        if first is not None:
            note = (Note("it is declared here first", first.span.word(name)),)
            span, help = node.span.word(name), "give one of them another name"
            weaving.reporter.error("R0202", span, f'"{name}" is declared twice', help, note)
            woven.twins.append(node)
            return
    table[name] = node


# ---- resolving targets


def in_routines(weaving: Weaving, name: str) -> list[str]:
    if name in weaving.woven.routines:
        return [name]
    return [holder for holder, routine in weaving.woven.routines.items() if name in _steps_of(weaving, routine)]


def _steps_of(weaving: Weaving, node: n.Node) -> set[str]:
    """Names of the steps in a routine or law, cached: laws do not change them."""
    return weaving.memory.of("steps", node, step_names)


def laws_with(weaving: Weaving, name: str) -> list[int]:
    return [number for number, said in enumerate(weaving.laws) if name in _steps_of(weaving, said.law)]


def find_target(weaving: Weaving, target: n.Target) -> Holder | None:
    """Return the routine or law that holds the target.

    A moment of a stored number is created on demand."""
    if target.inside is not None:
        return _find_inside(weaving, target)
    if target.name in weaving.woven.routines:
        return target.name
    if is_moment(target.name, weaving.woven.keeps):
        word, resource = target.name.split("_", 1)
        weaving.woven.routines[target.name] = moment(word, weaving.woven.keeps[resource], target.span)
        return target.name
    holders = in_routines(weaving, target.name) or _with_way(weaving, target.name)
    if len(holders) == 1:
        return holders[0]
    if holders:
        ways = [f"{target.name} in {holder}" for holder in sorted(holders)]
        help = Help("write " + ", or ".join(ways), *written(ways))
        weaving.reporter.error("R0605", target.span, f'several procedures have a step "{target.name}"', help)
        return None
    return _find_in_laws(weaving, target)


def _find_in_laws(weaving: Weaving, target: n.Target) -> Holder | None:
    laws = laws_with(weaving, target.name)
    if len({weaving.laws[number].law.span for number in laws}) == 1:
        return laws[0]
    if laws:
        notes = tuple(Note("here", weaving.laws[number].law.span) for number in laws[:2])
        help = "give the steps different names"
        weaving.reporter.error("R0605", target.span, f'several laws have a step "{target.name}"', help, notes)
        return None
    holders = [*weaving.woven.routines.values(), *(said.law for said in weaving.laws)]
    steps = {step for one in holders for step in step_names(one)}
    known = [name for name in (*weaving.woven.routines, *steps) if " " not in name]  # names that a person wrote
    unknown_name(weaving, target.span, target.name, known, "step, procedure, action or phase")
    return None


def _find_inside(weaving: Weaving, target: n.Target) -> str | None:
    routine = weaving.woven.routines.get(target.inside or "")
    if routine is None:
        inside = target.inside or ""
        known = [name for name in weaving.woven.routines if " " not in name]
        unknown_name(weaving, target.span.word(inside), inside, known, "procedure, action or phase")
        return None
    if target.name not in step_names(routine) | way_names(routine):
        message = f'"{target.inside}" has no step "{target.name}"'
        help = did_you_mean(target.name, step_names(routine)) or _listed("its steps are", step_names(routine))
        weaving.reporter.error("R0602", target.span.word(target.name), message, help)
        return None
    return target.inside


def _with_way(weaving: Weaving, name: str) -> list[str]:
    """Return the routines with a way of this name."""
    return [
        holder
        for holder, routine in weaving.woven.routines.items()
        if name in weaving.memory.of("ways", routine, way_names)
    ]


def has_step(weaving: Weaving, at: Holder, name: str) -> bool:
    return name in step_names(weaving.holder(at))


def step_body(weaving: Weaving, at: Holder, name: str) -> Steps:
    found = (node for node in n.walk(weaving.holder(at)) if isinstance(node, n.Step | n.Branch) and node.name == name)
    return tuple(next(found).body)


def unknown_name(weaving: Weaving, span: Span, name: str, known: Iterable[str], what: str) -> None:
    help = did_you_mean(name, known) or _listed("there are", known)
    weaving.reporter.error("R0602", span, f'there is no {what} called "{name}"', help)


# ---- replacing bodies


def replace_body(weaving: Weaving, at: Holder, name: str, weave: Weave) -> None:
    if at == name:
        _wrap(weaving, weaving.woven.routines[name], weave)
        return

    def change(node: n.Node) -> n.Node:
        if isinstance(node, n.Step) and node.name == name:
            return replace(node, body=weave(node.span, node.body))
        if isinstance(node, n.Branch) and node.name == name and not steps:
            front, rest = leading_needs(node.body, weaving.woven.routines)
            return replace(node, body=front + weave(node.span, rest))
        return node

    steps = has_step(weaving, at, name)

    if isinstance(at, int):
        span = weaving.laws[at].law.span  # copies of a card share this law
        weaving.laws = [
            replace(said, law=n.rewrite(said.law, change)) if said.law.span == span else said for said in weaving.laws
        ]
    else:
        weaving.woven.routines[at] = n.rewrite(weaving.woven.routines[at], change)


def _wrap(weaving: Weaving, routine: n.Procedure | n.Action, weave: Weave) -> None:
    """Weave around a whole procedure.

    If it can `stop`, its body moves to a procedure of its own, so that `stop` cannot skip what comes after."""
    name = routine.head.name
    if not leaves_early(routine) or isinstance(routine, n.Action):
        front, rest = leading(routine, weaving.woven.routines)
        weaving.woven.routines[name] = replace(routine, body=front + weave(routine.span, rest))
        return
    inner = f"{name}'s own steps"
    weaving.woven.routines[inner] = replace(routine, head=replace(routine.head, name=inner))
    arguments = tuple(n.Name(p.span, p.name) for p in routine.head.parameters)
    call = n.Call(routine.head.span, inner, arguments)
    body = weave(routine.span, (n.Run(routine.head.span, call),))
    weaving.woven.routines[name] = replace(routine, keeps=(), body=body)


def _listed(head: str, names: Iterable[str]) -> str:
    """List what there is, for a name that resembles none of it."""
    found = sorted(names)
    if not found:
        return "there is nothing of that kind"
    return f"{head} {', '.join(found[:12])} ..." if len(found) > 12 else one_of(f"{head} ", found)


def choice_names(routine: n.Node) -> set[str]:
    found = set()
    for node in n.walk(routine):
        if isinstance(node, n.Choose):
            found.add(node.called)
        elif isinstance(node, n.Take | n.Menu):
            found.add("action" if isinstance(node, n.Take) else "way")
    return found


def step_names(routine: n.Node) -> set[str]:
    return {node.name for node in n.walk(routine) if isinstance(node, n.Step)}


def way_names(routine: n.Node) -> set[str]:
    return {node.name for node in n.walk(routine) if isinstance(node, n.Branch)}


def names_given(body: Steps) -> set[str]:
    """Return the names that steps bind at their own level: those visible after them."""
    found: set[str] = set()
    for node in body:
        match node:
            case n.LetHere() | n.Roll() | n.Pick():
                found.add(node.name)
            case n.Choose():
                found.update(node.names)
            case n.Draw(name=str(name)) | n.Take(alias=str(name)) | n.AddMade(alias=str(name)):
                found.add(name)
            case n.Step():
                found |= names_given(node.body)
    return found


def named_further_in(body: Steps) -> dict[str, str]:
    """Return the names bound only in an if, a loop or a way, and in which."""
    here, found = names_given(body), {}
    for node in body:
        inner: tuple[tuple[str, Steps], ...] = ()
        match node:
            case n.If():
                inner = (*(("an `if`", case.body) for case in node.cases), ("an `otherwise`", node.otherwise))
            case n.Each() | n.Repeat():
                inner = (("an `each`" if isinstance(node, n.Each) else "a `repeat`", node.body),)
            case n.Menu():
                inner = tuple(("a way", branch.body) for branch in node.branches)
            case n.Step():
                found.update(named_further_in(node.body))
        for where, steps in inner:
            found.update(dict.fromkeys(names_given(steps), where))
            found.update(named_further_in(steps))
    return {name: where for name, where in found.items() if name not in here}
