"""Resolve what a law names (a procedure, action, step, way or built-in moment), and replace its body.

In: the declarations by name and the target of a law. Out: the routine or law that holds it, or an error. Layer: check.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from interpreter.check.laws.law_steps import leading, leading_needs, leaves_early, moment
from interpreter.check.laws.sources import SourcedLaw, Woven
from interpreter.check.names.memory import Memory
from interpreter.source import Note, Reporter, did_you_mean
from interpreter.syntax import nodes as n

MOMENTS = ("pay_", "gain_", "lose_")
Holder = str | int  # what contains a step: a routine by name, a law by number


def is_moment(name: str, keeps: Mapping[str, n.Keep]) -> bool:
    """Is it the gain, loss or payment of a stored number?"""
    keep = keeps.get(name.partition("_")[2]) if name.startswith(MOMENTS) else None
    return keep is not None and isinstance(keep.type, n.NumberType)


class Targets:
    def __init__(
        self, reporter: Reporter, members: frozenset[str], kinds: frozenset[str], memory: Memory | None = None
    ) -> None:
        self.reporter = reporter
        self.memory = memory or Memory()
        self.members = members  # names of cards and other rows, which `without` may remove
        self.kinds = kinds
        self.woven = Woven()
        self.laws: list[SourcedLaw] = []
        self.given: dict[str, SourcedLaw] = {}  # what got another value, and the first law to give it
        self.emptied: dict[tuple[Holder, str], SourcedLaw] = {}  # steps and procedures removed by `without`
        self.lost: dict[str, SourcedLaw] = {}  # steps inside something removed or replaced

    # ---- declarations
    def declare(self, node: n.Declaration) -> None:
        woven = self.woven
        match node:
            case n.Procedure() | n.Action():
                self._put(woven.routines, node.head.name, node)
                for keep in node.keeps:
                    self._put(woven.keeps, keep.head.name, replace(keep, belongs_to=node.head.name))
            case n.Let():
                self._put(woven.lets, node.head.name, node)
            case n.Keep():
                self._put(woven.keeps, node.head.name, node)
            case n.Option():
                self._put(woven.options, node.name, node)
            case n.Kind():
                self._put(woven.kinds, node.name, node)
            case n.Always():
                self._put(woven.always, node.name, node)
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
                self.reporter.error("R0211", node.span.word("variant"), "a variant stands in a file of its own", help)
            case n.Blank():
                help = f"outside of one write: let {node.head.name} = ..., or: procedure {node.head.name}"
                self.reporter.error("R0211", node.span.word("blank"), "a blank only stands inside a mechanic", help)
            case _:
                message, help = "a mechanic is used and declared outside of other mechanics", "move it out"
                self.reporter.error("R0211", node.span, message, help)

    def _put(self, table: dict[str, Any], name: str, node: Any) -> None:
        woven = self.woven
        others: tuple[dict[str, Any], ...] = (woven.routines, woven.lets, woven.keeps, woven.options, woven.kinds)
        for other in (table,) if table is woven.always else others:
            first = other.get(name)
            if first is not None:
                note = (Note("it is declared here first", first.span.word(name)),)
                span, help = node.span.word(name), "give one of them another name"
                self.reporter.error("R0202", span, f'"{name}" is declared twice', help, note)
                woven.twins.append(node)
                return
        table[name] = node

    # ---- resolving targets
    def _in_routines(self, name: str) -> list[str]:
        if name in self.woven.routines:
            return [name]
        return [holder for holder, routine in self.woven.routines.items() if name in self._steps_of(routine)]

    def _steps_of(self, node: Any) -> set[str]:
        """Names of the steps in a routine or law, cached: laws do not change them."""
        return self.memory.of("steps", node, step_names)

    def _laws_with(self, name: str) -> list[int]:
        return [number for number, said in enumerate(self.laws) if name in self._steps_of(said.law)]

    def _find(self, target: n.Target) -> Holder | None:
        """Return the routine or law that holds the target; a moment of a stored number is created on demand."""
        if target.inside is not None:
            return self._find_inside(target)
        if target.name in self.woven.routines:
            return target.name
        if is_moment(target.name, self.woven.keeps):
            word, resource = target.name.split("_", 1)
            self.woven.routines[target.name] = moment(word, self.woven.keeps[resource], target.span)
            return target.name
        holders = self._in_routines(target.name) or self._with_way(target.name)
        if len(holders) == 1:
            return holders[0]
        if holders:
            help = "write " + ", or ".join(f"{target.name} in {holder}" for holder in sorted(holders))
            self.reporter.error("R0605", target.span, f'several procedures have a step "{target.name}"', help)
            return None
        return self._find_in_laws(target)

    def _find_in_laws(self, target: n.Target) -> Holder | None:
        laws = self._laws_with(target.name)
        if len({self.laws[number].law.span for number in laws}) == 1:
            return laws[0]
        if laws:
            notes = tuple(Note("here", self.laws[number].law.span) for number in laws[:2])
            help = "give the steps different names"
            self.reporter.error("R0605", target.span, f'several laws have a step "{target.name}"', help, notes)
            return None
        holders = [*self.woven.routines.values(), *(said.law for said in self.laws)]
        steps = {step for one in holders for step in step_names(one)}
        known = [name for name in (*self.woven.routines, *steps) if " " not in name]  # names that a person wrote
        self._unknown(target.span, target.name, known, "step, procedure, action or phase")
        return None

    def _find_inside(self, target: n.Target) -> str | None:
        routine = self.woven.routines.get(target.inside or "")
        if routine is None:
            inside = target.inside or ""
            known = [name for name in self.woven.routines if " " not in name]
            self._unknown(target.span.word(inside), inside, known, "procedure, action or phase")
            return None
        if target.name not in step_names(routine) | way_names(routine):
            message = f'"{target.inside}" has no step "{target.name}"'
            help = did_you_mean(target.name, step_names(routine)) or _listed("its steps are", step_names(routine))
            self.reporter.error("R0602", target.span.word(target.name), message, help)
            return None
        return target.inside

    def _with_way(self, name: str) -> list[str]:
        """Return the routines with a way of this name."""
        return [
            holder
            for holder, routine in self.woven.routines.items()
            if name in self.memory.of("ways", routine, way_names)
        ]

    def _has_step(self, at: Holder, name: str) -> bool:
        holder: Any = self.laws[at].law if isinstance(at, int) else self.woven.routines[at]
        return name in step_names(holder)

    def _step_body(self, at: Holder, name: str) -> tuple[Any, ...]:
        holder: Any = self.laws[at].law if isinstance(at, int) else self.woven.routines[at]
        found = (node for node in n.walk(holder) if isinstance(node, n.Step | n.Branch) and node.name == name)
        return tuple(next(found).body)

    def _unknown(self, span: Any, name: str, known: Any, what: str) -> None:
        help = did_you_mean(name, known) or _listed("there are", known)
        self.reporter.error("R0602", span, f'there is no {what} called "{name}"', help)

    # ---- replacing bodies
    def _replace_body(self, at: Holder, name: str, weave: Any) -> None:
        if at == name:
            self._wrap(self.woven.routines[name], weave)
            return

        def change(node: Any) -> Any:
            if isinstance(node, n.Step) and node.name == name:
                return replace(node, body=weave(node.span, node.body))
            if isinstance(node, n.Branch) and node.name == name and not steps:
                front, rest = leading_needs(node.body)
                return replace(node, body=front + weave(node.span, rest))
            return node

        steps = self._has_step(at, name)

        if isinstance(at, int):
            span = self.laws[at].law.span  # copies of a card share this law
            self.laws = [
                replace(said, law=n.rewrite(said.law, change)) if said.law.span == span else said for said in self.laws
            ]
        else:
            self.woven.routines[at] = n.rewrite(self.woven.routines[at], change)

    def _wrap(self, routine: n.Procedure | n.Action, weave: Any) -> None:
        """Weave around a whole procedure.

        If it can `stop`, its body moves to a procedure of its own, so that `stop` cannot skip what comes after."""
        name = routine.head.name
        if not leaves_early(routine) or isinstance(routine, n.Action):
            front, rest = leading(routine)
            self.woven.routines[name] = replace(routine, body=front + weave(routine.span, rest))
            return
        inner = f"{name}'s own steps"
        self.woven.routines[inner] = replace(routine, head=replace(routine.head, name=inner))
        arguments = tuple(n.Name(p.span, p.name) for p in routine.head.parameters)
        call = n.Call(routine.head.span, inner, arguments)
        body = weave(routine.span, (n.Run(routine.head.span, call),))
        self.woven.routines[name] = replace(routine, keeps=(), body=body)


def _listed(head: str, names: Any) -> str:
    """List what there is, for a name that resembles none of it."""
    found = sorted(names)
    return (
        f"{head} {', '.join(found[:12])}{' ...' if len(found) > 12 else ''}"
        if found
        else "there is nothing of that kind"
    )


def choice_names(routine: Any) -> set[str]:
    found = set()
    for node in n.walk(routine):
        if isinstance(node, n.Choose):
            found.add(node.called)
        elif isinstance(node, n.Take | n.Menu):
            found.add("action" if isinstance(node, n.Take) else "way")
    return found


def step_names(routine: Any) -> set[str]:
    return {node.name for node in n.walk(routine) if isinstance(node, n.Step)}


def way_names(routine: Any) -> set[str]:
    return {node.name for node in n.walk(routine) if isinstance(node, n.Branch)}


def names_given(body: tuple[Any, ...]) -> set[str]:
    """Return the names that steps bind at their own level: those visible after them."""
    found: set[str] = set()
    for node in body:
        match node:
            case n.LetHere() | n.Roll() | n.Pick():
                found.add(node.name)
            case n.Choose():
                found.update(node.names)
            case n.Draw(name=str(name)) | n.Take(alias=str(name)):
                found.add(name)
            case n.Step():
                found |= names_given(node.body)
    return found


def named_further_in(body: tuple[Any, ...]) -> dict[str, str]:
    """Return the names bound only inside an if, a loop or a way of these steps, and in which of them."""
    here, found = names_given(body), {}
    for node in body:
        inner: tuple[tuple[str, tuple[Any, ...]], ...] = ()
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
