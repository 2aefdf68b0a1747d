"""The parts of a position, as `PARTS` lists them: copied, in the key, and saved; and a request that stays as it was."""

import json
from typing import Any

import pytest

import interpreter
from interpreter import State
from interpreter.runtime.position import PARTS, Position
from interpreter.runtime.tables import AT_END, Made, Timer, Tried
from interpreter.types import Number

GAME = interpreter.load("chartered-by-the-crown")

NUMBER = next(keep.base for keep in GAME.code.KEEPS if isinstance(keep.type, Number))

# For each part another value than the one at hand, such as the rules could make.
OTHER: dict[str, Any] = {
    "cells": lambda s: [*s.cells[:NUMBER], s.cells[NUMBER] + 1, *s.cells[NUMBER + 1 :]],
    "lists": lambda s: [items[::-1] for items in s.lists],
    "stack": lambda s: [*s.stack[:-1], [*s.stack[-1], 3]],
    "random": lambda s: s.random + 1, "chance_count": lambda s: s.chance_count + 1, "site": lambda s: s.site + 1,
    "actor": lambda s: (s.actor + 1) % 3, "asking": lambda s: s.asking + 1, "options": lambda s: [1, 0],
    "free": lambda s: (0,), "answer": lambda s: 7, "value": lambda s: (1, 2), "over": lambda s: not s.over,
    "winners": lambda s: (1,), "scores": lambda s: {0: 5}, "sheet": lambda s: {"Money": {0: 5}}, "out": lambda s: (1,),
    "timers": lambda s: (Timer(0, 0, 2, 0, 0, 0, AT_END),), "regions": lambda s: (1,),
    "rejected": lambda s: ((0, Tried("so")),), "tried": lambda s: (1,), "stamp": lambda s: s.stamp + 1, "veil": lambda s: 0,
    "hush": lambda s: (1 << (s.actor + 1) % 3,),
    "touched": lambda s: s.touched ^ 1, "_decisions": lambda s: [*s._decisions, Made(s.site, 0, False, 0)],
    "log": lambda s: [], "player_names": lambda s: ("ann", "bob", "eve"), "seed": lambda s: s.seed + 1, "automas": lambda s: (2,),
    "sealed": lambda s: (Made(s.site, None, False, 1),),
}  # fmt: skip


ELSEWHERE = {"shadows"}  # what others saw before: tests/conformance resumes games and looks with everybody's eyes


def at_a_decision() -> State:
    state = GAME.start(players=3, seed=5)
    for _ in range(9):
        assert state.request is not None
        state.choose(state.request.choices[0])
    return state


def changed(part: str) -> State:
    state = at_a_decision()
    setattr(state, part, OTHER[part](state))
    return state


def test_every_slot_is_listed() -> None:
    assert set(Position.__slots__) == set(PARTS)
    assert {part for part, found in PARTS.items() if found.saved is not None} == set(OTHER) | ELSEWHERE


@pytest.mark.parametrize("part", sorted(OTHER))
def test_the_key_holds_what_the_future_depends_on(part: str) -> None:
    same = changed(part).key() == at_a_decision().key()
    assert same != PARTS[part].key


@pytest.mark.parametrize("part", sorted(OTHER))
def test_a_clone_has_it(part: str) -> None:
    state = changed(part)
    assert getattr(state.clone(), part) == getattr(state, part)


@pytest.mark.parametrize("part", sorted({"cells", "lists", "stack", "_decisions", "log"}))
def test_a_clone_shares_nothing_that_changes(part: str) -> None:
    state = at_a_decision()
    assert getattr(state.clone(), part) is not getattr(state, part)


@pytest.mark.parametrize("part", sorted(OTHER))
def test_a_save_holds_it_under_its_word(part: str) -> None:
    before, after = at_a_decision().save(), changed(part).save()
    words = {word for word in before if before[word] != after[word]}
    wanted = {PARTS[part].saved}
    # names stand in many entries; the past is told with what it was about
    assert words >= wanted if part in ("player_names", "lists", "cells", "stack") else words == wanted


def test_what_was_saved_comes_back_in_every_part() -> None:
    state = at_a_decision()
    resumed = GAME.resume(json.loads(json.dumps(state.save())))
    for part in OTHER:
        assert getattr(resumed, part) == getattr(state, part), part


# ---- requests


def words(request: interpreter.Request) -> object:
    return (request.player, request.name, request.prompt, [choice.label for choice in request.choices], request.kind,
            request.low, request.optional, [refusal.label for refusal in request.refused])  # fmt: skip


@pytest.mark.parametrize("name", [info.name for info in interpreter.games()])
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
