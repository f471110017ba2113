"""The routes of games: the lobby, the life of a table, play at it, and its record."""

from services.api.games import branches, catalog, invitations, lists, lobby, record, table, vacations, view

HANDLERS = [
    *catalog.HANDLERS,
    *lists.HANDLERS,
    *lobby.HANDLERS,
    *invitations.HANDLERS,
    *view.HANDLERS,
    *table.HANDLERS,
    *vacations.HANDLERS,
    *branches.HANDLERS,
    *record.HANDLERS,
]

__all__ = ["HANDLERS"]
