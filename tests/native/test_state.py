"""A state in C is a state: it has everything that a Python state has, and says the same of the same game."""

import inspect
import random
from pathlib import Path

import pytest

import interpreter
from interpreter import Fault, Game, Request, State
from interpreter.runtime.hidden_questions import hidden_from
from interpreter.runtime.native_state import NativeState
from tests.sampling import sampled

GAMES = [info.name for info in interpreter.games()]
TOGETHER = Path(__file__).parents[1] / "studio" / "games" / "sealed-bids"
MOST = 60  # decisions of a game that are followed
BESIDE = {
    "automas",
    "chance_count",
    "clone",
    "key",
    "player_names",
    "seed",
}  # of what a position has, this is for everyone


def public() -> set[str]:
    return {name for name in vars(State) if not name.startswith("_")} | BESIDE


def test_it_has_all_that_a_state_has() -> None:
    assert public() - set(dir(NativeState)) == set()
    for name in public() & set(vars(State)):
        wanted = vars(State)[name]
        if inspect.isfunction(wanted):
            found = inspect.signature(vars(NativeState)[name])
            assert list(found.parameters) == list(inspect.signature(wanted).parameters), name


def everything_told(state: State | NativeState, player: int | None) -> list[object]:
    """What one player is told; the order of it all is fixed, so that two engines can be compared."""
    return [
        state.view(player), state.events_for(player), state.events_known(player), state.save_for(player),
        state.as_seen(player).view(player), state.why_not(player, "nothing of the kind") if player is not None else "",
    ]  # fmt: skip


def asked(request: Request) -> list[object]:
    labels = request.labels if request.is_range else [choice.label for choice in request.choices]
    return [request.player, request.prompt, labels, request.refused, request.things, request.bounds]


def saved(state: State | NativeState) -> dict[str, object]:
    """Without what the last step has left behind, which nothing looks at any more."""
    found = state.save()
    return {
        **found,
        "machine": {name: one for name, one in found["machine"].items() if name not in ("answer", "value")},
    }


def same_in_both(python: State, native: NativeState) -> None:
    for player in (None, *range(python.count)):
        assert everything_told(native, player) == everything_told(python, player)
    assert saved(native) == saved(python)
    assert (native.key(), native.history, native.used, native.result) == (
        python.key(), python.history, python.used, python.result,
    )  # fmt: skip
    assert native.events == python.events
    assert native.could_have_been_asked == python.could_have_been_asked
    assert (native.asleep, native.automas, native.broken_rules()) == (
        python.asleep,
        python.automas,
        python.broken_rules(),
    )
    assert list(map(asked, native.open_requests)) == list(map(asked, python.open_requests))


def follow(game: Game, seed: int, events: bool, looks: int) -> int:
    """One game in both engines; gives how often somebody might not notice what is asked."""
    python, native = game.start(seed=seed, events=events), game.start(seed=seed, events=events, engine="native")
    chance, hidden = random.Random(seed), 0
    for number in range(MOST):
        if python.options is None:
            break
        unnoticed = bool(hidden_from(python))
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
    assert game.resume(native.save()).key() == native.key()


def test_a_copy_goes_its_own_way() -> None:
    native = interpreter.load("kuhn-poker").start(seed=7, engine="native")
    before, told = native.clone(), native.events
    native.choose("bet")
    assert (before.events, before.decisions, native.events[: len(told)]) == (told, 0, told)
    assert before.key() != native.key()


def test_what_is_tried_out_and_refused_is_told_by_both_engines() -> None:
    """Chartered tries ways out: C keeps what is left of them, and Python says why the others are not open."""
    game, refused = interpreter.load("chartered-by-the-crown"), 0
    python, native = game.start(seed=3, events=False), game.start(seed=3, events=False, engine="native")
    for _ in range(MOST):
        assert python.request is not None
        assert native.request is not None
        assert native.request.refused == python.request.refused
        refused += len(python.rejected)
        choice = python.choice_count // 2
        python.take(choice)
        native.take(choice)
    assert refused > 0


def test_what_was_imagined_is_the_same() -> None:
    game = interpreter.load("kuhn-poker")
    python, native = game.start(seed=7), game.start(seed=7, engine="native")
    for seed in range(5):
        assert native.redealt(0, seed).key() == python.redealt(0, seed).key()
        assert native.seat(0).redealt(seed).key() == python.seat(0).redealt(seed).key()
    seat = native.seat(1)
    native.choose("bet")
    python.choose("bet")
    assert seat.events() == python.events_for(1)
    assert not seat.sees_all


def test_chance_can_be_scripted() -> None:
    game = interpreter.load("kuhn-poker")
    python, native = game.start(chance=[1, 0]), game.start(chance=[1, 0], engine="native")
    assert native.view(0) == python.view(0)
    assert native.chance_asked == python.chance_asked == (3, 2)
    game = interpreter.load("pig")
    python, native = game.start(seed=2), game.start(seed=2, engine="native")
    for state in (python, native):
        state.script_chance([5, 3])
        state.choose("roll_on")
        state.choose("roll_on")
    assert (native.chance_asked, native.key()) == (python.chance_asked, python.key())


def test_chance_can_begin_anew() -> None:
    game = interpreter.load("pig")
    python, native = game.start(seed=2), game.start(seed=2, engine="native")
    for state in (python, native):
        state.choose("roll_on")
        state.by_chance_from(77)
        for _ in range(40):
            state.take(0)
    assert (native.key(), native.chance_count, native.events) == (python.key(), python.chance_count, python.events)
    assert native.memory() is not None  # C plays on


def test_an_answer_is_kept_sealed_until_it_is_asked_for() -> None:
    game = interpreter.load(TOGETHER)
    python, native = game.start(players=3, seed=1), game.start(players=3, seed=1, engine="native")
    assert [one.player for one in python.open_requests] == [one.player for one in native.open_requests] == [0, 1, 2]
    for state in (python, native):
        for player in (2, 1, 2, 0, 1, 0):
            request = state.request_for(player)
            assert request is not None
            state.answer_for(player, request.choices[0])
    assert (native.key(), native.history, saved(native)) == (python.key(), python.history, saved(python))


def test_the_same_playout_in_both_engines_with_the_same_luck() -> None:
    game = interpreter.load("chartered-by-the-crown")
    python, native = game.start(seed=2, events=False), game.start(seed=2, events=False, engine="native")
    assert native.play_on(random.Random(1), 50) == python.play_on(random.Random(1), 50) == 50
    assert (native.key(), native.history) == (python.key(), python.history)


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
    before = native.key()
    native.python().choose("bet")
    assert (native.key(), native.decisions, native.view(0)["table"]) == (before, 0, {"staked": {"red": 1, "blue": 1}})
