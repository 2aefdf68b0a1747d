"""Find moments worth telling in games that bots played.

In: a game. Out: what happened in one turn and at the end, with the table before and after. Layer: tools. The same game gives the
same example: nothing depends on how fast the machine is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import interpreter
from interpreter.tools.bots import Bot, only_bots
from interpreter.tools.rulebook.plain import sentence_of

if TYPE_CHECKING:
    from interpreter import Game, State

SEED = 7
SEEDS = (7, 8, 9)
LONGEST = 240  # decisions that are played in search of a moment
TO_THE_END = 2500
SHORT = 60  # decisions of a whole game up to which its players think before they move
WANTED = 7  # events
ENOUGH, TOO_MANY = 3, 12
AT_THE_END = 12
CHOICES = "decision"
GOOD, QUICK = "greedy:2", "eager"


@dataclass(frozen=True)
class Moment:
    before: State
    after: State
    events: tuple[str, ...]


def moment(game: Game) -> Moment | None:
    """Return the most telling turn of a few games.

    Several things happen, it changes the table, and a rule is used for it."""
    found = [best for seed in SEEDS if (best := _best(game, seed)) is not None]
    return max(found, key=lambda one: one[0])[1] if found else None


def _best(game: Game, seed: int) -> tuple[float, Moment] | None:
    state, players = _seated(game, seed)
    best: tuple[float, Moment] | None = None
    while state.request is not None and state.decisions < LONGEST:
        before, since = state.clone(), state.inspect.events_known(None)
        who = state.request.player
        actions = _play_while(state, players, who)
        told = _told(state, since)
        if ENOUGH <= len(told) <= TOO_MANY and state.request is not None:
            worth = _worth(told, before.decisions) + 2 * actions
            if best is None or worth > best[0]:
                best = worth, Moment(before, state.clone(), told)
    return best


def _seated(game: Game, seed: int) -> tuple[State, list[Bot]]:
    state = game.start(seed=seed)
    word = GOOD if _is_short(game) else QUICK
    return state, only_bots([word] * len(state.player_names), seed)


@lru_cache(maxsize=8)
def _is_short(game: Game) -> bool:
    state = game.start(seed=SEED)
    players = only_bots([QUICK] * len(state.player_names), SEED)
    while state.request is not None and state.decisions <= SHORT:
        _decide(state, players)
    return state.request is None


def _decide(state: State, players: list[Bot]) -> None:
    assert state.request is not None
    who = state.request.player
    state.choose(players[who](state.request, state.seat(who)))


def _play_while(state: State, players: list[Bot], who: int) -> int:
    """Play on for as long as the same player decides.

    Return the number of choices that were more than a yes."""
    actions = 0
    while (request := state.request) is not None and request.player == who and state.decisions < LONGEST:
        actions += len(request.choices) > 1
        _decide(state, players)
    return min(actions, 2)


@lru_cache(maxsize=8)
def _whole(game: Game) -> tuple[State, int] | None:
    """Play one game to its end.

    Return it with the number of events that were known before its last decision."""
    state, players = _seated(game, SEED)
    since = 0
    while state.request is not None:
        if state.decisions >= TO_THE_END:
            return None
        since = state.inspect.events_known(None)
        _decide(state, players)
    return state, since


def ending(game: Game) -> Moment | None:
    """Return what was told at the end of a game; None if it would be too long to play."""
    found = _whole(game)
    if found is None:
        return None
    state, since = found
    told = _told(state, since)
    return Moment(state, state, told[-AT_THE_END:])


def winners(state: State) -> list[str]:
    result = interpreter.view_form(state, None)["result"]
    return list(result["winners"]) if result is not None else []


def final(game: Game) -> State:
    """Play on to where the table is full enough for a picture."""
    state = game.start(seed=SEED)
    players = only_bots([QUICK] * len(state.player_names), SEED)
    while state.request is not None and state.decisions < LONGEST:
        _decide(state, players)
    return state


def _told(state: State, since: int) -> tuple[str, ...]:
    """Return what was told of this turn: of a decision only if nothing else tells it."""
    events = interpreter.event_forms(state, None, since)
    told = [event["text"] for event in events if event["kind"] != CHOICES]
    if len(told) < ENOUGH:
        told = [event["text"] for event in events]
    return tuple(dict.fromkeys(sentence_of(text) for text in told))


def _worth(told: tuple[str, ...], decisions: int) -> float:
    """Score a turn: of the wanted length, varied, with the game on its way."""
    beginnings = len({" ".join(text.split()[1:3]) for text in told})
    return beginnings - abs(len(told) - WANTED) / 2 + min(decisions, 40) / 20
