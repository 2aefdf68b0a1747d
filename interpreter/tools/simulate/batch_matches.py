"""Read the matches of a batch one by one.

In: a Batch with columns and its Plan. Out: a Match for each game that ended, as Python would have recorded it. Layer: tools.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator

from interpreter.runtime.batches import Batch
from interpreter.runtime.native import NONE

from .plan import Match, Plan, SeatNote


def matches_in(batch: Batch, plan: Plan) -> Iterator[Match]:
    columns, n, seats = batch.columns, len(batch.numbers), plan.seats
    assert columns is not None
    seed, decisions, _, rounds, changes = (columns.games[i * n : (i + 1) * n] for i in range(5))
    won, score, decided, single = (columns.seats[i * n * seats : (i + 1) * n * seats] for i in range(4))
    for i, number in enumerate(batch.numbers):
        row = range(i * seats, (i + 1) * seats)
        scores = {seat: score[at] for seat, at in enumerate(row) if score[at] != NONE}
        notes = tuple(
            SeatNote(decided[at], single[at], json.loads(_text(columns.chosen, columns.chosen_ends, at))) for at in row
        )
        yield Match(
            number, seed[i], decisions[i], finished=True, winners=tuple(seat for seat, at in enumerate(row) if won[at]),
            scores=scores or None, rounds=_maybe(rounds[i]),
            used=frozenset(json.loads(_text(columns.used, columns.used_ends, i))),
            seats=notes if plan.detailed else (), lead_changes=_maybe(changes[i]) if plan.detailed else None,
        )  # fmt: skip


def _maybe(word: int) -> int | None:
    return None if word == NONE else word


def _text(texts: bytes, ends: array[int], at: int) -> bytes:
    return texts[ends[at] : ends[at + 1]]
