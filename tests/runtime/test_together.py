"""`secretly each`: everybody may answer at once, in any order, and nobody learns from it who has."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

import interpreter
from interpreter import State

BIDS = Path(__file__).parents[1] / "studio" / "games" / "sealed-bids"
ANSWERS = {0: (4, "keen"), 1: (7, "cool"), 2: (7, "keen")}  # seat 2 takes the lake for 7, by keenness


def begun() -> State:
    return interpreter.load(BIDS).start(players=3, seed=1)


def test_everybody_is_asked_at_once() -> None:
    state = begun()
    assert [request.player for request in state.open_requests] == [0, 1, 2]
    second = state.request_for(1)
    assert second is not None
    assert (second.prompt, second.low, second.high) == ("You have 10. What do you bid for lake?", 0, 10)
    assert [(thing.kind, thing.number) for thing in second.things] == [("picture", 0)]
    assert state.request_for(None) is None


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_any_order_comes_to_the_same(order: tuple[int, ...]) -> None:
    state, in_turn = begun(), begun()
    for seat in order:
        for answer in ANSWERS[seat]:
            state.answer_for(seat, answer)
    for answer in [answer for seat in range(3) for answer in ANSWERS[seat]]:
        in_turn.choose(answer)
    assert state.inspect.key() == in_turn.inspect.key()
    assert state.history == in_turn.history
    assert state.events_for(None) == in_turn.events_for(None) == ["green takes lake for 7", "green gains 1 taken"]
    assert [request.player for request in state.open_requests] == [0, 1, 2]  # the storm


def test_who_has_answered_is_asked_the_next_part_and_then_nothing() -> None:
    state = begun()
    state.answer_for(2, 3)
    third = state.request_for(2)
    assert third is not None
    assert [choice.name for choice in third.choices] == ["keen", "cool"]
    state.answer_for(2, "cool")
    assert state.request_for(2) is None
    with pytest.raises(ValueError, match="there is nothing to decide for green"):
        state.answer_for(2, "cool")
    assert state.decisions == 0


def test_the_next_round_of_secrets_is_not_asked_before_this_one_is_over() -> None:
    state = begun()
    for answer in ANSWERS[0]:
        state.answer_for(0, answer)
    assert [request.player for request in state.open_requests] == [1, 2]
    for answer in ANSWERS[2]:
        state.answer_for(2, answer)
    assert [request.player for request in state.open_requests] == [1]
    assert state.request_for(0) is None


def test_what_is_not_among_the_choices_is_refused_early() -> None:
    state = begun()
    with pytest.raises(ValueError, match="11 is not among the choices"):
        state.answer_for(1, 11)
    assert [request.player for request in state.open_requests] == [0, 1, 2]


def test_a_save_keeps_what_is_sealed() -> None:
    state = begun()
    state.answer_for(1, 7)
    state.answer_for(2, 9)
    again = interpreter.load(BIDS).resume(state.save())
    assert again.inspect.key() == state.inspect.key()
    for one in (state, again):
        for seat, answer in ((1, "cool"), (0, 1), (2, "cool"), (0, "cool")):
            one.answer_for(seat, answer)
    assert again.inspect.key() == state.inspect.key()
    assert state.view(None)["table"]["taken"] == {"red": 0, "blue": 0, "green": 1}


def test_nobody_sees_that_others_have_decided() -> None:
    before = [interpreter.view_form(begun(), seat) for seat in (None, 0, 1, 2)]
    state = begun()
    state.answer_for(2, 9)
    state.answer_for(0, 5)
    assert [interpreter.view_form(state, seat) for seat in (None, 1)] == [before[0], before[2]]
    state.answer_for(0, "keen")  # the machine now asks blue: blue does not notice
    assert state.request is not None
    assert state.request.player == 1
    assert [interpreter.view_form(state, seat) for seat in (None, 1)] == [before[0], before[2]]
    assert interpreter.request_form(state, 1) == interpreter.request_form(begun(), 1)
    assert interpreter.event_forms(state, 1) == interpreter.event_forms(state, None) == []
