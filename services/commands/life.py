"""The life of a table, from opening it to a rematch: what people may do around the game itself."""

import hashlib
import secrets
from collections.abc import Callable

from domain.kernel import lobby
from domain.kernel.errors import NotAllowed, NotYourSeat, StaleVersion
from domain.kernel.ids import GameId, UserId
from domain.kernel.lobby import Terms
from domain.kernel.match import Batch
from domain.kernel.rng import SECRET_BYTES
from domain.kernel.table import Table
from services.commands.tables import Loaded, Request, Tables, Written

Act = Callable[[Batch], object]


async def create(tables: Tables, request: Request, slug: str, host: UserId, terms: Terms) -> Written:
    """Open a table."""
    game = tables.registry.get(slug)
    batch = lobby.create(game, secrets.token_bytes(SECRET_BYTES), host, terms)
    return await tables.create(request, batch)


async def change(tables: Tables, request: Request, user: UserId, act: Act) -> Written:
    """Let a user do something to a table: `act` guards and emits."""

    async def decide(loaded: Loaded) -> Batch:
        batch = Batch(loaded.match, user)
        act(batch)
        return batch

    return await tables.change(request, decide)


async def rematch(tables: Tables, request: Request, user: UserId) -> GameId:
    """Find or open the table where the people of a finished game play again.

    The first to ask opens it with the same terms; the others are invited there. Its id follows from the old one, so
    that two who ask at once meet at the same table. Both logs name each other.
    """
    async with tables.lock(request.game_id):
        table = (await tables.current(request.game_id)).match.table
    if table.seat_of(user) is None:
        raise NotYourSeat
    if not table.over:
        raise NotAllowed("not_over")
    if table.rematch is not None:
        return table.rematch
    new = _following(request, GameId(hashlib.sha256(f"rematch {request.game_id}".encode()).hexdigest()[:20]))
    try:
        await create(tables, new, table.game, user, _same_terms(request.game_id, table, user))
    except StaleVersion:
        return new.game_id
    for chair in table.chairs:
        if chair.user is None and chair.bot is not None:
            await change(tables, _following(new, new.game_id), user, _add_bot(user, chair.bot))
    await change(tables, request, user, lambda batch: lobby.offer_rematch(batch, user, new.game_id))
    return new.game_id


def _same_terms(game_id: GameId, table: Table, user: UserId) -> Terms:
    people = tuple(chair.user for chair in table.chairs if chair.user is not None and chair.user != user)
    return Terms(len(table.chairs), table.options, table.title, table.private, people, game_id)


def _add_bot(user: UserId, bot: str) -> Act:
    return lambda batch: lobby.add_bot(batch, user, bot)


def _following(request: Request, game_id: GameId) -> Request:
    """A request that follows from another one."""
    name = secrets.token_hex(12)
    return Request(game_id, name, request.key._replace(key=name))
