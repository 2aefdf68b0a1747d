"""Values and formulas that are kept while nothing changes, as C functions.

In: a value or formula, and a function that works it out. Out: one that looks whether it was worked out before. Layer: backend.
While a question is put together nothing changes: what was worked out for it once is the same again. Work that it counted is
counted each time, so that both engines come to the limit with the same round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from interpreter.backend.c.again import Name, asked_again, counting, is_dear, terms_of, using
from interpreter.backend.c.parts import Parts
from interpreter.backend.c.unchanged import Unchanged
from interpreter.backend.c.unit import c_type, plain
from interpreter.check import rulebook as rb
from interpreter.program import Program
from interpreter.types import Of, Words

MOST_KEPT = 64  # arguments


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

    def keeping(self, name: Name, worked: str, names: Sequence[str], sizes: Sequence[int]) -> None:
        """What `worked` works out is kept for all of its arguments."""
        stem, arguments = _stem(name), "".join(f", {one}" for one in names)
        inside, k = self._place(stem, names, sizes)
        head = ", ".join(["S *s", *(f"I {one}" for one in names)])
        before, after, again = self._work(name)
        self.small_function(f"inline I {stem}({head})", [
            f"    if (s->x->question == CHANGING || !({inside}1)) return {worked}(s{arguments});",
            f"    {k}", f"    if (k->question == s->x->question) {{ {again}return k->value; }}",
            f"    {before}I found = {worked}(s{arguments});",
            f"    k->question = s->x->question; k->value = found;{after}", "    return found;",
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


def _stem(name: Name) -> str:
    return f"value_{plain(name)}" if isinstance(name, str) else f"formula_{plain('_'.join(name))}"
