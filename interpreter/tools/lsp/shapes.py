"""Convert positions, problems and names to protocol types.

In: what `interpreter.language` returns. Out: types of the protocol. Layer: tools.
Columns count characters here and the editor's units there; `Units` converts between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from lsprotocol import types as lsp
from pygls import uris
from pygls.workspace import PositionCodec

from interpreter.language.completion import Item
from interpreter.language.hints import Hint
from interpreter.language.outline import Entry
from interpreter.language.parts import Extent, extent_of
from interpreter.language.renaming import Edit
from interpreter.language.workspace import Workspace
from interpreter.source import Diagnostic, Note, Problems, Source

SYMBOLS = {
    "kind": lsp.SymbolKind.Class, "member": lsp.SymbolKind.EnumMember, "column": lsp.SymbolKind.Field,
    "keep": lsp.SymbolKind.Variable, "value": lsp.SymbolKind.Constant, "option": lsp.SymbolKind.Property,
    "routine": lsp.SymbolKind.Function, "step": lsp.SymbolKind.Event, "way": lsp.SymbolKind.Event,
    "variant": lsp.SymbolKind.Module, "law": lsp.SymbolKind.Event, "scenario": lsp.SymbolKind.Method,
    "always": lsp.SymbolKind.Boolean, "mechanic": lsp.SymbolKind.Interface, "key": lsp.SymbolKind.Key,
}  # fmt: skip
COMPLETIONS = {
    "kind": lsp.CompletionItemKind.Class, "member": lsp.CompletionItemKind.EnumMember,
    "column": lsp.CompletionItemKind.Field, "keep": lsp.CompletionItemKind.Variable,
    "value": lsp.CompletionItemKind.Constant, "option": lsp.CompletionItemKind.Property,
    "routine": lsp.CompletionItemKind.Function, "variable": lsp.CompletionItemKind.Variable,
    "function": lsp.CompletionItemKind.Function, "word": lsp.CompletionItemKind.Keyword,
    "variant": lsp.CompletionItemKind.Module, "mechanic": lsp.CompletionItemKind.Interface,
}  # fmt: skip


def path_of(uri: str) -> Path:
    """Return the file of a URI; one without a file still gets a path of its own."""
    return Path(uris.to_fs_path(uri) or uri.split(":", 1)[-1].lstrip("/") or "untitled")


def uri_of(path: str | Path) -> str:
    return uris.from_fs_path(str(path)) or str(path)


class Units:
    """Conversion between characters and the editor's units.

    Some characters count twice there."""

    def __init__(self, workspace: Workspace, codec: PositionCodec) -> None:
        self._workspace, self._codec = workspace, codec

    def _lines(self, path: Path) -> Sequence[str]:
        try:
            return self._workspace.files.source(path).lines
        except Problems:
            return ()

    def letters(self, path: Path, position: lsp.Position) -> tuple[int, int]:
        """Return the line and column, from 0, of an editor's position."""
        return self._letters(self._lines(path), position)

    def _letters(self, lines: Sequence[str], position: lsp.Position) -> tuple[int, int]:
        if position.line >= len(lines):
            return position.line, 0
        line = lines[position.line]
        found = self._codec.position_from_client_units([line], lsp.Position(0, position.character))
        return position.line, min(found.character, len(line))

    def after(self, text: str, changes: Iterable[lsp.TextDocumentContentChangeEvent]) -> str:
        """Apply changes to a text.

        Lines are those of editors: characters that end a line only in Python do not end one."""
        for change in changes:
            if isinstance(change, lsp.TextDocumentContentChangePartial):
                source = Source("", text)
                start, end = (self._offset(source, place) for place in (change.range.start, change.range.end))
                text = source.text[:start] + change.text + source.text[max(start, end) :]
            else:
                text = change.text
        return text

    def _offset(self, source: Source, position: lsp.Position) -> int:
        line, column = self._letters(source.lines, position)
        return source.offset(line + 1, column + 1)

    def _position(self, lines: Sequence[str], line: int, column: int) -> lsp.Position:
        text = lines[line] if line < len(lines) else ""
        return lsp.Position(line, self._codec.client_num_units(text[:column]) if column <= len(text) else column)

    def range(self, extent: Extent) -> lsp.Range:
        lines = self._lines(Path(extent.path))
        start = self._position(lines, extent.line, extent.column)
        return lsp.Range(start, self._position(lines, extent.end_line, extent.end_column))

    def location(self, extent: Extent) -> lsp.Location:
        return lsp.Location(uri_of(extent.path), self.range(extent))

    # ---- to the editor
    def diagnostic(self, problem: Diagnostic) -> lsp.Diagnostic:
        assert problem.span is not None
        help = f"\n{problem.help}" if problem.help else ""
        severity = lsp.DiagnosticSeverity.Error if problem.severity == "error" else lsp.DiagnosticSeverity.Warning
        return lsp.Diagnostic(
            self.range(extent_of(problem.span)), problem.message + help, severity, problem.code, source="rulewright",
            related_information=list(self._notes(problem.notes)),
        )  # fmt: skip

    def _notes(self, notes: Iterable[Note]) -> Iterable[lsp.DiagnosticRelatedInformation]:
        for note in notes:
            if note.span is not None and Path(note.span.source.path).is_absolute():
                yield lsp.DiagnosticRelatedInformation(self.location(extent_of(note.span)), note.message)

    def symbol(self, entry: Entry) -> lsp.DocumentSymbol:
        whole, extent = self.range(entry.whole), self.range(entry.extent)
        if not (whole.start <= extent.start and extent.end <= whole.end):
            whole = extent
        kind = SYMBOLS.get(entry.sort, lsp.SymbolKind.Object)
        return lsp.DocumentSymbol(
            entry.name, kind, whole, extent, entry.detail, children=[*map(self.symbol, entry.inside)]
        )

    def hint(self, hint: Hint) -> lsp.InlayHint:
        return lsp.InlayHint(self.range(hint.extent).end, hint.text, tooltip=hint.more, padding_left=True)

    def edits(self, edits: Iterable[Edit], confirm: str | None = None) -> lsp.WorkspaceEdit:
        """Convert the edits of all files; with `confirm` the editor previews them first."""
        by_file: dict[str, list[Edit]] = {}
        for edit in edits:
            by_file.setdefault(edit.extent.path, []).append(edit)
        if confirm is None:
            return lsp.WorkspaceEdit({
                uri_of(path): [lsp.TextEdit(self.range(edit.extent), edit.text) for edit in own]
                for path, own in by_file.items()
            })  # fmt: skip
        note = lsp.ChangeAnnotation(confirm, needs_confirmation=True)
        return lsp.WorkspaceEdit(
            document_changes=[self._document(path, own) for path, own in by_file.items()],
            change_annotations={"rename": note},
        )

    def _document(self, path: str, edits: Iterable[Edit]) -> lsp.TextDocumentEdit:
        texts = [lsp.AnnotatedTextEdit("rename", self.range(edit.extent), edit.text) for edit in edits]
        return lsp.TextDocumentEdit(lsp.OptionalVersionedTextDocumentIdentifier(uri_of(path)), texts)


def completion(item: Item, number: int) -> lsp.CompletionItem:
    kind = COMPLETIONS.get(item.sort, lsp.CompletionItemKind.Text)
    return lsp.CompletionItem(item.name, kind=kind, detail=item.detail or None, sort_text=f"{number:05d}")
