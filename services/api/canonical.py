"""One canonical log line and one observation per request, with an id and the headers that every answer carries."""

import re
import time
from collections.abc import Awaitable, Iterable
from itertools import count
from secrets import token_hex

from litestar.enums import HttpMethod, ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from prometheus_client import Histogram

from services.logs import canonical_line, learn
from services.store import deadline

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 2.5, 10.0)
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
)
POLICY = (
    b"default-src 'none'; script-src 'self'%b; style-src 'self'%b; img-src 'self' data:; font-src 'self'; "
    b"connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    b"frame-ancestors 'none'"
)
"""What a page may load: nothing of other sites, and no script or style but our own files."""
INLINE = b" 'unsafe-inline'"
CONTENT_POLICY = (b"content-security-policy", POLICY % (b"", b""))
OF_OPEN_PAGES = (b"content-security-policy", POLICY % (INLINE, INLINE))
OPEN_PAGES = "/schema"
"""Where a page has scripts within it: the one of the API, which holds nothing that a person wrote."""
OF_DRAWINGS = (
    b"content-security-policy",
    b"default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
)
"""An SVG that is opened by itself is a document: it runs and loads nothing, and has no origin."""
HTML, SVG = b"text/html", b"image/svg+xml"
CACHE, PRIVATE = b"cache-control", b"private, no-store"
"""Nobody keeps an answer of the API that does not say by itself who may."""
_PROCESS, _REQUESTS = token_hex(12), count()
"""Ids that no other process has, without asking the system for randomness at every request."""
_FAILED, _BROKEN = 400, 500
_MOST_OF_PATH = 100
_LONG = re.compile(r"[\w-]{20,}")
"""What may be a secret in an address that is mistyped: it is left out of the log."""


DURATIONS = Histogram("acta_request_seconds", "How long requests took.", ["method", "route", "status"], buckets=BUCKETS)


class CanonicalLines:
    """Stands outside of everything else, so that a refusal by router or authentication is logged like any answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Collect what is learnt on the way about this request, and write the line when the answer has gone out."""
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        request_id = f"{_PROCESS}{next(_REQUESTS):08x}"
        path = scope["path"]
        status = 500
        began = time.perf_counter()
        begun = deadline.begin()
        method = scope["method"]
        if method == HttpMethod.HEAD:
            scope = {**scope, "method": HttpMethod.GET}
            send = _without_body(send)

        def sending(message: Message) -> Awaitable[None]:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                named = (b"x-request-id", request_id.encode())
                message["headers"] = [*message["headers"], *HEADERS, named, *_further(path, message["headers"])]
            return send(message)

        try:
            with canonical_line("request", request_id=request_id, method=method):
                await self._app(scope, receive, sending)
                route = scope.get("path_template", "")
                outcome = "ok" if status < _FAILED else "refused" if status < _BROKEN else "error"
                learn(route=route, status=status, outcome=outcome)
                if not route:
                    learn(path=_LONG.sub("…", path[:_MOST_OF_PATH]))
        finally:
            deadline.end(begun)
        DURATIONS.labels(method if route else "", route, status).observe(time.perf_counter() - began)


def _further(path: str, said: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Headers that an answer at a path needs beside those that it has."""
    private, kind = path.startswith("/api/"), b""
    for name, value in said:
        if name == CACHE:
            private = False
        elif name == b"content-type":
            kind = value
    headers = [(CACHE, PRIVATE)] if private else []
    if kind.startswith(SVG):
        headers.append(OF_DRAWINGS)
    if kind.startswith(HTML):
        headers.append(OF_OPEN_PAGES if path.startswith(OPEN_PAGES) else CONTENT_POLICY)
    return headers


def _without_body(send: Send) -> Send:
    """The answer to HEAD is the one to GET without its body, however much of it the application still sends."""
    ended = False

    async def sending(message: Message) -> None:
        nonlocal ended
        if message["type"] != "http.response.body":
            await send(message)
        elif not ended:
            ended = True
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    return sending
