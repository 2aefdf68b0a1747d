"""How the studio holds out: many tables, many streams, bots that decide.

Run: python -m benchmarks.studio_load [SECONDS] [TABLES] [GAME]... It starts a studio, opens tables for one person and bots on
the other seats, of the game in tests/studio/games or of those that are named in turn, listens with four streams at each, and
answers for the person. Printed: answers, the time from an answer to the other streams (median and the slowest hundredth),
errors, the server's memory before, after a third, two thirds and the whole of the time, and its processor time for each answer,
which hardly depends on what else the machine does.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.support.serving import BIDS, COMPANY, Served, served

STREAMS = 4  # at each table


class Load:
    def __init__(self, studio: Served, games: Sequence[str]) -> None:
        self.studio, self.games = studio, games
        self.opened = 0
        self.seats: dict[str, list[str]] = {}  # of each game, how its usual players are called
        self.sent: dict[str, float] = {}
        self.memory: list[float] = []  # of the server, in MB
        self.delays: list[float] = []
        self.answers = self.messages = self.errors = 0

    async def ask(self, path: str, body: object = None) -> Any:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.studio.port)
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{'POST' if data else 'GET'} {path} HTTP/1.1\r\nhost: 127.0.0.1:{self.studio.port}\r\nconnection: close\r\n"
        head += (
            f"cookie: {self.studio.host}\r\n"  # guests may open few tables in a minute, the host as many as they like
        )
        writer.write(f"{head}content-type: application/json\r\ncontent-length: {len(data)}\r\n\r\n".encode() + data)
        text = (await reader.read()).partition(b"\r\n\r\n")
        writer.close()
        if b" 200 " not in text[0].splitlines()[0]:
            self.errors += 1
        return json.loads(text[2]) if text[2].startswith(b"{") else None

    async def watch(self, seconds: float) -> None:
        for _ in range(2):
            await asyncio.sleep(seconds / 3)
            self.memory.append(memory(self.studio.process.pid))

    async def look_up(self) -> None:
        for game in self.games:
            form = await self.ask(f"/api/games/{game}")
            most = max(form["people"]) if game == BIDS.name else form["usual"]
            self.seats[game] = form["names"][str(most)]

    async def table(self, number: int, until: float) -> None:
        while time.monotonic() < until:
            links = await self._open(number, until)
            if links is None:
                return
            tokens = [links["seats"][0]["token"], *[links["watch"]] * (STREAMS - 1)]
            over = asyncio.Event()
            streams = [
                asyncio.create_task(self.stream(links["table"], token, not at, over)) for at, token in enumerate(tokens)
            ]
            await asyncio.wait([asyncio.create_task(over.wait())], timeout=max(0.1, until - time.monotonic()))
            for stream in streams:
                stream.cancel()
            await asyncio.gather(*streams, return_exceptions=True)
            await self.ask(f"/api/t/{links['owner']}/delete", {})  # a studio holds so many tables and no more

    async def _open(self, number: int, until: float) -> Any:
        """The links of a new table; none if there was no time left to open one."""
        game = self.games[number % len(self.games)]
        names = self.seats[game]
        seats = [{"name": name, "who": "random" if at else "person"} for at, name in enumerate(names)]
        self.opened += 1
        wanted = {"game": game, "variants": [], "options": {}, "seats": seats, "seed": number + 1000 * self.opened}
        while time.monotonic() < until:
            answer = await self.ask("/api/tables", wanted)
            if answer is not None and "seats" in answer:
                return answer
            self.errors -= 1  # tables are opened one after the other: not so fast
            await asyncio.sleep(1)
        return None

    async def stream(self, table: str, token: str, plays: bool, over: asyncio.Event) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.studio.port, limit=2**22)
        writer.write(f"GET /api/t/{token}/stream HTTP/1.1\r\nhost: 127.0.0.1:{self.studio.port}\r\n\r\n".encode())
        first = True
        asked: asyncio.Queue[Any] = asyncio.Queue()  # the newest question, as soon as it comes
        player = asyncio.create_task(self.play(table, token, asked)) if plays else None
        try:
            while line := await reader.readline():
                if not line.startswith(b"data: "):
                    continue
                message = json.loads(line[6:])
                self.messages += 1
                about_game = not message.keys() <= COMPANY  # who comes and goes answers nobody
                if not plays and not first and about_game and table in self.sent:
                    self.delays.append(time.monotonic() - self.sent[table])
                first = False
                if message.get("over"):
                    over.set()
                if plays and "request" in message:
                    asked.put_nowait(message["request"])
        finally:
            writer.close()
            if player is not None:
                player.cancel()

    async def play(self, table: str, token: str, asked: asyncio.Queue[Any]) -> None:
        """Answers as a person does: after some thought, and what is asked then."""
        chance = random.Random(token)
        while True:
            request = await asked.get()
            if request is None:
                continue
            await asyncio.sleep(chance.uniform(0.5, 1.5))
            while not asked.empty():
                request = asked.get_nowait()
            if request is not None:
                await self.answer(table, token, request, chance)

    async def answer(self, table: str, token: str, request: Any, chance: random.Random) -> None:
        amount = request["amount"]
        given = (
            {"amount": chance.randrange(amount["low"], amount["high"] + 1, amount["step"])}
            if amount
            else {"choice": chance.choice(request["choices"])["number"]}
        )
        self.sent[table] = time.monotonic()
        await self.ask(f"/api/t/{token}/decide", {"question": request["question"], **given})
        self.answers += 1


def memory(process: int) -> float:
    """Of a process, in MB."""
    line = next(line for line in Path(f"/proc/{process}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def processor(process: int) -> float:
    """Seconds that a process has used."""
    words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


async def measured(studio: Served, seconds: float, tables: int, games: Sequence[str] = (BIDS.name,)) -> Load:
    load = Load(studio, games)
    await load.look_up()
    until = time.monotonic() + seconds
    watching = asyncio.create_task(load.watch(seconds))
    await asyncio.gather(*(load.table(number, until) for number in range(tables)))
    watching.cancel()
    return load


def main(seconds: float = 120.0, tables: int = 100, *games: str) -> Load:
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), *(games or [str(BIDS)])) as studio:
        before, used = memory(studio.process.pid), processor(studio.process.pid)
        load = asyncio.run(measured(studio, seconds, tables, games or (BIDS.name,)))
        spent = processor(studio.process.pid) - used
        grown = ", ".join(f"{size:.0f}" for size in [before, *load.memory, memory(studio.process.pid)])
        delays = sorted(load.delays) or [0.0]
        print(
            f"{tables} tables with {STREAMS * tables} streams for {seconds:.0f} s: {load.answers} answers, "
            f"{load.messages} messages, {load.opened} tables opened, {load.errors} errors; "
            f"to the other streams {1000 * statistics.median(delays):.0f} ms (median), "
            f"{1000 * delays[int(len(delays) * 0.99) - 1]:.0f} ms (slowest hundredth); "
            f"memory {grown} MB; "
            f"{1000 * spent / max(1, load.answers):.1f} ms of processor time an answer"
        )
        return load


if __name__ == "__main__":
    main(*(kind(word) for kind, word in zip((float, int), sys.argv[1:3], strict=False)), *sys.argv[3:])
