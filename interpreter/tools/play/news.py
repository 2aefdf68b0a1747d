"""What a person is told, without saying a thing twice.

In: events of a state and who listens. Out: lines. Layer: tools. A rule often announces what somebody gets or pays, and the
payment itself is told as well: whoever has read the announcement needs no second line with the same name and number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter import Event

WORDS = re.compile(r"[^\s,.:;!?()]+")
MONEY = ("gain", "pay")
MOVE = re.compile(r"(?P<what>(?!a card |[0-9]+ cards ).+?) go(?:es)? to (?P<to>(?:the |\S+'s ).+)")


def told(events: Iterable[Event], player: int | None) -> Iterator[str]:
    """The lines for a player (None: a spectator)."""
    announced: set[str] = set()
    for event in events:
        text = event.told_to(player)
        if not text or (event.kind in MONEY and _who_and_how_much(text) <= announced):
            continue
        announced = set(WORDS.findall(text)) if event.kind == "announce" else announced if event.kind in MONEY else set()
        yield text


def together(lines: Iterable[str]) -> list[str]:
    """Cards that go to the same place one after the other are told of in one line."""
    found: list[str] = []
    for line in lines:
        now, last = MOVE.fullmatch(line), MOVE.fullmatch(found[-1]) if found else None
        if now and last and now["to"] == last["to"]:
            found[-1] = f"{last['what']}, {now['what']} go to {now['to']}"
        else:
            found.append(line)
    return found


def _who_and_how_much(text: str) -> set[str]:
    """Of `red pays 5 MD to the bank`: red and 5."""
    words = WORDS.findall(text)
    return {words[0], *(word for word in words if word.isdecimal())}
