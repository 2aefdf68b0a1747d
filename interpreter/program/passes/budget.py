"""Where work is counted, so that all of it together comes to an end.

In: a Program. Out: one in which what a search or a loop goes through is `counted` wherever much can come together: many
things, searches inside searches, loops inside loops. Layer: program. What is cheap to go through is not worth counting. It
stands before the passes that write things elsewhere, so that every back end counts the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from interpreter.check import rulebook as rb
from interpreter.program.blocks import Program, Simple
from interpreter.program.passes.mapping import mapped, terms_of_value
from interpreter.program.terms import parts, with_parts
from interpreter.types import Of, element

AnyAct = TypeVar("AnyAct", bound=Simple)
Moved = Callable[[rb.Term, rb.Term], None]
COUNTED = "counted"  # a function that no rule can call: its list, and so much work less to do
DEEP = 3  # searches inside so many searches are counted
FEW, MANY = 20, 200  # things in a search: of few it is never counted, of many always
MANY_TOGETHER = 10_000  # things in a search inside searches
TOO_MANY = MANY_TOGETHER + 1
MANY_ROUNDS = 100  # of a loop, by itself
ENDLESS = 100_000  # rounds of a loop that does not say how many
DEEP_LOOPS = 2  # each round of loops inside so many loops is counted
AT_ONCE = ("count", "some", "no", "first", "last", "list")  # of everything: nothing is gone through item by item


@dataclass(frozen=True, slots=True)
class Around:
    """Where a search stands."""

    depth: int = 0  # searches around
    volume: int = 1  # how often they may come here together
    repeated: bool = False  # may this be run again and again, by searches that are not seen from here?

    def counts(self, size: int) -> bool:
        """May so much come together here that it must be counted?"""
        if self.repeated and self.depth < DEEP:
            return size > FEW
        return self.depth >= DEEP or size > MANY or (self.depth > 0 and size * self.volume > MANY_TOGETHER)

    def inside(self, size: int) -> Around:
        return Around(min(self.depth + 1, DEEP), min(self.volume * size, TOO_MANY), self.repeated)

    def and_there(self, other: Around) -> Around:
        """Of something that is asked for at two places."""
        repeated = self.repeated or other.repeated
        return Around(max(self.depth, other.depth), max(self.volume, other.volume), repeated)


def budget(program: Program, moved: Moved | None = None) -> Program:
    """`moved`: told of every term that has become another one, which somebody may know as the object that it was."""
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
    """Where each value is asked for, the searches around it all together."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.values: dict[str, Around] = {}
        everything = replace(program, values={})
        mapped(everything, lambda term: self._look(term, Around()), lambda term: self._look(term, Around(repeated=True)))
        for question in program.questions:
            if question.choice is not None and question.choice.where is not None:
                size = most_items(question.choice.items, program)
                self._look(question.choice.where, Around().inside(size))

    def _look(self, term: rb.Term, around: Around) -> rb.Term:
        for part in parts(term):
            self._look(part, self._around(part, term, around))
        if isinstance(term, rb.Worked):
            self._note(term.value.name, around)
        return term

    def _around(self, part: rb.Term, term: rb.Term, around: Around) -> Around:
        """A part of a search is worked out for each thing that it goes through, but for the things themselves."""
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
    """The same acts; of the loops in them it is said which rounds are counted. `depth`: loops around."""
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
    """What a loop goes through, and whether so much work is counted before it begins."""
    if isinstance(items, rb.Builtin) and items.name == COUNTED:
        return items.arguments[0], True
    return items, False


def most_items(items: rb.Term, program: Program) -> int:
    """How many things can be gone through here at the most: as many as there are of their kind, or beside one place."""
    match items:
        case rb.Builtin(name="neighbours" | "exits" as name, kind=str() as kind):
            places = program.rulebook.maps[program.rulebook.kinds[kind].joins or kind]
            return max(map(len, places.exits if name == "exits" else places.neighbours), default=0)
    of = element(items.type)
    return program.layout.sizes[of.kind] if isinstance(of, Of) else FEW


def _at_once(term: rb.Search) -> bool:
    return term.where is None and term.body is None and not term.keys and term.word in AT_ONCE
