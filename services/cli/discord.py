"""`acta discord`: what an operator does once for an application at Discord."""

import asyncio
from typing import Annotated

from cyclopts import App, Parameter

from services.chat.discord.commands import NotRegistered, Registered
from services.chat.discord.commands import register as register_commands
from services.cli.errors import Refusal
from services.cli.flags import Flags, settings_from
from services.cli.output import say
from services.outbound.discord.client import DiscordClient
from services.settings import Settings

discord = App(name="discord", help_epilogue="")
NOT_SET_UP = (
    "Discord is not set up: discord_application_id, discord_public_key and discord_bot_token are needed. The README "
    "says where to find them."
)


@discord.command
def register(
    *,
    guild: Annotated[
        str | None, Parameter(help="Only for the Discord server with this id, where they appear at once.")
    ] = None,
    flags: Flags | None = None,
) -> None:
    """Tell Discord the commands, in all languages; again after each upgrade of Acta."""
    changes = asyncio.run(_register(settings_from(flags), guild))
    for what, names in zip(("New", "Changed", "Removed"), changes, strict=True):
        if names:
            say(f"{what}: {', '.join(names)}")
    say("Discord knows the commands now." if any(changes) else "Discord knew the commands already.")


async def _register(settings: Settings, guild: str | None) -> Registered:
    client = DiscordClient.set_up(settings)
    if client is None:
        raise Refusal(NOT_SET_UP)
    try:
        return await register_commands(client, guild)
    except NotRegistered as failure:
        raise Refusal(f"Discord refused: {failure}") from None
    finally:
        await client.close()
