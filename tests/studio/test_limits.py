"""What one visitor can do to the others: nothing. Names, links, streams, connections, bodies, the folder, the store, memory."""

from __future__ import annotations

import gc
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.routing import Route

from interpreter.runtime.state import State
from interpreter.tools.bots import seated
from interpreter.tools.studio import rooms, server
from interpreter.tools.studio.assembly import assembled
from interpreter.tools.studio.connections import Limits, Patient
from interpreter.tools.studio.live_table import Sitting
from interpreter.tools.studio.lock import InUse, Lock
from interpreter.tools.studio.sqlite_database import SqliteDatabase, sentence
from interpreter.tools.studio.store import Answer, Store, Trouble
from interpreter.tools.studio.tables import TableRegistry
from interpreter.tools.studio.web import ADDRESSES, Entrance, Guard, HttpError, Pace, name_of
from tests.support.apart import run_apart
from tests.support.limits import PATIENCE
from tests.support.serving import HERE, Listening, Served, served

GAMES = HERE.parents[1] / "games"
PEOPLE = [{"name": "red", "who": "person"}, {"name": "blue", "who": "person"}]


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("limits"), "kuhn-poker", "pig") as found:
        yield found


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = Store(tmp_path / "studio.sqlite")
    yield found
    found.close()


# ---- names and keys
@pytest.mark.parametrize(
    ("hosts", "host", "status"),
    [
        ({"127.0.0.1", "localhost"}, "localhost:8181", 200), ({"127.0.0.1"}, "127.0.0.1", 200),
        ({"localhost"}, "LOCALHOST.:1", 200), ({"::1"}, "[::1]:8181", 200), ({"127.0.0.1"}, "evil.example:8181", 403),
        ({"127.0.0.1"}, "192.168.1.7:8181", 403), ({ADDRESSES}, "192.168.1.7:8181", 200), ({ADDRESSES}, "[fe80::1]:8181", 200),
        ({ADDRESSES}, "rebound.example:8181", 403), ({ADDRESSES, "games.example"}, "games.example", 200), (set(), "", 403),
    ],
)  # fmt: skip
def test_only_names_that_were_allowed_are_answered(hosts: set[str], host: str, status: int) -> None:
    sent: list[Any] = []

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "headers": [(b"host", host.encode())]}
    run_apart(Guard(app, hosts)(cast(Any, scope), cast(Any, None), send))
    assert sent[0]["status"] == status
    if status == 403:
        assert f"start the studio with --name {name_of(host)}" in sent[1]["body"].decode()


def test_with_host_a_foreign_name_writes_no_file(tmp_path: Path) -> None:
    """DNS rebinding: the page of another site has been made to mean this machine. Its name is not one of ours."""
    shutil.copytree(GAMES / "pig", tmp_path / "pig")
    found = Served(tmp_path / "data", (str(tmp_path / "pig"),), ("--host", "127.0.0.1", "--name", "Games.Example"))
    found.start()
    try:
        assert found.ask("/api/games", host="games.example")[0] == 200
        status, words = found.ask("/api/games", host="evil.example")
        assert (status, words) == (
            403, "This studio does not answer to the name evil.example. To allow it, start the studio with --name evil.example",
        )  # fmt: skip
        owner = found.open_table("pig", ["red", "blue"])["owner"]
        status, answer = found.ask(
            f"/api/e/{owner}/file", {"name": "game.yaml", "text": "", "version": None}, cookie=""
        )
        assert (status, answer["message"][:47]) == (403, "Only the person who runs the studio may do that")
    finally:
        found.process.kill()
        found.close()


def test_the_secret_in_the_address_becomes_a_cookie(studio: Served) -> None:
    headers = studio.headers("/" + studio.entrance.partition("/?")[2].join(["?", ""]))
    assert headers["location"] == "/"
    assert headers["set-cookie"].startswith(studio.host + ";")
    assert {"HttpOnly", "SameSite=strict"} <= set(headers["set-cookie"].split("; "))
    status, words = studio.ask("/?key=guessed")
    assert (status, words[:37]) == (403, "This is not the key of this studio. T")
    assert studio.ask("/api/host/tables", cookie="")[0] == 403
    assert "key" not in studio.ask("/")[1]


def test_a_link_is_renewed_and_the_old_one_ends(studio: Served) -> None:
    links = studio.open_table("kuhn-poker", ["red", "blue"])
    owner, old = links["owner"], links["seats"][0]["token"]
    red = Listening(studio, old)
    assert studio.ask(f"/api/t/{old}/new-link", {"link": old})[0] == 403
    status, answer = studio.ask(f"/api/t/{owner}/new-link", {"link": old})
    assert status == 200
    assert (
        red.wait()["ended"] == "This link has been replaced by another one. Ask the person who opened the table for it."
    )
    assert red.decide("bet")[0] == 404
    assert studio.ask(f"/api/t/{old}/stream")[0] == 404
    again = Listening(studio, answer["link"])
    assert again.decide("bet")[0] == 200
    assert studio.ask(f"/api/t/{owner}/new-link", {"link": owner})[0] == 400
    assert studio.ask(f"/api/t/{owner}/new-link", {"link": old})[0] == 400


def test_a_table_is_handed_over(studio: Served) -> None:
    links = studio.open_table("kuhn-poker", ["red", "blue"])
    owner = links["owner"]
    assert studio.ask(f"/api/t/{links['watch']}/hand-over", {})[0] == 403
    status, answer = studio.ask(f"/api/t/{owner}/hand-over", {})
    assert status == 200
    assert studio.ask(f"/api/t/{owner}/links")[0] == 404
    assert studio.ask(f"/api/t/{answer['owner']}/links")[1]["seats"] == links["seats"]


# ---- how much, how many
def test_spectators_do_not_lock_players_out(studio: Served) -> None:
    links = studio.open_table("kuhn-poker", ["red", "blue"])
    watching = [Listening(studio, links["watch"]) for _ in range(server.MAX_STREAMS["watch"])]
    status, answer = studio.ask(f"/api/t/{links['watch']}/stream")
    assert status == 429
    assert answer["message"] == "This link is open in 64 pages already. Close one of them, then reload this page."
    assert Listening(studio, links["seats"][0]["token"]).now["request"]
    assert len(watching) == 64


def test_half_sent_headers_stop_nobody(studio: Served) -> None:
    """More of them than are waited for: those that wait longest are given up."""
    half = [socket.create_connection(("127.0.0.1", studio.port), timeout=PATIENCE) for _ in range(300)]
    try:
        for one in half:
            try:
                one.sendall(b"GET / HTTP/1.1\r\nHost: 127")
            except OSError:
                continue  # given up already
        assert studio.ask("/api/games")[0] == 200
        with suppress(ConnectionResetError):  # closed as well
            assert half[0].recv(1) == b""
    finally:
        for one in half:
            one.close()


class Wire:
    """A transport that notes what becomes of it."""

    def __init__(self) -> None:
        self.closed, self.written = False, b""

    def close(self) -> None:
        self.closed = True

    def write(self, data: bytes) -> None:
        self.written += data

    def get_extra_info(self, _name: str) -> None:
        return None

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None: ...


class Later:
    """A loop that calls nothing by itself."""

    def __init__(self) -> None:
        self.calls: list[tuple[float, Any]] = []

    def call_later(self, seconds: float, call: Any) -> Any:
        self.calls.append((seconds, call))
        return type("Handle", (), {"cancel": lambda _: self.calls.remove((seconds, call))})()

    def create_task(self, work: Any) -> Any:
        work.close()
        return type("Task", (), {"add_done_callback": lambda _, _call: None})()


def connected(limits: Limits, connections: set[Any]) -> tuple[Patient, Wire, Later]:
    import uvicorn
    from uvicorn.server import ServerState

    state, loop, wire = ServerState(), Later(), Wire()
    state.connections = connections

    async def app(scope: Any, receive: Any, send: Any) -> None: ...

    config = uvicorn.Config(app, log_level="critical")
    config.load()
    made = limits.protocol()(config, state, {}, cast(Any, loop))
    made.connection_made(cast(Any, wire))
    return made, wire, loop


def test_a_request_must_come_in_time() -> None:
    limits = Limits(7.0, 10, 10)
    made, wire, loop = connected(limits, set())
    made.data_received(b"GET / HTTP/1.1\r\nHost: 127")
    [(seconds, call)] = loop.calls
    assert (seconds, wire.closed) == (7.0, False)
    call()
    assert wire.closed
    assert not limits.waiting
    made, wire, loop = connected(limits, set())
    made.data_received(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    assert (loop.calls, wire.closed, len(limits.waiting)) == ([], False, 0)


def test_only_so_many_connections_are_waited_for() -> None:
    limits, connections = Limits(7.0, 2, 3), set[Any]()
    wires = [connected(limits, connections)[1] for _ in range(3)]
    assert [wire.closed for wire in wires] == [True, False, False]
    limits.waiting.clear()
    assert b"Too many people are connected" in connected(limits, connections)[1].written


def test_what_comes_too_often_waits() -> None:
    now = [0.0]
    pace = Pace(lambda: now[0])
    for _ in range(6):
        pace.count("fork", 6.0, 60.0)
    with pytest.raises(HttpError, match="Try again in 10 seconds"):
        pace.count("fork", 6.0, 60.0)
    now[0] = 10.5
    pace.count("fork", 6.0, 60.0)


def test_forks_are_counted(studio: Served) -> None:
    links = studio.open_table("kuhn-poker", ["red", "blue"])
    moment = {"moment": 0, "seen_by": links["watch"]}
    found = [studio.ask(f"/api/t/{links['owner']}/fork", moment)[0] for _ in range(int(server.FORKS) + 30)]
    assert 429 in found
    assert found[: int(server.FORKS)] == [200] * int(server.FORKS)


def test_guests_open_only_so_many_tables(studio: Served) -> None:
    """Nobody who does not run the studio can fill it with tables; whoever does can still open one."""
    found = [studio.ask("/api/tables", {"game": 0}, cookie="")[0] for _ in range(int(server.GUESTS) + 100)]
    assert found[: int(server.GUESTS)] == [400] * int(server.GUESTS)
    assert 429 in found
    assert studio.open_table("kuhn-poker", ["red", "blue"])


def test_old_tables_are_listed_and_cleared(tmp_path: Path) -> None:
    store = Store(tmp_path / "studio.sqlite")
    hall = TableRegistry({"pig": GAMES / "pig"}, store, seated, tmp_path)
    old, new = (hall.open_table({"game": "pig", "seats": PEOPLE}) for _ in range(2))
    store.close()
    with sqlite3.connect(tmp_path / "studio.sqlite") as database:
        database.execute("update tables set created = datetime('now', '-31 days') where id = ?", (old,))
    database.close()
    words = [sys.executable, "-m", "interpreter.tools.cli", "studio", "--data", str(tmp_path)]
    told = subprocess.run([*words, "--list"], capture_output=True, text=True, cwd=HERE.parents[1], check=True).stdout
    [first, last] = told.splitlines()
    assert first.startswith(f"{new}  pig  red, blue  0 answer(s)  last used 20")
    assert (last[:16], last[-10:]) == (old, "  archived")
    told = subprocess.run([*words, "--clear"], capture_output=True, text=True, cwd=HERE.parents[1], check=True).stdout
    assert told.splitlines()[1:] == ["1 table(s) deleted."]
    assert new in told


def test_the_host_sees_and_deletes_tables(studio: Served) -> None:
    links = studio.open_table("kuhn-poker", ["ann", "bob"])
    [found] = [one for one in studio.ask("/api/host/tables")[1]["tables"] if one["id"] == links["table"]]
    assert (found["names"], found["answers"], found["archived"]) == (["ann", "bob"], 0, False)
    assert links["seats"][0]["token"] not in str(found)
    assert studio.ask(f"/api/host/tables/{links['table']}/delete", {}, cookie="")[0] == 403
    assert studio.ask(f"/api/host/tables/{links['table']}/delete", {})[0] == 200
    assert studio.ask(f"/api/host/tables/{links['table']}/delete", {})[0] == 404
    assert studio.ask(f"/api/t/{links['watch']}")[0] == 404
    assert studio.ask("/api/host/clear", {}) == (200, {"cleared": 0})


# ---- the folder and the store
def test_a_folder_has_one_studio(tmp_path: Path) -> None:
    lock = Lock(tmp_path, "http://127.0.0.1:8181/")
    with pytest.raises(InUse, match=rf"{tmp_path}: process \d+, open at http://127.0.0.1:8181/ since"):
        Lock(tmp_path, "")
    lock.close()
    Lock(tmp_path, "").close()


def started_at(data: Path) -> subprocess.CompletedProcess[str]:
    words = [
        sys.executable,
        "-m",
        "interpreter.tools.cli",
        "studio",
        "pig",
        "--port",
        "0",
        "--no-browser",
        "--data",
        str(data),
    ]
    return subprocess.run(words, check=False, capture_output=True, text=True, cwd=HERE.parents[1], timeout=PATIENCE)


def test_a_second_studio_says_who_has_the_folder(studio: Served) -> None:
    found = started_at(studio.data)
    assert found.returncode == 2
    assert f"process {studio.process.pid}, open at {studio.address} since" in found.stderr
    assert "--data DIR" in found.stderr
    assert "Traceback" not in found.stderr
    assert studio.ask("/api/games")[0] == 200


def test_after_sigterm_a_copy_of_the_one_file_is_complete(tmp_path: Path) -> None:
    with served(tmp_path, "kuhn-poker") as studio:
        links = studio.open_table("kuhn-poker", ["red", "blue"])
        red = Listening(studio, links["seats"][0]["token"])
        red.decide("bet")
        studio.process.terminate()
        studio.close()
    shutil.copy(tmp_path / "studio.sqlite", tmp_path / "copy.sqlite")
    store = Store(tmp_path / "copy.sqlite")
    assert [answer.answer for answer in store.answers(links["table"])] == ["bet"]
    store.close()


def test_a_file_that_is_no_database_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "studio.sqlite").write_bytes(b"this is no database" * 100)
    with pytest.raises(Trouble, match="The studio's file is damaged"):
        Store(tmp_path / "studio.sqlite")
    found = started_at(tmp_path)
    assert found.returncode == 2
    assert "the studio's file is damaged" in found.stderr
    assert "R0999" not in found.stderr


@pytest.mark.parametrize(
    ("code", "words"),
    [(13, "The disk is full"), (5, "Another program is using"), (11, "damaged"), (1, "could not be used")],
)
def test_what_goes_wrong_in_the_store_is_a_sentence(code: int, words: str) -> None:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = code
    assert words in sentence(error)


def test_a_locked_store_is_a_sentence(store: Store, tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "studio.sqlite", isolation_level=None)
    other.execute("begin exclusive")
    assert isinstance(store.database, SqliteDatabase)
    store.database.connection.execute("pragma busy_timeout=1")
    with pytest.raises(Trouble, match="Another program is using the studio's file"):
        store.append("t", 0, Answer(0, "a")).result(PATIENCE)
    with pytest.raises(Trouble, match="Another program is using the studio's file"):
        store.delete("t")
    other.execute("rollback")
    other.close()
    store.append("t", 0, Answer(0, "a")).result(PATIENCE)


def test_the_thread_that_writes_outlives_whatever_goes_wrong(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = store.append("gone", 0, Answer(0, "a"))
    gone.cancel()  # whoever waited has left
    plain, wrong = store.writer.insert, [True]

    def insert(rows: Any, safely: bool) -> None:
        if wrong.pop():
            raise MemoryError
        plain(rows, safely)

    monkeypatch.setattr(store.writer, "insert", insert)
    with pytest.raises(Trouble):
        store.append("t", 0, Answer(0, "a")).result(PATIENCE)
    wrong.append(False)
    store.append("t", 0, Answer(0, "b")).result(PATIENCE)
    assert [one.answer for one in store.answers("t")] == ["b"]


def test_a_full_disk_takes_no_answer_and_says_so(tmp_path: Path) -> None:
    """The file may not grow: SQLite says the same as on a full disk."""
    store = Store(tmp_path / "studio.sqlite")
    hall = TableRegistry({"pig": GAMES / "pig"}, store, seated, tmp_path)
    table = hall.open_table({"game": "pig", "seats": PEOPLE})
    assert isinstance(store.database, SqliteDatabase)
    store.database.connection.execute("pragma wal_checkpoint(truncate)")
    store.database.connection.execute("pragma max_page_count=1")
    sitting = hall.sitting(table)
    question = sitting.picture(0).rest["request"]["question"]
    pending = sitting.decide(0, question, {"choice": 0})
    long = Answer(0, "x" * 2_000_000)
    with pytest.raises(Trouble, match="The disk is full, so nothing was saved"):
        store.append(table, 0, long).result(PATIENCE)
    store.database.connection.execute("pragma max_page_count=1000000")
    sitting.write(pending)
    assert hall.sitting(table).made == 1
    store.close()


# ---- bodies
def some(*bodies: Any) -> tuple[Any, ...]:
    return bodies


MALFORMED: list[tuple[str, Any]] = [
    *(("/api/tables", {"game": "pig", "seats": PEOPLE, **wrong}) for wrong in some(
        {"variants": 5}, {"variants": [5]}, {"variants": "x"}, {"variants": ["\ud800"]}, {"options": [1]}, {"options": {"x": {}}},
        {"options": {"x": None}}, {"options": "x"}, {"seats": 3}, {"seats": [3, 4]}, {"seats": {"name": "red"}},
        {"seats": [{"name": {}}, {"name": "b"}]}, {"seats": [{"name": "a\0"}, {"name": "b"}]}, {"game": {}}, {"game": None},
        {"seats": [{"name": "\udc00"}, {"name": "b"}]}, {"seats": [{"name": "a", "who": []}, {"name": "b"}]}, {"seed": True},
        {"seats": [{"name": "a", "colour": [1]}, {"name": "b"}]}, {"seed": -1}, {"seed": "x"}, {"seed": 2**60}, {"seed": 1.5},
        {"pauses": "long"}, {"pauses": ["off"]}, {"seats": [{"name": "a"}] * 1000},
    )),
    *(("/api/saved", {"game": "pig", "players": ["a", "b"], "decisions": [], "seed": 1, **wrong}) for wrong in some(
        {"players": [1, 2]}, {"players": [{}, {}]}, {"decisions": [1]}, {"decisions": [{}]}, {"automas": 5}, {"variants": 7},
        {"decisions": [{"player": {}, "choice": "x"}]}, {"decisions": [{"player": "a", "choice": 1}]}, {"seed": 2**130},
        {"chance": 5}, {"chance": "x"}, {"options": {"x": []}}, {"seed": None, "game": 1},
    )),
    *(("/api/t/{owner}/" + what, wrong) for what in ("back", "fork", "scenario") for wrong in some(
        {}, {"moment": "x", "seen_by": "y"}, {"moment": 1, "seen_by": {}}, {"moment": 1, "seen_by": "\ud800"},
    )),
    *(("/api/t/{seat}/decide", wrong) for wrong in some(
        {}, {"question": {}}, {"question": "\ud800", "choice": 0}, {"question": "x", "choice": {}},
        {"question": None, "amount": "x"},
    )),
    *(("/api/b/{owner}/watch", wrong) for wrong in some(
        {"bots": 5}, {"bots": [5]}, {"choices": 7}, {"choices": [0], "players": "x"}, {"bots": ["x"]}, {"seed": -1},
        {"players": 99},
    )),
    *(("/api/b/{owner}/run", wrong) for wrong in some(
        {"what": {}}, {"what": "simulate", "bot": {}}, {"what": "simulate", "players": "x"},
    )),
    *(("/api/e/{owner}/" + what, wrong) for what, wrong in (
        ("file", {"name": {}, "text": "x"}), ("file", {"name": "game.yaml", "text": 5}), ("file", {"name": "\0.md", "text": ""}),
        ("preview", {"name": [], "text": {}}), ("places", {"places": 3, "kind": {}}), ("with", {"variant": []}),
        ("places", {"kind": "x", "places": {"a": [float("inf"), 1]}}), ("house", {"name": [], "values": 3}),
    )),
    ("/api/t/{owner}/new-link", {"link": []}), ("/api/t/{owner}/new-link", {"link": "\udfff"}),
    *((path, body) for path in ("/api/tables", "/api/saved", "/api/t/{seat}/decide") for body in (
        b"", b"[]", b"null", b"nonsense", b"[" * 50_000, b'{"a": ' * 9_000, b"\xff\xfe", b"1" * 5_000, b'"\\ud800"',
    )),
]  # fmt: skip


def test_whatever_is_sent_is_answered_with_a_sentence(studio: Served) -> None:
    links = studio.open_table("pig", ["red", "blue"])
    words = {"owner": links["owner"], "seat": links["seats"][0]["token"]}
    wrong = []
    for path, body in MALFORMED:
        for _ in range(100):
            status, answer = studio.ask(path.format(**words), body)
            if status != 429:  # that is too fast
                break
            time.sleep(0.3)
        message = answer.get("message") if isinstance(answer, dict) else None
        if status == 200 and isinstance(answer, dict) and answer.get("problems"):
            continue  # the form of a house rule shows what is wrong with it
        if status not in (400, 409, 404) or not message:
            wrong.append((path, str(body)[:80], status, str(answer)[:120]))
    assert wrong == []


@pytest.mark.parametrize("path", ["/static/%00", "/static/" + "x" * 3000, "/api/e/{owner}/history/" + "9" * 5000])
def test_an_address_that_cannot_be_is_no_page(studio: Served, path: str) -> None:
    """No file is called like that, and Python makes no number of so many digits."""
    owner = studio.open_table("pig", ["red", "blue"])["owner"]
    assert studio.ask(path.format(owner=owner)) == (404, "There is no page with this address.")


# What pages send, by the names that the routes ask for, with values that no page sends.
ASKED_FOR = sorted(
    {
        name
        for file in (Path(server.__file__).parent).glob("*.py")
        for name in re.findall(r'\.get\("(\w+)"', file.read_text(encoding="utf-8"))
    }
)
NEVER_SENT = ([[{"a": [None, -1, 1.5, True]}]], "\ud800\0../../../etc/passwd")
GONE_AFTERWARDS = ("delete", "clear", "renew", "new-link", "hand-over", "forget")


def test_every_route_that_takes_something_refuses_what_no_page_sends(studio: Served, tmp_path: Path) -> None:
    hall = TableRegistry({"pig": GAMES / "pig"}, Store(tmp_path / "studio.sqlite"), seated, tmp_path)
    app = assembled(hall, {"127.0.0.1"}, Entrance("key", 1))
    posts = [route.path for route in app.routes if isinstance(route, Route) and "POST" in (route.methods or ())]
    hall.store.close()
    links = studio.open_table("pig", ["red", "blue"])
    wrong = []
    assert len(posts) > 40
    for path in sorted(posts, key=lambda path: path.endswith(GONE_AFTERWARDS)):
        where = re.sub(r"\{\w+(:\w+)?\}", "x", path.replace("{token}", links["owner"]))
        for value in NEVER_SENT:
            status, answer = studio.ask(where, dict.fromkeys(ASKED_FOR, value))
            if status >= 500:
                wrong.append((path, value, status, answer))
    assert wrong == []


# ---- memory
def states() -> int:
    gc.collect()
    return sum(isinstance(one, State | Sitting) for one in gc.get_objects())


def test_tables_of_bots_are_given_back(tmp_path: Path) -> None:
    """Twenty tables that bots have played to the end: when nobody looks any more, nothing of them is kept."""
    store = Store(tmp_path / "studio.sqlite")
    hall = TableRegistry({"pig": GAMES / "pig"}, store, seated, tmp_path)
    now = [0.0]
    bots = [{**seat, "who": "random"} for seat in PEOPLE]
    hall.sitting(hall.open_table({"game": "pig", "seats": bots}))
    hall.rest(hall.store.listed()[0].id)
    before = states()

    async def play() -> None:
        studio = server.Studio(hall, set(), clock=lambda: now[0])
        for number in range(20):
            table = hall.open_table({"game": "pig", "seats": bots, "seed": number})
            async with studio.at(table) as (room, sitting):
                room.channels[None] = rooms.Channel(sitting.picture(None))
            studio.wake_bots(table)
            assert room.bots is not None
            await room.bots
            assert sitting.state.engine.position.over
            assert len(sitting._kept) <= 25
            room.channels.clear()
            del sitting
            studio._leave(table, room)
            del room
        assert states() > before
        now[0] += server.LONGEST_REST
        studio.put_away()
        assert not studio._rooms
        assert not studio._resting

    run_apart(play())
    assert states() <= before
    store.close()


def test_bots_alone_wait_until_somebody_looks(tmp_path: Path) -> None:
    store = Store(tmp_path / "studio.sqlite")
    hall = TableRegistry({"pig": GAMES / "pig"}, store, seated, tmp_path)
    table = hall.open_table({"game": "pig", "seats": [{**seat, "who": "random"} for seat in PEOPLE]})

    async def nobody_looks() -> None:
        studio = server.Studio(hall, set())
        studio.wake_bots(table)
        task = studio._rooms[table].bots
        assert task is not None
        await task
        assert not studio._rooms

    run_apart(nobody_looks())
    assert store.answers(table) == []
    store.close()


def test_threads_read_and_write_the_hall_side_by_side(tmp_path: Path) -> None:
    store = Store(tmp_path / "studio.sqlite")
    hall = TableRegistry({"pig": GAMES / "pig"}, store, seated, tmp_path)
    table = hall.open_table({"game": "pig", "seats": PEOPLE})
    tokens = [token for token, _, _ in store.tokens(table)]
    wrong: list[BaseException] = []

    def work(number: int) -> None:
        try:
            for turn in range(40):
                hall.key(tokens[turn % len(tokens)])
                hall.sitting(table)
                if (turn + number) % 3 == 0:
                    hall.forget(table)
                hall.offered.games()
        except BaseException as error:  # noqa: BLE001 - a thread's error is shown by the test
            wrong.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert wrong == []
    store.close()
