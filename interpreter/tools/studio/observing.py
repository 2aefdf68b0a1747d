"""Observing: whether the studio is well, figures for Prometheus, and a line in the log for each request.

In: an ASGI application; the environment. Out: /health, /metrics, lines of text or JSON. Layer: tools. No line and no figure
holds a token, a name or a word of anybody.
"""

from __future__ import annotations

import json
import logging
import os
import re
import secrets
import sys
import time
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .database import Trouble
from .threads import in_thread
from .web import HttpError, answered

if TYPE_CHECKING:
    from .server import Studio

LOG_FORM, METRICS_KEY = "RULEWRIGHT_LOG", "RULEWRIGHT_METRICS_KEY"  # in the environment
FORMS = ("json", "text")
REQUESTS = logging.getLogger("rulewright.requests")
SECRET = re.compile(r"(?<=/)[A-Za-z0-9_-]{12,}(?=/|$)")  # a token, or a table's name
NUMBER = re.compile(r"(?<=/)\d+(?=/|$)")
OF_TABLES = ("/api/", "/t/", "/e/", "/b/", "/balance/", "/join/", "/playtest", "/my-data")
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
NEEDS_EXTRA = (
    'Nothing is counted here. Install prometheus-client (pip install "rulewright[metrics]") and set RULEWRIGHT_METRICS_KEY to a '
    "secret of your own before the studio starts."
)


def route_of(path: str) -> str:
    """A path without what is secret or different at each table."""
    return NUMBER.sub("N", SECRET.sub("…", path)) if path.startswith(OF_TABLES) else path


class Observing:
    """Middleware that logs and counts requests.

    Streams are counted while they are open."""

    def __init__(self, app: ASGIApp, figures: Figures | None) -> None:
        self._app, self._figures = app, figures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0
        stream = scope["path"].endswith("/stream")

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        if stream and self._figures is not None:
            self._figures.streams.inc()
        try:
            await self._app(scope, receive, sending)
        finally:
            took = time.perf_counter() - began
            if stream and self._figures is not None:
                self._figures.streams.dec()
            self._told(scope["method"], route_of(scope["path"]), status, took, stream)

    def _told(self, method: str, route: str, status: int, took: float, stream: bool) -> None:
        if self._figures is not None and not route.startswith("/static"):
            self._figures.count(method, route, status, None if stream else took)
        if REQUESTS.isEnabledFor(logging.INFO):
            REQUESTS.info("%s %s %d", method, route, status, extra={
                "method": method, "route": route, "status": status, "ms": round(took * 1000, 1)})  # fmt: skip


class Figures:
    """Counters of one process."""

    def __init__(self, studio: Studio) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
        from prometheus_client.platform_collector import PlatformCollector
        from prometheus_client.process_collector import ProcessCollector

        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        self._requests = Counter(
            "rulewright_requests", "Requests answered", ["method", "route", "status"], registry=self.registry
        )
        self._seconds = Histogram(
            "rulewright_request_seconds", "Time to answer", ["route"], buckets=BUCKETS, registry=self.registry
        )
        self.streams = Gauge("rulewright_streams", "Pages that listen to a table", registry=self.registry)
        for name, words, value in (
            ("rulewright_tables_open", "Tables at which a page is open", studio.rooms_open),
            ("rulewright_tables_in_memory", "Tables in memory", studio.hall.in_memory),
        ):
            Gauge(name, words, registry=self.registry).set_function(value)

    def count(self, method: str, route: str, status: int, took: float | None) -> None:
        self._requests.labels(method, route if status not in (404, 405) else "other", str(status)).inc()
        if took is not None and status < 400:
            self._seconds.labels(route).observe(took)


class Wellness:
    """Routes for whoever runs the studio on a server."""

    def __init__(self, studio: Studio, figures: Figures | None) -> None:
        self._studio, self._figures = studio, figures
        self._key = os.environ.get(METRICS_KEY, "")

    def routes(self) -> list[BaseRoute]:
        return [Route("/health", self._health), Route("/metrics", answered(self._metrics))]

    async def _health(self, _request: Request) -> Response:
        try:
            await in_thread(self._studio.hall.store.found, "select 1")
        except Trouble as trouble:
            return JSONResponse({"well": False, "message": str(trouble)}, 503)
        return JSONResponse({"well": True})

    async def _metrics(self, request: Request) -> Response:
        """Show the figures to the host, or to a program with the key."""
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        if not (self._key and secrets.compare_digest(given.encode(), self._key.encode())):
            self._studio.entrance.check(request)
        if self._figures is None:
            raise HttpError(404, NEEDS_EXTRA)
        from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

        return PlainTextResponse(generate_latest(self._figures.registry), media_type=CONTENT_TYPE_LATEST)


def figures_of(studio: Studio) -> Figures | None:
    """Begin to count; None if nobody asked for it, or the library for it is missing."""
    if not os.environ.get(METRICS_KEY):
        return None
    try:
        return Figures(studio)
    except ImportError:
        return None


class Lines(logging.Formatter):
    """A line of JSON for each message."""

    def format(self, record: logging.LogRecord) -> str:
        found: dict[str, Any] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
        }
        found |= {name: vars(record)[name] for name in ("method", "route", "status", "ms") if name in vars(record)}
        if record.exc_info:
            found["trace"] = self.formatException(record.exc_info)
        return json.dumps(found, ensure_ascii=False)


def begin_log() -> bool:
    """Write a log to standard error if the environment asks for one.

    Services ask for it. Returns whether a log is written."""
    form = os.environ.get(LOG_FORM, "")
    if form not in FORMS:
        return False
    handler = logging.StreamHandler(sys.stderr)
    text = logging.Formatter("%(asctime)s %(levelname)s %(message)s")
    handler.setFormatter(Lines() if form == "json" else text)
    for name in ("rulewright.requests", "uvicorn.error"):
        log = logging.getLogger(name)
        log.handlers, log.propagate = [handler], False
        log.setLevel(logging.INFO)
    return True
