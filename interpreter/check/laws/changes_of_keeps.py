"""Laws that change how something is kept: from where to where a number goes, and who sees it.

In: one such law, and the declarations by name. Out: the changed `keep`; the check of secrets sees only that. Layer: check.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from interpreter.check.laws.changes import once
from interpreter.check.laws.sources import SourcedLaw
from interpreter.check.laws.targets import Weaving, unknown_name
from interpreter.source import Help, Note
from interpreter.source.fixes import cut_brackets, instead, leave_out
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write


def change_range(weaving: Weaving, said: SourcedLaw[n.ChangeRange]) -> None:
    law, name = said.law, said.law.head.name
    keep = _changed_keep(weaving, law)
    if keep is None:
        return
    type_ = _with_range(keep.type, law)
    if type_ is None:
        help = "a range can be given to a kept number, and to nothing else"
        weaving.reporter.error("R0602", law.head.span, f'"{name}" is {write(keep.type)}, so it has no range', help)
        return
    once(weaving, said, f'the range of "{name}"')
    _compare_ends(weaving, law, keep)
    weaving.woven.keeps[name] = replace(keep, type=type_)


def change_sight(weaving: Weaving, said: SourcedLaw[n.ChangeSight]) -> None:
    keep = _changed_keep(weaving, said.law)
    if keep is None:
        return
    once(weaving, said, f'who sees "{keep.head.name}"')
    count_hidden = keep.count_hidden and not any(_is_everyone(seen) for seen in said.law.seen_by)
    weaving.woven.keeps[keep.head.name] = replace(keep, seen_by=said.law.seen_by, count_hidden=count_hidden)


def _is_everyone(seen: n.SeenBy) -> bool:
    return seen.when is None and any(isinstance(one, n.Name) and one.name == "everyone" for one in seen.names)


def _changed_keep(weaving: Weaving, law: n.ChangeRange | n.ChangeSight) -> n.Keep | None:
    """Return the keep that a law changes.

    None, with an error, if there is none or its parameters are others."""
    name = law.head.name
    keep = weaving.woven.keeps.get(name)
    if keep is None:
        other = "a let" if name in weaving.woven.lets else "an option" if name in weaving.woven.options else None
        if other is None:
            unknown_name(weaving, law.head.span, name, weaving.woven.keeps, "kept value")
        else:
            message = f'"{name}" is {other}: only what is kept has a range and says who sees it'
            weaving.reporter.error("R0602", law.head.span, message, f"write one value: change {name} to ...")
        return None
    wanted, given = [[one.name for one in head.parameters] for head in (keep.head, law.head)]
    if given and given != wanted:
        brackets = f"{name}({', '.join(wanted)})" if wanted else name
        help = Help(f"write {brackets}, or leave the brackets out", cut_brackets)
        weaving.reporter.error("R0302", law.head.span, f'"{name}" is kept with other names in its brackets', help)
        return None
    return keep


def _with_range(type_: n.TypeNode, law: n.ChangeRange) -> n.TypeNode | None:
    match type_:
        case n.NumberType():
            return n.NumberType(law.span, *map(_end, law.ends))
        case n.OrNone(inner=n.NumberType()) | n.ListType(inner=n.NumberType()):
            return replace(type_, inner=n.NumberType(law.span, *map(_end, law.ends)))
        case _:
            return None


def _end(node: n.Expression) -> int | n.Expression:
    match node:
        case n.Number(value=value):
            return value
        case n.Negative(inner=n.Number(value=value)):
            return -value
        case n.Name() | n.Group():
            return node
        case _:
            return n.Group(node.span, node)


def _compare_ends(weaving: Weaving, law: n.ChangeRange, keep: n.Keep) -> None:
    """Compare what `was` says with the range that the rules give."""
    if not law.was:
        return
    said = write(n.NumberType(law.span, *map(_end, law.was)))
    span = law.span.source.span(law.was[0].span.start, law.was[1].span.end)
    type_ = keep.type.inner if isinstance(keep.type, n.OrNone | n.ListType) else keep.type
    if not isinstance(type_, n.NumberType) or type_.low is None:
        help = leave_out(f"was {said}")
        weaving.reporter.error("R0604", span, f'"{keep.head.name}" has had no range so far', help)
        return
    base = write(type_)
    if said == base:
        return
    notes = (Note("the rules say it here", keep.type.span),)
    words = Help(f"if you still want the change, write: was {base}", partial(instead, base))
    weaving.reporter.error("R0604", span, f"the rules say {base} here, not {said}", words, notes)
