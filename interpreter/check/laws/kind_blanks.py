"""Blanks of mechanics that are filled with kinds: `blank card: cards`.

In: a mechanic, its user, what is filled in and the game's kinds. Out: what the mechanic's own words for these kinds are
called in the game, and nodes that say it so. Layer: check. One word means the kind, each of its members that a parameter
or a loop has, and the column that a deck made for each of them has; so every name that is this word is said anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from interpreter.check.names.plurals import plural_of
from interpreter.source import Note, Reporter, did_you_mean
from interpreter.source.fixes import one_of
from interpreter.syntax import nodes as n

Tree = TypeVar("Tree", bound=n.Node | None)
PLAYER = "player"


def kinds_filled(
    mechanic: n.Mechanic,
    instance: n.Instance,
    fills: Mapping[str, n.Fill],
    kinds: Mapping[str, n.Kind],
    reporter: Reporter,
) -> dict[str, str] | None:
    """Return the game's words for the mechanic's, in singular and plural.

    None after an error."""
    names: dict[str, str] = {}
    correct = True
    for blank in mechanic.declarations:
        if not isinstance(blank, n.Blank) or blank.kind is None:
            continue
        wanted, fill = blank.head.name, fills.get(blank.head.name)
        fitting = sorted(name for name, kind in kinds.items() if blank.kind in ("kind", kind.word))
        found = _filled_with(blank, fill, instance, fitting, reporter)
        if found is None:
            correct = False
            continue
        names[wanted] = found
        names[plural_of(wanted)] = (kinds[found].plural if found in kinds else None) or plural_of(found)
    return names if correct else None


def _filled_with(
    blank: n.Blank, fill: n.Fill | None, instance: n.Instance, fitting: list[str], reporter: Reporter
) -> str | None:
    name, note = blank.head.name, (Note("the blank is declared here", blank.span),)
    what = "kind" if blank.kind == "kind" else f"kind of {blank.kind}"
    if fill is None:
        if name in fitting:
            return name
        message = f'"{instance.head.name}" needs a {what} for the blank "{name}", and none is called "{name}" here'
        help = f"add a line below: {name}: {fitting[0]}" if fitting else f"declare one: {blank.kind} {name} ..."
        reporter.error("R0210", instance.head.span, message, help, note)
        return None
    if isinstance(fill.value, n.Name) and (
        fill.value.name in fitting or (fill.value.name == PLAYER and blank.kind == "kind")
    ):
        return fill.value.name
    span = fill.value.span if fill.value is not None else fill.span.word(fill.name)
    help_ = (
        did_you_mean(fill.value.name, fitting) if isinstance(fill.value, n.Name) else None
    ) or one_of("write the name of one of them: ", fitting, None)  # fmt: skip
    reporter.error("R0209", span, f'"{name}" needs the name of a {what}', help_, note)
    return None


def in_the_games_words(node: Tree, words: Mapping[str, str]) -> Tree:
    """Say a node of the mechanic with the game's names of kinds."""
    names = {name: other for name, other in words.items() if name != other}
    if not names or node is None:
        return node

    def change(inner: n.Node) -> n.Node:
        match inner:
            case n.PileType() | n.RowType() if inner.kind in names:
                return replace(inner, kind=names[inner.kind])
            case n.GridType():
                on = names.get(inner.on, inner.on) if inner.on is not None else None
                return replace(inner, kind=names.get(inner.kind, inner.kind), on=on)
            case n.AddMade() if inner.kind in names:
                return replace(inner, kind=names[inner.kind])
            case n.Query() if inner.binder in names:
                return replace(inner, binder=names[inner.binder or ""])
            case n.Choose() | n.Take() if inner.alias in names:
                return replace(inner, alias=names[inner.alias or ""])
            case n.Draw() if inner.name in names:
                return replace(inner, name=names[inner.name or ""])
            case (
                n.KindType() | n.Parameter() | n.Dimension() | n.Name() | n.Call() | n.Possessive() | n.Choose()
                | n.ChosenToo() | n.LetHere() | n.Pick() | n.Roll()
            ) if inner.name in names:  # fmt: skip
                return replace(inner, name=names[inner.name])
            case _:
                return inner

    return n.rewrite(node, change)
