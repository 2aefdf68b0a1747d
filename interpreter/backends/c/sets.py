"""Evaluate a test for all members of a kind at once, as a bitset.

In: a test on the variable of a search, over a kind with at most 128 members. Out: a C expression for the bitset of members
that pass, a word or, above 64 members, a wide one. Layer: backends. Adjacent cells are compared many at a time, constant tests
become a table of words, a pile is a bitset itself, and `and`, `or` and `not` are one operation for all members. A test
qualifies only if it cannot fail, so that it does not matter for which members it is evaluated; a test that can fail is
evaluated only if members are left, which is when the rules would evaluate it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from typing import TypeGuard

from interpreter.backends.c.branchless import bit, is_key, is_value, straight
from interpreter.backends.c.cells import list_number, offset
from interpreter.backends.c.context import Context, scalar, write
from interpreter.backends.c.operators import COMPARISONS
from interpreter.backends.c.unit import FEW_BITS, number, word
from interpreter.ir import rulebook as rb
from interpreter.ir.questions import together
from interpreter.ir.traversal import substitute, walk
from interpreter.ir.types import PLAYER, Grid, ListOf, Maybe, Of, YesNo, Zone
from interpreter.lower.evaluate import Open, Wrong
from interpreter.lower.passes.budget import COUNTED, uncounted
from interpreter.lower.passes.fold import plain_body
from interpreter.lower.passes.inline import costs_nothing

MOST, LEAST = 64, 6  # members: the bits of a word; below LEAST a loop is as fast
WIDEST = 128  # members: the bits of a wide word
MAX_ROWS = 256  # words per table
MAX_PAIRS = 512  # of a test that depends on two other things
DEEP = 8  # nesting depth up to which values are inlined
SMALL = 10**6
SEARCHED = ("some", "no", "every", "count", "sum", "highest", "lowest", "first", "last", "list")


@dataclass
class Meant:
    """What a loop iterates over.

    A first bitset, further ones evaluated only if members are left, and a remaining test. A test that is the same for all
    members is such a further one: all bits or none."""

    first: str
    later: list[str] = field(default_factory=list)
    rest: rb.Term | None = None
    is_wide: bool = False

    def head(self, name: str) -> str:
        """Print the declaration of the word."""
        later = "".join(f"if ({name}) {name} &= {one}; " for one in self.later)
        return f"{word_type(self.is_wide)} {name} = {self.first}; {later}"


def word_type(is_wide: bool) -> str:
    return "Wide" if is_wide else "uint64_t"


def bit_by_bit(word: str, name: str, is_wide: bool) -> str:
    """Print the head of a loop over a bitset, up to its opening brace."""
    lowest = f"wide_lowest({word})" if is_wide else f"__builtin_ctzll({word})"
    return f"for (; {word}; {word} &= {word} - 1) {{ I {name} = {lowest}; "


def members_of(items: rb.Term, context: Context) -> int:
    """Count the members iterated over if bitsets of them fit into a word; else 0."""
    found, _ = uncounted(items)
    if not isinstance(found, rb.Members) or found.kind == "player":
        return 0
    size = context.unit.size(found.kind)
    return size if LEAST <= size <= WIDEST else 0


def meant(where: rb.Term, variable: rb.Variable, size: int, context: Context) -> Meant | None:
    """Split a test into bitsets and a remaining test.

    None if no part of it is a bitset."""
    sets = Sets(variable, size, context)
    tests = list(sets.conjuncts(where))
    first: list[str] = []
    while tests and not (first and sets.is_long(tests[0])) and (found := sets.of(tests[0])) is not None:
        first.append(found)
        tests.pop(0)
    later: list[str] = []
    while tests and (found := sets.of_rest(tests[0])) is not None:
        later.append(found)
        tests.pop(0)
    if not first and not any(_uses(test, variable) for test in list(sets.conjuncts(where))[: len(later)]):
        return None
    return Meant(f"({' & '.join(first) or sets.all})", later, together("and", tests), sets.is_wide)


class Sets:
    """Prints the bitsets of one search."""

    def __init__(self, variable: rb.Variable, size: int, context: Context) -> None:
        self.variable, self.size, self.context = variable, size, context
        self.is_wide = size > MOST
        self.word, self.wide = word_type(self.is_wide), "wide_" if self.is_wide else ""
        self.all = word((1 << size) - 1, self.is_wide)

    def conjuncts(self, term: rb.Term, deep: int = 0) -> Iterator[rb.Term]:
        """Yield the conjuncts of a test, values inlined."""
        opened = self._opened(term)
        if isinstance(opened, rb.Logic) and opened.word == "and" and deep < DEEP:
            for part in opened.parts:
                yield from self.conjuncts(part, deep + 1)
        else:
            yield term

    def is_long(self, term: rb.Term) -> bool:
        """Does a test search a whole kind for each member?

        Then it is faster to test the few remaining members one by one."""
        return any(
            isinstance(part, rb.Search) and members_of(part.items, self.context) and _uses(part, self.variable)
            for part in walk(self._opened(term))
        )

    def of_rest(self, term: rb.Term) -> str | None:
        """Print the bitset of a test that is evaluated once, and only if members are left.

        None if it has to be evaluated for one member after the other."""
        if self.is_long(term):
            return None
        if not _uses(term, self.variable):
            return f"-({self.word})({write(term, self.context)} != 0)"
        return self.of(term) or self.of_one_value(term)

    def of(self, term: rb.Term, deep: int = 0) -> str | None:
        """Print the bitset of members that pass a test; None if it cannot be one."""
        term = self._opened(term)
        if deep > DEEP:
            return None
        if not _uses(term, self.variable):
            return f"(-({self.word}){bit(term, self.context)} & {self.all})" if straight(term) else None
        known = self._table(term)
        if known is not None:
            return known
        match term:
            case rb.Logic(word="not", parts=(part,)):
                inside = self.of(part, deep + 1)
                return None if inside is None else f"({self.all} ^ {inside})"
            case rb.Logic():
                return self._together(term, deep)
            case rb.Comparison(operator=operator, left=left, right=right) if (
                operator in COMPARISONS and right is not None
            ):
                return self._compared(operator, left, right)
            case rb.Stored() if isinstance(term.keep.type, YesNo) and term.keep.start is not None:
                return self._cells(term, "!=", "0")
            case rb.LiesIn():
                return self._pile(term)
            case rb.Search(word="some" | "no", body=None, keys=()) if term.where is not None and not term.pieces:
                return self._for_some(term, term.where, deep)
            case _:
                return None

    def printed(self, term: rb.Term) -> str | None:
        """Print the bitset of members that pass a test of printed data or location.

        It reads only printed columns, or where a card lies."""
        opened = self._opened(term)
        if not _uses(opened, self.variable):
            return None
        known = self._table(opened)
        if known is not None or isinstance(opened, rb.LiesIn):
            return known or self.of(opened)
        if not isinstance(opened, rb.Comparison) or opened.operator not in COMPARISONS or opened.right is None:
            return None
        left, right, operator = opened.left, opened.right, opened.operator
        if _uses(right, self.variable):
            left, right, operator = right, left, COMPARISONS[operator].mirrored
        if not isinstance(left, rb.Printed) or _uses(right, self.variable):
            return None
        return self._column(operator, left, right)

    def numbers(self, body: rb.Term) -> list[int] | None:
        """Calculate for each member a number that depends on nothing else."""
        try:
            work = self.context.unit.working.term(body)
            found = [work({self.variable: i}) for i in range(self.size)]
        except (Open, Wrong, KeyError):
            return None
        return [one for one in found if isinstance(one, int)] if all(isinstance(one, int) for one in found) else None

    def of_one_value(self, term: rb.Term) -> str | None:
        """Print a comparison with a value that is evaluated once and may fail."""
        if not isinstance(term, rb.Comparison) or term.right is None or _uses(term.right, self.variable):
            return None
        left, right = term.left, term.right
        if term.operator in COMPARISONS and isinstance(left, rb.Stored):
            ordered = COMPARISONS[term.operator].is_ordered
            if is_value(left, ordered):
                return self._cells_against(left, term.operator, right, ordered)
        is_member = isinstance(left, rb.Local) and left.variable is self.variable
        if is_member and term.operator in ("in", "not in") and right.type == ListOf(self.variable.type):
            found = f"({self.wide}bits_of({write(right, self.context)}) & {self.all})"
            return found if term.operator == "in" else f"({self.all} ^ {found})"
        return None

    def _opened(self, term: rb.Term) -> rb.Term:
        """Inline calls of values that are a single term."""
        for _ in range(DEEP):
            if not isinstance(term, rb.ValueCall) or not all(map(costs_nothing, term.arguments)):
                return term
            value = self.context.unit.program.values[term.value.name]
            body = plain_body(value)
            if body is None:
                return term
            term = substitute(body, dict(zip(value.parameters, term.arguments, strict=True)))
        return term

    def _together(self, term: rb.Logic, deep: int) -> str | None:
        """Combine several tests; the constant ones share one table."""
        fixed = [part for part in term.parts if self._table(self._opened(part)) is not None]
        table = self._table(rb.Logic(term.type, term.word, tuple(fixed))) if len(fixed) > 1 else None
        rest = term.parts if table is None else [part for part in term.parts if part not in fixed]
        found = [self.of(part, deep + 1) for part in rest]
        if None in found:
            return None
        sign = "&" if term.word == "and" else "|"
        return f"({f' {sign} '.join([*filter(None, found), *([] if table is None else [table])])})"

    # ---- constant tests
    def _table(self, term: rb.Term) -> str | None:
        """Tabulate a constant test of the member and at most two other variables."""
        free = _names(term) - {self.variable}
        if len(free) > 2 or not _is_plain(term):
            return None
        used = dict.fromkeys(part.variable for part in walk(term) if isinstance(part, rb.Local))
        others = [variable for variable in used if variable in free]
        sizes: list[int] = []
        place = ""
        for other in others:
            if not isinstance(other.type, Of) or other not in self.context.variables:
                return None
            sizes.append(self.context.unit.size(other.type.kind))
            here = self.context.variables[other]
            place = f"{place} * {sizes[-1]} + {here}" if place else here
        words = self._words(term, others, sizes) if prod(sizes) <= (MAX_ROWS, MAX_ROWS, MAX_PAIRS)[len(sizes)] else None
        if words is None:
            return None
        return f"{self.context.unit.words(words, self.is_wide)}[{place}]" if place else word(words[0], self.is_wide)

    def _words(self, term: rb.Term, others: list[rb.Variable], sizes: list[int]) -> list[int] | None:
        """Evaluate the bitset for each combination of the others, once for each test."""
        known, key = self.context.unit.tested, (term, self.variable)
        if key not in known:
            known[key] = self._evaluated(term, others, sizes)
        return known[key]

    def _evaluated(self, term: rb.Term, others: list[rb.Variable], sizes: list[int]) -> list[int] | None:
        try:
            work = self.context.unit.working.term(term)
            found = []
            for row in product(*map(range, sizes)):
                names = dict(zip(others, row, strict=True))
                found.append(sum(1 << i for i in range(self.size) if work({**names, self.variable: i})))
            return found
        except (Open, Wrong):
            return None

    # ---- cells
    def _compared(self, operator: str, left: rb.Term, right: rb.Term) -> str | None:
        if _uses(right, self.variable):
            operator, left, right = COMPARISONS[operator].mirrored, right, left
        if _uses(right, self.variable):
            return None
        if isinstance(left, rb.Local) and operator in ("==", "!="):
            return self._is(operator, right)
        if isinstance(left, rb.Printed):
            return self._column(operator, left, right)
        solved = _solved(operator, left, right)
        if solved is None:
            return None
        operator, cell, right = solved
        ordered = COMPARISONS[operator].is_ordered
        if not is_value(cell, ordered) or not is_value(right, ordered):
            return None
        return self._cells_against(cell, operator, right, ordered)

    def _column(self, operator: str, printed: rb.Printed, right: rb.Term) -> str | None:
        """Compare a printed column with a number, by bitsets indexed by that number."""
        member, cells = printed.member, printed.column.cells
        if not isinstance(member, rb.Local) or member.variable is not self.variable or not _is_number(right):
            return None
        numbers = [cell for cell in cells if isinstance(cell, int)]
        may_lack = not COMPARISONS[operator].is_ordered and all(isinstance(cell, int | None) for cell in cells)
        if not numbers or (len(numbers) < self.size and not may_lack):
            return None
        low, high = min(numbers) - 1, max(numbers) + 1
        place = f"larger({low}, smaller({high}, {scalar(right, self.context)}))"
        if isinstance(right, rb.Printed):  # what it can be is known
            low, high = min(low, *right.column.cells), max(high, *right.column.cells)
            place = scalar(right, self.context)
        if high - low >= MAX_ROWS:
            return None
        test = COMPARISONS[operator].test
        rows = range(low, high + 1)
        words = [sum(1 << i for i, one in enumerate(cells) if test(one, value)) for value in rows]
        return f"{self.context.unit.words(words, self.is_wide)}[{place} - ({low})]"

    def _pile(self, term: rb.LiesIn) -> str | None:
        """Print the cards of a pile."""
        if not isinstance(term.card, rb.Local) or term.card.variable is not self.variable:
            return None
        if not all(is_key(key) and not _uses(key, self.variable) for key in term.zone.keys):
            return None
        return f"{self.wide}pile(s, {list_number(term.zone, self.context)})"

    def _is(self, operator: str, other: rb.Term) -> str | None:
        """Print the bitset of the one member equal to a value; empty if the value is none."""
        match other:
            case rb.Local(variable=rb.Variable(type=Of())):
                one = f"(({self.word})1 << {write(other, self.context)})"
            case rb.Local(variable=rb.Variable(type=Maybe(Of()))) | rb.Stored(keep=rb.Keep(type=Of() | Maybe(Of()))):
                if not is_value(other, there=False):
                    return None
                one = f"{self.wide}only_of({write(other, self.context)})"
            case _:
                return None
        return one if operator == "==" else f"({self.all} ^ {one})"

    def _cells_against(self, stored: rb.Stored, operator: str, term: rb.Term, ordered: bool) -> str | None:
        """Compare adjacent cells with a term, which is narrowed to the cell type."""
        if self.first_cell(stored) is None:
            return None
        return self._cells(stored, operator, self._as_cell(stored, term, ordered))

    def _cells(self, stored: rb.Stored, operator: str, value: str) -> str | None:
        """Compare adjacent cells with one value."""
        first = self.first_cell(stored)
        if first is None:
            return None
        bits = FEW_BITS[self.context.unit.cells[stored.keep.name].cell]
        found = f"{self.wide}{COMPARISONS[operator].helper}_{bits}({first}, {self.size}, {value})"
        return f"({self.all} ^ {found})" if COMPARISONS[operator].complements else found

    def first_cell(self, stored: rb.Stored) -> str | None:
        """Print the address of the members' adjacent cells.

        None if they are not adjacent or too wide."""
        if isinstance(stored.keep.type, Zone | Grid | ListOf) or not stored.keys:
            return None
        *others, last = stored.keys
        cells = self.context.unit.cells[stored.keep.name]
        if not isinstance(last, rb.Local) or last.variable is not self.variable or cells.cell not in FEW_BITS:
            return None
        if not all(is_key(key) and not _uses(key, self.variable) for key in others):
            return None
        return f"s->{cells.field} + {offset(stored.keep, (*others, rb.Constant(last.type, 0)), self.context)}"

    def _as_cell(self, stored: rb.Stored, term: rb.Term, ordered: bool) -> str:
        """Print a number in the cell type.

        A value that no cell can hold differs from all that one can."""
        cells = self.context.unit.cells[stored.keep.name]
        match term:
            case rb.Constant(value=None):
                return cells.none
            case rb.Constant(value=int() as known) if abs(known) <= cells.limit:
                return number(known)
            case rb.Local(variable=rb.Variable(type=Of(kind))) if self.context.unit.size(kind) <= cells.limit:
                return write(term, self.context)
        bits = FEW_BITS[cells.cell]
        return (
            f"bounded_{bits}({scalar(term, self.context)})" if ordered else f"cell_{bits}({write(term, self.context)})"
        )

    # ---- nested searches
    def _for_some(self, term: rb.Search, where: rb.Term, deep: int) -> str | None:
        """Print the members for which a nested search finds something.

        The union over its items."""
        if not isinstance(term.variable.type, Of) or _is_counted(term.items) or _uses(term.items, self.variable):
            return None
        outer, context = self.context, self.context.inner()
        name, found = context.local(term.variable), context.unit.fresh("m")
        tests = list(self.conjuncts(where))
        if term.items == rb.Members(term.items.type, "player"):
            head, rest = (
                f"for (I {name}_i = 0; {name}_i < s->nseats; {name}_i++) {{ I {name} = s->seats[{name}_i]; ",
                tests,
            )
        else:
            head, rest = self._others(term, tests, context)
        self.context = context
        inside = [self.of(test, deep + 1) for test in rest]
        self.context = outer
        if not head or None in inside or not inside:
            return None
        text = f"({{ {self.word} {found} = 0; {head}{found} |= {' & '.join(filter(None, inside))}; }} {found}; }})"
        return text if term.word == "some" else f"({self.all} ^ {text})"

    def _others(self, term: rb.Search, tests: list[rb.Term], context: Context) -> tuple[str, list[rb.Term]]:
        """Print the head of a loop over a nested search, and the remaining tests.

        It is narrowed by the tests on its items alone."""
        parts: list[str] = []
        size = members_of(term.items, context)
        if not size and (kept := set_of(term.items, context)) is not None:
            size, parts = size_of_set(term.items, context), [kept]
        if not size:
            return "", tests
        sets, rest = Sets(term.variable, size, context), []
        for test in tests:
            found = None if _uses(test, self.variable) else sets.of(test)
            if found is None:
                rest.append(test)
            else:
                parts.append(found)
        name, word = context.variables[term.variable], context.unit.fresh("m")
        loop = bit_by_bit(word, name, sets.is_wide)
        return f"{sets.word} {word} = {' & '.join(parts) or sets.all}; {loop}", rest


def _solved(operator: str, left: rb.Term, right: rb.Term) -> tuple[str, rb.Stored, rb.Term] | None:
    """Solve a comparison for its cell.

    A cell, a cell plus or minus a constant, or a constant minus a cell."""
    match left:
        case rb.Stored():
            return operator, left, right
        case rb.Calculation(operator="-", parts=(rb.Constant(value=int() as whole), rb.Stored() as cell)):
            operator, turn = COMPARISONS[operator].mirrored, -1
        case rb.Calculation(operator="-", parts=(rb.Stored() as cell, rb.Constant(value=int() as whole))):
            turn = 1
        case rb.Calculation(operator="+", parts=(rb.Stored() as cell, rb.Constant(value=int() as whole))):
            turn, whole = 1, -whole
        case _:
            return None
    if not isinstance(right, rb.Constant) or right.value is None or max(abs(whole), abs(right.value)) > SMALL:
        return None
    if isinstance(cell.keep.type, Maybe) or cell.keep.start is None:
        return None
    return operator, cell, rb.Constant(right.type, whole + turn * right.value)


def _uses(term: rb.Term, variable: rb.Variable) -> bool:
    return any(isinstance(part, rb.Local) and part.variable is variable for part in walk(term))


def _is_number(term: rb.Term) -> bool:
    """Is it a number that cannot fail and is never none?"""
    if isinstance(term, rb.Printed):
        return is_key(term.member) and all(isinstance(cell, int) for cell in term.column.cells)
    return is_value(term, there=True)


def _names(term: rb.Term) -> set[rb.Variable]:
    """Collect the free variables of a term."""
    used, own = set(), set()
    for part in walk(term):
        if isinstance(part, rb.Local):
            used.add(part.variable)
        elif isinstance(part, rb.Search):
            own |= {part.variable, *part.pieces}
    return used - own


def _is_plain(term: rb.Term) -> bool:
    """Does it read no state, count no work and use no lazy value?"""
    return not _is_counted(term) and not any(isinstance(part, rb.LetIn | rb.Lazy | rb.Stored) for part in walk(term))


def _is_counted(term: rb.Term) -> bool:
    return any(isinstance(part, rb.Builtin) and part.name == COUNTED for part in walk(term))


def cells_together(term: rb.Search, body: rb.Term, context: Context) -> str | None:
    """Print the sum of adjacent non-negative cells; None if the term is not one."""
    size = members_of(term.items, context)
    if not size or not isinstance(body, rb.Stored) or not is_value(body, there=True):
        return None
    ends = context.unit.layout.keeps[body.keep.name].ends
    if ends is None or ends[0] < 0 or context.unit.cells[body.keep.name].cell != "int8_t":
        return None
    first = Sets(term.variable, size, context).first_cell(body)
    before = f"spend(s, {size}); " if uncounted(term.items)[1] else ""
    return None if first is None else f"({{ {before}sum_8({first}, {size}); }})"


# ---------------------------------------------------------------- the items of a search


def word_of(items: rb.Term, variable: rb.Variable, where: rb.Term | None, context: Context) -> tuple[str, Meant] | None:
    """Print the items of a search as a bitset: code to run first, and the set.

    None if they are a list."""
    kept = set_of(items, context)
    if kept is not None:
        size = size_of_set(items, context)
        found = None if where is None else meant(where, variable, size, context)
        own = Meant(kept, [], where, size > MOST)
        return "", own if found is None else replace(found, first=f"({kept} & {found.first})")
    size = members_of(items, context)
    found = meant(where, variable, size, context) if size and where is not None else None
    if found is None:
        return None
    return f"spend(s, {size}); " if uncounted(items)[1] else "", found


def set_of(items: rb.Term, context: Context) -> str | None:
    """Print a list as a bitset.

    One that a lazy value holds, or that a search or a value selects from a kind; None if it has another order, or if no part of
    its test is a bitset."""
    if isinstance(items, rb.Lazy):
        return _let_word(items, context) if items.variable in context.words else None
    own = opened(items, context)
    if isinstance(own, rb.Printed):
        return _listed(own, context)
    found = None if not _is_selection(own) else word_of(own.items, own.variable, own.where, context)
    if not isinstance(own, rb.Search) or found is None:
        return None
    before, meant_ = found
    word = context.unit.fresh("m")
    if meant_.rest is None:
        return f"({{ {before}{meant_.head(word)}{word}; }})"
    inner, taken, kind = context.inner(), context.unit.fresh("m"), word_type(meant_.is_wide)
    name = inner.local(own.variable)
    loop = (
        f"{bit_by_bit(word, name, meant_.is_wide)}if ({write(meant_.rest, inner)}) {taken} |= ({kind})1 << {name}; }}"
    )
    return f"({{ {before}{meant_.head(word)}{kind} {taken} = 0; {loop} {taken}; }})"


def size_of_set(items: rb.Term, context: Context) -> int:
    """Count the members of the kind that a bitset is of."""
    if isinstance(items, rb.Lazy):
        return context.words[items.variable]
    own = opened(items, context)
    if isinstance(own, rb.Printed):
        return _listed_size(own, context)
    return size_of_set(own.items, context) if isinstance(own, rb.Search) else members_of(own, context)


def opened(items: rb.Term, context: Context) -> rb.Term:
    """Replace a value that is a single term by that term."""
    if not isinstance(items, rb.ValueCall) or not all(map(costs_nothing, items.arguments)):
        return items
    value = context.unit.program.values[items.value.name]
    body = plain_body(value)
    return items if body is None else substitute(body, dict(zip(value.parameters, items.arguments, strict=True)))


def _is_selection(items: rb.Term) -> TypeGuard[rb.Search]:
    """Is it a plain filter?"""
    if not isinstance(items, rb.Search) or items.word != "list" or items.keys or items.pieces or items.body is not None:
        return False
    return items.where is not None


def _listed(printed: rb.Printed, context: Context) -> str | None:
    """Print a printed list of members in their own order, by a table of bitsets."""
    size, cells = _listed_size(printed, context), printed.column.cells
    if not size or not all(isinstance(cell, tuple | list) and list(cell) == sorted(set(cell)) for cell in cells):
        return None
    words = [sum(1 << member for member in cell) for cell in cells]
    return f"{context.unit.words(words, size > MOST)}[{scalar(printed.member, context)}]"


def _listed_size(printed: rb.Printed, context: Context) -> int:
    match printed.type:
        case ListOf(Of(kind)) if kind != PLAYER.kind:
            return context.unit.size(kind) if LEAST <= context.unit.size(kind) <= WIDEST else 0
        case _:
            return 0


def _let_word(once: rb.Lazy, context: Context) -> str:
    found, name = set_of(once.value, context), context.variables[once.variable]
    assert found is not None
    return f"({name}_is ? {name} : ({name} = {found}, {name}_is = 1, {name}))"


def let_as_sets(term: rb.LetIn, context: Context) -> dict[rb.Variable, int]:
    """Find lazy lists that are only searched and are bitsets.

    Variable -> size of its kind."""
    asked = Counter(part.variable for part in walk(term.term) if isinstance(part, rb.Lazy))
    searched = Counter(
        part.items.variable
        for part in walk(term.term)
        if isinstance(part, rb.Search) and isinstance(part.items, rb.Lazy) and _goes_through_sets(part)
    )
    found = {}
    for part in walk(term.term):
        if (
            isinstance(part, rb.Lazy)
            and part.variable in term.variables
            and asked[part.variable] == searched[part.variable]
            and set_of(part.value, context) is not None
        ):
            found[part.variable] = size_of_set(part.value, context)
    return found


def _goes_through_sets(term: rb.Search) -> bool:
    if term.where is None or term.keys or term.pieces or term.word not in SEARCHED:
        return False
    return term.word != "list" or term.body is None
