"""Passage 18: ranks that share points on ties, tie-break chains, a winner who is not simply the one with most (TYC)."""

from __future__ import annotations

import pytest

from interpreter import State
from tests.hard.table import (
    asked,
    check_random_games,
    decide,
    load_case,
    offered,
    place,
    put,
    refused,
    seen,
    value,
    worked,
)

GAME = load_case("18_scoring")
NAMES = ("red", "blue", "green")
ROAD = GAME.code.KINDS["city"].members
SECTORS = ("finance", "minerals", "fuel", "agro", "power", "transport")


def table(names: tuple[str, ...] = NAMES) -> State:
    state = GAME.table(names=names)
    for card in ("connected_plants", "balanced_growth", "investors"):
        place(state, "planning", card=card)
    put(state, "favor_sectors", to=(SECTORS.index("finance"), SECTORS.index("fuel")))
    return state


def example() -> State:
    """The end of the rulebook's example game (TYC-X15 to TYC-X23), filled up with what its totals need."""
    state = table()
    for name, industries, merits, policies, agenda in (
        ("red", "textile_mill tea_estate sugar_mill steel_works paper_mill", "export_award export_award_2",
         "licence_act open_market", "public_company"),
        ("blue", "refinery shipyard car_factory", "", "small_works_act", "patron"),
        ("green", "cement_works tyre_factory bicycle_works", "", "textile_policy heavy_industry_act", "builder"),
    ):  # fmt: skip
        for zone, cards in (
            ("built", industries),
            ("merits_of", merits),
            ("policies_of", policies),
            ("agenda_of", agenda),
        ):
            for card in cards.split():
                place(state, zone, name, card=card)
    for name, cities in (
        ("red", (1, 2, 3, 4, 6, 8)),
        ("green", (9, 10, 11, 12, 13, 15)),
        ("blue", (16, 17, 19, 20, 7)),
    ):
        for number in cities:
            put(state, "plant", ROAD[number - 1], to=name)
    for name, levels in (("red", (5, 1, 7, 1, 1, 3)), ("blue", (2, 2, 2, 2, 2, 2)), ("green", (3, 3, 5, 3, 3, 5))):
        for sector, level in zip(SECTORS, levels, strict=True):
            put(state, "level", name, sector, to=level)
    for holder, issuer, count in (
        ("red", "blue", 2),
        ("red", "green", 1),
        ("blue", "red", 3),
        ("green", "red", 1),
        ("green", "blue", 1),
    ):
        put(state, "shares", holder, issuer, to=count)
    for name, influence, favor in (("red", 71, 7), ("blue", 65, 0), ("green", 76, 4)):
        put(state, "influence", name, to=influence)
        put(state, "favor_tokens", name, to=favor)
    put(state, "notes", "blue", to=1)
    return state


def scored(state: State) -> State:
    GAME.begin(state, "final_scoring")
    return state


def winners(state: State) -> list[str]:
    assert state.result is not None
    return [state.player_names[number] for number in state.result.winners]


def each(state: State, name: str) -> list[int]:
    return [worked(state, name, player) for player in NAMES]


# ---- the rulebook's example
def test_asset_value_of_the_example() -> None:  # TYC-X15..X18
    state = example()
    assert each(state, "industry_value") == [270, 400, 250]
    assert each(state, "share_price") == [40, 60, 20]
    assert each(state, "share_value") == [140, 120, 100]
    assert each(state, "track_value") == [70, 20, 70]
    assert each(state, "merit_value") == [40, 0, 0]
    assert each(state, "asset_value") == [520, 490, 420]


def test_influence_of_the_example() -> None:  # TYC-X19..X21
    state = scored(example())
    assert [value(state, "planning_points", name) for name in NAMES] == [12 + 3 + 9, 4 + 6 + 9, 15 + 9 + 0]
    assert each(state, "policy_points") == [6, 5, 12]
    assert each(state, "total_influence") == [101, 82, 112]


def test_favour_decides_between_the_two_leaders_only() -> None:  # TYC-302, TYC-X22..X24
    state = scored(example())
    assert worked(state, "total_favor", "red") == 24
    assert worked(state, "total_favor", "green") == 21
    assert winners(state) == ["red"]
    assert state.result is not None
    assert state.result.scores == {0: 520, 1: 490, 2: 420}


def test_a_third_player_with_more_favour_cannot_win() -> None:  # TYC-302
    state = example()
    put(state, "favor_tokens", "blue", to=90)
    assert winners(scored(state)) == ["red"]


def test_equal_favour_is_a_shared_victory() -> None:  # TYC-310
    state = example()
    put(state, "favor_tokens", "green", to=7)
    assert winners(scored(state)) == ["red", "green"]


def test_who_leads_both_wins_without_favour() -> None:  # TYC-301
    state = example()
    put(state, "influence", "red", to=90)
    put(state, "favor_tokens", "red", to=0)
    scored(state)
    assert winners(state) == ["red"]
    assert [value(state, "revealed", name) for name in NAMES] == [False, False, False]


# ---- ties
def test_equal_industry_values_go_to_the_higher_influence() -> None:  # TYC-307
    state = table()
    for name, card in (("red", "textile_mill"), ("blue", "bicycle_works")):  # 60 each
        place(state, "built", name, card=card)
    put(state, "influence", "red", to=4)
    put(state, "influence", "blue", to=5)
    assert each(state, "share_price") == [40, 60, 20]
    put(state, "influence", "red", to=5)
    put(state, "influence_height", "red", to=2)  # on one space: the disc on top
    put(state, "influence_height", "blue", to=1)
    assert each(state, "share_price") == [60, 40, 20]
    put(state, "influence_height", "blue", to=3)
    assert each(state, "share_price") == [40, 60, 20]


def test_arriving_last_lies_on_top() -> None:  # TYC-097, TYC-163
    state = GAME.start(names=NAMES, seed=1)
    for name in NAMES:
        decide(state, name, "campaign")
    assert worked(state, "by_industry") == (2, 1, 0)


def test_the_fourth_place_is_worth_nothing() -> None:  # TYC-287, TYC-A49
    state = table(("red", "blue", "green", "yellow"))
    for number, name in enumerate(("red", "blue", "green", "yellow")):
        put(state, "influence", name, to=10 - number)
    assert [worked(state, "share_price", name) for name in ("red", "blue", "green", "yellow")] == [60, 40, 20, 0]


def test_equal_wealth_goes_to_the_higher_industry_value() -> None:  # TYC-308
    state = table()
    place(state, "built", "red", card="textile_mill")  # 60 by industry
    place(state, "built", "blue", card="tea_estate")  # 40 and 20 by merit
    place(state, "merits_of", "blue", card="export_award")
    put(state, "influence", "green", to=50)
    put(state, "favor_tokens", "red", to=1)
    scored(state)
    assert each(state, "asset_value")[:2] == [60, 60]
    assert winners(state) == ["red"]


def test_equal_influence_goes_to_the_higher_track() -> None:  # TYC-309: the track as it stands, not the sheet
    state = table()
    place(state, "built", "red", card="textile_mill")
    put(state, "influence", "blue", to=10)
    put(state, "influence", "green", to=6)
    put(state, "notes", "blue", to=1)
    for name, card in (("blue", "small_works_act"), ("green", "licence_act")):
        place(state, "policies_of", name, card=card)
    for number, name in ((1, "blue"), (10, "blue"), (3, "blue"), (12, "green"), (14, "green")):
        put(state, "plant", ROAD[number - 1], to=name)
    put(state, "influence", "green", to=4)
    put(state, "favor_tokens", "blue", to=8)
    scored(state)
    assert (worked(state, "total_influence", "blue"), worked(state, "total_influence", "green")) == (10 + 3 - 7, 4 + 2)
    assert winners(state) == ["blue"]


# ---- prizes by rank
@pytest.mark.parametrize(
    ("shares", "points"),  # prizes 12 and 6
    [
        ((3, 2, 1, 0), [12, 6, 0, 0]),  # TYC-296
        ((3, 3, 1, 0), [9, 9, 0, 0]),  # TYC-297: first and second are shared
        ((2, 2, 2, 1), [6, 6, 6, 0]),  # TYC-A52: three share both prizes
        ((3, 2, 2, 2), [12, 2, 2, 2]),  # the second prize alone
        ((1, 1, 1, 1), [4, 4, 4, 4]),  # TYC-A51: 18 / 4 rounded down
        ((2, 0, 0, 0), [12, 0, 0, 0]),  # TYC-A53: nobody is second with nothing
        ((0, 0, 0, 0), [0, 0, 0, 0]),
    ],
)
def test_equals_share_the_prizes_of_their_places(shares: tuple[int, ...], points: list[int]) -> None:
    names = ("red", "blue", "green", "yellow")
    state = GAME.table(names=names)
    place(state, "planning", card="investors")
    for name, count in zip(names, shares, strict=True):
        put(state, "shares", name, names[(names.index(name) + 1) % 4], to=count)
    scored(state)
    assert [value(state, "planning_points", name) for name in names] == points


@pytest.mark.parametrize(
    ("cities", "points"), [((19, 20, 1, 2), 12), ((20, 1), 4), ((1, 3, 5), 0), ((1, 2, 3, 4, 5, 6), 15)]
)
def test_a_chain_goes_round_the_loop(cities: tuple[int, ...], points: int) -> None:  # TYC-A54
    state = GAME.table(names=NAMES)
    place(state, "planning", card="connected_plants")
    for number in cities:
        put(state, "plant", ROAD[number - 1], to="red")
    assert value(scored(state), "planning_points", "red") == points


def test_unpaid_notes_cost_wealth_and_influence() -> None:  # TYC-265, TYC-A60
    state = table()
    put(state, "notes", "red", to=2)
    scored(state)
    assert (worked(state, "asset_value", "red"), worked(state, "total_influence", "red")) == (-100, -14)


# ---- repaying, limits, secrets
def test_notes_are_repaid_at_fifty_each_at_will() -> None:  # TYC-281..283
    state = table()
    put(state, "notes", "blue", to=3)
    put(state, "money", "blue", to=149)
    put(state, "tycoon", to="green")
    GAME.begin(state, "repay_notes")
    assert (asked(state).low, asked(state).high) == (0, 2)
    with pytest.raises(ValueError, match="not among the choices"):
        state.choose(3)
    decide(state, "blue", 1)
    assert (value(state, "notes", "blue"), value(state, "money", "blue")) == (2, 99)


def test_ten_notes_and_no_more_shares() -> None:  # TYC-266
    state = table()
    put(state, "notes", "red", to=10)
    put(state, "shares", "green", "blue", to=8)
    GAME.begin(state, "play")
    assert refused(state)["borrow"] == "ten notes are the most"
    decide(state, "red", "buy_share")
    assert offered(state) == ["green"]
    assert refused(state) == {"player_2": "blue has no share left"}


def test_only_the_two_leaders_show_their_agendas() -> None:  # TYC-037, TYC-306, TYC-A59
    state = example()
    assert seen(state, "green")["zones"]["red's agenda_of"] == {"count": 1}
    assert seen(state, "red")["zones"]["red's agenda_of"] == ["public_company"]
    scored(state)
    assert seen(state, "blue")["zones"]["red's agenda_of"] == ["public_company"]
    assert seen(state, "blue")["zones"]["green's agenda_of"] == ["builder"]
    assert seen(state, "red")["zones"]["blue's agenda_of"] == {"count": 1}
    assert seen(state, "red")["table"]["favor_tokens"] == {"red": 7}


def test_random_games() -> None:
    check_random_games(GAME)
