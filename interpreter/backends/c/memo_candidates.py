"""Find values and formulas worth memoizing while nothing changes, e.g. while options are collected.

In: a Program. Out: their names (for a formula, its kind and column), and the names of those that count work. Layer: backends.
Candidates are read by a search for each item, directly or through others, or at several places of one value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from interpreter.ir import rulebook as rb
from interpreter.ir.blocks import Program
from interpreter.ir.traversal import parts, walk
from interpreter.ir.types import PLAYER
from interpreter.lower.passes.budget import COUNTED, most_items

CHEAP = 40  # steps
Name = str | tuple[str, str]


def read_repeatedly(program: Program) -> frozenset[Name]:
    used = {name: [one for term in terms for one in used_in(term)] for name, terms in bodies(program).items()}
    found = {
        name for inside in used.values() for name, count in Counter(name for name, _ in inside).items() if count > 1
    }
    found |= {name for inside in used.values() for name, in_search in inside if in_search}
    for question in program.questions:
        if question.choice is not None and question.choice.where is not None:
            found |= {name for name, _ in used_in(question.choice.where)}
    reached = set(found)
    while found:
        found = {name for one in found for name, _ in used[one]} - reached
        reached |= found
    return frozenset(reached)


def bodies(program: Program) -> dict[Name, list[rb.Term]]:
    """Collect the terms evaluated for each value and formula."""
    values: dict[Name, list[rb.Term]] = {name: list(terms_of(value)) for name, value in program.values.items()}
    return values | {place: list(cells) for place, cells in program.formulas.items()}


def terms_of(value: rb.Value) -> Iterator[rb.Term]:
    yield from (change.guard for change in value.alterations if change.guard is not None)
    for case in (*value.cases, *(case for alteration in value.alterations for case in alteration.cases)):
        yield from (term for term in (case.condition, case.value) if term is not None)


def using(program: Program, first: Iterable[Name]) -> frozenset[Name]:
    """Close a set of names under their users.

    Everything that uses one of them, directly or indirectly."""
    used = {name: {one for term in terms for one, _ in used_in(term)} for name, terms in bodies(program).items()}
    found = set(first)
    while True:
        more = {name for name, inside in used.items() if name not in found and inside & found}
        if not more:
            return frozenset(found)
        found |= more


def counting(program: Program) -> frozenset[Name]:
    """Find the names that may count work.

    A memo hit of one of them must count its work again."""
    circular = {name for name, value in program.values.items() if value.uses_itself}
    found = {name for name, terms in bodies(program).items() if any(map(_counts, terms))}
    return using(program, circular | found)


# built-in functions that read nothing but their arguments and what is printed or drawn
OF_ARGUMENTS = frozenset((
    COUNTED, "absolute", "total", "item", "take", "drop", "reverse", "distinct", "joined", "combined", "position", "number_of",
    "remainder", "in_reach", "smaller", "larger", "leaving_out", "shared", "how_often", "taking_away", "spot_at", "turns_of",
    "how_many", "ahead", "round_up", "round_down", "same_print", "column_of", "row_of", "square_at", "all_lines", "lines_through",
    "neighbours", "exits", "adjacent", "distance", "reachable", "far_end", "sets_of",
))  # fmt: skip


def constants(program: Program) -> frozenset[Name]:
    """Find values that are the same all game, given their arguments.

    They depend on nothing else, directly or by what they use."""
    return frozenset(bodies(program)) - using(
        program, [name for name, terms in bodies(program).items() if not all(map(_is_constant, terms))]
    )


def _is_constant(term: rb.Term) -> bool:
    for part in walk(term):
        match part:
            case rb.Builtin():
                if part.name not in OF_ARGUMENTS:
                    return False
            case rb.Members():
                if part.kind == PLAYER.kind:
                    return False
            case (
                rb.Constant() | rb.Local() | rb.Printed() | rb.Formula() | rb.ValueCall() | rb.Listing() | rb.Numbers()
                | rb.Search() | rb.Logic() | rb.Comparison() | rb.Calculation() | rb.LetIn() | rb.Lazy() | rb.Chosen()
            ):  # fmt: skip
                pass
            case _:
                return False
    return True


def _counts(term: rb.Term) -> bool:
    for part in walk(term):
        match part:
            case rb.Numbers() | rb.CanTake():
                return True
            case rb.Builtin() if part.name == COUNTED:
                return True
    return False


def is_expensive(terms: Iterable[rb.Term], program: Program) -> bool:
    """Does it take longer to evaluate than to look up?"""
    return max((_steps(term, program) for term in terms), default=0) > CHEAP


def _steps(term: rb.Term, program: Program) -> int:
    """Estimate the steps of a term, excluding the values that it uses."""
    if not isinstance(term, rb.Search):
        return 1 + sum(_steps(part, program) for part in parts(term))
    inside = sum(_steps(part, program) for part in parts(term) if part is not term.items)
    return _steps(term.items, program) + most_items(term.items, program) * (1 + inside)


def used_in(term: rb.Term, in_search: bool = False) -> Iterator[tuple[Name, bool]]:
    """Yield the values and formulas a term uses, each with whether per item.

    That is whether a search reads it for each item."""
    match term:
        case rb.ValueCall():
            yield term.value.name, in_search
        case rb.Formula():
            yield (term.column.kind, term.column.name), in_search
    for part in parts(term):
        yield from used_in(part, in_search or (isinstance(term, rb.Search) and part is not term.items))
