"""What the tests of hard passages share: a table set by names, decisions by names, and fair-play checks for every case.

A position is set with `put`, `place` and `stack`; a game is driven with `decide`; `check_random_games` plays it out.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from interpreter import Game, Request, State, load
from interpreter.ir.types import Of, bare
from interpreter.runtime.identifiers import made
from interpreter.runtime.tables import AT_END, Keep
from interpreter.runtime.zones import move_card

CASES = Path(__file__).parents[1] / "cases" / "hard"


def load_case(name: str, variants: Sequence[str] = (), **options: object) -> Game:
    return load(CASES / name, variants, options)


# ---- the table by names
def _keep(state: State, name: str) -> Keep:
    return state.engine.position.code.keep_by_name[name]


def _number(state: State, kind: str, name: str) -> int:
    names = state.player_names if kind == "player" else state.engine.position.code.KINDS[kind].members
    return int(names.index(name))


def _cell(state: State, name: str, keys: Sequence[str]) -> int:
    keep = _keep(state, name)
    assert len(keys) == len(keep.kinds), f"{name} is kept for {keep.kinds}"
    return keep.at(tuple(_number(state, kind, key) for kind, key in zip(keep.kinds, keys, strict=True)))


def value(state: State, name: str, *keys: str) -> Any:
    """A stored value, by names: value(state, "money", "red")."""
    found = state.engine.position.cells[_cell(state, name, keys)]
    type_ = bare(_keep(state, name).type)
    return (
        state.engine.position.member_name(type_.kind, found) if found is not None and isinstance(type_, Of) else found
    )


def put(state: State, name: str, *keys: str, to: Any) -> None:
    """Sets a stored value by names, as if the game had come to it."""
    type_ = bare(_keep(state, name).type)
    if isinstance(type_, Of) and isinstance(to, str):
        to = _number(state, type_.kind, to)
    state.engine.position.cells[_cell(state, name, keys)] = to


def cards(state: State, zone: str, *keys: str) -> list[str]:
    """The cards of a pile from the top, by names."""
    kind = _keep(state, zone).card
    return [
        state.engine.position.member_name(kind, card)
        for card in state.engine.position.lists[_cell(state, zone, keys)]
        if card is not None
    ]


def place(state: State, zone: str, *keys: str, card: str) -> None:
    """Lays a card into a pile, silently."""
    kind = _keep(state, zone).card
    log, state.engine.position.log = state.engine.position.log, None
    move_card(
        state.engine.position,
        state.engine.position.code.base(kind),
        _number(state, kind, card),
        _cell(state, zone, keys),
        AT_END,
    )
    state.engine.position.log = log


def stack(state: State, zone: str, *names: str) -> None:
    """Puts these cards, in this order, on top of the pile in which they lie."""
    kind = _keep(state, zone).card
    pile = state.engine.position.lists[_cell(state, zone, ())]
    wanted = [_number(state, kind, name) for name in names]
    pile[:] = [*wanted, *(card for card in pile if card not in wanted)]


def worked(state: State, name: str, *of: str) -> Any:
    """A worked-out value (a `let`) of players and members of kinds by their names."""
    known = {
        name: number for kind in state.engine.position.code.KINDS.values() for number, name in enumerate(kind.members)
    }
    known.update({name: number for number, name in enumerate(state.player_names)})
    return state.engine.position.code.names[made("value", name)](state.engine.position, *(known[item] for item in of))


def throw(state: State, *dice: int) -> None:
    """The next throws of the dice."""
    state.engine.position.forced = {"dice": list(dice)}


# ---- decisions by names
def asked(state: State) -> Request:
    request = state.request
    assert request is not None, "the game is over"
    return request


def decide(state: State, player: str, *words: str | int) -> None:
    """The player's next decisions, one after the other."""
    for word in words:
        decider = state.player_names[asked(state).player]
        assert decider == player, f"{decider} decides {asked(state).name}, not {player}"
        state.choose(str(word))


def offered(state: State) -> list[str]:
    return [choice.label if choice.name.startswith("player_") else choice.name for choice in asked(state).choices]


def refused(state: State) -> dict[str, str]:
    """What is shown but not allowed, and the reason."""
    return {refusal.name: refusal.reason for refusal in asked(state).refused if not refusal.free}


def told(state: State, player: str, since: int = 0) -> str:
    return "\n".join(state.events_for(state.player_names.index(player), since))


def seen(state: State, player: str) -> dict[str, Any]:
    return state.view(state.player_names.index(player))


def check_alike(player: str, one: State, other: State) -> None:
    """Two games that differ only in what this player may not know look and sound alike to them."""
    number = one.player_names.index(player)
    assert one.view(number) == other.view(number)
    assert one.events_for(number) == other.events_for(number)
    assert one.save_for(number) == other.save_for(number)


# ---- what must be true of every game
def check_random_games(game: Game, count: int = 50, players: Sequence[int] = ()) -> None:
    """Random games end without fault and keep their own rules; copies and saves made on the way go on alike."""
    for seed in range(count):
        for number in players or range(game.players_min, game.players_max + 1):
            game.start(players=number, seed=seed, events=False).play_out(random.Random(seed))
    for seed in range(3):
        _check_copies(game, seed)


def _check_copies(game: Game, seed: int) -> None:
    state = game.start(seed=seed)
    generator = random.Random(seed)
    while state.request is not None:
        assert state.inspect.broken_rules() == []
        if state.decisions % 7 == seed:
            _check_copy(state, state.clone(), seed)
            _check_copy(state, game.resume(json.loads(json.dumps(state.save()))), seed)
        state.choose(generator.choice(list(asked(state).choices)))


def _check_copy(state: State, copy: State, seed: int) -> None:
    assert copy.inspect.key() == state.inspect.key()
    assert [choice.label for choice in asked(copy).choices] == [choice.label for choice in asked(state).choices]
    other = state.clone()
    other.play_out(random.Random(seed))
    copy.play_out(random.Random(seed))
    assert (copy.inspect.key(), copy.engine.position.random, copy.result) == (
        other.inspect.key(),
        other.engine.position.random,
        other.result,
    )
    assert copy.events == other.events
