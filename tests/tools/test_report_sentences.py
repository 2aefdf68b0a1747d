"""The first screen of a report: what it says of games whose numbers were counted by hand."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from interpreter.tools.report.evidence import Evidence, Games, sorted_evidence
from interpreter.tools.report.panels import FINE, LOOK, UNSURE, fairness, headline, length, panels, skill, tension, use
from interpreter.tools.show.titles import Titles
from tests.support.command_line import Run
from tests.support.results import row

TITLES = Titles({"dare": "Dare it", "open_auction": "Open auction"}, {"serum_house": "Serum House"}, "A game")


def games(wins: list[int], bots: list[str] | None = None, first: int = 0, **more: Any) -> list[dict[str, Any]]:
    """Games of which each seat wins so many, with the same bots."""
    seats = len(wins)
    words = bots or ["greedy"] * seats
    winners = [seat for seat, number in enumerate(wins, 1) for _ in range(number)]
    return [
        row(first + match, seat, seat == winner, bot=words[seat - 1], players=seats, **more)
        for match, winner in enumerate(winners)
        for seat in range(1, seats + 1)
    ]


def alike(wins: list[int], bot: str = "greedy") -> Evidence:
    return sorted_evidence(games(wins, [bot] * len(wins)))


def test_an_advantage_is_seen() -> None:
    """75 of 100, Wilson 65.7 % to 82.5 %: half lies outside."""
    found = fairness(alike([75, 25]))
    assert (found.verdict, found.sentence) == (
        LOOK, "Seat 1 wins 75 % of 100 games (fair would be 50 %): an advantage.",
    )  # fmt: skip
    assert fairness(alike([75, 25], "random")).sentence.endswith("an advantage among random bots.")


def test_equal_seats_are_fine_as_far_as_could_be_seen() -> None:
    """Noticed in 4 of 5 cases: (1.960 + 0.842) · √(0.25 / 1000) = 4.4 points."""
    found = fairness(alike([510, 490]))
    assert (found.verdict, found.sentence) == (
        FINE, "No seat is visibly better off: they win 49 % to 51 % of 1,000 games (fair would be 50 %).",
    )  # fmt: skip
    assert "an advantage of 4 points" in found.note


def learned(*wins: list[int]) -> Evidence:
    """Games of bots that learned apart from each other, so many wins of each seat with each."""
    words = ("learned", "learned2", "learned3")
    rows = [games(won, [words[at]] * len(won), first=1000 * at) for at, won in enumerate(wins)]
    return sorted_evidence([row for some in rows for row in some])


def test_what_learned_bots_differ_by_is_in_the_interval() -> None:
    """60 % of 300 games alone: 54.4 % to 65.4 %. With 70, 60 and 50 % by three bots the standard error of their mean is
    √(0.01 / 3) = 5.8 points, so that it may be 48.7 % to 71.3 %, which has the half in it. With 61, 60 and 59 % it has not."""
    assert fairness(learned([180, 120])).verdict == LOOK
    apart = fairness(learned([70, 30], [60, 40], [50, 50]))
    assert apart.verdict == FINE
    assert "Three bots learned this game apart from each other" in apart.note
    assert fairness(learned([61, 39], [60, 40], [59, 41])).verdict == LOOK


def test_what_changes_sign_is_style() -> None:
    """80 % with one bot, 20 % with another: Wilson 71 % to 87 % and 13 % to 29 %."""
    found = fairness(learned([80, 20], [20, 80], [50, 50]))
    assert found.verdict == FINE
    assert found.sentence == (
        "Which seat is better depends on how people play: seat 1 wins 80 % with one learned bot and 20 % with another "
        "(fair would be 50 %). That is style, not the game."
    )


def test_four_seats_are_looked_at_together() -> None:
    """36 of 100 games for one seat of four: alone p = 0.011, but one of four seats does so by luck in 4 of 100 games of pure
    chance; with three comparisons the threshold is 2.39 deviations, and the interval of 36 % begins at 25.7 %. 35: 24.8 %."""
    assert fairness(alike([36, 21, 21, 22])).verdict == LOOK
    assert fairness(alike([35, 22, 21, 22])).verdict != LOOK


@pytest.mark.parametrize("wins", [[20, 20], [3, 0]])
def test_few_games_say_nothing(wins: list[int]) -> None:
    assert fairness(alike(wins)).verdict == UNSURE


@pytest.mark.parametrize(
    ("won", "verdict", "words"),
    [  # of 60 games at a table of four: Wilson 55/60 from 81.9 %, 25/60 from 30.1 %, 15/60 15.8 % to 37.2 %, 3/60 to 13.7 %
        (55, FINE, "Skill matters a great deal: one greedy bot wins 92 % against random bots (alike would be 25 %)."),
        (25, FINE, "Skill matters: one greedy bot wins 42 %"),
        (15, UNSURE, "No sign of skill: one greedy bot wins 25 %"),
        (3, UNSURE, "This bot misjudges the game: one greedy bot wins 5 %"),
    ],
)
def test_skill_is_one_bot_against_others(won: int, verdict: str, words: str) -> None:
    rows = games([won, 60 - won, 0, 0], ["greedy", "random", "random", "random"])
    found = skill(sorted_evidence(rows))
    assert found.verdict == verdict
    assert found.sentence.startswith(words)
    assert "It sat only in seat 1." in found.note


def test_games_of_equal_bots_say_nothing_about_skill() -> None:
    assert skill(alike([50, 50])).verdict == UNSURE


def test_length_in_minutes() -> None:
    """Half the games have 10 decisions, half 11, of ten decisions two with one answer: (5 of 25) · 14 seconds."""
    found = length(alike([30, 30]))
    assert found.verdict == LOOK
    assert found.sentence == (
        "A game has 10 decisions, about 2 minutes if each takes 14 seconds. 20 % of the decisions have only one answer."
    )
    assert "The table can give the only answer by itself" in found.note


def test_close_games() -> None:
    """Of 100 games 30 end 20 : 19, the others 20 : 10."""
    rows = [{**one, "score": 20 if one["won"] else 19 if one["match"] < 30 else 10} for one in games([100, 0])]
    found = tension(Games(rows))
    assert (found.verdict, found.sentence) == (FINE, "Games are often close: 30 % end within 1 point.")
    assert "10 points away" in found.note


def test_low_scores_that_win_are_as_close() -> None:
    rows = [{**one, "score": 3 if one["won"] else 4} for one in games([40, 0])]
    assert tension(Games(rows)).sentence == "Games are often close: 100 % end within 1 point."


def test_what_runs_only_with_other_counts_is_named() -> None:
    usable = {"actions": ["dare"], "cards": [], "rules": ["turn", "open_auction"]}
    plain = alike([50, 50])
    assert use(plain, TITLES, usable).sentence == "Dare it is never used. One rule never runs: Open auction."
    found = use(Evidence(skill=plain.skill, only_with={"dare": [2], "open_auction": [2]}), TITLES, usable)
    assert (found.verdict, found.note) == (LOOK, "Dare it and Open auction: only with 2 players.")
    rules_alone = Evidence(skill=plain.skill, only_with={"open_auction": [1]})
    found = use(rules_alone, TITLES, {"rules": ["turn", "open_auction"]})
    assert (found.verdict, found.note) == (FINE, "Open auction: only with 1 player.")


def test_one_copy_of_a_card_stands_for_all() -> None:
    titles = Titles({}, {"purge": "Purge", "purge_2": "Purge"})
    rows = games([50, 50])
    rows[0]["used"] = json.dumps(["turn", "purge_2"])
    found = use(sorted_evidence(rows), titles, {"cards": ["purge", "purge_2"], "rules": ["turn"]})
    assert found.sentence == "Every card is used."


def test_what_skilled_bots_leave_alone() -> None:
    """Used in all games by chance and in none by skill."""
    chance = games([30, 30], ["random", "random"], used='["turn", "dare"]')
    strong = games([30, 30], first=60)
    found = use(sorted_evidence([*chance, *strong]), TITLES, {"actions": ["dare"], "rules": ["turn"]})
    assert "Strong bots hardly ever use Dare it." in found.sentence


def test_few_games_of_skill_are_not_what_figures_rest_on() -> None:
    found = sorted_evidence([*games([500, 500], ["random", "random"]), *games([5, 5], first=1000)])
    assert found.best is found.chance
    assert "Only 10 games of greedy bots fitted the time" in fairness(found).note


def test_the_headline_says_what_is_broken() -> None:
    fine = alike([510, 490])
    assert headline(fine, [])[0] == "Nothing is broken."
    rows = games([510, 490])
    for one in rows[:2]:
        one.update(outcome="fault", won=None)
    first, rest = headline(sorted_evidence(rows), [])
    assert (first, rest.partition(".")[0]) == ("Something is broken.", "A rule went wrong in 1 of 1,000 games")
    for one in rows[:2]:
        one.update(outcome="endless")
    assert headline(sorted_evidence(rows), [])[0] == "Some games do not end."


def test_names_are_said_as_the_game_says_them() -> None:
    assert TITLES.choice("buy_in, company: serum_house") == "Buy in: Serum House"
    assert TITLES.rule("first_bid in open_auction") == "First bid in Open auction"
    assert TITLES.choice("turn_of_cards: pass") == "Turn of cards: pass"


@pytest.mark.slow
def test_a_game_is_played_and_described_in_its_own_words(run: Run, tmp_path: Path) -> None:
    """Outside of commands to type and of the charts' own scripts no internal name is on the page."""
    output = tmp_path / "a.html"
    done = run("report", "liars-dice", "-o", str(output), "--games", "6", "--still")
    assert done.exit_code == 0
    assert "by chance, between greedy bots" in done.stdout
    text = output.read_text(encoding="utf-8")
    shown = re.sub(r"<[^>]+>", " ", re.sub(r"(?s)<(style|code|script)\b.*?</\1>", " ", text))
    assert not re.findall(r"\w*[a-z]_[a-z]\w*", shown)
    assert run("report", "liars-dice", "-o", str(output), "--games", "2", "--minutes", "1").exit_code == 2


def test_rules_of_a_file_cannot_be_chosen(run: Run, tmp_path: Path) -> None:
    results = tmp_path / "a.jsonl"
    assert run("simulate", "pig", "--games", "2", "--bot", "random", "--out", str(results)).exit_code == 0
    done = run("report", str(results), "-o", str(tmp_path / "a.html"), "--players", "3")
    assert (done.exit_code, "error[R0908]" in done.stderr) == (2, True)


def test_every_panel_has_a_sentence() -> None:
    found = panels(alike([50, 50]), TITLES, {"actions": ["dare"], "rules": ["turn"]})
    assert [panel.topic for panel in found] == ["Fairness", "Skill", "Length", "Tension", "Use", "Strategies"]
    assert all(panel.sentence.endswith((".", "?")) for panel in found)
