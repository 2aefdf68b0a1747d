"""Combined decisions: several things chosen at once, such as a from and a to, a piece and a direction.

In: for each thing its variable and its choices. Out: one number that encodes all of them (mixed radix), terms that decode
it, and the list of all combinations. Layer: ir. A combination is a number to the engines, so that questions, answers,
saves and scripts treat it like any other choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import accumulate
from typing import Any, TypeVar

from interpreter.ir import rulebook as rb
from interpreter.ir.types import FARTHEST, NUMBER, YES_NO, Absent, ListOf, Maybe, Number, Of, Type
from interpreter.source import Span

MAX_COMBINATIONS = 10**15  # that a number can encode

Tree = TypeVar("Tree")


@dataclass(frozen=True, slots=True)
class Together:
    """The things chosen together, and how many values each can have."""

    variables: tuple[rb.Variable, ...]
    items: tuple[rb.Term, ...]
    parts: tuple[rb.Part, ...]
    span: Span

    def number(self, values: tuple[rb.Term, ...]) -> rb.Term:
        """Encode these values as a number."""
        found: rb.Term = self._from_zero(values[0], self.parts[0])
        for value, part in zip(values[1:], self.parts[1:], strict=True):
            scaled = self._calculate("*", found, rb.Constant(NUMBER, part.size))
            found = self._calculate("+", scaled, self._from_zero(value, part))
        return found

    def _from_zero(self, value: rb.Term, part: rb.Part) -> rb.Term:
        if part.low == -FARTHEST:
            value = rb.Builtin(NUMBER, "in_reach", (value,))
        return self._calculate("-", value, rb.Constant(NUMBER, part.low)) if part.low else value

    def values(self, number: rb.Term) -> tuple[rb.Term, ...]:
        return taken_apart(self.parts, number, self.span)

    def perhaps(self, number: rb.Local) -> tuple[rb.Term, ...]:
        """Decode a number that may be none: then all values are none."""
        none = rb.Constant(Absent(), None)
        is_none = rb.Comparison(YES_NO, "==", number, none)
        return tuple(rb.Chosen(Maybe(value.type), is_none, none, value) for value in self.values(number))

    def combinations(self) -> rb.Term:
        """List all combinations; a later choice may depend on an earlier one."""
        found: rb.Term = self.number(tuple(rb.Local(variable.type, variable) for variable in self.variables))
        listed: Type = NUMBER
        for variable, items in reversed(list(zip(self.variables, self.items, strict=True))):
            listed = ListOf(found.type)
            found = rb.Search(listed, "list", variable, items, None, (), found, self.span)
            if listed != ListOf(NUMBER):
                found = rb.Builtin(ListOf(NUMBER), "combined", (found,))
        return found

    def of(self, tree: Tree, number: rb.Term) -> Tree:
        """Rewrite a condition or text about the things to refer to the number."""
        return put(tree, dict(zip(self.variables, self.values(number), strict=True)))

    def _calculate(self, operator: str, left: rb.Term, right: rb.Term) -> rb.Term:
        return _calculation(operator, left, right, self.span)


@dataclass(frozen=True, slots=True)
class Alternatives:
    """Things of which one is chosen.

    The number counts through the values of the first, then of the next. `variables` hold what is chosen, none but for one;
    `one` is a value of each while its list is gone through."""

    variables: tuple[rb.Variable, ...]
    one: tuple[rb.Variable, ...]
    items: tuple[rb.Term, ...]
    parts: tuple[rb.Part, ...]
    span: Span

    def number(self, at: int, value: rb.Term) -> rb.Term:
        """Encode a value of the list at this place as a number."""
        part = self.parts[at]
        if part.low == -FARTHEST:
            value = rb.Builtin(NUMBER, "in_reach", (value,))
        shift = offsets(self.parts)[at] - part.low
        return _calculation("+", value, rb.Constant(NUMBER, shift), self.span) if shift else replace(value, type=NUMBER)

    def values(self, number: rb.Term) -> tuple[rb.Term, ...]:
        """Decode a number: one value, and none for the others."""
        return _one_or_none(self.parts, number, self.span)

    def perhaps(self, number: rb.Local) -> tuple[rb.Term, ...]:
        """Decode a number that may be none: then all values are none."""
        none = rb.Constant(Absent(), None)
        is_none = rb.Comparison(YES_NO, "==", number, none)
        return tuple(rb.Chosen(value.type, is_none, none, value) for value in self.values(replace(number, type=NUMBER)))

    def combinations(self) -> rb.Term:
        """List all choices, one list behind the other."""
        found: rb.Term | None = None
        for at, (one, items) in enumerate(zip(self.one, self.items, strict=True)):
            number = self.number(at, rb.Local(one.type, one))
            listed = rb.Search(ListOf(NUMBER), "list", one, items, None, (), number, self.span)
            found = listed if found is None else rb.Builtin(ListOf(NUMBER), "joined", (found, listed))
        assert found is not None
        return found

    def of(self, tree: Tree, number: rb.Term) -> Tree:
        """Rewrite a condition or text about the things to refer to the number."""
        return put(tree, dict(zip(self.variables, self.values(number), strict=True)))


def offsets(parts: Sequence[rb.Part]) -> tuple[int, ...]:
    """Return the number with which each part of alternatives begins."""
    return tuple(accumulate((part.size for part in parts[:-1]), initial=0))


def alternatives(parts: tuple[rb.Part, ...], number: rb.Term, span: Span) -> tuple[tuple[rb.Term, rb.Term], ...]:
    """For each part: is it the one that the number stands for, and the value if so."""
    found = []
    for part, first in zip(parts, offsets(parts), strict=True):
        tests: list[rb.Term] = []
        if first:
            tests.append(rb.Comparison(YES_NO, ">=", number, rb.Constant(NUMBER, first)))
        if part is not parts[-1]:
            tests.append(rb.Comparison(YES_NO, "<", number, rb.Constant(NUMBER, first + part.size)))
        is_it = tests[0] if len(tests) == 1 else rb.Logic(YES_NO, "and", tuple(tests))
        shift = first - part.low
        value = _calculation("-", number, rb.Constant(NUMBER, shift), span) if shift else number
        found.append((is_it, replace(value, type=Of(part.kind) if part.kind is not None else NUMBER)))
    return tuple(found)


def _one_or_none(parts: tuple[rb.Part, ...], number: rb.Term, span: Span) -> tuple[rb.Term, ...]:
    none = rb.Constant(Absent(), None)
    return tuple(rb.Chosen(Maybe(value.type), is_it, value, none) for is_it, value in alternatives(parts, number, span))


def taken_apart(parts: tuple[rb.Part, ...], number: rb.Term, span: Span) -> tuple[rb.Term, ...]:
    """Decode a number into its values."""
    found, size = [], 1
    for at, part in enumerate(reversed(parts)):
        value = number if size == 1 else _calculation("/", number, rb.Constant(NUMBER, size), span)
        if at < len(parts) - 1:
            value = rb.Builtin(NUMBER, "remainder", (value, rb.Constant(NUMBER, part.size)))
        if part.low:
            value = _calculation("+", value, rb.Constant(NUMBER, part.low), span)
        found.append(replace(value, type=Of(part.kind) if part.kind is not None else NUMBER))
        size *= part.size
    return tuple(reversed(found))


def lists_of(act: rb.Choosing) -> tuple[rb.Search, ...]:
    """Return what the parts of a combined question are chosen from, in order.

    Empty for any other question."""
    return tuple(_searches(act.items)) if act.site.parts else ()


def _searches(items: rb.Term) -> Iterator[rb.Search]:
    match items:
        case rb.Builtin(name="combined" | "joined", arguments=arguments):
            for one in arguments:
                yield from _searches(one)
        case rb.Search(body=inner):
            yield items
            if isinstance(inner, rb.Search | rb.Builtin):
                yield from _searches(inner)
        case _:
            pass


def named_again(tree: Tree, act: rb.Choosing, lists: Sequence[rb.Search]) -> Tree:
    """Rewrite a condition or text about the number to refer to the things.

    The reverse of `of`: to see what is asked of each of them."""
    if not lists:
        return tree
    number, parts = rb.Local(NUMBER, act.item), act.site.parts
    values = _one_or_none(parts, number, act.span) if act.site.either else taken_apart(parts, number, act.span)
    things = {value: rb.Local(one.variable.type, one.variable) for value, one in zip(values, lists, strict=True)}
    changed: Any = _replaced(tree, things)
    found: Tree = changed
    return found


def _calculation(operator: str, left: rb.Term, right: rb.Term, span: Span) -> rb.Term:
    return rb.Calculation(NUMBER, operator, (left, right), "down" if operator == "/" else None, span)


def part_of(type_: Type, kinds: Mapping[str, rb.Kind], most_players: int) -> rb.Part | None:
    """Return the range of a part.

    None for a type that cannot be part of a combination."""
    match type_:
        case Number(low, high) if low is not None and high is not None:
            return rb.Part(None, low, high - low + 1)
        case Number():
            return rb.Part(None, -FARTHEST, 2 * FARTHEST)
        case Of(kind):
            return rb.Part(kind, 0, most_players if kind == "player" else len(kinds[kind].members))
        case _:
            return None


def put(tree: Tree, terms: Mapping[rb.Variable, rb.Term]) -> Tree:
    """Substitute terms for variables in a term, condition or text."""
    changed: Any = _put(tree, terms)
    found: Tree = changed
    return found


def _put(tree: object, terms: Mapping[rb.Variable, rb.Term]) -> Any:
    if isinstance(tree, rb.Local):
        return terms.get(tree.variable, tree)
    return _rewritten(tree, lambda inner: _put(inner, terms))


def _replaced(tree: object, terms: Mapping[rb.Term, rb.Term]) -> Any:
    if isinstance(tree, rb.Calculation | rb.Builtin | rb.Chosen | rb.Local) and tree in terms:
        return terms[tree]
    return _rewritten(tree, lambda inner: _replaced(inner, terms))


def _rewritten(tree: object, change: Callable[[object], Any]) -> Any:
    """Change what is directly inside a tree; copy nothing that stays."""
    if isinstance(tree, tuple):
        items = tuple(map(change, tree))
        return items if any(new is not old for new, old in zip(items, tree, strict=True)) else tree
    if not is_dataclass(tree) or isinstance(tree, (type, *WHOLE)):
        return tree
    old = {field.name: getattr(tree, field.name) for field in fields(tree)}
    new = {name: change(value) for name, value in old.items()}
    updates = {name: value for name, value in new.items() if value is not old[name]}
    return replace(tree, **updates) if updates else tree


WHOLE = (rb.Variable, rb.Keep, rb.Value, rb.Routine, rb.Column, rb.Kind, rb.Option, Span)  # never substituted into
