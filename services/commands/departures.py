"""A person leaves for good: chairs in lobbies become free, and running games are resigned."""

import secrets
from collections.abc import Iterable
from contextlib import suppress

from domain.kernel import lobby
from domain.kernel.errors import NotAllowed, NotFound, NotYourSeat
from domain.kernel.ids import GameId, UserId
from domain.kernel.match import Batch
from services.commands.table_changes import change
from services.commands.tables import Request, Tables
from services.store.events import CommandKey


async def leave_tables(tables: Tables, games: Iterable[GameId], user: UserId) -> None:
    """Leave each of these tables, if the person still plays there."""
    for game in games:
        request = Request(game, secrets.token_hex(10), CommandKey(f"{user} leaves for good", ""))
        with suppress(NotAllowed, NotYourSeat, NotFound):  # it ended, or somebody was quicker
            await change(tables, request, user, lambda batch: _leave(batch, user))


def _leave(batch: Batch, user: UserId) -> None:
    seat = batch.match.table.seat_of(user)
    if batch.match.table.phase == "lobby" and seat is not None:
        lobby.leave(batch, user, seat)
    else:
        lobby.resign(batch, user)
