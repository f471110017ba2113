"""A person goes for good, or is sent away: out of all tables. What was played stays."""

from collections.abc import Sequence

from domain.kernel.ids import GameId, UserId
from projections import lobby
from projections.rows import ModelKey
from services.foundation import Services
from services.store.models import StoredModels
from services.tables.hot_tables import Tables
from services.tables.table_changes import leave_tables


async def leave_games(services: Services, user: UserId) -> None:
    """Leave lobbies, resign running games, and drop what only this person could read."""
    rows = await _rows(services.models, user)
    await _leave(services.tables, user, rows)
    for row in rows:
        await services.people.notes.put(row.game_id, user, "")
        await services.people.drafts.drop(row.game_id, user)
        await services.people.plans.drop(row.game_id, user)
    await services.chat.links.forget(user)
    await services.notices.webhooks.forget(user)


async def give_up_seats(services: Services, user: UserId) -> None:
    """Leave lobbies and resign running games; notes and drafts stay."""
    await _leave(services.tables, user, await _rows(services.models, user))


async def _rows(models: StoredModels, user: UserId) -> list[lobby.LobbyRow]:
    """The games of a person, as far as lists know of them."""
    return [row async for _, row in models.walk(ModelKey(lobby.MODEL, user), lobby.LobbyRow)]


async def _leave(tables: Tables, user: UserId, rows: Sequence[lobby.LobbyRow]) -> None:
    playing = [row for row in rows if row.seats_user(user) and row.status not in {"finished", "abandoned"}]
    await leave_tables(tables, [GameId(row.game_id) for row in playing], user)
