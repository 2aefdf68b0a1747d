"""Passage 2: a sealed bid whose payee depends on the winner, ties by the stack on a track (TYC policy bid)."""

from __future__ import annotations

import pytest

from interpreter import Game, State

from .playing import asked, decide, lay, load, offered, play_many, put, read, refused

NAMES = ("yellow", "red", "green", "blue")


@pytest.fixture(scope="module")
def game() -> Game:
    return load("02_sealed_bid")


def position(game: Game, tycoon: str = "green", promoters: int = 4) -> State:
    """Yellow on 2, green on 3, red and then blue on 4."""
    state = game.table(4, names=NAMES)
    lay(state, "institutes_act, licence_raj", "open_policies")
    lay(state, "green_revolution, export_houses", "policy_deck")
    put(state, "resting", "institutes_act", value=1)
    put(state, "tycoon", value=tycoon)
    for who, space in (("yellow", 2), ("green", 3), ("red", 4), ("blue", 4)):
        put(state, "influence", who, value=space)
        put(state, "promoters", who, value=promoters)
    return state


def bidding(game: Game, state: State, yellow: int, red: int, green: int, blue: int) -> State:
    game.begin(state, "policy_bid")
    for who, amount in zip(NAMES, (yellow, red, green, blue), strict=True):
        decide(state, who, amount)
    return state


def holdings(state: State, keep: str) -> dict[str, int]:
    return {who: read(state, keep, who) for who in NAMES}


def test_the_printed_example(game: Game) -> None:
    """TYC-X02, TYC-X03: 0, 2, 1, 2; blue lies above red. Blue pays 2 to green, who lost and moves 1 to the pool."""
    state = bidding(game, position(game), 0, 2, 1, 2)
    assert asked(state) == ("blue", "policy")
    decide(state, "blue", "institutes_act")
    assert holdings(state, "promoters") == {"yellow": 4, "red": 4 - 2, "green": 4 + 1, "blue": 4 - 1}
    assert holdings(state, "pool_promoters") == {"yellow": 0, "red": 2, "green": 1, "blue": 0}
    assert read(state, "owned_policies", "blue") == ["institutes_act"]
    assert read(state, "open_policies") == ["green_revolution", "licence_raj"]
    assert [read(state, "resting", card) for card in ("institutes_act", "licence_raj", "green_revolution")] == [0, 1, 0]


def test_the_stack_decides_the_other_way_round(game: Game) -> None:
    """TYC-097: the disc that arrived last is on top; a gain of nothing moves no disc (TYC-A26)."""
    state = position(game)
    put(state, "influence", "red", value=4)  # taken off and put on top
    bidding(game, state, 0, 2, 1, 2)
    assert asked(state) == ("red", "policy")


def test_a_tie_between_different_spaces(game: Game) -> None:
    """TYC-096: green on 3 is ahead of yellow on 2."""
    state = bidding(game, position(game), 3, 2, 3, 0)
    assert asked(state) == ("green", "policy")


def test_a_tycoon_who_wins_pays_the_bank(game: Game) -> None:
    """TYC-099"""
    state = bidding(game, position(game), 0, 1, 4, 2)
    decide(state, "green", "licence_raj")
    assert holdings(state, "promoters") == {"yellow": 4, "red": 3, "green": 0, "blue": 2}
    assert holdings(state, "pool_promoters") == {"yellow": 0, "red": 1, "green": 0, "blue": 2}
    assert read(state, "resting", "institutes_act") == 2  # cumulative, TYC-104


def test_nothing_is_a_bid(game: Game) -> None:
    """TYC-A01: if all bid 0, influence decides; or, as an option, nobody wins."""
    state = bidding(game, position(game), 0, 0, 0, 0)
    assert asked(state) == ("blue", "policy")
    other = load("02_sealed_bid", options={"all_bid_nothing": "nobody_wins"})
    state = bidding(other, position(other), 0, 0, 0, 0)
    assert state.request is None
    assert read(state, "open_policies") == ["institutes_act", "licence_raj"]
    state = bidding(other, position(other), 0, 0, 1, 0)
    assert asked(state) == ("green", "policy")


def test_limits_of_a_bid(game: Game) -> None:
    """TYC-093: from 0 to what one has; what is in the pool cannot be bid."""
    state = position(game, promoters=2)
    put(state, "pool_promoters", "yellow", value=5)
    game.begin(state, "policy_bid")
    assert state.request is not None
    assert (state.request.low, state.request.high) == (0, 2)
    for wrong in (-1, 3):
        with pytest.raises(ValueError, match="not among the choices"):
            state.choose(wrong)


def test_bids_are_secret_until_all_are_made(game: Game) -> None:
    """TYC-043, 093, 094: no view, no event and no question tells another's bid, or that he has bid."""
    state = position(game)
    game.begin(state, "policy_bid")
    other = state.clone()
    decide(state, "yellow", 0)
    decide(other, "yellow", 3)
    for viewer in (1, 2, 3, None):
        assert state.view(viewer) == other.view(viewer)
        assert state.events_for(viewer) == other.events_for(viewer)
    assert state.view(0)["table"]["bid"] == {"yellow": 0}
    assert other.view(0)["table"]["bid"] == {"yellow": 3}
    assert state.view(3)["table"]["bid"] == {"blue": 0}
    assert state.view(3)["waiting_for"] is None
    assert state.view(1)["waiting_for"] == 1
    for who in ("red", "green", "blue"):
        decide(other, who, 1)
    assert "yellow bids 3" in other.events_for(3)
    assert "yellow bids 3" in other.events_for(None)
    assert other.view(3)["table"]["bid"] == {"yellow": 3, "red": 1, "green": 1, "blue": 1}
    assert other.view(3)["table"]["promoters"] == {"blue": 3}
    assert "yellow pays 3 promoters to green" in other.events_for(2)  # the payee learns it, others know the bid
    assert "yellow pays 3 promoters to green" not in other.events_for(3)


def test_influence_is_drafted_in_reverse_order(game: Game) -> None:
    """TYC-058, 059: from the tycoon counter-clockwise; a taken space is refused; 7 minus the space in promoters."""
    state = game.start(4, seed=3, names=NAMES)
    tycoon = read(state, "tycoon")
    order = [NAMES[(NAMES.index(tycoon) - step) % 4] for step in range(4)]
    decide(state, order[0], "3")
    assert offered(state) == ["1", "2", "4"]
    assert refused(state) == {"3": "another disc is there"}
    assert "another disc is there" in state.why_not(NAMES.index(order[1]), "3")
    decide(state, order[1], "4")
    decide(state, order[2], "1")
    decide(state, order[3], "2")
    assert [read(state, "promoters", who) for who in order] == [4, 3, 6, 5]


@pytest.mark.parametrize("players", [3, 4])
def test_random_games_end(game: Game, players: int) -> None:
    for state in play_many(game, players):
        assert sum(len(read(state, "owned_policies", who)) for who in state.player_names) == 5
        assert state.result is not None
        assert len(state.result.winners) == 1
