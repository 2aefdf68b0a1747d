"""History of a game's files: what every save, deletion and renaming left behind, so that each can be undone.

In: a folder of the studio's own, and texts as they are written. Out: the steps, the texts of each, the game as it was after a
step. Layer: tools. A log with one line per changed file, and each text once, compressed, under its digest. A deleted file is one
whose last line has no text: the bin is a view of the history.
"""

from __future__ import annotations

import hashlib
import json
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

LOG, TEXTS = "log.jsonl", "texts"
MOST = 4000  # lines of the log; beyond this the older half goes
AS_IT_WAS = "as it was before"
LARGEST = 2**21  # bytes of one text


@dataclass(frozen=True)
class Entry:
    """One file after one step; without a digest it is gone."""

    step: int
    at: int  # seconds since 1970
    words: str
    name: str
    digest: str | None


class History:
    def __init__(self, home: Path) -> None:
        self._home = home
        self._step: tuple[int, str] | None = None

    def entries(self) -> list[Entry]:
        """Return every line of the log, but for one that a crash has cut off."""
        try:
            lines = (self._home / LOG).read_text(encoding="utf-8").splitlines()
        except OSError:
            return []
        found = []
        for line in lines:
            try:
                found.append(Entry(**json.loads(line)))
            except (ValueError, TypeError):
                continue
        return found

    def text(self, entry: Entry) -> str | None:
        """Return the text of a file after a step.

        None if it was deleted, or its text is lost."""
        if entry.digest is None:
            return None
        try:
            packed = (self._home / TEXTS / entry.digest).read_bytes()
            return zlib.decompressobj().decompress(packed, LARGEST).decode("utf-8")
        except (OSError, zlib.error, UnicodeDecodeError):
            return None

    @contextmanager
    def step(self, words: str) -> Iterator[None]:
        """Record everything written inside this context as one step."""
        if self._step is not None:
            yield
            return
        self._step = (_next(self.entries()), words)
        try:
            yield
        finally:
            self._step = None

    def note(self, name: str, before: str | None, after: str | None) -> None:
        """Record that a file has changed, with its earlier text if that is new."""
        entries = self.entries()
        last = next((entry for entry in reversed(entries) if entry.name == name), None)
        known = None if last is None else last.digest
        step, words = self._step or (_next(entries), _words(name, before, after))
        if before is not None and known != _digest(before):
            self._append(Entry(step - 1, int(time.time()), AS_IT_WAS, name, self._keep(before)))
        digest = None if after is None else self._keep(after)
        self._append(Entry(step, int(time.time()), words, name, digest))
        if len(entries) > MOST:
            self._tidy()

    def after(self, step: int) -> dict[str, Entry]:
        """Return each known file as it was after a step.

        One that came later is gone, unless it was there before its first record."""
        found: dict[str, Entry] = {}
        for entry in self.entries():
            first = entry.name not in found
            if entry.step <= step or (first and entry.words == AS_IT_WAS):
                found[entry.name] = entry
            elif first:
                found[entry.name] = Entry(step, entry.at, entry.words, entry.name, None)
        return found

    def before(self, number: int) -> Entry | None:
        """Return the same file one entry earlier; entries are counted from 0."""
        entries = self.entries()
        name = entries[number].name
        return next((entry for entry in reversed(entries[:number]) if entry.name == name), None)

    def _keep(self, text: str) -> str:
        digest = _digest(text)
        file = self._home / TEXTS / digest
        if not file.is_file():
            file.parent.mkdir(parents=True, exist_ok=True)
            half = file.with_suffix(".half")
            half.write_bytes(zlib.compress(text.encode("utf-8", "replace")))
            half.replace(file)
        return digest

    def _append(self, entry: Entry) -> None:
        self._home.mkdir(parents=True, exist_ok=True)
        with (self._home / LOG).open("a", encoding="utf-8") as log:
            log.write(json.dumps(asdict(entry), ensure_ascii=False) + "\n")

    def _tidy(self) -> None:
        """Drop the older half, but not the last text of any file."""
        entries = self.entries()
        old, new = entries[: MOST // 2], entries[MOST // 2 :]
        last = {entry.name: entry for entry in old}
        kept = [*last.values(), *new]
        half = self._home / f"{LOG}.half"
        half.write_text("".join(json.dumps(asdict(entry), ensure_ascii=False) + "\n" for entry in kept), "utf-8")
        half.replace(self._home / LOG)
        wanted = {entry.digest for entry in kept}
        for file in (self._home / TEXTS).iterdir():
            if file.name not in wanted:
                file.unlink(missing_ok=True)


def history_of(home: Path, folder: Path) -> History:
    """Return the history of one game's folder, in the studio's data folder."""
    where = hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:12]
    return History(home / "history" / f"{folder.name}-{where}")


def _next(entries: list[Entry]) -> int:
    """Return the next step; steps are even numbers.

    Odd ones are for the earlier text of a file that was not recorded before."""
    return max((entry.step for entry in entries), default=0) // 2 * 2 + 2


def _words(name: str, before: str | None, after: str | None) -> str:
    return f"{name} {'deleted' if after is None else 'made' if before is None else 'saved'}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:24]
