"""Driving a game by names: an invented position, decisions by their words, and many games at random."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import interpreter
from interpreter import Game, State
from interpreter.ir.types import Of, Type, bare
from interpreter.runtime.tables import AT_END
from interpreter.runtime.views import named
from interpreter.runtime.zones import move_card

CASES = Path(__file__).parent.parent / "cases" / "hard"


def load(case: str, variants: Sequence[str] = (), options: Mapping[str, object] | None = None) -> Game:
    return interpreter.load(CASES / case, variants, options)


# ---- an invented position
def put(state: State, keep: str, *keys: str, value: Any) -> None:
    """Sets a stored value: put(state, "level", "green", "fuel", value=3)."""
    found = state.engine.position.code.keep_by_name[keep]
    numbers = tuple(_number(state, kind, key) for kind, key in zip(found.kinds, keys, strict=True))
    state.engine.position.cells[found.at(numbers)] = _value(state, found.type, value)
    for height in state.engine.position.code.KEEPS:
        if height.height_of == keep:
            state.engine.position.stamp += 1
            state.engine.position.cells[height.at(numbers)] = state.engine.position.stamp


def read(state: State, keep: str, *keys: str) -> Any:
    """A stored value by names, hidden or not; of a pile or row, its cards."""
    found = state.engine.position.code.keep_by_name[keep]
    numbers = tuple(_number(state, kind, key) for kind, key in zip(found.kinds, keys, strict=True))
    if found.is_zone and not found.is_grid:
        cards = state.engine.position.lists[found.at(numbers)]
        return [None if card is None else state.engine.position.member_name(found.card, card) for card in cards]
    return named(state.engine.position, found.type, state.engine.position.cells[found.at(numbers)])


def lay(state: State, cards: str, zone: str, *keys: str) -> None:
    """Puts cards on a pile or row in this order: lay(state, "orient, british", "hand", "red")."""
    found = state.engine.position.code.keep_by_name[zone]
    numbers = tuple(_number(state, kind, key) for kind, key in zip(found.kinds, keys, strict=True))
    log, state.engine.position.log = state.engine.position.log, None
    for card in cards.split(", "):
        move_card(
            state.engine.position,
            state.engine.position.code.base(found.card),
            _number(state, found.card, card),
            found.at(numbers),
            AT_END,
        )
    state.engine.position.log = log


def dice(state: State, *eyes: int) -> None:
    """The next dice show this."""
    state.engine.position.forced = {**(state.engine.position.forced or {}), "dice": list(eyes)}


def _number(state: State, kind: str, name: str) -> int:
    members = state.player_names if kind == "player" else state.engine.position.code.KINDS[kind].members
    return tuple(members).index(name)


def _value(state: State, type_: Type, value: Any) -> Any:
    found = bare(type_)
    return _number(state, found.kind, value) if isinstance(found, Of) and value is not None else value


# ---- decisions
def decide(state: State, who: str, *words: str | int) -> None:
    """`who` decides, one word after the other."""
    for word in words:
        assert state.request is not None, f"the game is over, {word} cannot be chosen"
        assert state.player_names[state.request.player] == who, state.request.prompt
        state.choose(word)


def offered(state: State) -> list[str]:
    assert state.request is not None
    return [choice.name for choice in state.request.choices]


def refused(state: State) -> dict[str, str]:
    """What is refused now, with the rule's reason; free actions, which are no answers, apart."""
    assert state.request is not None
    return {refusal.name: refusal.reason for refusal in state.request.refused if not refusal.free}


def asked(state: State) -> tuple[str, str]:
    """Who is asked, and for what."""
    assert state.request is not None
    return state.player_names[state.request.player], state.request.name


# ---- many games
def play_many(
    game: Game, players: int, seeds: Sequence[int] = range(50), careful: Sequence[int] = (0, 10, 20)
) -> list[State]:
    """Plays them all at random to the end. Some are copied, saved and resumed on the way."""
    ended = []
    for seed in seeds:
        state = game.start(players, seed=seed)
        if seed in careful:
            _carefully(game, state, random.Random(seed))
        else:
            state.play_out(random.Random(seed))
        assert state.result is not None
        assert state.inspect.broken_rules() == []
        ended.append(state)
    return ended


def _carefully(game: Game, state: State, generator: random.Random) -> None:
    """Now and then the game goes on as a copy and as a resumed save: both must end as the game itself does."""
    others: list[State] = []
    while state.request is not None:
        assert state.inspect.broken_rules() == []
        assert len(state.request.choices) > 0
        if state.decisions % 7 == 3 and len(others) < 4:
            others += [state.clone(), _saved_and_resumed(game, state)]
        choice = generator.randrange(len(state.request.choices))
        for other in others:
            assert other.request is not None
            assert state.decisions % 7 != 3 or _seen(other) == _seen(state)
            other.choose(other.request.choices[choice])
        state.choose(state.request.choices[choice])
        assert all(other.inspect.key() == state.inspect.key() for other in others)
    assert all(other.result == state.result for other in others)


def _saved_and_resumed(game: Game, state: State) -> State:
    resumed = game.resume(json.loads(json.dumps(state.save())))
    assert resumed.inspect.key() == state.inspect.key()
    assert resumed.save() == state.save()
    return resumed


def _seen(state: State) -> list[Any]:
    request = state.request
    assert request is not None
    question = (request.name, request.prompt, [c.name for c in request.choices], request.refused)
    return [question, *(state.view(player) for player in (None, *range(state.engine.position.count)))]
