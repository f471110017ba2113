"""What Slack knows: channels, messages, modals, files, who may do what, and who was notified of what."""

import itertools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from services.outbound.slack import limits
from services.outbound.slack.blocks import (
    ActionsBlock,
    Context,
    HeaderBlock,
    Image,
    Section,
    SlackBody,
    SlackButton,
    SlackView,
    ViewBlock,
)
from services.outbound.slack.check import SlackRefuses, check_body, check_view
from tests.kit.slack.errors import ApiError, invalid_blocks
from tests.kit.slack.installed import MESSAGES_TAB, SCOPES

TEAM = "T1"
APP = "A1"
BOT = "UBOT"
BOT_TOKEN = "xoxb-1-acta"
APP_TOKEN = "xapp-1-acta"
SIGNING_SECRET = "8f742231b10e8888abcd998877665544"
_Kind = TypeVar("_Kind")


@dataclass
class Shown:
    """A message as people see it."""

    ts: str
    channel: str
    text: str
    blocks: Sequence[ViewBlock]
    private_to: str | None = None
    thread: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    edits: int = 0

    @property
    def words(self) -> str:
        """Everything that can be read in it."""
        return words_of(self.blocks) or self.text


@dataclass
class OpenView:
    """A modal that somebody has open."""

    id: str
    user: str
    view: SlackView
    hash: str
    is_open: bool = True

    @property
    def blocks(self) -> Sequence[ViewBlock]:
        return self.view.blocks

    @property
    def words(self) -> str:
        """Everything that can be read in it."""
        return words_of(self.view.blocks)


@dataclass
class Channel:
    """A conversation, and who is in it."""

    id: str
    members: set[str]
    private: bool = False
    archived: bool = False
    refusal: str | None = None
    """With which code the bot is refused here."""
    messages: dict[str, Shown] = field(default_factory=dict)

    @property
    def is_direct(self) -> bool:
        return self.id.startswith("D")


@dataclass
class Trigger:
    """Lets a modal be opened, once and soon."""

    user: str
    at: float
    used: bool = False
    from_view: bool = False


@dataclass
class ResponseUrl:
    """Lets a request be answered, a few times and for a while."""

    user: str
    channel: str
    at: float
    source: Shown | None = None
    uses: int = 0


@dataclass
class File:
    """A file on its way: promised, uploaded, completed, looked through."""

    id: str
    name: str
    length: int
    content: bytes = b""
    completed_at: float | None = None
    shared_in: str = ""


class Slack:
    """The workspace. Its clock is the true one, ahead by as much as a test likes."""

    def __init__(self) -> None:
        self.ahead = 0.0
        self.address = ""
        """Where its API is reached, for the addresses that it hands out."""
        self.socket = ""
        """Where Socket Mode is, while it is on."""
        self.tickets: set[str] = set()
        """What the addresses of Socket Mode hold; each is good for one connection."""
        self.channels: dict[str, Channel] = {}
        self.views: dict[str, OpenView] = {}
        self.triggers: dict[str, Trigger] = {}
        self.response_urls: dict[str, ResponseUrl] = {}
        self.files: dict[str, File] = {}
        self.people: dict[str, str] = {}
        """Everybody's language, by user."""
        self.scopes = set(SCOPES)
        self.messages_tab = MESSAGES_TAB
        """Whether people can be written to alone: messages_tab_disabled in S reference/methods/chat.postMessage."""
        self.revoked = False
        self.edit_window_closed = False
        self.scan_seconds = 0.0
        """How long files are looked through before they are shown."""
        self.fetch: Callable[[str], bool] | None = None
        """Whether Slack can fetch a picture by its address; without it every picture is there."""
        self.notified: list[tuple[str, str]] = []
        """Who was notified (user) by which message."""
        self.screens: list[tuple[str | None, Shown | OpenView]] = []
        """What became visible or changed, and to whom (none: everybody in the channel)."""
        self.complaints: list[str] = []
        """What no app may do, or what Slack would swallow without a word; a test must find this empty."""
        self._ids = itertools.count(1)

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time() + self.ahead

    def id(self, letter: str) -> str:
        """A new id, which begins with its kind."""
        return f"{letter}{next(self._ids):05d}"

    def ts(self) -> str:
        """A new timestamp, by which a message is known."""
        return f"{int(self.now())}.{next(self._ids):06d}"

    def channel(self, *people: str, joined: bool = True, **more: Any) -> Channel:  # noqa: ANN401 - any field
        """A new channel of these people; the bot is one of them unless told otherwise."""
        made = Channel(self.id("C"), {*people, *([BOT] if joined else [])}, **more)
        self.channels[made.id] = made
        return made

    def direct(self, user: str) -> Channel:
        """The conversation of a person with the app."""
        if user not in self.people:
            raise ApiError("user_not_found")
        return self.channels.setdefault(f"D{user}", Channel(f"D{user}", {user, BOT}))

    def reachable(self, channel: str, *, posting: bool = True) -> Channel:
        """A channel, if it is there and the bot may write to it."""
        found = self.direct(channel) if channel.startswith("U") else self.channels.get(channel)
        if found is None or (found.private and BOT not in found.members):
            raise ApiError("channel_not_found")
        if found.is_direct and not self.messages_tab:
            raise ApiError("messages_tab_disabled")
        if found.refusal is not None:
            raise ApiError(found.refusal)
        if found.archived:
            raise ApiError("is_archived")
        if BOT not in found.members and not (posting and "chat:write.public" in self.scopes):
            raise ApiError("not_in_channel")
        return found

    def message(self, channel: str, ts: str) -> Shown:
        """A message of the bot that everybody sees."""
        found = self.reachable(channel).messages.get(ts)
        if found is None or found.private_to is not None:
            raise ApiError("message_not_found")
        return found

    def show(self, channel: Channel, body: SlackBody, private_to: str | None = None, thread: str = "") -> Shown:
        """Put a new message into a channel, and notify whom it mentions."""
        if thread and thread not in channel.messages:
            raise ApiError("thread_not_found")
        shown = Shown(self.ts(), channel.id, body.text, body.blocks, private_to, thread)
        channel.messages[shown.ts] = shown
        self.screens.append((private_to, shown))
        if private_to is None:
            named = (user for user in self.people if f"<@{user}>" in body.text or channel.is_direct)
            self.notified += [(user, shown.ts) for user in named if user in channel.members]
        return shown

    def change(self, shown: Shown, body: SlackBody) -> None:
        """Change a message; nobody is notified."""
        shown.text, shown.blocks = body.text, body.blocks
        shown.edits += 1
        self.screens.append((shown.private_to, shown))

    def open(self, trigger_id: str, view: SlackView) -> OpenView:
        """Open a modal."""
        trigger = self.triggers.get(trigger_id)
        if trigger is None:
            raise ApiError("invalid_trigger_id")
        if trigger.used:
            raise ApiError("exchanged_trigger_id")
        if self.now() - trigger.at > limits.TRIGGER_SECONDS:
            raise ApiError("expired_trigger_id")
        if trigger.from_view:
            self.complaints.append("views.open from within a modal: it would lie on top of the old one")
        trigger.used = True
        made = OpenView(self.id("V"), trigger.user, view, self.id("h"))
        self.views[made.id] = made
        self.screens.append((made.user, made))
        return made

    def replace(self, opened: OpenView, view: SlackView) -> OpenView:
        """Put another modal in the place of one."""
        opened.view, opened.hash = view, self.id("h")
        self.screens.append((opened.user, opened))
        return opened

    def check_pictures(self, blocks: Sequence[ViewBlock], channel: str) -> None:
        """Slack fetches a picture when its message is sent, and knows only files that it has looked through."""
        for number, block in enumerate(blocks):
            if not isinstance(block, Image):
                continue
            if block.slack_file:
                self._check_file(block.slack_file.id, f"/blocks/{number}/slack_file", channel)
            elif self.fetch is not None and not self.fetch(str(block.image_url)):
                raise invalid_blocks(SlackRefuses(f"/blocks/{number}/image_url", "downloading image failed"))

    def _check_file(self, file_id: str, pointer: str, channel: str) -> None:
        file = self.files.get(file_id)
        if file is None or not self.is_processed(file):
            raise invalid_blocks(SlackRefuses(pointer, "invalid slack file"))
        if file.shared_in != channel:
            self.complaints.append(f"{file_id} is private: people would read 'file not found'")

    def is_processed(self, file: File) -> bool:
        """Whether a file was looked through."""
        return file.completed_at is not None and self.now() >= file.completed_at + self.scan_seconds

    def visible(self, channel: str, user: str | None = None) -> list[Shown]:
        """The messages of a channel that a user (none: everybody in it) sees, oldest first."""
        return [it for it in self.channels[channel].messages.values() if it.private_to in {None, user}]


def words_of(blocks: Sequence[ViewBlock]) -> str:
    """The texts of blocks, and what their buttons say."""
    said: list[str] = []
    for block in blocks:
        match block:
            case HeaderBlock() | Section():
                said.append(block.text.text)
            case Context():
                said += [element.text for element in block.elements]
            case ActionsBlock():
                said += [element.text.text for element in block.elements if isinstance(element, SlackButton)]
            case _:
                pass
    return "\n".join(said)


def read_body(value: object) -> SlackBody:
    """A message that Slack takes."""
    body = decoded(value, SlackBody)
    try:
        check_body(body)
    except SlackRefuses as fault:
        raise invalid_blocks(fault) from None
    return body


def read_view(value: object) -> SlackView:
    """A modal that Slack takes."""
    view = decoded(value, SlackView, "invalid_arguments")
    try:
        check_view(view)
    except SlackRefuses as fault:
        if str(fault).startswith("view_too_large"):
            raise ApiError("view_too_large") from None
        raise invalid_blocks(fault, "invalid_arguments") from None
    return view


def decoded(value: object, kind: type[_Kind], code: str = "invalid_blocks") -> _Kind:
    """Something in Slack's form; Slack names the place of what is wrong."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise invalid_blocks(SlackRefuses("", str(error)), code) from None
