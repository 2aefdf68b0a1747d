"""The facts in cells: plain cells, formulas, laws and steps.

In: the cells of one card. Out: Facts. Layer: check.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from interpreter.check.wording.facts.found import Fact, FactReader
from interpreter.check.wording.facts.here import Here, is_among_others, is_others, is_players, is_turn
from interpreter.check.wording.facts.values import (
    NOBODY,
    note_person,
    read_amount,
    read_call,
    read_name,
    read_optional,
    read_person,
    read_quantity,
    read_query,
    read_target,
    read_whole,
)
from interpreter.check.wording.people import ANOTHER, ANYONE, EVERYONE, OTHERS, YOU, person
from interpreter.check.wording.vocabulary import Thing
from interpreter.source import Span
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write

# ---- cells


def read_steps(reader: FactReader, nodes: Sequence[n.Statement], cell: str, player: str | None = None) -> None:
    _block(reader, nodes, _start(reader, cell, player))


def read_formula(reader: FactReader, node: n.Expression, cell: str, thing: Thing | None) -> None:
    read_whole(reader, node, _start(reader, cell, None).of(thing))


def read_laws(reader: FactReader, nodes: Sequence[n.Declaration]) -> None:
    """Read the laws of a card.

    In them `you` is its holder, and `player` anyone who does what the law is about."""
    for node in nodes:
        _law(reader, node, _start(reader, "rules", ANYONE))


def read_value(
    reader: FactReader, value: object, thing: Thing | None, span: Span, cell: str, by_blank: bool = False
) -> None:
    """Read a plain cell: a number, yes, or members."""
    value = {"yes": True, "no": False}.get(value, value) if isinstance(value, str) else value
    if thing is not None and thing.silent:
        reader.facts.silent += 1
    elif isinstance(value, bool):
        if value and thing is not None and thing.has_words:
            whom = person(thing.worded("", {}))
            if whom is not None:
                reader.facts.targets.setdefault(whom, span)
            else:
                reader.add(Fact(thing.name, None, span, cell, sort="moment"))
    elif isinstance(value, int):
        if (value or by_blank) and thing is not None and thing.has_words:
            reader.add(Fact(thing.name, Fraction(value * thing.scale), span, cell, by_blank=by_blank, is_step=True))
    elif isinstance(value, str | list | tuple):
        for name in [value] if isinstance(value, str) else value:
            if isinstance(
                name, int
            ):  # one of several numbers: which of them a text prints, and where, is its own affair
                reader.add(Fact(None, Fraction(name), span, cell, needed=False))
                continue
            member = reader.vocabulary.member(str(name))
            if member is not None and member.declared and not member.silent:
                reader.add(Fact(member.name, None, span, cell, sort="moment"))


def read_moment(reader: FactReader, thing: Thing, span: Span, cell: str) -> None:
    """Read when the steps of a column happen."""
    reader.add(Fact(thing.name, None, span, cell, sort="moment"))


def _start(reader: FactReader, cell: str, player: str | None) -> Here:
    return Here(cell, people=(("player", player or reader.player), ("you", YOU)))


# ---- laws


def _law(reader: FactReader, node: n.Declaration, here: Here) -> None:
    match node:
        case n.Hook():
            read_name(reader, node.target.name, node.target.span, here, sort="moment")
            if node.target.inside:
                read_name(reader, node.target.inside, node.target.span, here.optional)
            read_optional(reader, node.where, here.optional)
            _block(reader, node.body, here)
        case n.ChangeValue() | n.ChangeCell():
            thing = read_name(reader, node.head.name, node.head.span, here)
            inner = _whose(reader, node, here)
            for case in node.cases:
                read_quantity(reader, case.value, inner.of(thing))
                read_optional(reader, case.condition, inner)
            read_optional(reader, node.when, inner)
        case n.Answering():
            read_optional(reader, node.where, here)
            _block(reader, node.body, here)
        case n.Removal():
            read_name(reader, node.target.name, node.target.span, here)
        case _:
            pass


def _whose(reader: FactReader, node: n.ChangeValue | n.ChangeCell, here: Here) -> Here:
    """Return the people in the brackets of what is changed.

    Anyone, unless a condition says who."""
    for parameter in node.head.parameters:
        if isinstance(parameter.type, n.KindType) and parameter.type.name == "player":
            here = here.with_person(parameter.name, ANYONE)
            asked = any(
                isinstance(inner, n.Name) and inner.name == parameter.name
                for inner in (n.walk(node.when) if node.when is not None else ())
            )
            if not asked:
                reader.facts.targets.setdefault(ANYONE, node.head.span)
                reader.facts.anyones[node.head.name] = node.head.span
    return here


# ---- steps


def _block(reader: FactReader, nodes: Iterable[n.Statement], here: Here) -> None:
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
                read_call(reader, call, here, times=len(same))
            continue
        here = _step(reader, node, here)


def _step(reader: FactReader, node: n.Statement, here: Here) -> Here:  # noqa: C901 - one case per form
    """Read one step; later steps may know a person by a new name."""
    match node:
        case n.Gain():
            read_person(reader, node.subject, here)
            read_amount(reader, node.resource, node.amount, here)
        case n.Pay():
            read_person(reader, node.payer, here)
            read_person(reader, node.payee, here)
            read_amount(reader, node.resource, node.amount, here)
        case n.Raise() | n.SetValue():
            thing = read_target(reader, node.target, here)
            read_quantity(reader, node.amount if isinstance(node, n.Raise) else node.value, here.of(thing))
        case n.Run():
            read_quantity(reader, node.what, here.of(None))
        case n.LetHere():
            read_quantity(reader, node.value, here.of(None))
            return here
        case n.Each():
            inner = _loop(reader, node.query, here)
            _block(reader, node.body, inner)
        case n.If():
            for case in node.cases:
                holds = _settled(reader, case.condition)
                if holds is False:
                    continue
                read_quantity(reader, case.condition, here.of(None))
                _block(reader, case.body, here)
                if holds is True:
                    return here
            _block(reader, node.otherwise, here)
        case n.Repeat():
            read_optional(reader, node.value, here)
            _block(reader, node.body, replace(here, looped=True))
        case n.Choose():
            return _choice(reader, node, here)
        case n.Menu():
            for branch in node.branches:
                _block(reader, branch.body, here)
        case n.Take():
            for taken in node.actions:
                read_name(reader, taken.name, taken.span, here)
        case n.Move():
            _move(reader, node, here)
        case n.Draw():
            ends = [read_target(reader, end, here) for end in (node.pile, node.zone)]
            read_quantity(
                reader, node.count, here.of(next((end for end in ends if end is not None and end.has_words), None))
            )
        case n.Step() | n.Enclosed():
            _block(reader, node.body, here)
        case n.Needs() | n.MustLeave():
            read_quantity(reader, node.condition, here.optional.of(None))
        case n.Score():
            read_person(reader, node.player, here)
            read_quantity(reader, node.value, here.of(None))
        case n.Refill() | n.Shuffle():
            read_quantity(reader, node.zone, here.optional.of(None))
        case n.Roll():
            read_quantity(reader, node.count, here.of(None))
        case n.Pick():
            read_query(reader, node.query, here.of(None))
        case n.Give():
            read_quantity(reader, node.value, here)
        case _:
            pass
    return here


def _settled(reader: FactReader, condition: n.Expression) -> bool | None:
    """Return whether an option's condition holds in the usual game.

    The printed card is about that."""
    match condition:
        case n.Compare(operator=("is" | "is not") as word, left=n.Name(name=name), right=n.Name(name=value)):
            option = reader.vocabulary.find(name)
            if option is not None and option.sort == "option":
                return (option.kind == value) == (word == "is")
        case n.Name(name=name):
            option = reader.vocabulary.find(name)
            if option is not None and option.sort == "option":
                return option.kind == "yes"
    return None


def _move(reader: FactReader, node: n.Move, here: Here) -> None:
    read_quantity(reader, node.what, here.optional.of(None))
    read_quantity(reader, node.zone, here.optional.of(None))
    if node.duration is not None:
        unit = read_name(reader, node.duration.unit, node.duration.span, here, add=False)
        count = node.duration.count
        if unit is not None and isinstance(count, n.Number):
            fact = Fact(unit.name, Fraction(count.value), node.duration.span, here.cell, sort="duration")
            reader.add(fact)


def _choice(reader: FactReader, node: n.Choose, here: Here) -> Here:
    read_person(reader, node.actor, here)
    for bound in (node.bounds.least, node.bounds.most) if node.bounds is not None else ():
        read_optional(reader, bound, here)
        if node.bounds is not None and node.bounds.least is node.bounds.most:
            break
    if node.where is not None:
        read_quantity(reader, node.where, here.of(None))
    for need in node.needs:
        read_quantity(reader, need.condition, here.optional.of(None))
    for too in node.also:
        read_optional(reader, too.members, here.of(None))
    if is_players(node.members) or is_others(node.members):
        name = node.alias or node.name
        target = ANOTHER if is_among_others(node.members, node.where, name) else NOBODY
        note_person(reader, target, node.span)
        return here.with_person(name, target)
    if node.members is not None:
        read_quantity(reader, node.members, here.of(None))
    else:
        read_name(reader, node.name, node.span, here.optional)
    return here


def _loop(reader: FactReader, query: n.Query, here: Here) -> Here:
    if is_players(query.members) or is_others(query.members) or is_turn(query.members):
        binder = query.binder or "player"
        target = OTHERS if is_among_others(query.members, query.where, binder) else EVERYONE
        reader.facts.targets.setdefault(target, query.span)
        if query.where is not None:
            read_quantity(reader, query.where, here.with_person(binder, target).optional.of(None))
        return here.with_person(binder, target)
    read_query(reader, query, here.of(None))
    return here
