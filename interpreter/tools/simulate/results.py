"""Result files: Parquet, CSV, or one JSON object per line.

In: rows and a path whose extension gives the format. Out: the file, written atomically; and rows from a file. Layer: tools.
Parquet is read and written by PyArrow, an extra.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType

from .rows import COLUMNS, Row

ENDINGS = (".parquet", ".csv", ".jsonl")


class ResultsError(Exception):
    """The file is damaged or does not contain results."""


def needs_extra(path: Path) -> bool:
    """Whether a library needed for this file is not installed."""
    return path.suffix == ".parquet" and find_spec("pyarrow") is None


def write_results(path: Path, rows: Iterable[Row]) -> None:
    """Replace the file atomically: readers see the old rows or the new ones."""
    beside = path.with_name(f".{path.name}.new")
    try:
        WRITERS[path.suffix](beside, rows)
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def read_results(path: Path) -> list[Row]:
    """Read all rows.

    Raises ResultsError if the file is damaged or contains something else."""
    return list(read_rows(path))


def read_rows(path: Path) -> Iterator[Row]:
    """Yield the rows one by one."""
    try:
        for row in READERS[path.suffix](path):
            yield _checked(row)
    except (ValueError, KeyError, TypeError, csv.Error) as error:
        raise ResultsError(str(error)) from error


def as_line(row: Row) -> str:
    """Serialize a row as one line of JSON."""
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"


def _checked(row: Row) -> Row:
    """Check that a row has exactly the expected columns."""
    if set(row) != set(COLUMNS):
        raise ValueError("its columns are not those of a simulation")
    return row


def _write_lines(path: Path, rows: Iterable[Row]) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(as_line({name: row[name] for name in COLUMNS}) for row in rows)


def _read_lines(path: Path) -> Iterator[Row]:
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def _write_csv(path: Path, rows: Iterable[Row]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(COLUMNS), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def _read_csv(path: Path) -> Iterator[Row]:
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            yield {name: _cell(name, value) for name, value in row.items()}


ALWAYS_TEXT = frozenset({"variants", "options"})  # an empty cell is an empty text, not a missing one


def _cell(name: str, text: str | None) -> object:
    kind = COLUMNS[name]
    if not text:
        return "" if name in ALWAYS_TEXT else None
    if kind == "yes_no":
        return {"True": True, "False": False}[text]
    return int(text) if kind == "whole" else text


def _write_parquet(path: Path, rows: Iterable[Row]) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    types = {"text": pa.string(), "whole": pa.int64(), "yes_no": pa.bool_()}
    schema = pa.schema([(name, types[kind]) for name, kind in COLUMNS.items()])
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        for some in _portions(rows):
            writer.write_table(pa.Table.from_pylist(some, schema))


PORTION = 10_000  # rows held in memory while a file is written or read


def _portions(rows: Iterable[Row]) -> Iterator[list[Row]]:
    some: list[Row] = []
    for row in rows:
        some.append(row)
        if len(some) == PORTION:
            yield some
            some = []
    yield some


def _read_parquet(path: Path) -> Iterator[Row]:
    from pyarrow import parquet

    with parquet.ParquetFile(path) as file:
        for some in file.iter_batches(PORTION):
            yield from some.to_pylist()


WRITERS: Mapping[str, Callable[[Path, Iterable[Row]], None]] = MappingProxyType(
    {".parquet": _write_parquet, ".csv": _write_csv, ".jsonl": _write_lines}
)
READERS: Mapping[str, Callable[[Path], Iterator[Row]]] = MappingProxyType(
    {".parquet": _read_parquet, ".csv": _read_csv, ".jsonl": _read_lines}
)
