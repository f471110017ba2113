"""What somebody did in Slack as a request to the core, and by which ways it can be answered."""

import hashlib
from typing import NamedTuple

import msgspec

from services.chat.adapters import NotUnderstood
from services.chat.call import HERE
from services.chat.reference import Reference, parse_or_strange
from services.chat.requests import ChatCommand, ChatPerson, ChatRequest, Press, What
from services.chat.slack.formatter import LINK, MARK
from services.chat.slack.mrkdwn import unescaped
from services.chat.slack.payloads import OfView, SlackInteraction, SlashCommand, UsedElement
from services.chat.slack.turn_modal import command_of, game_of, is_preview, is_search, search_of
from services.store.chat.places import ChatPlace

SHORTCUTS = {"acta_move": "move"}
"""Global shortcuts of the app and the commands that they stand for: they are there in threads too."""


class SlackOrigin(NamedTuple):
    """Where a request came from, as far as its answer needs to know."""

    place: ChatPlace
    response_url: str = ""
    trigger: str = ""
    view: str = ""
    view_hash: str = ""
    pressed: bool = False
    """In a message, which can be replaced."""
    ephemeral: bool = False
    """Only the person who asked sees that message."""
    preview: str = ""
    """The button that was pressed for a picture of the turn; empty if none was."""

    @property
    def metadata(self) -> str:
        """What a modal remembers: what is pressed in it does not say where it was opened."""
        packed = (self.place.workspace, self.place.channel, self.place.thread, self.response_url)
        return msgspec.json.encode(packed).decode()


class Received(NamedTuple):
    """A request, and the ways to answer it."""

    request: ChatRequest
    origin: SlackOrigin


def of_command(command: SlashCommand) -> Received:
    """`/acta move …`: the first word is the command, nothing at all asks for help."""
    name, _, text = unescaped(command.text).strip().partition(" ")
    place = _place(command.team_id, command.channel_id)
    person = ChatPerson("slack", command.team_id, command.user_id, name=command.user_name)
    what = ChatCommand(name.lower() or "help", text.strip())
    origin = SlackOrigin(place, response_url=command.response_url, trigger=command.trigger_id)
    return Received(ChatRequest(_id(command.trigger_id), person, place, what), origin)


def of_interaction(did: SlackInteraction) -> Received | None:
    """What somebody did; nothing for what needs no answer, such as a link that was opened."""
    user = did.user
    team = user.team_id or (did.team.id if did.team else "")
    person = ChatPerson("slack", team, user.id, name=user.username or user.name)
    origin = _origin(did, team)
    match did.type:
        case "block_actions" if did.actions:
            what: What | None = _pressed(did.actions[0])
        case "view_submission" if did.view:
            what = Press(parse_or_strange(did.view.callback_id), _written(did.view))
        case "block_suggestion" if is_search(did.action_id):
            what = search_of(did.action_id, did.value)
        case "shortcut" if did.callback_id in SHORTCUTS:
            what = ChatCommand(SHORTCUTS[did.callback_id])
        case "view_closed":
            what = None
        case _:
            raise NotUnderstood
    if what is None:
        return None
    if did.actions and is_preview(did.actions[0].action_id):
        origin = origin._replace(preview=did.actions[0].action_id)
    return Received(ChatRequest(_id(did.trigger_id or did.type), person, origin.place, what), origin)


def _origin(did: SlackInteraction, team: str) -> SlackOrigin:
    if did.view is not None:
        return _of_view(did, did.view)
    container = did.container
    channel = container.channel_id or (did.channel.id if did.channel else "")
    return SlackOrigin(
        _place(did.team.id if did.team else team, channel or did.user.id, container.thread_ts),
        response_url=did.response_url,
        trigger=did.trigger_id,
        pressed=container.type == "message",
        ephemeral=container.is_ephemeral,
    )


def _of_view(did: SlackInteraction, view: OfView) -> SlackOrigin:
    """The metadata is ours, but whoever pressed may have had the modal open for days."""
    try:
        packed = msgspec.json.decode(view.private_metadata, type=tuple[str, str, str, str])
    except msgspec.DecodeError:
        raise NotUnderstood from None
    workspace, channel, thread, response_url = packed
    place = ChatPlace("slack", workspace, channel, thread)
    return SlackOrigin(place, response_url=response_url, trigger=did.trigger_id, view=view.id, view_hash=view.hash)


def _place(team: str, channel: str, thread: str = "") -> ChatPlace:
    """A conversation with the app alone has no workspace."""
    return ChatPlace("slack", "" if channel.startswith(("D", "U")) else team, channel, thread)


def _pressed(action: UsedElement) -> Press | ChatCommand | None:
    if action.action_id.startswith(LINK + MARK):
        return None
    chosen = action.selected_option.value if action.selected_option else action.value
    if is_search(action.action_id):
        return command_of(action.action_id, chosen)
    if is_preview(action.action_id):
        return Press(Reference(action="move", game=game_of(action.action_id), part=HERE))
    return Press(parse_or_strange(action.action_id.partition(MARK)[0]), (chosen,) if chosen else ())


def _written(view: OfView) -> tuple[str, ...]:
    """The fields of a form in their order."""
    fields = sorted(view.state.values.items(), key=lambda field: (len(field[0]), field[0]))
    return tuple(str(one.get("value") or "") for _, block in fields for one in block.values())


def _id(of_slack: str) -> str:
    """The id of a request, whatever Slack may put into its own."""
    return "slack-" + hashlib.sha256(of_slack.encode()).hexdigest()[:32]
