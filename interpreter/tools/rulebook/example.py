"""Find a moment worth telling in a game that bots played.

In: a game. Out: what happened in one turn, with the table before and after. Layer: tools. The same game gives the same example.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

import interpreter
from interpreter.tools.rulebook.plain import sentence_of

if TYPE_CHECKING:
    from interpreter import Game, State

SEED = 7
LONGEST = 240  # decisions that are played in search of a moment
WANTED = 8  # events
ENOUGH, TOO_MANY = 3, 14
CHOICES = "decision"


@dataclass(frozen=True)
class Moment:
    before: State
    after: State
    events: tuple[str, ...]


def moment(game: Game) -> Moment | None:
    """Play a game and return its most telling turn: several things happen, and the table has changed."""
    state, chance = game.start(seed=SEED), random.Random(SEED)
    best: tuple[float, Moment] | None = None
    while state.request is not None and state.decisions < LONGEST:
        before, since = state.clone(), len(interpreter.event_forms(state, None))
        who = state.request.player
        _play_while(state, chance, who)
        told = _told(state, since)
        if ENOUGH <= len(told) <= TOO_MANY:
            worth = _worth(told, before.decisions)
            if best is None or worth > best[0]:
                best = worth, Moment(before, state.clone(), told)
    return best[1] if best is not None else None


def _play_while(state: State, chance: random.Random, who: int) -> None:
    """Play on for as long as the same player decides."""
    while (request := state.request) is not None and request.player == who and state.decisions < LONGEST:
        state.take(chance.randrange(len(request.choices)))


def final(game: Game) -> State:
    """Play on to where the table is full enough for a picture."""
    state, chance = game.start(seed=SEED), random.Random(SEED)
    while state.request is not None and state.decisions < LONGEST:
        state.take(chance.randrange(len(state.request.choices)))
    return state


def _told(state: State, since: int) -> tuple[str, ...]:
    """Return what was told of this turn: of a decision only if nothing else tells it."""
    events = interpreter.event_forms(state, None)[since:]
    told = [event["text"] for event in events if event["kind"] != CHOICES]
    if len(told) < ENOUGH:
        told = [event["text"] for event in events]
    return tuple(dict.fromkeys(sentence_of(text) for text in told))


def _worth(told: tuple[str, ...], decisions: int) -> float:
    """Prefer turns of the wanted length, with different things in them, when the game is on its way."""
    beginnings = len({" ".join(text.split()[1:3]) for text in told})
    return beginnings - abs(len(told) - WANTED) / 2 + min(decisions, 40) / 20
