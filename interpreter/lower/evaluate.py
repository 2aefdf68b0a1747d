"""Compile-time evaluation of terms that never change.

In: a term that does not depend on the game state. Out: a function that evaluates it for given arguments; raises `Open` if it
depends on something not known yet, `Wrong` if evaluation would fail. Layer: lower. Each round of a search and each value
call uses up a budget of work, so that evaluation ends.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from interpreter.ir import rulebook as rb
from interpreter.ir.lookup_tables import members_by_parts
from interpreter.ir.types import LARGEST

Found: TypeAlias = "int | bool | tuple[Found, ...] | None"
Names: TypeAlias = "dict[rb.Variable, Found]"
Working: TypeAlias = "Callable[[Names], Found]"


class Open(Exception):
    """Not known before the game begins."""


class Wrong(Exception):
    """Evaluation would fail or takes too long: leave it to run time."""


def items_of(found: Found) -> tuple[Found, ...]:
    if not isinstance(found, tuple):
        raise Wrong
    return found


def number_of(found: Found) -> int:
    if found is None or isinstance(found, tuple):
        raise Wrong
    return found


def _item(items: Found, number: Found) -> Found:
    place, found = number_of(number), items_of(items)
    if not 1 <= place <= len(found):
        raise Wrong
    return found[place - 1]


def _remainder(number: Found, by: Found) -> Found:
    if not number_of(by):
        raise Wrong
    return number_of(number) % number_of(by)


def _position(thing: Found, items: Found) -> Found:
    found = items_of(items)
    return found.index(thing) + 1 if thing in found else None


FUNCTIONS: dict[str, Callable[..., Found]] = {
    "absolute": lambda number: abs(number_of(number)),
    "smaller": lambda one, other: min(number_of(one), number_of(other)),
    "larger": lambda one, other: max(number_of(one), number_of(other)),
    "remainder": _remainder,
    "item": _item,
    "take": lambda count, items: items_of(items)[: max(0, number_of(count))],
    "drop": lambda count, items: items_of(items)[max(0, number_of(count)) :],
    "reverse": lambda items: items_of(items)[::-1],
    "distinct": lambda items: tuple(dict.fromkeys(items_of(items))),
    "joined": lambda *lists: tuple(
        item for one in (items_of(lists[0]) if len(lists) == 1 else lists) for item in items_of(one)
    ),
    "how_often": lambda thing, items: items_of(items).count(thing),
    "leaving_out": lambda items, others: tuple(item for item in items_of(items) if item not in items_of(others)),
    "shared": lambda items, others: tuple(item for item in items_of(items) if item in items_of(others)),
    "seat": lambda player: number_of(player) + 1,
    "number_of": lambda thing: number_of(thing) + 1,
    "position": _position,
}
COMPARED: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt,
}  # fmt: skip


def calculated(operator: str, left: int, right: int, rounding: str | None) -> int | None:
    """Evaluate a calculation; None if it divides by zero."""
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case _ if right == 0:
            return None
        case _:
            rounded = {"down": left // right, "up": -(-left // right)}
            return rounded.get(rounding or "", (2 * left + right) // (2 * right))


class Evaluator:
    def __init__(self, rulebook: rb.Rulebook, values: dict[str, rb.Value], most: int) -> None:
        self.rulebook, self.values, self.left = rulebook, values, most
        self._values: dict[str, Working | None] = {}

    def value(self, name: str) -> Working:
        """Compile a value to a function of its parameters."""
        if name not in self._values:
            self._values[name] = None  # recursion finds this entry
            self._values[name] = self._value(self.values[name])
        found = self._values[name]
        if found is None:
            raise Open
        return found

    def forget(self, name: str) -> None:
        """Drop the compiled function of a value that has been replaced."""
        del self._values[name]

    def _value(self, value: rb.Value) -> Working:
        if value.alterations or value.uses_itself or value.limit is not None:
            raise Open
        cases = [
            (self.term(case.value), None if case.condition is None else self.term(case.condition))
            for case in value.cases
        ]

        def work(names: Names) -> Found:
            for result, condition in cases:
                if condition is None or condition(names):
                    return result(names)
            raise Wrong

        return work

    def term(self, term: rb.Term) -> Working:
        match term:
            case rb.Constant(value=known):
                return lambda _names: known
            case rb.Local(variable=variable):
                return lambda names: names[variable]
            case rb.Printed():
                return self._printed(term)
            case rb.ValueCall():
                return self._worked(term)
            case rb.Builtin():
                return self._builtin(term)
            case rb.Members(kind=kind) if kind != "player":
                members: Found = tuple(range(len(self.rulebook.kinds[kind].members)))
                return lambda _names: members
            case rb.Listing():
                items = [self.term(item) for item in term.items]
                return lambda names: tuple([item(names) for item in items])
            case rb.Search():
                return self._search(term)
            case rb.Logic():
                return self._logic(term)
            case rb.Comparison():
                return self._comparison(term)
            case rb.Calculation():
                return self._calculation(term)
            case rb.Chosen():
                condition, value, other = map(self.term, (term.condition, term.value, term.other))
                return lambda names: value(names) if condition(names) else other(names)
            case _:
                raise Open

    def _printed(self, term: rb.Printed) -> Working:
        member, cells = self.term(term.member), tuple(map(_plain, term.column.cells))
        return lambda names: cells[number_of(member(names))]

    def _worked(self, term: rb.ValueCall) -> Working:
        work, arguments = self.value(term.value.name), [self.term(argument) for argument in term.arguments]
        parameters = self.values[term.value.name].parameters

        def worked(names: Names) -> Found:
            self._spend()
            return work({name: argument(names) for name, argument in zip(parameters, arguments, strict=True)})

        return worked

    def _builtin(self, term: rb.Builtin) -> Working:
        if term.name == "counted":
            return self.term(term.arguments[0])
        given = [self.term(argument) for argument in term.arguments]
        if term.name == "otherwise":
            return lambda names: _or_else(given[0](names), given[1], names)
        if term.name in FUNCTIONS:
            function = FUNCTIONS[term.name]
            return lambda names: function(*[argument(names) for argument in given])
        if term.kind is None or self.rulebook.kinds[term.kind].word == "player":
            raise Open
        kind = self.rulebook.kinds[term.kind]
        if term.name == "made_of":
            members = members_by_parts(kind)
            return lambda names: members.get(tuple(_part(part(names)) for part in given))
        if kind.grid is not None and term.name in ("row_of", "column_of"):
            width, by_rows = kind.grid[0], term.name == "row_of"
            return lambda names: divmod(number_of(given[0](names)), width)[0 if by_rows else 1] + 1
        if term.name in ("neighbours", "exits", "adjacent"):
            places = self.rulebook.maps[kind.joins or kind.name]
            rows: tuple[Found, ...] = tuple(places.exits if term.name == "exits" else places.neighbours)
            if term.name == "adjacent":
                return lambda names: given[1](names) in items_of(rows[number_of(given[0](names))])
            return lambda names: rows[number_of(given[0](names))]
        raise Open

    def _logic(self, term: rb.Logic) -> Working:
        parts = [self.term(part) for part in term.parts]
        if term.word == "not":
            return lambda names: not parts[0](names)
        decided = term.word == "or"

        def together(names: Names) -> Found:
            for part in parts:
                if bool(part(names)) is decided:
                    return decided
            return not decided

        return together

    def _comparison(self, term: rb.Comparison) -> Working:
        left = self.term(term.left)
        if term.operator in ("empty", "not empty"):
            some = term.operator == "not empty"
            return lambda names: bool(items_of(left(names))) is some
        assert term.right is not None
        right = self.term(term.right)
        match term.operator:
            case "==":
                return lambda names: left(names) == right(names)
            case "!=":
                return lambda names: left(names) != right(names)
            case "in":
                return lambda names: left(names) in items_of(right(names))
            case "not in":
                return lambda names: left(names) not in items_of(right(names))
            case _:
                test = COMPARED[term.operator]
                return lambda names: test(number_of(left(names)), number_of(right(names)))

    def _calculation(self, term: rb.Calculation) -> Working:
        parts = [self.term(part) for part in term.parts]
        if len(parts) == 1:
            return lambda names: -number_of(parts[0](names))

        def worked(names: Names) -> Found:
            left, right = number_of(parts[0](names)), number_of(parts[1](names))
            result = calculated(term.operator, left, right, term.rounding)
            if result is None or abs(result) > LARGEST:
                raise Wrong
            return result

        return worked

    def _spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Wrong

    # ---- searches
    def _search(self, term: rb.Search) -> Working:
        if term.keys:
            raise Open
        items, where, variable = (
            self.term(term.items),
            None if term.where is None else self.term(term.where),
            term.variable,
        )
        body = None if term.body is None else self.term(term.body)

        def meant(names: Names) -> Iterable[Found]:
            inner = dict(names)
            for item in items_of(items(names)):
                self._spend()
                inner[variable] = item
                if where is None or where(inner):
                    yield item
                elif term.word == "while":
                    return

        def each(names: Names) -> list[Found]:
            assert body is not None
            return [body({**names, variable: item}) for item in meant(names)]

        match term.word:
            case "some" | "no":
                found = term.word == "some"
                return lambda names: any(True for _ in meant(names)) is found
            case "every":
                assert body is not None
                return lambda names: all(body({**names, variable: item}) for item in meant(names))
            case "count":
                return lambda names: sum(1 for _ in meant(names))
            case "list" | "while":
                return (lambda names: tuple(meant(names))) if body is None else (lambda names: tuple(each(names)))
            case "sum":
                return lambda names: _sum(each(names))
            case "first":
                return lambda names: _or_else(next(iter(meant(names)), None), body, names)
            case "last":
                return lambda names: _or_else((None, *meant(names))[-1], body, names)
            case _:
                raise Open


def _part(found: Found) -> int | None:
    if isinstance(found, tuple):
        raise Wrong
    return found


def _or_else(found: Found, body: Working | None, names: Names) -> Found:
    return body(names) if found is None and body is not None else found


def _sum(numbers: Sequence[Found]) -> Found:
    return sum(number_of(number) for number in numbers)


def _plain(cell: object) -> Found:
    if isinstance(cell, tuple | list):
        return tuple(map(_plain, cell))
    if cell is None or isinstance(cell, int):
        return cell
    raise Open
