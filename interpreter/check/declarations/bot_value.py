"""The value by which bots judge a position.

In: the checked lets of a game. Out: the one that is `for bots`, or an error. Layer: check.
"""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.ir import rulebook as rb
from interpreter.ir.types import NUMBER, PLAYER, Unknown, type_in_words
from interpreter.source import Note, Reporter
from interpreter.syntax import nodes as n


def judge(lets: Mapping[str, n.Let], values: Mapping[str, rb.Value], reporter: Reporter) -> rb.Value | None:
    """Return the value that says how well a player is doing.

    None if no let is `for bots`."""
    marked = [node for node in lets.values() if node.for_bots and node.head.name in values]
    if not marked:
        return None
    first, *more = marked
    for other in more:
        note = (Note("the first one is here", first.head.span),)
        help = "calculate one number from both"
        reporter.error("R0202", other.head.span, "bots judge by one value, and this is a second one", help, note)
    value = values[first.head.name]
    if [one.type for one in value.parameters] != [PLAYER]:
        help = f"let {value.name}(player), for bots = ..."
        reporter.error("R0301", first.head.span, "bots judge how well one player is doing", help)
    elif value.type != NUMBER and not isinstance(value.type, Unknown):
        help = "the higher, the better the player is doing"
        reporter.error(
            "R0301", first.head.span, f"bots judge by a number, and this is {type_in_words(value.type)}", help
        )
    return value
