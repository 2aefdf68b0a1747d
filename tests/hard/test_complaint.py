"""Passage 12: a card in force for N turns of its drawer swaps payer and payee; one kind is immune (EXP Complaint)."""

from __future__ import annotations

from interpreter import State
from tests.hard.table import (
    asked,
    cards,
    check_random_games,
    decide,
    load_case,
    offered,
    place,
    put,
    refused,
    seen,
    throw,
    told,
    value,
)

GAME = load_case("12_complaint")
NAMES = ("red", "blue", "green")


def position(*deck: str, ruling: str = "", owners: str = "blue") -> State:
    """All on Start, Red to roll. Blue owns the cinema, the press agency, the foundry and the insurance."""
    state = GAME.table(names=NAMES)
    for card in deck:
        place(state, "economy_deck", card=card)
    if ruling:
        place(state, "ruling_economy", card=ruling)
    for tile in ("cinema", "press_agency", "foundry", "life_insurance"):
        put(state, "owner", tile, to=owners or None)
    return state


def walk(state: State, *steps: int) -> None:
    """The next players go so many tiles; they buy nothing."""
    for number in steps:
        player = NAMES[asked(state).player]
        decide(state, player, number)
        if asked(state).rule == "land":
            decide(state, player, "pass")


def play(state: State, *steps: int) -> State:
    throw(state, *[number for number in steps for _ in range(2)])
    GAME.begin(state, "play")
    walk(state, *steps)
    return state


def gains(state: State) -> list[int]:
    return [value(state, "money", name) - 5000 for name in NAMES]


def test_fees_without_a_card() -> None:  # EXP-071, EXP-102
    assert gains(play(position(), 1)) == [-15, 15, 0]  # the cinema
    assert gains(play(position(), 4)) == [-25, 25, 0]  # the foundry
    assert gains(play(position(), 5)) == [-15, 15, 0]  # the insurance
    assert gains(play(position(), 6, 1)) == [0, 0, 0]  # Blue on his own cinema


def test_the_fee_counts_what_the_owner_has_of_the_kind() -> None:  # EXP-194, EXP-198
    state = position()
    put(state, "owner", "theatre", to="blue")
    put(state, "owner", "travel_agency", to="blue")
    assert gains(play(state, 1, 1, 3)) == [-40, 90, -50]


def test_complaint_turns_entertainment_and_agencies_round() -> None:  # EXP-X24
    assert gains(play(position(ruling="complaint"), 1)) == [15, -15, 0]
    assert gains(play(position(ruling="complaint"), 3)) == [20, -20, 0]
    assert gains(play(position(ruling="complaint"), 4)) == [-25, 25, 0]  # an industry: as ever


def test_insurance_is_immune_to_every_card() -> None:  # EXP-201, EXP-237
    assert gains(play(position(ruling="consumer_rights"), 4)) == [25, -25, 0]
    assert gains(play(position(ruling="consumer_rights"), 5)) == [-15, 15, 0]
    assert gains(play(position(ruling="boom"), 4)) == [-50, 50, 0]
    assert gains(play(position(ruling="boom"), 5)) == [-15, 15, 0]


def test_it_is_in_force_at_once() -> None:  # EXP-236, EXP-A87: Blue owes it on Green's turn
    state = play(position("complaint", "boom"), 6, 2, 1)
    assert cards(state, "ruling_economy") == ["complaint"]
    assert gains(state) == [0, -15, 15]


def test_it_lasts_for_its_counters_of_the_drawers_turns() -> None:  # EXP-080..082, EXP-A75, EXP-X30
    state = position("complaint", "boom", owners="")
    put(state, "pawn", "blue", to="park")
    throw(state, *[1] * 2, *[3] * 2, *[1] * 20)  # Red to the cinema, Blue to Global Economy 1, then one tile each
    GAME.begin(state, "play")
    walk(state, 1, 3)
    in_force = []
    for turn in ("green 1", "red 2", "blue 2", "green 2", "red 3", "blue 3", "green 3"):
        in_force.append((turn, cards(state, "ruling_economy") == ["complaint"]))
        walk(state, 1)
    assert in_force == [
        ("green 1", True), ("red 2", True), ("blue 2", True), ("green 2", True), ("red 3", True), ("blue 3", True),
        ("green 3", False),
    ]  # fmt: skip
    assert cards(state, "economy_deck") == ["boom", "complaint"]  # under the pile, EXP-242


def test_a_skipped_turn_counts() -> None:  # EXP-A76
    state = position("consumer_rights", owners="")
    throw(state, *[2] * 2, *[1] * 20)  # Red draws a card with one counter
    GAME.begin(state, "play")
    walk(state, 2)
    put(state, "resting", "red", to=True)
    walk(state, 1)
    assert cards(state, "ruling_economy") == ["consumer_rights"]
    walk(state, 1)  # Green; then Red's turn is skipped, and with it the counter goes
    assert asked(state).player == 1
    assert cards(state, "ruling_economy") == []


def test_only_one_card_at_a_time() -> None:  # EXP-A74
    state = play(position("complaint", "boom"), 2, 2)
    assert cards(state, "ruling_economy") == ["complaint"]
    assert cards(state, "economy_deck") == ["boom"]


def test_the_deck_is_hidden_and_the_ruling_card_open() -> None:
    state = play(position("complaint", "boom"), 2)
    for name in NAMES:
        assert seen(state, name)["zones"] == {"economy_deck": {"count": 1}, "ruling_economy": ["complaint"]}
        assert "Boom" not in told(state, name)
        assert "Complaint goes to the ruling economy" in told(state, name)


def test_buying_needs_the_price() -> None:  # EXP-083, EXP-089
    state = position(owners="")
    put(state, "money", "red", to=59)
    throw(state, 1, 1, 1, 1)
    GAME.begin(state, "play")
    decide(state, "red", 1)
    assert offered(state) == ["pass"]
    assert refused(state) == {"buy": "Cinema costs 60"}
    decide(state, "red", "pass")
    put(state, "money", "blue", to=60)
    decide(state, "blue", 1, "buy")
    assert (value(state, "money", "blue"), value(state, "owner", "cinema")) == (0, "blue")


def test_random_games() -> None:
    check_random_games(GAME)
