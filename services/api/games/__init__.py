"""The routes of games: the lobby, the life of a table, and play at it."""

from services.api.games import lobby, table

HANDLERS = [*lobby.HANDLERS, *table.HANDLERS]

__all__ = ["HANDLERS"]
