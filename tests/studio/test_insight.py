"""A hint for somebody who plays alone, and the line of chances of a finished game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.serving import Listening, Served, served


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("insight"), "tic-tac-toe", "kuhn-poker") as found:
        yield found


def test_no_hint_against_people(studio: Served) -> None:
    """Where another person plays, a hint would be an unfair advantage."""
    links = studio.open_table("tic-tac-toe", ["ann", "bob"])
    status, refused = studio.ask(f"/api/t/{links['seats'][0]['token']}/hint")
    assert (status, refused["message"]) == (
        403,
        "Hints are for practice: they are given when all other seats have bots.",
    )


def test_a_hint_against_bots(studio: Served) -> None:
    """The chances of the best choice come first; whoever watches gets no hint."""
    links = studio.open_table("tic-tac-toe", ["ann", "bot"], {"bot": "random"})
    token = links["seats"][0]["token"]
    page = Listening(studio, token)
    page.until_asked()
    assert studio.ask(f"/api/t/{token}")[1]["practice"] is True  # the page offers hints
    assert studio.ask(f"/api/t/{links['watch']}")[1]["practice"] is False
    status, hint = studio.ask(f"/api/t/{token}/hint")
    assert status == 200, hint
    chances = [one["chance"] for one in hint["choices"]]
    assert chances == sorted(chances, reverse=True)
    assert hint["choices"][0]["label"] == "b2"  # the middle, which everybody takes
    assert hint["said"].startswith("b2: ")
    assert studio.ask(f"/api/t/{links['watch']}/hint")[0] == 403
    assert studio.ask(f"/api/t/{token}/chances")[0] == 409  # while it is played, this would show what is hidden
    page.rest()


def test_the_line_of_chances_of_a_finished_game(studio: Served) -> None:
    links = studio.open_table("tic-tac-toe", ["ann", "bob"])
    pages = [Listening(studio, seat["token"]) for seat in links["seats"]]
    for number, choice in enumerate(["a1", "a2", "b1", "b2", "c1"]):
        pages[number % 2].until(moments=number)
        pages[number % 2].until_asked()
        pages[number % 2].decide(choice)
    pages[0].until(moments=5)
    status, found = studio.ask(f"/api/t/{links['watch']}/chances")
    assert status == 200, found
    assert found["players"] == ["ann", "bob"]
    assert found["line"][-1] == {"after": 5, "chances": [1.0, 0.0]}
    assert {turn["player"] for turn in found["turns"]} <= {"ann", "bob"}
    assert any(turn["player"] == "bob" and turn["better"] == "c1" for turn in found["turns"])
