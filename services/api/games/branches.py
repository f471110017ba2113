"""What-if games: play on from any version of a game, alone against bots."""

from litestar.params import FromPath, JSONBody

from domain.kernel.ids import GameId, Seat, Version
from services.acts import tables
from services.api.asks import GivenActs, ask_of
from services.api.games.schemas import Branch, Branched
from services.api.idempotency import IdempotencyKey
from services.api.routes import Routes
from services.identity.callers import AnyRequest
from services.problems import NOT_NOW, TOO_MANY_TABLES

routes = Routes("play")


@routes.post("/api/v1/games/{game_id:str}/branch", tables.branch, raises=(NOT_NOW, TOO_MANY_TABLES))
async def branch_off(
    request: AnyRequest,
    acts: GivenActs,
    game_id: FromPath[str],
    data: JSONBody[Branch],
    idempotency_key: IdempotencyKey = None,
) -> Branched:
    """What if?

    Opens a private table of yours where the game goes on from a version, against bots and without a clock. A game that
    is over goes on as it truly stood, for everyone who may see it. Of a running game only a seated player can make one;
    what your seat did not know then is dealt again, and what is drawn there says nothing of the game itself. What-if
    games count in no statistics.
    """
    key = None if idempotency_key is None else f"branch {game_id} {idempotency_key}"  # names the table
    ask = ask_of(request, data, key)
    new, seat = ask.new_game(), None if data.seat is None else Seat(data.seat)
    wish = tables.WhatIf(GameId(game_id), Version(data.at), data.bot, seat, data.invitation)
    written = await tables.branch(acts, ask_of(request, data, idempotency_key), new, wish)
    table = written.table
    return Branched(
        game_id=new,
        version=written.appended.last,
        commitment=table.commitment,
        seat=table.seat_of(ask.user) or 0,
        at=0 if table.branch_of is None else table.branch_of.version,
        repeated=written.appended.repeated,
    )
