"""The `export` command: the studio as a folder of static files.

In: a folder and games. Out: files for any web host. Layer: tools.
"""

from __future__ import annotations

import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import Annotated

import typer

import interpreter
from interpreter.source import did_you_mean
from interpreter.source.user_cache import cache_dir
from interpreter.tools.cli.output import clip, count, say, wrong

MEGABYTE = 1_000_000


def export(
    web: Annotated[Path, typer.Option("--web", metavar="DIR", help="The folder to write; its files are replaced.")],
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME|FOLDER]...", help="Games to offer; every bundled game if none.")
    ] = None,
    pyodide: Annotated[
        Path | None,
        typer.Option("--pyodide", metavar="DIR", help="The npm package pyodide; fetched with npm if not given."),
    ] = None,
) -> int:
    """Write the studio as static files: it then runs in a web page, without a server and offline.

    Upload the folder to any web host, or try it with: python -m http.server --directory DIR
    Needs Node, and npm the first time.
    """
    from interpreter.tools.export.website import ExportError, write_website

    folders = [_folder(name) for name in games or ()] or [info.path for info in interpreter.games()]
    if web.exists() and not web.is_dir():
        raise wrong("R0905", f'"{clip(str(web))}" is a file, not a folder')
    try:
        written = write_website(web, folders, pyodide or _fetched())
    except ExportError as reason:
        raise wrong("R0913", str(reason)) from None
    except OSError as error:
        raise wrong("R0905", f'"{clip(str(web))}" cannot be written: {error.strerror or error}') from None
    size = written.download[1] / MEGABYTE
    say(
        f"{written.folder}: {count(len(folders), 'game')}, {count(written.files, 'file')}, {size:.1f} MB on a first visit."
    )
    if written.in_c:
        say(f"Bots play {count(written.in_c, 'game')} of them in C, compiled for the page.")
    else:
        say('Bots play in Python there. With pip install "rulewright[native]" they play in C, many times as fast.')
    say(f"Try it: python -m http.server --directory {written.folder}, then open http://localhost:8000/")
    return 0


def _folder(name: str) -> Path:
    """A bundled game by its name, or a folder with a game.yaml."""
    known = {info.name: info.path for info in interpreter.games()}
    if name in known:
        return known[name]
    if (Path(name) / "game.yaml").is_file():
        return Path(name).resolve()
    raise wrong("R0901", f'there is no game called "{clip(name)}"', did_you_mean(name, known))


def _fetched() -> Path:
    """The npm package, from the cache or fetched once."""
    from interpreter.tools.export.website import PYODIDE, ExportError

    home = cache_dir()
    if home is None:
        raise ExportError("there is no cache folder to keep Pyodide in; give its folder with --pyodide")
    folder = home / f"pyodide-{PYODIDE}"
    if folder.is_dir():
        return folder
    say(f"Fetching Pyodide {PYODIDE} (once)")
    with tempfile.TemporaryDirectory() as place:
        words = ["npm", "pack", f"pyodide@{PYODIDE}", "--silent", "--pack-destination", place]
        try:
            done = subprocess.run(words, capture_output=True, text=True, check=False)
        except FileNotFoundError:
            raise ExportError(
                "npm is needed to fetch Pyodide; install Node, or give its folder with --pyodide"
            ) from None
        packed = next(Path(place).glob("*.tgz"), None)
        if done.returncode or packed is None:
            raise ExportError(f"Pyodide could not be fetched: {done.stderr.strip()[-200:] or 'npm gave no reason'}")
        with tarfile.open(packed) as archive:
            archive.extractall(place, filter="data")
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        shutil.copytree(Path(place) / "package", folder, dirs_exist_ok=True)
    return folder
