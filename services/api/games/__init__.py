"""The routes of games: the lobby, the life of a table, play at it, and its record."""

from services.api.games import branches, catalog, invitations, lobby, plans, table, vacations, view

HANDLERS = [
    *catalog.routes,
    *lobby.routes,
    *invitations.routes,
    *view.routes,
    *table.routes,
    *plans.routes,
    *vacations.routes,
    *branches.routes,
]

__all__ = ["HANDLERS"]
