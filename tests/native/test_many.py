"""As many ways, actions and free actions as a word has bits are played in C as in Python; more are not played in C."""

from pathlib import Path

import pytest

import interpreter
from interpreter.source import Problems
from tests.support.c_lockstep import follow

BEGIN = """\
keep coins(player): number, starts at 10
keep points(player): number

procedure play
  repeat 12 times
    each player
      turn(player)
  end game

procedure turn(player)
"""


def game_of(folder: Path, *rules: str) -> interpreter.Game:
    (folder / "rules").mkdir()
    (folder / "game.yaml").write_text(
        "title: Many\nplayers: {min: 2, max: 2}\nabout: Much can be done.\n", encoding="utf-8"
    )
    (folder / "rules" / "play.rules").write_text(BEGIN + "\n".join(rules), encoding="utf-8")
    return interpreter.load(folder)


def way(number: int) -> str:
    return f'    to way_{number} "Way {number}"\n      raise player\'s points by {number}'


def action(number: int, word: str = "action") -> str:
    return (f'\n{word} act_{number} "Act {number}"\n  needs your coins is more than 0 because "you have no coin"\n'
            f"  you pay 1 coins to bank\n  raise your points by {number}")  # fmt: skip


def test_as_many_ways_as_bits(tmp_path: Path) -> None:
    game = game_of(tmp_path, "  player chooses", *(way(number) for number in range(64)))
    assert sum(follow(game, 2, seed) for seed in range(4)) == 4 * 24


def test_as_many_free_actions_as_bits(tmp_path: Path) -> None:
    game = game_of(
        tmp_path, "  player chooses", way(1), way(2), *(action(number, "free action") for number in range(64))
    )
    assert sum(follow(game, 2, seed) for seed in range(4)) > 4 * 24


ACTIONS = ", ".join(f"act_{number}" for number in range(65))
MORE = {
    "a menu of more than 64 ways": ("  player chooses", *map(way, range(65))),
    "more than 64 actions at once": (f"  player may take one of {ACTIONS}", *map(action, range(65))),
    "more than 64 free actions": ("  player chooses", way(1), way(2), *(action(i, "free action") for i in range(65))),
}


@pytest.mark.parametrize("why", MORE)
def test_more_are_played_in_python(tmp_path: Path, why: str) -> None:
    game = game_of(tmp_path, *MORE[why])
    with pytest.raises(Problems, match=why):
        game.native()
    assert game.start(seed=1, engine="auto").play_out() >= 24
