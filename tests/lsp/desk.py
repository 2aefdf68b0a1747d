"""What an editor does, for tests: opens files, types, waits for what is told, and takes edits."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from lsprotocol import types as lsp
from pygls import uris
from pytest_lsp import LanguageClient

from tests.support.limits import PATIENCE


class Open:
    """A file in the editor, with a text of its own; closed at the end."""

    def __init__(self, client: LanguageClient, path: Path, *changes: tuple[str, str], text: str | None = None) -> None:
        self.client, self.path, self.uri, self.version = client, path, path.as_uri(), 1
        self.text = text if text is not None else path.read_text(encoding="utf-8")
        for old, new in changes:
            assert old in self.text
            self.text = self.text.replace(old, new, 1)

    async def __aenter__(self) -> Open:
        self.client.diagnostics.pop(self.uri, None)
        item = lsp.TextDocumentItem(self.uri, "rules", self.version, self.text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        return self

    async def __aexit__(self, *_: object) -> None:
        self.client.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(self.uri)))

    @property
    def named(self) -> lsp.TextDocumentIdentifier:
        return lsp.TextDocumentIdentifier(self.uri)

    def at(self, text: str, nth: int = 0, behind: bool = False) -> lsp.Position:
        """Where a text stands for the nth time."""
        start = -1
        for _ in range(nth + 1):
            start = self.text.index(text, start + 1)
        start += len(text) if behind else 0
        line = self.text.count("\n", 0, start)
        return lsp.Position(line, start - (self.text.rfind("\n", 0, start) + 1))

    def type(self, where: lsp.Position, text: str, until: lsp.Position | None = None) -> None:
        """What the editor sends for each change: only what is new."""
        self.version += 1
        change = lsp.TextDocumentContentChangePartial(lsp.Range(where, until or where), text)
        document = lsp.VersionedTextDocumentIdentifier(self.version, self.uri)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))

    async def told(self, *wanted: str) -> Sequence[lsp.Diagnostic]:
        """The diagnostics, as soon as they are those with these codes."""
        for _ in range(int(PATIENCE / 0.05)):
            found = self.client.diagnostics.get(self.uri)
            if found is not None and sorted(str(one.code) for one in found) == sorted(wanted):
                return found
            await asyncio.sleep(0.05)
        raise AssertionError(f"wanted {wanted}, told {self.client.diagnostics.get(self.uri)}")

    async def told_one(self) -> Sequence[lsp.Diagnostic]:
        """The diagnostics, as soon as there is one."""
        for _ in range(int(PATIENCE / 0.05)):
            if found := self.client.diagnostics.get(self.uri):
                return found
            await asyncio.sleep(0.05)
        raise AssertionError("nothing is told")


def text_at(path: Path, place: lsp.Range) -> str:
    return path.read_text(encoding="utf-8").split("\n")[place.start.line][place.start.character : place.end.character]


def edited(text: str, edits: Sequence[lsp.TextEdit | lsp.AnnotatedTextEdit | lsp.SnippetTextEdit]) -> str:
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda one: one.range.start, reverse=True):
        assert not isinstance(edit, lsp.SnippetTextEdit)
        start, end = edit.range.start, edit.range.end
        new = (
            lines[start.line][: start.character]
            + edit.new_text
            + (lines[end.line] if end.line < len(lines) else "")[end.character :]
        )
        lines[start.line : end.line + 1] = new.split("\n")
    return "\n".join(lines)


async def renamed_files(client: LanguageClient, file: Open, text: str, new: str) -> dict[Path, str]:
    """The texts of all files after a rename."""
    edit = await client.text_document_rename_async(lsp.RenameParams(file.named, file.at(text), new))
    assert edit is not None
    assert edit.change_annotations is not None
    assert all(note.needs_confirmation for note in edit.change_annotations.values())  # shown before anything is changed
    found = {}
    for change in edit.document_changes or ():
        assert isinstance(change, lsp.TextDocumentEdit)
        path = Path(uris.to_fs_path(change.text_document.uri) or "")
        found[path] = edited(path.read_text(encoding="utf-8"), change.edits)
    return found


async def renamed(client: LanguageClient, file: Open, text: str, new: str) -> dict[str, str]:
    """The same by the names of the files."""
    return {path.name: changed for path, changed in (await renamed_files(client, file, text, new)).items()}
