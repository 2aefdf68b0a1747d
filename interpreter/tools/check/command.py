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
from interpreter.tools.cli.opening import chosen_variants, every_game, game_of, variant_of
from interpreter.tools.cli.output import clip, complain, count, report, say, say_json, wrong
from interpreter.tools.cli.parameters import GameWords, VariantWords

RULES, SCENARIO = ".rules", ".scenario"


class Format(str, Enum):  # noqa: UP042 - Typer wants the values as words
    """How findings are printed."""

    text = "text"
    json = "json"


def check(
    games: GameWords = None,
    format: Annotated[Format, typer.Option("--format", help="The output format.")] = Format.text,
    variant: VariantWords = None,
    fix: Annotated[
        bool, typer.Option("--fix", help="Show the safe fixes as a diff, and apply them if you agree.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="With --fix: apply them without asking.")] = False,
) -> int:
    """Report every mistake in rules and data. Exit 0: none; 1: some; 2: a game or path does not exist."""
    if yes and not fix:
        raise wrong("R0910", "--yes answers the question that --fix asks", "add --fix")
    if fix:
        for word in games or every_game():
            _fix(word, variant, yes)
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
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Rules files, or folders that contain some.")],
    check: Annotated[bool, typer.Option("--check", help="Change nothing; exit 1 if something would change.")] = False,
    newest: Annotated[
        bool,
        typer.Option("--newest", help="Raise games to the newest edition of the language first, and say what differs."),
    ] = False,
) -> int:
    """Format rules files. Comments are kept; a file with a syntax error is left alone."""
    if newest:
        for path in paths:
            _raise_edition(path, check)
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


def _raise_edition(path: Path, only_check: bool) -> None:
    """Write the newest edition into a game's manifest.

    Lists the questions that are now skipped."""
    from interpreter.data.folder import EDITION
    from interpreter.tools.fmt.editions import MANIFEST, raised

    if not (path / MANIFEST).is_file():
        raise wrong("R0910", f'"{clip(str(path))}" is not the folder of a game: it has no {MANIFEST}')
    found = raised(path)
    if found.before == EDITION:
        say(f"{path.name} is already written for edition {EDITION} of the language.")
        return
    if not only_check:
        write_text(found.manifest, found.text)
    say(f"{path.name}: edition {found.before} of the language {'would become' if only_check else 'is now'} {EDITION}.")
    if not found.left_out:
        say("Nothing works differently.")
        return
    say("These questions are now skipped when there is nothing to choose from; scenarios must not answer them then:")
    for span in found.left_out:
        say(f"  {span.source.path}:{span.line}: {span.source.text.splitlines()[span.line - 1].strip()}")


def _fix(word: str, variant: Sequence[str] | None, yes: bool) -> None:
    """Show what the safe fixes change in a game, and change it if that is wanted."""
    from interpreter.finding import find_game, find_variants
    from interpreter.tools.check.apply_fixes import safe_changes

    try:
        folder = game_of(word) or find_game(word)
        variants = find_variants(folder, [variant_of(one) for one in variant]) if variant else None
    except Problems:
        return  # told with the findings
    changes = safe_changes(folder, variants)
    for changed in changes:
        say(changed.diff().rstrip("\n"))
    if not changes:
        say(f"{folder.name}: there is nothing to fix safely.")
    elif yes or (_is_asked() and typer.confirm(f"Change {count(len(changes), 'file')}?")):
        for changed in changes:
            write_text(changed.path, changed.after)
        say(f"{count(len(changes), 'file')} changed.")
    else:
        say("Nothing changed." if _is_asked() else "Nothing changed; add --yes to apply the fixes.")


def _is_asked() -> bool:
    """Whether somebody sits there who can answer."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _findings(word: str, variant: Sequence[str] | None) -> Sequence[Diagnostic]:
    """Check one game, or one file of a game."""
    folder = game_of(word)
    variants = chosen_variants(folder or word, variant) if variant else None
    if folder is None:
        return _findings_in_game(word, variants)
    from interpreter.tools.check.problems import problems

    inside = Path(word).absolute().relative_to(folder)
    return [finding for finding in problems(folder, variants) if _is_in(finding, folder.name, inside)]


def _findings_in_game(word: str, variants: Sequence[str | Path] | None) -> Sequence[Diagnostic]:
    """Check a whole game, unless these very files are known to be clean."""
    from interpreter.finding import find_game, find_variants
    from interpreter.tools.check.known_clean import is_known_clean, key_of, remember_clean

    try:
        path = find_game(word)
        key = key_of(path, find_variants(path, variants) if variants is not None else None)
    except (Problems, OSError):
        key = None
    if key is not None and is_known_clean(key):
        return []
    from interpreter.tools.check.problems import problems

    found = problems(word, variants)
    if not any(finding.severity == "error" for finding in found):
        found = [*found, *trials(word, variants or ())]
    if key is not None and not found:
        remember_clean(key)
    return found


def _is_in(finding: Diagnostic, game: str, inside: Path) -> bool:
    """Whether a finding is in a file or folder of a game.

    Its path may start anywhere above the game."""
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
            raise wrong("R0910", f'"{path}" is not a rules file: its name does not end in {RULES}')
        if path.is_file():
            yield path, path.parent
            return
    except (OSError, ValueError):
        pass
    raise wrong("R0910", f'there is no file or folder "{clip(str(path))}"')


def _hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def _format(path: Path, folder: Path, only_check: bool) -> bool:
    """Format a file unless only checking; return whether it changes.

    Links out of the folder are not followed."""
    from interpreter.tools.fmt.formatting import format_text

    if not path.resolve().is_relative_to(folder.resolve()):
        message, help = f'"{path}" is a link to a file outside its folder', "name the file itself"
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
    say(f"{count(left, 'file')} already formatted, {len(changed)} {'to change' if only_check else 'changed'}.")
