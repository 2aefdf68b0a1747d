"""A short run of lines typed at random; `make fuzz` types many more."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.fuzz.prompts import SMALL, type_at_the_prompt


@pytest.mark.parametrize("number", range(6))
def test_whatever_is_typed_is_answered(number: int, tmp_path: Path) -> None:
    type_at_the_prompt(random.Random(number), tmp_path, SMALL)
