"""What the help of a message names can be done with one click, and then the message is gone: over the protocol.

Every bad case of tests/cases is laid out as a game, its file opened, and each quick fix that is offered is taken. With
RULEWRIGHT_ALL all cases are tried, otherwise a sample. SENTENCES are the codes without a quick fix, and why they have none.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
import pytest_asyncio
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient, client_capabilities
from pytest_lsp.client import make_test_lsp_client

from tests.lsp.counted import CHECKED
from tests.lsp.desk import Open, edited
from tests.support.bad_cases import BAD, without_expectations
from tests.support.frame import CASES, case_files, lay_out
from tests.support.sampling import sampled

SYNTAX = sorted((CASES.parent / "syntax" / "bad").iterdir())
MOST, MAX_FIXES = 8, 4  # cases in every run, and quick fixes of each
SENTENCES = {
    "a name, a number, a reason or a value that only a person can say": (
        "R0109", "R0110", "R0115", "R0202", "R0205", "R0210", "R0304", "R0307", "R0319", "R0401", "R0402", "R0411", "R0414",
        "R0420", "R0422", "R0424", "R0430", "R0431", "R0506", "R0117", "R0416", "R0427",
    ),
    "which of two things goes, or comes first, is a person's choice": ("R0306", "R0316", "R0508", "R0603", "R0313"),
    "another way to say it: the rule is to be thought over": (
        "R0107", "R0310", "R0613", "R1001", "R1002", "R1003", "R0503", "R0504", "R0505", "R0507", "R0211",
    ),
    "it is about another file, or one that is not there": ("R0001", "R0004", "R0213", "R0502", "R0423", "R0410"),
    "the text is no text of ours, or without bounds": ("R0114", "R0403", "R0404", "R0405", "R0407", "R0408", "R0409"),
}  # fmt: skip
NO_FIX = {code for codes in SENTENCES.values() for code in codes}
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def client() -> AsyncIterator[LanguageClient]:
    server = make_test_lsp_client()
    await server.start_io(sys.executable, "-m", "tests.lsp.counted")
    await server.initialize_session(lsp.InitializeParams(capabilities=client_capabilities("visual-studio-code")))
    yield server
    await server.shutdown_session()


@pytest.mark.parametrize("case", sampled([*BAD, *SYNTAX], MOST, "cures"), ids=lambda case: case.name)
async def test_each_quick_fix_takes_its_message_away(client: LanguageClient, case: Path, tmp_path: Path) -> None:
    files = {name: without_expectations(text) for name, text in case_files(case).items()}
    folder = lay_out(tmp_path / "game", files)
    wrong, told = [], 0
    for name in files:
        if name.endswith((".rules", ".yaml")):
            async with Open(client, folder / name) as file:
                before = await settled(file)
                told += len(before)
                wrong += await not_cured(client, file, before)
    assert wrong == []
    # An editor reads each variant by itself, and some mistakes are only there when two are chosen together.
    assert told or sum(name.startswith("variants/") for name in files) > 1


async def not_cured(client: LanguageClient, file: Open, before: Sequence[lsp.Diagnostic]) -> list[str]:
    """The messages that stay although their quick fix was taken."""
    wrong: list[str] = []
    offered = [(found, action) for found in before for action in await quick_fixes(client, file, found)]
    for found, action in sampled(offered, MAX_FIXES, file.path.name):
        assert found.code not in NO_FIX
        assert action.edit is not None
        assert action.edit.changes is not None
        written(file, edited(file.text, action.edit.changes[file.uri]))
        if said(found, await settled(file)) >= said(found, before):
            wrong.append(f"{found.code} {found.message} | {action.title}")
    return wrong


def said(found: lsp.Diagnostic, among: Sequence[lsp.Diagnostic]) -> int:
    return sum((one.code, one.message) == (found.code, found.message) for one in among)


async def quick_fixes(client: LanguageClient, file: Open, found: lsp.Diagnostic) -> list[lsp.CodeAction]:
    params = lsp.CodeActionParams(file.named, found.range, lsp.CodeActionContext([found]))
    actions = await client.text_document_code_action_async(params) or ()
    return [
        one
        for one in actions
        if isinstance(one, lsp.CodeAction) and one.edit and (one.diagnostics or [found])[0].message == found.message
    ]


def written(file: Open, text: str) -> None:
    file.version += 1
    document = lsp.VersionedTextDocumentIdentifier(file.version, file.uri)
    whole = lsp.TextDocumentContentChangeWholeDocument(text)
    file.client.diagnostics.pop(file.uri, None)
    file.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [whole]))


async def settled(file: Open) -> Sequence[lsp.Diagnostic]:
    """What is told when nothing more comes."""
    assert await file.client.workspace_execute_command_async(lsp.ExecuteCommandParams(CHECKED))
    return file.client.diagnostics.get(file.uri) or ()
