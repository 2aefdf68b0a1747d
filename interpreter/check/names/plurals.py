"""How several of a kind are called, where the game does not say.

In: the name of one. Out: the name of several. Layer: check.
"""

from __future__ import annotations


def plural_of(name: str) -> str:
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return name[:-1] + "ies"
    if name.endswith(("s", "x", "ch", "sh")):
        return name + "es"
    return name + "s"
