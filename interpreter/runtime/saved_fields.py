"""The fields of a save, each read as what it must be.

In: a value from JSON. Out: the value as the state keeps it, or Unfit. Layer: runtime.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from interpreter.runtime.chance import MASK

LARGEST = 10**18
DEEPEST = 20  # lists inside lists
MOST_BITS = 1_000_000  # of what was of use
POSITIONS = (None, "top", "bottom", "shuffled")


class Unfit(Exception):
    """A value that no save has at this place."""


def whole(value: Any, low: int = -LARGEST, high: int = LARGEST) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise Unfit(value)
    return value


def yes_no(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Unfit(value)
    return value


def words(value: Any) -> str:
    if not isinstance(value, str):
        raise Unfit(value)
    return value


def listed(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise Unfit(value)
    return value


def table(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Unfit(value)
    return value


def plain(value: Any, deep: int = 0) -> Any:
    """What rules remember: numbers, yes and no, none, texts and lists of these (as the tuples they were)."""
    if isinstance(value, list) and deep < DEEPEST:
        return tuple(plain(item, deep + 1) for item in value)
    if value is None or isinstance(value, bool | str):
        return value
    return whole(value)


def names(value: Any) -> list[str]:
    found = [words(name) for name in listed(value)]
    if not all(name.strip() for name in found):
        raise Unfit(value)
    return found


def seed(value: Any) -> int:
    return whole(value, -MASK, MASK)


def seat(state: Any, value: Any) -> int:
    return whole(value, 0, state.count - 1)


def seats(state: Any, value: Any) -> tuple[int, ...]:
    return tuple(seat(state, one) for one in listed(value))


def frame(state: Any, value: Any) -> list[Any]:
    """Where a routine waits: its name, its block and what it remembers."""
    code = state.code
    name, block, *slots = listed(value)
    whole(block, 0, len(code.BLOCK_ROUTINE) - 1)
    if code.BLOCK_ROUTINE[block] != name:
        raise Unfit(name)
    remembered = zip(code.SLOTS[name], slots, strict=True)
    return [block, *(None if slot is None else typed(state, type_, slot) for type_, slot in remembered)]


def typed(state: Any, type_: str, value: Any) -> Any:
    """A value of a type, as `type_code` writes it: number, yes, of:kind, maybe:..., list:..."""
    head, _, rest = type_.partition(":")
    if head == "maybe":
        return None if value is None else typed(state, rest, value)
    if head == "of":
        return member(state, rest, value)
    if head == "list":
        return tuple(typed(state, rest, item) for item in listed(value))
    if head == "number":
        return whole(value)
    return yes_no(value) if head == "yes" else plain(value)


def member(state: Any, kind: str, value: Any) -> int:
    return seat(state, value) if kind == "player" else whole(value, 0, len(state.code.KINDS[kind][1]) - 1)


def option(state: Any, site: int, value: Any) -> Any:
    """One of the answers that a question can have."""
    _, _, shape, kind, *_ = state.code.SITES[site]
    if value is None:
        return None
    if shape in ("menu", "actions"):
        return whole(value, 0, len(state.code.SITES[site][7]) - 1)
    if kind is not None:
        return member(state, kind, value)
    return whole(value) if shape == "amount" else plain(value)


def free_action(state: Any, value: Any) -> int:
    return whole(value, 0, len(state.code.FREE) - 1)


def options(state: Any, value: Any) -> Any:
    """The answers that are open now; amounts and members may be a range."""
    if value is None:
        return None
    if isinstance(value, dict):
        start, stop, step = (whole(number) for number in listed(value["range"]))
        found = range(start, stop, whole(step, 1))
        for end in (*found[:1], *found[-1:]):
            option(state, state.site, end)
        return found
    if state.site < 0:
        raise Unfit(value)
    return [option(state, state.site, one) for one in listed(value)]


def machine(state: Any, value: Any) -> dict[str, Any]:
    """Where the machine stands: exactly the fields that are saved."""
    found = table(value)
    if found.keys() != MACHINE.keys():
        raise Unfit(found)
    return {name: read(state, found[name]) for name, read in MACHINE.items()}


def _block(state: Any, value: Any) -> int:
    return whole(value, 0, len(state.code.BLOCKS) - 1)


def _seat_or_none(state: Any, value: Any) -> int | None:
    return None if value is None else seat(state, value)


def _timer(state: Any, value: Any) -> tuple[Any, ...]:
    unit, of, count, base, card, zone, position = listed(value)
    kind = state.code.card_kind[whole(base)]
    if position not in POSITIONS:
        raise Unfit(position)
    members, lists = len(state.code.KINDS[kind][1]), state.code.LISTS
    card, zone = whole(card, 0, members - 1), whole(zone, 0, lists - 1)
    return words(unit), _seat_or_none(state, of), whole(count), base, card, zone, position


def _rejected(state: Any, value: Any) -> tuple[Any, tuple[Any, ...]]:
    answer, (reason, condition, values, place, clauses) = listed(value)
    told = (words(reason), words(condition), words(values), words(place))
    return plain(answer), (*told, tuple(words(clause) for clause in listed(clauses)))


def _each(read: Callable[[Any, Any], Any]) -> Callable[[Any, Any], tuple[Any, ...]]:
    return lambda state, value: tuple(read(state, one) for one in listed(value))


def _remembered(state: Any, value: Any) -> Any:
    return plain(value)


MACHINE: Mapping[str, Callable[[Any, Any], Any]] = {
    "random": lambda state, value: whole(value, 1, MASK),
    "chance_count": lambda state, value: whole(value, 0),
    "site": lambda state, value: whole(value, -1, len(state.code.SITES) - 1),
    "actor": lambda state, value: whole(value, -1, state.count - 1),
    "asking": _block,
    "answer": _remembered,
    "value": _remembered,
    "over": lambda state, value: yes_no(value),
    "winners": seats,
    "out": seats,
    "timers": _each(_timer),
    "regions": _each(lambda state, value: whole(value, 0, len(state.stack))),
    "tried": _each(lambda state, value: whole(value, 0)),
    "stamp": lambda state, value: whole(value, 0),
    "veil": _seat_or_none,
    "touched": lambda state, value: whole(value, 0, 1 << MOST_BITS),
    "free": _each(free_action),
    "rejected": _each(_rejected),
}
