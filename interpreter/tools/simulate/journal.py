"""The journal: what is done already, kept while a long simulation runs.

In: matches as they are done. Out: a file beside the results (`results.parquet.part`), from which a run that was killed
goes on. Layer: tools. A line is one row; a line that was cut off and a match that lacks a seat are played again.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, TextIO

from .plan import Match, Plan
from .results import as_line, read_results, write_results
from .rows import COLUMNS, Row, matches_of, rows_of

if TYPE_CHECKING:
    from interpreter import Game

PAUSE = 1.0  # seconds after which what is done is surely on the disk


def journal_of(results: Path) -> Path:
    return results.with_name(results.name + ".part")


def done_before(results: Path, plan: Plan, game: Game) -> list[Match]:
    """The matches that an earlier run of the same plan has kept. OtherResults if it was another plan's."""
    rows = read_results(results) if results.exists() else []
    return matches_of([*rows, *_whole_lines(journal_of(results))], plan, game)


def _whole_lines(path: Path) -> list[Row]:
    rows = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            row = json.loads(line)
        except ValueError:  # the run was killed while it wrote this line
            continue
        if isinstance(row, dict) and set(row) == set(COLUMNS):
            rows.append(row)
    return rows


class Journal:
    """Keeps matches as they are done; at the end the results are written and the journal is gone."""

    def __init__(self, results: Path, plan: Plan, game: Game) -> None:
        self._results, self._plan, self._game = results, plan, game
        self._file: TextIO | None = None
        self._flushed = 0.0

    def __enter__(self) -> Self:
        self._file = journal_of(self._results).open("a", encoding="utf-8", newline="\n")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        assert self._file is not None
        self._file.close()

    def keep(self, match: Match) -> None:
        assert self._file is not None
        self._file.writelines(as_line(row) for row in rows_of(match, self._plan, self._game))
        if time.monotonic() - self._flushed > PAUSE:
            self._file.flush()
            self._flushed = time.monotonic()

    def finish(self, played: list[Match]) -> None:
        """`played` in the order of their numbers, so that the file does not depend on who was quicker."""
        write_results(self._results, (row for match in played for row in rows_of(match, self._plan, self._game)))
        journal_of(self._results).unlink(missing_ok=True)
