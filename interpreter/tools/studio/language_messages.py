"""Messages between the editor of a page and the language server: which of them are passed on.

In: texts from the page. Out: those that use an allowed method and name only files of the game. Layer: tools.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator

from starlette.websockets import WebSocket, WebSocketDisconnect

GAME = "file:///game"
LARGEST = 4 * 2**20  # characters per message
METHODS = frozenset({
    "initialize", "initialized", "shutdown", "exit", "$/cancelRequest", "textDocument/didOpen", "textDocument/didChange",
    "textDocument/didSave", "textDocument/didClose", "textDocument/completion", "completionItem/resolve", "textDocument/hover",
    "textDocument/definition", "textDocument/references", "textDocument/formatting", "textDocument/codeAction",
    "textDocument/documentSymbol", "textDocument/rename", "textDocument/prepareRename", "textDocument/inlayHint",
})  # fmt: skip
PLACES = ("uri", "rooturi", "rootpath", "targeturi", "olduri", "newuri", "path")


async def incoming(socket: WebSocket) -> AsyncIterator[str]:
    """Yield the messages of the page that may be passed on, until it closes."""
    while True:
        try:
            text = await socket.receive_text()
        except (WebSocketDisconnect, KeyError):
            return
        if len(text) <= LARGEST and is_ours(text):
            yield text


def is_ours(text: str) -> bool:
    """Has the message an allowed method, and only files of the game's folder?"""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return False
    if not isinstance(message, dict) or message.get("method", "initialized") not in METHODS:
        return False
    return all(_lies_inside(place) for place in _places(message))


def _places(found: object) -> Iterator[object]:
    """Collect every value in a message that names a file."""
    if isinstance(found, dict):
        for key, value in found.items():
            if isinstance(value, dict | list):
                yield from _places(value)
            elif isinstance(value, str) and (key.casefold() in PLACES or value.casefold().startswith("file:")):
                yield value
    elif isinstance(found, list):
        for value in found:
            yield from [value] if isinstance(value, str) and value.casefold().startswith("file:") else _places(value)


def _lies_inside(place: object) -> bool:
    words = str(place)
    return (words == GAME or words.startswith(f"{GAME}/")) and not any(part in words for part in ("..", "%", "\\"))
