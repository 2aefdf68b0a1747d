"""Warn about a range that ends at a number which has a name: whoever changes the one forgets the other.

In: the declarations of a game, laws already woven in. Out: warnings. Layer: check. A kept number that is compared with a `let`
counts up to it; if its range is written as a number of its own, a variant that makes the `let` larger makes it overflow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from interpreter.check.check_state import Checker
from interpreter.source import Help, Note
from interpreter.source.fixes import instead
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write

SMALLEST = 2  # 0 and 1 are too often the same by chance
COUNTING = ("is", "is at least", "is more than", "is less than", "is at most")


def warn_of_range_ends(checker: Checker) -> None:
    named = {name: value for name, let in checker.woven.lets.items() if (value := _number(let)) is not None}
    ends = {name: keep.type for name, keep in checker.woven.keeps.items() if _high(keep.type) is not None}
    possible = {high + more for type_ in ends.values() for more in (0, 1) if (high := _high(type_)) is not None}
    if possible.isdisjoint(named.values()):
        return
    told: set[str] = set()
    for compared in _comparisons(checker):
        kept, let = _thing(compared.left), compared.right
        if not isinstance(let, n.Name) or kept in told or kept not in ends or let.name not in named:
            continue
        if _warned(checker, kept, ends, let.name, named[let.name]):
            told.add(kept)


def _warned(checker: Checker, kept: str, ends: Mapping[str, n.TypeNode], let: str, value: int) -> bool:
    type_ = ends[kept]
    high = _high(type_)
    if high is None or value - high not in (0, 1) or not isinstance(type_, n.NumberType):
        return False
    end = let if value == high else f"({let} - 1)"
    anew = write(n.NumberType(type_.span, type_.low, n.Name(type_.span, end)))
    message = f'"{let}" is {value}, and "{kept}", which is compared with it, ends at {high} whatever {let} becomes'
    help = Help(f"let the range follow: {anew}", lambda span: instead(anew, span))
    note = (Note(f"{let} is named here", checker.woven.lets[let].head.span),)
    checker.reporter.warning("R0616", type_.span, message, help, note)
    return True


def _comparisons(checker: Checker) -> Iterator[n.Compare]:
    woven = checker.woven
    for node in (*woven.routines.values(), *woven.lets.values(), *woven.always.values()):
        for inner in n.walk(node):
            if isinstance(inner, n.Compare) and inner.operator in COUNTING:
                yield inner


def _thing(node: n.Expression) -> str:
    return node.name if isinstance(node, n.Name | n.Call | n.Possessive) else ""


def _number(let: n.Let) -> int | None:
    """Return the number that a let names, if it is one and not a formula."""
    if let.head.parameters or len(let.cases) != 1 or let.names:
        return None
    value = let.cases[0].value
    return value.value if isinstance(value, n.Number) and value.value >= SMALLEST else None


def _high(type_: n.TypeNode) -> int | None:
    return type_.high if isinstance(type_, n.NumberType) and isinstance(type_.high, int) else None
