"""What single decisions of a game show, in games where everybody can see what they do."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import interpreter
from interpreter import Game
from interpreter.tools.report.evidence import Games, sorted_evidence
from interpreter.tools.report.panels import FINE, LOOK, UNSURE, tension
from interpreter.tools.why.moments import Moments, moments_of
from tests.support.results import row
from tests.support.small_games import written

# The third player can only choose who of the others wins.
KINGMAKER = """
keep votes(player): number

procedure play
  repeat 5 times
    let judge = last(players)
    judge chooses
      to crown_first "Crown the first"
        raise first(players)'s votes by 1
      to crown_second "Crown the second"
        raise next_player(first(players))'s votes by 1
  if first(players)'s votes is more than next_player(first(players))'s votes
    first(players) wins
  otherwise
    next_player(first(players)) wins
  end game
"""

# The die decides, whatever anybody chooses.
IDLE = """
keep pebbles(player): number

procedure play
  repeat 4 times
    each player
      player chooses
        to wait "Wait"
          raise player's pebbles by 1
        to rest "Rest"
          raise player's pebbles by 2
  roll 1 die as thrown
  if thrown is at most 3
    first(players) wins
  otherwise
    last(players) wins
  end game
"""
QUIET = Moments(100, 0, 0, 0, (0.6,) * 40, "greedy")


def for_three(folder: Path, rules: str) -> Game:
    game = written(folder, rules)
    (folder / "game.yaml").write_text("title: Trial\nabout: A trial.\nplayers: {min: 3, max: 3}\nsource: stand-in\n")
    return interpreter.load(game.path)


def close_games() -> Games:
    rows = [
        row(match, seat, seat == 1 + match % 2, score=10 + (seat == 1 + match % 2))
        for match in range(60)
        for seat in (1, 2)
    ]
    best = sorted_evidence(rows).best
    assert best is not None
    return best


def test_choices_that_change_nothing(tmp_path: Path) -> None:
    found = moments_of(written(tmp_path / "idle", IDLE), 2, "random", 5.0, 1, most=40)
    assert found is not None
    assert (found.looked, found.idle, found.out) == (40, 40, 0)


def test_a_player_who_cannot_win_decides_who_does(tmp_path: Path) -> None:
    """One vote of five, the others at random: it is the middle one for 6 of 16 ways of the other four, 37.5 %."""
    found = moments_of(for_three(tmp_path / "crowning", KINGMAKER), 3, "random", 5.0, 1, most=40)
    assert found is not None
    assert found.out == found.looked == 40
    assert found.kings > 20


def test_what_takes_the_tension_out() -> None:
    games = close_games()
    calm = tension(games, QUIET)
    assert calm.verdict == FINE
    assert "The player ahead in the middle of a game goes on to win 60 % of the time." in calm.note
    early = tension(games, replace(QUIET, leads=(0.95,) * 40))
    assert early.verdict == LOOK
    assert early.sentence == (
        "Games are decided early: the player ahead in the middle of a game goes on to win 95 % of the time."
    )
    kings = tension(games, replace(QUIET, out=12, kings=6))
    assert kings.sentence.endswith("they could move another player's chance by a quarter in 6 of 12 decisions.")
    idle = tension(games, replace(QUIET, idle=40))
    assert idle.sentence == "40 % of the choices looked at made no difference, whatever was chosen."


def test_a_game_without_scores_can_stay_open() -> None:
    rows = [
        row(match, seat, seat == 1 + match % 2, score=None, lead_changes=None) for match in range(60) for seat in (1, 2)
    ]
    best = sorted_evidence(rows).best
    assert best is not None
    assert tension(best).verdict == UNSURE
    found = tension(best, QUIET)
    assert found.verdict == FINE
    assert found.sentence == (
        "Games stay open. The player ahead in the middle of a game goes on to win 60 % of the time."
    )
