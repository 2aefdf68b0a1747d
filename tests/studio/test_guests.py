"""People at a table: an invitation for all, what is said, taking back by asking, looking things up, one answer, playing again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from interpreter.tools.studio.running import network_addresses
from tests.support.serving import BIDS, Listening, Served, served

ROOT = Path(__file__).parents[2]
ISLAND = ROOT / "tests" / "cases" / "games" / "island"


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("guests"), "kuhn-poker", "pig", "tic-tac-toe", str(BIDS), str(ISLAND)) as found:
        yield found


def seats(studio: Served, links: dict[str, Any]) -> dict[str, Listening]:
    return {seat["name"]: Listening(studio, seat["token"]) for seat in links["seats"]}


def test_a_guest_takes_a_free_seat_and_gives_a_name(studio: Served) -> None:
    links = studio.open_table("pig", ["ann", "guest"])
    ann = Listening(studio, links["seats"][0]["token"])
    status, invited = studio.ask(f"/api/join/{links['invite']}")
    assert (status, invited["title"], invited["free"]) == (200, "Pig", [{"seat": 1, "name": "guest"}])
    status, joined = studio.ask(f"/api/join/{links['invite']}", {"seat": 1, "name": "Bob"})
    assert (status, joined) == (200, {"link": links["seats"][1]["token"]})
    assert studio.ask(f"/api/t/{joined['link']}")[1]["you"] == "Bob"
    status, refused = studio.ask(f"/api/join/{links['invite']}", {"seat": 1, "name": "Eve"})
    assert (status, refused["message"]) == (409, "This seat is taken. Choose another one.")
    assert studio.ask(f"/api/join/{links['invite']}")[1]["free"] == []
    assert studio.ask(f"/api/t/{links['invite']}/decide", {"question": ""})[0] == 403  # an invitation is no seat
    ann.rest()


def test_who_is_here_and_what_is_said(studio: Served) -> None:
    links = studio.open_table("pig", ["ann", "bob"])
    pages = seats(studio, links)
    while pages["ann"].now.get("here") != ["ann", "bob"]:
        pages["ann"].hear()
    assert studio.ask(f"/api/t/{links['seats'][1]['token']}/say", {"words": " good luck "})[0] == 200
    while not pages["ann"].now.get("said"):
        pages["ann"].hear()
    assert pages["ann"].now["said"] == [{"who": "bob", "words": "good luck", "after": 0}]
    late = Listening(studio, links["watch"])
    assert late.now["said"] == pages["ann"].now["said"]
    assert studio.ask(f"/api/t/{links['watch']}/say", {"words": "hello"})[0] == 403


def test_taking_back_is_done_at_once_if_nothing_came_to_light(studio: Served) -> None:
    """Tic-tac-toe has no secrets and no chance: the last mark comes off again; after bob's mark, bob is asked."""
    links = studio.open_table("tic-tac-toe", ["ann", "bob"])
    pages = seats(studio, links)
    ann, bob = (f"/api/t/{seat['token']}/take-back" for seat in links["seats"])
    pages["ann"].until_asked()
    pages["ann"].decide("b2")
    pages["bob"].until_asked()
    assert studio.ask(ann, {"answer": "ask"})[0] == 200
    assert pages["bob"].until(request=None)["moments"] == 0
    pages["ann"].until_asked()
    pages["ann"].decide("a1")
    pages["bob"].until_asked()
    pages["bob"].decide("b2")
    pages["ann"].until(moments=2)
    assert studio.ask(ann, {"answer": "ask"})[0] == 200
    while pages["bob"].now.get("asks_back") != "ann":
        pages["bob"].hear()
    assert pages["bob"].now["moments"] == 2  # not before bob agrees
    assert studio.ask(bob, {"answer": "agree"})[0] == 200
    assert pages["ann"].until(moments=0)["waiting_for"] == "ann"


def test_nothing_secret_is_taken_back_or_looked_up(studio: Served) -> None:
    links = studio.open_table("sealed-bids", ["ann", "bob"])
    pages = seats(studio, links)
    pages["ann"].until_asked()
    pages["ann"].decide(3)
    status, refused = studio.ask(f"/api/t/{links['seats'][0]['token']}/take-back", {"answer": "ask"})
    assert (status, refused["message"]) == (409, "Nothing can be taken back while a decision is made in secret.")
    cards = studio.open_table("kuhn-poker", ["red", "blue"])
    own = {seat["name"]: seat["token"] for seat in cards["seats"]}
    red = Listening(studio, own["red"])
    held = next(card for card in ("jack", "queen", "king") if f"card:{card}" in red.now["parts"]["own"])
    told = studio.ask(f"/api/t/{own['red']}/look?thing=card:{held}")[1]
    assert any("red" in line for line in told["lines"])
    for token in (own["blue"], cards["watch"]):
        status, other = studio.ask(f"/api/t/{token}/look?thing=card:{held}")
        assert status == 200
        assert "red" not in json.dumps(other["lines"])
    assert studio.ask(f"/api/t/{own['red']}/look?thing=card:ace")[0] == 404


def test_the_rules_open_where_they_matter(studio: Served) -> None:
    links = studio.open_table("pig", ["ann", "bob"])
    page = Listening(studio, links["seats"][0]["token"])
    page.until_asked()
    rules = studio.ask(f"/api/t/{links['seats'][0]['token']}/rules")[1]
    clauses = {clause["id"] for section in rules["sections"] for clause in section["clauses"]}
    assert rules["now"]
    assert set(rules["now"]) <= clauses


def test_a_question_with_one_answer_is_answered_by_the_table(studio: Served) -> None:
    """Island: each player places a hut; then there is one action, to build a road. The table takes it, and the log says so."""
    people = [{"name": name, "who": "person"} for name in ("ann", "bob")]
    given = {"game": "island", "variants": [], "options": {}, "seats": people, "seed": 3}
    for single in (False, True):
        links = studio.ask("/api/tables", {**given, "single": single})[1]
        pages = seats(studio, links)
        asked: list[int] = []
        for number, name in enumerate(("ann", "bob", "ann")):
            request = pages[name].until_asked()
            asked.append(len(request["choices"]))
            if number < 2:
                pages[name].decide(request["choices"][0]["name"])
                pages[name].until(request=None)
        assert (asked[0] == 54, asked[2] == 1) == (True, not single)
        marked = {name: [entry for entry in page.now["log"] if entry.get("only")] for name, page in pages.items()}
        assert [bool(found) for found in marked.values()] == [single, False]  # how few choices ann had is ann's affair


def test_again_with_the_same_people_and_my_tables(studio: Served) -> None:
    links = studio.open_table("pig", ["ann", "bob"])
    status, other = studio.ask(f"/api/t/{links['owner']}/again", {})
    assert status == 200
    assert [seat["name"] for seat in other["seats"]] == ["ann", "bob"]
    tokens = [links["seats"][0]["token"], other["watch"], "lost"]
    found = studio.ask("/api/mine", {"tokens": tokens})[1]["tables"]
    assert [(one["gone"], one.get("your_turn"), one.get("waiting_for")) for one in found] == [
        (False, True, "ann"),
        (False, False, "ann"),
        (True, None, None),
    ]
    svg = studio.ask(f"/api/t/{links['owner']}/code?words=http://192.168.1.5:8181/join/x")[1]["svg"]
    assert svg.startswith("<svg")


def test_addresses_that_a_phone_can_open_are_not_those_of_this_machine_alone() -> None:
    assert all(not one.startswith("127.") and one != "0.0.0.0" for one in network_addresses())


def test_scripts_and_styles_are_small_and_kept(studio: Served) -> None:
    """Lobby and table: less than 60 kB compressed. A browser keeps each for a year under the address of its fingerprint."""
    import gzip
    import re

    total, seen = 0, set()
    for path in ("/", f"/t/{studio.open_table('pig', ['ann', 'bob'])['watch']}"):
        page = studio.ask(path)[1]
        for address in re.findall(r'(?:href|src)="((?:/static/|/table\.css)[^"]*)"', page):
            assert "?v=" in address
            if address not in seen:
                seen.add(address)
                headers = studio.headers(address)
                assert headers["cache-control"].startswith("public, max-age=31536000")
                total += len(gzip.compress(studio.ask(address)[1].encode(), 9))
    assert len(seen) == 4
    assert total < 60_000


def test_the_eyes_of_others_are_for_when_the_game_is_over(studio: Served) -> None:
    """Kuhn poker: while it runs, nobody sees the table as another player; afterwards a spectator sees red's card."""
    links = studio.open_table("kuhn-poker", ["red", "blue"])
    pages = seats(studio, links)
    held = next(card for card in ("jack", "queen", "king") if f"card:{card}" in pages["red"].now["parts"]["own"])
    address = f"/api/t/{links['watch']}/moment/0?eyes=red"
    assert studio.ask(address)[0] == 403
    for name in ("red", "blue"):
        pages[name].until_asked()
        pages[name].decide("pass")
    assert pages["red"].until(over=True)["result"] is not None
    status, moment = studio.ask(address)
    assert status == 200
    assert f"card:{held}" in moment["parts"]["own"]
