"""Play one of our games beside another program's, decision by decision.

A `Partner` says how the two speak of the same move. `compare` plays random games on both and fails at the first decision
where the player to move, the set of legal moves, a roll or a deal, the end or the result differs. Their chance follows ours.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyspiel

import interpreter
from interpreter import Game, State

ROOT = Path(__file__).resolve().parents[2]
ENGINES = ("python", "native")  # by turns, so that both are compared
Moves = dict[str, tuple[int, ...]]  # their word for a move: the numbers of our choices that make it


def by_name(state: State, _theirs: pyspiel.State) -> Moves:
    """Each of our choices is one of their moves and is called by its name."""
    request = state.request
    assert request is not None
    return {choice.name: (number,) for number, choice in enumerate(request.choices)}


def inside_menu(state: State, theirs: pyspiel.State, alone: frozenset[str] = frozenset()) -> Moves:
    """Each action of the menu together with the choice it begins with; one that is complete by itself, and a choice
    that stands alone, as they are."""
    request = state.request
    assert request is not None
    if request.kind != "menu":
        return by_name(state, theirs)
    found: Moves = {}
    for action, way in enumerate(request.choices):
        if way.name in alone:
            found[way.name] = (action,)
            continue
        begun = state.clone()
        begun.take(action)
        assert begun.request is not None
        found |= {choice.name: (action, number) for number, choice in enumerate(begun.request.choices)}
    return found


def table(state: State) -> dict[str, Any]:
    """Everything on the table by its name, whoever may see it."""
    cells: dict[str, Any] = state.save()["table"]
    return cells


def hands(state: State, pile: str = "hand") -> list[list[str]]:
    """The cards of all players, seat by seat."""
    cells = table(state)
    return [cells[f"{pile}({name})"] for name in state.player_names]


def won_or_lost(state: State) -> list[float]:
    """1 for a winner, -1 for everybody else, 0 for all in a draw: nobody wins, or all do."""
    result = state.result
    assert result is not None
    if len(result.winners) in (0, len(state.player_names)):
        return [0.0] * len(state.player_names)
    return [1.0 if seat in result.winners else -1.0 for seat in range(len(state.player_names))]


def points(state: State) -> list[float]:
    """The scores as they are."""
    result = state.result
    assert result is not None
    return [float(result.scores.get(seat, 0)) for seat in range(len(state.player_names))]


def no_chance(_state: State, theirs: pyspiel.State) -> int:
    raise AssertionError(f"a chance node that nobody expected: {theirs}")


def never(_theirs: pyspiel.State, _word: str) -> bool:
    return False


def anything(chooser: random.Random, words: list[str], _state: State) -> str:
    return chooser.choice(words)


@dataclass(frozen=True)
class Partner:
    """How one of our games and one of OpenSpiel's are the same."""

    ours: str
    theirs: str
    players: int = 2
    variants: tuple[str, ...] = ()
    options: dict[str, object] = field(default_factory=dict)
    word: Callable[[pyspiel.State, int], str] = lambda state, action: state.action_to_string(action)
    moves: Callable[[State, pyspiel.State], Moves] = by_name
    chance: Callable[[State, pyspiel.State], int] = no_chance
    returns: Callable[[State], list[float]] = won_or_lost
    seat: Callable[[int], int] = lambda player: player
    # What is played, where random moves would hardly ever reach some of the rules.
    choose: Callable[[random.Random, list[str], State], str] = anything
    # Moves that OpenSpiel wants to hear although there is nothing to decide, and that our rules do not ask for.
    formalities: frozenset[str] = frozenset()
    # Moves that they allow against the rules, by a test that knows nothing of our engine.
    wrong_there: Callable[[pyspiel.State, str], bool] = never
    # Whether they play the last cards, of which nobody has more than one, without asking.
    last_plays_itself: bool = False

    def game(self) -> Game:
        return interpreter.load(ROOT / "games" / self.ours, variants=list(self.variants), options=self.options)


def deciding(partner: Partner, ours: State, theirs: pyspiel.State) -> int:
    """Their player to move as one of our seats; both must agree."""
    expected = partner.seat(theirs.current_player())
    assert ours.deciding == expected, f"{ours.deciding} decides here, {expected} there:\n{theirs}"
    return expected


def legal_moves(partner: Partner, ours: State, theirs: pyspiel.State) -> tuple[Moves, dict[str, int]]:
    mine = partner.moves(ours, theirs)
    named = {partner.word(theirs, action): action for action in theirs.legal_actions()}
    others = {word: action for word, action in named.items() if not partner.wrong_there(theirs, word)}
    only_ours, only_theirs = sorted(set(mine) - set(others)), sorted(set(others) - set(mine))
    assert not only_ours + only_theirs, f"only here: {only_ours}; only there: {only_theirs}\n{theirs}"
    return mine, others


def is_formality(partner: Partner, theirs: pyspiel.State) -> bool:
    legal = theirs.legal_actions()
    return len(legal) == 1 and partner.word(theirs, legal[0]) in partner.formalities


def compare(partner: Partner, game: Game, seed: int) -> int:
    """Play one random game on both; the number of decisions that were compared."""
    chooser = random.Random(seed)
    ours = game.start(players=partner.players, seed=seed, events=False, engine=ENGINES[seed % len(ENGINES)])
    theirs = pyspiel.load_game(partner.theirs).new_initial_state()
    compared = 0
    while not theirs.is_terminal():
        if theirs.is_chance_node():
            theirs.apply_action(partner.chance(ours, theirs))
        elif is_formality(partner, theirs):
            theirs.apply_action(theirs.legal_actions()[0])
        else:
            assert ours.result is None, f"the game is over here and goes on there:\n{theirs}"
            deciding(partner, ours, theirs)
            mine, others = legal_moves(partner, ours, theirs)
            word = partner.choose(chooser, sorted(mine), ours)
            for number in mine[word]:
                ours.take(number)
            theirs.apply_action(others[word])
            compared += 1
    while partner.last_plays_itself and ours.choice_count == 1:
        ours.take(0)
    assert ours.result is not None, f"the game is over there and goes on here:\n{theirs}"
    returns = [theirs.returns()[player] for player in range(theirs.num_players())]
    by_seat = [returns[player] for player in sorted(range(len(returns)), key=partner.seat)]
    assert partner.returns(ours) == by_seat, f"{partner.returns(ours)} here, {by_seat} there:\n{theirs}"
    return compared
