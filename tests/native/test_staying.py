"""Games stay in C: stored lists of any length do, and what is too much for C costs a decision, not the game."""

from pathlib import Path

from interpreter.runtime.generator import scaled, seeded, stepped
from interpreter.runtime.native import OVER
from tests.support.c_lockstep import follow
from tests.support.small_games import written

# A hundred rounds; each decision is remembered, so that the lists get far longer than any that C used to keep.
LONG = """\
keep said(player): list of number
keep said_by_all: list of number
keep pairs: list of list of number
keep shown: list of player
keep copied: list of number
keep copied_again(player): list of number
keep doubled(player): list of number, starts at [1]

procedure play
  repeat 100 times
    each player
      player chooses amount in 1 to 5
      set player's said to joined(player's said, [amount])
      set said_by_all to joined([amount], said_by_all)
      set pairs to joined(pairs, [[amount, count(player's said)]])
      set shown to joined(shown, [player])
      set player's doubled to joined(player's doubled, player's doubled)
      if count(player's doubled) is more than 5000
        set player's doubled to [amount, count(pairs)]
      set copied to player's doubled
      set player's copied_again to copied
      if amount is 5
        set said_by_all to drop(1, said_by_all)
      if count(shown) is more than 150
        set shown to []
  each player
    player scores total(player's said)
  end game
"""
# Every seventeenth decision the list is longer than all lists together may be in C, for two decisions.
OVERFULL = """\
keep doubled: list of number, starts at [1]
keep summed: number

procedure play
  repeat 40 times
    each player
      player chooses amount in 1 to 3
      set doubled to joined(doubled, doubled)
      set doubled to joined(doubled, [amount])
      raise summed by item(doubled, amount)
      if count(doubled) is more than 90000
        set doubled to [amount]
  each player
    player scores summed
  end game
"""
# The seventh decision needs 3 ** 64, which no word of C holds; then the number is small again.
LARGE = """\
keep large: number, starts at 1
keep turn_number: number

procedure play
  repeat 40 times
    each player
      raise turn_number by 1
      player chooses amount in 1 to 3
      if turn_number is 7
        set large to 1
        repeat 64 times
          set large to large * 3
        set large to remainder(large, 1000)
      raise large by amount
  each player
    player scores large
  end game
"""


def test_a_stored_list_grows_in_c(tmp_path: Path) -> None:
    game = written(tmp_path, LONG)
    assert follow(game, 2, 3) == 200
    played = game.play_many(range(5))
    assert {(one.how, one.decisions, one.in_python, one.why) for one in played} == {(OVER, 200, 0, "")}


def test_what_is_too_much_costs_a_decision(tmp_path: Path) -> None:
    game = written(tmp_path, LARGE)
    for seed, one in enumerate(game.play_many(range(4))):
        assert (one.how, one.decisions) == (OVER, 80)
        assert (one.in_python, one.why) == (1, "a number is too large")
        assert set(one.scores.values()) == {score_by_hand(seed)}


def test_lists_too_long_for_c_cost_the_decisions_in_which_they_are(tmp_path: Path) -> None:
    game = written(tmp_path, OVERFULL)
    for seed, one in enumerate(game.play_many(range(2))):
        python = game._played_again(2, seed, seeded(~seed), 1000)
        assert (one.how, one.decisions, one.scores) == (OVER, 80, python.scores)
        assert one.why == "the lists that are kept are too long"
        assert 0 < one.in_python < 20


def score_by_hand(seed: int) -> int:
    """What the power leaves, and the amounts from the seventh on: each is what the generator of choices says next."""
    choices, amounts = seeded(~seed), []
    for _ in range(80):
        choices = stepped(choices)
        amounts.append(1 + scaled(choices, 3))
    return 3**64 % 1000 + sum(amounts[6:])


def test_a_playout_in_c_goes_on_after_it(tmp_path: Path) -> None:
    game = written(tmp_path, LARGE)
    state = game.start(players=2, seed=1, events=False, engine="native")
    assert state.play_out() == 80
    python = game.resume(state.save())
    assert (python.result, python.decisions) == (state.result, 80)
