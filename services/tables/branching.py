"""What-if games: a table of its own, opened with a position of another game."""

import secrets
from typing import NamedTuple

from domain.kernel.branching import Place, Seating, open_branch, place_at, start_from, terms_of
from domain.kernel.errors import NoSuchVersion, NotAllowed, NotFound, NotYourSeat
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.kernel.lobby import admits, may_enter
from domain.kernel.rng import SECRET_BYTES
from domain.kernel.table import Table
from services.tables.hot_tables import Request, Tables, Written


class BranchRequest(NamedTuple):
    """From where a person wants to play on, on which seat (by default their own), and against which bot."""

    user: UserId
    origin: GameId
    at: Version
    bot: str
    seat: Seat | None = None
    code: str | None = None


async def branch(tables: Tables, request: Request, wanted: BranchRequest) -> Written:
    """Open a what-if game under the request's id; a repeated request finds the first one, whatever happened since."""
    written = await tables.written_before(request)
    if written is not None:
        return written
    async with tables.lock(wanted.origin):
        newest = await tables.current(wanted.origin)
        table, version = newest.match.table, newest.version
        if not (may_enter(table, wanted.user) or admits(table, wanted.code, tables.now())):
            raise NotFound
        seat = _seat(table, wanted)
        dealt_for = None if table.over else seat
    place = await _place(tables, wanted, version)
    then = (await tables.at(place.game, place.version)).match
    secret = secrets.token_bytes(SECRET_BYTES)
    start = start_from(then, place, secret, dealt_for)
    seating = Seating(wanted.user, seat, wanted.bot)
    return await tables.create(request, open_branch(then.game, secret, seating, terms_of(then), start))


def _seat(table: Table, wanted: BranchRequest) -> Seat:
    """The seat to play on: any seat of a game that is over; while it runs only the person's own, for its secrets."""
    own = table.seat_of(wanted.user)
    if not table.over:
        if own is None or wanted.seat not in {None, own}:
            raise NotYourSeat
        return own
    seat = wanted.seat if wanted.seat is not None else own or Seat(0)
    if seat >= len(table.chairs):
        raise NotAllowed("chair_free", seat=seat)
    return seat


async def _place(tables: Tables, wanted: BranchRequest, version: Version) -> Place:
    if wanted.at > version:
        raise NoSuchVersion(wanted.at)
    return place_at(await tables.store.read(wanted.origin, after=wanted.at - 1, limit=version - wanted.at + 1))
