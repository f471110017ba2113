"""Posts to webhooks and browsers, at addresses that strangers chose: to the open internet alone, never where one leads.

A name is looked up once for an attempt, every address found is checked, and the connection goes to a checked one; so a
name that means something else a moment later changes nothing. The operator can allow hosts of the own network by name.
Never logs an address, a body or a secret.
"""

import asyncio
import socket
import ssl
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from functools import cached_property
from typing import NamedTuple
from urllib.parse import urlsplit

import httpx

from services.outbound.addresses import is_public
from services.outbound.not_sent import NotSent, RefusedForGood
from services.outbound.patience import patience

WEBHOOK = "webhook"
"""The name of the channel."""
LONGEST_URL = 500
SECONDS = 20.0
"""For an attempt as a whole."""
_CONNECT_SECONDS = 5.0
_BODY_SECONDS = 1.0
_FIRST_REFUSAL, _MISSING, _GONE, _FIRST_REDIRECT = 400, 404, 410, 300
_LONGEST_ANSWER = 4096
_LONGEST_REASON = 120

Resolve = Callable[[str, int], Awaitable[list[str]]]
"""The addresses of a name, for a port."""


class BadTarget(RefusedForGood):
    """Nothing is ever posted there; the reason is a key of the words of letters below `reason.`."""


class EndpointGone(RefusedForGood):
    """The receiver wants nothing more, ever."""


class EndpointMissing(NotSent):
    """There is nothing at that address, at the moment or for good."""


class Silent(NotSent):
    """The receiver said nothing until the time was over."""


class TryLater(NotSent):
    """The receiver wants to be left alone for some seconds."""

    def __init__(self, reason: str, seconds: float) -> None:
        super().__init__(reason)
        self.seconds = seconds


class _Target(NamedTuple):
    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """As a Host header names it."""
        shown = f"[{self.host}]" if ":" in self.host else self.host
        return shown if self.port == _PORTS[self.scheme] else f"{shown}:{self.port}"

    def at(self, address: str) -> str:
        """The address of the same resource at a checked address."""
        shown = f"[{address}]" if ":" in address else address
        return f"{self.scheme}://{shown}:{self.port}{self.path}"


_PORTS = {"https": 443, "http": 80}
_LONGEST_LABEL = 63
"""Letters between two dots of a name; no name that has more can ever be found."""


async def resolve(host: str, port: int) -> list[str]:
    """The addresses of a name, as the system looks it up."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


class WebhookSender:
    """Posts to webhooks."""

    def __init__(self, allowed: Collection[str] = (), resolve: Resolve = resolve) -> None:
        """`allowed` hosts may lie in a private network, and be reached without TLS."""
        self._allowed = {host.lower() for host in allowed}
        self._resolve = resolve

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        """Made once: that takes many times as long as a post."""
        return httpx.create_ssl_context(trust_env=False)

    async def check(self, url: str) -> None:
        """Raise `BadTarget` for an address to which nothing would be posted now."""
        await self._address(self._target(url))

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> str:
        """Post a body; give what the receiver said. Raises `NotSent` unless it was accepted."""
        target = self._target(url)
        try:
            async with asyncio.timeout(SECONDS):
                return await self._post(target, await self._address(target), headers, body)
        except TimeoutError:
            raise Silent("unusable:Timeout") from None
        except httpx.TimeoutException as error:
            raise Silent(f"unusable:{type(error).__name__}") from None
        except httpx.HTTPError as error:
            raise NotSent(f"unusable:{type(error).__name__}") from None

    async def _post(self, target: _Target, address: str, headers: Mapping[str, str], body: bytes) -> str:
        sent = {"Content-Type": "application/json", "User-Agent": "Acta-Webhooks", **headers, "Host": target.authority}
        timeout = httpx.Timeout(SECONDS, connect=_CONNECT_SECONDS)
        async with httpx.AsyncClient(verify=self._tls, trust_env=False, timeout=timeout) as client:
            named = {"sni_hostname": target.host}  # the certificate is the name's, whatever address it has
            request = client.build_request("POST", target.at(address), headers=sent, content=body, extensions=named)
            answer = await client.send(request, stream=True, follow_redirects=False)
            try:
                return _outcome(answer, await _beginning(answer))
            finally:
                await answer.aclose()

    def _target(self, url: str) -> _Target:
        try:
            parts = urlsplit(url)
            host, port = (parts.hostname or "").rstrip(".").lower(), parts.port
        except ValueError:
            raise BadTarget("bad_url") from None
        plain = url.isascii() and url.isprintable() and " " not in url
        named = bool(host) and all(len(label) <= _LONGEST_LABEL for label in host.split("."))
        if len(url) > LONGEST_URL or not named or port == 0 or parts.username is not None or not plain:
            raise BadTarget("bad_url")
        if parts.scheme != "https" and not (parts.scheme == "http" and host in self._allowed):
            raise BadTarget("not_https")
        query = f"?{parts.query}" if parts.query else ""
        return _Target(parts.scheme, host, port or _PORTS[parts.scheme], (parts.path or "/") + query)

    async def _address(self, target: _Target) -> str:
        """The address to connect to: one of a name whose addresses are all allowed."""
        try:
            found = await self._resolve(target.host, target.port)
        except (OSError, UnicodeError):
            raise NotSent("no_such_host") from None
        if not found:
            raise NotSent("no_such_host")
        if target.host not in self._allowed and not all(map(is_public, found)):
            raise BadTarget("private_address")
        return found[0]


async def _beginning(answer: httpx.Response) -> str:
    """The first of what a receiver says, if it says it soon; the rest is not read. Its status has decided already."""
    read = b""
    with suppress(TimeoutError, httpx.HTTPError):
        async with asyncio.timeout(_BODY_SECONDS):
            async for part in answer.aiter_raw(_LONGEST_ANSWER):
                read = part
                break
    return " ".join(read.decode("utf-8", "replace").split())[:_LONGEST_REASON]


def _outcome(answer: httpx.Response, said: str) -> str:
    reason = f"{answer.status_code} {said}".rstrip()
    if answer.is_success:
        return reason
    if answer.status_code == _GONE:
        raise EndpointGone("endpoint_gone")
    if answer.status_code == _MISSING:
        raise EndpointMissing(reason)
    if _FIRST_REDIRECT <= answer.status_code < _FIRST_REFUSAL:
        raise NotSent(f"redirected:{answer.status_code}")
    seconds = patience(answer.headers.get("Retry-After", ""))
    raise NotSent(reason) if seconds is None else TryLater(reason, seconds)
