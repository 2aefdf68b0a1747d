"""Twins for bots: two tables that look alike to the player who is asked, so that a bot there must decide alike.

`played` goes on from a question that is answered in secret, once with one answer and once with another, by the same decisions,
until somebody else is asked. `arranged` changes at the table what the one who is asked cannot see: cards change places, amounts
become others, somebody has something or nothing. Only pairs count whose view, log, save and question are the same. `told_apart`
says what differs in spite of that: in the tables that a bot imagines, or in what it decides.
"""

from __future__ import annotations

import json
import random
from array import array
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from typing import Any

from interpreter import Game, State
from interpreter.ir.types import ListOf, Maybe, Number, Of, Type, YesNo
from interpreter.runtime.hidden_questions import hidden_from
from interpreter.runtime.tables import Keep, Keys, Value, kind_in
from interpreter.runtime.visibility import live_keys, sees
from interpreter.tools.bots import bot_of
from interpreter.tools.learn import keeping
from interpreter.tools.learn.keeping import inputs_for
from interpreter.tools.learn.model import Model, Weights
from tests.support.twins import DECLINES, UNFIT, eagerly, known, least

FOLLOWED = 12  # decisions after an answer in secret
EXTRA = 6  # questions that only one of two twins puts to the one who answered
ANSWERS = 2  # other answers that are tried at each question
BOTS, LEARNED = ("greedy:2", "search:12"), "learned:2"
SEEDS = range(3)


@dataclass(frozen=True)
class Pair:
    """Two tables that the player cannot tell apart, and why they are two."""

    one: State
    twin: State
    player: int
    about: str


def pairs(game: Game, players: int, seed: int, decisions: int, most: int) -> Iterator[Pair]:
    """Twins along one game by chance; of each question and each thing that is hidden only so many."""
    chance = random.Random(seed)
    state = game.start(players=players, seed=seed)
    seen: dict[str, int] = {}
    for _ in range(decisions):
        if state.request is None:
            return
        for pair in (*played(state, chance), *arranged(state, chance)):
            seen[pair.about] = seen.get(pair.about, 0) + 1
            if seen[pair.about] <= most:
                yield pair
        try:
            state.choose(eagerly(state, chance))
        except UNFIT:
            return


def log_and_view(state: State, player: int) -> Any:
    """All that the player gets. Of what happened also which things it was about: of two cards with the same title, which."""
    deeds = [event.deed_for(player) for event in state.events[: state.inspect.events_known(player)]]
    return known(state, player), deeds


# ---------------------------------------------------------------- another answer


def played(state: State, chance: random.Random) -> Iterator[Pair]:
    """The one who is asked answers in secret; later somebody else is asked, who cannot know what the answer was."""
    request = state.request
    if request is None or not (
        state.engine.position.code.SITES[state.engine.position.site].private or hidden_from(state.engine.position)
    ):
        return
    about = f"{request.rule}/{request.name} is answered differently"
    names = [choice.name for choice in request.choices[:200]]
    nothing = [name for name in names if name in DECLINES]
    something = [name for name in names if name not in DECLINES]
    chosen = [*nothing[:1], *chance.sample(something, min(len(something), ANSWERS))]
    for name in chosen[1:]:
        with suppress(*UNFIT):
            yield from followed(after(state, chosen[0]), after(state, name), state.engine.position.actor, about, chance)


def after(state: State, name: str) -> State:
    copy = state.clone()
    copy.choose(name)
    return copy


def followed(one: State, twin: State, owner: int, about: str, chance: random.Random) -> Iterator[Pair]:
    for _ in range(FOLLOWED):
        settle(one, twin, owner, chance)
        if (
            one.request is None
            or twin.request is None
            or (one.engine.position.site, one.engine.position.actor)
            != (twin.engine.position.site, twin.engine.position.actor)
        ):
            return
        player = one.engine.position.actor
        if player != owner:
            if log_and_view(one, player) != log_and_view(twin, player):
                return
            if len(one.request.choices) > 1:
                yield Pair(one.clone(), twin.clone(), player, about)
        others = {choice.name for choice in twin.request.choices[:200]}
        names = [choice.name for choice in one.request.choices[:200] if choice.name in others]
        if not names:
            return
        name = chance.choice(names)
        one.choose(name)
        twin.choose(name)


def settle(one: State, twin: State, owner: int, _chance: random.Random) -> None:
    """What is asked only in one of them, of the one who answered, is answered there."""
    for _ in range(EXTRA):
        if (one.engine.position.site, one.engine.position.actor) == (
            twin.engine.position.site,
            twin.engine.position.actor,
        ):
            return
        ahead = next(
            (state for state in (one, twin) if state.request is not None and state.engine.position.actor == owner), None
        )
        name = None if ahead is None else least(ahead)
        if ahead is None or name is None:
            return
        ahead.choose(name)


# ---------------------------------------------------------------- another table


def arranged(state: State, chance: random.Random) -> Iterator[Pair]:
    """What the one who is asked cannot see is different at the table, one thing at a time."""
    player = state.engine.position.actor
    if state.choice_count < 2:
        return
    for keep in state.engine.position.code.KEEPS:
        hidden = [
            keys
            for keys in live_keys(state.engine.position, keep.kinds)
            if not sees(state.engine.position, keep, keys, player)
        ]
        if keep.is_grid or not hidden or keep.height_of is not None:
            continue
        twin = state.clone()
        for keys in hidden:
            _change(twin, keep, keys, player, chance)
        with suppress(*UNFIT):
            if twin.inspect.key() == state.inspect.key() or asks_about(state, keep, hidden):
                continue
            tables = ((twin, state), (in_the_open(twin), in_the_open(state)))
            if all(log_and_view(one, player) == log_and_view(other, player) for one, other in tables):
                yield Pair(state.clone(), twin, player, f"{keep.name} is different")


def in_the_open(state: State) -> State:
    """As if the table were seen as it is in `secretly each`: what is different there must have been so before."""
    copy = state.clone()
    copy.engine.position.before_secret = None
    return copy


def asks_about(state: State, keep: Keep, hidden: list[Keys]) -> bool:
    """Cards that lie face down in front of the one who chooses among them: which they are was worked out already."""
    if not keep.is_zone or state.engine.position.code.SITES[state.engine.position.site].kind != keep.card:
        return False
    there = {card for keys in hidden for card in state.engine.position.lists[keep.at(keys)]}
    return any(option in there for option in state.engine.position.options or () if option is not None)


def _change(twin: State, keep: Keep, keys: Keys, player: int, chance: random.Random) -> None:
    if keep.is_zone:
        for index in range(len(twin.engine.position.lists[keep.at(keys)])):
            exchange(twin, keep.card, (keep.at(keys), index), player, chance)
    elif any(
        sees(twin.engine.position, keep, keys, other) for other in range(twin.engine.position.count)
    ):  # what nobody sees is the rules' own
        cell = keep.at(keys)
        twin.engine.position.cells[cell] = other_value(twin, keep.type, twin.engine.position.cells[cell], chance)


Spot = tuple[int, int]  # a pile, and a place in it


def exchange(twin: State, kind: str, spot: Spot, player: int, chance: random.Random) -> None:
    """A card changes places with another one, of which the player does not know where it lies either. What is kept about a
    card and the player does not see is kept about the other one: it belongs to the place. A card of which a value tells the
    player stays in its pile."""
    elsewhere = [other for other in _unknown_spots(twin, kind, player) if other != spot]
    if spot not in _unknown_spots(twin, kind, player) or not elsewhere:
        return
    shown = _shown(twin, kind, player)
    other = chance.choice(elsewhere)
    own, theirs = (twin.engine.position.lists[zone][index] for zone, index in (spot, other))
    if spot[0] != other[0] and {own, theirs} & shown:
        return
    twin.engine.position.lists[spot[0]][spot[1]], twin.engine.position.lists[other[0]][other[1]] = theirs, own
    base = twin.engine.position.code.base(kind)
    twin.engine.position.cells[base + own], twin.engine.position.cells[base + theirs] = other[0], spot[0]
    for keep in twin.engine.position.code.KEEPS:
        if keep.kinds.count(kind) == 1 and not keep.is_zone:
            place = keep.kinds.index(kind)
            for keys in live_keys(twin.engine.position, keep.kinds):
                mirrored = (*keys[:place], theirs, *keys[place + 1 :])
                if (
                    keys[place] == own
                    and not sees(twin.engine.position, keep, keys, player)
                    and not sees(twin.engine.position, keep, mirrored, player)
                ):
                    one, two = keep.at(keys), keep.at(mirrored)
                    cells = twin.engine.position.cells
                    cells[one], cells[two] = cells[two], cells[one]


def _unknown_spots(state: State, kind: str, player: int) -> list[Spot]:
    base, known_to = state.engine.position.code.base(kind), state.engine.position.known or {}
    return [
        (zone, index)
        for zone, found in enumerate(state.engine.position.code.zone_of)
        if found is not None
        and not found.keep.is_grid
        and found.keep.card == kind
        and not sees(state.engine.position, *found, player)
        for index, card in enumerate(state.engine.position.lists[zone])
        if card is not None and not known_to.get(base + card, 0) >> player & 1
    ]


def _shown(state: State, kind: str, player: int) -> set[Value]:
    """Cards that a value tells the player about."""
    found: set[Value] = set()
    for keep in state.engine.position.code.KEEPS:
        if not keep.is_zone and kind_in(keep.type) == kind:
            for keys in live_keys(state.engine.position, keep.kinds):
                value = state.engine.position.cells[keep.at(keys)]
                if sees(state.engine.position, keep, keys, player):
                    found.update(value if isinstance(value, tuple) else (value,))
    return found - {None}


def other_value(state: State, type_: Type, value: Value, chance: random.Random) -> Value:
    match type_:
        case Maybe(inner):
            return None if value is not None else other_value(state, inner, 0, chance)
        case Of(kind):
            return chance.randrange(
                state.engine.position.count if kind == "player" else state.engine.position.code.size(kind)
            )
        case ListOf(inner) if isinstance(value, tuple):
            return (*value[1:], *(other_value(state, inner, 0, chance) for _ in range(chance.randint(0, 2))))
        case YesNo():
            return not value
        case Number() if isinstance(value, int):
            return value // 2 if value > 1 and chance.random() < 0.5 else value + 1
        case _:
            return value


# ---------------------------------------------------------------- told apart


def told_apart(pair: Pair, bots: bool = True) -> str | None:
    """What a bot can make of the difference that its player does not see; None: nothing."""
    for seed in SEEDS:
        mine, theirs = (imagined(state, pair.player, seed) for state in (pair.one, pair.twin))
        if mine != theirs:
            differing = sorted(name for name in mine if mine[name] != theirs[name])
            return f"{pair.about}: seat {pair.player} imagines two tables: {_first(mine, theirs, differing)}"
    learned = [(LEARNED, "native")] if knows(pair.one) else []
    for words, engine in [*product(BOTS, ("python", "native")), *learned] if bots else ():
        answers = [decided(state, words, engine) for state in (pair.one, pair.twin)]
        if answers[0] != answers[1]:
            return f"{pair.about}: {words} of seat {pair.player} decides {answers[0]} and {answers[1]} in {engine}"
    return None


def teach(game: Game, seats: int) -> None:
    """Give the learned bot of a game weights by chance: it looks at everything, and a difference anywhere moves its choice."""
    inputs, chance = inputs_for(game), random.Random(1)
    weights = Weights.empty(len(inputs.names))
    for part in (weights.scale, weights.linear, weights.first, weights.second):
        part[:] = array(
            "f", [chance.uniform(0.1, 1.0) * (1 if part is weights.scale else chance.choice((-1, 1))) for _ in part]
        )
    keeping._MODELS.setdefault(game, {})[seats, 0] = Model(inputs, weights)


def knows(state: State) -> bool:
    """Whether the learned bot has something to play by in this game."""
    game = state.seat(0).rules
    return isinstance(game, Game) and (len(state.player_names), 0) in keeping._MODELS.get(game, {})


def imagined(state: State, player: int, seed: int) -> dict[str, Any]:
    """All that there is to read of a table that was dealt anew."""
    table = state.inspect.redealt(player, seed)
    saved: dict[str, Any] = json.loads(json.dumps(table.save(), default=str))
    return {**saved, "position": repr(table.inspect.key()), "generator": table.engine.position.random}


def decided(state: State, words: str, engine: str) -> str:
    maker = bot_of(words)
    assert maker is not None
    assert state.request is not None
    answer = maker(5)(state.request, state.seat(state.engine.position.actor, engine))
    return str(answer if isinstance(answer, int) else answer.name)


def _first(mine: Any, theirs: Any, differing: list[str]) -> str:
    """Where they differ, by the words of a save."""
    name = differing[0]
    one, other = mine[name], theirs[name]
    while isinstance(one, dict) and isinstance(other, dict):
        inner = next((key for key in one if one[key] != other.get(key)), None)
        if inner is None:
            break
        name, one, other = f"{name}, {inner}", one[inner], other.get(inner)
    return f"{name} is {str(one)[:200]} and {str(other)[:200]} ({', '.join(differing)})"
