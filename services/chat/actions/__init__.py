"""What can be asked for in a chat: each action is declared beside the function that answers it. Importing declares."""

from services.chat.action import ACTIONS, HANDLERS, commands
from services.chat.actions import account, channel, games, guide, lobby, new_table, table, talk, turns, views, votes

__all__ = [
    "ACTIONS",
    "HANDLERS",
    "account",
    "channel",
    "commands",
    "games",
    "guide",
    "lobby",
    "new_table",
    "table",
    "talk",
    "turns",
    "views",
    "votes",
]
