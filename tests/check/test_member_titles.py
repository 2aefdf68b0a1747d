"""Words for the members of a kind that is made from parts: `card says "{rank} of {suit}"`."""

from __future__ import annotations

from pathlib import Path

import interpreter

RULES = """
kind suit is clubs, hearts
kind rank is ten, old_king
cards card for each suit and rank, 2 times
cards prize for each worth in 3 to 4
keep hand(player): pile of card, seen by everyone
keep offer: pile of prize

card says "{rank} of {suit}"
prize says "prize" or "a prize of {worth}"

procedure set_up
  move cards to hand(first(players))
  move prizes to offer

procedure play
  first(players) chooses card in hand(first(players))
  end game
"""


def test_members_are_called_after_their_parts(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "game.yaml").write_text("title: Small deck\nplayers: {min: 2, max: 2}\n")
    (tmp_path / "rules" / "play.rules").write_text(RULES)
    game = interpreter.load(tmp_path)
    state = game.start(seed=1)
    assert state.request is not None
    labels = [choice.label for choice in state.request.choices]
    assert sorted(set(labels)) == ["old king of clubs", "old king of hearts", "ten of clubs", "ten of hearts"]
    state.choose("hearts_ten")  # rules and scenarios keep the name
    kinds = {kind["name"]: kind for kind in interpreter.definition(game)["kinds"]}
    assert [member["title"] for member in kinds["prize"]["members"]] == ["a prize of 3", "a prize of 4"]
