"""What games at random have found, each as small as it was made: Python plays it as the judge does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.random_games.games import MANIFEST
from tests.random_games.playing import against_c, against_the_judge, loaded, with_c, written_to

PLAY = """
procedure play
  repeat 3 times
    each player
      player chooses amount in 1 to 3
      turn(player, amount)
  end game
"""
FOUND = {
    "what is gone through goes wrong, although nothing of it is meant": """kind rank is one, two, three
keep flag: yes or no
keep low: 0 to 9
keep found: number
procedure turn(player, number amount)
  if no(rank in (ranks if 6 / low rounded down is 1 otherwise ranks) where flag)
    raise found by amount
""",
    "an item that is not there stops a trial": """keep found: number
procedure turn(player, number amount)
  player chooses
    to go_on
      raise found by 1
    to stay
      player chooses other in 1 to 2
      must leave item([1], other) is 1 because "one"
""",
}


IN_C = {
    "an order from the highest by a number below zero": """option usual is 3 to 7, usually 4
keep found: number
let ordered = list(x in 1 to 5 by highest 2 - usual)
procedure turn(player, number amount)
  raise found by total(take(amount, ordered))
""",
}


@pytest.mark.parametrize("about", FOUND)
def test_what_was_found_is_played_alike(about: str, tmp_path: Path) -> None:
    table = loaded(written_to(tmp_path / "game", {"game.yaml": MANIFEST, "rules/play.rules": FOUND[about] + PLAY}))
    for seed in range(3):
        against_the_judge(table, 2, seed)


BEST_AMONG_SECRETS = """
free action think_again "Think again"
  secretly each thinker in players
    thinker may choose thought in 0 to 7
procedure play
  each player
    player chooses
      to go_on
        player chooses amount in 0 to 0
        must leave the highest 0 because "the best"
"""


def test_a_search_too_long_for_c_is_left_to_python(tmp_path: Path) -> None:
    """Only Python remembers the parts of a search for the best: C leaves it the game instead of ending it with a fault."""
    table = loaded(written_to(tmp_path / "game", {"game.yaml": MANIFEST, "rules/play.rules": BEST_AMONG_SECRETS}))
    assert with_c(table)
    assert against_c(table, 4, 0) > 40


@pytest.mark.parametrize("about", IN_C)
def test_what_was_found_in_c_is_played_alike(about: str, tmp_path: Path) -> None:
    table = loaded(written_to(tmp_path / "game", {"game.yaml": MANIFEST, "rules/play.rules": IN_C[about] + PLAY}))
    assert with_c(table)
    assert against_c(table, 2, 0) > 5
