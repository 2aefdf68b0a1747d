"""The `diff` command: what a variant changes, or how two versions of a game differ, in words.

In: a game and its variants; or two games, each a folder, a bundled name, or REVISION:FOLDER of a git repository. Out: a
sentence for each difference, or JSON. Layer: tools.
"""

from __future__ import annotations

import subprocess
import tarfile
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import interpreter
from interpreter.source import Diagnostic, render
from interpreter.tools.cli.opening import MANIFEST, note_brought_along, variant_of
from interpreter.tools.cli.output import clip, count, say, say_json, visible, wrong
from interpreter.tools.cli.parameters import JsonFlag, VariantWords, path_word

if TYPE_CHECKING:
    from interpreter.tools.diff.differences import Difference

Words = Annotated[
    list[str],
    typer.Argument(
        metavar="GAME | OLD NEW", parser=path_word, help="A game with --variant, or two versions of a game."
    ),
]


def diff(words: Words, variant: VariantWords = None, as_json: JsonFlag = False) -> int:
    """Say in words what a variant changes, or what changed between two versions of a game.

    A version is a folder, a bundled game, or REVISION:FOLDER of a git repository, such as HEAD~3:my_game; inside of a game's
    folder, or beside one (diff HEAD~3 my_game), a REVISION alone will do. Variants that no longer fit the new version are
    listed with what to write instead.
    """
    from interpreter.tools.diff.differences import differences
    from interpreter.tools.diff.misfits import misfits as find_misfits

    chosen = [variant_of(word) for word in variant or ()]
    if len(words) == 1:
        if not chosen:
            raise wrong("R0901", '"rulewright diff GAME" needs --variant V, or a second version of the game')
        note_brought_along(words[0], chosen)
        _print(differences(words[0], words[0], (), chosen), [], as_json, {})
        return 0
    if len(words) != 2:
        help = "--json prints, so a file is written with: --json > FILE" if as_json else None
        raise wrong("R0901", '"rulewright diff" compares two versions of a game: OLD NEW', help)
    called: dict[str, str] = {}
    with _version(words[0], words[1], called) as old, _version(words[1], words[0], called) as new:
        misfits = find_misfits(old, new, chosen)
        _print(differences(old, new), misfits, as_json, called)
    return 1 if misfits else 0


@contextmanager
def _version(word: str, beside: str, called: dict[str, str]) -> Iterator[str | Path]:
    """Yield a folder or a game's name unchanged.

    For a git revision, check its files out into a temporary folder, recorded in `called` with its display name. `beside`: the
    other side of the comparison."""
    revision, colon, inside = word.partition(":")
    home = None if colon else _home_of_revision(word, beside)
    if Path(word).exists() or not (colon or home is not None):
        yield word
        return
    inside = inside.rstrip("/") or "."
    with tempfile.TemporaryDirectory(prefix="rulewright-") as folder:
        _unpack(revision, inside, home or Path(), Path(folder))
        called[str(Path(folder).resolve())] = called[folder] = revision
        yield Path(folder) / inside


def _home_of_revision(word: str, beside: str) -> Path | None:
    """Find the game that a bare revision refers to.

    The current folder's, or the one it is compared with."""
    if word in {info.name for info in interpreter.games()}:
        return None
    if Path(MANIFEST).is_file():
        return Path()
    return Path(beside) if (Path(beside) / MANIFEST).is_file() and _knows(Path(beside), word) else None


def _knows(folder: Path, revision: str) -> bool:
    command = [
        "git",
        "-C",
        str(folder),
        "rev-parse",
        "--verify",
        "--quiet",
        "--end-of-options",
        f"{revision}^{{commit}}",
    ]
    try:
        return not subprocess.run(command, capture_output=True, check=False).returncode
    except (OSError, ValueError):
        return False


def _unpack(revision: str, inside: str, home: Path, folder: Path) -> None:
    command = ["git", "-C", str(home), "archive", "--format=tar", revision, "--", inside]
    try:
        done = subprocess.run(command, capture_output=True, check=False)
    except OSError:
        raise wrong("R0901", f'"{clip(revision)}:{clip(inside)}" needs git, which is not installed') from None
    if done.returncode:
        reason = (done.stderr.decode("utf-8", "replace").strip().splitlines() or ["it does not know it"])[-1]
        help = f"git says: {reason.removeprefix('fatal: ')}"
        raise wrong("R0901", f'there is no version "{clip(revision)}:{clip(inside)}"', help)
    with tarfile.open(fileobj=BytesIO(done.stdout)) as files:
        files.extractall(folder, filter="data")


def _as_called(text: str, called: Mapping[str, str]) -> str:
    """Show locations in a git version under its name: `HEAD~1:rules/play.rules:3`."""
    for folder, revision in called.items():
        text = text.replace(f"{folder}/", f"{revision}:")
    return text


def _print(
    found: Sequence[Difference], misfits: Sequence[Diagnostic], as_json: bool, called: Mapping[str, str]
) -> None:
    found = [replace(one, location=_as_called(one.location, called)) for one in found]
    told = [_as_called(render(one), called) for one in misfits]
    if as_json:
        say_json({"differences": [asdict(one) for one in found], "misfits": told})
        return
    for one in found:
        say(f"{one.words}  ({one.location})" if one.location else one.words)
        for line in one.details:
            say(f"    {line}")
    for misfit in told:
        print(visible(misfit))
    say(f"{count(len(found), 'difference')}." if found else "No difference.")
