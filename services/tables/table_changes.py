"""What people may do around the game itself, from opening a table to a rematch, or to leaving for good."""

import hashlib
import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from domain.kernel import lobby
from domain.kernel.clock import Millis, moment
from domain.kernel.errors import NotAllowed, NotFound, NotYourSeat
from domain.kernel.ids import GameId, UserId
from domain.kernel.lobby import Terms
from domain.kernel.match import SYSTEM, Batch
from domain.kernel.rng import SECRET_BYTES
from domain.kernel.table import CARETAKER, Table
from services.store.events import CommandKey
from services.tables.folding import MatchAt
from services.tables.hot_tables import Request, Tables, Written

TableChange = Callable[[Batch], object]


async def create(tables: Tables, request: Request, slug: str, host: UserId, terms: Terms) -> Written:
    """Open a table."""
    game = tables.registry.get(slug)
    batch = lobby.create(game, secrets.token_bytes(SECRET_BYTES), host, terms)
    return await tables.create(request, batch)


async def change(tables: Tables, request: Request, user: UserId, act: TableChange) -> Written:
    """Let a user change a table: `act` checks that it is allowed and emits the events."""

    async def decide(loaded: MatchAt) -> Batch:
        batch = Batch(loaded.match, user)
        act(batch)
        return batch

    return await tables.change(request, decide)


async def rematch(tables: Tables, request: Request, user: UserId) -> GameId:
    """Find or open the table where the people of a finished game play again.

    The first to ask opens it with the same terms; the others are invited there. Its id and the keys of all that is
    written follow from the old one: two requests at once lead to the same table, and a repeat completes what was
    interrupted. Both logs name each other.
    """
    async with tables.lock(request.game_id):
        table = (await tables.current(request.game_id)).match.table
    if table.seat_of(user) is None:
        raise NotYourSeat
    if not table.over:
        raise NotAllowed("not_over")
    if table.rematch is not None:
        return table.rematch
    new = GameId(hashlib.sha256(f"rematch {request.game_id}".encode()).hexdigest()[:20])
    opening = _shared_request(new, "opened as rematch", request.game_id)
    opened = await create(tables, opening, table.game, user, _same_terms(request.game_id, table, user))
    if opened.table.host == user:
        bots = [chair.bot for chair in table.chairs if chair.user is None and chair.bot is not None]
        await _seat_bots(tables, new, user, bots)
    offering = _shared_request(request.game_id, "rematch offered", new)
    await change(tables, offering, user, lambda batch: lobby.offer_rematch(batch, user, new))
    return new


async def _seat_bots(tables: Tables, game_id: GameId, host: UserId, bots: Sequence[str]) -> None:
    for number, bot in enumerate(bots):
        with suppress(NotAllowed):  # a person was quicker
            await change(tables, _shared_request(game_id, f"bot {number}", bot), host, _add_bot(host, bot))


def _same_terms(game_id: GameId, table: Table, user: UserId) -> Terms:
    people = tuple(chair.user for chair in table.chairs if chair.user is not None and chair.user != user)
    terms = (len(table.chairs), table.options, table.title, table.private, people, game_id, table.clock)
    return Terms(*terms, caretaker=None if table.caretaker == CARETAKER else table.caretaker)


def _add_bot(user: UserId, bot: str) -> TableChange:
    return lambda batch: lobby.add_bot(batch, user, bot)


def _shared_request(game_id: GameId, key: str, body: str) -> Request:
    """A request with the same key from every player, so that it is carried out once."""
    return Request(game_id, secrets.token_hex(12), CommandKey(key, body))


async def close_quiet(tables: Tables, request: Request, days: int, now: Millis) -> Written:
    """Close a table that has not begun, if nothing has happened there for so many days; else `NotAllowed`."""

    async def decide(loaded: MatchAt) -> Batch:
        batch = Batch(loaded.match, SYSTEM)
        batch.at = now  # so that the record shows the days that were counted
        lobby.close_quiet(batch, days, now - moment(loaded.at))
        return batch

    return await tables.change(request, decide)


async def leave_tables(tables: Tables, games: Iterable[GameId], user: UserId) -> None:
    """Let a person leave for good: give up the chairs in lobbies, and resign the games that run."""
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
