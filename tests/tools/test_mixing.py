"""Games in which a bot has to bluff. `tests/lockstep/test_bluffing.py` has OpenSpiel calculate what could be won from it."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree

import pytest

import interpreter
from interpreter.tools.explore.exhaustive import Patience, outcomes
from interpreter.tools.learn.keeping import keep_mixture, mixture_for
from interpreter.tools.learn.mixing import Mixture, known_by, mixture_from, mixture_of, tree_of
from interpreter.tools.learn.model import UnfitError
from tests.support.command_line import Run


def test_kuhn_poker_is_played_as_its_inventor_says() -> None:
    """Kuhn, 1950: the first player bets with a king three times as often as with a jack, and never with a queen."""
    game = interpreter.load("kuhn-poker")
    tree = tree_of(game)
    assert tree is not None
    mixture = mixture_of(game.native(bots=True), tree)
    bets = {}
    for start in outcomes(lambda script: game.start(chance=script), Patience(1000)):
        request = start.request
        assert request is not None
        (card,) = start.view(0)["zones"]["red's hand"]
        bets[card] = mixture.chances[f"0{known_by(start.seat(0), request)}/2"][0]
    assert bets["queen"] < 0.01
    assert bets["king"] == pytest.approx(3 * bets["jack"], abs=0.02)


@pytest.mark.parametrize("name", ["pig", "tic-tac-toe", "connect-four", "goofspiel"])
def test_other_games_are_learned_by_values(name: str) -> None:
    """Too large, or without secrets."""
    assert tree_of(interpreter.load(name), most=20_000) is None


def test_what_is_kept_is_checked() -> None:
    good = Mixture({"0a/2": [0.25, 0.75]}, 0.001, 100)
    text = json.dumps(good.as_data())
    assert mixture_from(text.encode()) == good
    for damaged in (
        text.replace("0.75", "0.5"),
        text.replace("0.25", "-0.25"),
        "{",
        "[]",
        text.replace('"version": 1', '"version": 0'),
    ):
        with pytest.raises(UnfitError):
            mixture_from(damaged.encode())


def test_learned_bluffs(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that has learned poker wins points from one that does not bluff; the command says how sure it is of itself."""
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    learnt = run("learn", "leduc-poker", "--out", str(tmp_path / "poker.json"))
    assert learnt.exit_code == 0, learnt.output
    assert "it bluffs as often as it should" in learnt.stdout
    played = run("simulate", "leduc-poker", "--games", "400", "--seats", "learned,greedy", "--json", "-")
    assert json.loads(played.stdout)["scores"][0]["mean"] > 0
    rated = run("ladder", "leduc-poker", "--games", "40", "--json", "-")
    assert ["learned", "random"] in [[pair["bot"], pair["against"]] for pair in json.loads(rated.stdout)["pairs"]]


def test_keeping_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    game = interpreter.load("kuhn-poker")
    assert mixture_for(game, 2) is None
    keep_mixture(game, Mixture({"0a/2": [0.25, 0.75]}, 0.001, 100))
    assert mixture_for(game, 2) == Mixture({"0a/2": [0.25, 0.75]}, 0.001, 100)
    assert mixture_for(game, 3) is None


def test_a_question_with_one_answer_decides_nothing(tmp_path: Path) -> None:
    """Kuhn poker in which the first player says twice that they are ready: the same game."""
    folder = tmp_path / "kuhn-poker"
    copytree(interpreter.load("kuhn-poker").path, folder)
    rules = next((folder / "rules").glob("*.rules"))
    ready = 'procedure play\n  repeat 2 times\n    first(players) chooses\n      to be_ready "Ready"\n        set ready to yes\n'
    text = (
        rules.read_text().replace("procedure play\n", ready).replace("keep deck", "keep ready: yes or no\nkeep deck", 1)
    )
    rules.write_text(text)
    game = interpreter.load(folder)
    tree = tree_of(game)
    assert tree is not None
    assert len(tree.sets) == 12
    assert mixture_of(game.native(bots=True), tree).exploitable < 0.01
