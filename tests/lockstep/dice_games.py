"""Dice games beside OpenSpiel's. Their dice follow ours."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import pyspiel

from interpreter import State
from tests.lockstep.drive import Moves, Partner, by_name, table

HOLD_TO_WIN = str(Path(__file__).with_name("hold_to_win.rules"))


def cups(state: State) -> list[int]:
    """All dice, cup by cup."""
    return [die for name in state.player_names for die in table(state)[f"cup({name})"]]


def moves_of_liars_dice(state: State, _theirs: pyspiel.State) -> Moves:
    request = state.request
    assert request is not None
    menu = {way.name: number for number, way in enumerate(request.choices)}
    found: Moves = {"Liar": (menu["call_liar"],)} if "call_liar" in menu else {}
    if "bid" in menu:
        begun = state.clone()
        begun.take(menu["bid"])
        assert begun.request is not None
        for number, bid in enumerate(begun.request.choices):
            found[bid.name.replace(" and ", "-")] = (menu["bid"], number)
    return found


def roll_of_liars_dice(ours: State, theirs: pyspiel.State) -> int:
    return cups(ours)[len(theirs.full_history())] - 1


def dice_there(theirs: pyspiel.State) -> list[int]:
    line = next(line for line in str(theirs).splitlines() if line.startswith("Dice:"))
    return [int(die) for die in re.findall(r"\d", line)]


def kept_word(dice: tuple[int, ...]) -> str:
    return f"keep {''.join(str(die) for die in sorted(dice))}"


def word_of_yacht(state: pyspiel.State, action: int) -> str:
    """Which dice are kept, by what they show; a box by our name for it."""
    word: str = state.action_to_string(action)
    if word.startswith("Score in "):
        return word.removeprefix("Score in ").lower().replace(" ", "_")
    rolled = {int(place) for place in re.findall(r"\d", word)}
    return kept_word(tuple(die for place, die in enumerate(dice_there(state)) if place not in rolled))


def moves_of_yacht(state: State, theirs: pyspiel.State) -> Moves:
    request = state.request
    assert request is not None
    if request.name == "box":
        return by_name(state, theirs)
    thrown: list[int] = table(state)["thrown"]
    kept = {subset for size in range(6) for subset in combinations(sorted(thrown), size)}
    return {kept_word(subset): numbers_for(state, subset) for subset in kept}


def numbers_for(state: State, dice: tuple[int, ...]) -> tuple[int, ...]:
    """The numbers of the choices that keep these dice, one after the other, and then end."""
    trial, numbers = state.clone(), []
    for name in (*(str(die) for die in dice), *(["done"] if len(dice) < 5 else [])):
        assert trial.request is not None
        number = [choice.name for choice in trial.request.choices].index(name)
        trial.take(number)
        numbers.append(number)
    return tuple(numbers)


def roll_of_yacht(ours: State, theirs: pyspiel.State) -> int:
    """What was thrown here beyond what was kept there, as their number for it."""
    thrown = Counter(table(ours)["thrown"])
    history = theirs.full_history()
    last = history[-1] if history else None
    if last is not None and last.player >= 0 and last.action < 32:
        places = [place for place in range(5) if not last.action >> place & 1]
        thrown -= Counter(dice_there(theirs)[place] for place in places)
    fresh = sorted(thrown.elements())
    return sum((die - 1) * 6**place for place, die in enumerate(fresh))


def stake_there(theirs: pyspiel.State) -> int:
    found = re.search(r"Turn total: (\d+)", str(theirs))
    assert found is not None
    return int(found[1])


def word_of_pig(state: pyspiel.State, action: int) -> str:
    return {"roll": "roll_on", "stop": "hold"}[state.action_to_string(action)]


def roll_of_pig(ours: State, theirs: pyspiel.State) -> int:
    """By how much the pot has grown; after a one it is somebody else's turn."""
    pot: int = table(ours)["pot"]
    return pot - stake_there(theirs) - 1 if ours.deciding == theirs.full_history()[-1].player and pot else 0


PARTNERS = [
    Partner("pig", "pig(winscore=100,horizon=100000)", word=word_of_pig, chance=roll_of_pig, variants=(HOLD_TO_WIN,)),
    *(
        Partner(
            "liars-dice",
            f"liars_dice(numdice={dice})",
            options={"dice_each": dice},
            moves=moves_of_liars_dice,
            chance=roll_of_liars_dice,
        )
        for dice in (1, 3)
    ),
    Partner("yacht", "yacht", word=word_of_yacht, moves=moves_of_yacht, chance=roll_of_yacht),
]
