"""Passage 4: tracks with pass-and-land bonuses, a top for the first, a bonus inside another gain (TYC sectors)."""

from __future__ import annotations

import pytest

from interpreter import Game, State

from .playing import asked, decide, lay, load, offered, play_many, put, read

SECTORS = ("finance", "minerals", "agro", "fuel", "power", "transport")


@pytest.fixture(scope="module")
def game() -> Game:
    return load("04_sector_tracks")


def position(game: Game, tokens: str = "ministry, mines, trust", **levels: dict[str, int]) -> State:
    state = game.table(3)
    if tokens:
        lay(state, tokens, "tokens_on_board")
    for who, found in levels.items():
        for sector, level in found.items():
            put(state, "level", who, sector, value=level)
    return state


def advance(game: Game, state: State, sector: str, steps: int) -> State:
    """Red advances."""
    game.begin(state, "advance", [0, SECTORS.index(sector), steps])
    return state


def levels(state: State, who: str = "red") -> dict[str, int]:
    found = {sector: read(state, "level", who, sector) for sector in SECTORS}
    return {sector: level for sector, level in found.items() if level}


def test_bonuses_passed_and_landed_on(game: Game) -> None:
    """TYC-158: from off the track to level 3 of minerals: 1 + 1 + 2 promoters."""
    state = advance(game, position(game), "minerals", 3)
    assert levels(state) == {"minerals": 3}
    assert read(state, "promoters", "red") == 4


def test_only_new_levels_count(game: Game) -> None:
    state = advance(game, position(game, red={"minerals": 2}), "minerals", 1)
    assert read(state, "promoters", "red") == 2


def test_the_top_is_for_the_first(game: Game) -> None:
    """TYC-160..162: red takes 7 with its bonus; blue then stops at 6 and his other step is lost."""
    state = advance(game, position(game, red={"minerals": 5}, blue={"minerals": 5}), "minerals", 2)
    assert levels(state) == {"minerals": 7}
    assert read(state, "promoters", "red") == 5
    game.begin(state, "advance", [1, SECTORS.index("minerals"), 2])
    assert levels(state, "blue") == {"minerals": 6}
    assert read(state, "promoters", "blue") == 0
    advance(game, state, "minerals", 1)  # also lost for who is on 7
    assert levels(state) == {"minerals": 7}


def test_stacks(game: Game) -> None:
    """TYC-163, 164: the latest arrival is on top; a lost step does not lift a disc."""
    state = position(game, blue={"power": 7}, red={"power": 6}, green={"power": 6})
    heights = state.view(None)["table"]["level_height"]
    assert heights["green, power"] > heights["red, power"]
    advance(game, state, "power", 1)
    assert state.view(None)["table"]["level_height"] == heights
    state = advance(game, position(game, red={"agro": 1}, green={"agro": 2}, blue={"agro": 2}), "agro", 1)
    heights = state.view(None)["table"]["level_height"]
    assert heights["red, agro"] > heights["blue, agro"] > heights["green, agro"]


def test_a_bonus_that_moves_a_track_comes_first(game: Game) -> None:
    """TYC-A22, depth first: fuel 2 gives agro 2 (2 influence), and only then fuel 3 (1 influence)."""
    state = advance(game, position(game, red={"agro": 1}), "fuel", 3)
    assert levels(state) == {"agro": 2, "fuel": 3}
    told = [text for text in state.events_for(0) if text.startswith("red gains")]
    assert told == [
        "red gains 1 level (fuel)",
        "red gains 1 level (fuel)",
        "red gains 1 level (agro)",
        "red gains 2 influence",
        "red gains 1 level (fuel)",
        "red gains 1 influence",
    ]


FIVE = {"finance": 1, "minerals": 1, "fuel": 1, "power": 1, "transport": 1}


def test_conglomerate_inside_another_gain(game: Game) -> None:
    """TYC-267..270: fuel 2 brings red onto agro, his sixth; the token's steps are taken before fuel 3."""
    state = advance(game, position(game, red=FIVE), "fuel", 2)
    assert asked(state) == ("red", "token")
    assert levels(state)["fuel"] == 2
    decide(state, "red", "mines")  # minerals 2 and 3: 1 + 2 promoters
    assert levels(state) == {"finance": 1, "minerals": 3, "agro": 1, "fuel": 3, "power": 1, "transport": 1}
    assert read(state, "promoters", "red") == 3
    assert read(state, "influence", "red") == 1  # fuel 3
    assert read(state, "tokens_on_board") == ["ministry", "trust"]
    advance(game, state, "agro", 1)  # only once
    assert state.request is None


def test_tokens_are_not_replaced(game: Game) -> None:
    """TYC-269"""
    state = advance(game, position(game, "trust", red=FIVE, blue=FIVE), "agro", 1)
    assert offered(state) == ["trust"]
    decide(state, "red", "trust")
    assert (read(state, "money", "red"), read(state, "influence", "red")) == (20, 2)
    game.begin(state, "advance", [1, SECTORS.index("agro"), 1])
    assert state.request is None
    assert levels(state, "blue")["agro"] == 1


def test_a_free_step_may_go_on_the_same_track(game: Game) -> None:
    """The step from transport 2 may lead to transport 3, whose bonus comes once; a full track is not offered."""
    state = advance(game, position(game, red={"transport": 1, "power": 7}), "transport", 1)
    assert asked(state) == ("red", "sector")
    assert offered(state) == ["finance", "minerals", "agro", "fuel", "transport"]
    decide(state, "red", "transport")
    assert levels(state)["transport"] == 3
    assert read(state, "influence", "red") == 1


def test_export(game: Game) -> None:
    """TYC-241, A38: two steps on one track, or one on each of two different ones."""
    state = game.start(3)
    decide(state, "red", "two_tracks", "minerals")
    assert offered(state) == ["finance", "agro", "fuel", "power", "transport"]
    decide(state, "red", "power")
    assert levels(state) == {"minerals": 1, "power": 1}
    decide(state, "blue", "one_track", "minerals")
    assert levels(state, "blue") == {"minerals": 2}
    assert state.view(0)["table"]["promoters"] == {"red": 1}
    assert "blue gains 1 promoter" not in state.events_for(0)


@pytest.mark.parametrize("players", [2, 4])
def test_random_games_end(game: Game, players: int) -> None:
    for state in play_many(game, players):
        for sector in SECTORS:
            assert sum(read(state, "level", who, sector) == 7 for who in state.player_names) <= 1
