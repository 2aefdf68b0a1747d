"""Protocol handlers: pass each request on to `interpreter.language`.

In: messages from an editor. Out: responses, and diagnostics as notifications. Layer: tools.
Requests are handled in threads of their own, so that typing never waits for them.
"""

from __future__ import annotations

import difflib
import logging
import os
import re
import socket
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import redirect_stdout
from functools import wraps
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from interpreter.language import looking, outline
from interpreter.language.completion import complete
from interpreter.language.fixes import fixes, old_words
from interpreter.language.hints import hints
from interpreter.language.hover import hover
from interpreter.language.renaming import RefusedError, renamable, rename
from interpreter.language.workspace import Workspace
from interpreter.source import Diagnostic, Problems, explain
from interpreter.tools.lsp.checks import Checks, Publish
from interpreter.tools.lsp.shapes import Units, completion, path_of, uri_of

EXPLAIN = "rulewright.explain"
REQUEST_FAILED = -32803
FORMATTING = threading.Lock()  # the formatter's parser has state: one text at a time
LINE = re.compile(r"[^\n]*\n|[^\n]+")  # with its newline; unlike str.splitlines, the lines that editors count
P = ParamSpec("P")
R = TypeVar("R")
log = logging.getLogger(__name__)


class Protocol(LanguageServerProtocol):
    """pygls's protocol without its leak of an entry per keystroke."""

    def _check_handler_result(self, future: Future[Any]) -> None:
        """Forget finished notifications, which pygls, unlike requests, leaves in its list."""
        for number in [number for number, other in self._request_futures.items() if other is future]:
            self._request_futures.pop(number, None)
        super()._check_handler_result(future)


class RulewrightServer(LanguageServer):
    def __init__(self, make_checks: Callable[[Workspace, Publish], Checks] = Checks) -> None:
        super().__init__("rulewright", _version(), protocol_cls=Protocol)
        self.rules = Workspace()
        self.checks = make_checks(self.rules, self.publish)

    @property
    def units(self) -> Units:
        return Units(self.rules, self.workspace.position_codec)

    def publish(self, path: Path, found: list[Diagnostic]) -> None:
        units = self.units
        told = [units.diagnostic(problem) for problem in found if problem.span is not None]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri_of(path), told))

    def settle(self, settings: object) -> None:
        """Apply the editor's settings.

        Which game house rules belong to, if nothing else says so."""
        given = settings.get("rulewright", settings) if isinstance(settings, dict) else None
        game = given.get("game") if isinstance(given, dict) else None
        self.rules.setting = game if isinstance(game, str) and game else None
        for path in self.rules.files.opened:
            self.checks.check(path)


def _version() -> str:
    try:
        return version("rulewright")
    except PackageNotFoundError:
        return "0"


def calmly(answer: Callable[P, R]) -> Callable[P, R | None]:
    """Wrap a handler: a failure is logged, and the server continues.

    The failed request returns nothing."""

    @wraps(answer)
    def answered(*given: P.args, **named: P.kwargs) -> R | None:
        try:
            return answer(*given, **named)
        except Problems:
            return None
        except JsonRpcException:
            raise
        except (BrokenPipeError, ConnectionError):  # the editor is gone: the end of the input follows
            return None
        except Exception:
            log.exception("answering %s", answer.__name__)
            return None

    return answered


def make_server(make_checks: Callable[[Workspace, Publish], Checks] = Checks) -> RulewrightServer:
    """Make a server with all its handlers."""
    server = RulewrightServer(make_checks)
    for register in (_texts, _reading, _writing, _shape):
        register(server)
    return server


def serve(port: int | None = None, host: str = "127.0.0.1") -> None:
    """Serve one editor until it disconnects.

    Raises OSError first if the port is unavailable."""
    port = _free(host, port) if port is not None else None
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    for handler in logging.getLogger().handlers:
        handler.addFilter(_is_worth_telling)
    server = make_server()
    with redirect_stdout(sys.stderr):  # only the protocol may be written to standard output
        if port is None:
            server.start_io(
                _own(sys.stdin.fileno(), "rb"), _own(sys.__stdout__.fileno() if sys.__stdout__ else 1, "wb")
            )
        else:
            print(f"The language server waits for an editor at {host}:{port}", flush=True)
            server.start_tcp(host, port)
    server.checks.end()


def _free(host: str, port: int) -> int:
    """Return the port if it is free; for 0, a free one."""
    with socket.create_server((host, port)) as tried:
        found: int = tried.getsockname()[1]
        return found


def _is_worth_telling(record: logging.LogRecord) -> bool:
    """Whether to log a record.

    An editor that disconnects is not an error, nor is a refused request, whose response says why."""
    error = record.exc_info[1] if record.exc_info else None
    refused = isinstance(error, JsonRpcException) and error.code == REQUEST_FAILED
    return not refused and not isinstance(error, BrokenPipeError | ConnectionError)


def _own(number: int, mode: str) -> Any:
    """Duplicate a stream, because the server closes it at the end."""
    return os.fdopen(os.dup(number), mode)


# ---------------------------------------------------------------- texts


def _texts(server: RulewrightServer) -> None:
    @server.feature(lsp.INITIALIZE)
    def initialized(ls: RulewrightServer, params: lsp.InitializeParams) -> None:
        ls.settle(params.initialization_options)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def configured(ls: RulewrightServer, params: lsp.DidChangeConfigurationParams) -> None:
        ls.settle(params.settings)

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(ls: RulewrightServer, params: lsp.DidOpenTextDocumentParams) -> None:
        _changed(ls, path_of(params.text_document.uri), params.text_document.text)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(ls: RulewrightServer, params: lsp.DidChangeTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        _changed(ls, path, ls.units.after(ls.rules.files.text(path), params.content_changes))

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(ls: RulewrightServer, params: lsp.DidSaveTextDocumentParams) -> None:
        ls.checks.check(path_of(params.text_document.uri))

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(ls: RulewrightServer, params: lsp.DidCloseTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        ls.rules.files.close(path)
        ls.checks.closed(path)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(ls: RulewrightServer, _params: lsp.DidChangeWatchedFilesParams) -> None:
        for path in ls.rules.files.opened:
            ls.checks.check(path)


@calmly
def _changed(ls: RulewrightServer, path: Path, text: str) -> None:
    ls.rules.files.open(path, text)
    ls.checks.changed(path)


# ---------------------------------------------------------------- reading


def _at(ls: RulewrightServer, params: Any) -> tuple[Path, int, int]:
    path = path_of(params.text_document.uri)
    return path, *ls.units.letters(path, params.position)


def _reading(server: RulewrightServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    @server.thread()
    @calmly
    def hovered(ls: RulewrightServer, params: lsp.HoverParams) -> lsp.Hover | None:
        found = hover(ls.rules, *_at(ls, params))
        if found is None:
            return None
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, found[0]), ls.units.range(found[1]))

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    @server.thread()
    @calmly
    def defined(ls: RulewrightServer, params: lsp.DefinitionParams) -> lsp.Location | None:
        found = looking.definition(ls.rules, *_at(ls, params))
        return ls.units.location(found) if found is not None else None

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    @server.thread()
    @calmly
    def referenced(ls: RulewrightServer, params: lsp.ReferenceParams) -> list[lsp.Location]:
        found = looking.references(ls.rules, *_at(ls, params), params.context.include_declaration)
        return [ls.units.location(place) for place in found]

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[" ", "'", "(", "[", "{"]))
    @server.thread()
    @calmly
    def completed(ls: RulewrightServer, params: lsp.CompletionParams) -> lsp.CompletionList:
        found = complete(ls.rules, *_at(ls, params))
        return lsp.CompletionList(False, [completion(item, number) for number, item in enumerate(found)])

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    @server.thread()
    @calmly
    def hinted(ls: RulewrightServer, params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        found = [ls.units.hint(hint) for hint in hints(ls.rules, path_of(params.text_document.uri))]
        return [hint for hint in found if params.range.start.line <= hint.position.line <= params.range.end.line]


# ---------------------------------------------------------------- writing


def _writing(server: RulewrightServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    @server.thread()
    @calmly
    def prepared(ls: RulewrightServer, params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder:
        place, name = _or_refused(renamable, ls.rules, *_at(ls, params))
        return lsp.PrepareRenamePlaceholder(ls.units.range(place), name)

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    @server.thread()
    @calmly
    def renamed(ls: RulewrightServer, params: lsp.RenameParams) -> lsp.WorkspaceEdit:
        edits = _or_refused(rename, ls.rules, *_at(ls, params), params.new_name)
        return ls.units.edits(edits, f"Rename to {params.new_name}" if _confirms(ls) else None)

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    @server.thread()
    @calmly
    def formatted(ls: RulewrightServer, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
        from interpreter.tools.fmt.formatting import format_text

        path = path_of(params.text_document.uri)
        text = ls.rules.files.source(path).text
        if path.suffix not in (".rules", ".scenario"):
            return None
        with FORMATTING:
            laid_out = format_text(text, str(path))
        return _line_edits(text, laid_out)

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))
    @server.thread()
    @calmly
    def acted(ls: RulewrightServer, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        path = path_of(params.text_document.uri)
        found = [action for problem in ls.checks.problems(path) for action in _actions(ls, path, problem, params.range)]
        return [*found, *_newer_words(ls, path, params.range)]

    @server.command(EXPLAIN)
    def explained(ls: RulewrightServer, code: str) -> str | None:
        """Explain a code, with a wrong and a right example."""
        entry = explain(code)
        if entry is None:
            return None
        text = f"{entry.code}: {entry.title}\n\n{entry.meaning}\n\nWrong:\n{entry.wrong}\n\nRight:\n{entry.right}"
        ls.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, text))
        return text


def _or_refused(ask: Callable[P, R], *given: P.args, **named: P.kwargs) -> R:
    try:
        return ask(*given, **named)
    except RefusedError as refused:
        raise JsonRpcException(str(refused), REQUEST_FAILED) from None


def _confirms(ls: RulewrightServer) -> bool:
    """Whether the editor can preview edits before applying them."""
    workspace = ls.client_capabilities.workspace
    edit = workspace.workspace_edit if workspace is not None else None
    return edit is not None and bool(edit.document_changes) and edit.change_annotation_support is not None


def _line_edits(old: str, new: str) -> list[lsp.TextEdit]:
    """Return edits only for changed lines, so that the rest stays in place."""
    before, after = LINE.findall(old), LINE.findall(new)
    matcher = difflib.SequenceMatcher(a=before, b=after, autojunk=False)
    return [
        lsp.TextEdit(lsp.Range(lsp.Position(first, 0), lsp.Position(last, 0)), "".join(after[start:end]))
        for word, first, last, start, end in matcher.get_opcodes() if word != "equal"
    ]  # fmt: skip


def _actions(ls: RulewrightServer, path: Path, problem: Diagnostic, wanted: lsp.Range) -> list[lsp.CodeAction]:
    """List the fixes of one problem, and the page that explains it."""
    told = ls.units.diagnostic(problem)
    if told.range.end < wanted.start or wanted.end < told.range.start:
        return []
    found = [
        lsp.CodeAction(fix.title, lsp.CodeActionKind.QuickFix, [told], edit=ls.units.edits(fix.edits))
        for fix in fixes(ls.rules, path, problem)
    ]
    if len(found) == 1:
        found[0].is_preferred = True
    command = lsp.Command(f"Explain {problem.code}", EXPLAIN, arguments=[problem.code])
    return [*found, lsp.CodeAction(f"Explain {problem.code}", lsp.CodeActionKind.QuickFix, [told], command=command)]


def _newer_words(ls: RulewrightServer, path: Path, wanted: lsp.Range) -> list[lsp.CodeAction]:
    """Offer to write what the language says now instead of an old word."""
    found = []
    for extent, fix in old_words(ls.rules, path):
        place = ls.units.range(extent)
        if wanted.start <= place.end and place.start <= wanted.end:
            found.append(lsp.CodeAction(fix.title, lsp.CodeActionKind.QuickFix, edit=ls.units.edits(fix.edits)))
    return found


# ---------------------------------------------------------------- the shape of a file


def _shape(server: RulewrightServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    @server.thread()
    @calmly
    def outlined(ls: RulewrightServer, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        return [ls.units.symbol(entry) for entry in outline.outline(ls.rules, path_of(params.text_document.uri))]

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    @server.thread()
    @calmly
    def folded(ls: RulewrightServer, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        text = ls.rules.files.text(path_of(params.text_document.uri))
        return [
            lsp.FoldingRange(first, last, kind=lsp.FoldingRangeKind.Comment if remark else lsp.FoldingRangeKind.Region)
            for first, last, remark in outline.folds(text)
        ]
