"""Passage 3: a cost paid to different leaders, by distance on a ring and level on a track (TYC build)."""

from __future__ import annotations

import pytest

from interpreter import Game, State

from .playing import decide, lay, load, offered, play_many, put, read, refused


@pytest.fixture(scope="module")
def game() -> Game:
    return load("03_build_cost")


def position(game: Game, cards: str = "refinery", pawn: str = "west", **levels: dict[str, int]) -> State:
    """Red is about to build; levels are given as green={"minerals": 3}, in the order in which discs arrived."""
    state = game.table(3)
    lay(state, cards, "unbuilt", "red")
    put(state, "pawn", value=pawn)
    for who, found in levels.items():
        for sector, level in found.items():
            put(state, "level", who, sector, value=level)
    return state


def build(game: Game, state: State, card: str, city: str) -> dict[str, int]:
    """Red builds; gives how everybody's money has changed."""
    before = {who: read(state, "money", who) for who in state.player_names}
    game.begin(state, "build", [0])
    decide(state, "red", card, city)
    return {who: read(state, "money", who) - before[who] for who in state.player_names}


def test_the_printed_example(game: Game) -> None:
    """TYC-X08: 2 x 3 to green, distance 3 to blue; fuel +2, influence +4, agro +1 from Indore, 5 from the West."""
    state = position(game, blue={"power": 5}, green={"minerals": 3})
    assert build(game, state, "refinery", "indore") == {
        "red": -4,
        "blue": 3,
        "green": 6,
    }  # blue's level 5 does not matter
    assert read(state, "level", "red", "fuel") == 2
    assert read(state, "level", "red", "agro") == 1
    assert read(state, "influence", "red") == 4
    assert read(state, "plant", "indore") == "red"
    assert (read(state, "unbuilt", "red"), read(state, "built", "red")) == ([], ["refinery"])


@pytest.mark.parametrize(
    ("city", "distance"),
    # both ends count, the shorter way round; the metro itself is 1 away (TYC-190, 192, A18)
    [("bombay", 1), ("nashik", 2), ("cochin", 2), ("indore", 3), ("new_delhi", 4), ("cuttack", 5), ("ranchi", 7)],
)
def test_distance_on_the_ring(game: Game, city: str, distance: int) -> None:
    """The tea estate needs transport, which nobody leads: the distance is paid to the bank (TYC-193)."""
    state = position(game, "tea_estate")
    gains = {"bombay": 15, "nashik": 5, "cochin": 5, "indore": 5}.get(city, 0)  # of city and region
    assert build(game, state, "tea_estate", city) == {"red": gains - distance, "blue": 0, "green": 0}


def test_the_pawn_says_from_which_metro(game: Game) -> None:
    """TYC-191: the metro of the pawn's region, not of the region built in. Calcutta to Indore: 6 steps either way."""
    state = position(game, "tea_estate", pawn="east")
    assert build(game, state, "tea_estate", "indore")["red"] == 5 - 6


def test_the_government_leads_at_level_1(game: Game) -> None:
    """TYC-187: 2 to the bank for minerals; the same icon twice is charged twice (TYC-A28)."""
    state = position(game, "railway")  # minerals, minerals, fuel
    assert build(game, state, "railway", "varanasi") == {"red": -6, "blue": 0, "green": 0}


def test_who_leads_himself_pays_nothing(game: Game) -> None:
    """TYC-188, for a level and for a distance."""
    state = position(game, red={"minerals": 4, "power": 1}, green={"minerals": 3})
    assert build(game, state, "refinery", "varanasi") == {"red": 0, "blue": 0, "green": 0}


def test_the_disc_on_top_leads(game: Game) -> None:
    """TYC-186: blue and green both on 2; who arrived last is paid."""
    last_green = position(game, "power_house", blue={"minerals": 2}, green={"minerals": 2})
    assert build(game, last_green, "power_house", "varanasi") == {"red": -6, "blue": 0, "green": 4}
    last_blue = position(game, "power_house", green={"minerals": 2}, blue={"minerals": 2})
    assert build(game, last_blue, "power_house", "varanasi") == {"red": -6, "blue": 4, "green": 0}


def test_costs_are_those_before_the_gains(game: Game) -> None:
    """TYC-195: the sugar mill makes red level with blue and on top of him, but agro is paid to blue first."""
    state = position(game, "sugar_mill", red={"agro": 2}, blue={"agro": 3})
    assert build(game, state, "sugar_mill", "varanasi") == {"red": -6 - 6, "blue": 6, "green": 0}
    assert [read(state, "level", who, "agro") for who in ("red", "blue")] == [3, 3]
    heights = state.view(0)["table"]["level_height"]
    assert heights["red, agro"] > heights["blue, agro"]


def test_level_7_is_for_one(game: Game) -> None:
    """TYC-160..162: with 7 taken the second step is lost, and a lost step leaves the stack as it is (TYC-164)."""
    state = position(game, blue={"fuel": 7}, red={"fuel": 5})
    build(game, state, "refinery", "varanasi")
    assert read(state, "level", "red", "fuel") == 6
    state = position(game, red={"fuel": 6}, green={"fuel": 6}, blue={"fuel": 7})
    before = state.view(0)["table"]["level_height"]
    build(game, state, "refinery", "varanasi")
    assert read(state, "level", "red", "fuel") == 6
    assert state.view(0)["table"]["level_height"] == before


def test_refusals_at_and_beyond_the_purse(game: Game) -> None:
    """Refinery, nobody leads: 2 + distance. With 4 in hand, distance 2 is the limit."""
    state = position(game)
    put(state, "money", "red", value=4)
    put(state, "plant", "nashik", value="green")
    game.begin(state, "build", [0])
    decide(state, "red", "refinery")
    assert offered(state) == ["cochin", "bombay"]
    reasons = refused(state)
    assert reasons["indore"] == "Refinery costs 5 in Indore"
    assert reasons["nashik"] == "a plant of green stands in Nashik"
    assert "affordable(industry, city, you)" in state.why_not(0, "indore")
    state = position(game)
    put(state, "money", "red", value=2)
    game.begin(state, "play")
    assert offered(state) == ["pass"]
    assert "Refinery: you cannot pay for Refinery anywhere" in state.why_not(0, "build")


def test_nothing_to_build(game: Game) -> None:
    """TYC-181"""
    state = game.table(3)
    game.begin(state, "play")
    assert offered(state) == ["pass"]
    with pytest.raises(ValueError, match="not among the choices"):
        state.choose("build")


def test_a_full_map_and_hidden_money(game: Game) -> None:
    """TYC-A30, TYC-034"""
    state = position(game)
    for city in state.engine.position.code.KINDS["city"].members:
        put(state, "plant", city, value="blue")
    game.begin(state, "play")
    assert offered(state) == ["pass"]
    assert state.view(1)["table"]["money"] == {"blue": 60}


@pytest.mark.parametrize("players", [3, 4])
def test_random_games_end(game: Game, players: int) -> None:
    for state in play_many(game, players):
        plants = [city for city in state.engine.position.code.KINDS["city"].members if read(state, "plant", city)]
        assert len(plants) == sum(len(read(state, "built", who)) for who in state.player_names)
        assert all(read(state, "money", who) >= 0 for who in state.player_names)
