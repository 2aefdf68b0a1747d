"""What one more of something is worth, in games whose chances everybody can calculate."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import interpreter
from interpreter.runtime.imagined_tables import BY_CHANCE, BotInC
from interpreter.tools.worth import measuring
from interpreter.tools.worth.command import in_one_another
from interpreter.tools.worth.measuring import Worth, measured
from interpreter.tools.worth.quantities import quantities
from tests.support.command_line import Run
from tests.support.small_games import written

# A die decides: each ticket more than the other has wins on one more side. Pebbles are for nothing.
LOTTERY = """
keep tickets(player): 0 to 3, starts at 1, shown as "tickets"
keep pebbles(player): number
keep seal(player): yes or no

procedure play
  repeat 5 times
    each player
      player chooses
        to wait "Wait"
          raise player's pebbles by 1
        to rest "Rest"
          raise player's pebbles by 9
  roll 1 die as thrown
  let red = first(players)
  let ahead = red's tickets - last(players)'s tickets
  if thrown is at most 3 + ahead
    red wins
  otherwise
    last(players) wins
  end game
"""


def test_a_ticket_is_worth_a_side_of_the_die(tmp_path: Path) -> None:
    """One of six sides is 16.7 points of a hundred; pebbles and seals are worth nothing."""
    found = {one.title: one for one in measured(written(tmp_path / "lottery", LOTTERY), 2, 2.0, 1).worths}
    ticket = found["tickets"]
    assert ticket.is_sure
    assert ticket.points - ticket.half < 100 / 6 < ticket.points + ticket.half
    assert not found["pebbles"].is_sure
    assert not found["seal"].is_sure


def test_what_a_player_can_have_more_of(tmp_path: Path) -> None:
    game = written(tmp_path / "lottery", LOTTERY)
    tickets, pebbles, seal = quantities(game.code)
    assert [one.title for one in (tickets, pebbles, seal)] == ["tickets", "pebbles", "seal"]
    assert pebbles.unit([0, 40, 80, 20]) == 10
    assert pebbles.unit([0, 1, 1]) == 1
    assert seal.unit([0, 40]) == 1
    assert (pebbles.named(10), pebbles.named(1), seal.named(1)) == ("10 more pebbles", "one more pebbles", "seal")


def test_a_card_is_worth_what_it_does_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three cards, one of them in the deck. Random bots bet whatever they hold, so only the comparison counts: a king from
    the deck beats what lost before; a queen changes nothing, because the others hold the jack and the king."""
    by_chance = ("random", [BotInC(BY_CHANCE)] * 2)
    monkeypatch.setattr(measuring, "bots_that_fit", lambda *_: by_chance)
    found = {one.title: one for one in measured(interpreter.load("kuhn-poker"), 2, 1.0, 1, cards=True).worths}
    assert found["Queen in hand"].points == 0
    assert found["King in hand"].points > found["King in hand"].half
    assert found["Jack in hand"].points < -found["Jack in hand"].half


def test_things_are_worth_money() -> None:
    """20 points for a reward, 4 points for ten coins: a reward is as much as 50 coins."""
    coins = Worth("coins", 10, "10 more coins", 4.0, 1.0, 100)
    reward = Worth("rewards", 1, "one more reward", 20.0, 2.0, 100)
    assert in_one_another([reward, coins]) == ["One more reward is worth as much as 50 coins."]
    assert in_one_another([reward]) == []


def test_on_the_command_line(run: Run, tmp_path: Path) -> None:
    written(tmp_path / "lottery", LOTTERY)
    result = run("worth", str(tmp_path / "lottery"), "--minutes", "0.05")
    assert result.exit_code == 0, result.output
    assert "one more tickets" in result.stdout
    as_data = run("worth", str(tmp_path / "lottery"), "--minutes", "0.05", "--json", "-")
    assert {one["title"] for one in json.loads(as_data.stdout)["worths"]} == {"tickets", "pebbles", "seal"}


@pytest.mark.parametrize("name", ["connect-four", "tic-tac-toe"])
def test_a_game_without_possessions_says_so(run: Run, name: str) -> None:
    assert "nothing in these rules that a player could have more of" in run("worth", name, "--minutes", "0.05").stdout
