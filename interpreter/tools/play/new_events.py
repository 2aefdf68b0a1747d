"""Select the log lines to show a person, without repetition.

In: events of a state and the reader. Out: lines. Layer: tools. A rule often announces a gain or payment that is logged by
itself as well; and a purchase that a player has just chosen is paid, and announced again. A line whose name and number the
reader has just read, or reads in the next line, is dropped. So are a choice and a move of cards that the rules announce.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter import Event

WORDS = re.compile(r"[^\s,.:;!?()]+")
MONEY = ("gain", "pay")
MOVE = re.compile(r"(?P<what>(?!a card |[0-9]+ cards ).+?) go(?:es)? to (?P<to>(?:the |.+?(?:'s|s') ).+)")
CHOICE = re.compile(r"(?P<who>.+?) chooses (?P<what>.+)")
NAMED = re.compile(r"(-?\d+) \(.+\)")  # a number, with what it is for
SUM = re.compile(r"\S+ (?:pays|gains|loses) (?P<sum>.+?)(?: to .+| \(.+\))?")
SMALL = frozenset({"a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "the", "to", "with"})
FORM = re.compile(r"(?<=\w)(?:es|s|e)$")  # buys, goes, takes and take


def told(events: Iterable[Event], player: int | None) -> Iterator[str]:
    """The lines for a player (None: a spectator)."""
    heard: list[tuple[str, str]] = [(event.kind, text) for event in events if (text := event.told_to(player))]
    said: list[set[str]] = []  # by the last decision, and by announcements since
    announced: set[str] = set()
    for number, (kind, text) in enumerate(heard):
        if kind == "decision":
            said, announced = [_forms(NAMED.sub(r"\1", text))], set()
            if _is_told_again(heard, number):
                continue
        elif kind == "move":
            announced = set()
            if _is_announced_beside(heard, number):
                continue
        elif kind in MONEY:
            if _who_and_how_much(text) <= announced | _announced_next(heard, number) or any(
                _sum_of(text) <= one for one in said
            ):
                continue
        elif kind == "announce":
            announced = set(WORDS.findall(text))
            if said and _forms(text) <= said[0]:
                continue
            said.append(_forms(text))
        else:
            announced = set()
        yield text


def _is_told_again(heard: list[tuple[str, str]], number: int) -> bool:
    """Does a later line say who chose what?

    `red chooses Orient`, then `red invests in Orient`. Only further choices of the same player may come between."""
    found = CHOICE.fullmatch(heard[number][1])
    if found is None:
        return False
    what = (
        found["what"].partition(", ")[0] if ": " in found["what"] else found["what"]
    )  # `High Street, red: Hill - Mill`
    parts = NAMED.sub(r"\1", what).split(" and ")
    for kind, text in heard[number + 1 :]:
        if kind == "decision":
            further = CHOICE.fullmatch(text)
            if further is None or further["who"] != found["who"]:
                return False
        elif kind not in MONEY and text.startswith(f"{found['who']} ") and all(_has(text, part) for part in parts):
            return True
    return False


def _is_announced_beside(heard: list[tuple[str, str]], number: int) -> bool:
    """Does the rule announce what happens to these cards?

    Right before or after one or more moves."""
    found = MOVE.fullmatch(heard[number][1])
    before = next((one for one in reversed(heard[:number]) if one[0] != "move"), ("", ""))
    after = next((one for one in heard[number:] if one[0] != "move"), ("", ""))
    return found is not None and any(kind == "announce" and _has(text, found["what"]) for kind, text in (before, after))


def _has(text: str, words: str) -> bool:
    """Are these words in the text, as words of their own?"""
    behind = r"(?!\d)" if words.isdecimal() else r"(?!\w)"  # a unit may follow a number: `1450k`
    return re.search(rf"(?<!\w){re.escape(words)}{behind}", text) is not None


def _announced_next(heard: list[tuple[str, str]], number: int) -> set[str]:
    """Return the words announced right after one or more payments."""
    kind, text = next((one for one in heard[number:] if one[0] not in MONEY), ("", ""))
    return set(WORDS.findall(text)) if kind == "announce" else set()


def _forms(text: str) -> set[str]:
    """Return the significant words of a line without their endings.

    Buy and buys are the same."""
    return {FORM.sub("", word) for word in WORDS.findall(text.casefold()) if word not in SMALL}


def _sum_of(text: str) -> set[str]:
    """Extract from `red pays 5 MD to the bank`: red, 5 and MD."""
    found = SUM.fullmatch(text)
    return _forms(f"{text.split()[0]} {found['sum']}") if found else {text}


def together(lines: Iterable[str]) -> list[str]:
    """Merge successive moves of cards to the same place into one line."""
    found: list[str] = []
    for line in lines:
        now, last = MOVE.fullmatch(line), MOVE.fullmatch(found[-1]) if found else None
        if now and last and now["to"] == last["to"]:
            found[-1] = f"{last['what']}, {now['what']} go to {now['to']}"
        else:
            found.append(line)
    return found


def _who_and_how_much(text: str) -> set[str]:
    """Extract from `red pays 5 MD to the bank`: red and 5."""
    words = WORDS.findall(text)
    return {words[0], *(word for word in words if any(map(str.isdecimal, word)))}
