"""Discord's side of the conversation: its API, its gateway and the people who click, as strict as Discord and louder.

What Discord refuses is refused here with the same codes; what it swallows without a word fails the test.
"""

from tests.kit.discord.people import DiscordPerson, SilentFailure, TooLate
from tests.kit.discord.server import discord_server
from tests.kit.discord.world import APPLICATION, BOT_TOKEN, Discord, Shown

__all__ = [
    "APPLICATION",
    "BOT_TOKEN",
    "Discord",
    "DiscordPerson",
    "Shown",
    "SilentFailure",
    "TooLate",
    "discord_server",
]
