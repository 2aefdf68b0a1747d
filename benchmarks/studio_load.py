"""How the studio holds out: many tables, many streams, bots that decide.

Run: python -m benchmarks.studio_load [SECONDS] [TABLES]. It starts a studio, opens tables for one person and three bots of the
game in tests/studio/games, listens with four streams at each, and answers for the person. Printed: answers, the time from an
answer to the other streams (median and the slowest hundredth), errors, the server's memory before and after, and its processor
time for each answer, which does not depend on what else the machine does.
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
from pathlib import Path
from typing import Any

from tests.studio.serving import BIDS, Served, served

STREAMS = 4  # at each table


class Load:
    def __init__(self, studio: Served) -> None:
        self.studio = studio
        self.sent: dict[str, float] = {}
        self.delays: list[float] = []
        self.answers = self.messages = self.errors = 0

    async def ask(self, path: str, body: object = None) -> Any:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.studio.port)
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{'POST' if data else 'GET'} {path} HTTP/1.1\r\nhost: 127.0.0.1:{self.studio.port}\r\nconnection: close\r\n"
        writer.write(f"{head}content-type: application/json\r\ncontent-length: {len(data)}\r\n\r\n".encode() + data)
        text = (await reader.read()).partition(b"\r\n\r\n")
        writer.close()
        if b" 200 " not in text[0].splitlines()[0]:
            self.errors += 1
        return json.loads(text[2]) if text[2].startswith(b"{") else None

    async def table(self, number: int, until: float) -> None:
        links = await self._open(number)
        while time.monotonic() < until:
            tokens = [links["seats"][0]["token"], *[links["watch"]] * (STREAMS - 1)]
            over = asyncio.Event()
            streams = [
                asyncio.create_task(self.stream(links["table"], token, not at, over)) for at, token in enumerate(tokens)
            ]
            await asyncio.wait([asyncio.create_task(over.wait())], timeout=max(0.1, until - time.monotonic()))
            for stream in streams:
                stream.cancel()
            await asyncio.gather(*streams, return_exceptions=True)
            if time.monotonic() < until:
                links = await self._open(number)

    async def _open(self, number: int) -> Any:
        seats = [
            {"name": name, "who": "person" if name == "ann" else "random"} for name in ("ann", "bob", "cid", "dot")
        ]
        wanted = {"game": BIDS.name, "variants": [], "options": {}, "seats": seats, "seed": number}
        while True:
            answer = await self.ask("/api/tables", wanted)
            if answer is not None and "seats" in answer:
                return answer
            self.errors -= 1  # tables are opened one after the other: not so fast
            await asyncio.sleep(1)

    async def stream(self, table: str, token: str, plays: bool, over: asyncio.Event) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.studio.port, limit=2**22)
        writer.write(f"GET /api/t/{token}/stream HTTP/1.1\r\nhost: 127.0.0.1:{self.studio.port}\r\n\r\n".encode())
        chance, first = random.Random(token), True
        try:
            while line := await reader.readline():
                if not line.startswith(b"data: "):
                    continue
                message = json.loads(line[6:])
                self.messages += 1
                if not plays and not first and table in self.sent:
                    self.delays.append(time.monotonic() - self.sent[table])
                first = False
                if message.get("over"):
                    over.set()
                if plays and message.get("request"):
                    await asyncio.sleep(chance.uniform(0.5, 1.5))  # a person thinks
                    await self.answer(table, token, message["request"], chance)
        finally:
            writer.close()

    async def answer(self, table: str, token: str, request: Any, chance: random.Random) -> None:
        amount = request["amount"]
        given = (
            {"amount": chance.randint(amount["low"], amount["high"])}
            if amount
            else {"choice": chance.choice(request["choices"])["place"]}
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


async def measured(studio: Served, seconds: float, tables: int) -> Load:
    load = Load(studio)
    until = time.monotonic() + seconds
    await asyncio.gather(*(load.table(number, until) for number in range(tables)))
    return load


def main(seconds: float = 120.0, tables: int = 100) -> Load:
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), str(BIDS)) as studio:
        before, used = memory(studio.process.pid), processor(studio.process.pid)
        load = asyncio.run(measured(studio, seconds, tables))
        after, spent = memory(studio.process.pid), processor(studio.process.pid) - used
        delays = sorted(load.delays) or [0.0]
        print(
            f"{tables} tables with {STREAMS * tables} streams for {seconds:.0f} s: {load.answers} answers, "
            f"{load.messages} messages, {load.errors} errors; "
            f"to the other streams {1000 * statistics.median(delays):.0f} ms (median), "
            f"{1000 * delays[int(len(delays) * 0.99) - 1]:.0f} ms (slowest hundredth); "
            f"memory {before:.0f} MB, then {after:.0f} MB; "
            f"{1000 * spent / max(1, load.answers):.1f} ms of processor time an answer"
        )
        return load


if __name__ == "__main__":
    main(*(kind(word) for kind, word in zip((float, int), sys.argv[1:], strict=False)))
