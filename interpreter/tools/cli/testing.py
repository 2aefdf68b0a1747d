"""`test`: scenarios.

In: games, or scenario files and folders. Out: the failures in prose, a count, and JSON if wanted. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import interpreter
from interpreter.source import Diagnostic, Problems, to_json

from .files import check_writable, write_text
from .opening import every_game, game_of, variant_of
from .parameters import GameWords, JsonFile, VariantWords
from .speech import as_json, clip, complain, console, count, misused, say, visible, wrong

if TYPE_CHECKING:
    from interpreter import ScenarioResult

SCENARIO, RULES = ".scenario", ".rules"


def run_tests(
    games: GameWords = None,
    variant: VariantWords = None,
    json: JsonFile = None,
) -> int:
    """Run scenarios and explain each failure: the step, what was expected, what happened.

    With --variant every scenario is played with it. Files of scenarios anywhere on the disk stand behind the GAME they
    belong to; without any, those beside and inside a house rule are run, else the game's own.
    """
    only_json = json is not None and str(json) == "-"
    if json and not only_json:
        check_writable(json)
    results: list[ScenarioResult] = []
    broken: list[Diagnostic] = []
    chosen = [variant_of(word) for word in variant or ()]
    for game, files in _jobs(games or every_game(), chosen):
        try:
            results += _reported(interpreter.run_scenarios(game, files, chosen), silent=only_json)
        except Problems as problems:
            if misused(problems):
                raise
            broken += problems.diagnostics
    complain(broken)
    _finish(results, broken, json, only_json)
    return 1 if broken or not all(result.passed for result in results) else 0


def _reported(results: Iterable[ScenarioResult], silent: bool) -> Iterator[ScenarioResult]:
    """The results, each failure printed as soon as it is known."""
    told: set[str] = set()
    for result in results:
        if not silent and not result.passed:
            _print_failure(result, told)
        yield result


Job = tuple[str | Path, Sequence[Path] | None]  # a game and the files to run; None: all of its own


def _jobs(words: Sequence[str], variants: Sequence[str | Path]) -> list[Job]:
    """What to run: games, folders and files in them, and files from elsewhere behind the game they belong to."""
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
            raise wrong("R0910", f'"{clip(word)}" lies in no game folder, so it is not known which game it tests', help)
    return [(game, files or interpreter.scenarios_beside(variants)) for game, files in jobs]


def _is_game_in(word: str | Path, folder: Path) -> bool:
    """Is this the game in that folder? Its files behind it are what is to be run, not more."""
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


def _print_failure(result: ScenarioResult, told: set[str]) -> None:
    """A report that was given already, of a mistake in the rules themselves, is not repeated."""
    title = visible(f"FAILED {result.path}:{result.line}  {result.name}")
    console().print(title, style="bold red", soft_wrap=True)
    report = result.report.rstrip("\n")
    say("   for the same reason" if report in told else report)
    say()
    told.add(report)


def _finish(
    results: Sequence[ScenarioResult], broken: Sequence[Diagnostic], json: Path | None, only_json: bool
) -> None:
    text = as_json(_as_values(results, broken))
    if only_json:
        print(text, end="")
        return
    if json:
        write_text(json, text)
    failed = sum(not result.passed for result in results)
    seconds = sum(result.seconds for result in results)
    say(f"{count(len(results), 'scenario')}: {len(results) - failed} passed, {failed} failed, in {seconds:.2f} s.")


def _as_values(results: Sequence[ScenarioResult], broken: Sequence[Diagnostic]) -> dict[str, object]:
    return {
        "scenarios": len(results),
        "passed": sum(result.passed for result in results),
        "failed": sum(not result.passed for result in results),
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
                "seconds": round(result.seconds, 4),
                "report": result.report,
            }
            for result in results
        ],
    }
