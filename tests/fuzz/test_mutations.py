"""Real games, broken at random: only messages come out, never a traceback, never a hang."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.fuzz.breaking import CASES, LARGE, broken, size
from tests.support.limits import only_messages


@pytest.mark.parametrize(("source", "seed"), CASES, ids=lambda value: getattr(value, "name", str(value)))
def test_broken_games_bring_only_messages(source: Path, seed: int, tmp_path: Path) -> None:
    chance = random.Random(f"{source.name} {seed}")
    for number in range(2 if size(source) > LARGE else 5):
        folder, variants = broken(source, tmp_path / str(number), chance)
        only_messages(folder, variants)
