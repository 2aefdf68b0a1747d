"""C and Python side by side: at every decision the same choices in the same order, and the same table."""

from __future__ import annotations

import random
from pathlib import Path

from interpreter import Fault, Game, State
from interpreter.runtime.generator import seeded
from interpreter.runtime.native import BEYOND, FAULT, OVER, WAITING, Memory, NoRoomError

CASES = Path(__file__).parents[1] / "cases"
OWN = sorted(file.parent for file in CASES.glob("native/*/game.yaml"))
HARD = sorted(file.parent for file in (*CASES.glob("hard/*/game.yaml"), *CASES.glob("games/*/game.yaml")))
MOST = 400  # decisions of a game that are followed
LOOKS = 9  # decisions between two looks at the whole table


def follow(game: Game, players: int, seed: int, most: int = MOST) -> int:
    """One game in lockstep; gives the number of decisions."""
    native = game.native()
    state = game.start(players=players, seed=seed, events=False)
    fresh = game.table(players, seed, None, False)
    memory = native.take(fresh.engine.position)
    how, chance = memory.begin(seeded(seed)), random.Random(seed)
    for number in range(most):
        if state.engine.position.options is None:
            break
        here = f"seed {seed}, decision {number}, {state.engine.position.code.SITES[state.engine.position.site].name}"
        if how == BEYOND:  # Python plays on
            assert is_too_much_for_c(game, state), here
            return number
        assert how == WAITING, here
        assert memory.choices() == len(state.engine.position.options) + len(state.engine.position.free), here
        if number % LOOKS == 0 or number < LOOKS:
            memory = look(game, fresh, memory, state, here)
        choice = chance.randrange(memory.choices())
        fault = chosen(state, choice)
        how = memory.choose(choice)
        if fault is not None:
            assert how in (FAULT, BEYOND), f"{here}: {fault}"
            return number
        assert how in (WAITING, OVER, BEYOND), here
    if state.engine.position.options is None:
        look(game, fresh, memory, state, f"seed {seed}, the end")
    return state.decisions


def is_too_much_for_c(game: Game, state: State) -> bool:
    """A number larger than any in C, or a search for the best, of which only Python remembers the parts."""
    try:
        game.native().take(state.engine.position)
    except NoRoomError:
        return True
    return game.code.RANKED


def chosen(state: State, choice: int) -> Fault | None:
    assert state.request is not None
    try:
        state.choose(state.request.choices[choice])
    except Fault as fault:
        return fault
    return None


def look(game: Game, fresh: State, memory: Memory, state: State, here: str) -> Memory:
    """The whole of both tables; the game goes on with what came out of C and went in again."""
    found = fresh.clone()
    decisions = game.native().read(memory, found.engine.position)
    assert found.inspect.key() == state.inspect.key(), here
    assert (found.engine.position.options is None) == (state.engine.position.options is None), here
    assert list(found.engine.position.options or ()) == list(state.engine.position.options or ()), here
    assert (found.engine.position.free, found.engine.position.random, found.inspect.chance_count) == (
        state.engine.position.free,
        state.engine.position.random,
        state.inspect.chance_count,
    ), here
    assert (found.engine.position.stamp, found.engine.position.touched, found.engine.position.tried) == (
        state.engine.position.stamp,
        state.engine.position.touched,
        state.engine.position.tried,
    ), here
    assert found.engine.position.secret_turn_of == state.engine.position.secret_turn_of, here
    assert found.engine.position.secret_causes == state.engine.position.secret_causes, here
    assert (found.engine.position.winners, found.engine.position.scores, found.engine.position.out) == (
        state.engine.position.winners,
        state.engine.position.scores,
        state.engine.position.out,
    ), here
    assert decisions == state.decisions, here
    found.engine.position.decided = state.engine.position.decided
    again = game.native().take(found.engine.position)
    assert again.choices() == memory.choices(), here
    return again
