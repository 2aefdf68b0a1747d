"""Passage 14: a variant that replaces every pawn by one shared pawn (Expensive Investments)."""

from __future__ import annotations

import pytest

from interpreter import Game, State
from interpreter.source import Problems
from tests.hard.table import asked, check_random_games, decide, load_case, offered, put, refused, seen, throw, value

BASE = load_case("14_shared_pawn")
SHARED = load_case("14_shared_pawn", ["shared_pawn"])
NAMES = ("red", "blue", "green")


def position(game: Game, owners: dict[str, str], *steps: int) -> State:
    """All on Start; the dice of the next turns show these numbers, twice each."""
    state = game.table(names=NAMES)
    for business, owner in owners.items():
        put(state, "owner", business, to=owner)
    throw(state, *[number for number in steps for _ in range(2)])
    game.begin(state, "play")
    return state


def gains(state: State) -> list[int]:
    return [value(state, "money", name) - 1500 for name in NAMES]


def pawns(state: State) -> list[str]:
    return [value(state, "pawn", name) for name in NAMES]


# ---- the base game, which the variant leaves as it is
def test_with_own_pawns() -> None:
    state = position(BASE, {"gold_mine": "blue"}, 4, 3, 8)
    decide(state, "red", 4)
    assert pawns(state) == ["tile_4", "start_tile", "start_tile"]
    assert gains(state) == [-80, 80, 0]
    decide(state, "blue", 3)
    assert gains(state) == [-80, 130, 0]


def test_base_sale_needs_the_price() -> None:
    state = position(BASE, {}, 4)
    put(state, "money", "red", to=199)
    decide(state, "red", 4)
    assert (offered(state), refused(state)) == (["pass"], {"buy": "Gold mine costs 200"})


# ---- one pawn
def test_all_stand_where_the_pawn_stands() -> None:  # EXP-V05, switching
    state = position(SHARED, {}, 3, 5)
    decide(state, "red", 3)
    assert pawns(state) == ["profit_tile"] * 3
    assert asked(state).player == 1  # the next player moves it on from there
    decide(state, "blue", 5)
    assert pawns(state) == ["park"] * 3
    assert seen(state, "green")["table"]["pawn"] == dict.fromkeys(NAMES, "park")


def test_everybody_but_the_owner_pays_the_full_fee() -> None:  # EXP-V05, fees
    state = position(SHARED, {"gold_mine": "blue"}, 4)
    put(state, "investments", "gold_mine", to=1)
    decide(state, "red", 4)
    assert gains(state) == [-200, 400, -200]


def test_the_owner_pays_nothing_when_he_moves_the_pawn_himself() -> None:
    state = position(SHARED, {"gold_mine": "red"}, 4)
    decide(state, "red", 4)
    assert gains(state) == [160, -80, -80]


def test_tiles_hit_everybody() -> None:  # EXP-V05, EXP-A120, EXP-A121
    state = position(SHARED, {}, 3, 2, 6)
    decide(state, "red", 3)
    assert gains(state) == [50, 50, 50]
    decide(state, "blue", 2)  # the Tax Office
    assert gains(state) == [10, 10, 10]
    put(state, "money", "green", to=0)
    decide(state, "green", 6)  # past the Bank to the bakery
    assert [value(state, "money", name) for name in NAMES] == [1810, 1810, 300]


def test_the_owner_may_invest_whoever_moved() -> None:  # EXP-A122
    state = position(SHARED, {"gold_mine": "green"}, 4)
    decide(state, "red", 4)
    decide(state, "green", "invest")
    assert value(state, "investments", "gold_mine") == 1
    assert gains(state) == [-80, -80, 160 - 180]


def test_a_free_business_is_auctioned() -> None:  # EXP-V05, EXP-128..132, EXP-A64
    state = position(SHARED, {}, 4)
    decide(state, "red", 4, "join")
    decide(state, "blue", "pass")
    decide(state, "green", "join")
    assert (asked(state).low, asked(state).high) == (200, 1500)  # it opens at the listed price
    decide(state, "red", 250)
    assert asked(state).low == 255  # Green; Blue stayed out and is not asked any more
    for amount in (254, 256):
        with pytest.raises(ValueError, match="not among the choices"):
            state.choose(amount)
    decide(state, "green", 300)
    decide(state, "red", "pass")
    assert value(state, "owner", "gold_mine") == "green"
    assert gains(state) == [0, 0, -300]
    assert asked(state).rule == "turn"


def test_a_bid_is_covered_by_cash() -> None:  # EXP-A64
    state = position(SHARED, {}, 4)
    put(state, "money", "red", to=199)
    put(state, "money", "blue", to=200)
    decide(state, "red", 4)
    assert (offered(state), refused(state)) == (["pass"], {"join": "the bidding opens at 200"})
    decide(state, "red", "pass")
    decide(state, "blue", "join")
    decide(state, "green", "join")
    decide(state, "blue", 200)
    decide(state, "green", 205)
    assert offered(state) == ["pass"]
    decide(state, "blue", "pass")
    assert value(state, "owner", "gold_mine") == "green"


def test_nobody_interested_no_sale() -> None:
    state = position(SHARED, {}, 4)
    decide(state, "red", 4, "pass")
    decide(state, "blue", "pass")
    decide(state, "green", "pass")
    assert value(state, "owner", "gold_mine") is None
    assert asked(state).rule == "turn"
    state = position(SHARED, {}, 4)
    decide(state, "red", 4, "join")
    decide(state, "blue", "pass")
    decide(state, "green", "pass")
    decide(state, "red", "pass")
    assert value(state, "owner", "gold_mine") is None


# ---- variants
def test_the_lottery_gives_a_business_and_its_tile() -> None:  # EXP-V02, EXP-030, EXP-031
    state = load_case("14_shared_pawn", ["lottery"]).start(names=NAMES, seed=3)
    owners = [value(state, "owner", business) for business in state.engine.position.code.KINDS["business"].members]
    assert sorted(filter(None, owners)) == sorted(NAMES)
    assert len(set(pawns(state))) == 3
    assert "start_tile" not in pawns(state)


def test_lottery_and_shared_pawn_exclude_each_other() -> None:  # EXP-V05: no lottery
    with pytest.raises(Problems) as caught:
        load_case("14_shared_pawn", ["shared_pawn", "lottery"])
    assert [problem.code for problem in caught.value.diagnostics] == ["R0609"]


@pytest.mark.parametrize("variant", ["", "shared_pawn", "lottery"])
def test_random_games(variant: str) -> None:
    check_random_games(load_case("14_shared_pawn", [variant] if variant else []))
