"""Edits without end: does the language server stay quick, small and alive?

In: a game, a number of edits, a seed. Out: how long a key stroke takes until it is checked (CPU time), how much memory the
server has after each thousand edits, and whether it still answers. Run: python -m benchmarks.editing GAME --edits 5000
Edits are what people do and what they do not mean to do: letters come and go, lines are lost, broken text is pasted.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import random
import statistics
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from interpreter.finding import find_game
from interpreter.language.workspace import Workspace

BROKEN = (
    "keep", "procedure x(", ")))", "[[", '"', "'s 's", "\t\tif", "cites", "{", "}", "let = =", "  \n  \n", "#", "variant",
    "scenario \"", "is is is", "each", "\u2028", "🎲", "é", "- id:", ": :", "|", "\r\n", "0" * 30, "otherwise\n  otherwise",
)  # fmt: skip
QUESTION_EVERY = 10  # edits
BACK_EVERY = 100  # edits, and then the text is as it was: so that there is something to check
PATIENCE = 600.0  # seconds: on a loaded machine nothing is quick


@dataclass
class Text:
    """A file that is being edited, as the editor has it."""

    uri: str
    original: str
    text: str = ""
    version: int = 0

    def __post_init__(self) -> None:
        self.text = self.text or self.original


@dataclass
class Desk:
    """An editor with some files open."""

    client: LanguageClient
    texts: list[Text] = field(default_factory=list)

    def open(self, path: Path) -> None:
        text = Text(path.as_uri(), path.read_text(encoding="utf-8"))
        self.texts.append(text)
        self.client.text_document_did_open(
            lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(text.uri, "rulewright", 0, text.original))
        )

    def change(self, text: Text, start: int, end: int, new: str) -> None:
        text.version += 1
        change = lsp.TextDocumentContentChangePartial(lsp.Range(at(text.text, start), at(text.text, end)), new)
        document = lsp.VersionedTextDocumentIdentifier(text.version, text.uri)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))
        text.text = text.text[:start] + new + text.text[end:]

    def put_back(self, text: Text) -> None:
        text.version += 1
        document = lsp.VersionedTextDocumentIdentifier(text.version, text.uri)
        whole = lsp.TextDocumentContentChangeWholeDocument(text.original)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [whole]))
        text.text = text.original

    async def ask(self, text: Text, place: int, sort: int) -> Any:
        """One of the questions that an editor asks by itself or for a person."""
        document, position = lsp.TextDocumentIdentifier(text.uri), at(text.text, place)
        here = lsp.Range(position, position)
        client = self.client
        questions = (
            lambda: client.text_document_hover_async(lsp.HoverParams(document, position)),
            lambda: client.text_document_completion_async(lsp.CompletionParams(document, position)),
            lambda: client.text_document_definition_async(lsp.DefinitionParams(document, position)),
            lambda: client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document)),
            lambda: client.text_document_code_action_async(
                lsp.CodeActionParams(document, here, lsp.CodeActionContext([]))
            ),
            lambda: client.text_document_inlay_hint_async(lsp.InlayHintParams(document, here)),
            lambda: client.text_document_formatting_async(
                lsp.DocumentFormattingParams(document, lsp.FormattingOptions(2, True))
            ),
        )
        return await asyncio.wait_for(questions[sort % len(questions)](), PATIENCE)

    async def is_alive(self) -> None:
        """Waits until everything that was sent has been read."""
        params = lsp.FoldingRangeParams(lsp.TextDocumentIdentifier(self.texts[0].uri))
        assert await asyncio.wait_for(self.client.text_document_folding_range_async(params), PATIENCE) is not None


def at(text: str, offset: int) -> lsp.Position:
    """A place as editors count it: lines, and units of UTF-16."""
    line = text.count("\n", 0, offset)
    before = text[text.rfind("\n", 0, offset) + 1 : offset]
    return lsp.Position(line, len(before.encode("utf-16-le")) // 2)


async def start(*words: str) -> Desk:
    """The language server, or another program that is one."""
    logging.getLogger("pygls").setLevel(logging.ERROR)  # what is told without being asked is not read here
    client = LanguageClient("benchmarks.editing", "1")
    await client.start_io(sys.executable, *(words or ("-m", "interpreter.tools.cli", "lsp")))
    await client.initialize_async(lsp.InitializeParams(capabilities=lsp.ClientCapabilities()))
    client.initialized(lsp.InitializedParams())
    return Desk(client)


async def end(desk: Desk) -> None:
    await desk.client.shutdown_async(None)
    desk.client.exit(None)


async def edit(desk: Desk, edits: int, seed: int, say: bool = False) -> list[int]:
    """Edits at random; the memory of the server (in MB) after each thousand."""
    chance = random.Random(seed)
    sizes = [memory(desk)]
    for number in range(1, edits + 1):
        text = chance.choice(desk.texts)
        one_edit(desk, text, chance)
        if number % QUESTION_EVERY == 0:
            await desk.ask(text, chance.randrange(len(text.text) + 1), chance.randrange(100))
        if number % BACK_EVERY == 0:
            for other in desk.texts:
                desk.put_back(other)
        await desk.is_alive()
        if number % 1000 == 0:
            sizes.append(memory(desk))
            if say:
                print(f"{number} edits: {sizes[-1]} MB", flush=True)
    return sizes


def one_edit(desk: Desk, text: Text, chance: random.Random) -> None:
    size = len(text.text)
    start = chance.randrange(size + 1)
    match chance.randrange(6):
        case 0 | 1:  # a letter
            desk.change(text, start, start, chance.choice("abcdefghij klmnopqrstuvwxyz_0123456789\n"))
        case 2:  # a letter less
            desk.change(text, start, min(size, start + 1), "")
        case 3:  # a stretch is lost
            desk.change(text, start, min(size, start + chance.randrange(200)), "")
        case 4:  # something broken is pasted
            desk.change(text, start, start, chance.choice(BROKEN))
        case _:  # another part of the text is pasted
            other = chance.randrange(size + 1)
            desk.change(text, start, start, text.text[other : other + chance.randrange(300)])


def memory(desk: Desk) -> int:
    """Of the server, in MB; 0 where nobody says it."""
    process = desk.client._server  # noqa: SLF001 - pygls shows it nowhere else
    try:
        status = Path(f"/proc/{process.pid if process is not None else 0}/status").read_text(encoding="utf-8")
    except OSError:
        return 0
    return int(status.split("VmRSS:")[1].split()[0]) // 1024


def key_strokes(game: Path, count: int, seed: int) -> tuple[list[float], list[float]]:
    """CPU seconds of single letters in the longest file of rules: until syntax is told, until names and types are."""
    chance, workspace = random.Random(seed), Workspace()
    path = max(game.glob("rules/*.rules"), key=lambda file: file.stat().st_size)
    text = path.read_text(encoding="utf-8")
    workspace.files.open(path, text)
    workspace.problems(path)
    syntax, whole = [], []
    for _ in range(count):
        place = chance.randrange(len(text))
        began = time.process_time()
        workspace.files.open(path, text[:place] + chance.choice("aeiou") + text[place:])
        workspace.syntax(path)
        syntax.append(time.process_time() - began)
        workspace.problems(path)
        whole.append(time.process_time() - began)
        workspace.files.open(path, text)
    return syntax, whole


async def run(game: Path, edits: int, seed: int) -> None:
    syntax, whole = key_strokes(game, 40, seed)
    for what, times in (("what cannot be read", syntax), ("names and types", whole)):
        print(f"{what}: {statistics.median(times):.3f} s CPU, at worst {max(times):.3f} s")
    desk = await start()
    largest = sorted(game.glob("rules/*.rules"), key=lambda file: file.stat().st_size)[-2:]
    for path in (*largest, *sorted(game.glob("variants/*.rules"))[:1], *sorted(game.glob("cards/*.yaml"))[:1]):
        desk.open(path)
    sizes = await edit(desk, edits, seed, say=True)
    print(f"alive after {edits} edits; {sizes[0]} MB at first, {max(sizes)} MB at most, {sizes[-1]} MB at last")
    await end(desk)


def main() -> None:
    words = argparse.ArgumentParser(description="Edits at random against the language server.")
    words.add_argument("game")
    words.add_argument("--edits", type=int, default=5000)
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args()
    asyncio.run(run(find_game(given.game).resolve(), given.edits, given.seed))


if __name__ == "__main__":
    main()
