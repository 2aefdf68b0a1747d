"""What the tests of hard passages 1 to 9 share: a table set by names, decisions by names, and many random games.

(Written anew from its uses after the file was lost by accident; its first author may put the original back.)
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from typing import Any

from interpreter import Game, State
from interpreter import load as load_game
from interpreter.runtime.zones import move_card
from tests.hard.table import CASES, _cell, _keep, _number, asked, decide, offered, refused, value
from tests.hard.table import put as put_to

__all__ = ["decide", "lay", "load", "offered", "play_many", "put", "read", "refused"]


def load(name: str, variants: tuple[str, ...] = (), options: Mapping[str, object] | None = None) -> Game:
    return load_game(CASES / name, variants, options)


def lay(state: State, cards: str, zone: str, *keys: str) -> None:
    """Puts cards, by their names, into a place in this order; what lay there goes back to the box."""
    kind = _keep(state, zone)[4].split(":")[1]
    base, number = state.code.KINDS[kind][4], _cell(state, zone, keys)
    for card in state.lists[number]:
        if card is not None:
            state.cells[base + card] = None
    size = len(state.lists[number]) if state.code.is_row[number] else 0
    state.lists[number][:] = [None] * size
    log, state.log = state.log, None
    for name in filter(None, cards.split(", ")):
        move_card(state, base, _number(state, kind, name), number, None)
    state.log = log


def put(state: State, name: str, *keys: str, value: Any) -> None:
    put_to(state, name, *keys, to=value)


def read(state: State, name: str, *keys: str) -> Any:
    """A stored value by names; of a pile or row, the names of its cards (None: an empty slot)."""
    shape, _, kind = str(_keep(state, name)[4]).partition(":")
    if shape not in ("pile", "row"):
        return value(state, name, *keys)
    kind = kind.split(":")[0]
    return [None if card is None else state.member_name(kind, card) for card in state.lists[_cell(state, name, keys)]]


def play_many(game: Game, players: int, count: int = 50) -> Iterator[State]:
    """Random games, played to their ends; on the way some are copied and saved, which must change nothing."""
    for seed in range(count):
        state = game.start(players=players, seed=seed)
        generator = random.Random(seed)
        for _ in range(seed % 9):
            if state.request is not None:
                state.choose(generator.choice(list(asked(state).choices)))
        if state.request is not None:
            for copy in (state.clone(), game.resume(json.loads(json.dumps(state.save())))):
                twin = state.clone()
                twin.play_out(random.Random(seed))
                copy.play_out(random.Random(seed))
                assert (copy.key(), copy.result) == (twin.key(), twin.result)
        state.play_out(generator)
        assert state.result is not None
        assert state.broken_rules() == []
        yield state
