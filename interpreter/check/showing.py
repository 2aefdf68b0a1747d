"""Which worked-out values are shown at the table, to whom.

In: a `let` with `shown as`, checked. Out: a rb.Shown, or a complaint. Layer: check. What a value is worked out from decides
who sees it: everybody if all of that lies open, else the player of the brackets if nobody else's secrets go into it.
"""

from __future__ import annotations

from interpreter.check import rulebook as rb
from interpreter.check.expression_words import article
from interpreter.check.reprints import plain_text
from interpreter.check.telling import tellable
from interpreter.source import Reporter
from interpreter.syntax import nodes as n
from interpreter.types import PLAYER, Of, Unknown, type_in_words

MOST_SHOWN = 5_000  # entries of a worked-out value


def title_of(node: n.Keep | n.Let, reporter: Reporter) -> str:
    """The words after `shown as`; empty when there are none."""
    if node.shown_as is None:
        return ""
    title = " ".join(plain_text(node.shown_as).split())
    is_plain = all(isinstance(part, str) for part in node.shown_as.parts)
    if not title or not is_plain:
        message = "what is shown needs a title" if is_plain else "a title is the same all game: there is no value in it"
        reporter.error(
            "R0320", node.shown_as.span, message, 'write what people at the table call it: shown as "income"'
        )
    return title


def shown_value(value: rb.Value, node: n.Let, size: int, reporter: Reporter) -> rb.Shown | None:
    """How the value is shown; `size`: for how many combinations of things there is one."""
    title = title_of(node, reporter)
    for parameter, written in zip(value.parameters, node.head.parameters, strict=True):
        if not isinstance(parameter.type, Of | Unknown):
            message = f"the table shows a value for each thing of a kind, and this is {article(type_in_words(parameter.type))}"
            reporter.error("R0320", written.span, message, "name a kind in the brackets, such as player")
            return None
    if size > MOST_SHOWN:
        message = f'"{value.name}" would be worked out for {size} combinations of things whenever somebody looks'
        reporter.error("R0320", node.head.span, message, "name fewer or smaller kinds in the brackets")
        return None
    return _seen(value, title, node, reporter)


def _seen(value: rb.Value, title: str, node: n.Let, reporter: Reporter) -> rb.Shown | None:
    term = rb.Worked(value.type, value, tuple(rb.Local(parameter.type, parameter) for parameter in value.parameters))
    if tellable(term, None):
        return rb.Shown(value, title, None, node.when_asked)
    for number, parameter in enumerate(value.parameters):
        if parameter.type == PLAYER and tellable(term, rb.Local(PLAYER, parameter)):
            return rb.Shown(value, title, number, node.when_asked)
    message = f'"{value.name}" is worked out from something that players keep hidden, so it cannot be shown to anybody'
    help = "leave `shown as` out, or work it out from what everyone sees, or from what one player in the brackets sees"
    reporter.error("R0320", node.head.span, message, help)
    return None
