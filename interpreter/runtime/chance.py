"""Chance: dice, shuffles and draws from one generator.

In: the state. Out: numbers. Layer: runtime. Forced outcomes (`s.forced`, in scenarios) are used up first. The generator is a
single integer (`s.random`); 0 means that chance is scripted or comes from the keys of the seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from interpreter.runtime.event_log import tell_roll
from interpreter.runtime.faults import Fault
from interpreter.runtime.generator import FACTOR, MASK, number_from
from interpreter.runtime.position import Position
from interpreter.runtime.tables import Value
from interpreter.runtime.visibility import forget

MAX_DICE = 10_000


def below(s: Position, n: int) -> int:
    """A number from 0 to n - 1."""
    x = s.random
    if not x:  # the generator itself never reaches 0
        return _scripted(s, n) if s.forced is not None and "chance" in s.forced else _from_keys(s, n)
    x ^= x >> 12
    x = (x ^ (x << 25)) & MASK
    s.random = x = x ^ (x >> 27)
    s.chance_count += 1
    return (((x * FACTOR) & MASK) >> 32) * n >> 32


def script(s: Position, outcomes: Sequence[int]) -> None:
    """Use these outcomes from here on, then 0; record the bounds asked for."""
    s.random, s.forced = 0, {"stacked": {}, "chance": list(outcomes), "asked": []}


def _scripted(s: Position, n: int) -> int:
    assert s.forced is not None
    s.chance_count += 1
    s.forced["asked"].append(n)
    outcomes: list[int] = s.forced["chance"]
    return outcomes.pop(0) if outcomes else 0


def _from_keys(s: Position, n: int) -> int:
    found = number_from(s.seed, s.chance_count, n)
    s.chance_count += 1
    return found


def roll_one(s: Position, sides: int, seers: tuple[int, ...] | None = None) -> int:
    _check_dice(1, sides)
    found = _forced_die(s, sides)
    if found is None:
        found = below(s, sides) + 1
    if s.log is not None:
        tell_roll(s, (found,), True, seers)
    return found


def roll(s: Position, count: int, sides: int, seers: tuple[int, ...] | None = None) -> tuple[int, ...]:
    _check_dice(count, sides)
    found = []
    for _ in range(count):
        forced = _forced_die(s, sides)
        found.append(below(s, sides) + 1 if forced is None else forced)
    if s.log is not None:
        tell_roll(s, tuple(found), False, seers)
    return tuple(found)


def _check_dice(count: int, sides: int) -> None:
    if sides < 1:
        raise Fault("R0807", f"a die needs at least 1 side; this one has {sides}")
    if count > MAX_DICE:
        raise Fault("R0807", f"{count} dice are too many to roll")


def _forced_die(s: Position, sides: int) -> int | None:
    if s.forced is None or not s.forced.get("dice"):
        return None
    value: int = s.forced["dice"].pop(0)
    s.chance_count += 1
    return value if value <= sides else sides


def pick(s: Position, items: Iterable[Value]) -> Value:
    """One of the items at random."""
    found = list(items)
    if not found:
        raise Fault("R0807", "something is picked at random, but there is nothing to pick from",
                    help="check first that there is something to pick")  # fmt: skip
    if s.forced is not None and s.forced.get("picks"):
        value: Value = s.forced["picks"].pop(0)
        if value in found:
            return value
    return found[below(s, len(found))]


def shuffle(s: Position, zone: int) -> None:
    """Shuffle (Fisher-Yates from the end); cards stacked by a scenario go back on top."""
    items = s.lists[zone]
    for i in range(len(items) - 1, 0, -1):
        j = below(s, i + 1)
        items[i], items[j] = items[j], items[i]
    if s.known is not None:
        forget(s, zone)
    if s.forced is not None:
        wanted = [card for card in s.forced["stacked"].get(zone, ()) if card in items]
        items[:] = wanted + [card for card in items if card not in wanted]
