"""The studio's server: tables, tokens, streams, secrets on the wire, and a server that is killed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.serving import BIDS, Listening, Served, served


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("studio"), "kuhn-poker", str(BIDS)) as found:
        yield found


def seats(studio: Served, links: dict[str, object]) -> list[Listening]:
    tokens = [seat["token"] for seat in links["seats"]]  # type: ignore[attr-defined]
    return [Listening(studio, token) for token in tokens]


def test_a_whole_game_and_what_a_spectator_sees(studio: Served) -> None:
    """Kuhn poker: red bets, blue passes, red wins one (the rules' own payoff)."""
    links = studio.open_table("kuhn-poker", ["red", "blue"])
    red, blue = seats(studio, links)
    watch = Listening(studio, links["watch"])
    assert red.now["request"]["prompt"].startswith("Your card is ")
    assert blue.now["request"] is None
    assert watch.now["waiting_for"] == blue.now["waiting_for"] == "red"
    assert red.decide("bet")[0] == 200
    blue.until_asked()
    assert blue.decide("pass")[0] == 200
    for page in (red, blue, watch):
        result = page.until(over=True)["result"]
        assert result["winners"] == ["red"]
        assert result["scores"] == {"red": 1, "blue": -1}


def test_an_old_question_is_refused_politely_and_two_clicks_are_one(studio: Served) -> None:
    links = studio.open_table("kuhn-poker", ["red", "blue"])
    red, blue = seats(studio, links)
    before = dict(red.now["request"])
    assert red.decide("bet") == (200, {"taken": True})
    again = studio.ask(f"/api/t/{red.token}/decide", {"question": before["question"], "choice": 0})
    assert again == (409, {"message": "This question has been answered or has changed in the meantime. Look again."})
    blue.until_asked()
    assert [event["text"] for event in blue.now["log"]].count("red: Bet one") == 1


def test_secret_bids_in_any_order_show_nothing_before_all_are_in(studio: Served) -> None:
    links = studio.open_table("sealed-bids", ["ann", "bob", "eve"])
    ann, bob, eve = seats(studio, links)
    watch = Listening(studio, links["watch"])
    assert [page.now["request"] is not None for page in (ann, bob, eve, watch)] == [True, True, True, False]
    assert watch.now["secret"]
    for page, bid, tie in ((eve, 7, "keen"), (bob, 7, "cool")):
        question = page.now["request"]["question"]
        assert page.decide(bid)[0] == 200
        while page.now["request"]["question"] == question:
            page.wait()
        assert page.decide(tie)[0] == 200
        page.until(request=None)
    assert len(watch.rest()) == len(ann.rest()) == 1  # nothing was said to them
    assert ann.decide(4)[0] == 200
    ann.wait()
    ann.decide("keen")
    watch.wait()
    assert "eve takes lake for 7" in [event["text"] for event in watch.now["log"]]


@pytest.mark.parametrize("bids", [(3, 4), (9, 0)])
def test_twins_give_a_watcher_the_same_stream(studio: Served, bids: tuple[int, int]) -> None:
    """Two tables that differ only in what ann does in secret: bob's and a spectator's streams are equal, byte by byte."""
    told = []
    for bid in bids:
        links = studio.open_table("sealed-bids", ["ann", "bob"], seed=5)
        ann, bob = seats(studio, links)
        watch = Listening(studio, links["watch"])
        ann.decide(bid)
        ann.wait()
        ann.decide("keen")
        ann.until(request=None)
        bob.decide(2)
        bob.wait()
        told.append((bob.rest(), watch.rest()))
    assert told[0] == told[1]
    assert len(told[0][1]) == 1


def test_a_killed_server_loses_nothing_that_was_confirmed(tmp_path: Path) -> None:
    with served(tmp_path, "kuhn-poker", str(BIDS)) as studio:
        links = studio.open_table("sealed-bids", ["ann", "bob"])
        ann, bob = seats(studio, links)
        bob.decide(6)
        ann.decide(3)
        port = studio.port
        studio.kill()
        studio.start(port)
        ann, bob = seats(studio, links)
        assert [choice["name"] for choice in bob.now["request"]["choices"]] == ["keen", "cool"]
        bob.decide("cool")
        ann.decide("cool")
        while "bob takes lake for 6" not in [event["text"] for event in ann.now["log"]]:
            ann.wait()


def test_a_server_that_stops_says_nothing_of_open_pages(tmp_path: Path) -> None:
    with served(tmp_path / "data", "pig") as studio:
        links = studio.open_table("pig", ["red", "blue"])
        Listening(studio, links["watch"])
        output = studio.process.stdout
        assert output is not None
        studio.process.terminate()
        assert "ERROR" not in output.read()
        studio.start()


def test_bots_play_and_the_owner_goes_back(studio: Served) -> None:
    links = studio.open_table("kuhn-poker", ["red", "blue"], {"blue": "random"}, seed=11)
    [red] = seats(studio, links)
    red.decide("pass")
    while not red.now["over"] and not red.now["request"]:
        red.wait()
    owner, moment = links["owner"], {"moment": 0, "seen_by": red.token}
    assert studio.ask(f"/api/t/{red.token}/back", moment)[0] == 403
    status, forked = studio.ask(f"/api/t/{owner}/fork", moment)
    assert status == 200
    [again] = seats(studio, forked)
    assert again.now["moments"] == 0
    assert studio.ask(f"/api/t/{red.token}/scenario", moment)[0] == 403
    status, scenario = studio.ask(f"/api/t/{owner}/scenario", moment)
    assert status == 200
    assert "red passes" in scenario["text"]
    assert studio.ask(f"/api/t/{owner}/back", moment)[0] == 200
    red.until(moments=0)
    assert red.now["request"] is not None
    status, seen = studio.ask(f"/api/t/{red.token}/moment/0")
    assert (status, seen["request"], seen["moments"]) == (200, None, 0)


def test_who_may_what(studio: Served) -> None:
    links = studio.open_table("kuhn-poker", ["red", "blue"])
    seat = links["seats"][0]["token"]
    assert studio.ask("/api/t/nobody/stream")[0] == 404
    assert studio.ask(f"/api/t/{links['watch']}/decide", {"question": "", "choice": 0})[0] == 403
    assert studio.ask(f"/api/t/{seat}/save")[0] == studio.ask(f"/api/t/{seat}/links")[0] == 403
    assert studio.ask(f"/api/t/{links['owner']}/save")[1]["game"] == "kuhn-poker"
    assert studio.ask(f"/api/t/{seat}/decide", b"{" * 70_000)[0] == 413
    assert studio.ask(f"/api/t/{seat}/decide", b"nonsense")[0] == 400
    assert studio.ask(f"/api/t/{seat}/decide", {"question": ""}, origin="http://elsewhere.example")[0] == 403
    assert studio.ask("/api/games", host="elsewhere.example")[0] == 403
    assert studio.ask("/static/../server.py")[0] == 404
    assert studio.ask("/api/tables", {"game": "../../etc", "seats": [{"name": "red"}]})[0] == 409
    assert studio.ask(f"/api/t/{links['owner']}/delete", {})[0] == 200
    assert studio.ask(f"/api/t/{seat}")[0] == 404


def test_headers_and_pages(studio: Served) -> None:
    for path in ("/", "/t/anything", "/static/table.js", "/api/games"):
        found = studio.headers(path)
        assert "script-src 'self'" in found["content-security-policy"]
        assert "unsafe-inline" not in found["content-security-policy"].split("script-src")[1].split(";")[0]
        assert found["x-content-type-options"] == "nosniff"
        assert found["referrer-policy"] == "no-referrer"
    assert "<script>" not in studio.ask("/")[1]


def test_a_new_table_that_cannot_be(studio: Served) -> None:
    status, answer = studio.ask("/api/tables", {"game": "kuhn-poker", "seats": [{"name": "red"}]})
    assert (status, answer["message"]) == (409, "Kuhn Poker is for 2 players, not 1")
    status, answer = studio.ask("/api/tables", {"game": "kuhn-poker", "seats": [{"name": "red"}, {"name": "red"}]})
    assert (status, answer["message"]) == (409, "each player needs a different name")


def test_a_saved_game_is_loaded_through_the_page(studio: Served) -> None:
    links = studio.open_table("kuhn-poker", ["ann", "bob"], seed=4)
    ann, bob = seats(studio, links)
    ann.decide("bet")
    bob.until_asked()
    status, save = studio.ask(f"/api/t/{links['owner']}/save")
    assert status == 200
    status, again = studio.ask("/api/saved", save)
    assert status == 200
    first, second = seats(studio, again)
    assert [first.now["request"], second.now["moments"]] == [None, 1]
    assert second.now["request"]["prompt"] == bob.now["request"]["prompt"]
    wrong = {**save, "decisions": [{**save["decisions"][0], "choice": "fold"}]}
    assert studio.ask("/api/saved", wrong)[1]["message"].startswith("Decision 1 (ann: fold) does not fit")
    assert studio.ask("/api/saved", {"players": 3})[1]["message"] == "This is not a saved game."


def test_players_choose_their_colours(studio: Served) -> None:
    people = [{"name": "ann", "who": "person", "colour": "purple"}, {"name": "bob", "who": "person", "colour": ""}]
    status, links = studio.ask("/api/tables", {"game": "kuhn-poker", "seats": people})
    assert status == 200
    ann, _ = seats(studio, links)
    assert ann.now["colours"]["player:ann"] == "#7c4aa5"
    assert ann.now["colours"]["player:bob"] != "#7c4aa5"
    same = [{**one, "colour": "red"} for one in people]
    assert studio.ask("/api/tables", {"game": "kuhn-poker", "seats": same})[0] == 409
    odd = [{**one, "colour": "url(x)"} for one in people]
    assert studio.ask("/api/tables", {"game": "kuhn-poker", "seats": odd})[0] == 409
