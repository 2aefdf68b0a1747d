"""One parser for all tests: making it costs the grammar."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.syntax import Parser

GRAMMARS = Path(__file__).resolve().parents[2] / "grammars"


@pytest.fixture(scope="session")
def parser() -> Parser:
    return Parser(GRAMMARS)
