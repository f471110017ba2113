"""The web session's cookie, and whether a request that carries it comes from our own pages.

On https and on loopback the cookie is strict: `__Host-` name, Secure. On a plain-http address of a local network it
cannot be, or nobody could log in there. One request knows one of the two names, never both, so that nobody can plant
the weaker one on a strict server.
"""

from functools import lru_cache
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from services.accounts import SECOND
from services.identity.client_address import ClientAddress
from services.store.accounts.credentials import SESSION_LONGEST

STRICT_NAME = "__Host-acta"
PLAIN_NAME = "acta"
GUEST_SECONDS = 400 * 24 * 3600
"""As long as browsers keep any cookie: a guest who comes back now and then has nothing else to come back with."""
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

Connection = ASGIConnection[Any, Any, Any, Any]


class SessionCookie:
    """Sets, reads and clears the cookie. Without a public URL the request itself tells how the server is reached."""

    def __init__(self, client_address: ClientAddress, public_url: str = "") -> None:
        self._client_address = client_address
        self._public_origin = _origin_of(public_url) if public_url else ""

    def read(self, connection: Connection, suffix: str = "") -> str | None:
        return connection.cookies.get(self._name(connection) + suffix)

    def holding(self, connection: Connection, token: str, *, guest: bool = False) -> Cookie:
        """The cookie for a new session. The server ends an unused session earlier than the browser drops this."""
        return self._cookie(connection, token, GUEST_SECONDS if guest else SESSION_LONGEST // SECOND)

    def beside(self, connection: Connection, suffix: str, value: str, max_age: int) -> Cookie:
        """Another cookie that is just as strict."""
        return self._cookie(connection, value, max_age, suffix)

    def cleared(self, connection: Connection) -> Cookie:
        return self._cookie(connection, "", 0)

    def comes_from_us(self, connection: Connection) -> bool:
        """Whether the browser says that one of our own pages sent this; silence is a no."""
        speaks = "sec-fetch-site" in connection.headers or "origin" in connection.headers
        return speaks and not self.is_foreign(connection)

    def is_foreign(self, connection: Connection) -> bool:
        """Whether a browser says that another site's page sent this; silence is a no."""
        site = connection.headers.get("sec-fetch-site", "same-origin")
        origin = connection.headers.get("origin")
        return site not in {"same-origin", "none"} or origin not in {None, self._origin(connection)}

    def _cookie(self, connection: Connection, value: str, max_age: int, suffix: str = "") -> Cookie:
        return Cookie(
            key=self._name(connection) + suffix,
            value=value,
            max_age=max_age,
            path="/",
            httponly=True,
            secure=self._is_strict(connection),
            samesite="lax",
        )

    def _name(self, connection: Connection) -> str:
        return STRICT_NAME if self._is_strict(connection) else PLAIN_NAME

    def _is_strict(self, connection: Connection) -> bool:
        return _is_trusted(self._origin(connection))

    def _origin(self, connection: Connection) -> str:
        if self._public_origin:
            return self._public_origin
        return _origin_of(f"{self._client_address.scheme(connection.scope)}://{connection.headers.get('host', '')}")


def is_safe(connection: Connection) -> bool:
    """Whether the request only looks; opening a web socket counts as looking."""
    return connection.scope.get("method", "GET") in SAFE_METHODS


@lru_cache(maxsize=256)
def _origin_of(url: str) -> str:
    """Scheme, host and port as browsers write an origin: lower case, no default port."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:  # a Host header may hold anything
        return ""
    default = {"http": 80, "https": 443}.get(parts.scheme)
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    return f"{parts.scheme}://{host}" + (f":{port}" if port not in {None, default} else "")


@lru_cache(maxsize=256)
def _is_trusted(origin: str) -> bool:
    """Whether browsers keep strict cookies of it."""
    parts = urlsplit(origin)
    return parts.scheme == "https" or _is_loopback(parts.hostname or "")


def _is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
