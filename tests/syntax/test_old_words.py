"""Old words: games that have them still load and play the same, the formatter writes the new ones, editors offer to."""

from __future__ import annotations

from pathlib import Path

import interpreter
from interpreter.check.names.builtins import FUNCTIONS
from interpreter.language.fixes import old_words
from interpreter.language.workspace import Workspace
from interpreter.syntax.old_words import OLD_WORDS, RENAMED
from interpreter.tools.check.problems import problems
from interpreter.tools.fmt.formatting import format_text

OLD = """places square on grid 3 by 3
cards tile from "tiles.yaml"
  form: shape
keep city: grid of tile
keep corner: square or none

# touching(tile, city) in a comment stays
let around(tile) = count(touching(tile, city)) + count(connected([tile], city))
let far(number n) = square_at(squares, n, 3)
let told = "touching(tile, city)"

procedure play
  lay hall at opening_spot(hall, city) in city
  lay shed at spot_at(1, 0, 0) in city
  set corner to far(around(hall))
  end game
"""
NEW = (
    OLD.replace("count(touching", "count(neighbours")
    .replace("connected(", "groups(")
    .replace("square_at(squares, ", "square(")
)
TILES = "source: stand-in\nrows: [{id: hall, form: [X]}, {id: shed, form: [X]}]\n"


def written(folder: Path, rules: str) -> Path:
    (folder / "rules").mkdir(parents=True)
    (folder / "game.yaml").write_text("title: Old\nplayers: {min: 2, max: 2}\n", encoding="utf-8")
    (folder / "tiles.yaml").write_text(TILES, encoding="utf-8")
    (folder / "rules" / "play.rules").write_text(rules, encoding="utf-8")
    return folder


def test_the_formatter_writes_the_new_words_and_the_game_is_the_same(tmp_path: Path) -> None:
    old, new = written(tmp_path / "old", OLD), tmp_path / "new"
    text = format_text(OLD, str(old / "rules" / "play.rules"))
    assert text == NEW
    written(new, text)
    assert problems(old) == problems(new) == []
    corners = [interpreter.load(folder).start(seed=1).view(0)["table"]["corner"] for folder in (old, new)]
    assert corners == ["b3", "b3"], "the hall touches the shed, and is one group"


def test_a_name_that_the_game_has_given_itself_is_left_alone(tmp_path: Path) -> None:
    own = "let touching(player) = seat(player)\n"
    folder = written(tmp_path / "own", own + "procedure play\n  end game\n")
    text = "let twice(player) = 2 * touching(player)\n"
    assert format_text(text, str(folder / "rules" / "more.rules")) == text


def test_an_editor_offers_each_new_word_and_completes_only_those(tmp_path: Path) -> None:
    folder = written(tmp_path / "old", OLD)
    workspace = Workspace()
    offered = [fix.title for _, fix in old_words(workspace, folder / "rules" / "play.rules")]
    assert offered == [
        'Write "neighbours" instead of "touching"',
        'Write "groups" instead of "connected"',
        'Write "square" instead of "square_at"',
    ]
    assert {name for name, function in FUNCTIONS.items() if function.now} == set(OLD_WORDS)
    assert set(RENAMED.values()) <= FUNCTIONS.keys()
