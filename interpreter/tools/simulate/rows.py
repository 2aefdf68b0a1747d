"""Convert matches to rows of a table and back: one row for each seat of each match.

In: a Plan, its Game and Matches. Out: rows as plain values, and Matches from rows. Layer: tools.
`COLUMNS` is the schema; `docs/results.md` describes it for its readers.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from .plan import FaultNote, Match, Plan, SeatNote, match_seed

if TYPE_CHECKING:
    from interpreter import Game

Row = dict[str, Any]

# Each column with its type (text, whole or yes_no); an empty cell is a missing value.
COLUMNS: dict[str, str] = {
    "game": "text", "rules": "text", "variants": "text", "options": "text", "players": "whole",
    "match": "whole", "seed": "whole", "seat": "whole", "bot": "text", "outcome": "text", "won": "yes_no",
    "winners": "whole", "score": "whole", "decisions": "whole", "rounds": "whole", "lead_changes": "whole",
    "seat_decisions": "whole", "seat_single": "whole", "chosen": "text", "used": "text",
    "fault_code": "text", "fault": "text", "fault_stack": "text",
}  # fmt: skip


class OtherResultsError(Exception):
    """The rows belong to another plan and cannot be resumed."""


def rows_of(match: Match, plan: Plan, game: Game) -> Iterator[Row]:
    """Yield the rows of one match, by seat."""
    common = {**setting(plan, game), **_about(match)}
    for seat in range(plan.seats):
        note = match.seats[seat] if match.seats else SeatNote()
        yield {
            **common,
            "seat": seat + 1,
            "bot": plan.bot_names[seat] if plan.bot_names else None,
            "won": seat in match.winners if match.finished else None,
            "score": (match.scores or {}).get(seat),
            "seat_decisions": note.decisions,
            "seat_single": note.single,
            "chosen": _compact(note.chosen),
            "used": _compact(sorted(match.used)) if match.used is not None and seat == 0 else None,
        }


def setting(plan: Plan, game: Game) -> Row:
    """Return the columns that are the same in all rows of a plan."""
    options = {option.name: option.value for option in game.options if option.value != option.default}
    return {
        "game": str(plan.game),
        "rules": game.fingerprint,
        "variants": ", ".join(str(variant) for variant in plan.variants),
        "options": ", ".join(f"{name}={value}" for name, value in options.items()),
        "players": plan.players,
    }


def matches_of(rows: Iterable[Row], plan: Plan, game: Game) -> Iterator[Match]:
    """Yield the matches that are complete in these rows.

    Raises OtherResultsError if they belong to another plan."""
    wanted = setting(plan, game)
    for _, found in complete(rows, plan.seats):
        for row in found:
            if any(row[name] != value for name, value in wanted.items() if name != "game"):
                raise OtherResultsError
        yield _match(found, plan)


def complete(rows: Iterable[Row], seats: int) -> Iterator[tuple[int, list[Row]]]:
    """Yield the number and rows of each match that has a row for every seat.

    A match's rows are adjacent."""
    for number, some in groupby(rows, key=lambda row: int(row["match"])):
        found = {row["seat"]: row for row in some}
        if len(found) == seats:
            yield number, [found[seat] for seat in sorted(found)]


def _match(rows: Sequence[Row], plan: Plan) -> Match:
    first = rows[0]
    number = first["match"]
    if first["seed"] != match_seed(plan.seed, number) or (plan.bot_names and _bots(rows) != plan.bot_names):
        raise OtherResultsError
    scores = {seat: row["score"] for seat, row in enumerate(rows) if row["score"] is not None}
    stack = tuple(json.loads(first["fault_stack"] or "[]"))
    return Match(
        number,
        first["seed"],
        first["decisions"],
        finished=first["outcome"] == "finished",
        winners=tuple(seat for seat, row in enumerate(rows) if row["won"]),
        scores=scores or None,
        rounds=first["rounds"],
        used=frozenset(json.loads(first["used"])) if first["used"] is not None else None,
        fault=FaultNote(first["fault"], stack, first["fault_code"]) if first["outcome"] == "fault" else None,
        seats=tuple(
            SeatNote(row["seat_decisions"], row["seat_single"], json.loads(row["chosen"] or "{}")) for row in rows
        ),
        lead_changes=first["lead_changes"],
    )


def _bots(rows: Sequence[Row]) -> tuple[str, ...]:
    return tuple(row["bot"] for row in rows)


def _about(match: Match) -> Row:
    fault = match.fault
    return {
        "match": match.number,
        "seed": match.seed,
        "outcome": match.outcome,
        "winners": len(match.winners) if match.finished else None,
        "decisions": match.decisions,
        "rounds": match.rounds,
        "lead_changes": match.lead_changes,
        "fault_code": fault.code if fault else None,
        "fault": fault.message if fault else None,
        "fault_stack": _compact(list(fault.stack)) if fault else None,
    }


def _compact(value: Mapping[str, int] | Sequence[str]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
