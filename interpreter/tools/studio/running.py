"""Run a studio: one process, one address, one line when it is ready.

In: games, a folder for tables, host and port. Out: nothing; it runs until it is stopped. Layer: tools.
"""

from __future__ import annotations

import contextlib
import os
import socket
import webbrowser
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import uvicorn
from uvicorn.config import LOGGING_CONFIG

from interpreter.tools.studio.tables import MakeBots, TableRegistry

from .assembly import assembled
from .connections import Limits
from .data_folder import FILE as FILE
from .lock import Lock
from .observing import begin_log
from .opening import ADDRESS, opened_store
from .store import Store
from .web import ADDRESSES, Entrance

OWN = ("127.0.0.1", "localhost", "::1")
ANYWHERE = ("0.0.0.0", "::")
LARGEST_MESSAGE = 4 * 2**20  # bytes of one message from an editor to the language server


@dataclass(frozen=True)
class Shared:
    """What several servers of one store need.

    Their store's address, their own, and the one under which people reach them."""

    store: str = ""  # the address of a database; empty for the file in the folder
    peer: str = ""  # host:port at which the other servers reach this one
    public: str = ""  # such as https://play.example.org

    @property
    def names(self) -> set[str]:
        name = urlsplit(self.public).hostname if self.public else None
        return set() if name is None else {name}


def run(
    games: Mapping[str, Path],
    data: Path,
    host: str,
    port: int,
    make_bots: MakeBots,
    ready: Callable[[str], None],
    browser: bool,
    writable: Collection[str] = (),
    names: Collection[str] = (),
    shared: Shared | None = None,
) -> None:
    """Serve until stopped.

    Raises OSError if the address or the folder is unavailable, InUse if another studio has locked the folder, Trouble if its
    database is unusable. `names`: additional host names to accept."""
    shared = shared or Shared()
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind((host, port))
    shown = f"[{host}]" if ":" in host else host
    own_port = listening.getsockname()[1]
    reachable = network_addresses() if host in ANYWHERE else []
    address = f"http://{reachable[0] if reachable else shown}:{own_port}/"
    try:  # the file of a folder has one writer; a database keeps its writers apart by itself
        lock = None if shared.store else Lock(data, address)
    except BaseException:
        listening.close()
        raise
    try:
        store = opened_store(data, shared.store)
        try:
            tables = TableRegistry(games, store, make_bots, data, writable)
            own_names = {*names, *shared.names}
            _serve(
                listening,
                store,
                tables,
                _hosts(host, own_names),
                _as_entrance(shared.public) or address,
                ready,
                browser,
                shared,
            )
        finally:
            store.close()
    finally:
        if lock is not None:
            lock.close()
        listening.close()


def _serve(
    listening: socket.socket,
    store: Store,
    hall: TableRegistry,
    hosts: Collection[str],
    address: str,
    ready: Callable[[str], None],
    browser: bool,
    shared: Shared,
) -> None:
    own = listening.getsockname()
    entrance = Entrance(store.secret("host"), 0 if shared.store else own[1], shared.public.startswith("https:"))
    cluster = None
    if shared.store:
        from .cluster import Cluster
        from .postgres_database import PostgresDatabase

        assert isinstance(store.database, PostgresDatabase)
        os.environ[ADDRESS] = shared.store  # for the commands that the studio starts
        here = "127.0.0.1" if own[0] in ANYWHERE else own[0]
        cluster = Cluster(store.database, shared.peer or f"{here}:{own[1]}")
    addresses = [f"http://{one}:{own[1]}" for one in network_addresses()] if own[0] in ANYWHERE else []
    if shared.public:
        addresses = [shared.public.rstrip("/")]
    logged = begin_log()
    app = assembled(hall, hosts, entrance, addresses, cluster)
    config = uvicorn.Config(
        app,
        log_config=None if logged else LOGGING_CONFIG,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=1,
        server_header=False,
        ws_max_size=LARGEST_MESSAGE,
        http=Limits().protocol(),
        proxy_headers=False,
    )
    server = _Server(config, lambda: _opened(entrance.address(address), ready, browser), app.state.end_streams)
    server.run(sockets=[listening])


def _as_entrance(public: str) -> str:
    return f"{public.rstrip('/')}/" if public else ""


def network_addresses() -> list[str]:
    """Return the addresses by which other machines reach this one.

    That of the usual network first."""
    found = []
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET, "10.255.255.255")):
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))  # no packet is sent: this only chooses the network
            found.append(str(probe.getsockname()[0]))
    return [one for one in dict.fromkeys(found) if not one.startswith("127.") and one != "0.0.0.0"]


def _hosts(host: str, names: Collection[str]) -> set[str]:
    """Return the host names to accept.

    When listening on all interfaces, any IP address is: no foreign page can have one."""
    return {*OWN, host, *names, *([ADDRESSES] if host in ANYWHERE else [])}


def _opened(address: str, ready: Callable[[str], None], browser: bool) -> None:
    ready(address)
    if browser:
        webbrowser.open(address)


class _Server(uvicorn.Server):
    """A server that calls back when it is listening, and when it begins to stop."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], stopping: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready, self._stopping = ready, stopping

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._stopping()
        await super().shutdown(sockets)
