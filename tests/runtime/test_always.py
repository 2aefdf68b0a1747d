"""What must always hold is held: after every decision, by every command, with its values and the decisions that led there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import interpreter
from interpreter import Fault, State

RULES = """\
kind good is fish, salt
keep money(player): number, starts at 5
keep stock(good): number, starts at 2
keep pot: number
always nothing_is_lost: pot + sum(player's money over players) is 5 * count(players) because "no coin is lost"
always shelves: every(good satisfies stock(good) is at most 2 and stock(good) is at least 0) because "a shelf holds two"
always calm: pot is at most 9 or stock(fish) is 2 because "a full pot needs fish"

procedure play
  repeat
    each player
      player chooses
        to put "Put one"
          player loses 1 money
          raise pot by 1
        to drop_one "Drop one"
          player loses 1 money
        to sell "Sell salt"
          lower stock(salt) by 1
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("always")
    (folder / "rules").mkdir()
    (folder / "game.yaml").write_text("title: Pots\nabout: For this test.\nplayers: {min: 2, max: 3}\n")
    (folder / "rules" / "play.rules").write_text(RULES)
    return folder


@pytest.fixture
def state(folder: Path) -> State:
    state = interpreter.load(folder).start(players=2, seed=1)
    state.engine.hold_always()
    return state


def test_a_coin_that_is_lost_is_a_fault_with_its_values(state: State) -> None:
    """Two players with 5 coins each: 10. One is put (still 10 in all), one is dropped: 9."""
    state.choose("put")
    with pytest.raises(Fault) as caught:
        state.choose("drop_one")
    fault = caught.value
    assert fault.code == "R0820"
    assert "no coin is lost" in fault.message
    assert "pot + sum(player's money over players) is 9" in fault.message
    assert "5 * count(players) is 10" in fault.message
    assert re.fullmatch(r"always nothing_is_lost \(.*play\.rules:5\)", fault.stack[0])
    assert fault.decisions == ("red chooses put", "blue chooses drop_one")


def test_it_says_for_what_it_does_not_hold(state: State) -> None:
    for _ in range(2):
        state.choose("sell")
    with pytest.raises(Fault, match=r"a shelf holds two \(good is salt; stock\(good\) is -1\)"):
        state.choose("sell")


def test_a_position_that_is_arranged_may_break_some_rules_but_no_others(folder: Path) -> None:
    game = interpreter.load(folder)
    state = game.start(players=2, seed=1)
    state.engine.position.cells[game.code.keep_by_name["pot"][1]] = 4  # 14 coins
    with pytest.raises(Fault, match="no coin is lost"):
        state.clone().engine.hold_always()
    state.engine.hold_always(arranged=True)
    for choice in ("put", "drop_one", "sell", "sell"):
        state.choose(choice)
    with pytest.raises(Fault, match="a shelf holds two"):
        state.choose("sell")


def test_without_it_nothing_is_looked_at(folder: Path) -> None:
    state = interpreter.load(folder).start(players=2, seed=1)
    state.choose("drop_one")
    assert [text.partition(":")[0] for text in state.inspect.broken_rules()] == ["nothing_is_lost"]


def test_a_rule_is_looked_at_again_only_when_what_it_depends_on_changed(state: State) -> None:
    """Whatever is skipped must be something that still holds: the same games with everything looked at each time."""
    code = state.engine.position.code
    bits = {rule[0]: rule[5] for rule in code.ALWAYS}
    names = {name: base for name, base, *_ in code.KEEPS}
    watched = {start: 2 << number for number, (_, start, _) in enumerate(code.WATCHED)}
    pot, money, stock = (watched[names[name]] for name in ("pot", "money", "stock"))
    assert bits == {"nothing_is_lost": pot | money, "shelves": stock, "calm": pot | stock}
