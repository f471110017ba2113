"""A person goes for good: out of all tables, with notes, drafts, webhooks and links to chats. What was played stays."""

from domain.kernel.ids import GameId, UserId
from projections import lobby
from projections.rows import Place
from services.bootstrap import Services
from services.commands.departures import leave_tables


async def leave_games(services: Services, user: UserId) -> None:
    """Leave lobbies, resign running games, and drop what only this person could read."""
    rows = [row async for _, row in services.models.walk(Place(lobby.MODEL, user), lobby.LobbyRow)]
    playing = [row for row in rows if row.seats_user(user) and row.status not in {"finished", "abandoned"}]
    await leave_tables(services.tables, [GameId(row.game_id) for row in playing], user)
    for row in rows:
        await services.notes.put(row.game_id, user, "")
        await services.drafts.drop(row.game_id, user)
    await services.chat_links.forget(user)
    await services.webhooks.forget(user)
