"""Looking for trouble: it is found, shrunk, and written as a scenario that fails; small games are counted as a whole."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

import interpreter
from interpreter.runtime.native import OVER
from interpreter.tools.explore.exhaustive import TooManyError, counted
from interpreter.tools.explore.findings import Finding
from interpreter.tools.explore.guidance import explored
from interpreter.tools.explore.in_python import Explored
from interpreter.tools.explore.parallel import Task, explored_together, united
from interpreter.tools.explore.shrinking import Shrinking
from tests.support.command_line import Run

# A shop in which a coin can be given away while an order waits to be paid: then the payment goes wrong. By chance that is rare:
# the purse must be down to exactly one coin when something is ordered.
RULES = """
keep coins(player): number, starts at 12
keep orders(player): number
let price = 1

free action give_away "Give a coin away"
  needs you's coins is more than 0 because "you have none"
  lower you's coins by 1

procedure play
  repeat 40 times
    each player
      player chooses
        to order "Order"
          needs player's coins is at least price because "it costs {price}"
          player chooses
            prompt "Which size?"
            to large "Large"
              serve(player)
            to small "Small"
              serve(player)
        to work "Work"
          player gains 1 coins
  each player in tied(player in players by highest player's orders)
    player wins
  end game

procedure serve(player)
  player pays price coins to bank
  player gains 1 orders

procedure never_called
  announce "nobody comes here"
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    (folder / "rules").mkdir(parents=True)
    (folder / "game.yaml").write_text("title: Shop\nplayers: {min: 2, max: 3}\nabout: Order.\n", encoding="utf-8")
    (folder / "rules" / "play.rules").write_text(RULES, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("name", "positions", "histories", "information_sets"),
    [("tic-tac-toe", 5_478, 255_168, None), ("kuhn-poker", 48, 30, 12)],
)
def test_a_small_game_as_a_whole(name: str, positions: int, histories: int, information_sets: int | None) -> None:
    """Tic-tac-toe's numbers are well known; Kuhn poker: six deals, each bet, bet-call, pass-pass, pass-bet-pass, pass-bet-call;
    by hand, six deals with 4 decisions, and 2 ends each that the table tells apart (who stakes what)."""
    found = counted(interpreter.load(name))
    assert (found.histories, found.information_sets) == (histories, information_sets)
    if name == "tic-tac-toe":
        assert (found.positions, found.longest) == (positions, 9)


def test_a_large_game_is_refused() -> None:
    with pytest.raises(TooManyError):
        counted(interpreter.load("connect-four"), most=300)


def test_all_on_the_command_line(run: Run) -> None:
    result = run("explore", "kuhn-poker", "--all")
    assert result.exit_code == 0
    assert "30 games, 12 information sets; the longest has 3 decisions" in result.stdout
    assert json.loads(run("explore", "kuhn-poker", "--all", "--json", "-").stdout)["histories"] == 30


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("connect-four", "--all is for small games: Connect Four has more positions than could be explored in 1 s"),
        (
            "dystopolis",
            "--all is for small games",
        ),  # its first shuffle alone can come out in more ways than can be counted
        (
            "pig",
            "--all is for games that end: a position of Pig can recur",
        ),  # who holds at once has what he had before
    ],
)
def test_all_of_a_game_that_is_too_large(run: Run, name: str, why: str) -> None:
    refused = run("explore", name, "--all", "--budget", "1s")
    assert (refused.exit_code, f"error[R0901]: {why}" in refused.stderr) == (2, True)


def test_trouble_is_found_and_shrunk(run: Run, shop: Path, tmp_path: Path) -> None:
    result = run("explore", str(shop), "--budget", "6s", "--seed", "1", "-o", str(tmp_path / "found"), "--json", "-")
    numbers = json.loads(result.stdout)
    assert result.exit_code == 1
    [finding] = numbers["findings"]
    assert finding["stack"][0].startswith("serve")
    # At the least 14: eleven coins given away, an order, the last coin given away, and the size.
    assert 14 <= len(finding["choices"]) <= 20
    assert numbers["never_reached"]["rules"] == ["never_called"]
    [written] = (tmp_path / "found").iterdir()
    [failed] = interpreter.run_scenarios(str(shop), [written])
    assert not failed.passed
    assert finding["message"] in failed.report


def test_a_sound_game_has_no_findings(run: Run, tmp_path: Path) -> None:
    result = run("explore", "pig", "--budget", "1s", "-o", str(tmp_path / "found"))
    assert result.exit_code == 0
    assert "0 findings." in result.stdout
    assert not (tmp_path / "found").exists()


def test_the_same_seed_goes_the_same_way(shop: Path) -> None:
    def found(seed: int) -> Finding:
        return next(result.findings[0] for result in explored(interpreter.load(shop), [2], 20, seed) if result.findings)

    assert found(3) == found(3)


def test_several_processes_find_it_too(shop: Path) -> None:
    task = Task(shop, (), {}, (2,), 30.0, seed=1)
    found = next(result for result in explored_together(task, 2) if result.findings)
    assert found.findings[0].stack[0].startswith("serve")


def test_what_several_have_found_is_each_mistake_once() -> None:
    def part(decisions: int, never: list[str], *findings: Finding) -> Explored:
        return Explored(list(findings), decisions, 1, {"a"}, {"rules": never})

    long, short = (Finding("R0805", "no coins", ("serve",), 2, 1, (0,) * length) for length in (9, 3))
    other = Finding("R0820", "never more than 7", ("work",), 2, 1, (0,))
    whole = united([part(10, ["x", "y"], long), part(5, ["y", "z"], short, other)])
    assert whole.findings == [short, other]
    assert (whole.decisions, whole.games, whole.never) == (15, 2, {"rules": ["y"]})


# Who says 7 gets a coin, who says anything else loses all: by chance nobody ever has eight.
COINS = """
keep coins(player): number

always few: every(player in players satisfies player's coins is less than 8)
  because "nobody gets so rich"

procedure play
  repeat 400 times
    each player
      player chooses amount in 0 to 19
      if amount is 7
        player gains 1 coins
      otherwise
        set player's coins to 0
  each player
    player wins
  end game
"""


def test_what_can_be_driven_up_is_driven_up(shop: Path) -> None:
    """One in 25,600,000,000 by chance; step by step a few hundred walks. It needs C."""
    (shop / "rules" / "play.rules").write_text(COINS, encoding="utf-8")
    found = next(result for result in explored(interpreter.load(shop), [2], 60, 1, "native") if result.findings)
    assert [finding.code for finding in found.findings] == ["R0820"]


# Three doors, one behind the other: each opens for who waits eight times in a row and does not do any of three other things.
# Nothing on the table shows how long somebody has waited.
DOORS = """
keep coins(player): number

procedure play
  repeat 30 times
    each player
      let opened = waits_at_first(player)
      if opened
        let opened_too = waits_at_second(player)
        if opened_too
          waits_at_third(player)
  each player
    player wins
  end game

procedure waits_at_first(player) gives yes or no
  repeat 8 times
    player chooses
      to wait "Wait"
        set player's coins to 0
      to sing "Sing"
        give no
      to knock "Knock"
        give no
      to leave "Leave"
        give no
  give yes

procedure waits_at_second(player) gives yes or no
  repeat 8 times
    player chooses
      to call "Call"
        give no
      to wait "Wait"
        set player's coins to 0
      to push "Push"
        give no
      to leave "Leave"
        give no
  give yes

procedure waits_at_third(player)
  repeat 8 times
    player chooses
      to ring "Ring"
        stop
      to kick "Kick"
        stop
      to wait "Wait"
        set player's coins to 0
      to leave "Leave"
        stop
  player pays 1 coins to bank
"""


def test_who_keeps_to_one_thing_comes_to_what_chance_does_not(shop: Path) -> None:
    """By chance one try in 4 to the 24th; in a mood, and in others bred from it, a few thousand games. It needs C."""
    (shop / "rules" / "play.rules").write_text(DOORS, encoding="utf-8")
    game = interpreter.load(shop)
    assert all(played.how == OVER for played in game.play_many(range(20_000), 2))
    found = next(result for result in explored(game, [2], 60, 1, "native") if result.findings)
    [finding] = found.findings
    assert finding.stack[0].startswith("waits_at_third") or finding.stack[1].startswith("waits_at_third")
    assert len(finding.taken) >= 24
    assert len(finding.taken) <= 26  # the other player goes past the first door once


def test_a_row_becomes_as_short_as_it_can() -> None:
    """The mistake needs a 7 and, later, a 42."""

    def attempt(row: Sequence[int]) -> Sequence[int] | None:
        return row if 7 in row and 42 in row[list(row).index(7) :] else None

    assert list(Shrinking(list(range(100)), attempt, 100_000, Random(1)).done()) == [7, 42]


@pytest.mark.parametrize("words", ["--budget soon", "--budget 0s", "--budget 5"])
def test_a_budget_is_a_time(run: Run, words: str) -> None:
    result = run("explore", "pig", *words.split())
    assert result.exit_code == 2
    assert "--budget takes a time such as 90s, 5m or 1h" in result.stderr
