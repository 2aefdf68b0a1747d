"""A free action stands beside every decision of its player; afterwards the same question is put again, and nothing else."""

from __future__ import annotations

from pathlib import Path

import interpreter
from interpreter import State
from tests.support.frame import lay_out

BEG = 'free action beg "Beg"\n  needs your money is less than 6 because "{you} is rich"\n  you gain 1 money\n'


def begun(folder: Path, steps: str, begin: str = "act") -> State:
    body = "".join(f"  {line}\n" for line in steps.split("\n"))
    game = interpreter.load(lay_out(folder, {"rules/zz.rules": f"{BEG}procedure {begin}(player)\n{body}"}))
    state = game.table(players=2, seed=1)
    game.begin(state, begin, [0])
    return state


def pot(state: State) -> int:
    return int(state.view(0)["table"]["pot"])


def test_what_came_before_the_question_is_not_done_again(tmp_path: Path) -> None:
    state = begun(tmp_path, 'raise pot by 1\nplayer may rest "Rest"\n  raise pot by 10')
    state.choose("beg")
    assert pot(state) == 1
    state.choose("rest")
    assert pot(state) == 11


def test_the_same_player_of_a_round_is_asked_again(tmp_path: Path) -> None:
    state = begun(tmp_path, 'each one in players\n  one may rest "Rest"\n    raise pot by 10')
    for player in (0, 1):
        assert state.request is not None
        assert state.request.player == player
        state.choose("beg")
        assert state.request.player == player
        state.choose("rest")
    assert pot(state) == 20


def test_beside_an_amount_with_its_new_limits(tmp_path: Path) -> None:
    state = begun(tmp_path, "player chooses amount in 0 to player's money\nplayer loses amount money")
    for limit in (3, 4, 5):
        assert state.request is not None
        assert state.request.high == limit
        assert [choice.name for choice in state.request.choices if choice.free] == ["beg"]
        state.choose("beg")
    assert state.request is not None
    assert [choice.name for choice in state.request.choices if choice.free] == []
    assert state.why_not(0, "beg").startswith("Beg: red is rich")


def test_a_title_with_a_blank_says_what_is_so_now(tmp_path: Path) -> None:
    """Three coins at the start, one more each time; at 6 it is refused under the title of then."""
    beg = BEG.replace('"Beg"', '"{you} begs, with {your money}"')
    text = f"{beg}procedure act(player)\n  player chooses amount in 0 to 9\n"
    game = interpreter.load(lay_out(tmp_path, {"rules/zz.rules": text}))
    state = game.table(players=2, seed=1)
    game.begin(state, "act", [0])
    for money in (3, 4, 5):
        assert state.request is not None
        assert [choice.label for choice in state.request.choices if choice.free] == [f"red begs, with {money}"]
        state.choose("beg")
    assert state.why_not(0, "beg").startswith("red begs, with 6: red is rich")


def test_several_choices_go_on_where_they_were(tmp_path: Path) -> None:
    state = begun(tmp_path, "raise pot by 1\nplayer chooses 2 stops in cities\nraise pot by count(stops)")
    state.choose("harbour")
    state.choose("beg")
    assert state.request is not None
    assert [choice.name for choice in state.request.choices if not choice.free] == ["market_town", "hill_fort"]
    state.choose("hill_fort")
    assert pot(state) == 3


PAY = 'free action pay "Pay" between decisions\n  needs your money is at least 1 because "{you} is poor"\n  you lose 1 money\n'


def paying(folder: Path, rest: str) -> State:
    game = interpreter.load(lay_out(folder, {"rules/zz.rules": PAY + rest}))
    state = game.table(players=2, seed=1)
    game.begin(state, "act", [0])
    return state


def free(state: State) -> list[str]:
    assert state.request is not None
    return [choice.name for choice in state.request.choices if choice.free]


def test_between_decisions_is_not_beside_the_first_choice_of_a_way(tmp_path: Path) -> None:
    state = paying(tmp_path, "procedure act(player)\n  player chooses\n    to bet\n"
                             "      needs player's money is at least 1 because \"no\"\n"
                             "      player chooses wager in 1 to player's money\n      raise pot by wager\n")  # fmt: skip
    assert free(state) == ["pay"]
    state.choose("bet")
    assert free(state) == []
    assert "finish your current choice first" in state.why_not(0, "pay")
    state.choose(3)
    assert pot(state) == 3


def test_between_decisions_is_not_beside_a_choice_right_after_another(tmp_path: Path) -> None:
    state = paying(tmp_path, "procedure act(player)\n  player chooses city\n  player chooses city as next_city\n"
                             "  raise pot by 1\n  player chooses wager in 0 to 1\n")  # fmt: skip
    assert free(state) == ["pay"]
    state.choose("harbour")
    assert free(state) == []
    state.choose("harbour")
    assert free(state) == ["pay"]


def test_who_is_out_after_it_is_not_asked_again(tmp_path: Path) -> None:
    flee = 'free action flee "Flee"\n  you leave\n'
    state = paying(tmp_path, flee + "procedure act(player)\n  player may rest\n    raise pot by 10\n"
                                    "  player chooses wager in 1 to 5\n  raise pot by wager\n"
                                    "  next_player(player) may rest\n    raise pot by 1\n")  # fmt: skip
    state.choose("flee")
    assert pot(state) == 1  # passed, and then the first amount
    assert state.request is not None
    assert state.request.player == 1
