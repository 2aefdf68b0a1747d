"""Lettering: the fonts of what is printed, and how much room words take in them.

In: words, a font, a size. Out: widths and lines; the fonts as files or as CSS. Layer: view. Widths come from widths.json
(docs/make_fonts.py), so that lines break alike on a page, in a PDF and in a picture, whatever fonts a machine has. Inter and
Source Serif 4 are under the SIL Open Font License, which lies beside them.
"""

from __future__ import annotations

import base64
import json
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent
ROOMY = 1000  # thousandths of the size: a letter that the fonts do not have
ALIKE = {"\u00a0": " ", "\u2011": "-"}


class Font(NamedTuple):
    file: str
    family: str
    weight: int


SANS = Font("Inter-Regular", "Inter", 400)
SANS_BOLD = Font("Inter-SemiBold", "Inter", 600)
SERIF = Font("SourceSerif4-Regular", "Source Serif 4", 400)
SERIF_BOLD = Font("SourceSerif4-SemiBold", "Source Serif 4", 600)
FONTS = (SANS, SANS_BOLD, SERIF, SERIF_BOLD)
FALLBACK = {"Inter": "'Liberation Sans', 'DejaVu Sans', sans-serif", "Source Serif 4": "Georgia, 'DejaVu Serif', serif"}


@lru_cache(maxsize=1)
def _widths() -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = json.loads((FOLDER / "widths.json").read_text(encoding="utf-8"))
    return found


def width(words: str, font: Font, size: float) -> float:
    """Return how wide words are, in the unit of the size."""
    advances = _widths()[font.file]
    return sum(advances.get(ALIKE.get(letter, letter), ROOMY) for letter in words) * size / 1000


def broken(words: str, font: Font, size: float, room: float) -> list[str]:
    """Break words into lines that fit; a word that is too long for a line is divided."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width(longer, font, size) > room:
            lines.append("")
            longer = word
        while width(longer, font, size) > room and len(longer) > 1:
            fits = next(n for n in range(len(longer) - 1, 0, -1) if n == 1 or width(longer[:n], font, size) <= room)
            lines[-1] = longer[:fits]
            lines.append("")
            longer = longer[fits:]
        lines[-1] = longer
    return lines


def splits_a_word(words: str, font: Font, size: float, room: float) -> bool:
    return any(width(word, font, size) > room for word in words.split())


@lru_cache(maxsize=1)
def font_css() -> str:
    """Return the fonts as CSS that needs no other file."""
    return "".join(
        f'@font-face{{font-family:"{font.family}";font-weight:{font.weight};'
        f'src:url("data:font/ttf;base64,{base64.b64encode((FOLDER / f"{font.file}.ttf").read_bytes()).decode()}")}}\n'
        for font in FONTS
    )


def family(font: Font) -> str:
    return f"'{font.family}', {FALLBACK[font.family]}"
