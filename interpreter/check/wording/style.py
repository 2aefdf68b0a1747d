"""How the texts of a game are to be written: length, spelling, words that are not used, sentences for moments and durations.

In: a text as it is printed, the rules for it, the moments that it names. Out: Slips, each with the words at fault.
Layer: check. The rules are data: the file texts.yaml of a game, checked by schemas/card_text.schema.json.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from interpreter.check.wording.numbers import NUMBER

SENTENCE = re.compile(r"[^.!?]+[.!?]?")


@dataclass(frozen=True)
class TextRules:
    longest: int | None = None
    words: tuple[str, ...] = ()
    instead: tuple[tuple[str, str], ...] = ()
    moments: tuple[str, ...] = ()
    durations: tuple[str, ...] = ()
    units: tuple[str, ...] = ("round", "turn", "year")
    strict: bool = False


@dataclass(frozen=True)
class Slip:
    message: str
    words: str
    help: str
    at: int | None = None  # where the words begin in the text


def text_rules(data: Mapping[str, Any], table: str) -> TextRules:
    """Return the rules for one table: its own, and else those for all."""
    own = data.get("tables", {}).get(table, {})
    said = {**{key: value for key, value in data.items() if key not in ("tables", "about")}, **own}
    return TextRules(
        said.get("longest"), tuple(said.get("words", ())), tuple(dict(said.get("instead", {})).items()),
        tuple(said.get("moments", ())), tuple(said.get("durations", ())), tuple(said.get("units", TextRules.units)),
        said.get("strict") == "yes",
    )  # fmt: skip


def slips(text: str, rules: TextRules, moments: Sequence[str]) -> Iterator[Slip]:
    """Yield violations of the style in a text.

    `moments`: the words of the text that name one."""
    if rules.longest is not None and len(text) > rules.longest:
        message = f"this text has {len(text)} characters, and {rules.longest} are the most"
        yield Slip(message, "", "make it shorter")
    for word in rules.words:
        for match in re.finditer(rf"\b{re.escape(word)}(?:s|es)?\b", text, re.IGNORECASE):
            if not match.group().startswith(word):
                yield Slip(
                    f'"{match.group()}" is spelt differently here', match.group(), f'write "{word}"', match.start()
                )
    for word, better in rules.instead:
        for match in re.finditer(rf"\b{re.escape(word)}(?:s|es)?\b", text, re.IGNORECASE):
            message = f'"{match.group()}" is not used on these cards'
            yield Slip(message, match.group(), f'write "{better}"', match.start())
    yield from _moments(text, rules, moments)
    yield from _durations(text, rules)


def _moments(text: str, rules: TextRules, moments: Sequence[str]) -> Iterator[Slip]:
    for words in moments if rules.moments else ():
        sentence = next((one.group().strip() for one in SENTENCE.finditer(text) if words in one.group()), words)
        if not any(
            re.match(_as_pattern(one, "when", re.escape(words)), sentence, re.IGNORECASE) for one in rules.moments
        ):
            said = " or ".join(f'"{one}"' for one in rules.moments)
            yield Slip(f'"{words}" is not in its sentence', words, f"write a moment like this: {said}")


def _durations(text: str, rules: TextRules) -> Iterator[Slip]:
    if not rules.durations or not rules.units:
        return
    units = "|".join(re.escape(unit) for unit in rules.units)
    right = [
        match.span()
        for one in rules.durations
        for match in re.finditer(_as_pattern(one, "n", NUMBER), text, re.IGNORECASE)
    ]
    for match in re.finditer(rf"\b{NUMBER}\s+(?:{units})s?\b", text, re.IGNORECASE):
        if not any(start <= match.start() and match.end() <= end for start, end in right):
            said = " or ".join(f'"{one}"' for one in rules.durations)
            message = f'"{match.group()}" is worded differently here'
            yield Slip(message, match.group(), f"write a duration like this: {said}", match.start())


def _as_pattern(words: str, blank: str, inside: str) -> str:
    """Turn `for the next {n} round(s)` into a pattern."""
    before, _, after = words.partition(f"{{{blank}}}")
    return _escaped(before) + f"(?:{inside})" + _escaped(after)


def _escaped(words: str) -> str:
    return re.escape(words).replace(re.escape("(s)"), "s?").replace("\\ ", r"\s+")
