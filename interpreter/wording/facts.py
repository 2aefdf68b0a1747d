"""What a card does, as facts that its text should print: numbers of things, names, durations, moments, who is meant.

In: the trees of a card's cells. Out: Facts, each with its place. Layer: wording. Nothing is known here about the game but
its vocabulary: a name is what the vocabulary says it is, and a name without words is counted and not compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from interpreter.source import Span
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write
from interpreter.wording.people import ANOTHER, ANYONE, EVERYONE, OTHERS, YOU, person
from interpreter.wording.vocabulary import Thing, Vocabulary

BOUNDS = frozenset({"smaller", "larger"})
NOBODY = ""  # somebody who is one of many: a text need not name them
PLAYERS = frozenset({"players", "everyone", "turn_order"})


@dataclass(frozen=True)
class Fact:
    """A thing that is spoken of, perhaps with a number; or only a number (thing None)."""

    thing: str | None
    number: Fraction | None
    span: Span
    cell: str  # the column in which it stands
    needed: bool = True  # no: the text may speak of it, and need not
    ratio: bool = False
    values: tuple[tuple[str, str], ...] = ()
    sort: str = "thing"  # thing, resource, number, duration, moment
    by_blank: bool = False  # its number is printed by a blank
    is_step: bool = False  # a step of its own, not a part of a formula


@dataclass
class Facts:
    found: list[Fact] = field(default_factory=list)
    targets: dict[str, Span] = field(default_factory=dict)  # who is meant, and where that is said
    anyones: dict[str, Span] = field(default_factory=dict)  # what is changed for whoever it is about
    nameless: dict[str, int] = field(default_factory=dict)  # names without words, and how often they stand there
    silent: int = 0

    @property
    def compared(self) -> int:
        return len(self.found) + len(self.targets)


@dataclass(frozen=True)
class _Here:
    """Where the walk is: in which cell, whether the text must speak of it, and who the names of players are."""

    cell: str
    needed: bool = True
    people: tuple[tuple[str, str], ...] = ()
    thing: Thing | None = None  # to which a number belongs
    sort: str = "thing"
    ranges: tuple[tuple[str, range], ...] = ()  # the numbers that a name counts
    looped: bool = False  # inside of steps that are repeated: there a 1 is nothing that is printed

    def who(self, name: str) -> str | None:
        return next((target for known, target in reversed(self.people) if known == name), None)

    def with_person(self, name: str, target: str) -> _Here:
        return replace(self, people=(*self.people, (name, target)))

    def of(self, thing: Thing | None) -> _Here:
        return replace(self, thing=thing, sort="thing")

    def counts(self, node: Any) -> range | list[int] | None:
        """The numbers that an expression goes through, if its only name is one that counts."""
        match node:
            case n.Name(name=name):
                return next((numbers for known, numbers in self.ranges if known == name), None)
            case n.Arithmetic(operator="+" | "-" as sign, left=n.Number(value=value), right=right):
                inner = self.counts(right)
                return [value + one if sign == "+" else value - one for one in inner] if inner is not None else None
            case n.Arithmetic(operator="+" | "-" as sign, left=left, right=n.Number(value=value)):
                inner = self.counts(left)
                return [one + value if sign == "+" else one - value for one in inner] if inner is not None else None
            case _:
                return None

    @property
    def optional(self) -> _Here:
        return replace(self, needed=False)


class Reader:
    """Walks the trees of one card."""

    def __init__(self, vocabulary: Vocabulary, player: str = YOU) -> None:
        self.vocabulary, self.facts = vocabulary, Facts()
        self.player = player  # who `player` is in the cells of this card

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
                if isinstance(name, int):  # one of several numbers: which of them a text prints, and where, is its own affair
                    self._add(Fact(None, Fraction(name), span, cell, needed=False))
                    continue
                member = self.vocabulary.member(str(name))
                if member is not None and member.declared and not member.silent:
                    self._add(Fact(member.name, None, span, cell, sort="moment"))

    def moment(self, thing: Thing, span: Span, cell: str) -> None:
        """When the steps of a column happen."""
        self._add(Fact(thing.name, None, span, cell, sort="moment"))

    def _start(self, cell: str, player: str | None) -> _Here:
        return _Here(cell, people=(("player", player or self.player), ("you", YOU)))

    def _add(self, fact: Fact) -> None:
        self.facts.found.append(fact)

    # ---- laws
    def _law(self, node: Any, here: _Here) -> None:
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

    def _whose(self, node: n.ChangeValue | n.ChangeCell, here: _Here) -> _Here:
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

    def _maybe(self, node: Any, here: _Here) -> None:
        if node is not None:
            self._quantity(node, here.of(None))

    # ---- steps
    def _block(self, nodes: Iterable[Any], here: _Here) -> None:
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

    def _step(self, node: Any, here: _Here) -> _Here:
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
                self._quantity(node.count, here.of(next((end for end in ends if end is not None and end.has_words), None)))
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

    def _amount(self, resource: n.Resource, amount: Any, here: _Here) -> None:
        thing = self._name(self._resource(resource.name), resource.span, here, add=False)
        if thing is not None and not self._has_number(amount):
            self._add(Fact(thing.name, None, resource.span, here.cell, here.needed))
        self._whole(amount, replace(here, thing=thing, sort="resource"))
        for argument in resource.arguments:
            self._quantity(argument, here.of(None))

    def _resource(self, name: str) -> str:
        """`1 promoter` is one of the `promoters`."""
        for plural in (f"{name}s", f"{name}es", f"{name[:-1]}ies"):
            thing = self.vocabulary.find(plural)
            if thing is not None and thing.sort == "keep":
                return plural
        return name

    def _whole(self, node: Any, here: _Here) -> None:
        """An amount: of one that is no number and no multiple of something, the text may say "1 for each"."""
        if here.thing is not None and here.thing.has_words and _factor(node) is None:
            self._add(Fact(here.thing.name, Fraction(here.thing.scale), node.span, here.cell, needed=False))
        self._quantity(node, here)

    def _has_number(self, node: Any) -> bool:
        return any(isinstance(inner, n.Number) for inner in n.walk(node))

    def _move(self, node: n.Move, here: _Here) -> None:
        self._quantity(node.what, here.optional.of(None))
        self._quantity(node.zone, here.optional.of(None))
        if node.duration is not None:
            unit = self._name(node.duration.unit, node.duration.span, here, add=False)
            count = node.duration.count
            if unit is not None and isinstance(count, n.Number):
                fact = Fact(unit.name, Fraction(count.value), node.duration.span, here.cell, sort="duration")
                self._add(fact)

    def _choice(self, node: n.Choose, here: _Here) -> _Here:
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
        if node.members is not None and _is_players(node.members):
            name = node.alias or node.name
            target = ANOTHER if _leaves_out(node.where, name, "player") else NOBODY
            self._meant(target, node.span)
            return here.with_person(name, target)
        if node.members is not None:
            self._quantity(node.members, here.of(None))
        else:
            self._name(node.name, node.span, here.optional)
        return here

    def _loop(self, query: n.Query, here: _Here) -> _Here:
        if _is_players(query.members) or _is_turn(query.members):
            binder = query.binder or "player"
            target = OTHERS if _leaves_out(query.where, binder, "player") else EVERYONE
            self.facts.targets.setdefault(target, query.span)
            if query.where is not None and target == EVERYONE:
                self._quantity(query.where, here.with_person(binder, target).optional.of(None))
            return here.with_person(binder, target)
        self._query(query, here.of(None))
        return here

    # ---- people
    def _person(self, node: Any, here: _Here) -> None:
        if isinstance(node, n.Name):
            target = here.who(node.name)
            if target is not None:
                self._meant(target, node.span)
            elif node.name != "bank":
                self._quantity(node, here.of(None))
        else:
            self._quantity(node, here.of(None))

    def _meant(self, target: str, span: Span) -> None:
        if target != NOBODY:
            self.facts.targets.setdefault(target, span)

    # ---- values
    def _quantity(self, node: Any, here: _Here) -> None:
        """Numbers and names in a value; a number belongs to `here.thing`."""
        match node:
            case None | n.YesNo() | n.NoneValue() | n.Text():
                pass
            case n.Number(value=value):
                self._number(Fraction(value), node, here)
            case n.Group(inner=inner) | n.Not(inner=inner) | n.Negative(inner=inner):
                self._quantity(inner, here)
            case n.Name(name=name):
                self._plain_name(name, node.span, here)
            case n.Call():
                self._call(node, here)
            case n.Possessive():
                self._reading(node, here)
            case n.Arithmetic():
                self._calculation(node, here)
            case n.Conditional():
                self._quantity(node.value, here)
                self._quantity(node.condition, here.of(None))
                self._quantity(node.otherwise, here)
            case n.Compare():
                self._comparison(node, here)
            case n.Both(parts=parts) | n.Either(parts=parts):
                for part in parts:
                    self._quantity(part, here.of(None))
            case n.ListOf(items=items):
                for item in items:
                    self._quantity(item, here)
            case n.Range():
                self._quantity(node.low, here)
                self._quantity(node.high, here)
            case n.Aggregate():
                counting = self._counting(node.query, here)
                if node.body is not None:
                    self._quantity(node.body, counting)
                self._query(node.query, counting.of(None))
            case n.Can():
                self._name(node.action.name, node.action.span, here)
            case _:
                pass

    def _counting(self, query: n.Query, here: _Here) -> _Here:
        """`tier in 1 to 3`: the name stands for these numbers."""
        match query.members:
            case n.Range(low=n.Number(value=low), high=n.Number(value=high), step=None) if query.binder and high - low < 50:
                return replace(here, ranges=(*here.ranges, (query.binder, range(low, high + 1))))
            case _:
                return here

    def _number(self, value: Fraction, node: Any, here: _Here, ratio: bool = False) -> None:
        thing = here.thing
        if thing is not None and thing.silent:
            self.facts.silent += 1
            return
        needed = here.needed and not (here.looped and value == 1)
        scaled = value if ratio or thing is None else value * thing.scale
        name = thing.name if thing is not None and thing.has_words else None
        sort = "number" if name is None else here.sort
        is_step = here.sort in ("resource", "compared")
        self._add(Fact(name, scaled, node.span, here.cell, needed, ratio, sort=sort, is_step=is_step))

    def _calculation(self, node: n.Arithmetic, here: _Here) -> None:
        ratio = _ratio(node)
        if ratio is not None:
            self._number(ratio, node, here, ratio=True)
            return
        if node.operator == "/":
            self._quantity(node.left, here)
            self._quantity(node.right, here.of(None))
            return
        if node.operator == "*" and isinstance(node.left, n.Number):
            self._quantity(node.left, here)
            self._quantity(node.right, here.of(None))
            return
        self._quantity(node.left, here)
        self._quantity(node.right, here)

    def _comparison(self, node: n.Compare, here: _Here) -> None:
        bare = here.of(None)
        if isinstance(node.left, n.Name) and isinstance(node.right, n.Name) and node.right.name in ("you", "player"):
            if node.operator == "is":
                self.facts.targets.setdefault(here.who(node.right.name) or YOU, node.span)
            return
        thing = self._reading(node.left, bare) if isinstance(node.left, n.Call | n.Possessive | n.Name) else None
        if thing is None and not isinstance(node.left, n.Call | n.Possessive | n.Name):
            self._quantity(node.left, bare)
            thing = self._counted(node.left)
        counted = bare.counts(node.right)
        if counted is not None and node.right is not None:
            for number in counted:
                self._number(Fraction(number), node.right, bare)
        elif isinstance(node.right, n.Node):
            compared = replace(bare, thing=thing, sort="compared")
            self._quantity(node.right, compared if isinstance(node.right, n.Number) else bare)

    def _counted(self, node: Any) -> Thing | None:
        """What a count counts, so that the number it is compared with belongs to it."""
        if isinstance(node, n.Aggregate):
            members = node.query.members
            name = members.name if isinstance(members, n.Name | n.Call | n.Possessive) else ""
            thing = self.vocabulary.find(name)
            return thing if thing is not None and thing.has_words else None
        return None

    def _query(self, query: n.Query, here: _Here) -> None:
        if _is_players(query.members):
            inner = here.with_person(query.binder or "player", NOBODY)
        else:
            self._quantity(query.members, here.optional if isinstance(query.members, n.Range) else here)
            inner = here
        if query.where is not None:
            self._quantity(query.where, inner)
        for key in query.keys:
            self._quantity(key.value, inner)

    def _reading(self, node: Any, here: _Here) -> Thing | None:
        """A value that is read or set: its thing, which is a fact; its owner and brackets are looked at, too."""
        match node:
            case n.Name(name=name):
                return self._plain_name(name, node.span, here)
            case n.Possessive():
                thing = self._name(self._column(node), node.name_span, here)
                if not (isinstance(node.owner, n.Name) and (here.who(node.owner.name) or node.owner.name == "this")):
                    self._quantity(node.owner, here.optional.of(None))
                for argument in node.arguments:
                    self._quantity(argument, here.of(None))
                return thing
            case n.Call():
                return self._call(node, here)
            case _:
                self._quantity(node, here)
                return None

    def _column(self, node: n.Possessive) -> str:
        """`industry's worth` is the column of that kind, not of another one."""
        whole = f"{node.owner.name}'s {node.name}" if isinstance(node.owner, n.Name) else ""
        return whole if self.vocabulary.find(whole) is not None else node.name

    def _plain_name(self, name: str, span: Span, here: _Here) -> Thing | None:
        if here.who(name) is not None:
            return None
        return self._name(name, span, here)

    def _call(self, node: n.Call, here: _Here, times: int = 1) -> Thing | None:
        """A value with brackets or a step: numbers in its brackets belong to the blanks of its words."""
        if node.name in BOUNDS:
            for argument in node.arguments:
                self._quantity(argument, here)
            return None
        if node.name == "item" and len(node.arguments) == 2:
            self._item(node, here)
            return None
        thing = self.vocabulary.find(node.name)
        if thing is not None and thing.silent:
            self.facts.silent += 1
            return None
        if thing is None or not thing.has_words:
            self._nameless(node.name, here)
            for argument in node.arguments:  # a number alone in the brackets of a function says how it works
                self._argument(argument, here.optional if thing is None and isinstance(argument, n.Number) else here)
            return None
        self._worded_call(node, thing, here, times)
        return thing

    def _item(self, node: n.Call, here: _Here) -> None:
        """One of several numbers: those that the place goes through, or all; then the text may count their places."""
        listed, place = node.arguments
        counted = here.counts(place)
        if counted is not None and isinstance(listed, n.ListOf):
            for number in counted:
                self._quantity(listed.items[number - 1] if 1 <= number <= len(listed.items) else None, here)
            return
        self._quantity(listed, here)
        self._quantity(place, here.optional.of(None))
        for number in range(1, len(listed.items) + 1 if isinstance(listed, n.ListOf) else 1):
            self._number(Fraction(number), node, here.optional.of(None))

    def _worded_call(self, node: n.Call, thing: Thing, here: _Here, times: int) -> None:
        number: Fraction | None = None
        values: list[tuple[str, str]] = []
        blanks = {piece.name: piece.scale for phrase in thing.phrases for piece in phrase.pieces if not isinstance(piece, str)}
        for argument, (name, kind) in zip(node.arguments, thing.parameters, strict=False):
            if kind in ("number", "range") and name in blanks:
                number = self._given_number(argument, thing, blanks[name], here)
            elif isinstance(argument, n.Name) and name in blanks and here.who(argument.name) is None:
                values.append((name, argument.name))
                if self._plain_name(argument.name, argument.span, here.of(None)) is None:
                    values.pop()
            else:
                self._argument(argument, here)
        if times > 1 and number is None:
            number = Fraction(times)
        self._add(Fact(thing.name, number, node.span, here.cell, here.needed, values=tuple(values), is_step=True))

    def _given_number(self, argument: Any, thing: Thing, scale: int, here: _Here) -> Fraction | None:
        """A plain number is the call's own; of a calculation each part is a fact."""
        factor = _factor(argument)
        if factor is None:
            self._quantity(argument, here.of(None))
            return None
        value, rest = factor
        if rest is not None:
            self._quantity(rest, here.of(None))
        return Fraction(value * scale)

    def _argument(self, argument: Any, here: _Here) -> None:
        if isinstance(argument, n.Name):
            target = here.who(argument.name) or (EVERYONE if _is_players(argument) else None)
            if target not in (None, NOBODY, ANYONE):
                self.facts.targets.setdefault(str(target), argument.span)
            if target is not None or argument.name == "this":
                return
        self._quantity(argument, here.of(None))

    def _name(self, name: str, span: Span, here: _Here, add: bool = True, sort: str = "thing") -> Thing | None:
        """The thing of a name, and the fact that it is spoken of."""
        thing = self.vocabulary.find(name)
        if thing is None:
            return None
        if thing.silent:
            self.facts.silent += 1
            return thing
        if not thing.has_words:
            self._nameless(name, here)
            return None
        if add:
            self._add(Fact(thing.name, None, span, here.cell, here.needed, sort=sort))
        return thing

    def _nameless(self, name: str, here: _Here) -> None:
        """A name without words: counted where the text should speak of it. Kinds and options only sort and switch."""
        thing = self.vocabulary.find(name)
        if here.needed and thing is not None and thing.sort not in ("kind", "option"):
            self.facts.nameless[name] = self.facts.nameless.get(name, 0) + 1


def _factor(node: Any) -> tuple[int, Any] | None:
    match node:
        case n.Number(value=value):
            return value, None
        case n.Arithmetic(operator="*", left=n.Number(value=value), right=right):
            return value, right
        case n.Group(inner=inner):
            return _factor(inner)
        case _:
            return None


def _ratio(node: Any) -> Fraction | None:
    """`2 * normal`, `normal / 2`, `3 * normal / 2`: how many times what it was."""
    match node:
        case n.Name(name="normal"):
            return Fraction(1)
        case n.Arithmetic(operator="*", left=n.Number(value=value), right=right):
            inner = _ratio(right)
            return inner * value if inner is not None else None
        case n.Arithmetic(operator="/", left=left, right=n.Number(value=value)) if value:
            inner = _ratio(left)
            return inner / value if inner is not None else None
        case _:
            return None


def _is_players(node: Any) -> bool:
    return isinstance(node, n.Name) and node.name in PLAYERS


def _is_turn(node: Any) -> bool:
    return isinstance(node, n.Call) and node.name.startswith("turn_")


def _leaves_out(where: Any, binder: str, player: str) -> bool:
    """`where other is not player`."""
    parts = where.parts if isinstance(where, n.Both) else (where,)
    return any(
        isinstance(part, n.Compare) and part.operator == "is not" and isinstance(part.left, n.Name)
        and part.left.name == binder and isinstance(part.right, n.Name) and part.right.name in (player, "you")
        for part in parts
    )  # fmt: skip


def others_in(node: Any) -> frozenset[str]:
    """Who else comes into a procedure or a value: another player who is chosen, the others who are gone through."""
    found = set()
    for inner in n.walk(node):
        if isinstance(inner, n.Choose) and inner.members is not None and _is_players(inner.members):
            found |= {ANOTHER} if _leaves_out(inner.where, inner.alias or inner.name, "player") else set()
        elif isinstance(inner, n.Query) and _is_players(inner.members):
            found |= {OTHERS} if _leaves_out(inner.where, inner.binder or "player", "player") else set()
    return frozenset(found)
