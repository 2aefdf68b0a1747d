"""Running a studio: one process, one address, one line when it is ready.

In: games, a folder for tables, host and port. Out: nothing; it runs until it is stopped. Layer: tools.
"""

from __future__ import annotations

import socket
import webbrowser
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

import uvicorn

from .balancing import Balancing
from .editing import Editing
from .hall import Hall, MakeBots
from .server import Studio
from .store import Store

OWN = ("127.0.0.1", "localhost", "::1", "[::1]")
FILE = "studio.sqlite"
LARGEST_MESSAGE = 4 * 2**20  # of an editor to the language server


def run(
    games: Mapping[str, Path],
    data: Path,
    host: str,
    port: int,
    make_bots: MakeBots,
    ready: Callable[[str], None],
    browser: bool,
    writable: Collection[str] = (),
) -> None:
    """Serves until it is stopped. OSError when the address or the folder cannot be had."""
    data.mkdir(parents=True, exist_ok=True)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind((host, port))
    store = Store(data / FILE)
    hosts = set(OWN) if host in OWN else set()  # whoever opens it to others knows under which names they come
    studio = Studio(Hall(games, store, make_bots, data, writable), hosts)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listening.getsockname()[1]}/"
    balancing = Balancing(studio)
    app = studio.app([*Editing(studio).routes(), *balancing.routes()], balancing.jobs.close)
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, timeout_graceful_shutdown=1, server_header=False,
        ws_max_size=LARGEST_MESSAGE,
    )
    server = _Server(config, lambda: _opened(address, ready, browser))
    try:
        server.run(sockets=[listening])
    finally:
        store.close()


def _opened(address: str, ready: Callable[[str], None], browser: bool) -> None:
    ready(address)
    if browser:
        webbrowser.open(address)


class _Server(uvicorn.Server):
    """Says when it listens."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()
