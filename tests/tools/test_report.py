"""A page about many games: its numbers by hand, complete in one file."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import interpreter
from interpreter.tools.bots import only_bots
from interpreter.tools.cli.opening import all_seats
from interpreter.tools.report import page as page_module
from interpreter.tools.report.figures import (
    choices,
    interval,
    never_used,
    per_game,
    single_share,
    spreads,
    verdict,
    win_shares,
)
from interpreter.tools.report.page import page as page_of
from interpreter.tools.show.titles import titles_of
from interpreter.tools.simulate.matches import matches
from interpreter.tools.simulate.plan import Plan
from interpreter.tools.simulate.rows import rows_of
from tests.support.command_line import Run
from tests.support.results import row
from tests.support.sampling import EVERYTHING, sampled

NAMES = [info.name for info in interpreter.games()]


def rows(games: int = 100) -> list[dict[str, Any]]:
    """Seat 1 wins three of four games; whoever wins has chosen `turn: dare`, and everybody once `turn: rare` in game 0."""
    found = []
    for match in range(games):
        for seat in (1, 2):
            won = (match % 4 != 0) == (seat == 1)
            chosen = {"turn: dare": 2} if won else {"turn: wait": 1}
            found.append(row(match, seat, won, chosen=json.dumps(chosen | ({"turn: rare": 1} if match == 0 else {}))))
    return found


def test_shares_with_intervals() -> None:
    """75 of 100: Wilson's interval is 65.7 % to 82.5 % (Brown, Cai, DasGupta 2001, by their formula)."""
    first, second = win_shares(rows())
    assert (first["wins"], first["games"], first["share"], second["share"]) == (75, 100, 0.75, 0.25)
    assert interval(75, 100) == pytest.approx((0.657, 0.825), abs=0.001)
    assert first["seed"] == 101


def test_how_choices_go_with_winning() -> None:
    found = {choice["name"]: choice for choice in choices(rows())}
    assert (found["turn: dare"]["times"], found["turn: dare"]["with"], found["turn: dare"]["without"]) == (
        200,
        1.0,
        0.0,
    )
    assert verdict(found["turn: dare"], len(found)) == "goes with winning"
    assert verdict(found["turn: wait"], len(found)) == "goes with losing"
    assert verdict(found["turn: rare"], len(found)) == "too few to tell"


def test_many_figures_are_looked_at_with_care() -> None:
    """A difference of 2.5 deviations is clear for one figure, not for the clearest of a hundred."""
    choice = {"enough": True, "clear": 2.5}
    assert verdict(choice, 1) == "goes with winning"
    assert verdict(choice, 100) == "no clear difference"


def test_the_other_numbers() -> None:
    assert single_share(rows()) == (200, 1000)
    assert never_used(rows(), {"rules": ["turn", "bonus"]}) == {"rules": ["bonus"]}
    assert [(one["value"], one["games"], one["seed"]) for one in per_game(rows(), "decisions")] == [
        (10, 50, 100),
        (11, 50, 101),
    ]


def test_the_page_needs_nothing_else(run: Run, tmp_path: Path) -> None:
    results, html = tmp_path / "r.csv", tmp_path / "r.html"
    assert run("simulate", "pig", "--games", "40", "--bot", "random", "--out", str(results)).exit_code == 0
    assert run("report", str(results), "-o", str(html)).exit_code == 0
    text = html.read_text(encoding="utf-8")
    assert not re.search(r"<(script|link)[^>]+(src|href)=", text)  # a picture stands in a text of the library only
    assert "<b>Pig</b><span>2 players · 40 games of random bots</span>" in text
    assert re.search(r"rulewright play pig --seed \d+ --seats random,random", re.sub("<[^>]+>", "", text))


def test_without_charts_the_page_has_their_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """By hand: every second game is one decision longer; of 100 lengths, the 50th is the lower one."""
    assert spreads(rows())[0] == {
        "setting": "2 players", "name": "length in decisions", "least": 10, "middle": 10, "most": 11,
    }  # fmt: skip
    monkeypatch.setattr(page_module, "missing_library", lambda: True)
    text = page_module.page(rows(), None)
    assert "<svg" not in text.partition("id='who-wins'")[2]
    assert "<td>seat 1 (random)</td><td class='number'>75 of 100</td><td class='number'>75.0%</td>" in text
    assert (
        "<td>length in decisions</td><td class='number'>10</td><td class='number'>10</td><td class='number'>11</td>"
        in text
    )


def test_names_cannot_break_the_page() -> None:
    text = page_of([{**one, "game": "<b>x</b>"} for one in rows(4)], None)
    assert "<b>x</b>" not in text


@pytest.mark.parametrize(("file", "code"), [("no.csv", "R0914"), ("a.txt", "R0912"), ("bad.csv", "R0914")])
def test_bad_results(run: Run, tmp_path: Path, file: str, code: str) -> None:
    (tmp_path / "bad.csv").write_text("day,steps\n1,2\n", encoding="utf-8")
    result = run("report", str(tmp_path / file), "-o", str(tmp_path / "r.html"))
    assert (result.exit_code, f"error[{code}]" in result.stderr) == (2, True)


def test_every_seat_that_won_leads_to_a_game(run: Run, tmp_path: Path) -> None:
    """Also where nobody can point at a figure: a game that each seat has won, with the words that play it."""
    results, output = tmp_path / "a.jsonl", tmp_path / "a.html"
    assert (
        run("simulate", "pig", "--games", "20", "--bot", "random", "--seed", "3", "--out", str(results)).exit_code == 0
    )
    assert run("report", str(results), "-o", str(output), "--still").exit_code == 0
    text = output.read_text(encoding="utf-8")
    assert 'name="viewport"' in text
    for seat, name in ((1, "red"), (2, "blue")):
        found = re.search(rf"won by seat {seat}<.*?<code>(.*?)</code>", text, re.DOTALL)
        assert found is not None
        words = re.sub("<[^>]+>", "", found.group(1)).split()
        assert run(*words[1:]).stdout.splitlines()[-1] == f"{name} wins"


def test_a_page_is_not_written_under_another_name(run: Run, tmp_path: Path) -> None:
    results = tmp_path / "a.jsonl"
    assert run("simulate", "pig", "--games", "2", "--bot", "random", "--out", str(results)).exit_code == 0
    for words in (("report", str(results)), ("compare", "pig", "--variant", "x.rules", "--games", "2")):
        done = run(*words, "-o", str(tmp_path / "a.pdf"))
        assert (done.exit_code, "error[R0912]" in done.stderr) == (2, True)
    assert not (tmp_path / "a.pdf").exists()


@pytest.mark.parametrize("name", NAMES if EVERYTHING else sampled(NAMES, 3, "names on pages"))
def test_no_internal_name_of_any_game_is_on_its_page(name: str) -> None:
    game = interpreter.load(name)
    bots = all_seats(game, game.default_players, ["random"] * game.default_players)
    plan = Plan(name, game.default_players, 2, partial(only_bots, bots), bots, detailed=True)
    rows = [row for match in matches(plan, game) for row in rows_of(match, plan, game)]
    assert internal_names(page_of(rows, game.usable, titles=titles_of(game))) == []


def internal_names(html: str) -> list[str]:
    """Only commands, which are copied, have underscores."""
    text = re.sub(r"<(script|style|code)\b.*?</\1>", " ", html, flags=re.DOTALL)
    return re.findall(r"\w*[a-z]_\w*", re.sub(r"<[^>]*>", " ", text))


def test_no_internal_name_is_on_the_page(run: Run, tmp_path: Path) -> None:
    """Rules, choices and variants are called as people call them; only commands, which are copied, have underscores."""
    rule = tmp_path / "short_game.rules"
    rule.write_text('variant short_game "A short game"\n  change goal to 20 was 100\n', encoding="utf-8")
    page = tmp_path / "page.html"
    assert run("report", "pig", "--variant", str(rule), "--games", "12", "-o", str(page)).exit_code == 0
    assert "short game" in page.read_text(encoding="utf-8")
    assert internal_names(page.read_text(encoding="utf-8")) == []
