"""The lobby: everything before a game begins, and the rematch after it."""

import msgspec
from litestar import Response, delete, patch, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from domain.kernel import lobby
from domain.kernel.ids import GameId, UserId
from domain.kernel.match import Batch
from services.api.games.schemas import (
    ChangeTerms,
    GiveNonce,
    Opened,
    OpenTable,
    Rematch,
    Seated,
    TakeSeat,
)
from services.api.idempotency import IdempotencyKey
from services.api.openapi import BODY, CALLER, REPEATABLE, needs, problems
from services.commands import table_changes
from services.identity.callers import FOR_BOTS, caller
from services.play import lobbies
from services.play.deps import AnyRequest, Changed, GameDeps, new_game_id, version_of
from services.problems import (
    NOT_FOUND,
    NOT_NOW,
    TOO_MANY_REQUESTS,
    TOO_MANY_TABLES,
)
from services.queries.tables import must_see

CHANGES = problems(*BODY, *CALLER, *REPEATABLE, NOT_FOUND, NOT_NOW, TOO_MANY_REQUESTS)
"""What a route that changes a table can answer."""
OPENS = problems(*BODY, *CALLER, *REPEATABLE, NOT_FOUND, NOT_NOW, TOO_MANY_REQUESTS, TOO_MANY_TABLES)
"""The same of one that may lead to one more table, or to one more at which bots play."""


@post(
    "/api/v1/games",
    tags=["games"],
    summary="Open a table",
    description="The caller becomes host and takes chair 0. `commitment` promises the server's secret.",
    security=needs("play"),
    responses=OPENS,
)
async def open_table(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    data: JSONBody[OpenTable],
    idempotency_key: IdempotencyKey = None,
) -> Opened:
    game_id = new_game_id(caller(request).user_id, idempotency_key)
    user, named = game_deps.begin_change(request, game_id, data, idempotency_key)
    terms = await _terms(game_deps, user, data)
    written = await lobbies.open_table(game_deps, caller(request), named, data.game, terms)
    return Opened(game_id, version_of(written), written.table.commitment, repeated=written.appended.repeated)


async def _terms(game_deps: GameDeps, user: UserId, data: OpenTable) -> lobby.Terms:
    return lobby.Terms(
        *(data.players, data.options, data.title, data.private),
        invited=await lobbies.invited(game_deps, user, data.invite),
        clock=data.clock,
        caretaker=data.caretaker,
    )


@patch(
    "/api/v1/games/{game_id:str}",
    tags=["games"],
    summary="Agree other terms",
    description="The host, in the lobby. Options that are given replace all options of the table.",
    security=needs("play"),
    responses=CHANGES,
)
async def change_terms(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    data: JSONBody[ChangeTerms],
    idempotency_key: IdempotencyKey = None,
) -> Changed:
    user, named = game_deps.begin_change(request, game_id, data, idempotency_key)
    if data.caretaker is not None:
        lobbies.must_be_bot(game_deps, data.caretaker, "caretaker")

    def act(batch: Batch) -> None:
        terms = (data.options, data.title, data.clock)
        if data.caretaker is None or terms != (None, None, msgspec.UNSET):
            lobby.set_terms(batch, user, *terms)
        if data.caretaker is not None:
            lobby.choose_caretaker(batch, user, data.caretaker)

    return await game_deps.change(named, user, act)


@post(
    "/api/v1/games/{game_id:str}/seats",
    tags=["games"],
    summary="Sit down, or seat a bot",
    description=(
        "Takes the next free chair; with `bot` the host gives it to a bot. A full table starts by itself. "
        "In a running game it takes over a seat that was opened because its player's time ran out."
    ),
    opt={FOR_BOTS: True},
    security=needs("play", "bot:play"),
    responses=OPENS,
)
async def take_seat(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    data: JSONBody[TakeSeat],
    idempotency_key: IdempotencyKey = None,
) -> Seated:
    _, named = game_deps.begin_change(request, game_id, data, idempotency_key)
    if data.bot is not None:
        written = await lobbies.seat_bot(game_deps, caller(request), named, data.bot)
    else:
        door = lobbies.Door(data.invitation, data.nonce)
        written = await lobbies.sit_down(game_deps, caller(request), named, door)
    seat = msgspec.json.decode(written.records[0].envelope().data)["seat"]
    return Seated(seat, version_of(written), repeated=written.appended.repeated)


@delete(
    "/api/v1/games/{game_id:str}/seats/{seat:int}",
    tags=["games"],
    summary="Leave a chair, or free it",
    description="In the lobby a player leaves, and the host may free any chair. In a running game the host closes a "
    "seat that opened: a bot plays it to the end, as if its player had resigned.",
    status_code=200,
    opt={FOR_BOTS: True},
    security=needs("play", "bot:play"),
    responses=CHANGES,
)
async def leave_seat(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    seat: FromPath[int],
    idempotency_key: IdempotencyKey = None,
) -> Changed:
    user, named = game_deps.begin_change(request, game_id, None, idempotency_key)
    return await lobbies.free_chair(game_deps, user, named, seat)


@post(
    "/api/v1/games/{game_id:str}/nonce",
    tags=["games"],
    summary="Add to the randomness",
    description="Once for each seated person, before the start.",
    status_code=200,
    opt={FOR_BOTS: True},
    security=needs("play", "bot:play"),
    responses=CHANGES,
)
async def give_nonce(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    data: JSONBody[GiveNonce],
    idempotency_key: IdempotencyKey = None,
) -> Changed:
    user, named = game_deps.begin_change(request, game_id, data, idempotency_key)
    return await game_deps.change(named, user, lambda batch: lobby.give_nonce(batch, user, data.nonce))


@post(
    "/api/v1/games/{game_id:str}/start",
    tags=["games"],
    operation_id="startGame",
    summary="Start with those who are here",
    description="The host. A full table starts by itself.",
    status_code=200,
    security=needs("play"),
    responses=CHANGES,
)
async def start(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> Changed:
    user, named = game_deps.begin_change(request, game_id, None, idempotency_key)
    return await game_deps.change(named, user, lambda batch: lobby.start(batch, user))


@post(
    "/api/v1/games/{game_id:str}/rematch",
    tags=["games"],
    operation_id="openRematch",
    summary="Play again with the same people",
    description="Opens a table on the same terms, or gives the one that another player has opened already.",
    security=needs("play"),
    responses=OPENS,
)
async def rematch(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> Response[Rematch]:
    user, named = game_deps.begin_change(request, game_id, None, idempotency_key)
    async with game_deps.tables.lock(GameId(game_id)):
        table = (await game_deps.tables.current(GameId(game_id))).match.table
        must_see(table, user)
        opens, bots = table.rematch is None, any(chair.user is None for chair in table.chairs)
    if opens:
        await game_deps.quotas.require_table(user)
    if opens and bots:
        await game_deps.quotas.require_bots(user)
    return Response(Rematch(await table_changes.rematch(game_deps.tables, named, user)))


HANDLERS = [
    open_table,
    change_terms,
    take_seat,
    leave_seat,
    give_nonce,
    start,
    rematch,
]
