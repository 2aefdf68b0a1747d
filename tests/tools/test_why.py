"""What each choice of a recorded game was worth: small games whose chances everybody can calculate."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import interpreter
from interpreter import State
from interpreter.tools.why.chances import Estimator
from interpreter.tools.why.review import line_of_chances, reviewed
from tests.support.command_line import Run

# X has the first two squares of a row and takes the corner below instead of the third; O blocks; both fill up.
MISSED = ["a1", "a2", "b1", "b2", "a3", "c1", "c2", "b3", "c3"]


TIC_TAC_TOE, KUHN = interpreter.load("tic-tac-toe"), interpreter.load("kuhn-poker")


def played(choices: list[str]) -> State:
    state = TIC_TAC_TOE.start()
    for choice in choices:
        state.choose(choice)
    return state


def poker(hand: str) -> State:
    """A deal in which the first player holds this card."""
    deals = (KUHN.start(seed=seed) for seed in range(100))
    return next(state for state in deals if state.view(0)["zones"]["red's hand"] == [hand])


def test_a_missed_win_is_what_it_cost() -> None:
    """With two in a row and the third square free, X wins for sure, and any other choice costs the rest."""
    state = played(MISSED)
    found = {one.number: one for one in reviewed(TIC_TAC_TOE, state.save())}
    missed = found[5]
    assert (missed.player, missed.chosen, missed.better) == (0, "a3", "c1")
    assert missed.best_chance == 1.0
    assert missed.cost == pytest.approx(1 - missed.chance)
    assert missed.is_mistake


def test_a_king_calls() -> None:
    """In Kuhn poker nothing beats a king: to call a bet wins always, to pass loses always."""
    state = poker("king")
    state.choose("pass")
    state.choose("bet")
    calls, passes = Estimator(KUHN, state).of_choices(state)
    assert state.request is not None
    assert (state.request.choices[calls.number].name, calls.chance) == ("bet", 1.0)
    assert (state.request.choices[passes.number].name, passes.chance) == ("pass", 0.0)


def test_what_a_player_cannot_know_does_not_count() -> None:
    """The other's card is imagined: two deals that look the same to the player are estimated the same."""
    game, found = KUHN, set()
    for seed in range(40):
        state = game.start(seed=seed)
        if state.view(0)["zones"]["red's hand"] == ["queen"]:
            state.choose("pass")
            state.choose("bet")
            found.add(tuple((one.number, one.chance) for one in Estimator(game, state).of_choices(state)))
    assert len(found) == 1


def test_the_line_of_chances_ends_with_the_result() -> None:
    state = played(["a1", "a2", "b1", "b2", "c1"])
    line = line_of_chances(TIC_TAC_TOE, state.save())
    assert line[-1] == (5, [1.0, 0.0])
    assert all(sum(chances) == pytest.approx(1) for _, chances in line)
    assert line[0][0] == 0


def test_on_the_command_line(run: Run, tmp_path: Path) -> None:
    save = tmp_path / "evening.json"
    save.write_text(json.dumps(played(MISSED).save()), encoding="utf-8")
    result = run("why", "tic-tac-toe", str(save))
    assert result.exit_code == 0, result.output
    assert "Decision 5, red: a3. Better: c1 (100% to win instead of " in result.stdout
    assert "blue: " in result.stdout
    one = run("why", "tic-tac-toe", str(save), "--seat", "2", "--json", "-")
    assert {decision["player"] for decision in json.loads(one.stdout)["decisions"]} == {"blue"}
    assert run("why", "tic-tac-toe", str(save), "--seat", "3").exit_code == 2
