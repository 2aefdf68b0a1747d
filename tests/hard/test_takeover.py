"""Passage 7: an alternating contest of commitments, with discards inside a bid (CRN takeover)."""

from __future__ import annotations

import pytest

from interpreter import Game, State

from .playing import asked, decide, dice, lay, load, offered, play_many, put, read, refused


@pytest.fixture(scope="module")
def game() -> Game:
    return load("07_takeover")


def number(state: State, kind: str, name: str) -> int:
    return int(state.engine.position.code.KINDS[kind].members.index(name))


def army(state: State, who: str, **factors: int) -> None:
    for location, count in factors.items():
        put(state, "factors", who, location, value=count)
    put(state, "supply", who, value=read(state, "supply", who) - sum(factors.values()))


def takeover(game: Game, state: State, origin: str, target: str) -> State:
    """Red is the contender, blue the defender."""
    places = [number(state, "location", origin), number(state, "location", target)]
    game.begin(state, "takeover", [0, 1, *places])
    return state


def indo_china(game: Game) -> State:
    """CRN-X01: red in India with 5 and a fleet in each ocean; blue with 2, a port, a fleet and an Orient in play."""
    state = game.table(3)
    army(state, "red", india=5)
    army(state, "blue", indo_china=2)
    put(state, "fleets", "red", "indian", value=1)
    put(state, "fleets", "red", "pacific", value=1)
    put(state, "fleets", "blue", "pacific", value=1)
    put(state, "port", "indo_china", value="blue")
    put(state, "port_ocean", "indo_china", value="pacific")
    lay(state, "orient", "in_play", "blue")
    return state


def iceland(game: Game) -> State:
    """CRN-X02: red in Persia with 3, two Atlantic fleets, two Independent in play; blue with 1 in Iceland."""
    state = game.table(3)
    army(state, "red", persia=3)
    army(state, "blue", iceland=1)
    put(state, "fleets", "red", "atlantic", value=2)
    lay(state, "independent, independent_2", "in_play", "red")
    return state


def prompt(state: State) -> str:
    assert state.request is not None
    return state.request.prompt


def test_the_first_printed_example(game: Game) -> None:
    """CRN-X01: 2 against 7; with an Orient and 4 factors 8. CRN-X09: an Orient makes 9; the last factor is too few."""
    state = indo_china(game)
    lay(state, "orient_2, orient_3, british", "hand", "red")
    lay(state, "orient_4", "hand", "blue")
    takeover(game, state, "india", "indo_china")
    assert prompt(state) == "You show 2 against 7."
    assert refused(state) == {"stand_pat": "you do not prevail as it is"}
    decide(state, "red", "bid", "orient_2", "done", 4)
    assert asked(state) == ("blue", "way")
    assert prompt(state) == "You show 7 against 8."
    decide(state, "blue", "bid", "orient_4")
    assert prompt(state) == "You show 8 against 9."
    decide(state, "red", "bid")
    assert offered(state) == ["orient_3"]  # with the last factor alone he would only show 9
    assert refused(state) == {"done": "you would show 9, not more than 9"}
    decide(state, "red", "orient_3")
    assert offered(state) == ["0", "1"]  # 10 or 11
    decide(state, "red", 0)
    assert prompt(state) == "You show 9 against 10."
    assert offered(state) == ["concede"]


def test_a_bid_must_prevail(game: Game) -> None:
    """CRN-139, 141: at and beyond the limit. With an Orient 2 + 2 + 3 = 7 is not enough, 4 factors are."""
    state = indo_china(game)
    lay(state, "orient_2", "hand", "red")
    takeover(game, state, "india", "indo_china")
    decide(state, "red", "bid")
    assert offered(state) == ["orient_2"]  # without it all five factors show 7
    assert refused(state) == {"done": "you would show 7, not more than 7"}
    decide(state, "red", "orient_2")
    assert offered(state) == ["4", "5"]
    assert refused(state)["3"] == "you would show 7, not more than 7"
    assert "you would show 7" in state.why_not(0, "3")
    with pytest.raises(ValueError, match="not among the choices"):
        state.choose(3)


def test_who_cannot_prevail_must_concede(game: Game) -> None:
    """CRN-141: without cards red reaches 2 + 5 = 7 at most."""
    state = indo_china(game)
    lay(state, "british, crescent", "hand", "red")
    takeover(game, state, "india", "indo_china")
    assert offered(state) == ["concede"]
    assert refused(state) == {
        "stand_pat": "you do not prevail as it is",
        "bid": "you would show 7, not more than 7",
    }
    dice(state, 3, 4)
    decide(state, "red", "concede")
    assert state.request is None
    assert read(state, "factors", "red", "india") == 5
    assert read(state, "factors", "blue", "indo_china") == 2


def test_the_aftermath(game: Game) -> None:
    """CRN-X10: both lose one; blue relocates 1, port and Pacific fleet go; red must move 3 and may move 4."""
    state = indo_china(game)
    lay(state, "orient_2", "hand", "red")
    army(state, "blue", sumatra=2)
    army(state, "green", east_china=1)
    takeover(game, state, "india", "indo_china")
    decide(state, "red", "bid", "orient_2", 4)
    dice(state, 1, 1)
    decide(state, "blue", "concede")
    assert (read(state, "factors", "red", "india"), read(state, "factors", "blue", "indo_china")) == (4, 1)
    assert asked(state) == ("blue", "place")
    assert offered(state) == ["sumatra", "west_china"]  # not India, which is red's, nor East China, which is green's
    decide(state, "blue", "sumatra")
    assert read(state, "factors", "blue", "sumatra") == 3
    assert read(state, "port", "indo_china") is None
    assert read(state, "fleets", "blue", "pacific") == 0
    assert state.request is not None
    assert (state.request.low, state.request.high) == (3, 4)
    decide(state, "red", 4)
    assert (read(state, "factors", "red", "india"), read(state, "factors", "red", "indo_china")) == (0, 4)
    assert read(state, "in_play", "red") == ["orient_2"]  # played cards stay, CRN-079
    assert state.inspect.broken_rules() == []


def test_standing_pat(game: Game) -> None:
    """CRN-X02, X11: 6 against 3. One Independent would make 5, two make 7. Red has committed nobody."""
    state = iceland(game)
    lay(state, "independent_3, russian", "hand", "blue")
    takeover(game, state, "persia", "iceland")
    assert prompt(state) == "You show 6 against 3."
    assert offered(state) == ["stand_pat", "bid", "concede"]
    decide(state, "red", "stand_pat")
    assert offered(state) == ["concede"]
    assert refused(state) == {"bid": "you would show 5, less than 6"}
    dice(state, 5, 6)  # both
    decide(state, "blue", "concede")
    assert read(state, "factors", "red", "persia") == 3  # nothing committed, nothing lost, CRN-151
    assert read(state, "factors", "blue", "iceland") == 0
    assert state.request is not None
    assert (state.request.low, state.request.high) == (0, 3)
    decide(state, "red", 0)
    assert state.view(0)["table"]["factors"]["red, iceland"] == 0  # left empty, CRN-167


def test_two_cards_hold_iceland(game: Game) -> None:
    """CRN-X11: 1 + 2 + 4 = 7 is at least 6; red then needs two of his three factors."""
    state = iceland(game)
    lay(state, "independent_3, independent_4", "hand", "blue")
    takeover(game, state, "persia", "iceland")
    decide(state, "red", "stand_pat")
    decide(state, "blue", "bid", "independent_3")
    assert offered(state) == ["independent_4"]  # enough is only both
    decide(state, "blue", "independent_4")
    decide(state, "red", "bid")
    assert offered(state) == ["2", "3"]  # he has no card to play, so he is asked for factors at once


def test_the_limit_in_play_is_part_of_the_bid(game: Game) -> None:
    """CRN-X15: Orient, Orient, British in play; a third Orient makes four cards, so British goes: 6 points."""
    state = indo_china(game)
    put(state, "port", "indo_china", value=None)
    lay(state, "orient_5, orient_6, british", "in_play", "red")
    lay(state, "orient_2", "hand", "red")
    lay(state, "crescent, crescent_2", "in_play", "blue")
    lay(state, "orient_4", "hand", "blue")
    takeover(game, state, "india", "indo_china")
    assert prompt(state) == "You show 6 against 5."
    decide(state, "red", "bid", "orient_2")
    assert offered(state) == ["orient_5", "orient_6", "british", "orient_2"]  # he prevails in any case
    decide(state, "red", "british", 0)
    assert prompt(state) == "You show 5 against 8."
    assert offered(state) == ["concede"]  # with his Orient he would show 7, whichever card goes
    assert read(state, "discards") == ["british"]


def test_a_discard_that_loses_the_bid_is_refused(game: Game) -> None:
    """CRN-145: strength is judged after the discard, so a matching card cannot go when it is needed."""
    state = game.table(2)
    army(state, "red", india=1)
    army(state, "blue", indo_china=7)
    lay(state, "orient, orient_2, british", "in_play", "red")
    lay(state, "orient_3", "hand", "red")
    put(state, "fleets", "red", "indian", value=1)
    takeover(game, state, "india", "indo_china")
    decide(state, "red", "bid", "orient_3")
    assert offered(state) == ["british"]  # 1 + 6 + 1 = 8 against 7
    assert set(refused(state)) == {"orient", "orient_2", "orient_3"}
    decide(state, "red", "british")
    assert offered(state) == ["1"]
    assert refused(state) == {"0": "you would show 7, not more than 7"}


def test_three_of_a_kind_are_the_most(game: Game) -> None:
    """CRN-X15: with three Orient in play a fourth adds nothing."""
    state = game.table(2)
    army(state, "red", india=1)
    army(state, "blue", indo_china=7)
    lay(state, "orient, orient_2, orient_3", "in_play", "red")
    lay(state, "orient_4", "hand", "red")
    takeover(game, state, "india", "indo_china")
    assert offered(state) == ["concede"]  # 6 + 1 against 7
    assert refused(state)["bid"] == "you would show 7, not more than 7"


def test_relocation_with_a_cap(game: Game) -> None:
    """CRN-X23: 5 must leave, the friendly location holds 4: 3 move, 2 are lost."""
    state = game.table(2)
    army(state, "red", india=7)
    army(state, "blue", indo_china=5, sumatra=4)
    lay(state, "orient", "in_play", "red")
    takeover(game, state, "india", "indo_china")
    decide(state, "red", "bid", 7)
    dice(state, 3, 3)
    decide(state, "blue", "concede", "sumatra")
    assert (read(state, "factors", "blue", "sumatra"), read(state, "supply", "blue")) == (7, 35)


def test_a_self_emptied_origin_is_a_refuge(game: Game) -> None:
    """CRN-X24: red's only factor is committed and lost; blue may go to the empty origin, and nobody moves in."""
    state = game.table(2)
    army(state, "red", india=1)
    army(state, "blue", indo_china=1)
    lay(state, "orient", "in_play", "red")
    takeover(game, state, "india", "indo_china")
    decide(state, "red", "bid", 1)
    dice(state, 2, 2)
    decide(state, "blue", "concede")
    assert "india" in offered(state)
    decide(state, "blue", "india")
    assert offered(state) == ["0"]


def test_hands_are_secret(game: Game) -> None:
    """CRN-144: what blue holds changes nothing that others see, not even that he could bid."""
    strong, weak = iceland(game), iceland(game)
    lay(strong, "independent_3, independent_4", "hand", "blue")
    lay(weak, "russian, british", "hand", "blue")
    for state in (strong, weak):
        takeover(game, state, "persia", "iceland")
        decide(state, "red", "stand_pat")
    assert offered(strong) == ["bid", "concede"]
    assert offered(weak) == ["concede"]
    for viewer in (0, 2, None):
        assert strong.view(viewer) == weak.view(viewer)
        assert strong.events_for(viewer) == weak.events_for(viewer)
    assert strong.view(0)["zones"]["blue's hand"] == {"count": 2}
    decide(strong, "blue", "bid", "independent_3")
    assert not [text for text in strong.events_for(0) if "Independent" in text]  # not yet on the table
    decide(strong, "blue", "independent_4")
    assert strong.view(0)["zones"]["blue's in_play"] == ["independent_3", "independent_4"]
    assert [text for text in strong.events_for(0) if "Independent" in text]


def test_drawing_over_the_limits(game: Game) -> None:
    """CRN-X13: a fourth card in hand goes into play, a fourth in play is discarded."""
    state = game.table(2)
    lay(state, "british, orient, orient_2", "hand", "red")
    lay(state, "crescent, crescent_2, orient_3", "in_play", "red")
    lay(state, "russian", "deck")
    game.begin(state, "draw_card", [0])
    assert offered(state) == ["british", "orient", "orient_2", "russian"]
    decide(state, "red", "orient")
    assert offered(state) == ["crescent", "crescent_2", "orient_3", "orient"]
    decide(state, "red", "crescent")
    assert (len(read(state, "hand", "red")), len(read(state, "in_play", "red"))) == (3, 3)
    assert read(state, "discards") == ["crescent"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_end(game: Game, players: int) -> None:
    for state in play_many(game, players):
        cards = sum(len(read(state, zone, who)) for zone in ("hand", "in_play") for who in state.player_names)
        assert cards + len(read(state, "deck")) + len(read(state, "discards")) == 45
