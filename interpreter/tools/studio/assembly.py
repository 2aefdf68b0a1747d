"""Put the studio together: tables, editing and balance behind one ASGI application.

In: the tables, host names and the host's secret. Out: the application. Layer: tools. `running` serves it over a socket, a web
page calls it directly.
"""

from __future__ import annotations

from collections.abc import Collection
from logging import INFO
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.middleware import Middleware

from interpreter.source.operating_system import HAS_THREADS

from .balancing import Balancing
from .editing import Editing
from .exchange import Exchange
from .filing import Filing
from .guests import Guests
from .hosting import Hosting
from .insight import Insight
from .mailing import post_of
from .observing import REQUESTS, Observing, Wellness, figures_of
from .playtest_routes import PlaytestRoutes
from .server import Studio
from .slow_tables import SlowTables
from .tables import TableRegistry
from .web import Entrance

if TYPE_CHECKING:
    from .cluster import Cluster


def assembled(
    tables: TableRegistry,
    hosts: Collection[str],
    entrance: Entrance,
    addresses: Collection[str] = (),
    cluster: Cluster | None = None,
) -> Starlette:
    """Build the application.

    `addresses`: those by which other machines reach it; `cluster`: other processes beside it."""
    studio = Studio(tables, hosts, entrance, cluster=cluster)
    studio.addresses = list(addresses)
    figures = figures_of(studio)
    if figures is not None or REQUESTS.isEnabledFor(INFO):
        studio.layers.append(Middleware(Observing, figures=figures))
    balancing = Balancing(studio)
    editing = Editing(studio)
    files = [*editing.routes(), *Filing(studio, editing).routes(), *Exchange(studio, editing).routes()]
    playtests, slow = PlaytestRoutes(studio), SlowTables(studio, post_of())
    routes = [
        *files,
        *balancing.routes(),
        *Hosting(studio).routes(),
        *Guests(studio).routes(),
        *Insight(studio).routes(),
        *playtests.routes(),
        *slow.routes(),
        *Wellness(studio, figures).routes(),
    ]
    if HAS_THREADS:  # in a web page there is nobody else whose games could be looked at
        from .playtest_results import PlaytestResults

        routes += PlaytestResults(studio, playtests.playtests, balancing.jobs).routes()

    async def close() -> None:
        await slow.end()
        await balancing.jobs.close()

    return studio.app(routes, close, slow.begin)
