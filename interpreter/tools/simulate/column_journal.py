"""Journal of a simulation whose results are a Parquet file: frames of columns instead of lines.

In: batches and matches as they finish. Out: a file beside the results, from which a killed run resumes, and at the end the
results in order. Layer: tools. A frame is its length in bytes, its first and its last match, and an Arrow stream; a truncated
frame at the end is cut off, and its matches are played again.
"""

from __future__ import annotations

import os
import struct
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, Self

from interpreter.runtime.batches import Batch

from .columns import schema, table_of_batch, table_of_matches
from .plan import Match, Plan

if TYPE_CHECKING:
    from interpreter import Game

    from .matches import Played

HEAD = struct.Struct("<QQQ")
PAUSE = 1.0  # seconds between two flushes
ROW_GROUP = 1 << 14  # rows held in memory while a file is written
REPEATING = ["game", "rules", "variants", "options", "bot", "outcome", "fault_code", "fault", "fault_stack"]


class Part(NamedTuple):
    """Some matches that are kept: from which number to which, and how to read them."""

    first: int
    last: int
    read: Callable[[], Any]


class ColumnJournal:
    """Keep matches as they finish.

    At the end write the results and remove the journal."""

    def __init__(self, results: Path, journal: Path, plan: Plan, game: Game) -> None:
        self._results, self._journal, self._plan, self._game = results, journal, plan, game
        self._file: BinaryIO | None = None
        self._single: list[Match] = []
        self._flushed = time.monotonic()

    def __enter__(self) -> Self:
        self._file = self._journal.open("ab")
        self._file.truncate(sum(HEAD.size + size for _, size in _frames(self._journal)))
        self._file.seek(0, os.SEEK_END)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        assert self._file is not None
        self._flush()
        self._file.close()

    def keep(self, played: Played) -> None:
        if isinstance(played, Batch):
            if played.numbers:
                self._write(table_of_batch(played, self._plan, self._game))
        else:
            self._single.append(played)
        if time.monotonic() - self._flushed > PAUSE:
            self._flush()

    def finish(self) -> None:
        """Write all matches sorted by number.

        So that the file does not depend on the workers' speed."""
        self._flush()
        _write_parquet(
            self._results, _in_order([*_row_groups(self._results), *_parts(self._journal)], self._plan.games)
        )
        self._journal.unlink(missing_ok=True)

    def _flush(self) -> None:
        assert self._file is not None
        if self._single:
            self._single.sort(key=lambda match: match.number)
            self._write(table_of_matches(self._single, self._plan, self._game))
            self._single = []
        self._file.flush()
        self._flushed = time.monotonic()

    def _write(self, table: Any) -> None:
        import pyarrow as pa

        assert self._file is not None
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, table.schema) as writer:
            writer.write_table(table)
        frame = sink.getvalue()
        numbers = table.column("match")
        self._file.write(HEAD.pack(frame.size, numbers[0].as_py(), numbers[-1].as_py()))
        self._file.write(frame)


def kept_rows(journal: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of all complete frames."""
    for part in _parts(journal):
        yield from part.read().to_pylist()


def _frames(journal: Path) -> Iterator[tuple[tuple[int, int, int], int]]:
    """Yield for each complete frame its place, its first and last match, and its size."""
    if not journal.exists():
        return
    end, at = journal.stat().st_size, 0
    with journal.open("rb") as file:
        while len(head := file.read(HEAD.size)) == HEAD.size:
            size, first, last = HEAD.unpack(head)
            at += HEAD.size
            if at + size > end:
                return
            yield (at, first, last), size
            at += size
            file.seek(at)


def _parts(journal: Path) -> Iterator[Part]:
    for (at, first, last), size in _frames(journal):
        yield Part(first, last, lambda at=at, size=size: _read_frame(journal, at, size))  # type: ignore[misc]


def _read_frame(journal: Path, at: int, size: int) -> Any:
    import pyarrow as pa

    with journal.open("rb") as file:
        file.seek(at)
        return pa.ipc.open_stream(file.read(size)).read_all()


def _row_groups(results: Path) -> Iterator[Part]:
    """Yield the matches of an earlier results file, a row group at a time."""
    if not results.exists():
        return
    from pyarrow import parquet

    with parquet.ParquetFile(results) as file:
        for number in range(file.num_row_groups):
            matches = file.read_row_group(number, ["match"]).column("match")
            if len(matches):
                yield Part(
                    matches[0].as_py(), matches[-1].as_py(), lambda number=number: _read_group(results, number)  # type: ignore[misc]
                )  # fmt: skip


def _read_group(results: Path, number: int) -> Any:
    from pyarrow import parquet

    with parquet.ParquetFile(results) as file:
        return file.read_row_group(number)


def _in_order(parts: list[Part], games: int) -> Iterator[Any]:
    """Yield tables by number, each match once.

    Only parts that overlap are held in memory together."""
    import pyarrow as pa

    parts.sort(key=lambda part: part.first)
    while parts:
        last, count = parts[0].last, 1
        while count < len(parts) and parts[count].first <= last:
            last, count = max(last, parts[count].last), count + 1
        some = [part.read() for part in parts[:count]]
        del parts[:count]
        table = some[0] if count == 1 else _each_once(pa.concat_tables(some))
        yield _below(table, games) if last >= games else table


def _each_once(table: Any) -> Any:
    import pyarrow as pa
    import pyarrow.compute as pc

    table = table.sort_by([("match", "ascending"), ("seat", "ascending")]).combine_chunks()
    first = pa.array([True] if len(table) else [])
    changes = [pc.not_equal(table.column(name)[1:], table.column(name)[:-1]) for name in ("match", "seat")]
    return table.filter(pa.concat_arrays([first, pc.or_(*changes).combine_chunks()]))


def _below(table: Any, games: int) -> Any:
    import pyarrow.compute as pc

    return table.filter(pc.less(table.column("match"), games))


def _write_parquet(path: Path, tables: Iterator[Any]) -> None:
    """Replace the file atomically, in row groups of a fixed size.

    They do not depend on how the matches arrived."""
    from pyarrow import parquet

    beside = path.with_name(f".{path.name}.new")
    try:
        with parquet.ParquetWriter(beside, schema(), compression="zstd", use_dictionary=REPEATING) as writer:
            for table in _even(tables):
                writer.write_table(table)
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def _even(tables: Iterator[Any]) -> Iterator[Any]:
    """Cut tables into equal row groups; the last one, maybe the only one, is shorter."""
    import pyarrow as pa

    rest: Any = schema().empty_table()
    for table in tables:
        rest = pa.concat_tables([rest, table])
        while len(rest) >= ROW_GROUP:
            yield rest.slice(0, ROW_GROUP).combine_chunks()
            rest = rest.slice(ROW_GROUP)
    if len(rest):
        yield rest.combine_chunks()
