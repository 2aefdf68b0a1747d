"""Restore a state from a save.

In: the dictionary of a save. Out: a state with the same future, or SaveError. Layer: runtime. Anyone may have edited a save:
every field is validated (`saved_fields`), and the whole state is checked before it is returned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from interpreter.runtime import saved_fields as read
from interpreter.runtime.events import Deed, Event
from interpreter.runtime.faults import Fault
from interpreter.runtime.python_engine import PythonEngine
from interpreter.runtime.saved_fields import UnfitError
from interpreter.runtime.secret_turns import as_it_was_shown
from interpreter.runtime.table_by_names import MisnamedError, lay_by_names
from interpreter.runtime.tables import Made

DAMAGE = (
    KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError, RecursionError, AssertionError,
)  # fmt: skip
MAX_LOOKED_AT = 20  # choices rendered as a check


class SaveError(Exception):
    """The data is not a save of this game."""


class Tables(Protocol):
    """Makes the fresh table for a resumed game."""

    def fresh_position(self, players: int, seed: int, names: Sequence[str], events: bool) -> PythonEngine: ...


def restore(data: Mapping[str, Any], game: Tables) -> PythonEngine:
    """Restore a state from a save of the same rules."""
    try:
        state = _read(data, game)
    except MisnamedError as error:
        raise SaveError(f"this save does not fit the rules: {error}") from error
    except (UnfitError, *DAMAGE) as error:
        raise SaveError("this save is incomplete, or somebody has edited it") from error
    if not _holds_together(state):
        raise SaveError("this save does not fit the rules")
    return state


def people_and_seed(data: Mapping[str, Any]) -> tuple[list[str], int]:
    """Return the names of the human players and the seed of a save.

    Automas belong to the rules. UnfitError if either is missing."""
    automas = read.listed(data.get("automas", []))
    people = [name for seat, name in enumerate(read.names(data.get("players"))) if seat not in automas]
    return people, read.seed(data.get("seed"))


def _read(data: Mapping[str, Any], game: Tables) -> PythonEngine:
    people, seed = people_and_seed(data)
    state = game.fresh_position(len(people), seed, people, data["events"] is not None)
    names = list(state.player_names)
    if names != data["players"]:
        raise SaveError("this save does not fit the rules: they play other seats")
    lay_by_names(state, read.table(data["table"]))
    state.stack = [read.frame(state, frame) for frame in read.listed(data["stack"])]
    for name, value in read.machine(state, data["machine"]).items():
        setattr(state, name, value)
    state.seats = tuple(seat for seat in range(state.count) if seat not in state.out)
    state.decided = [_decision(state, names, one) for one in read.listed(data["decisions"])]
    state.scores = _column(state, data["scores"])
    state.sheet = {read.words(row): _column(state, column) for row, column in read.listed(data.get("sheet", []))}
    state.options = read.options(state, data["options_now"])
    for who, shadow, told in read.listed(data.get("seen_before", [])):
        player = None if who is None else read.seat(state, who)
        state.last_seen[player] = _read(read.table(shadow), game)
        state.last_seen[player].told = read.whole(told, 0)
    state.before_secret, state.secret_opening = (
        None if data.get(name) is None else _read(read.table(data[name]), game)
        for name in ("before_secret", "secret_opening")
    )
    state.own_turns = {
        player: _own_turn(game, before, player, began, shown)
        for player, began, shown in read.listed(data.get("own_turns", []))
        if (before := state.before_secret) is not None and read.seat(state, player) == player
    }
    state.withheld = tuple(_event(state, event) for event in read.listed(data.get("withheld", [])))
    if data["events"] is not None:
        state.log = [_event(state, event) for event in read.listed(data["events"])]
    return state


def _own_turn(
    game: Tables, before: PythonEngine, player: int, began: object, shown: object
) -> tuple[PythonEngine | None, PythonEngine]:
    start = None if began is None else _read(read.table(began), game)
    return start, as_it_was_shown(_read(read.table(shown), game), before, player)


def _column(state: PythonEngine, data: object) -> dict[int, int]:
    return {read.seat(state, who): read.whole(score) for who, score in read.listed(data)}


def _decision(state: PythonEngine, names: list[str], data: Mapping[str, Any]) -> Made:
    site, free = read.whole(data["asked"], 0, len(state.code.SITES) - 1), read.yes_no(data["free"])
    answer = read.free_action(state, data["answer"]) if free else read.option(state, site, data["answer"])
    return Made(site, answer, free, names.index(data["player"]))


def _event(state: PythonEngine, data: object) -> Event:
    kind, text, audience, masked, deed, masked_deed, decision, *rest = read.listed(data)
    who = None if audience is None else read.seats(state, audience)
    told_before = read.seats(state, rest[0]) if rest else ()  # not in saves of earlier versions
    told = read.event_kind(kind), read.words(text), who, read.words(masked)
    return Event(*told, _deed(state, deed), _deed(state, masked_deed), read.whole(decision, 0), told_before)


def _deed(state: PythonEngine, data: object) -> Deed | None:
    if data is None:
        return None
    who, whom, kind, things, amount, value, keys, source, target = read.listed(data)
    one, other = (None if player is None else read.seat(state, player) for player in (who, whom))
    numbers = tuple(_thing(state, read.words(kind), thing) for thing in read.listed(things))
    here, there = (None if place is None else read.whole(place, 0, state.code.LISTS - 1) for place in (source, target))
    if value and value not in state.code.keep_by_name:
        raise UnfitError(value)
    own = tuple(read.whole(key, 0) for key in read.listed(keys))
    much = None if amount is None else read.whole(amount)
    return Deed(one, other, read.words(kind), numbers, much, read.words(value), own, here, there)


def _thing(state: PythonEngine, kind: str, number: object) -> int:
    return read.member(state, kind, number) if kind else read.whole(number)


def _holds_together(state: PythonEngine) -> bool:
    """Is the state consistent?

    Either the game is over, or a question is open and every view works."""
    if state.options is None or state.over:
        return state.over and state.options is None
    if not state.stack or state.site < 0 or state.actor < 0 or not (state.options or state.free):
        return False
    try:
        _look(state)
    except (Fault, *DAMAGE):
        return False
    return True


def _look(state: PythonEngine) -> None:
    """Render everything that a table shows, and try the first answer.

    After that only a rule may fail."""
    for player in (None, *range(state.count)):
        state.view(player)
    request = state.request
    assert request is not None
    _ = (request.prompt, request.refused, request.low, request.high, state.used)
    _ = [choice.label for choice in request.choices[:MAX_LOOKED_AT]]
    following = state.clone()
    try:
        following.choose(request.choices[0])
    except Fault:  # a rule fails right after the save: the player will see it
        return
