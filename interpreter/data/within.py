"""Confine paths to a folder.

In: a folder and a path. Out: whether the path leads into the folder. Layer: data; quick to import.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from interpreter.source.shared import lies_in


def inside(folder: Path, relative: str) -> Path | None:
    """Return the path of a file in the folder.

    None if it would leave the folder, even by a link."""
    steps = PurePosixPath(relative)
    if not relative or steps.is_absolute() or ".." in steps.parts or "\\" in relative or "\0" in relative:
        return None
    return folder / relative if lies_in(folder, folder / relative) else None
