"""The two workers of a web page, side by side in one event loop, each with files of its own."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path

import pytest

from interpreter.source.bundled import games_dir
from interpreter.tools.export.workbench import Workbench
from interpreter.tools.studio import second_worker
from interpreter.tools.studio.second_worker import SecondWorker, asked, conversation, show

TICK = 0.01


class Pair:
    """Messages of one side arrive at the other a moment later; the folder of the game has another name there."""

    def __init__(self, here: Path, there: Path) -> None:
        self.here, self.there = here, there
        self.first = SecondWorker(self._onward)
        self.second = Workbench(self._back)
        self.sent: list[str] = []

    def _onward(self, message: str) -> None:
        self.sent.append(message)
        asyncio.get_running_loop().call_soon(self.second.arrived, message.replace(str(self.here), str(self.there)))

    def _back(self, message: str) -> None:
        asyncio.get_running_loop().call_soon(self.first.arrived, message)


@pytest.fixture
def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pair]:
    shutil.copytree(games_dir() / "pig", tmp_path / "here" / "pig")
    found = Pair(tmp_path / "here" / "pig", tmp_path / "there" / "pig")
    monkeypatch.setattr(second_worker, "_second", found.first)
    yield found
    assert not found.second._work
    assert not found.first._open


async def scenarios(pair: Pair) -> dict[str, bool]:
    found = asked("task", pair.here, {"word": "scenarios", "wanted": {}})
    return {line["name"]: line["passed"] async for line in found}


@pytest.mark.asyncio
async def test_the_second_worker_has_the_files_as_they_are_now(pair: Pair) -> None:
    before = await scenarios(pair)
    assert before
    assert all(before.values())
    more = 'scenario "never true"\n  players red, blue\n  then\n    red\'s points is 7\n'
    (pair.here / "scenarios" / "more.scenario").write_text(more, encoding="utf-8")
    assert await scenarios(pair) == {**before, "never true": False}
    (pair.here / "scenarios" / "more.scenario").unlink()
    assert await scenarios(pair) == before
    assert [json.loads(message)[0] for message in pair.sent] == ["files", "begin"] * 3


@pytest.mark.asyncio
async def test_a_file_that_is_no_text_arrives_as_it_is(pair: Pair) -> None:
    (pair.here / "face.png").write_bytes(bytes(range(256)))
    await scenarios(pair)
    assert (pair.there / "face.png").read_bytes() == bytes(range(256))


@pytest.mark.asyncio
async def test_the_language_server_reads_a_file_that_was_written_meanwhile(pair: Pair) -> None:
    editor = conversation("language", pair.here, {})
    editor.say(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}))
    answer = json.loads(await anext(editor.lines()))
    assert answer["id"] == 1
    assert answer["result"]["capabilities"]["hoverProvider"]
    (pair.here / "new.rules").write_text("", encoding="utf-8")
    show(pair.here)
    editor.say(json.dumps({"jsonrpc": "2.0", "id": 2, "method": "shutdown"}))
    assert json.loads(await anext(editor.lines()))["id"] == 2
    assert (pair.there / "new.rules").is_file()
    editor.end()
    await ended(pair)


@pytest.mark.asyncio
async def test_games_are_counted_while_they_are_played_and_stop_when_nobody_waits(pair: Pair) -> None:
    words = ["simulate", str(pair.here), "--games", "30", "--bot", "random", "--seed", "1", "--json", "{}"]
    told = [line async for line in asked("measuring", pair.here, {"words": [words[0], str(pair.there), *words[2:]]})]
    assert told[-1]["result"]["games"] == told[-1]["done"] == 30
    words[3] = "1000000"
    long = {"words": [words[0], str(pair.there), *words[2:]]}
    async with aclosing(asked("measuring", pair.here, long)) as arriving:
        assert (await anext(arriving))["total"] == 1_000_000
    await ended(pair)


@pytest.mark.asyncio
async def test_whoever_waits_for_a_worker_that_cannot_start_is_told(pair: Pair) -> None:
    pair.first = SecondWorker(lambda _: asyncio.get_running_loop().call_soon(pair.first.failed))
    second_worker.work_with(pair.first)
    assert await scenarios(pair) == {}


async def ended(pair: Pair) -> None:
    for _ in range(1000):
        if not pair.second._work:
            return
        await asyncio.sleep(TICK)
