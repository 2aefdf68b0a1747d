"""Two sides: what differs is said, what could be chance is not."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter.tools.compare.differences import differences
from tests.support.command_line import Run


def side(games: int, win: float, length: int, seed: int) -> list[dict[str, Any]]:
    """Rows of invented games: seat 1 wins with this chance."""
    pick = Random(seed)
    found: list[dict[str, Any]] = []
    for match in range(games):
        won = pick.random() < win
        decisions = length + pick.randrange(10)
        found += [{
            "outcome": "finished", "seat": seat, "match": match, "winners": 1, "won": won == (seat == 1),
            "decisions": decisions, "rounds": None, "lead_changes": None, "score": None,
            "used": '["turn"]' if seat == 1 else None,
        } for seat in (1, 2)]  # fmt: skip
    return found


def test_a_clear_difference_is_found_and_chance_is_not() -> None:
    found = {one.name: one for one in differences(side(300, 0.5, 40, 1), side(300, 0.7, 40, 2))}
    assert found["seat 1 wins"].clear
    assert found["seat 2 wins"].clear
    assert not found["length in decisions"].clear
    assert not found["games with turn"].clear


def test_equal_sides_seldom_look_different() -> None:
    """At a level of 5 % for all figures together: 40 comparisons of equals show about 2, hardly more than 7."""
    wrong = sum(
        any(one.clear for one in differences(side(80, 0.5, 40, 2 * n), side(80, 0.5, 40, 2 * n + 1))) for n in range(40)
    )
    assert wrong <= 7


def test_intervals() -> None:
    """30 of 40 games: Wilson's interval by hand is 0.598 to 0.858."""
    rows = side(40, 0.0, 40, 1)
    for number, row in enumerate(rows):
        row["won"] = (number // 2 < 30) == (row["seat"] == 1)
    found = {one.name: one for one in differences(rows, rows)}["seat 1 wins"]
    assert found.first.value == 0.75
    assert (found.first.low, found.first.high) == pytest.approx((0.598, 0.858), abs=0.001)
    assert (found.chance, found.clear) == (1.0, False)


def test_on_the_command_line(run: Run, tmp_path: Path) -> None:
    house = tmp_path / "short.rules"
    house.write_text('variant short "To thirty"\n  change goal to 30 was 100\n', encoding="utf-8")
    words = ["compare", "pig", "--variant", str(house), "--games", "60", "--bot", "random"]
    result = run(*words, "-o", str(tmp_path / "page.html"))
    assert result.exit_code == 0
    assert result.stdout.startswith("length in decisions: ")
    assert re.search(r" with .*short.rules, [0-9.]+ without variants\.$", result.stdout.splitlines()[0])
    assert "<h1><b>length in decisions: " in (tmp_path / "page.html").read_text(encoding="utf-8")
    figures = {one["name"]: one for one in json.loads(run(*words, "--json", "-").stdout)["figures"]}
    assert figures["length in decisions"]["clear"]
    assert figures["length in decisions"]["first"]["value"] < figures["length in decisions"]["second"]["value"]


def test_sides_must_differ(run: Run) -> None:
    result = run("compare", "pig", "--games", "5", "--bot", "random")
    assert (result.exit_code, "error[R0908]: both sides have the same variants" in result.stderr) == (2, True)


def test_what_one_side_never_comes_to_is_compared_too() -> None:
    """A card in every game of one side and in none of the other: it stands in no row there, but could have."""
    ours, theirs = side(60, 0.5, 40, 1), side(60, 0.5, 40, 2)
    for row in ours:
        row["used"] = '["turn","spy"]' if row["seat"] == 1 else None
    assert "games with spy" not in {one.name for one in differences(ours, theirs)}
    (spy,) = [one for one in differences(ours, theirs, ["turn", "spy"]) if one.name == "games with spy"]
    assert (spy.first.value, spy.second.value, spy.clear) == (1.0, 0.0, True)


def test_the_page_says_first_what_differs(run: Run, tmp_path: Path) -> None:
    (tmp_path / "house.rules").write_text('variant near "Near"\n  change goal to 20 was 100\n', encoding="utf-8")
    page = tmp_path / "both.html"
    words = (
        "compare",
        "pig",
        "--variant",
        str(tmp_path / "house.rules"),
        "--games",
        "60",
        "--bot",
        "random",
        "-o",
        str(page),
        "--still",
    )
    assert run(*words).exit_code == 0
    text = page.read_text(encoding="utf-8")
    assert text.index("length in decisions: ") < text.index("<svg")
    assert "not at hand" not in text
