"""Validate and parse the fields of a save.

In: a value from JSON. Out: the value as the state stores it, or UnfitError. Layer: runtime.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

from interpreter.ir.types import LARGEST, ListOf, Maybe, Number, Of, Type, YesNo
from interpreter.runtime.events import EventKind
from interpreter.runtime.generator import MASK, is_keyed
from interpreter.runtime.position import Position
from interpreter.runtime.tables import POSITIONS, Frame, Made, Site, Timer, Tried, Value

DEEPEST = 20  # lists inside lists
MAX_BITS = 1_000_000  # of usage bits


class UnfitError(Exception):
    """A value that no save has in this field."""


def whole(value: object, low: int = -LARGEST, high: int = LARGEST) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise UnfitError(value)
    return value


def yes_no(value: object) -> bool:
    if not isinstance(value, bool):
        raise UnfitError(value)
    return value


def words(value: object) -> str:
    if not isinstance(value, str):
        raise UnfitError(value)
    return value


def event_kind(value: object) -> EventKind:
    found: EventKind
    for found in get_args(EventKind):
        if found == value:
            return found
    raise UnfitError(value)


def listed(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise UnfitError(value)
    return value


def table(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise UnfitError(value)
    return value


def plain(value: object, deep: int = 0) -> Any:
    """Parse a value of the rules.

    Numbers, yes and no, none, texts and lists of these (as tuples)."""
    if isinstance(value, list) and deep < DEEPEST:
        return tuple(plain(item, deep + 1) for item in value)
    if value is None or isinstance(value, bool | str):
        return value
    return whole(value)


def names(value: object) -> list[str]:
    found = [words(name) for name in listed(value)]
    if not all(name.strip() for name in found):
        raise UnfitError(value)
    return found


def seed(value: object) -> int:
    if isinstance(value, int) and is_keyed(value):
        return value
    return whole(value, -MASK, MASK)


def seat(state: Position, value: object) -> int:
    return whole(value, 0, state.count - 1)


def seats(state: Position, value: object) -> tuple[int, ...]:
    return tuple(seat(state, one) for one in listed(value))


def frame(state: Position, value: object) -> Frame:
    """Parse a frame: its routine, its block and its slots."""
    code = state.code
    name, block, *slots = listed(value)
    whole(block, 0, len(code.BLOCK_ROUTINE) - 1)
    if code.BLOCK_ROUTINE[block] != name:
        raise UnfitError(name)
    remembered = zip(code.SLOTS[name], slots, strict=True)
    return [block, *(None if slot is None else typed(state, type_, slot) for type_, slot in remembered)]


def typed(state: Position, type_: Type, value: object) -> Value:
    match type_:
        case Maybe(inner):
            return None if value is None else typed(state, inner, value)
        case Of(kind):
            return member(state, kind, value)
        case ListOf(inner):
            return tuple(typed(state, inner, item) for item in listed(value))
        case Number():
            return whole(value)
        case YesNo():
            return yes_no(value)
        case _:
            found: Value = plain(value)
            return found


def member(state: Position, kind: str, value: object) -> int:
    return seat(state, value) if kind == "player" else whole(value, 0, state.code.size(kind) - 1)


def option(state: Position, number: int, value: object) -> Value:
    """Parse a possible answer to a question."""
    site = state.code.SITES[number]
    if value is None:
        return None
    if site.is_menu:
        return whole(value, 0, len(site.labels) - 1)
    if site.kind is not None:
        return member(state, site.kind, value)
    if site.parts:
        return _together(state, site, value)
    if site.listed is not None:
        return tuple(member(state, site.listed, one) for one in listed(value))
    found: Value = whole(value) if site.shape == "amount" else plain(value)
    return found


def _together(state: Position, site: Site, value: object) -> int:
    """Parse an answer about several things, or one of several sorts."""
    number = whole(value, 0)
    for kind, one in site.apart(number):
        if kind is not None:
            member(state, kind, one)
    return number


def free_action(state: Position, value: object) -> int:
    return whole(value, 0, len(state.code.FREE) - 1)


def options(state: Position, value: object) -> range | list[Value] | None:
    """Parse the current options; amounts and members may be a range."""
    if value is None:
        return None
    if isinstance(value, dict):
        start, stop, step = (whole(number) for number in listed(value["range"]))
        found = range(start, stop, whole(step, 1))
        for end in (*found[:1], *found[-1:]):
            option(state, state.site, end)
        return found
    if state.site < 0:
        raise UnfitError(value)
    return [option(state, state.site, one) for one in listed(value)]


def machine(state: Position, value: object) -> dict[str, Any]:
    """Parse the machine: exactly the fields that are saved."""
    found = table(value)
    if found.keys() != MACHINE.keys():
        raise UnfitError(found)
    return {name: read(state, found[name]) for name, read in MACHINE.items()}


def _block(state: Position, value: object) -> int:
    return whole(value, 0, len(state.code.BLOCKS) - 1)


def _seat_or_none(state: Position, value: object) -> int | None:
    return None if value is None else seat(state, value)


def _timer(state: Position, value: object) -> Timer:
    unit, of, count, base, card, zone, position = listed(value)
    kind = state.code.card_kind[whole(base)]
    card, zone = whole(card, 0, state.code.size(kind) - 1), whole(zone, 0, state.code.LISTS - 1)
    where = whole(position, 0, len(POSITIONS) - 1)
    return Timer(whole(unit, 0), _seat_or_none(state, of), whole(count), base, card, zone, where)


def _rejected(_state: Position, value: object) -> tuple[Value, Tried]:
    answer, (reason, condition, values, place, clauses) = listed(value)
    told = (words(reason), words(condition), words(values), words(place))
    return plain(answer), Tried(*told, tuple(words(clause) for clause in listed(clauses)))


def _made(state: Position, value: object) -> Made:
    asked, answer, is_free, actor = listed(value)
    site, taken = whole(asked, 0, len(state.code.SITES) - 1), yes_no(is_free)
    found = free_action(state, answer) if taken else option(state, site, answer)
    return Made(site, found, taken, seat(state, actor))


def _each(read: Callable[[Position, object], Any]) -> Callable[[Position, object], tuple[Any, ...]]:
    return lambda state, value: tuple(read(state, one) for one in listed(value))


def _remembered(_state: Position, value: object) -> Any:
    return plain(value)


def _generator(state: Position, value: object) -> int:
    """Parse the generator; 0 if chance comes from the keys of the seed."""
    return whole(value, 0 if is_keyed(state.seed) else 1, MASK)


MACHINE: Mapping[str, Callable[[Position, object], Any]] = {
    "random": _generator,
    "chance_count": lambda _state, value: whole(value, 0),
    "site": lambda state, value: whole(value, -1, len(state.code.SITES) - 1),
    "actor": lambda state, value: whole(value, -1, state.count - 1),
    "asking": _block,
    "answer": _remembered,
    "value": _remembered,
    "over": lambda _state, value: yes_no(value),
    "winners": seats,
    "out": seats,
    "timers": _each(_timer),
    "regions": _each(lambda state, value: whole(value, 0, len(state.stack))),
    "tried": _each(lambda _state, value: whole(value, 0)),
    "stamp": lambda _state, value: whole(value, 0),
    "secret_turn_of": _seat_or_none,
    "secret_causes": _each(lambda state, value: whole(value, 0, (1 << state.count) - 1)),
    "sealed": _each(_made),
    "touched": lambda _state, value: whole(value, 0, 1 << MAX_BITS),
    "free": _each(free_action),
    "rejected": _each(_rejected),
}
