"""Mark where work is counted, so that every evaluation terminates.

In: a Program. Out: one in which the items of a search or loop are `counted` wherever the work can add up: many items, nested
searches, nested loops. Layer: lower. Cheap iterations are not counted. It runs before the passes that move terms, so that
all back ends count the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from interpreter.ir import rulebook as rb
from interpreter.ir.blocks import Program, Simple
from interpreter.ir.traversal import parts, with_parts
from interpreter.ir.types import Of, element
from interpreter.lower.passes.mapping import mapped, terms_of_value

AnyAct = TypeVar("AnyAct", bound=Simple)
Moved = Callable[[rb.Term, rb.Term], None]
COUNTED = "counted"  # a builtin that no rule can call: returns its list and uses up that much of the work budget
DEEP = 3  # nesting depth at which searches are counted
FEW, MANY = 20, 200  # items of a search: never counted up to FEW, always counted above MANY
MANY_TOGETHER = 10_000  # items of a nested search
TOO_MANY = MANY_TOGETHER + 1
MANY_ROUNDS = 100  # of a single loop
ENDLESS = 100_000  # rounds of a loop without a bound
DEEP_LOOPS = 2  # nesting depth at which every round of a loop is counted
AT_ONCE = ("count", "some", "no", "first", "last", "list")  # no per-item work when unconditional


@dataclass(frozen=True, slots=True)
class Around:
    """The searches that enclose a term."""

    depth: int = 0  # number of enclosing searches
    volume: int = 1  # product of their sizes
    repeated: bool = False  # may it run inside searches that are not visible from here?

    def counts(self, size: int) -> bool:
        """Can the work here add up to so much that it must be counted?"""
        if self.repeated and self.depth < DEEP:
            return size > FEW
        return self.depth >= DEEP or size > MANY or (self.depth > 0 and size * self.volume > MANY_TOGETHER)

    def inside(self, size: int) -> Around:
        return Around(min(self.depth + 1, DEEP), min(self.volume * size, TOO_MANY), self.repeated)

    def and_there(self, other: Around) -> Around:
        """Join the contexts of two uses."""
        repeated = self.repeated or other.repeated
        return Around(max(self.depth, other.depth), max(self.volume, other.volume), repeated)


def budget(program: Program, moved: Moved | None = None) -> Program:
    """Insert the counting.

    `moved` is called with each term that is replaced and its replacement."""
    counting, asked = Counting(program, moved), Asked(program).values
    new = mapped(
        program,
        lambda term: counting.counted(term, Around()),
        often=lambda term: counting.counted(term, Around(repeated=True)),
        of_value=lambda name: lambda term: counting.counted(term, asked.get(name, Around())),
    )
    for block in new.blocks:
        block.acts = [_rounds(act, program) for act in block.acts]
    return replace(new, plain={name: replace(one, body=rounds(one.body, program)) for name, one in new.plain.items()})


class Asked:
    """The context of each value: all its uses joined."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.values: dict[str, Around] = {}
        everything = replace(program, values={})
        mapped(
            everything, lambda term: self._look(term, Around()), lambda term: self._look(term, Around(repeated=True))
        )
        for question in program.questions:
            if question.choice is not None and question.choice.where is not None:
                size = most_items(question.choice.items, program)
                self._look(question.choice.where, Around().inside(size))

    def _look(self, term: rb.Term, around: Around) -> rb.Term:
        for part in parts(term):
            self._look(part, self._around(part, term, around))
        if isinstance(term, rb.ValueCall):
            self._note(term.value.name, around)
        return term

    def _around(self, part: rb.Term, term: rb.Term, around: Around) -> Around:
        """Every part of a search except its items is evaluated once per item."""
        if isinstance(term, rb.Search) and part is not term.items:
            return around.inside(most_items(term.items, self.program))
        return around

    def _note(self, name: str, around: Around) -> None:
        before = self.values.get(name)
        now = around if before is None else before.and_there(around)
        if now == before:
            return
        self.values[name] = now
        for term in terms_of_value(self.program.values[name]):
            self._look(term, now)


class Counting:
    def __init__(self, program: Program, moved: Moved | None) -> None:
        self.program, self.moved = program, moved

    def counted(self, term: rb.Term, around: Around) -> rb.Term:
        new = self._counted(term, around)
        if self.moved is not None and new is not term:
            self.moved(term, new)
        return new

    def _counted(self, term: rb.Term, around: Around) -> rb.Term:
        if not isinstance(term, rb.Search):
            return with_parts(term, lambda part: self.counted(part, around))
        size = most_items(term.items, self.program)
        inner = around.inside(size)
        items = self.counted(term.items, around)
        if not _at_once(term) and around.counts(size):
            items = rb.Builtin(items.type, COUNTED, (items,))
        where, body = (None if part is None else self.counted(part, inner) for part in (term.where, term.body))
        keys = tuple(rb.Key(key.highest, self.counted(key.value, inner)) for key in term.keys)
        return replace(term, items=items, where=where, keys=keys, body=body)


def rounds(acts: tuple[rb.Act, ...], program: Program, depth: int = 0) -> tuple[rb.Act, ...]:
    """Mark which rounds of the loops in these acts are counted.

    `depth`: enclosing loops."""
    return tuple(_rounds(act, program, depth) for act in acts)


def _rounds(act: AnyAct, program: Program, depth: int = 0) -> AnyAct:
    match act:
        case rb.ForEach():
            items, body = act.items, rounds(act.body, program, depth + 1)
            if depth < DEEP_LOOPS and most_items(items, program) > MANY_ROUNDS:
                items = rb.Builtin(items.type, COUNTED, (items,))
            return replace(act, items=items, body=body, counted=depth >= DEEP_LOOPS)
        case rb.Loop():
            return replace(act, body=rounds(act.body, program, depth + 1), counted=not _goes_round_seldom(act))
        case rb.Branching():
            cases = tuple((condition, rounds(body, program, depth)) for condition, body in act.cases)
            return replace(act, cases=cases, otherwise=rounds(act.otherwise, program, depth))
        case rb.NamedStep():
            return replace(act, body=rounds(act.body, program, depth))
        case _:
            return act


def _goes_round_seldom(loop: rb.Loop) -> bool:
    match loop:
        case rb.Loop(mode="times", value=rb.Constant(value=int() as times)):
            return 0 <= times <= MANY_ROUNDS
        case _:
            return False


def uncounted(items: rb.Term) -> tuple[rb.Term, bool]:
    """Strip `counted` from the items of a loop; return whether it was there."""
    if isinstance(items, rb.Builtin) and items.name == COUNTED:
        return items.arguments[0], True
    return items, False


def most_items(items: rb.Term, program: Program) -> int:
    """Upper bound for the number of items.

    The size of their kind, or the most neighbours of any place."""
    match items:
        case rb.Builtin(name="neighbours" | "exits" as name, kind=str() as kind):
            places = program.rulebook.maps[program.rulebook.kinds[kind].joins or kind]
            return max(map(len, places.exits if name == "exits" else places.neighbours), default=0)
    of = element(items.type)
    return program.layout.sizes[of.kind] if isinstance(of, Of) else FEW


def _at_once(term: rb.Search) -> bool:
    return term.where is None and term.body is None and not term.keys and term.word in AT_ONCE
