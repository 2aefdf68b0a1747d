"""At the end of a run: the cards whose rules no random game of the suite has used."""

from __future__ import annotations

import json
import re

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    cards: dict[str, set[str]] = {}
    used: dict[str, set[str]] = {}
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name == "cards_of":
                game, usable, found = json.loads(str(value))
                cards.setdefault(game, set()).update(map(one_of_copies, usable))
                used.setdefault(game, set()).update(map(one_of_copies, found))
    for game in sorted(cards):
        if cards[game] - used[game]:
            terminalreporter.section(f"{game}: cards that no random game has used")
            terminalreporter.write_line(", ".join(sorted(cards[game] - used[game])))


def one_of_copies(card: str) -> str:
    return re.sub(r"_\d+$", "", card)
