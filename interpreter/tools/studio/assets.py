"""Scripts, styles and fonts of the pages: compressed once, named by their fingerprint, kept by browsers.

In: the static folder and the style of tables. Out: a route for them, and pages whose links carry fingerprints. Layer: tools. A
file that changes gets another address, so a browser may keep each for a year.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

import interpreter

STATIC = Path(__file__).parent / "static"
TYPES = {
    ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8", ".svg": "image/svg+xml", ".html": "text/html; charset=utf-8",
}  # fmt: skip
PACKED = (".woff2",)  # compressed already
A_YEAR = "public, max-age=31536000, immutable"
LINK = re.compile(r'(?P<before>(?:href|src)=")(?P<path>/static/[^"?]+|/table\.css)(?=")')
FONT = re.compile(r'url\("(?P<path>/static/[^"?]+)"\)')
TABLE_STYLE = "/table.css"


@dataclass(frozen=True)
class Asset:
    body: bytes
    packed: bytes | None
    type: str
    print: str

    def answer(self, request: Request) -> Response:
        packs = self.packed is not None and "gzip" in request.headers.get("accept-encoding", "")
        headers = {"vary": "accept-encoding", **({"content-encoding": "gzip"} if packs else {})}
        if request.query_params.get("v") == self.print:
            headers["cache-control"] = A_YEAR
        return Response(self.packed if packs else self.body, media_type=self.type, headers=headers)


def asset(path: str) -> Asset | None:
    """Return a file by its address; None if there is none."""
    if path == TABLE_STYLE:
        return _made(path, 0)
    file = (STATIC / path.removeprefix("/static/")).resolve()
    if not file.is_file() or STATIC.resolve() not in file.parents or file.suffix not in TYPES:
        return None
    return _made(path, file.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _made(path: str, written: int) -> Asset:
    """`written`: when the file was, so that a changed one is read again."""
    del written
    if path == TABLE_STYLE:
        body, suffix = interpreter.table_style().encode(), ".css"
    else:
        file = STATIC / path.removeprefix("/static/")
        body, suffix = file.read_bytes(), file.suffix
    if suffix == ".css":
        body = FONT.sub(lambda found: f'url("{addressed(found["path"])}")', body.decode()).encode()
    packed = None if suffix in PACKED else gzip.compress(body, 9, mtime=0)
    return Asset(body, packed, TYPES[suffix], hashlib.sha256(body).hexdigest()[:12])


def addressed(path: str) -> str:
    """Return the address of a file with its fingerprint."""
    found = asset(path)
    return path if found is None else f"{path}?v={found.print}"


def with_prints(page: str) -> str:
    """Return a page whose scripts and styles are named with their fingerprints."""
    return LINK.sub(lambda found: found["before"] + addressed(found["path"]), page)


async def serve(request: Request) -> Response:
    found = asset(request.url.path)
    return PlainTextResponse("There is no such file.", 404) if found is None else found.answer(request)
