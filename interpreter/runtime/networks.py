"""Walks through networks that the game builds: what is reached, what is nearest, the longest trail.

In: plain numbers, and a step: from a place on to others. Out: places, lists of them, lengths. Layer: runtime. Breadth-first
walks and union-find, without recursion; `backends/c/networks.h` has the same in C, with the same order of results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from interpreter.runtime.lists import spend
from interpreter.runtime.position import Position

Step = Callable[[int], Iterable[int]]
Rows = Sequence[Sequence[int]]
Ends = Sequence[tuple[int, int]]


def by_connections(by: Iterable[int], exits: Rows, ends: Ends) -> Step:
    """Step along these connections, in their printed order."""
    open_ = set(by)

    def step(place: int) -> list[int]:
        found = [ends[way] for way in exits[place] if way in open_]
        return [end if start == place else start for start, end in found]

    return step


def by_places(by: Iterable[int], neighbours: Rows) -> Step:
    """Step from anywhere to neighbours among these places."""
    open_ = set(by)
    return lambda place: [other for other in neighbours[place] if other in open_]


def by_rule(items: Iterable[int], step: Step) -> Step:
    """Step from these on, and from nothing else."""
    open_ = set(items)
    return lambda place: step(place) if place in open_ else ()


def _walk(start: Iterable[int], step: Step, stops: Iterable[int], wanted: Iterable[int]) -> dict[int, int]:
    """Return how far each place is, nearest first.

    End as soon as the nearest of those wanted are known."""
    far = dict.fromkeys(start, 0)
    closed, goal = set(stops), set(wanted)
    if not goal.isdisjoint(far):
        return far
    queue, limit = list(far), -1
    for place in queue:
        steps = far[place] + 1
        if steps - 1 == limit:
            break
        if place in closed and steps > 1:
            continue
        for other in step(place):
            if other not in far:
                far[other] = steps
                queue.append(other)
                if other in goal:
                    limit = steps
    return far


def reached(start: Iterable[int], step: Step, stops: Iterable[int]) -> tuple[int, ...]:
    """Everything that can be reached, the start included, nearest first.

    Stops are reached and not passed."""
    return tuple(_walk(start, step, stops, ()))


def nearest_of(wanted: Iterable[int], start: Iterable[int], step: Step, stops: Iterable[int]) -> tuple[int, ...]:
    """Those of the wanted that are fewest steps away."""
    some = tuple(wanted)
    far = _walk(start, step, stops, some)
    least = min((far[place] for place in some if place in far), default=None)
    return tuple(place for place in some if far.get(place, -1) == least)


def distance_by(place: int, other: int, step: Step) -> int | None:
    return _walk((place,), step, (), (other,)).get(other)


def neighbours_by(place: int, step: Step) -> tuple[int, ...]:
    return tuple(sorted(set(step(place))))


def groups_by(things: Iterable[int], step: Step) -> list[tuple[int, ...]]:
    """Return the groups into which the things fall (union-find).

    Each is in the order of the things."""
    some = tuple(dict.fromkeys(things))
    above = {thing: thing for thing in some}

    def top(thing: int) -> int:
        while above[thing] != thing:
            above[thing] = above[above[thing]]
            thing = above[thing]
        return thing

    for thing in some:
        for other in step(thing):
            if other in above:
                above[top(other)] = top(thing)
    groups: dict[int, list[int]] = {}
    for thing in some:
        groups.setdefault(top(thing), []).append(thing)
    return [tuple(group) for group in groups.values()]


# ---------------------------------------------------------------- the longest trail


def longest_trail(s: Position, ways: Iterable[int], lengths: Sequence[int], stops: Iterable[int], ends: Ends) -> int:
    """The longest line of connections that uses none twice.

    It may end at a stop, and not go on there."""
    long: dict[int, int] = {}
    for number, way in enumerate(ways):
        long.setdefault(way, max(0, lengths[number]) if lengths else 1)
    joined = _joined(list(long), set(stops), ends)
    around: dict[int, list[int]] = {}
    for way, both in joined.items():
        for place in both:
            around.setdefault(place, []).append(way)
    best, seen = 0, set[int]()
    for way in long:
        if way not in seen:
            part = _part(way, joined, around)
            seen |= part
            total = sum(long[one] for one in part)
            if total > best:
                best = _longest_in(s, part, total, best, joined, around, long)
    return best


def _joined(ways: list[int], stops: set[int], ends: Ends) -> dict[int, tuple[int, int]]:
    """Return the ends of each connection.

    A stop becomes a separate end for each connection there."""
    found, apart = {}, 1 + max((max(ends[way]) for way in ways), default=0)
    for way in ways:
        both = []
        for place in ends[way]:
            both.append(apart if place in stops else place)
            apart += place in stops
        found[way] = (both[0], both[1])
    return found


def _part(way: int, joined: dict[int, tuple[int, int]], around: dict[int, list[int]]) -> set[int]:
    """Return the connections that hang together with one."""
    found, edge = {way}, [way]
    while edge:
        for place in joined[edge.pop()]:
            for other in around[place]:
                if other not in found:
                    found.add(other)
                    edge.append(other)
    return found


def _longest_in(
    s: Position, part: set[int], total: int, best: int, joined: dict[int, tuple[int, int]], around: dict[int, list[int]],
    long: dict[int, int],
) -> int:  # fmt: skip
    """The longest trail of one component, if it is longer than the best so far.

    With no more than two places where an odd number of connections meet it is all of them (Euler). Otherwise a longest one
    begins at such a place: elsewhere it could be made longer at its beginning."""
    odd = sorted({place for way in part for place in joined[way] if len(around[place]) % 2})
    if len(odd) <= 2:
        return total
    for start in odd:
        best = _longest_from(s, start, total, best, joined, around, long)
    return best


def _longest_from(
    s: Position, start: int, total: int, best: int, joined: dict[int, tuple[int, int]], around: dict[int, list[int]],
    long: dict[int, int],
) -> int:  # fmt: skip
    """Try all trails from a place (depth-first, with a stack).

    Give up where all that is left is not enough."""
    gone, length, left = set[int](), 0, total
    trail: list[tuple[int, int]] = []  # the connections taken, and the places they were taken from
    place, next_ = start, [0]
    while True:
        ways = around[place]
        number = next_[-1]
        while number < len(ways) and ways[number] in gone:
            number += 1
        if number < len(ways) and length + left > best:
            way = ways[number]
            next_[-1] = number + 1
            spend(s, 1)
            gone.add(way)
            trail.append((way, place))
            start_, end = joined[way]
            place = end if start_ == place else start_
            length, left = length + long[way], left - long[way]
            best = max(best, length)
            next_.append(0)
        elif trail:
            next_.pop()
            way, place = trail.pop()
            gone.discard(way)
            length, left = length - long[way], left + long[way]
        else:
            return best
