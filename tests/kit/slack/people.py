"""People in Slack: they type commands, press buttons, choose from menus and fill in forms.

What they do reaches Acta as signed requests; what Acta answers, at once or afterwards, is held to Slack's rules and
then seen by them.
"""

import hashlib
import hmac
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlencode

import msgspec

from services.outbound.slack import limits
from services.outbound.slack.blocks import Input, SlackButton, SlackOption, SlackSelect, Suggestions, UpdateView
from services.outbound.slack.check import check_suggestions, elements
from tests.kit.discord.people import SilentFailure, TooLate, the_one
from tests.kit.slack.installed import ESCAPES
from tests.kit.slack.world import APP, SIGNING_SECRET, TEAM, OpenView, ResponseUrl, Shown, Slack, Trigger, read_body

COMMANDS, INTERACTIVITY, EVENTS = (f"/integrations/slack/{part}" for part in ("commands", "interactivity", "events"))
FORM = "application/x-www-form-urlencoded"
Payload = dict[str, Any]
Seen = Shown | OpenView
App = Callable[..., Any]


class Answered(NamedTuple):
    """The first answer to a request."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    seconds: float


class Carrier(Protocol):
    """How requests reach Acta. Everything that follows the first answer has happened when it returns."""

    async def carry(self, path: str, body: bytes, headers: Mapping[str, str]) -> Answered:
        """Deliver one; give the first answer."""
        ...


def signed(world: Slack, body: bytes, *, at: float | None = None, secret: str = SIGNING_SECRET) -> dict[str, str]:
    """The headers with which Slack sends a body."""
    timestamp = str(int(world.now() if at is None else at))
    digest = hmac.new(secret.encode(), b"v0:" + timestamp.encode() + b":" + body, hashlib.sha256).hexdigest()
    return {"X-Slack-Request-Timestamp": timestamp, "X-Slack-Signature": f"v0={digest}"}


class ToApp:
    """Requests straight to the ASGI application: when it is done, so is what follows the first answer."""

    def __init__(self, world: Slack, app: App) -> None:
        self.world = world
        self.app = app
        self.slowest = 0.0
        """The longest that a first answer took, in seconds."""

    async def carry(self, path: str, body: bytes, headers: Mapping[str, str]) -> Answered:
        began = self.world.now()
        told: dict[str, Any] = {}
        answered: list[float] = []
        parts: list[bytes] = []
        requests = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def receive() -> dict[str, Any]:
            return next(requests, {"type": "http.disconnect"})

        async def send(event: dict[str, Any]) -> None:
            if event["type"] == "http.response.start":
                told.update(event)
            else:
                parts.append(event.get("body", b""))
                answered.append(self.world.now())

        await self.app(_scope(path, {"Content-Length": str(len(body))} | dict(headers)), receive, send)
        seconds = answered[-1] - began
        self.slowest = max(self.slowest, seconds)
        names = {name.decode().lower(): value.decode() for name, value in told["headers"]}
        return Answered(told["status"], names, b"".join(parts), seconds)


def _scope(path: str, headers: Mapping[str, str]) -> dict[str, Any]:
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "headers": [
            (name.lower().encode(), value.encode()) for name, value in {"Host": "acta.example", **headers}.items()
        ],
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "server": ("acta.example", 80),
        "client": ("203.0.113.7", 1),
        "root_path": "",
        "state": {},
    }


@dataclass
class SlackPerson:
    """Somebody in a channel."""

    world: Slack
    carrier: Carrier
    name: str
    id: str
    channel: str
    team: str = TEAM
    locale: str = "en-US"
    sent: list[tuple[str, bytes]] = field(default_factory=list)
    """Every request that Slack made for this person, with its path."""

    def __post_init__(self) -> None:
        self.world.people[self.id] = self.locale
        self.world.channels[self.channel].members.add(self.id)

    async def command(self, text: str) -> Seen:
        """Type `/acta text`."""
        answered, before = await self._send(COMMANDS, self.command_body(text))
        if answered.body:
            self._shown_at_once(answered)
        return self._seen(before, f"/acta {text}")

    async def press(self, thing: Seen, label: str) -> Seen:
        """Press the button of that label."""
        button = the_one(buttons(thing), lambda it: it.text.text == label, f"no button {label!r} in {thing.words}")
        return await self.press_button(thing, button)

    async def press_button(self, thing: Seen, button: SlackButton) -> Seen:
        """Press a button."""
        action: Payload = {"type": "button", "action_id": button.action_id, "text": {"text": button.text.text}}
        if button.value:
            action["value"] = button.value
        return await self._act(thing, action, expects=not button.url)

    async def choose(self, thing: Seen, label: str) -> Seen:
        """Choose the line of that label from the menu that has it."""
        for select in selects(thing):
            for option in options(select):
                if option.text.text == label:
                    return await self.pick(thing, select, option)
        raise AssertionError(f"no line {label!r} in {thing.words}")

    async def pick(self, thing: Seen, select: SlackSelect, option: SlackOption) -> Seen:
        """Choose a line of a menu."""
        chosen = {"text": {"type": "plain_text", "text": option.text.text}, "value": option.value}
        action = {"type": "static_select", "action_id": select.action_id, "selected_option": chosen}
        return await self._act(thing, action)

    async def fill_in(self, opened: OpenView, *values: str) -> Seen | None:
        """Send a form with these values, one a field; none if it was closed thereby."""
        inputs = [block for block in opened.view.blocks if isinstance(block, Input)]
        state = {
            block.block_id: {block.element.action_id: {"type": "plain_text_input", "value": value or None}}
            for block, value in zip(inputs, values, strict=True)
        }
        payload = self._payload("view_submission") | self.of_view(opened, state) | {"response_urls": []}
        answered, before = await self._interact(payload)
        if not answered.body:
            opened.is_open = False
            return self.newest(before)
        updated = msgspec.json.decode(answered.body, type=UpdateView)
        return self.world.replace(opened, updated.view)

    async def type(self, opened: OpenView, action_id: str, typed: str) -> list[SlackOption]:
        """Type into a menu that searches; what is suggested."""
        more = {"action_id": action_id, "block_id": "b", "value": typed, "container": {"type": "view"}}
        payload = self._payload("block_suggestion") | more | self.of_view(opened, {})
        answered, _ = await self._interact(payload)
        found = msgspec.json.decode(answered.body, type=Suggestions)
        check_suggestions(found)
        return list(found.options)

    async def shortcut(self, callback_id: str) -> Seen:
        """Use a global shortcut, which works in threads too."""
        payload = self._payload("shortcut") | {"callback_id": callback_id, "action_ts": self.world.ts()}
        del payload["container"]
        _, before = await self._interact(payload)
        return self._seen(before, callback_id)

    def sees(self) -> list[Shown]:
        """The messages of the channel that this person sees."""
        return self.world.visible(self.channel, self.id)

    def newest(self, before: int = 0) -> Seen | None:
        """What came to this person's eyes last."""
        for user, thing in reversed(self.world.screens[before:]):
            there = isinstance(thing, OpenView) or self.id in self.world.channels[thing.channel].members
            if user in {None, self.id} and there:
                return thing
        return None

    def _seen(self, before: int, what: str) -> Seen:
        found = self.newest(before)
        if found is None:
            raise SilentFailure(f"nothing came of {what}")
        return found

    async def _act(self, thing: Seen, action: Payload, *, expects: bool = True) -> Seen:
        answered, before = await self._interact(self.action(thing, action))
        if answered.body:
            raise SilentFailure(f"Slack ignores what a click is answered with: {answered.body!r}")
        return self._seen(before, str(action)) if expects else thing

    def action(self, thing: Seen, action: Payload) -> Payload:
        """What Slack says of a click."""
        payload = self._payload("block_actions", from_view=isinstance(thing, OpenView))
        payload["actions"] = [action | {"block_id": "b", "action_ts": self.world.ts()}]
        if isinstance(thing, OpenView):
            assert thing.user == self.id, f"{self.name} does not see this modal"
            assert thing.is_open, "the modal is closed"
            return payload | self.of_view(thing, {}) | {"container": {"type": "view", "view_id": thing.id}}
        assert thing.private_to in {None, self.id}, f"{self.name} does not see this message"
        assert thing.ts in self.world.channels[thing.channel].messages, "the message is gone"
        container = {
            "type": "message",
            "message_ts": thing.ts,
            "channel_id": thing.channel,
            "is_ephemeral": thing.private_to is not None,
        }
        if thing.thread:
            container["thread_ts"] = thing.thread
        message = {"ts": thing.ts, "text": thing.text, "user": "UBOT"}
        return payload | {
            "container": container,
            "channel": {"id": thing.channel, "name": "games"},
            "message": message,
            "response_url": self.response_url(thing.channel, thing),
        }

    def of_view(self, opened: OpenView, state: Payload) -> Payload:
        """What Slack says of a modal."""
        view = msgspec.to_builtins(opened.view)
        return {"view": view | {"id": opened.id, "hash": opened.hash, "state": {"values": state}, "team_id": TEAM}}

    def response_url(self, channel: str, source: Shown | None = None) -> str:
        """A new address for answers."""
        key = self.world.id("R")
        self.world.response_urls[key] = ResponseUrl(self.id, channel, self.world.now(), source)
        return f"{self.world.address}/respond/{key}"

    def trigger(self, *, from_view: bool = False) -> str:
        """A new trigger for a modal."""
        key = f"13.7.{self.world.id('t')}"
        self.world.triggers[key] = Trigger(self.id, self.world.now(), from_view=from_view)
        return key

    def command_body(self, text: str) -> bytes:
        """What Slack sends of a command."""
        return urlencode(self._command(text)).encode()

    def _command(self, text: str) -> dict[str, str]:
        direct = self.world.channels[self.channel].is_direct
        return {
            "token": "x",
            "team_id": TEAM,
            "team_domain": "ex",
            "channel_id": self.channel,
            "channel_name": "directmessage" if direct else "games",
            "user_id": self.id,
            "user_name": self.name.lower(),
            "command": "/acta",
            "text": _escaped(text) if ESCAPES else text,
            "api_app_id": APP,
            "is_enterprise_install": "false",
            "response_url": self.response_url(self.channel),
            "trigger_id": self.trigger(),
        }

    def _payload(self, kind: str, *, from_view: bool = False) -> Payload:
        return {
            "type": kind,
            "api_app_id": APP,
            "token": "x",
            "team": {"id": TEAM, "domain": "ex"},
            "enterprise": None,
            "is_enterprise_install": False,
            "user": {"id": self.id, "username": self.name.lower(), "name": self.name.lower(), "team_id": self.team},
            "trigger_id": self.trigger(from_view=from_view),
            "container": {},
        }

    async def _interact(self, payload: Payload) -> tuple[Answered, int]:
        body = urlencode({"payload": msgspec.json.encode(payload).decode()}).encode()
        return await self._send(INTERACTIVITY, body)

    async def _send(self, path: str, body: bytes) -> tuple[Answered, int]:
        before = len(self.world.screens)
        self.sent.append((path, body))
        answered = await self.carrier.carry(path, body, signed(self.world, body) | {"Content-Type": FORM})
        if answered.seconds > limits.FIRST_ANSWER_SECONDS:
            raise TooLate(f"{answered.seconds:.1f} s")
        if answered.status != 200:
            raise SilentFailure(f"{answered.status} {answered.body!r}")
        return answered, before

    def _shown_at_once(self, answered: Answered) -> None:
        """The first answer to a command may be a message by itself."""
        said = msgspec.json.decode(answered.body, type=dict[str, Any])
        private_to = None if said.pop("response_type", "ephemeral") == "in_channel" else self.id
        self.world.show(self.world.channels[self.channel], read_body(said), private_to)


def _escaped(text: str) -> str:
    """What is typed as Slack sends it (S interactivity/implementing-slash-commands): addresses become links too."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"https?://\S+", lambda address: f"<{address[0]}>", escaped)


def buttons(thing: Seen) -> list[SlackButton]:
    """The buttons of a message or modal."""
    return [element for element in elements(thing.blocks) if isinstance(element, SlackButton)]


def selects(thing: Seen) -> list[SlackSelect]:
    """The menus of a message or modal."""
    return [element for element in elements(thing.blocks) if isinstance(element, SlackSelect)]


def options(select: SlackSelect) -> list[SlackOption]:
    """All lines of a menu."""
    grouped = [option for group in select.option_groups or () for option in group.options]
    return grouped or list(select.options or ())
