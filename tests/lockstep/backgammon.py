"""Backgammon beside OpenSpiel's: a whole turn is one move, called by the position that it leads to."""

from __future__ import annotations

import pyspiel

from interpreter import State
from tests.lockstep.drive import Moves, Partner, points, table

FIRST, SECOND = 0, 1  # X and O there


def ours_written(state: State) -> str:
    """All checkers, point by point from 24 down, then the bar and those borne off."""
    cells = table(state)
    places = [("l", 2), ("k", 2), ("j", 2), ("i", 2), ("h", 2), ("g", 2), ("f", 2), ("e", 2), ("d", 2), ("c", 2)]
    places += [("b", 2), ("a", 2), *((letter, 1) for letter in "abcdefghijkl")]
    counts = []
    for name in state.player_names:
        counts += [cells[f"checkers({name}, {letter}{row})"] for letter, row in places]
        counts += [cells[f"bar({name})"], cells[f"off({name})"]]
    return " ".join(str(count) for count in counts)


def theirs_written(state: pyspiel.State) -> str:
    """The same, from the numbers that they give to a learner."""
    tensor = [int(number) for number in state.observation_tensor(FIRST)]
    counts = []
    for player in (FIRST, SECOND):
        features = [tensor[96 * player + 4 * place :][:4] for place in range(24)]
        counts += [one + 2 * two + 3 * three + (more + 3 if more else 0) for one, two, three, more in features]
        counts += tensor[192 + 3 * player :][:2]
    return " ".join(str(count) for count in counts)


def word_of_turn(state: pyspiel.State, action: int) -> str:
    if state.action_to_string(state.current_player(), action).endswith("- Pass"):
        return "pass"
    return theirs_written(state.child(action))


def moves_of_turn(state: State, _theirs: pyspiel.State) -> Moves:
    """A way through the turn to every position where it can end. The next turn begins with a menu."""
    found: Moves = {}
    open_ways: list[tuple[tuple[int, ...], State]] = [((0,), after(state, 0))]
    seen: set[object] = set()  # the dice can be used in any order: most positions are reached in several
    while open_ways:
        way, reached = open_ways.pop()
        key = reached.inspect.key()
        if key in seen:
            continue
        seen.add(key)
        request = reached.request
        if request is None or request.kind == "menu":
            found.setdefault(ours_written(reached), way)
            continue
        open_ways += [((*way, number), after(reached, number)) for number in range(len(request.choices))]
    return found


def after(state: State, number: int) -> State:
    following = state.clone()
    following.take(number)
    return following


def throw(ours: State, theirs: pyspiel.State) -> int:
    """The throw of the player who is next there. Those who cannot move have thrown here without being asked."""
    turns = [one.player for one in theirs.full_history() if one.player >= 0]
    player = 1 - turns[-1] if turns else ours.deciding
    assert player is not None
    dice = sorted(table(ours)[f"thrown({ours.player_names[player]})"], reverse=player == SECOND)
    roll = "".join(str(die) for die in dice)  # the first throw, in this order, says who begins as well
    return int(next(one for one, _ in theirs.chance_outcomes() if theirs.action_to_string(one).endswith(f"{roll})")))


def nobody_is_paid(_state: State) -> list[float]:
    """With three checkers each, OpenSpiel (2.0.2) looks for a fifteenth one borne off and pays nobody."""
    return [0.0, 0.0]


HYPER = "backgammon(hyper_backgammon=True,max_player_turns=100000)"

PARTNERS = [
    Partner(
        "backgammon",
        "backgammon(scoring_type=full_scoring,max_player_turns=100000)",
        variants=("halves_of_doubles",),
        word=word_of_turn,
        moves=moves_of_turn,
        chance=throw,
        returns=points,
        formalities=frozenset({"pass"}),
    ),
    Partner(
        "backgammon",
        HYPER,
        variants=("halves_of_doubles", "hypergammon"),
        word=word_of_turn,
        moves=moves_of_turn,
        chance=throw,
        returns=nobody_is_paid,
        formalities=frozenset({"pass"}),
    ),
]
