"""At the end of a run: the cards whose rules no random game of the suite has used."""

from __future__ import annotations

import json

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    unused: dict[str, list[str]] = {}
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name == "never_used":
                table, *cards = json.loads(str(value))
                unused[table] = cards
    listed = {table: cards for table, cards in unused.items() if cards}
    if listed:
        terminalreporter.section("cards that no random game has used")
        for table, cards in sorted(listed.items()):
            terminalreporter.write_line(f"{table}: {', '.join(cards[:12])}{' ...' if len(cards) > 12 else ''}")
