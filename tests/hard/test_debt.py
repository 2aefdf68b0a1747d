"""Passage 13: a debt raised by selling in order, borrowing, refusing or bankruptcy, also off turn (EXP)."""

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
    throw(state, steps, steps, *[6] * 40)
    game.begin(state, "play")
    return state


def landed(cash: dict[str, int], deeds: Deeds, steps: int, pawn: str = "start_tile") -> State:
    state = position(cash, deeds, steps, pawn)
    decide(state, "red", steps)
    return state


def stroll(state: State, *players: str, start: str = "start_tile") -> None:
    """These players walk six tiles: from Start to the park, where nothing happens."""
    for player in players:
        put(state, "pawn", player, to=start)
        decide(state, player, 6)


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
    decide(state, "red", "bakery", "sell_upgrade", "gold_mine")
    assert money(state)[0] == 530  # 10 short
    decide(state, "red", "borrow", "gold_mine")
    assert money(state)[:2] == [80, 540]
    assert (value(state, "owner", "gold_mine"), value(state, "loan", "gold_mine")) == ("red", 90)
    assert value(state, "owner", "bakery") is None


def test_who_has_the_money_sells_nothing() -> None:
    state = landed({"red": 540, "blue": 0}, {"gold_mine": ("red", 4), "silver_mine": ("blue", 4)}, 2)
    decide(state, "red", "pay_up")
    assert money(state)[:2] == [0, 540]
    assert asked(state).player == 1


def test_to_the_last_coin() -> None:  # EXP-302: brewery 55 and bakery 40 bring 95; 200 are due
    deeds: Deeds = {"brewery": ("red", 0), "bakery": ("red", 0), "gold_mine": ("blue", 1)}
    state = landed({"red": 105, "blue": 0}, deeds, 1)
    decide(state, "red", "pay_up", "borrow", "brewery", "sell_business", "bakery")
    assert money(state)[:2] == [0, 200]
    assert state.engine.position.out == ()


def test_one_coin_less_is_bankruptcy() -> None:  # EXP-108, EXP-302..304, EXP-A116, EXP-A117
    deeds: Deeds = {"brewery": ("red", 0), "bakery": ("red", 0), "gold_mine": ("blue", 1)}
    state = landed({"red": 104, "blue": 0}, deeds, 1)
    decide(state, "red", "pay_up")
    assert state.engine.position.out == (0,)
    assert money(state)[:2] == [0, 200]  # the bank pays the creditor in full
    assert (value(state, "owner", "brewery"), value(state, "owner", "bakery")) == (None, None)
    assert asked(state).player == 1
    stroll(state, "blue", "green")
    assert asked(state).player == 1  # Red is passed over


def test_the_last_one_left_wins() -> None:  # EXP-298
    state = GAME.table(names=("red", "blue"))
    put(state, "owner", "gold_mine", to="blue")
    put(state, "upgrades", "gold_mine", to=4)
    put(state, "money", "red", to=639)
    throw(state, 1, 1)
    GAME.begin(state, "play")
    decide(state, "red", 1, "pay_up")
    assert state.result is not None
    assert (state.result.winners, state.result.out) == ((1,), (0,))


# ---- refusing
def test_refusing_a_fee_costs_twice_the_fee_and_three_turns() -> None:  # EXP-105..107, EXP-219, EXP-X18
    state = landed({"red": 2000, "blue": 0}, {"gold_mine": ("blue", 4)}, 1)
    assert [choice.label for choice in asked(state).choices] == ["Pay 640", "Refuse, and go to jail"]
    decide(state, "red", "refuse")
    assert money(state)[:2] == [720, 640]  # the bank pays the owner; the fine is 1280, without the usual 100
    assert value(state, "jail_turns", "red") == 3
    stroll(state, "blue", "green", "blue", "green", "blue", "green", "blue", "green")
    assert value(state, "jail_turns", "red") == 0
    assert asked(state).player == 0  # after three turns of sitting out


def test_a_fine_is_a_debt_like_any_other() -> None:  # EXP-A41, EXP-108
    state = landed({"red": 110, "blue": 0}, {"bus_company": ("red", 0), "gold_mine": ("blue", 0)}, 1)
    decide(state, "red", "refuse")  # 160 are due now
    assert asked(state).prompt == "You owe 160 and have 110. How do you raise the rest?"
    state = landed({"red": 109, "blue": 0}, {"bus_company": ("red", 0), "gold_mine": ("blue", 0)}, 1)
    decide(state, "red", "refuse")  # 109 + 50 do not cover it
    assert state.engine.position.out == (0,)
    assert money(state)[:2] == [0, 80]


def test_who_sits_in_jail_earns_nothing() -> None:  # EXP-220, EXP-A36
    state = position({"red": 500, "blue": 500}, {"gold_mine": ("blue", 4)}, 1)
    put(state, "jail_turns", "blue", to=2)
    decide(state, "red", 1)
    assert money(state)[:2] == [500, 500]
    assert asked(state).player == 2  # nothing was due, and Blue's turn is skipped
    assert value(state, "jail_turns", "blue") == 1


def test_the_second_sentence_expels() -> None:  # EXP-222, EXP-A42
    state = position({"red": 5000, "blue": 0}, {"gold_mine": ("blue", 0), "bakery": ("red", 2)}, 1)
    put(state, "sentences", "red", to=1)
    decide(state, "red", 1, "refuse")
    assert state.engine.position.out == (0,)
    assert money(state)[:2] == [0, 80]
    assert (value(state, "owner", "bakery"), value(state, "upgrades", "bakery")) == (None, 0)


def test_options_change_refusal() -> None:  # EXP-A42, EXP-A44
    strict = load_case("13_debt", allow_refusal="no")
    state = position({}, {"gold_mine": ("blue", 0)}, 1, game=strict)
    decide(state, "red", 1)
    assert offered(state) == ["pay_up"]
    assert refused(state) == {"refuse": "debts may not be refused in this game"}
    mild = load_case("13_debt", expel_after=3)
    state = position({}, {"gold_mine": ("blue", 0)}, 1, game=mild)
    put(state, "sentences", "red", to=1)
    decide(state, "red", 1, "refuse")
    assert state.engine.position.out == ()


# ---- off turn
def test_debts_of_others_on_my_turn() -> None:  # EXP-A87, EXP-A89, EXP-281
    state = landed({"red": 0, "blue": 10, "green": 300}, {"bakery": ("blue", 0)}, 3)
    assert (asked(state).player, asked(state).prompt) == (1, "You owe red 50.")
    decide(state, "blue", "pay_up")
    assert offered(state) == ["sell_business", "borrow"]
    decide(state, "blue", "borrow", "bakery")
    assert money(state) == [50, 0, 300]
    decide(state, "green", "refuse")
    assert money(state) == [50, 0, 200]  # the creditor gets nothing, the bank the usual fine
    assert value(state, "jail_turns", "green") == 3


def test_bankrupt_off_turn() -> None:
    state = landed({"red": 0, "blue": 10, "green": 300}, {"taxi_service": ("blue", 0)}, 3)
    decide(state, "blue", "pay_up")  # 10 + 25 < 50
    assert state.engine.position.out == (1,)
    assert money(state) == [50, 0, 300]
    assert (asked(state).player, asked(state).rule) == (2, "owe")


# ---- loans
@pytest.mark.parametrize(
    ("business", "loan", "interest"),  # EXP-X07..X10
    [("bakery", 40, 10), ("brewery", 55, 15), ("bus_company", 50, 10), ("taxi_service", 25, 5)],
)
def test_interest_is_a_fifth_rounded_up_to_five(business: str, loan: int, interest: int) -> None:
    state = position({"red": 0}, {business: ("red", 0)}, 1, pawn="square")
    put(state, "loan", business, to=loan)
    decide(state, "red", 1, "serve")
    assert money(state)[0] == 300 - interest


def test_subsidy_then_loan_then_fee() -> None:  # EXP-X12: +300 -15 -100
    state = position({"red": 0, "blue": 0}, {"brewery": ("red", 0), "bakery": ("blue", 2)}, 5, pawn="square")
    put(state, "loan", "brewery", to=55)
    decide(state, "red", 5)
    assert money(state)[0] == 300
    decide(state, "red", "serve")
    assert money(state)[0] == 285
    decide(state, "red", "pay_up")
    assert money(state)[:2] == [185, 100]


def test_the_third_passing_ends_the_loan() -> None:  # EXP-154, EXP-A54, EXP-X36
    state = position({"red": 0}, {"bakery": ("red", 0)}, 6)
    put(state, "loan", "bakery", to=40)
    for cash, loan in ((290, 40), (580, 40), (830, 0)):
        stroll(state, "red", start="food_1")  # to Start, past the Bank
        decide(state, "red", "serve")
        assert (money(state)[0], value(state, "loan", "bakery")) == (cash, loan)
        stroll(state, "blue", "green")
    assert value(state, "owner", "bakery") == "red"


def test_a_loan_not_served_costs_the_business() -> None:  # EXP-156, EXP-159
    state = position({"red": 0}, {"bakery": ("red", 0)}, 1, pawn="square")
    put(state, "loan", "bakery", to=40)
    decide(state, "red", 1, "give_up")
    assert (money(state)[0], value(state, "owner", "bakery")) == (300, None)


def test_loans_are_repaid_freely_on_the_own_turn() -> None:  # EXP-153, EXP-A57
    state = position({"red": 800}, {"bakery": ("red", 0), "brewery": ("blue", 0)}, 3)
    put(state, "loan", "bakery", to=40)
    put(state, "loan", "brewery", to=55)
    decide(state, "red", 3)
    assert offered(state) == ["pay_up", "refuse"]  # Blue, on Red's turn
    decide(state, "blue", "pay_up")
    decide(state, "green", "pay_up")
    assert offered(state) == ["6", "repay"]  # Blue, on his own
    decide(state, "blue", "repay", "brewery")
    assert (money(state)[1], value(state, "loan", "brewery")) == (800 - 50 - 55, 0)
    assert offered(state) == ["6"]  # the question is put again, and there is nothing left to repay


def test_repaying_takes_the_whole_loan() -> None:
    state = position({"red": 800, "blue": 104}, {"brewery": ("blue", 0)}, 3)
    put(state, "loan", "brewery", to=55)
    decide(state, "red", 3)
    decide(state, "blue", "pay_up")
    decide(state, "green", "pay_up")
    assert offered(state) == ["6"]  # 54 left


def test_random_games() -> None:
    check_random_games(GAME)
