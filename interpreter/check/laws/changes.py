"""Laws that change a value, a start or an option, or take something out.

In: one such law, and the declarations by name. Out: changed declarations; conflicts and unknown names are reported. Layer: check.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from interpreter.check.laws.sources import SourcedLaw, contradict, report_conflict
from interpreter.check.laws.targets import Holder, Weaving, find_target, replace_body, step_names, unknown_name
from interpreter.source import Help, Note
from interpreter.source.fixes import instead, leave_out
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write


def change_value(weaving: Weaving, said: SourcedLaw[n.ChangeValue]) -> None:
    """Record another value of a let, or set the usual value of an option."""
    law = said.law
    name = law.head.name
    if name in weaving.woven.options:
        option = weaving.woven.options[name]
        once(weaving, said, f'the option "{name}"')
        _compare_was(weaving, law.was, option.usually)
        weaving.woven.options[name] = replace(option, usually=law.cases[0].value)
        return
    base = weaving.woven.lets.get(name)
    if base is None and name in weaving.woven.keeps:
        help = f"change how it starts (change start of {name} to ...), or a let that the rules read instead of it"
        weaving.reporter.error("R0602", law.head.span, f'"{name}" is stored: only a let can be changed like this', help)
        return
    if base is None:
        unknown_name(weaving, law.head.span, name, [*weaving.woven.lets, *weaving.woven.options], "value")
        return
    if law.was is not None:
        _compare_was(weaving, law.was, base.cases[0].value if len(base.cases) == 1 else None)
    earlier = weaving.woven.changes.setdefault(name, [])
    for other in earlier:
        if contradict(said, other):
            report_conflict(weaving.reporter, said, other, f'the value "{name}"')
    earlier.append(said)


def _compare_was(weaving: Weaving, was: n.Expression | None, base: n.Expression | None) -> None:
    if was is None:
        return
    if base is None:
        message = f"the rules have several cases here: it is not simply {write(was)}"
        weaving.reporter.error("R0604", was.span, message, leave_out("was ..."))
    elif write(was) != write(base):
        help = Help(f"if you still want the change, write: was {write(base)}", partial(instead, write(base)))
        notes = (Note("the rules say it here", base.span),)
        weaving.reporter.error("R0604", was.span, f"the rules say {write(base)} here, not {write(was)}", help, notes)


def once(weaving: Weaving, said: SourcedLaw[n.Law], what: str) -> None:
    """Report a conflict if two variants give the same thing another value."""
    other = weaving.given.setdefault(what, said)
    if other is not said:
        report_conflict(weaving.reporter, said, other, what)


def change_start(weaving: Weaving, said: SourcedLaw[n.ChangeStart]) -> None:
    """Let a stored value start at something else."""
    law = said.law
    keep = weaving.woven.keeps.get(law.name)
    if keep is None:
        unknown_name(weaving, law.span.word(law.name), law.name, weaving.woven.keeps, "kept value")
        return
    once(weaving, said, f'the start of "{law.name}"')
    _compare_was(weaving, law.was, keep.starts_at or n.Number(keep.head.span, 0))
    weaving.woven.keeps[law.name] = replace(keep, starts_at=law.value)


def remove_target(weaving: Weaving, said: SourcedLaw[n.Removal]) -> None:
    """Take out a row, a check, a step or what a procedure does."""
    target = said.law.target
    if target.of is not None:
        weaving.woven.card_hooks.setdefault((target.of, target.name), []).append(
            SourcedLaw(said.origin, n.Hook(said.law.span, "instead of", target, None, ()))
        )
        return
    if target.inside is None and target.name in weaving.members:
        weaving.woven.removed_cards[target.name] = said
        return
    if target.inside is None and target.name in weaving.woven.always:
        del weaving.woven.always[target.name]
        return
    at = find_target(weaving, target)
    routine = weaving.woven.routines.get(target.name) if at == target.name else None
    if isinstance(routine, n.Procedure) and routine.gives is not None and not isinstance(routine.gives, n.OrNone):
        message = f'"{target.name}" gives {write(routine.gives)}: somebody waits for that, so it cannot be taken out'
        help = f"say what it gives instead: instead of {target.name}, and below it: give ..."
        weaving.reporter.error("R0319", said.law.span, message, help)
    elif at is not None:
        weaving.emptied.setdefault((at, target.name), said)
        lose_steps(weaving, at, target.name, said)
        replace_body(weaving, at, target.name, lambda _span, _body: ())


def lose_steps(weaving: Weaving, at: Holder, name: str, said: SourcedLaw[n.Hook | n.Removal]) -> None:
    """Record the steps inside what is removed or replaced.

    Laws on them no longer apply."""
    holder: n.Node = weaving.holder(at)
    if at != name:
        holder = next(node for node in n.walk(holder) if isinstance(node, n.Step | n.Branch) and node.name == name)
    for step in step_names(holder) - {name}:
        weaving.lost.setdefault(step, said)


def warn_lost(weaving: Weaving, said: SourcedLaw[n.Hook], by: SourcedLaw[n.Hook | n.Removal]) -> None:
    """Warn about a law whose target is gone with what `by` removes or replaces."""
    law, name = said.law, said.law.target.name
    verb = "takes it out" if isinstance(by.law, n.Removal) else "replaces what it is in"
    message = f'there is no "{name}" left, so this law does nothing: {by.origin.in_words} {verb}'
    help = "let the new steps have a step of this name, or leave this law out"
    weaving.reporter.warning("R0614", law.target.span, message, help, (Note("here", by.law.target.span),))
