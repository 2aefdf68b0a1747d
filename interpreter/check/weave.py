"""Laws become part of what they change: hooks, replacements and changes are woven into procedures and values.

In: the declarations of the base game, of the chosen variants and of every card, in that order. Out: declarations in which
no hook is left. Layer: check. Positions are never hooks: a law names a step, a procedure, an action, a phase or one of
the built-in moments `pay_X`, `gain_X`, `lose_X` of a stored number X.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from interpreter.check.giving_laws import NORMAL, call_of, giving_layer
from interpreter.source import Note, Reporter, did_you_mean
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write

MOMENTS = ("pay_", "gain_", "lose_")
Holder = str | int  # what a step stands in: a routine by its name, a law by its number


@dataclass(frozen=True, slots=True)
class Origin:
    """Who says a law: the base rules (both empty), a variant, or a card (with its holder's name for `you`)."""

    variant: str = ""
    card: str = ""
    owned: bool = False
    extends: frozenset[str] = frozenset()

    @property
    def spoken(self) -> str:
        if self.card:
            return f"the card {self.card}"
        return f"the variant {self.variant}" if self.variant else "the base rules"


@dataclass(frozen=True, slots=True)
class Said:
    origin: Origin
    law: Any


@dataclass
class Answer:
    """An `instead of choosing` or `before choosing` law, and how many decisions it has come to so far."""

    law: n.Answering
    found: int = 0

    def given_in(self, node: Any) -> Any:
        """The same rules, with this answer at every decision that the law names."""
        automatic = n.Automatic(self.law.span, self.law.where, self.law.body, self.law.word == "instead of")

        def change(inner: Any) -> Any:
            if not self._names(inner) or (self.law.word == "before" and getattr(inner, "secretly", False)):
                return inner  # nobody knows of a secret decision: nothing can come before it
            self.found += 1
            return replace(inner, automatic=(*inner.automatic, automatic))

        return n.rewrite(node, change)

    def _names(self, node: Any) -> bool:
        if self.law.target is None:
            return isinstance(node, n.Choose | n.Take | n.Menu)
        name = self.law.target.name
        match node:
            case n.Choose():
                return name in (node.name, node.alias)
            case n.Take():
                return name == "action"
            case n.Menu():
                return name == "way"
            case _:
                return False


@dataclass
class Woven:
    """The declarations by name, while laws are applied to them."""

    routines: dict[str, n.Procedure | n.Action] = field(default_factory=dict)
    lets: dict[str, n.Let] = field(default_factory=dict)
    keeps: dict[str, n.Keep] = field(default_factory=dict)
    options: dict[str, n.Option] = field(default_factory=dict)
    kinds: dict[str, n.Kind] = field(default_factory=dict)
    always: dict[str, n.Always] = field(default_factory=dict)
    requirements: list[n.Requirement] = field(default_factory=list)
    changes: dict[str, list[Said]] = field(default_factory=dict)
    removed_cards: dict[str, Said] = field(default_factory=dict)
    cell_changes: list[Said] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    additions: list[n.Addition] = field(default_factory=list)
    card_hooks: dict[tuple[str, str], list[Said]] = field(
        default_factory=dict
    )  # by card and column: hooks on its steps


class Weaver:
    def __init__(self, reporter: Reporter, members: frozenset[str], kinds: frozenset[str]) -> None:
        self.reporter = reporter
        self.members = members  # names of cards and other rows, which `without` may remove
        self.kinds = kinds
        self.woven = Woven()
        self.laws: list[Said] = []
        self._steps: dict[int, tuple[Any, set[str]]] = {}
        self.given: dict[str, Said] = {}  # what got another value, and who said so first
        self.emptied: dict[tuple[Holder, str], Said] = {}  # the steps and procedures that `without` has taken out
        self.lost: dict[str, Said] = {}  # the steps that went with something that was taken out or replaced

    # ---- declarations
    def declare(self, node: n.Declaration) -> None:
        woven = self.woven
        match node:
            case n.Procedure() | n.Action():
                self._put(woven.routines, node.head.name, node)
                for keep in node.keeps:
                    self._put(woven.keeps, keep.head.name, replace(keep, belongs_to=node.head.name))
            case n.Let():
                self._put(woven.lets, node.head.name, node)
            case n.Keep():
                self._put(woven.keeps, node.head.name, node)
            case n.Option():
                self._put(woven.options, node.name, node)
            case n.Kind():
                self._put(woven.kinds, node.name, node)
            case n.Always():
                self._put(woven.always, node.name, node)
            case n.Requirement():
                woven.requirements.append(node)
            case n.People() | n.Automas():
                pass  # read before everything else: how large the table is depends on them
            case n.Addition():
                woven.additions.append(node)
            case n.Variant():
                help = f"move it to variants/{node.name}.rules"
                self.reporter.error("R0211", node.span.word("variant"), "a variant stands in a file of its own", help)
            case n.Blank():
                help = f"outside of one write: let {node.head.name} = ..., or: procedure {node.head.name}"
                self.reporter.error("R0211", node.span.word("blank"), "a blank only stands inside a mechanic", help)
            case _:
                message, help = "a mechanic is used and declared outside of other mechanics", "move it out"
                self.reporter.error("R0211", node.span, message, help)

    def _put(self, table: dict[str, Any], name: str, node: Any) -> None:
        woven = self.woven
        others: tuple[dict[str, Any], ...] = (woven.routines, woven.lets, woven.keeps, woven.options, woven.kinds)
        for other in (table,) if table is woven.always else others:
            first = other.get(name)
            if first is not None:
                note = (Note("it is declared here first", first.span.word(name)),)
                span, help = node.span.word(name), "give one of them another name"
                self.reporter.error("R0202", span, f'"{name}" is declared twice', help, note)
                return
        table[name] = node

    # ---- laws
    def apply(self, laws: list[Said]) -> Woven:
        self.laws = [_marked(found) for said in laws if (found := self._while_in_force(said)) is not None]
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

    def _change_laws(self) -> list[Said]:
        """First what lies inside other laws: a step of a trigger is removed, replaced and extended like any other."""
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

    def _in_routines(self, name: str) -> list[str]:
        if name in self.woven.routines:
            return [name]
        return [holder for holder, routine in self.woven.routines.items() if name in self._steps_of(routine)]

    def _steps_of(self, node: Any) -> set[str]:
        """The names of the steps in a routine or law; laws do not change them, so each is looked through once."""
        if id(node) not in self._steps:
            self._steps[id(node)] = (node, _step_names(node))
        return self._steps[id(node)][1]

    def _laws_with(self, name: str) -> list[int]:
        return [number for number, said in enumerate(self.laws) if name in self._steps_of(said.law)]

    def _while_in_force(self, said: Said) -> Said | None:
        """A card's law that would otherwise hold whether the card is in force or not."""
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

    def _change_value(self, said: Said) -> None:
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
            self.reporter.error("R0604", was.span, f"the rules say {write(base)} here, not {write(was)}", help)

    def _once(self, said: Said, what: str) -> None:
        """Two variants that give the same thing another value are in conflict."""
        other = self.given.setdefault(what, said)
        if other is not said:
            self._conflict(said, other, what)

    def _change_start(self, said: Said) -> None:
        law: n.ChangeStart = said.law
        keep = self.woven.keeps.get(law.name)
        if keep is None:
            self._unknown(law.span.word(law.name), law.name, self.woven.keeps, "kept value")
            return
        self._once(said, f'the start of "{law.name}"')
        self._compare_was(law, law.was, keep.starts_at or n.Number(law.span, 0))
        self.woven.keeps[law.name] = replace(keep, starts_at=law.value)

    def _remove(self, said: Said) -> None:
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
        place = self._find(target)
        routine = self.woven.routines.get(target.name) if place == target.name else None
        if isinstance(routine, n.Procedure) and routine.gives is not None and not isinstance(routine.gives, n.OrNone):
            message = (
                f'"{target.name}" gives {write(routine.gives)}: somebody waits for that, so it cannot be taken out'
            )
            help = f"say what it gives instead: instead of {target.name}, and below it: give ..."
            self.reporter.error("R0319", said.law.span, message, help)
        elif place is not None:
            self.emptied.setdefault((place, target.name), said)
            self._lose(place, target.name, said)
            self._replace_body(place, target.name, lambda span, body: ())

    def _lose(self, place: Holder, name: str, said: Said) -> None:
        """The steps inside what is taken out or replaced go with it, and so do the laws that hold on to them."""
        holder: Any = self.laws[place].law if isinstance(place, int) else self.woven.routines[place]
        if place != name:
            holder = next(node for node in n.walk(holder) if isinstance(node, n.Step | n.Branch) and node.name == name)
        for step in _step_names(holder) - {name}:
            self.lost.setdefault(step, said)

    def _lost_with(self, said: Said, by: Said) -> None:
        law, name = said.law, said.law.target.name
        verb = "takes it out" if isinstance(by.law, n.Removal) else "replaces what it stands in"
        message = f'there is no "{name}" any more, so this law does nothing: {by.origin.spoken} {verb}'
        help = "let the new steps have a step of this name, or leave this law out"
        self.reporter.warning("R0614", law.target.span, message, help, (Note("here", by.law.target.span),))

    def _answer(self, said: Said) -> None:
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
                self.woven.routines[name] = answer.given_in(routine)
        self.woven.answers.append(answer)  # what is printed on cards is read later, and may ask, too

    def _require(self, said: Said) -> None:
        """`needs` first in `before choosing NAME`: one more need for every option of that decision."""
        law: n.Answering = said.law
        needs = tuple(node for node in law.body if isinstance(node, n.Needs))
        if law.target is None:
            help = "name the decision: before choosing NAME"
            self.reporter.error("R0313", needs[0].span, "nothing is chosen here of which this could be said", help)
            return
        guarded = _guarded_needs(said, needs)
        name, inside, found = law.target.name, law.target.inside, 0

        def change(node: Any) -> Any:
            nonlocal found
            if not isinstance(node, n.Choose) or name not in (node.name, node.alias):
                return node
            found += 1
            return replace(node, needs=(*node.needs, *guarded))

        for routine_name, routine in list(self.woven.routines.items()):
            if inside is None or routine_name == inside:
                self.woven.routines[routine_name] = n.rewrite(routine, change)
        if not found:
            self.nobody_chooses(law)

    def _add_to(self, said: Said) -> None:
        """`add ACTION to PROCEDURE`: one more in the list of a `takes one of`. Kinds got their members before."""
        law: n.AddTo = said.law
        if law.target.name in self.kinds and law.target.inside is None:
            return
        place = self._find(law.target)
        if place is None:
            return
        holder: Any = self.laws[place].law if isinstance(place, int) else self.woven.routines[place]
        if place != law.target.name:
            holder = next(node for node in n.walk(holder) if isinstance(node, n.Step) and node.name == law.target.name)
        lists = [node for node in n.walk(holder) if isinstance(node, n.Take)]
        if len(lists) != 1:
            self._which_list(law, lists)
            return
        longer = self._with_more(lists[0], law)

        def change(node: Any) -> Any:
            return longer if isinstance(node, n.Take) and node.span == lists[0].span else node

        if isinstance(place, int):
            self.laws[place] = replace(self.laws[place], law=n.rewrite(self.laws[place].law, change))
        else:
            self.woven.routines[place] = n.rewrite(self.woven.routines[place], change)

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
            return  # at every decision: where there is none, it has nothing to do
        name, inside = law.target.name, law.target.inside
        if inside is not None and inside not in self.woven.routines:
            self._unknown(law.span.word(inside), inside, self.woven.routines, "procedure, action or phase")
            return
        where = f' in "{inside}"' if inside else ""
        routines = self.woven.routines.values() if inside is None else [self.woven.routines[inside]]
        known = sorted({found for routine in routines for found in _choice_names(routine)})
        help = did_you_mean(name, known) or (
            "what is chosen: " + ", ".join(known) if known else "nothing is chosen there"
        )
        self.reporter.error("R0602", law.span.word(name), f'nobody chooses "{name}"{where}', help)

    def _hooks(self, hooks: list[Said]) -> None:
        grouped: dict[tuple[Holder, str], list[Said]] = {}
        for said in hooks:
            target = said.law.target
            if target.of is not None:
                self.woven.card_hooks.setdefault((target.of, target.name), []).append(said)
                continue
            if target.name in self.lost and not self._in_routines(target.name) and not self._laws_with(target.name):
                self._lost_with(said, self.lost[target.name])
                continue
            place = self._find(target)
            if place is not None:
                grouped.setdefault((place, target.name), []).append(said)
        self._replaced_with(grouped)
        for (place, name), group in grouped.items():
            self._weave_group(place, name, group)

    def _replaced_with(self, grouped: dict[tuple[Holder, str], list[Said]]) -> None:
        """What is replaced takes its steps with it: the laws of others that hold on to them are told."""
        for (place, name), group in grouped.items():
            by = next((said for said in group if _ends_it(said)), None)
            if by is None or by.origin == Origin():
                continue
            self.lost = {}
            self._lose(place, name, by)
            for (other, step), laws in grouped.items():
                if other == place and step in self.lost:
                    for said in laws:
                        if said.origin != by.origin:
                            self._lost_with(said, by)

    def _weave_group(self, place: Holder, name: str, group: list[Said]) -> None:
        instead = [said for said in group if said.law.word == "instead of"]
        self._one_instead(instead, name, self.emptied.get((place, name)))
        instead = outermost_first(instead)
        routine = self.woven.routines.get(name) if place == name else None
        if isinstance(routine, n.Procedure) and routine.gives is not None:
            self._weave_giving(routine, group, instead)
            return
        asked = isinstance(routine, n.Action) or (routine is None and not self._has_step(place, name))
        hidden = self._out_of_sight(routine, place, name, instead)

        def weave(span: Any, body: tuple[Any, ...]) -> tuple[Any, ...]:
            needs, before = _laws_before(group, asked)
            for number, said in enumerate(reversed(instead), start=1):
                body = _instead(said, body, f"{name}'s going on {number}")
            return (*needs, *before, *body, *_laws_after(group, hidden))

        self._replace_body(place, name, weave)

    def _has_step(self, place: Holder, name: str) -> bool:
        holder: Any = self.laws[place].law if isinstance(place, int) else self.woven.routines[place]
        return name in _step_names(holder)

    def _out_of_sight(self, routine: Any, place: Holder, name: str, instead: list[Said]) -> tuple[tuple[str, str], ...]:
        """The names that laws behind a target cannot see although it gives them, each with the reason."""
        body = routine.body if routine is not None else self._step_body(place, name)
        by = next((said for said in instead if _ends_it(said)), None)
        if by is not None:
            why = f'{by.origin.spoken} replaces "{name}", and with it what was named there'
        elif isinstance(routine, n.Procedure) and _leaves_early(routine):
            why = f'"{name}" may stop before it is named: keep it (keep ...), or hold on to a step behind it'
        else:
            return ()
        return tuple((given, why) for given in sorted(_names_given(body)))

    def _step_body(self, place: Holder, name: str) -> tuple[Any, ...]:
        holder: Any = self.laws[place].law if isinstance(place, int) else self.woven.routines[place]
        found = (node for node in n.walk(holder) if isinstance(node, n.Step | n.Branch) and node.name == name)
        return tuple(next(found).body)

    def _weave_giving(self, routine: n.Procedure, group: list[Said], instead: list[Said]) -> None:
        """A procedure that gives something goes on under another name, and so does each law that replaces it."""
        name, span = routine.head.name, routine.head.span
        inner = f"{name}'s own steps"
        self.woven.routines[inner] = replace(routine, head=replace(routine.head, name=inner))
        for number, said in enumerate(reversed(instead), start=1):
            layer = f"{name}'s going on {number}"
            guard, front, body = _law_parts(said)
            self.woven.routines[layer] = giving_layer(routine, layer, said.law, guard, front, body, inner)
            inner = layer
        hidden = self._out_of_sight(routine, name, name, instead)
        _, before = _laws_before(group, False)
        after = _laws_after(group, hidden)
        result = (n.LetHere(span, NORMAL, call_of(routine, inner)),)
        body = (*before, *result, *after, n.Give(span, n.Name(span, NORMAL)))
        self.woven.routines[name] = replace(routine, keeps=(), body=body)

    def _one_instead(self, instead: list[Said], name: str, emptied: Said | None) -> None:
        """Two variants at one place are in conflict, unless one extends the other; one variant may say when each holds."""
        laws = [said for said in instead if not said.origin.card]
        for i, said in enumerate(laws):
            for other in (*([emptied] if emptied is not None else []), *laws[:i]):
                if self._both_hold(said, other):
                    self._conflict(said, other, f'"{name}"')
                    break

    def _both_hold(self, said: Said, other: Said) -> bool:
        """Do two laws replace the same thing: both always, or two variants where nothing keeps them apart?"""
        where = getattr(other.law, "where", None)
        if said.law.where is None and where is None:
            return True
        if said.origin == other.origin or Origin() in (said.origin, other.origin):
            return False
        return not apart(said.law.where, where)

    def _conflict(self, said: Said, other: Said, what: str) -> None:
        report_conflict(self.reporter, said, other, what)

    # ---- finding what a law names
    def _find(self, target: n.Target) -> Holder | None:
        """The routine or law that holds the target; a moment of a stored number is made on demand."""
        if target.inside is not None:
            return self._find_inside(target)
        if target.name in self.woven.routines:
            return target.name
        if target.name.startswith(MOMENTS) and target.name.split("_", 1)[1] in self.woven.keeps:
            word, resource = target.name.split("_", 1)
            self.woven.routines[target.name] = _moment(word, self.woven.keeps[resource], target.span)
            return target.name
        holders = self._in_routines(target.name) or self._with_way(target.name)
        if len(holders) == 1:
            return holders[0]
        if holders:
            help = "write " + ", or ".join(f"{target.name} in {holder}" for holder in sorted(holders))
            self.reporter.error("R0605", target.span, f'several procedures have a step "{target.name}"', help)
            return None
        return self._find_in_laws(target)

    def _find_in_laws(self, target: n.Target) -> Holder | None:
        laws = self._laws_with(target.name)
        if len({self.laws[number].law.span for number in laws}) == 1:
            return laws[0]
        if laws:
            notes = tuple(Note("here", self.laws[number].law.span) for number in laws[:2])
            help = "give the steps different names"
            self.reporter.error("R0605", target.span, f'several laws have a step "{target.name}"', help, notes)
            return None
        places = [*self.woven.routines.values(), *(said.law for said in self.laws)]
        steps = {step for place in places for step in _step_names(place)}
        self._unknown(target.span, target.name, [*self.woven.routines, *steps], "step, procedure, action or phase")
        return None

    def _find_inside(self, target: n.Target) -> str | None:
        routine = self.woven.routines.get(target.inside or "")
        if routine is None:
            inside = target.inside or ""
            self._unknown(target.span.word(inside), inside, self.woven.routines, "procedure, action or phase")
            return None
        if target.name not in _step_names(routine) | _way_names(routine):
            message = f'"{target.inside}" has no step "{target.name}"'
            help = did_you_mean(target.name, _step_names(routine)) or _listed("its steps are", _step_names(routine))
            self.reporter.error("R0602", target.span.word(target.name), message, help)
            return None
        return target.inside

    def _with_way(self, name: str) -> list[str]:
        """The routines in which somebody may choose to do this."""
        return [holder for holder, routine in self.woven.routines.items() if name in _way_names(routine)]

    def _unknown(self, span: Any, name: str, known: Any, what: str) -> None:
        help = did_you_mean(name, known) or _listed("there are", known)
        self.reporter.error("R0602", span, f'there is no {what} called "{name}"', help)

    def _replace_body(self, place: Holder, name: str, weave: Any) -> None:
        if place == name:
            self._wrap(self.woven.routines[name], weave)
            return

        def change(node: Any) -> Any:
            if isinstance(node, n.Step) and node.name == name:
                return replace(node, body=weave(node.span, node.body))
            if isinstance(node, n.Branch) and node.name == name and not steps:
                front, rest = _leading_needs(node.body)
                return replace(node, body=front + weave(node.span, rest))
            return node

        steps = self._has_step(place, name)

        if isinstance(place, int):
            span = self.laws[place].law.span  # the copies of a card say the same law
            self.laws = [
                replace(said, law=n.rewrite(said.law, change)) if said.law.span == span else said for said in self.laws
            ]
        else:
            self.woven.routines[place] = n.rewrite(self.woven.routines[place], change)

    def _wrap(self, routine: n.Procedure | n.Action, weave: Any) -> None:
        """Around a whole procedure: it goes on under another name, so that `stop` in it cannot skip what comes after."""
        name = routine.head.name
        if not _leaves_early(routine) or isinstance(routine, n.Action):
            front, rest = _leading(routine)
            self.woven.routines[name] = replace(routine, body=front + weave(routine.span, rest))
            return
        inner = f"{name}'s own steps"
        self.woven.routines[inner] = replace(routine, head=replace(routine.head, name=inner))
        arguments = tuple(n.Name(p.span, p.name) for p in routine.head.parameters)
        call = n.Call(routine.head.span, inner, arguments)
        body = weave(routine.span, (n.Run(routine.head.span, call),))
        self.woven.routines[name] = replace(routine, keeps=(), body=body)


def report_conflict(reporter: Reporter, said: Said, other: Said, what: str) -> None:
    """Two laws change the same thing: an error, unless one of the two variants extends the other."""
    if other.origin.variant in said.origin.extends or said.origin.variant in other.origin.extends:
        return
    note = (Note(f"{other.origin.spoken} changes it here", other.law.span),)
    help = f"choose one of the two, or let one say: extends {other.origin.variant or said.origin.variant}"
    message = f"{said.origin.spoken} and {other.origin.spoken} both change {what}"
    if said.origin == other.origin:
        message, help = f"{said.origin.spoken} changes {what} twice", "remove one of the two, or say when each holds"
    reporter.error("R0603", said.law.span, message, help, note)


def _marked(said: Said) -> Said:
    """What a variant adds begins with an empty step, by which a simulation tells whether it was ever reached."""
    law = said.law
    if not isinstance(law, n.Hook) or not said.origin.variant or said.origin.card:
        return said
    mark = n.Step(law.span, variant_mark(said.origin.variant, law), ())
    return replace(said, law=replace(law, body=(mark, *law.body)))


def variant_mark(variant: str, law: n.Hook) -> str:
    """No name that somebody could write: it has spaces."""
    return f"{variant} {law.word} {law.target.name}"


def _leading(routine: n.Procedure | n.Action) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The `needs` of an action stay in front of what is woven around it."""
    return ((), routine.body) if isinstance(routine, n.Procedure) else _leading_needs(routine.body)


def _leading_needs(body: tuple[Any, ...]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    count = 0
    while count < len(body) and isinstance(body[count], n.Needs | n.LetHere):
        count += 1
    return body[:count], body[count:]


def _listed(head: str, names: Any) -> str:
    """What there is, when nothing is near to what was written."""
    found = sorted(names)
    return (
        f"{head} {', '.join(found[:12])}{' ...' if len(found) > 12 else ''}"
        if found
        else "there is nothing of that kind"
    )


def _choice_names(routine: Any) -> set[str]:
    found = set()
    for node in n.walk(routine):
        if isinstance(node, n.Choose):
            found.add(node.alias or node.name)
        elif isinstance(node, n.Take | n.Menu):
            found.add("action" if isinstance(node, n.Take) else "way")
    return found


def _step_names(routine: Any) -> set[str]:
    return {node.name for node in n.walk(routine) if isinstance(node, n.Step)}


def _way_names(routine: Any) -> set[str]:
    return {node.name for node in n.walk(routine) if isinstance(node, n.Branch)}


def _names_given(body: tuple[Any, ...]) -> set[str]:
    """What steps name at their own level: what could be spoken of behind them."""
    found: set[str] = set()
    for node in body:
        match node:
            case n.LetHere() | n.Roll() | n.Pick():
                found.add(node.name)
            case n.Choose():
                found.add(node.alias or node.name)
            case n.Draw(name=str(name)) | n.Take(alias=str(name)):
                found.add(name)
            case n.Step():
                found |= _names_given(node.body)
    return found


def _ends_it(said: Said) -> bool:
    """Does a law replace its target for good: always, and without `proceed`?"""
    law = said.law
    if not isinstance(law, n.Hook) or law.word != "instead of" or law.where is not None or said.origin.card:
        return False
    return not any(isinstance(node, n.Proceed) for part in law.body for node in n.walk(part))


def outermost_first(instead: list[Said]) -> list[Said]:
    """Base rules as they are written; of variants, one that extends others stands outside of them."""
    variants = [said for said in instead if said.origin.variant]
    others = iter(reversed(variants)) if len({said.origin.variant for said in variants}) > 1 else iter(variants)
    return [next(others) if said.origin.variant else said for said in instead]


def contradict(said: Said, other: Said) -> bool:
    """Do two changes of one value leave open what holds? Both always, or two variants whose order matters."""
    if said.origin.card or other.origin.card:
        return False
    if said.law.when is None and other.law.when is None:
        return True
    if said.origin == other.origin or Origin() in (said.origin, other.origin):
        return False
    if apart(said.law.when, other.law.when) or _says_the_same(said.law, other.law):
        return False
    return not (_adds_only(said.law) and _adds_only(other.law))


def apart(one: Any, other: Any) -> bool:
    """Can two conditions never hold together, because each wants something else of the same thing?"""
    wanted = {write(part.left): write(part.right) for part in _parts(one) if _names_one(part)}
    return any(wanted.get(write(part.left), write(part.right)) != write(part.right)
               for part in _parts(other) if _names_one(part))  # fmt: skip


def _parts(condition: Any) -> tuple[Any, ...]:
    return condition.parts if isinstance(condition, n.Both) else (condition,) if condition is not None else ()


def _names_one(part: Any) -> bool:
    return isinstance(part, n.Compare) and part.operator == "is" and isinstance(part.right, n.Name | n.Number)


def _says_the_same(one: Any, other: Any) -> bool:
    """Both changes give the same value, whatever was there before."""
    texts = {" ".join(write(case) for case in law.cases) for law in (one, other)}
    return len(texts) == 1 and len(one.cases) == 1 and not _speaks_of_normal(one.cases[0].value)


def _speaks_of_normal(value: Any) -> bool:
    return any(isinstance(node, n.Name) and node.name == NORMAL for node in n.walk(value))


def _adds_only(law: Any) -> bool:
    """`normal + 2`, `normal - player's points`: such changes come to the same in any order."""
    value = law.cases[0].value
    while isinstance(value, n.Arithmetic) and value.operator in "+-" and len(law.cases) == 1:
        if _speaks_of_normal(value.right):
            return False
        value = value.left
    return isinstance(value, n.Name) and value.name == NORMAL


def _laws_before(group: list[Said], asked: bool) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The needs that laws add (only where somebody is asked first: an action or a way), and their steps."""
    needs: list[Any] = []
    steps: list[Any] = []
    for said in group:
        if said.law.word != "before":
            continue
        body = said.law.body
        if asked:
            marks = tuple(node for node in body[:1] if isinstance(node, n.Step) and not node.body)
            front, body = _leading_needs(body[len(marks) :])
            wanted = tuple(node for node in front if isinstance(node, n.Needs))
            needs += _guarded_needs(
                said, wanted, {node.name: node.value for node in front if isinstance(node, n.LetHere)}
            )
            lets = tuple(node for node in front if isinstance(node, n.LetHere)) if body else ()
            body = (*marks, *lets, *body)
        steps += _guarded(said, body) if body else ()
    return tuple(needs), tuple(steps)


def _laws_after(group: list[Said], hidden: tuple[tuple[str, str], ...]) -> tuple[Any, ...]:
    return _flat([_guarded(said, said.law.body, hidden) for said in group if said.law.word == "after"])


def _guarded_needs(said: Said, needs: tuple[n.Needs, ...], named: dict[str, Any] | None = None) -> tuple[n.Needs, ...]:
    """Needs that a law adds: they hold where the law does not. What it has named by `let` is written out."""

    def written_out(node: Any) -> Any:
        value = (named or {}).get(node.name) if isinstance(node, n.Name) else None
        return n.Group(node.span, value) if value is not None else node

    spelled = _spelled_out(said) if said.origin.card else lambda node: node
    guards = [n.Call(said.law.span, "in_force", (n.Name(said.law.span, said.origin.card),))] if said.origin.card else []
    guards += [n.rewrite(said.law.where, spelled)] if said.law.where is not None else []
    found = []
    for need in needs:
        need = n.rewrite(n.rewrite(need, written_out), spelled)
        free = tuple(n.Not(need.span, n.Group(need.span, guard)) for guard in guards)
        condition = n.Either(need.span, (*free, n.Group(need.span, need.condition))) if free else need.condition
        found.append(replace(need, condition=condition))
    return tuple(found)


def _law_parts(said: Said) -> tuple[Any, tuple[Any, ...], tuple[Any, ...]]:
    """When a law holds (None: always), what must come before its steps, and the steps."""
    if not said.origin.card:
        return said.law.where, (), said.law.body
    guard, front, _, body = _card_parts(said, None, said.law.body)
    where = n.rewrite(said.law.where, _spelled_out(said)) if said.law.where is not None else None
    return (guard if where is None else n.Both(said.law.span, (guard, where))), front, body


def woven_around(body: tuple[Any, ...], group: list[Said], name: str) -> tuple[Any, ...]:
    """The steps printed on a card, with the laws that hold on to them."""
    for number, said in enumerate(reversed(outermost_first([s for s in group if s.law.word == "instead of"])), start=1):
        body = _instead(said, body, f"{name}'s going on {number}")
    return (*_laws_before(group, False)[1], *body, *_laws_after(group, ()))


def _leaves_early(routine: Any) -> bool:
    return any(isinstance(node, n.Stop | n.Give) for node in n.walk(routine))


def _flat(groups: list[tuple[Any, ...]]) -> tuple[Any, ...]:
    return tuple(item for group in groups for item in group)


def _guarded(said: Said, body: tuple[Any, ...], hidden: tuple[tuple[str, str], ...] = ()) -> tuple[Any, ...]:
    law = said.law
    if said.origin.card:
        return _by_card(said, law.where, body)
    body = (n.Enclosed(law.span, body, hidden),)
    if law.where is None:
        return body
    return (n.If(law.span, (n.IfCase(law.span, law.where, body),), ()),)


def _instead(said: Said, original: tuple[Any, ...], flag: str) -> tuple[Any, ...]:
    """What replaces the original, which must not be written twice: several laws on one step would double it each time."""

    def proceed(node: Any) -> Any:
        return original if isinstance(node, n.Proceed) else node

    law = said.law
    body: tuple[Any, ...] = law.body
    proceeds = sum(isinstance(node, n.Proceed) for part in body for node in n.walk(part))
    if proceeds == 1 and isinstance(body[-1], n.Proceed):
        return (*(_guarded(said, body[:-1]) if body[:-1] else ()), *original)
    if proceeds and _only_at_ends(body):
        return _instead_by_flag(said, original, flag)
    if said.origin.card:  # before `proceed` is filled in: what is replaced speaks of another `you`
        guard, front, _, body = _card_parts(said, None, body)
    body = tuple(item for node in body for item in _as_tuple(n.rewrite(node, proceed)))
    if said.origin.card:
        where = n.rewrite(law.where, _spelled_out(said)) if law.where is not None else None
        condition = guard if where is None else n.Both(law.span, (guard, where))
        return (n.If(law.span, (n.IfCase(law.span, condition, front + body),), original),)
    if law.where is None:
        return body
    return (n.If(law.span, (n.IfCase(law.span, law.where, body),), original),)


def _instead_by_flag(said: Said, original: tuple[Any, ...], name: str) -> tuple[Any, ...]:
    """The original comes last, unless the law held and did not say `proceed`."""
    span, flag = said.law.span, n.Name(said.law.span, name)

    def proceed(node: Any) -> Any:
        return n.SetValue(node.span, flag, n.YesNo(node.span, True)) if isinstance(node, n.Proceed) else node

    body = (n.SetValue(span, flag, n.YesNo(span, False)), *(n.rewrite(node, proceed) for node in said.law.body))
    last = n.If(span, (n.IfCase(span, flag, original),), ())
    return (n.LetHere(span, name, n.YesNo(span, True)), *_guarded(said, body), last)


def _only_at_ends(body: tuple[Any, ...]) -> bool:
    """Does nothing come after a `proceed`, whichever way is taken?"""
    if not body:
        return True
    if any(isinstance(node, n.Proceed) for part in body[:-1] for node in n.walk(part)):
        return False
    match body[-1]:
        case n.Proceed():
            return True
        case n.If(cases=cases, otherwise=otherwise):
            return all(_only_at_ends(part) for part in (*(case.body for case in cases), otherwise))
        case n.Menu(branches=branches):
            return all(_only_at_ends(branch.body) for branch in branches)
        case n.Step(body=inner):
            return _only_at_ends(inner)
        case last:
            return not any(isinstance(node, n.Proceed) for node in n.walk(last))


def _as_tuple(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def _by_card(said: Said, where: Any, body: tuple[Any, ...]) -> tuple[Any, ...]:
    guard, front, where, body = _card_parts(said, where, body)
    span = said.law.span
    if where is not None:
        body = (n.If(span, (n.IfCase(span, where, body),), ()),)
    return (n.If(span, (n.IfCase(span, guard, front + body),), ()),)


def _card_parts(said: Said, where: Any, body: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...], Any, tuple[Any, ...]]:
    """A card's law: in force only while it lies where it acts; `this` is the card, `you` its holder."""
    span, card = said.law.span, said.origin.card
    guard = n.Call(span, "in_force", (n.Name(span, card),))
    holder = f"holder_of_{card}"
    front: tuple[Any, ...] = (n.Touch(span, card),)
    if said.origin.owned:
        front = (
            *front,
            n.LetHere(span, holder, n.Call(span, "owner_of", (n.Name(span, card),))),
        )

    def change(node: Any) -> Any:
        if isinstance(node, n.Name) and node.name == "this":
            return replace(node, name=card)
        if isinstance(node, n.Name) and node.name == "you" and said.origin.owned:
            return replace(node, name=holder)
        return node

    new_where = n.rewrite(where, change) if where is not None else None
    return guard, front, new_where, tuple(n.rewrite(node, change) for node in body)


def card_change(said: Said) -> tuple[Any, Any]:
    """A card's change of a value or answer: the guard, and the law with `this` and `you` made plain."""
    span, card = said.law.span, said.origin.card
    guard = n.Call(span, "in_force", (n.Name(span, card),))
    return guard, n.rewrite(said.law, _spelled_out(said))


def _spelled_out(said: Said) -> Callable[[Any], Any]:
    """`this` and `you` where no name stands for them: the card, and whoever owns the place where it lies."""
    card = said.origin.card

    def change(node: Any) -> Any:
        if isinstance(node, n.Name) and node.name == "this":
            return replace(node, name=card)
        if isinstance(node, n.Name) and node.name == "you" and said.origin.owned:
            return n.Call(node.span, "owner_of", (n.Name(node.span, card),))
        return node

    return change


def _moment(word: str, keep: n.Keep, span: Any) -> n.Procedure:
    """The built-in moment `pay_money(payer, amount, payee)` or `gain_level(player, sector, amount)`."""
    name = keep.head.name
    amount = n.Parameter(span, n.NumberType(span, None, None), "amount")
    first, *more = keep.head.parameters
    rest = tuple(n.Name(span, parameter.name) for parameter in more)
    resource = n.Resource(span, name, rest)
    body: tuple[Any, ...]
    if word == "pay":
        payer = n.Parameter(span, first.type, "payer")
        payee = n.Parameter(span, n.OrNone(span, first.type), "payee")
        parameters = (payer, *more, amount, payee)
        body = (n.Pay(span, n.Name(span, "payer"), n.Name(span, "amount"), resource, n.Name(span, "payee"), True),)
    else:
        parameters = (first, *more, amount)
        sign = 1 if word == "gain" else -1
        body = (n.Gain(span, n.Name(span, first.name), n.Name(span, "amount"), resource, sign, True),)
    head = n.Head(span, f"{word}_{name}", parameters)
    return n.Procedure(span, "procedure", head, None, (), body)
