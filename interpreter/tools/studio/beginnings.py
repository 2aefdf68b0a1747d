"""Begin a game: from a template of `rulewright new`, or as a copy of another game, under a title of its own.

In: a kind of game or a game's files, and a title. Out: the texts of the new game by path, a folder's name. Layer: tools.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from interpreter.tools.new.scaffolding import Texts, as_name, like_infos, new_game
from interpreter.tools.studio.game_files import Desk

MANIFEST = "game.yaml"
MAX_TITLE = 60
_TITLE = re.compile(r"^title[ \t]*:.*(?:\n[ \t]+\S.*)*$", re.MULTILINE)  # with the lines that continue it
_PLAIN = re.compile(r"[^\W\d_][\w '.!?-]*")  # what YAML reads as it is


def kinds() -> list[dict[str, str]]:
    """List the kinds of games to begin with, for the lobby."""
    return [{"name": name, "about": about} for name, about in like_infos()]


def from_template(like: str, title: str) -> Texts:
    texts = new_game("game", like)
    return {**texts, MANIFEST: with_title(texts[MANIFEST], title)}


def from_game(desk: Desk, title: str) -> Texts:
    texts = {name: desk.read(name)[0] for name in desk.files()}
    return {**texts, MANIFEST: with_title(texts.get(MANIFEST, ""), title)}


def with_title(manifest: str, title: str) -> str:
    """Replace the title in the text of a game.yaml; comments and all other lines stay."""
    line = f"title: {title if _PLAIN.fullmatch(title) else json.dumps(title, ensure_ascii=False)}"
    found, count = _TITLE.subn(lambda _: line, manifest, count=1)
    return found if count else f"{line}\n{manifest}"


def title_of(manifest: str) -> str:
    """Read the title from the text of a game.yaml; empty if there is none on one line."""
    found = _TITLE.search(manifest)
    words = found[0].partition(":")[2].partition(" #")[0].strip() if found else ""
    return clean_title(words.strip("\"'")) if not words.startswith((">", "|")) else ""


def clean_title(text: str) -> str:
    """Make a title from what was typed: one line, without control characters."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())[:MAX_TITLE].strip()


def title_of_copy(title: str, taken: Iterable[str]) -> str:
    """Name a copy so that it differs from all titles that are taken."""
    others = set(taken)
    numbers = ["", *(f" {number}" for number in range(2, len(others) + 3))]
    return next(found for number in numbers if (found := f"Copy of {title}{number}") not in others)


def folder_name(title: str) -> str:
    return as_name(title).replace("_", "-")[:40].strip("-") or "game"
