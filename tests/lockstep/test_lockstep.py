"""Our games and OpenSpiel's are the same games: whole random games, decision by decision."""

from __future__ import annotations

import os

import pytest

from tests.lockstep.drive import Partner, compare
from tests.lockstep.partners import PARTNERS

GAMES = int(os.environ.get("RULEWRIGHT_LOCKSTEP", "10"))
ENOUGH = 30 * GAMES  # decisions of a partner after which no further game is begun; long games are fewer


@pytest.mark.parametrize("partner", PARTNERS, ids=lambda partner: f"{partner.ours}~{partner.theirs}")
def test_every_decision_is_the_same(partner: Partner) -> None:
    game, compared = partner.game(), 0
    for seed in range(GAMES):
        compared += compare(partner, game, seed)
        if compared >= ENOUGH and seed:  # one game in Python and one in C at least
            break
    assert compared > 0
