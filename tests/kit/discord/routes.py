"""The calls of Discord's API that Acta makes, and what each does."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from services.outbound.discord import limits
from services.outbound.discord.check import DiscordRefuses
from services.outbound.discord.components import EPHEMERAL, DiscordBody
from tests.kit.discord.answers import apply_answer, read_answer
from tests.kit.discord.commands import check_commands, kept
from tests.kit.discord.errors import ApiError, invalid_form
from tests.kit.discord.world import APPLICATION, Channel, Discord, Shown, checked, decoded

if TYPE_CHECKING:
    from tests.kit.discord.api import Call

ARCHIVE_MINUTES = {60, 1440, 4320, 10080}
Outcome = tuple[int, Any]


@dataclass(frozen=True)
class Route:
    """A call: its method, its address and what it does."""

    name: str
    handle: "Callable[[Discord, Call], Outcome]"
    by_bot: bool = True

    @property
    def method(self) -> str:
        return self.name.partition(" ")[0]

    @property
    def pattern(self) -> str:
        address = re.escape(self.name.partition(" ")[2]).replace(r"\{", "{").replace(r"\}", "}")
        return re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", address)


def _application(world: Discord, _call: "Call") -> Outcome:
    return 200, {
        "id": APPLICATION,
        "name": "Acta",
        "verify_key": world.public_key,
        "interactions_endpoint_url": world.endpoint,
    }


def _own(call: "Call") -> None:
    if call.parts["application"] != APPLICATION:
        raise ApiError(50001)


def _commands_at(world: Discord, call: "Call") -> list[dict[str, Any]]:
    """The commands of a scope; those of one server only once it has authorized `applications.commands`.

    D interactions/application-commands#authorizing-your-application; discordjs/guide#1481 tells the code.
    """
    _own(call)
    guild = call.parts.get("guild")
    if guild is not None and guild not in world.guilds:
        raise ApiError(50001)
    return world.commands if guild is None else world.guilds[guild]


def _list_commands(world: Discord, call: "Call") -> Outcome:
    hidden = () if "with_localizations=true" in call.query else ("name_localizations", "description_localizations")
    commands = _commands_at(world, call)
    return 200, [{key: value for key, value in one.items() if key not in hidden} for one in commands]


def _put_commands(world: Discord, call: "Call") -> Outcome:
    there = _commands_at(world, call)
    commands = msgspec.json.decode(call.body, type=list[dict[str, Any]])
    check_commands(commands, of_one_guild="guild" in call.parts)
    known = {command["name"]: command["id"] for command in there}
    there[:] = [
        {"id": known.get(one["name"]) or world.snowflake(), "application_id": APPLICATION, "type": 1, "version": "1"}
        | kept(one)
        for one in commands
    ]
    return 200, there


def _post(world: Discord, call: "Call") -> Outcome:
    return 200, as_json(world.post(call.parts["channel"], call.body, call.files))


def _message(world: Discord, call: "Call") -> Shown:
    found = world.reachable(call.parts["channel"]).messages.get(call.parts["message"])
    if found is None or found.private_to is not None:
        raise ApiError(10008)
    return found


def _edit(world: Discord, call: "Call") -> Outcome:
    return 200, as_json(world.edit(_message(world, call), call.body, call.files))


def _delete(world: Discord, call: "Call") -> Outcome:
    del world.channels[call.parts["channel"]].messages[_message(world, call).id]
    return 204, None


def _thread(world: Discord, call: "Call") -> Outcome:
    """A thread of a message has the message's id."""
    message = _message(world, call)
    asked = msgspec.json.decode(call.body, type=dict[str, Any])
    if not 1 <= len(asked["name"]) <= limits.THREAD_NAME or asked["auto_archive_duration"] not in ARCHIVE_MINUTES:
        raise ApiError(50035)
    if message.id in world.channels:
        raise ApiError(160004)
    world.channels[message.id] = Channel(message.id, "thread", parent=message.channel)
    return 201, {"id": message.id, "type": 11, "parent_id": message.channel, "name": asked["name"]}


def _direct(world: Discord, call: "Call") -> Outcome:
    user = msgspec.json.decode(call.body, type=dict[str, str])["recipient_id"]
    channel = world.channels.get(f"9{user}") or Channel(f"9{user}", "dm")
    channel.refusal = 50007 if user in world.refuses_direct else None
    world.channels[channel.id] = channel
    return 200, {"id": channel.id, "type": 1}


def _callback(world: Discord, call: "Call") -> Outcome:
    """The first answer by call, as an application does that listens at the gateway."""
    found = world.interactions.get(call.parts["interaction"])
    if found is None or found.token != call.parts["token"] or found.type == 1:
        raise ApiError(10062)
    if found.answered:
        raise ApiError(40060)
    if world.now() - found.at > limits.FIRST_ANSWER_SECONDS:
        raise ApiError(10062)
    apply_answer(world, found, read_answer(call.body))
    return 204, None


def _original(world: Discord, call: "Call") -> Shown:
    _own(call)
    found = world.of_token(call.parts["token"]).original
    if found is None or found.id not in world.channels[found.channel].messages:
        raise ApiError(10008)
    return found


def _edit_original(world: Discord, call: "Call") -> Outcome:
    shown = world.edit(_original(world, call), call.body, call.files)
    world.of_token(call.parts["token"]).followed = shown
    return 200, as_json(shown)


def _follow_up(world: Discord, call: "Call") -> Outcome:
    """A further message. One after a deferral would silently take the place of what loads (deprecated): refused."""
    _own(call)
    interaction = world.of_token(call.parts["token"])
    if interaction.original is not None and interaction.original.loading:
        raise invalid_form(DiscordRefuses("", "TAKES_PLACE", "It would take the place of the message that loads."))
    body = decoded(call.body, DiscordBody)
    checked(body, call.files)
    private_to = interaction.user if body.flags & EPHEMERAL else None
    interaction.followed = world.show(interaction.channel, body, call.files, private_to)
    return 200, as_json(interaction.followed)


def _delete_original(world: Discord, call: "Call") -> Outcome:
    found = _original(world, call)
    del world.channels[found.channel].messages[found.id]
    return 204, None


def as_json(shown: Shown) -> dict[str, Any]:
    """A message as the API gives it: pictures stand in the components, `attachments` is empty (#8277)."""
    return {
        "id": shown.id,
        "channel_id": shown.channel,
        "flags": shown.body.flags,
        "components": msgspec.to_builtins(shown.body.components),
        "attachments": [],
    }


def _gateway(world: Discord, _call: "Call") -> Outcome:
    """GetGatewayBotResponse and GatewayBotSessionStartLimitResponse of the published schema require all of these."""
    limit = {"total": 1000, "remaining": world.sessions_left, "reset_after": world.sessions_again, "max_concurrency": 1}
    return 200, {"url": world.gateway, "shards": 1, "session_start_limit": limit}


ROUTES = (
    Route("GET /gateway/bot", _gateway),
    Route("GET /applications/@me", _application),
    Route("GET /applications/{application}/commands", _list_commands),
    Route("PUT /applications/{application}/commands", _put_commands),
    Route("GET /applications/{application}/guilds/{guild}/commands", _list_commands),
    Route("PUT /applications/{application}/guilds/{guild}/commands", _put_commands),
    Route("POST /channels/{channel}/messages", _post),
    Route("PATCH /channels/{channel}/messages/{message}", _edit),
    Route("DELETE /channels/{channel}/messages/{message}", _delete),
    Route("POST /channels/{channel}/messages/{message}/threads", _thread),
    Route("POST /users/@me/channels", _direct),
    Route("POST /interactions/{interaction}/{token}/callback", _callback, by_bot=False),
    Route("PATCH /webhooks/{application}/{token}/messages/@original", _edit_original, by_bot=False),
    Route("DELETE /webhooks/{application}/{token}/messages/@original", _delete_original, by_bot=False),
    Route("POST /webhooks/{application}/{token}", _follow_up, by_bot=False),
)
