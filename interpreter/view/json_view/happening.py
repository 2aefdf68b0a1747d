"""Serialize the event log, as far as one seat may see it.

In: a State with a log and a player (None: a spectator). Out: EventJson objects. Layer: view. `after` counts the decisions
visible to this player, not those that were made: a secret decision leaves no gap.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.runtime import Deed, Event, State
from interpreter.runtime.python_engine import PythonEngine
from interpreter.runtime.tables import Keys
from interpreter.view.json_view.forms import EventJson, WhereJson

DECISION = "decision"


def event_forms(state: State, player: int | None, since: int = 0, decided: int = 0) -> list[EventJson]:
    """Serialize all events visible to the player; or those after the first `since` events, `decided` of which were decisions
    visible to the player."""
    table = state.engine.position
    return told_forms(table, table.events[since : table.events_known(player)], player, decided)


def told_forms(state: PythonEngine, events: Sequence[Event], player: int | None, decided: int = 0) -> list[EventJson]:
    found: list[EventJson] = []
    for event in events:
        text = event.told_to(player)
        if text:
            found.append(_form(state, event, text, decided, event.deed_for(player)))
            decided += event.kind == DECISION
    return found


def _form(state: PythonEngine, event: Event, text: str, decided: int, deed: Deed | None) -> EventJson:
    found: EventJson = {"kind": event.kind, "text": text, "after": decided}
    if deed is not None:
        _add(state, deed, found)
    return found


def _add(state: PythonEngine, deed: Deed, found: EventJson) -> None:
    names = state.player_names
    if deed.who is not None:
        found["who"] = names[deed.who]
    if deed.whom is not None:
        found["whom"] = names[deed.whom]
    if deed.kind and deed.things:
        found["things"] = [{"kind": deed.kind, "name": state.member_name(deed.kind, number)} for number in deed.things]
    elif deed.things:
        found["dice"] = list(deed.things)
    if deed.amount is not None:
        found["amount"] = deed.amount
    if deed.value:
        found["value"] = _where(state, deed.value, state.code.keep_by_name[deed.value].kinds, deed.keys)
    if deed.source is not None:
        found["source"] = _zone(state, deed.source)
    if deed.target is not None:
        found["target"] = _zone(state, deed.target)


def _zone(state: PythonEngine, number: int) -> WhereJson:
    found = state.code.zone_of[number]
    if found is None:
        return {"value": "", "keys": []}
    return _where(state, found.keep.name, found.keep.kinds, found.keys)


def _where(state: PythonEngine, name: str, kinds: tuple[str, ...], keys: Keys) -> WhereJson:
    named = [state.member_name(kind, key) for kind, key in zip(kinds, keys, strict=False)]
    return {"value": name, "keys": named}
