"""Blanks of mechanics that are filled with piles: `blank hand(player): pile of card`.

In: a mechanic, its user, what is filled in and what the game keeps. Out: what the mechanic's piles are called in the game.
Layer: check. Inside, the mechanic moves cards from and to such a pile as if it were its own.
"""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.source import Note, Reporter, did_you_mean
from interpreter.source.fixes import one_of
from interpreter.syntax import nodes as n


def is_pile_blank(node: n.Node) -> bool:
    return isinstance(node, n.Blank) and isinstance(node.type, n.PileType)


def piles_filled(
    mechanic: n.Mechanic,
    instance: n.Instance,
    fills: Mapping[str, n.Fill],
    kept: Mapping[str, n.Keep],
    words: Mapping[str, str],
    reporter: Reporter,
) -> dict[str, str] | None:
    """Return the game's names of the mechanic's piles.

    None after an error."""
    names: dict[str, str] = {}
    correct = True
    for blank in mechanic.declarations:
        if not isinstance(blank, n.Blank) or not isinstance(blank.type, n.PileType):
            continue
        kind = words.get(blank.type.kind, blank.type.kind)
        fitting = sorted(name for name, keep in kept.items() if _fits(keep, blank, kind, words))
        found = _filled_with(blank, fills.get(blank.head.name), instance, kind, fitting, reporter)
        if found is None:
            correct = False
        else:
            names[blank.head.name] = found
    return names if correct else None


def _fits(keep: n.Keep, blank: n.Blank, kind: str, words: Mapping[str, str]) -> bool:
    """Is this a pile of these cards, one for each of the same things?"""
    if not isinstance(keep.type, n.PileType) or keep.type.kind != kind:
        return False
    wanted = [words.get(name, name) for name in _each_of(blank.head)]
    return wanted == _each_of(keep.head)


def _each_of(head: n.Head) -> list[str]:
    """Name the kinds that there is one pile for each member of."""
    return [each.type.name if isinstance(each.type, n.KindType) else each.name for each in head.parameters]


def _filled_with(
    blank: n.Blank, fill: n.Fill | None, instance: n.Instance, kind: str, fitting: list[str], reporter: Reporter
) -> str | None:
    name, note = blank.head.name, (Note("the blank is declared here", blank.span),)
    what = f"pile of {kind}" + "".join(f" for each {each}" for each in _each_of(blank.head))
    keep_one = f"keep one: keep {name}: pile of {kind}"
    if fill is None:
        if name in fitting:
            return name
        message = f'"{instance.head.name}" needs a {what} for the blank "{name}", and none is called "{name}" here'
        help = f"add a line below: {name}: {fitting[0]}" if fitting else keep_one
        reporter.error("R0210", instance.head.span, message, help, note)
        return None
    if isinstance(fill.value, n.Name) and fill.value.name in fitting:
        return fill.value.name
    span = fill.value.span if fill.value is not None else fill.span.word(fill.name)
    near = did_you_mean(fill.value.name, fitting) if isinstance(fill.value, n.Name) else None
    help_ = near or one_of("write the name of one of them: ", fitting, None) if fitting else keep_one
    reporter.error("R0209", span, f'"{name}" needs the name of a {what}', help_, note)
    return None
