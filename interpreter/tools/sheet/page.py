"""Lay out cards on A4 sheets, with lines to cut along.

In: faces and a look. Out: the text of a page, bytes of a PDF, a table of values. Layer: tools.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from interpreter.tools.sheet.faces import Face

LOOKS = Path(__file__).with_name("looks.json")
PAGE_HEIGHT = 277  # millimetres of A4 between margins of 10
LARGEST = 500  # millimetres or points
SPARE = 0.5  # millimetres of slack beside the cards, for rounding: three thirds do not always add up
LONG = 150  # characters from which on a text is set smaller
RISKY = ("=", "+", "-", "@")  # first characters that make a spreadsheet cell a formula


@dataclass(frozen=True)
class Look:
    """Sizes in millimetres, fonts in points; a band of colour for each table in turn."""

    width: float
    height: float
    across: int
    title: float
    text: float
    font: str
    paper: str
    ink: str
    columns: bool
    bands: tuple[str, ...]

    @property
    def down(self) -> int:
        return max(1, int(PAGE_HEIGHT // self.height))


def look_named(word: str) -> Look:
    """Return a built-in look, or read one from a file. ValueError says what is wrong with it."""
    looks = json.loads(LOOKS.read_text(encoding="utf-8"))
    if word in looks:
        return _look(looks[word])
    path = Path(word)
    if not path.is_file():
        raise ValueError(f'there is no look called "{word}"; there are {", ".join(looks)}, or name a file')
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise ValueError(f"{word} cannot be read as JSON") from None
    return _look({**looks["poker"], **found} if isinstance(found, dict) else found)


def _look(data: Any) -> Look:
    known = sorted(field.name for field in fields(Look))
    if not isinstance(data, dict):
        raise ValueError(f"a look is written as {{...}}, with some of {', '.join(known)}")
    for name in data:
        if name not in known:
            raise ValueError(f'a look has no "{name}"; it has {", ".join(known)}')
    for name in ("width", "height", "across", "title", "text"):
        size = data[name]
        if not isinstance(size, int | float) or isinstance(size, bool) or not 0 < size <= LARGEST:
            raise ValueError(f'"{name}" of a look is a number above 0 and not above {LARGEST}')
    words = [data["font"], data["paper"], data["ink"], *(data["bands"] if isinstance(data["bands"], list) else [None])]
    if not all(isinstance(word, str) and not set(word) & set(";{}<>") for word in words) or len(words) < 4:
        raise ValueError("font, paper, ink and bands of a look are plain words")
    return Look(**{**data, "across": int(data["across"]), "bands": tuple(data["bands"])})


def page(title: str, faces: Sequence[Face], look: Look) -> str:
    """Render an HTML page with A4 sheets of cards; each card is repeated for its copies."""
    tables = list(dict.fromkeys(face.table for face in faces))
    cards = [_card(face, look, tables.index(face.table)) for face in faces for _ in range(face.copies)]
    size = look.across * look.down
    sheets = [cards[start : start + size] for start in range(0, len(cards), size)]
    body = "\n".join(f'<section class="sheet">\n{"".join(sheet)}</section>' for sheet in sheets)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}: cards</title>\n'
        f"<style>{_style(look)}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def pdf(text: str) -> bytes:
    """Convert the page to a PDF. Raises ImportError without the library for it."""
    import weasyprint

    return bytes(weasyprint.HTML(string=text).write_pdf())


def csv_text(faces: Sequence[Face]) -> str:
    """Write one row per card with its number of copies; the columns of all tables side by side."""
    names = list(dict.fromkeys(name for face in faces for name, _ in face.values))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["table", "id", "title", "text", "copies", *names])
    for face in faces:
        values = dict(face.values)
        row = [face.table, face.id, face.title, face.text, str(face.copies), *(values.get(name, "") for name in names)]
        writer.writerow([f"'{cell}" if cell.startswith(RISKY) else cell for cell in row])
    return out.getvalue()


def _card(face: Face, look: Look, number: int) -> str:
    band = look.bands[number % len(look.bands)]
    small = " small" if len(face.text) > LONG else ""
    return (
        f'<article class="card"><header style="background:{band}">{escape(face.title)}</header>'
        f'<div class="face"><p class="text{small}">{escape(face.text)}</p>{"".join(_columns(face, look))}</div>'
        f"<footer>{escape(face.table.replace('_', ' '))}</footer></article>\n"
    )


def _columns(face: Face, look: Look) -> Iterator[str]:
    if look.columns or not face.text:
        for name, value in face.columns:
            yield f'<p class="column"><span>{escape(name)}</span> {escape(value)}</p>'


def _style(look: Look) -> str:
    return f"""
@page {{ size: A4; margin: 10mm; }}
* {{ box-sizing: border-box; }}
body {{ margin: 0; font-family: {look.font}; color: {look.ink}; }}
.sheet {{ width: {look.across * look.width + SPARE:.1f}mm; margin: 0 auto; break-after: page; overflow: hidden; }}
.sheet:last-child {{ break-after: auto; }}
.card {{ position: relative; float: left; width: {look.width}mm; height: {look.height}mm; overflow: hidden;
  border: 0.2mm dashed #999; background: {look.paper}; }}
.card header {{ color: #fff; font-weight: bold; font-size: {look.title}pt; line-height: 1.15; padding: 2mm 3mm; }}
.face {{ padding: 2.5mm 3mm; }}
.text {{ margin: 0 0 2mm; font-size: {look.text}pt; line-height: 1.3; }}
.text.small {{ font-size: {look.text * 0.86:.2f}pt; }}
.column {{ margin: 0.4mm 0; font-size: {look.text * 0.82:.2f}pt; line-height: 1.2; }}
.column span {{ color: #777; }}
.card footer {{ position: absolute; bottom: 1.5mm; right: 3mm; font-size: {look.text * 0.7:.2f}pt; color: #777; }}
@media screen {{ body {{ background: #ddd; }} .sheet {{ margin: 5mm auto; }} }}
"""
