"""The fields of a position, as `FIELDS` lists them: copied, in the key, and saved; and a request that stays as it was."""

import json
from typing import Any

import pytest

import interpreter
from interpreter.ir.types import Number
from interpreter.runtime.events import Event
from interpreter.runtime.position import FIELDS, Position
from interpreter.runtime.python_engine import PythonEngine
from interpreter.runtime.tables import AT_END, InvariantSnapshot, Made, Timer, Tried
from interpreter.source import Problems
from tests.support.bundled import core_games

GAME = interpreter.load("chartered-by-the-crown")

NUMBER = next(keep.base for keep in GAME.code.KEEPS if isinstance(keep.type, Number))

# For each saved field another value than the one at hand, such as the rules could make.
OTHER: dict[str, Any] = {
    "cells": lambda s: [*s.cells[:NUMBER], s.cells[NUMBER] + 1, *s.cells[NUMBER + 1 :]],
    "lists": lambda s: [items[::-1] for items in s.lists],
    "stack": lambda s: [*s.stack[:-1], [*s.stack[-1], 3]],
    "random": lambda s: s.random + 1, "chance_count": lambda s: s.chance_count + 1, "site": lambda s: s.site + 1,
    "actor": lambda s: (s.actor + 1) % 3, "asking": lambda s: s.asking + 1, "options": lambda _s: [1, 0],
    "free": lambda _s: (0,), "answer": lambda _s: 7, "value": lambda _s: (1, 2), "over": lambda s: not s.over,
    "winners": lambda _s: (1,), "scores": lambda _s: {0: 5}, "sheet": lambda _s: {"Money": {0: 5}}, "out": lambda _s: (1,),
    "timers": lambda _s: (Timer(0, 0, 2, 0, 0, 0, AT_END),), "regions": lambda _s: (1,),
    "rejected": lambda _s: ((0, Tried("so")),), "tried": lambda _s: (1,), "stamp": lambda s: s.stamp + 1,
    "secret_turn_of": lambda _s: 0,
    "secret_causes": lambda s: (1 << (s.actor + 1) % 3,),
    "touched": lambda s: s.touched ^ 1,
    "decided": lambda s: [*s.decided, Made(s.site, 0, False, 0)],
    "log": lambda _s: [],
    "withheld": lambda _s: (Event("gain", "ann gains 1 point", (1,), told_before=(0,)),),
    "player_names": lambda _s: ("ann", "bob", "eve"), "seed": lambda s: s.seed + 1, "automas": lambda _s: (2,),
    "sealed": lambda s: (Made(s.site, None, False, 1),),
}  # fmt: skip


ELSEWHERE = {
    "last_seen",
    "before_secret",
    "secret_opening",
    "own_turns",
}  # tests/conformance resumes games and looks with all eyes


def at_a_decision() -> PythonEngine:
    state = GAME.start(players=3, seed=5)
    for _ in range(9):
        assert state.request is not None
        state.choose(state.request.choices[0])
    return state.engine.position


def changed(field: str) -> PythonEngine:
    state = at_a_decision()
    setattr(state, field, OTHER[field](state))
    return state


def test_every_slot_is_listed() -> None:
    assert set(Position.__slots__) == set(FIELDS)
    assert {field for field, found in FIELDS.items() if found.saved is not None} == set(OTHER) | ELSEWHERE


@pytest.mark.parametrize("field", sorted(OTHER))
def test_the_key_holds_what_the_future_depends_on(field: str) -> None:
    same = changed(field).key() == at_a_decision().key()
    assert same != FIELDS[field].key


@pytest.mark.parametrize("field", sorted(OTHER))
def test_a_clone_has_it(field: str) -> None:
    state = changed(field)
    assert getattr(state.clone(), field) == getattr(state, field)


# What is not saved and a copy has, too; each with another value than it has at a decision without scripts.
UNSAVED: dict[str, Any] = {
    "code": None, "game": None, "count": 7, "seats": (0,), "known": {1: 2}, "windows": (1,), "trial": True, "work": 3,
    "moments": ((1, None),), "watched": False, "trials": 4, "forced": {"chance": [1]}, "known_ways": {},
    "held": InvariantSnapshot([], [], (), frozenset()),
}  # fmt: skip
ANEW = {
    "current_request",
    "arrived",
    "told",
}  # what a copy begins anew: nobody holds its question, and it has told nobody anything


@pytest.mark.parametrize("field", sorted(UNSAVED))
def test_a_clone_has_what_is_not_saved(field: str) -> None:
    state = at_a_decision()
    setattr(state, field, UNSAVED[field])
    assert getattr(state.clone(), field) == UNSAVED[field]


def test_a_clone_has_every_field() -> None:
    assert set(OTHER) | ELSEWHERE | set(UNSAVED) | ANEW == set(FIELDS)
    copy = at_a_decision().clone()
    assert all(hasattr(copy, field) for field in FIELDS)


@pytest.mark.parametrize("field", sorted({"cells", "lists", "stack", "decided", "log"}))
def test_a_clone_shares_nothing_that_changes(field: str) -> None:
    state = at_a_decision()
    assert getattr(state.clone(), field) is not getattr(state, field)


@pytest.mark.parametrize("field", sorted(OTHER))
def test_a_save_holds_it_under_its_word(field: str) -> None:
    before, after = at_a_decision().save(), changed(field).save()
    words = {word for word in before if before[word] != after[word]}
    wanted = {FIELDS[field].saved}
    # names stand in many entries; the past is told with what it was about
    assert words >= wanted if field in ("player_names", "lists", "cells", "stack") else words == wanted


def test_what_was_saved_comes_back_in_every_field() -> None:
    state = at_a_decision()
    resumed = GAME.resume(json.loads(json.dumps(state.save()))).engine.position
    for field in OTHER:
        assert getattr(resumed, field) == getattr(state, field), field


def test_a_saved_event_of_no_known_kind_is_refused() -> None:
    saved = json.loads(json.dumps(at_a_decision().save()))
    saved["events"][0][0] = "whisper"
    with pytest.raises(Problems, match="somebody has edited it"):
        GAME.resume(saved)


# ---- requests


def words(request: interpreter.Request) -> object:
    return (request.player, request.name, request.prompt, [choice.label for choice in request.choices], request.kind,
            request.low, request.optional, [refusal.label for refusal in request.refused])  # fmt: skip


@pytest.mark.parametrize("name", [info.name for info in core_games()])
def test_a_request_kept_across_a_decision_stays_as_it_was(name: str) -> None:
    state = interpreter.load(name).start(seed=3)
    for _ in range(12):
        request = state.request
        if request is None:
            return
        before = words(request)
        choices = request.choices
        state.choose(choices[len(choices) // 2])
        assert words(request) == before
        assert [choice.label for choice in choices] == [choice.label for choice in request.choices]


def test_a_request_is_kept_when_a_game_is_played_out() -> None:
    state = at_a_decision()
    request = state.request
    assert request is not None
    before = words(request)
    state.play_out()
    assert words(request) == before
    assert state.request is None
