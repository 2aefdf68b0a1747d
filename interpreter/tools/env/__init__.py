"""Games for researchers: the interfaces of PettingZoo and OpenSpiel.

In: a game as `interpreter.load` takes it. Out: a PettingZoo AEC environment, an OpenSpiel game. Layer: tools; each library is
an extra. Observations are made from the player's own view; the choices of a question are numbered, and a mask says which
numbers there are. Several decisions in a row by one player are several steps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any


def pettingzoo_env(
    game: str | Path, players: int | None = None, seed: int = 0, variants: Sequence[str | Path] = (),
    options: Mapping[str, object] | None = None, actions: int | None = None,
) -> Any:  # fmt: skip
    """An AEC environment (`pip install "rulewright[pettingzoo]"`)."""
    from .pettingzoo import Environment

    return Environment(game, players, seed, variants, options, actions)


def openspiel_game(
    game: str | Path, players: int | None = None, variants: Sequence[str | Path] = (),
    options: Mapping[str, object] | None = None, actions: int | None = None,
) -> Any:  # fmt: skip
    """A Python game of OpenSpiel (`pip install "rulewright[openspiel]"`). Chance is enumerated: for games with few outcomes."""
    from .openspiel import made

    return made(game, players, variants, options, actions)


__all__ = ["openspiel_game", "pettingzoo_env"]
