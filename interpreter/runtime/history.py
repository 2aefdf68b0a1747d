"""The history of a game: every decision by names.

In: a state. Out: Decisions in the order in which they were made. Layer: runtime.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.runtime.labels import option_name
from interpreter.runtime.position import Position
from interpreter.runtime.tables import Made


@dataclass(frozen=True, slots=True)
class Decision:
    """Who decided what: `name` of the question in `rule`, and the name of the choice."""

    player: int
    rule: str
    name: str
    kind: str
    choice: str
    free: bool = False


KINDS = {"several": "thing", "actions": "menu"}  # how a request calls what a site says more exactly


def history(state: Position) -> tuple[Decision, ...]:
    return tuple(_decision(state, made) for made in state.made)


def _decision(state: Position, made: Made) -> Decision:
    site = state.code.SITES[made.site]
    if made.free and isinstance(made.option, int):
        return Decision(made.actor, site.rule, site.name, "menu", state.code.FREE[made.option].name, free=True)
    choice = option_name(state.code, made.site, made.option)
    return Decision(made.actor, site.rule, site.name, KINDS.get(site.shape, site.shape), choice)
