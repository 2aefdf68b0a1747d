"""Passage 8: an interrupt by another player for an omitted duty (CRN Decatur)."""

from __future__ import annotations

import pytest

from interpreter import Game, State

from .playing import asked, decide, dice, load, offered, play_many, put, read, refused


@pytest.fixture(scope="module")
def game() -> Game:
    return load("08_decatur")


def position(game: Game, marker: str = "space_1", first: str = "red") -> State:
    """CRN-X19: red holds Arabia with 1, Egypt with 1 and a port, India with 3; blue and green have one location each."""
    state = game.table(3)
    for who, location, count in (
        ("red", "arabia", 1), ("red", "egypt", 1), ("red", "india", 3), ("blue", "japan", 3), ("green", "urals", 3),
    ):  # fmt: skip
        put(state, "factors", who, location, value=count)
        put(state, "supply", who, value=read(state, "supply", who) - count)
    put(state, "port", "egypt", value="red")
    put(state, "marker", value=marker)
    put(state, "first_player", value=first)
    return state


def first_round(game: Game, state: State) -> State:
    """All pass once; then it is the first player's duty to move the clock."""
    game.begin(state, "interval")
    for _ in range(3):
        assert state.request is not None
        state.choose("pass_turn")
    return state


def test_no_duty_in_the_first_round(game: Game) -> None:
    """CRN-046: no advance precedes the first turn of an interval, so there is nothing to forget."""
    state = position(game)
    game.begin(state, "interval")
    assert asked(state) == ("red", "deed")
    decide(state, "red", "pass_turn")
    assert asked(state) == ("blue", "deed")


def test_duty_done(game: Game) -> None:
    """CRN-044, 045: the marker goes on by one, and nobody can call."""
    state = first_round(game, position(game))
    assert offered(state) == ["move_clock", "pass"]
    decide(state, "red", "move_clock", "pass_turn")
    assert read(state, "marker") == "space_2"
    assert asked(state) == ("blue", "deed")


def test_the_call(game: Game) -> None:
    """CRN-X19: a factor from Egypt (the port keeps it) or India, not from Arabia. The clock is then moved on."""
    state = first_round(game, position(game))
    decide(state, "red", "pass", "expand")
    assert asked(state) == ("blue", "way")  # the others, in order to the left
    decide(state, "blue", "pass")
    decide(state, "green", "call")
    assert offered(state) == ["egypt", "india", "pass"]
    assert refused(state) == {"arabia": "red would lose control of arabia"}
    assert "red would lose control of arabia" in state.why_not(2, "arabia")
    decide(state, "green", "egypt")
    assert read(state, "factors", "red", "egypt") == 0
    assert read(state, "supply", "red") == 38
    assert read(state, "marker") == "space_2"
    assert asked(state) == ("red", "location")  # the announced action is carried out now
    assert offered(state) == ["arabia", "egypt", "india"]
    decide(state, "red", "egypt")
    assert asked(state) == ("blue", "deed")


def test_the_first_caller_gets_it(game: Game) -> None:
    """CRN-A40, CRN-057, CRN-060: one call for one offence; the caller need not take a factor."""
    state = first_round(game, position(game))
    decide(state, "red", "pass", "pass_turn")
    decide(state, "blue", "call", "pass")
    assert read(state, "supply", "red") == 37
    assert read(state, "marker") == "space_2"
    assert asked(state) == ("blue", "deed")  # green is not asked, red's pass is done


def test_without_a_call_the_advance_is_lost(game: Game) -> None:
    """CRN-A41"""
    state = first_round(game, position(game))
    decide(state, "red", "pass", "pass_turn")
    decide(state, "blue", "pass")
    decide(state, "green", "pass")
    assert read(state, "marker") == "space_1"
    decide(state, "blue", "pass_turn")
    decide(state, "green", "pass_turn")
    assert offered(state) == ["move_clock", "pass"]  # the next round's duty
    decide(state, "red", "move_clock")
    assert read(state, "marker") == "space_2"


def test_a_call_without_a_penalty(game: Game) -> None:
    """CRN-059: where every location would be lost, nothing can be taken."""
    state = position(game)
    put(state, "factors", "red", "india", value=1)
    put(state, "factors", "red", "egypt", value=0)
    put(state, "supply", "red", value=40)
    first_round(game, state)
    decide(state, "red", "pass", "pass_turn")
    decide(state, "blue", "call")
    assert offered(state) == ["pass"]
    assert set(refused(state)) == {"arabia", "india"}


def test_an_action_that_the_penalty_makes_impossible_is_chosen_anew(game: Game) -> None:
    """CRN-A41: the port in India costs 3; with 2 left there it cannot be built."""
    state = first_round(game, position(game))
    decide(state, "red", "pass", "build_port")
    decide(state, "blue", "call", "india")
    assert asked(state) == ("red", "deed")
    assert offered(state) == ["expand", "pass_turn"]
    decide(state, "red", "pass_turn")  # no second call for the same offence
    assert asked(state) == ("blue", "deed")


def test_the_call_may_end_the_interval(game: Game) -> None:
    """CRN-049, 050, A41: face up on a shaded space a multiple ends it, and the announced action is void."""
    state = position(game, "space_4")
    put(state, "face_up", value=True)
    first_round(game, state)
    put(state, "face_up", value=True)  # an interval begins face down
    decide(state, "red", "pass", "expand")
    dice(state, 4, 4)
    decide(state, "blue", "call", "pass")
    assert read(state, "marker") == "space_5"
    assert state.request is None
    assert read(state, "supply", "red") == 37


@pytest.mark.parametrize(("eyes", "over"), [((1, 3), True), ((6, 6), True), ((1, 2), False), ((3, 4), False)])
def test_the_clock(game: Game, eyes: tuple[int, int], over: bool) -> None:
    """CRN-047..053: face up from space 3 on; the first roll is on space 5, for multiples of 4."""
    state = first_round(game, position(game))
    for space in ("space_2", "space_3", "space_4"):
        decide(state, "red", "move_clock", "pass_turn")
        assert read(state, "marker") == space
        assert read(state, "face_up") is (space != "space_2")
        decide(state, "blue", "pass_turn")
        decide(state, "green", "pass_turn")
    dice(state, *eyes)
    decide(state, "red", "move_clock")
    assert (state.request is None) is over


def test_no_roll_while_face_down(game: Game) -> None:
    """CRN-053, X18: a new interval goes on from where the marker is, face down, without rolling."""
    state = first_round(game, position(game, "space_6"))
    decide(state, "red", "move_clock", "pass_turn")
    assert read(state, "marker") == "space_7"
    assert not [text for text in state.events_for(0) if "dice" in text]


def test_the_circle(game: Game) -> None:
    """CRN-045: after space 8 comes space 1."""
    state = first_round(game, position(game, "space_8"))
    decide(state, "red", "move_clock")
    assert read(state, "marker") == "space_1"


def test_the_option_without_interrupts() -> None:
    """CRN-A39: the program moves the marker itself."""
    game = load("08_decatur", options={"decatur": "cannot_happen"})
    state = first_round(game, position(game))
    assert asked(state) == ("red", "deed")
    assert read(state, "marker") == "space_2"
    play_many(game, 3, range(20), (0,))


def test_the_cup(game: Game) -> None:
    """CRN-030, 031, 182: nobody is drawn twice before everybody was drawn."""
    for seed in range(10):
        state = game.table(3, seed=seed)
        drawn = []
        for _ in range(6):
            game.begin(state, "draw_first_player")
            drawn.append(read(state, "first_player"))
        assert sorted(drawn[:3]) == sorted(drawn[3:]) == ["blue", "green", "red"]


@pytest.mark.parametrize("players", [3, 5])
def test_random_games_end(game: Game, players: int) -> None:
    play_many(game, players)
