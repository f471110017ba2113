"""What-if games: play on from any version of a game, alone against bots."""

from litestar import post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from domain.kernel.ids import GameId, Seat, Version
from services.api.games.lobby import OPENS
from services.api.games.schemas import Branch, Branched
from services.api.idempotency import IdempotencyKey
from services.api.openapi import needs
from services.commands.branching import BranchRequest, branch
from services.identity.callers import caller
from services.play.deps import AnyRequest, GameDeps, new_game_id, version_of
from services.play.lobbies import must_be_bot


@post(
    "/api/v1/games/{game_id:str}/branch",
    tags=["play"],
    summary="What if?",
    description=(
        "Opens a private table of yours where the game goes on from a version, against bots and without a clock. "
        "A game that is over goes on as it truly stood, for everyone who may see it. Of a running game only a seated "
        "player can make one; what your seat did not know then is dealt anew, and nothing drawn there will be drawn "
        "in the game itself. What-if games count in no statistics."
    ),
    security=needs("play"),
    responses=OPENS,
)
async def branch_off(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    data: JSONBody[Branch],
    idempotency_key: IdempotencyKey = None,
) -> Branched:
    key = None if idempotency_key is None else f"branch {game_id} {idempotency_key}"
    user, named = game_deps.begin_change(request, new_game_id(caller(request).user_id, key), data, idempotency_key)
    must_be_bot(game_deps, data.bot)
    if await game_deps.is_new(named):
        await game_deps.quotas.require_branch(user)
    seat = None if data.seat is None else Seat(data.seat)
    wish = BranchRequest(user, GameId(game_id), Version(data.at), data.bot, seat, data.invitation)
    written = await branch(game_deps.tables, named, wish)
    table = written.table
    return Branched(
        game_id=named.game_id,
        version=version_of(written),
        commitment=table.commitment,
        seat=table.seat_of(user) or 0,
        at=0 if table.branch_of is None else table.branch_of.version,
        repeated=written.appended.repeated,
    )


HANDLERS = [branch_off]
