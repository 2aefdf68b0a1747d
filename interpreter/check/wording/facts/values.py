"""The facts in values: numbers, the names that they belong to, the people that are spoken of.

In: expressions of a card's cells. Out: Facts. Layer: check.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from interpreter.check.wording.facts.found import Fact, Facts
from interpreter.check.wording.facts.here import Here, factor_of, is_others, is_players, ratio_of
from interpreter.check.wording.people import ANYONE, EVERYONE, OTHERS, YOU
from interpreter.check.wording.vocabulary import Thing, Vocabulary
from interpreter.source import Span
from interpreter.syntax import nodes as n

BOUNDS = frozenset({"smaller", "larger"})
NOBODY = ""  # somebody who is one of many: a text need not name them


class ValueReader:
    """Walks the values of one card."""

    def __init__(self, vocabulary: Vocabulary, player: str = YOU) -> None:
        self.vocabulary, self.facts = vocabulary, Facts()
        self.player = player  # who `player` is in the cells of this card

    def _add(self, fact: Fact) -> None:
        self.facts.found.append(fact)

    def _maybe(self, node: Any, here: Here) -> None:
        if node is not None:
            self._quantity(node, here.of(None))

    # ---- amounts
    def _amount(self, resource: n.Resource, amount: Any, here: Here) -> None:
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

    def _whole(self, node: Any, here: Here) -> None:
        """An amount: of one that is no number and no multiple of something, the text may say "1 for each"."""
        if here.thing is not None and here.thing.has_words and factor_of(node) is None:
            self._add(Fact(here.thing.name, Fraction(here.thing.scale), node.span, here.cell, needed=False))
        self._quantity(node, here)

    def _has_number(self, node: Any) -> bool:
        return any(isinstance(inner, n.Number) for inner in n.walk(node))

    # ---- people
    def _person(self, node: Any, here: Here) -> None:
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
    def _quantity(self, node: Any, here: Here) -> None:
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

    def _counting(self, query: n.Query, here: Here) -> Here:
        """`tier in 1 to 3`: the name stands for these numbers."""
        match query.members:
            case n.Range(low=n.Number(value=low), high=n.Number(value=high), step=None) if (
                query.binder and high - low < 50
            ):
                return replace(here, ranges=(*here.ranges, (query.binder, range(low, high + 1))))
            case _:
                return here

    def _number(self, value: Fraction, node: Any, here: Here, ratio: bool = False) -> None:
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

    def _calculation(self, node: n.Arithmetic, here: Here) -> None:
        ratio = ratio_of(node)
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

    def _comparison(self, node: n.Compare, here: Here) -> None:
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

    def _query(self, query: n.Query, here: Here) -> None:
        if is_players(query.members) or is_others(query.members):
            inner = here.with_person(query.binder or "player", NOBODY)
        else:
            self._quantity(query.members, here.optional if isinstance(query.members, n.Range) else here)
            inner = here
        if query.where is not None:
            self._quantity(query.where, inner)
        for key in query.keys:
            self._quantity(key.value, inner)

    # ---- names
    def _reading(self, node: Any, here: Here) -> Thing | None:
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

    def _plain_name(self, name: str, span: Span, here: Here) -> Thing | None:
        if here.who(name) is not None:
            return None
        return self._name(name, span, here)

    def _call(self, node: n.Call, here: Here, times: int = 1) -> Thing | None:
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

    def _item(self, node: n.Call, here: Here) -> None:
        """One of several numbers: those that its number goes through, or all; then the text may count their places."""
        listed, which = node.arguments
        counted = here.counts(which)
        if counted is not None and isinstance(listed, n.ListOf):
            for number in counted:
                self._quantity(listed.items[number - 1] if 1 <= number <= len(listed.items) else None, here)
            return
        self._quantity(listed, here)
        self._quantity(which, here.optional.of(None))
        for number in range(1, len(listed.items) + 1 if isinstance(listed, n.ListOf) else 1):
            self._number(Fraction(number), node, here.optional.of(None))

    def _worded_call(self, node: n.Call, thing: Thing, here: Here, times: int) -> None:
        number: Fraction | None = None
        values: list[tuple[str, str]] = []
        blanks = {
            piece.name: piece.scale for phrase in thing.phrases for piece in phrase.pieces if not isinstance(piece, str)
        }
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

    def _given_number(self, argument: Any, thing: Thing, scale: int, here: Here) -> Fraction | None:
        """A plain number is the call's own; of a calculation each part is a fact."""
        factor = factor_of(argument)
        if factor is None:
            self._quantity(argument, here.of(None))
            return None
        value, rest = factor
        if rest is not None:
            self._quantity(rest, here.of(None))
        return Fraction(value * scale)

    def _argument(self, argument: Any, here: Here) -> None:
        if is_others(argument):
            self.facts.targets.setdefault(OTHERS, argument.span)
            return
        if isinstance(argument, n.Name):
            target = here.who(argument.name) or (EVERYONE if is_players(argument) else None)
            if target not in (None, NOBODY, ANYONE):
                self.facts.targets.setdefault(str(target), argument.span)
            if target is not None or argument.name == "this":
                return
        self._quantity(argument, here.of(None))

    def _name(self, name: str, span: Span, here: Here, add: bool = True, sort: str = "thing") -> Thing | None:
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

    def _nameless(self, name: str, here: Here) -> None:
        """A name without words: counted where the text should speak of it. Kinds and options only sort and switch."""
        thing = self.vocabulary.find(name)
        if here.needed and thing is not None and thing.sort not in ("kind", "option"):
            self.facts.nameless[name] = self.facts.nameless.get(name, 0) + 1
