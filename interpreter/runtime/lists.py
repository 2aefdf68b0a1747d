"""Functions over lists, places and players that generated code calls.

In: plain numbers and lists of them. Out: the same. Layer: runtime.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, takewhile

from interpreter.ir.snapshots import as_number, mixed
from interpreter.ir.types import FARTHEST, LARGEST, MOST_SETS
from interpreter.runtime.faults import Fault, beyond, not_there, too_many_sets
from interpreter.runtime.position import Position
from interpreter.runtime.tables import Value

MAX_ITEMS = 1_000_000
MAX_EXPLAINED = 10_000
MAX_TIMES = 100_000
MAX_WORK = 5_000_000  # loop iterations in total between two decisions
PLURAL = re.compile(r"([0-9]+)([^0-9]*?)\(s\)")
Rank = int | tuple[int, ...]


def rotated(items: Iterable[int], start: int, after: bool, counterclockwise: bool) -> tuple[int, ...]:
    """The items in a circle, beginning with `start` (or after it).

    Unchanged if it is not among them."""
    found = tuple(items)
    if counterclockwise:
        found = found[::-1]
    if start in found:
        at = found.index(start) + after
    else:  # a player who is out: start with the next one in line
        beyond = [i for i, item in enumerate(found) if (item < start if counterclockwise else item > start)]
        at = beyond[0] if beyond else 0
    return found[at:] + found[:at]


def position(item: int, items: Iterable[int]) -> int | None:
    found = list(items)
    return found.index(item) + 1 if item in found else None


def as_long_as(holds: Callable[[int], bool], items: Iterable[int]) -> tuple[int, ...]:
    """Return the items before the first one that fails."""
    return tuple(takewhile(holds, items))


def how_often(thing: Value, items: Iterable[Value]) -> int:
    return list(items).count(thing)


def taking_away(items: Iterable[Value], gone: Iterable[Value]) -> tuple[Value, ...]:
    """Remove one occurrence of each given item; missing ones are ignored."""
    left = list(items)
    for item in gone:
        if item in left:
            left.remove(item)
    return tuple(left)


def sets_of(items: Sequence[Value], least: int, most: int) -> tuple[tuple[Value, ...], ...]:
    """Return the sets of this many of the items, the small ones first.

    Equal items are the same in a set."""
    distinct = dict.fromkeys(items)
    choose: Callable[[tuple[Value, ...], int], Iterator[tuple[Value, ...]]] = combinations
    if len(distinct) < len(items):
        items, choose = tuple(one for one in distinct for item in items if item == one), _of_equal
    found: list[tuple[Value, ...]] = []
    for size in range(max(0, least), min(most, len(items)) + 1):
        for one in choose(tuple(items), size):
            if len(found) == MOST_SETS:
                raise too_many_sets(MOST_SETS, len(items))
            found.append(one)
    return tuple(found)


def _of_equal(items: tuple[Value, ...], size: int) -> Iterator[tuple[Value, ...]]:
    """Yield each set of this size once; equal items lie side by side."""
    if not size:
        yield ()
    last: Value = ()
    for at, item in enumerate(items[: len(items) - size + 1] if size else ()):
        if at and item == last:
            continue
        last = item
        for rest in _of_equal(items[at + 1 :], size - 1):
            yield (item, *rest)


def in_reach(number: int) -> int:
    """Check a number that is combined with others into one decision.

    It must fit the fixed range."""
    if not -FARTHEST <= number < FARTHEST:
        raise beyond("a number chosen together with something else", number, -FARTHEST, FARTHEST - 1)
    return number


def together(lists: Iterable[Iterable[Value]]) -> tuple[Value, ...]:
    """Concatenate a list of lists."""
    return tuple(item for items in lists for item in items)


def snapshot(cells: Sequence[Value], parts: Iterable[tuple[int, int, int, int]]) -> int:
    """Encode some stored values as one number.

    Each part is (first cell, count, lowest value, number of values)."""
    found = 0
    for first, count, low, size in parts:
        for value in cells[first : first + count]:
            number = 0 if value is None else int(value) - low + 1  # type: ignore[arg-type]
            found = found * size + number
    return found


def mixed_snapshot(cells: Sequence[Value], parts: Iterable[tuple[int, int, int, int]]) -> int:
    """Mix stored values into one number, where there are too many positions to count."""
    found = 0
    for first, count, low, _size in parts:
        for value in cells[first : first + count]:
            found = mixed(found, 0 if value is None else int(value) - low + 1)  # type: ignore[arg-type]
    return as_number(found)


def first_of(items: Sequence[int]) -> int | None:
    for item in items:
        return item
    return None


def last_of(items: Sequence[int]) -> int | None:
    return items[-1] if len(items) else None


def only(items: Sequence[int]) -> int:
    if len(items) != 1:
        found = f"there were {len(items)}" if len(items) else "there were none"
        raise Fault("R0804", f"the(…) needs exactly one match; {found}")
    return items[0]


SEQUENCES = (list, tuple, range)


class Numbered(dict[int, int]):
    """The members of a kind by number, counted from 1."""

    def __init__(self, count: int) -> None:
        super().__init__((number, number - 1) for number in range(1, count + 1))

    def __missing__(self, number: int) -> int:
        raise not_there()


def item_of(items: Sequence[Value], number: int) -> Value:
    """Return the item at this position of a list, counted from 1."""
    if not 1 <= number <= len(items):
        raise not_there()
    return items[number - 1]


def spend(s: Position, steps: int) -> None:
    """Count work between two decisions, so that nested loops terminate as well."""
    s.work += steps
    if s.work > MAX_WORK:
        message = (
            "the rules do more at once than any table could: loops inside loops, or procedures that run themselves"
        )
        raise Fault("R0803", message, help="check how often the innermost of them runs")


def few(s: Position, numbers: range) -> range:
    """Check the length of a range that is iterated, and count it as work."""
    if (numbers.stop - numbers.start) // numbers.step > MAX_ITEMS:
        message = f"{numbers.start} to {numbers.stop - 1} are too many numbers to go through"
        help = "check where the two numbers come from; instead of filtering with `where`, give the range itself: 0 to the limit"
        raise Fault("R0803", message, help=help)
    spend(s, len(numbers))
    return numbers


def glance(numbers: range) -> range:
    """Limit a range to the numbers that are explained one by one."""
    return numbers[:MAX_EXPLAINED]


def counted(s: Position, items: Iterable[Value]) -> Sequence[Value]:
    """Count the items of a nested search as work, and return them as a sequence."""
    found = items if isinstance(items, SEQUENCES) else tuple(items)
    s.work += len(found)
    if s.work > MAX_WORK:
        spend(s, 0)
    return found


def passed(s: Position, items: Sequence[Value]) -> Sequence[Value]:
    """`counted` for a known sequence: the most frequent case in generated code."""
    s.work = work = s.work + len(items)
    if work > MAX_WORK:
        spend(s, 0)
    return items


def often(s: Position, times: int) -> int:
    """Check and count the repetitions of a loop without a question."""
    if times > MAX_TIMES:
        message = f"something is repeated {times} times; at most {MAX_TIMES} times are allowed"
        raise Fault("R0803", message, help="check where the number comes from")
    spend(s, max(0, times))
    return times


def times(a: int, b: int) -> int:
    """Multiply, with a fault if the product is too large for a game."""
    if abs(a * b) > LARGEST:
        raise Fault("R0801", f"{_short(a)} times {_short(b)} is too large", help="check where the numbers come from")
    return a * b


def _short(number: int) -> str:
    return str(number) if abs(number) <= LARGEST else "a huge number"


def sole_of(items: Sequence[int]) -> int | None:
    """The only item, or none."""
    return items[0] if len(items) == 1 else None


def tied(items: Iterable[int], key: Callable[[int], Rank]) -> list[int]:
    """All items that share the best key."""
    found = list(items)
    if not found:
        return []
    best = min(key(item) for item in found)
    return [item for item in found if key(item) == best]


def sole(items: Iterable[int], key: Callable[[int], Rank]) -> int | None:
    found = tied(items, key)
    return found[0] if len(found) == 1 else None


def leaving_out(items: Iterable[int], others: Iterable[int]) -> list[int]:
    out = set(others)
    return [item for item in items if item not in out]


def shared_by(items: Iterable[int], others: Iterable[int]) -> list[int]:
    both = set(others)
    return [item for item in items if item in both]


def nearest(a: int, b: int) -> int:
    """a / b rounded to the nearest whole number, halves up."""
    return (2 * a + b) // (2 * b)


def next_player(s: Position, player: int) -> int:
    """The next player clockwise who is still in the game."""
    return _beside(s, player, False)


def previous_player(s: Position, player: int) -> int:
    return _beside(s, player, True)


def _beside(s: Position, player: int, counterclockwise: bool) -> int:
    found = rotated(s.seats, player, True, counterclockwise)
    if not found:
        word = "previous" if counterclockwise else "next"
        help = "end the game when the last player leaves it, or ask first: if players is not empty"
        raise Fault("R0807", f"there is no {word} player: everybody has left the game", help=help)
    return found[0]


def other_end(ends: tuple[int, int], place: int) -> int:
    return ends[1] if ends[0] == place else ends[0]


def connected(items: Iterable[int], neighbours: Sequence[Iterable[int]]) -> list[tuple[int, ...]]:
    """Return the connected components of the items, joined by neighbours among them."""
    left = dict.fromkeys(items)
    groups: list[tuple[int, ...]] = []
    while left:
        first = next(iter(left))
        del left[first]
        group, edge = [first], [first]
        while edge:
            for other in neighbours[edge.pop()]:
                if other in left:
                    del left[other]
                    group.append(other)
                    edge.append(other)
        groups.append(tuple(group))
    return groups


def square_at(width: int, height: int, column: int, row: int) -> int | None:
    if 1 <= column <= width and 1 <= row <= height:
        return (row - 1) * width + column - 1
    return None


def lines_on(width: int, height: int, length: int, square: int | None) -> list[tuple[int, ...]]:
    """List straight lines of `length` squares on a grid.

    With a square, those through it."""
    found = []
    for start in range(width * height):
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            line = _line(width, height, start, right, up, length)
            if line is not None and (square is None or square in line):
                found.append(line)
    return found


def _line(width: int, height: int, start: int, right: int, up: int, length: int) -> tuple[int, ...] | None:
    column, row = start % width, start // width
    squares = [(column + right * i, row + up * i) for i in range(length)]
    if all(0 <= x < width and 0 <= y < height for x, y in squares):
        return tuple(y * width + x for x, y in squares)
    return None


def in_number(text: str) -> str:
    """Resolve plurals: `1 vote(s)` becomes `1 vote`, `3 vote(s)` becomes `3 votes`."""
    return PLURAL.sub(lambda found: found[1] + found[2] + ("" if found[1] == "1" else "s"), text)


def shown_yes_no(value: bool) -> str:
    return "yes" if value else "no"
