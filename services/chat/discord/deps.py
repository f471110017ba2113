"""What the endpoint of Discord stands on, built once where the app is assembled."""

from dataclasses import dataclass

from services.bootstrap import Services
from services.chat.core import ChatCore
from services.chat.discord.handler import Handler
from services.chat.discord.signature import Signatures


@dataclass(frozen=True)
class DiscordDeps:
    """Whose requests are believed, and what answers them."""

    signatures: Signatures
    handler: Handler


def discord_deps(services: Services, core: ChatCore) -> DiscordDeps | None:
    """What the endpoint needs, if the operator has set up an application."""
    public_key = services.settings.discord_public_key
    if services.discord is None or public_key is None:
        return None
    return DiscordDeps(Signatures(public_key), Handler(core, services, services.discord))
