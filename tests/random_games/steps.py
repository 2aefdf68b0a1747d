"""Steps at random: everything that can happen and be decided, in procedures that end.

In: a World, formulas, and which procedures and actions there are. Out: lines of rules. Loops are short and procedures run only
those that were written before them, so that every game comes to its end; what is stored stays small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from interpreter.ir.types import NUMBER, YES_NO, ListOf, Maybe, Of, Type
from tests.random_games.formulas import Formulas, Scope
from tests.random_games.things import KeptValue, Place, World

DEEP = 2  # of formulas in steps
IN = "  "


@dataclass(frozen=True)
class Procedure:
    name: str
    parameters: tuple[tuple[str, Type], ...]
    gives: Type | None = None


@dataclass(frozen=True)
class Where:
    """What is known and allowed at a step."""

    scope: Scope
    actor: str  # a formula for who acts
    may_ask: bool = True
    in_secret: bool = False
    in_loop: bool = False
    gives: Type | None = None
    tried: bool = False  # inside a way with a `must leave`

    def plus(self, name: str, type_: Type) -> Where:
        return replace(self, scope=self.scope.plus(name, type_))


@dataclass
class Steps:
    world: World
    formulas: Formulas
    procedures: list[Procedure] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)
    rows: list[str] = field(default_factory=lambda: ["First row", "Second row"])
    named: list[tuple[str, str]] = field(default_factory=list)  # steps with a name, and where they stand
    routine: str = ""

    def block(self, where: Where, size: int, deep: int) -> list[str]:
        """Some steps, of which later ones know what earlier ones name."""
        lines: list[str] = []
        for _ in range(size):
            step, where = self.one(where, deep)
            lines += step
        return lines or ['announce "nothing"']

    def inside(self, where: Where, deep: int, size: int = 0) -> list[str]:
        return [IN + line for line in self.block(where, size or self.world.chance.randint(1, 2), deep - 1)]

    def one(self, where: Where, deep: int) -> tuple[list[str], Where]:
        ways: list[Callable[[Where, int], tuple[list[str], Where] | None]] = [
            self.put, self.put, self.put, self.gain, self.named_value, self.rolled, self.picked, self.told, self.run, self.card,
            self.card, self.tile, self.noted,
        ]  # fmt: skip
        if deep > 0:
            ways += [self.branch, self.branch, self.loop, self.repeated, self.step]
        if where.may_ask:
            ways += [self.thing, self.thing, self.amount, self.several, self.lists]
            ways += [self.together, self.either, self.sets] if not where.tried else []
            if deep > 0:
                ways += [self.menu, self.menu, self.may]
                ways += [self.taking, self.secretly, self.window] if not where.in_secret and not where.tried else []
        order = list(ways)
        self.world.chance.shuffle(order)
        return next(found for found in (way(where, deep) for way in order) if found is not None)

    # ---- what is stored
    def targets(self, where: Where) -> list[KeptValue]:
        return [one for one in self.world.stored if not where.in_secret or one.is_hidden or one.name == "points"]

    def put(self, where: Where, _deep: int) -> tuple[list[str], Where]:
        kept = self.world.chance.choice(self.targets(where))
        cell = self.formulas.cell(kept, where.scope, 1)
        if kept.type == NUMBER and self.world.some(0.4):
            word, amount = self.world.chance.choice(["raise", "lower"]), self.formulas.number(where.scope, 0)
            safe = f"remainder({amount}, 3)" if kept.low is None else self.room(cell, kept, word, amount)
            return [f"{word} {cell} by {safe}"], where
        return [f"set {cell} to {self.fitting(kept, where.scope)}"], where

    def room(self, cell: str, kept: KeptValue, word: str, amount: str) -> str:
        """As much as there is room for, mostly."""
        if self.world.some(0.04):
            return amount
        left = f"{kept.high} - {cell}" if word == "raise" else f"{cell} - {_signed(kept.low)}"
        return f"smaller({left}, remainder({amount}, 4))"

    def fitting(self, kept: KeptValue, scope: Scope) -> str:
        value = self.formulas.any(kept.type, scope, DEEP)
        match kept.type:
            case ListOf():
                return f"take(4, {value})"
            case _ if kept.type != NUMBER or self.world.some(0.03):
                return value
        if kept.low is None:
            return f"remainder({value}, 97)"
        return f"larger({_signed(kept.low)}, smaller({kept.high}, {value}))"

    def gain(self, where: Where, _deep: int) -> tuple[list[str], Where] | None:
        if where.in_secret:
            return None
        word, who = self.world.chance.choice(["gains", "loses", "pays"]), where.actor
        amount = f"remainder({self.formulas.number(where.scope, 1)}, 4)"
        if word == "gains":
            return [f"{who} gains {amount} {self.world.chance.choice(['points', 'points', 'coins'])}"], where
        if word == "loses":
            return [f"{who} loses {amount} points"], where
        safe = amount if self.world.some(0.05) else f"smaller(coins({who}), {amount})"
        to = self.world.chance.choice(["bank", self.formulas.member("player", where.scope, 1)])
        return [f"{who} pays {safe} coins to {to}"], where

    def named_value(self, where: Where, deep: int) -> tuple[list[str], Where]:
        kinds = [Of(self.formulas.kind()) for _ in range(3)]
        types: list[Type] = [
            NUMBER, YES_NO, kinds[0], Maybe(kinds[1]), ListOf(NUMBER), ListOf(kinds[2]), ListOf(ListOf(NUMBER))
        ]  # fmt: skip
        type_ = self.world.chance.choice(types)
        name, value = self.world.fresh("n"), self.formulas.any(type_, where.scope, DEEP)
        if isinstance(type_, Maybe) and not any(value.startswith(word) for word in ("first(", "last(", "sole(", "k_")):
            return self.put(where, deep)
        sure = isinstance(type_, Maybe) and (
            "otherwise" in value or (" where " not in value and " while " not in value)
        )
        known = where if sure else where.plus(name, type_)
        return [f"let {name} = {value}"], known

    def noted(self, where: Where, _deep: int) -> tuple[list[str], Where]:
        value = f"remainder({self.formulas.number(where.scope, 1)}, 50)"
        row = f' as "{self.world.chance.choice(self.rows)}"' if self.world.some(0.6) else ""
        return [f"{where.actor} scores {value}{row}"], where

    def told(self, where: Where, _deep: int) -> tuple[list[str], Where]:
        value = (
            self.formulas.number(where.scope, 1)
            if self.world.some(0.5)
            else self.formulas.member(self.formulas.kind(), where.scope, 1)
        )
        to = f" to {where.actor}" if self.world.some(0.4) else ""
        return [f'announce "so much: {{{value}}}"{to}'], where

    # ---- chance
    def rolled(self, where: Where, _deep: int) -> tuple[list[str], Where]:
        name, sides = self.world.fresh("r"), self.world.chance.choice(["", " of 4", " of 20"])
        if self.world.some(0.5):
            return [f"roll 1 die{sides} as {name}"], where.plus(name, NUMBER)
        return [f"roll {self.world.chance.randint(0, 3)} dice{sides} as {name}"], where.plus(name, ListOf(NUMBER))

    def picked(self, where: Where, _deep: int) -> tuple[list[str], Where]:
        name, kind = self.world.fresh("p"), self.formulas.kind()
        source = self.world.plurals[kind]
        if self.world.some(0.05):
            source = self.formulas.query_of(Of(kind), where.scope, 1, ordered=False)[1]
        return [f"pick {name} at random from {source}"], where.plus(name, Of(kind))

    # ---- running others
    def run(self, where: Where, _deep: int) -> tuple[list[str], Where] | None:
        found = [one for one in self.procedures if not where.in_secret and not where.tried]
        if not found or not where.may_ask:
            return None
        procedure = self.world.chance.choice(found)
        call = self.formulas.call(
            procedure.name, [self.formulas.any(type_, where.scope, 1) for _, type_ in procedure.parameters]
        )
        if procedure.gives is None:
            return [call], where
        name = self.world.fresh("g")
        return [f"let {name} = {call}"], where.plus(name, procedure.gives)

    def taking(self, where: Where, _deep: int) -> tuple[list[str], Where] | None:
        if not self.actions or where.actor == "you":
            return None
        some = ", ".join(self.world.chance.sample(self.actions, self.world.chance.randint(1, len(self.actions))))
        match self.world.chance.randrange(4):
            case 0:
                return [f"if {where.actor} can {some.split(',')[0]}", f"  {where.actor} takes one of {some}"], where
            case 1:
                name = self.world.fresh("t")
                return [f"{where.actor} may take one of {some} as {name}"], where.plus(name, YES_NO)
            case 2:
                return [f"{where.actor} may take any of {some}"], where
            case _:
                return [f"{where.actor} may take one of {some}"], where

    # ---- cards and tiles
    def card(self, where: Where, _deep: int) -> tuple[list[str], Where] | None:
        places = [place for place in self.world.places if place.kind == "card"]
        piles = [place for place in places if place.sort == "pile"]
        if not piles or where.in_secret:
            return None
        to = self.formulas.place(self.world.chance.choice(piles), where.scope, 1)
        match self.world.chance.randrange(8):
            case 0:
                return [f"shuffle {to}"], where
            case 1 | 2:
                return self.drawn(where, piles, to)
            case 3 if any(place.refilled for place in places):
                return ["refill market"], where
            case 4 if scope_cards(where) and "card" in self.world.steps and where.may_ask:
                return [f"{self.world.chance.choice(scope_cards(where))}'s effect({where.actor})"], where
            case 5 if where.may_ask and not where.tried and self.procedures:
                unit = self.world.chance.choice(self.procedures).name
                card = self.formulas.member("card", where.scope, 1)
                return [f"move {card} to {to} for {self.world.chance.randint(1, 3)} {unit} then to discards"], where
            case _:
                return self.moved(where, to)

    def drawn(self, where: Where, piles: list[Place], to: str) -> tuple[list[str], Where]:
        from_ = self.formulas.place(self.world.chance.choice(piles), where.scope, 1)
        name, top = self.world.fresh("d"), self.world.chance.choice(["", " on top"])
        if self.world.some(0.5):
            return [f"draw 1 from {from_} to {to}{top} as {name}"], where.plus(name, Maybe(Of("card")))
        count = self.world.chance.choice(["2", "3", f"remainder({self.formulas.number(where.scope, 1)}, 4)"])
        return [f"draw {count} from {from_} to {to}{top} as {name}"], where.plus(name, ListOf(Of("card")))

    def moved(self, where: Where, to: str) -> tuple[list[str], Where]:
        what = (
            self.formulas.member("card", where.scope, 1)
            if self.world.some(0.6)
            else self.formulas.items(Of("card"), where.scope, 1)
        )
        return [
            f"move {what} to {to}{self.world.chance.choice(['', '', ' on top', ' at the bottom', ' at random'])}"
        ], where

    def tile(self, where: Where, _deep: int) -> tuple[list[str], Where] | None:
        if "tile" not in self.world.kinds or where.in_secret:
            return None
        tile = self.formulas.member("tile", where.scope, 0)
        grids = [place for place in self.world.places if place.sort == "grid"]
        grid = self.formulas.place(self.world.chance.choice(grids), where.scope, 0)
        match self.world.chance.randrange(6):
            case 0:
                return [f"move {tile} to box{self.world.chance.choice(['', ' on top'])}"], where
            case 1 if self.world.some(0.3):
                return [
                    self.world.chance.choice(
                        [
                            f"shuffle {grid}",
                            f"draw 1 from {grid} to box",
                            f"move {tile} to {grid}",
                            f"draw 1 from box to {grid}",
                        ]
                    )
                ], where
            case 2 | 3 if where.may_ask and " " not in tile:
                name = self.world.fresh("s")
                return [
                    f"{where.actor} may choose {name} in placements({tile}, {grid})",
                    f"if {name} is not none",
                    f"  lay {tile} at {name} in {grid}",
                ], where
            case _:
                column, row = self.world.chance.randint(-3, 3), self.world.chance.randint(-3, 3)
                return [
                    f"lay {tile} at spot_at({_signed(column)}, {_signed(row)}, {self.world.chance.randint(0, 3)}) in {grid}"
                ], where

    # ---- the course of things
    def branch(self, where: Where, deep: int) -> tuple[list[str], Where]:
        lines = [f"if {self.formulas.test(where.scope, DEEP)}", *self.inside(where, deep)]
        if self.world.some(0.2):
            lines += [f"otherwise if {self.formulas.test(where.scope, 1)}", *self.inside(where, deep)]
        if self.world.some(0.4):
            lines += ["otherwise", *self.inside(where, deep)]
        elif self.world.some(0.15) and where.gives is None:
            lines += ["  stop repeating" if where.in_loop else "  stop"]
        return lines, where

    def loop(self, where: Where, deep: int) -> tuple[list[str], Where]:
        type_ = self.formulas.element()
        name, query = self.formulas.query_of(type_, where.scope, 1)
        inner = replace(where.plus(name, type_), in_loop=True, may_ask=where.may_ask and type_ == Of("player"))
        if type_ == Of("player") and self.world.some(0.5):
            inner = replace(inner, actor=name)
        return [f"each {query}", *self.inside(inner, deep)], where

    def repeated(self, where: Where, deep: int) -> tuple[list[str], Where]:
        inner = replace(where, in_loop=True)
        if self.world.some(0.3):
            counter = self.world.fresh("n")
            body = self.inside(inner.plus(counter, NUMBER), deep, 1)
            test = f"({self.formulas.test(where.scope, 1)}) and {counter} is less than 3"
            return [f"let {counter} = 0", f"repeat while {test}", f"  raise {counter} by 1", *body], where
        return [f"repeat {self.world.chance.randint(0, 3)} times", *self.inside(inner, deep)], where

    def step(self, where: Where, deep: int) -> tuple[list[str], Where] | None:
        if not self.routine or where.in_loop or where.actor not in ("player", "you"):
            return None
        name = self.world.fresh("step")
        self.named.append((name, self.routine))
        return [f"step {name}", *self.inside(where, deep)], where

    # ---- decisions
    def parts(self, where: Where, scope: Scope, shown: bool) -> list[str]:
        lines = []
        if self.world.some(0.2):
            lines.append(f'  prompt "What now, with {{{self.formulas.number(where.scope, 0)}}}?"')
        if self.world.some(0.2) and shown:
            lines.append(f'  show "{{{self.formulas.number(scope, 1)}}} beside"')
        if self.world.some(0.3):
            lines.append(
                f'  needs {self.formulas.test(scope, 1)} because "it cannot be {{{self.formulas.number(scope, 0)}}}"'
            )
        return lines

    def how(self, where: Where) -> str:
        return "secretly " if self.world.some(0.1) and not where.in_secret and where.actor != "you" else ""

    def thing(self, where: Where, _deep: int) -> tuple[list[str], Where]:
        type_ = Of(self.formulas.kind())
        name, inner = self.world.fresh("a"), where.scope
        filter_ = f" where {self.formulas.test(inner.plus(name, type_), DEEP)}" if self.world.some(0.5) else ""
        source = self.world.plurals[type_.kind] if self.world.some(0.5) else self.formulas.items(type_, inner, 1)
        parts = self.parts(where, inner.plus(name, type_), True)
        sure = not filter_ and not any("needs" in part for part in parts) and source == self.world.plurals[type_.kind]
        may = "" if (sure and self.world.some(0.7)) or self.world.some(0.05) else "may "
        verb = "may choose" if may else "chooses"
        line = f"{where.actor} {self.how(where)}{verb} {name} in {source}{filter_}"
        return [line, *parts], where.plus(name, Maybe(type_) if may else type_)

    def lists(self, where: Where, _deep: int) -> tuple[list[str], Where]:
        """A choice among lists."""
        name, type_ = self.world.fresh("l"), self.formulas.element()
        source = self.formulas.lists(type_, where.scope, 1)
        if self.world.some(0.3):
            plural = f"{name}s"
            line = f"{where.actor} chooses up to {self.world.chance.randint(1, 2)} {plural} in {source}"
            return [line], where.plus(plural, ListOf(ListOf(type_)))
        filter_ = (
            f" where {self.formulas.test(where.scope.plus(name, ListOf(type_)), 1)}" if self.world.some(0.4) else ""
        )
        return [f"{where.actor} may choose {name} in {source}{filter_}"], where.plus(name, Maybe(ListOf(type_)))

    def amount(self, where: Where, _deep: int) -> tuple[list[str], Where]:
        name = self.world.fresh("a")
        low, high = self.world.chance.randint(0, 3), f"{self.world.chance.randint(3, 12)}"
        if self.world.some(0.4):
            high = f"larger({low}, smaller(30, {self.formulas.number(where.scope, 1)}))"
        step = f" by {self.world.chance.randint(2, 5)}" if self.world.some(0.2) else ""
        filter_ = f" where {self.formulas.test(where.scope.plus(name, NUMBER), 1)}" if self.world.some(0.3) else ""
        may = bool(filter_) or self.world.some(0.2)
        line = f"{where.actor} {self.how(where)}{'may choose' if may else 'chooses'} {name} in {low} to {high}{step}{filter_}"
        return [line], where.plus(name, Maybe(NUMBER) if may else NUMBER)

    def several(self, where: Where, _deep: int) -> tuple[list[str], Where]:
        type_ = self.formulas.element()
        name = self.world.fresh("m")
        source = self.formulas.items(type_, where.scope, 1)
        filter_ = f" where {self.formulas.test(where.scope.plus(name, type_), 1)}" if self.world.some(0.4) else ""
        many = self.world.chance.choice(["any", "up to 2", "up to 3", "0 to 2"])
        plural = f"{name}s"
        line = f"{where.actor} chooses {many} {plural} in {source}{filter_}"
        return [line], where.plus(plural, ListOf(type_))

    def together(self, where: Where, _deep: int) -> tuple[list[str], Where]:
        one, other = self.formulas.kind(), self.formulas.kind()
        first, second = self.world.fresh("a"), self.world.fresh("a")
        scope = where.scope.plus(first, Of(one))
        sources = [self.world.plurals[one], self.formulas.items(Of(other), scope, 1)]
        test = self.formulas.test(scope.plus(second, Of(other)), 1)
        line = f"{where.actor} may choose {first} in {sources[0]} and {second} in {sources[1]} where {test}"
        return [line], where.plus(first, Maybe(Of(one))).plus(second, Maybe(Of(other)))

    def either(self, where: Where, _deep: int) -> tuple[list[str], Where]:
        """A choice of one thing or another, of two kinds or of a kind and numbers."""
        one, name, other = self.formulas.kind(), self.world.fresh("a"), self.world.fresh("a")
        scope = where.scope.plus(name, Maybe(Of(one))).plus(other, Maybe(NUMBER))
        source = self.formulas.items(Of(one), where.scope, 1)
        test = self.formulas.test(scope, 1)
        line = f"{where.actor} may choose {name} in {source} or {other} in 1 to 3 where {test}"
        return [line], where.plus(name, Maybe(Of(one))).plus(other, Maybe(NUMBER))

    def sets(self, where: Where, _deep: int) -> tuple[list[str], Where]:
        """Several things in any order as one decision."""
        type_, name = self.formulas.element(), self.world.fresh("s")
        source = self.formulas.items(type_, where.scope, 1)
        inner = where.scope.plus(name, ListOf(type_))
        filter_ = f" where {self.formulas.test(inner, 1)}" if self.world.some(0.6) else ""
        many = self.world.chance.choice(["1 to 2", "up to 2", "2"])
        return [f"{where.actor} may choose {many} {name} at once in take(9, {source}){filter_}"], where.plus(
            name, Maybe(ListOf(type_))
        )

    def way(self, where: Where, deep: int, always: bool) -> list[str]:
        name = self.world.fresh("way")
        lines = [
            f'to {name} "Way {name} for {{{self.formulas.number(where.scope, 0)}}}"'
            if self.world.some(0.3)
            else f"to {name}"
        ]
        if not always and self.world.some(0.4):
            lines.append(f'  needs {self.formulas.test(where.scope, 1)} because "not now"')
        if self.world.some(0.15) and not always and not where.tried and not where.in_secret:
            return lines + self.with_leave(where, deep)
        return lines + self.inside(where, deep)

    def with_leave(self, where: Where, deep: int) -> list[str]:
        """A way whose choices are tried out."""
        tried = replace(where, tried=True)
        body = self.inside(tried, deep, 2)
        if self.world.some(0.3):
            word = self.world.chance.choice(["highest", "lowest"])
            last = f'  must leave the {word} {self.formulas.number(where.scope, 1)} because "the best"'
        else:
            last = f'  must leave {self.formulas.test(where.scope, 1)} because "it must be so"'
        return [*body, last]

    def menu(self, where: Where, deep: int) -> tuple[list[str], Where]:
        ways = [self.way(where, deep, always=number == 0) for number in range(self.world.chance.randint(2, 3))]
        return [f"{where.actor} {self.how(where)}chooses", *(IN + line for way in ways for line in way)], where

    def may(self, where: Where, deep: int) -> tuple[list[str], Where]:
        name = self.world.fresh("may")
        return [f"{where.actor} {self.how(where)}may {name}", *self.inside(where, deep)], where

    def secretly(self, where: Where, deep: int) -> tuple[list[str], Where] | None:
        if not any(one.is_hidden for one in self.world.stored):
            return None
        name = self.world.fresh("q")
        inner = replace(where.plus(name, Of("player")), actor=name, in_secret=True, in_loop=True)
        step, _ = self.amount(inner, deep)
        amount = step[0].split(" in ")[0].split()[-1]
        body = (
            [*step, f"if {amount} is not none", f"  set secret({name}) to smaller(20, {amount})"]
            if " may " in step[0]
            else [*step, f"set secret({name}) to smaller(20, {amount})"]
        )
        return [f"secretly each {name} in players", *(IN + line for line in body)], where

    def window(self, where: Where, deep: int) -> tuple[list[str], Where]:
        name, act = self.world.fresh("w"), self.world.fresh("act")
        inner = replace(where.plus(name, Of("player")), actor=name)
        secret = "secretly " if self.world.some(0.3) else ""
        return [f"one of others({where.actor}) as {name} {secret}may {act}", *self.inside(inner, deep)], where


def scope_cards(where: Where) -> list[str]:
    return where.scope.of(Of("card"))


def _signed(number: int | None) -> str:
    assert number is not None
    return f"(0 - {-number})" if number < 0 else str(number)


def indented(lines: list[str]) -> Iterator[str]:
    yield from (IN + line for line in lines)
