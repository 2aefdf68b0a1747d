"""Weave laws into what they change: hooks, replacements and changes become part of procedures and values.

In: the declarations of the base game, of the chosen variants and of every card, in that order. Out: declarations in which
no hook is left. Layer: check. Positions are never hooks: a law names a step, a procedure, an action, a phase or one of
the built-in moments `pay_X`, `gain_X`, `lose_X` of a stored number X.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.check.laws.changes import change_start, change_value, lose_steps, remove_target, warn_lost
from interpreter.check.laws.changes_of_keeps import change_range, change_sight
from interpreter.check.laws.decisions import add_actions, answer_decisions
from interpreter.check.laws.giving_laws import NORMAL, Steps, call_of, giving_layer
from interpreter.check.laws.law_steps import (
    card_change,
    in_place_of,
    law_parts,
    laws_after,
    laws_before,
    leaves_early,
)
from interpreter.check.laws.named_hooks import hook_names
from interpreter.check.laws.needs_removed import remove_needs
from interpreter.check.laws.settled import without_settled
from interpreter.check.laws.sources import (
    Origin,
    SourcedLaw,
    Woven,
    apart,
    ends_it,
    hooks_in,
    marked,
    outermost_first,
    report_conflict,
)
from interpreter.check.laws.targets import (
    Holder,
    Weaving,
    find_target,
    has_step,
    in_routines,
    laws_with,
    named_further_in,
    names_given,
    replace_body,
    step_body,
)
from interpreter.source import Span
from interpreter.syntax import nodes as n


def apply_laws(weaving: Weaving, laws: list[SourcedLaw[n.Law]]) -> Woven:
    """Weave all laws into the declarations."""
    laws = [marked(found) for said in laws if (found := _while_in_force(weaving, said)) is not None]
    weaving.laws = hook_names(weaving, without_settled(laws))
    rest = _change_laws(weaving)
    for said in rest:
        match said.law:
            case n.ChangeValue() as law:
                change_value(weaving, SourcedLaw(said.origin, law))
            case n.ChangeStart() as law:
                change_start(weaving, SourcedLaw(said.origin, law))
            case n.ChangeRange() as law:
                change_range(weaving, SourcedLaw(said.origin, law))
            case n.ChangeSight() as law:
                change_sight(weaving, SourcedLaw(said.origin, law))
            case n.NeedsRemoval() as law:
                remove_needs(weaving, SourcedLaw(said.origin, law))
            case n.ChangeCell() as law:
                weaving.woven.cell_changes.append(SourcedLaw(said.origin, law))
            case n.Removal() as law:
                remove_target(weaving, SourcedLaw(said.origin, law))
            case n.Answering() as law:
                answer_decisions(weaving, SourcedLaw(said.origin, law))
            case n.AddTo() as law:
                add_actions(weaving, law)
            case n.Hook():
                pass  # all together, below
    _hooks(weaving, hooks_in(rest))
    return weaving.woven


def _change_laws(weaving: Weaving) -> list[SourcedLaw[n.Law]]:
    """Apply laws about other laws first.

    A step of a law is removed, replaced and extended like any other."""
    inner = [number for number, said in enumerate(weaving.laws) if _lies_in_a_law(weaving, said.law)]
    for number in inner:
        said = weaving.laws[number]
        if isinstance(said.law, n.Removal):
            remove_target(weaving, SourcedLaw(said.origin, said.law))
    _hooks(weaving, hooks_in(weaving.laws[number] for number in inner))
    return [said for number, said in enumerate(weaving.laws) if number not in inner]


def _lies_in_a_law(weaving: Weaving, law: n.Law) -> bool:
    if not isinstance(law, n.Hook | n.Removal) or law.target.inside is not None or law.target.of is not None:
        return False
    name = law.target.name
    if name in weaving.members or name in weaving.woven.always or in_routines(weaving, name):
        return False
    return bool(laws_with(weaving, name))


def _while_in_force(weaving: Weaving, said: SourcedLaw[n.Law]) -> SourcedLaw[n.Law] | None:
    """Guard a card's law that would apply even while the card is not in force."""
    law = said.law
    if not said.origin.card:
        return said
    match law:
        case n.Removal():
            return SourcedLaw(said.origin, n.Hook(law.span, "instead of", law.target, None, ()))
        case n.Answering():
            guard, plain = card_change(SourcedLaw(said.origin, law))
            where = guard if plain.where is None else n.Both(law.span, (guard, plain.where))
            body = (n.Touch(law.span, said.origin.card), *plain.body)
            return SourcedLaw(said.origin, replace(plain, where=where, body=body))
        case n.ChangeStart() | n.ChangeCell() | n.ChangeRange() | n.ChangeSight() | n.NeedsRemoval() | n.AddTo():
            message = "a card comes into force during the game: it cannot change how things start or what is printed"
            weaving.reporter.error("R0211", law.span, message, "let the card change a value: change ... to ...")
            return None
        case _:
            return said


def _hooks(weaving: Weaving, hooks: list[SourcedLaw[n.Hook]]) -> None:
    grouped: dict[tuple[Holder, str], list[SourcedLaw[n.Hook]]] = {}
    for said in hooks:
        target = said.law.target
        if target.of is not None:
            weaving.woven.card_hooks.setdefault((target.of, target.name), []).append(said)
            continue
        if (
            target.name in weaving.lost
            and not in_routines(weaving, target.name)
            and not laws_with(weaving, target.name)
        ):
            warn_lost(weaving, said, weaving.lost[target.name])
            continue
        at = find_target(weaving, target)
        if at is not None:
            grouped.setdefault((at, target.name), []).append(said)
        else:
            weaving.woven.adrift.append(said)
    _replaced_with(weaving, grouped)
    # whole procedures last: one that is wrapped goes on under another name, where its steps would not be found
    for (at, name), group in sorted(grouped.items(), key=lambda found: found[0][0] == found[0][1]):
        _weave_group(weaving, at, name, group)


def _replaced_with(weaving: Weaving, grouped: dict[tuple[Holder, str], list[SourcedLaw[n.Hook]]]) -> None:
    """Warn about other origins' laws on steps inside what is replaced."""
    for (at, name), group in grouped.items():
        by = next((said for said in group if ends_it(said)), None)
        if by is None or by.origin == Origin():
            continue
        weaving.lost = {}
        lose_steps(weaving, at, name, by)
        for (other, step), laws in grouped.items():
            if other == at and step in weaving.lost:
                for said in laws:
                    if said.origin != by.origin:
                        warn_lost(weaving, said, by)


def _weave_group(weaving: Weaving, at: Holder, name: str, group: list[SourcedLaw[n.Hook]]) -> None:
    instead = [said for said in group if said.law.word == "instead of"]
    _one_instead(weaving, instead, name, weaving.emptied.get((at, name)))
    instead = outermost_first(instead)
    routine = weaving.woven.routines.get(name) if at == name else None
    if isinstance(routine, n.Procedure) and routine.gives is not None:
        _weave_giving(weaving, routine, group, instead)
        return
    asked = isinstance(routine, n.Action) or (routine is None and not has_step(weaving, at, name))
    hidden = _out_of_sight(weaving, routine, at, name, instead)

    def weave(_span: Span, body: Steps) -> Steps:
        needs, before = laws_before(group, asked, weaving.woven.routines)
        for number, said in enumerate(reversed(instead), start=1):
            body = in_place_of(said, body, f"{name}'s going on {number}")
        return (*needs, *before, *body, *laws_after(group, hidden))

    replace_body(weaving, at, name, weave)


def _out_of_sight(
    weaving: Weaving, routine: n.Procedure | n.Action | None, at: Holder, name: str, instead: list[SourcedLaw[n.Hook]]
) -> tuple[tuple[str, str], ...]:
    """Return the names in a target that laws after it cannot see, with the reason."""
    body = routine.body if routine is not None else step_body(weaving, at, name)
    by = next((said for said in instead if ends_it(said)), None)
    if by is not None:
        why = f'{by.origin.in_words} replaces "{name}", and with it what was named there'
    elif isinstance(routine, n.Procedure) and leaves_early(routine):
        why = f'"{name}" may stop before it is named: keep it (keep ...), or hold on to a step behind it'
    else:
        return _further_in(routine or _routine_at(weaving, at))
    return tuple((given, why) for given in sorted(names_given(body)))


def _routine_at(weaving: Weaving, at: Holder) -> n.Procedure | n.Action | None:
    return weaving.woven.routines.get(at) if isinstance(at, str) else None


def _further_in(routine: n.Procedure | n.Action | None) -> tuple[tuple[str, str], ...]:
    """Return the names bound only inside an if, a loop or a way.

    After it they may be unbound."""
    if routine is None:
        return ()
    found = named_further_in(routine.body)
    why = (
        'it is named inside {1} of "{0}", which need not happen: put a step around it there and write: after that step'
    )
    return tuple((given, why.format(routine.head.name, where)) for given, where in sorted(found.items()))


def _weave_giving(
    weaving: Weaving, routine: n.Procedure, group: list[SourcedLaw[n.Hook]], instead: list[SourcedLaw[n.Hook]]
) -> None:
    """Weave around a procedure that gives something.

    Its body and each `instead of` become procedures of their own."""
    name, span = routine.head.name, routine.head.span
    inner = f"{name}'s own steps"
    weaving.woven.routines[inner] = replace(routine, head=replace(routine.head, name=inner))
    for number, said in enumerate(reversed(instead), start=1):
        layer = f"{name}'s going on {number}"
        guard, front, body = law_parts(said)
        weaving.woven.routines[layer] = giving_layer(routine, layer, said.law, guard, front, body, inner)
        inner = layer
    hidden = _out_of_sight(weaving, routine, name, name, instead)
    _, before = laws_before(group, False)
    after = laws_after(group, hidden)
    result = (n.LetHere(span, NORMAL, call_of(routine, inner)),)
    body = (*before, *result, *after, n.Give(span, n.Name(span, NORMAL)))
    weaving.woven.routines[name] = replace(routine, keeps=(), body=body)


def _one_instead(
    weaving: Weaving, instead: list[SourcedLaw[n.Hook]], name: str, emptied: SourcedLaw[n.Removal] | None
) -> None:
    """Report two conflicting replacements.

    Not if one variant extends the other, or if their conditions exclude each other."""
    laws = [said for said in instead if not said.origin.card]
    for i, said in enumerate(laws):
        others: list[SourcedLaw[n.Hook | n.Removal]] = [*([emptied] if emptied is not None else []), *laws[:i]]
        for other in others:
            if _both_hold(said, other):
                report_conflict(weaving.reporter, said, other, f'"{name}"')
                break


def _both_hold(said: SourcedLaw[n.Hook], other: SourcedLaw[n.Hook | n.Removal]) -> bool:
    """Can two replacements of one thing apply together?

    Both are unconditional, or they are by two variants with compatible conditions."""
    where = getattr(other.law, "where", None)
    if said.law.where is None and where is None:
        return True
    if said.origin == other.origin or Origin() in (said.origin, other.origin):
        return False
    return not apart(said.law.where, where)
