"""A whole game at random: its files by their paths.

In: a number. Out: `Files`, always the same for the same number. What is declared comes from `things`, what is worked out from
`formulas`, what happens from `steps`; here they become rules, cards with steps, laws and a variant.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from interpreter.ir.types import NUMBER, YES_NO, ListOf, Of, Type
from tests.random_games.formulas import Formulas, Scope
from tests.random_games.steps import Procedure, Steps, Where
from tests.random_games.things import LetValue, World, beside, made_up, with_brackets, written

DEEP = 3  # of formulas in values
Files = dict[str, str]
MANIFEST = "title: Made up\nplayers: {min: 2, max: 4}\nabout: Nobody has written this game.\nsource: stand-in\n"


@dataclass
class Author:
    world: World
    formulas: Formulas
    steps: Steps

    @property
    def chance(self) -> random.Random:
        return self.world.chance

    # ---- values
    def values(self) -> list[str]:
        lines = []
        for _ in range(self.chance.randint(2, 6)):
            lines += self.value()
        if self.world.some(0.4):
            lines += self.recursive()
        return lines

    def type(self) -> Type:
        kind = self.formulas.kind()
        types: list[Type] = [
            NUMBER, NUMBER, YES_NO, YES_NO, Of(kind), ListOf(NUMBER), ListOf(Of(kind)), ListOf(ListOf(NUMBER))
        ]  # fmt: skip
        return self.chance.choice(types)

    def parameters(self) -> list[tuple[str, Type]]:
        types: list[Type] = [
            Of(self.formulas.kind()),
            Of("player"),
            NUMBER,
            YES_NO,
            ListOf(NUMBER),
            ListOf(Of(self.formulas.kind())),
        ]
        return [(self.world.fresh("v"), self.chance.choice(types)) for _ in range(self.chance.choice([0, 0, 1, 1, 2]))]

    def scope(self, parameters: list[tuple[str, Type]]) -> Scope:
        return Scope(tuple(parameters), tuple(self.world.values))

    def value(self) -> list[str]:
        name, type_, parameters = self.world.fresh("let"), self.type(), self.parameters()
        scope = self.scope(parameters)
        head = f"let {with_brackets(name, (f'{written(one)} {called}' for called, one in parameters))} ="
        self.formulas.risky = self.world.some(0.1)
        lines = (
            [f"{head} {self.formulas.any(type_, scope, DEEP)}"]
            if self.world.some(0.6)
            else [head, *self.cases(type_, scope)]
        )
        self.formulas.risky = False
        self.world.values.append(LetValue(name, tuple(one for _, one in parameters), type_))
        return lines

    def cases(self, type_: Type, scope: Scope) -> list[str]:
        lines = []
        for _ in range(self.chance.choice([0, 0, 1, 2])):
            types: list[Type] = [NUMBER, YES_NO, ListOf(NUMBER), Of(self.formulas.kind())]
            name, inner = self.world.fresh("v"), self.chance.choice(types)
            lines.append(f"  let {name} = {self.formulas.any(inner, scope, 2)}")
            scope = scope.plus(name, inner)
        lines += [
            f"  {self.formulas.any(type_, scope, 2)} if {self.formulas.test(scope, 2)}"
            for _ in range(self.chance.randint(1, 3))
        ]
        return [*lines, f"  {self.formulas.any(type_, scope, 2)} otherwise"]

    def recursive(self) -> list[str]:
        """A value that uses itself, of a number that gets smaller and of a list that gets longer."""
        name, kind = self.world.fresh("deep"), self.formulas.kind()
        parameters: list[tuple[str, Type]] = [("depth", NUMBER), ("been", ListOf(Of(kind)))]
        inner = self.scope([*parameters, ("next_one", Of(kind))])
        test = self.formulas.test(inner, 1)
        word = self.chance.choice(["highest", "sum", "lowest"])
        limit = f", up to {self.chance.randint(3, 9)} times" if self.world.some(0.4) else ""
        self.world.values.append(LetValue(name, (NUMBER, ListOf(Of(kind))), NUMBER))
        return [
            f"let {name}(number depth, list of {kind} been){limit} =",
            "  count(been) if depth is at most 0 or depth is more than 3",
            f"  {word}(1 + {name}(depth - 1, joined(been, [next_one])) over next_one in take(3, {self.world.plurals[kind]})"
            f" where next_one is not in been and {test}) otherwise",
        ]  # fmt: skip

    # ---- procedures
    def procedure(self) -> list[str]:
        name, parameters = self.world.fresh("proc"), [("player", Of("player")), *self.parameters()]
        gives = self.type() if self.world.some(0.25) else None
        where = Where(self.scope(parameters), "player", gives=gives)
        self.steps.routine = name
        body = self.steps.block(where, self.chance.randint(1, 4), 2)
        head = with_brackets(
            name, (called if called == "player" else f"{written(one)} {called}" for called, one in parameters)
        )
        end = [] if gives is None else [f"give {self.formulas.any(gives, where.scope, 2)}"]
        self.steps.procedures.append(Procedure(name, tuple(parameters), gives))
        return [
            f"procedure {head}{'' if gives is None else f' gives {written(gives)}'}",
            *("  " + line for line in (*body, *end)),
        ]

    def action(self, word: str) -> list[str]:
        name = self.world.fresh("act")
        where = Where(self.scope([("you", Of("player"))]), "you")
        self.steps.routine = name
        needs = (
            [f'needs {self.formulas.test(where.scope, 2)} because "not for you"']
            if self.world.some(0.5) or word != "action"
            else []
        )
        if word != "action":  # not without end beside one question
            needs.append('needs coins(you) is at least 1 because "it costs a coin"')
        body = self.steps.block(where, self.chance.randint(1, 2), 1)
        paid = ["you pay 1 coins to bank"] if word != "action" else []
        self.steps.actions += [name] if word == "action" else []
        return [f'{word} {name} "Do {name}"', *("  " + line for line in (*needs, *paid, *body))]

    def laws(self) -> list[str]:
        lines: list[str] = []
        for _ in range(self.chance.choice([0, 1, 2])):
            lines += self.law()
        if self.world.some(0.2):
            test = self.formulas.test(Scope((), tuple(self.world.values), hidden=False), 1)
            lines.append(f'always kept: {test} or 1 is 1 because "it is kept"')
        return lines

    def law(self) -> list[str]:
        kind = self.chance.randrange(5)
        procedure = self.chance.choice(self.steps.procedures)
        inner = replace(self.scope(list(procedure.parameters)), names=tuple(procedure.parameters))
        where = Where(inner, "player", may_ask=self.world.some(0.3), gives=procedure.gives)
        test = f" where {self.formulas.test(inner, 1)}" if self.world.some(0.6) else ""
        self.steps.routine = ""
        saved, self.steps.procedures = self.steps.procedures, []
        actions, self.steps.actions = self.steps.actions, []
        body = ["  " + line for line in self.steps.block(where, 1, 1)]
        self.steps.procedures, self.steps.actions = saved, actions
        if kind == 0 and procedure.gives is None:
            often = ["  proceed"] * self.chance.randint(0, 2)
            return [f"instead of {procedure.name}{test}", *body, *often]
        if kind == 1:
            name = self.chance.choice(["gain_points", "lose_points", "gain_coins"])
            return [
                f"{self.chance.choice(['before', 'after'])} {name} where amount is more than 1",
                "  raise player's points by 1",
            ]
        if kind == 2:
            return ["before pay_coins where amount is more than 2", "  set amount to 2"]
        return [f"{self.chance.choice(['before', 'after'])} {procedure.name}{test}", *body]

    # ---- the whole
    def set_up(self) -> list[str]:
        lines = ["procedure set_up"]
        if "card" in self.world.kinds:
            lines += [
                "  move cards to deck",
                "  shuffle deck",
                "  each player",
                f"    draw {self.chance.randint(1, 3)} from deck to hand(player)",
            ]
            lines += ["  refill market"] if any(place.name == "market" for place in self.world.places) else []
            if any(place.name == "table" for place in self.world.places):
                lines += ["  each player", "    draw 1 from deck to table(player)"]
        where = Where(self.scope([]), "first(players)", may_ask=self.world.some(0.2))
        return [*lines, *("  " + line for line in self.steps.block(where, self.chance.randint(1, 3), 1))]

    def play(self) -> list[str]:
        turn = [self.steps.procedures[-1], *self.chance.sample(self.steps.procedures, 1)]
        calls = [self.call(one) for one in turn]
        return ["procedure play", "  repeat 3 times", "    each player", *("      " + line for line in calls), "  each player",
                "    player scores points(player)", "  each player in tied(player in players by highest points(player))",
                "    player wins", "  end game"]  # fmt: skip

    def call(self, procedure: Procedure) -> str:
        scope = self.scope([("player", Of("player"))])
        rest = [self.formulas.any(type_, scope, 1) for _, type_ in procedure.parameters[1:]]
        call = with_brackets(procedure.name, ["player", *rest])
        return call if procedure.gives is None else f"let {self.world.fresh('g')} = {call}"

    def cells(self) -> None:
        """Formulas, steps and laws on cards."""
        text = self.world.files.get("cards.yaml", "")
        for name in self.world.kinds.get("card", ()):
            lines = []
            if "card" in self.world.formulas:
                lines.append(f"    bonus: {self.formulas.number(Scope((('player', Of('player')),)), 1)}")
            if "card" in self.world.steps and self.world.some(0.6):
                saved, self.steps.procedures, actions, self.steps.actions = (
                    self.steps.procedures,
                    [],
                    self.steps.actions,
                    [],
                )
                where = Where(self.scope([("player", Of("player")), ("this", Of("card"))]), "player")
                body = self.steps.block(where, 1, 1)
                self.steps.procedures, self.steps.actions = saved, actions
                lines += ["    effect: |", *("      " + line for line in body)]
            if (
                self.world.some(0.25)
                and any(place.name in ("table", "shelf") for place in self.world.places)
                and "in force" in "\n".join(self.world.head)
            ):
                lines += ["    rules: |", *("      " + line for line in self.printed_law())]
            text = text.replace(f"#{name}#", "".join(line + "\n" for line in lines))
        if text:
            self.world.files["cards.yaml"] = text

    def printed_law(self) -> list[str]:
        numbers = [
            value
            for value in self.world.values
            if value.type == NUMBER and value.name.startswith("let") and not value.parameters
        ]
        if numbers and self.world.some(0.5):
            value = self.chance.choice(numbers)
            other = beside(self.chance)
            number = self.chance.randint(1, 3)
            to = other.choice(
                [f"normal + {number}", f"normal + {number}", f"{number}", "2 * normal", f"{number} - normal"]
            )
            return [f"change {value.name} to {to}"]
        return [
            f"after {self.chance.choice(self.steps.procedures).name} where player is you",
            "  raise points(you) by 1",
        ]

    def variant(self) -> list[str]:
        lines = ['variant twist "A twist"']
        own = [value for value in self.world.values if value.name.startswith("let")]
        for value in self.chance.sample(own, min(len(own), self.chance.randint(1, 2))):
            names = [(f"own_{number}", type_) for number, type_ in enumerate(value.parameters)]
            scope = Scope(tuple(names))
            new = self.formulas.any(value.type, scope, 2)
            if value.type == NUMBER and self.world.some(0.5):
                new = f"normal + {self.chance.randint(1, 3)}"
            when = f" when {self.formulas.test(scope, 2)}" if self.world.some(0.6) else ""
            head = with_brackets(value.name, (name for name, _ in names))
            lines.append(f"  change {head} to {new}{when}")
        if self.steps.named and self.world.some(0.5):
            name, routine = self.chance.choice(self.steps.named)
            lines.append(f"  without {name}{f' in {routine}' if routine else ''}")
        procedure = self.chance.choice(self.steps.procedures)
        other = beside(self.chance)
        often = f" where how_often({procedure.name}) is more than {other.randint(1, 4)}" if other.random() < 0.4 else ""
        lines += [f"  after {procedure.name}{often}", f"    raise points(player) by {self.chance.randint(1, 2)}"]
        if "card" in self.world.kinds and self.world.some(0.5):
            lines.append(
                f"  change card's worth to normal + {self.chance.randint(1, 3)} when number_of(card) is more than 2"
            )
        if self.world.some(0.4):
            lines.append("  change start of coins to 4")
        return lines


def game_of(number: int) -> Files:
    world = made_up(random.Random(f"a game {number}"))
    formulas = Formulas(world)
    author = Author(world, formulas, Steps(world, formulas))
    parts = [world.head, author.values()]
    parts.append(author.procedure())
    parts += [author.action("action") for _ in range(world.chance.choice([0, 1, 2]))]
    if world.some(0.25):
        parts.append(author.action("free action"))
    parts += [author.procedure() for _ in range(world.chance.randint(1, 3))]
    parts += [author.laws(), author.set_up(), author.play()]
    author.cells()
    rules = "\n\n".join("\n".join(part) for part in parts if part) + "\n"
    files = {"game.yaml": MANIFEST, "rules/play.rules": rules, **world.files}
    if world.some(0.5):
        files["variants/twist.rules"] = "\n".join(author.variant()) + "\n"
    return files
