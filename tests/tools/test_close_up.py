"""The part of a board that a turn has changed."""

from __future__ import annotations

import pytest

from interpreter.tools.rulebook.close_up import Frame, close_up, framed

BOARD = '<svg viewBox="0 0 1000 800" width="1000" height="800"><rect x="0" y="0" width="9" height="9"/>{}</svg>'
PIECE = '<g transform="translate({} {}) scale(1)" class="piece"></g>'


@pytest.mark.parametrize(
    ("before", "after", "frame"),
    [
        # One piece in the middle: 36 % of the board around it.
        ("", PIECE.format(500, 400), Frame(320, 256, 360, 288)),
        # In a corner the frame stays on the board.
        ("", PIECE.format(0, 0), Frame(0, 0, 360, 288)),
        # From one side to the other: the whole board.
        (PIECE.format(50, 400), PIECE.format(950, 400), Frame(0, 0, 1000, 800)),
        # Letters and paths inside a piece have places of their own, which mean nothing on the board.
        ("", '<text x="12" y="17" class="on-piece">R</text>', None),
        (PIECE.format(5, 5), PIECE.format(5, 5), None),
    ],
)
def test_a_frame_is_around_what_differs(before: str, after: str, frame: Frame | None) -> None:
    assert close_up(BOARD.format(before), BOARD.format(after), 1.25) == frame


def test_a_drawing_is_cut_to_the_frame() -> None:
    cut = framed(BOARD.format(""), Frame(10, 20, 300, 200))
    assert cut.startswith('<svg viewBox="10 20 300 200" width="300" height="200"><rect x="0"')
    assert framed("<svg>", None) == "<svg>"
