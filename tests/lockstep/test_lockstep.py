"""Our games and OpenSpiel's are the same games: whole random games, decision by decision."""

from __future__ import annotations

import os

import pytest

from tests.lockstep import backgammon, board_games, card_games, cribbage, dice_games, gin_rummy, holdem
from tests.lockstep.drive import Partner, compare

PARTNERS = [*board_games.PARTNERS, *backgammon.PARTNERS, *card_games.PARTNERS, *dice_games.PARTNERS, *gin_rummy.PARTNERS, *cribbage.PARTNERS, *holdem.PARTNERS]
GAMES = int(os.environ.get("RULEWRIGHT_LOCKSTEP", "2"))  # `make lockstep` plays many more


@pytest.mark.parametrize("partner", PARTNERS, ids=lambda partner: f"{partner.ours}~{partner.theirs}")
def test_every_decision_is_the_same(partner: Partner) -> None:
    game = partner.game()
    assert sum(compare(partner, game, seed) for seed in range(GAMES)) > 0
