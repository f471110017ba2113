"""What somebody did in Slack as a request to the core, and by which ways it can be answered."""

import hashlib
from typing import NamedTuple

import msgspec

from services.chat.asked import HERE
from services.chat.requests import ChatPerson, ChatRequest, Command, Press, What
from services.chat.slack.finding import command_of, is_search, search_of
from services.chat.slack.payloads import Action, Interaction, NotUnderstood, OfView, SlashCommand
from services.chat.slack.previews import game_of, is_preview
from services.outbound.chat.reference import BadReference, Reference, parse
from services.outbound.chat.slack.formatter import LINK, MARK
from services.store.chat.places import Place

SHORTCUTS = {"acta_move": "move"}
"""Global shortcuts of the app and the commands that they stand for: they are there in threads too."""
_STRANGE = Reference(action="strange")
"""A button that we never made, or no longer know: the core says so."""


class Origin(NamedTuple):
    """Where a request came from, as far as its answer needs to know."""

    place: Place
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
        kept = (self.place.workspace, self.place.channel, self.place.thread, self.response_url)
        return msgspec.json.encode(kept).decode()


class Received(NamedTuple):
    """A request, and the ways to answer it."""

    request: ChatRequest
    origin: Origin


def of_command(command: SlashCommand) -> Received:
    """`/acta move …`: the first word is the command, nothing at all asks for help."""
    name, _, text = command.text.strip().partition(" ")
    place = _place(command.team_id, command.channel_id)
    person = ChatPerson("slack", command.team_id, command.user_id, name=command.user_name)
    what = Command(name.lower() or "help", text.strip())
    origin = Origin(place, response_url=command.response_url, trigger=command.trigger_id)
    return Received(ChatRequest(_id(command.trigger_id), person, place, what), origin)


def of_interaction(did: Interaction) -> Received | None:
    """What somebody did; nothing for what needs no answer, such as a link that was opened."""
    user = did.user
    team = user.team_id or (did.team.id if did.team else "")
    person = ChatPerson("slack", team, user.id, name=user.username or user.name)
    origin = _origin(did, team)
    match did.type:
        case "block_actions" if did.actions:
            what: What | None = _pressed(did.actions[0])
        case "view_submission" if did.view:
            what = Press(_reference(did.view.callback_id), _written(did.view))
        case "block_suggestion" if is_search(did.action_id):
            what = search_of(did.action_id, did.value)
        case "shortcut" if did.callback_id in SHORTCUTS:
            what = Command(SHORTCUTS[did.callback_id])
        case "view_closed":
            what = None
        case _:
            raise NotUnderstood
    if what is None:
        return None
    if did.actions and is_preview(did.actions[0].action_id):
        origin = origin._replace(preview=did.actions[0].action_id)
    return Received(ChatRequest(_id(did.trigger_id or did.type), person, origin.place, what), origin)


def _origin(did: Interaction, team: str) -> Origin:
    if did.view is not None:
        return _of_view(did, did.view)
    container = did.container
    channel = container.channel_id or (did.channel.id if did.channel else "")
    return Origin(
        _place(did.team.id if did.team else team, channel or did.user.id, container.thread_ts),
        response_url=did.response_url,
        trigger=did.trigger_id,
        pressed=container.type == "message",
        ephemeral=container.is_ephemeral,
    )


def _of_view(did: Interaction, view: OfView) -> Origin:
    """The metadata is ours, but whoever pressed may have had the modal open for days."""
    try:
        kept = msgspec.json.decode(view.private_metadata, type=tuple[str, str, str, str])
    except msgspec.DecodeError:
        raise NotUnderstood from None
    workspace, channel, thread, response_url = kept
    place = Place("slack", workspace, channel, thread)
    return Origin(place, response_url=response_url, trigger=did.trigger_id, view=view.id, view_hash=view.hash)


def _place(team: str, channel: str, thread: str = "") -> Place:
    """A conversation with the app alone has no workspace."""
    return Place("slack", "" if channel.startswith(("D", "U")) else team, channel, thread)


def _pressed(action: Action) -> Press | Command | None:
    if action.action_id.startswith(LINK + MARK):
        return None
    chosen = action.selected_option.value if action.selected_option else action.value
    if is_search(action.action_id):
        return command_of(action.action_id, chosen)
    if is_preview(action.action_id):
        return Press(Reference(action="move", game=game_of(action.action_id), part=HERE))
    return Press(_reference(action.action_id.partition(MARK)[0]), (chosen,) if chosen else ())


def _written(view: OfView) -> tuple[str, ...]:
    """The fields of a form in their order."""
    fields = sorted(view.state.values.items(), key=lambda field: (len(field[0]), field[0]))
    return tuple(str(one.get("value") or "") for _, block in fields for one in block.values())


def _reference(text: str) -> Reference:
    try:
        return parse(text)
    except BadReference:
        return _STRANGE


def _id(of_slack: str) -> str:
    """The id of a request, whatever Slack may put into its own."""
    return "slack-" + hashlib.sha256(of_slack.encode()).hexdigest()[:32]
