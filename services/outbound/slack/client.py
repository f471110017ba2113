"""The client of Slack's API: the calls that Acta makes, through slack-sdk.

Every body is checked before it is sent. What fails is told as one of the refusals; nothing is repeated here, since
Slack may have done what it did not answer to. Never logs a token or a body.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, Self, TypeAlias

import aiohttp
import msgspec
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from services.outbound.call_failures import IDLE_SECONDS, CallOutcomeUnknown, PictureOutcomeUnknown, RateLimited
from services.outbound.holds import Holds, NoHolds
from services.outbound.slack.blocks import SlackBody, SlackView, Uploaded
from services.outbound.slack.check import checked_body, checked_view
from services.outbound.slack.failures import failure
from services.settings import Settings

API = "https://slack.com/api/"
TIMEOUT = 10.0
_OK = 200
_LOG = logging.getLogger("acta.slack")
_LOG.setLevel(logging.WARNING)
"""slack-sdk would log whole bodies otherwise."""
Json = dict[str, Any]
Call: TypeAlias = Callable[[], Awaitable[AsyncSlackResponse]]


class Identity(NamedTuple):
    """Who the token speaks for, what it may do, and what time it is at Slack (as HTTP writes it)."""

    team: str
    team_name: str
    user: str
    scopes: frozenset[str]
    date: str


class Upload(NamedTuple):
    """A picture to upload."""

    name: str
    png: bytes
    title: str
    alt: str


class SlackClient:
    """Talks to Slack as one app in one workspace. It belongs to the event loop that it is first used in."""

    def __init__(self, token: str, api: str = API, holds: Holds | None = None) -> None:
        """Connect when first used; another `api` is a Slack of tests, `holds` what other processes were told."""
        self._holds = holds or NoHolds()
        self._web = AsyncWebClient(token, base_url=api, retry_handlers=[], logger=_LOG)

    @classmethod
    def set_up(cls, settings: Settings, holds: Holds | None = None) -> Self | None:
        """What talks to Slack, if the operator has set up an app there."""
        token = settings.slack_bot_token
        return cls(token.reveal(), settings.slack_api, holds) if token else None

    async def close(self) -> None:
        """Close the connections."""
        if self._web.session is not None:
            await self._web.session.close()

    # Messages

    async def post(self, channel: str, body: SlackBody, thread: str = "") -> str:
        """A new message; its timestamp, by which Slack knows it. A user as the channel is written to alone."""
        more = {"thread_ts": thread} if thread else {}
        answer = await self._call(
            "chat.postMessage", channel=channel, unfurl_links=False, unfurl_media=False, **checked_body(body), **more
        )
        return str(answer["ts"])

    async def post_to_one(self, channel: str, user: str, body: SlackBody, thread: str = "") -> None:
        """A new message that only one person of a channel sees, until the person reloads."""
        more = {"thread_ts": thread} if thread else {}
        await self._call("chat.postEphemeral", channel=channel, user=user, **checked_body(body), **more)

    async def edit(self, channel: str, message: str, body: SlackBody) -> None:
        """Put other words in the place of a message; nobody is notified."""
        await self._call("chat.update", channel=channel, ts=message, **checked_body(body))

    async def direct_channel(self, user: str) -> str:
        """The channel in which a person is written to alone."""
        return str((await self._call("conversations.open", users=user))["channel"]["id"])

    async def respond(
        self, url: str, body: SlackBody, *, public: bool = False, replaces: bool = False, thread: str = ""
    ) -> None:
        """Answer a request by its address: to the person alone, to all, or in the place of its message."""
        sent: Json = checked_body(body) | {"response_type": "in_channel" if public else "ephemeral"}
        sent |= {"replace_original": replaces} | ({"thread_ts": thread} if thread else {})
        await self._raw(url, json=sent)

    # Modals

    async def open_view(self, trigger: str, view: SlackView) -> str:
        """Open a modal for whoever caused the trigger, within three seconds; its id."""
        answer = await self._call("views.open", trigger_id=trigger, view=checked_view(view))
        return str(answer["view"]["id"])

    async def update_view(self, view_id: str, view: SlackView, known: str = "") -> None:
        """Put another modal in the place of one; `known` is the hash of what its reader has seen."""
        more = {"hash": known} if known else {}
        await self._call("views.update", view_id=view_id, view=checked_view(view), **more)

    # Pictures

    async def upload(self, picture: Upload, channel: str = "", thread: str = "") -> Uploaded:
        """Upload a picture and show it in a channel, if one is given; Slack shows it there after a while.

        `PictureOutcomeUnknown` if it may be shown there already: a repeat may show it twice.
        """
        place = await self._sdk(
            "files.getUploadURLExternal",
            lambda: self._web.files_getUploadURLExternal(
                filename=picture.name, length=len(picture.png), alt_txt=picture.alt
            ),
        )
        await self._raw(place["upload_url"], data=picture.png)
        try:
            await self._sdk(
                "files.completeUploadExternal",
                lambda: self._web.files_completeUploadExternal(
                    files=[{"id": place["file_id"], "title": picture.title}],
                    channel_id=channel or None,
                    thread_ts=thread or None,
                ),
            )
        except CallOutcomeUnknown as failure:
            raise PictureOutcomeUnknown(failure, place["file_id"]) from None
        return Uploaded(id=place["file_id"])

    async def delete_file(self, file: str) -> None:
        """Take an uploaded picture away, wherever it is shown."""
        await self._call("files.delete", file=file)

    # People, and the app itself

    async def language_of(self, user: str) -> str:
        """The language that a person has chosen in Slack, such as `de-DE`."""
        about = await self._sdk("users.info", lambda: self._web.users_info(user=user, include_locale=True))
        return str(about["user"].get("locale") or "")

    async def who_am_i(self) -> Identity:
        """Who the token speaks for."""
        answer = await self._sdk("auth.test", self._web.auth_test)
        headers = {name.lower(): value for name, value in dict(answer.headers).items()}
        scopes = frozenset(scope for scope in headers.get("x-oauth-scopes", "").split(",") if scope)
        return Identity(answer["team_id"], answer.get("team", ""), answer["user_id"], scopes, headers.get("date", ""))

    async def socket_address(self, app_token: str) -> str:
        """An address at which Slack tells by a WebSocket what it would send otherwise; good for one connection."""
        opened = await self._sdk("apps.connections.open", lambda: self._web.apps_connections_open(app_token=app_token))
        return str(opened["url"])

    async def _call(self, method: str, **fields: object) -> AsyncSlackResponse:
        """One call of a method; posts are limited by their channels."""
        where = str(fields["channel"]) if method == "chat.postMessage" else ""
        return await self._sdk(method, lambda: self._web.api_call(method, json=fields), where)

    async def _sdk(self, method: str, call: Call, where: str = "") -> AsyncSlackResponse:
        """Slack's answer, if it is a success, unless Slack has told any process of ours to wait with the method."""
        kind = f"{method} {where}"
        left = await self._holds.left(kind)
        if left > 0:
            raise RateLimited("429 told to wait", left)
        try:
            return await self._answered(call)
        except RateLimited as limited:
            await self._holds.hold(kind, limited.seconds)
            raise

    async def _answered(self, call: Call) -> AsyncSlackResponse:
        self._session()
        try:
            return await call()
        except SlackApiError as error:
            answer = error.response
            data = answer.data if isinstance(answer.data, dict) else {}
            raise failure(answer.status_code, answer.headers, str(data.get("error", ""))) from None
        except (aiohttp.ClientError, TimeoutError, SlackClientError, AttributeError) as error:
            # slack-sdk stumbles (AttributeError) over an answer of plain text, as proxies give it.
            raise CallOutcomeUnknown(f"unusable:{type(error).__name__}") from None

    async def _raw(self, url: str, **content: object) -> None:
        """Send something to an address that Slack gave, which is no method of its API."""
        try:
            async with self._session().post(url, **content) as answer:  # type: ignore[arg-type] # json or data
                text = await answer.text()
                if answer.status != _OK:
                    raise failure(answer.status, answer.headers, _code(text))
        except (aiohttp.ClientError, TimeoutError) as error:
            raise CallOutcomeUnknown(f"unusable:{type(error).__name__}") from None

    def _session(self) -> aiohttp.ClientSession:
        """The connections; a session is made where the event loop runs."""
        if self._web.session is None:
            connector = aiohttp.TCPConnector(keepalive_timeout=IDLE_SECONDS)
            self._web.session = aiohttp.ClientSession(connector=connector, timeout=aiohttp.ClientTimeout(total=TIMEOUT))
        return self._web.session


def _code(text: str) -> str:
    """The code of a refusal: in JSON, or the whole text."""
    try:
        return str(msgspec.json.decode(text, type=dict[str, Any]).get("error", ""))
    except msgspec.DecodeError:
        return text.strip()[:40]
