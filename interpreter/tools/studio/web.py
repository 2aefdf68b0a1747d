"""Request plumbing: error handling, body limits, rate limits, access and security headers.

In: a handler, a page's name. Out: handlers that reply with a sentence when something is refused, bodies within limits, one
guard with security headers. Layer: tools.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import logging
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Collection
from typing import Any

from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from interpreter.source import Problems
from interpreter.tools.studio.game_files import EditConflictError, NotHereError
from interpreter.tools.studio.live_table import RefusedError
from interpreter.tools.studio.offered_games import UnfitError
from interpreter.tools.studio.request_bodies import Malformed

from .assets import STATIC, with_prints
from .store import Trouble

HALF = re.compile(rb"\\u[dD][89a-fA-F]")  # in JSON: a half of a character
LONGEST_PART = 200  # characters between two slashes of an address
LARGEST_BODY = 64 * 1024
SLOWEST_BODY = 60.0  # seconds
MAX_AT_ONCE = 40.0  # burst of requests of one kind by one token, and the refill per second
ADDRESSES = "addresses"  # among the hosts: accept any IP address; no foreign page can have one
WENT_WRONG = "Something went wrong in the studio; nothing was changed. The terminal it runs in shows what."
NOT_HOST = (
    "Only the person who runs the studio may do that. Open the address that the terminal printed when it was started "
    "(with ?key=…) in this browser, then try again."
)
WRONG_KEY = "This is not the key of this studio. The terminal in which it was started printed the right address."
LOG = logging.getLogger("uvicorn.error")
CACHE = "no-store"
NONCE = "{style-nonce}"  # in a page: placeholder for the nonce that lets its editor add its own style
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


class HttpError(Exception):
    """A refused request: a status and a sentence."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status, self.message = status, message


def answered(handle: Answer) -> Answer:
    """Wrap a handler: errors become a sentence in JSON, never a traceback."""

    async def answer(request: Request) -> Response:
        try:
            return await handle(request)
        except HttpError as turned:
            return JSONResponse({"message": turned.message}, turned.status)
        except Malformed as reason:
            return JSONResponse({"message": str(reason)}, 400)
        except (UnfitError, RefusedError, NotHereError, EditConflictError) as reason:
            return JSONResponse({"message": str(reason)}, 409)
        except Trouble as reason:
            return JSONResponse({"message": str(reason)}, 503)
        except OSError as error:
            return JSONResponse({"message": f"A file could not be read or written: {error.strerror or error}."}, 503)
        except Problems as problems:
            return JSONResponse({"message": "; ".join(found.message for found in problems.diagnostics)}, 409)
        except ClientDisconnect:  # whoever asked has left in the middle of it
            return Response(status_code=400)
        except Exception:
            LOG.exception("A request to %s could not be answered.", _route(request))
            return JSONResponse({"message": WENT_WRONG}, 500)

    return answer


def _route(request: Request) -> str:
    """Return the request's path without the token, which grants access to a seat."""
    token = request.path_params.get("token")
    return request.url.path.replace(str(token), "…") if token else request.url.path


def page(name: str) -> Answer:
    """Make a handler that serves a static page.

    A page with an editor gets a style nonce."""

    async def shown(_request: Request) -> Response:
        text = with_prints((STATIC / name).read_text(encoding="utf-8"))
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
        raise HttpError(415, "Answers are sent as JSON.")
    body = bytearray()
    try:
        async with asyncio.timeout(SLOWEST_BODY):
            async for chunk in request.stream():
                body += chunk
                if len(body) > largest:
                    raise HttpError(413, "That is too long.")
    except TimeoutError:
        raise HttpError(408, "That took too long to arrive. Try again.") from None
    try:
        found = json.loads(bytes(body))
    except (ValueError, RecursionError):
        raise HttpError(400, "That is not JSON.") from None
    if not isinstance(found, dict):
        raise HttpError(400, "An answer is an object.")
    if HALF.search(body) and not _is_whole(found):
        raise HttpError(400, "There is half a character in that. Write it again.")
    return found


def _is_whole(found: object) -> bool:
    """Can its texts be written down? JSON can name half of a character that takes two."""
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


class Pace:
    """Token buckets that limit the rate of requests.

    So that nobody can monopolize the studio."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}

    def count(self, token: str, most: float = MAX_AT_ONCE, seconds: float = 1.0) -> None:
        """Take one from a bucket of `most`; refuse if it is empty.

        It refills within `seconds`."""
        now = self._clock()
        left, then = self._buckets.get(token, (most, now))
        left = min(most, left + (now - then) * most / seconds)
        if left < 1:
            wait = (1 - left) * seconds / most
            when = f"in {wait:.0f} seconds" if wait > 2 else "in a moment"
            raise HttpError(429, f"That is too fast. Try again {when}.")
        if len(self._buckets) > 10_000:
            self._buckets.clear()
        self._buckets[token] = (left - 1, now)


class Entrance:
    """The host's access: a secret in the address that the terminal prints.

    The browser that opens it keeps it in a cookie."""

    def __init__(self, secret: str, port: int, secure: bool = False) -> None:
        """`port`: 0 for several processes that share one secret.

        `secure`: it is reached over TLS only."""
        self._secret, self._cookie, self._secure = secret, f"rulewright-{port}", secure

    def address(self, plain: str) -> str:
        return f"{plain}?key={self._secret}"

    def lets_in(self, connection: HTTPConnection) -> bool:
        return self._is_it(connection.cookies.get(self._cookie, ""))

    def check(self, connection: HTTPConnection) -> None:
        if not self.lets_in(connection):
            raise HttpError(403, NOT_HOST)

    def before(self, shown: Answer) -> Answer:
        """Wrap the first page: move a secret from its address into a cookie."""

        async def enter(request: Request) -> Response:
            key = request.query_params.get("key")
            if key is None:
                return await shown(request)
            if not self._is_it(key):
                return PlainTextResponse(WRONG_KEY, 403)
            response = RedirectResponse("/", 303)
            response.set_cookie(
                self._cookie, key, max_age=365 * 86400, httponly=True, samesite="strict", secure=self._secure
            )
            return response

        return enter

    def _is_it(self, word: str) -> bool:
        return secrets.compare_digest(word.encode(), self._secret.encode())


def name_of(host: str) -> str:
    """Return the host name or IP address of a Host header, without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower().removesuffix(".")


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_address(path: str) -> bool:
    """Tell whether there can be such a page.

    Files and numbers have limits, and none has invisible characters."""
    return path.isprintable() and all(len(part) <= LONGEST_PART for part in path.split("/"))


class Guard:
    """Middleware that guards every response.

    It accepts only known host names and possible addresses, refuses cross-site changes, and adds security headers."""

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        """`hosts`: the host names to accept."""
        self._app, self._hosts = app, frozenset(host.lower().strip("[]") for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        host, origin = headers.get("host", ""), headers.get("origin")
        foreign = origin is not None and origin.partition("://")[2] != host
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        name = name_of(host)
        if name not in self._hosts and not (ADDRESSES in self._hosts and _is_number(name)):
            name = name[:100]
            words = f"This studio does not answer to the name {name}. To allow it, start the studio with --name {name}"
            await self._refuse(words, scope, receive, send)
        elif foreign and changes:
            await self._refuse(
                "This was sent by a page of another site, and was not carried out.", scope, receive, send
            )
        elif not _is_address(scope.get("path", "")):
            await self._refuse("There is no page with this address.", scope, receive, send, 404)
        elif scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            await self._with_headers(self._app, scope, receive, send)

    async def _refuse(self, words: str, scope: Scope, receive: Receive, send: Send, status: int = 403) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        else:
            await self._with_headers(PlainTextResponse(words, status), scope, receive, send)

    async def _with_headers(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Any) -> None:
            if message["type"] == "http.response.start":
                found = {name.decode("latin-1") for name, _ in message["headers"]}
                more = {**SAFE, "cache-control": CACHE}
                message["headers"] += [
                    (name.encode(), value.encode()) for name, value in more.items() if name not in found
                ]
            await send(message)

        await app(scope, receive, sending)
