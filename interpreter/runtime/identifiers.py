"""Collision-free identifiers for generated code.

In: the role of a name, and the names or numbers of what it belongs to. Out: an identifier. Layer: runtime, because the
generated module is also read by these names.
Names of the language are lower-case letters, digits and underscores. A capital X separates the parts, and any other character
is escaped as its code point between two Zs: so the parts can be decoded, and no such identifier equals a variable, a function
of the runtime or an identifier with other parts.
"""

from __future__ import annotations

PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")


def made(role: str, *parts: str | int) -> str:
    """`made("column", "industry", "worth")` is `columnXindustryXworth`."""
    return "X".join([role, *(written(str(part)) for part in parts)])


def written(part: str) -> str:
    """Escape a name as part of an identifier."""
    return "".join(sign if sign in PLAIN else f"Z{ord(sign):x}Z" for sign in part)


def rule_of(name: str) -> str:
    """Decode the one name in an identifier.

    Empty for other names, or with several parts."""
    role, *parts = name.split("X")
    return _read(parts[0]) if len(parts) == 1 and role else ""


def _read(part: str) -> str:
    """The reverse of `written`: every second piece between Zs is a number."""
    return "".join(chr(int(piece, 16)) if place % 2 else piece for place, piece in enumerate(part.split("Z")))
