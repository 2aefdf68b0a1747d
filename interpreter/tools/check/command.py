"""The `check` and `fmt` commands.

In: games and paths. Out: their errors, or their formatted text. Layer: tools.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from interpreter.source import Diagnostic, Problems, Source, to_json
from interpreter.tools.check.smoke_play import trials
from interpreter.tools.cli.files import write_text
from interpreter.tools.cli.opening import chosen_variants, every_game, game_of
from interpreter.tools.cli.output import clip, complain, count, report, say, say_json, wrong
from interpreter.tools.cli.parameters import GameWords, VariantWords

RULES, SCENARIO = ".rules", ".scenario"


class Format(str, Enum):  # noqa: UP042 - Typer wants the values as words
    """How findings are printed."""

    text = "text"
    json = "json"


def check(
    games: GameWords = None,
    format: Annotated[Format, typer.Option("--format", help="How to print what is found.")] = Format.text,
    variant: VariantWords = None,
) -> int:
    """Report every mistake in rules and data. Exit 0: none; 1: some; 2: a game or path is not there."""
    found: list[Diagnostic] = []
    missing: list[Diagnostic] = []
    words = games or every_game()
    for word in words:
        for finding in _findings(word, variant):
            (missing if finding.span is None else found).append(finding)
    _print_findings(found, missing, len(words), format)
    if missing:
        return 2
    return 1 if any(finding.severity == "error" for finding in found) else 0


def fmt(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Files of rules, or folders with some.")],
    check: Annotated[bool, typer.Option("--check", help="Change nothing; exit 1 if something would change.")] = False,
) -> int:
    """Put rules into the one form. Comments are kept; a file with a mistake in its syntax is left alone."""
    files = {file: folder for path in paths for file, folder in _files(path)}
    changed: list[Path] = []
    wrong: list[Diagnostic] = []
    for file, folder in files.items():
        try:
            changed += [file] if _format(file, folder, check) else []
        except Problems as problems:
            wrong += problems.diagnostics
    _print_formatted(len(files), changed, wrong, check)
    return 1 if wrong or (check and changed) else 0


def _findings(word: str, variant: Sequence[str] | None) -> Sequence[Diagnostic]:
    """Check one game, or one file of a game."""
    from interpreter.tools.check.problems import problems

    folder = game_of(word)
    variants = chosen_variants(folder or word, variant) if variant else None
    if folder is None:
        found = problems(word, variants)
        return (
            found if any(finding.severity == "error" for finding in found) else [*found, *trials(word, variants or ())]
        )
    inside = Path(word).absolute().relative_to(folder)
    return [finding for finding in problems(folder, variants) if _is_in(finding, folder.name, inside)]


def _is_in(finding: Diagnostic, game: str, inside: Path) -> bool:
    """Whether a finding is in a file or folder of a game; its path may start anywhere above the game."""
    if finding.span is None:
        return True
    steps, wanted = Path(finding.span.source.path).parts, (game, *inside.parts)
    return any(steps[start : start + len(wanted)] == wanted for start in range(len(steps)))


def _print_findings(found: list[Diagnostic], missing: list[Diagnostic], games: int, format: Format) -> None:
    if format is Format.json:
        say_json([to_json(finding) for finding in (*found, *missing)])
        return
    report(found, sys.stdout)
    complain(missing)
    if missing and not found:
        return
    errors = sum(finding.severity == "error" for finding in found)
    warnings = len(found) - errors
    totals = [count(number, noun) for number, noun in ((errors, "error"), (warnings, "warning")) if number]
    say(f"{count(games, 'game')} checked: {', '.join(totals) or 'no mistakes'}.")


def _files(path: Path) -> Iterator[tuple[Path, Path]]:
    """Find files of rules, each with the folder that must contain it."""
    try:
        if path.is_dir():
            found = sorted(path.rglob(f"*{RULES}"))
            yield from ((file, path) for file in found if not _hidden(file.relative_to(path)) and not file.is_dir())
            return
        if path.is_file() and path.suffix not in {RULES, SCENARIO}:
            raise wrong("R0910", f'"{path}" is not a file of rules: its name does not end in {RULES}')
        if path.is_file():
            yield path, path.parent
            return
    except (OSError, ValueError):
        pass
    raise wrong("R0910", f'there is no file or folder "{clip(str(path))}"')


def _hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def _format(path: Path, folder: Path, only_check: bool) -> bool:
    """Format a file unless only checking; return whether it changes. Links out of the folder are not followed."""
    from interpreter.tools.fmt.formatting import format_text

    if not path.resolve().is_relative_to(folder.resolve()):
        message, help = f'"{path}" is a link to a file outside of its folder', "name the file itself"
        raise Problems([Diagnostic("R0004", message, Source(str(path), "").whole(), help)])
    text = Source.read(path).text
    formatted = format_text(text, str(path))
    if formatted == text:
        return False
    if not only_check:
        write_text(path, formatted)
    return True


def _print_formatted(files: int, changed: list[Path], wrong: list[Diagnostic], only_check: bool) -> None:
    for path in changed:
        say(f"{'would change' if only_check else 'changed'} {path}")
    complain(wrong)
    left = files - len(changed) - len({finding.span.source.path for finding in wrong if finding.span})
    say(f"{count(left, 'file')} already in form, {len(changed)} {'to change' if only_check else 'changed'}.")
