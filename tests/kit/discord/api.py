"""Discord's HTTP API, as much of it as Acta uses. A call that it does not know fails the test."""

import re
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from services.outbound.discord import limits
from tests.kit.discord import routes
from tests.kit.discord.errors import ApiError, Unauthorized
from tests.kit.discord.rates import Rates
from tests.kit.discord.world import BOT_TOKEN, Discord
from tests.kit.platform_double import CutOff, Outcome, PlatformDouble

USER_AGENT = re.compile(r"DiscordBot \(https?://[^ ,]+, [^)]+\)")
BASE = "/api/v10"


@dataclass
class Fault:
    """Something that goes wrong once with the next call of a route."""

    route: str
    status: int = 0
    body: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    page: bytes = b""
    """What a proxy says instead of Discord, which is no JSON."""
    cut: bool = False
    """The connection breaks instead of an answer."""
    silent: float = 0.0
    """It breaks after so many seconds."""
    after_effect: bool = False
    """It goes wrong when the call was carried out already."""

    @property
    def answer(self) -> Outcome:
        """What comes instead of Discord's answer."""
        if self.page:
            return self.status, self.page, {"Content-Type": "text/html"} | self.headers
        return self.status, msgspec.json.encode(self.body), self.headers


@dataclass(frozen=True)
class Call:
    """A request as a route sees it."""

    method: str
    path: str
    query: str
    headers: Mapping[str, str]
    body: bytes
    """Of a request with files the part `payload_json`."""
    files: dict[str, bytes]
    parts: dict[str, str]
    """What the route's address holds."""


class Api(PlatformDouble):
    """The API of one world."""

    def __init__(self, world: Discord) -> None:
        super().__init__()
        self.world = world
        self.rates = Rates()
        self.faults: list[Fault] = []
        self.complaints: list[str] = []
        """What no client may do at all; a test must find this empty."""

    def answer_to(self, scope: dict[str, Any], raw: bytes) -> Outcome:
        """As Discord answers; a call is named `METHOD route`."""
        headers: dict[str, str] = {}
        try:
            call, route = self._call(scope, raw)
            headers = self._limited(call, route)
            status, answer = self._carried_out(call, route)
        except ApiError as refusal:
            status, answer = refusal.status, refusal.body
            headers |= {"Retry-After": "1"} if status == 429 else {}
        except _Limited as limited:
            return 429, msgspec.json.encode(limited.body), limited.headers
        except _Planned as planned:
            return planned.fault.answer
        except CutOff:
            raise
        except Exception:  # noqa: BLE001 - the double itself is wrong: the test must say so
            self.complaints.append(traceback.format_exc())
            status, answer = 500, {"message": "the double failed"}
        body = b"" if answer is None else msgspec.json.encode(answer)
        return status, body, headers

    def _call(self, scope: dict[str, Any], raw: bytes) -> tuple[Call, routes.Route]:
        headers = {name.decode().lower(): value.decode() for name, value in scope["headers"]}
        method, path = scope["method"], scope["path"]
        if not USER_AGENT.fullmatch(headers.get("user-agent", "")):
            self.complaints.append(f"{method} {path}: User-Agent {headers.get('user-agent')!r}")
            raise ApiError(40333)
        for route in routes.ROUTES:
            found = re.fullmatch(BASE + route.pattern, path)
            if found and method == route.method:
                body, files = _parts(headers.get("content-type", ""), raw)
                call = Call(method, path, scope["query_string"].decode(), headers, body, files, found.groupdict())
                self._authorize(call, route)
                return call, route
        self.complaints.append(f"{method} {path} is not known")
        raise ApiError(0, status=404)

    def _authorize(self, call: Call, route: routes.Route) -> None:
        given = call.headers.get("authorization")
        if route.by_bot and given != f"Bot {BOT_TOKEN}":
            raise Unauthorized
        if not route.by_bot and given is not None:
            self.complaints.append(f"{call.method} {call.path}: the bot's token where none is needed")
        if call.body and call.headers.get("content-type", "").partition(";")[0] not in {
            "application/json",
            "multipart/form-data",
        }:
            raise ApiError(50035)
        if sum(map(len, call.files.values())) > limits.FILE_BYTES:
            raise ApiError(40005)

    def _limited(self, call: Call, route: routes.Route) -> dict[str, str]:
        major = call.parts.get("channel") or call.parts.get("token") or ""
        headers, wait = self.rates.take(route.name, major, self.world.now(), by_bot=route.by_bot)
        if wait is not None:
            raise _Limited(headers, wait)
        return headers

    def _carried_out(self, call: Call, route: routes.Route) -> tuple[int, Any]:
        self.calls.append(route.name)
        fault = next((fault for fault in self.faults if fault.route == route.name), None)
        if fault is not None:
            self.faults.remove(fault)
        if fault is not None and not fault.after_effect:
            raise _error_of(fault)
        outcome = route.handle(self.world, call)
        if fault is not None:
            raise _error_of(fault)
        return outcome


class _Limited(Exception):
    def __init__(self, headers: dict[str, str], wait: float) -> None:
        super().__init__(wait)
        everything = headers.get("X-RateLimit-Global") == "true"
        self.headers = headers | {"Retry-After": f"{wait:.3f}"}
        self.body = {"message": "You are being rate limited.", "retry_after": wait, "global": everything}


class _Planned(Exception):
    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault


def _error_of(fault: Fault) -> Exception:
    return CutOff(fault.silent) if fault.cut or fault.silent else _Planned(fault)


def _parts(content_type: str, raw: bytes) -> tuple[bytes, dict[str, bytes]]:
    """The JSON of a request, and its files by name."""
    boundary = re.search('boundary="?([^";]+)', content_type)
    if boundary is None:
        return raw, {}
    payload = b""
    files: dict[str, bytes] = {}
    for part in raw.split(b"--" + boundary[1].encode())[1:-1]:
        head, _, content = part.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        name = re.search(rb' name="([^"]+)"', head)
        file = re.search(rb'filename="([^"]+)"', head)
        content = content.removesuffix(b"\r\n")
        if name is None:
            raise ApiError(50035)
        if name[1] == b"payload_json":
            if b"application/json" not in head:
                raise ApiError(50035)
            payload = content
        elif file is None or name[1] != b"files[%d]" % len(files):
            raise ApiError(50035)
        else:
            files[file[1].decode()] = content
    return payload, files
