"""The `explore` command: search a game for defects, or enumerate a small game.

In: a game and a time. Out: the findings, each as a failing scenario; exit 1 if there are any. Layer: tools.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import interpreter
from interpreter.tools.cli.files import check_writable, write_text
from interpreter.tools.cli.opening import changed_options, open_game, players_of, variant_of
from interpreter.tools.cli.output import as_json, clip, count, say, wrong
from interpreter.tools.cli.parameters import (
    MAX_WORKERS,
    GameWord,
    JsonFile,
    OptionWords,
    Players,
    Seed,
    VariantWords,
    whole_number,
)
from interpreter.tools.cli.progress import with_progress

if TYPE_CHECKING:
    from interpreter import Game
    from interpreter.tools.explore.findings import Finding
    from interpreter.tools.explore.in_python import Explored

_TIME = re.compile(r"([0-9]{1,6})(s|m|h)")
SECONDS = {"s": 1, "m": 60, "h": 3600}


def duration(text: str | int) -> int:
    """Parse `90s`, `5m` or `1h` into seconds."""
    found = _TIME.fullmatch(str(text).strip())
    if isinstance(text, int):  # the default
        return text
    if found is None or not int(found[1]):
        raise wrong("R0901", f'--budget takes a time such as 90s, 5m or 1h, not "{clip(str(text))}"')
    return int(found[1]) * SECONDS[found[2]]


def explore(
    game: GameWord,
    budget: Annotated[
        int,
        typer.Option("--budget", metavar="TIME", parser=duration, show_default="60s", help="How long: 90s, 5m, 1h."),
    ] = 60,
    players: Players = None,
    variant: VariantWords = None,
    option: OptionWords = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Explore every way a small game can go, and count them.")
    ] = False,
    workers: Annotated[
        int,
        typer.Option(
            "--workers",
            metavar="K",
            parser=whole_number("--workers", 1, MAX_WORKERS),
            help="Processes; each goes its own way.",
        ),
    ] = 1,
    seed: Seed = None,
    output: Annotated[
        Path | None, typer.Option("-o", metavar="DIR", help="Write a scenario that fails for each finding.")
    ] = None,
    json: JsonFile = None,
) -> int:
    """Look for trouble: errors in play, broken `always` rules, nothing to choose from, games that never end.

    Exit 1 if something was found.
    """
    if json and str(json) != "-":
        check_writable(json)
    if output is not None:
        _check_folder(output)
    loaded = open_game(game, variant, option)
    if everything:
        return _count_all(loaded, players_of(loaded, players), budget, json)
    numbers = [players_of(loaded, players)] if players is not None else _all_numbers(loaded)
    result = _explored(loaded, game, variant or (), numbers, budget, seed or 0, workers)
    files = _write_scenarios(result, loaded, game, variant or (), output)
    _report(result, files, json)
    return 1 if result.findings else 0


def _check_folder(folder: Path) -> None:
    """Fail before a long search rather than after it.

    The folder is not created yet: there may be nothing to write."""
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not there.is_dir():
        raise wrong("R0905", f'"{folder}" cannot be written: "{there}" is not a folder')
    if not os.access(there, os.W_OK):
        raise wrong("R0905", f'"{folder}" cannot be written: permission denied')


def _all_numbers(game: Game) -> list[int]:
    """List every player count that the rules allow."""
    return [number for number in range(game.players_min, game.players_max + 1) if not game.refusals(number)]


def _explored(
    loaded: Game, game: str, variants: Sequence[str], players: list[int], seconds: int, seed: int, workers: int
) -> Explored:
    from interpreter.tools.explore.guidance import explored
    from interpreter.tools.explore.in_python import Explored
    from interpreter.tools.explore.parallel import Task, explored_together

    named = tuple(variant_of(word) for word in variants)
    task = Task(game, named, changed_options(loaded), tuple(players), seconds, seed)
    found = explored_together(task, workers) if workers > 1 else explored(loaded, players, seconds, seed)
    result = Explored()
    try:
        for so_far in with_progress(found, seconds, noun="seconds"):
            result = so_far
    except KeyboardInterrupt:
        say("Stopped.")
    return result


def _write_scenarios(
    result: Explored, game: Game, word: str, variants: Sequence[str], folder: Path | None
) -> dict[int, Path]:
    """Write a scenario for each finding; keep only those that fail as the game did."""
    from interpreter.tools.explore.findings import scenario_text

    files: dict[int, Path] = {}
    if folder is None or not result.findings:
        return files
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        raise wrong("R0905", f'"{folder}" cannot be written: it is not a folder') from None
    options = list(changed_options(game).items())
    names = [str(Path(one).resolve()) if isinstance(variant_of(one), Path) else one for one in variants]
    for number, finding in enumerate(result.findings, 1):
        path = folder / f"found_{number}.scenario"
        write_text(path, scenario_text(game, finding, names, options))
        if _fails(word, path):
            files[number] = path
        else:
            path.unlink()
    return files


def _fails(game: str, path: Path) -> bool:
    return any(not one.passed for one in interpreter.run_scenarios(game, [path]))


def _report(result: Explored, files: dict[int, Path], json: Path | None) -> None:
    from interpreter.tools.explore.findings import as_values

    numbers = {
        "findings": [as_values(finding, files.get(number)) for number, finding in enumerate(result.findings, 1)],
        "decisions": result.decisions,
        "games": result.games,
        "never_reached": result.never,
    }
    if json and str(json) == "-":
        print(as_json(numbers), end="")
        return
    if json:
        write_text(json, as_json(numbers))
    say(
        f"{count(result.decisions, 'decision')} in {count(result.games, 'game')}: {count(len(result.findings), 'finding')}."
    )
    for number, finding in enumerate(result.findings, 1):
        _print_finding(finding, files.get(number))
    for kind, names in result.never.items():
        if names:
            say(f"Never reached {kind}: {', '.join(names)}.")


def _print_finding(finding: Finding, file: Path | None) -> None:
    say(f"error[{finding.code}]: {finding.message}")
    for rule in finding.stack:
        say(f"    in {rule}")
    where = f"; the scenario {file} shows it" if file is not None else ""
    say(f"    after {count(len(finding.taken), 'decision')} of a game with {finding.players} players{where}")


def _count_all(game: Game, players: int, seconds: int, json: Path | None) -> int:
    from interpreter.tools.explore.exhaustive import EndlessError, TooManyError, counted

    instead = "leave out --all: explore then looks for mistakes for as long as --budget allows"
    try:
        numbers = counted(game, players, seconds=seconds)
    except TooManyError:
        message = f"--all is for small games: {game.title} has more positions than could be explored in {seconds} s"
        raise wrong("R0901", message, f"give it more time with --budget, or {instead}") from None
    except EndlessError:
        message = f"--all is for games that end: a position of {game.title} can recur, so its games cannot be counted"
        raise wrong("R0901", message, instead) from None
    except interpreter.Fault as fault:
        say(f"error[{fault.code}]: {fault.message}")
        return 1
    values = {"positions": numbers.positions, "histories": numbers.histories, "longest": numbers.longest,
              "information_sets": numbers.information_sets}  # fmt: skip
    if json and str(json) == "-":
        print(as_json(values), end="")
        return 0
    if json:
        write_text(json, as_json(values))
    hidden = "" if numbers.information_sets is None else f", {numbers.information_sets:,} information sets"
    say(f"{numbers.positions:,} positions, {numbers.histories:,} games{hidden}; the longest has "
        f"{count(numbers.longest, 'decision')}. No rule ever fails.")  # fmt: skip
    return 0
