"""Sets of variants and options that are drawn at random: what a table could agree on before a game.

In: a game's name, a seed and a number. Out: a Setting, always the same for the same three. Each variant comes with those that it
needs, and none with one that it excludes; what the rules refuse beyond that is for the player of the setting to notice.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

import interpreter
from interpreter import OptionInfo
from interpreter.data import read_folder
from interpreter.tools.check.required import with_required
from interpreter.tools.variants.matrix import VariantInfo, variants
from tests.house_rules.settings import ROOT, Setting

CHANGED = 0.3  # of the options, on average, are not at their usual value


@cache
def _variants(game: str) -> dict[str, VariantInfo]:
    return {info.name: info for info in variants(game)}


@cache
def _needed(game: str) -> dict[str, list[str]]:
    folder = read_folder(ROOT / "games" / game)
    return {name: [path.stem for path in with_required(folder, name, file)] for name, file in folder.variants.items()}


@cache
def _own_options(game: str) -> tuple[OptionInfo, ...]:
    return interpreter.load(game).options


def drawn(game: str, seed: int, number: int, again: int = 0) -> Setting:
    chance = random.Random(f"{game} {seed} {number} {again}")
    chosen = _chosen(game, chance)
    offered = [*_own_options(game), *(option for name in chosen for option in _variants(game)[name].options)]
    options = {option.name: _value(option, chance) for option in offered if chance.random() < CHANGED}
    words = " + ".join([*chosen, *(f"{name}={value}" for name, value in options.items())])
    return Setting(game, words or "as printed", tuple(chosen), options)


def _chosen(game: str, chance: random.Random) -> list[str]:
    known = _variants(game)
    chosen: list[str] = []
    for name in chance.sample(sorted(known), chance.randint(0, len(known))):
        whole = list(dict.fromkeys([*chosen, *_needed(game)[name]]))
        if not any(other in known[one].excludes for one in whole for other in whole):
            chosen = whole
    return chosen


def _value(option: OptionInfo, chance: random.Random) -> object:
    if option.kind == "yes_no":
        return chance.random() < 0.5
    values: Sequence[object] = option.values
    if option.kind == "range":
        assert option.low is not None
        assert option.high is not None
        values = range(option.low, option.high + 1)
    return chance.choice(values)
