"""The first message of a typo: file, line, column, the thing and the cure. A short run; `make fuzz` measures many more."""

from __future__ import annotations

from pathlib import Path

from tests.fuzz.typos import MEASURES, measure

TYPOS = 50
# Of a hundred typos. The aim is 97 for each; what a large run reaches stands below it, and may only be raised.
LEAST = {"file": 92, "line": 85, "column": 80, "thing": 90, "cure": 85}


def test_typos_are_told_where_they_are_and_what_they_are(tmp_path: Path) -> None:
    met, missed = measure(7, TYPOS, tmp_path)
    reached = {name: 100 * met[name] / met["typos"] for name in MEASURES}
    assert all(reached[name] >= LEAST[name] for name in MEASURES), "\n".join([str(reached), *missed])
