"""Cut the fonts that print to what is printed, and measure their letters.

    .venv/bin/python docs/make_fonts.py INTER SERIF     # folders of the npm packages @expo-google-fonts/…

In: the whole fonts. Out: interpreter/view/lettering/*.ttf with Latin letters, signs and arrows, their licences, and widths.json:
the advance of each letter in thousandths of the size, so that lines are broken without a font library.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

HERE = Path(__file__).resolve().parent
OUT = HERE.parent / "interpreter" / "view" / "lettering"
FONTS = {
    "Inter-Regular": (0, "400Regular/Inter_400Regular.ttf"),
    "Inter-SemiBold": (0, "600SemiBold/Inter_600SemiBold.ttf"),
    "SourceSerif4-Regular": (1, "400Regular/SourceSerif4_400Regular.ttf"),
    "SourceSerif4-SemiBold": (1, "600SemiBold/SourceSerif4_600SemiBold.ttf"),
}
LICENCES = ("OFL-Inter.txt", "OFL-SourceSerif4.txt")
RANGES = (
    (0x20, 0x7F), (0xA0, 0x180), (0x218, 0x21C), (0x2C6, 0x2C8), (0x2D8, 0x2DE), (0x1E80, 0x1E86), (0x1EF2, 0x1EF4),
    (0x2010, 0x2028), (0x202F, 0x203B), (0x2044, 0x2045), (0x2070, 0x208F), (0x20A0, 0x20C0), (0x2116, 0x2123),
    (0x2150, 0x215F), (0x2190, 0x219A), (0x2200, 0x2270), (0x25A0, 0x25D0), (0x2605, 0x2607), (0x2660, 0x2668), (0x2713, 0x2718),
)  # fmt: skip


def main(folders: list[Path]) -> None:
    wanted = [code for start, end in RANGES for code in range(start, end)]
    widths: dict[str, dict[str, int]] = {}
    for name, (number, file) in FONTS.items():
        font = TTFont(folders[number] / file)
        subset = Subsetter(
            Options(layout_features=["kern", "mark", "mkmk", "ccmp", "liga", "tnum"], hinting=False, name_IDs=["*"])
        )
        subset.populate(unicodes=wanted)
        subset.subset(font)
        font.save(OUT / f"{name}.ttf")
        scale, advances = 1000 / font["head"].unitsPerEm, font["hmtx"].metrics
        widths[name] = {chr(code): round(advances[glyph][0] * scale) for code, glyph in font.getBestCmap().items()}
    for folder, licence in zip(folders, LICENCES, strict=True):
        (OUT / licence).write_bytes((folder / "LICENSE_FONT").read_bytes())
    text = json.dumps(widths, ensure_ascii=True, separators=(",", ":"), sort_keys=True)
    (OUT / "widths.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main([Path(word) for word in sys.argv[1:3]])
