"""Saves: serialize a state as JSON by names.

In: a state. Out: a dictionary of plain values; `resuming` reads it back. Layer: runtime. A save names its rules (fingerprint,
variants, options); it holds the table by names, the machine's stack, the generator and every decision. The table is read back
by these names, so values can be changed with an editor.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from interpreter.runtime.events import Deed, Event
from interpreter.runtime.hidden_questions import hidden_from
from interpreter.runtime.labels import option_name
from interpreter.runtime.position import FIELDS, Position
from interpreter.runtime.secret_turns import IMAGINED, one_place_each
from interpreter.runtime.table_by_names import table_by_names
from interpreter.runtime.tables import Frame, Made, Value

FORMAT = 2
MACHINE = tuple(name for name, found in FIELDS.items() if found.saved == "machine")


def save(state: Position) -> dict[str, Any]:
    held_back = [player for player in hidden_from(state) if player in state.last_seen]
    return {
        "seen_before": [[player, save(state.last_seen[player]), state.last_seen[player].told] for player in held_back],
        "before_secret": _in_secret(state, state.before_secret),
        "secret_opening": _in_secret(state, state.secret_opening),
        "own_turns": _own_turns(state),
        "format": FORMAT,
        "game": state.game.name,
        "fingerprint": state.game.fingerprint,
        "variants": list(state.game.chosen),
        "options": dict(state.game.option_values),
        "players": list(state.player_names),
        "automas": list(state.automas),
        "seed": state.seed,
        "decisions": [_decision(state, decision) for decision in state.made],
        "table": table_by_names(state),
        "stack": [_frame(state, frame) for frame in state.stack],
        "machine": {
            name: _plain(getattr(state, name)) for name in MACHINE
        },
        "scores": [[player, score] for player, score in state.scores.items()],
        "sheet": [[row, [[player, score] for player, score in column.items()]] for row, column in state.sheet.items()],
        "options_now": _options(state.options),
        "withheld": [_event(event) for event in state.withheld],
        "events": None if state.log is None else [_event(event) for event in state.log],
    }  # fmt: skip


def _in_secret(state: Position, earlier: Position | None) -> dict[str, Any] | None:
    """Save a table of the running `secretly each`."""
    return None if state.secret_turn_of is None or earlier is None else save(earlier)


def _own_turns(state: Position) -> list[Any]:
    """Save what players see of their turns in the running `secretly each`."""
    return [
        [player, None if began is None else save(began), save(one_place_each(shown, player))]
        for player, (began, shown) in (state.own_turns if state.secret_turn_of is not None else {}).items()
        if player != IMAGINED
    ]


def _decision(state: Position, decision: Made) -> dict[str, Any]:
    """Serialize one decision by names: player, question, rule and choice."""
    site, option = state.code.SITES[decision.site], decision.option
    if decision.free and isinstance(option, int):
        chosen = state.code.FREE[option].name
    else:
        chosen = option_name(state.code, decision.site, option)
    return {
        "player": state.player_names[decision.actor], "decision": site.name, "rule": site.rule, "choice": chosen,
        "free": decision.free, "asked": decision.site, "answer": _plain(option),
    }  # fmt: skip


def _event(event: Event) -> list[Any]:
    return [
        event.kind, event.text, _plain(event.audience), event.masked, _deed(event.deed), _deed(event.masked_deed), event.decision,
        _plain(event.told_before),
    ]  # fmt: skip


def _deed(deed: Deed | None) -> list[Any] | None:
    return None if deed is None else [_plain(getattr(deed, name.name)) for name in fields(deed)]


def _frame(state: Position, frame: Frame) -> list[Any]:
    return [state.code.BLOCK_ROUTINE[frame[0]], *(_plain(value) for value in frame)]


def _options(options: Sequence[Value] | None) -> Any:
    if isinstance(options, range):
        end = options.start + len(options) * options.step  # normalized: equal ranges are saved alike
        return {"range": [options.start, end, options.step]}
    return _plain(options)


def _plain(value: object) -> Any:
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value
