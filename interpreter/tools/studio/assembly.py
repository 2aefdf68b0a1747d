"""Put the studio together: tables, editing and balance behind one ASGI application.

In: the tables, host names and the host's secret. Out: the application. Layer: tools. `running` serves it over a socket, a web
page calls it directly.
"""

from __future__ import annotations

from collections.abc import Collection

from starlette.applications import Starlette

from .balancing import Balancing
from .editing import Editing
from .exchange import Exchange
from .filing import Filing
from .guests import Guests
from .hosting import Hosting
from .insight import Insight
from .playtest_results import PlaytestResults
from .playtest_routes import PlaytestRoutes
from .server import Studio
from .tables import TableRegistry
from .web import Entrance


def assembled(
    tables: TableRegistry, hosts: Collection[str], entrance: Entrance, addresses: Collection[str] = ()
) -> Starlette:
    """Build the application. `addresses`: those by which other machines reach it."""
    studio = Studio(tables, hosts, entrance)
    studio.addresses = list(addresses)
    balancing = Balancing(studio)
    editing = Editing(studio)
    files = [*editing.routes(), *Filing(studio, editing).routes(), *Exchange(studio, editing).routes()]
    playtests = PlaytestRoutes(studio)
    routes = [
        *files,
        *balancing.routes(),
        *Hosting(studio).routes(),
        *Guests(studio).routes(),
        *Insight(studio).routes(),
        *playtests.routes(),
        *PlaytestResults(studio, playtests.playtests, balancing.jobs).routes(),
    ]
    return studio.app(routes, balancing.jobs.close)
