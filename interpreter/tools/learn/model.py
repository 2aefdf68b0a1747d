"""A learned model: what it looks at by name, its weights, and how it came about.

In: inputs by name, and weights. Out: a Model, as data (a JSON file: `schemas/learned_bot.schema.json`) and as memory for C.
Layer: tools.
Weights are data, never code: lengths and finiteness are checked before they reach C. Inputs are matched by name, so that a house
rule keeps what still fits: what it adds is 0, what it removes is left out.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from interpreter.runtime.imagined_tables import LEARNED, LEARNED_TREE, SEARCHING, BotInC
from interpreter.tools.learn.inputs import VERSION, Inputs

HIDDEN = 16  # units of the hidden layer
FORMAT = "rulewright learned bot"
STANDS_FOR = {"one decision ahead": LEARNED, "search with learned leaves": LEARNED_TREE, "plain search": SEARCHING}
DIGITS = 5
AHEAD = BotInC(LEARNED, 8)


class UnfitError(ValueError):
    """A file that is no model, or damaged; the text says what is wrong."""


@dataclass
class Weights:
    """One row per number that the inputs give."""

    scale: array[float]
    linear: array[float]
    first: array[float]  # HIDDEN for each number
    bias: array[float]  # of the hidden layer, then of the whole
    second: array[float]

    @classmethod
    def empty(cls, numbers: int) -> Weights:
        """Weights to begin with: the hidden layer breaks its symmetry by a fixed pattern."""
        first = [
            ((number * 7919 + unit * 104729) % 2003 / 1001.5 - 1) * 0.08
            for number in range(numbers)
            for unit in range(HIDDEN)
        ]
        second = [0.1 if unit % 2 else -0.1 for unit in range(HIDDEN)]
        return cls(_floats([1.0] * numbers), _floats([0.0] * numbers), _floats(first), _floats([0.0] * (HIDDEN + 1)),
                   _floats(second))  # fmt: skip

    def copy(self) -> Weights:
        return Weights(self.scale[:], self.linear[:], self.first[:], self.bias[:], self.second[:])


@dataclass
class Model:
    """Weights for the inputs of one game, in the memory that C reads. It must live as long as a bot uses it."""

    inputs: Inputs
    weights: Weights
    bot: BotInC = AHEAD  # what `learned` stands for, without its model
    facts: Mapping[str, Any] = field(default_factory=dict)  # how it came about
    _words: array[int] = field(default_factory=lambda: array("q"))

    def __post_init__(self) -> None:
        parts = (self.inputs.inputs, self.inputs.words, self.weights.scale, self.weights.linear, self.weights.first,
                 self.weights.bias, self.weights.second)  # fmt: skip
        self._words = array(
            "q", [len(self.inputs), len(self.inputs.names), HIDDEN, *(part.buffer_info()[0] for part in parts)]
        )

    @property
    def at(self) -> int:
        return self._words.buffer_info()[0]

    def played(self, bot: BotInC | None = None) -> BotInC:
        """How C plays it."""
        bot = self.bot if bot is None else bot
        return bot._replace(model=self.at)

    def as_data(self) -> dict[str, Any]:
        weights = self.weights
        return {
            "format": FORMAT, "version": VERSION, **self.facts,
            "inputs": {
                name: [_short(weights.scale[i]), _short(weights.linear[i]),
                       *(_short(w) for w in weights.first[i * HIDDEN : (i + 1) * HIDDEN])]
                for i, name in enumerate(self.inputs.names)
            },
            "bias": [_short(w) for w in weights.bias], "second": [_short(w) for w in weights.second],
        }  # fmt: skip


def model_from(text: bytes, inputs: Inputs) -> Model:
    """Read a model for these inputs. Raises UnfitError if it is none."""
    try:
        data = json.loads(text)
    except ValueError:
        raise UnfitError("it is not JSON") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise UnfitError("it is not a learned bot")
    if data.get("version") != VERSION:
        raise UnfitError("it was learned by another version of Rulewright")
    rows = data.get("inputs")
    if not isinstance(rows, dict):
        raise UnfitError("it has no inputs")
    weights = Weights.empty(len(inputs.names))
    weights.bias, weights.second = _read(data.get("bias"), HIDDEN + 1), _read(data.get("second"), HIDDEN)
    for i, name in enumerate(inputs.names):
        row = _read(rows[name], HIDDEN + 2) if name in rows else _floats([0.0] * (HIDDEN + 2))
        weights.scale[i], weights.linear[i] = row[0], row[1]
        weights.first[i * HIDDEN : (i + 1) * HIDDEN] = row[2:]
    facts = {
        name: value for name, value in data.items() if name not in ("format", "version", "inputs", "bias", "second")
    }
    return Model(inputs, weights, _stands_for(facts), facts)


def _stands_for(facts: Mapping[str, Any]) -> BotInC:
    amount = facts.get("amount", 8)
    if not isinstance(amount, int) or not 0 < amount <= 10**6 or facts.get("stands_for") not in STANDS_FOR:
        raise UnfitError("it does not say what it stands for")
    return BotInC(STANDS_FOR[facts["stands_for"]], amount)


def _read(found: object, count: int) -> array[float]:
    if (
        not isinstance(found, list)
        or len(found) != count
        or not all(isinstance(one, int | float) and isfinite(one) for one in found)
    ):
        raise UnfitError("its weights are damaged")
    return _floats(found)


def _floats(found: Sequence[float]) -> array[float]:
    return array("f", found)


def _short(weight: float) -> float:
    return float(f"{weight:.{DIGITS}g}")
