"""Values and formulas that are kept while nothing changes, as C functions.

In: a value or formula, and a function that works it out. Out: one that looks whether it was worked out before. Layer: backend.
While a question is put together nothing changes: what was worked out for it once is the same again. Work that it counted is
counted each time, so that both engines come to the limit with the same round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import prod

from interpreter.backend.c.again import Name, asked_again, counting, is_dear, terms_of, using
from interpreter.backend.c.context import Context, write
from interpreter.backend.c.parts import Parts
from interpreter.backend.c.unchanged import Unchanged
from interpreter.backend.c.unit import c_type, plain
from interpreter.check import rulebook as rb
from interpreter.program import Program
from interpreter.program.terms import size, walk
from interpreter.types import Of, Words

MOST_KEPT = 64  # arguments
LONG_CHOICE = 15  # terms of the conditions in a value: so many are worth keeping which of them held
MOST_WAYS = 60  # cases and changes, each a bit


@dataclass(frozen=True)
class Ways:
    """The parameters on which it depends which cases of a value apply, how many things each can be, and the others."""

    parameters: tuple[rb.Variable, ...]
    sizes: tuple[int, ...]
    others: frozenset[rb.Variable]


class KeepingWriter(Parts):
    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.kept: dict[str, int] = {}  # fields of the context, and for how many arguments
        self.asked_again, self.counting = asked_again(program), counting(program)
        self.unit.unchanged = Unchanged(program, using(program, self._names_of_kept()))

    def _names_of_kept(self) -> Iterator[Name]:
        yield from (name for name, value in self.program.values.items() if self.sizes_of_value(value) is not None)
        for place in self.program.formulas:
            if self.sizes_of_formula(place, self.rulebook.kinds[place[0]].columns[place[1]]) is not None:
                yield place

    def sizes_of_value(self, value: rb.Value) -> tuple[int, ...] | None:
        """How many things each argument can be; None: it is not worth keeping, or there is too much of it."""
        if value.name not in self.asked_again or c_type(value.type) != "I" or value.uses_itself or value.limit is not None:
            return None
        return self._sizes(value.parameters) if is_dear(terms_of(value), self.program) else None

    def sizes_of_formula(self, place: tuple[str, str], column: rb.Column) -> tuple[int, ...] | None:
        """The same, with its card as the first argument."""
        assert column.type is not None
        if place not in self.asked_again or c_type(column.type) != "I" or isinstance(column.type, Words):
            return None
        is_worth_it = is_dear(self.program.formulas[place], self.program)
        return self._sizes(column.parameters, self.unit.size(place[0])) if is_worth_it else None

    def _sizes(self, parameters: Sequence[rb.Variable], *first: int) -> tuple[int, ...] | None:
        sizes = [self.unit.size(one.type.kind) for one in parameters if isinstance(one.type, Of)]
        return (*first, *sizes) if len(sizes) == len(parameters) and prod((*first, *sizes)) <= MOST_KEPT else None

    def ways_of(self, value: rb.Value) -> Ways | None:
        """Of a value with long conditions that are not about all of its arguments; None: of another one."""
        conditions = list(_conditions(value))
        if value.name not in self.asked_again or c_type(value.type) != "I" or value.uses_itself or value.limit is not None:
            return None
        if sum(map(size, conditions)) < LONG_CHOICE or len(value.cases) + len(value.alterations) > MOST_WAYS:
            return None
        used = _names(conditions)
        others = frozenset(value.parameters) - used
        if not others or used - set(value.parameters) or all(_names([case.value]) & others for case in value.cases):
            return None
        by = tuple(one for one in value.parameters if one in used)
        sizes = self._sizes(by)
        return None if sizes is None else Ways(by, sizes, others)

    def keeping(self, name: Name, worked: str, names: Sequence[str], sizes: Sequence[int]) -> None:
        """What `worked` works out is kept for all of its arguments."""
        stem, arguments = _stem(name), "".join(f", {one}" for one in names)
        inside, k = self._place(stem, names, sizes)
        head = ", ".join(["S *s", *(f"I {one}" for one in names)])
        before, after, again = self._work(name)
        self.small_function(f"inline I {stem}({head})", [
            f"    I question = s->x->question; if (question == CHANGING || !({inside}1)) return {worked}(s{arguments});",
            f"    {k}", f"    if (k->question == question) {{ {again}return k->value; }}",
            f"    {before}I found = {worked}(s{arguments});",
            f"    k->question = question; k->value = found;{after}", "    return found;",
        ])  # fmt: skip

    def _place(self, stem: str, names: Sequence[str], sizes: Sequence[int]) -> tuple[str, str]:
        """A test whether the arguments are what they should be, and where it is kept for them: `k`."""
        place = "0"
        for one, count in zip(names, sizes, strict=True):
            place = f"({place}) * {count} + {one}"
        self.kept[f"kept_{stem}"] = prod(sizes)
        inside = "".join(f"(uint64_t){one} < {count} && " for one, count in zip(names, sizes, strict=True))
        return inside, f"Kept *k = s->x->kept_{stem} + ({place});"

    def _work(self, name: Name) -> tuple[str, str, str]:
        """What to do before it is worked out, after that, and when it is found."""
        if name not in self.counting:
            return "", "", ""
        return "I work = s->x->work; ", " k->work = s->x->work - work;", "s->x->work += k->work; "

    def keeping_ways(self, value: rb.Value, ways: Ways, context: Context, along: list[str]) -> None:
        """Which cases and changes of a value apply is kept as bits; and what it comes to, where that needs nothing else.
        `along`: what the bits lead to."""
        names, by = ([context.variables[one] for one in some] for some in (value.parameters, ways.parameters))
        head, head_by = (", ".join(["S *s", *(f"I {one}" for one in some)]) for some in (names, by))
        given, given_by = ("".join(f", {one}" for one in some) for some in (names, by))
        stem = _stem(value.name)
        inside, k = self._place(stem, by, ways.sizes)
        before, after, again = self._work(value.name)
        apart = ""
        if before:  # where more is worked out each time, that counts its own work
            apart, after = " I apart = s->x->work;", " k->work = (k->ways ? apart : s->x->work) - work;"
        self.small_function(f"inline I along_{stem}({head}, I ways)", along)
        self.small_function(f"I ways_{stem}({head_by})", ["    I ways = 0;", *_choice(value, context), "    return ways;"])
        self.small_function(f"__attribute__((noinline)) I new_{stem}({head})", [
            "    I question = s->x->question;",
            f"    if (question == CHANGING || !({inside}1)) return along_{stem}(s{given}, ways_{stem}(s{given_by}));",
            f"    {k} {before}I ways = ways_{stem}(s{given_by});{apart}",
            f"    k->ways = ways & {_open(value, ways)}LL ? ways : 0;",
            f"    I found = along_{stem}(s{given}, ways);",
            f"    k->question = question; k->value = found;{after}", "    return found;",
        ])  # fmt: skip
        self.small_function(f"inline __attribute__((always_inline)) I {stem}({head})", [
            f"    if (!({inside}1)) return new_{stem}(s{given});",
            f"    {k}", f"    if (k->question != s->x->question) return new_{stem}(s{given});",
            f"    {again}return k->ways ? along_{stem}(s{given}, k->ways) : k->value;",
        ])  # fmt: skip


def _stem(name: Name) -> str:
    return f"value_{plain(name)}" if isinstance(name, str) else f"formula_{plain('_'.join(name))}"


def _choice(value: rb.Value, context: Context) -> Iterator[str]:
    """Sets the bits of what applies: the case that comes first, and all changes."""
    for i, case in enumerate(value.cases):
        test = f"if ({write(case.condition, context)}) " if case.condition is not None else ""
        yield f"    {'else ' if i else ''}{test}ways |= {1 << i}LL;"
    for i, change in enumerate(value.alterations, len(value.cases)):
        test = f"if ({write(change.guard, context)}) " if change.guard is not None else ""
        yield f"    {test}ways |= {1 << i}LL;"


def _open(value: rb.Value, ways: Ways) -> int:
    """The bits of what needs others, too."""
    needs = [bool(_names([case.value]) & ways.others) for case in value.cases]
    needs += [bool(_names(_terms(change.cases)) & ways.others) for change in value.alterations]
    return sum(1 << i for i, more in enumerate(needs) if more)


def _terms(cases: Iterable[rb.Case]) -> list[rb.Term]:
    return [term for case in cases for term in (case.condition, case.value) if term is not None]


def _conditions(value: rb.Value) -> Iterator[rb.Term]:
    """What decides which of its cases and changes apply."""
    yield from (case.condition for case in value.cases if case.condition is not None)
    yield from (change.guard for change in value.alterations if change.guard is not None)


def _names(terms: Iterable[rb.Term]) -> frozenset[rb.Variable]:
    """The names in them that mean something outside."""
    found = [part for term in terms for part in walk(term)]
    own = {name for part in found if isinstance(part, rb.Search) for name in (part.variable, *part.pieces)}
    return frozenset(part.variable for part in found if isinstance(part, rb.Local)) - own
