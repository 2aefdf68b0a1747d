"""The `report` command: a page about the results of a simulation.

In: a file of results. Out: one HTML file that works offline. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import interpreter
from interpreter.source import Problems
from interpreter.tools.cli.files import check_page, write_text
from interpreter.tools.cli.opening import variant_of
from interpreter.tools.cli.output import count, say, wrong

if TYPE_CHECKING:
    from interpreter.tools.simulate.rows import Row


def report(
    results: Annotated[Path, typer.Argument(metavar="RESULTS", help="A file written by simulate --out.")],
    output: Annotated[Path, typer.Option("-o", metavar="F.html", help="The page to write.")],
    still: Annotated[bool, typer.Option("--still", help="Write figures as plain pictures, without scripts.")] = False,
) -> int:
    """Make a page about many games: who wins, how long they take, what is chosen and what never is."""
    from interpreter.tools.report.page import missing_library, page

    if missing_library():
        raise wrong("R0913", "reports need Altair", 'pip install "rulewright[report]"')
    check_page(output)
    rows = read_rows(results)
    write_text(output, page(rows, _usable(rows[0]), still))
    say(f"{output}: a page about {count(len({row['match'] for row in rows}), 'game')}.")
    return 0


def read_rows(results: Path) -> list[Row]:
    """Read a file of results; R0914 if it contains none."""
    from interpreter.tools.simulate.results import ENDINGS, ResultsError, needs_extra, read_results

    if results.suffix not in ENDINGS:
        help = f"its name ends with one of {', '.join(ENDINGS)}"
        raise wrong("R0912", f'"{results}" does not say what kind of file it is', help)
    if needs_extra(results):
        raise wrong("R0913", "Parquet files need PyArrow", 'pip install "rulewright[parquet]"')
    try:
        rows = read_results(results)
    except OSError:
        raise wrong(
            "R0914", f'"{results}" cannot be read', "rulewright simulate GAME --games 1000 --out F writes one"
        ) from None
    except ResultsError:
        rows = []
    if not rows:
        raise wrong("R0914", f'"{results}" holds no results of a simulation, or they are damaged')
    return rows


def _usable(row: Mapping[str, Any]) -> Mapping[str, Sequence[str]] | None:
    """Return what the game can reach; None if the game is no longer available."""
    try:
        return interpreter.load(
            row["game"], [variant_of(word) for word in filter(None, row["variants"].split(", "))]
        ).usable
    except Problems:
        return None
