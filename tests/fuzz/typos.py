"""Single typos in working games, and how well the first message speaks of them.

In: a seed and a number. Out: for each typo whether the message names its file, line, column, the thing and the cure.
Typos are made in every kind of file (rules, cards, maps, manifests, variants, scenarios) and of every kind: a word or name
misspelt, a number with a letter in it, a citation that is none, an indentation that is off.
A typo that leaves the game without a mistake (a word inside a title, a name that nobody uses) is not counted.
"""

from __future__ import annotations

import random
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from interpreter.scenario import run_scenarios
from interpreter.source import Diagnostic
from interpreter.tools.check.problems import problems
from tests.support.frame import FRAME
from tests.support.limits import check_report, time_limit

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "tests" / "cases"
SMALL = [ROOT / "games" / name for name in ("pig", "kuhn-poker", "tic-tac-toe", "connect-four")]
OTHERS = sorted(path.parent for part in ("library", "games", "hard") for path in (CASES / part).glob("*/game.yaml"))
GAMES = [FRAME, *SMALL, *OTHERS]
ENDINGS = (".rules", ".yaml", ".scenario")
MEASURES = ("file", "line", "column", "thing", "cure")


@dataclass(frozen=True)
class Typo:
    """`right` at a place has become `wrong`; `cures` are words of which one tells how to put it right."""

    kind: str
    game: Path
    file: str
    line: int
    column: int
    right: str
    wrong: str
    cures: tuple[str, ...]

    def __str__(self) -> str:
        place = f"{self.game.name}/{self.file}:{self.line}:{self.column}"
        return f"{self.kind}: {place} {self.right!r} -> {self.wrong!r}"


@dataclass(frozen=True)
class Slip:
    """One thing that goes wrong in a line: from where, what it was, what it is, and what would cure it."""

    start: int
    right: str
    wrong: str
    cures: tuple[str, ...]


Way = Callable[[str, bool, random.Random], Iterator[Slip]]  # of a line, and whether it is of a YAML file


# ---------------------------------------------------------------- the kinds of slips

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]{3,}")
NUMBER = re.compile(r"(?<![\w.-])[0-9]+(?![\w.])")
CITATION = re.compile(r"\bcites [A-Z]+-[A-Z]*[0-9]+")
LETTERS = {"0": "O", "1": "l", "5": "S", "8": "B"}  # that are taken for digits


def masked(line: str) -> str:
    """A line without its texts and its comment."""
    line = re.sub(r'"[^"]*"', lambda found: "." * len(found[0]), line)
    return line.split("#")[0]


def misspelt(word: str, chance: random.Random) -> str:
    """A letter left out, doubled, changed, or two of them the other way round."""
    at = chance.randrange(1, len(word) - 1)
    other = chance.choice("abcdefghijklmnopqrstuvwxyz")
    return chance.choice([
        word[:at] + word[at + 1 :], word[:at] + word[at] + word[at:], word[:at] + other + word[at + 1 :],
        word[:at] + word[at + 1] + word[at] + word[at + 2 :],
    ])  # fmt: skip


def words(line: str, _yaml: bool, chance: random.Random) -> Iterator[Slip]:
    """Names where they are declared or used, words of the language, keys and ids."""
    for found in WORD.finditer(masked(line)):
        yield Slip(found.start(), found[0], misspelt(found[0], chance), (found[0],))


def numbers(line: str, _yaml: bool, chance: random.Random) -> Iterator[Slip]:
    """A letter in the place of a digit, or one too many."""
    for found in NUMBER.finditer(CITATION.sub(lambda cites: "." * len(cites[0]), masked(line))):
        at = chance.randrange(len(found[0]))
        letter = LETTERS.get(found[0][at], found[0][at] + chance.choice("qx"))
        yield Slip(found.start(), found[0], found[0][:at] + letter + found[0][at + 1 :], (found[0],))


def citations(line: str, _yaml: bool, chance: random.Random) -> Iterator[Slip]:
    """`cits`, or a clause in another form than its own."""
    for found in CITATION.finditer(line):
        word, clause = found[0].split()
        yield Slip(found.start(), word, misspelt(word, chance), (word,))
        wrong = chance.choice(
            [clause.replace("-", ""), clause.lower(), clause.replace("-", " "), clause.replace("-", "_")]
        )
        yield Slip(found.start() + len(word) + 1, clause, wrong, (clause,))


def indentation(line: str, _yaml: bool, chance: random.Random) -> Iterator[Slip]:
    """A line one space too far to the left or right, or with a tab."""
    width = len(line) - len(line.lstrip(" "))
    if line.strip() and not line.lstrip().startswith("#"):
        wrong = [" " * (width + 1), *([" " * (width - 1), "\t"] if width else [])]
        cures = ("line it up", "left edge", "indent", "with spaces", "as far as", "column")
        yield Slip(0, line[:width], chance.choice(wrong), cures)


WAYS: dict[str, Way] = {"words": words, "numbers": numbers, "citations": citations, "indentation": indentation}
SHARES = {"words": 12, "numbers": 3, "citations": 2, "indentation": 3}


# ---------------------------------------------------------------- making them


def a_typo(chance: random.Random) -> Typo:
    [kind] = chance.choices(list(SHARES), list(SHARES.values()))
    while True:
        game = chance.choice(GAMES)
        path = chance.choice([path for path in sorted(game.rglob("*")) if path.suffix in ENDINGS and path.is_file()])
        lines = path.read_text(encoding="utf-8").split("\n")
        number = chance.randrange(len(lines))
        yaml = path.suffix == ".yaml"
        slips = [slip for slip in WAYS[kind](lines[number], yaml, chance) if slip.wrong != slip.right]
        if slips:
            slip = chance.choice(slips)
            name = path.relative_to(game).as_posix()
            return Typo(kind, game, name, number + 1, slip.start + 1, slip.right, slip.wrong, slip.cures)


def made(typo: Typo, folder: Path) -> Path:
    """A copy of the game with the typo in it."""
    shutil.copytree(typo.game, folder, ignore=shutil.ignore_patterns("*.md", "*.py", "__pycache__"))
    path = folder / typo.file
    lines = path.read_text(encoding="utf-8").split("\n")
    line, start = lines[typo.line - 1], typo.column - 1
    lines[typo.line - 1] = line[:start] + typo.wrong + line[start + len(typo.right) :]
    path.write_text("\n".join(lines), encoding="utf-8")
    return folder


# ---------------------------------------------------------------- measuring the messages


def hits(typo: Typo, folder: Path, found: Diagnostic) -> dict[str, bool]:
    span = found.span
    said = " ".join([found.message, found.help or "", *(note.message for note in found.notes)])
    path = span.source.path if span is not None else ""
    in_file = path.endswith(f"{folder.name}/{typo.file}") or path == typo.file
    in_line = in_file and span is not None and span.line == typo.line
    return {
        "file": in_file,
        "line": in_line,
        "column": in_line and span is not None and _covers(span.column, span.end_column, typo),
        "thing": any(word in said for word in (typo.wrong, typo.right, *typo.cures) if word.strip()),
        "cure": any(word in said for word in typo.cures),
    }


def _covers(start: int, end: int, typo: Typo) -> bool:
    """Does the place that is shown touch what was mistyped? An indentation may be shown by the word behind it."""
    behind = typo.column + max(len(typo.wrong), 1) + (typo.kind == "indentation")
    return start < behind and typo.column < max(end, start + 1)


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
            found = _said(game, typo)
        shutil.rmtree(game)
        if found:
            count += 1
            yield typo, found[0]


def _said(game: Path, typo: Typo) -> list[Diagnostic]:
    """What `check` says, and for a scenario that can be read, what `test` says about the names in it."""
    found = [one for one in problems(game) if one.severity == "error"]
    if not found and typo.file.endswith(".scenario"):
        found = [one for result in run_scenarios(game, [game / typo.file]) for one in result.diagnostics]
    for one in found:
        check_report(one)
    return found
