"""What a player may look up is as it is in every table that the player imagines."""

from __future__ import annotations

import shutil
from pathlib import Path

import interpreter
from tests.secrecy.cases import FOLDER, MANIFEST

RULES = """\
cards card from "cards/cards.yaml"
keep deck: pile of card, seen by nobody
keep hand(player): pile of card, seen by owner
keep named(player): card or none

procedure play
  move cards to deck
  move owl to hand(first(players))
  move fox to hand(last(players))
  set named(first(players)) to owl
  first(players) chooses amount in 0 to 1
  end game
"""
DEALS = 40


def test_a_card_that_a_value_shows_stays_where_it_is(tmp_path: Path) -> None:
    """red has named the owl for all to see; where the fox lies, blue can only guess."""
    (tmp_path / "rules").mkdir()
    shutil.copytree(FOLDER / "cards", tmp_path / "cards")
    (tmp_path / "rules" / "play.rules").write_text(RULES, encoding="utf-8")
    (tmp_path / "game.yaml").write_text(MANIFEST, encoding="utf-8")
    game = interpreter.load(tmp_path)
    for engine in ("python", "native"):
        state = game.start(players=3, seed=1, engine=engine)
        dealt = [state.inspect.redealt(1, seed) for seed in range(DEALS)]
        assert {tuple(one.view(0)["zones"]["red's hand"]) for one in dealt} == {("owl",)}
        assert len({tuple(one.view(2)["zones"]["green's hand"]) for one in dealt}) > 1
        assert all(one.view(1) == state.view(1) for one in dealt)


PASSED_ON = """\
cards card from "cards/cards.yaml"
keep hand(player): pile of card, seen by owner
keep hits(player): number

procedure play
  move [owl, fox] to hand(first(players))
  move [bee, cat] to hand(next_player(first(players)))
  secretly each player
    player chooses amount in 0 to 1
    raise hits(next_player(player)) by amount
    if amount is 1
      move item(hand(first(players)), 1) to hand(next_player(player))
    player chooses more in 0 to 1
  end game
"""


def test_what_anothers_secret_turn_does_to_ones_own_is_imagined(tmp_path: Path) -> None:
    """Whether red has hit blue and given blue a card, blue does not know yet, not even in blue's own turn."""
    (tmp_path / "rules").mkdir()
    shutil.copytree(FOLDER / "cards", tmp_path / "cards")
    (tmp_path / "rules" / "play.rules").write_text(PASSED_ON, encoding="utf-8")
    (tmp_path / "game.yaml").write_text(MANIFEST, encoding="utf-8")
    game = interpreter.load(tmp_path)
    for engine in ("python", "native"):
        quiet, busy = (game.start(players=3, seed=1, engine=engine) for _ in range(2))
        for answer in (0, 1, 1):  # red, red, blue
            quiet.choose(answer)
        for answer in (1, 1, 1):
            busy.choose(answer)
        assert quiet.view(1) == busy.view(1)
        for seed in range(DEALS):
            assert quiet.inspect.redealt(1, seed).save()["table"] == busy.inspect.redealt(1, seed).save()["table"]
