"""What Slack sends, as Slack describes it: commands, clicks, forms, what is being typed, events."""

from typing import Any
from urllib.parse import parse_qs

import msgspec

_MOST_FIELDS = 100


class NotUnderstood(ValueError):
    """Slack has sent something that is none of what we ask for."""


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


class User(msgspec.Struct, frozen=True):
    id: str
    team_id: str = ""
    username: str = ""
    name: str = ""


class Team(msgspec.Struct, frozen=True):
    id: str


class Container(msgspec.Struct, frozen=True):
    """Where something was pressed: in a message, or in a modal."""

    type: str = ""
    message_ts: str = ""
    channel_id: str = ""
    thread_ts: str = ""
    is_ephemeral: bool = False


class State(msgspec.Struct, frozen=True):
    """What was written into a form, by block and action."""

    values: dict[str, dict[str, dict[str, Any]]] = {}


class OfView(msgspec.Struct, frozen=True):
    """The modal in which something was done."""

    id: str
    hash: str = ""
    callback_id: str = ""
    private_metadata: str = ""
    state: State = State()


class Selected(msgspec.Struct, frozen=True):
    value: str = ""


class Action(msgspec.Struct, frozen=True):
    """What was pressed or chosen."""

    action_id: str
    value: str = ""
    selected_option: Selected | None = None


class Channel(msgspec.Struct, frozen=True):
    id: str


class Interaction(msgspec.Struct, frozen=True, kw_only=True):
    """Something that somebody did; which fields there are depends on its kind."""

    type: str
    user: User
    team: Team | None = None
    trigger_id: str = ""
    response_url: str = ""
    container: Container = Container()
    channel: Channel | None = None
    view: OfView | None = None
    actions: tuple[Action, ...] = ()
    action_id: str = ""
    """Of what is being typed into."""
    value: str = ""
    """What is being typed."""
    callback_id: str = ""
    """Of a shortcut."""


class Happened(msgspec.Struct, frozen=True):
    type: str = ""


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """Something that happened in the workspace, or Slack's question whether we are there."""

    type: str
    challenge: str = ""
    event_id: str = ""
    team_id: str = ""
    event: Happened = Happened()


_interactions = msgspec.json.Decoder(Interaction)
_events = msgspec.json.Decoder(Event)


def read_command(body: bytes) -> SlashCommand:
    """A command; `NotUnderstood` for anything else."""
    return command_of(_form(body))


def command_of(fields: dict[str, str]) -> SlashCommand:
    """A command of its fields."""
    try:
        return msgspec.convert(fields, SlashCommand)
    except msgspec.ValidationError:
        raise NotUnderstood from None


def is_certificate_check(body: bytes) -> bool:
    """Slack looks now and then whether our certificate is good, and wants nothing but an answer."""
    return _form(body).get("ssl_check") == "1"


def read_interaction(body: bytes) -> Interaction:
    """What somebody did; `NotUnderstood` for anything else."""
    payload = _form(body).get("payload")
    if payload is None:
        raise NotUnderstood
    try:
        return _interactions.decode(payload)
    except (msgspec.DecodeError, RecursionError):
        raise NotUnderstood from None


def interaction_of(payload: dict[str, Any]) -> Interaction:
    """What somebody did, already read as JSON."""
    try:
        return msgspec.convert(payload, Interaction)
    except msgspec.ValidationError:
        raise NotUnderstood from None


def read_event(body: bytes) -> Event:
    """An event; `NotUnderstood` for anything else."""
    try:
        return _events.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise NotUnderstood from None


def event_of(payload: dict[str, Any]) -> Event:
    """An event, already read as JSON."""
    try:
        return msgspec.convert(payload, Event)
    except msgspec.ValidationError:
        raise NotUnderstood from None


def _form(body: bytes) -> dict[str, str]:
    try:
        fields = parse_qs(
            body.decode(), keep_blank_values=True, strict_parsing=True, max_num_fields=_MOST_FIELDS, errors="strict"
        )
    except ValueError:
        raise NotUnderstood from None
    return {name: values[-1] for name, values in fields.items()}
