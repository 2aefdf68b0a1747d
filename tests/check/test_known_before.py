"""`N times` and `where` of cards made by a rule may use all that is known before the game begins; counted by hand."""

from __future__ import annotations

from pathlib import Path

import interpreter
from interpreter.reading import read_game

TABLE = """source: stand-in
rows:
  - {id: copper, supply: 3, colours: [red], rare: no}
  - {id: gold, supply: 1, colours: [red, blue], rare: yes}
"""
RULES = """kind colour is red, blue
kind design from "cards/designs.yaml"
  supply: number
  colours: list of colour
  rare: yes or no
let is_blue(design print) = blue is in print's colours
cards card for each design, (design's supply) times
let rare_ones = count(one in designs where one's rare)
cards token for each design where is_blue(design) and design's rare, (count(colours) + rare_ones) times
cards coin for each colour, (sum(design's supply over design in designs where colour is in design's colours)) times
cards seal for each design where colour(red) is in design's colours, (count(n in 1 to 5 where n is more than 2)) times
procedure play
  end game
"""


def test_copies_are_counted_before_the_game_begins(tmp_path: Path) -> None:
    for folder in ("rules", "cards"):
        (tmp_path / folder).mkdir()
    (tmp_path / "game.yaml").write_text("title: Trial\nabout: A trial.\nplayers: {min: 2, max: 2}\nsource: stand-in\n")
    (tmp_path / "cards" / "designs.yaml").write_text(TABLE)
    (tmp_path / "rules" / "play.rules").write_text(RULES)
    kinds = read_game(tmp_path, [], {})[0].kinds
    assert {name: len(kinds[name].members) for name in ("card", "token", "seal")} == {"card": 4, "token": 3, "seal": 6}
    assert [one.partition("_")[0] for one in kinds["coin"].members].count("red") == 4
    assert len(kinds["coin"].members) == 5
    assert interpreter.load(tmp_path).start(players=2).request is None
