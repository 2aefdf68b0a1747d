"""Saves: a state as JSON by names.

In: a state. Out: a dictionary of plain values; `resuming` reads it back. Layer: runtime. A save names the rules it was made under
(fingerprint, variants, options); it holds the table by names, where the rules are, the generator and every decision. The
table is read back by these names: who knows the game can change a value with an editor.
"""

from __future__ import annotations

from typing import Any

from interpreter.runtime.labels import option_name
from interpreter.runtime.naming import table_by_names

FORMAT = 2


def save(state: Any) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "game": state.game.name,
        "fingerprint": state.game.fingerprint,
        "variants": list(state.game.chosen),
        "options": dict(state.game.option_values),
        "players": list(state.player_names),
        "automas": list(state.automas),
        "seed": state.seed,
        "decisions": [_decision(state, *decision) for decision in state._decisions],
        "table": table_by_names(state),
        "stack": [_frame(state, frame) for frame in state.stack],
        "machine": {
            name: _plain(getattr(state, name))
            for name in ("random", "chance_count", "site", "actor", "asking", "answer", "value", "over", "winners", "out",
                         "timers", "regions", "tried", "stamp", "veil", "touched", "free", "rejected")
        },
        "scores": [[player, score] for player, score in state.scores.items()],
        "options_now": _options(state.options),
        "events": None if state.log is None else [[e.kind, e.text, _plain(e.audience), e.masked] for e in state.log],
    }  # fmt: skip


def _decision(state: Any, site: int, option: Any, free: bool, actor: int) -> dict[str, Any]:
    """One decision by names: who decided what, in which rule, and how."""
    name, rule = state.code.SITES[site][:2]
    chosen = state.code.FREE[option][0] if free else option_name(state.code, site, option)
    found = {"player": state.player_names[actor], "decision": name, "rule": rule, "choice": chosen, "free": free}
    return {**found, "asked": site, "answer": _plain(option)}


def _frame(state: Any, frame: list[Any]) -> list[Any]:
    return [state.code.BLOCK_ROUTINE[frame[0]], *(_plain(value) for value in frame)]


def _options(options: Any) -> Any:
    if isinstance(options, range):
        return {"range": [options.start, options.stop, options.step]}
    return _plain(options)


def _plain(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value
