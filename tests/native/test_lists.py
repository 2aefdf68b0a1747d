"""Lists that are chosen are the same lists in Python, whoever decides in C: random numbers, a search, a walk."""

from __future__ import annotations

from array import array
from pathlib import Path

import interpreter
from interpreter.runtime.native import Tree
from tests.support.c_lockstep import CASES


def test_decisions_at_random_among_lists_are_found_again() -> None:
    game = interpreter.load(CASES / "native" / "listed")
    for seed in range(5):
        native = game.start_in_c(seed=seed)
        found = native.at_random(array("Q", [10 * seed + player + 1 for player in range(2)]), 60)
        assert found is not None
        assert native.decisions == found.decisions > 20
        again = game.start(seed=seed, events=False)
        for made in native.python().made:
            again.engine.position.decide(made.option, made.free)
        assert again.inspect.key() == native.key()
        assert any(isinstance(made.option, tuple) for made in again.engine.position.made)


def test_a_search_among_lists_tells_them_apart(tmp_path: Path) -> None:
    """One of three lists wins: whoever thinks ahead finds it, in C as in Python."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "play.rules").write_text(
        "procedure play\n  each player\n    player chooses pair in [[1, 2], [2, 1], [3]]\n    if pair is [2, 1]\n"
        "      player wins\n      end game\n  end game\n"
    )
    (tmp_path / "game.yaml").write_text("title: Trial\nabout: A trial.\nplayers: {min: 2, max: 2}\nsource: stand-in\n")
    game = interpreter.load(tmp_path)
    table = game.imagined(game.start(seed=1, events=False).engine.position, "native")
    assert table is not None
    tree = Tree(game.native(), 7, 1.4)
    tree.grow(table, 200, 50, open_=True)
    found = tree.found(3, 0)
    assert found[1][1] == 1.0


DEEP = """kind suit is clubs, hearts, spades, bells, acorns, leaves, stars, moons, suns
keep found: number
let ways(list of suit left) =
  1                                                               if count(left) is at most 1
  sum(ways(leaving_out(left, [suit])) over suit in left)          otherwise

procedure play
  each player
    player chooses amount in 1 to 2
    raise found by amount * ways(suits)
  end game
"""


def test_what_a_value_uses_itself_for_leaves_no_lists_behind(tmp_path: Path) -> None:
    """There are 9! = 362,880 orders of nine suits; more than 900,000 lists are made for them at each decision, one by one. C has
    room for as many as there are at the same time, and need not leave the game to Python."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "play.rules").write_text(DEEP)
    (tmp_path / "game.yaml").write_text("title: Trial\nabout: A trial.\nplayers: {min: 2, max: 2}\nsource: stand-in\n")
    game = interpreter.load(tmp_path)
    memory = game.native().take(game.start(seed=1, events=False).engine.position)
    assert (memory.choose(0), memory.choose(1)) == (0, 1)
    found = game.table(2, 1, None, False)
    game.native().read(memory, found.engine.position)
    assert 3 * 362_880 in found.engine.position.cells
