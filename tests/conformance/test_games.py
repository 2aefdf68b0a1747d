"""What every game must do, with every variant and every number of players. A game is tested because its folder is there.

The number of games that are played follows from how long they are, so that a long game takes no longer than a short one.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from interpreter import Fault, Game, State
from interpreter.source import Problems, render
from tests.support.hidden import check_nothing_leaks
from tests.support.limits import PATIENCE
from tests.support.sampling import EVERYTHING, SEED, sampled
from tests.support.tables import GAMES, ROOT, Table, at_random, digests, loaded, tables

DECISIONS = 1000  # about so many are made for each way to play
MAX_GAMES = 20
CHECKPOINTS = 6  # states in a game that are copied, saved and looked at; half as many for each variant
EVERY = 23  # of the decisions one is resumed at, unless everything is tried
FUTURE = 25  # decisions that are compared after a copy or a save

RULEBOOKS = [game for game in GAMES if (ROOT / "games" / game / "rulebook.md").is_file()]
SMALL = [game for game in GAMES if game not in RULEBOOKS]
TABLES = [table for game in GAMES for table in tables(game)]
every_table = pytest.mark.parametrize("table", TABLES, ids=str)


def some_tables(about: str) -> pytest.MarkDecorator:
    """Half of them: what they show they show in any game, so each test looks at others."""
    return pytest.mark.parametrize("table", sampled(TABLES, len(TABLES) // 2, about), ids=str)


def start(table: Table, seed: int, **more: Any) -> State:
    try:
        state: State = table.load().start(players=table.players, seed=seed, **more)
        return state
    except Problems as problems:
        pytest.fail("\n".join(render(found) for found in problems.diagnostics), pytrace=False)
    except Fault as fault:
        pytest.fail(told(fault), pytrace=False)


def told(fault: Fault) -> str:
    return "\n  ".join([render(fault.diagnostic), *fault.stack])


def length(table: Table) -> int:
    """How many decisions a random game takes; as many as the limit when it does not end."""
    state = start(table, 0, events=False)
    try:
        return state.play_out(random.Random(0), table.load().turn_limit)
    except Fault as fault:
        pytest.fail(told(fault), pytrace=False)


def seeds(table: Table) -> range:
    return range(max(1, min(MAX_GAMES, DECISIONS // max(1, length(table)))))


def played(table: Table, seed: int, look: Callable[[State], None], **more: Any) -> State:
    """A random game to its end; `look` is called at every decision."""
    state, chance = start(table, seed, **more), random.Random(seed)
    limit = table.load().turn_limit
    while state.request is not None:
        look(state)
        try:
            state.choose(at_random(state, chance))
        except Fault as fault:
            pytest.fail(told(fault), pytrace=False)
        assert state.decisions <= limit, f"seed {seed}: not over after {limit} decisions"
    look(state)
    return state


def checkpoints(table: Table) -> Callable[[State], bool]:
    """Is this one of the few states of a game that are looked at closely?"""
    step = max(1, length(table) // (CHECKPOINTS // 2 if table.variants else CHECKPOINTS))
    return lambda state: state.decisions % step == 0


# ---------------------------------------------------------------- games end, and hold what they promise


@every_table
def test_random_games_end(table: Table, record_property: Callable[[str, object], None]) -> None:
    """Within the limit; there is always something to choose; what always holds does; the result names players."""
    used: set[str] = set()

    def look(state: State) -> None:
        request = state.request
        if request is not None:
            assert len(request.choices) > 0
            assert 0 <= request.player < table.seats
            assert request.player not in state.engine.position.out
        assert state.inspect.broken_rules() == [], f"after {state.decisions} decisions"

    for seed in seeds(table):
        state = played(table, seed, look)
        used |= state.inspect.used
        assert state.result is not None
        assert set(state.result.winners) <= set(range(table.seats))
        assert set(state.result.scores) <= set(range(table.seats))
    record_property("cards_of", json.dumps([table.game, table.load().usable["cards"], sorted(used)]))


@some_tables("read choices")
def test_choices_can_be_read(table: Table) -> None:
    """Each choice has a name and a label, names are unique, and what is refused says why."""

    def look(state: State) -> None:
        if state.request is None or not wanted(state):
            return
        assert state.request.prompt
        choices = list(state.request.choices[:200])
        assert all(choice.name and choice.label for choice in choices)
        assert len({(choice.name, choice.free) for choice in choices}) == len(choices)
        for refusal in state.request.refused:
            assert refusal.reason
            assert refusal.reason in state.why_not(state.request.player, refusal.name)

    wanted = checkpoints(table)
    state = played(table, 1, look)
    for seat in range(table.seats):
        told = state.events_for(seat)
        assert [pair for pair in pairwise(told) if told_twice(*pair)] == []


def told_twice(one: str, other: str) -> bool:
    """ "ann gains 8 MD" and "ann receives 8 MD": the same gain in two messages."""
    gain = re.fullmatch(r"(\w+) gains (\d+) .*", one) or re.fullmatch(r"(\w+) gains (\d+) .*", other)
    words = rf"{gain[1]} (receives|earns|gets) {gain[2]}\b" if gain else "(?!)"
    return bool(re.match(words, one) or re.match(words, other))


# ---------------------------------------------------------------- copies and saves change nothing


def future(state: State, seed: int) -> list[Any]:
    """What comes of a state when the same random decisions are made."""
    chance = random.Random(seed)
    found: list[Any] = [(state.inspect.key(), state.engine.position.random)]
    for _ in range(FUTURE):
        if state.request is None:
            break
        state.choose(at_random(state, chance))
        found.append((state.inspect.key(), state.engine.position.random, state.result))
    return found


@some_tables("copies and saves")
def test_copies_and_saves_have_the_same_future(table: Table) -> None:
    wanted = checkpoints(table)

    def look(state: State) -> None:
        if not wanted(state):
            return
        before = (state.inspect.key(), state.engine.position.random, len(state.events))
        saved = json.loads(json.dumps(state.save()))
        copy, resumed = state.clone(), table.load().resume(saved)
        assert resumed.save() == saved
        for viewer in (*range(table.seats), None):
            assert resumed.view(viewer) == state.view(viewer) == copy.view(viewer)
            assert resumed.events_for(viewer) == state.events_for(viewer)
        if state.request is not None and resumed.request is not None:
            assert resumed.request.prompt == state.request.prompt
            assert list(resumed.request.choices[:50]) == list(state.request.choices[:50])
            assert resumed.request.refused == state.request.refused
        expected = future(copy, state.decisions)
        assert future(resumed, state.decisions) == expected
        assert future(state.clone(), state.decisions) == expected
        assert (
            state.inspect.key(),
            state.engine.position.random,
            len(state.events),
        ) == before  # nothing of it came back

    played(table, 2, look)


@pytest.mark.parametrize("game", [*SMALL, *sampled(RULEBOOKS, 2, "resumed")])
def test_resuming_goes_unnoticed_at_every_decision(game: str) -> None:
    table = next(iter(tables(game)))

    def look(state: State) -> None:
        if not EVERYTHING and (state.decisions + SEED) % EVERY:
            return
        resumed = table.load().resume(json.loads(json.dumps(state.save())))
        assert resumed.inspect.key() == state.inspect.key()
        assert (resumed.engine.position.options, resumed.engine.position.free, resumed.engine.position.random) == (
            state.engine.position.options,
            state.engine.position.free,
            state.engine.position.random,
        )

    played(table, 6, look, events=False)


@some_tables("decisions again")
def test_decisions_made_again_give_the_same_game(table: Table) -> None:
    state = played(table, 3, lambda _state: None)
    again = table.load().resume(json.loads(json.dumps(state.save())), replay=True)
    assert again.inspect.key() == state.inspect.key()
    assert again.result == state.result
    assert again.events == state.events


@some_tables("without a log")
def test_a_game_without_a_log_is_the_same_game(table: Table) -> None:
    told, quiet = [played(table, 4, lambda _state: None, events=events) for events in (True, False)]
    assert quiet.inspect.key() == told.inspect.key()
    assert quiet.result == told.result
    assert list(quiet.events) == []


OTHER = [*sampled(SMALL, 1, "other process"), *sampled(RULEBOOKS, 2, "other process")]


@pytest.mark.parametrize("game", OTHER)
def test_the_same_seed_gives_the_same_game_in_another_process(game: str, tmp_path: Path) -> None:
    """Also when the rules are compiled anew there, and Python puts sets into another order."""
    environment = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": str(ROOT), "RULEWRIGHT_CACHE": str(tmp_path)}
    command = [sys.executable, "-m", "tests.support.tables", game]
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment, cwd=ROOT, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout) == digests(game)


# ---------------------------------------------------------------- nobody learns what they may not know


@some_tables("nothing hidden is told")
def test_views_and_events_tell_nothing_that_is_hidden(table: Table) -> None:
    wanted = checkpoints(table)
    chance = random.Random(5)

    def look(state: State) -> None:
        if not wanted(state):
            return
        for viewer in (*range(table.seats), None):
            check_nothing_leaks(state, viewer, chance)

    played(table, 5, look)


def test_every_game_was_found() -> None:
    assert {"tic-tac-toe", "connect-four", "kuhn-poker", "pig"} <= set(GAMES)
    assert isinstance(loaded("pig", ()), Game)
