"""Numbers, ranges and options of a game as a form sees them, each with its place in the files.

In: texts by name. Out: what can be adjusted, line by line. Layer: tools. Only what is on a line of its own in its plainest form
is listed; anything more is changed in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

LET = re.compile(r"^let (?P<name>\w+)(?:\([^)]*\))? = (?P<value>-?\d[\d_]*)\s*(?:#.*|cites .*)?$")
KEEP = re.compile(
    r"^keep (?P<name>\w+)(?:\([^)]*\))?: (?:(?P<low>-?\d+) to (?P<high>-?\d+)|number)(?:, starts at (?P<start>-?\d+))?(?=,|\s|$)"
)
OPTION = re.compile(
    r'^option (?P<name>\w+)(?: "(?P<title>[^"]*)")? is (?P<values>[\w ]+?), usually (?P<usual>\w+)(?=\s|$)'
)
RANGE = re.compile(r"(?P<low>-?\d+) to (?P<high>-?\d+)")
PLAYERS = re.compile(r"^players: \{ ?min: (?P<low>\d+), max: (?P<high>\d+) ?\}")
DEFAULT = re.compile(r"^default_players: (?P<value>\d+)")


@dataclass(frozen=True)
class Adjustable:
    """One value: what it is, where it is, and what it may be."""

    group: str  # numbers, ranges, starts, options, players
    name: str
    title: str
    value: str
    choices: tuple[str, ...]  # of an option with names
    low: int | None
    high: int | None
    file: str
    line: int
    column: int
    end_column: int


def adjustable(texts: Mapping[str, str]) -> Iterator[Adjustable]:
    for file, text in texts.items():
        for number, line in enumerate(text.split("\n"), 1):
            if file == "game.yaml":
                yield from _players(file, number, line)
            elif file.endswith(".rules") and not file.startswith("variants/"):
                yield from _rule(file, number, line)


def _players(file: str, number: int, line: str) -> Iterator[Adjustable]:
    if (found := PLAYERS.match(line)) is not None:
        yield _at(found, "low", "players", "fewest players", "", file, number, low=1, high=int(found["high"]))
        yield _at(found, "high", "players", "most players", "", file, number, low=int(found["low"]))
    if (found := DEFAULT.match(line)) is not None:
        yield _at(found, "value", "players", "usual number of players", "", file, number, low=1)


def _rule(file: str, number: int, line: str) -> Iterator[Adjustable]:
    if (found := LET.match(line)) is not None:
        yield _at(found, "value", "numbers", found["name"], "", file, number)
    elif (found := KEEP.match(line)) is not None:
        name = found["name"]
        low, high = (None if found[side] is None else int(found[side]) for side in ("low", "high"))
        if low is not None:
            yield _at(found, "low", "ranges", name, "least", file, number, high=high)
            yield _at(found, "high", "ranges", name, "most", file, number, low=low)
        if found["start"] is not None:
            yield _at(found, "start", "starts", name, "at the start", file, number, low=low, high=high)
    elif (found := OPTION.match(line)) is not None:
        yield from _option(found, file, number)


def _option(found: re.Match[str], file: str, number: int) -> Iterator[Adjustable]:
    title, values = found["title"] or "", found["values"]
    range_ = RANGE.fullmatch(values)
    if range_ is None:
        names = tuple(values.split(" or "))
        yield _at(found, "usual", "options", found["name"], title, file, number, choices=names)
        return
    low, high = int(range_["low"]), int(range_["high"])
    yield _at(found, "usual", "options", found["name"], title, file, number, low=low, high=high)


def _at(
    found: re.Match[str], part: str, group: str, name: str, title: str, file: str, number: int, *,
    choices: tuple[str, ...] = (), low: int | None = None, high: int | None = None,
) -> Adjustable:  # fmt: skip
    start, end = found.span(part)
    return Adjustable(group, name, title, found[part], choices, low, high, file, number, start + 1, end + 1)
