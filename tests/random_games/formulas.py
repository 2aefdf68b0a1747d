"""Formulas at random, of a wanted type, in which only names stand that mean something where they are written.

In: a World and the names that are known. Out: texts. How deep they go is said by whoever asks; some of them go wrong in play
(there is no such item, nothing can be divided by nothing), which must then go wrong everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from interpreter.ir.types import NUMBER, YES_NO, ListOf, Maybe, Of, Type
from tests.random_games.things import KeptValue, LetValue, Place, World, with_brackets

RISK = 0.02  # of a formula that may go wrong

DEEPEST = -4  # of formulas within formulas: a value that asks for lists of lists of itself would have no end


@dataclass(frozen=True)
class Scope:
    names: tuple[tuple[str, Type], ...] = ()
    values: tuple[LetValue, ...] = ()  # that may be used here
    stored: bool = True  # may it look at the table?
    hidden: bool = True  # may it look at what not everybody sees?

    def plus(self, name: str, type_: Type) -> Scope:
        others = tuple(one for one in self.names if one[0] != name)  # what is known of a name may become more
        return Scope((*others, (name, type_)), self.values, self.stored, self.hidden)

    def of(self, type_: Type) -> list[str]:
        return [name for name, found in self.names if found == type_]


@dataclass
class Formulas:
    world: World
    risky: bool = field(default=False)

    def pick(self, *ways: Callable[[], str | None]) -> str:
        """One of some ways; what has nothing to say leaves it to another one."""
        order = list(ways)
        self.world.chance.shuffle(order)
        return next(found for found in (way() for way in order) if found is not None)

    def any(self, type_: Type, scope: Scope, deep: int) -> str:
        match type_:
            case Maybe(inner):
                return self.maybe(inner, scope, deep)
            case ListOf(ListOf(inner)):
                return self.lists(inner, scope, deep)
            case ListOf(inner):
                return self.items(inner, scope, deep)
            case Of(kind):
                return self.member(kind, scope, deep)
            case _:
                return self.number(scope, deep) if type_ == NUMBER else self.test(scope, deep)

    # ---- what is at hand
    def name(self, type_: Type, scope: Scope) -> str | None:
        found = scope.of(type_)
        return self.world.chance.choice(found) if found else None

    def value(self, type_: Type, scope: Scope, deep: int) -> str | None:
        found = [value for value in scope.values if value.type == type_]
        if not found or deep < DEEPEST:
            return None
        value = self.world.chance.choice(found)
        return self.call(value.name, [self.any(one, scope, deep - 1) for one in value.parameters])

    def call(self, name: str, arguments: list[str]) -> str:
        return with_brackets(name, arguments)

    def kept(self, type_: Type, scope: Scope, deep: int) -> str | None:
        found = [one for one in self.world.stored if one.type == type_ and (scope.hidden or not one.is_hidden)]
        if not found or not scope.stored:
            return None
        return self.cell(self.world.chance.choice(found), scope, deep)

    def cell(self, kept: KeptValue, scope: Scope, deep: int) -> str:
        return self.call(kept.name, [self.member(kind, scope, deep - 1) for kind in kept.keys])

    def place(self, place: Place, scope: Scope, deep: int) -> str:
        return self.call(place.name, [self.member(kind, scope, deep - 1) for kind in place.keys])

    def column(self, type_: Type, scope: Scope) -> str | None:
        """What is printed on a card that has a name."""
        found = [
            f"{name}'s {column}"
            for name, has in scope.names
            if isinstance(has, Of)
            for column, printed in self.world.columns.get(has.kind, {}).items()
            if printed == type_
        ]
        return self.world.chance.choice(found) if found else None

    # ---- numbers
    def number(self, scope: Scope, deep: int) -> str:
        small = lambda: str(self.world.chance.choice([0, 1, 2, 3, 5, 9, 40]))  # noqa: E731
        ways: list[Callable[[], str | None]] = [
            small, lambda: self.name(NUMBER, scope), lambda: self.kept(NUMBER, scope, deep), lambda: self.column(NUMBER, scope),
            lambda: self.value(NUMBER, scope, deep),
        ]  # fmt: skip
        if deep <= 0:
            return self.pick(*ways)
        ways += [
            lambda: self.sum(scope, deep), lambda: self.sum(scope, deep), lambda: self.counted(scope, deep),
            lambda: self.counted(scope, deep), lambda: self.of_lists(scope, deep), lambda: self.of_members(scope, deep),
            lambda: self.formula(scope), lambda: self.either(NUMBER, scope, deep), lambda: self.found(NUMBER, scope, deep),
        ]  # fmt: skip
        return self.pick(*ways)

    def sum(self, scope: Scope, deep: int) -> str:
        chance, one = self.world.chance, self.number(scope, deep - 1)
        part = f"({one})" if " " in one else one
        if chance.random() < RISK or self.risky:
            by = self.number(scope, 0).replace("(0)", "0")
            return f"{part} / {'1' if by == '0' else by} rounded {chance.choice(['up', 'down', 'to nearest'])}"
        match chance.randrange(7):
            case 0 | 1:
                return f"({one} + {self.number(scope, deep - 1)})"
            case 2:
                return f"({one} - {self.number(scope, deep - 1)})"
            case 3:
                return f"{part} * {chance.randint(0, 4)}"
            case 4:
                return f"{part} / {chance.randint(2, 7)} rounded {chance.choice(['up', 'down', 'to nearest'])}"
            case 5:
                function = chance.choice(["smaller", "larger"])
                return f"{function}({one}, {self.number(scope, deep - 1)})"
            case _:
                step = chance.randint(2, 9)
                return chance.choice(
                    [
                        f"absolute({one})",
                        f"remainder({one}, {step})",
                        f"round_up({one}, {step})",
                        f"round_down({one}, {step})",
                    ]
                )

    def counted(self, scope: Scope, deep: int) -> str:
        name, type_, query = self.query(scope, deep, ordered=False)
        word = self.world.chance.choice(["count", "sum", "highest", "lowest"])
        if word == "count":
            return f"count({query})"
        return f"{word}({self.number(scope.plus(name, type_), deep - 1)} over {query})"

    def of_lists(self, scope: Scope, deep: int) -> str:
        if self.world.some(0.3):
            return f"total({self.items(NUMBER, scope, deep - 1)})"
        if self.world.some(0.2) or self.risky:
            return f"item({self.items(NUMBER, scope, deep - 1)}, {self.number(scope, 0)})"
        type_ = self.element()
        return f"how_often({self.any(type_, scope, deep - 1)}, {self.items(type_, scope, deep - 1)})"

    def of_members(self, scope: Scope, deep: int) -> str:
        if self.world.some(0.4):
            return f"seat({self.member('player', scope, deep - 1)})"
        kind = self.kind(("player",))
        if kind in self.world.near and self.world.some(0.5):
            one = self.member(kind, scope, deep - 1)
            if kind == "cell" and self.world.some(0.4):
                return f"{self.world.chance.choice(['column_of', 'row_of'])}({one})"
            return f"distance({one}, {self.member(kind, scope, deep - 1)})"
        return f"number_of({self.member(kind, scope, deep - 1)})"

    def formula(self, scope: Scope) -> str | None:
        """One that is printed on a card."""
        cards, players = scope.of(Of("card")), scope.of(Of("player"))
        column = self.world.formulas.get("card")
        if not cards or not players or column is None or not scope.stored:
            return None
        return f"{self.world.chance.choice(cards)}'s {column}({self.world.chance.choice(players)})"

    # ---- yes or no
    def test(self, scope: Scope, deep: int) -> str:
        ways: list[Callable[[], str | None]] = [
            lambda: self.compared(scope, deep - 1), lambda: self.name(YES_NO, scope), lambda: self.kept(YES_NO, scope, deep),
            lambda: self.column(YES_NO, scope), lambda: self.value(YES_NO, scope, deep),
        ]  # fmt: skip
        if deep <= 0:
            return self.pick(*ways)
        ways += [
            lambda: self.compared(scope, deep - 1), lambda: self.logic(scope, deep), lambda: self.searched(scope, deep),
            lambda: self.searched(scope, deep), lambda: self.is_in(scope, deep), lambda: self.is_there(scope, deep),
            lambda: self.same(scope, deep), lambda: self.about_lists(scope, deep),
        ]  # fmt: skip
        return self.pick(*ways)

    def compared(self, scope: Scope, deep: int) -> str:
        word = self.world.chance.choice(["is", "is not", "is at least", "is at most", "is more than", "is less than"])
        return f"{self.number(scope, deep)} {word} {self.number(scope, deep)}"

    def logic(self, scope: Scope, deep: int) -> str:
        word = self.world.chance.choice(["and", "or", "not"])
        one = self.test(scope, deep - 1)
        return f"not ({one})" if word == "not" else f"(({one}) {word} ({self.test(scope, deep - 1)}))"

    def searched(self, scope: Scope, deep: int) -> str:
        word = self.world.chance.choice(["some", "no", "every"])
        name, type_, query = self.query(scope, deep, ordered=False)
        return (
            f"every({query} satisfies {self.test(scope.plus(name, type_), deep - 1)})"
            if word == "every"
            else f"{word}({query})"
        )

    def is_in(self, scope: Scope, deep: int) -> str:
        word = self.world.chance.choice(["is in", "is not in"])
        if self.world.some(0.2):
            return f"{self.number(scope, deep - 1)} {word} {self.number(scope, 0)} to {self.number(scope, 0)}"
        type_ = self.element()
        return f"{self.any(type_, scope, deep - 1)} {word} {self.items(type_, scope, deep - 1)}"

    def is_there(self, scope: Scope, deep: int) -> str | None:
        """Of something that may be none, and what is known of it then."""
        names = [(name, type_.inner) for name, type_ in scope.names if isinstance(type_, Maybe)]
        stored = [one for one in self.world.stored if isinstance(one.type, Maybe)] if scope.stored else []
        if not names and not stored:
            return None
        if names and (not stored or self.world.some(0.6)):
            name, inner = self.world.chance.choice(names)
            if self.world.some(0.3):
                return f"{name} is none"
            return f"({name} is not none and ({self.test(scope.plus(name, inner), deep - 1)}))"
        one = self.cell(self.world.chance.choice(stored), scope, 0)
        return f"{one} {self.world.chance.choice(['is none', 'is not none'])}"

    def same(self, scope: Scope, deep: int) -> str:
        kind, word = self.kind(), self.world.chance.choice(["is", "is not"])
        kept = self.kept(Maybe(Of(kind)), scope, 0)
        one = kept if kept is not None and self.world.some(0.6) else self.member(kind, scope, deep - 1)
        return f"{one} {word} {self.member(kind, scope, deep - 1)}"

    def about_lists(self, scope: Scope, deep: int) -> str:
        type_ = self.element()
        one = self.items(type_, scope, deep - 1)
        if self.world.some(0.6):
            return f"{one} {self.world.chance.choice(['is empty', 'is not empty'])}"
        return f"{one} {self.world.chance.choice(['is', 'is not'])} {self.items(type_, scope, deep - 1)}"

    # ---- members of kinds
    def kind(self, without: tuple[str, ...] = ()) -> str:
        return self.world.chance.choice([kind for kind in self.world.kinds if kind not in without])

    def element(self) -> Type:
        """What lists are of."""
        return NUMBER if self.world.some(0.3) else Of(self.kind())

    def member(self, kind: str, scope: Scope, deep: int) -> str:
        def literal() -> str | None:
            members = self.world.kinds[kind]
            return self.world.chance.choice(members) if members else None

        def at_the_end() -> str:
            return f"{self.world.chance.choice(['first', 'last'])}({self.world.plurals[kind]})"

        name = self.name(Of(kind), scope)
        if name is not None and (deep <= 0 or self.world.some(0.6)):
            return name
        ways: list[Callable[[], str | None]] = [literal, at_the_end, lambda: self.name(Of(kind), scope)]
        if deep > 0:
            ways += [
                lambda: self.moved_on(kind, scope, deep), lambda: self.found(Of(kind), scope, deep),
                lambda: self.either(Of(kind), scope, deep), lambda: self.value(Of(kind), scope, deep),
                lambda: self.kept(Of(kind), scope, deep), lambda: self.column(Of(kind), scope),
            ]  # fmt: skip
        return self.pick(*ways)

    def moved_on(self, kind: str, scope: Scope, deep: int) -> str:
        one = self.member(kind, scope, deep - 1)
        if kind == "player":
            return f"{self.world.chance.choice(['next_player', 'previous_player'])}({one})"
        return f"ahead({one}, {self.number(scope, 0)})"

    def found(self, type_: Type, scope: Scope, deep: int) -> str | None:
        """The first or last of a query, or else something."""
        name, query = self.query_of(type_, scope, deep)
        other = self.any(type_, scope, 0)
        return f"{self.world.chance.choice(['first', 'last'])}({query} otherwise {other})" if name else None

    def either(self, type_: Type, scope: Scope, deep: int) -> str:
        one, other = self.any(type_, scope, deep - 1), self.any(type_, scope, deep - 1)
        if deep > 1 and self.world.some(0.2):
            name, query = self.query_of(type_, scope, deep - 1)
            return f"(sole({query}) otherwise {other})" if name else f"(none otherwise {other})"
        return f"({one} if {self.test(scope, deep - 1)} otherwise {other})"

    def maybe(self, inner: Type, scope: Scope, deep: int) -> str:
        ways: list[Callable[[], str | None]] = [
            lambda: "none", lambda: self.any(inner, scope, deep - 1), lambda: self.kept(Maybe(inner), scope, deep),
            lambda: self.name(Maybe(inner), scope),
        ]  # fmt: skip
        if deep > 0:
            word = self.world.chance.choice(["first", "last", "sole"])
            ways.append(lambda: f"{word}({self.query_of(inner, scope, deep)[1]})")
        return self.pick(*ways)

    # ---- lists
    def items(self, type_: Type, scope: Scope, deep: int) -> str:
        ways: list[Callable[[], str | None]] = [
            lambda: self.name(ListOf(type_), scope), lambda: self.kept(ListOf(type_), scope, deep), lambda: self.all_of(type_),
            lambda: self.column(ListOf(type_), scope), lambda: self.lying(type_, scope), lambda: self.linked(type_, scope),
            lambda: self.value(ListOf(type_), scope, deep), lambda: self.listing(type_, scope, deep),
        ]  # fmt: skip
        if deep > 0:
            ways += [
                lambda: self.listed(type_, scope, deep), lambda: self.listed(type_, scope, deep),
                lambda: self.made_of(type_, scope, deep), lambda: self.around(type_, scope, deep),
                lambda: self.one_of_lists(type_, scope, deep), lambda: self.either(ListOf(type_), scope, deep),
            ]  # fmt: skip
        return self.pick(*ways)

    def all_of(self, type_: Type) -> str | None:
        return self.world.plurals[type_.kind] if isinstance(type_, Of) else None

    def listing(self, type_: Type, scope: Scope, deep: int) -> str:
        most = 3 if deep > 0 else 1  # deeper down they would have no end
        return f"[{', '.join(self.any(type_, scope, min(deep - 1, 1)) for _ in range(self.world.chance.randint(1, most)))}]"

    def lying(self, type_: Type, scope: Scope) -> str | None:
        found = [place for place in self.world.places if isinstance(type_, Of) and place.kind == type_.kind]
        if not found or not scope.stored or not scope.hidden:
            return None
        return self.place(self.world.chance.choice(found), scope, 1)

    def linked(self, type_: Type, scope: Scope) -> str | None:
        found = [
            f"{name}'s {plural}"
            for name, has in scope.names
            for kind, plural, others in self.world.links
            if has == Of(kind) and type_ == Of(others)
        ]
        return self.world.chance.choice(found) if found else None

    def listed(self, type_: Type, scope: Scope, deep: int) -> str:
        word = self.world.chance.choice(["list", "list", "tied"])
        name, query = self.query_of(type_, scope, deep, ordered=word == "tied" or self.world.some(0.3))
        if self.world.some(0.3):
            other, from_, query = self.query(scope, deep)
            return f"list({self.any(type_, scope.plus(other, from_), deep - 1)} over {query})"
        return f"{word}({query})" if name else f"list({query})"

    def made_of(self, type_: Type, scope: Scope, deep: int) -> str:
        one = self.items(type_, scope, deep - 1)
        match self.world.chance.choice(["take", "drop", "reverse", "distinct", "joined", "two"]):
            case "take" | "drop" as word:
                return f"{word}({self.number(scope, 0)}, {one})"
            case "reverse" | "distinct" as word:
                return f"{word}({one})"
            case "joined":
                return (
                    f"joined({self.lists(type_, scope, deep - 1)})"
                    if self.world.some(0.3)
                    else self.of_two("joined", one, type_, scope, deep)
                )
            case _:
                return self.of_two(
                    self.world.chance.choice(["leaving_out", "shared", "taking_away"]), one, type_, scope, deep
                )

    def of_two(self, word: str, one: str, type_: Type, scope: Scope, deep: int) -> str:
        return f"{word}({one}, {self.items(type_, scope, deep - 1)})"

    def walked(self, kind: str, scope: Scope, deep: int) -> str:
        """Something of a network: by places of a map, or by a rule."""
        start, is_near = self.member(kind, scope, deep - 1), kind in self.world.near
        name, query = self.query_of(Of(kind), scope, deep - 1, ordered=False)
        if name and not (is_near and self.world.some(0.5)):
            by = f"{self.items(Of(kind), scope.plus(name, Of(kind)), deep - 1)} over {query}"
        elif is_near:
            by = self.items(Of(kind), scope, deep - 1)
        else:
            return f"[{start}]"
        match self.world.chance.choice(["reached", "stops", "nearest", "neighbours"]):
            case "reached":
                return f"reached({start}, {by})"
            case "stops":
                return f"reached({self.items(Of(kind), scope, 0)}, {by}, {self.items(Of(kind), scope, 0)})"
            case "nearest":
                return f"nearest({self.items(Of(kind), scope, 0)}, {start}, {by})"
            case _:
                return f"neighbours({start}, {by})"

    def around(self, type_: Type, scope: Scope, deep: int) -> str | None:
        if isinstance(type_, Of) and type_.kind != "player" and deep > 1 and self.world.some(0.4):
            return self.walked(type_.kind, scope, deep)
        if type_ == Of("player"):
            return f"others({self.member('player', scope, deep - 1)})"
        if isinstance(type_, Of) and type_.kind in self.world.near:
            return f"neighbours({self.member(type_.kind, scope, deep - 1)})"
        if type_ == Of("tile") and scope.stored:
            return f"touching({self.member('tile', scope, deep - 1)}, city)"
        return None

    def one_of_lists(self, type_: Type, scope: Scope, deep: int) -> str:
        return f"first({self.lists(type_, scope, deep - 1)} otherwise {self.items(type_, scope, 0)})"

    def lists(self, type_: Type, scope: Scope, deep: int) -> str:
        """A list of lists."""

        def written_out() -> str:
            return f"[{', '.join(self.items(type_, scope, deep - 2) for _ in range(self.world.chance.randint(1, 3)))}]"

        def worked_out() -> str:
            name, from_, query = self.query(scope, deep - 1)
            return f"list({self.items(type_, scope.plus(name, from_), deep - 1)} over {query})"

        def hanging_together() -> str | None:
            is_near = isinstance(type_, Of) and type_.kind in self.world.near
            return f"groups({self.items(type_, scope, deep - 1)})" if is_near else None

        def of_these() -> str:
            one = self.lists(type_, scope, deep - 1)
            word = self.world.chance.choice(["reverse", "distinct", "take", "joined", "leaving_out"])
            match word:
                case "take":
                    return f"take({self.number(scope, 0)}, {one})"
                case "joined" | "leaving_out":
                    return f"{word}({one}, {self.lists(type_, scope, deep - 1)})"
                case _:
                    return f"{word}({one})"

        ways: list[Callable[[], str | None]] = [
            written_out, lambda: self.column(ListOf(ListOf(type_)), scope), lambda: self.name(ListOf(ListOf(type_)), scope),
        ]  # fmt: skip
        if deep > 0:
            ways += [worked_out, hanging_together, of_these]
        return self.pick(*ways)

    # ---- queries
    def query(self, scope: Scope, deep: int, ordered: bool | None = None) -> tuple[str, Type, str]:
        type_ = self.element()
        name, text = self.query_of(type_, scope, deep, ordered)
        return name, type_, text

    def query_of(self, type_: Type, scope: Scope, deep: int, ordered: bool | None = None) -> tuple[str, str]:
        """Its name for one of them, and its text."""
        name, chance = self.world.fresh("x"), self.world.chance
        if type_ == NUMBER and chance.random() < 0.5:
            text = f"{name} in {chance.randint(0, 3)} to {chance.randint(2, 6)}"
        else:
            text = f"{name} in {self.items(type_, scope, deep - 1)}"
        if isinstance(type_, Of) and chance.random() < 0.15:
            start = chance.choice(["from", "after"])
            text += f" {start} {self.member(type_.kind, scope, 0)}{chance.choice(['', ' counterclockwise'])}"
        inner = scope.plus(name, type_)
        if chance.random() < 0.1:
            text += f" while {self.test(inner, deep - 1)}"
        if chance.random() < 0.7:
            text += f" where {self.test(inner, deep - 1)}"
        if ordered or (ordered is None and chance.random() < 0.15):
            text += f" by {chance.choice(['highest', 'lowest'])} {self.number(inner, deep - 1)}"
            if chance.random() < 0.3:
                text += f" then {chance.choice(['highest', 'lowest'])} {self.number(inner, 0)}"
        return name, text
