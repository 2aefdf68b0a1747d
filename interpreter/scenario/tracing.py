"""Replay a game and trace where procedures begin and what chance brings.

In: an askable game of its own; the save of a game. Out: the Trace: the question after each decision, the procedures that ran
then and the table when each began and ended, dice and picks in order. Layer: scenario.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from interpreter.ir import rulebook as rb
from interpreter.ir.types import Of, Type
from interpreter.runtime import Decision, chance
from interpreter.runtime.machine import do_at_once
from interpreter.runtime.python_engine import PythonEngine
from interpreter.scenario.asking import AskableGame
from interpreter.scenario.table_lines import reply, word


@dataclass(eq=False)
class Beginning:
    """A procedure that has been called and has not done anything yet.

    And the table at its end, if it has ended."""

    routine: str
    state: PythonEngine
    depth: int
    decisions: int  # decisions made before
    chance: int  # outcomes of chance before
    ended: PythonEngine | None = None
    ended_after: int | None = None  # number of decisions by then
    chance_then: int = 0


@dataclass(frozen=True)
class Step:
    """A decision, as it is recorded."""

    decision: Decision
    reply: str
    together: object  # equal for answers to one question for several things; None otherwise


@dataclass
class Trace:
    askable: AskableGame
    start: PythonEngine
    after_set_up: PythonEngine | None = None
    questions: list[PythonEngine] = field(default_factory=list)  # before each decision, and after the last
    made: list[Step] = field(default_factory=list)
    stacks: list[tuple[Beginning, ...]] = field(default_factory=list)  # the procedures running at each question
    chance: list[tuple[str, str | None]] = field(
        default_factory=list
    )  # dice or picks, and the outcome; None: it has no name
    _now: list[Beginning] = field(default_factory=list)
    _chance_at: list[int] = field(default_factory=list)

    # ---- queries after the replay
    def running(self, number: int) -> tuple[Beginning, ...]:
        """The procedures that run at a question, from the outside in, without `play`."""
        routines = self.askable.program.rulebook.routines
        return tuple(
            one for one in self.stacks[number] if one.routine != "play" and _is_procedure(routines[one.routine])
        )

    def lasts(self, beginning: Beginning) -> int:
        """The number of decisions after which it has ended, or all decisions."""
        return beginning.ended_after if beginning.ended_after is not None else len(self.made)

    def end(self, beginning: Beginning, last: int) -> PythonEngine:
        """The table after `last` decisions, or at the end of the procedure if sooner."""
        return (
            beginning.ended if beginning.ended is not None and beginning.ended_after == last else self.questions[last]
        )

    def chance_at(self, beginning: Beginning, last: int) -> int:
        return beginning.chance_then if beginning.ended_after == last else self._chance_at[last]

    # ---- callbacks during the replay
    def decided(self, state: PythonEngine) -> None:
        """Record the decision that led from the last question to this one."""
        before = self.questions[-1]
        asked = before.request
        assert asked is not None
        made, decision = state.made[len(self.made)], state.history[len(self.made)]
        together = (before.site, decision.player, decision.name) if asked.several and not decision.free else None
        self.made.append(Step(decision, reply(before, made, decision), together))

    def question(self, state: PythonEngine) -> None:
        self.questions.append(state.clone())
        self.stacks.append(tuple(self._now))
        self._chance_at.append(len(self.chance))

    def look(self, state: PythonEngine, made: int) -> None:
        """After each block: has a procedure begun or ended?"""
        while self._now and len(state.stack) < self._now[-1].depth:
            gone = self._now.pop()
            gone.ended, gone.ended_after, gone.chance_then = state.bare_clone(), made, len(self.chance)
        depth = len(state.stack)
        if depth and (not self._now or depth > self._now[-1].depth):
            routine = state.code.BLOCK_ROUTINE[state.stack[-1][0]]
            self._now.append(Beginning(routine, state.bare_clone(), depth, made, len(self.chance)))

    def brought(self, name: str, state: PythonEngine, found: object, line: int) -> None:
        """Record an outcome of chance, by the called function and its line."""
        if name == "pick":
            self.chance.append(("picks", self._picked(state, found, line)))
        else:
            self.chance.extend(("dice", str(one)) for one in (found if isinstance(found, tuple) else (found,)))

    def _picked(self, state: PythonEngine, value: object, line: int) -> str | None:
        """Name what was picked: its type comes from the rule at this line of the code."""
        place = self.askable.code.location(line)
        for routine in self.askable.program.rulebook.routines.values():
            for act in rb.walk_acts(routine.body):
                if isinstance(act, rb.PickRandom) and place == f"{act.span.source.path}:{act.span.line}":
                    return _name(state, act.variable.type, value)
        return None


def _name(state: PythonEngine, type_: Type, value: object) -> str | None:
    """Name a picked value, if it is a member of a kind."""
    return word(state, type_, value) if isinstance(type_, Of) else None


def _is_procedure(routine: rb.Routine) -> bool:
    return "action" not in routine.word and routine.word != "steps"


def traced(askable: AskableGame, save: Mapping[str, Any]) -> Trace:
    """Replay a saved game, on an askable game that nothing else uses.

    Problems if its decisions do not fit the rules."""
    people = [name for seat, name in enumerate(save["players"]) if seat not in save["automas"]]
    trace = Trace(askable, askable.game.fresh_position(len(people), save["seed"], people))
    set_up = askable.code.PLAIN.get("set_up")
    if set_up is not None:
        trace.after_set_up = trace.start.clone()
        do_at_once(trace.after_set_up, set_up)
    askable.code.BLOCKS = tuple(_watched(block, trace) for block in askable.code.BLOCKS)
    for name in ("roll", "roll_one", "pick"):
        askable.code.names[name] = _overheard(name, trace)
    for state in askable.game.replayed(save):
        if trace.questions:
            trace.decided(state.engine.position)
        trace.question(state.engine.position)
    return trace


def _watched(block: Callable[..., bool | None], trace: Trace) -> Callable[..., bool | None]:
    def watched(s: PythonEngine, f: list[object]) -> bool | None:
        stop = block(s, f)
        if not s.trial:
            trace.look(s, s.decisions)
        return stop

    return watched


def _overheard(name: str, trace: Trace) -> Callable[..., Any]:
    plain: Callable[..., Any] = getattr(chance, name)

    def brought(s: PythonEngine, *given: object) -> Any:
        found = plain(s, *given)
        if not s.trial:
            trace.brought(name, s, found, sys._getframe(1).f_lineno)  # noqa: SLF001 - quicker than inspect
        return found

    return brought
