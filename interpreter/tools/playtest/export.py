"""Export of a playtest: tables of games and of records, each game as a save and as a scenario.

In: PlayedTables. Out: files by name. Layer: tools. Only games that are over become saves: until then nobody may know their dice.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib.util import find_spec
from typing import Any

import interpreter
from interpreter.source import Problems
from interpreter.tools.simulate.rows import COLUMNS

from .figures import rows_of
from .plan import Plan
from .played import Did, PlayedTable, state_after
from .timeline import told

FORMATS = ("csv", "parquet")
FORMULA = ("=", "+", "-", "@", "\t")
RECORDS: Mapping[str, str] = {
    "table": "whole", "side": "text", "person": "whole", "name": "text", "seat": "whole", "kind": "text", "at": "text",
    "answers": "whole", "rule": "text", "label": "text", "words": "text", "number": "text",
}  # fmt: skip


def needs_extra(format: str) -> bool:
    """Whether a library needed for this format is not installed."""
    return format == "parquet" and find_spec("pyarrow") is None


def exported(tables: Sequence[PlayedTable], plan: Plan, format: str) -> dict[str, bytes]:
    """Return the files of an export.

    Games and records are tables; games that are over are saves and scenarios as well."""
    games = [row for table in tables for row in rows_of(table)]
    asks = {one.name: one.ask for one in plan.questions}
    records = [_record(table, one, plan, asks) for table in tables for one in table.did]
    found = {
        f"games.{format}": _written(COLUMNS, games, format),
        f"records.{format}": _written(RECORDS, records, format),
    }
    for table in tables:
        if not table.over:
            continue
        save = table.state.save()
        found[f"saves/table-{table.number}.json"] = json.dumps(save, ensure_ascii=False, indent=1).encode()
        if text := _scenario(table):
            found[f"scenarios/table-{table.number}.scenario"] = text.encode()
    return found


def _scenario(table: PlayedTable) -> str:
    """Write the whole game as a scenario, with the game's own names for the players.

    Empty if that cannot be written."""
    state = state_after(
        lambda: table.game.start(table.people_seats, seed=table.state.seed),
        [(one.player, one.choice) for one in table.asked],
    )
    save = state.save()
    try:
        return interpreter.record(table.game, save, f"table {table.number} of a playtest", 0, len(save["decisions"]))
    except Problems:  # the save has the same game
        return ""


def _record(table: PlayedTable, one: Did, plan: Plan, asks: dict[str, str]) -> dict[str, Any]:
    data = one.data
    number = data.get("seconds", data.get("answer") if isinstance(data.get("answer"), int) else None)
    return {
        "table": table.number, "side": plan.sides[table.side].name, "person": one.person.number, "name": one.person.name,
        "seat": one.person.seat + 1, "kind": one.kind, "at": datetime.fromtimestamp(one.at, UTC).isoformat(timespec="seconds"),
        "answers": one.answers, "rule": data.get("rule", ""),
        "label": str(data.get("label") or data.get("mood") or data.get("question") or data.get("choice") or ""),
        "words": told(one, asks), "number": "" if number is None else str(number),
    }  # fmt: skip


def _written(columns: Mapping[str, str], rows: Sequence[Mapping[str, Any]], format: str) -> bytes:
    if format == "parquet":
        return _parquet(columns, rows)
    text = io.StringIO(newline="")
    out = csv.DictWriter(text, list(columns), lineterminator="\n")
    out.writeheader()
    out.writerows({name: _cell(row.get(name)) for name in columns} for row in rows)
    return text.getvalue().encode()


def _cell(value: object) -> object:
    """Keep a spreadsheet from taking what a stranger wrote for a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def _parquet(columns: Mapping[str, str], rows: Sequence[Mapping[str, Any]]) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    types = {"text": pa.string(), "whole": pa.int64(), "yes_no": pa.bool_()}
    made = {name: pa.array([row.get(name) for row in rows], types[kind]) for name, kind in columns.items()}
    out = io.BytesIO()
    pq.write_table(pa.table(made), out)
    return out.getvalue()
