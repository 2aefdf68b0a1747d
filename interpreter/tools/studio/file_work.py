"""Work on a game's files: rename, duplicate, search, replace, compare and restore.

In: a Desk and its History. Out: what was done, in words and lines. Layer: tools. What changes several files is one step of
the history.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from interpreter.tools.studio.game_files import Desk, NotHereError
from interpreter.tools.studio.history import Entry, History

MANIFEST = "game.yaml"
MOST_FOUND = 500  # lines
MOST_STEPS = 200
AROUND = 3  # unchanged lines around a change
WIDEST = 300  # letters of a line that was found
NAMED = (".rules", ".yaml", ".yml", ".scenario")  # files that name other files


def rename(desk: Desk, old: str, new: str) -> list[str]:
    """Rename a file, in the files that name it as well; return those.

    They name it in quotation marks."""
    _movable(old)
    text, version = desk.read(old)
    changed = []
    with noted(desk).step(f"{old} renamed to {new}"):
        desk.write(new, text, None)
        desk.remove(old, version)
        for name in desk.files():
            if name.endswith(NAMED) and f'"{old}"' in (found := desk.read(name))[0]:
                desk.write(name, found[0].replace(f'"{old}"', f'"{new}"'), found[1])
                changed.append(name)
    return changed


def duplicate(desk: Desk, name: str) -> str:
    """Copy a file under a free name; return the name."""
    stem, dot, ending = name.rpartition(".")
    taken = set(desk.files())
    copy = next(
        found for number in range(1, len(taken) + 2)
        if (found := f"{stem}_copy{number if number > 1 else ''}{dot}{ending}") not in taken
    )  # fmt: skip
    desk.write(copy, desk.read(name)[0], None)
    return copy


def delete(desk: Desk, name: str) -> None:
    _movable(name)
    desk.remove(name, desk.read(name)[1])


def _movable(name: str) -> None:
    if name == MANIFEST:
        raise NotHereError("game.yaml is what makes the folder a game. It keeps its name and its place.")


# ---- over all files


def search(desk: Desk, words: str, exact: bool = False) -> list[dict[str, Any]]:
    """Find the lines that contain these words; `exact`: case matters."""
    if not words:
        return []
    pattern = _pattern(words, exact)
    found: list[dict[str, Any]] = []
    for name, text in texts(desk):
        for number, line in enumerate(text.splitlines(), 1):
            if (match := pattern.search(line)) is not None:
                found.append({"name": name, "line": number, "column": match.start() + 1, "text": line[:WIDEST]})
                if len(found) >= MOST_FOUND:
                    return found
    return found


def replace(desk: Desk, words: str, other: str, exact: bool = False) -> tuple[int, list[str]]:
    """Replace words in all files; return how often, and in which files."""
    pattern, total, names = _pattern(words, exact), 0, []
    with noted(desk).step(f"“{words}” replaced by “{other}”"):
        for name, text in list(texts(desk)) if words else []:
            written, count = pattern.subn(lambda _: other, text)
            if count:
                desk.write(name, written, desk.read(name)[1])
                total += count
                names.append(name)
    return total, names


def _pattern(words: str, exact: bool) -> re.Pattern[str]:
    return re.compile(re.escape(words), 0 if exact else re.IGNORECASE)


def texts(desk: Desk) -> Iterator[tuple[str, str]]:
    for name in desk.files():
        try:
            yield name, desk.read(name)[0]
        except NotHereError:  # not text, or too long
            continue


# ---- history


def noted(desk: Desk) -> History:
    if desk.history is None:
        raise NotHereError("This folder has no history.")
    return desk.history


def steps(desk: Desk) -> dict[str, Any]:
    """List the steps, the newest first, each with its files; and the files in the bin."""
    entries = list(enumerate(noted(desk).entries()))
    told: dict[int, dict[str, Any]] = {}
    last: dict[str, tuple[int, Entry]] = {}
    for number, entry in entries:
        last[entry.name] = (number, entry)
        if entry.step % 2:
            continue
        step = told.setdefault(entry.step, {"step": entry.step, "at": entry.at, "words": entry.words, "files": []})
        step["files"].append({"number": number, "name": entry.name, "gone": entry.digest is None})
    there = set(desk.files())
    bin_ = [
        {"number": number, "name": name, "at": entry.at}
        for name, (number, entry) in last.items()
        if entry.digest is None and name not in there and not entry.words.startswith(f"{name} renamed to ")
    ]  # fmt: skip
    return {"steps": list(reversed(told.values()))[:MOST_STEPS], "bin": bin_}


def newest(desk: Desk) -> int:
    """Return the number of the last step.

    The game as it was before it is that of the number before."""
    return max((entry.step for entry in noted(desk).entries()), default=0)


def difference(desk: Desk, number: int) -> dict[str, Any]:
    """Compare a file after an entry with what it was before it, line by line."""
    history = noted(desk)
    entry = _entry(history, number)
    earlier = history.before(number)
    before = "" if earlier is None else history.text(earlier) or ""
    after = history.text(entry) or ""
    return {**asdict(entry), "lines": compared(before, after)}


def compared(before: str, after: str) -> list[tuple[str, int, str]]:
    """Return the changed lines with some context.

    `+`, `-` or a space, the line's number, its text; `…` where lines are left out."""
    found: list[tuple[str, int, str]] = []
    old, new = before.splitlines(), after.splitlines()
    for group in difflib.SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(AROUND):
        if found:
            found.append(("…", 0, ""))
        for word, low, high, low_new, high_new in group:
            if word == "equal":
                found += [(" ", low_new + at + 1, line) for at, line in enumerate(old[low:high])]
            else:
                found += [("-", low + at + 1, line) for at, line in enumerate(old[low:high])]
                found += [("+", low_new + at + 1, line) for at, line in enumerate(new[low_new:high_new])]
    return found


def restore_file(desk: Desk, number: int) -> str:
    """Restore a file to its state after an entry; return its name.

    Of a deletion, to its state before it."""
    history = noted(desk)
    found: Entry | None = _entry(history, number)
    if found is not None and found.digest is None:
        found = history.before(number)
    text = None if found is None else history.text(found)
    if found is None or text is None:
        raise NotHereError("This text has been lost.")
    with history.step(f"{found.name} restored"):
        _write(desk, found.name, text)
    return found.name


def restore_game(desk: Desk, step: int) -> list[str]:
    """Restore every file to its state after a step; return those that changed."""
    history = noted(desk)
    wanted = {name: history.text(entry) for name, entry in history.after(step).items()}
    with history.step("the game restored as it was at a save"):
        return [name for name, text in wanted.items() if _write(desk, name, text)]


def _write(desk: Desk, name: str, text: str | None) -> bool:
    there = name in desk.files()
    old, version = desk.read(name) if there else (None, None)
    if old == text:
        return False
    if text is None:
        desk.remove(name, version)
    else:
        desk.write(name, text, version)
    return True


def _entry(history: History, number: int) -> Entry:
    entries = history.entries()
    if not 0 <= number < len(entries):
        raise NotHereError("There is no such save.")
    return entries[number]


def write_all(desk: Desk, words: str, wanted: Mapping[str, str], changes: Mapping[str, str]) -> list[str]:
    """Write several new files and change others, as one step.

    Nothing if one of the new names is taken."""
    taken = next((name for name in desk.files() if name in wanted), None)
    if taken is not None:
        raise NotHereError(f"There is already a file {taken}. Choose another name.")
    with noted(desk).step(words):
        for name, text in wanted.items():
            desk.write(name, text, None)
        for name, text in changes.items():
            _write(desk, name, text)
    return list(wanted)
