"""Play that mixes: the whole tree of a small game with secrets, and how often each answer is to be given.

In: a game. Out: a `Mixture`: for everything that a player can know when asked, the chances of the answers; and how much could
be gained by knowing it. Layer: tools. Where bluffing pays, the best move depends on what the others expect; values cannot say
how often to bluff, but regrets can. `backends/c/regrets.h` minimises them. Only for two players, one of whom wins what the other
loses.
"""

from __future__ import annotations

import ctypes
import json
import random
import re
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import interpreter
from interpreter.tools.explore.exhaustive import Patience, TooManyError, after, outcomes
from interpreter.tools.learn.model import UnfitError

if TYPE_CHECKING:
    from interpreter import Game, Request, Seat, State
    from interpreter.runtime.native import Native

FORMAT = "rulewright mixed strategy"
VERSION = 1
CHANCE, END = -1, -2
MOST = 400_000  # steps after which a game is not small
PROBES = 40  # games by chance that estimate how large it is
AT_ONCE = 50  # rounds between two looks at what could be gained
GOOD_ENOUGH = 0.0002  # of what is usually won or lost: nobody could gain more
MOST_ROUNDS = 2000
RARE = 0.0005  # an answer that is given less often is not kept


@dataclass
class Tree:
    """Nodes, parents before their children, as `regrets.h` reads them."""

    who: array[int] = field(default_factory=lambda: array("q"))
    set: array[int] = field(default_factory=lambda: array("q"))
    first: array[int] = field(default_factory=lambda: array("q"))
    count: array[int] = field(default_factory=lambda: array("q"))
    child: array[int] = field(default_factory=lambda: array("q"))
    odds: array[float] = field(default_factory=lambda: array("d"))
    gain: array[float] = field(default_factory=lambda: array("d"))
    sets: dict[str, int] = field(default_factory=dict)
    slot: array[int] = field(default_factory=lambda: array("q"))
    answers: array[int] = field(default_factory=lambda: array("q"))

    def add(self, who: int, count: int = 0, set: int = 0, gain: float = 0.0) -> int:
        number = len(self.who)
        self.who.append(who)
        self.set.append(set)
        self.count.append(count)
        self.first.append(len(self.child))
        self.gain.append(gain)
        self.child.extend([0] * count)
        self.odds.extend([0.0] * count)
        return number

    def set_of(self, key: str, answers: int) -> int:
        if key not in self.sets:
            self.sets[key] = len(self.sets)
            self.slot.append(self.slots)
            self.answers.append(answers)
        return self.sets[key]

    @property
    def slots(self) -> int:
        return self.slot[-1] + self.answers[-1] if self.slot else 0

    @property
    def scale(self) -> float:
        """What is usually won or lost."""
        gains = [abs(gain) for who, gain in zip(self.who, self.gain, strict=True) if who == END]
        return max(1e-9, sum(gains) / len(gains))


@dataclass(frozen=True)
class Mixture:
    chances: Mapping[str, Sequence[float]]  # by what a player knows
    exploitable: float  # what somebody who knew it would gain in a game, in points, the mean of both seats
    rounds: int

    def as_data(self) -> dict[str, Any]:
        return {"format": FORMAT, "version": VERSION, "exploitable": self.exploitable, "rounds": self.rounds,
                "chances": self.chances}  # fmt: skip


def known_by(seat: Seat, request: Request) -> str:
    """All that a player knows when asked, as a short text: the table and the log, whatever the players are called."""
    view = seat.view()
    names: list[str] = view["players"]
    text = json.dumps([request.rule, request.name, view, seat.events()], ensure_ascii=False)
    for number, name in enumerate(names):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", f"⟦{number}⟧", text)
    return blake2b(text.encode(), digest_size=9).hexdigest()


def tree_of(game: Game, most: int = MOST) -> Tree | None:
    """The whole tree; None if the game is too large, has other than two players, keeps no secrets, or if gains and losses do not
    cancel out."""
    patience, tree = Patience(most), Tree()
    try:
        if _estimated_size(game, most) > most:
            return None
        starts = [(state, _odds(state)) for state in outcomes(lambda script: game.start(2, chance=script), patience)]
        if all(state.seat(player).sees_all for state, _ in starts for player in range(2)):
            return None
        _branch(tree, starts, patience)
    except (TooManyError, RecursionError, interpreter.Fault):
        return None
    return tree


def _estimated_size(game: Game, most: int) -> float:
    """Estimate how many ends the tree has: the mean, over some ways through it, of how many others there were on the way."""
    pick, total = random.Random(1), 0.0
    for _ in range(PROBES):
        state = game.start(2, events=False, chance=())
        others = 1 / _odds(state)
        while state.request is not None and others <= most * PROBES:
            count = len(state.request.choices)
            state.engine.script_chance(())
            state.take(pick.randrange(count))
            others *= count / _odds(state)
        total += others
    return total / PROBES


def _odds(state: State) -> float:
    return reduce(lambda odds, bound: odds / bound, state.engine.chance_asked, 1.0)


def _branch(tree: Tree, states: Sequence[tuple[State, float]], patience: Patience) -> int:
    """Add what can follow from a step: a node of chance, if there is more than one outcome."""
    if len(states) == 1:
        return _node(tree, states[0][0], patience)
    number = tree.add(CHANCE, len(states))
    for i, (state, odds) in enumerate(states):
        tree.odds[tree.first[number] + i] = odds
        tree.child[tree.first[number] + i] = _node(tree, state, patience)
    return number


def _node(tree: Tree, state: State, patience: Patience) -> int:
    request = state.request
    if request is None:
        return tree.add(END, gain=_gain(state))
    count = len(request.choices)
    if count == 1:  # nothing is decided
        return _branch(tree, [(one, _odds(one)) for one in after(state, 0, patience)], patience)
    known = known_by(state.seat(request.player), request)
    number = tree.add(request.player, count, tree.set_of(f"{request.player}{known}/{count}", count))
    for i in range(count):
        found = [(one, _odds(one)) for one in after(state, i, patience)]
        tree.child[tree.first[number] + i] = _branch(tree, found, patience)
    return number


def _gain(state: State) -> float:
    """What the first player has won: points if they cancel out, else a game."""
    result = state.result
    assert result is not None
    scores = [result.scores.get(player) for player in range(2)]
    if None not in scores and result.scores:
        if sum(result.scores.values()) != 0:
            raise TooManyError
        return float(result.scores[0])
    return float((0 in result.winners) - (1 in result.winners))


def mixture_of(native: Native, tree: Tree) -> Mixture:
    """Minimise regrets until nobody could gain much."""
    lib = native.bots
    pointer = ctypes.c_void_p
    lib.rw_minimise.restype, lib.rw_minimise.argtypes = None, [pointer, ctypes.c_int64, pointer, pointer]
    lib.rw_exploitable.restype, lib.rw_exploitable.argtypes = ctypes.c_double, [pointer, pointer]
    parts = (tree.who, tree.set, tree.first, tree.count, tree.child, tree.odds, tree.gain, tree.slot, tree.answers)
    words = array("q", [len(tree.who), len(tree.sets), tree.slots, *(part.buffer_info()[0] for part in parts)])
    regrets, mean = array("d", bytes(8 * tree.slots)), array("d", bytes(8 * tree.slots))
    rounds, gained, chances = 0, 1e9, mean
    while rounds < MOST_ROUNDS and gained > GOOD_ENOUGH * tree.scale:
        lib.rw_minimise(words.buffer_info()[0], AT_ONCE, regrets.buffer_info()[0], mean.buffer_info()[0])
        rounds += AT_ONCE
        chances = _shares(tree, mean)
        gained = lib.rw_exploitable(words.buffer_info()[0], chances.buffer_info()[0])
    found = {
        key: [round(chance, 6) for chance in chances[tree.slot[at] : tree.slot[at] + tree.answers[at]]]
        for key, at in tree.sets.items()
        if tree.answers[at] > 1
    }
    return Mixture(found, float(gained), rounds)


def _shares(tree: Tree, mean: array[float]) -> array[float]:
    """The means as chances; those that hardly ever occur are left out, as what is left of the first rounds."""
    found = array("d")
    for at in range(len(tree.sets)):
        some = mean[tree.slot[at] : tree.slot[at] + tree.answers[at]]
        total = sum(some)
        shares = [one / total if total else 1 / len(some) for one in some]
        shares = [share if share >= RARE else 0.0 for share in shares]
        found.extend(share / sum(shares) for share in shares)
    return found


def mixture_from(text: bytes) -> Mixture:
    """Read what was kept. Raises UnfitError if it is damaged."""
    try:
        data = json.loads(text)
        chances = {str(key): [float(chance) for chance in some] for key, some in data["chances"].items()}
        found = Mixture(chances, float(data["exploitable"]), int(data["rounds"]))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise UnfitError("it is damaged") from None
    if data.get("format") != FORMAT or data.get("version") != VERSION:
        raise UnfitError("it was made by another version of Rulewright")
    if any(min(some, default=-1) < 0 or not 0.99 < sum(some) < 1.01 for some in chances.values()):
        raise UnfitError("its chances are damaged")
    return found
