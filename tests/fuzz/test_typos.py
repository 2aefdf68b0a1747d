"""The first message of a typo: file, line, column, the thing and the cure. `make test-all` and `make fuzz` measure all."""

from __future__ import annotations

from pathlib import Path

from tests.fuzz.typos import MEASURES, measure
from tests.support.sampling import EVERYTHING

TYPOS, LEAST = (1000, 97) if EVERYTHING else (60, 90)  # of a hundred, for each measure; a few may miss more by chance


def test_typos_are_told_where_they_are_and_what_they_are(tmp_path: Path) -> None:
    met, missed = measure(7, TYPOS, tmp_path)
    reached = {name: 100 * met[name] / met["typos"] for name in MEASURES}
    assert all(reached[name] >= LEAST for name in MEASURES), "\n".join([str(reached), *missed])
