"""Findings: a rule that fails, with the decisions that lead to it.

In: a Game, a seed and the indices of the choices taken. Out: a Finding, and a scenario that reproduces it.
Layer: tools.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import interpreter

if TYPE_CHECKING:
    from pathlib import Path

    from interpreter import Decision, Game, State


@dataclass(frozen=True, slots=True)
class Finding:
    """A defect: a fault, a broken `always`, no choices, or no end (R0809)."""

    code: str
    message: str
    stack: tuple[str, ...]
    players: int
    seed: int
    taken: tuple[int, ...]  # indices of the choices taken, in order

    @property
    def same(self) -> tuple[object, ...]:
        """Key for deduplication: the same error in the same rule."""
        return (self.code, self.stack[:1])


def replayed(game: Game, players: int, seed: int, numbers: Sequence[int]) -> tuple[State | None, Finding | None]:
    """Replay choices, each modulo the number of choices now offered.

    Return the state and what goes wrong, if anything."""
    state: State | None = None
    taken: list[int] = []
    try:
        state = game.start(players, seed, events=False)
        state.engine.hold_always()
        for number in numbers:
            request = state.request
            if request is None:
                return state, None
            taken.append(number % len(request.choices))
            state.take(taken[-1])
    except interpreter.Fault as fault:
        return state, found(fault, players, seed, taken)
    return state, None


def found(fault: interpreter.Fault, players: int, seed: int, taken: Sequence[int]) -> Finding:
    return Finding(fault.code, fault.message, tuple(fault.stack), players, seed, tuple(taken))


def as_values(finding: Finding, file: Path | None = None) -> dict[str, object]:
    """Return plain values for JSON; `file`: the scenario that shows it."""
    return {
        "code": finding.code, "message": finding.message, "stack": list(finding.stack), "players": finding.players,
        "seed": finding.seed, "choices": list(finding.taken), "scenario": str(file) if file is not None else None,
    }  # fmt: skip


def scenario_text(game: Game, finding: Finding, variants: Sequence[str], options: Sequence[tuple[str, object]]) -> str:
    """Write a scenario that makes these decisions and fails until the defect is fixed."""
    state = game.start(finding.players, finding.seed)
    names = state.player_names
    made = _decisions(state, finding.taken)
    lines = [
        f'scenario "{_plain(finding.message)}"',
        f"  players {', '.join(names)}",
        *([f"  variants {', '.join(_variant(variant) for variant in variants)}"] if variants else []),
        *(f"  option {name} is {value}" for name, value in options),
        f"  seed {finding.seed}",
        "  when",
        "    game starts",
        *(f"    {names[one.player]} {_reply(one)}" for one in made),
    ]
    return "\n".join(lines) + "\n"


def _decisions(state: State, taken: Sequence[int]) -> Sequence[Decision]:
    try:
        for number in taken:
            state.take(number)
    except interpreter.Fault:
        return state.history
    return state.history


def _reply(made: Decision) -> str:
    return "passes" if made.choice == "pass" else f"chooses {made.choice}"


def _variant(word: str) -> str:
    return word if word.isidentifier() else f'"{word}"'


def _plain(text: str) -> str:
    return text.replace('"', "'").replace("{", "(").replace("}", ")").splitlines()[0]
