"""The `test` command: run scenarios.

In: games, or scenario files and folders. Out: the failures in prose, a count, and JSON on request. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import interpreter
from interpreter.source import Diagnostic, Problems, to_json
from interpreter.tools.cli.files import check_writable, write_text
from interpreter.tools.cli.opening import every_game, game_of, note_brought_along, variant_of
from interpreter.tools.cli.output import as_json, clip, complain, console, count, misused, say, visible, wrong
from interpreter.tools.cli.parameters import GameWords, JsonFile, VariantWords

if TYPE_CHECKING:
    from interpreter import ScenarioResult

SCENARIO, RULES = ".scenario", ".rules"


def run_tests(
    games: GameWords = None,
    variant: VariantWords = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit 1 if scenarios of the game come out differently with --variant.")
    ] = False,
    json: JsonFile = None,
) -> int:
    """Run scenarios and explain each failure: the step, what was expected, what happened.

    With --variant, the scenarios inside or beside a house rule are run with it. If it has none, those of the game are:
    those with a different outcome are listed but do not count as failures, since a rule is meant to change something.
    To run files from anywhere on the disk, name them after the GAME that they test.
    """
    only_json = json is not None and str(json) == "-"
    if json and not only_json:
        check_writable(json)
    results: list[ScenarioResult] = []
    broken: list[Diagnostic] = []
    chosen = [variant_of(word) for word in variant or ()]
    shown = Shown(silent=only_json)
    for game, files in _jobs(games or every_game(), chosen):
        try:
            note_brought_along(game, chosen)
            results += shown.reported(interpreter.run_scenarios(game, files, chosen))
        except Problems as problems:
            if misused(problems):
                raise
            broken += problems.diagnostics
    if not only_json:
        shown.print_repeated()
        _print_changed(results, [str(word) for word in variant or ()])
    complain(broken)
    _finish(results, broken, json, only_json)
    return 1 if broken or any(_is_failure(result, strict) for result in results) else 0


def _is_failure(result: ScenarioResult, strict: bool = False) -> bool:
    return not result.passed and not (result.passes_without and not strict)


def _is_changed(result: ScenarioResult) -> bool:
    """Whether a variant changes the outcome of this scenario of the game."""
    return bool(result.passes_without) and result.begun


def _is_elsewhere(result: ScenarioResult) -> bool:
    """Is it about other variants or player counts than the chosen ones allow?"""
    return bool(result.passes_without) and not result.begun


@dataclass
class Shown:
    """Prints failures. An error in the rules themselves fails many scenarios: it is printed once."""

    silent: bool
    _places: dict[str, list[str]] = field(default_factory=dict)  # by report, the scenarios that fail with it

    def reported(self, results: Iterable[ScenarioResult]) -> Iterator[ScenarioResult]:
        """Pass the results through, printing each failure as soon as it is known."""
        for result in results:
            if not self.silent and _is_failure(result):
                self._print(result)
            yield result

    def _print(self, result: ScenarioResult) -> None:
        report = result.report.rstrip("\n")
        places = self._places.setdefault(report, [])
        places.append(f"{result.path}:{result.line}")
        if len(places) == 1:
            title = visible(f"FAILED {places[0]}  {result.name}")
            console().print(title, style="bold red", soft_wrap=True)
            say(report)
            say()

    def print_repeated(self) -> None:
        for first, *others in self._places.values():
            if others:
                fail = "more scenario fails" if len(others) == 1 else "more scenarios fail"
                more = f", and {len(others) - MAX_PLACES} more" if len(others) > MAX_PLACES else ""
                say(f"{len(others)} {fail} for the same reason as {first}: {', '.join(others[:MAX_PLACES])}{more}.")


MAX_PLACES = 5  # scenarios listed that fail for a reason already printed


def _print_changed(results: Sequence[ScenarioResult], variants: Sequence[str]) -> None:
    """Print which scenarios of the game come out differently.

    Under rules without scenarios of their own."""
    changed = [result for result in results if _is_changed(result)]
    rule = "this rule" if len(variants) == 1 else "these rules"
    if changed:
        come = "comes" if len(changed) == 1 else "come"
        say(f"{count(len(changed), 'scenario')} of the game {come} out differently under {rule}:")
    for result in changed:
        say(f"  {result.path}:{result.line}  {result.name}")
        for found in result.diagnostics:
            where = f"line {found.span.line}: " if found.span is not None else ""
            say(f"    {where}{found.message}")
    elsewhere = sum(map(_is_elsewhere, results))
    if elsewhere:
        say(f"{count(elsewhere, 'scenario')} of the game cannot be played with {', '.join(variants)}.")


Job = tuple[str | Path, Sequence[Path] | None]  # a game and the files to run; None: all of its own


def _jobs(words: Sequence[str], variants: Sequence[str | Path]) -> list[Job]:
    """Group the arguments into games and the files to run.

    Those inside a game, and others after the game they test."""
    jobs: list[tuple[str | Path, list[Path]]] = []
    for word in words:
        folder = game_of(word)
        if folder is not None:
            if not (jobs and _is_game_in(jobs[-1][0], folder)):
                jobs.append((folder, []))
            jobs[-1][1].extend(file for file in _scenario_files(Path(word)) if file not in jobs[-1][1])
        elif not _is_from_elsewhere(word):
            jobs.append((word, []))
        elif not Path(word).is_file():
            raise wrong("R0910", f'there is no file "{clip(word)}"')
        elif jobs:
            jobs[-1][1].extend(_scenario_files(Path(word)))
        else:
            help = f"name the game in front of it: rulewright test GAME {clip(word)}"
            raise wrong("R0910", f'"{clip(word)}" is not in a game folder, so it is unclear which game it tests', help)
    return [(game, files or interpreter.scenarios_beside(variants)) for game, files in jobs]


def _is_game_in(word: str | Path, folder: Path) -> bool:
    """Whether the argument is the game in that folder.

    Then only the files named after it are run."""
    places = [game.path for game in interpreter.games() if game.name == str(word)] or [Path(word)]
    return any(place.resolve() == folder.resolve() for place in places)


def _is_from_elsewhere(word: str) -> bool:
    return Path(word).suffix in (SCENARIO, RULES)


def _scenario_files(path: Path) -> Sequence[Path]:
    files = sorted(path.rglob(f"*{SCENARIO}")) if path.is_dir() else [path] if path.suffix in (SCENARIO, RULES) else []
    if not files:
        raise wrong("R0910", f'there is no scenario at "{clip(str(path))}": its name would end in {SCENARIO}')
    if not any(map(interpreter.holds_scenarios, files)):
        help = 'a scenario begins with a line such as: scenario "what it shows"'
        raise wrong("R0910", f'there is no scenario in "{clip(str(path))}"', help)
    return files


def _finish(
    results: Sequence[ScenarioResult], broken: Sequence[Diagnostic], json: Path | None, only_json: bool
) -> None:
    text = as_json(_as_values(results, broken))
    if only_json:
        print(text, end="")
        return
    if json:
        write_text(json, text)
    numbers = _numbers(results)
    others = [f"{numbers[key]} {words}" for key, words in OTHERS.items() if numbers[key]]
    parts = [f"{numbers['passed']} passed", f"{numbers['failed']} failed", *others]
    say(f"{count(len(results), 'scenario')}: {', '.join(parts)}, in {sum(one.seconds for one in results):.2f} s.")


OTHERS = {"changed": "changed", "not_played": "not played"}


def _numbers(results: Sequence[ScenarioResult]) -> dict[str, int]:
    return {
        "scenarios": len(results),
        "passed": sum(result.passed for result in results),
        "failed": sum(map(_is_failure, results)),
        "changed": sum(map(_is_changed, results)),
        "not_played": sum(map(_is_elsewhere, results)),
    }


def _as_values(results: Sequence[ScenarioResult], broken: Sequence[Diagnostic]) -> dict[str, object]:
    return {
        **_numbers(results),
        "seconds": round(sum(result.seconds for result in results), 3),
        "problems": [to_json(problem) for problem in broken],
        "results": [
            {
                "name": result.name,
                "path": str(result.path),
                "line": result.line,
                "variants": list(result.variants),
                "options": dict(result.options),
                "passed": result.passed,
                "changed": _is_changed(result),
                "seconds": round(result.seconds, 4),
                "report": result.report,
            }
            for result in results
        ],
    }
