"""The history of a game: every decision by names.

In: a state. Out: Decisions in the order in which they were made. Layer: runtime.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from interpreter.runtime.labels import option_name


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


def history(state: Any) -> tuple[Decision, ...]:
    return tuple(_decision(state.code, *made) for made in state._decisions)


def _decision(code: Any, site: int, option: Any, free: bool, actor: int) -> Decision:
    name, rule, shape = code.SITES[site][:3]
    if free:
        return Decision(actor, rule, name, "menu", code.FREE[option][0], free=True)
    return Decision(actor, rule, name, KINDS.get(shape, shape), option_name(code, site, option))
