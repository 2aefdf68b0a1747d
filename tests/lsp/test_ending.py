"""How the server ends: without a word when its editor goes away without a goodbye, with a sentence when it cannot begin."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from tests.support.limits import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
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


def test_a_refused_rename_is_an_answer_and_nothing_else() -> None:
    """The editor shows the reason; standard error, which editors keep as a log of what went wrong, stays empty."""
    file = ROOT / "games" / "pig" / "rules" / "play.rules"
    text = file.read_text(encoding="utf-8")
    line = next(number for number, words in enumerate(text.splitlines()) if words.startswith("procedure turn"))
    document = {"uri": file.as_uri()}
    place = {"textDocument": document, "position": {"line": line, "character": len("procedure t")}, "newName": "if"}
    messages = (
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}},
        {"jsonrpc": "2.0", "method": "initialized", "params": {}},
        {"jsonrpc": "2.0", "method": "textDocument/didOpen",
         "params": {"textDocument": {**document, "languageId": "rulewright", "version": 1, "text": text}}},
        {"jsonrpc": "2.0", "id": 2, "method": "textDocument/rename", "params": place},
    )  # fmt: skip
    server = subprocess.Popen(LSP, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert server.stdin is not None
    assert server.stdout is not None
    assert server.stderr is not None
    for message in messages:
        _send(server.stdin, message)
    while (answer := _received(server.stdout)).get("id") != 2:
        pass
    assert answer["error"]["code"] == -32803
    assert answer["error"]["message"].startswith('"if"')
    _send(server.stdin, {"jsonrpc": "2.0", "id": 3, "method": "shutdown"})
    while _received(server.stdout).get("id") != 3:
        pass
    _send(server.stdin, {"jsonrpc": "2.0", "method": "exit"})
    assert server.wait(PATIENCE) == 0
    assert server.stderr.read() == b""


def _send(stream: IO[bytes], message: Mapping[str, object]) -> None:
    words = json.dumps(message).encode()
    stream.write(b"Content-Length: %d\r\n\r\n%s" % (len(words), words))
    stream.flush()


def _received(stream: IO[bytes]) -> dict[str, Any]:
    length = 0
    while (line := stream.readline().strip()) or not length:
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    found: dict[str, Any] = json.loads(stream.read(length))
    return found


def test_a_port_that_is_taken_is_told() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        ended = subprocess.run(
            [*LSP, "--tcp", port], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    assert ended.returncode == 2
    assert f"error[R0915]: the language server cannot listen on port {port}" in ended.stderr
    assert "help: " in ended.stderr
