"""A table as it is set up, for tests of what keeps tables."""

from __future__ import annotations

from interpreter.tools.studio.store import Setup

SETUP = Setup(
    "t1",
    "pig",
    ("half",),
    {"goal": 50},
    ("Ann", "Bob"),
    ("person", "greedy"),
    7,
    "f",
    "d1",
    {"Ann": "#123456"},
    "short",
    True,
)
