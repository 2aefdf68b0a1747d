"""The `studio` command: serve tables in the browser.

In: games or folders, an address, a folder for tables. Out: a server that runs until it is stopped. Layer: tools.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import interpreter
from interpreter.tools.cli.opening import MANIFEST
from interpreter.tools.cli.output import say, wrong
from interpreter.tools.cli.parameters import path_word, whole_number
from interpreter.tools.studio.data_folder import FILE, usual_data
from interpreter.tools.studio.opening import chosen

EXPORT, IMPORT = "export", "import"
HERE = "127.0.0.1"
LOCAL = (HERE, "localhost", "::1")


def studio(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME|FOLDER]...", parser=path_word, help="Games to offer; every bundled game if none."
        ),
    ] = None,
    host: Annotated[
        str, typer.Option("--host", metavar="H", help="The address; only this machine if not given.")
    ] = HERE,
    port: Annotated[
        int,
        typer.Option(
            "--port", metavar="N", parser=whole_number("--port", 0, 65535), help="The port; 0 chooses a free one."
        ),
    ] = 8181,
    data: Annotated[Path | None, typer.Option("--data", metavar="DIR", help="Where tables are kept.")] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
    name: Annotated[
        list[str] | None,
        typer.Option(
            "--name", metavar="NAME", help="Another host name that pages may use, such as that of a proxy; repeatable."
        ),
    ] = None,
    store: Annotated[
        str | None,
        typer.Option(
            "--store", metavar="URL", help="Keep tables in PostgreSQL: postgresql://…; several servers can share them."
        ),
    ] = None,
    peer: Annotated[
        str, typer.Option("--peer", metavar="HOST:PORT", help="Where the other servers of the store reach this one.")
    ] = "",
    address: Annotated[
        str, typer.Option("--address", metavar="URL", help="The address that people use, such as that of a proxy.")
    ] = "",
    list_tables: Annotated[bool, typer.Option("--list", help="List the tables that are kept, and stop.")] = False,
    clear: Annotated[
        bool, typer.Option("--clear", help="Delete the tables nobody has used for 30 days, and stop.")
    ] = False,
) -> int:
    """Play in the browser: a server on this machine, with tables for several people.

    `studio export FILE` writes everything that is kept into one file, also while people play; `studio import FILE` reads it.
    """
    folder, kept_at = data or usual_data(), chosen(store)
    if games and games[0] in (EXPORT, IMPORT):
        return _copied(games, folder, kept_at)
    if list_tables or clear:
        return _kept(folder, kept_at, clear)
    try:
        from interpreter.tools.studio.running import Shared, run
    except ImportError:
        help = 'pip install "rulewright[studio]"; without installing: uvx --from "rulewright[studio]" rulewright studio'
        raise wrong("R0913", "the studio needs Starlette and Uvicorn", help) from None
    from interpreter.tools.bots import seated
    from interpreter.tools.studio.lock import InUse
    from interpreter.tools.studio.store import Trouble

    if host not in LOCAL:
        say(
            f"Anyone who can reach {host} can open tables here, and play at those whose links they have. "
            "Only a browser that has opened the address below can edit files: keep it to yourself."
        )
    offered, opened = _offered(games)
    try:
        shared = Shared(kept_at, peer, address)
        opening = not no_browser
        run(offered, folder, host, port, seated, _tell, opening, writable=opened, names=name or (), shared=shared)
    except InUse as used:
        raise wrong(
            "R0915", str(used), "use that one, stop it first, or keep tables elsewhere with --data DIR"
        ) from used
    except Trouble as trouble:
        where = "the store" if kept_at else str(folder / FILE)
        message = f"{where}: {str(trouble)[:1].lower()}{str(trouble)[1:].rstrip('.')}"
        raise wrong("R0915", message, "or keep tables elsewhere with --data DIR") from trouble
    except OSError as error:
        message = f"the studio cannot listen or keep tables there: {error.strerror}"
        raise wrong("R0915", message, "try --port 0, or --data DIR") from error
    return 0


def _tell(address: str) -> None:
    print(f"The studio is open at {address}", flush=True)


def _copied(words: list[str], folder: Path, kept_at: str) -> int:
    """Write the whole store into a file, or read it into an empty store."""
    from interpreter.tools.studio.copying import exported_to, imported_from
    from interpreter.tools.studio.lock import InUse, Lock
    from interpreter.tools.studio.opening import opened_store
    from interpreter.tools.studio.store import Trouble

    what, *files = words
    if len(files) != 1:
        raise wrong(
            "R0901", f'"rulewright studio {what}" needs one FILE', f"such as: rulewright studio {what} tables.rwx"
        )
    if what == EXPORT and not kept_at and not (folder / FILE).is_file():
        raise wrong("R0914", f"no tables are kept in {folder}", "name another folder with --data DIR, or --store URL")
    if what == IMPORT:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    lock = None
    try:
        lock = Lock(folder, "rulewright studio import") if what == IMPORT and not kept_at else None
        store = opened_store(folder, kept_at)
        try:
            copied = exported_to if what == EXPORT else imported_from
            counts = copied(store.database, Path(files[0]))
        finally:
            store.close()
    except InUse as used:
        raise wrong("R0915", str(used), "stop it first, or name another folder with --data DIR") from used
    except (Trouble, OSError) as trouble:
        raise wrong("R0915", f"nothing was copied: {str(trouble).rstrip('.')}", "") from trouble
    finally:
        if lock is not None:
            lock.close()
    print(
        f"{files[0]}: {counts['tables']} table(s) with {counts['answers']} answer(s), {counts['playtests']} playtest(s)."
    )
    return 0


def _kept(folder: Path, kept_at: str, clear: bool) -> int:
    """List the tables stored in a folder.

    With `clear`, delete the archived ones first."""
    from interpreter.tools.studio.lock import InUse, Lock
    from interpreter.tools.studio.opening import opened_store
    from interpreter.tools.studio.store import Trouble

    if not kept_at and not (folder / FILE).is_file():
        print(f"No tables are kept in {folder}.")
        return 0
    try:
        lock = Lock(folder, "rulewright studio --clear") if clear and not kept_at else None
        store = opened_store(folder, kept_at)
    except InUse as used:
        raise wrong("R0915", str(used), "clear old tables on its page (Tables), or stop it first") from used
    except (Trouble, OSError) as trouble:
        message = f"the tables in {folder} cannot be read: {trouble}"
        raise wrong("R0915", message, "name another folder with --data DIR") from trouble
    gone = store.clear_archived() if clear else []
    for one in store.listed():
        old = "  archived" if one.archived else ""
        people = ", ".join(one.names)
        print(f"{one.id}  {one.game}  {people}  {one.answers} answer(s)  last used {one.touched[:16]}{old}")
    if clear:
        print(f"{len(gone)} table(s) deleted.")
    store.close()
    if lock is not None:
        lock.close()
    return 0


def _offered(words: list[str] | None) -> tuple[dict[str, Path], set[str]]:
    """Resolve arguments to games by name, and the editable ones (given as folders).

    A folder of games offers all of them."""
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
            interpreter.load(word)  # raises with the reason
    if not found:
        raise wrong("R0910", "there is no game in these folders", "name a game, or a folder with games")
    return found, set(found) - by_name
