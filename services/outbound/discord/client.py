"""The client of Discord's HTTP API: the calls that Acta makes, each within Discord's limits.

Every body is checked before it is sent. What fails is told as one of the refusals; what may safely be repeated is.
Never logs a token or a body.
"""

import asyncio
import ssl
from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from typing import Any, NamedTuple, Self, TypeVar

import httpx
import msgspec
from msgspec.structs import replace

from services.outbound.call_failures import IDLE_SECONDS, CallOutcomeUnknown, Gone, RateLimited
from services.outbound.discord.check import encoded_body
from services.outbound.discord.components import COMPONENTS_V2, BodyWithFiles, DiscordBody, Post
from services.outbound.discord.failures import EARLY, failure
from services.outbound.discord.rates import LONGEST_WAIT, Rates
from services.outbound.holds import Holds, NoHolds
from services.settings import Settings

TIMEOUT = 10.0
EARLY_PAUSES = (0.3, 0.6, 1.2, 2.4, 5.0)
"""Discord may learn of our first answer later than of the edit that follows it."""
_TRIES = 3
_EVERYTHING = "*"
"""All calls of the bot, for those that are limited together."""
_FIRST_REFUSAL = 400
Json = dict[str, Any]
_Kind = TypeVar("_Kind")


class Application(NamedTuple):
    """Whom Discord knows us as, and where Discord is."""

    id: str
    token: str
    api: str
    home: str
    """Our own address, which Discord wants to know of each client."""


class GatewayStart(NamedTuple):
    """Where the gateway is, how many sessions may still be begun, and in how many seconds there are more again."""

    url: str
    remaining: int
    reset_after: float


class _SessionsLeft(msgspec.Struct, frozen=True):
    remaining: int
    reset_after: float


class _Gateway(msgspec.Struct, frozen=True):
    url: str
    session_start_limit: _SessionsLeft


class _Call(NamedTuple):
    method: str
    route: str
    parts: Mapping[str, str]
    by_bot: bool = True

    @property
    def path(self) -> str:
        return self.route.format_map(self.parts)

    @property
    def major(self) -> str:
        return self.parts.get("channel") or self.parts.get("token") or ""

    @property
    def name(self) -> str:
        return f"{self.method} {self.route}"

    @property
    def shared(self) -> str:
        """By what processes know it of each other."""
        return f"{self.name} {self.major}"


class DiscordClient:
    """Talks to Discord as one application. It belongs to the event loop that it is first used in."""

    def __init__(self, application: Application, holds: Holds | None = None) -> None:
        """Connect when first used; `holds` are what other processes were told of Discord's limits."""
        self.application = application
        self._holds = holds or NoHolds()
        self._rates = Rates()
        agent = f"DiscordBot ({application.home}, {version('acta')})"
        self._http = httpx.AsyncClient(
            base_url=application.api,
            headers={"User-Agent": agent},
            timeout=TIMEOUT,
            limits=httpx.Limits(keepalive_expiry=IDLE_SECONDS),
            verify=_certificates(),
        )

    @classmethod
    def set_up(cls, settings: Settings, holds: Holds | None = None) -> Self | None:
        """What talks to Discord, if the operator has set up an application there."""
        if settings.discord_application_id is None or settings.discord_bot_token is None:
            return None
        token = settings.discord_bot_token.reveal()
        application = Application(settings.discord_application_id, token, settings.discord_api, settings.address)
        return cls(application, holds)

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    # Messages in channels

    async def post(self, channel: str, message: BodyWithFiles, nonce: str) -> str:
        """A new message; its id. The same nonce gives the first message again, for some minutes."""
        fields = {name: getattr(message.body, name) for name in DiscordBody.__struct_fields__}
        body = Post(**fields, nonce=nonce, enforce_nonce=True)
        call = _Call("POST", "/channels/{channel}/messages", {"channel": channel})
        return str((await self._send(call, encoded_body(body, message.files), message.files))["id"])

    async def edit(self, channel: str, message: str, new: BodyWithFiles) -> None:
        """Put other words and another picture in the place of a message; nobody is notified."""
        parts = {"channel": channel, "message": message}
        await self._send(_Call("PATCH", "/channels/{channel}/messages/{message}", parts), _edit(new), new.files)

    # Answers to interactions

    async def answer(self, interaction: str, token: str, answer: bytes) -> None:
        """The first answer to an interaction that came through the gateway, checked and in bytes."""
        parts = {"interaction": interaction, "token": token}
        call = _Call("POST", "/interactions/{interaction}/{token}/callback", parts, by_bot=False)
        await self._send(call, answer)

    async def edit_original(self, token: str, new: BodyWithFiles) -> None:
        """Change the first answer to an interaction, also if Discord does not know that one yet."""
        await self._after_first(self._following("PATCH", "/messages/@original", token), _edit(new), new.files)

    async def follow_up(self, token: str, message: BodyWithFiles) -> None:
        """A further message after the first answer, as private as it says; directly after one that loads, edit that."""
        body = encoded_body(message.body, message.files)
        await self._after_first(self._following("POST", "", token), body, message.files)

    def _following(self, method: str, route: str, token: str) -> _Call:
        parts = {"application": self.application.id, "token": token}
        return _Call(method, "/webhooks/{application}/{token}" + route, parts, by_bot=False)

    async def _after_first(self, call: _Call, body: bytes, files: Mapping[str, bytes]) -> None:
        for pause in EARLY_PAUSES:
            try:
                await self._send(call, body, files)
            except Gone as gone:
                if gone.code != EARLY:
                    raise
                await asyncio.sleep(pause)
            else:
                return
        await self._send(call, body, files)

    # The application itself

    async def about(self) -> tuple[Json, str]:
        """The application as Discord knows it, and what time it is there (as HTTP writes it)."""
        response = await self._respond(_Call("GET", "/applications/@me", {}), b"", {})
        return _said(response, Json), response.headers.get("Date", "")

    async def commands(self, guild: str | None = None) -> list[Json]:
        """The commands that are registered, for everybody or for one server."""
        route = f"{_commands(guild)}?with_localizations=true"
        return await self._listed(_Call("GET", route, self._own(guild)))

    async def put_commands(self, commands: list[Json], guild: str | None = None) -> list[Json]:
        """Register these commands in the place of all others."""
        return await self._listed(_Call("PUT", _commands(guild), self._own(guild)), msgspec.json.encode(commands))

    async def gateway(self) -> GatewayStart:
        """Where the gateway is, and how many sessions may still be begun there."""
        told = _said(await self._respond(_Call("GET", "/gateway/bot", {}), b"", {}), _Gateway)
        limit = told.session_start_limit
        return GatewayStart(told.url, limit.remaining, limit.reset_after / 1000)

    def _own(self, guild: str | None) -> dict[str, str]:
        return {"application": self.application.id} | ({"guild": guild} if guild else {})

    async def _listed(self, call: _Call, body: bytes = b"") -> list[Json]:
        response = await self._respond(call, body, {})
        return _said(response, list[Json])

    async def _send(self, call: _Call, body: bytes = b"", files: Mapping[str, bytes] | None = None) -> Json:
        response = await self._respond(call, body, files or {})
        return _said(response, Json) if response.content else {}

    async def _respond(self, call: _Call, body: bytes, files: Mapping[str, bytes]) -> httpx.Response:
        """Discord's answer, if it is a success; a call that came too soon is repeated after a while."""
        for last in (False,) * (_TRIES - 1) + (True,):
            try:
                return await self._once(call, body, files)
            except RateLimited as limited:
                if last or limited.seconds > LONGEST_WAIT:
                    raise
        raise AssertionError("the last try returns or raises")

    async def _once(self, call: _Call, body: bytes, files: Mapping[str, bytes]) -> httpx.Response:
        async with self._rates.turn(call.name, call.major, counted=call.by_bot):
            await self._wait_with_others(call)
            try:
                response = await self._http.request(call.method, call.path, **self._content(call, body, files))
            except httpx.HTTPError as error:
                raise CallOutcomeUnknown(f"unusable:{type(error).__name__}") from None
            spent = self._rates.learn(call.name, call.major, response.headers)
            if call.by_bot and spent > 0:
                await self._holds.hold(call.shared, spent)
            if response.status_code < _FIRST_REFUSAL:
                return response
            refusal = failure(response.status_code, response.headers, response.content)
            if isinstance(refusal, RateLimited):
                await self._hold(call, refusal)
            raise refusal

    async def _wait_with_others(self, call: _Call) -> None:
        """Wait as long as other processes were told to; what belongs to one interaction is nobody else's."""
        if not call.by_bot:
            return
        left = max(await self._holds.left(_EVERYTHING), await self._holds.left(call.shared))
        if left > LONGEST_WAIT:
            raise RateLimited("429 told to wait", left)
        await asyncio.sleep(left)

    async def _hold(self, call: _Call, limited: RateLimited) -> None:
        if limited.everything:
            self._rates.hold_everything(limited.seconds)
            await self._holds.hold(_EVERYTHING, limited.seconds)
            return
        self._rates.hold(call.name, call.major, limited.seconds)
        if call.by_bot:
            await self._holds.hold(call.shared, limited.seconds)

    def _content(self, call: _Call, body: bytes, files: Mapping[str, bytes]) -> Json:
        headers = {"Authorization": f"Bot {self.application.token}"} if call.by_bot else {}
        if files:
            pictures = [
                (f"files[{number}]", (name, png, "image/png")) for number, (name, png) in enumerate(files.items())
            ]
            return {"headers": headers, "files": [("payload_json", (None, body, "application/json")), *pictures]}
        if body:
            return {"headers": headers | {"Content-Type": "application/json"}, "content": body}
        return {"headers": headers}


@cache
def _certificates() -> ssl.SSLContext:
    """Whom we trust; read once for the process."""
    return httpx.create_ssl_context()


def _said(response: httpx.Response, kind: type[_Kind]) -> _Kind:
    """What Discord answered; something else may stand between that answers 200 with a page of its own."""
    try:
        return msgspec.json.decode(response.content, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise CallOutcomeUnknown(f"unusable:{response.status_code} in another form") from None


def _commands(guild: str | None) -> str:
    return "/applications/{application}/guilds/{guild}/commands" if guild else "/applications/{application}/commands"


def _edit(new: BodyWithFiles) -> bytes:
    """An edit cannot make a message private or silent."""
    return encoded_body(replace(new.body, flags=COMPONENTS_V2), new.files)
