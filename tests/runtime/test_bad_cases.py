"""Rules that go wrong while they are played: tests/cases/playing/bad, each added to the frame.

The line that goes wrong ends in a comment with its code: `#! R0802`. A fault has no column: rules are run by lines.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import interpreter
from interpreter import Fault, State
from tests.support.frame import CASES, lay_out

CASE = re.compile(r"#! (R\d{4})\s*$")
FILES = sorted((CASES.parent / "playing" / "bad").glob("*.rules"))
NOWHERE = {"R0809"}  # no single line is at fault when a game never ends


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_fault_names_the_line(file: Path, tmp_path: Path) -> None:
    text = file.read_text(encoding="utf-8")
    [(line, code)] = [(n, found[1]) for n, row in enumerate(text.split("\n"), 1) if (found := CASE.search(row))]
    game = interpreter.load(lay_out(tmp_path, {"rules/zz.rules": text}))
    with pytest.raises(Fault) as caught:
        _play(game.start(players=2, seed=1), code)
    assert caught.value.code == code
    if code not in NOWHERE:
        assert f"rules/zz.rules:{line})" in caught.value.stack[0], caught.value.stack


def _play(state: State, code: str) -> None:
    """What must always hold is looked at after every decision, if that is asked for."""
    if code != "R0820":
        state.play_out(most=1000)
    state.engine.hold_always()
    while state.request is not None:
        state.choose(state.request.choices[0])
