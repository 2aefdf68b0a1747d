"""Editing through the server: who may, what a save does to the running table, scenarios, house rules."""

from __future__ import annotations

import json
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.limits import PATIENCE
from tests.support.serving import Listening, Served, served

GAMES = Path(__file__).parents[2] / "games"
RULES = "rules/play.rules"


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    home = tmp_path_factory.mktemp("editing")
    shutil.copytree(GAMES / "pig", home / "pig")
    with served(home / "data", str(home / "pig"), "kuhn-poker") as found:
        yield found


def read(studio: Served, owner: str, name: str = RULES) -> dict[str, Any]:
    status, found = studio.ask(f"/api/e/{owner}/file?name={name}")
    assert status == 200, found
    assert isinstance(found, dict)
    return found


def save(studio: Served, owner: str, old: str, new: str, name: str = RULES) -> dict[str, Any]:
    before = read(studio, owner, name)
    assert old in before["text"]
    status, found = studio.ask(
        f"/api/e/{owner}/file", {"name": name, "text": before["text"].replace(old, new), "version": before["version"]}
    )
    assert status == 200, found
    assert isinstance(found, dict)
    return found


def lines(studio: Served, path: str, body: object) -> list[dict[str, Any]]:
    status, text = studio.ask(path, body)
    assert status == 200
    return [json.loads(line) for line in text.splitlines()] if isinstance(text, str) else [text]


def test_only_the_owner_edits_and_only_what_was_opened(studio: Served) -> None:
    links = studio.open_table("pig", ["red", "blue"])
    for token in (links["seats"][0]["token"], links["watch"]):
        assert studio.ask(f"/api/e/{token}/file?name={RULES}")[0] == 403
        assert studio.ask(f"/api/e/{token}")[0] == 403
        assert studio.ask(f"/api/e/{token}/take", {})[0] == 403
    assert studio.ask("/api/e/nobody")[0] == 404
    assert studio.ask(f"/api/e/{links['owner']}/file?name=../../data/studio.sqlite")[0] == 409
    for cookie in (
        "",
        f"rulewright-{studio.port}=guessed",
    ):  # from this machine, but not in the browser of whoever runs it
        status, answer = studio.ask(f"/api/e/{links['owner']}", cookie=cookie)
        assert (status, answer["message"][:47]) == (403, "Only the person who runs the studio may do that")
    assert (
        studio.ask(f"/api/e/{links['owner']}", x_forwarded_for="10.0.0.1", x_real_ip="10.0.0.1")[0] == 200
    )  # through a proxy
    bundled = studio.open_table("kuhn-poker", ["red", "blue"])
    status, about = studio.ask(f"/api/e/{bundled['owner']}")
    assert (status, about["read_only"][:29]) == (200, "This game came with Rulewrigh")
    wanted = {"name": "game.yaml", "text": "", "version": read(studio, bundled["owner"], "game.yaml")["version"]}
    assert studio.ask(f"/api/e/{bundled['owner']}/file", wanted)[0] == 409
    status, copy = studio.ask(f"/api/e/{bundled['owner']}/copy", {})
    assert status == 200
    assert studio.ask(f"/api/e/{copy['owner']}")[1]["read_only"] == ""


def test_the_language_socket_is_for_our_own_pages(studio: Served) -> None:
    links = studio.open_table("pig", ["red", "blue"])
    for token, origin in ((links["owner"], "http://elsewhere.example"), (links["watch"], studio.address[:-1])):
        with socket.create_connection(("127.0.0.1", studio.port), timeout=PATIENCE) as wire:
            wire.sendall(
                f"GET /api/e/{token}/language HTTP/1.1\r\nHost: 127.0.0.1:{studio.port}\r\nOrigin: {origin}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                "Sec-WebSocket-Version: 13\r\n\r\n".encode()
            )
            assert wire.recv(64).startswith(b"HTTP/1.1 403")


def test_what_a_save_does_to_the_running_table(studio: Served) -> None:
    links = studio.open_table("pig", ["red", "blue"], seed=9)
    owner = links["owner"]
    red = Listening(studio, links["seats"][0]["token"])
    red.decide("roll_on")
    while red.now["request"] is None or len(red.now["request"]["choices"]) < 2:
        red.wait()
    found = save(studio, owner, '"Hold"', '"Stop here"')
    assert (found["changed"], found["taken"], found["answers"]) == (True, True, 1)
    while red.now["request"]["choices"][1]["label"] != "Stop here":
        red.wait()
    broken = save(studio, owner, "procedure turn(player)", "procedure turn(player")
    assert broken["taken"] is False
    assert broken["problems"][0]["path"] == RULES
    assert broken["problems"][0]["line"] == 11
    assert red.decide("roll_on")[0] == 200  # under the old rules
    mended = save(studio, owner, "procedure turn(player", "procedure turn(player)")
    assert (mended["changed"], mended["taken"]) == (False, True)
    other = save(studio, owner, "to roll_on", "to throw_again")
    assert (other["taken"], other["answers"]) == (False, 0)
    assert "Answer 1 (red: roll_on) no longer fits" in other["divergence"]
    status, accepted = studio.ask(f"/api/e/{owner}/take", {"accept": True})
    assert (status, accepted["taken"]) == (200, True)
    red.until(moments=0)
    assert [choice["name"] for choice in red.now["request"]["choices"]] == ["throw_again"]
    save(studio, owner, "to throw_again", "to roll_on")
    save(studio, owner, '"Stop here"', '"Hold"')


def test_scenarios_previews_and_a_house_rule(studio: Served) -> None:
    owner = studio.open_table("pig", ["red", "blue"])["owner"]
    results = lines(studio, f"/api/e/{owner}/scenarios", {})
    assert {one["passed"] for one in results} == {True}
    assert {one["file"] for one in results} == {"scenarios/turns.scenario"}
    wrong = read(studio, owner)["text"].replace("gains pot", "gains pit")
    [found] = lines(studio, f"/api/e/{owner}/preview", {"name": RULES, "text": wrong})
    assert found["problems"][0]["line"] == 23
    wish = {"name": "quick", "title": "To fifty", "values": {"goal": 50}}
    shown = studio.ask(f"/api/e/{owner}/house", wish)[1]
    assert shown["texts"]["variants/quick.rules"] == 'variant quick "To fifty"\n  change goal to 50 was 100\n'
    assert (shown["problems"], shown["written"]) == ([], False)
    written = studio.ask(f"/api/e/{owner}/house", {**wish, "write": True})[1]
    assert "variants/quick.rules" in written["files"]
    status, links = studio.ask(f"/api/e/{owner}/with", {"variant": "quick"})
    assert status == 200
    assert studio.ask(f"/api/e/{links['owner']}")[1]["variants"] == ["quick"]
    wrong_need = {"name": "never", "title": "x", "needs": [["hold", "nonsense is 1", "no"]], "write": True}
    refused = studio.ask(f"/api/e/{owner}/house", wrong_need)[1]
    assert refused["problems"]
    assert refused["written"] is False
