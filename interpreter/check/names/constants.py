"""Constants: numbers, options, and values that depend on nothing else.

In: declarations of values and options with the changes of variants, and the chosen options. Out: the value of an
expression, or None if it can change during a game. Layer: check. Ranges and board sizes are evaluated like this.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence

from interpreter.syntax import nodes as n

Plain = int | bool | str | tuple["Plain", ...]  # a number, yes or no, the name of a member, a list of them
Printed = Callable[[str, str, str], Plain | None]  # kind, member, column: the printed value, if it is plain
Members = Callable[[str], tuple[str, tuple[str, ...]] | None]  # a kind or its plural: its name and its members
COMPARISONS: dict[str, Callable[[Plain, Plain], bool]] = {
    "is": operator.eq, "is not": operator.ne, "is at least": operator.ge, "is at most": operator.le,
    "is more than": operator.gt, "is less than": operator.lt,
}  # fmt: skip
FUNCTIONS: dict[str, Callable[..., int]] = {
    "smaller": min, "larger": max, "absolute": abs, "remainder": operator.mod,
}  # fmt: skip

TAKEN: dict[str, Callable[[list[Plain]], Plain]] = {  # what a query makes of the values that it finds
    "count": len, "some": bool, "no": lambda found: not found, "list": tuple, "every": all,
    "sum": lambda found: sum(one for one in found if isinstance(one, int)),
    "highest": lambda found: max((one for one in found if isinstance(one, int)), default=0),
    "lowest": lambda found: min((one for one in found if isinstance(one, int)), default=0),
}  # fmt: skip


class Known:
    def __init__(
        self, lets: Mapping[str, n.Let], changes: Mapping[str, Sequence[n.ChangeValue]],
        options: Mapping[str, n.Option], chosen: Mapping[str, object], counts: Mapping[str, int],
        looked_at: set[str],
    ) -> None:  # fmt: skip
        """`counts`: number of members of each kind, by its plural.

        `looked_at`: collects the options that results depend on."""
        self.lets, self.changes, self.options = lets, changes, options
        self.chosen, self.counts, self.looked_at = chosen, counts, looked_at
        self.given: Mapping[str, Plain] = {}
        self.printed: Printed = lambda _kind, _member, _column: None
        self.members: Members = lambda _word: None
        self.kinds: Mapping[str, str] = {}  # of what kind a given name is, if it is not called after it
        self.working: set[str] = set()

    def knowing(
        self, given: Mapping[str, Plain], printed: Printed | None = None, members: Members | None = None
    ) -> Known:
        """Return an evaluator in which these names are bound.

        `printed` and `members`: the tables known by now."""
        inner = Known(self.lets, self.changes, self.options, self.chosen, self.counts, self.looked_at)
        inner.given, inner.printed, inner.working = given, printed or self.printed, set(self.working)
        inner.members, inner.kinds = members or self.members, self.kinds
        return inner

    def number(self, node: int | n.Expression | None) -> int | None:
        value = node if isinstance(node, int) or node is None else self.value(node)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def value(self, node: n.Expression) -> Plain | None:
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
            case n.Call():
                return self._called(node)
            case n.Possessive(owner=n.Name(name=owner)) if node.name not in self.lets and not node.arguments:
                member = self.given.get(owner)
                kind = self.kinds.get(owner, owner)
                return self.printed(kind, member, node.name) if isinstance(member, str) else None
            case n.Possessive() if node.name in self.lets:
                return self._applied(self.lets[node.name], (node.owner, *node.arguments))
            case n.ListOf():
                items = [value for item in node.items if (value := self.value(item)) is not None]
                return tuple(items) if len(items) == len(node.items) else None
            case n.Range():
                low, high = self.number(node.low), self.number(node.high)
                return None if low is None or high is None or node.step is not None else tuple(range(low, high + 1))
            case n.Aggregate():
                return self._aggregate(node)
            case n.Usual():
                return self._usual(node)
            case n.Conditional():
                return self.first_that_holds(((node.value, node.condition), (node.otherwise, None)))
            case n.Compare() | n.Both() | n.Either() | n.Not():
                return self._condition(node)
            case _:
                return None

    def _usual(self, node: n.Usual) -> Plain | None:
        """Evaluate `(V otherwise W)`: only of what is printed it is known that it is none."""
        found, value = self.value(node.value), node.value
        is_printed = (
            isinstance(value, n.Possessive) and isinstance(value.owner, n.Name) and value.owner.name in self.given
        )
        return self.value(node.otherwise) if found is None and is_printed else found

    def _called(self, node: n.Call) -> Plain | None:
        if node.name in self.lets:
            return self._applied(self.lets[node.name], node.arguments)
        if node.name in FUNCTIONS:
            return self._calculated(FUNCTIONS[node.name], *node.arguments)
        is_kind = len(node.arguments) == 1 and self.members(node.name) is not None
        return self.value(node.arguments[0]) if is_kind else None  # it says which kind a name is of

    def _aggregate(self, node: n.Aggregate) -> Plain | None:
        """Evaluate a query through members or a list that are known."""
        query = node.query
        match node:
            case n.Aggregate(word="count", query=n.Query(members=n.Name(name=name), rotation=None, where=None)) if (
                name in self.counts
            ):
                return self.counts[name]
        if query.rotation is not None or query.keys or query.as_long_as is not None or node.word not in TAKEN:
            return None
        found = self._items(query)
        if found is None:
            return None
        name, kind, items = found
        kept: list[Plain] = []
        for item in items:
            inner = self.knowing({**self.given, name: item})
            inner.kinds = {**self.kinds, name: kind}
            holds = True if query.where is None else inner.value(query.where)
            value = item if node.body is None else inner.value(node.body)
            if not isinstance(holds, bool) or (holds and value is None):
                return None
            if holds and value is not None:
                kept.append(value)
        return TAKEN[node.word](kept)

    def _items(self, query: n.Query) -> tuple[str, str, tuple[Plain, ...]] | None:
        """Return what a query goes through.

        The name it gives to each, their kind, and the items."""
        found = self.members(query.members.name) if isinstance(query.members, n.Name) else None
        if found is not None:
            return query.binder or found[0], *found
        items = self.value(query.members)
        return (query.binder, query.binder, items) if query.binder is not None and isinstance(items, tuple) else None

    def _named(self, name: str) -> Plain | None:
        if name in self.given:
            return self.given[name]
        if name in self.options:
            return self._option(self.options[name])
        let = self.lets.get(name)
        if let is None:
            return name  # a member of some kind, for comparing
        if name in self.working or let.head.parameters:
            return None
        self.working.add(name)
        value = self.first_that_holds([(case.value, case.condition) for case in let.cases])
        for change in self.changes.get(name, ()):
            value = self.changed(value, change)
        self.working.discard(name)
        return value

    def _applied(self, let: n.Let, arguments: Sequence[n.Expression]) -> Plain | None:
        """Evaluate a call of a let, such as `copies(rank)`."""
        name, values = let.head.name, [self.value(argument) for argument in arguments]
        if name in self.working or None in values or len(values) != len(let.head.parameters):
            return None
        known = [value for value in values if value is not None]
        result: Plain | None = None
        laws: list[n.Let | n.ChangeValue] = [let, *self.changes.get(name, ())]
        for law in laws:
            heads = law.head.parameters or let.head.parameters
            inner = self.knowing({head.name: value for head, value in zip(heads, known, strict=True)})
            inner.kinds = {head.name: head.type.name for head in heads if isinstance(head.type, n.KindType)}
            inner.working.add(name)
            if isinstance(law, n.Let):
                result = inner.first_that_holds([(case.value, case.condition) for case in law.cases])
            else:
                result = inner.changed(result, law)
        return result

    def changed(self, value: Plain | None, change: n.ChangeValue) -> Plain | None:
        holds = True if change.when is None else self.value(change.when)
        if not isinstance(holds, bool):
            return None
        if not holds:
            return value
        inner = self.knowing(self.given)
        if isinstance(value, int):
            plain = n.Case(change.span, n.Number(change.span, int(value)), None)
            inner.lets = {**self.lets, "normal": n.Let(change.span, n.Head(change.span, "normal", ()), (plain,))}
        return inner.first_that_holds([(case.value, case.condition) for case in change.cases])

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

    def first_that_holds(self, cases: Sequence[tuple[n.Expression, n.Expression | None]]) -> Plain | None:
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

    def _calculated(self, function: Callable[..., int], *parts: n.Expression) -> int | None:
        values = [self.number(part) for part in parts]
        return function(*values) if None not in values and not (function is operator.mod and not values[1]) else None

    def _condition(self, node: n.Compare | n.Both | n.Either | n.Not) -> bool | None:
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
