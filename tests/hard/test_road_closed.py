"""Passage 10: a road closed for two rounds for everyone, players on it stuck, cancellable by a card (Discover Pune)."""

from __future__ import annotations

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
    put,
    refused,
    seen,
    stack,
    told,
    value,
)

GAME = load_case("10_road_closed")
NAMES = ("red", "blue", "green")


def started(*deck: str) -> State:
    state = GAME.start(names=NAMES, seed=1)
    stack(state, "deck", *deck)
    return state


def closed_by_red() -> State:
    """Red has walked from Shaniwarwada to Sonya Maruti and drawn the closing of Laxmi Road there."""
    state = started("laxmi_closed", "good_find")
    put(state, "pin", "green", to="belbaug")
    decide(state, "red", "pass", "shaniwarwada_nana", "nana_sonya")
    return state


def test_the_closing_binds_everybody_and_says_why() -> None:  # PUN-089..091
    state = closed_by_red()
    assert cards(state, "constraints") == ["laxmi_closed"]
    decide(state, "blue", "pass", "shaniwarwada_nana")
    assert offered(state) == ["shaniwarwada_nana"]
    assert refused(state) == {"nana_sonya": "laxmi road is closed"}
    assert "laxmi road is closed" in state.why_not(1, "nana_sonya")


def test_those_on_the_road_are_stuck_for_the_whole_time() -> None:  # PUN-092, PUN-X07, PUN-X35
    state = closed_by_red()
    assert [value(state, "trapped", player, "laxmi_closed") for player in NAMES] == [True, False, True]
    decide(state, "blue", "pass", "shaniwarwada_nana", "shaniwarwada_nana")
    decide(state, "green", "pass")  # on Belbaug: not asked for a way, although Shivaji Road is open
    decide(state, "red", "pass")
    assert (value(state, "pin", "red"), value(state, "pin", "green")) == ("sonya", "belbaug")
    assert asked(state).player == 1


def test_it_ends_with_the_drawers_second_following_turn() -> None:  # PUN-093, PUN-A37
    state = closed_by_red()
    for turn, player in enumerate(("blue", "green", "red", "blue", "green", "red")):
        assert cards(state, "constraints") == ["laxmi_closed"], turn
        decide(state, player, "pass")
        while asked(state).name == "street":
            decide(state, player, offered(state)[0])
    assert cards(state, "constraints") == []
    assert cards(state, "deck")[-1] == "laxmi_closed"
    decide(state, "blue", "pass", "shaniwarwada_nana")
    assert "nana_sonya" in offered(state)


def test_a_road_closed_in_mid_walk_ends_it() -> None:  # PUN-A38
    state = started("laxmi_closed")
    put(state, "pin", "red", to="nana")
    decide(state, "red", "pass", "nana_sonya")
    assert asked(state).player == 1  # one step was left, but Red stands on the closed road
    assert value(state, "pin", "red") == "sonya"


def test_who_comes_later_to_its_crossings_is_not_stuck() -> None:  # PUN-A41
    state = closed_by_red()
    put(state, "pin", "blue", to="deccan")
    decide(state, "blue", "pass", "deccan_shaniwarwada", "shaniwarwada_nana")
    assert value(state, "pin", "blue") == "nana"
    decide(state, "green", "pass")
    decide(state, "red", "pass")
    decide(state, "blue", "pass")
    assert offered(state) == ["shaniwarwada_nana"]


def test_nowhere_to_go_ends_the_walk() -> None:  # PUN-A13
    state = closed_by_red()
    put(state, "pin", "blue", to="sonya")  # came later, so not trapped; but both its streets are closed
    decide(state, "blue", "pass")
    assert asked(state).player == 2


def test_two_closings_of_one_road_end_separately() -> None:  # PUN-A44
    state = started("laxmi_closed", "laxmi_parade")
    put(state, "pin", "red", to="nana")
    put(state, "pin", "blue", to="swargate")
    decide(state, "red", "pass", "nana_sonya")
    decide(state, "blue", "pass", "swargate_deccan", "swargate_deccan")  # Deccan: the parade, for one round
    assert cards(state, "constraints") == ["laxmi_closed", "laxmi_parade"]
    for player in ("green", "red", "blue"):
        decide(state, player, "pass")
        while asked(state).name == "street":
            decide(state, player, offered(state)[-1])
    assert cards(state, "constraints") == ["laxmi_closed"]  # Blue's one following turn is over


def test_reverse_opens_the_road_for_all_and_frees_its_player_at_once() -> None:  # PUN-122..124, PUN-A43
    state = closed_by_red()
    place(state, "hand", "green", card="reverse_card_2")
    decide(state, "blue", "pass", "shaniwarwada_nana", "shaniwarwada_nana")
    decide(state, "green", "play_reverse", "laxmi_closed")
    assert cards(state, "constraints") == []
    assert cards(state, "deck")[-2:] == ["laxmi_closed", "reverse_card_2"]
    assert cards(state, "hand", "green") == []
    decide(state, "green", "pass", "sonya_belbaug")  # moves in the same turn
    assert value(state, "pin", "green") == "sonya"


def test_reverse_needs_a_card_and_a_constraint() -> None:
    state = started("good_find")
    assert refused(state) == {"play_reverse": "you hold no Reverse card"}
    place(state, "hand", "red", card="reverse_card")
    assert refused(state) == {"play_reverse": "no constraint is in force"}
    assert offered(state) == ["pass"]


def test_a_kept_card_stays_hidden_from_the_others() -> None:  # PUN-A36
    state = started("reverse_card")
    since = len(state.events)
    decide(state, "red", "pass", "shaniwarwada_nana", "nana_sonya")
    assert "Reverse goes to red's hand" in told(state, "red", since)
    for other in ("blue", "green"):
        assert "Reverse" not in told(state, other, since)
        assert seen(state, other)["zones"]["red's hand"] == {"count": 1}
        assert seen(state, other)["zones"]["deck"] == {"count": 8}


def test_the_order_of_the_deck_makes_no_difference() -> None:
    one, other = started("laxmi_closed", "good_find"), started("good_find", "tilak_closed")
    for name in NAMES:
        check_alike(name, one, other)


def test_random_games() -> None:
    check_random_games(GAME)
