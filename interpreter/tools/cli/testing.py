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
from .opening import every_game, game_of
from .parameters import GameWords, JsonFile
from .speech import as_json, clip, complain, console, count, misused, say, visible, wrong

if TYPE_CHECKING:
    from interpreter import ScenarioResult

SCENARIO = ".scenario"


def run_tests(
    games: GameWords = None,
    json: JsonFile = None,
) -> int:
    """Run scenarios and explain each failure: the step, what was expected, what happened."""
    only_json = json is not None and str(json) == "-"
    if json and not only_json:
        check_writable(json)
    results: list[ScenarioResult] = []
    broken: list[Diagnostic] = []
    for word in games or every_game():
        try:
            results += _reported(_run(word), silent=only_json)
        except Problems as problems:
            if misused(problems):
                raise
            broken += problems.diagnostics
    complain(broken)
    _finish(results, broken, json, only_json)
    return 1 if broken or not all(result.passed for result in results) else 0


def _reported(results: Iterable[ScenarioResult], silent: bool) -> Iterator[ScenarioResult]:
    """The results, each failure printed as soon as it is known."""
    for result in results:
        if not silent and not result.passed:
            _print_failure(result)
        yield result


def _run(word: str) -> Iterator[ScenarioResult]:
    """The scenarios of a game, of a folder in it, or of one file."""
    folder = game_of(word)
    if folder is None:
        yield from interpreter.run_scenarios(word)
    else:
        yield from interpreter.run_scenarios(folder, _scenario_files(Path(word)))


def _scenario_files(path: Path) -> Sequence[Path]:
    files = sorted(path.rglob(f"*{SCENARIO}")) if path.is_dir() else [path] if path.suffix == SCENARIO else []
    if not files:
        raise wrong("R0910", f'there is no scenario at "{clip(str(path))}": its name would end in {SCENARIO}')
    return files


def _print_failure(result: ScenarioResult) -> None:
    title = visible(f"FAILED {result.path}:{result.line}  {result.name}")
    console().print(title, style="bold red", soft_wrap=True)
    say(result.report.rstrip("\n"))
    say()


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
