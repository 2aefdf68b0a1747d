"""Swarm beside OpenSpiel's `hive` without expansions. Their moves name bugs by their neighbours; ours name places."""

from __future__ import annotations

import re
from functools import lru_cache

import networkx
import pyspiel

from interpreter import State
from tests.lockstep.drive import Moves, Partner

INSECTS = {"Q": "queen", "S": "spider", "B": "beetle", "G": "hopper", "A": "ant"}
STEPS = {"-": (0, 2), "/": (1, 1), "\\": (-1, 1)}  # rows up and half columns to the right, where it stands behind
MIDDLE, AROUND = 11, 24  # where the first bug comes in; how many places there are until one is back
MOVE = re.compile(r"^(\w+)(?: ([-/\\]?)(\w+)([-/\\]?))?$")
Place = tuple[int, int]


def name_of(place: Place) -> str:
    """Our name of a place so many rows and half columns from the middle."""
    row, half_columns = place
    column = (MIDDLE + (half_columns - row) // 2) % AROUND
    return f"{chr(97 + column)}{(MIDDLE + row) % AROUND + 1}"


def target_of(word: str, places: dict[str, Place]) -> tuple[str, Place]:
    found = MOVE.match(word)
    assert found is not None, word
    bug, before, beside, behind = found.groups()
    if beside is None:
        return bug, (0, 0)
    row, column = places[beside]
    up, right = STEPS[before or behind] if before or behind else (0, 0)
    return bug, (row - up, column - right) if before else (row + up, column + right)


def places_of(theirs: pyspiel.State) -> dict[str, Place]:
    """Where every bug is, from the moves that were made."""
    return places_after(str(theirs))


@lru_cache(maxsize=1)
def places_after(game: str) -> dict[str, Place]:
    places: dict[str, Place] = {}
    for word in game.split(";")[3:]:
        if word not in ("", "pass"):
            bug, place = target_of(word, places)
            places[bug] = place
    return places


def word_of_move(state: pyspiel.State, action: int) -> str:
    word: str = state.action_to_string(state.current_player(), action)
    if word == "pass":
        return word
    places = places_of(state)
    bug, place = target_of(word, places)
    return f"{name_of(places[bug]) if bug in places else INSECTS[bug[1]]} and {name_of(place)}"


def moves_of_swarm(state: State, _theirs: pyspiel.State) -> Moves:
    request = state.request
    assert request is not None
    found: Moves = {}
    for action in range(len(request.choices)):
        begun = state.clone()
        begun.take(action)
        assert begun.request is not None
        found |= {choice.name: (action, number) for number, choice in enumerate(begun.request.choices)}
    return found


def parts_the_swarm(theirs: pyspiel.State, word: str) -> bool:
    """OpenSpiel (2.0.2) sometimes lets the only link between two halves move away: wB2, bB2 wB2/, wA3 /wB2, bQ bB2-, wG3 /wA3
    and then bB2, which bQ hangs on."""
    places = places_of(theirs)
    here = word.partition(" ")[0]
    left = [place for place in places.values() if name_of(place) != here]
    if len(left) != len(places) - 1:
        return False
    around = ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1))
    swarm: networkx.Graph[Place] = networkx.Graph()
    swarm.add_nodes_from(left)
    swarm.add_edges_from(
        (place, beside)
        for place in left
        for beside in ((place[0] + r, place[1] + c) for r, c in around)
        if beside in left
    )
    return not networkx.is_connected(swarm)


PARTNERS = [
    Partner(
        "swarm",
        "hive(uses_mosquito=False,uses_ladybug=False,uses_pillbug=False,board_size=12)",
        word=word_of_move,
        moves=moves_of_swarm,
        formalities=frozenset({"pass"}),
        wrong_there=parts_the_swarm,
    ),
]
