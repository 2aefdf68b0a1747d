"""Builds the nodes of statements.

In: parse trees of the statements of `grammars/rules.lark`. Out: nodes. Layer: syntax.
"""

from __future__ import annotations

from dataclasses import replace

from lark.tree import Meta

from interpreter.syntax import nodes as n
from interpreter.syntax.build.expression_rules import Expressions
from interpreter.syntax.build.parts import (
    Item,
    Mark,
    all_of,
    expressions,
    has,
    mark,
    maybe,
    names,
    statements,
)
from interpreter.syntax.common_mistakes import ALONE
from interpreter.syntax.windows import secret_window, until_all_pass, window


class Statements(Expressions):
    """The rules of statements; a rule without a method here is that of a Sentence."""

    def let_here(self, meta: Meta, items: list[Item]) -> n.LetHere:
        return n.LetHere(self.at(meta), names(items)[0], expressions(items)[0])

    def let_cases(self, meta: Meta, items: list[Item]) -> n.LetHere:
        cases = tuple(all_of(items, n.Case))
        return n.LetHere(self.at(meta), names(items)[0], n.Cases(self.at(meta), cases))

    def raise_(self, meta: Meta, items: list[Item]) -> n.Raise:
        target, amount = expressions(items)
        return n.Raise(self.at(meta), target, amount, 1)

    def lower(self, meta: Meta, items: list[Item]) -> n.Raise:
        target, amount = expressions(items)
        return n.Raise(self.at(meta), target, amount, -1)

    def gain(self, meta: Meta, items: list[Item]) -> n.Gain:
        subject, amount = expressions(items)
        return n.Gain(self.at(meta), subject, amount, all_of(items, n.Resource)[0], 1)

    def lose(self, meta: Meta, items: list[Item]) -> n.Gain:
        subject, amount = expressions(items)
        return n.Gain(self.at(meta), subject, amount, all_of(items, n.Resource)[0], -1)

    def pay(self, meta: Meta, items: list[Item]) -> n.Pay:
        payer, amount, payee = expressions(items)
        return n.Pay(self.at(meta), payer, amount, all_of(items, n.Resource)[0], payee)

    def resource(self, meta: Meta, items: list[Item]) -> n.Resource:
        return n.Resource(self.at(meta), names(items)[0], mark(items, "arguments") or ())

    def choose_one(self, meta: Meta, items: list[Item]) -> n.Choose:
        return self._choose(meta, items, None)

    def one_name(self, meta: Meta, items: list[Item]) -> n.ChosenToo:
        found = expressions(items)
        return n.ChosenToo(self.at(meta), names(items)[0], found[0] if found else None)

    def choose_either(self, meta: Meta, items: list[Item]) -> n.Choose:
        return replace(self.choose_together(meta, items), either=True)

    def choose_together(self, meta: Meta, items: list[Item]) -> n.Choose:
        first, *others = all_of(items, n.ChosenToo)
        actor = expressions(items)[0]
        prompt, beside, needs = self._choice_parts(items)
        return n.Choose(
            self.at(meta), actor, has(items, "MAY"), first.name, first.members, mark(items, "where"), None, None, prompt,
            needs, has(items, "SECRETLY"), openly=has(items, "OPENLY"), beside=beside, also=tuple(others),
        )  # fmt: skip

    def choose_several(self, meta: Meta, items: list[Item]) -> n.Choose:
        found = self._choose(meta, items, all_of(items, n.Bounds)[0])
        return replace(found, at_once=has(items, "AT_ONCE"))

    def _choose(self, meta: Meta, items: list[Item], bounds: n.Bounds | None) -> n.Choose:
        found = expressions(items)
        members = found[1] if len(found) > 1 else None
        prompt, beside, needs = self._choice_parts(items)
        called = names(items)
        alias = called[1] if len(called) > 1 else None
        where = mark(items, "where")
        return n.Choose(
            self.at(meta), found[0], has(items, "MAY"), called[0], members, where, bounds, alias, prompt, needs,
            has(items, "SECRETLY"), openly=has(items, "OPENLY"), beside=beside,
        )  # fmt: skip

    def _choice_parts(self, items: list[Item]) -> tuple[n.Text | None, n.Text | None, tuple[n.Needs, ...]]:
        texts = mark(items, "parts") or []
        needs = tuple(part for part in texts if isinstance(part, n.Needs))
        return mark(texts, "prompt"), mark(texts, "beside"), needs

    def any_number(self, meta: Meta, _items: list[Item]) -> n.Bounds:
        return n.Bounds(self.at(meta), None, None)

    def up_to(self, meta: Meta, items: list[Item]) -> n.Bounds:
        return n.Bounds(self.at(meta), None, expressions(items)[0])

    def exactly(self, meta: Meta, items: list[Item]) -> n.Bounds:
        amount = expressions(items)[0]
        return n.Bounds(self.at(meta), amount, amount)

    def between(self, meta: Meta, items: list[Item]) -> n.Bounds:
        return n.Bounds(self.at(meta), *expressions(items))

    def choice_parts(self, _meta: Meta, items: list[Item]) -> Mark:
        self.refuse_double(items)
        return Mark("parts", items)

    def prompt(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("prompt", self.maybe_text(items), self.at(meta))

    def beside(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("beside", self.maybe_text(items), self.at(meta))

    def menu(self, meta: Meta, items: list[Item]) -> n.Menu:
        branches = tuple(all_of(items, n.Branch))
        return self._menu(meta, items, False, mark(items, "prompt"), branches)

    def _menu(
        self, meta: Meta, items: list[Item], optional: bool, prompt: n.Text | None, branches: tuple[n.Branch, ...]
    ) -> n.Menu:
        secretly, openly = has(items, "SECRETLY"), has(items, "OPENLY")
        return n.Menu(self.at(meta), expressions(items)[0], optional, prompt, branches, secretly, openly=openly)

    def branch(self, meta: Meta, items: list[Item]) -> n.Branch:
        return n.Branch(self.at(meta), names(items)[0], self.maybe_text(items), statements(items))

    def may_do(self, meta: Meta, items: list[Item]) -> n.Menu:
        branch = n.Branch(self.at(meta), names(items)[0], self.maybe_text(items), statements(items))
        return self._menu(meta, items, True, None, (branch,))

    def may_choose(self, meta: Meta, items: list[Item]) -> n.Menu:
        branches = tuple(all_of(items, n.Branch))
        return self._menu(meta, items, True, mark(items, "prompt"), branches)

    def one_of(self, meta: Meta, items: list[Item]) -> n.Query:
        name, members = names(items)[0], expressions(items)[0]
        return n.Query(self.at(meta), name, members, maybe(items, n.Rotation), mark(items, "where"), ())

    def window_do(self, meta: Meta, items: list[Item]) -> n.Each | n.Step:
        branch = n.Branch(self.at(meta), names(items)[0], self.maybe_text(items), statements(items))
        return self._window(meta, items, (branch,))

    def window_ways(self, meta: Meta, items: list[Item]) -> n.Each | n.Step:
        return self._window(meta, items, tuple(all_of(items, n.Branch)))

    def _window(self, meta: Meta, items: list[Item], branches: tuple[n.Branch, ...]) -> n.Each | n.Step:
        query = all_of(items, n.Query)[0]
        asked = n.Name(query.span, query.binder or "")
        menu = n.Menu(self.at(meta), asked, True, mark(items, "prompt"), branches)
        return (secret_window if has(items, "SECRETLY") else window)(self.at(meta), query, menu)

    def window_take(self, meta: Meta, items: list[Item]) -> n.Each:
        query = all_of(items, n.Query)[0]
        asked, actions = n.Name(query.span, query.binder or ""), tuple(all_of(items, n.Taken))
        return window(self.at(meta), query, n.Take(self.at(meta), asked, True, actions, None, mark(items, "prompt")))

    def take(self, meta: Meta, items: list[Item]) -> n.Take:
        alias = names(items)
        actions = tuple(all_of(items, n.Taken))
        optional = has(items, "MAY")
        actor, prompt, openly = expressions(items)[0], mark(items, "prompt"), has(items, "OPENLY")
        return n.Take(self.at(meta), actor, optional, actions, alias[0] if alias else None, prompt, openly=openly)

    def take_any(self, meta: Meta, items: list[Item]) -> n.Take:
        actions = tuple(all_of(items, n.Taken))
        actor, prompt, openly = expressions(items)[0], mark(items, "prompt"), has(items, "OPENLY")
        return n.Take(self.at(meta), actor, True, actions, None, prompt, repeated=True, openly=openly)

    def taken(self, meta: Meta, items: list[Item]) -> n.Taken:
        return n.Taken(self.at(meta), names(items)[0], mark(items, "arguments") or ())

    def move(self, meta: Meta, items: list[Item]) -> n.Move:
        what, zone = expressions(items)
        return n.Move(self.at(meta), what, zone, mark(items, "position"), maybe(items, n.Duration))

    def add_made(self, meta: Meta, items: list[Item]) -> n.AddMade:
        kind, *alias = names(items)
        where, written = mark(items, "position"), tuple(all_of(items, n.Written))
        return n.AddMade(self.at(meta), kind, expressions(items)[0], where, alias[0] if alias else None, written)

    def written(self, meta: Meta, items: list[Item]) -> n.Written:
        return n.Written(self.at(meta), names(items)[0], expressions(items)[0])

    def position(self, _meta: Meta, items: list[Item]) -> Mark:
        return Mark("position", str(items[0]).split()[-1])

    def duration(self, meta: Meta, items: list[Item]) -> n.Duration:
        found = expressions(items)
        of = found[1] if len(found) > 2 else None
        return n.Duration(self.at(meta), found[0], names(items)[0], of, found[-1], mark(items, "position"))

    def draw(self, meta: Meta, items: list[Item]) -> n.Draw:
        name = names(items)
        count, pile, zone = expressions(items)
        return n.Draw(self.at(meta), count, pile, zone, mark(items, "position"), name[0] if name else None)

    def roll(self, meta: Meta, items: list[Item]) -> n.Roll:
        found = expressions(items)
        sides = found[1] if len(found) > 1 else None
        return n.Roll(self.at(meta), found[0], has(items, "DIE"), sides, names(items)[-1])

    def secret_roll(self, meta: Meta, items: list[Item]) -> n.Roll:
        by, count, *sides = expressions(items)
        return n.Roll(self.at(meta), count, has(items, "DIE"), sides[0] if sides else None, names(items)[-1], by)

    def pick(self, meta: Meta, items: list[Item]) -> n.Pick:
        return n.Pick(self.at(meta), names(items)[0], all_of(items, n.Query)[0])

    def announce(self, meta: Meta, items: list[Item]) -> n.Announce:
        found = expressions(items)
        return n.Announce(self.at(meta), self.reason(items), found[0] if found else None)

    def each(self, meta: Meta, items: list[Item]) -> n.Each:
        return n.Each(
            self.at(meta), has(items, "SECRETLY"), all_of(items, n.Query)[0], statements(items), has(items, "AT_ONCE")
        )

    def _repeat(self, meta: Meta, items: list[Item], mode: str) -> n.Repeat:
        found = expressions(items)
        return n.Repeat(self.at(meta), mode, found[0] if found else None, statements(items))

    def repeat_times(self, meta: Meta, items: list[Item]) -> n.Repeat:
        return self._repeat(meta, items, "times")

    def repeat_until(self, meta: Meta, items: list[Item]) -> n.Repeat:
        return self._repeat(meta, items, "until")

    def repeat_until_all_pass(self, meta: Meta, items: list[Item]) -> n.Step | n.Repeat:
        steps = until_all_pass(self.at(meta), statements(items))
        if steps is None:
            help = "let somebody do something: ... may ...; or write: repeat until CONDITION"
            self.report("R0113", "no player can pass in these steps", self.at(meta), help)
            return self._repeat(meta, items, "forever")
        return n.Step(self.at(meta), "until all pass", steps)

    def repeat_while(self, meta: Meta, items: list[Item]) -> n.Repeat:
        return self._repeat(meta, items, "while")

    def repeat_forever(self, meta: Meta, items: list[Item]) -> n.Repeat:
        return self._repeat(meta, items, "forever")

    def if_(self, meta: Meta, items: list[Item]) -> n.If:
        first = n.IfCase(self.at(meta), expressions(items)[0], statements(items))
        return n.If(self.at(meta), (first, *all_of(items, n.IfCase)), mark(items, "else") or ())

    def else_if(self, meta: Meta, items: list[Item]) -> n.IfCase:
        return n.IfCase(self.at(meta), expressions(items)[0], statements(items))

    def else_(self, _meta: Meta, items: list[Item]) -> Mark:
        return Mark("else", statements(items))

    def step(self, meta: Meta, items: list[Item]) -> n.Step:
        return n.Step(self.at(meta), names(items)[0], statements(items))

    def needs(self, meta: Meta, items: list[Item]) -> n.Needs:
        return n.Needs(self.at(meta), expressions(items)[0], self.reason(items))

    def must_leave(self, meta: Meta, items: list[Item]) -> n.MustLeave:
        return n.MustLeave(self.at(meta), expressions(items)[0], self.reason(items))

    def must_leave_best(self, meta: Meta, items: list[Item]) -> n.MustLeave:
        best = "highest" if has(items, "HIGHEST") else "lowest"
        return n.MustLeave(self.at(meta), expressions(items)[0], self.reason(items), best)

    def run(self, meta: Meta, items: list[Item]) -> n.Run:
        what = expressions(items)[0]
        if isinstance(what, n.Name) and what.name in ALONE:
            self.report("R0113", f'"{what.name}" is not a word of the language', what.span, ALONE[what.name])
        return n.Run(self.at(meta), what)

    def lost(self, meta: Meta, items: list[Item]) -> n.Lost:
        return n.Lost(self.at(meta), expressions(items)[0], self.maybe_text(items))

    def win(self, meta: Meta, items: list[Item]) -> n.Win:
        return n.Win(self.at(meta), expressions(items)[0], self.maybe_text(items))

    def score(self, meta: Meta, items: list[Item]) -> n.Score:
        player, value = expressions(items)
        return n.Score(self.at(meta), player, value, self.maybe_text(items))
