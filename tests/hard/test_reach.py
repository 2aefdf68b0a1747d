"""Passage 6: reach by land, by shared ocean and by one ocean away (CRN venture and consolidate)."""

from __future__ import annotations

import pytest

from interpreter import Game, State

from .playing import decide, load, offered, play_many, put, read, refused


@pytest.fixture(scope="module")
def game() -> Game:
    return load("06_reach")


def position(game: Game, red: dict[str, int], blue: dict[str, int] | None = None) -> State:
    state = game.table(2)
    for who, found in (("red", red), ("blue", blue or {})):
        for location, number in found.items():
            put(state, "factors", who, location, value=number)
        put(state, "supply", who, value=42 - sum(found.values()))
    return state


def targets(game: Game, origin: str, blue: dict[str, int] | None = None) -> tuple[set[str], dict[str, str]]:
    """Where red may go from the origin, and what is refused."""
    state = position(game, {origin: 3}, blue)
    game.begin(state, "venture", [0])
    decide(state, "red", origin)
    return set(offered(state)), refused(state)


ATLANTIC = {"egypt", "iceland", "russia", "scandinavia", "south_africa"}
INDIAN = {"arabia", "egypt", "india", "indo_china", "persia", "south_africa", "west_australia"}
PACIFIC = {"east_australia", "indo_china", "japan", "manchuria"}


def test_one_ocean_away_is_in_reach_two_are_not(game: Game) -> None:
    """CRN-X03: from Scandinavia to West Australia, but not to East Australia."""
    possible, not_possible = targets(game, "scandinavia")
    assert possible == (ATLANTIC | INDIAN) - {"scandinavia"}
    assert not_possible["east_australia"] == "East Australia is neither next to Scandinavia nor within one ocean of it"
    assert set(not_possible) == {"east_australia", "japan", "manchuria", "sahara", "siberia", "urals"}


def test_two_oceans_reach_everything_coastal(game: Game) -> None:
    """CRN-X22: Japan to Egypt is a venture (Pacific, Indian), Japan to Iceland is not."""
    possible, _ = targets(game, "japan")
    assert possible == (PACIFIC | INDIAN) - {"japan"}
    possible, _ = targets(game, "egypt")
    assert possible == (ATLANTIC | INDIAN | PACIFIC | {"sahara"}) - {"egypt"}


def test_landlocked_locations_are_reached_along_lines_only(game: Game) -> None:
    """CRN-119"""
    assert targets(game, "siberia")[0] == {"manchuria", "urals"}
    assert "siberia" in targets(game, "manchuria")[0]
    assert "siberia" not in targets(game, "japan")[0]


def test_consolidate_reaches_less_far(game: Game) -> None:
    """CRN-112, 113, X22: to Egypt from Iceland, West Australia and the Sahara, but not from Japan."""
    state = position(game, {"egypt": 1, "iceland": 2, "west_australia": 1, "sahara": 1, "japan": 7})
    game.begin(state, "consolidate", [0])
    assert refused(state)["japan"] == "Japan is full"  # and alone in its ocean, but that is looked at later
    decide(state, "red", "egypt")
    prompts = []
    for amount in (2, 0, 1):
        assert state.request is not None
        prompts.append(state.request.prompt)
        decide(state, "red", amount)
    assert [prompt.split(" go from ")[1] for prompt in prompts] == [
        "Iceland to Egypt?", "Sahara to Egypt?", "West Australia to Egypt?",
    ]  # fmt: skip
    assert read(state, "factors", "red", "egypt") == 4
    assert read(state, "factors", "red", "iceland") == 0  # no longer his, CRN-116
    assert read(state, "factors", "red", "japan") == 7


def test_nothing_to_consolidate(game: Game) -> None:
    state = position(game, {"egypt": 1, "japan": 2})
    game.begin(state, "play")
    assert "consolidate" not in offered(state)
    assert "consolidate" in refused(state)


def test_at_least_one_factor_must_move(game: Game) -> None:
    """CRN-A02: after a 0 from all sources but one, that one cannot be 0 as well."""
    state = position(game, {"egypt": 1, "iceland": 2, "sahara": 1})
    game.begin(state, "consolidate", [0])
    decide(state, "red", "egypt")
    assert offered(state) == ["0", "1", "2"]
    decide(state, "red", 0)
    assert offered(state) == ["1"]
    assert refused(state) == {"0": "at least one factor must move"}
    assert "at least one factor must move" in state.why_not(0, "0")
    with pytest.raises(ValueError, match="not among the choices"):
        state.choose(0)


def test_seven_at_most(game: Game) -> None:
    """CRN-065, 115, 122"""
    state = position(game, {"egypt": 5, "iceland": 7, "sahara": 4})
    game.begin(state, "venture", [0])
    decide(state, "red", "iceland")
    assert state.request is not None
    decide(state, "red", "egypt")
    assert (state.request.low, state.request.high) == (1, 2)
    decide(state, "red", 2)
    assert read(state, "factors", "red", "egypt") == 7
    game.begin(state, "venture", [0])
    decide(state, "red", "iceland")
    assert refused(state)["egypt"] == "Egypt is full"
    state = position(game, {"egypt": 5, "iceland": 7, "sahara": 4})
    game.begin(state, "consolidate", [0])
    decide(state, "red", "egypt", 2)  # from Iceland: Egypt is full now
    assert offered(state) == ["0"]


def test_a_hostile_location_is_refused(game: Game) -> None:
    """CRN-063: this small game has no takeovers."""
    possible, not_possible = targets(game, "egypt", blue={"arabia": 1, "iceland": 2})
    assert not_possible["arabia"] == "Arabia is hostile"
    assert "iceland" not in possible
    assert "sahara" in possible


def test_restructure(game: Game) -> None:
    """CRN-090..095: all factors leave, then seven stand in one empty location; once only."""
    state = position(game, {"egypt": 3, "japan": 2}, {"india": 1})
    game.begin(state, "restructure", [0])
    assert set(offered(state)) == set(state.engine.position.code.KINDS["location"].members) - {"india"}
    decide(state, "red", "egypt")
    assert (read(state, "factors", "red", "egypt"), read(state, "factors", "red", "japan")) == (7, 0)
    assert read(state, "supply", "red") == 35
    game.begin(state, "play")
    assert refused(state)["restructure"] == "you have restructured in this interval"


def test_expand(game: Game) -> None:
    """CRN-097, 099, A03: one factor in one or two different locations, not where seven stand."""
    state = position(game, {"egypt": 3, "japan": 6, "persia": 7})
    game.begin(state, "expand", [0])
    assert offered(state) == ["egypt", "japan"]
    assert refused(state) == {"persia": "Persia is full"}
    decide(state, "red", "japan")
    assert offered(state) == ["egypt", "done"]
    decide(state, "red", "done")
    assert [read(state, "factors", "red", place) for place in ("egypt", "japan")] == [3, 7]
    game.begin(state, "play")
    decide(state, "red", "expand", "egypt")
    put(state, "supply", "red", value=0)
    nowhere = position(game, {"persia": 7})
    game.begin(nowhere, "play")
    assert "expand" not in offered(nowhere)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_end(game: Game, players: int) -> None:
    """With the declared invariants: one owner for each location, 42 factors for each player."""
    play_many(game, players)
