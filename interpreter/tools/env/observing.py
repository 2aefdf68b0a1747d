"""Observations: a view as numbers.

In: a view of a state. Out: a vector of fixed length for each player. Layer: tools. The slots of the vector are learned from
the names in views: each number its own, each card in each zone its own, each name a slot of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from interpreter import Game

LEARNED = 12  # games by chance in which the slots are learned
MOST_LEARNED = 2_000  # decisions of them
ROOM = 0.25  # for what did not come up


def facts(view: Mapping[str, Any], question: str) -> Iterator[tuple[str, float]]:
    """What a view says, as names with numbers."""
    yield f"asked {question}", 1.0
    for part in ("table", "zones"):
        for name, value in view[part].items():
            yield from _told(name, value)


def _told(name: str, value: Any) -> Iterator[tuple[str, float]]:
    match value:
        case bool() | int():
            yield name, float(value)
        case str():
            yield f"{name} = {value}", 1.0
        case Mapping():
            for key, inner in value.items():
                yield from _told(f"{name}, {key}", inner)
        case list() | tuple():
            for number, inner in enumerate(value):
                yield from _told(f"{name}, {number}", inner)


class Observer:
    """Turns views into vectors. What is new finds a slot until the room is full."""

    def __init__(self, game: Game, players: int) -> None:
        self._slots: dict[str, int] = {}
        self.most_choices = 1
        self._learn(game, players)
        self.size = int(len(self._slots) * (1 + ROOM)) + 8

    def _learn(self, game: Game, players: int) -> None:
        left = MOST_LEARNED
        for seed in range(LEARNED):
            state, pick = game.start(players, seed, events=False), Random(seed)
            while (request := state.request) is not None and left > 0:
                left -= 1
                self.most_choices = max(self.most_choices, len(request.choices))
                for player in range(len(state.player_names)):
                    for name, _ in facts(state.view(player), request.rule):
                        self._slots.setdefault(name, len(self._slots))
                state.take(pick.randrange(len(request.choices)))

    def vector(self, view: Mapping[str, Any], question: str) -> list[float]:
        found = [0.0] * self.size
        for name, value in facts(view, question):
            slot = self._slots.get(name)
            if slot is None and len(self._slots) < self.size:
                slot = self._slots[name] = len(self._slots)
            if slot is not None:
                found[slot] = value
        return found
