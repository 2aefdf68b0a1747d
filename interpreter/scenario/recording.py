"""Record a game as a scenario: a table, decisions, and their results.

In: the rules, the players, the seed and the decisions of a game; the decision to start from. Out: the text of a scenario that
passes. Layer: scenario, above load. The scenario begins with the innermost procedure that runs at that decision: its given
part has what the table had then and the set-up has not. If no such beginning leads to the same end, the whole game is
recorded from its seed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from interpreter.game import Game
from interpreter.runtime.python_engine import PythonEngine
from interpreter.scenario.asking import AskableGame, AskableGames
from interpreter.scenario.expecting import how_many
from interpreter.scenario.running import read_scenario, run_scenario
from interpreter.scenario.table_lines import UnwritableError, changed, given_lines, unchanged, word
from interpreter.scenario.tracing import Beginning, Trace, traced
from interpreter.source import Diagnostic, Problems

PAD = "    "


def record(
    game: Game, save: Mapping[str, Any], title: str, first: int, last: int | None = None, folder: Path | None = None
) -> str:
    """Record a scenario from a saved game: decisions `first` to `last`.

    Without `last` to the end of the procedure that runs then. Problems if there are not that many decisions, or it cannot be
    written. House rules are named relative to the `folder` of the scenario, so that both can be passed on together, else by
    their full path."""
    _check_numbers(len(save["decisions"]), first, last)
    options = tuple((one.name, str(one.value)) for one in game.options if one.value != one.default)
    rules = askables_of(game.path, game.fingerprint)
    try:
        trace = traced(rules.another(game.chosen, options), save)
        recording = Recording(rules.askable(game.chosen, options), trace, title, game.chosen, options)
        for text in recording.texts(first, last):
            if run_scenario(read_scenario(text), rules).passed:
                return text if folder is None else _seen_from(folder, text, game.chosen)
    except UnwritableError:
        pass
    message = "this part of the game cannot be written as a scenario"
    raise Problems([Diagnostic("R0921", message, None, "begin at another decision")])


@lru_cache(maxsize=2)
def askables_of(path: Path, _fingerprint: str) -> AskableGames:
    """Cache the askable games of the last two games, for further recordings."""
    return AskableGames(path)


def _check_numbers(made: int, first: int, last: int | None) -> None:
    if not 0 <= first < made or not (last is None or first < last <= made):
        there = "no decision was made" if not made else f"the game has {made} decision{'s' if made > 1 else ''}"
        part = f"from {first} on" if last is None else f"from {first} to {last}"
        help = f"begin after 0 to {made - 1} of them" if made else "play on, then record what was played"
        raise Problems([Diagnostic("R0921", f"{there}, so nothing can be recorded {part}", None, help)])


@dataclass
class Recording:
    askable: AskableGame
    trace: Trace
    title: str
    variants: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    names: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.names = self.trace.start.player_names

    def texts(self, first: int, last: int | None) -> Iterator[str]:
        """Yield candidates from the innermost procedure outwards; the whole game last."""
        for beginning in reversed(self.trace.running(first)):
            end = last if last is not None else self.trace.lasts(beginning)
            if end > first and self.trace.lasts(beginning) >= end:
                try:
                    yield self._from(beginning, end)
                except UnwritableError:
                    continue
        yield self._whole(last if last is not None else first + 1)

    # ---- from a procedure
    def _from(self, beginning: Beginning, last: int) -> str:
        given, with_set_up = given_lines(self.askable, beginning.state, self.trace.after_set_up)
        given += self._chance(beginning, last)
        head = [f"  seed {self.trace.start.seed}"] if with_set_up else []
        when = [self._call(beginning), *self._decisions(beginning.decisions, last)]
        deciding = {step.decision.player for step in self.trace.made[beginning.decisions : last]}
        return self._text(head, given, when, self._then(beginning.state, self.trace.end(beginning, last), deciding))

    def _call(self, beginning: Beginning) -> str:
        routine = self.askable.program.rulebook.routines[beginning.routine]
        values = beginning.state.stack[-1][1:]
        given = [word(beginning.state, parameter.type, value)
                 for parameter, value in zip(routine.parameters, values, strict=False)]  # fmt: skip
        return f"{routine.name}({', '.join(given)})" if given else routine.name

    def _chance(self, beginning: Beginning, last: int) -> list[str]:
        """Print the dice and picks of this part, in order."""
        found = self.trace.chance[beginning.chance : self.trace.chance_at(beginning, last)]
        lines = []
        for sort in ("dice", "picks"):
            values = [value for other, value in found if other == sort]
            named = [value for value in values if value is not None]
            if len(named) < len(values):
                raise UnwritableError
            lines += [f"{sort} are {', '.join(named)}"] if named else []
        return lines

    # ---- the whole game
    def _whole(self, last: int) -> str:
        when = ["game starts", *self._decisions(0, last)]
        end = self.trace.questions[last]
        return self._text([f"  seed {self.trace.start.seed}"], [], when, self._then(self.trace.start, end, set()))

    # ---- the parts
    def _text(self, head: Sequence[str], given: Sequence[str], when: Sequence[str], then: Sequence[str]) -> str:
        people = [name for seat, name in enumerate(self.names) if seat not in self.trace.start.automas]
        lines = [
            f'scenario "{_plain(self.title)}"',
            f"  players {', '.join(people)}",
            *([f"  variants {', '.join(_variant(one) for one in self.variants)}"] if self.variants else []),
            *(f"  option {name} is {value}" for name, value in self.options),
            *head,
        ]
        for name, part in (("given", given), ("when", when), ("then", then)):
            lines += [f"  {name}", *(PAD + line for line in part)] if part else []
        return "\n".join(lines) + "\n"

    def _decisions(self, first: int, last: int) -> list[str]:
        """Print decisions; things chosen together are on one line."""
        lines: list[tuple[object, str, list[str]]] = []
        for made in self.trace.made[first:last]:
            who = self.names[made.decision.player]
            if made.together is not None and lines and lines[-1][0] == made.together:
                lines[-1][2].append(made.reply)
            else:
                lines.append((made.together, who, [made.reply]))
        return [_decided(who, replies) for _, who, replies in lines]

    def _then(self, before: PythonEngine, after: PythonEngine, deciding: set[int]) -> list[str]:
        """Print what has changed, or what has not for the deciding players.

        And the next question."""
        return [*(changed(before, after) or unchanged(after, deciding)), *self._next(after)]

    def _next(self, after: PythonEngine) -> list[str]:
        if after.over:
            return ["game is over", *(f"{self.names[seat]} wins" for seat in after.winners)]
        asked = after.request
        if asked is None:
            return ["nobody decides"]
        bounds = how_many(asked)
        return [f"{self.names[asked.player]} decides {asked.name}{f', {bounds}' if bounds else ''}"]


def _decided(who: str, replies: list[str]) -> str:
    if replies == ["pass"]:
        return f"{who} passes"
    rest = replies[:-1] if len(replies) > 1 and replies[-1] == "done" else replies
    return f"{who} chooses {', '.join(rest)}"


def _variant(one: str) -> str:
    return one if one.isidentifier() else f'"{one}"'


def _seen_from(folder: Path, text: str, variants: Sequence[str]) -> str:
    for one in variants:
        with suppress(ValueError):  # no relative path to another drive
            text = text.replace(f'"{one}"', f'"{Path(os.path.relpath(one, folder.resolve())).as_posix()}"', 1)
    return text


def _plain(text: str) -> str:
    return text.replace('"', "'").replace("{", "(").replace("}", ")").replace("\n", " ")
