"""Single typos in working games, and how well the first message speaks of them.

In: a seed and a number. Out: for each typo whether the message names its file, line, column, the thing and the cure.
A typo that leaves the game without a mistake (a word inside a title, a name that nobody uses) is not counted.
"""

from __future__ import annotations

import random
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import interpreter
from interpreter.source import Diagnostic
from tests.check.frame import FRAME
from tests.fuzz.limits import check_report, time_limit

ROOT = Path(__file__).resolve().parents[2]
SMALL = [ROOT / "games" / name for name in ("pig", "kuhn-poker", "tic-tac-toe")]
LIBRARY = sorted(path.parent for path in (ROOT / "tests" / "cases" / "library").glob("*/game.yaml"))
GAMES = [FRAME, *SMALL, *LIBRARY]
ENDINGS = (".rules", ".yaml", ".scenario")
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]{3,}")
CITATION = re.compile(r"[A-Z]{2,}-[A-Z]?[0-9]+")
MEASURES = ("file", "line", "column", "thing", "cure")


@dataclass(frozen=True)
class Typo:
    game: Path
    file: str
    line: int
    column: int
    right: str
    wrong: str

    def __str__(self) -> str:
        return f"{self.game.name}/{self.file}:{self.line}:{self.column} {self.right!r} -> {self.wrong!r}"


def misspelt(word: str, chance: random.Random) -> str:
    """A letter left out, doubled, changed, or two of them the other way round."""
    at = chance.randrange(1, len(word) - 1)
    other = chance.choice("abcdefghijklmnopqrstuvwxyz")
    return chance.choice([
        word[:at] + word[at + 1 :], word[:at] + word[at] + word[at:], word[:at] + other + word[at + 1 :],
        word[:at] + word[at + 1] + word[at] + word[at + 2 :],
    ])  # fmt: skip


def masked(line: str) -> str:
    """A line of rules without its texts and its comment."""
    line = re.sub(r'"[^"]*"', lambda found: "." * len(found[0]), line)
    return line.split("#")[0]


def a_typo(chance: random.Random) -> Typo:
    while True:
        game = chance.choice(GAMES)
        files = [path for path in sorted(game.rglob("*")) if path.suffix in ENDINGS and path.is_file()]
        path = chance.choice(files)
        lines = path.read_text(encoding="utf-8").split("\n")
        number = chance.randrange(len(lines))
        places = list(WORD.finditer(masked(lines[number])))
        if not places:
            continue
        place = chance.choice(places)
        wrong = misspelt(place[0], chance)
        if wrong != place[0]:
            return Typo(game, path.relative_to(game).as_posix(), number + 1, place.start() + 1, place[0], wrong)


def made(typo: Typo, folder: Path) -> Path:
    """A copy of the game with the typo in it."""
    shutil.copytree(typo.game, folder, ignore=shutil.ignore_patterns("*.md", "*.py", "__pycache__"))
    path = folder / typo.file
    lines = path.read_text(encoding="utf-8").split("\n")
    line, start = lines[typo.line - 1], typo.column - 1
    lines[typo.line - 1] = line[:start] + typo.wrong + line[start + len(typo.right) :]
    path.write_text("\n".join(lines), encoding="utf-8")
    return folder


def hits(typo: Typo, folder: Path, found: Diagnostic) -> dict[str, bool]:
    span = found.span
    said = " ".join([found.message, found.help or "", *(note.message for note in found.notes)])
    path = span.source.path if span is not None else ""
    in_file = path.endswith(f"{folder.name}/{typo.file}") or path == typo.file
    in_line = in_file and span is not None and span.line == typo.line
    in_column = in_line and span is not None and span.column <= typo.column < max(span.end_column, span.column + 1)
    return {
        "file": in_file, "line": in_line, "column": in_column, "thing": typo.wrong in said or typo.right in said,
        "cure": typo.right in said,
    }  # fmt: skip


def measure(seed: int, number: int, folder: Path) -> tuple[Counter[str], list[str]]:
    """How many of so many typos each measure was met for (and their number, as "typos"); and what was missed."""
    met: Counter[str] = Counter()
    missed: list[str] = []
    for typo, found in _findings(seed, number, folder):
        met["typos"] += 1
        hit = hits(typo, folder / str(met["typos"]), found)
        met.update(name for name in MEASURES if hit[name])
        failed = [name for name in MEASURES if not hit[name]]
        if failed:
            missed.append(f"{typo}: not its {', '.join(failed)}: {found.span}: {found.message} ({found.help})")
    return met, missed


def _findings(seed: int, number: int, folder: Path) -> Iterator[tuple[Typo, Diagnostic]]:
    chance = random.Random(seed)
    count = 0
    while count < number:
        typo = a_typo(chance)
        game = made(typo, folder / str(count + 1))
        with time_limit():
            found = interpreter.problems(game)
        for one in found:
            check_report(one)
        shutil.rmtree(game)
        errors = [one for one in found if one.severity == "error"]
        if errors:
            count += 1
            yield typo, errors[0]
