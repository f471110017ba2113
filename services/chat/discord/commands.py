"""The slash commands as Discord registers them: one command, `/acta`, with the commands of the core below it."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from domain.kernel.languages import ENGLISH
from services.chat.commands import COMMANDS, ChatCommand, CommandOption
from services.chat.discord.handler import WORDS
from services.outbound.chat.discord import limits
from services.outbound.chat.discord.client import DiscordClient
from services.outbound.chat.lengths import cut
from services.outbound.chat.refusals import CallFailed

NAME = "acta"
LOCALES = {"en-US": "en", "de": "de", "fr": "fr", "ru": "ru"}
"""English is named too: other kinds of English fall back to it."""
_SUBCOMMAND, _TEXT = 1, 3
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
        **_described(lambda lang: WORDS.say("about", {}, lang=lang)),
        "integration_types": _GUILD_INSTALL,
        "contexts": _EVERYWHERE,
        "options": [_subcommand(command) for command in COMMANDS],
    }


class NotRegistered(Exception):
    """Discord did not take the commands; the text says what it answered."""


async def register(client: DiscordClient, guild: str | None = None) -> Registered:
    """Let Discord know our commands, in place of all others of the application; nothing is sent without need."""
    try:
        return await _register(client, guild)
    except CallFailed as failure:
        raise NotRegistered(failure.reason) from None


async def _register(client: DiscordClient, guild: str | None) -> Registered:
    found, wanted = await client.commands(guild), definition()
    if guild is not None:  # where a command can be used is only said of one that is known everywhere
        wanted = {name: value for name, value in wanted.items() if name not in {"integration_types", "contexts"}}
    changes = compared(found, wanted)
    if any(changes):
        await client.put_commands([wanted], guild)
    return changes


def compared(found: list[Json], wanted: Json) -> Registered:
    """What differs between what Discord has and what it should have."""
    there, ours = dict(_parts(found)), dict(_parts([wanted]))
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


_OURS = frozenset({"name", "type", "description", "description_localizations", "options", "required", "autocomplete"})


def _plain(part: Json) -> Json:
    kept = {name: value for name, value in part.items() if name in _OURS and value}
    if "options" in kept:
        kept["options"] = [_plain(option) for option in kept["options"]]
    return kept


def _subcommand(command: ChatCommand) -> Json:
    required_first = sorted(command.options, key=lambda option: not option.required)
    return {
        "type": _SUBCOMMAND,
        "name": command.name,
        **_described(command.described),
        "options": [_option(option) for option in required_first],
    }


def _option(option: CommandOption) -> Json:
    return {
        "type": _TEXT,
        "name": option.name,
        **_described(option.described),
        "required": option.required,
        "autocomplete": option.searches,
    }


def _described(said: Callable[[str], str]) -> Json:
    texts = {locale: cut(said(lang), limits.COMMAND_DESCRIPTION) for locale, lang in LOCALES.items()}
    return {"description": cut(said(ENGLISH), limits.COMMAND_DESCRIPTION), "description_localizations": texts}
