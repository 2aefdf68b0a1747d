"""The suite's own eyes: a game or an engine that tells too much is noticed."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import pytest

import interpreter
from interpreter import Event, Game
from interpreter.runtime import views
from tests.support.frame import FRAME
from tests.support.hidden import check_nothing_leaks
from tests.support.tables import ROOT, at_random


def watch(game: Game, players: int = 2, games: int = 12) -> None:
    """Random games in which everybody looks as closely as in the suite."""
    for seed in range(games):
        state, chance = game.start(players=players, seed=seed), random.Random(seed)
        while state.request is not None:
            for viewer in (*range(players), None):
                check_nothing_leaks(state, viewer, chance)
            state.choose(at_random(state, chance))


def poker(folder: Path, old: str, new: str) -> Game:
    """Kuhn poker with a sentence changed."""
    shutil.copytree(ROOT / "games" / "kuhn-poker", folder)
    rules = folder / "rules" / "play.rules"
    text = rules.read_text(encoding="utf-8")
    assert old in text
    rules.write_text(text.replace(old, new), encoding="utf-8")
    return interpreter.load(folder)


def test_honest_games_pass() -> None:
    watch(interpreter.load("kuhn-poker"))
    watch(interpreter.load(FRAME))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Your card is {hand(player)}.", "The other card is {hand(next_player(player))}."),
        ('to bet "Bet one"', 'to bet "Bet one against {hand(next_player(player))}"'),
        (
            'to pass "Pass"\n',
            'to pass "Pass"\n      needs worth_of_hand(player) is less than worth_of_hand(next_player(player))'
            ' because "you are ahead"\n',
        ),
    ],
)
def test_rules_that_tell_too_much_are_noticed(old: str, new: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        watch(poker(tmp_path / "game", old, new))


def test_an_engine_that_shows_hidden_zones_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def sees_all(_state: Any, _keep: Any, _keys: tuple[int, ...], _player: int | None) -> bool:
        return True

    monkeypatch.setattr(views, "sees", sees_all)
    with pytest.raises(AssertionError):
        watch(interpreter.load("kuhn-poker"))


def test_an_engine_that_tells_everybody_everything_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Event, "told_to", lambda self, _player: self.text)
    with pytest.raises(AssertionError):
        watch(interpreter.load(FRAME))
