"""The invented game instead of the engine, and the command line as a function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from typer.testing import CliRunner

from interpreter.tools.cli.app import app

from . import fake_api

Run = Callable[..., Any]


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tools see the invented game and nothing of the engine."""
    for thing in fake_api.PUBLIC:
        monkeypatch.setattr(fake_api.home(thing.__name__), thing.__name__, thing)


@pytest.fixture
def run() -> Run:
    """`run("list", "--json")` gives exit_code, stdout and stderr."""

    def command(*words: str, typed: str | None = None) -> Any:
        result = CliRunner().invoke(app, list(words), input=typed)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        assert "Traceback" not in result.output
        return result

    return command
