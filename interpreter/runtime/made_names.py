"""Names in generated code, made so that no two things can have the same one.

In: what a name is for, and the names or numbers of the things it belongs to. Out: an identifier. Layer: runtime, because
the generated module is read by these names, too.
Names of the language are small letters, digits and low lines. A capital X stands between the parts, and every sign that
such a name cannot have is written as its number between two Zs: so the parts can be read back from the whole, and no
made name is equal to a variable, a function of the runtime or a name made of other parts.
"""

from __future__ import annotations

PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")


def made(role: str, *parts: str | int) -> str:
    """`made("column", "industry", "worth")` is `columnXindustryXworth`."""
    return "X".join([role, *(written(str(part)) for part in parts)])


def written(part: str) -> str:
    """A name as part of an identifier."""
    return "".join(sign if sign in PLAIN else f"Z{ord(sign):x}Z" for sign in part)


def rule_of(name: str) -> str:
    """The one thing that a made name belongs to, as it is called; empty for a name that was not made, or of several."""
    role, *parts = name.split("X")
    return _read(parts[0]) if len(parts) == 1 and role else ""


def _read(part: str) -> str:
    """The reverse of `written`: every second piece between Zs is a number."""
    return "".join(chr(int(piece, 16)) if place % 2 else piece for place, piece in enumerate(part.split("Z")))
