"""Which calculated values the table shows, and to whom.

In: a checked `let` with `shown as`. Out: an rb.Shown, or an error. Layer: check. What a value reads decides who sees it:
everyone if all of it is public; else the player in the brackets, if it reads no other player's secrets.
"""

from __future__ import annotations

from functools import partial

from interpreter.check.expressions.phrasing import article
from interpreter.check.secrets.refusal_secrecy import tellable
from interpreter.check.tables.reprints import plain_text
from interpreter.ir import rulebook as rb
from interpreter.ir.types import PLAYER, Of, Unknown, type_in_words
from interpreter.source import Help, Reporter
from interpreter.source.fixes import instead, leave_out, to_write
from interpreter.syntax import nodes as n

MAX_SHOWN = 5_000  # entries of a shown value


def title_of(node: n.Keep | n.Let, reporter: Reporter) -> str:
    """Return the words after `shown as`; empty if there are none."""
    if node.shown_as is None:
        return ""
    title = " ".join(plain_text(node.shown_as).split())
    is_plain = all(isinstance(part, str) for part in node.shown_as.parts)
    if not title or not is_plain:
        message = "what is shown needs a title" if is_plain else "a title is the same all game: there is no value in it"
        reporter.error(
            "R0320",
            node.shown_as.span,
            message,
            to_write('shown as "income"', start="write what people at the table call it: "),
        )
    return title


def shown_value(value: rb.Value, node: n.Let, size: int, reporter: Reporter) -> rb.Shown | None:
    """Decide how the value is shown. `size`: the number of argument combinations."""
    title = title_of(node, reporter)
    for parameter, written in zip(value.parameters, node.head.parameters, strict=True):
        if not isinstance(parameter.type, Of | Unknown):
            message = f"the table shows a value for each thing of a kind, and this is {article(type_in_words(parameter.type))}"
            reporter.error(
                "R0320",
                written.span,
                message,
                Help("name a kind in the brackets, such as player", partial(instead, "player")),
            )
            return None
    if size > MAX_SHOWN:
        message = f'"{value.name}" would be calculated for {size} combinations of things whenever somebody looks'
        reporter.error("R0320", node.head.span, message, "name fewer or smaller kinds in the brackets")
        return None
    return _seen(value, title, node, reporter)


def _seen(value: rb.Value, title: str, node: n.Let, reporter: Reporter) -> rb.Shown | None:
    term = rb.ValueCall(value.type, value, tuple(rb.Local(parameter.type, parameter) for parameter in value.parameters))
    if tellable(term, None):
        return rb.Shown(value, title, None, node.when_asked)
    for number, parameter in enumerate(value.parameters):
        if parameter.type == PLAYER and tellable(term, rb.Local(PLAYER, parameter)):
            return rb.Shown(value, title, number, node.when_asked)
    message = f'"{value.name}" is calculated from something that players keep hidden, so it cannot be shown to anyone'
    other = ", or calculate it from what everyone sees, or from what one player in the brackets sees"
    help = leave_out("shown as", other)
    reporter.error("R0320", node.head.span, message, help)
    return None
