"""The history of a game: every decision by names.

In: a state. Out: Decisions in the order in which they were made. Layer: runtime.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.runtime.labels import option_name
from interpreter.runtime.machine import at_once
from interpreter.runtime.position import Position
from interpreter.runtime.tables import Made, Site, Value


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision: the player, the question and the name of the choice.

    The question is `name` in `rule`. `words` is for people where the name means nothing: a spot on a grid is one number to
    saves and scenarios."""

    player: int
    rule: str
    name: str
    kind: str
    choice: str
    free: bool = False
    words: str = field(default="", compare=False, repr=False)


def history(state: Position) -> tuple[Decision, ...]:
    return tuple(decision(state, made) for made in state.made)


def decision(state: Position, made: Made) -> Decision:
    site = state.code.SITES[made.site]
    if made.free and isinstance(made.option, int):
        return Decision(made.actor, site.rule, site.name, "menu", state.code.FREE[made.option].name, free=True)
    choice = option_name(state.code, made.site, made.option)
    return Decision(
        made.actor, site.rule, site.name, site.asks_for, choice, words=_words(state, site, made.option) or choice
    )


def _words(state: Position, site: Site, option: Value) -> str:
    """Render an option that has no name of its own."""
    named = site.kind is not None or site.is_menu or site.parts or site.shape == "amount"
    if named or site.shown is None or not isinstance(option, int):
        return ""
    return at_once(state, site.shown, state, option)
