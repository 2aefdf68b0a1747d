"""Write the files of commands and read saved games.

In: a path and text. Out: the file, complete or untouched. Layer: tools.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from interpreter.source import Problems
from interpreter.source.operating_system import NO_WAIT, wait_when_full
from interpreter.tools.cli.output import as_json, clip, wrong

MAX_SAVE_BYTES = 100_000_000  # bytes
SCENARIO = ".scenario"
PART = ".part"  # suffix of a file that is still being written
OLD_PART = 60  # seconds after which such a file is considered abandoned


def write_text(path: Path, text: str) -> None:
    """Replace a file atomically: readers see the old content or the new one.

    Raises R0905 if that fails.

    A pipe or a device is not replaced but written to."""
    try:
        if path.exists() and not path.is_file():  # the path as given: what /dev/stdout links to may have no path
            _write_into(path, text)
        else:
            _replace(Path(os.path.realpath(path)), text)
    except (OSError, ValueError) as error:
        raise wrong("R0905", f'"{path}" cannot be written: {reason(error)}') from None


def check_writable(path: Path) -> None:
    """Raise R0905 now rather than after a long game."""
    folder = path.parent
    if path.is_dir():
        raise wrong("R0905", f'"{path}" cannot be written: it is a folder')
    if not folder.is_dir():
        raise wrong("R0905", f'"{path}" cannot be written: there is no folder "{folder}"')
    plain = not path.exists() or path.is_file()  # it is replaced, so its folder must be writable; others are written to
    if not os.access(path if path.exists() else folder, os.W_OK) or (plain and not os.access(folder, os.W_OK)):
        raise wrong("R0905", f'"{path}" cannot be written: permission denied')


def check_save_target(path: Path) -> None:
    """Check that a saved game would replace only a saved game."""
    try:
        exists = path.exists()
    except (OSError, ValueError) as error:
        raise wrong("R0905", f'"{path}" cannot be written: {reason(error)}') from None
    check_writable(path)
    if exists and path.is_file() and path.stat().st_size and not _is_save(path):
        raise wrong("R0906", f'"{path}" is not a saved game and is not overwritten', "choose another name")


def read_save(path: Path) -> dict[str, Any]:
    """Read a saved game as plain values. Raises R0811 if the file is not one."""
    try:
        if path.exists() and not path.is_file():
            raise wrong("R0811", f'"{path}" is {"a folder" if path.is_dir() else "a special file"}, not a saved game')
        if path.stat().st_size > MAX_SAVE_BYTES:
            raise wrong("R0811", f'"{path}" is too large for a saved game')
        data = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        raise wrong("R0811", f'"{path}" is not a saved game, or it is damaged') from None
    except OSError as error:
        raise wrong("R0811", f'"{path}" cannot be read: {reason(error)}') from None
    if not isinstance(data, dict) or not _looks_like_save(data):
        raise wrong("R0811", f'"{path}" is not a saved game')
    return data


def write_save(path: Path, data: object) -> None:
    """Save a game; overwrite only an older saved game."""
    check_save_target(path)
    write_text(path, as_json(data))


def typed_path(text: str) -> Path:
    """Parse a path as a person types it, with ~ for the home folder.

    Raises R0905 if that folder does not exist."""
    try:
        return Path(text).expanduser()
    except (RuntimeError, ValueError, OSError):
        raise wrong("R0905", f'"{clip(text)}" cannot be written: there is no home folder of that user') from None


def rescue(name: str, data: object) -> Path | None:
    """Save under an unused name.

    Here, in the home folder, or in the folder for temporary files."""
    for folder in (Path(), *_own_folder(), Path(tempfile.gettempdir())):
        path = _free_name(folder, name)
        with suppress(Exception):
            write_save(path, data)
            return path
    return None


def add_scenario(file: Path, text: str) -> str:
    """Append a scenario to a file; return a sentence that says so."""
    check_writable(file)
    try:
        before = file.read_text(encoding="utf-8") if file.is_file() else ""
    except (OSError, UnicodeDecodeError):
        raise wrong("R0905", f'"{file}" cannot be read, so nothing is added to it') from None
    write_text(file, f"{before.rstrip()}\n\n{text}" if before.strip() else text)
    return f"The scenario is {'added to' if before.strip() else 'written to'} {file}."


def scenario_file(name: str) -> Path:
    """Return the file that `record NAME` at the table writes to."""
    plain = name.strip()
    return Path(plain if plain.endswith(SCENARIO) else f"{'_'.join(plain.split())}{SCENARIO}")


def _own_folder() -> Iterator[Path]:
    with suppress(RuntimeError, OSError):
        yield Path.home()


def reason(error: Exception) -> str:
    """Say in a few words why a file could not be used."""
    words = error.strerror if isinstance(error, OSError) else None
    return (words or "the path cannot be used").lower()


def _replace(path: Path, text: str) -> None:
    mode = path.stat().st_mode & 0o777 if path.exists() else None
    prefix = f".{path.name[:40]}-"
    _sweep(path.parent, prefix)
    handle, name = tempfile.mkstemp(prefix=prefix, suffix=PART, dir=path.parent)
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, mode if mode is not None else 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def _sweep(folder: Path, prefix: str) -> None:
    """Remove temporary files of a process killed while writing the same file."""
    with suppress(OSError):
        for left in os.scandir(folder):
            is_part = left.name.startswith(prefix) and left.name.endswith(PART) and left.is_file(follow_symlinks=False)
            if is_part and time.time() - left.stat().st_mtime > OLD_PART:
                os.unlink(left.path)


def _write_into(path: Path, text: str) -> None:
    """Opened without waiting for a reader: a pipe that nobody reads is told.

    Written as long as it takes."""
    handle = os.open(path, os.O_WRONLY | NO_WAIT)
    wait_when_full(handle)
    with open(handle, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _is_save(path: Path) -> bool:
    try:
        read_save(path)
    except Problems:
        return False
    return True


def _looks_like_save(data: dict[str, Any]) -> bool:
    return "fingerprint" in data


def _free_name(folder: Path, name: str) -> Path:
    number = 1
    while (path := folder / f"{name}-{number}.save.json").exists():
        number += 1
    return path


def check_page(output: Path) -> None:
    """Check before the games that the output is a page and can be written."""
    if output.suffix not in (".html", ".htm"):
        raise wrong("R0912", f'"{clip(str(output))}" is not a name for a page', "end it in .html")
    check_writable(output)
