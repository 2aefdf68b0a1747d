"""How the server ends: without a word when its editor goes away without a goodbye, with a sentence when it cannot begin."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60  # seconds
LSP = [sys.executable, "-m", "interpreter.tools.cli", "lsp"]


def test_the_server_ends_with_its_editor() -> None:
    server = subprocess.Popen(LSP, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
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


def test_a_port_that_is_taken_is_told() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        ended = subprocess.run(
            [*LSP, "--tcp", port], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    assert ended.returncode == 2
    assert f"error[R0915]: the language server cannot listen at port {port}" in ended.stderr
    assert "help: " in ended.stderr
