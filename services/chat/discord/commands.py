"""The slash commands as Discord registers them: one command, `/acta`, with the commands of the core below it."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from domain.kernel.languages import ENGLISH
from services.chat.action import Action, Argument
from services.chat.actions import commands
from services.chat.lengths import cut
from services.chat.wording import WORDS
from services.outbound.call_failures import CallFailed
from services.outbound.discord import limits
from services.outbound.discord.client import DiscordClient

NAME = "acta"
LOCALES = {"en-US": "en", "de": "de", "fr": "fr", "ru": "ru"}
"""English is named too: other kinds of English fall back to it."""
_SUBCOMMAND, _TEXT = 1, 3
_MISSING_ACCESS = 50001
_GUILD_INSTALL, _EVERYWHERE = [0], [0, 1]
"""Installed on a server; used there and in a conversation with the bot."""
Json = dict[str, Any]


class Registered(NamedTuple):
    """What registering has changed, by the names of commands."""

    added: list[str]
    changed: list[str]
    removed: list[str]


def definition() -> Json:
    """The command with all that is below it."""
    return {
        "name": NAME,
        "type": 1,
        **_described(lambda lang: WORDS.say(f"about.{NAME}", {}, lang=lang)),
        "integration_types": _GUILD_INSTALL,
        "contexts": _EVERYWHERE,
        "options": [_subcommand(action) for action in commands().values()],
    }


class NotRegistered(Exception):
    """Discord did not take the commands; the text says what it answered, and what to do."""


async def register(client: DiscordClient, guild: str | None = None) -> Registered:
    """Let Discord know our commands, in place of all others of the application; nothing is sent without need."""
    try:
        return await _register(client, guild)
    except CallFailed as failure:
        uninvited = guild is not None and failure.code == _MISSING_ACCESS
        advice = (
            "Invite the application to that server first" if uninvited else "Check the token and the application id"
        )
        raise NotRegistered(f"{failure.reason}. {advice}.") from None


async def _register(client: DiscordClient, guild: str | None) -> Registered:
    registered, wanted = await client.commands(guild), definition()
    if guild is not None:  # where a command can be used is only said of one that is known everywhere
        wanted = {name: value for name, value in wanted.items() if name not in _SCOPE}
    changes = compared(registered, wanted)
    if any(changes):
        await client.put_commands([wanted], guild)
    return changes


def compared(registered: list[Json], wanted: Json) -> Registered:
    """What differs between what Discord has and what it should have."""
    unsaid = _SCOPE - wanted.keys()
    known = [{name: value for name, value in command.items() if name not in unsaid} for command in registered]
    there, ours = dict(_parts(known)), dict(_parts([wanted]))
    changed = [name for name, part in ours.items() if name in there and there[name] != part]
    return Registered(
        [name for name in ours if name not in there], changed, [name for name in there if name not in ours]
    )


def _parts(commands: list[Json]) -> Iterator[tuple[str, Json]]:
    """Each command, and each below it, without what Discord adds by itself."""
    for command in commands:
        below = [option for option in command.get("options", []) if option.get("type") == _SUBCOMMAND]
        yield f"/{command['name']}", _plain({name: value for name, value in command.items() if name != "options"})
        for option in below:
            yield f"/{command['name']} {option['name']}", _plain(option)


_SCOPE = frozenset({"integration_types", "contexts"})
"""Where a command can be used: lists without an order."""
_OURS = _SCOPE | {"name", "type", "description", "description_localizations", "options", "required", "autocomplete"}


def _plain(part: Json) -> Json:
    """A part as it can be compared: Discord drops what is false, and localisations that say the same as the default."""
    own = {name: value for name, value in part.items() if name in _OURS and value}
    localized = own.pop("description_localizations", {}).items()
    own["localized"] = {locale: text for locale, text in localized if text != own.get("description")}
    own |= {name: sorted(own[name]) for name in _SCOPE & own.keys()}
    if "options" in own:
        own["options"] = [_plain(option) for option in own["options"]]
    return own


def _subcommand(action: Action) -> Json:
    required_first = sorted(action.command or (), key=lambda argument: not argument.required)
    return {
        "type": _SUBCOMMAND,
        "name": action.name,
        **_described(action.described),
        "options": [_option(argument) for argument in required_first],
    }


def _option(argument: Argument) -> Json:
    return {
        "type": _TEXT,
        "name": argument.name,
        **_described(argument.described),
        "required": argument.required,
        "autocomplete": argument.complete is not None,
    }


def _described(said: Callable[[str], str]) -> Json:
    texts = {locale: cut(said(lang), limits.COMMAND_DESCRIPTION) for locale, lang in LOCALES.items()}
    return {"description": cut(said(ENGLISH), limits.COMMAND_DESCRIPTION), "description_localizations": texts}
