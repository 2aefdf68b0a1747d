"""Scenarios run: a position is arranged, decisions are made, and what must be true is looked at.

In: .scenario files of a game. Out: a ScenarioResult each, with a report in prose when something is not as it should be.
Layer: with load. The first thing that is wrong ends a scenario, as it would end an argument at the table.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from interpreter.bench import Bench
from interpreter.check.types import ListOf, Unknown, element
from interpreter.data.places import grammars_dir
from interpreter.load import find_game
from interpreter.reading import kept_tables, shown
from interpreter.runtime import Fault, State
from interpreter.runtime.machine import at_once, run
from interpreter.runtime.state import COLOURS
from interpreter.runtime.views import sees
from interpreter.source import Diagnostic, Note, Problems, Source, Span, render
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write
from interpreter.syntax.scenario import Line, Part, Scenario, ScenarioParser


@dataclass(frozen=True)
class ScenarioResult:
    name: str
    path: str
    line: int
    passed: bool
    seconds: float
    report: str
    clauses: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


class Wrong(Exception):
    """Something is not as the scenario says."""

    def __init__(self, code: str, span: Span, message: str, help: str | None = None) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(code, message, span, help)


@lru_cache(maxsize=1)
def the_parser() -> ScenarioParser:
    return ScenarioParser(grammars_dir(), kept_tables())


def scenario_files(game: str | Path) -> list[Path]:
    return sorted((find_game(game) / "scenarios").glob("**/*.scenario"))


def read_scenarios(file: Path) -> tuple[Scenario, ...]:
    return the_parser().scenarios(Source.read(file, shown(file)))


def run_scenarios(game: str | Path, paths: Sequence[Path] | None = None) -> Iterator[ScenarioResult]:
    """Every scenario of a game, or of the given files, one after the other."""
    benches: dict[Any, Bench] = {}
    for file in scenario_files(game) if paths is None else paths:
        try:
            scenarios = read_scenarios(file)
        except Problems as problems:
            yield _unreadable(file, problems)
            continue
        for scenario in scenarios:
            yield run_scenario(game, scenario, benches)


def _unreadable(file: Path, problems: Problems) -> ScenarioResult:
    report = "\n\n".join(render(problem) for problem in problems.diagnostics)
    return ScenarioResult(file.stem, shown(file), 1, False, 0.0, report, (), problems.diagnostics)


def run_scenario(game: str | Path, scenario: Scenario, benches: dict[Any, Bench]) -> ScenarioResult:
    start = time.perf_counter()
    found: tuple[Diagnostic, ...] = ()
    trace: list[str] = []
    try:
        key = (scenario.variants, scenario.options)
        if key not in benches:
            benches[key] = Bench(game, scenario.variants, dict(scenario.options))
        player = Runner(benches[key], scenario)
        try:
            player.run()
        finally:
            trace = player.trace()
    except Wrong as wrong:
        found = (wrong.diagnostic,)
    except Problems as problems:
        found = problems.diagnostics
    except Fault as fault:
        notes = tuple(Note(place) for place in fault.stack)
        found = (Diagnostic("R0710", f"the rules fail: {fault.message}", scenario.span, fault.help, notes),)
    report = "\n\n".join(render(problem) for problem in found)
    if found and trace:
        report += "\n   what happened in this step:\n" + "\n".join(f"     {text}" for text in trace)
    seconds = time.perf_counter() - start
    place = scenario.span
    return ScenarioResult(
        scenario.title, place.source.path, place.line, not found, seconds, report, scenario.clauses, found
    )


@dataclass
class Runner:
    bench: Bench
    scenario: Scenario
    before: State | None = None
    since: int = 0
    waiting: list[tuple[str, str, Line]] = field(default_factory=list)
    scripted: list[tuple[str, Line]] = field(default_factory=list)

    def run(self) -> None:
        self.players = self.scenario.players or self._usual_players()
        self.state = self.bench.table(self.players, self.scenario.seed)
        for part in self.scenario.parts:
            getattr(self, "_" + part.word)(part)
        self._unused_script()

    def _usual_players(self) -> tuple[str, ...]:
        return COLOURS[: self.bench.game.default_players]

    def trace(self) -> list[str]:
        return [event.text for event in self.state.events[self.since :]] if hasattr(self, "state") else []

    def seat(self, line: Line) -> int:
        if line.who not in self.players:
            known = ", ".join(self.players)
            raise Wrong("R0703", line.span, f'there is no player "{line.who}"', f"the players are {known}")
        return self.players.index(line.who)

    # ---- given
    def _given(self, part: Part) -> None:
        for line in part.lines:
            match line.word:
                case "arrange":
                    self._arrange(line)
                case "stack_pile":
                    stored, place = self.bench.stored(line.left, self.players)
                    value = self._list_value(line.right, stored)
                    self.bench.stack(self.state, stored, place(self.state), value)
                case "dice" | "picks":
                    self._script(line)
                case _:
                    self.bench.steps([line.statement], self.players)(self.state)
        self.before = self.state.clone()

    def _arrange(self, line: Line) -> None:
        stored, place = self.bench.stored(line.left, self.players)
        if element(stored.keep.type) is not None:
            value: Any = self._list_value(line.right, stored)
        else:
            node = n.SetValue(line.span, line.left, line.right)
            self.bench.steps([node], self.players)(self.state)
            return
        self.bench.put(self.state, stored, place(self.state), value)

    def _list_value(self, node: Any, stored: Any) -> Any:
        inner = element(stored.keep.type)
        return tuple(self.bench.question(node, self.players, want=ListOf(inner or Unknown())).of(self.state))

    def _script(self, line: Line) -> None:
        assert self.state.forced is not None
        for reply in line.replies:
            if line.word == "dice":
                self.state.forced["dice"].append(int(reply))
            else:
                self.state.forced["picks"].append(self._picked(reply, line))
            self.scripted.append((line.word, line))

    def _picked(self, name: str, line: Line) -> int:
        if name in self.players:
            return self.players.index(name)
        question = self.bench.question(n.Name(line.span, name), self.players)
        return int(question.of(self.state))

    def _unused_script(self) -> None:
        forced = self.state.forced or {}
        for word in ("dice", "picks"):
            left = len(forced.get(word, ()))
            if left:
                line = [found for kind, found in self.scripted if kind == word][-left]
                raise Wrong(
                    "R0704",
                    line.span,
                    f"{left} of the scripted {word} were never used",
                    "remove them, or go on playing",
                )

    # ---- when
    def _when(self, part: Part) -> None:
        self.before = self.state.clone()
        self.since = len(self.state.events)
        for line in part.lines:
            self._step(line)
        if self.waiting:
            who, reply, line = self.waiting[0]
            raise Wrong("R0703", line.span, f"{who} was never asked, so cannot choose {reply}", self._whose())

    def _step(self, line: Line) -> None:
        match line.word:
            case "decision":
                self._decide(line)
            case "passing":
                self.seat(line)
                self._reply(line, "pass")
            case "game_starts":
                self._start(line)
            case "dice" | "picks":
                self._script(line)
            case _:
                routine, arguments = self.bench.procedure(line.statement, self.players)
                if self.state.options is not None:
                    raise Wrong("R0703", line.span, "somebody still has to decide", self._whose())
                self.bench.begin(self.state, routine, arguments(self.state))

    def _start(self, line: Line) -> None:
        self.state.stack.clear()
        code = self.bench.code
        names = ["set_up", "play"] if "set_up" in code.ROUTINES or "set_up" in code.PLAIN else ["play"]
        self.state.stack.append(self.bench.game.frame("play", ()))
        if names[0] == "set_up":
            if "set_up" in code.PLAIN:
                at_once(self.state, code.PLAIN["set_up"], self.state)
            else:
                self.state.stack.append(self.bench.game.frame("set_up", ()))
        run(self.state)

    def _decide(self, line: Line) -> None:
        self.seat(line)
        asked = self.state.request
        several = asked.several and asked.player == self.players.index(line.who) if asked is not None else False
        site = self.state.site
        for reply in line.replies:
            self._reply(line, reply)
        now = self.state.request
        if (
            several
            and now is not None
            and now.several
            and self.state.site == site
            and now.optional
            and "done" not in line.replies
        ):
            self.state.choose("done")
            self._pump()

    def _reply(self, line: Line, reply: str) -> None:
        asked = self.state.request
        if asked is None:
            raise Wrong("R0703", line.span, f"{line.who} is not asked anything now", "nothing is being decided")
        if self.players[asked.player] != line.who:
            if not asked.private:
                raise Wrong("R0703", line.span, f"{line.who} is not asked anything now", self._whose())
            self.waiting.append((line.who, reply, line))
            return
        self._choose(line, reply)
        self._pump()

    def _pump(self) -> None:
        """Secret decisions may be written in any order: those that were given early are made when they are asked for."""
        while self.waiting and self.state.request is not None:
            who = self.players[self.state.request.player]
            found = next((entry for entry in self.waiting if entry[0] == who), None)
            if found is None:
                return
            self.waiting.remove(found)
            self._choose(found[2], found[1])

    def _choose(self, line: Line, reply: str) -> None:
        found = self._matching(reply)
        if found is None:
            raise Wrong("R0702", line.span, f"{line.who} cannot choose {reply}: {self._refusal(reply)}", self._offer())
        self.state.choose(found)

    def _matching(self, reply: str) -> Any:
        asked = self.state.request
        assert asked is not None
        if asked.kind == "amount" and reply.lstrip("-").isdigit():
            return int(reply) if int(reply) in self.state.options else None
        return next((choice for choice in asked.choices if reply in (choice.name, choice.label)), None)

    def _refusal(self, reply: str) -> str:
        asked = self.state.request
        assert asked is not None
        for refusal in asked.refused:
            if reply in (refusal.name, refusal.label):
                return refusal.reason
        return "it is not offered"

    def _offer(self) -> str:
        asked = self.state.request
        if asked is None:
            return "nothing is being decided"
        if asked.kind == "amount" and asked.low is not None:
            return f"{asked.name}: {asked.low} to {asked.high} is offered" + (", or pass" if asked.optional else "")
        return f"{asked.name}: " + ", ".join(_spoken(choice) for choice in asked.choices[:30]) + " is offered"

    def _whose(self) -> str:
        asked = self.state.request
        if asked is None:
            return "nothing is being decided"
        return f"it is {self.players[asked.player]} who decides {asked.name} now"

    # ---- then
    def _then(self, part: Part) -> None:
        for line in part.lines:
            getattr(self, "_then_" + line.word)(line)

    def _then_holds(self, line: Line) -> None:
        question = self.bench.question(line.left, self.players)
        if question.of(self.state) is not True and not (question.of(self.state) and question.type == Unknown()):
            raise Wrong("R0701", line.span, f"this is not so: {write(line.left)}", self._sides(line.left))

    def _sides(self, node: Any) -> str | None:
        if isinstance(node, n.Compare):
            found = []
            for side in (node.left, node.right):
                if side is None or isinstance(side, n.Number | n.YesNo | n.NoneValue):
                    continue
                try:
                    question = self.bench.question(side, self.players)
                except Problems:
                    continue
                found.append(f"{write(side)} is {question.spoken(self.state)}")
            return "; ".join(found) or None
        return None

    def _then_differs(self, line: Line) -> None:
        question, change = self.bench.question(line.left, self.players), self.bench.question(line.right, self.players)
        now, then = question.of(self.state), question.of(self.before or self.state)
        wanted = then + line.number * change.of(self.state)
        if now != wanted:
            raise Wrong(
                "R0701",
                line.span,
                f"{write(line.left)} should have become {wanted} and is {now}",
                f"before it was {then}",
            )

    def _names(self, line: Line) -> set[str]:
        asked = self.state.request
        if asked is None or asked.player != self.seat(line):
            raise Wrong("R0703", line.span, f"{line.who} is not asked anything now", self._whose())
        if asked.kind == "amount":
            return {"pass" if option is None else str(option) for option in self.state.options}
        return {word for choice in asked.choices for word in (choice.name, choice.label)}

    def _then_offered(self, line: Line) -> None:
        names = self._names(line)
        for reply in line.replies:
            if reply not in names:
                raise Wrong(
                    "R0706", line.span, f"{reply} is not offered to {line.who}: {self._refusal(reply)}", self._offer()
                )

    def _then_not_offered(self, line: Line) -> None:
        names = self._names(line)
        for reply in line.replies:
            if reply in names:
                raise Wrong("R0706", line.span, f"{reply} is offered to {line.who}", self._offer())

    def _then_offered_only(self, line: Line) -> None:
        self._then_offered(line)
        asked = self.state.request
        assert asked is not None
        wanted = set(line.replies)
        extra = [_spoken(choice) for choice in asked.choices if not wanted & {choice.name, choice.label}]
        if extra:
            raise Wrong("R0706", line.span, f"{line.who} is also offered {', '.join(extra[:10])}", None)

    def _then_cannot(self, line: Line) -> None:
        reply = line.replies[0]
        asked = self.state.request
        if asked is None or asked.player != self.seat(line):
            if line.text:
                raise Wrong("R0703", line.span, f"{line.who} is not asked anything now", self._whose())
            return
        if self._matching(reply) is not None:
            raise Wrong("R0705", line.span, f"{line.who} can choose {reply}", self._offer())
        if line.text:
            reason = self._refusal(reply)
            if line.text not in reason:
                raise Wrong(
                    "R0705", line.span, f"{reply} is refused for another reason: {reason}", f'expected: "{line.text}"'
                )

    def _may_see(self, line: Line) -> tuple[bool, str]:
        stored, _ = self.bench.stored(line.left, self.players)
        keys = tuple(self.bench.question(node, self.players).of(self.state) for node in _key_nodes(line.left))
        keep = self.bench.code.keep_by_name[stored.keep.name]
        return sees(self.state, keep, keys, self.seat(line)), write(line.left)

    def _then_sees(self, line: Line) -> None:
        visible, what = self._may_see(line)
        if not visible:
            raise Wrong("R0707", line.span, f"{line.who} does not see {what}", None)

    def _then_sees_not(self, line: Line) -> None:
        visible, what = self._may_see(line)
        if visible:
            raise Wrong(
                "R0707", line.span, f"{line.who} sees {what}", "say who sees it where it is declared: seen by ..."
            )

    def _then_decides(self, line: Line) -> None:
        asked = self.state.request
        if asked is None or asked.player != self.seat(line) or asked.name != line.text:
            raise Wrong("R0703", line.span, f"{line.who} does not decide {line.text} now", self._whose())

    def _told(self, line: Line) -> bool:
        who = None if line.who == "everyone" else self.seat(line)
        return any(line.text in text for text in self.state.events_for(who, self.since))

    def _then_told(self, line: Line) -> None:
        if not self._told(line):
            raise Wrong("R0708", line.span, f'{line.who} was not told "{line.text}"', None)

    def _then_told_not(self, line: Line) -> None:
        if self._told(line):
            raise Wrong("R0708", line.span, f'{line.who} was told "{line.text}"', None)

    def _then_over(self, line: Line) -> None:
        if not self.state.over:
            raise Wrong("R0709", line.span, "the game is not over", self._whose())

    def _then_not_over(self, line: Line) -> None:
        if self.state.over:
            raise Wrong("R0709", line.span, "the game is over", None)

    def _then_wins(self, line: Line) -> None:
        winners = [self.players[winner] for winner in self.state.winners]
        wrong = bool(winners) if line.who == "nobody" else line.who not in winners
        if line.who != "nobody":
            self.seat(line)
        if wrong:
            spoken = ", ".join(winners) or "nobody"
            raise Wrong("R0709", line.span, f"{line.who} does not win", f"the winner is {spoken}")

    def _then_scores(self, line: Line) -> None:
        score = self.state.scores.get(self.seat(line))
        if score != line.number:
            raise Wrong("R0709", line.span, f"{line.who} scores {score}, not {line.number}", None)

    # ---- cases
    def _cases(self, part: Part) -> None:
        """A table of a formula: each row gives the names their values and says what comes out."""
        for row in part.lines:
            if len(row.left) != len(part.names):
                raise Wrong("R0712", row.span, f"this row has {len(row.left)} values for {len(part.names)} names", None)
            given = [self.bench.question(node, self.players) for node in row.left]
            variables = {name: question.type for name, question in zip(part.names, given, strict=True)}
            formula = self.bench.question(part.formula, self.players, variables)
            found = formula.of(self.state, *(question.of(self.state) for question in given))
            wanted = self.bench.question(row.right, self.players).of(self.state)
            if found != wanted:
                raise Wrong("R0701", row.span, f"{write(part.formula)} gives {found} here, not {wanted}", None)


def _spoken(choice: Any) -> str:
    """A choice as a scenario may name it: a spot has no name but its label."""
    return f'"{choice.label}"' if choice.name.isdigit() else str(choice.name)


def _key_nodes(node: Any) -> tuple[Any, ...]:
    match node:
        case n.Possessive(owner=owner, arguments=arguments):
            return (owner, *arguments)
        case n.Call(arguments=arguments):
            return tuple(arguments)
        case n.Group(inner=inner):
            return _key_nodes(inner)
        case _:
            return ()


def summary(results: Iterable[ScenarioResult]) -> tuple[int, int]:
    passed = failed = 0
    for result in results:
        passed, failed = passed + result.passed, failed + (not result.passed)
    return passed, failed
