"""`studio`: tables in the browser.

In: games or folders, an address, a folder for tables. Out: a server that runs until it is stopped. Layer: tools.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

import interpreter

from .opening import MANIFEST
from .parameters import path_word, whole_number
from .speech import say, wrong

HERE = "127.0.0.1"
LOCAL = (HERE, "localhost", "::1")


def studio(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME|FOLDER]...", parser=path_word, help="Games to offer; every bundled game if none."),
    ] = None,
    host: Annotated[str, typer.Option("--host", metavar="H", help="The address; only this machine if not given.")] = HERE,
    port: Annotated[
        int,
        typer.Option("--port", metavar="N", parser=whole_number("--port", 0, 65535), help="The port; 0 chooses a free one."),
    ] = 8181,
    data: Annotated[Path | None, typer.Option("--data", metavar="DIR", help="Where tables are kept.")] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a page.")] = False,
) -> int:
    """Play in the browser: a server on this machine, with tables for several people."""
    try:
        from interpreter.tools.studio.running import run
    except ImportError:
        raise wrong("R0913", "the studio needs Starlette and Uvicorn", 'pip install "rulewright[studio]"') from None
    from interpreter.tools.bots import seated

    if host not in LOCAL:
        say(
            f"Everybody who can reach {host} can open tables here, and play at those whose links they have. "
            "Files are edited from this machine alone."
        )
    offered, opened = _offered(games)
    try:
        run(offered, data or _usual_data(), host, port, seated, _tell, browser=not no_browser, writable=opened)
    except OSError as error:
        message = f"the studio cannot listen or keep tables there: {error.strerror}"
        raise wrong("R0915", message, "try --port 0, or --data DIR") from error
    return 0


def _tell(address: str) -> None:
    print(f"The studio is open at {address}", flush=True)


def _usual_data() -> Path:
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "rulewright"


def _offered(words: list[str] | None) -> tuple[dict[str, Path], set[str]]:
    """Games by name, and those of them that were named as folders: these can be edited. A folder of games offers all of them."""
    bundled = {info.name: info.path for info in interpreter.games()}
    if not words:
        return bundled, set()
    found: dict[str, Path] = {}
    by_name: set[str] = set()
    for word in words:
        path = Path(word)
        if (path / MANIFEST).is_file():
            found[path.resolve().name] = path.resolve()
        elif path.is_dir():
            found |= {inside.parent.name: inside.parent.resolve() for inside in sorted(path.glob(f"*/{MANIFEST}"))}
        elif word in bundled:
            found[word] = bundled[word]
            by_name.add(word)
        else:
            interpreter.load(word)  # says what is wrong with it
    if not found:
        raise wrong("R0910", "there is no game in these folders", "name a game, or a folder with games")
    return found, set(found) - by_name
