"""Dice games beside OpenSpiel's. Their dice follow ours."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations

import pyspiel

from interpreter import State
from tests.lockstep.drive import Moves, Partner, by_name, table


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


PARTNERS = [
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
