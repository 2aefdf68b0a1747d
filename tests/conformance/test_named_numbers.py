"""Numbers that a house rule may change by their names: the game goes on with another one, or says beforehand that it cannot.

In: names and values for a game. Out: a failure when a changed number makes a rule go wrong in play. A few are tried for
every run, others at night, all of them by `make test-all`.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import interpreter
from interpreter.source import Problems
from tests.support.sampling import sampled
from tests.support.tables import at_random

GAME = "expensive-investments"
MAX_DECISIONS = 800
NUMBERS = {
    "most_investments": (0, 1, 5), "small_tokens": (0, 2), "large_tokens": (0, 1), "counters_in_the_box": (0, 2),
    "standard_subsidy": (0, 905), "standard_fine": (0, 905), "bank_card_price": (5, 105), "standard_interest": (0, 3, 100),
    "last_pass": (0, 1, 6), "sentence_length": (0, 1, 6), "most_shortcuts": (0, 1, 6), "lowest_bid": (0, 100),
    "dice_count": (1, 4),
}  # fmt: skip
CHANGES = [(name, value) for name, values in NUMBERS.items() for value in values]
REFUSED = [
    ("standard_subsidy", 7),
    ("standard_fine", 1),
    ("bank_card_price", 1001),
    ("lowest_bid", 7),
    ("standard_interest", -5),
]


def house_rule(folder: Path, name: str, value: int) -> Path:
    path = folder / "changed.rules"
    path.write_text(f'variant changed "A number"\n  change {name} to {value}\n', encoding="utf-8")
    return path


@pytest.mark.parametrize(("name", "value"), sampled(CHANGES, 2, "named numbers"))
def test_the_game_goes_on_with_another_number(tmp_path: Path, name: str, value: int) -> None:
    options = {"loan_without_debt": "yes", "bank_card_buyback": "half_price", "loan_default": "jail_term"}
    variants = [str(house_rule(tmp_path, name, value)), "lottery", "lottery_monopoly"]
    game = interpreter.load(GAME, variants=variants, options=options)
    for seed in range(2):
        chance = random.Random(seed)
        state = game.start(players=3, seed=seed)
        while state.request is not None and state.decisions < MAX_DECISIONS:
            state.choose(at_random(state, chance))


@pytest.mark.parametrize(("name", "value"), sampled(REFUSED, 1, "refused numbers"))
def test_what_no_bill_can_pay_is_refused_before_the_first_turn(tmp_path: Path, name: str, value: int) -> None:
    game = interpreter.load(GAME, variants=[str(house_rule(tmp_path, name, value))])
    with pytest.raises(Problems, match=r"smallest bill|at least 0 percent"):
        game.start(players=3)


# With ranges of bare numbers each was a fault: jail_turns would become 5, but is only allowed from 0 to 3.
RANGES = """variant stretched "Three numbers at once"
  change sentence_length to 5
  change most_investments to 6
  change last_pass to 5

scenario "five turns in jail"
  players ann, bob
  given
    ann's money is 500
  when
    jail(ann, 100)
  then
    jail_turns(ann) is 5

scenario "a monopoly turns back into six investments, with the fee for the most that the deed knows"
  players ann, bob
  given
    gold_mine's owner is ann
    is_monopoly(gold_mine) is yes
  then
    fee(gold_mine) is 640
  when
    sell_upgrade_of(ann, gold_mine)
  then
    investments(gold_mine) is 6
    fee(gold_mine) is 400

scenario "a loan runs for five passes"
  players ann, bob
  given
    ann's money is 500
    shared_hosting's owner is ann
    shared_hosting's loan is 40
    shared_hosting's passes is 3
  when
    serve_loans(ann)
    ann chooses serve
  then
    passes(shared_hosting) is 4
    ann's money is 490
"""


def test_ranges_follow_their_numbers(tmp_path: Path) -> None:
    path = tmp_path / "stretched.rules"
    path.write_text(RANGES, encoding="utf-8")
    results = list(interpreter.run_scenarios(GAME, [path], [path]))
    assert len(results) == 3
    assert [result.report for result in results if not result.passed] == []
