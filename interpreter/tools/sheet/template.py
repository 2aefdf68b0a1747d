"""A face from a designer's own SVG file: `{column}` blanks are filled, long texts are broken into a box.

In: an SVG in the game's folder, Content. Out: strokes in millimetres. Layer: tools. `{title}`, `{text}`, `{id}`, `{kind}` and
every column can stand in texts and attributes. A text with `data-box="width height"` is broken into lines and set smaller until
it fits, in the units of the file. Pictures that the file names are read from the game's folder and become part of it.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

from interpreter.data import inside
from interpreter.source import did_you_mean
from interpreter.tools.sheet.card_face import LEADING, Drawn, Room
from interpreter.tools.sheet.content import Content
from interpreter.tools.sheet.strokes import mm
from interpreter.view.lettering import FONTS, SERIF, Font, broken

SVG, LINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
BLANK = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)\}")
SORTS = {".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".svg": "svg+xml", ".webp": "webp", ".gif": "gif"}
STEP, LEAST = 0.96, 0.4  # how a text shrinks, and the least share of its size


class TemplateTrouble(ValueError):
    """What is wrong with a template, in words for its designer."""


def blanks(content: Content) -> dict[str, str]:
    said = {
        "title": content.title,
        "text": content.text,
        "id": content.id,
        "kind": content.word,
        "colour": content.colour,
    }
    return {**dict(content.values), **said}


def filled(folder: Path, file: str, content: Content, room: Room) -> Drawn:
    """Fill the blanks of a file and lay it over the card with its bleed."""
    root = _read(folder, file)
    known = blanks(content)
    fits = True
    for element in root.iter():
        for name, value in element.attrib.items():
            element.attrib[name] = _fill(value, known, file)
        for part in ("text", "tail"):
            words = getattr(element, part)
            if words:
                setattr(element, part, _fill(words, known, file))
        if element.tag == f"{{{SVG}}}image":
            _embed(element, folder, file)
    for element in list(root.iter(f"{{{SVG}}}text")):
        if "data-box" in element.attrib:
            fits = _box(element, file) and fits
    if "viewBox" not in root.attrib:
        raise TemplateTrouble(
            f'{file} has no viewBox: write viewBox="0 0 {mm(room.width)} {mm(room.height)}" into its first line'
        )
    root.attrib.update({"x": "0", "y": "0", "width": mm(room.width), "height": mm(room.height), "overflow": "visible"})
    ElementTree.register_namespace("", SVG)  # another library may have taken the empty prefix since
    return Drawn(ElementTree.tostring(root, encoding="unicode"), fits)


def picture_address(folder: Path, pattern: str, content: Content) -> str:
    """The picture of a card as an address that holds it whole.

    Empty if there is no such file."""
    name = _fill(pattern, blanks(content), pattern)
    path = _inside(folder, name)
    return _address(path) if path.is_file() else ""


def _read(folder: Path, file: str) -> ElementTree.Element:
    path = _inside(folder, file)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise TemplateTrouble(f"{file} cannot be read") from None
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise TemplateTrouble(f"{file} declares a DOCTYPE: take that line out, a template needs none")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise TemplateTrouble(
            f"{file}:{error.position[0]}:{error.position[1] + 1}: this is not well-formed XML"
        ) from None
    if root.tag != f"{{{SVG}}}svg":
        raise TemplateTrouble(f'{file} is no SVG: its first element must be <svg xmlns="{SVG}">')
    for element in root.iter():
        if element.tag in (f"{{{SVG}}}script", f"{{{SVG}}}foreignObject") or any(
            name.casefold().startswith("on") for name in element.attrib
        ):
            raise TemplateTrouble(f"{file} holds a script or a page: a printed card is only a picture")
    return root


def _inside(folder: Path, name: str) -> Path:
    path = inside(folder, name)
    if path is None:
        raise TemplateTrouble(f"{name} lies outside the game's folder")
    return path


def _fill(words: str, known: Mapping[str, str], file: str) -> str:
    def put(found: re.Match[str]) -> str:
        if found[1] not in known:
            help_ = did_you_mean(found[1], list(known))
            help_words = f" ({help_})" if help_ else ""
            raise TemplateTrouble(f"{file} has a blank {{{found[1]}}}, but the cards have no such column{help_words}")
        return known[found[1]]

    return BLANK.sub(put, words)


def _embed(element: ElementTree.Element, folder: Path, file: str) -> None:
    for name in ("href", f"{{{LINK}}}href"):
        address = element.attrib.get(name, "")
        if address and not address.startswith("data:"):
            path = _inside(folder, address)
            if not path.is_file():
                raise TemplateTrouble(f"{file} shows the picture {address}, which is not there")
            element.attrib[name] = _address(path)


def _address(path: Path) -> str:
    if path.suffix.lower() not in SORTS:
        raise TemplateTrouble(f"{path.name} is no picture that can be printed: use {', '.join(SORTS)}")
    return f"data:image/{SORTS[path.suffix.lower()]};base64,{base64.b64encode(path.read_bytes()).decode()}"


def _box(element: ElementTree.Element, file: str) -> bool:
    """Break a text into the lines of its box; whether it fits at its least size."""
    try:
        wide, high = (float(part) for part in element.attrib.pop("data-box").split())
        size = float(element.attrib.get("font-size", "4"))
    except ValueError:
        raise TemplateTrouble(f'{file}: data-box is a width and a height, such as data-box="55 40"') from None
    font, said, smallest = _font(element), "".join(element.itertext()), size * LEAST
    while len(lines := broken(said, font, size, wide)) * size * LEADING > high and size > smallest:
        size *= STEP
    for child in list(element):
        element.remove(child)
    element.text, x = None, element.attrib.get("x", "0")
    element.attrib["font-size"] = mm(size)
    for number, line in enumerate(lines):
        row = ElementTree.SubElement(element, f"{{{SVG}}}tspan", {"x": x, "dy": mm(size * LEADING) if number else "0"})
        row.text = line
    return len(lines) * size * LEADING <= high + 0.01


def _font(element: ElementTree.Element) -> Font:
    family, heavy = (
        element.attrib.get("font-family", ""),
        element.attrib.get("font-weight", "400") in ("600", "700", "bold"),
    )
    return next((font for font in FONTS if font.family in family and (font.weight >= 600) == heavy), SERIF)
