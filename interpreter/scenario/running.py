"""Run scenarios: arrange a position, make decisions, and check what must be true.

In: .scenario files of a game. Out: a ScenarioResult each, with a report in prose on failure. Layer: scenario, above load. The
first wrong decision or arrangement ends a scenario; of the expectations, every one that fails is reported.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from textwrap import shorten

from interpreter.data import read_own
from interpreter.finding import find_game, find_variants
from interpreter.load import nothing_thrown_away
from interpreter.runtime import Fault
from interpreter.runtime.position import COLOURS
from interpreter.scenario.arranging import Rehearsal
from interpreter.scenario.asking import AskableGames
from interpreter.scenario.expecting import Expectations
from interpreter.scenario.files import RULES, scenario_files
from interpreter.source import Diagnostic, Note, Problems, Source, Span, render
from interpreter.source.bundled import grammars_dir, shown
from interpreter.syntax.scenario import Line, Scenario, ScenarioParser

LONGEST_EVENT = 160  # characters of an event in a report
BROKEN = "R0820"  # an `always` rule is broken
Diagnostics = tuple[Diagnostic, ...]


@dataclass(frozen=True)
class ScenarioResult:
    name: str
    path: str
    line: int
    passed: bool
    seconds: float
    report: str
    clauses: tuple[str, ...] = ()
    diagnostics: Diagnostics = ()
    variants: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    used: frozenset[str] = frozenset()  # the rules, actions and cards that it reaches
    begun: bool = True  # could its table be set up?
    # If a game's scenario fails with added variants: does it pass without them? None: not checked.
    passes_without: bool | None = None


@lru_cache(maxsize=1)
def the_parser() -> ScenarioParser:
    return ScenarioParser(grammars_dir())


def read_scenarios(file: Path, folder: Path | None = None) -> tuple[Scenario, ...]:
    """Read the scenarios of a file; one of a game's folder must be inside it."""
    source = Source.read(file, shown(file)) if folder is None else read_own(folder, file, shown(file))
    with nothing_thrown_away():
        found = the_parser().scenarios(source)
        the_parser().keep()
        return tuple(_at_home(scenario, file) for scenario in found)


def read_scenario(text: str) -> Scenario:
    """Parse the only scenario of a text that is not in a file yet."""
    [scenario] = the_parser().scenarios(Source("scenario", text))
    return scenario


def _at_home(scenario: Scenario, file: Path) -> Scenario:
    """Resolve house rules relative to the scenario's file.

    A scenario in a variant's file is played with that variant."""
    named = [str((file.parent / name).resolve()) if name.endswith(RULES) else name for name in scenario.variants]
    own = [_variant_in(file)] if file.suffix == RULES else []
    return replace(scenario, variants=tuple(dict.fromkeys([*named, *own])))


def _variant_in(file: Path) -> str:
    """Name a variant of the game by its name, a house rule from elsewhere by its path."""
    is_own = file.parent.name == "variants" and (file.parent.parent / "game.yaml").is_file()
    return file.stem if is_own else str(file.resolve())


def run_scenarios(
    game: str | Path, paths: Sequence[Path] | None = None, variants: Sequence[str | Path] = ()
) -> Iterator[ScenarioResult]:
    """Run the scenarios of a game, or of the given files, with these variants.

    In addition to the variants that each names. Raise Problems if there is no such game or variant, or, for the game's own
    scenarios, if these variants cannot be played."""
    more = _besides(game, variants)
    askables = AskableGames(game)
    with nothing_thrown_away():  # the rules stay loaded until the last scenario
        if paths is None and more:
            askables.askable(more, ())
        for file, folder in _homes(game, paths):
            try:
                scenarios = read_scenarios(file, folder)
            except Problems as problems:
                yield _unreadable(file, problems)
                continue
            for scenario in scenarios:
                result = run_scenario(_with(scenario, more), askables)
                if paths is None and not result.passed and not set(more) <= set(scenario.variants):
                    result = replace(result, passes_without=run_scenario(scenario, askables).passed)
                yield result


def scenarios_to_run(
    game: str | Path, paths: Sequence[Path] | None = None, variants: Sequence[str | Path] = ()
) -> list[Scenario]:
    """List the scenarios that `run_scenarios` runs, each with its variants.

    Problems if a file cannot be read."""
    more = _besides(game, variants)
    found = [scenario for file, folder in _homes(game, paths) for scenario in read_scenarios(file, folder)]
    return [_with(scenario, more) for scenario in found]


def _besides(game: str | Path, variants: Sequence[str | Path]) -> tuple[str, ...]:
    """Name the variants added to every scenario, as scenarios name them.

    Problems if one does not exist."""
    find_variants(find_game(game), variants)
    return tuple(str(name.resolve()) if isinstance(name, Path) else name for name in variants)


def _homes(game: str | Path, paths: Sequence[Path] | None) -> list[tuple[Path, Path | None]]:
    """List the files, each with the folder it must be in: the game's for its own."""
    if paths is not None:
        return [(file, None) for file in paths]
    folder = find_game(game)
    return [(file, folder) for file in scenario_files(folder)]


def _with(scenario: Scenario, more: Sequence[str]) -> Scenario:
    return replace(scenario, variants=tuple(dict.fromkeys([*scenario.variants, *more])))


def _unreadable(file: Path, problems: Problems) -> ScenarioResult:
    return ScenarioResult(
        file.stem, shown(file), 1, False, 0.0, _report(problems.diagnostics), (), problems.diagnostics
    )


def run_scenario(scenario: Scenario, askables: AskableGames) -> ScenarioResult:
    start = time.perf_counter()
    with nothing_thrown_away():
        found, trace, used, begun = _found(scenario, askables)
    report = _report(found)
    if found and trace:
        report += "\n   what happened in this step:\n" + "\n".join(
            f"     {shorten(text, LONGEST_EVENT)}" for text in trace
        )
    seconds = time.perf_counter() - start
    place = scenario.span
    return ScenarioResult(
        scenario.title, place.source.path, place.line, not found, seconds, report, scenario.clauses, found,
        scenario.variants, scenario.options, used, begun,
    )  # fmt: skip


def _report(found: Diagnostics) -> str:
    return "\n\n".join(render(problem) for problem in found)


def _found(scenario: Scenario, askables: AskableGames) -> tuple[Diagnostics, list[str], frozenset[str], bool]:
    """Return what is wrong, the log of the failing step, and what was reached.

    And whether it began."""
    refusals = [line for part in scenario.parts for line in part.lines if line.word == "refused"]
    try:
        rehearsal = _prepared(scenario, askables)
    except Problems as problems:
        found = tuple(_placed(problem, scenario) for problem in problems.diagnostics)
        return (tuple(_not_refused(refusals, found)) if refusals else found), [], frozenset(), False
    if refusals:
        message = "the game is not refused: it can start like this"
        return (Diagnostic("R0709", message, refusals[0].span),), [], frozenset(), True
    found = _play(rehearsal, scenario)
    return found, rehearsal.trace(), frozenset(rehearsal.state.used), True


def _prepared(scenario: Scenario, askables: AskableGames) -> Rehearsal:
    """Set up the scenario's table.

    Problems if there is no such game, variant or option, or not for this number of players."""
    askable = askables.askable(scenario.variants, scenario.options)
    people = scenario.players or COLOURS[: askable.game.default_players]
    table = askable.table(people, scenario.seed)
    return Rehearsal(askable, table.player_names, table)


def _placed(problem: Diagnostic, scenario: Scenario) -> Diagnostic:
    """Place a problem with variants, options or players at the line that names them."""
    if problem.span is not None:
        return problem
    for heading in scenario.headings:
        for name in heading.values:
            if f'"{name}"' in problem.message:
                return replace(problem, span=heading.span.word(name))
            if name.endswith(RULES) and (path := _path_in(problem.message, name)):
                message, help = problem.message.replace(path, name), "its path starts from the folder of this file"
                return replace(problem, message=message, help=help, span=heading.span)
    return replace(problem, span=_players_span(scenario))


def _path_in(message: str, name: str) -> str | None:
    """Find the full path of a house rule named relative to the scenario's file."""
    return next((said for said in message.split('"')[1::2] if Path(said).name == Path(name).name), None)


def _players_span(scenario: Scenario) -> Span:
    return next((heading.span for heading in scenario.headings if heading.word == "players"), scenario.span)


def _not_refused(refusals: Iterable[Line], found: Diagnostics) -> Iterator[Diagnostic]:
    """Report expected refusals that give another reason."""
    reasons = " ".join(problem.message for problem in found)
    for line in refusals:
        if line.text not in reasons:
            message = f"the game is refused for another reason: {reasons}"
            yield Diagnostic("R0705", message, line.span, f'expected: "{line.text}"')


def _play(rehearsal: Rehearsal, scenario: Scenario) -> Diagnostics:
    expectations = Expectations(rehearsal)
    try:
        for part in scenario.parts:
            if part.word in ("then", "cases"):
                if found := expectations.check(part):
                    return found
            else:
                rehearsal.play(part)
        rehearsal.check_script()
        rehearsal.check_end()
    except Problems as problems:
        return problems.diagnostics
    except Fault as fault:
        return (fault_at(fault, rehearsal.line or scenario),)
    return ()


def fault_at(fault: Fault, line: Line | Scenario) -> Diagnostic:
    notes = tuple(Note(place) for place in fault.stack)
    if fault.code == BROKEN:
        return Diagnostic(BROKEN, fault.message, line.span, fault.help, notes)
    return Diagnostic("R0710", f"the rules fail: {fault.message}", line.span, fault.help, notes)


def summary(results: Iterable[ScenarioResult]) -> tuple[int, int]:
    passed = failed = 0
    for result in results:
        passed, failed = passed + result.passed, failed + (not result.passed)
    return passed, failed
