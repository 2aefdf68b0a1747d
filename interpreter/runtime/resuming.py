"""Resuming: a state from what was saved of it.

In: the dictionary of a save. Out: a state with the same future. Layer: runtime.
"""

from __future__ import annotations

from typing import Any

from interpreter.runtime.events import Event
from interpreter.runtime.naming import Misnamed, lay_by_names
from interpreter.runtime.state import State


class BadSave(Exception):
    """What was read is not a save of this game."""


def _fixed(value: Any) -> Any:
    """Lists from JSON as the tuples they were."""
    if isinstance(value, list):
        return tuple(_fixed(item) for item in value)
    return value


def restore(data: dict[str, Any], code: Any, game: Any) -> State:
    """A state from a save of the same rules."""
    try:
        names = [str(name) for name in data["players"]]
        people = [name for seat, name in enumerate(names) if seat not in data.get("automas", ())]
        state: State = game.table(len(people), int(data["seed"]), people, data["events"] is not None)
        if state.player_names != tuple(names):
            raise BadSave("this save does not fit the rules: other seats are played by them")
        lay_by_names(state, data["table"])
        state.stack = [[frame[1], *(_fixed(value) for value in frame[2:])] for frame in data["stack"]]
        state._decisions = [
            (one["asked"], _fixed(one["answer"]), one["free"], names.index(one["player"])) for one in data["decisions"]
        ]
        for name, value in data["machine"].items():
            setattr(state, name, _fixed(value))
        state.seats = tuple(seat for seat in range(state.count) if seat not in state.out)
        state.scores = dict(map(tuple, data["scores"]))
        now = data["options_now"]
        state.options = (
            range(*now["range"]) if isinstance(now, dict) else None if now is None else [_fixed(item) for item in now]
        )
        if data["events"] is not None:
            state.log = [Event(kind, text, _fixed(who), masked) for kind, text, who, masked in data["events"]]
    except Misnamed as error:
        raise BadSave(f"this save does not fit the rules: {error}") from error
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise BadSave("this is not a complete save") from error
    if not _fits(state, code):
        raise BadSave("this save does not fit the rules")
    return state


def _fits(state: State, code: Any) -> bool:
    """Could the rules have come to this? At least its sizes and numbers must be such as they make."""
    if any(not isinstance(frame[0], int) or not 0 <= frame[0] < len(code.BLOCKS) for frame in state.stack):
        return False
    if state.options is None:
        return bool(state.over)
    return bool(state.stack) and 0 <= state.site < len(code.SITES) and 0 <= state.actor < state.count
