"""Passage 15: tiles of several cells on an unbounded grid: placements, moving, capacity, largest network (Dystopolis)."""

from __future__ import annotations

import pytest

from interpreter import State
from interpreter.runtime import grids, grounds
from tests.hard.table import (
    asked,
    cards,
    check_random_games,
    decide,
    load_case,
    offered,
    put,
    refused,
    seen,
    told,
    value,
    worked,
)

GAME = load_case("15_tiles")
NAMES = ("black", "blue", "purple")
Spot = tuple[int, int, int]
COMMON: dict[str, Spot] = {"blood_dome": (0, 0, 0), "in_vitro": (1, 1, 1), "icu": (0, 1, 0)}  # the position of DYS-X03


def city(tiles: dict[str, Spot], tokens: dict[tuple[str, str], int]) -> State:
    """A city with these tiles (column, row, quarter turns) and Investments; nothing runs yet."""
    state = GAME.table(names=NAMES)
    keep, kind = state.engine.position.code.keep_by_name["city"], state.engine.position.code.KINDS["company"]
    base, ground = state.engine.position.code.base("company"), state.engine.position.code.GROUNDS["city"]
    for company, spot in tiles.items():
        grids.lay(state.engine.position, base, keep.base, ground, kind.members.index(company), grounds.spot(*spot))
    for (player, company), count in tokens.items():
        put(state, "investments", player, company, to=count)
    return state


def act(state: State, action: str, player: str = "blue") -> State:
    """The player takes the action, whoever's turn it is."""
    GAME.begin(state, action, [NAMES.index(player)])
    return state


def labels(state: State) -> list[str]:
    return [choice.label for choice in asked(state).choices]


def tokens_of_the_examples() -> dict[tuple[str, str], int]:
    return {
        ("black", "blood_dome"): 1, ("blue", "blood_dome"): 1, ("black", "in_vitro"): 1,
        ("blue", "icu"): 2, ("black", "icu"): 1,
    }  # fmt: skip


# ---- laying tiles
@pytest.mark.parametrize(("size", "spots"), [("small", 10), ("medium", 24), ("large", 28)])  # DYS-M01
def test_the_first_tile_after_the_t(size: str, spots: int) -> None:
    state = GAME.start(names=NAMES, seed=4)
    laid = seen(state, "black")["zones"]["city"]
    assert len(laid) == 2
    for company in laid:  # DYS-025, DYS-X12
        assert (worked(state, "connections", company), worked(state, "capacity", company)) == (1, 2)
    decide(state, "black", size)
    assert len(offered(state)) == spots


def test_a_tile_touches_by_edge_and_overlaps_nothing() -> None:  # DYS-034, DYS-035, DYS-074, DYS-075
    state = GAME.start(names=NAMES, seed=4)
    decide(state, "black", "small")
    found = labels(state)
    assert "column 3, row 0" in found
    assert "column 3, row 1" not in found  # only a corner
    assert "column 1, row 0" not in found  # taken
    assert "column 5, row 5" not in found  # far away
    with pytest.raises(ValueError, match="not among the choices"):
        state.choose("column 3, row 1")


def test_a_laid_tile_changes_its_neighbours_at_once() -> None:  # DYS-038
    state = city(COMMON, {})
    assert [worked(state, "capacity", company) for company in COMMON] == [3, 3, 3]
    state = city({**COMMON, "helix_towers": (0, -1, 0)}, {})
    assert [worked(state, "capacity", company) for company in COMMON] == [4, 3, 3]
    assert worked(state, "connections", "helix_towers") == 1  # three shared edges, one neighbour: DYS-A10


def test_a_small_tile_has_four_neighbours_at_most() -> None:  # DYS-M01: 4, 6 and 8 connections
    around = {"spark_alley": (1, 0, 0), "petri_row": (-1, 0, 0), "shell_shop": (0, 1, 0), "holo_booth": (0, -1, 0)}
    state = city({"icu": (0, 0, 0), **around}, {})
    assert worked(state, "capacity", "icu") == 5


# ---- room and price
def test_price_and_room_of_the_examples() -> None:  # DYS-X03..X05
    state = act(city(COMMON, tokens_of_the_examples()), "invest")
    assert refused(state) == {"icu": "I.C.U. has no room for more than 3"}
    assert worked(state, "price", "blue", "blood_dome") == 5
    assert worked(state, "price", "blue", "in_vitro") == 1
    decide(state, "blue", "blood_dome")
    assert (value(state, "money", "blue"), value(state, "investments", "blue", "blood_dome")) == (25, 2)


def test_four_in_a_row_cost_thirty_one() -> None:  # DYS-X15
    state = city({**COMMON, "helix_towers": (0, -1, 0)}, {})
    for left in (29, 24, 14):
        decide(act(state, "invest"), "blue", "blood_dome")
        assert value(state, "money", "blue") == left
    assert refused(act(state, "invest"))["blood_dome"] == "the next Investment there costs 15"


def test_surplus_stays_but_nothing_is_added() -> None:  # DYS-091, DYS-X16
    tiles: dict[str, Spot] = {"icu": (0, 0, 0), "in_vitro": (1, 0, 0), "gene_vault": (-2, 0, 0), "petri_row": (0, 1, 0)}
    state = city(tiles, {("black", "icu"): 4, ("blue", "in_vitro"): 1, ("blue", "gene_vault"): 1})
    assert worked(state, "capacity", "icu") == 4
    decide(act(state, "relocate"), "blue", "in_vitro", "column 0, row 2, turned")
    decide(act(state, "relocate"), "blue", "gene_vault", "column 0, row 4, turned")
    assert (worked(state, "capacity", "icu"), worked(state, "occupancy", "icu")) == (2, 4)
    assert refused(act(state, "invest"))["icu"] == "I.C.U. has no room for more than 2"
    put(state, "investments", "black", "icu", to=2)
    assert "icu" in refused(act(state, "invest"))
    put(state, "investments", "black", "icu", to=1)
    assert "icu" in offered(act(state, "invest"))


# ---- moving and removing
def test_only_the_sole_main_owner_moves_a_company() -> None:  # DYS-104, DYS-A26, DYS-X26
    state = act(city(COMMON, tokens_of_the_examples()), "relocate", "black")
    assert offered(state) == ["in_vitro"]
    assert refused(state)["blood_dome"] == "only the main owner moves Blood Dome"  # shared with Blue
    assert "icu" in refused(state)


def test_a_moved_company_takes_its_investments_along() -> None:  # DYS-107, DYS-108, DYS-A13
    state = act(city(COMMON, tokens_of_the_examples()), "relocate")
    decide(state, "blue", "icu")
    assert "column 0, row 1" not in labels(state)  # where it lies is not a move
    decide(state, "blue", "column 1, row 3")  # on top of In Vitro
    assert worked(state, "connections", "icu") == 1
    assert worked(state, "connections", "blood_dome") == 1
    assert (value(state, "investments", "blue", "icu"), value(state, "investments", "black", "icu")) == (2, 1)
    assert worked(state, "full", "icu") is True  # 3 in a company with room for 2


def test_a_tile_is_lifted_before_its_place_is_judged() -> None:  # DYS-106
    state = city({"blood_dome": (0, 0, 0), "in_vitro": (0, 1, 0)}, {("blue", "in_vitro"): 1})
    decide(act(state, "relocate"), "blue", "in_vitro")
    assert "column 1, row 1" in labels(state)  # one cell on: over a cell of its own
    assert "column 0, row 3" not in labels(state)  # would touch nothing but its old place


def test_moving_may_split_the_city() -> None:  # DYS-A12
    state = city({"icu": (0, 0, 0), "in_vitro": (1, 0, 0), "petri_row": (3, 0, 0)}, {("blue", "in_vitro"): 1})
    decide(act(state, "relocate"), "blue", "in_vitro", "column -2, row 0")
    assert worked(state, "connections", "petri_row") == 0
    assert worked(state, "capacity", "petri_row") == 1  # DYS-039


def test_a_missile_takes_the_tile_and_all_on_it() -> None:  # DYS-224
    state = act(city(COMMON, tokens_of_the_examples()), "fire_missile", "purple")
    decide(state, "purple", "icu")
    assert cards(state, "ruins") == ["icu"]
    assert "icu" not in seen(state, "blue")["zones"]["city"]
    assert value(state, "investments", "blue", "icu") == 0
    assert worked(state, "capacity", "blood_dome") == 2
    state = act(state, "invest")
    assert offered(state) == ["in_vitro"]  # the two in the Blood Dome fill it now


# ---- networks and points
def test_the_largest_network() -> None:  # DYS-157, DYS-A45
    row: dict[str, Spot] = {
        "icu": (0, 0, 0), "spark_alley": (1, 0, 0), "petri_row": (2, 0, 0), "shell_shop": (3, 0, 0), "holo_booth": (4, 0, 0)
    }  # fmt: skip
    state = city(row, {("blue", company): 1 for company in row if company != "petri_row"})
    assert worked(state, "network", "blue") == 2  # two and two, with a gap
    assert worked(state, "network", "black") == 0
    decide(act(state, "invest"), "blue", "petri_row")
    assert worked(state, "network", "blue") == 5
    decide(act(state, "fire_missile", "black"), "black", "spark_alley")
    assert worked(state, "network", "blue") == 3


def test_victory_points() -> None:  # DYS-167..170, DYS-X26
    state = city(COMMON, {("black", "icu"): 2, ("blue", "icu"): 2, ("purple", "icu"): 1, ("black", "in_vitro"): 1})
    for name, money in (("black", 47), ("blue", 9), ("purple", 10)):
        put(state, "money", name, to=money)
    assert [worked(state, "victory_points", name) for name in NAMES] == [2 + 1 + 4, 1, 1]


def test_four_points_for_the_one_largest_network() -> None:  # DYS-171
    row: dict[str, Spot] = {
        "icu": (0, 0, 0), "spark_alley": (1, 0, 0), "petri_row": (2, 0, 0), "shell_shop": (3, 0, 0)
    }  # fmt: skip
    state = city(row, {("blue", company): 1 for company in row})
    assert worked(state, "victory_points", "blue") == 8 + 3 + 4
    decide(act(state, "fire_missile", "black"), "black", "shell_shop")
    assert worked(state, "victory_points", "blue") == 6 + 3  # three are less than the minimum


# ---- hidden stacks
def test_stacks_are_hidden() -> None:  # DYS-023, DYS-073
    state = GAME.start(names=NAMES, seed=4)
    for name in NAMES:
        assert seen(state, name)["zones"]["small's stack"] == {"count": 5}
    first, second = cards(state, "stack", "small")[:2]
    titles = {
        card: state.engine.position.title("company", state.engine.position.code.KINDS["company"].members.index(card))
        for card in (first, second)
    }
    decide(state, "black", "small")
    assert f"Where do you lay {titles[first]}?" == asked(state).prompt
    for name in NAMES:
        assert titles[second] not in told(state, name)


def test_random_games() -> None:
    check_random_games(GAME, players=(2, 3))
