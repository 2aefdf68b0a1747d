"""Checks statements: procedures, actions, the steps of cards.

In: statement nodes and the scope around them. Out: acts; mistakes go to the reporter. Layer: check.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from interpreter.check import rulebook as rb
from interpreter.check.expressions import NOTHING, Expressions, article, miscounted, quoted, written
from interpreter.check.scope import Scope, known_if
from interpreter.check.telling import tellable
from interpreter.source import Span, did_you_mean
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write
from interpreter.types import (
    NUMBER,
    PLAYER,
    YES_NO,
    Grid,
    ListOf,
    Maybe,
    Number,
    Of,
    Spot,
    Type,
    Unknown,
    Zone,
    bare,
    element,
    fits,
    spoken,
)

LEAVING = (n.Stop, n.Give, n.StopRepeating, n.EndGame, n.Answer)


class Statements:
    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.owned_units: set[str] = set()  # units of time that are somebody's, such as turns
        self.wanted_units: dict[str, Span] = {}  # units of time counted `of` somebody
        self.names = expressions.names
        self.reporter = expressions.reporter

    def block(self, nodes: tuple[Any, ...], scope: Scope) -> tuple[rb.Act, ...]:
        acts: list[rb.Act] = []
        for node in nodes:
            acts.extend(self.act(node, scope))
        return _looking_ahead(acts)

    def act(self, node: Any, scope: Scope) -> tuple[rb.Act, ...]:
        method = getattr(self, "_" + _snake(type(node).__name__))
        result = method(node, scope)
        return result if isinstance(result, tuple) else (result,)

    # ---- values
    def _let_here(self, node: n.LetHere, scope: Scope) -> Any:
        called = self._routine_call(node.value, scope)
        if called is not None:
            routine, arguments = called
            self._must_give(routine, node.value.span)
            variable = self.expressions.bind(scope, node.name, routine.gives or Unknown(), node.span)
            scope.forget_table()
            return rb.CallRoutine(node.span, routine, arguments, variable)
        term = self.expressions.check(node.value, scope)
        type_ = ListOf(element(term.type) or Unknown()) if isinstance(term.type, Zone | Grid) else term.type
        variable = self.expressions.bind(scope, node.name, type_, node.span)
        return rb.Assign(node.span, variable, term)

    def _set_value(self, node: n.SetValue, scope: Scope) -> Any:
        target = node.target
        if isinstance(target, n.Name):
            variable = scope.find(target.name)
            if variable is not None:
                return self._set_local(node, variable, scope)
        stored = self._stored(target, scope)
        if stored is None:
            return ()
        if isinstance(stored.type, Zone | Grid):
            help = f"write: move ... to {quoted(target.span) or 'it'}"
            self._error("R0310", target.span, "cards come and go with move, draw and shuffle, not with set", help)
            return ()
        called = self._routine_call(node.value, scope)
        if called is not None:
            self._must_give(called[0], node.value.span, stored.keep.type)
            result = rb.Variable("result", called[0].gives or Unknown())
            call = rb.CallRoutine(node.span, *called, result)
            scope.forget_table()
            return (call, rb.Store(node.span, stored.keep, stored.keys, rb.Local(result.type, result)))
        value = self.expressions.check(node.value, scope, stored.keep.type)
        scope.forget_table()
        return rb.Store(node.span, stored.keep, stored.keys, value)

    def _set_local(self, node: n.SetValue, variable: rb.Variable, scope: Scope) -> Any:
        called = self._routine_call(node.value, scope)
        scope.forget(variable.name)
        if called is not None:
            self._must_give(called[0], node.value.span, variable.type)
            scope.forget_table()
            return rb.CallRoutine(node.span, *called, variable)
        return rb.Assign(node.span, variable, self.expressions.check(node.value, scope, variable.type))

    def _must_give(self, routine: rb.Routine, span: Span, want: Type | None = None) -> None:
        """A procedure whose outcome is used gives something, and something that fits."""
        if routine.gives is None:
            help = f"add what it gives to its first line: {routine.word} {routine.name} ... gives number"
            if routine.word != "procedure":
                help = "only a procedure gives something back"
            self._error("R0304", span, f'"{routine.name}" gives nothing back', help)
        elif want is not None and not fits(routine.gives, want):
            message = (
                f'"{routine.name}" gives {article(spoken(routine.gives))}, and {article(spoken(want))} is wanted here'
            )
            self._error("R0301", span, message)

    def _stored(self, node: Any, scope: Scope) -> rb.Stored | None:
        """What can be set: a stored value with its owners."""
        term = self.expressions.check(node, scope)
        if isinstance(term, rb.Stored):
            return term
        if not isinstance(term.type, Unknown):
            self._fixed(node, term)
        return None

    def _fixed(self, node: Any, term: rb.Term) -> None:
        name = getattr(node, "name", "")
        help = "declare it with keep if it can change"
        match term:
            case rb.Worked():
                message = f'"{name}" is worked out with let: it cannot be set'
                help = "change what it is worked out from, or declare it with keep"
            case rb.Printed() | rb.Formula():
                message = f'"{name}" is printed and never changes'
                help = f"keep a value of your own for it: keep {name}_now({term.column.kind}): ..."
            case rb.Constant() if name in self.names.options:
                message, help = (
                    f'"{name}" is an option: it stays the same for the whole game',
                    "keep a value of your own",
                )
            case _:
                message = "only a value that is kept can be changed"
        self._error("R0310", node.span, message, help)

    def _raise(self, node: n.Raise, scope: Scope) -> Any:
        if isinstance(node.target, n.Name):
            variable = scope.find(node.target.name)
            if variable is not None:
                amount = self.expressions.check(node.amount, scope, NUMBER)
                now: rb.Term = rb.Local(variable.type, variable)
                operator = "+" if node.sign > 0 else "-"
                return rb.Assign(node.span, variable, rb.Calculation(NUMBER, operator, (now, amount), None, node.span))
        stored = self._stored(node.target, scope)
        if stored is None:
            return ()
        return self._alter(node, stored, node.amount, node.sign, False, scope)

    def _alter(
        self, node: Any, stored: rb.Stored, amount: Any, sign: int, told: bool, scope: Scope
    ) -> rb.Act | tuple[()]:
        if not isinstance(stored.keep.type, Number):
            span = node.target.span if isinstance(node, n.Raise) else node.span
            message = f'"{stored.keep.name}" is {article(spoken(stored.keep.type))}: only a number goes up and down'
            self._error("R0301", span, message, "write: set ... to ...")
            return ()
        value = self.expressions.check(amount, scope, NUMBER)
        scope.forget_table()
        return rb.Alter(node.span, stored.keep, stored.keys, value, sign, told)

    def _resource(self, subject: Any, resource: n.Resource, scope: Scope) -> rb.Stored | None:
        """`P gains 3 points`: points stored for P; singular and plural are both understood."""
        name = resource.name
        keeps = self.names.keeps
        if name not in keeps:
            name = next((other for other in (name + "s", name.removesuffix("s")) if other in keeps), name)
        if name not in keeps:
            known = [keep.name for keep in keeps.values() if isinstance(keep.type, Number)]
            help = did_you_mean(name, known) or f"declare it: keep {name}(player): number"
            self._error("R0201", resource.span, f'nothing called "{resource.name}" is kept', help)
            return None
        call = n.Possessive(resource.span, subject, name, resource.arguments, resource.span)
        term = self.expressions.check(call, scope)
        return term if isinstance(term, rb.Stored) else None

    def _gain(self, node: n.Gain, scope: Scope) -> Any:
        stored = self._resource(node.subject, node.resource, scope)
        if stored is None:
            return ()
        moment = self.names.routines.get(("gain_" if node.sign > 0 else "lose_") + stored.keep.name)
        if moment is not None and not node.plain:
            amount = self.expressions.check(node.amount, scope, NUMBER)
            scope.forget_table()
            return rb.CallRoutine(node.span, moment, (*stored.keys, amount))
        return self._alter(node, stored, node.amount, node.sign, True, scope)

    def _pay(self, node: n.Pay, scope: Scope) -> Any:
        stored = self._resource(node.payer, node.resource, scope)
        amount = self.expressions.check(node.amount, scope, NUMBER)
        if stored is None:
            return ()
        payee: rb.Term = rb.Constant(Maybe(PLAYER), None)
        if not (isinstance(node.payee, n.Name) and node.payee.name == "bank" and scope.find("bank") is None):
            payee = self._payee(node.payee, stored, scope)
        moment = self.names.routines.get("pay_" + stored.keep.name)
        scope.forget_table()
        if moment is not None and not node.plain:
            return rb.CallRoutine(node.span, moment, (*stored.keys, amount, payee))
        to_bank = isinstance(payee, rb.Constant) and payee.value is None
        target = None if to_bank else (payee, *stored.keys[1:])
        optional = payee if isinstance(payee.type, Maybe) and not to_bank else None
        return rb.Transfer(node.span, stored.keep, stored.keys, target, optional, amount)

    def _payee(self, node: Any, stored: rb.Stored, scope: Scope) -> rb.Term:
        want = stored.keep.parameters[0].type
        term = self.expressions._term(node, scope, want)
        if fits(term.type, Maybe(want)):
            return term
        message = f"{article(spoken(term.type))} cannot be paid: {article(spoken(want))} or bank is wanted here"
        self._error("R0301", node.span, message)
        return rb.Constant(Maybe(want), None)

    # ---- cards
    def _zone(self, node: Any, scope: Scope) -> rb.Stored | None:
        term = self.expressions.check(node, scope)
        if isinstance(term, rb.Stored) and isinstance(term.type, Zone | Grid):
            return term
        if not isinstance(term.type, Unknown):
            message = f"a pile or row is wanted here, this is {article(spoken(term.type))}"
            self._error("R0311", node.span, message, self._zones_of(node, term.type))
        return None

    def _zones_of(self, node: Any, type_: Type) -> str | None:
        """Which piles and rows there are: those of this thing, or all."""
        zones = [keep for keep in self.names.keeps.values() if isinstance(keep.type, Zone)]
        owned = [keep for keep in zones if keep.parameters and fits(type_, keep.parameters[0].type)]
        if owned:
            return (
                "did you mean " + ", ".join(f"{quoted(node.span) or 'its'}'s {keep.name}" for keep in owned[:4]) + "?"
            )
        names = [written(keep.name, keep.parameters) for keep in zones]
        return "piles and rows are " + ", ".join(names[:6]) if names else "declare one: keep deck: pile of ..."

    def _move(self, node: n.Move, scope: Scope) -> Any:
        zone = self._zone(node.zone, scope)
        want = Of(zone.type.kind) if zone is not None and isinstance(zone.type, Zone | Grid) else None
        what = self.expressions._term(node.what, scope, want)
        several = element(what.type) is not None
        inner = element(what.type) if several else what.type
        if zone is None:
            return ()
        assert want is not None
        if inner is None or not fits(inner, want):
            self.expressions._mismatch(node.what, what.type, want)
            return ()
        scope.forget_table()
        move = rb.MoveCards(node.span, what, several, zone, node.position)
        if node.duration is None:
            return move
        return self._lasting(node, node.duration, move, scope)

    def _lasting(self, node: n.Move, duration: n.Duration, move: rb.MoveCards, scope: Scope) -> Any:
        then = self._zone(duration.then, scope)
        count = self.expressions.check(duration.count, scope, NUMBER)
        of = self.expressions.check(duration.of, scope, PLAYER) if duration.of is not None else None
        if of is not None:
            self.wanted_units.setdefault(duration.unit, duration.span)
        if then is None or move.several:
            if move.several:
                help = "move them one by one: each card in ..."
                self._error("R0311", node.what.span, "only one card at a time can lie somewhere for a while", help)
            return ()
        return (move, rb.Lasting(node.span, move.what, count, duration.unit, of, then, duration.position))

    def _touch(self, node: n.Touch, scope: Scope) -> Any:
        kind, card = self.names.members[node.card][0]
        return rb.Touch(node.span, kind, card)

    def _tick(self, node: n.Tick, scope: Scope) -> Any:
        """A unit of time ends: it is the player's who is called player or you there, or else the nearest one's."""
        variable = scope.find("player") or scope.find("you")
        around: Scope | None = scope
        while variable is None and around is not None:
            variable = next((found for found in around.variables.values() if found.type == PLAYER), None)
            around = around.outer
        if variable is None or variable.type != PLAYER:
            return rb.Tick(node.span, node.unit, None)
        self.owned_units.add(node.unit)
        return rb.Tick(node.span, node.unit, rb.Local(variable.type, variable))

    def _draw(self, node: n.Draw, scope: Scope) -> Any:
        count = self.expressions.check(node.count, scope, NUMBER)
        pile, zone = self._zone(node.pile, scope), self._zone(node.zone, scope)
        if pile is None or zone is None:
            return ()
        assert isinstance(pile.type, Zone | Grid)
        assert isinstance(zone.type, Zone | Grid)
        if pile.type.kind != zone.type.kind:
            kinds = self.names.kinds
            message = (
                f'"{zone.keep.name}" is for {kinds[zone.type.kind].plural}, not for {kinds[pile.type.kind].plural}'
            )
            self._error("R0301", node.zone.span, message, f'name a place for what lies in "{pile.keep.name}"')
        single = isinstance(node.count, n.Number) and node.count.value == 1
        variable = None
        if node.name is not None:
            card = Of(pile.type.kind)
            variable = self._bound(scope, node.name, Maybe(card) if single else ListOf(card), node.span)
        scope.forget_table()
        return rb.DrawCards(node.span, count, pile, zone, node.position, variable, single)

    def _refill(self, node: n.Refill, scope: Scope) -> Any:
        zone = self._zone(node.zone, scope)
        if zone is None:
            return ()
        if zone.keep.refilled_from is None:
            self._error("R0311", node.zone.span, f'"{zone.keep.name}" does not say what it is refilled from',
                        "add `, refilled from ...` where it is declared")  # fmt: skip
            return ()
        return rb.RefillRow(node.span, zone)

    def _shuffle(self, node: n.Shuffle, scope: Scope) -> Any:
        zone = self._zone(node.zone, scope)
        return rb.ShuffleZone(node.span, zone) if zone is not None else ()

    def _lay(self, node: n.Lay, scope: Scope) -> Any:
        grid = self.expressions.check(node.grid, scope)
        if not isinstance(grid, rb.Stored) or not isinstance(grid.type, Grid):
            if not isinstance(grid.type, Unknown):
                message = f"tiles are laid in a grid, this is {article(spoken(grid.type))}"
                self._error("R0311", node.grid.span, message, "declare it with: keep ...: grid of ...")
            return ()
        tile = self.expressions.check(node.what, scope, Of(grid.type.kind))
        spot = self.expressions.check(node.spot, scope, Spot())
        scope.forget_table()
        return rb.LayTile(node.span, tile, spot, grid)

    # ---- chance and telling
    def _roll(self, node: n.Roll, scope: Scope) -> Any:
        count = self.expressions.check(node.count, scope, NUMBER)
        sides = self.expressions.check(node.sides, scope, NUMBER) if node.sides is not None else rb.Constant(NUMBER, 6)
        if node.sides is not None and isinstance(sides, rb.Constant) and sides is not NOTHING and not sides.value:
            self._error("R0301", node.sides.span, "a die has at least 1 side")
        if node.single and not (isinstance(count, rb.Constant) and count.value in (1, None)):
            message = "a single die is thrown once: what several throws show is a list"
            self._error("R0301", node.count.span, message, f"write: roll {write(node.count)} dice as {node.name}")
        variable = self._bound(scope, node.name, NUMBER if node.single else ListOf(NUMBER), node.span)
        by = self._actor(node.by, scope) if node.by is not None else None
        return rb.RollDice(node.span, variable, count, sides, node.single, by)

    def _pick(self, node: n.Pick, scope: Scope) -> Any:
        query = n.Aggregate(node.span, "list", None, node.query)
        if node.query.binder is None and node.query.where is None:
            query = n.Aggregate(node.span, "list", None, node.query)
        items = self.expressions.check(query, scope)
        variable = self._bound(scope, node.name, element(items.type) or Unknown(), node.span)
        return rb.PickRandom(node.span, variable, items)

    def _show(self, node: n.Show, scope: Scope) -> Any:
        what = self.expressions.check(node.what, scope)
        return rb.ShowTo(node.span, what, self._audience(node.audience, scope))

    def _announce(self, node: n.Announce, scope: Scope) -> Any:
        audience = self._audience(node.audience, scope) if node.audience is not None else None
        return rb.Tell(node.span, self.expressions.template(node.text, scope), audience)

    def _audience(self, node: Any, scope: Scope) -> rb.Term | None:
        if isinstance(node, n.Name) and node.name == "everyone":
            return None
        term = self.expressions.check(node, scope)
        if not fits(term.type, PLAYER) and not fits(term.type, ListOf(PLAYER)):
            message = f"a player, a list of players or everyone is wanted here, this is {article(spoken(term.type))}"
            self._error("R0301", node.span, message)
        return term

    # ---- flow
    def _each(self, node: n.Each, scope: Scope) -> Any:
        variable, items, where, keys, inner = self.expressions.query(node.query, scope)
        if keys:
            items = rb.Search(ListOf(variable.type), "list", variable, items, where, keys, None, node.query.span)
            variable, where = self._again(inner, variable), None
        inner.secret = scope.secret or node.secretly
        inner.looping = True
        inner.forget_table()
        if node.query.where is not None:
            inner.learn(known_if(node.query.where, True))
        body = self.block(node.body, inner)
        scope.forget_table()
        return rb.ForEach(node.span, variable, items, where, body, node.secretly)

    def _again(self, inner: Scope, variable: rb.Variable) -> rb.Variable:
        """The loop's own variable, apart from the one that its order was worked out with."""
        for name, found in inner.variables.items():
            if found is variable:
                inner.variables[name] = rb.Variable(name, variable.type)
                return inner.variables[name]
        return variable

    def _repeat(self, node: n.Repeat, scope: Scope) -> Any:
        scope.forget_table()
        value: rb.Term | None = None
        if node.value is not None:
            value = self.expressions.check(node.value, scope, NUMBER if node.mode == "times" else YES_NO)
        inner = scope.inner()
        inner.looping = True
        if node.mode == "while" and node.value is not None:
            inner.learn(known_if(node.value, True))
        body = self.block(node.body, inner)
        scope.forget_table()
        return rb.Loop(node.span, node.mode, value, body)

    def _if(self, node: n.If, scope: Scope) -> Any:
        cases: list[tuple[rb.Term, tuple[rb.Act, ...]]] = []
        after = scope.facts
        negated: frozenset[str] = frozenset()
        for case in node.cases:
            test = scope.inner()
            test.learn(negated)
            condition = self.expressions.condition(case.condition, test)
            test.learn(known_if(case.condition, True))
            cases.append((condition, self.block(case.body, test)))
            negated |= known_if(case.condition, False)
        other = scope.inner()
        other.learn(negated)
        otherwise = self.block(node.otherwise, other)
        scope.facts = after
        scope.forget_table()
        if len(node.cases) == 1 and not node.otherwise and _leaves(node.cases[0].body):
            scope.learn(negated)
        return rb.Branching(node.span, tuple(cases), otherwise, tuple(case.span for case in node.cases))

    def _step(self, node: n.Step, scope: Scope) -> Any:
        """A step is only a label: what it names stays visible after it."""
        return rb.NamedStep(node.span, node.name, self.block(node.body, scope))

    def _enclosed(self, node: n.Enclosed, scope: Scope) -> Any:
        """The steps of a law: its own names end with it, what it has found out stays known."""
        inner = scope.inner()
        inner.hidden = {**scope.hidden, **dict(node.hidden)}
        acts = self.block(node.body, inner)
        scope.keep_facts_of(inner)
        return acts

    def _give(self, node: n.Give, scope: Scope) -> Any:
        routine = self.names.routines[scope.routine]
        if routine.gives is None:
            message, help = f'"{routine.name}" does not say what it gives', "add `gives ...` to its first line"
            if routine.word != "procedure":
                message, help = "only a procedure gives something back", "write stop to leave"
            self._error("R0304", node.span, message, help)
            return rb.Return(node.span, None)
        called = self._routine_call(node.value, scope)
        if called is not None:
            self._must_give(called[0], node.value.span, routine.gives)
            result = rb.Variable("result", called[0].gives or Unknown())
            return (
                rb.CallRoutine(node.span, *called, result), rb.Return(node.span, rb.Local(result.type, result)),
            )  # fmt: skip
        return rb.Return(node.span, self.expressions.check(node.value, scope, routine.gives))

    def _stop(self, node: n.Stop, scope: Scope) -> Any:
        return rb.Return(node.span, None)

    def _stop_repeating(self, node: n.StopRepeating, scope: Scope) -> Any:
        if not scope.looping:
            self._error("R0312", node.span, "nothing is repeated here", "write stop to leave the procedure")
        return rb.Break(node.span)

    def _proceed(self, node: n.Proceed, scope: Scope) -> Any:
        self._error("R0312", node.span, "`proceed` only stands in `instead of`", "leave it out")
        return ()

    def _answer(self, node: n.Answer, scope: Scope) -> Any:
        if scope.answer is None:
            help = "to give something back from a procedure write: give ..."
            self._error("R0312", node.span, "`answer` only stands in `instead of choosing`", help)
            return ()
        if isinstance(scope.answer, list):
            name = node.value.name if isinstance(node.value, n.Name) else ""
            if name not in scope.answer:
                help = did_you_mean(name, scope.answer) or "the ways are " + ", ".join(scope.answer)
                self._error("R0201", node.value.span, f'"{name}" is not one of the ways', help)
                return ()
            return rb.GiveAnswer(node.span, rb.Constant(NUMBER, scope.answer.index(name)))
        return rb.GiveAnswer(node.span, self.expressions.check(node.value, scope, scope.answer))

    def _needs(self, node: n.Needs, scope: Scope) -> Any:
        """A `needs` that does not stand in front: it is looked at when the procedure comes there."""
        help = "move it to the top, or write `if ...` with `stop` below it"
        self._error("R0313", node.span, "`needs` stands at the top of an action or a way, or below a choice", help)
        return ()

    def _must_leave(self, node: n.MustLeave, scope: Scope) -> Any:
        return rb.Check(node.span, self.conditions((n.Needs(node.span, node.condition, node.because),), scope)[0])

    # ---- endings
    def _win(self, node: n.Win, scope: Scope) -> Any:
        return rb.Winner(node.span, self.expressions.check(node.player, scope, PLAYER))

    def _score(self, node: n.Score, scope: Scope) -> Any:
        player = self.expressions.check(node.player, scope, PLAYER)
        value = self.expressions.check(node.value, scope, NUMBER)
        return rb.SetScore(node.span, player, value, self._row(node.row) if node.row is not None else None)

    def _row(self, text: n.Text) -> str:
        """The name of a row: the same for all players, so that their numbers stand side by side."""
        holes = [part for part in text.parts if not isinstance(part, str)]
        if holes or not text.parts:
            message = "a row of the score sheet has the same name for everybody"
            self._error("R0314", text.span, message, 'write a plain text: scores 3 as "Influence"')
        return "".join(part for part in text.parts if isinstance(part, str))

    def _leave(self, node: n.Leave, scope: Scope) -> Any:
        return rb.Eliminate(node.span, self.expressions.check(node.player, scope, PLAYER))

    def _end_game(self, node: n.EndGame, scope: Scope) -> Any:
        return rb.EndGame(node.span)

    # ---- running procedures
    def _run(self, node: n.Run, scope: Scope) -> Any:
        called = self._routine_call(node.what, scope)
        if called is not None:
            scope.forget_table()
            return rb.CallRoutine(node.span, *called)
        if isinstance(node.what, n.Possessive):
            printed = self._printed_steps(node.what, scope)
            if printed is not None:
                scope.forget_table()
                return printed
        self._nothing_done(node, scope)
        return ()

    def _nothing_done(self, node: n.Run, scope: Scope) -> None:
        name = getattr(node.what, "name", "")
        known = [*self.names.routines]
        if isinstance(node.what, n.Possessive):
            owner = self.expressions.check(node.what.owner, scope)
            kind = self.names.kinds.get(owner.type.kind) if isinstance(owner.type, Of) else None
            known += (
                [column.name for column in kind.columns.values() if column.type is None] if kind is not None else []
            )
        if name and not self.expressions._is_value(name) and scope.find(name) is None and name not in known:
            help = (
                did_you_mean(name, known)
                or "begin the line with what is to be done (set, move, each ...), or declare it: procedure " + name
            )
            self._error("R0206", node.span.word(name), f'there is no procedure called "{name}"', help)
        else:
            help = "say what is to be done with it: set ... to ..., let ... = ..., announce ..."
            self._error(
                "R0206", node.span, f"{self._quoted(node.span)} is a value: by itself this line does nothing", help
            )

    def _quoted(self, span: Span) -> str:
        text = quoted(span)
        return f'"{text}"' if text is not None else "this"

    def _printed_steps(self, node: n.Possessive, scope: Scope) -> rb.Act | tuple[()] | None:
        owner = self.expressions.check(node.owner, scope)
        column = self.expressions._column(owner.type, node.name)
        if column is None or column.type is not None:
            return None
        if isinstance(owner.type, Maybe):
            self.expressions._perhaps_none(node.owner.span)
            return ()
        arguments = self._arguments(node, column.name, column.parameters, node.arguments, scope)
        return rb.CallColumn(node.span, column, owner, arguments)

    def _routine_call(self, node: Any, scope: Scope) -> tuple[rb.Routine, tuple[rb.Term, ...]] | None:
        given: tuple[Any, ...] = ()
        if isinstance(node, n.Name) and scope.find(node.name) is None:
            name = node.name
        elif isinstance(node, n.Call):
            name, given = node.name, node.arguments
        elif isinstance(node, n.Possessive) and node.name in self.names.routines:
            name, given = node.name, (node.owner, *node.arguments)
        else:
            return None
        routine = self.names.routines.get(name)
        if routine is None:
            return None
        return routine, self._arguments(node, name, routine.parameters, given, scope)

    def _arguments(
        self, node: Any, name: str, parameters: tuple[rb.Variable, ...], given: tuple[Any, ...], scope: Scope
    ) -> tuple[rb.Term, ...]:
        if len(given) != len(parameters):
            form = f"{name}({', '.join(parameter.name for parameter in parameters)})" if parameters else name
            if isinstance(node, n.Possessive) and name not in self.names.routines:
                form = f"{quoted(node.owner.span) or '...'}'s {form}"
            self._error("R0302", node.span, miscounted(name, parameters, len(given)), f"write {form}")
            return tuple(NOTHING for _ in parameters)
        return tuple(
            self.expressions.check(argument, scope, parameter.type)
            for argument, parameter in zip(given, parameters, strict=True)
        )

    # ---- decisions
    def conditions(
        self, needs: tuple[n.Needs, ...], scope: Scope, reader: rb.Term | None = None
    ) -> tuple[rb.Condition, ...]:
        """What must hold; `reader` is who will read why it does not (in an action, `you`)."""
        you = scope.find("you")
        if reader is None and you is not None:
            reader = rb.Local(you.type, you)
        return tuple(self._condition(need.span, need.condition, need.because, scope, reader) for need in needs)

    def _where_parts(self, where: Any, scope: Scope, reader: rb.Term) -> tuple[rb.Condition, ...]:
        """A `where` in its parts, so that a refusal can say which one fails."""
        if where is None:
            return ()
        inner = scope.inner()
        parts = where.parts if isinstance(where, n.Both) else (where,)
        return tuple(self._condition(part.span, part, None, inner, reader) for part in parts)

    def _condition(
        self, span: Span, node: Any, because: n.Text | None, scope: Scope, reader: rb.Term | None
    ) -> rb.Condition:
        holds = self.expressions.condition(node, scope)
        reason = self.expressions.template(because, scope) if because is not None else None
        values = tuple(pair for pair in self._values_in(node, scope) if tellable(pair[1], reader))
        scope.learn(known_if(node, True))
        return rb.Condition(span, holds, write(node), reason, values)

    def _values_in(self, node: Any, scope: Scope) -> tuple[tuple[str, rb.Term], ...]:
        """The two sides of a comparison, so that a refusal can say what they are."""
        if not isinstance(node, n.Compare) or self.expressions._predicate(node, scope) is not None:
            return ()
        found = []
        other: Type | None = None  # what the one side is says which member a name on the other side means
        for side in (node.left, node.right):
            if side is None or isinstance(side, n.Number | n.YesNo | n.NoneValue | n.ListOf | n.Range):
                continue
            if self.expressions._only_member(side, scope):
                continue  # a member is what it is called
            term = self.expressions._term(side, scope, other)
            other = term.type
            if isinstance(bare(term.type), Number | Of) and not isinstance(term, rb.Constant):
                found.append((write(side), term))
        return tuple(found)

    def _actor(self, node: Any, scope: Scope) -> rb.Term:
        return self.expressions.check(node, scope, PLAYER)

    def _bound(self, scope: Scope, name: str, type_: Type, span: Span) -> rb.Variable:
        """The variable of a choice or throw; the same name may be used for the next one of the same type."""
        found = scope.find(name)
        if found is not None and found.type == type_:
            scope.forget(name)
            return found
        return self.expressions.bind(scope, name, type_, span)

    def _choose(self, node: n.Choose, scope: Scope) -> Any:
        actor = self._actor(node.actor, scope)
        items, item_name, name = self._offered(node, scope)
        inner_type = element(items.type) or Unknown()
        inner = scope.inner()
        item = self._item(inner, item_name, inner_type, node)
        where = self.expressions.condition(node.where, inner) if node.where is not None else None
        parts = self._where_parts(node.where, inner, actor)
        if node.where is not None:
            inner.learn(known_if(node.where, True))
        needs = self.conditions(node.needs, inner, actor)
        prompt = self.expressions.template(node.prompt, scope) if node.prompt is not None else None
        several = node.bounds is not None
        shape = "several" if several else "amount" if isinstance(items, rb.Numbers) else "thing"
        kind = inner_type.kind if isinstance(inner_type, Of) else None
        private, alone = scope.secret or node.secretly, node.secretly and not scope.secret
        site = rb.Site(name, node.span, scope.routine, shape, prompt, node.optional, private, alone, kind=kind)
        site.openly = node.openly
        site.among, site.where = write(node.members) if node.members is not None else "", parts
        site.beside = self._beside(node, shape, inner)
        type_: Type = ListOf(inner_type) if several else Maybe(inner_type) if node.optional else inner_type
        bounds = self._bounds(node.bounds, scope) if node.bounds is not None else (None, None)
        automatic = self._automatic(node.automatic, scope, type_)
        variable = self._bound(scope, name, type_, node.span)
        scope.forget_table()
        if several:
            return rb.AskSeveral(node.span, site, actor, variable, item, items, where, needs, *bounds, automatic)
        return rb.AskThing(node.span, site, actor, variable, item, items, where, needs, automatic)

    def _beside(self, node: n.Choose, shape: str, inner: Scope) -> rb.Template | None:
        """What is shown beside each thing that can be chosen; it may speak of that thing."""
        if node.beside is None:
            return None
        if shape == "amount":
            message = "an amount is typed, not chosen from a list: nothing can stand beside it"
            self._error("R0320", node.beside.span, message, "say it in the prompt")
        return self.expressions.template(node.beside, inner)

    def _item(self, inner: Scope, name: str, type_: Type, node: n.Choose) -> rb.Variable:
        found = inner.find(name)
        if found is not None and bare(found.type) == type_:  # the same choice made again
            return inner.declare(name, type_)
        return self.expressions.bind(inner, name, type_, node.span)

    def _offered(self, node: n.Choose, scope: Scope) -> tuple[rb.Term, str, str]:
        """What is chosen from, the name of one of them, and the name of the answer."""
        if node.members is not None:
            items, _ = self.expressions.members_of(node.members, scope)
        else:
            kind = self.expressions._kind_named(node.name)
            if kind is None:
                known = list(self.names.kinds)
                self._error("R0201", node.span.word(node.name), f'there is no kind of thing called "{node.name}"',
                            did_you_mean(node.name, known) or f"say what is chosen from: chooses {node.name} in ...")  # fmt: skip
                return rb.Constant(ListOf(Unknown()), 0), node.name, node.alias or node.name
            items = rb.Members(ListOf(Of(kind)), kind)
        if node.bounds is None:
            return items, node.name, node.alias or node.name
        singular = self.names.plurals.get(node.name)
        if singular is not None:
            return items, singular, node.alias or node.name
        item = node.name.removesuffix("s") if node.alias is None and node.name.endswith("s") else node.name
        return items, item, node.alias or (node.name if item != node.name else node.name + "s")

    def _bounds(self, node: n.Bounds, scope: Scope) -> tuple[rb.Term | None, rb.Term | None]:
        least = self.expressions.check(node.least, scope, NUMBER) if node.least is not None else None
        most = self.expressions.check(node.most, scope, NUMBER) if node.most is not None else None
        return least, most

    def _automatic(self, laws: tuple[n.Automatic, ...], scope: Scope, answer: Any) -> tuple[rb.AutoAnswer, ...]:
        found = []
        for law in laws:
            if scope.secret and not law.answers:
                continue  # a secret decision, as in the weaver
            inner = scope.inner()
            inner.answer = answer if law.answers else None
            asked = None if law.answers else self.expressions.bind(inner, "asked", PLAYER, law.span)
            where = self.expressions.condition(law.where, inner) if law.where is not None else None
            found.append(rb.AutoAnswer(where, self.block(law.body, inner), asked))
        return tuple(found)

    def _menu(self, node: n.Menu, scope: Scope) -> Any:
        actor = self._actor(node.actor, scope)
        prompt = self.expressions.template(node.prompt, scope) if node.prompt is not None else None
        names = [branch.name for branch in node.branches]
        automatic = self._automatic(node.automatic, scope, names)
        entries = tuple(self._entry(branch, scope) for branch in node.branches)
        labels = tuple((branch.name, self._title(branch.title, scope)) for branch in node.branches)
        private, alone = scope.secret or node.secretly, node.secretly and not scope.secret
        site = rb.Site("way", node.span, scope.routine, "menu", prompt, node.optional, private, alone, labels=labels)
        site.openly = node.openly
        scope.forget_table()
        return rb.AskMenu(node.span, site, actor, entries, automatic)

    def _title(self, title: n.Text | None, scope: Scope) -> rb.Template | None:
        return self.expressions.template(title, scope) if title is not None else None

    def _entry(self, branch: n.Branch, scope: Scope) -> rb.MenuEntry:
        inner = scope.inner()
        lets, needs, first, body = self.leading(branch.body, inner)
        return rb.MenuEntry(branch.name, lets, needs, first, body, _tries(body))

    def leading(
        self, nodes: tuple[Any, ...], scope: Scope
    ) -> tuple[tuple[rb.Assign, ...], tuple[rb.Condition, ...], rb.AskThing | rb.AskSeveral | None, tuple[rb.Act, ...]]:
        """Splits an action or way: its lets and needs, its first choice (for whether it can be offered), its steps."""
        lets: list[rb.Assign] = []
        needs: list[rb.Condition] = []
        rest = list(nodes)
        while rest and (isinstance(rest[0], n.Needs) or (self._only_lets(rest[0]) and _needs_follow(rest))):
            node = rest.pop(0)
            if isinstance(node, n.Needs):
                needs.extend(self.conditions((node,), scope))
            else:
                lets.extend(act for act in self.act(node, scope) if isinstance(act, rb.Assign))
        body = self.block(tuple(rest), scope)
        _note_detail(body)
        return tuple(lets), tuple(needs), _first_choice(body), (*lets, *body)

    def _only_lets(self, node: Any) -> bool:
        """A let that works something out, as against one that keeps what a procedure gives."""
        return isinstance(node, n.LetHere) and getattr(node.value, "name", "") not in self.names.routines

    def _take(self, node: n.Take, scope: Scope) -> Any:
        actor = self._actor(node.actor, scope)
        actions: list[tuple[rb.Routine, tuple[rb.Term, ...]]] = []
        for taken in node.actions:
            routine = self.names.routines.get(taken.name)
            if routine is None or "action" not in routine.word:
                known = [name for name, found in self.names.routines.items() if "action" in found.word]
                message, help = f'there is no action called "{taken.name}"', did_you_mean(taken.name, known)
                if routine is not None:
                    message = f'"{taken.name}" is {article(routine.word)}, not an action'
                    help = f"run it on a line of its own, or declare it with: action {taken.name}"
                self._error(
                    "R0207", taken.span.word(taken.name), message, help or f"declare it with: action {taken.name}"
                )
                continue
            arguments = self._arguments(taken, taken.name, routine.parameters[1:], taken.arguments, scope)
            actions.append((routine, arguments))
        names = [routine.name for routine, _ in actions]
        labels = tuple((routine.name, routine.title) for routine, _ in actions)
        automatic = self._automatic(node.automatic, scope, names)
        prompt = self.expressions.template(node.prompt, scope) if node.prompt is not None else None
        site = rb.Site(
            "action", node.span, scope.routine, "actions", prompt, node.optional, scope.secret, labels=labels
        )
        site.openly = node.openly
        taken_it = self._bound(scope, node.alias, YES_NO, node.span) if node.alias is not None else None
        if node.repeated:
            taken_it = rb.Variable("taken", YES_NO)
        scope.forget_table()
        ask = rb.AskAction(node.span, site, actor, tuple(actions), taken_it, automatic)
        return self._again_and_again(ask) if node.repeated else ask

    def _again_and_again(self, ask: rb.AskAction) -> rb.Act:
        """`may take any of`: the question comes back until the player passes."""
        assert ask.taken is not None
        passed = rb.Logic(YES_NO, "not", (rb.Local(YES_NO, ask.taken),))
        leave = rb.Branching(ask.span, ((passed, (rb.Break(ask.span),)),), ())
        return rb.Loop(ask.span, "forever", None, (ask, leave))

    def _error(self, code: str, span: Span, message: str, help: str | None = None) -> None:
        self.reporter.error(code, span, message, help)


def _looking_ahead(acts: list[rb.Act]) -> tuple[rb.Act, ...]:
    """Of two choices in a row the first offers only what leaves something to choose for the second."""
    for i in range(len(acts) - 2, -1, -1):
        first, second = acts[i], acts[i + 1]
        if not isinstance(first, rb.AskThing) or not isinstance(second, rb.AskThing):
            continue
        second.site.detail = True
        answered = any(law.asked is None for law in second.automatic)
        if not second.site.optional and not answered and not isinstance(first.items, rb.Numbers):
            acts[i] = replace(first, then=second)
    return tuple(acts)


def _note_detail(body: tuple[rb.Act, ...]) -> None:
    """The choice with which a way or an action begins only fills it in."""
    if body and isinstance(body[0], rb.NamedStep):
        _note_detail(body[0].body)
    elif body and isinstance(body[0], rb.AskThing | rb.AskSeveral):
        body[0].site.detail = True


def _needs_follow(nodes: list[Any]) -> bool:
    """Lets in front count as leading only if a `needs` or a choice follows them."""
    for node in nodes:
        if isinstance(node, n.Needs | n.Choose):
            return True
        if not isinstance(node, n.LetHere):
            return False
    return False


def _first_choice(body: tuple[rb.Act, ...]) -> rb.AskThing | rb.AskSeveral | None:
    """The choice that comes before anything happens, looked for through named steps."""
    for act in body:
        if isinstance(act, rb.AskThing | rb.AskSeveral):
            answered = any(law.where is None and law.asked is None for law in act.automatic)
            needless = isinstance(act, rb.AskSeveral) and act.least in (None, rb.Constant(NUMBER, 0))
            return None if act.site.optional or answered or needless else act
        if isinstance(act, rb.NamedStep) and not act.body:  # only a mark: nothing has happened
            continue
        if isinstance(act, rb.NamedStep):
            return _first_choice(act.body)
        return None
    return None


def _tries(acts: tuple[rb.Act, ...]) -> bool:
    return any(isinstance(act, rb.Check) for act in rb.walk_acts(acts))


def _leaves(body: tuple[Any, ...]) -> bool:
    return bool(body) and isinstance(body[-1], LEAVING)


def _snake(name: str) -> str:
    return "".join("_" + char.lower() if char.isupper() else char for char in name).lstrip("_")


__all__ = ["Statements", "written"]
