"""What is printed and cut out: a Piece with its size, its face, its back and its outline.

In: strokes. Out: Piece. Layer: tools.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Piece:
    """One sort of thing to cut out, in millimetres.

    From the upper left corner of where it is cut."""

    kind: str  # the kind of card or tile, "marker" or "money"
    id: str
    title: str
    text: str
    copies: int
    width: float
    height: float
    face: str
    back: str  # empty: nothing is printed on it
    outline: str  # the path that is cut; empty: the rectangle
    bleed: float
    fits: bool = True
    sort: str = "piece"  # card, tile, marker, money
