"""Two terms have the same shape when only their own names differ, and only then."""

from __future__ import annotations

from pathlib import Path

from interpreter.ir.blocks import Program
from interpreter.ir.traversal import shape
from interpreter.lower import lower
from interpreter.reading import read_game

RULES = """\
places square on a grid 3 by 3
keep lit(square): yes or no
keep owner(square): player or none

let lit_ones = count(square in squares where square's lit)
let lit_others = count(other in squares where other's lit)
let dark_ones = count(square in squares where not square's lit)
let listed = list(square in squares where square's lit)
let of_one(player) = some(square in squares where square's owner is player)
let of_some(player) = some(square in squares where some(somebody in players where square's owner is somebody))
let of_some_other(player) = some(place in squares where some(other in players where place's owner is other))
let of_player_twice(player) = some(place in squares where some(other in players where place's owner is player))

procedure play
  end game
"""


def program(folder: Path) -> Program:
    (folder / "rules").mkdir()
    (folder / "rules" / "play.rules").write_text(RULES)
    (folder / "game.yaml").write_text("title: Shapes\nabout: A trial.\nplayers: {min: 2, max: 2}\nsource: stand-in\n")
    return lower(read_game(folder, [], {})[0])


def test_own_names_do_not_matter_and_everything_else_does(tmp_path: Path) -> None:
    shapes = {name: shape(value.cases[0].value) for name, value in program(tmp_path).values.items()}
    same = {
        frozenset((one, other)) for one in shapes for other in shapes if one < other and shapes[one] == shapes[other]
    }
    assert same == {frozenset(("lit_ones", "lit_others")), frozenset(("of_some", "of_some_other"))}
