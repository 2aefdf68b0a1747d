"""The examples of a page of documentation, as files of small games.

In: a page in Markdown. Out: its sections with their fenced blocks, and game folders made of them. What a block is, the
words after its three backticks say:

    rules                  a file of rules              rules steps        steps: what stands in a procedure
    rules variant=NAME     a variant                    rules wrong=CODE   rules with this mistake, to be reported
    yaml FILE              a data file, or game.yaml    scenario           scenarios, to be run
    rules table=yes        on any block: the table of the examples lies under it
    text, console, ...     not an example of the language
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#{1,6} +(?P<title>.+)$", re.MULTILINE)
MANIFEST = "title: Example\nplayers: {min: 2, max: 4}\n"
PLAY = "procedure play\n  end game\n"
STEPS = "procedure example_of_steps(player)\n"


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its other words, its text and the line it begins on."""

    language: str
    words: tuple[str, ...]
    text: str
    line: int

    @property
    def sort(self) -> str:
        """rules, steps, variant, wrong, scenario, file or other."""
        if self.language == "rules":
            return next((sort for sort in ("steps", "variant", "wrong") if self.word(sort) is not None), "rules")
        if self.language == "yaml":
            return "file" if any(word.endswith(".yaml") for word in self.words) else "other"
        return "scenario" if self.language == "scenario" else "other"

    def word(self, name: str) -> str | None:
        """What a word such as variant=NAME says; the word itself if it says nothing more."""
        for word in self.words:
            key, _, value = word.partition("=")
            if key == name:
                return value or key
        return None


@dataclass(frozen=True)
class Section:
    """What stands under one heading, up to the next one."""

    title: str
    line: int
    blocks: tuple[Block, ...]
    page: str = ""

    def of(self, *sorts: str) -> list[Block]:
        return [block for block in self.blocks if block.sort in sorts]


@dataclass
class Folder:
    """The files of a game, before they are written."""

    files: dict[str, str] = field(default_factory=dict)

    def write(self, path: Path) -> Path:
        for name, text in self.files.items():
            file = path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        return path


def sections(text: str, page: str = "") -> list[Section]:
    """The sections of a page; a heading inside a fenced block is none."""
    blocks = list(_blocks(text))
    inside = [match.span() for match in FENCE.finditer(text)]
    heads = [
        (match.group("title").strip(), text.count("\n", 0, match.start()) + 1)
        for match in HEADING.finditer(text)
        if not any(start <= match.start() < end for start, end in inside)
    ]
    found = []
    for (title, line), following in zip(heads, [*(line for _, line in heads[1:]), len(text)], strict=True):
        found.append(Section(title, line, tuple(block for block in blocks if line <= block.line < following), page))
    return found


def _blocks(text: str) -> Iterator[Block]:
    for match in FENCE.finditer(text):
        language, *words = match["info"].split() or [""]
        yield Block(language, tuple(words), match["body"], text.count("\n", 0, match.start()) + 1)


def folder_of(section: Section, table: Iterable[Block] = (), wrong: Block | None = None) -> Folder:
    """A game of the blocks of a section; with a block that is wrong, the others are the rest of its game."""
    laid = any(block.word("table") for block in section.blocks)
    blocks = [*(table if laid else ()), *section.blocks]
    folder = Folder({"game.yaml": MANIFEST})
    rules = []
    for block in blocks:
        match block.sort:
            case "rules":
                rules.append(block.text)
            case "steps":
                rules.append(STEPS.replace("(", f"_{len(rules)}(") + _indented(block.text))
            case "variant":
                folder.files[f"variants/{block.word('variant')}.rules"] = block.text
            case "scenario":
                folder.files[f"scenarios/example_{len(folder.files)}.scenario"] = block.text
            case "file":
                folder.files[next(word for word in block.words if word.endswith(".yaml"))] = block.text
            case _:
                pass
    if wrong is not None:
        folder.files["rules/wrong.rules"] = wrong.text
    if not any(
        re.search(r"^procedure play\b", text, re.MULTILINE)
        for text in [*rules, folder.files.get("rules/wrong.rules", "")]
    ):
        rules.append(PLAY)
    folder.files.update({f"rules/example_{number}.rules": text for number, text in enumerate(rules, 1)})
    return folder


def _indented(text: str) -> str:
    return "".join(f"  {line}\n" if line.strip() else "\n" for line in text.splitlines())
