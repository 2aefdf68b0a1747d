"""What a player can have more of: stored numbers, yes or no, and cards in piles; and how to give a player one more.

In: the tables of a game. Out: `Quantity`s in the game's own words. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from interpreter.ir.types import Number, YesNo, Zone, bare
from interpreter.runtime.event_log import value_title
from interpreter.runtime.zones import move_card

if TYPE_CHECKING:
    from interpreter.runtime.position import Position
    from interpreter.runtime.tables import Code, Keep

PLAYER = "player"
AMOUNT, FLAG, CARD = "amount", "flag", "card"
SWAPPED = "swapped"
UNITS = (1, 10, 100, 1000)
MOST_CARDS = 60  # titles in one pile


@dataclass(frozen=True)
class Quantity:
    """Something that a player has, and how to give them more of it on a table; `give` says whether there was room for it."""

    title: str
    of: Callable[[Position, int], int]
    give: Callable[[Position, int, int, Random], bool]
    kind: str = AMOUNT
    counted: tuple[str, str] | None = None  # one of it and several, with {} for the number

    def unit(self, seen: Sequence[int]) -> int:
        """One, or ten, or a hundred: what is little beside what players usually differ by."""
        if self.kind != AMOUNT:
            return 1
        middle = sum(seen) / max(1, len(seen))
        apart = (sum((one - middle) ** 2 for one in seen) / max(1, len(seen))) ** 0.5
        return max((unit for unit in UNITS if unit <= apart / 1.5), default=1)

    def named(self, unit: int) -> str:
        """Say so much more of it: "10 more MD", "one more card in the hand", "has been audited"."""
        if self.kind in (FLAG, SWAPPED):
            return self.title
        number = "one more" if unit == 1 else f"{unit:,} more"
        if self.counted is not None:
            return self.counted[unit != 1].format(number)
        return f"{number} {'card in ' if self.kind == CARD else ''}{self.title}"


def quantities(code: Code) -> Iterator[Quantity]:
    """Everything that a player can have more of, as far as one player has it and not another."""
    for keep in code.KEEPS:
        if (
            PLAYER not in keep.kinds
            or keep.kinds.count(PLAYER) > 1
            or len(keep.kinds) > 2
            or keep.height_of is not None
        ):
            continue
        if keep.lives_with is not None or keep.is_grid:
            continue
        type_ = bare(keep.type)
        if isinstance(keep.type, Zone):
            if keep.kinds == (PLAYER,) and not keep.is_row:
                yield _cards(code, keep, keep.type)
        elif isinstance(type_, Number):
            yield _amount(code, keep, type_)
        elif isinstance(type_, YesNo):
            yield _flag(code, keep)


def _places(code: Code, keep: Keep, player: int) -> list[int]:
    """The cells of a value that are one player's."""
    mine = keep.kinds.index(PLAYER)
    if len(keep.kinds) == 1:
        return [keep.base + player * keep.steps[0]]
    other = 1 - mine
    return [
        keep.base + player * keep.steps[mine] + thing * keep.steps[other]
        for thing in range(code.size(keep.kinds[other]))
    ]


def _number(state: Position, cell: int) -> int:
    found = state.cells[cell]
    return found if isinstance(found, int) else 0


def _amount(code: Code, keep: Keep, type_: Number) -> Quantity:
    def of(state: Position, player: int) -> int:
        return sum(_number(state, cell) for cell in _places(code, keep, player))

    def give(state: Position, player: int, unit: int, pick: Random) -> bool:
        room = [
            cell
            for cell in _places(code, keep, player)
            if isinstance(state.cells[cell], int) and (type_.high is None or _number(state, cell) + unit <= type_.high)
        ]
        if not room:
            return False
        cell = pick.choice(room)
        state.cells[cell] = _number(state, cell) + unit
        return True

    return Quantity(value_title(keep), of, give, counted=keep.counted)


def _flag(code: Code, keep: Keep) -> Quantity:
    def of(state: Position, player: int) -> int:
        return sum(state.cells[cell] is True for cell in _places(code, keep, player))

    def give(state: Position, player: int, _unit: int, pick: Random) -> bool:
        room = [cell for cell in _places(code, keep, player) if state.cells[cell] is False]
        if not room:
            return False
        state.cells[pick.choice(room)] = True
        return True

    return Quantity(value_title(keep), of, give, FLAG)


def _cards(code: Code, keep: Keep, type_: Zone) -> Quantity:
    """A card more, drawn from the largest pile that belongs to nobody."""
    base = code.base(type_.kind)
    sources = [
        one for one in code.KEEPS if isinstance(one.type, Zone) and not one.kinds and code.base(one.type.kind) == base
    ]

    def of(state: Position, player: int) -> int:
        return len(state.lists[keep.base + player * keep.steps[0]])

    def give(state: Position, player: int, _unit: int, _pick: Random) -> bool:
        source = max(sources, key=lambda one: len(state.lists[one.base]), default=None)
        if source is None or not state.lists[source.base]:
            return False
        card = state.lists[source.base][0]
        if card is None:
            return False
        move_card(state, base, card, keep.base + player * keep.steps[0], -1)
        return True

    return Quantity(value_title(keep), of, give, CARD)


def swapped_cards(code: Code) -> Iterator[Quantity]:
    """Each card that a player can have in a pile, instead of another one: the pile is as large as before."""
    for keep in code.KEEPS:
        if not isinstance(keep.type, Zone) or keep.kinds != (PLAYER,) or keep.is_row or keep.lives_with is not None:
            continue
        kind = code.KINDS[code.card_kind[code.base(keep.type.kind)]]
        by_title: dict[str, set[int]] = {}
        for card, title in enumerate(kind.titles):
            by_title.setdefault(title or kind.members[card].replace("_", " "), set()).add(card)
        for title, cards in by_title.items() if 1 < len(by_title) <= MOST_CARDS else ():
            yield _swapped(code, keep, code.base(keep.type.kind), title, cards)


def _swapped(code: Code, keep: Keep, base: int, title: str, cards: set[int]) -> Quantity:
    """One card of a title for another of the pile, which goes where the card came from."""
    sources = [
        one.base
        for one in code.KEEPS
        if isinstance(one.type, Zone) and not one.kinds and code.base(one.type.kind) == base
    ]

    def of(state: Position, player: int) -> int:
        return len(cards.intersection(state.lists[keep.base + player * keep.steps[0]]))

    def give(state: Position, player: int, _unit: int, pick: Random) -> bool:
        pile = keep.base + player * keep.steps[0]
        mine = [card for card in state.lists[pile] if card is not None]
        found = [(card, at) for at in sources for card in state.lists[at] if card in cards]
        if not mine or not found or cards.intersection(mine):
            return False
        (card, source), other = pick.choice(found), pick.choice(mine)
        move_card(state, base, card, pile, -1)
        move_card(state, base, other, source, -1)
        return True

    return Quantity(f"{title} in {value_title(keep)}", of, give, SWAPPED)
