"""What the first nine passages taught: small games for mistakes that they brought to light."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter
from interpreter import Game
from interpreter.source import Problems

from .playing import decide, offered, read, refused


def made(folder: Path, rules: str) -> Game:
    (folder / "rules").mkdir()
    (folder / "game.yaml").write_text("title: Lesson\nplayers: {min: 2, max: 3}\n", encoding="utf-8")
    (folder / "rules" / "play.rules").write_text(rules, encoding="utf-8")
    return interpreter.load(folder)


def test_a_procedure_run_in_secret_asks_in_secret(tmp_path: Path) -> None:
    game = made(
        tmp_path,
        """
keep bid(player): number, seen by owner
procedure play
  secretly each player
    commit(player)
  each player
    announce "{player} bids {player's bid}"
  end game
procedure commit(player)
  player chooses amount in 0 to 3
  set player's bid to amount
""",
    )
    state = game.start(2)
    state.choose(2)
    assert state.events_for(1) == []
    assert state.view(1)["table"]["bid"] == {"blue": 0}
    assert state.why_not(0, "2") == "You have nothing to decide just now."
    state.choose(1)
    assert state.events_for(1) == ["blue chooses 1", "red bids 2", "blue bids 1"]  # and what follows is told to all


def test_nothing_is_tried_out_after_a_way_is_left(tmp_path: Path) -> None:
    """A `must leave` that was not reached must not make all later questions depend on the rest of the game."""
    game = made(
        tmp_path,
        """
keep rounds: number
procedure play
  let leader = first(players)
  repeat 40 times
    leader chooses
      to count_on "On"
        if rounds is 0
          leader chooses x in 1 to 3
          must leave x is more than 1 because "{x} is too small"
        raise rounds by 1
      to stand "Stand"
        raise rounds by 1
    leader chooses y in 1 to 3
    announce "{y}"
  end game
""",
    )
    state = game.start(2)
    decide(state, "red", "count_on")
    assert offered(state) == ["2", "3"]
    assert refused(state) == {"1": "1 is too small"}
    decide(state, "red", 2)
    assert state.engine.position.regions == ()
    decide(state, "red", 1, "count_on")
    assert state.engine.position.regions == ()
    state.play_out()
    assert state.result is not None


def test_must_leave_in_a_procedure_of_its_own(tmp_path: Path) -> None:
    game = made(
        tmp_path,
        """
keep total_paid: number
procedure play
  each player
    pay_in(player)
  end game
procedure pay_in(player)
  player chooses notes in 0 to 2
  player chooses coins in 0 to 2
  let paid = 5 * notes + coins
  must leave paid is at least 7 because "{paid} is less than 7"
  raise total_paid by paid
""",
    )
    state = game.start(2)
    assert refused(state) == {"0": "2 is less than 7"}
    assert offered(state) == ["1", "2"]
    decide(state, "red", 1)
    assert offered(state) == ["2"]
    assert refused(state) == {"0": "5 is less than 7", "1": "6 is less than 7"}
    decide(state, "red", 2)
    decide(state, "blue", 2, 0)
    assert read(state, "total_paid") == 17


def test_cases_know_that_those_above_did_not_hold(tmp_path: Path) -> None:
    game = made(
        tmp_path,
        """
keep leader: player or none
keep points(player): number, starts at 4
let worth =
  0                    if leader is none
  leader's points + 1  otherwise
procedure play
  let one = first(players)
  one chooses x in worth to worth + 1
  set leader to one
  one chooses y in worth to worth + 1
  announce "{x} {y}"
  end game
""",
    )
    state = game.start(2)
    assert offered(state) == ["0", "1"]
    decide(state, "red", 0)
    assert offered(state) == ["5", "6"]


def test_who_does_not_move_keeps_his_place_in_the_stack(tmp_path: Path) -> None:
    game = made(
        tmp_path,
        """
keep place(player): number, stacked
procedure play
  each player
    player gains 2 place
  each player
    player chooses amount in 0 to 1
    player gains amount place
  end game
""",
    )
    state = game.start(2)
    assert state.view(None)["table"]["place_height"] == {"red": 0, "blue": 1}
    decide(state, "red", 0)
    assert state.view(None)["table"]["place_height"] == {"red": 0, "blue": 1}
    decide(state, "blue", 0)
    state = game.start(2)
    decide(state, "red", 1)
    assert state.view(None)["table"]["place_height"] == {"red": 1, "blue": 0}


def test_a_procedure_is_not_called_like_a_moment(tmp_path: Path) -> None:
    with pytest.raises(Problems) as problems:
        made(
            tmp_path,
            """
keep gold(player): number
procedure play
  each player
    lose_gold(player)
  end game
procedure lose_gold(player)
  player loses 1 gold
""",
        )
    assert [found.code for found in problems.value.diagnostics] == ["R0202"]
    assert "the moment at which somebody loses gold" in problems.value.diagnostics[0].message


def test_offers_of_an_action(tmp_path: Path) -> None:
    """Its title is shown wherever it is declared; a let or a choice of several in front decides whether it is offered."""
    game = made(
        tmp_path,
        """
keep gold(player): number, starts at 1
procedure play
  each player
    player takes one of bribe, pool, rest
  end game
action bribe "Bribe somebody"
  let price = gold(you) + 1
  you choose rival in players where rival is not you
    needs gold(rival) is at least price because "{rival} is poor"
  you pay 1 gold to rival
action pool "Pool with two"
  you choose 2 friends in players where friend is not you
  each friend in friends
    you pay 1 gold to friend
action rest "Take a rest"
  you gain 1 gold
""",
    )
    state = game.start(2)
    assert state.request is not None
    assert [choice.label for choice in state.request.choices] == ["Take a rest"]
    assert set(refused(state)) == {"bribe", "pool"}
    decide(state, "red", "rest")
    assert offered(state) == ["bribe", "rest"]


def test_an_automatic_seat_is_heard_and_others_are_still_asked(tmp_path: Path) -> None:
    game = made(
        tmp_path,
        """
keep gold(player): number, starts at 3
let automa = last(players)
procedure play
  each player
    player takes one of lend, rest
  end game
action lend "Lend"
  you choose amount in 1 to gold(you)
  you pay amount gold to next_player(you)
action rest "Rest"
  you gain 1 gold
instead of choosing action where player is automa
  answer lend
instead of choosing amount where you is automa
  answer 2
""",
    )
    state = game.start(2)
    assert offered(state) == ["lend", "rest"]
    decide(state, "red", "lend", 3)
    assert state.request is None
    assert state.events_for(0)[-3:] == ["blue: Lend", "blue chooses 2", "blue pays 2 gold to red"]
    assert read(state, "gold", "red") == 2
