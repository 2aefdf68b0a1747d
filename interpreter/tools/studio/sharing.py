"""A game, a house rule or a position as a text that fits into a link, and games as zip files.

In: a game's texts, those of the bundled games, a save. Out: the packed text; what a packed text or a zip from a stranger holds.
Layer: tools. A text says what differs from a bundled game, so that a house rule is a short link. Whatever comes from a stranger
is checked like any upload: names of files that a game has, and no more than a game needs.
"""

from __future__ import annotations

import base64
import binascii
import io
import json
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from interpreter.tools.studio.game_files import ENDINGS, LARGEST, NotHereError, is_name

FORMAT = 1
MAX_FILES = 400
MAX_BYTES = 4 * 2**20  # of all texts together
MAX_PACKED = 2**20  # characters of a link, or bytes of a zip
ALIKE = 0.5  # of its texts, from which on a game is told as a change of another
NOT_A_GAME = (
    "This link does not hold a game. It may have been cut off: ask for it again, or for the game as a zip file."
)
Texts = Mapping[str, str]


@dataclass(frozen=True)
class Shared:
    """A shared game: the bundled game it begins with, and the texts that differ.

    With what it lacks of that game, and a saved game if any."""

    title: str
    base: str
    texts: Texts
    without: tuple[str, ...]
    save: Mapping[str, Any] | None

    def whole(self, bundled: Mapping[str, Texts]) -> dict[str, str]:
        """All texts of the game.

        Raises NotHereError if it begins with a game that is not here."""
        if self.base and self.base not in bundled:
            raise NotHereError(f"This begins with the game {self.base[:40]}, which is not here.")
        found = {**(bundled[self.base] if self.base else {}), **self.texts}
        return {name: text for name, text in found.items() if name not in self.without}


def packed(title: str, texts: Texts, bundled: Mapping[str, Texts], save: Mapping[str, Any] | None) -> str:
    """Pack a game, as its difference from the bundled one that is most like it."""
    base = max(bundled, key=lambda name: _alike(texts, bundled[name]), default="")
    old: Texts = bundled[base] if base and _alike(texts, bundled[base]) >= ALIKE else {}
    form = {
        "format": FORMAT, "title": title, "base": base if old else "",
        "texts": {name: text for name, text in texts.items() if old.get(name) != text},
        "without": [name for name in old if name not in texts], "save": save,
    }  # fmt: skip
    plain = json.dumps(form, ensure_ascii=False, separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(zlib.compress(plain, 9)).decode().rstrip("=")


def _alike(texts: Texts, other: Texts) -> float:
    """Return the share of a game's files that another game has as well.

    Of files with rules and data."""
    names = [name for name in texts if not name.endswith(".md")]
    return sum(other.get(name) == texts[name] for name in names) / max(len(names), 1)


def unpacked(text: str) -> Shared:
    """Read what a link holds. Raises NotHereError if it is not what `packed` wrote."""
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        form = json.loads(zlib.decompressobj().decompress(data, MAX_BYTES))
    except (ValueError, binascii.Error, zlib.error, RecursionError):
        raise NotHereError(NOT_A_GAME) from None
    if not isinstance(form, dict) or form.get("format") != FORMAT:
        raise NotHereError(NOT_A_GAME)
    texts, without, save = form.get("texts"), form.get("without"), form.get("save")
    if not isinstance(texts, dict) or not isinstance(without, list) or not isinstance(save, dict | None):
        raise NotHereError(NOT_A_GAME)
    _check(texts)
    return Shared(str(form.get("title", ""))[:60], str(form.get("base", "")), texts, tuple(map(str, without)), save)


def zipped(folder: str, texts: Texts) -> bytes:
    """Pack a game as a zip file with one folder."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, text in sorted(texts.items()):
            archive.writestr(zipfile.ZipInfo(f"{folder}/{name}", (2026, 1, 1, 0, 0, 0)), text, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def of_zip(data: bytes) -> dict[str, str]:
    """Read the texts of a game from a zip file.

    Of the folder with game.yaml in it; anything else is left out."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = {entry.filename: entry for entry in archive.infolist() if not entry.is_dir()}
            homes = [PurePosixPath(name).parent for name in entries if PurePosixPath(name).name == "game.yaml"]
            home = min(homes, key=lambda path: len(path.parts), default=None)
            if home is None:
                raise NotHereError("There is no game.yaml in this zip file, so it is not a game.")
            inside = {
                _inside(home, name): entry for name, entry in entries.items() if home in PurePosixPath(name).parents
            }
            wanted = {name: entry for name, entry in inside.items() if name.endswith(ENDINGS) and is_name(name)}
            if len(wanted) > MAX_FILES or sum(entry.file_size for entry in wanted.values()) > MAX_BYTES:
                raise NotHereError("This game is too large to be opened here.")
            found = {name: archive.read(entry).decode("utf-8") for name, entry in wanted.items()}
    except (zipfile.BadZipFile, UnicodeDecodeError, NotImplementedError, RuntimeError, zlib.error, EOFError):
        raise NotHereError("This is not a zip file with a game's texts in it.") from None
    _check(found)
    return found


def _inside(home: PurePosixPath, name: str) -> str:
    return PurePosixPath(name).relative_to(home).as_posix()


def _check(texts: Mapping[Any, Any]) -> None:
    """Accept only texts and file names that a game may have."""
    if len(texts) > MAX_FILES or not all(
        isinstance(name, str) and isinstance(text, str) for name, text in texts.items()
    ):
        raise NotHereError(NOT_A_GAME)
    wrong = next((name for name in texts if not is_name(name) or not name.endswith(ENDINGS)), None)
    if wrong is not None:
        raise NotHereError(f"{str(wrong)[:80]!r} is not the name of a file of a game.")
    if any(len(text.encode("utf-8", "replace")) > LARGEST for text in texts.values()):
        raise NotHereError("One of its files is too long to be opened here.")
