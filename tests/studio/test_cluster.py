"""Several servers of one store: each table is served by one of them, the others pass its requests on, and a killed one's tables
are taken over with every answer that was acknowledged."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter.tools.studio import cluster as clusters
from interpreter.tools.studio.cluster import Cluster as Servers
from interpreter.tools.studio.database import Trouble
from interpreter.tools.studio.postgres_database import MovedError, PostgresDatabase
from interpreter.tools.studio.store import Answer, Store
from tests.support.kept_table import SETUP
from tests.support.limits import PATIENCE
from tests.support.postgres import Cluster
from tests.support.serving import Listening, Served

DUEL = Path(__file__).parent / "games" / "duel"


@pytest.fixture(scope="module")
def store(cluster: Cluster) -> str:
    return cluster.database()


@pytest.fixture(scope="module")
def servers(store: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Served]]:
    found = [Served(tmp_path_factory.mktemp("server"), (str(DUEL),), ("--store", store)) for _ in range(2)]
    for one in found:
        one.start()
    yield found
    for one in found:
        if one.process.poll() is None:
            one.process.kill()
            one.close()


def test_a_deleted_table_is_gone_everywhere(servers: list[Served]) -> None:
    first, second = servers
    links = first.open_table("duel", ["ann", "bob"])

    page = Listening(first, links["seats"][0]["token"])
    assert second.ask(f"/api/host/tables/{links['table']}/delete", {})[0] == 200
    while "gone" not in page.hear():
        pass
    assert second.ask(f"/api/t/{links['watch']}", cookie="")[0] == 404
    assert first.ask(f"/api/t/{links['watch']}", cookie="")[0] == 404


def test_what_one_server_serves_the_other_passes_on_and_takes_over(servers: list[Served]) -> None:
    first, second = servers
    links = first.open_table("duel", ["ann", "bob"])
    ann, bob = (seat["token"] for seat in links["seats"])
    about = second.ask(f"/api/t/{ann}", cookie="")
    assert (about[0], about[1]["table"]) == (200, links["table"])
    here, there = Listening(first, ann), Listening(second, bob)
    assert here.decide("wait")[0] == 200
    there.until_asked()
    assert there.decide("wait")[0] == 200  # sent to the second, decided in the first, shown at both
    here.until_asked()
    assert second.ask(f"/api/t/{bob}/say", {"words": "hello"}, cookie="")[0] == 200
    while not there.now["said"]:
        there.hear()
    assert [one["words"] for one in there.now["said"]] == ["hello"]
    assert second.ask(f"/api/t/{ann}/decide", {"question": "old", "choice": 0}, cookie="")[0] == 409
    first.kill()
    began = time.monotonic()
    again = Listening(second, ann)  # it waits until the lease of the killed one has ended
    assert time.monotonic() - began < PATIENCE
    assert (again.now["moments"], again.now["request"]["choices"][1]["name"]) == (2, "strike")
    assert again.decide("strike")[0] == 200
    assert again.until(over=True)["result"]["winners"] == ["ann"]


@pytest.fixture
def pair(cluster: Cluster) -> Iterator[tuple[Store, Store]]:
    address = cluster.database()
    found = Store(PostgresDatabase(address)), Store(PostgresDatabase(address))
    yield found
    for one in found:
        one.close()


def member(store: Store, address: str) -> Servers:
    assert isinstance(store.database, PostgresDatabase)
    found = Servers(store.database, address)
    store.process = found.process
    return found


def test_who_lost_a_table_cannot_write_to_it(pair: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that was stopped for a while and goes on believes that its tables are its own."""
    slow, quick = pair
    one, other = member(slow, "a:1"), member(quick, "b:2")

    async def play() -> None:
        one._beat()
        slow.add(SETUP, [])
        assert (await one.owner("t1")).address == ""
        other._beat()
        assert (await other.owner("t1")).address == "a:1"
        slow.append("t1", 0, Answer(0, "a")).result(PATIENCE)
        with pytest.raises(MovedError):
            quick.append("t1", 1, Answer(0, "b")).result(PATIENCE)
        with slow.changing() as work:  # the clock of the database, not of a server
            work.execute("update processes set seen = seen - 100 where id = ?", (one.process,))
        other.forget("t1")
        assert (await other.owner("t1")).address == ""
        quick.append("t1", 1, Answer(0, "b")).result(PATIENCE)
        with pytest.raises(Trouble, match="Another server has taken this table over"):
            slow.append("t1", 2, Answer(0, "c")).result(PATIENCE)
        told: list[tuple[str, str]] = []
        one.changed = lambda what, table: told.append((what, table))
        one._beat()
        one._look_whether_mine()
        assert told == [("lost", "t1")]
        assert (await one.owner("t1")).address == "b:2"
        await other.end()
        one.forget("t1")
        assert (await one.owner("t1")).address == ""  # who leaves properly leaves at once

    monkeypatch.setattr(clusters, "KNOWN", 0.0)
    asyncio.run(play())
    assert [answer.answer for answer in slow.answers("t1")] == ["a", "b"]


def test_two_who_take_a_table_at_once_do_not_both_get_it(pair: tuple[Store, Store]) -> None:
    one, other = (member(store, f"{number}:1") for number, store in enumerate(pair))
    one._beat()
    other._beat()

    async def race() -> list[int]:
        found = []
        for number in range(20):
            owners = await asyncio.gather(one.owner(f"r{number}"), other.owner(f"r{number}"))
            found.append(sum(owner.address == "" for owner in owners))
        return found

    assert asyncio.run(race()) == [1] * 20
