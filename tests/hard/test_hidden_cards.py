"""Passage 17: permanent hidden cards, revealed when first used, that change bids and incomes (Dystopolis)."""

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
    put,
    refused,
    seen,
    told,
    value,
)

GAME = load_case("17_hidden_cards")
NAMES = ("ann", "bob", "cid", "dora")


def position(hands: dict[str, str], turn_cards: tuple[int, ...] = (1, 2, 3, 4), shown: bool = False) -> State:
    """Each with 30; the Turn cards of last year are 1 to 4 in this order. `shown`: the cards are open already."""
    state = GAME.table(names=NAMES)
    for name, number in zip(NAMES, turn_cards, strict=True):
        put(state, "turn_card", name, to=number)
    for name, card in hands.items():
        place(state, "open_cards" if shown else "secret_cards", name, card=card)
    return state


def everybody(state: State, *words: str | int) -> State:
    for name, word in zip(NAMES, words, strict=True):
        decide(state, name, word)
    return state


def nobody(state: State) -> State:
    return everybody(state, "pass", "pass", "pass", "pass")


def bidding(state: State, *bids: int) -> State:
    GAME.begin(state, "bidding")
    return everybody(state, *bids)


def money(state: State) -> list[int]:
    return [value(state, "money", name) for name in NAMES]


def pickers(state: State) -> list[str]:
    """Who picks a Turn card, in order; everybody takes the lowest that is left."""
    found = []
    while state.request is not None:
        found.append(NAMES[asked(state).player])
        decide(state, found[-1], offered(state)[0])
    return found


# ---- bids without cards
def test_the_bidding_of_the_example() -> None:  # DYS-X13: the tie goes to the higher Turn card of last year
    state = nobody(nobody(bidding(position({}), 5, 5, 0, 3)))
    assert money(state) == [25, 25, 30, 27]
    assert pickers(state) == ["bob", "ann", "dora", "cid"]
    assert [value(state, "turn_card", name) for name in NAMES] == [2, 1, 4, 3]


def test_any_turn_card_that_is_left_may_be_picked() -> None:  # DYS-053
    state = nobody(nobody(bidding(position({}), 9, 5, 0, 3)))
    assert offered(state) == ["1", "2", "3", "4"]
    decide(state, "ann", 3)
    assert offered(state) == ["1", "2", "4"]
    with pytest.raises(ValueError, match="not among the choices"):
        state.choose(3)


def test_ties_of_the_first_year_are_drawn_by_lot() -> None:  # DYS-060, DYS-A18
    firsts = set()
    for seed in range(20):
        state = GAME.table(names=NAMES, seed=seed)
        firsts.add(pickers(nobody(nobody(bidding(state, 5, 5, 0, 0))))[0])
    assert firsts == {"ann", "bob"}


def test_a_bid_is_covered_by_cash_and_sealed() -> None:  # DYS-047..049, DYS-A20
    state = position({})
    GAME.begin(state, "bidding")
    assert (asked(state).low, asked(state).high) == (0, 30)
    with pytest.raises(ValueError, match="not among the choices"):
        state.choose(31)
    decide(state, "ann", 7)
    assert seen(state, "ann")["table"]["bid"] == {"ann": 7}
    assert seen(state, "bob")["table"]["bid"] == {"bob": 0}
    assert told(state, "bob") == ""
    for name in ("bob", "cid", "dora"):
        decide(state, name, 0)
    nobody(state)
    assert seen(state, "bob")["table"]["bid"]["ann"] == 7
    assert "The bid of ann counts 7" in told(state, "bob")


# ---- the Chairman
def test_the_chairman_collects_in_the_bidding_in_which_it_is_revealed() -> None:  # DYS-X14, DYS-A71
    state = nobody(bidding(position({"cid": "chairman"}), 5, 5, 0, 3))
    everybody(state, "pass", "pass", "chairman", "pass")
    assert money(state) == [25, 25, 30 + 13, 27]


def test_the_chairman_gets_twenty_at_most() -> None:  # DYS-203, DYS-X14: 28 are bid, 8 go to the bank
    state = nobody(bidding(position({"cid": "chairman"}), 15, 10, 0, 3))
    everybody(state, "pass", "pass", "chairman", "pass")
    assert money(state) == [15, 20, 50, 27]


def test_an_open_chairman_works_by_itself_when_nothing_is_bid() -> None:  # DYS-204, DYS-A72
    state = nobody(nobody(bidding(position({"cid": "chairman"}, shown=True), 5, 5, 0, 3)))
    assert money(state)[2] == 43
    state = nobody(nobody(bidding(position({"cid": "chairman"}, shown=True), 5, 5, 1, 3)))
    assert money(state)[2] == 29


def test_a_hidden_chairman_does_nothing() -> None:  # DYS-191
    state = nobody(nobody(bidding(position({"cid": "chairman"}), 5, 5, 0, 3)))
    assert money(state) == [25, 25, 30, 27]


# ---- the Counterfeit factory
def test_a_counterfeit_bid_counts_four_more_and_costs_the_same() -> None:  # DYS-206, DYS-X21
    state = bidding(position({"dora": "counterfeit_factory"}), 5, 6, 0, 3)
    everybody(state, "pass", "pass", "pass", "counterfeit_factory")
    nobody(state)
    assert "The bid of dora counts 7" in told(state, "ann")
    assert money(state) == [25, 24, 30, 27]
    assert pickers(state) == ["dora", "bob", "ann", "cid"]


def test_nothing_counts_four() -> None:  # DYS-A68; open: without being asked, DYS-A67
    state = nobody(nobody(bidding(position({"dora": "counterfeit_factory"}, shown=True), 5, 3, 0, 0)))
    assert money(state)[3] == 30
    assert pickers(state) == ["ann", "dora", "bob", "cid"]


def test_the_chairman_gets_what_the_factory_adds() -> None:  # DYS-A69
    state = position({"cid": "chairman", "dora": "counterfeit_factory"}, shown=True)
    nobody(nobody(bidding(state, 5, 5, 0, 3)))
    assert money(state) == [25, 25, 30 + 5 + 5 + 7, 27]


def test_both_cards_in_one_hand() -> None:  # DYS-A70: 0 + 4 is a bid of nothing
    state = position({"cid": "chairman"}, shown=True)
    place(state, "open_cards", "cid", card="counterfeit_factory")
    nobody(nobody(bidding(state, 2, 3, 0, 1)))
    assert money(state)[2] == 36
    assert pickers(state)[0] == "cid"


# ---- purges
def purged(hands: dict[str, str], *, tokens: tuple[int, ...] = (2, 1, 1, 0), shown: bool = False) -> State:
    """Ann purges the I.C.U."""
    state = position(hands, shown=shown)
    for name, count in zip(NAMES, tokens, strict=True):
        put(state, "investments", name, "icu", to=count)
    GAME.begin(state, "purge", [0])
    decide(state, "ann", "icu")
    return state


def test_a_purge_pays_five_for_each_token() -> None:  # DYS-X18
    state = nobody(nobody(purged({})))
    assert money(state) == [50, 30, 30, 30]
    assert [value(state, "investments", name, "icu") for name in NAMES] == [0, 0, 0, 0]


def test_black_market_and_death_arena_pay_for_the_event_that_reveals_them() -> None:  # DYS-X18, DYS-A64
    state = purged({"bob": "black_market", "cid": "death_arena"})
    everybody(state, "pass", "black_market", "pass", "pass")
    everybody(state, "pass", "pass", "death_arena", "pass")
    assert money(state) == [50, 34, 46, 30]


def test_open_cards_pay_every_time_and_for_anybody() -> None:  # DYS-199, DYS-216
    state = nobody(nobody(purged({"ann": "death_arena", "bob": "black_market"}, shown=True)))
    assert money(state) == [30 + 20 + 16, 34, 30, 30]


def test_an_empty_company() -> None:  # DYS-A30: a purge for the Black market, but nothing was removed
    state = purged({"bob": "black_market", "cid": "death_arena"}, tokens=(0, 0, 0, 0))
    everybody(state, "pass", "black_market", "pass", "pass")
    assert state.request is None  # the death-arena was not asked
    assert money(state) == [30, 34, 30, 30]


def test_purges_run_out() -> None:
    state = position({})
    put(state, "purges", "ann", to=0)
    GAME.begin(state, "play")
    nobody(nobody(everybody(state, 0, 0, 0, 0)))
    order = ("dora", "cid", "bob", "ann")
    for name in order:
        decide(state, name, offered(state)[0])
    for name in (*order, "dora", "cid", "bob"):  # all invest nothing, then the first three purge nothing
        decide(state, name, "pass")
    assert (offered(state), refused(state)) == (["pass"], {"purge": "you have no Purge left"})


# ---- secrecy
def test_a_card_is_hidden_until_it_is_revealed() -> None:  # DYS-188, DYS-190
    state = bidding(position({"dora": "counterfeit_factory"}), 1, 1, 1, 1)
    for name in NAMES:  # everybody is asked alike, and nobody sees who is being asked
        assert asked(state).player == NAMES.index(name)
        for other in NAMES:
            if other != name:
                assert seen(state, other)["waiting_for"] is None
        decide(state, name, "counterfeit_factory" if name == "dora" else "pass")
        if name != "dora":
            for other in ("ann", "bob", "cid"):
                assert seen(state, other)["zones"]["dora's secret_cards"] == {"count": 1}
                assert "counterfeit" not in str(seen(state, other)["table"])
                assert "Counterfeit" not in told(state, other)
    for other in NAMES:
        assert seen(state, other)["zones"]["dora's open_cards"] == ["counterfeit_factory"]
        assert "Counterfeit factory goes to dora's open cards" in told(state, other)


def test_only_the_fitting_card_may_be_revealed() -> None:  # DYS-191, DYS-193
    state = bidding(position({"dora": "black_market", "cid": "chairman"}), 0, 0, 0, 0)
    everybody(state, "pass", "pass", "pass", "pass")  # neither belongs to a sealed bid
    decide(state, "ann", "pass")
    decide(state, "bob", "pass")
    assert offered(state) == ["chairman", "pass"]
    decide(state, "cid", "pass")
    assert offered(state) == ["pass"]
    assert cards(state, "secret_cards", "dora") == ["black_market"]


def test_unused_cards_make_no_difference_to_the_others() -> None:
    one = bidding(position({"cid": "chairman", "dora": "counterfeit_factory"}), 5, 5, 0, 3)
    other = bidding(position({"cid": "black_market", "dora": "chairman"}), 5, 5, 0, 3)
    for name in (*NAMES, *NAMES):
        check_alike("ann", one, other)
        for state in (one, other):
            decide(state, name, "pass")
    for state in (one, other):
        pickers(state)
    check_alike("ann", one, other)


def test_sealed_bids_make_no_difference_to_the_others() -> None:
    one, other = position({}), position({})
    for state, amount in ((one, 3), (other, 30)):
        GAME.begin(state, "bidding")
        decide(state, "ann", 1)
        decide(state, "bob", amount)
    for name in ("ann", "cid", "dora"):
        check_alike(name, one, other)


def test_random_games() -> None:
    check_random_games(GAME)
