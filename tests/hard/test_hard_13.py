"""Passage 13: a debt is raised by selling in order, borrowing, refusing or bankruptcy, also off turn (Expensive Investments)."""

from __future__ import annotations

import pytest

from interpreter import Game, State
from tests.hard.table import asked, check_random_games, decide, load_case, offered, put, refused, throw, value

GAME = load_case("13_debt")
NAMES = ("red", "blue", "green")
Deeds = dict[str, tuple[str, int]]


def position(cash: dict[str, int], deeds: Deeds, steps: int, pawn: str = "start_tile", game: Game = GAME) -> State:
    """Red's turn: both dice show `steps`. Deeds: owner and upgrades of each business."""
    state = game.table(names=NAMES)
    for name, amount in cash.items():
        put(state, "money", name, to=amount)
    for business, (owner, upgrades) in deeds.items():
        put(state, "owner", business, to=owner)
        put(state, "upgrades", business, to=upgrades)
    put(state, "pawn", "red", to=pawn)
    throw(state, steps, steps, 6, 6, 6, 6, 6, 6, 6, 6)
    game.begin(state, "play")
    return state


def landed(cash: dict[str, int], deeds: Deeds, steps: int, pawn: str = "start_tile") -> State:
    state = position(cash, deeds, steps, pawn)
    decide(state, "red", steps)
    return state


def money(state: State) -> list[int]:
    return [value(state, "money", name) for name in NAMES]


# ---- raising the money
def test_upgrades_go_first_the_monopoly_before_the_investments() -> None:  # EXP-113..117, EXP-X19: 560 in all
    state = landed({"red": 0, "blue": 0}, {"gold_mine": ("red", 4), "silver_mine": ("blue", 4)}, 2)
    decide(state, "red", "pay_up")  # 540 for the silver mine
    assert asked(state).prompt == "You owe 540 and have 0. How do you raise the rest?"
    assert offered(state) == ["sell_upgrade"]
    assert set(refused(state)) == {"sell_business", "borrow"}
    for cash, left in ((200, 3), (290, 2), (380, 1), (470, 0)):
        decide(state, "red", "sell_upgrade", "gold_mine")
        assert (value(state, "money", "red"), value(state, "upgrades", "gold_mine")) == (cash, left)
    assert offered(state) == ["sell_business", "borrow"]
    decide(state, "red", "sell_business", "gold_mine")
    assert money(state)[:2] == [20, 540]
    assert value(state, "owner", "gold_mine") is None


def test_a_business_with_upgrades_can_be_neither_sold_nor_mortgaged() -> None:  # EXP-113, EXP-150
    deeds: Deeds = {"gold_mine": ("red", 1), "bakery": ("red", 0), "silver_mine": ("blue", 4)}
    state = landed({"red": 400, "blue": 0}, deeds, 2)
    decide(state, "red", "pay_up", "sell_business")
    assert offered(state) == ["bakery"]
    assert refused(state) == {"gold_mine": "sell the upgrades of Gold mine first"}
    decide(state, "red", "bakery", "borrow" if "borrow" in offered(state) else "sell_upgrade", "gold_mine")
    assert money(state)[0] == 440 + 90  # still 10 short
    assert offered(state) == ["sell_business", "borrow"]
    decide(state, "red", "borrow", "gold_mine")
    assert money(state)[:2] == [80, 540]
    assert (value(state, "owner", "gold_mine"), value(state, "loan", "gold_mine")) == ("red", 90)


def test_only_as_much_is_asked_for_as_is_missing() -> None:
    state = landed({"red": 540, "blue": 0}, {"gold_mine": ("red", 4), "silver_mine": ("blue", 4)}, 2)
    decide(state, "red", "pay_up")
    assert money(state)[:2] == [0, 540]
    assert asked(state).player == 1


@pytest.mark.parametrize(("cash", "survives"), [(30, True), (29, False)])  # EXP-302: the brewery brings 55, the bakery 40
def test_bankrupt_is_who_cannot_raise_it_to_the_last_coin(cash: int, survives: bool) -> None:
    deeds: Deeds = {"brewery": ("red", 0), "bakery": ("red", 0), "bus_company": ("blue", 1), "taxi_service": ("blue", 2)}
    state = position({"red": cash + 10, "blue": 0}, {**deeds, "gold_mine": ("blue", 0)}, 2, pawn="brewery_tile_is_food_2"[-6:])
    put(state, "money", "red", to=cash - 50)
    put(state, "upgrades", "taxi_service", to=2)  # fee 75
    decide(state, "red", 2, "pay_up")
    assert (0 in state.out) is not survives
    if survives:
        decide(state, "red", "borrow", "brewery", "sell_business", "bakery")
        assert money(state)[:2] == [0, 75]
    else:
        assert money(state)[:2] == [0, 75]  # EXP-304, EXP-A116: the bank pays the creditor in full
        assert (value(state, "owner", "brewery"), value(state, "owner", "bakery")) == (None, None)  # EXP-303
    assert asked(state).player == 1
