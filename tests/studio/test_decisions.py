"""Every kind of decision of every game can be drawn, answered, and mostly chosen on the table itself.

`make test` samples; `make test-all` plays on until most kinds of decision have come.
"""

from __future__ import annotations

import json
import random
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import interpreter
from interpreter import Game, State
from tests.support.bundled import core_games
from tests.support.sampling import EVERYTHING, SEED

ROOT = Path(__file__).parents[2]
GAMES = [info.name for info in core_games()]
DECISIONS, MOST = (600, 1000) if EVERYTHING else (50, 6)
ENTITIES = '<!DOCTYPE root [<!ENTITY nbsp " ">]>'


@cache
def loaded(name: str) -> Game:
    return interpreter.load(name)


def kinds_of_decision(name: str) -> Iterator[State]:
    """A random game, halted at the first of each kind of decision."""
    state = loaded(name).start(seed=SEED % 1000)
    seen: set[tuple[str, str]] = set()
    chance = random.Random(f"{name} {SEED}")
    for _ in range(DECISIONS):
        if state.request is None or len(seen) >= MOST:
            return
        asked = chance.choice(state.open_requests)
        if (asked.rule, asked.name) not in seen:
            seen.add((asked.rule, asked.name))
            yield state
        state.answer_for(asked.player, chance.choice(asked.choices))


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_decision_is_drawn(name: str) -> None:
    definition = interpreter.definition(loaded(name))
    look = interpreter.read_look(loaded(name).path, definition)
    drawn = 0
    for state in kinds_of_decision(name):
        for request in state.open_requests[:1]:
            form = interpreter.request_form(state, request.player)
            assert form is not None
            drawing = interpreter.draw_table(definition, interpreter.view_form(state, request.player), form, look)
            root = ElementTree.fromstring(f"{ENTITIES}<root>{''.join(drawing.parts().values())}</root>")
            shown = {element.get(key) for element in root.iter() for key in ("data-thing", "data-also")}
            numbers = {element.get("data-choice") for element in root.iter()}
            for choice in form["choices"]:
                if choice["laid"] is not None:
                    assert str(choice["number"]) in numbers
                elif choice["thing"] is not None and choice["thing"]["kind"] == "player":
                    assert f"player:{choice['thing']['name']}" in shown
            json.dumps(form)
            drawn += 1
    assert drawn >= 1


@pytest.mark.parametrize("name", ["chartered-by-the-crown", "discover-pune"])
def test_places_are_chosen_on_the_board(name: str) -> None:
    """Where a place or a way is chosen, everything that can be chosen is on the board."""
    definition = interpreter.definition(loaded(name))
    look = interpreter.read_look(loaded(name).path, definition)
    big = max(definition["maps"], key=lambda one: len(one["ways"]))
    found = 0
    for state in kinds_of_decision(name):
        request = state.request
        assert request is not None
        form = interpreter.request_form(state, request.player)
        assert form is not None
        things = [choice["thing"] for choice in form["choices"] if choice["thing"]]
        places = [thing for thing in things if thing["kind"] in (big["kind"], big["joins"])]
        if places:
            drawing = interpreter.draw_table(definition, interpreter.view_form(state, request.player), form, look)
            assert all(f'data-thing="{thing["kind"]}:{thing["name"]}"' in drawing.board for thing in places)
            found += 1
    assert found
