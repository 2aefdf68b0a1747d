"""A part of a game as a scenario: it passes, and fails when something in it came out in another way."""

from __future__ import annotations

import re
from random import Random

import pytest

import interpreter
from interpreter import Game, Request, State
from interpreter.runtime.generator import new_keyed_seed, parted_seed
from interpreter.scenario.recording import askables_of, record
from interpreter.scenario.running import read_scenario, run_scenario
from interpreter.source import Problems

RULEBOOKS = ["chartered-by-the-crown", "discover-pune", "dystopolis", "expensive-investments", "tycoon-india-1981"]
POSITIONS = (4, 41)


def played(game: Game, seed: int, decisions: int) -> State:
    state = game.start(seed=seed)
    state.engine.play_on(Random(seed), decisions)
    return state


def passes(game: Game, text: str) -> bool:
    return run_scenario(read_scenario(text), askables_of(game.path, game.fingerprint)).passed


@pytest.mark.parametrize("name", RULEBOOKS)
def test_recorded_parts_of_the_rulebooks(name: str) -> None:
    game = interpreter.load(name)
    save = played(game, 3, 60).save()
    for first in POSITIONS:
        text = record(game, save, "recorded", first)
        assert passes(game, text)
        assert "game starts" not in text, "it begins with a procedure, not with the whole game"
        until, then = text.split("  then\n")
        decided = until.splitlines()
        assert not passes(game, "\n".join([*decided[:-1], "  then", then])), "without its last decision"
        number = re.search(r"is (\d+)$", then, re.MULTILINE)
        if number is not None:
            other = then[: number.start()] + f"is {int(number[1]) + 1}" + then[number.end() :]
            assert not passes(game, f"{until}  then\n{other}"), number.group()


def test_there_must_be_such_a_decision() -> None:
    game = interpreter.load("pig")
    save = played(game, 1, 5).save()
    with pytest.raises(Problems, match="the game has 5 decisions, so nothing can be recorded from 5 on"):
        record(game, save, "too late", 5)
    with pytest.raises(Problems, match="no decision was made"):
        record(game, game.start(seed=1).save(), "too early", 0)


def test_only_what_differs_from_the_set_up_is_given() -> None:
    """Red holds after a first throw that is no one, then blue throws until a one, which costs what is at stake."""
    game = interpreter.load("pig")
    state = game.start(seed=9)
    while not points(state, "red"):
        state.choose("hold" if asked(state).player == 0 and len(asked(state).choices) == 2 else "roll_on")
    first = state.decisions
    while asked(state).player == 1:
        state.choose("roll_on")
    text = record(game, state.save(), "blue throws until a one", first, state.decisions)
    throws = text.split("dice are ")[1].split("\n")[0].split(", ")
    assert throws.index("1") == len(throws) - 1 == state.decisions - first - 1
    assert text == "\n".join(
        [
            'scenario "blue throws until a one"', "  players red, blue", "  given",
            f"    points(red) is {points(state, 'red')}", f"    dice are {', '.join(throws)}",
            "  when", "    turn(blue)", *["    blue chooses roll_on"] * len(throws),
            "  then", "    points(blue) is 0", "    nobody decides", "",
        ]
    )  # fmt: skip
    assert passes(game, text)


def points(state: State, player: str) -> int:
    return int(state.view(None)["table"]["points"][player])


def asked(state: State) -> Request:
    assert state.request is not None
    return state.request


def test_what_spans_several_turns_is_told_from_the_seed() -> None:
    game = interpreter.load("pig")
    state = played(game, 4, 40)
    text = record(game, state.save(), "long", 2, 40)
    assert "  seed 4\n  when\n    game starts\n" in text
    assert passes(game, text)


def test_a_game_with_dice_that_nobody_could_know_is_told_from_its_seed() -> None:
    """Once it is over its key is no secret; the seed has far more digits than a number of the rules."""
    game = interpreter.load("pig")
    seed = parted_seed(new_keyed_seed(), 3)
    state = game.start(seed=seed)
    while state.decisions < 12:  # turn after turn: the dice of one turn would be written down instead
        assert state.request is not None
        names = [choice.name for choice in state.request.choices]
        state.choose("hold" if "hold" in names else "roll_on")
    text = record(game, state.save(), "long", 0, 12)
    assert f"  seed {seed}\n" in text
    assert passes(game, text)
