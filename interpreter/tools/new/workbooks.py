"""Read the first sheet of an Excel or OpenDocument file as the text of a CSV file.

In: the bytes of a .xlsx or .ods file. Out: its cells as CSV. Layer: tools. Both are zip files with XML in them;
of their cells only texts, numbers, and true and false are read, and no formula is calculated.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from interpreter.source import Diagnostic, Problems

ENDINGS = (".xlsx", ".ods")
LARGEST = 16 * 2**20  # bytes of one part, unpacked
MOST_ROWS, MOST_COLUMNS = 5000, 200
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_ADDRESS = re.compile(r"([A-Z]{1,3})\d+")
Row = Sequence[str]


def as_csv(data: bytes) -> str:
    """Return the first sheet. Raises Problems with a way out if it cannot be read."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            rows = _opendocument(archive) if "content.xml" in archive.namelist() else _excel(archive)
            return _written(rows)
    except (zipfile.BadZipFile, ElementTree.ParseError, KeyError, ValueError, NotImplementedError, RuntimeError):
        why = "This spreadsheet cannot be read. Save it as CSV in your spreadsheet program, then upload that file."
        raise Problems([Diagnostic("R0901", why, None, None)]) from None


def _part(archive: zipfile.ZipFile, name: str) -> Element:
    if archive.getinfo(name).file_size > LARGEST:
        raise ValueError(name)
    return ElementTree.fromstring(archive.read(name))


def _written(rows: Iterable[Row]) -> str:
    lines = [row for _, row in zip(range(MOST_ROWS), rows, strict=False)]
    wide = max((number for row in lines for number, cell in enumerate(row, 1) if cell), default=0)
    whole = io.StringIO()
    csv.writer(whole, lineterminator="\n").writerows([*row, *[""] * wide][:wide] for row in lines if any(row))
    return whole.getvalue()


# ---- Excel
def _excel(archive: zipfile.ZipFile) -> Iterator[Row]:
    shared: list[str] = []
    if "xl/sharedStrings.xml" in archive.namelist():
        shared = [_plain(item) for item in _part(archive, "xl/sharedStrings.xml").iter(f"{MAIN}si")]
    for row in _part(archive, _first_sheet(archive)).iter(f"{MAIN}row"):
        cells: dict[int, str] = {}
        for cell in row.iter(f"{MAIN}c"):
            place = _ADDRESS.fullmatch(cell.get("r", ""))
            column = _column(place[1]) if place else len(cells)
            if column < MOST_COLUMNS:
                cells[column] = _excel_cell(cell, shared)
        yield [cells.get(column, "") for column in range(max(cells, default=-1) + 1)]


def _first_sheet(archive: zipfile.ZipFile) -> str:
    """Return the part with the sheet that is first, whatever its number."""
    sheet = next(_part(archive, "xl/workbook.xml").iter(f"{MAIN}sheet"))
    related = _part(archive, "xl/_rels/workbook.xml.rels")
    target = next(one.get("Target", "") for one in related if one.get("Id") == sheet.get(RELATION))
    return target.removeprefix("/") if target.startswith("/") else f"xl/{target}"


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def _excel_cell(cell: Element, shared: Sequence[str]) -> str:
    kind, value = cell.get("t", "n"), cell.findtext(f"{MAIN}v") or ""
    if kind == "s":
        return shared[int(value)]
    if kind == "inlineStr":
        return _plain(cell)
    if kind == "b":
        return _yes_no(value == "1")
    return _number(value) if kind == "n" else value


def _plain(item: Element) -> str:
    """Join the pieces of a text, without how it is said aloud."""
    pieces = [*item.findall(f"{MAIN}t"), *item.findall(f"{MAIN}r/{MAIN}t"), *item.findall(f"{MAIN}is/{MAIN}t")]
    return "".join(one.text or "" for one in [*pieces, *item.findall(f"{MAIN}is/{MAIN}r/{MAIN}t")])


def _number(value: str) -> str:
    """Write a whole number as one: programs save 3 as 3.0."""
    return value.removesuffix(".0")


def _yes_no(value: bool) -> str:
    return "yes" if value else "no"


# ---- OpenDocument
def _opendocument(archive: zipfile.ZipFile) -> Iterator[Row]:
    sheet = next(_part(archive, "content.xml").iter(f"{TABLE}table"))
    for row in sheet.iter(f"{TABLE}table-row"):
        cells: list[str] = []
        for cell in row:
            if cell.tag in (f"{TABLE}table-cell", f"{TABLE}covered-table-cell"):
                again = min(int(cell.get(f"{TABLE}number-columns-repeated", "1")), MOST_COLUMNS - len(cells))
                cells += [_opendocument_cell(cell)] * again
        for _ in range(min(int(row.get(f"{TABLE}number-rows-repeated", "1")), MOST_ROWS) if any(cells) else 1):
            yield cells


def _opendocument_cell(cell: Element) -> str:
    match cell.get(f"{OFFICE}value-type"):
        case "float" | "percentage" | "currency":
            return _number(cell.get(f"{OFFICE}value", ""))
        case "boolean":
            return _yes_no(cell.get(f"{OFFICE}boolean-value") == "true")
        case _:
            return "\n".join("".join(line.itertext()) for line in cell.findall(f"{TEXT}p"))
