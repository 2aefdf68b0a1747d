"""An editor that goes away without a goodbye: the server ends too, and says nothing about it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60  # seconds


def test_the_server_ends_with_its_editor() -> None:
    server = subprocess.Popen(
        [sys.executable, "-m", "interpreter.tools.cli", "lsp"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )  # fmt: skip
    assert server.stdin is not None
    assert server.stdout is not None
    assert server.stderr is not None
    file = ROOT / "games" / "pig" / "rules" / "play.rules"
    opened = {"uri": file.as_uri(), "languageId": "rulewright", "version": 1, "text": file.read_text(encoding="utf-8")}
    for message in (
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}},
        {"jsonrpc": "2.0", "method": "initialized", "params": {}},
        {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": opened}},
    ):
        words = json.dumps(message).encode()
        server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(words), words))
    server.stdout.close()
    server.stdin.close()
    assert server.wait(PATIENCE) in (0, 1)
    assert server.stderr.read() == b""
