"""Write SVG and HTML: all escaping happens here, and nowhere else.

In: names, attributes, texts. Out: markup. Layer: view.
"""

from __future__ import annotations

from html import escape

Attribute = str | int | float | bool | None


def text(words: object) -> str:
    return escape(str(words), quote=False)


def tag(name: str, *inside: str, **attributes: Attribute) -> str:
    """Write an element; `inside` is markup. `class_` is class, other underscores are hyphens; None and False are omitted."""
    written = "".join(_attribute(key, value) for key, value in attributes.items())
    body = "".join(inside)
    return f"<{name}{written}/>" if not body and name in EMPTY else f"<{name}{written}>{body}</{name}>"


EMPTY = ("path", "line", "rect", "circle", "ellipse", "polygon", "polyline", "use")


def _attribute(key: str, value: Attribute) -> str:
    name = key.rstrip("_").replace("_", "-") if key != "viewBox" else key
    if value is None or value is False:
        return ""
    if value is True:
        return f" {name}"
    words = f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)
    return f' {name}="{escape(words)}"'


def shortened(words: str, most: int) -> str:
    return words if len(words) <= most else words[: max(1, most - 1)].rstrip() + "…"


def lines_of(words: str, most: int, rows: int = 2) -> list[str]:
    """Break words into short lines; what does not fit is cut."""
    found = [""]
    for word in words.split():
        if found[-1] and len(found[-1]) + 1 + len(word) > most:
            found.append("")
        found[-1] = f"{found[-1]} {word}".strip()
    if len(found) > rows:
        found = [*found[: rows - 1], " ".join(found[rows - 1 :])]
    return [shortened(line, most) for line in found]


def listed(names: list[str]) -> str:
    """Join names as in a sentence."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
