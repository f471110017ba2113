"""The routes of games: the lobby, the life of a table, play at it, and its record."""

from services.api.games import branches, catalog, invitations, lobby, table, vacations, view

HANDLERS = [
    *catalog.routes,
    *lobby.routes,
    *invitations.routes,
    *view.routes,
    *table.routes,
    *vacations.routes,
    *branches.routes,
]

__all__ = ["HANDLERS"]
