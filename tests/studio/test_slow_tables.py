"""Tables over days: mails through a real mail server, deadlines with a bot or a vote. The clock is one of the test."""

from __future__ import annotations

import asyncio
import email
import shutil
import socket
from collections.abc import Iterator
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller

from interpreter.tools.bots import seated
from interpreter.tools.studio.deadlines import Deadline, Deadlines
from interpreter.tools.studio.mailing import Post, post_of
from interpreter.tools.studio.playtests import Playtests
from interpreter.tools.studio.server import Studio
from interpreter.tools.studio.slow_tables import SlowTables, since_last
from interpreter.tools.studio.store import Answer, Store
from interpreter.tools.studio.tables import TableRegistry
from tests.support.serving import asked_of

GAMES = Path(__file__).parents[2] / "games"
DUEL = Path(__file__).parent / "games" / "duel"
HOUR = 3600.0


class Letters:
    """What a mail server does with what it is given: it keeps it."""

    def __init__(self) -> None:
        self.kept: list[EmailMessage] = []

    async def handle_DATA(self, _server: object, _session: object, envelope: object) -> str:  # noqa: N802 - aiosmtpd's name
        content: bytes = getattr(envelope, "content", b"")
        self.kept.append(email.message_from_bytes(content, policy=default))
        return "250 OK"


@pytest.fixture(scope="module")
def letters() -> Iterator[tuple[Letters, str]]:
    handler = Letters()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    controller = Controller(handler, hostname="127.0.0.1", port=port)
    controller.start()
    yield handler, f"smtp://127.0.0.1:{port}"
    controller.stop()


class Scene:
    """A studio with one table of Duel, its seats and its owner."""

    def __init__(self, folder: Path, address: str) -> None:
        self.store = Store(folder / "studio.sqlite")
        self.hall = TableRegistry({"duel": DUEL, "bids": DUEL.parent / "sealed-bids"}, self.store, seated, folder)
        self.studio = Studio(self.hall, {"testserver"})
        self.studio.addresses = ["https://play.example.org"]
        self.now = 1_000_000.0
        self.post: Post | None = post_of(
            {"RULEWRIGHT_SMTP": address, "RULEWRIGHT_MAIL_FROM": "Play <play@example.org>"}
        )
        self.slow = SlowTables(self.studio, self.post, lambda: self.now)
        self.app = self.studio.app(self.slow.routes())
        people = [{"name": name, "who": "person"} for name in ("ann", "bob")]
        self.table = self.hall.open_table({"game": "duel", "variants": [], "options": {}, "seats": people, "seed": 1})
        links = self.hall.links(self.table)
        self.tokens = [seat["token"] for seat in links["seats"]]
        self.owner = links["owner"]

    def ask(self, seat: int, what: str, **body: object) -> tuple[int, str]:
        return self.post_to(self.tokens[seat], what, body)

    def post_to(self, token: str, what: str, body: dict[str, object]) -> tuple[int, str]:
        status, found = asked_of(self.app, f"/api/t/{token}/{what}", body)
        return status, found.get("message", "")

    def look(self) -> None:
        asyncio.run(self.slow.look())

    def decide(self, seat: int, choice: str) -> None:
        sitting = self.hall.sitting(self.table)
        sitting.write(sitting.tried(Answer(seat, choice), by_person=True))


@pytest.fixture
def scene(tmp_path: Path, letters: tuple[Letters, str]) -> Iterator[Scene]:
    letters[0].kept.clear()
    found = Scene(tmp_path, letters[1])
    yield found
    found.store.close()


def test_a_player_is_told_by_mail_once_for_each_question(scene: Scene, letters: tuple[Letters, str]) -> None:
    kept = letters[0].kept
    assert scene.ask(0, "mail", mail="no address")[0] == 400
    assert scene.ask(0, "mail", mail="ann@example.org\r\nBcc: x@example.org")[0] == 400
    assert scene.ask(0, "mail", mail="ann@example.org") == (200, "")
    assert [one["To"] for one in kept] == ["ann@example.org"]
    scene.look()
    assert len(kept) == 1  # nobody is told before the address is confirmed
    code = kept[0].get_content().partition("page: ")[2][:6]
    assert scene.ask(0, "mail/confirm", code="000000" if code != "000000" else "1")[0] == 409
    assert scene.ask(0, "mail/confirm", code=code) == (200, "")
    scene.look()
    scene.look()
    assert [one["Subject"] for one in kept[1:]] == ["Duel: it is your turn"]
    text = kept[1].get_content()
    assert "ann, it is your turn in Duel: You have 0 courage." in text
    assert f"https://play.example.org/t/{scene.tokens[0]}\r\n" in text
    scene.decide(0, "wait")
    scene.look()
    assert len(kept) == 2  # it is Bob's turn
    scene.decide(1, "wait")
    scene.look()
    assert "Since your last turn:\n  bob: Wait\n" in kept[2].get_content().replace("\r\n", "\n")
    assert scene.ask(0, "mail/stop") == (200, "")
    scene.decide(0, "wait")
    scene.decide(1, "wait")
    scene.look()
    assert len(kept) == 3


def test_a_mail_server_that_is_away_is_a_sentence_and_is_tried_again(
    scene: Scene, letters: tuple[Letters, str]
) -> None:
    assert scene.post is not None
    away = Post("127.0.0.1", 1, "ann", "secret word", False, "x@example.org")
    scene.slow._post = away
    status, message = scene.ask(0, "mail", mail="ann@example.org")
    assert (status, message.startswith("The mail server 127.0.0.1 did not take a mail: ")) == (503, True)
    assert "secret word" not in message
    scene.slow._post = scene.post
    assert scene.ask(0, "mail", mail="ann@example.org")[0] == 200
    scene.slow.addresses.confirm(scene.table, 0, scene.slow.addresses.code(scene.table, 0, "ann@example.org"))
    scene.slow._post = away
    scene.look()
    scene.slow._post = scene.post
    scene.look()
    assert len(letters[0].kept) == 2
    scene.slow._post = None
    assert "RULEWRIGHT_SMTP" in scene.ask(0, "mail", mail="ann@example.org")[1]


def test_a_mail_holds_only_what_its_reader_may_know(scene: Scene) -> None:
    """Bids are sealed: after Ann's bid, Bob learns that she has decided at most, and not what."""
    people = [{"name": name, "who": "person"} for name in ("ann", "bob")]
    table = scene.hall.open_table({"game": "bids", "variants": [], "options": {}, "seats": people, "seed": 1})
    sitting = scene.hall.sitting(table)
    request = sitting.state.request_for(0)
    assert request is not None
    sitting.write(sitting.tried(Answer(0, "3"), by_person=True))
    assert not any("3" in line for line in since_last(sitting, 1))


def test_a_bot_takes_over_when_the_deadline_has_passed(scene: Scene) -> None:
    assert scene.post_to(scene.owner, "deadline", {"hours": 1e9})[0] == 400
    assert scene.post_to(scene.tokens[0], "deadline", {"hours": 1})[0] == 403
    assert scene.post_to(scene.owner, "deadline", {"hours": 48, "then": "bot"})[0] == 200
    scene.now += 47 * HOUR
    scene.look()
    assert scene.store.answers(scene.table) == []
    scene.now += 2 * HOUR
    scene.look()
    assert [(one.player, one.answer) for one in scene.store.answers(scene.table)] == [(0, "wait")]
    assert scene.store.said(scene.table) == [
        ("the table", "ann has not answered for 48 hours: a bot has decided for ann.", 1)
    ]
    scene.now += 47 * HOUR
    scene.look()  # Bob has time of his own
    assert len(scene.store.answers(scene.table)) == 1


def test_an_answer_sets_the_clock_anew(scene: Scene) -> None:
    scene.slow.deadlines.put(Deadline(scene.table, 10.0, "bot", 0, scene.now))
    scene.now += 9 * HOUR
    scene.decide(0, "wait")
    scene.look()
    scene.now += 9 * HOUR
    scene.look()
    assert len(scene.store.answers(scene.table)) == 1
    scene.now += 2 * HOUR
    scene.look()
    assert len(scene.store.answers(scene.table)) == 2


def test_the_others_vote_whether_a_bot_takes_over(scene: Scene) -> None:
    """Who is late has no vote; the table asks once."""
    scene.slow.deadlines.put(Deadline(scene.table, 1.0, "vote", 0, scene.now))
    scene.now += 2 * HOUR
    scene.look()
    scene.look()
    ask = "ann has not answered for a long time. Say /bot to let a bot decide this once."
    assert [words for _, words, _ in scene.store.said(scene.table)] == [ask]
    scene.store.say(scene.table, "ann", "/bot", 0)
    scene.look()
    assert scene.store.answers(scene.table) == []
    scene.store.say(scene.table, "bob", " /Bot ", 0)
    scene.look()
    assert [(one.player, one.answer) for one in scene.store.answers(scene.table)] == [(0, "wait")]


def test_a_playtest_sets_the_deadline_of_its_tables(tmp_path: Path) -> None:
    shutil.copytree(DUEL, tmp_path / "duel")
    (tmp_path / "duel" / "playtest.yaml").write_text("deadline: {hours: 48, then: vote}\n", encoding="utf-8")
    store = Store(tmp_path / "studio.sqlite")
    playtests = Playtests(TableRegistry({"duel": tmp_path / "duel"}, store, seated, tmp_path), lambda: 7.0)
    begun = playtests.playtest(playtests.begin("duel", "By mail").id)  # as it was kept
    mine = [playtests.join(begun, name).secret for name in ("ann", "bob")]
    for secret in mine:
        playtests.waiting(secret)
    table = playtests.participant(mine[0]).table
    assert Deadlines(store).of(table) == Deadline(table, 48.0, "vote", 0, 7.0)
    store.close()
