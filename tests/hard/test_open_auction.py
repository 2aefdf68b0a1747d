"""Passage 1: an open auction of exactly two circuits (TYC industry bidding)."""

from __future__ import annotations

import pytest

from interpreter import Game, State

from .playing import decide, lay, load, offered, play_many, put, read, refused

ROW = "cotton_mill, steel_works, tea_estate"  # worth 30, 60, 45


@pytest.fixture(scope="module")
def game() -> Game:
    return load("01_open_auction")


def opened(game: Game, row: str = ROW, deck: str = "coal_mine, refinery", tycoon: str = "red") -> State:
    state = game.table(3)
    lay(state, row, "industry_row")
    lay(state, deck, "industry_deck")
    put(state, "tycoon", value=tycoon)
    return state


def bidding(game: Game, state: State) -> State:
    game.begin(state, "industry_bidding")
    return state


def test_the_printed_example(game: Game) -> None:
    """TYC-X06, TYC-X07: minimum 30; 40, 45, 55, then pass, 65, pass."""
    state = bidding(game, opened(game))
    assert state.request is not None
    assert "30 or more" in state.request.prompt
    decide(state, "red", "bid", 40)
    decide(state, "blue", "bid", 45)
    decide(state, "green", "bid", 55)
    decide(state, "red", "pass")
    decide(state, "blue", "bid", 65)
    decide(state, "green", "pass")
    assert [read(state, "money", who) for who in ("red", "blue", "green")] == [150, 85, 95]  # paid before they pick
    assert offered(state) == ["cotton_mill", "steel_works", "tea_estate"]
    decide(state, "blue", "steel_works")
    assert offered(state) == ["cotton_mill", "tea_estate"]
    decide(state, "green", "tea_estate")
    assert read(state, "holdings", "blue") == ["steel_works"]
    assert read(state, "holdings", "green") == ["tea_estate"]
    assert [read(state, "plants", who) for who in ("red", "blue", "green")] == [9, 8, 8]
    assert [read(state, "pool_promoters", who) for who in ("red", "blue", "green")] == [3, 0, 0]
    assert read(state, "resting", "cotton_mill") == 1
    assert read(state, "industry_row") == ["cotton_mill", "coal_mine", "refinery"]  # filled in place, TYC-A04
    assert read(state, "tycoon") == "blue"


def test_minimum_step_and_limit(game: Game) -> None:
    """TYC-134, 136, 137, A06: from the reserve or 5 above the standing bid, up to cash and loans, in fives."""
    state = bidding(game, opened(game, "sugar_mill, steel_works, tea_estate"))  # the lowest is worth 32: 35, TYC-A08
    decide(state, "red", "bid")
    assert state.request is not None
    assert (state.request.low, state.request.high, state.request.step) == (35, 400, 5)  # 150 + 10 * 25
    for wrong in (30, 32, 36, 405):
        with pytest.raises(ValueError, match="not among the choices"):
            state.choose(wrong)
        assert state.why_not(0, str(wrong)) == f"{wrong} is not possible: the amount is 35 to 400 in steps of 5."
    decide(state, "red", 380)  # jumps are allowed
    decide(state, "blue", "bid")
    assert (state.request.low, state.request.high) == (385, 400)
    decide(state, "blue", 400)
    assert refused(state) == {"bid": "the next bid is 405, you can raise 400"}
    assert offered(state) == ["pass"]
    assert "purse(player) is at least next_bid" in state.why_not(2, "bid")


def test_cash_only_is_an_option() -> None:
    game = load("01_open_auction", options={"bid_limit": "cash_only"})
    state = bidding(game, opened(game))
    decide(state, "red", "bid")
    assert state.request is not None
    assert state.request.high == 150


def test_a_winner_short_of_cash_takes_emergency_loans(game: Game) -> None:
    """TYC-A06, TYC-258, 259: 205 with 150 in cash needs three loans of 25, of which 20 are left."""
    state = bidding(game, opened(game))
    decide(state, "red", "bid", 205)
    decide(state, "blue", "pass")
    decide(state, "green", "pass")
    decide(state, "red", "pass", "steel_works")
    assert (read(state, "notes", "red"), read(state, "money", "red")) == (3, 20)


def test_who_passes_first_has_no_second_chance(game: Game) -> None:
    """TYC-139, 140, 151: red is out, blue's bid stands though he passes later."""
    state = bidding(game, opened(game))
    decide(state, "red", "pass")
    decide(state, "blue", "bid", 30)
    decide(state, "green", "pass")
    decide(state, "blue", "pass", "tea_estate")  # only blue is asked again, and only he takes a card
    assert state.request is None
    assert read(state, "money", "blue") == 120
    assert [read(state, "pool_promoters", who) for who in ("red", "blue", "green")] == [3, 0, 3]
    assert [read(state, "resting", card) for card in ("cotton_mill", "steel_works")] == [1, 1]
    assert read(state, "industry_row") == ["cotton_mill", "steel_works", "coal_mine"]


def test_one_may_raise_ones_own_bid(game: Game) -> None:
    """TYC-A07, TYC-132: the bidding starts with the tycoon and never goes round a third time."""
    state = bidding(game, opened(game, tycoon="green"))
    decide(state, "green", "bid", 30)
    decide(state, "red", "pass")
    decide(state, "blue", "pass")
    decide(state, "green", "bid", 50)
    decide(state, "green", "cotton_mill")
    assert read(state, "money", "green") == 100


def test_all_pass(game: Game) -> None:
    """TYC-152, A09: nobody takes a card, everybody is consoled, the tycoon stays."""
    state = bidding(game, opened(game, tycoon="blue"))
    for who in ("blue", "green", "red"):
        decide(state, who, "pass")
    assert state.request is None
    assert [read(state, "pool_promoters", who) for who in ("red", "blue", "green")] == [3, 3, 3]
    assert [read(state, "resting", card) for card in ROW.split(", ")] == [1, 1, 1]
    assert read(state, "tycoon") == "blue"


def test_no_plant_no_bid(game: Game) -> None:
    """TYC-131, 149: who has no plant must pass, and is consoled."""
    state = opened(game)
    put(state, "plants", "red", value=0)
    bidding(game, state)
    assert offered(state) == ["pass"]
    assert refused(state) == {"bid": "you have no plant left to put on an industry"}
    answer = state.why_not(0, "bid")
    assert "player's plants is more than 0 (player's plants is 0)" in answer
    assert "bidding.rules:" in answer
    for who in ("red", "blue", "green"):
        decide(state, who, "pass")
    assert read(state, "pool_promoters", "red") == 3


def test_promoters_on_a_card_go_to_its_taker(game: Game) -> None:
    """TYC-A02"""
    state = opened(game)
    put(state, "resting", "tea_estate", value=2)
    bidding(game, state)
    decide(state, "red", "bid", 30)
    decide(state, "blue", "pass")
    decide(state, "green", "pass")
    decide(state, "red", "pass", "tea_estate")
    assert (read(state, "promoters", "red"), read(state, "resting", "tea_estate")) == (2, 0)


def test_fewer_cards_than_winners(game: Game) -> None:
    """TYC-A05, A11: one open card has one winner; the second bidder pays nothing and is consoled."""
    state = game.table(3)
    lay(state, "shipyard", "industry_row")
    bidding(game, state)
    decide(state, "red", "bid", 100)
    decide(state, "blue", "bid", 105)
    decide(state, "green", "pass")
    decide(state, "red", "pass")
    decide(state, "blue", "pass", "shipyard")
    assert [read(state, "money", who) for who in ("red", "blue")] == [150, 45]
    assert [read(state, "pool_promoters", who) for who in ("red", "blue", "green")] == [3, 0, 3]
    empty = bidding(game, game.table(3))
    assert empty.request is None
    assert read(empty, "pool_promoters", "red") == 3


def test_money_is_hidden_and_bids_are_open(game: Game) -> None:
    """TYC-034, TYC-043"""
    state = bidding(game, opened(game))
    decide(state, "red", "bid", 40)
    assert state.view(1)["table"]["bid"] == {"red": 40, "blue": 0, "green": 0}
    assert state.view(1)["table"]["money"] == {"blue": 150}
    assert state.view(None)["table"]["money"] == {}
    decide(state, "blue", "bid", 205)
    decide(state, "green", "pass")
    decide(state, "red", "pass")
    decide(state, "blue", "pass")
    assert "blue pays 205 money to the bank" in state.events_for(1)
    assert "blue gains 75 money" not in state.events_for(0)
    assert state.view(0)["table"]["notes"]["blue"] == 3  # notes lie open, TYC-039
    assert state.view(0)["zones"]["industry_deck"] == {"count": 2}


@pytest.mark.parametrize("players", [3, 4])
def test_random_games_end(game: Game, players: int) -> None:
    for state in play_many(game, players):
        cards = sum(len(read(state, "holdings", who)) for who in state.player_names)
        assert cards + len([c for c in read(state, "industry_row") if c]) + len(read(state, "industry_deck")) == 8
