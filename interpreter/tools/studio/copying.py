"""Copying a store: everything in one file, as it was at one moment, and from such a file into an empty store.

In: a Database and a file. Out: the number of rows by table. Layer: tools. The file is compressed lines of JSON: a head with the
format, then a line for each row. It is the way from SQLite to PostgreSQL and back, and a backup while people play.
"""

from __future__ import annotations

import base64
import gzip
import json
import os
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from .database import Database, Row, Trouble, Work, in_portions
from .schema import FORMAT, NEWER, TABLES

HEAD = "rulewright studio"
NO_EXPORT = "This is no export of a studio, or it is damaged."
NOT_EMPTY = "This store holds tables already. Import into an empty one: name another folder or database."
NUMBERED = ("said", "records")  # tables whose rows number themselves
LARGEST = 2**28  # letters of one line


def exported_to(database: Database, file: Path) -> Counter[str]:
    """Write everything; the file is complete or not there at all."""
    beside = file.with_name(f".{file.name}.new")
    counts: Counter[str] = Counter()
    try:
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as raw:
            with gzip.GzipFile(fileobj=raw, mode="wb", filename="", mtime=0) as out, database.reading() as work:
                out.write(_line({HEAD: FORMAT}))
                for table in TABLES:
                    columns = sorted(database.columns(table))
                    order = ", ".join(columns)
                    for row in work.found(f"select {order} from {table} order by {order}"):
                        out.write(
                            _line(
                                {
                                    "table": table,
                                    **{name: _kept(value) for name, value in zip(columns, row, strict=True)},
                                }
                            )
                        )
                        counts[table] += 1
            raw.flush()
            os.fsync(raw.fileno())
        os.replace(beside, file)
    except OSError as error:
        raise Trouble(f"{file} cannot be written: {error.strerror or error}.") from error
    finally:
        beside.unlink(missing_ok=True)
    return counts


def imported_from(database: Database, file: Path) -> Counter[str]:
    """Read everything into an empty store, in one transaction."""
    counts: Counter[str] = Counter()
    if database.found("select 1 from tables limit 1") or database.found("select 1 from playtests limit 1"):
        raise Trouble(NOT_EMPTY)
    columns = {table: sorted(database.columns(table)) for table in TABLES}
    with database.changing() as work:
        work.execute("delete from secrets")  # that of a store that was opened before
        for table, rows in _by_table(_lines(file), columns):
            marks = ",".join("?" * len(columns[table]))
            query = f"insert into {table} ({', '.join(columns[table])}) values ({marks})"
            for some in in_portions(rows):
                work.executemany(query, some)
                counts[table] += len(some)
        for table in NUMBERED:
            _number_on(work, database, table)
    return counts


def _number_on(work: Work, database: Database, table: str) -> None:
    """Let the next row have a number after those that came along.

    SQLite does so by itself."""
    if "identity" in database.dialect.number:
        following = f"select coalesce(max(number), 0) + 1 from {table}"
        work.found(f"select setval(pg_get_serial_sequence('{table}', 'number'), ({following}), false)")


def _by_table(lines: Iterator[dict[str, Any]], columns: dict[str, list[str]]) -> Iterator[tuple[str, Iterable[Row]]]:
    pending: list[dict[str, Any]] = []
    for line in lines:
        if pending and (line["table"] != pending[0]["table"] or len(pending) >= 500):
            yield _rows(pending, columns)
            pending = []
        pending.append(line)
    if pending:
        yield _rows(pending, columns)


def _rows(lines: list[dict[str, Any]], columns: dict[str, list[str]]) -> tuple[str, list[Row]]:
    table = lines[0]["table"]
    if table not in columns or any({*line} - {"table"} != {*columns[table]} for line in lines):
        raise Trouble(NO_EXPORT)
    return table, [tuple(_given(line[name]) for name in columns[table]) for line in lines]


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    """Read the rows of an export; Trouble if it is none."""
    try:
        with gzip.open(file, "rt", encoding="utf-8") as text:
            head = json.loads(text.readline(1000) or "{}")
            there = head.get(HEAD) if isinstance(head, dict) else None
            if type(there) is not int:
                raise Trouble(NO_EXPORT)
            if there != FORMAT:
                raise Trouble(NEWER.format(there, FORMAT) if there > FORMAT else NO_EXPORT)
            while line := text.readline(LARGEST):
                yield json.loads(line)
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise Trouble(NO_EXPORT) from error


def _line(found: dict[str, Any]) -> bytes:
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _kept(value: object) -> object:
    return {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes | memoryview) else value


def _given(value: object) -> object:
    return base64.b64decode(value["base64"]) if isinstance(value, dict) else value
