"""Turn matches into columns of Apache Arrow: what is in a Parquet file, without a detour over rows.

In: a Batch or Matches, their Plan and Game. Out: tables with the schema of a results file. Layer: tools; PyArrow is an extra.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from interpreter.runtime.batches import OF_GAME, OF_SEAT, Batch
from interpreter.runtime.native import NONE

from .plan import Match, Plan
from .rows import COLUMNS, rows_of, setting

if TYPE_CHECKING:
    from interpreter import Game

    Table = Any  # PyArrow is only partly typed


@lru_cache(maxsize=1)
def schema() -> Any:
    import pyarrow as pa

    types = {"text": pa.string(), "whole": pa.int64(), "yes_no": pa.bool_()}
    return pa.schema([(name, types[kind]) for name, kind in COLUMNS.items()])


def table_of_matches(matches: Iterable[Match], plan: Plan, game: Game) -> Table:
    import pyarrow as pa

    rows = [row for match in matches for row in rows_of(match, plan, game)]
    return pa.Table.from_pylist(rows, schema())


def table_of_batch(batch: Batch, plan: Plan, game: Game) -> Table:
    """The same rows as of the batch's matches one by one, made of whole columns."""
    import pyarrow as pa
    import pyarrow.compute as pc

    columns, n, seats = batch.columns, len(batch.numbers), plan.seats
    assert columns is not None
    rows = n * seats
    places = _whole(array("q", range(rows)))
    game_of = pc.divide(places, seats)
    seat_of = pc.subtract(places, pc.multiply(game_of, seats))
    seed, decisions, winners, rounds, changes = (
        _whole(columns.games[i * n : (i + 1) * n]).take(game_of) for i in range(OF_GAME)
    )
    won, score, decided, single = (_whole(columns.seats[i * rows : (i + 1) * rows]) for i in range(OF_SEAT))
    first = pc.if_else(pc.equal(seat_of, 0), game_of, pa.scalar(None, pa.int64()))
    bots = pa.array(plan.bot_names or [None] * seats, pa.string())
    text, whole = pa.string(), pa.int64()
    found = {
        **{name: pa.repeat(value, rows) for name, value in setting(plan, game).items()},
        "match": _whole(batch.numbers).take(game_of), "seed": seed, "seat": pc.add(seat_of, 1), "bot": bots.take(seat_of),
        "outcome": pa.repeat("finished", rows), "won": pc.equal(won, 1), "winners": winners, "score": _or_missing(score),
        "decisions": decisions, "rounds": _or_missing(rounds), "lead_changes": _or_missing(changes), "seat_decisions": decided,
        "seat_single": single, "chosen": _texts(columns.chosen, columns.chosen_ends),
        "used": _texts(columns.used, columns.used_ends).take(first),
        "fault_code": pa.nulls(rows, text), "fault": pa.nulls(rows, text), "fault_stack": pa.nulls(rows, text),
    }  # fmt: skip
    arrays = [found[name].cast(whole) if name == "players" else found[name] for name in COLUMNS]
    return pa.Table.from_arrays(arrays, schema=schema())


def _whole(words: array[int]) -> Any:
    import pyarrow as pa

    return pa.Array.from_buffers(pa.int64(), len(words), [None, pa.py_buffer(words)])


def _texts(texts: bytes, ends: array[int]) -> Any:
    import pyarrow as pa

    return pa.Array.from_buffers(pa.string(), len(ends) - 1, [None, pa.py_buffer(ends), pa.py_buffer(texts)])


def _or_missing(words: object) -> Any:
    import pyarrow as pa
    import pyarrow.compute as pc

    return pc.if_else(pc.equal(words, NONE), pa.scalar(None, pa.int64()), words)
