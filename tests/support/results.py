"""Rows of results written by hand."""

from __future__ import annotations

from typing import Any


def row(match: int, seat: int, won: bool, **more: Any) -> dict[str, Any]:
    """A row of a finished game of two; `more` replaces its columns."""
    plain = {
        "game": "pig", "rules": "f", "variants": "", "options": "", "players": 2, "match": match, "seed": 100 + match,
        "seat": seat, "bot": "random", "outcome": "finished", "won": won, "winners": 1, "score": None,
        "decisions": 10 + match % 2,
        "rounds": None, "lead_changes": None, "seat_decisions": 5, "seat_single": 1, "chosen": "{}",
        "used": '["turn"]' if seat == 1 else None, "fault_code": None, "fault": None, "fault_stack": None,
    }  # fmt: skip
    return {**plain, **more}
