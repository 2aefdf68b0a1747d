"""Where the walk through a card is, who is meant there, and what the shape of a tree says about that.

In: trees of the language. Out: Here, and answers about single trees. Layer: check.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from interpreter.check.wording.people import ANOTHER, OTHERS
from interpreter.check.wording.vocabulary import Thing
from interpreter.syntax import nodes as n

PLAYERS = frozenset({"players", "everyone", "turn_order"})


@dataclass(frozen=True)
class Here:
    """The position of the walk.

    In which cell it is, whether the text must mention it, and who the names of players are."""

    cell: str
    needed: bool = True
    people: tuple[tuple[str, str], ...] = ()
    thing: Thing | None = None  # to which a number belongs
    sort: str = "thing"
    ranges: tuple[tuple[str, range], ...] = ()  # the numbers that a name counts
    looped: bool = False  # inside of steps that are repeated: there a 1 is nothing that is printed

    def who(self, name: str) -> str | None:
        return next((target for known, target in reversed(self.people) if known == name), None)

    def with_person(self, name: str, target: str) -> Here:
        return replace(self, people=(*self.people, (name, target)))

    def of(self, thing: Thing | None) -> Here:
        return replace(self, thing=thing, sort="thing")

    def counts(self, node: n.Node | None) -> range | list[int] | None:
        """Return the numbers an expression ranges over, if its only name counts."""
        match node:
            case n.Name(name=name):
                return next((numbers for known, numbers in self.ranges if known == name), None)
            case n.Arithmetic(operator="+" | "-" as sign, left=n.Number(value=value), right=right):
                inner = self.counts(right)
                return [value + one if sign == "+" else value - one for one in inner] if inner is not None else None
            case n.Arithmetic(operator="+" | "-" as sign, left=left, right=n.Number(value=value)):
                inner = self.counts(left)
                return [one + value if sign == "+" else one - value for one in inner] if inner is not None else None
            case _:
                return None

    @property
    def optional(self) -> Here:
        return replace(self, needed=False)


def factor_of(node: n.Expression) -> tuple[int, n.Expression | None] | None:
    match node:
        case n.Number(value=value):
            return value, None
        case n.Arithmetic(operator="*", left=n.Number(value=value), right=right):
            return value, right
        case n.Group(inner=inner):
            return factor_of(inner)
        case _:
            return None


def ratio_of(node: n.Expression) -> Fraction | None:
    """Return the factor in `2 * normal`, `normal / 2` or `3 * normal / 2`."""
    match node:
        case n.Name(name="normal"):
            return Fraction(1)
        case n.Arithmetic(operator="*", left=n.Number(value=value), right=right):
            inner = ratio_of(right)
            return inner * value if inner is not None else None
        case n.Arithmetic(operator="/", left=left, right=n.Number(value=value)) if value:
            inner = ratio_of(left)
            return inner / value if inner is not None else None
        case _:
            return None


def is_players(node: n.Expression | None) -> bool:
    return isinstance(node, n.Name) and node.name in PLAYERS


def is_others(node: n.Expression | None) -> bool:
    """Match `others(player)`: everybody but the holder of the card."""
    return isinstance(node, n.Call) and node.name == "others" and all(
        isinstance(one, n.Name) and one.name in ("player", "you") for one in node.arguments
    )  # fmt: skip


def is_turn(node: n.Expression | None) -> bool:
    return isinstance(node, n.Call) and node.name.startswith("turn_")


def leaves_out(where: n.Expression | None, binder: str, player: str) -> bool:
    """Match `where other is not player`."""
    parts = where.parts if isinstance(where, n.Both) else (where,)
    return any(
        isinstance(part, n.Compare) and part.operator == "is not" and isinstance(part.left, n.Name)
        and part.left.name == binder and isinstance(part.right, n.Name) and part.right.name in (player, "you")
        for part in parts
    )  # fmt: skip


def is_among_others(members: n.Expression | None, where: n.Expression | None, binder: str) -> bool:
    """Does it mean the other players?

    `other in others(player)`, `other in players where other is not player`."""
    return is_others(members) or ((is_players(members) or is_turn(members)) and leaves_out(where, binder, "player"))


def others_in(node: n.Node) -> frozenset[str]:
    """Return who else a procedure or value involves.

    Another player who is chosen, or the others who are gone through."""
    found = set()
    for inner in n.walk(node):
        if isinstance(inner, n.Choose) and is_among_others(inner.members, inner.where, inner.alias or inner.name):
            found.add(ANOTHER)
        elif isinstance(inner, n.Query) and is_among_others(inner.members, inner.where, inner.binder or "player"):
            found.add(OTHERS)
    return frozenset(found)
