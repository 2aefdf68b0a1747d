"""Find moments worth telling in games that bots played.

In: a game. Out: what happened in one turn and at the end, with the table before and after. Layer: tools. The bots think ahead
where the game is short or plays in C; elsewhere they take what looks useful, so that a book is never long in the making.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

import interpreter
from interpreter.tools.bots import Bot, only_bots
from interpreter.tools.rulebook.plain import sentence_of

if TYPE_CHECKING:
    from interpreter import Game, State
    from interpreter.runtime.tables import Made

SEED = 7
SEEDS = (7, 8, 9)
LONGEST = 240  # decisions that are played in search of a moment
TO_THE_END = 2500
SHORT = 60  # decisions of a whole game up to which its players think before they move
WANTED = 9  # events
ENOUGH, TOO_MANY = 3, 18
LONGEST_TURN = 40  # decisions
LOOKED_AT = 8  # turns whose pictures are compared
AT_THE_END = 12
CHOICES = "decision"
IN_C, GOOD, QUICK = "search:400", "greedy:2", "eager"
MENUS = ("action", "way")  # questions with which a turn begins
ONLY_CHOSEN = re.compile(r"^\S+: | chooses | passes")
Asked = tuple[str, str]  # a rule, and its question


@dataclass(frozen=True)
class Moment:
    before: State
    after: State
    events: tuple[str, ...]


@dataclass(frozen=True)
class Point:
    """A table at which somebody is asked."""

    state: State
    known: int  # events
    asked: Asked
    player: int
    is_free: bool  # there is more than one answer
    depth: int  # of the rules that are running: a question of a turn is asked further out than those inside it


def moment(game: Game, is_seen: Callable[[State, State], bool] | None = None) -> Moment | None:
    """Return the most telling turn of a few games, if possible one that is seen.

    Several things happen, to several players, and a rule is used for it."""
    found = sorted((one for seed in SEEDS for one in _turns(game, seed)), key=lambda one: -one[0])
    best = [one for _, one in found[:LOOKED_AT]]
    seen = (one for one in best if is_seen is not None and is_seen(one.before, one.after))
    return next(seen, best[0] if best else None)


def _turns(game: Game, seed: int) -> list[tuple[float, Moment]]:
    """List the turns of a game, each with its worth."""
    points = _points(game, seed)
    outermost = min((point.depth for point in points), default=0)
    found = []
    for number, point in enumerate(points):
        for end in _ends(points, number):
            told = _told(points[end].state, point.known)
            if ENOUGH <= len(told) <= TOO_MANY:
                chosen = sum(one.is_free for one in points[number:end])
                worth = _worth(told, point.state.player_names, number) + 2 * min(chosen, 2) + outermost - point.depth
                worth += 3 * (point.asked[1] in MENUS)
                found.append((worth, Moment(point.state, points[end].state, told)))
    return found


def _points(game: Game, seed: int) -> list[Point]:
    """Play the beginning of a game again, and keep each table on the way."""
    state = game.start(seed=seed)
    found = []
    for made in _decisions(game, seed)[:LONGEST]:
        if (request := state.request) is None:
            break
        known = state.inspect.events_known(None)
        free, depth = len(request.choices) > 1, len(state.engine.position.stack)
        found.append(Point(state.clone(), known, (request.rule, request.name), request.player, free, depth))
        state.engine.position.decide(made.option, made.free)
    return found


def _ends(points: Sequence[Point], first: int) -> Iterator[int]:
    """Find where the same is asked again, after each act and after the turn."""
    start = points[first]
    for number in range(first + 1, min(first + LONGEST_TURN, len(points))):
        if points[number].depth < start.depth:
            return
        if points[number].asked == start.asked:
            yield number
            if points[number].player != start.player:
                return


@lru_cache(maxsize=32)
def _decisions(game: Game, seed: int) -> tuple[Made, ...]:
    """Let bots play a game; the one whose end is told is played to its end."""
    in_c = game.native_ready()
    state = game.start(seed=seed, events=False, engine="native" if in_c else "python")
    players = only_bots([_bot(game, in_c)] * len(state.player_names), seed)
    most = TO_THE_END if seed == SEED else LONGEST
    while state.request is not None and state.decisions < most:
        _decide(state, players)
    return tuple(state.engine.position.made)


def _bot(game: Game, in_c: bool) -> str:
    """Name the best bot that a book has the time for."""
    return IN_C if in_c else GOOD if _is_short(game) else QUICK


def prefers_c(game: Game) -> bool:
    """Whether bots would play better for the book if the game was compiled."""
    return not game.native_ready() and not game.runs_in_python_because and not _is_short(game)


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


def ending(game: Game) -> Moment | None:
    """Return what was told at the end of a game; None if it would be too long to play."""
    state, since = _played_again(game, TO_THE_END)
    if state.request is not None:
        return None
    return Moment(state, state, _told(state, since)[-AT_THE_END:])


def final(game: Game) -> State:
    """Play on to where the table is full enough for a picture."""
    return _played_again(game, LONGEST)[0]


def _played_again(game: Game, most: int) -> tuple[State, int]:
    """Return a table of the game, and how many events preceded its last decision."""
    state, since = game.start(seed=SEED), 0
    for made in _decisions(game, SEED)[:most]:
        since = state.inspect.events_known(None)
        state.engine.position.decide(made.option, made.free)
    return state, since


def winners(state: State) -> list[str]:
    result = interpreter.view_form(state, None)["result"]
    return list(result["winners"]) if result is not None else []


def _told(state: State, since: int) -> tuple[str, ...]:
    """Return what was told of this turn: of decisions only if little else is told."""
    events = interpreter.event_forms(state, None, since)
    told = [event["text"] for event in events if event["kind"] != CHOICES]
    if len(told) < ENOUGH:
        told = [event["text"] for event in events]
    return tuple(sentence_of(text) for text, _ in groupby(told))


def _worth(told: tuple[str, ...], players: Sequence[str], decisions: int) -> float:
    """Score a turn: of the wanted length, varied, with several players."""
    sorts = {tuple(word for word in text.split()[1:] if word.islower() and word not in players) for text in told}
    people = sum(any(name in text.casefold() for text in told) for name in players)
    only_chosen = sum(bool(ONLY_CHOSEN.search(text)) for text in told)
    return 1.5 * len(sorts) + people - 2 * only_chosen - abs(len(told) - WANTED) / 2 + min(decisions, 40) / 20
