"""The language server with commands for tests: how many objects it holds, and whether everything is checked. Run as a program.

Counted are objects of ours, of the protocol, and what waits to be done; the rest of Python comes in when it is first used.
"""

from __future__ import annotations

import gc
from collections import Counter

from interpreter.tools.lsp.server import RulewrightServer, make_server
from tests.support.limits import PATIENCE

COUNT = "tests.count"
CHECKED = "tests.checked"
HOMES = ("interpreter", "pygls", "lsprotocol", "asyncio", "concurrent")


def main() -> None:
    server = make_server()

    @server.command(COUNT)
    def count(ls: RulewrightServer) -> dict[str, int]:
        assert ls.checks.wait(PATIENCE)
        gc.collect()
        homes = (type(one).__module__.partition(".")[0] for one in gc.get_objects())
        return Counter(home for home in homes if home in HOMES)

    @server.command(CHECKED)
    @server.thread()
    def checked(ls: RulewrightServer) -> bool:
        """Answer when every pass is over and told."""
        return ls.checks.wait(PATIENCE)

    server.start_io()


if __name__ == "__main__":
    main()
