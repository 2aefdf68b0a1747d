"""Weave laws into what they change: hooks, replacements and changes become part of procedures and values.

In: the declarations of the base game, of the chosen variants and of every card, in that order. Out: declarations in which
no hook is left. Layer: check. Positions are never hooks: a law names a step, a procedure, an action, a phase or one of
the built-in moments `pay_X`, `gain_X`, `lose_X` of a stored number X.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from interpreter.check.laws.giving_laws import NORMAL, call_of, giving_layer
from interpreter.check.laws.law_steps import (
    card_change,
    guarded_needs,
    in_place_of,
    law_parts,
    laws_after,
    laws_before,
    leaves_early,
)
from interpreter.check.laws.sources import (
    Answer,
    Origin,
    SourcedLaw,
    Woven,
    apart,
    contradict,
    ends_it,
    marked,
    outermost_first,
    report_conflict,
)
from interpreter.check.laws.targets import Holder, Targets, choice_names, named_further_in, names_given, step_names
from interpreter.source import Note, did_you_mean
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write


class Weaver(Targets):
    def apply(self, laws: list[SourcedLaw]) -> Woven:
        self.laws = [marked(found) for said in laws if (found := self._while_in_force(said)) is not None]
        rest = self._change_laws()
        for said in rest:
            match said.law:
                case n.ChangeValue():
                    self._change_value(said)
                case n.ChangeStart():
                    self._change_start(said)
                case n.ChangeCell():
                    self.woven.cell_changes.append(said)
                case n.Removal():
                    self._remove(said)
                case n.Answering():
                    self._answer(said)
                case n.AddTo():
                    self._add_to(said)
        self._hooks([said for said in rest if isinstance(said.law, n.Hook)])
        return self.woven

    def _change_laws(self) -> list[SourcedLaw]:
        """Apply laws about other laws first: a step of a law is removed, replaced and extended like any other."""
        inner = [number for number, said in enumerate(self.laws) if self._lies_in_a_law(said.law)]
        for number in inner:
            if isinstance(self.laws[number].law, n.Removal):
                self._remove(self.laws[number])
        self._hooks([self.laws[number] for number in inner if isinstance(self.laws[number].law, n.Hook)])
        return [said for number, said in enumerate(self.laws) if number not in inner]

    def _lies_in_a_law(self, law: Any) -> bool:
        if not isinstance(law, n.Hook | n.Removal) or law.target.inside is not None or law.target.of is not None:
            return False
        name = law.target.name
        if name in self.members or name in self.woven.always or self._in_routines(name):
            return False
        return bool(self._laws_with(name))

    def _while_in_force(self, said: SourcedLaw) -> SourcedLaw | None:
        """Guard a card's law that would otherwise apply even while the card is not in force."""
        law = said.law
        if not said.origin.card:
            return said
        match law:
            case n.Removal():
                return replace(said, law=n.Hook(law.span, "instead of", law.target, None, ()))
            case n.Answering():
                guard, plain = card_change(said)
                where = guard if plain.where is None else n.Both(law.span, (guard, plain.where))
                body = (n.Touch(law.span, said.origin.card), *plain.body)
                return replace(said, law=replace(plain, where=where, body=body))
            case n.ChangeStart() | n.ChangeCell() | n.AddTo():
                message = (
                    "a card comes into force during the game: it cannot change how things start or what is printed"
                )
                self.reporter.error("R0211", law.span, message, "let the card change a value: change ... to ...")
                return None
            case _:
                return said

    # ---- values, starts, removals
    def _change_value(self, said: SourcedLaw) -> None:
        law: n.ChangeValue = said.law
        name = law.head.name
        if name in self.woven.options:
            option = self.woven.options[name]
            self._once(said, f'the option "{name}"')
            self._compare_was(law, law.was, option.usually)
            self.woven.options[name] = replace(option, usually=law.cases[0].value)
            return
        base = self.woven.lets.get(name)
        if base is None and name in self.woven.keeps:
            help = f"change how it starts (change start of {name} to ...), or a let that the rules read instead of it"
            self.reporter.error(
                "R0602", law.head.span, f'"{name}" is stored: only a let can be changed like this', help
            )
            return
        if base is None:
            self._unknown(law.head.span, name, [*self.woven.lets, *self.woven.options], "value")
            return
        if law.was is not None:
            self._compare_was(law, law.was, base.cases[0].value if len(base.cases) == 1 else None)
        earlier = self.woven.changes.setdefault(name, [])
        for other in earlier:
            if contradict(said, other):
                self._conflict(said, other, f'the value "{name}"')
        earlier.append(said)

    def _compare_was(self, law: Any, was: Any, base: Any) -> None:
        if was is None:
            return
        if base is None:
            message = f"the rules tell several cases apart here: it is not simply {write(was)}"
            self.reporter.error("R0604", was.span, message, "leave `was ...` out")
        elif write(was) != write(base):
            help = f"if you still want the change, write: was {write(base)}"
            notes = (Note("the rules say it here", base.span),)
            self.reporter.error("R0604", was.span, f"the rules say {write(base)} here, not {write(was)}", help, notes)

    def _once(self, said: SourcedLaw, what: str) -> None:
        """Report a conflict if two variants give the same thing another value."""
        other = self.given.setdefault(what, said)
        if other is not said:
            self._conflict(said, other, what)

    def _change_start(self, said: SourcedLaw) -> None:
        law: n.ChangeStart = said.law
        keep = self.woven.keeps.get(law.name)
        if keep is None:
            self._unknown(law.span.word(law.name), law.name, self.woven.keeps, "kept value")
            return
        self._once(said, f'the start of "{law.name}"')
        self._compare_was(law, law.was, keep.starts_at or n.Number(keep.head.span, 0))
        self.woven.keeps[law.name] = replace(keep, starts_at=law.value)

    def _remove(self, said: SourcedLaw) -> None:
        target: n.Target = said.law.target
        if target.of is not None:
            self.woven.card_hooks.setdefault((target.of, target.name), []).append(
                replace(said, law=n.Hook(said.law.span, "instead of", target, None, ()))
            )
            return
        if target.inside is None and target.name in self.members:
            self.woven.removed_cards[target.name] = said
            return
        if target.inside is None and target.name in self.woven.always:
            del self.woven.always[target.name]
            return
        at = self._find(target)
        routine = self.woven.routines.get(target.name) if at == target.name else None
        if isinstance(routine, n.Procedure) and routine.gives is not None and not isinstance(routine.gives, n.OrNone):
            message = (
                f'"{target.name}" gives {write(routine.gives)}: somebody waits for that, so it cannot be taken out'
            )
            help = f"say what it gives instead: instead of {target.name}, and below it: give ..."
            self.reporter.error("R0319", said.law.span, message, help)
        elif at is not None:
            self.emptied.setdefault((at, target.name), said)
            self._lose(at, target.name, said)
            self._replace_body(at, target.name, lambda span, body: ())

    def _lose(self, at: Holder, name: str, said: SourcedLaw) -> None:
        """Record the steps inside what is removed or replaced: laws on them no longer apply."""
        holder: Any = self.laws[at].law if isinstance(at, int) else self.woven.routines[at]
        if at != name:
            holder = next(node for node in n.walk(holder) if isinstance(node, n.Step | n.Branch) and node.name == name)
        for step in step_names(holder) - {name}:
            self.lost.setdefault(step, said)

    def _lost_with(self, said: SourcedLaw, by: SourcedLaw) -> None:
        law, name = said.law, said.law.target.name
        verb = "takes it out" if isinstance(by.law, n.Removal) else "replaces what it stands in"
        message = f'there is no "{name}" any more, so this law does nothing: {by.origin.in_words} {verb}'
        help = "let the new steps have a step of this name, or leave this law out"
        self.reporter.warning("R0614", law.target.span, message, help, (Note("here", by.law.target.span),))

    # ---- decisions
    def _answer(self, said: SourcedLaw) -> None:
        law: n.Answering = said.law
        if law.word == "before" and any(isinstance(node, n.Needs) for node in law.body):
            self._require(said)
            law = replace(law, body=tuple(node for node in law.body if not isinstance(node, n.Needs)))
            if all(isinstance(node, n.Touch) for node in law.body):
                return
        answer = Answer(law)
        inside = law.target.inside if law.target is not None else None
        for name, routine in list(self.woven.routines.items()):
            if inside is None or name == inside:
                self.woven.routines[name] = self._answered(answer, routine)
        self.woven.answers.append(answer)  # steps printed on cards are read later, and may ask as well

    def _answered(self, answer: Answer, routine: n.Procedure | n.Action) -> n.Procedure | n.Action:
        alone = Answer(answer.law)
        law, given, found = self.memory.of(
            ("answered", id(answer.law)), routine, lambda node: (answer.law, alone.given_in(node), alone.found)
        )
        if law is not answer.law:  # the id of a law that is gone
            given, found = alone.given_in(routine), alone.found
        answer.found += found
        woven: n.Procedure | n.Action = given
        return woven

    def _require(self, said: SourcedLaw) -> None:
        """Add the `needs` of `before choosing NAME` to every option of that decision."""
        law: n.Answering = said.law
        needs = tuple(node for node in law.body if isinstance(node, n.Needs))
        if law.target is None:
            help = "name the decision: before choosing NAME"
            self.reporter.error("R0313", needs[0].span, "nothing is chosen here of which this could be said", help)
            return
        guarded = guarded_needs(said, needs)
        name, inside, found = law.target.name, law.target.inside, 0

        def change(node: Any) -> Any:
            nonlocal found
            if not isinstance(node, n.Choose) or not node.answers_to(name):
                return node
            found += 1
            return replace(node, needs=(*node.needs, *guarded))

        for routine_name, routine in list(self.woven.routines.items()):
            if inside is None or routine_name == inside:
                self.woven.routines[routine_name] = n.rewrite(routine, change)
        if not found:
            self.nobody_chooses(law)

    def _add_to(self, said: SourcedLaw) -> None:
        """Add an action to the list of a `takes one of`. Kinds got their members before."""
        law: n.AddTo = said.law
        if law.target.name in self.kinds and law.target.inside is None:
            return
        at = self._find(law.target)
        if at is None:
            return
        holder: Any = self.laws[at].law if isinstance(at, int) else self.woven.routines[at]
        if at != law.target.name:
            holder = next(node for node in n.walk(holder) if isinstance(node, n.Step) and node.name == law.target.name)
        lists = [node for node in n.walk(holder) if isinstance(node, n.Take)]
        if len(lists) != 1:
            self._which_list(law, lists)
            return
        longer = self._with_more(lists[0], law)

        def change(node: Any) -> Any:
            return longer if isinstance(node, n.Take) and node.span == lists[0].span else node

        if isinstance(at, int):
            self.laws[at] = replace(self.laws[at], law=n.rewrite(self.laws[at].law, change))
        else:
            self.woven.routines[at] = n.rewrite(self.woven.routines[at], change)

    def _which_list(self, law: n.AddTo, lists: list[n.Take]) -> None:
        name = law.target.name
        if not lists:
            message = f'nobody takes one of several actions in "{name}", so none can be added there'
            self.reporter.error("R0602", law.target.span, message, "name the procedure or step that says: takes one of")
            return
        notes = tuple(Note("here", found.span) for found in lists[:2])
        message, help = f'"{name}" has {len(lists)} lists of actions', f"name the step: add ... to STEP in {name}"
        self.reporter.error("R0605", law.target.span, message, help, notes)

    def _with_more(self, take: n.Take, law: n.AddTo) -> n.Take:
        names = [action.name for action in take.actions]
        at = len(names)
        if law.next_to is not None and law.next_to.name not in names:
            help = did_you_mean(law.next_to.name, names) or "they are " + ", ".join(names)
            message = f'"{law.next_to.name}" is not one of these actions'
            self.reporter.error("R0602", law.next_to.span, message, help)
        elif law.next_to is not None:
            at = names.index(law.next_to.name) + (law.word == "after")
        return replace(take, actions=(*take.actions[:at], *law.items, *take.actions[at:]))

    def nobody_chooses(self, law: n.Answering) -> None:
        if law.target is None:
            return  # at every decision: no error if there is none
        name, inside = law.target.name, law.target.inside
        if inside is not None and inside not in self.woven.routines:
            self._unknown(law.span.word(inside), inside, self.woven.routines, "procedure, action or phase")
            return
        where = f' in "{inside}"' if inside else ""
        routines = self.woven.routines.values() if inside is None else [self.woven.routines[inside]]
        known = sorted({found for routine in routines for found in choice_names(routine)})
        help = did_you_mean(name, known) or (
            "what is chosen: " + ", ".join(known) if known else "nothing is chosen there"
        )
        self.reporter.error("R0602", law.span.word(name), f'nobody chooses "{name}"{where}', help)

    # ---- hooks
    def _hooks(self, hooks: list[SourcedLaw]) -> None:
        grouped: dict[tuple[Holder, str], list[SourcedLaw]] = {}
        for said in hooks:
            target = said.law.target
            if target.of is not None:
                self.woven.card_hooks.setdefault((target.of, target.name), []).append(said)
                continue
            if target.name in self.lost and not self._in_routines(target.name) and not self._laws_with(target.name):
                self._lost_with(said, self.lost[target.name])
                continue
            at = self._find(target)
            if at is not None:
                grouped.setdefault((at, target.name), []).append(said)
            else:
                self.woven.adrift.append(said)
        self._replaced_with(grouped)
        # whole procedures last: one that is wrapped goes on under another name, where its steps would not be found
        for (at, name), group in sorted(grouped.items(), key=lambda found: found[0][0] == found[0][1]):
            self._weave_group(at, name, group)

    def _replaced_with(self, grouped: dict[tuple[Holder, str], list[SourcedLaw]]) -> None:
        """Warn about other origins' laws on steps inside what is replaced."""
        for (at, name), group in grouped.items():
            by = next((said for said in group if ends_it(said)), None)
            if by is None or by.origin == Origin():
                continue
            self.lost = {}
            self._lose(at, name, by)
            for (other, step), laws in grouped.items():
                if other == at and step in self.lost:
                    for said in laws:
                        if said.origin != by.origin:
                            self._lost_with(said, by)

    def _weave_group(self, at: Holder, name: str, group: list[SourcedLaw]) -> None:
        instead = [said for said in group if said.law.word == "instead of"]
        self._one_instead(instead, name, self.emptied.get((at, name)))
        instead = outermost_first(instead)
        routine = self.woven.routines.get(name) if at == name else None
        if isinstance(routine, n.Procedure) and routine.gives is not None:
            self._weave_giving(routine, group, instead)
            return
        asked = isinstance(routine, n.Action) or (routine is None and not self._has_step(at, name))
        hidden = self._out_of_sight(routine, at, name, instead)

        def weave(span: Any, body: tuple[Any, ...]) -> tuple[Any, ...]:
            needs, before = laws_before(group, asked)
            for number, said in enumerate(reversed(instead), start=1):
                body = in_place_of(said, body, f"{name}'s going on {number}")
            return (*needs, *before, *body, *laws_after(group, hidden))

        self._replace_body(at, name, weave)

    def _out_of_sight(
        self, routine: Any, at: Holder, name: str, instead: list[SourcedLaw]
    ) -> tuple[tuple[str, str], ...]:
        """Return the names bound in a target that laws after it cannot see, each with the reason."""
        body = routine.body if routine is not None else self._step_body(at, name)
        by = next((said for said in instead if ends_it(said)), None)
        if by is not None:
            why = f'{by.origin.in_words} replaces "{name}", and with it what was named there'
        elif isinstance(routine, n.Procedure) and leaves_early(routine):
            why = f'"{name}" may stop before it is named: keep it (keep ...), or hold on to a step behind it'
        else:
            return self._further_in(routine or self._routine_at(at))
        return tuple((given, why) for given in sorted(names_given(body)))

    def _routine_at(self, at: Holder) -> Any:
        return self.woven.routines.get(at) if isinstance(at, str) else None

    def _further_in(self, routine: Any) -> tuple[tuple[str, str], ...]:
        """Return the names bound only inside an if, a loop or a way: after it they may be unbound."""
        if routine is None:
            return ()
        found = named_further_in(routine.body)
        why = 'it is named inside {1} of "{0}", which need not happen: put a step around it there and write: after that step'
        return tuple((given, why.format(routine.head.name, where)) for given, where in sorted(found.items()))

    def _weave_giving(self, routine: n.Procedure, group: list[SourcedLaw], instead: list[SourcedLaw]) -> None:
        """Weave around a procedure that gives something.

        Its body and each `instead of` become procedures of their own."""
        name, span = routine.head.name, routine.head.span
        inner = f"{name}'s own steps"
        self.woven.routines[inner] = replace(routine, head=replace(routine.head, name=inner))
        for number, said in enumerate(reversed(instead), start=1):
            layer = f"{name}'s going on {number}"
            guard, front, body = law_parts(said)
            self.woven.routines[layer] = giving_layer(routine, layer, said.law, guard, front, body, inner)
            inner = layer
        hidden = self._out_of_sight(routine, name, name, instead)
        _, before = laws_before(group, False)
        after = laws_after(group, hidden)
        result = (n.LetHere(span, NORMAL, call_of(routine, inner)),)
        body = (*before, *result, *after, n.Give(span, n.Name(span, NORMAL)))
        self.woven.routines[name] = replace(routine, keeps=(), body=body)

    def _one_instead(self, instead: list[SourcedLaw], name: str, emptied: SourcedLaw | None) -> None:
        """Report two conflicting replacements.

        Not if one variant extends the other, or if their conditions exclude each other."""
        laws = [said for said in instead if not said.origin.card]
        for i, said in enumerate(laws):
            for other in (*([emptied] if emptied is not None else []), *laws[:i]):
                if self._both_hold(said, other):
                    self._conflict(said, other, f'"{name}"')
                    break

    def _both_hold(self, said: SourcedLaw, other: SourcedLaw) -> bool:
        """Can two replacements of one thing apply together?

        Both are unconditional, or they are by two variants with compatible conditions."""
        where = getattr(other.law, "where", None)
        if said.law.where is None and where is None:
            return True
        if said.origin == other.origin or Origin() in (said.origin, other.origin):
            return False
        return not apart(said.law.where, where)

    def _conflict(self, said: SourcedLaw, other: SourcedLaw, what: str) -> None:
        report_conflict(self.reporter, said, other, what)
