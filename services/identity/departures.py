"""A person goes for good, or is sent away: out of all tables. What was played stays."""

from collections.abc import Sequence

from domain.kernel.ids import GameId, UserId
from projections import lobby
from projections.rows import Place
from services.bootstrap import Services, stored_accounts
from services.commands.departures import leave_tables
from services.store.accounts import Account
from services.store.accounts.accounts import milliseconds


async def leave_games(services: Services, user: UserId) -> None:
    """Leave lobbies, resign running games, and drop what only this person could read."""
    rows = await _rows(services, user)
    await _leave(services, user, rows)
    for row in rows:
        await services.notes.put(row.game_id, user, "")
        await services.drafts.drop(row.game_id, user)
    await services.chat_links.forget(user)
    await services.webhooks.forget(user)


async def ban(services: Services, by: str, account: Account, why: str) -> None:
    """End everything that acts for an account at once, and give up its seats as if its owner had left for good.

    Whatever it holds stays, so that it can be unbanned; seats that were given up are not given back.
    """
    user = account.user_id
    await services.audit.note(by, "ban", user, why)
    await stored_accounts(services).ban(user, milliseconds())
    await _leave(services, user, await _rows(services, user))
    await services.webhooks.forget(user)


async def unban(services: Services, by: str, account: Account) -> None:
    """Let somebody log in again."""
    await services.audit.note(by, "unban", account.user_id)
    await stored_accounts(services).unban(account.user_id)


async def _rows(services: Services, user: UserId) -> list[lobby.LobbyRow]:
    """The games of a person, as far as lists know of them."""
    return [row async for _, row in services.models.walk(Place(lobby.MODEL, user), lobby.LobbyRow)]


async def _leave(services: Services, user: UserId, rows: Sequence[lobby.LobbyRow]) -> None:
    playing = [row for row in rows if row.seats_user(user) and row.status not in {"finished", "abandoned"}]
    await leave_tables(services.tables, [GameId(row.game_id) for row in playing], user)
