"""Counting sequences of moves, and what they must come to."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter import State

OTHELLO = (4, 12, 56, 244, 1396, 8200)  # the numbers that every Othello program is tested with


def moves_from(state: State) -> Iterator[State]:
    """The states after each move: all that is decided until somebody else decides."""
    waiting = [state]
    while waiting:
        for moved in after(waiting.pop()):
            if moved.deciding == state.deciding:
                waiting.append(moved)
            else:
                yield moved


def ways_on(state: State, moves: int) -> int:
    """How many sequences of so many moves there are."""
    following = moves_from(state) if state.choice_count else iter(())
    return sum(1 for _ in following) if moves == 1 else sum(ways_on(one, moves - 1) for one in following)


def after(state: State) -> Iterator[State]:
    """The states after each choice."""
    for number in range(state.choice_count):
        copy = state.clone()
        copy.take(number)
        yield copy
