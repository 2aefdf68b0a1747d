"""What C has worked out it keeps only while nothing changes: a value is put down in between, and it is worked out anew."""

from __future__ import annotations

from pathlib import Path

import interpreter

RULES = """\
kind spot is s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12
keep bonus: number
keep height(spot): 0 to 9, starts at 1
keep first_sum: number
keep second_sum: number

# Of each spot the heights of all others, and the bonus for each that is no higher.
let weight(spot) =
  sum(height(other) + bonus over other in spots where other is not spot and height(other) is at most height(spot))
let all_weights = sum(weight(spot) over spot in spots)

procedure play
  let earlier = all_weights
  set bonus to 5
  let later = all_weights
  set first_sum to earlier
  set second_sum to later
  first(players) chooses amount in 0 to 0
  end game
"""


def test_a_value_is_worked_out_anew_behind_what_is_put_down(tmp_path: Path) -> None:
    """By hand: 12 spots with 11 others each, of height 1, is 132; with a bonus of 5 for each it is 792."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "play.rules").write_text(RULES, encoding="utf-8")
    (tmp_path / "game.yaml").write_text(
        "title: Heights\nplayers: {min: 2, max: 2}\nsource: stand-in\n", encoding="utf-8"
    )
    game = interpreter.load(tmp_path)
    for engine in ("python", "native"):
        table = game.start(engine=engine).view(None)["table"]
        assert (table["first_sum"], table["second_sum"]) == (132, 792), engine
