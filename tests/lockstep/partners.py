"""All games that OpenSpiel has as well."""

from __future__ import annotations

from tests.lockstep import (
    backgammon,
    board_games,
    card_games,
    cribbage,
    dice_games,
    dou_dizhu,
    gin_rummy,
    holdem,
    swarm,
)

MODULES = (board_games, backgammon, swarm, card_games, cribbage, gin_rummy, holdem, dice_games, dou_dizhu)
PARTNERS = [partner for module in MODULES for partner in module.PARTNERS]
