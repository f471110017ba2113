"""What-if games: a table of its own, opened with a position of another game."""

import secrets
from typing import NamedTuple

from domain.kernel.branching import Place, Seating, open_branch, place_at, start_from, terms_of
from domain.kernel.errors import NotAllowed, NotFound, NotYourSeat
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.kernel.lobby import may_enter
from domain.kernel.rng import SECRET_BYTES
from domain.kernel.table import Table
from services.commands.tables import Request, Tables, Written


class BranchRequest(NamedTuple):
    """From where a person wants to play on, on which seat (by default the own one), and against which bot."""

    user: UserId
    origin: GameId
    at: Version
    bot: str
    seat: Seat | None = None
    code: str | None = None


async def branch(tables: Tables, request: Request, wish: BranchRequest) -> Written:
    """Open a what-if game under the request's id; a repeated request finds the first one, whatever happened since."""
    written = await tables.earlier(request)
    if written is not None:
        return written
    async with tables.lock(wish.origin):
        newest = await tables.current(wish.origin)
        table, version = newest.match.table, newest.version
        if not may_enter(table, wish.user, wish.code):
            raise NotFound
        seat = _seat(table, wish)
        dealt_for = None if table.over else seat
    place = await _place(tables, wish, version)
    then = (await tables.at(place.game, place.version)).match
    secret = secrets.token_bytes(SECRET_BYTES)
    start = start_from(then, place, secret, dealt_for)
    seating = Seating(wish.user, seat, wish.bot)
    return await tables.create(request, open_branch(then.game, secret, seating, terms_of(then), start))


def _seat(table: Table, wish: BranchRequest) -> Seat:
    """The seat to play on: any one of a game that is over; while it runs nobody may know what another seat knows."""
    own = table.seat_of(wish.user)
    if not table.over:
        if own is None or wish.seat not in {None, own}:
            raise NotYourSeat
        return own
    wanted = wish.seat if wish.seat is not None else own or Seat(0)
    if wanted >= len(table.chairs):
        raise NotAllowed("chair_free", seat=wanted)
    return wanted


async def _place(tables: Tables, wish: BranchRequest, version: Version) -> Place:
    if wish.at > version:
        raise NotFound(f"{wish.origin} at {wish.at}")
    return place_at(await tables.store.read(wish.origin, after=wish.at - 1, limit=version - wish.at + 1))
