"""The number of a card that is made in secret tells nothing of the others that were made: it is drawn from all that are blank."""

from __future__ import annotations

from pathlib import Path
from statistics import mean

import interpreter

RULES = """cards order made in play, up to 40
  goal: number
keep sealed(player): pile of order, seen by owner
keep orders_read: pile of order
procedure play
  each player
    player secretly chooses amount in 0 to 9
    repeat amount times
      add order to sealed(player)
        goal: amount
  each player
    player chooses amount in 0 to 1
    move sealed(player) to orders_read
  end game
"""
TABLES = 400
# The mean of a number drawn from 40 has a standard deviation of 11.5, that of 400 such numbers 0.6: four of these, and two means.
CLOSE = 3.3


def first_number(game: interpreter.Game, seed: int, others: int) -> int:
    """What blue's only order is called if red has made so many."""
    state = game.start(players=2, seed=seed)
    for amount in (others, 1, 0, 0):
        state.choose(amount)
    (name,) = [name for name, goal in state.view(0)["table"]["order_goal"].items() if goal == 1][-1:]
    return int(name.removeprefix("order_"))


def test_the_number_of_an_order_tells_nothing_of_those_of_others(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "play.rules").write_text(RULES)
    (tmp_path / "game.yaml").write_text("title: Trial\nabout: A trial.\nplayers: {min: 2, max: 2}\nsource: stand-in\n")
    game = interpreter.load(tmp_path)
    after_none, after_nine = (mean(first_number(game, seed, others) for seed in range(TABLES)) for others in (0, 9))
    assert abs(after_none - after_nine) < CLOSE, (after_none, after_nine)
    assert abs(after_none - 20.5) < CLOSE
