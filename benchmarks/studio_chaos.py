"""Kill servers and the database while people play, and look whether every acknowledged answer is there.

    python -m benchmarks.studio_chaos [--tables 100] [--kills 30] [--servers 3] [--every 3]

It starts a PostgreSQL of its own and several servers that share it, opens tables of Pig for two people, and lets each table be
answered through a server that is chosen anew for each answer. At intervals a server is killed (SIGKILL) and started again, or the
database is stopped as if its power had been cut. Afterwards the answers in the store are compared with those that were
acknowledged: each must be there, under the number of the decision that its player saw.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import random
import statistics
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import interpreter
from interpreter.tools.bots import seated
from interpreter.tools.studio.running import Shared
from interpreter.tools.studio.running import run as run_studio
from tests.support.postgres import Cluster

FAILED = (502, 503, 504)


@dataclass
class Played:
    """A table and what its players were told."""

    table: str
    seats: list[str]
    acknowledged: dict[int, tuple[int, str]] = field(default_factory=dict)  # by its number: the player and the answer


@dataclass
class Chaos:
    servers: list[Server]
    database: Cluster
    alive: set[int]
    tables: list[Played] = field(default_factory=list)
    running: bool = True
    failed: int = 0
    unsure: int = 0  # neither acknowledged nor refused: the connection broke
    waits: list[float] = field(default_factory=list)

    async def ask(self, path: str, body: object = None) -> tuple[int, Any]:
        """Ask a living server, whichever it is; 0 if it does not answer."""
        server = self.servers[random.choice(sorted(self.alive))]
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{'POST' if body is not None else 'GET'} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n"
        head += f"cookie: {server.host}\r\ncontent-type: application/json\r\ncontent-length: {len(data)}\r\n\r\n"
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(head.encode() + data)
            text = await asyncio.wait_for(reader.read(), 30)
            writer.close()
        except (OSError, TimeoutError):
            return 0, None
        first, _, rest = text.partition(b"\r\n\r\n")
        if not first:
            return 0, None
        with suppress(ValueError):
            if b"chunked" in first.lower():
                rest = b"".join(part for number, part in enumerate(rest.split(b"\r\n")) if number % 2)
            return int(first.split()[1]), json.loads(rest)
        return int(first.split()[1]), None

    async def picture(self, token: str) -> dict[str, Any] | None:
        """What a page of this seat is shown first."""
        server = self.servers[random.choice(sorted(self.alive))]
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(f"GET /api/t/{token}/stream HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".encode())
            found = b""
            async with asyncio.timeout(30):
                while b"\n\n" not in found.partition(b"data: ")[2]:
                    some = await reader.read(65536)
                    if not some:
                        return None
                    found += some
            writer.close()
            return json.loads(_unchunked(found))  # type: ignore[no-any-return]
        except (OSError, TimeoutError, ValueError):
            return None

    async def play(self, played: Played) -> None:
        luck = random.Random(played.table)
        while self.running:
            await asyncio.sleep(luck.uniform(0.5, 2.5))
            shown = await asyncio.gather(*(self.picture(seat) for seat in played.seats))
            asked = [
                (seat, one["request"], int(one["moments"]))
                for seat, one in zip(played.seats, shown, strict=True)
                if one and one.get("request")
            ]
            if not asked:
                if any(one and one.get("over") for one in shown):
                    return
                continue
            token, request, number = asked[0]
            choice = luck.choice(request["choices"])
            began = time.monotonic()
            status, _ = await self.ask(
                f"/api/t/{token}/decide", {"question": request["question"], "choice": choice["number"]}
            )
            if status == 200:
                self.waits.append(time.monotonic() - began)
                played.acknowledged[number] = (played.seats.index(token), choice["name"])
            elif status in FAILED:
                self.failed += 1
            elif status == 0:
                self.unsure += 1


def _unchunked(found: bytes) -> bytes:
    """The first event of a stream, without the sizes of chunks between its parts."""
    body, text = found.partition(b"\r\n\r\n")[2], b""
    while body:
        size, _, rest = body.partition(b"\r\n")
        length = int(size, 16)
        text, body = text + rest[:length], rest[length + 2 :]
    return text.partition(b"data: ")[2].partition(b"\n\n")[0]


class Server:
    """A server in a process that has read its modules before: it is there in a moment, and dies at once."""

    def __init__(self, folder: Path, store: str) -> None:
        self._folder, self._store, self.port, self.key = folder, store, 0, ""
        self._process: BaseProcess | None = None

    @property
    def host(self) -> str:
        return f"rulewright-0={self.key}"

    def start(self) -> None:
        context = multiprocessing.get_context("forkserver")
        here, there = context.Pipe(duplex=False)
        process = context.Process(target=serve, args=(self._folder, self._store, self.port, there))
        process.start()
        self._process = process
        there.close()
        address = str(here.recv())  # EOFError if it could not start
        self.port, self.key = urlsplit(address).port or 0, address.partition("key=")[2]

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.join()


def serve(folder: Path, store: str, port: int, tell: Connection) -> None:
    """Run a server until it is killed."""
    games = {"pig": next(info.path for info in interpreter.games() if info.name == "pig")}
    run_studio(games, folder, "127.0.0.1", port, seated, tell.send, browser=False, shared=Shared(store))


async def disturb(chaos: Chaos, kills: int, every: float) -> tuple[int, int]:
    """Kill a server or the database, again and again; return how often each."""
    servers = databases = 0
    for number in range(kills):
        await asyncio.sleep(every)
        if number % 5 == 4:
            databases += 1
            await asyncio.to_thread(chaos.database.stop, "immediate")
            await asyncio.sleep(0.5)
            await asyncio.to_thread(chaos.database.start)
            continue
        servers += 1
        which = random.choice(sorted(chaos.alive))
        chaos.alive.discard(which)
        await asyncio.to_thread(chaos.servers[which].kill)
        for _ in range(20):  # as systemd would; while the database is away a server does not start
            try:
                await asyncio.to_thread(chaos.servers[which].start)
                break
            except EOFError:
                await asyncio.sleep(0.5)
        chaos.alive.add(which)
    return servers, databases


async def run(tables: int, kills: int, every: float, servers: list[Server], database: Cluster, address: str) -> int:
    from interpreter.tools.studio.opening import opened_database
    from interpreter.tools.studio.store import Store

    chaos = Chaos(servers, database, set(range(len(servers))))
    for number in range(tables):
        seats = [{"name": f"p{one}", "who": "person"} for one in range(2)]
        wanted = {"game": "pig", "variants": [], "options": {}, "seats": seats, "seed": number + 1}
        status, links = await chaos.ask("/api/tables", wanted)
        while status != 200:
            await asyncio.sleep(1.0)
            status, links = await chaos.ask("/api/tables", wanted)
        chaos.tables.append(Played(links["table"], [seat["token"] for seat in links["seats"]]))
        await asyncio.sleep(0.03)
    print(f"{tables} tables are open; {kills} kills, one every {every:g} seconds", flush=True)
    playing = [asyncio.create_task(chaos.play(one)) for one in chaos.tables]
    killed, stopped = await disturb(chaos, kills, every)
    await asyncio.sleep(every + 5)
    chaos.running = False
    await asyncio.gather(*playing)
    store = Store(opened_database(address))
    lost = 0
    total = stored = 0
    for played in chaos.tables:
        there = [(one.player, one.answer) for one in store.answers(played.table)]
        total, stored = total + len(played.acknowledged), stored + len(there)
        wrong = [at for at, answer in played.acknowledged.items() if at >= len(there) or there[at] != answer]
        if wrong:
            lost += 1
            print(f"table {played.table}: acknowledged answers are missing: {wrong[:5]} of {len(there)}")
    store.close()
    waits = sorted(chaos.waits) or [0.0]
    print(
        f"{killed} servers and {stopped} databases killed; {total} answers acknowledged, {stored} stored, "
        f"{chaos.failed} refused for the time being, {chaos.unsure} cut off; tables with a missing answer: {lost}\n"
        f"time of an acknowledged answer: median {1000 * statistics.median(waits):.0f} ms, "
        f"slowest hundredth {1000 * waits[int(len(waits) * 0.99)]:.0f} ms, longest {waits[-1]:.1f} s"
    )
    return lost


def main() -> None:
    given = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    given.add_argument("--tables", type=int, default=100)
    given.add_argument("--kills", type=int, default=30)
    given.add_argument("--servers", type=int, default=3)
    given.add_argument("--every", type=float, default=6.0)
    wanted = given.parse_args()
    database = Cluster()
    address = database.database()
    with tempfile.TemporaryDirectory() as scratch:
        multiprocessing.set_forkserver_preload(["interpreter.tools.studio.running", "interpreter.tools.studio.cluster"])
        servers = [Server(Path(scratch) / str(number), address) for number in range(wanted.servers)]
        try:
            for server in servers:
                server.start()
            lost = asyncio.run(run(wanted.tables, wanted.kills, wanted.every, servers, database, address))
        finally:
            for server in servers:
                server.kill()
            database.close()
    raise SystemExit(1 if lost else 0)


if __name__ == "__main__":
    main()
