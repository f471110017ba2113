"""The routes of games: the lobby, the life of a table, play at it, and its record."""

from services.api.games import branches, lobby, looking, record, table

HANDLERS = [*lobby.HANDLERS, *looking.HANDLERS, *table.HANDLERS, *branches.HANDLERS, *record.HANDLERS]

__all__ = ["HANDLERS"]
