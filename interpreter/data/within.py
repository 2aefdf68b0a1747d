"""Paths that stay in a folder.

In: a folder and a path. Out: whether the path leads to somewhere in the folder. Layer: data; quick to import.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath


def inside(folder: Path, relative: str) -> Path | None:
    """The path of a file in the folder; None when it would leave the folder, also by a link."""
    steps = PurePosixPath(relative)
    if not relative or steps.is_absolute() or ".." in steps.parts or "\\" in relative or "\0" in relative:
        return None
    return folder / relative if lies_in(folder, folder / relative) else None


def lies_in(folder: Path, path: Path) -> bool:
    """Does a path lead to somewhere in the folder, also behind links?"""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # links that go in circles
        return False
