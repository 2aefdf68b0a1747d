"""Laws about decisions: what is chosen automatically, what it needs, and which actions can be taken.

In: one such law, and the declarations by name. Out: changed routines; a decision that nobody takes is reported. Layer: check.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.check.laws.law_steps import guarded_needs
from interpreter.check.laws.sources import Answer, SourcedLaw
from interpreter.check.laws.targets import Weaving, choice_names, find_target, unknown_name
from interpreter.source import Note, did_you_mean
from interpreter.syntax import nodes as n


def answer_decisions(weaving: Weaving, said: SourcedLaw[n.Answering]) -> None:
    """Attach `instead of choosing` or `before choosing` to the decisions it names."""
    law = said.law
    if law.word == "before" and any(isinstance(node, n.Needs) for node in law.body):
        _require(weaving, said)
        law = replace(law, body=tuple(node for node in law.body if not isinstance(node, n.Needs)))
        if all(isinstance(node, n.Touch) for node in law.body):
            return
    answer = Answer(law)
    inside = law.target.inside if law.target is not None else None
    for name, routine in list(weaving.woven.routines.items()):
        if inside is None or name == inside:
            weaving.woven.routines[name] = _answered(weaving, answer, routine)
    weaving.woven.answers.append(answer)  # steps printed on cards are read later, and may ask as well


def _answered(weaving: Weaving, answer: Answer, routine: n.Procedure | n.Action) -> n.Procedure | n.Action:
    alone = Answer(answer.law)
    law, given, found = weaving.memory.of(
        ("answered", id(answer.law)), routine, lambda node: (answer.law, alone.given_in(node), alone.found)
    )
    if law is not answer.law:  # the id of a law that is gone
        given, found = alone.given_in(routine), alone.found
    answer.found += found
    woven: n.Procedure | n.Action = given
    return woven


def _require(weaving: Weaving, said: SourcedLaw[n.Answering]) -> None:
    """Add the `needs` of `before choosing NAME` to every option of that decision."""
    law = said.law
    needs = tuple(node for node in law.body if isinstance(node, n.Needs))
    if law.target is None:
        help = "name the decision: before choosing NAME"
        weaving.reporter.error("R0313", needs[0].span, "nothing is chosen here of which this could be said", help)
        return
    guarded = guarded_needs(said, needs)
    name, inside, found = law.target.name, law.target.inside, 0

    def change(node: n.Node) -> n.Node:
        nonlocal found
        if not isinstance(node, n.Choose) or not node.answers_to(name):
            return node
        found += 1
        return replace(node, needs=(*node.needs, *guarded))

    for routine_name, routine in list(weaving.woven.routines.items()):
        if inside is None or routine_name == inside:
            weaving.woven.routines[routine_name] = n.rewrite(routine, change)
    if not found:
        nobody_chooses(weaving, law)


def add_actions(weaving: Weaving, law: n.AddTo) -> None:
    """Add an action to the list of a `takes one of`. Kinds got their members before."""
    if law.target.name in weaving.kinds and law.target.inside is None:
        return
    at = find_target(weaving, law.target)
    if at is None:
        return
    holder: n.Node = weaving.holder(at)
    if at != law.target.name:
        holder = next(node for node in n.walk(holder) if isinstance(node, n.Step) and node.name == law.target.name)
    lists = [node for node in n.walk(holder) if isinstance(node, n.Take)]
    if len(lists) != 1:
        _which_list(weaving, law, lists)
        return
    longer = _with_more(weaving, lists[0], law)

    def change(node: n.Node) -> n.Node:
        return longer if isinstance(node, n.Take) and node.span == lists[0].span else node

    if isinstance(at, int):
        weaving.laws[at] = SourcedLaw(weaving.laws[at].origin, n.rewrite(weaving.laws[at].law, change))
    else:
        weaving.woven.routines[at] = n.rewrite(weaving.woven.routines[at], change)


def _which_list(weaving: Weaving, law: n.AddTo, lists: list[n.Take]) -> None:
    name = law.target.name
    if not lists:
        message = f'nobody takes one of several actions in "{name}", so none can be added there'
        weaving.reporter.error("R0602", law.target.span, message, "name the procedure or step that says: takes one of")
        return
    notes = tuple(Note("here", found.span) for found in lists[:2])
    message, help = f'"{name}" has {len(lists)} lists of actions', f"name the step: add ... to STEP in {name}"
    weaving.reporter.error("R0605", law.target.span, message, help, notes)


def _with_more(weaving: Weaving, take: n.Take, law: n.AddTo) -> n.Take:
    names = [action.name for action in take.actions]
    at = len(names)
    if law.next_to is not None and law.next_to.name not in names:
        help = did_you_mean(law.next_to.name, names) or "they are " + ", ".join(names)
        message = f'"{law.next_to.name}" is not one of these actions'
        weaving.reporter.error("R0602", law.next_to.span, message, help)
    elif law.next_to is not None:
        at = names.index(law.next_to.name) + (law.word == "after")
    return replace(take, actions=(*take.actions[:at], *law.items, *take.actions[at:]))


def nobody_chooses(weaving: Weaving, law: n.Answering) -> None:
    """Report a decision that no routine takes."""
    if law.target is None:
        return  # at every decision: no error if there is none
    name, inside = law.target.name, law.target.inside
    if inside is not None and inside not in weaving.woven.routines:
        unknown_name(weaving, law.span.word(inside), inside, weaving.woven.routines, "procedure, action or phase")
        return
    where = f' in "{inside}"' if inside else ""
    routines = weaving.woven.routines.values() if inside is None else [weaving.woven.routines[inside]]
    known = sorted({found for routine in routines for found in choice_names(routine)})
    help = did_you_mean(name, known) or ("what is chosen: " + ", ".join(known) if known else "nothing is chosen there")
    weaving.reporter.error("R0602", law.span.word(name), f'nobody chooses "{name}"{where}', help)
