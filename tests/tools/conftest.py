"""The invented game instead of the engine, and the command line as a function."""

from __future__ import annotations

import pytest

from tests.support import fake_api
from tests.support.command_line import Run, command


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tools see the invented game and nothing of the engine."""
    for thing in fake_api.PUBLIC:
        monkeypatch.setattr(fake_api.home(thing.__name__), thing.__name__, thing)


@pytest.fixture
def run() -> Run:
    return command
