"""Variants that are included together: where they disagree, the one that includes them says how it is.

In: all laws with their origins. Out: those that count. Layer: check. Two variants may exclude each other, or change the same
thing; a third one that says `includes A, B` is played with both, and its own law about such a thing replaces theirs.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.check.laws.giving_laws import NORMAL
from interpreter.check.laws.sources import SourcedLaw, ends_it
from interpreter.syntax import nodes as n


def without_settled(laws: Sequence[SourcedLaw[n.Law]]) -> list[SourcedLaw[n.Law]]:
    """Leave out changes of a variant that one which includes it overrides.

    Whatever the value was before."""
    said: dict[str, set[tuple[str, ...]]] = {}
    for one in laws:
        about = _about(one.law)
        if about is not None and one.origin.variant and _says_all(one):
            said.setdefault(one.origin.variant, set()).add(about)
    return [one for one in laws if not any(_about(one.law) in said.get(by, ()) for by in one.origin.included)]


def _about(law: n.Law) -> tuple[str, ...] | None:
    """Return what a law gives another value or replaces; None for laws that only add."""
    match law:
        case n.ChangeValue():
            return ("value", law.head.name)
        case n.ChangeCell():
            return ("cell", law.row, law.column)
        case n.ChangeStart():
            return ("start", law.name)
        case n.ChangeRange():
            return ("range", law.head.name)
        case n.ChangeSight():
            return ("sight", law.head.name)
        case n.Removal():
            return ("steps", *_place(law.target))
        case n.Hook(word="instead of"):
            return ("steps", *_place(law.target))
        case _:
            return None


def _place(target: n.Target) -> tuple[str, str]:
    return target.name, target.of or ""


def _says_all(said: SourcedLaw[n.Law]) -> bool:
    """Does a law hold always, and ask for nothing of what it replaces?"""
    match said.law:
        case n.ChangeValue(cases=cases, when=when) | n.ChangeCell(cases=cases, when=when):
            parts = [node for case in cases for node in n.walk(case)]
            return when is None and not any(isinstance(node, n.Name) and node.name == NORMAL for node in parts)
        case n.Hook():
            return ends_it(said)
        case _:
            return True
