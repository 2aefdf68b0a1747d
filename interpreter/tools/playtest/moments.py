"""Moments: when a question is put to a player, in the words of the rules.

In: a sentence such as "player chooses pass 3 times". Out: a Moment, which says whether it has come for a player. Layer: tools.
A moment depends only on what this player has decided and sees: a question that appears gives nothing away.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

STARTS, OVER = "game starts", "game is over"
FORMS = (
    STARTS,
    OVER,
    "player chooses NAME",
    "player chooses NAME 3 times",
    "player decides 10 times",
    "VALUE is at least 2",
    "player's VALUE is more than 20",
)
_NAME = r"(?P<name>[a-z][a-z0-9_]*)"
_CHOOSES = re.compile(rf"player chooses {_NAME}(?: (?P<times>[1-9][0-9]{{0,3}}) times?)?")
_DECIDES = re.compile(r"player decides (?P<times>[1-9][0-9]{0,3}) times?")
_IS = re.compile(
    rf"(?P<own>player's )?{_NAME} is (?P<word>at least |at most |more than |less than )?(?P<number>-?[0-9]{{1,9}})"
)


@dataclass(frozen=True)
class Moment:
    """`kind`: starts, over, chooses, decides or is."""

    kind: str
    name: str = ""  # of what is chosen, or of a value
    times: int = 1
    own: bool = False  # the player's own value
    word: str = ""
    number: int = 0


@dataclass(frozen=True)
class Situation:
    """What a player has decided, and what they see now."""

    chosen: Sequence[str]  # the names of their own choices so far
    values: Sequence[Mapping[str, Any]]  # of their view
    player: str
    over: bool


def moment_of(text: str) -> Moment | None:
    """Read a moment; None if it has another form."""
    words = " ".join(text.split())
    if words in (STARTS, OVER):
        return Moment("starts" if words == STARTS else "over")
    if found := _CHOOSES.fullmatch(words):
        return Moment("chooses", found["name"], int(found["times"] or 1))
    if found := _DECIDES.fullmatch(words):
        return Moment("decides", times=int(found["times"]))
    if found := _IS.fullmatch(words):
        return Moment(
            "is", found["name"], own=bool(found["own"]), word=(found["word"] or "").strip(), number=int(found["number"])
        )
    return None


def has_come(moment: Moment, now: Situation) -> bool:
    """Whether a moment has come for a player who sees this."""
    match moment.kind:
        case "starts":
            return True
        case "over":
            return now.over
        case "chooses":
            return list(now.chosen).count(moment.name) >= moment.times
        case "decides":
            return len(now.chosen) >= moment.times
        case _:
            value = _seen(moment, now)
            return value is not None and _compares(value, moment)


def _seen(moment: Moment, now: Situation) -> int | None:
    keys = [now.player] if moment.own else []
    for value in now.values:
        if value["name"] == moment.name:
            found = next((entry.get("value") for entry in value["entries"] if entry["keys"] == keys), None)
            return found if isinstance(found, int) and not isinstance(found, bool) else None
    return None


def _compares(value: int, moment: Moment) -> bool:
    match moment.word:
        case "at least":
            return value >= moment.number
        case "at most":
            return value <= moment.number
        case "more than":
            return value > moment.number
        case "less than":
            return value < moment.number
        case _:
            return value == moment.number
