"""Balance through the server: many games in a process of their own, and each of them to be watched as it was played."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.limits import PATIENCE
from tests.support.serving import Listening, Served, served

LONG = 4 * PATIENCE  # a job lets everything else go first


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("balance"), "pig", "kuhn-poker") as found:
        yield found


def finished(studio: Served, owner: str, **wanted: object) -> dict[str, Any]:
    status, job = studio.ask(f"/api/b/{owner}/run", wanted)
    assert status == 200, job
    until = time.monotonic() + LONG
    while job["running"] and time.monotonic() < until:
        time.sleep(0.2)
        job = studio.ask(f"/api/b/{owner}/job/{job['id']}")[1]
    assert not job["running"]
    assert isinstance(job, dict)
    return job


def test_a_simulated_game_is_watched_as_it_was_played(studio: Served) -> None:
    links = studio.open_table("pig", ["red", "blue"])
    owner = links["owner"]
    job = finished(studio, owner, what="simulate", games=12, bot="random", players=2, seed=4)
    assert (job["wrong"], job["done"], job["total"], len(job["games"])) == ("", 12, 12, 12)
    assert job["result"]["finished"] == 12
    status, report = studio.ask(f"/api/b/{owner}/job/{job['id']}/report")
    assert status == 200
    assert "<svg" in report
    assert "<script" not in report
    for game in job["games"][:3]:
        status, table = studio.ask(
            f"/api/b/{owner}/watch", {"seed": game["seed"], "bots": game["bots"], "variants": []}
        )
        assert status == 200
        watch = Listening(studio, table["watch"])
        result = watch.until(over=True)["result"]
        names = ["red", "blue"]
        assert result["winners"] == [names[seat - 1] for seat in game["winners"]]
        assert watch.now["moments"] == game["decisions"]


def test_a_comparison_and_a_search_for_trouble(studio: Served) -> None:
    owner = studio.open_table("kuhn-poker", ["red", "blue"])["owner"]
    same = finished(studio, owner, what="compare", games=3, bot="random", variants=[], against=[])
    assert "both sides have the same variants" in same["wrong"]
    found = finished(studio, owner, what="explore", seconds=1)
    assert (found["wrong"], found["result"]["findings"]) == ("", [])
    assert found["result"]["games"] > 0


def test_who_may_measure_what(studio: Served) -> None:
    links = studio.open_table("kuhn-poker", ["red", "blue"])
    owner = links["owner"]
    assert studio.ask(f"/api/b/{links['seats'][0]['token']}/run", {"what": "simulate"})[0] == 403
    for wanted in (
        {"what": "simulate", "games": 10**9}, {"what": "simulate", "bot": "--out=/tmp/x"},
        {"what": "simulate", "variants": ["../x"]}, {"what": "simulate", "variants": ["--out"]},
        {"what": "nothing"}, {"what": "explore", "seconds": 10**6},
    ):  # fmt: skip
        assert studio.ask(f"/api/b/{owner}/run", wanted)[0] == 400
    status, job = studio.ask(f"/api/b/{owner}/run", {"what": "explore", "seconds": 60})
    assert status == 200
    assert studio.ask(f"/api/b/{owner}/run", {"what": "explore", "seconds": 1})[0] == 409
    assert studio.ask(f"/api/b/{owner}/job/{job['id']}/stop", {})[0] == 200
    until = time.monotonic() + LONG
    while studio.ask(f"/api/b/{owner}/job/{job['id']}")[1]["running"] and time.monotonic() < until:
        time.sleep(0.1)
    assert studio.ask(f"/api/b/{owner}/job/{job['id']}")[1]["wrong"] == "Stopped."
    assert studio.ask(f"/api/b/{owner}/job/other")[0] == 404


def test_a_game_is_judged_in_sentences(studio: Served) -> None:
    """The page of `report`, which forbids scripts, and the games it rests on, numbered one after the other."""
    owner = studio.open_table("pig", ["red", "blue"])["owner"]
    assert studio.ask(f"/api/b/{owner}")[1]["reports"]
    assert studio.ask(f"/api/b/{owner}/run", {"what": "report", "minutes": 31})[0] == 400
    job = finished(studio, owner, what="report", games=8, players=2, seed=3)
    assert job["wrong"] == ""
    _, page = studio.ask(f"/api/b/{owner}/job/{job['id']}/report")
    assert all(f"{topic} · " in page for topic in ("Fairness", "Skill", "Length", "Tension", "Use"))
    assert {"random"} < {bot for game in job["games"] for bot in game["bots"]}
