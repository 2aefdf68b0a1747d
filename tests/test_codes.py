"""Every code is brought about somewhere: by a case on whose line it stands, or by a test that names it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter.source import CODES

TESTS = Path(__file__).resolve().parent
CASE = re.compile(r"#!.*?\b(R\d{4})\b")
# Blocks of codes with the folders in which each of them must come up.
PLACES = {
    "R00": ("source", "data", "fuzz", "test_load.py"),
    "R01": ("cases",),
    "R02": ("cases",),
    "R03": ("cases",),
    "R04": ("cases", "data"),
    "R05": ("cases",),
    "R06": ("cases",),
    "R07": ("cases",),
    "R08": ("runtime",),
    "R09": ("tools",),
}
NEVER = {"R0911", "R0999"}  # a worker that is killed from outside, and mistakes of our own


def texts(places: tuple[str, ...]) -> str:
    found = []
    for place in places:
        path = TESTS / place
        files = [path] if path.is_file() else sorted(file for file in path.rglob("*") if file.is_file())
        found += [
            file.read_text(encoding="utf-8", errors="replace") for file in files if file.name != Path(__file__).name
        ]
    return "\n".join(found)


@pytest.mark.parametrize("block", PLACES)
def test_every_code_is_tested(block: str) -> None:
    text = texts(PLACES[block])
    pattern = CASE if PLACES[block] == ("cases",) else re.compile(r"\b(R\d{4})\b")
    said = {
        code for line in text.split("\n") if "#!" in line or pattern is not CASE for code in re.findall(r"R\d{4}", line)
    }
    assert {code for code in CODES if code.startswith(block)} - said - NEVER == set()


def test_every_block_is_tested() -> None:
    assert {code[:3] for code in CODES} <= set(PLACES)
