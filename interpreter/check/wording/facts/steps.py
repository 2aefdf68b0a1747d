"""The facts in cells: plain cells, formulas, laws and steps.

In: the cells of one card. Out: Facts. Layer: check.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from interpreter.check.wording.facts.found import Fact
from interpreter.check.wording.facts.here import Here, is_among_others, is_others, is_players, is_turn
from interpreter.check.wording.facts.values import NOBODY, ValueReader
from interpreter.check.wording.people import ANOTHER, ANYONE, EVERYONE, OTHERS, YOU, person
from interpreter.check.wording.vocabulary import Thing
from interpreter.source import Span
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write


class Reader(ValueReader):
    """Walks the trees of one card."""

    # ---- cells
    def steps(self, nodes: Sequence[Any], cell: str, player: str | None = None) -> None:
        self._block(nodes, self._start(cell, player))

    def formula(self, node: Any, cell: str, thing: Thing | None) -> None:
        self._whole(node, self._start(cell, None).of(thing))

    def laws(self, nodes: Sequence[Any]) -> None:
        """In a law `you` is who has the card, and `player` whoever does what the law is about."""
        for node in nodes:
            self._law(node, self._start("rules", ANYONE))

    def value(self, value: object, thing: Thing | None, span: Span, cell: str, by_blank: bool = False) -> None:
        """A plain cell: a number, yes, or members."""
        value = {"yes": True, "no": False}.get(value, value) if isinstance(value, str) else value
        if thing is not None and thing.silent:
            self.facts.silent += 1
        elif isinstance(value, bool):
            if value and thing is not None and thing.has_words:
                whom = person(thing.worded("", {}))
                if whom is not None:
                    self.facts.targets.setdefault(whom, span)
                else:
                    self._add(Fact(thing.name, None, span, cell, sort="moment"))
        elif isinstance(value, int):
            if (value or by_blank) and thing is not None and thing.has_words:
                self._add(Fact(thing.name, Fraction(value * thing.scale), span, cell, by_blank=by_blank, is_step=True))
        elif isinstance(value, str | list | tuple):
            for name in [value] if isinstance(value, str) else value:
                if isinstance(
                    name, int
                ):  # one of several numbers: which of them a text prints, and where, is its own affair
                    self._add(Fact(None, Fraction(name), span, cell, needed=False))
                    continue
                member = self.vocabulary.member(str(name))
                if member is not None and member.declared and not member.silent:
                    self._add(Fact(member.name, None, span, cell, sort="moment"))

    def moment(self, thing: Thing, span: Span, cell: str) -> None:
        """When the steps of a column happen."""
        self._add(Fact(thing.name, None, span, cell, sort="moment"))

    def _start(self, cell: str, player: str | None) -> Here:
        return Here(cell, people=(("player", player or self.player), ("you", YOU)))

    # ---- laws
    def _law(self, node: Any, here: Here) -> None:
        match node:
            case n.Hook():
                self._name(node.target.name, node.target.span, here, sort="moment")
                if node.target.inside:
                    self._name(node.target.inside, node.target.span, here.optional)
                self._maybe(node.where, here.optional)
                self._block(node.body, here)
            case n.ChangeValue() | n.ChangeCell():
                thing = self._name(node.head.name, node.head.span, here)
                inner = self._whose(node, here)
                for case in node.cases:
                    self._quantity(case.value, inner.of(thing))
                    self._maybe(case.condition, inner)
                self._maybe(node.when, inner)
            case n.Answering():
                self._maybe(node.where, here)
                self._block(node.body, here)
            case n.Removal():
                self._name(node.target.name, node.target.span, here)
            case _:
                pass

    def _whose(self, node: n.ChangeValue | n.ChangeCell, here: Here) -> Here:
        """The people in the brackets of what is changed: anyone, unless a condition says who."""
        for parameter in node.head.parameters:
            if isinstance(parameter.type, n.KindType) and parameter.type.name == "player":
                here = here.with_person(parameter.name, ANYONE)
                asked = any(
                    isinstance(inner, n.Name) and inner.name == parameter.name
                    for inner in (n.walk(node.when) if node.when is not None else ())
                )
                if not asked:
                    self.facts.targets.setdefault(ANYONE, node.head.span)
                    self.facts.anyones[node.head.name] = node.head.span
        return here

    # ---- steps
    def _block(self, nodes: Iterable[Any], here: Here) -> None:
        calls: dict[str, list[n.Call]] = {}
        nodes = list(nodes)
        for node in nodes:
            if isinstance(node, n.Run) and isinstance(node.what, n.Call):
                calls.setdefault(write(node.what), []).append(node.what)
        for node in nodes:
            call = node.what if isinstance(node, n.Run) and isinstance(node.what, n.Call) else None
            same = calls[write(call)] if call is not None else []
            if call is not None and len(same) > 1:  # the same step several times is one fact with a number
                if call is same[0]:
                    self._call(call, here, times=len(same))
                continue
            here = self._step(node, here)

    def _step(self, node: Any, here: Here) -> Here:
        """One step; what comes after it may know a person by a new name."""
        match node:
            case n.Gain():
                self._person(node.subject, here)
                self._amount(node.resource, node.amount, here)
            case n.Pay():
                self._person(node.payer, here)
                self._person(node.payee, here)
                self._amount(node.resource, node.amount, here)
            case n.Raise() | n.SetValue():
                thing = self._reading(node.target, here)
                self._quantity(node.amount if isinstance(node, n.Raise) else node.value, here.of(thing))
            case n.Run():
                self._quantity(node.what, here.of(None))
            case n.LetHere():
                self._quantity(node.value, here.of(None))
                return here
            case n.Each():
                inner = self._loop(node.query, here)
                self._block(node.body, inner)
            case n.If():
                for case in node.cases:
                    holds = self._settled(case.condition)
                    if holds is False:
                        continue
                    self._quantity(case.condition, here.of(None))
                    self._block(case.body, here)
                    if holds is True:
                        return here
                self._block(node.otherwise, here)
            case n.Repeat():
                self._maybe(node.value, here)
                self._block(node.body, replace(here, looped=True))
            case n.Choose():
                return self._choice(node, here)
            case n.Menu():
                for branch in node.branches:
                    self._block(branch.body, here)
            case n.Take():
                for taken in node.actions:
                    self._name(taken.name, taken.span, here)
            case n.Move():
                self._move(node, here)
            case n.Draw():
                ends = [self._reading(end, here) for end in (node.pile, node.zone)]
                self._quantity(
                    node.count, here.of(next((end for end in ends if end is not None and end.has_words), None))
                )
            case n.Step() | n.Enclosed():
                self._block(node.body, here)
            case n.Needs() | n.MustLeave():
                self._quantity(node.condition, here.optional.of(None))
            case n.Score():
                self._person(node.player, here)
                self._quantity(node.value, here.of(None))
            case n.Refill() | n.Shuffle():
                self._quantity(node.zone, here.optional.of(None))
            case n.Roll():
                self._quantity(node.count, here.of(None))
            case n.Pick():
                self._query(node.query, here.of(None))
            case n.Give():
                self._quantity(node.value, here)
            case _:
                pass
        return here

    def _settled(self, condition: Any) -> bool | None:
        """Whether something about an option holds as the game is usually played; the printed card is about that."""
        match condition:
            case n.Compare(operator=("is" | "is not") as word, left=n.Name(name=name), right=n.Name(name=value)):
                option = self.vocabulary.find(name)
                if option is not None and option.sort == "option":
                    return (option.kind == value) == (word == "is")
            case n.Name(name=name):
                option = self.vocabulary.find(name)
                if option is not None and option.sort == "option":
                    return option.kind == "yes"
        return None

    def _move(self, node: n.Move, here: Here) -> None:
        self._quantity(node.what, here.optional.of(None))
        self._quantity(node.zone, here.optional.of(None))
        if node.duration is not None:
            unit = self._name(node.duration.unit, node.duration.span, here, add=False)
            count = node.duration.count
            if unit is not None and isinstance(count, n.Number):
                fact = Fact(unit.name, Fraction(count.value), node.duration.span, here.cell, sort="duration")
                self._add(fact)

    def _choice(self, node: n.Choose, here: Here) -> Here:
        self._person(node.actor, here)
        for bound in (node.bounds.least, node.bounds.most) if node.bounds is not None else ():
            self._maybe(bound, here)
            if node.bounds is not None and node.bounds.least is node.bounds.most:
                break
        if node.where is not None:
            self._quantity(node.where, here.of(None))
        for need in node.needs:
            self._quantity(need.condition, here.optional.of(None))
        for too in node.also:
            self._maybe(too.members, here.of(None))
        if is_players(node.members) or is_others(node.members):
            name = node.alias or node.name
            target = ANOTHER if is_among_others(node.members, node.where, name) else NOBODY
            self._meant(target, node.span)
            return here.with_person(name, target)
        if node.members is not None:
            self._quantity(node.members, here.of(None))
        else:
            self._name(node.name, node.span, here.optional)
        return here

    def _loop(self, query: n.Query, here: Here) -> Here:
        if is_players(query.members) or is_others(query.members) or is_turn(query.members):
            binder = query.binder or "player"
            target = OTHERS if is_among_others(query.members, query.where, binder) else EVERYONE
            self.facts.targets.setdefault(target, query.span)
            if query.where is not None:
                self._quantity(query.where, here.with_person(binder, target).optional.of(None))
            return here.with_person(binder, target)
        self._query(query, here.of(None))
        return here
