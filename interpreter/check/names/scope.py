"""Scopes: what names refer to at a point in the rules, and which facts hold there.

In: the enclosing blocks. Out: variables by name, and facts ("this is not none"). Layer: check.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from interpreter.ir.combinations import Alternatives, Together
from interpreter.ir.rulebook import Act, Variable
from interpreter.ir.types import Type
from interpreter.syntax import nodes as n

# What `answer` gives: a value of a type, one of the ways, all parts of a decision or one of them.
Answer = Type | list[str] | Together | Alternatives


class NamePath(NamedTuple):
    """A plain access path: a name, or a name with its arguments.

    `card's owner` and `owner(card)` are the same."""

    name: str
    arguments: tuple[NamePath, ...] | None = None

    def mentions(self, name: str) -> bool:
        if self.arguments is None:
            return self.name == name
        return any(argument.mentions(name) for argument in self.arguments)


@dataclass
class Scope:
    """A block; inner blocks see outer ones. `facts` are paths known not to be none."""

    outer: Scope | None = None
    variables: dict[str, Variable] = field(default_factory=dict)
    facts: frozenset[NamePath] = frozenset()
    routine: str = ""
    secret: bool = False
    looping: bool = False
    hidden: dict[str, str] = field(default_factory=dict)  # in a law: names that it cannot see, each with the reason
    answer: Answer | None = None  # inside `instead of choosing`
    leaving: tuple[Act, ...] = ()  # what must be done before the routine is left

    def inner(self) -> Scope:
        return Scope(
            self, {}, self.facts, self.routine, self.secret, self.looping, self.hidden, self.answer, self.leaving
        )

    def find(self, name: str) -> Variable | None:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.variables:
                return scope.variables[name]
            scope = scope.outer
        return None

    def declare(self, name: str, type_: Type) -> Variable:
        variable = Variable(name, type_)
        self.variables[name] = variable
        return variable

    def names(self) -> list[str]:
        found = list(self.variables)
        return found + (self.outer.names() if self.outer is not None else [])

    def keep_facts_of(self, inner: Scope) -> None:
        """Keep the facts of a closed block, except those about its own variables."""
        own = inner.variables
        self.facts = frozenset(fact for fact in inner.facts if not any(fact.mentions(name) for name in own))

    def learn(self, facts: frozenset[NamePath]) -> None:
        self.facts = self.facts | facts

    def forget_table(self) -> None:
        """Drop facts about stored values, which may have changed.

        Keep those about variables."""
        self.facts = frozenset(fact for fact in self.facts if fact.arguments is None and self.find(fact.name))

    def forget(self, name: str) -> None:
        self.facts = frozenset(fact for fact in self.facts if not fact.mentions(name))


def path(node: n.Expression) -> NamePath | None:
    """Return the access path of a node, if it is a plain one."""
    match node:
        case n.Name(name=name):
            return NamePath(name)
        case n.Group(inner=inner):
            return path(inner)
        case n.Possessive(owner=owner, name=name, arguments=arguments):
            return _read_for(name, (owner, *arguments))
        case n.Call(name=name, arguments=arguments):
            return _read_for(name, arguments)
        case n.Number(value=value):
            return NamePath(str(value))
        case _:
            return None


def _read_for(name: str, arguments: tuple[n.Expression, ...]) -> NamePath | None:
    parts = tuple(found for item in arguments if (found := path(item)) is not None)
    return NamePath(name, parts) if len(parts) == len(arguments) else None


def known_if(node: n.Expression, holds: bool) -> frozenset[NamePath]:
    """Return the paths that are not none when `node` is true (or false)."""
    match node:
        case n.Group(inner=inner):
            return known_if(inner, holds)
        case n.Not(inner=inner):
            return known_if(inner, not holds)
        case n.Both(parts=parts) if holds:
            return frozenset().union(*(known_if(part, True) for part in parts))
        case n.Either(parts=parts) if not holds:
            return frozenset().union(*(known_if(part, False) for part in parts))
        case n.Compare(operator="is not", left=left, right=n.NoneValue()) if holds:
            return _fact(left)
        case n.Compare(operator="is", left=left, right=n.NoneValue()) if not holds:
            return _fact(left)
        case n.Compare(operator="is", left=left, right=right) if holds:
            return _fact(left) if isinstance(right, n.Number | n.YesNo) else frozenset()
        case _:
            return frozenset()


def _fact(node: n.Expression) -> frozenset[NamePath]:
    found = path(node)
    return frozenset((found,)) if found is not None else frozenset()
