"""Discord as a way to play: what people do there becomes requests to the core, and its answers Discord's."""

from services.chat.discord.routes import HANDLERS

__all__ = ["HANDLERS"]
