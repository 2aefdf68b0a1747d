"""The JSON form: every part of it fits its schema, for every game; and what it says is what the rules say."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import interpreter
from interpreter import Game, State
from tests.support.bundled import core_games
from tests.support.hidden import disguised

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "schemas" / "table.schema.json").read_text(encoding="utf-8"))
GAMES = [info.name for info in core_games()]
DECISIONS = 40
FEW = 8


@cache
def loaded(name: str) -> Game:
    return interpreter.load(name)


def whole(state: State, player: int | None) -> dict[str, Any]:
    return {
        "view": interpreter.view_form(state, player),
        "request": interpreter.request_form(state, player),
        "events": interpreter.event_forms(state, player),
    }


def value(form: Any, name: str) -> Any:
    return next(seen["entries"] for seen in form["values"] if seen["name"] == name)


def shortened(form: Any) -> Any:
    """A definition with a few members of each kind and a few ways: a whole one takes seconds to validate."""
    kinds = [{**kind, "members": kind["members"][:FEW]} for kind in form["kinds"]]
    return {**form, "kinds": kinds, "maps": [{**found, "ways": found["ways"][:FEW]} for found in form["maps"]]}


@pytest.mark.parametrize("name", GAMES)
def test_every_game_fits_the_schema(name: str) -> None:
    game, chance = loaded(name), random.Random(name)
    validator = Draft202012Validator(SCHEMA)
    validator.validate({"definition": shortened(interpreter.definition(game))})
    state = game.start(seed=2)
    for number in range(DECISIONS):
        if state.request is None:
            break
        if number % 20 == 0:
            validator.validate(whole(state, None))
            validator.validate(whole(state, state.request.player))
        asked = chance.choice(state.open_requests)
        state.answer_for(asked.player, chance.choice(asked.choices))


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    with pytest.raises(Exception, match="format"):
        Draft202012Validator(SCHEMA).validate({"view": {}})


@pytest.mark.parametrize("name", ["kuhn-poker", "dystopolis"])
def test_what_a_player_may_not_know_changes_nothing(name: str) -> None:
    game, chance = loaded(name), random.Random(5)
    state, compared = game.start(seed=4), 0
    for _ in range(DECISIONS):
        if state.request is None:
            state = game.start(seed=chance.randrange(1000))
        assert state.request is not None
        others = [None, *(seat for seat in range(len(state.player_names)) if seat != state.request.player)]
        twin = disguised(state, watcher := chance.choice(others), chance)
        if twin is not None:
            compared += 1
            assert json.dumps(whole(twin, watcher)) == json.dumps(whole(state, watcher))
        state.choose(chance.choice(state.request.choices))
    assert compared


def test_a_hidden_card_is_counted_and_a_seen_one_named() -> None:
    state = loaded("kuhn-poker").start(seed=7)
    form = interpreter.view_form(state, 0)
    assert value(form, "hand") == [{"keys": ["red"], "cards": ["queen"]}, {"keys": ["blue"], "count": 1}]
    assert value(form, "staked") == [{"keys": ["red"], "value": 1}, {"keys": ["blue"], "value": 1}]
    assert value(interpreter.view_form(state, None), "hand")[0] == {"keys": ["red"], "count": 1}
    deal = next(event for event in interpreter.event_forms(state, 1) if event["text"] == "a card goes to red's hand")
    assert "things" not in deal
    assert (deal["source"]["value"], deal["target"]) == ("deck", {"value": "hand", "keys": ["red"]})


def test_bounds_of_a_stored_number() -> None:
    values = {found["name"]: found["type"] for found in interpreter.definition(loaded("kuhn-poker"))["values"]}
    assert values["staked"] == {"type": "number", "low": 0, "high": 2}


def test_a_map_tells_its_ends_and_its_one_ways() -> None:
    """By the game's map: Moledina Road is red and leads from Nehru Memorial Chowk to Quarter Gate or back."""
    [found] = interpreter.definition(loaded("discover-pune"))["maps"]
    assert found["joins"] == "intersection"
    assert any(way["one_way"] for way in found["ways"])
    text = (ROOT / "games" / "discover-pune" / "map.yaml").read_text(encoding="utf-8")
    assert sum(way["one_way"] for way in found["ways"]) >= text.count("one_way: true")


def test_a_tile_is_told_with_its_cells() -> None:
    """The drawing of the placed tile has as many cells as its shape, at every spot."""
    state, chance = loaded("dystopolis").start(seed=1, players=3), random.Random(1)
    form = None
    for _ in range(200):
        assert state.request is not None
        form = interpreter.request_form(state, state.request.player)
        assert form is not None
        spots = [choice["laid"] for choice in form["choices"] if choice["laid"]]
        if spots:
            break
        state.choose(chance.choice(state.request.choices))
    companies = next(
        kind for kind in interpreter.definition(loaded("dystopolis"))["kinds"] if kind["name"] == "company"
    )
    sizes = {member["name"]: len(member["shape"]) for member in companies["members"]}
    assert spots
    assert all(len(spot["cells"]) == sizes[spot["tile"]] for spot in spots)
    assert form is not None
    assert form["things"][0] == {"kind": "company", "name": spots[0]["tile"]}


def test_a_tile_that_may_be_missing_is_told_with_its_cells() -> None:
    """Lanes and Hamlets draws a tile or none; the places for it are places on the board all the same."""
    state = loaded("lanes-and-hamlets").start(seed=1)
    assert state.request is not None
    form = interpreter.request_form(state, state.request.player)
    assert form is not None
    assert form["choices"]
    assert all(choice["laid"] and len(choice["laid"]["cells"]) == 1 for choice in form["choices"])
