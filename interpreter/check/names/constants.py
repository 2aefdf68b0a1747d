"""Constants: numbers, options, and values that depend on nothing else.

In: declarations of values and options with the changes of variants, and the chosen options. Out: the value of an
expression, or None if it can change during a game. Layer: check. Ranges and board sizes are evaluated like this.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from interpreter.syntax import nodes as n

Plain = int | bool | str | tuple[Any, ...]  # a number, yes or no, the name of a member, a list of them
Printed = Callable[[str, str, str], Plain | None]  # kind, member, column: the printed value, if it is plain
COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "is": operator.eq, "is not": operator.ne, "is at least": operator.ge, "is at most": operator.le,
    "is more than": operator.gt, "is less than": operator.lt,
}  # fmt: skip
FUNCTIONS: dict[str, Callable[..., int]] = {
    "smaller": min, "larger": max, "absolute": abs, "remainder": operator.mod,
}  # fmt: skip


class Known:
    def __init__(
        self, lets: Mapping[str, n.Let], changes: Mapping[str, Sequence[n.ChangeValue]],
        options: Mapping[str, n.Option], chosen: Mapping[str, object], counts: Mapping[str, int],
        looked_at: set[str],
    ) -> None:  # fmt: skip
        """`counts`: number of members of each kind, by its plural. `looked_at`: collects the options that results depend on."""
        self.lets, self.changes, self.options = lets, changes, options
        self.chosen, self.counts, self.looked_at = chosen, counts, looked_at
        self.given: Mapping[str, Plain] = {}
        self.printed: Printed = lambda kind, member, column: None
        self._working: set[str] = set()

    def knowing(self, given: Mapping[str, Plain], printed: Printed | None = None) -> Known:
        """Return an evaluator in which these names are bound; `printed`: reads the tables known by now."""
        inner = Known(self.lets, self.changes, self.options, self.chosen, self.counts, self.looked_at)
        inner.given, inner.printed, inner._working = given, printed or self.printed, set(self._working)
        return inner

    def number(self, node: int | n.Expression | None) -> int | None:
        value = node if isinstance(node, int) or node is None else self.value(node)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def value(self, node: Any) -> Plain | None:
        match node:
            case n.Number() | n.YesNo():
                return node.value
            case n.Group():
                return self.value(node.inner)
            case n.Negative():
                return self._calculated(operator.neg, node.inner)
            case n.Arithmetic():
                return self._arithmetic(node)
            case n.Name():
                return self._named(node.name)
            case n.Call() if node.name in FUNCTIONS and node.name not in self.lets:
                return self._calculated(FUNCTIONS[node.name], *node.arguments)
            case n.Call() if node.name in self.lets:
                return self._applied(self.lets[node.name], node.arguments)
            case n.Possessive(owner=n.Name(name=owner)) if node.name not in self.lets and not node.arguments:
                member = self.given.get(owner)
                return self.printed(owner, member, node.name) if isinstance(member, str) else None
            case n.Possessive() if node.name in self.lets:
                return self._applied(self.lets[node.name], (node.owner, *node.arguments))
            case n.ListOf():
                items = [self.value(item) for item in node.items]
                return None if None in items else tuple(items)
            case n.Range():
                low, high = self.number(node.low), self.number(node.high)
                return None if low is None or high is None or node.step is not None else tuple(range(low, high + 1))
            case n.Aggregate(word="count", query=n.Query(members=n.Name(name=name), rotation=None, where=None)):
                return self.counts.get(name)
            case n.Conditional():
                return self._first_that_holds(((node.value, node.condition), (node.otherwise, None)))
            case n.Compare() | n.Both() | n.Either() | n.Not():
                return self._condition(node)
            case _:
                return None

    def _named(self, name: str) -> Plain | None:
        if name in self.given:
            return self.given[name]
        if name in self.options:
            return self._option(self.options[name])
        let = self.lets.get(name)
        if let is None:
            return name  # a member of some kind, for comparing
        if name in self._working or let.head.parameters:
            return None
        self._working.add(name)
        value = self._first_that_holds([(case.value, case.condition) for case in let.cases])
        for change in self.changes.get(name, ()):
            value = self._changed(value, change)
        self._working.discard(name)
        return value

    def _applied(self, let: n.Let, arguments: Sequence[Any]) -> Plain | None:
        """Evaluate a call of a let, such as `copies(rank)`."""
        name, values = let.head.name, [self.value(argument) for argument in arguments]
        if name in self._working or None in values or len(values) != len(let.head.parameters):
            return None
        known = [value for value in values if value is not None]
        result: Plain | None = None
        laws: list[n.Let | n.ChangeValue] = [let, *self.changes.get(name, ())]
        for law in laws:
            heads = law.head.parameters or let.head.parameters
            inner = self.knowing({head.name: value for head, value in zip(heads, known, strict=True)})
            inner._working.add(name)
            if isinstance(law, n.Let):
                result = inner._first_that_holds([(case.value, case.condition) for case in law.cases])
            else:
                result = inner._changed(result, law)
        return result

    def _changed(self, value: Plain | None, change: n.ChangeValue) -> Plain | None:
        holds = True if change.when is None else self.value(change.when)
        if not isinstance(holds, bool):
            return None
        if not holds:
            return value
        inner = self.knowing(self.given)
        if isinstance(value, int):
            plain = n.Case(change.span, n.Number(change.span, int(value)), None)
            inner.lets = {**self.lets, "normal": n.Let(change.span, n.Head(change.span, "normal", ()), (plain,))}
        return inner._first_that_holds([(case.value, case.condition) for case in change.cases])

    def _option(self, option: n.Option) -> Plain | None:
        self.looked_at.add(option.name)
        given = self.chosen.get(option.name)
        if given is None:
            usual = self.changes[option.name][-1].cases[0].value if option.name in self.changes else option.usually
            return usual.name if isinstance(usual, n.Name) else self.value(usual)
        if option.names:
            return str(given)
        if option.low is None:
            return {"yes": True, "true": True, "no": False, "false": False}.get(str(given).lower())
        return int(str(given)) if str(given).lstrip("-").isdigit() else None

    def _first_that_holds(self, cases: Sequence[tuple[Any, Any]]) -> Plain | None:
        for value, condition in cases:
            holds = True if condition is None else self.value(condition)
            if not isinstance(holds, bool):
                return None
            if holds:
                return self.value(value)
        return None

    def _arithmetic(self, node: n.Arithmetic) -> int | None:
        if node.operator != "/":
            return self._calculated({"+": operator.add, "-": operator.sub, "*": operator.mul}[node.operator],
                                    node.left, node.right)  # fmt: skip
        left, right = self.number(node.left), self.number(node.right)
        if left is None or not right:
            return None
        return {"down": left // right, "up": -(-left // right)}.get(
            node.rounding or "", (2 * left + right) // (2 * right)
        )

    def _calculated(self, function: Callable[..., int], *parts: Any) -> int | None:
        values = [self.number(part) for part in parts]
        return function(*values) if None not in values and not (function is operator.mod and not values[1]) else None

    def _condition(self, node: Any) -> bool | None:
        match node:
            case n.Not():
                inner = self.value(node.inner)
                return not inner if isinstance(inner, bool) else None
            case n.Both() | n.Either():
                values = [self.value(part) for part in node.parts]
                decided = isinstance(node, n.Either)
                if decided in [value for value in values if isinstance(value, bool)]:
                    return decided
                return not decided if all(isinstance(value, bool) for value in values) else None
            case _:
                return self._compared(node)

    def _compared(self, node: n.Compare) -> bool | None:
        test = COMPARISONS.get(node.operator)
        left, right = self.value(node.left), self.value(node.right) if node.right is not None else None
        if node.operator in ("is in", "is not in") and left is not None and isinstance(right, tuple):
            return (left in right) == (node.operator == "is in")
        if test is None or left is None or right is None or isinstance(left, str) != isinstance(right, str):
            return None
        return bool(test(left, right))
