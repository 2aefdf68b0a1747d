"""A state in C is a state: it has everything that a Python state has, and says the same of the same game."""

import inspect
import random
from pathlib import Path

import pytest

import interpreter
from interpreter import Fault, Game, Request, State
from interpreter.runtime.engine import Engine
from interpreter.runtime.hidden_questions import hidden_from
from interpreter.runtime.native_engine import NativeEngine
from interpreter.runtime.position import FIELDS
from interpreter.runtime.python_engine import PythonEngine
from interpreter.runtime.state import Inspection
from tests.support.bundled import core_games
from tests.support.sampling import sampled

GAMES = [info.name for info in core_games()]
TOGETHER = Path(__file__).parents[1] / "studio" / "games" / "sealed-bids"
MOST = 60  # decisions of a game that are followed


@pytest.mark.parametrize("engine", [PythonEngine, NativeEngine])
def test_each_engine_has_all_that_a_state_asks_of_it(engine: type) -> None:
    for name, wanted in vars(Engine).items():
        if not name.startswith("_"):
            found = inspect.getattr_static(engine, name, None)
            assert found is not None or name in FIELDS, name
            if inspect.isfunction(wanted) and inspect.isfunction(found):
                assert list(inspect.signature(found).parameters) == list(inspect.signature(wanted).parameters), name


def public(of: type) -> set[str]:
    return {name for name in dir(of) if not name.startswith("_")}


def test_a_state_has_few_names_for_playing_and_two_doors() -> None:
    assert len(public(State)) <= 25
    assert {"inspect", "engine"} <= public(State)
    assert not public(State) & public(Inspection)
    state = interpreter.load("pig").start(events=False)
    assert public(type(state)) == public(State)


def everything_told(state: State, player: int | None) -> list[object]:
    """What one player is told; the order of it all is fixed, so that two engines can be compared."""
    return [
        state.view(player), state.events_for(player), state.inspect.events_known(player), state.save_for(player),
        state.inspect.as_seen(player).view(player), state.why_not(player, "nothing of the kind") if player is not None else "",
    ]  # fmt: skip


def asked(request: Request) -> list[object]:
    labels = request.labels if request.is_range else [choice.label for choice in request.choices]
    return [request.player, request.prompt, labels, request.refused, request.things, request.bounds]


def saved(state: State) -> dict[str, object]:
    """Without what the last step has left behind, which nothing looks at any more."""
    found = state.save()
    return {
        **found,
        "machine": {name: one for name, one in found["machine"].items() if name not in ("answer", "value")},
    }


def same_in_both(python: State, native: State) -> None:
    for player in (None, *range(python.engine.position.count)):
        assert everything_told(native, player) == everything_told(python, player)
    assert saved(native) == saved(python)
    assert (native.inspect.key(), native.history, native.inspect.used, native.result) == (
        python.inspect.key(), python.history, python.inspect.used, python.result,
    )  # fmt: skip
    assert native.events == python.events
    assert native.inspect.could_have_been_asked == python.inspect.could_have_been_asked
    assert (native.inspect.asleep, native.automas, native.inspect.broken_rules()) == (
        python.inspect.asleep,
        python.automas,
        python.inspect.broken_rules(),
    )
    assert list(map(asked, native.open_requests)) == list(map(asked, python.open_requests))


def follow(game: Game, seed: int, events: bool, looks: int) -> int:
    """One game in both engines; gives how often somebody might not notice what is asked."""
    python, native = game.start(seed=seed, events=events), game.start(seed=seed, events=events, engine="native")
    chance, hidden = random.Random(seed), 0
    for number in range(MOST):
        if python.engine.position.options is None:
            break
        unnoticed = bool(hidden_from(python.engine.position))
        hidden += unnoticed
        if unnoticed or number % looks == 0:
            same_in_both(python, native)
        choice = chance.randrange(python.choice_count)
        python.take(choice)
        if number % 2:
            native.take(choice)
        else:
            assert native.request is not None
            native.choose(native.request.choices[choice])
    same_in_both(python, native)
    return hidden


@pytest.mark.parametrize("name", sampled(GAMES, 3, "told from C"))
def test_everybody_is_told_the_same_by_both_engines(name: str) -> None:
    for events in (True, False):
        follow(interpreter.load(name), 1, events, looks=9)


def test_who_may_not_notice_a_question_sees_the_table_as_it_was() -> None:
    """In C, too: nobody learns there what the rules keep from them."""
    assert follow(interpreter.load("discover-pune"), 0, events=False, looks=MOST) > 10


def test_a_save_from_c_goes_on_in_python() -> None:
    game = interpreter.load("kuhn-poker")
    native = game.start(seed=7, engine="native")
    native.choose("bet")
    assert game.resume(native.save()).inspect.key() == native.inspect.key()


def test_a_copy_goes_its_own_way() -> None:
    native = interpreter.load("kuhn-poker").start(seed=7, engine="native")
    before, told = native.clone(), native.events
    native.choose("bet")
    assert (before.events, before.decisions, native.events[: len(told)]) == (told, 0, told)
    assert before.inspect.key() != native.inspect.key()


def test_what_is_tried_out_and_refused_is_told_by_both_engines() -> None:
    """Chartered tries ways out: C keeps what is left of them, and Python says why the others are not open."""
    game, refused = interpreter.load("chartered-by-the-crown"), 0
    python, native = game.start(seed=3, events=False), game.start(seed=3, events=False, engine="native")
    for _ in range(MOST):
        assert python.request is not None
        assert native.request is not None
        assert native.request.refused == python.request.refused
        refused += len(python.engine.position.rejected)
        choice = python.choice_count // 2
        python.take(choice)
        native.take(choice)
    assert refused > 0


def test_what_was_imagined_is_the_same() -> None:
    game = interpreter.load("kuhn-poker")
    python, native = game.start(seed=7), game.start(seed=7, engine="native")
    for seed in range(5):
        assert native.inspect.redealt(0, seed).inspect.key() == python.inspect.redealt(0, seed).inspect.key()
        assert native.seat(0).redealt(seed).inspect.key() == python.seat(0).redealt(seed).inspect.key()
    seat = native.seat(1)
    native.choose("bet")
    python.choose("bet")
    assert seat.events() == python.events_for(1)
    assert not seat.sees_all


def test_chance_can_be_scripted() -> None:
    game = interpreter.load("kuhn-poker")
    python, native = game.start(chance=[1, 0]), game.start(chance=[1, 0], engine="native")
    assert native.view(0) == python.view(0)
    assert native.engine.chance_asked == python.engine.chance_asked == (3, 2)
    game = interpreter.load("pig")
    python, native = game.start(seed=2), game.start(seed=2, engine="native")
    for state in (python, native):
        state.engine.script_chance([5, 3])
        state.choose("roll_on")
        state.choose("roll_on")
    assert (native.engine.chance_asked, native.inspect.key()) == (python.engine.chance_asked, python.inspect.key())


def test_chance_can_begin_anew() -> None:
    game = interpreter.load("pig")
    python, native = game.start(seed=2), game.start(seed=2, engine="native")
    for state in (python, native):
        state.choose("roll_on")
        state.engine.by_chance_from(77)
        for _ in range(40):
            state.take(0)
    assert (native.inspect.key(), native.inspect.chance_count, native.events) == (
        python.inspect.key(),
        python.inspect.chance_count,
        python.events,
    )
    assert isinstance(native.engine, NativeEngine)
    assert native.engine.memory() is not None  # C plays on


def test_an_answer_is_kept_sealed_until_it_is_asked_for() -> None:
    game = interpreter.load(TOGETHER)
    python, native = game.start(players=3, seed=1), game.start(players=3, seed=1, engine="native")
    assert [one.player for one in python.open_requests] == [one.player for one in native.open_requests] == [0, 1, 2]
    for state in (python, native):
        for player in (2, 1, 2, 0, 1, 0):
            request = state.request_for(player)
            assert request is not None
            state.answer_for(player, request.choices[0])
    assert (native.inspect.key(), native.history, saved(native)) == (
        python.inspect.key(),
        python.history,
        saved(python),
    )


def test_the_same_playout_in_both_engines_with_the_same_luck() -> None:
    game = interpreter.load("chartered-by-the-crown")
    python, native = game.start(seed=2, events=False), game.start(seed=2, events=False, engine="native")
    assert native.engine.play_on(random.Random(1), 50) == python.engine.play_on(random.Random(1), 50) == 50
    assert (native.inspect.key(), native.history) == (python.inspect.key(), python.history)


def test_a_game_that_does_not_end_is_a_fault_in_both_engines() -> None:
    game = interpreter.load("pig")
    faults = []
    for state in (game.start(seed=1), game.start(seed=1, engine="native")):
        with pytest.raises(Fault) as caught:
            state.play_out(most=3)
        faults.append((caught.value.code, caught.value.message))
    assert faults[0] == faults[1]


def test_a_choice_that_is_not_there_is_refused_in_both_engines() -> None:
    game = interpreter.load("tic-tac-toe")
    for state in (game.start(), game.start(engine="native")):
        for number in (-1, 9):
            with pytest.raises(ValueError, match=f"there is no choice number {number}"):
                state.take(number)


def test_a_python_state_of_it_is_independent() -> None:
    native = interpreter.load("kuhn-poker").start(seed=7, engine="native")
    before = native.inspect.key()
    assert isinstance(native.engine, NativeEngine)
    native.engine.python().choose("bet")
    assert (native.inspect.key(), native.decisions, native.view(0)["table"]) == (
        before,
        0,
        {"staked": {"red": 1, "blue": 1}},
    )
