"""Journal: a log of finished matches, so that a long simulation can be resumed.

In: matches as they finish. Out: a file beside the results (`results.parquet.part`), from which a killed run resumes.
Layer: tools. Each line is one row; a truncated line or a match that lacks a seat is played again.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from heapq import merge
from itertools import chain, islice
from operator import itemgetter
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, TextIO

from interpreter.tools.bots import bot_of

from .batch_matches import matches_in
from .plan import Match, Plan
from .results import ResultsError, as_line, read_rows, write_results
from .rows import COLUMNS, Row, complete, matches_of, rows_of

if TYPE_CHECKING:
    from interpreter import Game

    from .column_journal import ColumnJournal
    from .matches import Played

PAUSE = 1.0  # seconds between two flushes
FEW_ROWS = 20  # enough to name the bots of a file


def journal_of(results: Path) -> Path:
    return results.with_name(results.name + ".part")


def journal_for(results: Path, plan: Plan, game: Game) -> Journal | ColumnJournal:
    """Return the journal for a results file.

    Of columns for Parquet, of lines for the others."""
    if results.suffix != ".parquet":
        return Journal(results, plan, game)
    from .column_journal import ColumnJournal

    return ColumnJournal(results, journal_of(results), plan, game)


def done_before(results: Path, plan: Plan, game: Game) -> Iterator[Match]:
    """Yield the matches that an earlier run of the same plan has saved, each once.

    Raises OtherResultsError for another plan."""
    rows = chain(_rows_in(results), _kept_rows(results))
    done = bytearray(plan.games)
    for match in matches_of(rows, plan, game):
        if match.number < plan.games and not done[match.number]:
            done[match.number] = 1
            yield match


def bot_before(results: Path) -> str | None:
    """Name the bot of the matches that an earlier run has saved, if there are any."""
    try:
        words = {str(row["bot"]) for row in islice(chain(_rows_in(results), _kept_rows(results)), FEW_ROWS)}
    except (ResultsError, OSError):
        return None
    return next((word for word in sorted(words) if bot_of(word) is not None), None)


def _kept_rows(results: Path) -> Iterator[Row]:
    if results.suffix != ".parquet":
        return _whole_lines(journal_of(results))
    from .column_journal import kept_rows

    return kept_rows(journal_of(results))


def _rows_in(results: Path) -> Iterator[Row]:
    return read_rows(results) if results.exists() else iter(())


def _whole_lines(path: Path) -> Iterator[Row]:
    if not path.exists():
        return
    with path.open(encoding="utf-8", errors="replace") as file:
        for line in file:
            try:
                row = json.loads(line)
            except ValueError:  # the run was killed while writing this line
                continue
            if isinstance(row, dict) and set(row) == set(COLUMNS):
                yield row


def _ends_within_a_line(path: Path) -> bool:
    with path.open("rb") as file:
        if not file.seek(0, os.SEEK_END):
            return False
        file.seek(-1, os.SEEK_END)
        return file.read(1) != b"\n"


class Journal:
    """Log matches as they finish; at the end write the results and remove the journal."""

    def __init__(self, results: Path, plan: Plan, game: Game) -> None:
        self._results, self._plan, self._game = results, plan, game
        self._file: TextIO | None = None
        self._flushed = 0.0

    def __enter__(self) -> Self:
        self._file = journal_of(self._results).open("a", encoding="utf-8", newline="\n")
        if _ends_within_a_line(journal_of(self._results)):
            self._file.write("\n")  # or the first row of this run would be lost with the truncated one
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        assert self._file is not None
        self._file.close()

    def keep(self, played: Played) -> None:
        assert self._file is not None
        for match in (played,) if isinstance(played, Match) else matches_in(played, self._plan):
            self._file.writelines(as_line(row) for row in rows_of(match, self._plan, self._game))
        if time.monotonic() - self._flushed > PAUSE:
            self._file.flush()
            self._flushed = time.monotonic()

    def finish(self) -> None:
        """Write all matches sorted by number.

        So that the file does not depend on the workers' speed."""
        assert self._file is not None
        self._file.flush()
        write_results(self._results, self._all_rows())
        journal_of(self._results).unlink(missing_ok=True)

    def _all_rows(self) -> Iterator[Row]:
        before = complete(_rows_in(self._results), self._plan.seats)
        last = -1
        for number, rows in merge(before, self._in_order(), key=itemgetter(0)):
            if last < number < self._plan.games:
                last = number
                yield from rows

    def _in_order(self) -> Iterator[tuple[int, list[Row]]]:
        """Yield the journal's matches in order.

        Only those that finished ahead of a smaller number are held in memory."""
        there = bytearray(self._plan.games)
        for number, _ in self._journal():
            there[number] = 1
        waiting: dict[int, list[Row]] = {}
        following = there.find(1)
        for number, rows in self._journal():
            waiting[number] = rows
            while following in waiting:
                yield following, waiting.pop(following)
                following = there.find(1, following + 1)

    def _journal(self) -> Iterator[tuple[int, list[Row]]]:
        found = complete(_whole_lines(journal_of(self._results)), self._plan.seats)
        return (one for one in found if one[0] < self._plan.games)
