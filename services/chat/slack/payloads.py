"""What Slack sends, as Slack describes it: commands, clicks, forms, what is being typed, events."""

from typing import Any, TypeVar
from urllib.parse import parse_qs

import msgspec

from services.chat.adapters import NotUnderstood

_MOST_FIELDS = 100


class SlashCommand(msgspec.Struct, frozen=True, kw_only=True):
    """`/acta` and what follows it."""

    team_id: str
    channel_id: str
    user_id: str
    command: str
    trigger_id: str
    response_url: str
    text: str = ""
    user_name: str = ""
    channel_name: str = ""


class SlackUser(msgspec.Struct, frozen=True):
    id: str
    team_id: str = ""
    username: str = ""
    name: str = ""


class Team(msgspec.Struct, frozen=True):
    id: str


class UsedIn(msgspec.Struct, frozen=True):
    """Where something was pressed: in a message, or in a modal."""

    type: str = ""
    message_ts: str = ""
    channel_id: str = ""
    thread_ts: str = ""
    is_ephemeral: bool = False


class FormState(msgspec.Struct, frozen=True):
    """What was written into a form, by block and action."""

    values: dict[str, dict[str, dict[str, Any]]] = {}


class OfView(msgspec.Struct, frozen=True):
    """The modal in which something was done."""

    id: str
    hash: str = ""
    callback_id: str = ""
    private_metadata: str = ""
    state: FormState = FormState()


class Selected(msgspec.Struct, frozen=True):
    value: str = ""


class UsedElement(msgspec.Struct, frozen=True):
    """What was pressed or chosen."""

    action_id: str
    value: str = ""
    selected_option: Selected | None = None


class SlackChannel(msgspec.Struct, frozen=True):
    id: str


class SlackInteraction(msgspec.Struct, frozen=True, kw_only=True):
    """Something that somebody did; which fields there are depends on its kind."""

    type: str
    user: SlackUser
    team: Team | None = None
    trigger_id: str = ""
    response_url: str = ""
    container: UsedIn = UsedIn()
    channel: SlackChannel | None = None
    view: OfView | None = None
    actions: tuple[UsedElement, ...] = ()
    action_id: str = ""
    """Of what is being typed into."""
    value: str = ""
    """What is being typed."""
    callback_id: str = ""
    """Of a shortcut."""


class Happened(msgspec.Struct, frozen=True):
    type: str = ""


class SlackEvent(msgspec.Struct, frozen=True, kw_only=True):
    """Something that happened in the workspace, or Slack's question whether we are there."""

    type: str
    challenge: str = ""
    event_id: str = ""
    team_id: str = ""
    event: Happened = Happened()


_Payload = TypeVar("_Payload", SlashCommand, SlackInteraction, SlackEvent)


def understood(kind: type[_Payload], payload: object) -> _Payload:
    """What Slack has sent, already read as JSON or as a form; `NotUnderstood` for anything else."""
    try:
        return msgspec.convert(payload, kind)
    except msgspec.ValidationError:
        raise NotUnderstood from None


def read_command(body: bytes) -> SlashCommand:
    """A command."""
    return understood(SlashCommand, _form(body))


def is_certificate_check(body: bytes) -> bool:
    """Slack looks now and then whether our certificate is good, and wants nothing but an answer."""
    try:
        return _form(body).get("ssl_check") == "1"
    except NotUnderstood:
        return False


def read_interaction(body: bytes) -> SlackInteraction:
    """What somebody did."""
    return understood(SlackInteraction, _json(_form(body).get("payload", "")))


def read_event(body: bytes) -> SlackEvent:
    """What happened."""
    return understood(SlackEvent, _json(body))


def _json(text: bytes | str) -> object:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise NotUnderstood from None


def _form(body: bytes) -> dict[str, str]:
    try:
        fields = parse_qs(
            body.decode(), keep_blank_values=True, strict_parsing=True, max_num_fields=_MOST_FIELDS, errors="strict"
        )
    except ValueError:
        raise NotUnderstood from None
    return {name: values[-1] for name, values in fields.items()}
