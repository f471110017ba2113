"""Slack's Web API, its response addresses and its uploads. A call that it does not know fails the test."""

import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

import msgspec

from tests.kit.platform_double import CutOff, Outcome, PlatformDouble, ProxyAnswers
from tests.kit.slack.errors import ApiError
from tests.kit.slack.methods import METHODS, Method
from tests.kit.slack.rates import Rates
from tests.kit.slack.responses import respond
from tests.kit.slack.world import APP_TOKEN, BOT_TOKEN, Slack

JSON, TEXT = "application/json; charset=utf-8", "text/plain"


@dataclass
class Fault:
    """Something that goes wrong once with the next call of a method (`respond` and `upload` are called so too)."""

    method: str
    code: str = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    page: bytes = b""
    """What a proxy says instead of Slack, which is no JSON."""
    cut: bool = False
    """The connection breaks instead of an answer."""
    silent: float = 0.0
    """It breaks after so many seconds."""
    after_effect: bool = False
    """It goes wrong when the call was carried out already."""


class Api(PlatformDouble):
    """The API of one workspace."""

    def __init__(self, world: Slack) -> None:
        super().__init__()
        self.world = world
        self.rates = Rates()
        self.faults: list[Fault] = []

    def answer_to(self, scope: dict[str, Any], raw: bytes) -> Outcome:
        """As Slack answers; a call is named by its method."""
        headers = {name.decode().lower(): value.decode() for name, value in scope["headers"]}
        _, _, rest = scope["path"].rpartition("/api/")
        try:
            if scope["path"].startswith("/upload/"):
                return self._uploaded(scope["path"].rpartition("/")[2], headers, raw)
            if scope["path"].startswith("/respond/"):
                return self._responded(scope["path"].rpartition("/")[2], headers, raw)
            return self._called(rest, headers, _fields(headers, scope["query_string"].decode(), raw))
        except ApiError as refusal:
            return refusal.status, msgspec.json.encode(refusal.body), {"Content-Type": JSON} | refusal.headers
        except ProxyAnswers as proxy:
            return proxy.outcome
        except CutOff:
            raise
        except Exception:  # noqa: BLE001 - the double itself is wrong: the test must say so
            self.world.complaints.append(traceback.format_exc())
            return 500, b"the double failed", {"Content-Type": TEXT}

    def _called(self, name: str, headers: Mapping[str, str], fields: dict[str, Any]) -> Outcome:
        method = METHODS.get(name)
        if method is None:
            self.world.complaints.append(f"{name} is not known")
            raise ApiError("unknown_method")
        self._authorize(name, method, headers, fields)
        self.rates.take(name, method.tier, str(fields.get("channel", "")), self.world.now())
        outcome = self._carried_out(name, lambda: method.handle(self.world, fields))
        told = {"Content-Type": JSON, "X-OAuth-Scopes": ",".join(sorted(self.world.scopes))}
        return 200, msgspec.json.encode({"ok": True} | outcome), told

    def _authorize(self, name: str, method: Method, headers: Mapping[str, str], fields: dict[str, Any]) -> None:
        given = headers.get("authorization", "")
        if "token" in fields:
            self.world.complaints.append(f"{name}: the token stands in the body")
        if not headers.get("user-agent"):
            self.world.complaints.append(f"{name}: no User-Agent")
        if not given:
            raise ApiError("not_authed")
        if given != f"Bearer {APP_TOKEN if method.by_app else BOT_TOKEN}":
            raise ApiError("invalid_auth")
        if self.world.revoked:
            raise ApiError("token_revoked")
        if method.scope and method.scope not in self.world.scopes:
            provided = ",".join(sorted(self.world.scopes))
            raise ApiError("missing_scope", needed=method.scope, provided=provided)

    def _responded(self, key: str, headers: Mapping[str, str], raw: bytes) -> Outcome:
        if "authorization" in headers:
            self.world.complaints.append("a response_url was sent the token")
        self.rates.take("respond", 4, key, self.world.now())
        self._carried_out("respond", lambda: respond(self.world, key, _fields(headers, "", raw)))
        return 200, b"ok", {"Content-Type": TEXT}

    def _uploaded(self, file_id: str, headers: Mapping[str, str], raw: bytes) -> Outcome:
        if "authorization" in headers:
            self.world.complaints.append("an upload was sent the token")
        file = self.world.files.get(file_id)
        if file is None or file.content or len(raw) != file.length:
            return 500, b"error", {"Content-Type": TEXT}

        def keep() -> None:
            file.content = raw

        self._carried_out("upload", keep)
        return 200, f"OK - {len(raw)}".encode(), {"Content-Type": TEXT}

    def _carried_out(self, name: str, work: Callable[[], Any]) -> Any:  # noqa: ANN401 - what the work gives
        self.calls.append(name)
        fault = next((fault for fault in self.faults if fault.method == name), None)
        if fault is not None:
            self.faults.remove(fault)
        if fault is not None and not fault.after_effect:
            raise _error_of(fault)
        outcome = work()
        if fault is not None:
            raise _error_of(fault)
        return outcome


def _error_of(fault: Fault) -> Exception:
    if fault.cut or fault.silent:
        return CutOff(fault.silent)
    if fault.page:
        return ProxyAnswers((fault.status, fault.page, {"Content-Type": "text/html"} | fault.headers))
    refusal = ApiError(fault.code, status=fault.status)
    refusal.headers |= fault.headers
    return refusal


def _fields(headers: Mapping[str, str], query: str, raw: bytes) -> dict[str, Any]:
    """The arguments of a call: in JSON, in a form, or in the address."""
    kind = headers.get("content-type", "").partition(";")[0]
    found: dict[str, Any] = dict(parse_qsl(query))
    if kind == "application/json":
        try:
            found |= msgspec.json.decode(raw, type=dict[str, Any])
        except msgspec.DecodeError:
            raise ApiError("invalid_json") from None
    elif raw:
        found |= dict(parse_qsl(raw.decode()))
    return found
