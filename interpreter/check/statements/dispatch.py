"""Check statements: procedures, actions, the steps of cards.

In: statement nodes and the scope around them. Out: acts; mistakes go to the reporter. Layer: check. Dispatches on the form
of a node; `ValueSteps`, `CardSteps` and `Decisions` check their groups; chance, log, control flow and endings are here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, assert_never

from interpreter.check.expressions.base import NOTHING
from interpreter.check.expressions.phrasing import article, quoted, written
from interpreter.check.names.recorder import name_span
from interpreter.check.names.scope import NamePath, Scope, known_if
from interpreter.check.statements.calls import Acts
from interpreter.check.statements.card_steps import CardSteps
from interpreter.check.statements.decisions import Decisions
from interpreter.check.statements.setting import ValueSteps
from interpreter.ir import rulebook as rb
from interpreter.ir.combinations import Together
from interpreter.ir.coverage_marks import BRANCH
from interpreter.ir.types import NUMBER, PLAYER, ListOf, Maybe, Of, Unknown, element, fits, type_in_words
from interpreter.source import Span, did_you_mean
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write

LEAVING = (n.Stop, n.Give, n.StopRepeating, n.EndGame, n.Answer)


class Statements(ValueSteps, CardSteps, Decisions):
    def block(self, nodes: tuple[Any, ...], scope: Scope) -> tuple[rb.Act, ...]:
        acts: list[rb.Act] = []
        for node in nodes:
            acts.extend(self.act(node, scope))
        return _looking_ahead(acts)

    def act(self, node: n.Statement, scope: Scope) -> tuple[rb.Act, ...]:
        result = self._act(node, scope)
        return result if isinstance(result, tuple) else (result,)

    def _act(self, node: n.Statement, scope: Scope) -> Acts:
        match node:
            case n.LetHere():
                return self._let_here(node, scope)
            case n.SetValue():
                return self._set_value(node, scope)
            case n.Raise():
                return self._raise(node, scope)
            case n.Gain():
                return self._gain(node, scope)
            case n.Pay():
                return self._pay(node, scope)
            case n.Choose():
                return self._choose(node, scope)
            case n.Menu():
                return self._menu(node, scope)
            case n.Take():
                return self._take(node, scope)
            case n.Move():
                return self._move(node, scope)
            case n.Draw():
                return self._draw(node, scope)
            case n.Refill():
                return self._refill(node, scope)
            case n.Shuffle():
                return self._shuffle(node, scope)
            case n.Lay():
                return self._lay(node, scope)
            case n.Roll():
                return self._roll(node, scope)
            case n.Pick():
                return self._pick(node, scope)
            case n.Show():
                return self._show(node, scope)
            case n.Announce():
                return self._announce(node, scope)
            case n.Each():
                return self._each(node, scope)
            case n.Repeat():
                return self._repeat(node, scope)
            case n.If():
                return self._if(node, scope)
            case n.Step():
                return self._step(node, scope)
            case n.Needs():
                return self._needs(node, scope)
            case n.MustLeave():
                return self._must_leave(node, scope)
            case n.Give():
                return self._give(node, scope)
            case n.Stop():
                return self._stop(node, scope)
            case n.StopRepeating():
                return self._stop_repeating(node, scope)
            case n.Proceed():
                return self._proceed(node, scope)
            case n.Answer():
                return self._answer(node, scope)
            case n.Tick():
                return self._tick(node, scope)
            case n.Touch():
                return self._touch(node, scope)
            case n.Enclosed():
                return self._enclosed(node, scope)
            case n.Run():
                return self._run(node, scope)
            case n.Win():
                return self._win(node, scope)
            case n.Score():
                return self._score(node, scope)
            case n.Leave():
                return self._leave(node, scope)
            case n.EndGame():
                return self._end_game(node, scope)
            case n.Remark():
                return ()  # a note for readers; does nothing
            case _:
                assert_never(node)

    # ---- chance and log
    def _roll(self, node: n.Roll, scope: Scope) -> Acts:
        count = self.expressions.check(node.count, scope, NUMBER)
        sides = self.expressions.check(node.sides, scope, NUMBER) if node.sides is not None else rb.Constant(NUMBER, 6)
        if (
            node.sides is not None
            and isinstance(sides, rb.Constant | rb.Setting)
            and sides is not NOTHING
            and not sides.value
        ):
            self._error("R0301", node.sides.span, "a die has at least 1 side")
        if node.single and not (isinstance(count, rb.Constant | rb.Setting) and count.value in (1, None)):
            message = "a single die is thrown once: what several throws show is a list"
            self._error("R0301", node.count.span, message, f"write: roll {write(node.count)} dice as {node.name}")
        variable = self._bound(scope, node.name, NUMBER if node.single else ListOf(NUMBER), node.span)
        by = self._actor(node.by, scope) if node.by is not None else None
        return rb.RollDice(node.span, variable, count, sides, node.single, by)

    def _pick(self, node: n.Pick, scope: Scope) -> Acts:
        query = n.Aggregate(node.span, "list", None, node.query)
        if node.query.binder is None and node.query.where is None:
            query = n.Aggregate(node.span, "list", None, node.query)
        items = self.expressions.check(query, scope)
        variable = self._bound(scope, node.name, element(items.type) or Unknown(), node.span)
        return rb.PickRandom(node.span, variable, items)

    def _show(self, node: n.Show, scope: Scope) -> Acts:
        what = self.expressions.check(node.what, scope)
        return rb.ShowTo(node.span, what, self._audience(node.audience, scope))

    def _announce(self, node: n.Announce, scope: Scope) -> Acts:
        audience = self._audience(node.audience, scope) if node.audience is not None else None
        return rb.Tell(node.span, self.expressions.template(node.text, scope), audience)

    def _audience(self, node: Any, scope: Scope) -> rb.Term | None:
        if isinstance(node, n.Name) and node.name == "everyone":
            return None
        term = self.expressions.check(node, scope)
        if not fits(term.type, PLAYER) and not fits(term.type, ListOf(PLAYER)):
            message = (
                f"a player, a list of players or everyone is wanted here, this is {article(type_in_words(term.type))}"
            )
            self._error("R0301", node.span, message)
        return term

    # ---- control flow
    def _each(self, node: n.Each, scope: Scope) -> Acts:
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
        """Give the loop a variable of its own, apart from the one its order is evaluated with."""
        for name, found in inner.variables.items():
            if found is variable:
                inner.variables[name] = self.expressions.again(variable)
                return inner.variables[name]
        return variable

    def _repeat(self, node: n.Repeat, scope: Scope) -> Acts:
        scope.forget_table()
        value: rb.Term | None = None
        if node.value is not None:
            counted = node.mode == "times"
            value = (self.expressions.check(node.value, scope, NUMBER) if counted
                     else self.expressions.condition(node.value, scope, BRANCH))  # fmt: skip
        inner = scope.inner()
        inner.looping = True
        if node.mode == "while" and node.value is not None:
            inner.learn(known_if(node.value, True))
        body = self.block(node.body, inner)
        scope.forget_table()
        return rb.Loop(node.span, node.mode, value, body)

    def _if(self, node: n.If, scope: Scope) -> Acts:
        cases: list[tuple[rb.Term, tuple[rb.Act, ...]]] = []
        after = scope.facts
        negated: frozenset[NamePath] = frozenset()
        for case in node.cases:
            test = scope.inner()
            test.learn(negated)
            condition = self.expressions.condition(case.condition, test, BRANCH)
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

    def _step(self, node: n.Step, scope: Scope) -> Acts:
        """Check a step. It is only a label: names bound in it stay visible after it."""
        return rb.NamedStep(node.span, node.name, self.block(node.body, scope), node.variant)

    def _enclosed(self, node: n.Enclosed, scope: Scope) -> Acts:
        """Check the steps of a law: its names are local, what it has tested stays known."""
        inner = scope.inner()
        inner.hidden = {**scope.hidden, **dict(node.hidden)}
        acts = self.block(node.body, inner)
        scope.keep_facts_of(inner)
        return acts

    def _give(self, node: n.Give, scope: Scope) -> Acts:
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

    def _stop(self, node: n.Stop, scope: Scope) -> Acts:
        return rb.Return(node.span, None)

    def _stop_repeating(self, node: n.StopRepeating, scope: Scope) -> Acts:
        if not scope.looping:
            self._error("R0312", node.span, "nothing is repeated here", "write stop to leave the procedure")
        return rb.Break(node.span)

    def _proceed(self, node: n.Proceed, scope: Scope) -> Acts:
        self._error("R0312", node.span, "`proceed` only stands in `instead of`", "leave it out")
        return ()

    def _answer(self, node: n.Answer, scope: Scope) -> Acts:
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
        if isinstance(scope.answer, Together):
            return self._answer_together(node, scope, scope.answer)
        return rb.GiveAnswer(node.span, self.expressions.check(node.value, scope, scope.answer))

    def _answer_together(self, node: n.Answer, scope: Scope, together: Together) -> Acts:
        """Check `answer e2 and e4`: an answer to all parts of a combined decision."""
        if isinstance(node.value, n.NoneValue):
            return rb.GiveAnswer(node.span, self.expressions.check(node.value, scope))
        given = node.value.parts if isinstance(node.value, n.Both) else (node.value,)
        names = [variable.name for variable in together.variables]
        if len(given) != len(names):
            help = "answer all of them, joined by and: answer ... and ..."
            self._error(
                "R0301", node.value.span, f"{' and '.join(names)} are one decision: all of them are answered", help
            )
            return ()
        checked = [self.expressions.check(one, scope, v.type) for one, v in zip(given, together.variables, strict=True)]
        return rb.GiveAnswer(node.span, together.number(tuple(checked)))

    def _needs(self, node: n.Needs, scope: Scope) -> Acts:
        """Report a `needs` that is not at the top."""
        help = "move it to the top, or write `if ...` with `stop` below it"
        self._error("R0313", node.span, "`needs` stands at the top of an action or a way, or below a choice", help)
        return ()

    def _must_leave(self, node: n.MustLeave, scope: Scope) -> Acts:
        if node.best is None:
            return rb.Check(node.span, self.conditions((n.Needs(node.span, node.condition, node.because),), scope)[0])
        number = self.expressions.check(node.condition, scope, NUMBER)
        words = f"the {node.best} {write(node.condition)}"
        because = self.expressions.template(node.because, scope)
        return rb.Check(
            node.span, rb.Condition(node.span, number, words, because, ()), 1 if node.best == "highest" else -1
        )

    # ---- endings
    def _win(self, node: n.Win, scope: Scope) -> Acts:
        return rb.Winner(node.span, self.expressions.check(node.player, scope, PLAYER))

    def _score(self, node: n.Score, scope: Scope) -> Acts:
        player = self.expressions.check(node.player, scope, PLAYER)
        value = self.expressions.check(node.value, scope, NUMBER)
        return rb.SetScore(node.span, player, value, self._row(node.row) if node.row is not None else None)

    def _row(self, text: n.Text) -> str:
        """Return the name of a score row: constant, so that the players' numbers are comparable."""
        holes = [part for part in text.parts if not isinstance(part, str)]
        if holes or not text.parts:
            message = "a row of the score sheet has the same name for everybody"
            self._error("R0314", text.span, message, 'write a plain text: scores 3 as "Influence"')
        return "".join(part for part in text.parts if isinstance(part, str))

    def _leave(self, node: n.Leave, scope: Scope) -> Acts:
        return rb.Eliminate(node.span, self.expressions.check(node.player, scope, PLAYER))

    def _end_game(self, node: n.EndGame, scope: Scope) -> Acts:
        return rb.EndGame(node.span)

    # ---- running procedures
    def _run(self, node: n.Run, scope: Scope) -> Acts:
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
        known = [*self.names.routines, "proceed", "stop"]
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
        if isinstance(owner.type, Unknown):
            return ()
        column = self.expressions._column(owner.type, node.name)
        if column is None or column.type is not None:
            return None
        if isinstance(owner.type, Maybe):
            self.expressions._perhaps_none(node.owner.span)
            return ()
        if self.recorder is not None:
            self.recorder.thing(name_span(node), column)
        arguments = self._arguments(node, column.name, column.parameters, node.arguments, scope)
        return rb.CallColumn(node.span, column, owner, arguments)


def _looking_ahead(acts: list[rb.Act]) -> tuple[rb.Act, ...]:
    """Link two choices in a row: the first offers only what leaves something to choose for the second."""
    for i in range(len(acts) - 2, -1, -1):
        first, second = acts[i], acts[i + 1]
        if not isinstance(first, rb.AskThing) or not isinstance(second, rb.AskThing):
            continue
        second.site.detail = True
        answered = any(law.asked is None for law in second.automatic)
        if not second.site.optional and not answered and not isinstance(first.items, rb.Numbers):
            acts[i] = replace(first, then=second)
    return tuple(acts)


def _leaves(body: tuple[Any, ...]) -> bool:
    return bool(body) and isinstance(body[-1], LEAVING)


__all__ = ["Statements", "written"]
