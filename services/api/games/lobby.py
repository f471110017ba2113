"""Lists of tables, and the lobby: everything before a game begins, and the rematch after it."""

from typing import Literal

import msgspec
from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from projections.rows import EVERYONE
from services.acts import seats, tables
from services.acts.wishes import TableWish, game_called
from services.api.asks import GivenActs, ask_of
from services.api.games.schemas import (
    Changed,
    ChangeTerms,
    GiveNonce,
    Opened,
    OpenTable,
    Rematch,
    Seated,
    TakeSeat,
    changed,
)
from services.api.idempotency import IdempotencyKey
from services.api.params import Cursor, GameAtVersion
from services.api.routes import Routes
from services.identity.access import ANYONE
from services.identity.callers import AnyRequest, caller, user_of
from services.problems import (
    NOT_FOUND,
    NOT_NOW,
    TOO_MANY_TABLES,
    ProblemError,
)
from services.queries.lists import GameList, ListRequest, read_list
from services.queries.tables import wait_for_models

routes = Routes("games")

PAGE = 50


@routes.post("/api/v1/games", tables.open_table, raises=(NOT_FOUND, NOT_NOW, TOO_MANY_TABLES))
async def open_table(
    request: AnyRequest,
    acts: GivenActs,
    data: JSONBody[OpenTable],
    idempotency_key: IdempotencyKey = None,
) -> Opened:
    """Open a table.

    The caller becomes host and takes seat 0. `commitment` promises the server’s secret.
    """
    ask = ask_of(request, data, idempotency_key)
    try:
        game = game_called(acts.tables.registry, data.game)
    except ProblemError:
        acts.limit.take(ask.user)  # what is refused before the act begins is counted as well
        raise
    wish = TableWish(
        game,
        *(data.players, data.options, data.title, data.private),
        clock=data.clock,
        invite=tuple(data.invite),
        caretaker=data.caretaker,
    )
    game_id = ask.new_game()
    written = await tables.open_table(acts, ask, game_id, wish)
    return Opened(game_id, written.appended.last, written.table.commitment, repeated=written.appended.repeated)


@routes.patch("/api/v1/games/{game_id:str}", tables.change_terms, raises=(NOT_NOW,))
async def change_terms(
    request: AnyRequest,
    acts: GivenActs,
    game_id: FromPath[str],
    data: JSONBody[ChangeTerms],
    idempotency_key: IdempotencyKey = None,
) -> Changed:
    """Change the settings of a table.

    Only the host can do this, in the lobby. Options that are given replace all options of the table.
    """
    ask = ask_of(request, data, idempotency_key)
    return changed(
        await tables.change_terms(
            acts,
            ask,
            game_id,
            tables.NewTerms(data.options, data.title, data.clock, data.caretaker),
        )
    )


@routes.post("/api/v1/games/{game_id:str}/seats", seats.seat_bot, raises=(NOT_NOW, TOO_MANY_TABLES))
async def take_seat(
    request: AnyRequest,
    acts: GivenActs,
    game_id: FromPath[str],
    data: JSONBody[TakeSeat],
    idempotency_key: IdempotencyKey = None,
) -> Seated:
    """Sit down, or seat a bot.

    Takes the next free seat; with `bot` the host gives it to a bot. A full table starts by itself. In a running game
    it takes over a seat that was opened because its player's time ran out.
    """
    ask = ask_of(request, data, idempotency_key)
    if data.bot is not None:
        written = await seats.seat_bot(acts, ask, game_id, data.bot)
    else:
        written = await seats.sit_down(acts, ask, game_id, seats.Door(data.invitation, data.nonce))
    seat = msgspec.json.decode(written.records[0].envelope().data)["seat"]
    return Seated(seat, written.appended.last, repeated=written.appended.repeated)


@routes.delete("/api/v1/games/{game_id:str}/seats/{seat:int}", seats.free_chair, raises=(NOT_NOW,))
async def leave_seat(
    request: AnyRequest,
    acts: GivenActs,
    game_id: FromPath[str],
    seat: FromPath[int],
    idempotency_key: IdempotencyKey = None,
) -> Changed:
    """Leave a seat, or free it.

    In the lobby a player leaves, and the host can free any seat. In a running game the host closes a seat that opened:
    a bot plays it to the end, as if its player had resigned.
    """
    return changed(await seats.free_chair(acts, ask_of(request, None, idempotency_key), game_id, seat))


@routes.post("/api/v1/games/{game_id:str}/nonce", seats.give_nonce, status_code=200, raises=(NOT_NOW,))
async def give_nonce(
    request: AnyRequest,
    acts: GivenActs,
    game_id: FromPath[str],
    data: JSONBody[GiveNonce],
    idempotency_key: IdempotencyKey = None,
) -> Changed:
    """Add to the randomness.

    Once for each seated person, before the start.
    """
    ask = ask_of(request, data, idempotency_key)
    return changed(await seats.give_nonce(acts, ask, game_id, data.nonce))


@routes.post(
    "/api/v1/games/{game_id:str}/start", tables.start, status_code=200, operation_id="startGame", raises=(NOT_NOW,)
)
async def start(
    request: AnyRequest,
    acts: GivenActs,
    game_id: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> Changed:
    """Start with the players who are here.

    Only the host can do this. A full table starts by itself.
    """
    return changed(await tables.start(acts, ask_of(request, None, idempotency_key), game_id))


@routes.post(
    "/api/v1/games/{game_id:str}/rematch", tables.rematch, operation_id="openRematch", raises=(NOT_NOW, TOO_MANY_TABLES)
)
async def rematch(
    request: AnyRequest,
    acts: GivenActs,
    game_id: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> Response[Rematch]:
    """Play again with the same people.

    Opens a table on the same terms, or gives the one that another player has opened already.
    """
    return Response(Rematch(await tables.rematch(acts, ask_of(request, None, idempotency_key), game_id)))


@routes.get("/api/v1/games", ANYONE)
async def list_games(
    request: AnyRequest,
    acts: GivenActs,
    language: NamedDependency[str],
    status: FromQuery[Literal["lobby", "active", "scoring", "finished", "abandoned"] | None] = None,
    game: FromQuery[str | None] = None,
    mine: FromQuery[bool] = False,
    cursor: Cursor = None,
    min_version: GameAtVersion = None,
) -> GameList:
    """Lists of games."""
    listing = ListRequest(user_of(request), caller(request).user_id if mine else EVERYONE, status, game, cursor)
    await wait_for_models(acts, min_version)
    return await read_list(acts, listing, PAGE, language)
