"""Check bodies: starts and visibility of keeps, the steps of procedures and actions, always rules, set-ups.

In: declarations whose types are known. Out: routines with their acts, keeps with their starts. Layer: check.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from interpreter.check.declarations.bot_value import judge
from interpreter.check.declarations.starts import in_order_of_starts
from interpreter.check.expressions.failing import failing
from interpreter.check.expressions.phrasing import article
from interpreter.check.names.scope import Scope
from interpreter.check.secrets.shown_values import shown_value
from interpreter.check.statements.dispatch import Statements
from interpreter.check.statements.giving import gives_nothing_at
from interpreter.check.tables.cell_changes import CellChanges
from interpreter.ir import rulebook as rb
from interpreter.ir.types import PLAYER, ListOf, Maybe, Number, Of, Unknown, YesNo, fits, type_in_words
from interpreter.source import Source, Span, nearest
from interpreter.syntax import nodes as n


class Bodies(CellChanges):
    statements: Statements

    def check_bodies(self) -> None:
        for kind, column in self.reprints:
            self.column_value(self.kinds[kind].columns[column])
        for name in self.woven.lets:
            self.value(name)
        for node in self.woven.keeps.values():
            self._keep_details(node)
        self.shown = self._shown()
        self.judge = judge(self.woven.lets, self.values, self.reporter)
        for name, routine in self.woven.routines.items():
            self._action_title(self.routines[name], routine)
        self.ordered_keeps = in_order_of_starts(self.keeps, self.reporter)
        for name, routine in self.woven.routines.items():
            self._body(self.routines[name], routine)
        for steps, nodes, scope in self.cells.routines:
            self._card_steps(steps, nodes, scope)
        self._what_has_no_place()
        for unit, span in self.statements.wanted_units.items():
            if unit not in self.statements.owned_units:
                message = f"{unit} are nobody's: their ends cannot be counted for one player"
                help = f"count them without `of`, or give what is called {unit} a player in brackets"
                self.reporter.error("R0314", span, message, help)
        for always in self.woven.always.values():
            scope = Scope()
            holds = self.expressions.condition(always.condition, scope)
            because = self.expressions.template(always.because, scope)
            why = failing(always.condition, holds)
            self.invariants.append(rb.Invariant(always.name, holds, because, always.span, why))
        for needed in self.woven.requirements:
            self._requirement(needed)
        if "play" not in self.routines:
            message = 'the game has no procedure called "play", so it cannot begin'
            near = nearest("play", self.woven.routines)
            place = self.woven.routines[near].head.span.word(near) if near is not None else self._beginning()
            help = f'write "play" for "{near}"' if near is not None else "write one: procedure play"
            self.reporter.error("R0213", place, message, help)

    def _what_has_no_place(self) -> None:
        """Check bodies that belong nowhere, to report their mistakes.

        These are duplicate declarations, and laws without a target."""
        for node in self.woven.twins:
            if isinstance(node, n.Procedure | n.Action):
                self._check_body(self._described(node), node)
            elif isinstance(node, n.Let):
                self._check_value(node)
        if self.woven.adrift:
            named = self._all_named()
        for said in self.woven.adrift:
            self.statements.block(said.law.body, Scope(variables=dict(named)))

    def _all_named(self) -> dict[str, rb.Variable]:
        """Return every name bound anywhere, with type Unknown: what a law without a target can see is not known."""
        names = {"you", *self.kinds}
        for inner in (inner for routine in self.woven.routines.values() for inner in n.walk(routine)):
            names.update(
                name for field in ("name", "alias", "binder") if isinstance(name := getattr(inner, field, None), str)
            )
        return {name: rb.Variable(name, Unknown()) for name in names if name not in self.routines}

    def _shown(self) -> tuple[rb.Shown, ...]:
        """Return the values marked `shown as`; their visibility depends on what they read."""
        found = []
        for name, node in self.woven.lets.items():
            if node.shown_as is not None and name in self.values:
                value = self.values[name]
                size = prod(self._size(parameter.type) for parameter in value.parameters)
                found.append(shown_value(value, node, size, self.reporter))
        return tuple(shown for shown in found if shown is not None)

    def _requirement(self, node: n.Requirement) -> None:
        """Check a set-up requirement. It is evaluated before the game, so it must not read keeps."""
        scope = Scope()
        holds = self.expressions.condition(node.condition, scope)
        self.requirements.append(rb.Requirement(holds, self.expressions.template(node.because, scope), node.span))
        kept = next((name.name for name in n.walk(node.condition) if _name_of(name) in self.keeps), None)
        if kept is not None:
            message = f'nothing has been played yet when a set-up is looked at, so "{kept}" says nothing'
            help = "ask for players, options and what is worked out from them, or write it in a procedure"
            self.reporter.error("R0613", node.condition.span.word(kept), message, help)

    def _beginning(self) -> Span | None:
        """Return the first line of the rules, for errors about all of them."""
        spans = [node.span for module in self.sources.base for node in module.declarations]
        return Source(spans[0].source.path, "").at(1, 1) if spans else None

    def _keep_details(self, node: n.Keep) -> None:
        keep = self.keeps[node.head.name]
        scope = Scope(variables={parameter.name: parameter for parameter in keep.parameters})
        if node.starts_at is not None:
            keep.start = self.expressions.check(node.starts_at, scope, keep.type)
        else:
            keep.start = self._usual_start(keep)
        keep.seen = tuple(self._seen(seen, keep, scope) for seen in node.seen_by)
        if keep.absence_seen and not isinstance(keep.type, Maybe):
            message = f'"{keep.name}" is never none, so there is no absence to be seen'
            self.reporter.error("R0318", keep.span.word(keep.name), message, "leave out `absence seen by everyone`")
        if keep.height is not None:
            keep.height.seen = keep.seen

    def _usual_start(self, keep: rb.Keep) -> rb.Term | None:
        match keep.type:
            case Number(low, high):
                start = 0 if (low is None or low <= 0) and (high is None or high >= 0) else low
                return rb.Constant(keep.type, start)
            case YesNo():
                return rb.Constant(keep.type, False)
            case Maybe():
                return rb.Constant(keep.type, None)
            case ListOf():
                return rb.Listing(keep.type, ())
            case Of(kind) if not keep.implicit and kind != "player":
                first = next(iter(self.kinds[kind].members), "...")
                message = f'"{keep.name}" is always {article(kind)}, but does not say which one at the beginning'
                help = f"add `, starts at {first}` at the end of the line, or write `{kind} or none`"
                self.reporter.error("R0317", keep.span.word(keep.name), message, help)
            case _:
                pass
        if keep.type == PLAYER:
            return rb.Constant(PLAYER, 0)
        return None

    def _seen(self, node: n.SeenBy, keep: rb.Keep, scope: Scope) -> rb.Seen:
        when = self.expressions.condition(node.when, scope) if node.when is not None else None
        words = [name.name for name in node.names]
        if words == ["everyone"]:
            return rb.Seen(True, (), when)
        if words == ["nobody"]:
            return rb.Seen(False, (), when)
        if words == ["others"] and scope.find("others") is None and "others" not in self.keeps:
            return rb.Seen(False, (), when, self._owner(node.names[0], keep))
        return rb.Seen(False, tuple(self._seer(name, keep, scope) for name in node.names), when)

    def _seer(self, name: n.Name, keep: rb.Keep, scope: Scope) -> rb.Term:
        if name.name == "owner":
            return self._owner(name, keep)
        term = self.expressions.check(name, scope)
        if not fits(term.type, Maybe(PLAYER)) and not fits(term.type, ListOf(PLAYER)):
            message = f"only players see something, and this is {article(type_in_words(term.type))}"
            self.reporter.error("R0318", name.span, message, "write everyone, nobody, owner, others or a player's name")
        return term

    def _owner(self, name: n.Name, keep: rb.Keep) -> rb.Term:
        owner = next((parameter for parameter in keep.parameters if parameter.type == PLAYER), None)
        if owner is None:
            message = f'"{keep.name}" is kept for no player, so it has no owner'
            self.reporter.error("R0318", name.span, message, "write seen by everyone, or seen by nobody")
            return rb.Constant(PLAYER, 0)
        return rb.Local(PLAYER, owner)

    def _action_title(self, routine: rb.Routine, node: n.Procedure | n.Action) -> None:
        """Check the title of an action. Titles come before bodies, because any body may offer the action."""
        if isinstance(node, n.Action) and node.title is not None:
            scope = Scope(
                routine=routine.name, variables={parameter.name: parameter for parameter in routine.parameters}
            )
            routine.title = self.expressions.template(node.title, scope)

    def _body(self, routine: rb.Routine, node: n.Procedure | n.Action) -> None:
        self._check_body(routine, node)

    def _card_steps(self, routine: rb.Routine, nodes: tuple[Any, ...], scope: Scope) -> None:
        """Check the steps printed on a card."""
        routine.body = self.statements.block(nodes, scope)

    def _check_body(self, routine: rb.Routine, node: n.Procedure | n.Action) -> None:
        scope = Scope(routine=routine.name, variables={parameter.name: parameter for parameter in routine.parameters})
        routine.keeps = tuple(self.keeps[keep.head.name] for keep in node.keeps if keep.head.name in self.keeps)
        if isinstance(node, n.Action):
            routine.lets, routine.needs, routine.first, routine.body = self.statements.leading(node.body, scope)
            routine.tried = any(isinstance(act, rb.Check) for act in rb.walk_acts(routine.body))
        else:
            routine.body = self.statements.block(node.body, scope)
            routine.tried = _checked_itself(routine.body)
            self._must_give(routine, node)

    def _must_give(self, routine: rb.Routine, node: n.Procedure) -> None:
        place = gives_nothing_at(routine)
        if place is None or routine.gives is None:
            return
        span = node.head.span if place == routine.span else place
        message = f'"{node.head.name}" may end here without giving {article(type_in_words(routine.gives))}'
        if place == routine.span:
            message = f'"{node.head.name}" may come to its end without giving {article(type_in_words(routine.gives))}'
        help = f"add `give ...`, or let it give {type_in_words(routine.gives)} or none"
        self.reporter.error("R0319", span, message, help)


def _name_of(node: Any) -> str | None:
    """Return the name that a node reads."""
    return node.name if isinstance(node, n.Name | n.Call | n.Possessive) else None


def _checked_itself(acts: Sequence[rb.Act]) -> bool:
    """Does it contain a `must leave` outside of the ways of a menu?"""
    return any(
        isinstance(act, rb.Check) or (not isinstance(act, rb.AskMenu) and _checked_itself(rb.inner_acts(act)))
        for act in acts
    )
