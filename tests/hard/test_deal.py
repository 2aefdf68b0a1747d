"""Passage 11: a deal between two players with a value cap, accepted or declined (Discover Pune)."""

from __future__ import annotations

import pytest

from interpreter import State
from tests.hard.table import (
    asked,
    cards,
    check_alike,
    check_random_games,
    decide,
    load_case,
    offered,
    place,
    refused,
    seen,
    told,
    value,
)

GAME = load_case("11_deal")
NAMES = ("red", "blue", "green")


def position(*red_hand: str, blue_hand: tuple[str, ...] = ("metro_card",), red_places: tuple[str, ...] = ()) -> State:
    """Red's turn. Blue owns the Kelkar Museum (cost 250) and Tulshibaug; the deck holds flyovers only."""
    state = GAME.table(names=NAMES)
    for card in ("flyover_card", "flyover_card_2"):
        place(state, "deck", card=card)
    for card in red_hand:
        place(state, "hand", "red", card=card)
    for card in blue_hand:
        place(state, "hand", "blue", card=card)
    for location in ("kelkar_museum", "tulshibaug"):
        place(state, "contracts", "blue", card=location)
    for location in red_places:
        place(state, "contracts", "red", card=location)
    GAME.begin(state, "play")
    return state


def test_without_a_deal_card_there_is_no_trade() -> None:  # PUN-133
    state = position("metro_card_2")
    assert offered(state) == ["pass"]
    assert refused(state) == {"propose_deal": "players trade only with a Deal card"}


@pytest.mark.parametrize(
    ("family", "most"),  # PUN-X26, PUN-A69
    [("tunnel", 150), ("ferry", 300), ("metro", 450), ("flyover", 450), ("deal", 450)],
)
def test_a_card_costs_one_and_a_half_times_its_price_at_most(family: str, most: int) -> None:
    state = position("deal_card")
    decide(state, "red", "propose_deal", "blue", "buy_card", family)
    assert (asked(state).low, asked(state).high, asked(state).step) == (0, most, 50)
    assert refused(state)[str(most + 50)] == f"a {family} card may cost {most} at most"
    with pytest.raises(ValueError, match="not among the choices"):
        state.choose(most + 50)
    with pytest.raises(ValueError, match="not among the choices"):
        state.choose(most - 25)


def test_an_option_sets_the_worth_of_cards_without_a_price() -> None:  # PUN-A69
    game = load_case("11_deal", unpriced_card_value=100)
    state = game.table(names=NAMES)
    place(state, "hand", "red", card="deal_card")
    game.begin(state, "play")
    decide(state, "red", "propose_deal", "blue", "buy_card", "flyover")
    assert asked(state).high == 150


def test_a_location_is_bought_when_its_owner_agrees() -> None:  # PUN-127, PUN-129, PUN-131, PUN-134, PUN-X26
    state = position("deal_card")
    decide(state, "red", "propose_deal", "blue", "buy_location", "kelkar_museum")
    assert asked(state).high == 350  # 150 % of 250 is 375, and the smallest note is 50
    assert refused(state)["400"] == "Kelkar Museum may cost 350 at most"
    decide(state, "red", 350)
    assert [choice.label for choice in asked(state).choices] == ["Give Kelkar Museum for 350", "Pass"]
    decide(state, "blue", "agree")
    assert (value(state, "money", "red"), value(state, "money", "blue")) == (650, 1350)
    assert cards(state, "contracts", "red") == ["kelkar_museum"]
    assert cards(state, "contracts", "blue") == ["tulshibaug"]
    assert cards(state, "deck")[-1] == "deal_card"  # PUN-132
    assert asked(state).player == 1  # Blue's turn


def test_a_declined_deal_changes_nothing_and_ends_the_proposals_of_the_turn() -> None:  # PUN-131, PUN-A72
    state = position("deal_card")
    decide(state, "red", "propose_deal", "blue", "buy_location", "kelkar_museum", 100)
    decide(state, "blue", "pass")
    assert (value(state, "money", "red"), value(state, "money", "blue")) == (1000, 1000)
    assert cards(state, "contracts", "blue") == ["kelkar_museum", "tulshibaug"]
    assert "deal_card" in cards(state, "hand", "red")
    assert (asked(state).player, asked(state).rule) == (1, "turn")


def test_barter_is_not_capped() -> None:  # PUN-130, PUN-A68
    state = position("deal_card", red_places=("aga_khan_palace",))
    decide(state, "red", "propose_deal", "blue", "swap_locations", "aga_khan_palace", "tulshibaug")
    decide(state, "blue", "agree")
    assert cards(state, "contracts", "red") == ["tulshibaug"]
    assert cards(state, "contracts", "blue") == ["kelkar_museum", "aga_khan_palace"]


def test_the_deal_card_itself_is_not_given_in_its_own_deal() -> None:
    state = position("deal_card", "deal_card_2", "tunnel_card")
    decide(state, "red", "propose_deal", "blue", "swap_cards")
    assert offered(state) == ["deal_card_2", "tunnel_card", "flyover_card"]
    decide(state, "red", "tunnel_card", "metro")
    assert asked(state).choices[0].label == "Give a metro card for Tunnel"
    decide(state, "blue", "agree")
    assert "tunnel_card" in cards(state, "hand", "blue")
    assert cards(state, "hand", "red") == ["deal_card_2", "flyover_card", "metro_card"]


def test_nobody_learns_whether_the_other_could_have_agreed() -> None:  # PUN-A36
    state = position("deal_card")
    decide(state, "red", "propose_deal", "blue", "buy_card", "ferry", 200)
    assert offered(state) == ["pass"]
    assert refused(state) == {"agree": "you hold no ferry card"}
    since = len(state.events)
    decide(state, "blue", "pass")
    for other in ("red", "green"):
        assert "ferry" not in told(state, other, since)
        assert seen(state, other)["zones"]["blue's hand"] == {"count": 2}  # with the card drawn on Blue's turn
    assert seen(state, "blue")["zones"]["blue's hand"][0] == "metro_card"


def test_a_refused_offer_tells_the_others_nothing_about_hands() -> None:
    one, other = (position("deal_card", blue_hand=(card,)) for card in ("ferry_card", "tunnel_card"))
    for state in (one, other):
        decide(state, "red", "propose_deal", "blue", "buy_card", "ferry", 200)
        decide(state, "blue", "pass")
    check_alike("red", one, other)
    check_alike("green", one, other)


def test_no_location_no_offer() -> None:
    state = position("deal_card")
    decide(state, "red", "propose_deal", "green")
    assert offered(state) == ["buy_card", "swap_cards"]
    assert set(refused(state)) == {"buy_location", "swap_locations"}


def test_random_games() -> None:
    check_random_games(GAME)
