"""Check statements that ask a player: chooses, the ways of a menu, takes one of, and their needs.

In: statement nodes and the scope around them. Out: acts with their sites; the leading parts of an action or way. Layer:
check.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import Any

from interpreter.check.expressions.phrasing import article
from interpreter.check.names.recorder import first_word
from interpreter.check.names.scope import Scope, known_if
from interpreter.check.secrets.refusal_secrecy import tellable
from interpreter.check.statements.calls import Acts, Calls
from interpreter.ir import rulebook as rb
from interpreter.ir.combinations import MAX_COMBINATIONS, Together, part_of
from interpreter.ir.coverage_marks import REFUSAL
from interpreter.ir.rulebook import MAX_PLAYERS
from interpreter.ir.types import (
    NUMBER,
    PLAYER,
    YES_NO,
    ListOf,
    Maybe,
    Number,
    Of,
    SiteShape,
    Type,
    Unknown,
    bare,
    element,
)
from interpreter.source import Span, did_you_mean
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write


class Decisions(Calls):
    def conditions(
        self, needs: tuple[n.Needs, ...], scope: Scope, reader: rb.Term | None = None
    ) -> tuple[rb.Condition, ...]:
        """Check what must hold; `reader` is the player who reads the refusal (in an action, `you`)."""
        you = scope.find("you")
        if reader is None and you is not None:
            reader = rb.Local(you.type, you)
        return tuple(self._condition(need.span, need.condition, need.because, scope, reader) for need in needs)

    def _where_parts(self, where: Any, scope: Scope, reader: rb.Term) -> tuple[rb.Condition, ...]:
        """Split a `where` into its parts, so that a refusal can name the one that fails."""
        if where is None:
            return ()
        inner = scope.inner()
        parts = where.parts if isinstance(where, n.Both) else (where,)
        return tuple(self._condition(part.span, part, None, inner, reader) for part in parts)

    def _condition(
        self, span: Span, node: Any, because: n.Text | None, scope: Scope, reader: rb.Term | None
    ) -> rb.Condition:
        holds = self.expressions.condition(node, scope, REFUSAL)
        reason = self.expressions.template(because, scope) if because is not None else None
        values = tuple(pair for pair in self._values_in(node, scope) if tellable(pair[1], reader))
        scope.learn(known_if(node, True))
        return rb.Condition(span, holds, write(node), reason, values)

    def _values_in(self, node: Any, scope: Scope) -> tuple[tuple[str, rb.Term], ...]:
        """Return the two sides of a comparison, so that a refusal can show their values."""
        if not isinstance(node, n.Compare) or self.expressions._predicate(node, scope) is not None:
            return ()
        found = []
        other: Type | None = None  # the type of one side decides which member a name on the other side is
        for side in (node.left, node.right):
            if side is None or isinstance(side, n.Number | n.YesNo | n.NoneValue | n.ListOf | n.Range):
                continue
            if self.expressions._only_member(side, scope):
                continue  # a member is its own name
            term = self.expressions._term(side, scope, other)
            other = term.type
            if isinstance(bare(term.type), Number | Of) and not isinstance(term, rb.Constant | rb.Setting):
                found.append((write(side), term))
        return tuple(found)

    def _choose(self, node: n.Choose, scope: Scope) -> Acts:
        return self._choose_together(node, scope) if node.also else self._choose_alone(node, scope)

    def _choose_together(self, node: n.Choose, scope: Scope) -> Acts:
        """Check a combined decision: the question is about a number that encodes all of its things."""
        actor = self._actor(node.actor, scope)
        inner = scope.inner()
        together = self._together(node, inner)
        item = rb.Variable(node.called, NUMBER)
        number = rb.Local(NUMBER, item)
        where = self.expressions.condition(node.where, inner) if node.where is not None else None
        parts = self._where_parts(node.where, inner, actor)
        if node.where is not None:
            inner.learn(known_if(node.where, True))
        needs = self.conditions(node.needs, inner, actor)
        prompt = self.expressions.template(node.prompt, scope) if node.prompt is not None else None
        private, alone = scope.secret or node.secretly, node.secretly and not scope.secret
        site = rb.Site(node.called, node.span, scope.routine, "thing", prompt, node.optional, private, alone)
        site.openly, site.parts, site.where = node.openly, together.parts, together.of(parts, number)
        site.among = " and ".join(write(members) for _, members in node.lists if members is not None)
        site.beside = together.of(self._beside(node, "thing", inner), number)
        answer: Type = Maybe(NUMBER) if node.optional else NUMBER
        automatic = self._automatic(node.automatic, scope, together)
        variable = rb.Variable(node.called, answer)
        items = together.combinations()
        where, needs = together.of(where, number), together.of(needs, number)
        ask = rb.AskThing(node.span, site, actor, variable, item, items, where, needs, automatic)
        scope.forget_table()
        chosen = rb.Local(answer, variable)
        values = together.perhaps(chosen) if node.optional else together.values(chosen)
        named = []
        for name, value in zip(node.names, values, strict=True):
            kind = value.type.kind if dict(node.lists)[name] is None and isinstance(value.type, Of) else None
            named.append(rb.Assign(node.span, self._bound(scope, name, value.type, node.span, kind), value))
        return (ask, *named)

    def _together(self, node: n.Choose, inner: Scope) -> Together:
        """Check the parts of a combined decision; each may depend on those before it."""
        variables, listed, parts = [], [], []
        for called, members in node.lists:
            one = replace(node, name=called, members=members, also=())
            items, name, _ = self._offered(one, inner)
            type_ = element(items.type) or Unknown()
            variables.append(self._item(inner, name, type_, one))
            listed.append(items)
            part = part_of(type_, self.names.kinds, MAX_PLAYERS)
            if part is None and not isinstance(type_, Unknown):
                self._error("R0301", node.span.word(name), f'"{name}" cannot be chosen together with something else',
                            "things of a kind and numbers can; choose it in a line of its own")  # fmt: skip
            parts.append(part or rb.Part(None, 0, 1))
        if prod(part.size for part in parts) > MAX_COMBINATIONS:
            self._error("R0301", node.span, "these are too many things for one decision",
                        "choose some of them in a line of its own")  # fmt: skip
        return Together(tuple(variables), tuple(listed), tuple(parts), node.span)

    def _choose_alone(self, node: n.Choose, scope: Scope) -> Acts:
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
        shape: SiteShape = "several" if several else "amount" if isinstance(items, rb.Numbers) else "thing"
        kind = inner_type.kind if isinstance(inner_type, Of) else None
        private, alone = scope.secret or node.secretly, node.secretly and not scope.secret
        site = rb.Site(name, node.span, scope.routine, shape, prompt, node.optional, private, alone, kind=kind)
        site.openly = node.openly
        site.among, site.where = write(node.members) if node.members is not None else "", parts
        site.beside = self._beside(node, shape, inner)
        type_: Type = ListOf(inner_type) if several else Maybe(inner_type) if node.optional else inner_type
        bounds = self._bounds(node.bounds, scope) if node.bounds is not None else (None, None)
        automatic = self._automatic(node.automatic, scope, type_)
        called = inner_type.kind if node.members is None and node.alias is None and isinstance(inner_type, Of) else None
        variable = self._bound(scope, name, type_, node.span, called)
        scope.forget_table()
        if several:
            return rb.AskSeveral(node.span, site, actor, variable, item, items, where, needs, *bounds, automatic)
        return rb.AskThing(node.span, site, actor, variable, item, items, where, needs, automatic)

    def _beside(self, node: n.Choose, shape: SiteShape, inner: Scope) -> rb.Template | None:
        """Check the text beside each choice, in which that choice is in scope."""
        if node.beside is None:
            return None
        if shape == "amount":
            message = "an amount is typed, not chosen from a list: nothing can stand beside it"
            self._error("R0320", node.beside.span, message, "say it in the prompt")
        return self.expressions.template(node.beside, inner)

    def _item(self, inner: Scope, name: str, type_: Type, node: n.Choose) -> rb.Variable:
        found = inner.find(name)
        kind = type_.kind if node.members is None and isinstance(type_, Of) else None
        if found is None or bare(found.type) != type_:
            return self.expressions.bind(inner, name, type_, node.span, kind)
        again = inner.declare(name, type_)  # the same choice made again
        if self.recorder is not None:
            self.recorder.bound(again, node.span, kind)
        return again

    def _offered(self, node: n.Choose, scope: Scope) -> tuple[rb.Term, str, str]:
        """Return what is chosen from, the name of one of them, and the name of the answer."""
        if node.members is not None:
            items, _ = self.expressions.members_of(node.members, scope)
        else:
            kind = self.expressions._kind_named(node.name)
            if kind is None:
                known = list(self.names.kinds)
                self._error("R0201", node.span.word(node.name), f'there is no kind of thing called "{node.name}"',
                            did_you_mean(node.name, known) or f"say what is chosen from: chooses {node.name} in ...")  # fmt: skip
                return rb.Constant(ListOf(Unknown()), 0), node.name, node.alias or node.name
            if self.recorder is not None:
                self.recorder.kind(node.span.word(node.name), kind)
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

    def _menu(self, node: n.Menu, scope: Scope) -> Acts:
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
        """Split an action or way: its lets and needs, its first choice (which decides whether it is offered), its steps."""
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
        some_way = _some_way(body)
        return tuple(lets), (*needs, *([some_way] if some_way is not None else [])), _first_choice(body), (*lets, *body)

    def _only_lets(self, node: Any) -> bool:
        """Is it a let with an expression, not one that binds the result of a procedure?"""
        return isinstance(node, n.LetHere) and getattr(node.value, "name", "") not in self.names.routines

    def _take(self, node: n.Take, scope: Scope) -> Acts:
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
            if self.recorder is not None:
                self.recorder.thing(first_word(taken.span), routine)
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
        """Build `may take any of`: repeat the question until the player passes."""
        assert ask.taken is not None
        passed = rb.Logic(YES_NO, "not", (rb.Local(YES_NO, ask.taken),))
        leave = rb.Branching(ask.span, ((passed, (rb.Break(ask.span),)),), ())
        return rb.Loop(ask.span, "forever", None, (ask, leave))


def _note_detail(body: tuple[rb.Act, ...]) -> None:
    """Mark the choice that a way or an action begins with as a detail of it."""
    if body and isinstance(body[0], rb.NamedStep):
        _note_detail(body[0].body)
    elif body and isinstance(body[0], rb.AskThing | rb.AskSeveral):
        body[0].site.detail = True


def _needs_follow(nodes: list[Any]) -> bool:
    """Is there a `needs` or a choice after these lets? Only then do they count as leading."""
    for node in nodes:
        if isinstance(node, n.Needs | n.Choose):
            return True
        if not isinstance(node, n.LetHere):
            return False
    return False


def _first_choice(body: tuple[rb.Act, ...]) -> rb.AskThing | rb.AskSeveral | None:
    """Return the choice made before anything happens, also inside named steps.

    None if it can be declined or is answered by the rules."""
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


def _some_way(body: tuple[rb.Act, ...]) -> rb.Condition | None:
    """Return the extra need of what begins with a menu: that one of its ways is possible.

    None if there is nothing to test."""
    menu = next((act for act in body if not (isinstance(act, rb.NamedStep) and not act.body)), None)
    if isinstance(menu, rb.NamedStep):
        return _some_way(menu.body)
    if not isinstance(menu, rb.AskMenu) or menu.site.optional or menu.automatic:
        return None
    ways = [_possible(entry) for entry in menu.entries]
    known = [way for way in ways if way is not None]
    if len(known) < len(ways):
        return None  # one of them is always possible, as far as is known here
    holds = known[0] if len(known) == 1 else rb.Logic(YES_NO, "or", tuple(known))
    because = rb.Template(("none of its ways is possible now",), menu.span)
    return rb.Condition(menu.span, holds, "one of its ways is possible", because, ())


def _possible(entry: rb.MenuEntry) -> rb.Term | None:
    """Return the condition for a way.

    None if there is none, or if it starts with lets and is tested when chosen."""
    if entry.lets:
        return None
    tests = [need.holds for need in entry.needs]
    if entry.first is not None and not entry.first.automatic:
        tests.append(_some_left(entry.first))
    if not tests:
        return None
    return tests[0] if len(tests) == 1 else rb.Logic(YES_NO, "and", tuple(tests))


def _some_left(ask: rb.AskThing | rb.AskSeveral) -> rb.Term:
    conditions = [term for term in (ask.where, *(need.holds for need in ask.needs)) if term is not None]
    where = (
        None
        if not conditions
        else conditions[0]
        if len(conditions) == 1
        else rb.Logic(YES_NO, "and", tuple(conditions))
    )
    return rb.Search(YES_NO, "some", ask.item, ask.items, where, (), None, ask.span)


def _tries(acts: tuple[rb.Act, ...]) -> bool:
    return any(isinstance(act, rb.Check) for act in rb.walk_acts(acts))
