"""Places in a rulebook that others can open it at.

In: the sort of thing (action, kind, cards, term, clause) and its name. Out: the id in the page. Layer: tools.
"""

from __future__ import annotations

import re


def anchor(sort: str, name: str) -> str:
    """Return the id of an action, kind, cards, glossary word or clause."""
    if sort == "clause":
        return f"clause-{name}"
    return f"{sort}-{re.sub(r'[^a-z0-9]+', '-', name.casefold()).strip('-')}"


def anchors(html: str) -> set[str]:
    """Return all places of a book."""
    return set(re.findall(r' id="([^"]+)"', html))
