"""The end of a game in words."""

from __future__ import annotations

import pytest

from interpreter import Result
from interpreter.tools.play.outcome import result_lines


@pytest.mark.parametrize(
    ("winners", "out", "names", "told"),
    [
        ((), (), ("ann", "bob"), "It is a draw"),
        ((), (0, 1), ("ann", "bob"), "Everyone loses"),
        ((), (0,), ("ann", "bob"), "Nobody wins"),
        ((), (), ("ann",), "ann loses"),
        ((1,), (0,), ("ann", "bob"), "bob wins"),
        ((0, 1), (), ("ann", "bob"), "It is a draw"),
        ((0, 1), (2,), ("ann", "bob", "cem"), "ann and bob win"),
    ],
)
def test_who_wins(winners: tuple[int, ...], out: tuple[int, ...], names: tuple[str, ...], told: str) -> None:
    assert result_lines(Result(winners, {}, out), names) == [told]
