"""The addresses of all platforms."""

from services.chat.discord import routes as discord
from services.chat.slack import routes as slack

HANDLERS = (*slack.HANDLERS, *discord.HANDLERS)
