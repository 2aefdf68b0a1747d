"""Texts of the rules are the same texts in C: rows of a score sheet come back as they were written."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.support.small_games import written

# What a compiler of C would read as something else than itself, or as the end of the text.
SPELT = [
    "Ports\\none",
    "\\xff",
    "\\",
    "\\\\",
    "\\0",
    "\\777",
    "??/",
    "%s",
    "'",
    "\\u00e9",
    "/* */",
    "é",
    "日本",
    "\x7f",
    "//",
]
SIGNS = "\\\\\\01789abfnrtuvxU?/*%'é日𝄞 #\x01\x0b\x7f\xad\u2028"


def sheet(texts: list[str]) -> str:
    rows = "".join(f'  player scores {number} as "{text}"\n' for number, text in enumerate(texts))
    return f"procedure play\n  each player\n    note(player)\n    player chooses n in 1 to 2\n\nprocedure note(player)\n{rows}"


def arbitrary(count: int, seed: int) -> list[str]:
    chance = random.Random(seed)
    texts = ("".join(chance.choices(SIGNS, k=chance.randint(1, 9))).strip() for _ in range(count))
    return [text for text in texts if text]


@pytest.mark.parametrize("texts", [SPELT, arbitrary(300, 1)], ids=["spelt", "arbitrary"])
def test_rows_of_any_text_come_back_from_c(tmp_path: Path, texts: list[str]) -> None:
    game = written(tmp_path / "texts", sheet(texts))
    python, native = game.start(seed=1), game.start(seed=1, engine="native")
    for _ in range(2):
        python.choose(1)
        native.choose(1)
    assert native.result is not None
    assert python.result is not None
    assert native.result.sheet == python.result.sheet
    assert set(python.result.sheet) == set(texts)
