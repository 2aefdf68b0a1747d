"""Small figures for the panels of a report, as inline SVG.

In: numbers and labels. Out: SVG text, 345 units wide. Layer: tools.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, ROW = 345, 24
LEFT, RIGHT = 60, 290  # where the scale of an interval plot begins and ends
MAX_BARS = 24
MAX_LABEL = 24


@dataclass(frozen=True)
class Mark:
    """A share with its interval; `strong` marks the evidence that counts more."""

    share: float
    low: float
    high: float
    strong: bool = True


def percent(share: float) -> str:
    return f"{share * 100:.0f} %"


def _svg(height: float, parts: Sequence[str], words: str) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(words)}" class="plot">'
        + "".join(parts)
        + "</svg>"
    )


def _text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{kind}">{escape(words)}</text>'


def intervals(rows: Sequence[tuple[str, Sequence[Mark]]], fair: float, left: float = LEFT) -> str:
    """Draw shares with their intervals, a row for each label, and the fair share as a line."""
    top = max([fair, *(mark.high for _, marks in rows for mark in marks)]) * 1.05
    least = min([fair, *(mark.low for _, marks in rows for mark in marks)]) * 0.95

    def at(share: float) -> float:
        return left + (share - least) / (top - least or 1) * (RIGHT - left)

    height = ROW * len(rows) + 22
    parts = [f'<line x1="{at(fair):.1f}" x2="{at(fair):.1f}" y1="0" y2="{height - 18}" class="fair"/>']
    for number, (label, marks) in enumerate(rows):
        middle = ROW * number + 13
        parts.append(_text(0, middle + 4, label, "label"))
        for mark, shift in zip(marks, _shifts(len(marks)), strict=True):
            y, kind = middle + shift, "strong" if mark.strong else "weak"
            parts.append(
                f'<line x1="{at(mark.low):.1f}" x2="{at(mark.high):.1f}" y1="{y}" y2="{y}" class="range {kind}"/>'
            )
            parts.append(_dot(at(mark.share), y, kind))
        parts.append(_text(WIDTH, middle + 4, percent(marks[0].share), "label", "end"))
    parts.append(_text(at(fair), height - 4, f"fair {percent(fair)}", "fair-label", "middle"))
    said = ", ".join(f"{label} {percent(marks[0].share)}" for label, marks in rows)
    return _svg(height, parts, f"{said}; fair {percent(fair)}")


def _shifts(count: int) -> list[float]:
    return [0.0] if count == 1 else [-4.0, 4.0]


def _dot(x: float, y: float, kind: str) -> str:
    """A circle, or a square for the weaker evidence: the two differ in more than colour."""
    if kind == "strong":
        return f'<circle cx="{x:.1f}" cy="{y}" r="4.5" class="dot strong"/>'
    return f'<rect x="{x - 3.5:.1f}" y="{y - 3.5}" width="7" height="7" class="dot weak"/>'


def histogram(values: Sequence[int], unit: str) -> str:
    """Draw how often each value occurs, in at most 24 bars; the ends are labelled."""
    low, high = min(values), max(values)
    width = max(1, -(-(high - low + 1) // MAX_BARS))
    counts = Counter((value - low) // width for value in values)
    bars = (high - low) // width + 1
    most, step = max(counts.values()), WIDTH / bars
    parts = []
    for bar in range(bars):
        size = 70 * counts[bar] / most
        if size:
            parts.append(
                f'<rect x="{bar * step + 0.75:.1f}" y="{74 - max(size, 1.5):.1f}" width="{max(step - 1.5, 1):.1f}" '
                f'height="{max(size, 1.5):.1f}" rx="1.5" class="bar"/>'
            )
    parts += [_text(0, 90, f"{low:,} {unit}"), _text(WIDTH, 90, f"{high:,} {unit}", "", "end")]
    return _svg(96, parts, f"from {low} to {high} {unit}, {len(values)} games")


def bars(rows: Sequence[tuple[str, float]], unit: str) -> str:
    """Draw numbers as horizontal bars with their labels."""
    most = max(number for _, number in rows) or 1
    parts = []
    for number, (label, value) in enumerate(rows):
        y = ROW * number
        size = 140 * value / most
        parts.append(_text(150, y + 16, clipped(label), "label", "end"))
        parts.append(f'<rect x="158" y="{y + 4}" width="{max(size, 1.5):.1f}" height="16" rx="2" class="bar"/>')
        parts.append(_text(164 + size, y + 16, f"{value:.1f}" if value < 100 else f"{value:.0f}", "label"))
    height = ROW * len(rows) + 18
    parts.append(_text(158, height - 3, unit))
    return _svg(height, parts, ", ".join(f"{label} {value:.1f}" for label, value in rows) + f" {unit}")


def clipped(label: str) -> str:
    return label if len(label) <= MAX_LABEL else label[: MAX_LABEL - 1].rstrip() + "…"


def split(share: float, first: str, others: str) -> str:
    """Draw one share of a whole."""
    size = max(2.0, share * WIDTH)
    parts = [
        f'<rect x="0" y="0" width="{WIDTH}" height="26" rx="3" class="rest"/>',
        f'<rect x="0" y="0" width="{size:.1f}" height="26" rx="3" class="share"/>',
        _text(0, 44, f"{first}: {percent(share)}", "label"),
        _text(WIDTH, 44, others, "", "end"),
    ]
    return _svg(50, parts, f"{first} wins {percent(share)}")
