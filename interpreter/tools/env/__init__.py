"""Environments for researchers: the interfaces of PettingZoo and OpenSpiel.

In: a game as `interpreter.load` takes it. Out: a PettingZoo AEC environment, an OpenSpiel game. Layer: tools; each library is
an extra. Observations contain what the player sees, in named components (`observation_names`) that are the same in every
process; the choices of a question are numbered, and a mask says which numbers are legal. Several decisions in a row by one
player are several steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any


def pettingzoo_env(
    game: str | Path, players: int | None = None, seed: int = 0, variants: Sequence[str | Path] = (),
    options: Mapping[str, object] | None = None, actions: int | None = None,
) -> Any:  # fmt: skip
    """Make an AEC environment (`pip install "rulewright[pettingzoo]"`)."""
    with _extra("pettingzoo", "pettingzoo", "gymnasium", "numpy"):
        from .pettingzoo import Environment

    return Environment(game, players, seed, variants, options, actions)


def openspiel_game(
    game: str | Path, players: int | None = None, variants: Sequence[str | Path] = (),
    options: Mapping[str, object] | None = None, actions: int | None = None,
) -> Any:  # fmt: skip
    """Make a Python game for OpenSpiel (`pip install "rulewright[openspiel]"`). Chance is enumerated: for few outcomes."""
    with _extra("openspiel", "pyspiel", "numpy"):
        from .openspiel import made

    return made(game, players, variants, options, actions)


@contextmanager
def _extra(extra: str, *modules: str) -> Iterator[None]:
    """Say how to install a missing library."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name not in modules:
            raise
        message = f'{extra}_{"env" if extra == "pettingzoo" else "game"} needs {error.name}: pip install "rulewright[{extra}]"'
        raise ModuleNotFoundError(message, name=error.name) from None


__all__ = ["openspiel_game", "pettingzoo_env"]
