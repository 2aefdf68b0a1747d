"""Games in which a bot has to bluff: how much could be won from it, by OpenSpiel's own calculation."""

from __future__ import annotations

import pyspiel
import pytest

from interpreter import State
from interpreter.tools.explore.exhaustive import Patience, after, outcomes
from interpreter.tools.learn.mixing import Mixture, known_by, mixture_of, tree_of
from tests.lockstep.drive import Partner
from tests.lockstep.partners import PARTNERS

BLUFFING = [partner for partner in PARTNERS if partner.ours in ("kuhn-poker", "leduc-poker")]


def strategy_there(partner: Partner, mixture: Mixture, players: tuple[str, str]) -> dict[str, list[tuple[int, float]]]:
    """Our chances by OpenSpiel's names for what a player knows; both games are walked through side by side."""
    found: dict[str, list[tuple[int, float]]] = {}
    patience = Patience(1_000_000)

    def walk(ours: State, theirs: pyspiel.State) -> None:
        while theirs.is_chance_node():
            theirs.apply_action(partner.chance(ours, theirs))
        request = ours.request
        if request is None:
            assert theirs.is_terminal()
            return
        named = {partner.word(theirs, action): action for action in theirs.legal_actions()}
        known = f"{request.player}{known_by(ours.seat(request.player), request)}/{len(request.choices)}"
        chances = mixture.chances.get(known, [1.0])
        mine = [(named[choice.name], chance) for choice, chance in zip(request.choices, chances, strict=True)]
        assert found.setdefault(theirs.information_state_string(), mine) == mine
        for number, (action, _) in enumerate(mine):
            for following in after(ours, number, patience):
                walk(following, theirs.child(action))

    for start in outcomes(lambda script: partner.game().start(names=players, chance=script), patience):
        walk(start, pyspiel.load_game(partner.theirs).new_initial_state())
    return found


@pytest.mark.parametrize("partner", BLUFFING, ids=lambda partner: partner.ours)
def test_nobody_could_win_much_from_it(partner: Partner) -> None:
    """The same players by other names: what they are called is nothing that they know of the game."""
    game = partner.game()
    tree = tree_of(game)
    assert tree is not None
    mixture = mixture_of(game.native(bots=True), tree)
    there = strategy_there(partner, mixture, ("Ann", "Bob"))
    theirs = pyspiel.load_game(partner.theirs)
    gained = pyspiel.exploitability(theirs, pyspiel.TabularPolicy(there))
    assert gained < 0.01
    assert gained == pytest.approx(mixture.exploitable, abs=1e-4)
