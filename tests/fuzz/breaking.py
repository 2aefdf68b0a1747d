"""Games that are broken at random: a character, a word, a line, a file."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

from interpreter.reading import the_parser
from tests.support.bundled import core_games
from tests.support.frame import FRAME

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [FRAME, *[info.path for info in core_games()]]
LARGE = 20_000  # bytes of rules and data; a larger game is broken less often, because it takes longer to read
WORD = re.compile(r"[a-z_]{2,}")
PIECES: list[str] = [
    *"()[]{}:,=+-*/'\"#|>&!%@\\\t\n \x00\x0b\x85\u2028\u202eé日🎲\ud7ff", "  ", "\n\n", "\n  ", "\n\t", "\r\n", "'s", '"""',
    "procedure", "otherwise", "none", "player", "1 to 0", "99999999999999999999", "-0", "is is", "((((", "))))",
    "because", "{", "}", "{}", "---", "...", "*x", "&x", "<<: ", "!!", "0x1F", "1e9", ".inf", "~", "cites TYC-", "this",
]  # fmt: skip
DECLARATION = re.compile(
    "(keep|let|kind|cards|places|connections|option|procedure|phase|action|free action|after|before) "
)
Mutation = Callable[[str, random.Random], str]


def deleted(text: str, chance: random.Random) -> str:
    here = chance.randrange(len(text) + 1)
    there = here + chance.choice((1, 1, 2, 5, 40))
    return text[:here] + text[there:]


def inserted(text: str, chance: random.Random) -> str:
    here = chance.randrange(len(text) + 1)
    piece: str = chance.choice(PIECES)
    return text[:here] + piece + text[here:]


def repeated(text: str, chance: random.Random) -> str:
    here, there = sorted((chance.randrange(len(text) + 1), chance.randrange(len(text) + 1)))
    return text[:there] + text[here : min(there, here + 200)] + text[there:]


def lines_moved(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    line = lines.pop(chance.randrange(len(lines)))
    lines.insert(chance.randrange(len(lines) + 1), " " * chance.randrange(5) + line.strip())
    return "\n".join(lines)


def names_swapped(text: str, chance: random.Random) -> str:
    words = sorted(set(WORD.findall(text)))
    if len(words) < 2:
        return text
    one, other = chance.sample(words, 2)
    return re.sub(rf"\b({one}|{other})\b", lambda found: other if found[0] == one else one, text, count=3)


def one_name_swapped(text: str, chance: random.Random) -> str:
    places = list(WORD.finditer(text))
    if not places:
        return text
    place, other = chance.choice(places), chance.choice(places)
    return text[: place.start()] + other[0] + text[place.end() :]


@cache
def words_of_the_language() -> frozenset[str]:
    return the_parser().words


def given_name_swapped(text: str, chance: random.Random) -> str:
    """A name in the place of another name: what is written stays a sentence, but hardly a sensible one."""
    places = [found for found in WORD.finditer(text) if found[0] not in words_of_the_language()]
    if not places:
        return text
    place, other = chance.choice(places), chance.choice(places)
    return text[: place.start()] + other[0] + text[place.end() :]


def sentence_moved(text: str, chance: random.Random) -> str:
    """A line to where another line of the same indentation stands."""
    lines = text.split("\n")
    here = chance.randrange(len(lines))
    depth = len(lines[here]) - len(lines[here].lstrip())
    alike = [number for number, line in enumerate(lines) if len(line) - len(line.lstrip()) == depth]
    lines.insert(chance.choice(alike), lines[here] if chance.random() < 0.5 else lines.pop(here))
    return "\n".join(lines)


def cut_off(text: str, chance: random.Random) -> str:
    return text[: chance.randrange(len(text) + 1)]


def indented(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    number = chance.randrange(len(lines))
    lines[number] = " " * chance.randrange(1, 7) + lines[number].lstrip(" ")
    return "\n".join(lines)


def numbers_changed(text: str, chance: random.Random) -> str:
    return re.sub(r"\d+", lambda found: chance.choice((found[0], "0", "-1", "999999999", "2.5")), text, count=5)


def declaration_broken(text: str, chance: random.Random) -> str:
    """A declaration that is there twice, or speaks of something that is not there."""
    lines = text.split("\n")
    heads = [number for number, line in enumerate(lines) if DECLARATION.match(line)]
    if not heads:
        return text
    here = chance.choice(heads)
    if chance.random() < 0.4:
        rest = lines[here + 1 :]
        end = here + 1 + next((number for number, line in enumerate(rest) if line[:1].strip()), len(rest))
        place = chance.choice([*heads, len(lines)])
        return "\n".join([*lines[:place], *lines[here:end], *lines[place:]])
    words = [found for found in WORD.finditer(lines[here]) if found[0] not in words_of_the_language()]
    word = chance.choice(words) if words else None
    if word is not None:
        other = chance.choice(("nobodys_name", "player", "number", chance.choice(words)[0]))
        lines[here] = lines[here][: word.start()] + other + lines[here][word.end() :]
    return "\n".join(lines)


MUTATIONS: list[Mutation] = [
    declaration_broken, declaration_broken, given_name_swapped, given_name_swapped, given_name_swapped, sentence_moved,
    sentence_moved, deleted, inserted, repeated, lines_moved, names_swapped, one_name_swapped, cut_off, indented, numbers_changed,
]  # fmt: skip


def broken(source: Path, folder: Path, chance: random.Random) -> tuple[Path, list[str]]:
    """A copy of the game in which one file is broken in some ways; and the variant to choose, if it is that file."""
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("scenarios", "*.md"))
    files = sorted(path for path in folder.rglob("*") if path.suffix in (".rules", ".yaml"))
    weights = [5 if path.parent.name in ("rules", "cards") else 1 for path in files]
    path = chance.choices(files, weights)[0]
    text = path.read_text(encoding="utf-8")
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        text = chance.choice(MUTATIONS)(text, chance)
    data = text.encode("utf-8", errors="surrogatepass")
    if chance.random() < 0.05:
        here = chance.randrange(len(data) + 1)
        data = data[:here] + bytes(chance.randrange(256) for _ in range(4)) + data[here:]
    path.write_bytes(data)
    return folder, [path.stem] if path.parent.name == "variants" else []


def size(source: Path) -> int:
    return sum(path.stat().st_size for path in source.rglob("*") if path.suffix in (".rules", ".yaml"))


CASES = [(source, seed) for source in SOURCES for seed in range(2 if size(source) > LARGE else 6)]
CASES = [*CASES, *((FRAME, seed) for seed in range(100, 115))]
