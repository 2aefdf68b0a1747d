"""The command line as a function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from typer.testing import CliRunner

from interpreter.tools.cli.app import app

Run = Callable[..., Any]


def command(*words: str, typed: str | None = None) -> Any:
    """`command("list", "--json")` gives exit_code, stdout and stderr."""
    result = CliRunner().invoke(app, list(words), input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result
