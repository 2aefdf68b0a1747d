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
