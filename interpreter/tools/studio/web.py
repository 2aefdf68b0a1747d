"""The web: what is around every request, whatever it asks.

In: a handler, a page's name. Out: handlers that answer in sentences when something is refused, bodies within limits, one
guard with safe headers. Layer: tools.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from interpreter.source import Problems

from .desk import Changed, NotHere
from .hall import Unfit
from .sitting import Refused

STATIC = Path(__file__).parent / "static"
LARGEST_BODY = 64 * 1024
MOST_AT_ONCE = 40.0  # requests of one sort by one token; as many again each second
CACHE = "no-store"
NONCE = "{style-nonce}"  # in a page: where the word stands with which its editor may bring its own style
OWN = ("127.0.0.1", "::1", "localhost", "testclient")
STYLE = "style-src 'self'"
SAFE = {
    "content-security-policy": (
        f"default-src 'none'; script-src 'self'; {STYLE}; style-src-attr 'unsafe-inline'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "SAMEORIGIN",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
Answer = Callable[[Request], Awaitable[Response]]


class Turned(Exception):
    """A request that is turned down: a status and a sentence."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status, self.message = status, message


def answered(handle: Answer) -> Answer:
    """What is refused is answered with a sentence, never with a page of code."""

    async def answer(request: Request) -> Response:
        try:
            return await handle(request)
        except Turned as turned:
            return JSONResponse({"message": turned.message}, turned.status)
        except (Unfit, Refused, NotHere, Changed) as reason:
            return JSONResponse({"message": str(reason)}, 409)
        except Problems as problems:
            return JSONResponse({"message": "; ".join(found.message for found in problems.diagnostics)}, 409)

    return answer


def page(name: str) -> Answer:
    """A page of ours; an editor in it gets a word of its own for its style."""

    async def shown(request: Request) -> Response:
        text = (STATIC / name).read_text(encoding="utf-8")
        headers = {}
        if NONCE in text:
            nonce = secrets.token_urlsafe(12)
            text = text.replace(NONCE, nonce)
            headers = {"content-security-policy": with_style(nonce)}
        return Response(text, media_type="text/html; charset=utf-8", headers=headers)

    return shown


def with_style(nonce: str) -> str:
    return SAFE["content-security-policy"].replace(STYLE, f"{STYLE} 'nonce-{nonce}'", 1)


async def body_of(request: Request, largest: int = LARGEST_BODY) -> dict[str, Any]:
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise Turned(415, "Answers are sent as JSON.")
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > largest:
            raise Turned(413, "That is too long.")
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        raise Turned(400, "That is not JSON.") from None
    if not isinstance(found, dict):
        raise Turned(400, "An answer is an object.")
    return found


class Pace:
    """Buckets that fill again: nobody can keep the studio busy alone."""

    def __init__(self) -> None:
        self._buckets: dict[str, tuple[float, float]] = {}

    def count(self, token: str, most: float = MOST_AT_ONCE) -> None:
        now = time.monotonic()
        left, then = self._buckets.get(token, (most, now))
        left = min(most, left + (now - then) * most)
        if left < 1:
            raise Turned(429, "That is too fast.")
        if len(self._buckets) > 10_000:
            self._buckets.clear()
        self._buckets[token] = (left - 1, now)


def from_here(request: HTTPConnection) -> bool:
    """Does it come from this machine itself, and not through something that stands between?"""
    through = any(name in request.headers for name in ("x-forwarded-for", "forwarded", "via"))
    return request.client is not None and request.client.host in OWN and not through


class Guard:
    """Only for the address that was opened, only from its own pages, and with safe headers on everything."""

    def __init__(self, app: ASGIApp, hosts: set[str]) -> None:
        self._app, self._hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        host, origin = headers.get("host", ""), headers.get("origin")
        foreign = origin is not None and origin.partition("://")[2] != host
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if (self._hosts and host.rpartition(":")[0] not in self._hosts) or (foreign and changes):
            await self._refuse(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            await self._with_headers(self._app, scope, receive, send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        else:
            await self._with_headers(PlainTextResponse("This page is not from here.", 403), scope, receive, send)

    async def _with_headers(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Any) -> None:
            if message["type"] == "http.response.start":
                found = {name.decode("latin-1") for name, _ in message["headers"]}
                more = {**SAFE, "cache-control": CACHE}
                message["headers"] += [(name.encode(), value.encode()) for name, value in more.items() if name not in found]
            await send(message)

        await app(scope, receive, sending)
