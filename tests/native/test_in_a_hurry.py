"""Long rules are compiled in a hurry first: the same games, until the better library is there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

import interpreter
import interpreter.game
import interpreter.native
import interpreter.tools.simulate.matches
from interpreter.backends import cached
from interpreter.backends.c.building import tag
from interpreter.native import Source
from interpreter.runtime.batches import Batches
from interpreter.runtime.native import Native
from interpreter.tools.bots import only_bots
from interpreter.tools.simulate.in_c import batches_of
from interpreter.tools.simulate.matches import Played, portions
from interpreter.tools.simulate.plan import Match, Plan

SEATS = ("random", "random")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, in which every game counts as long."""
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path))
    monkeypatch.setattr(interpreter.native, "SMALL", 0)
    monkeypatch.setattr(interpreter.game, "PAUSE", 0.0)
    tmp_path.chmod(0o700)
    return tmp_path


def hurried(cache: Path) -> Iterator[interpreter.Game]:
    """A game of which only the quick library is there at first; then the better one as well."""
    game = interpreter.load("pig")
    source = game._source
    assert source is not None
    source.build(hurry=True)
    (better,) = cache.glob(f"{source.key}.{tag()}.same")
    hidden = better.rename(better.with_suffix(".later"))
    source.worker = cast("Any", object())  # as if somebody made it meanwhile
    yield game
    hidden.rename(better)
    yield game


def is_quick(native: Native) -> bool:
    return native.quick


def results(played: list[Played]) -> list[tuple[int, frozenset[str]]]:
    assert not any(isinstance(one, Match) for one in played)
    return [(one.totals.decisions, one.totals.used) for one in played if not isinstance(one, Match)]


def test_a_game_goes_on_where_the_quick_library_was(cache: Path) -> None:
    stages = hurried(cache)
    game = next(stages)
    assert game.native_ready()
    native = game.native_at_hand()
    assert is_quick(native)
    state, alone = game.start(2, seed=3, events=False, engine="auto"), game.start(2, seed=3, events=False)
    for _ in range(8):
        state.choose("roll_on" if "roll_on" in str(state.request) else 0)
        alone.choose("roll_on" if "roll_on" in str(alone.request) else 0)
    assert state.inspect.key() == alone.inspect.key()
    next(stages)
    assert game.native_ready()
    assert game.native_at_hand() is native
    assert not is_quick(native)
    while state.request is not None:
        answer = state.request.choices[-1]
        state.choose(answer)
        alone.choose(answer)
    assert alone.result == state.result


def test_a_simulation_changes_over_and_plays_the_same_games(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stages = hurried(cache)
    game = next(stages)
    plan = Plan("pig", 2, 3000, lambda seed: only_bots(SEATS, seed), SEATS, seed=7, engine="auto")
    used: list[bool] = []
    batches = batches_of

    def noticed(game: interpreter.Game, plan: Plan, columns: bool) -> Batches | None:
        made = batches(game, plan, columns)
        used.append(is_quick(game.native_at_hand()))
        return made

    monkeypatch.setattr(interpreter.tools.simulate.matches, "batches_of", noticed)
    playing = portions(plan, game, range(3000))
    played = [next(playing)]
    next(stages)
    played += list(playing)
    assert used == [True, False]
    whole = sum(decisions for decisions, _ in results(played))
    alone = interpreter.load("pig")
    assert whole == sum(decisions for decisions, _ in results(list(portions(plan, alone, range(3000)))))


def test_who_asks_for_c_gets_the_better_one(cache: Path) -> None:
    stages = hurried(cache)
    game = next(stages)
    assert game.native_ready()
    next(stages)
    assert not game.native().quick


def test_small_rules_are_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path))
    tmp_path.chmod(0o700)
    source = interpreter.load("pig")._source
    assert isinstance(source, Source)
    source.build(whole=False, hurry=True)
    assert source.quick_library() is None


def test_new_rules_are_compiled_while_they_are_read(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[bool] = []
    monkeypatch.setattr(Source, "begin", lambda source: begun.append(cached(source.key) is None))
    interpreter.load("nim", soon_in_c=True)
    interpreter.load("nim", soon_in_c=True)  # known by now
    interpreter.load("kuhn-poker")
    assert begun == [True]
    assert cache.is_dir()
