"""The end of a game in words: the winners and the score sheet.

In: a Result and the players' names. Out: lines. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter import Result


def result_lines(result: Result, names: Sequence[str]) -> list[str]:
    """Name the winners, with the score sheet or the scores if there are any."""
    winners = [names[seat] for seat in result.winners]
    lines = sheet_lines(result, names)
    if result.scores and not lines:
        ranked = sorted(result.scores.items(), key=lambda entry: (-entry[1], entry[0]))
        lines.append("Scores: " + ", ".join(f"{names[seat]} {score}" for seat, score in ranked))
    if not winners:
        return [*lines, _nobody_wins(result, names)]
    if len(winners) > 1 and len(winners) == len(names):
        return [*lines, "It is a draw"]
    if len(winners) == 1:
        return [*lines, f"{winners[0]} wins"]
    return [*lines, f"{', '.join(winners[:-1])} and {winners[-1]} win"]


def _nobody_wins(result: Result, names: Sequence[str]) -> str:
    """Describe an end without winners: players who left have lost.

    A single player has nobody to draw with."""
    if len(names) == 1:
        return f"{names[0]} loses"
    if len(result.out) == len(names):
        return "Everyone loses"
    return "Nobody wins" if result.out else "It is a draw"


def sheet_lines(result: Result, names: Sequence[str]) -> list[str]:
    """Format the score sheet, a column for each player.

    The score last, unless it is one of the rows."""
    rows = [*result.sheet.items()]
    if rows and result.scores and result.scores not in result.sheet.values():
        rows.append(("Score", result.scores))
    if not rows:
        return []
    seats = [seat for seat in range(len(names)) if any(seat in column for _, column in rows)]
    cells = [["", *(names[seat] for seat in seats)]]
    cells += [[row, *(str(column.get(seat, "-")) for seat in seats)] for row, column in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return ["  ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])]) for line in cells]
