"""Values that use each other: how deep they go is counted for each of them, in both engines."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter
from interpreter import Fault

RULES = """keep answer: yes or no, starts at no
let even(number n), up to 5 times =
  yes          if n is 0
  odd(n - 1)   otherwise
let odd(number n), up to 6 times =
  no           if n is 0
  even(n - 1)  otherwise
procedure play
  each player
    player chooses n in 0 to 20
    set answer to even(n)
  end game
"""


@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_circle_is_limited_where_one_of_it_is(engine: str, tmp_path: Path) -> None:
    """even(11) uses even again five times: 9, 7, 5, 3, 1 ... for 12 it would be six times."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "play.rules").write_text(RULES)
    (tmp_path / "game.yaml").write_text("title: Trial\nabout: A trial.\nplayers: {min: 2, max: 2}\nsource: stand-in\n")
    state = interpreter.load(tmp_path).start(players=2, seed=1, engine=engine)
    state.choose(10)
    assert state.view(None)["table"]["answer"] is True
    with pytest.raises(Fault, match='"even" uses itself more than 5 times'):
        state.choose(12)
