"""A game that shows something made as small as can be.

In: the files of a game, and a test whether other files still show the same. Out: fewer and shorter files. Blocks of lines go
first, whole declarations before steps; then what stands in brackets is replaced by something plain, then whole formulas.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tests.random_games.games import Files

Shows = Callable[[Files], bool]
PLAIN = ("0", "1", "yes", "no", "none", "[]", "first(players)", "players")
MAX_TRIES = 1500


class Tries:
    """Counts what is tried, so that there is an end to it."""

    def __init__(self, shows: Shows) -> None:
        self.shows, self.left = shows, MAX_TRIES

    def __call__(self, files: Files) -> bool:
        self.left -= 1
        return self.left >= 0 and self.shows(files)


def shrunk(files: Files, shows: Shows) -> Files:
    tries = Tries(shows)
    before = None
    while files != before and tries.left > 0:
        before = files
        for smaller in (_without_files, _without_blocks, _with_plain_parts):
            files = smaller(files, tries)
    return files


def _without_files(files: Files, tries: Tries) -> Files:
    for name in list(files):
        fewer = {other: text for other, text in files.items() if other != name}
        if name not in ("game.yaml", "rules/play.rules") and tries(fewer):
            files = fewer
    return files


def _without_blocks(files: Files, tries: Tries) -> Files:
    """From the end to the front: what is used later goes first."""
    for name in files:
        if name == "game.yaml":
            continue
        at = len(files[name].splitlines())
        while at > 0:
            at = min(at, len(files[name].splitlines())) - 1
            if at < 0:
                break
            lines = files[name].splitlines()
            for end in {_end_of(lines, at), at + 1}:
                fewer = {
                    **files,
                    name: "\n".join([*lines[:at], *_moved_out(lines[at:end], lines[end:], end == at + 1)]) + "\n",
                }
                if tries(fewer):
                    files = fewer
                    break
    return files


def _end_of(lines: list[str], at: int) -> int:
    """Where the block ends that begins there: behind all that stands further to the right."""
    deep, end = _deep(lines[at]), at + 1
    while end < len(lines) and (not lines[end].strip() or _deep(lines[end]) > deep):
        end += 1
    return end


def _moved_out(gone: list[str], rest: list[str], alone: bool) -> list[str]:
    """What is left when a line goes: what stood below it takes its place."""
    if not alone or not gone or not rest:
        return rest
    deep, moved = _deep(gone[0]), list(rest)
    for number, line in enumerate(rest):
        if line.strip() and _deep(line) <= deep:
            break
        moved[number] = line[2:] if line.startswith("  ") else line
    return moved


def _deep(line: str) -> int:
    return len(line) - len(line.lstrip(" ")) if line.strip() else 1000


def _with_plain_parts(files: Files, tries: Tries) -> Files:
    for name in files:
        if not name.endswith(".rules"):
            continue
        number = 0
        while number < len(files[name].splitlines()):
            line = files[name].splitlines()[number]
            shorter = next((found for found in _shorter(line) if tries(_with_line(files, name, number, found))), None)
            if shorter is None:
                number += 1
            else:
                files = _with_line(files, name, number, shorter)
    return files


def _with_line(files: Files, name: str, number: int, line: str) -> Files:
    lines = files[name].splitlines()
    return {**files, name: "\n".join([*lines[:number], line, *lines[number + 1 :]]) + "\n"}


def _shorter(line: str) -> Iterator[str]:
    """Parts left out, and parts in brackets replaced: the longest first."""
    for word in (
        " where ",
        " by highest ",
        " by lowest ",
        " then highest ",
        " then lowest ",
        " while ",
        " when ",
        " and ",
        " or ",
        " otherwise ",
    ):
        at = line.rfind(word)
        if at > 0:
            yield line[:at]
    spans = sorted(_brackets(line), key=lambda span: span[0] - span[1])
    for start, end in spans:
        inside = line[start + 1 : end - 1]
        called = re.search(r"[a-z_0-9]*$", line[:start])
        begin = start if called is None else called.start()
        for other in (*PLAIN, *_split(inside)):
            if len(other) < end - begin:
                yield line[:begin] + other + line[end:]


def _brackets(line: str) -> Iterator[tuple[int, int]]:
    opened: list[int] = []
    for at, sign in enumerate(line):
        if sign in "([":
            opened.append(at)
        elif sign in ")]" and opened:
            yield opened.pop(), at + 1


def _split(inside: str) -> list[str]:
    """The parts between the commas, and what comes before a query's conditions."""
    parts, deep, last = [], 0, 0
    for at, sign in enumerate(inside):
        deep += (sign in "([") - (sign in ")]")
        if sign == "," and deep == 0:
            parts.append(inside[last:at].strip())
            last = at + 1
    return [*parts, inside[last:].strip()]
