"""Games that a command has saved, as its words say."""

from __future__ import annotations

from pathlib import Path

import interpreter
from interpreter.tools.cli import files

PIG = ("play", "pig", "--seats", "human,random", "--seed", "3")


def kept(output: str) -> Path:
    """The file that the last line says to go on with."""
    line = next(line for line in reversed(output.splitlines()) if line.startswith("Resume with: "))
    path = Path(line.split()[-1])
    assert interpreter.load("pig").resume(files.read_save(path)).request is not None
    return path
