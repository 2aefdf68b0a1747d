"""A game of a few lines, written where a test wants it."""

from __future__ import annotations

from pathlib import Path

import interpreter
from interpreter import Game


def written(folder: Path, rules: str) -> Game:
    (folder / "rules").mkdir(parents=True)
    (folder / "rules" / "play.rules").write_text(rules)
    (folder / "game.yaml").write_text("title: Trial\nabout: A trial.\nplayers: {min: 2, max: 2}\nsource: stand-in\n")
    return interpreter.load(folder)
