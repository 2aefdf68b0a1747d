"""Matches as rows of a table: one row for each seat of each match.

In: a Plan, its Game and Matches. Out: rows as plain values, and Matches from rows. Layer: tools.
`COLUMNS` is the schema; `docs/results.md` describes it for its readers.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .plan import FaultNote, Match, Plan, SeatNote, match_seed

if TYPE_CHECKING:
    from interpreter import Game

Row = dict[str, Any]

# Each column with its type (text, whole or yes_no); an empty cell means that there is no such value.
COLUMNS: dict[str, str] = {
    "game": "text", "rules": "text", "variants": "text", "options": "text", "players": "whole",
    "match": "whole", "seed": "whole", "seat": "whole", "bot": "text", "outcome": "text", "won": "yes_no",
    "winners": "whole", "score": "whole", "decisions": "whole", "rounds": "whole", "lead_changes": "whole",
    "seat_decisions": "whole", "seat_single": "whole", "chosen": "text", "used": "text",
    "fault_code": "text", "fault": "text", "fault_stack": "text",
}  # fmt: skip


class OtherResults(Exception):
    """The rows were made by another plan: they cannot be gone on with."""


def rows_of(match: Match, plan: Plan, game: Game) -> Iterator[Row]:
    """The rows of one match, in the order of the seats."""
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
    """What is the same in all rows of a plan."""
    options = {option.name: option.value for option in game.options if option.value != option.default}
    return {
        "game": str(plan.game),
        "rules": game.fingerprint,
        "variants": ", ".join(str(variant) for variant in plan.variants),
        "options": ", ".join(f"{name}={value}" for name, value in options.items()),
        "players": plan.players,
    }


def matches_of(rows: Iterable[Row], plan: Plan, game: Game) -> list[Match]:
    """The matches that are complete in these rows, each once. OtherResults when the plan is another one."""
    found: dict[int, dict[int, Row]] = {}
    wanted = setting(plan, game)
    for row in rows:
        if any(row[name] != value for name, value in wanted.items() if name != "game"):
            raise OtherResults
        found.setdefault(row["match"], {})[row["seat"] - 1] = row
    complete = (seats for number, seats in sorted(found.items()) if len(seats) == plan.seats)
    return [_match([seats[seat] for seat in range(plan.seats)], plan) for seats in complete]


def _match(rows: Sequence[Row], plan: Plan) -> Match:
    first = rows[0]
    number = first["match"]
    if first["seed"] != match_seed(plan.seed, number) or (plan.bot_names and _bots(rows) != plan.bot_names):
        raise OtherResults
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
