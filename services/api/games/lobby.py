"""The lobby: everything before a game begins, and the rematch after it."""

import hmac
import secrets
from base64 import urlsafe_b64encode

import msgspec
from litestar import Response, delete, patch, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from domain.kernel import lobby
from domain.kernel.errors import NotAllowed
from domain.kernel.ids import GameId, Seat, UserId
from domain.kernel.match import Batch
from services.api.games.schemas import (
    ChangeTerms,
    GiveNonce,
    Invited,
    InvitePerson,
    Opened,
    OpenTable,
    Rematch,
    Seated,
    TakeSeat,
)
from services.api.idempotency import IdempotencyKey
from services.api.openapi import BODY, CALLER, LOGGED_IN, REPEATABLE, problems
from services.commands import table_changes
from services.identity.callers import caller
from services.play.deps import AnyRequest, Changed, GameDeps, new_game_id, version_of
from services.problems import (
    NOT_FOUND,
    NOT_NOW,
    TOO_MANY_REQUESTS,
    TOO_MANY_TABLES,
    bad_field,
)
from services.queries.tables import must_see, naming_a_bad_code, require_visible

CHANGES = problems(*BODY, *CALLER, *REPEATABLE, NOT_FOUND, NOT_NOW, TOO_MANY_REQUESTS)
"""What a route that changes a table can answer."""
OPENS = problems(*BODY, *CALLER, *REPEATABLE, NOT_FOUND, NOT_NOW, TOO_MANY_REQUESTS, TOO_MANY_TABLES)
"""The same of one that may lead to one more table, or to one more at which bots play."""
_CODE_BYTES = 16


@post(
    "/api/v1/games",
    tags=["games"],
    summary="Open a table",
    description="The caller becomes host and takes chair 0. `commitment` promises the server's secret.",
    security=LOGGED_IN,
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
    if data.game not in {game.meta.slug for game in game_deps.tables.registry}:
        raise bad_field("game", f"this server has no game {data.game!r}; see /api/v1/catalog")
    terms = await _terms(game_deps, user, data)
    if await game_deps.is_new(named):
        await game_deps.quotas.require_table(user)
    written = await table_changes.create(game_deps.tables, named, data.game, user, terms)
    return Opened(game_id, version_of(written), written.table.commitment, repeated=written.appended.repeated)


async def _terms(game_deps: GameDeps, user: UserId, data: OpenTable) -> lobby.Terms:
    if data.caretaker is not None:
        must_be_bot(game_deps, data.caretaker, "caretaker")
    guests = [await _guest(game_deps, "invite", name) for name in data.invite]
    return lobby.Terms(
        *(data.players, data.options, data.title, data.private),
        invited=tuple(dict.fromkeys(guest for guest in guests if guest != user)),
        clock=data.clock,
        caretaker=data.caretaker,
    )


@patch(
    "/api/v1/games/{game_id:str}",
    tags=["games"],
    summary="Agree other terms",
    description="The host, in the lobby. Options that are given replace all options of the table.",
    security=LOGGED_IN,
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
        must_be_bot(game_deps, data.caretaker, "caretaker")

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
    security=LOGGED_IN,
    responses=OPENS,
)
async def take_seat(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    data: JSONBody[TakeSeat],
    idempotency_key: IdempotencyKey = None,
) -> Seated:
    user, named = game_deps.begin_change(request, game_id, data, idempotency_key)
    if data.bot is not None:
        must_be_bot(game_deps, data.bot)
        if await game_deps.is_new(named):
            await game_deps.quotas.require_bots(user)

    def act(batch: Batch) -> None:
        must_see(batch.match.table, user, data.invitation)
        if data.bot is None:
            lobby.join(batch, user, data.nonce, data.invitation)
        else:
            lobby.add_bot(batch, user, data.bot)

    with naming_a_bad_code(data.invitation):
        written = await table_changes.change(game_deps.tables, named, user, act)
    seat = msgspec.json.decode(written.records[0].envelope().data)["seat"]
    return Seated(seat, version_of(written), repeated=written.appended.repeated)


def must_be_bot(game_deps: GameDeps, bot: str, field: str = "bot") -> None:
    """Refuse the name of a bot that nobody plays."""
    if bot not in game_deps.bots:
        raise bad_field(field, f"there is no bot {bot!r}; this server has {', '.join(game_deps.bots)}")


@delete(
    "/api/v1/games/{game_id:str}/seats/{seat:int}",
    tags=["games"],
    summary="Leave a chair, or free it",
    description="In the lobby a player leaves, and the host may free any chair. In a running game the host closes a "
    "seat that opened: a bot plays it to the end, as if its player had resigned.",
    status_code=200,
    security=LOGGED_IN,
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
    if seat < 0:
        raise NotAllowed("chair_free", seat=seat)

    def act(batch: Batch) -> None:
        table = batch.match.table
        is_open = table.phase == "active" and seat < len(table.chairs) and not table.chairs[seat].taken
        (lobby.close_seat if is_open else lobby.leave)(batch, user, Seat(seat))

    return await game_deps.change(named, user, act)


@post(
    "/api/v1/games/{game_id:str}/nonce",
    tags=["games"],
    summary="Add to the randomness",
    description="Once for each seated person, before the start.",
    status_code=200,
    security=LOGGED_IN,
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
    "/api/v1/games/{game_id:str}/invitations",
    tags=["games"],
    summary="Make an invitation link",
    description="The host, in the lobby or where a seat opened. Whoever has the code may see the table and sit down.",
    security=LOGGED_IN,
    responses=CHANGES,
)
async def make_invitation(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> Invited:
    user, named = game_deps.begin_change(request, game_id, None, idempotency_key)
    code = secrets.token_bytes(_CODE_BYTES)

    def act(batch: Batch) -> None:
        nonlocal code
        if idempotency_key is not None:  # the log keeps only a digest, so a repeat must find the same code anew
            code = hmac.digest(batch.match.secret, f"invitation {named.key.key}".encode(), "sha256")[:_CODE_BYTES]
        lobby.invite(batch, user, lobby.invitation_digest(_told(code)))

    changed = await game_deps.change(named, user, act)
    url = f"{game_deps.public_url}/games/{game_id}#invitation={_told(code)}"
    return Invited(_told(code), url, changed.version, repeated=changed.repeated)


@post(
    "/api/v1/games/{game_id:str}/invited",
    tags=["games"],
    summary="Invite somebody by name",
    description="The host, in the lobby or where a seat opened. Whoever is invited is told of it, finds the table "
    "among the own games, and may see it and sit down.",
    security=LOGGED_IN,
    responses=CHANGES,
)
async def invite_person(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    data: JSONBody[InvitePerson],
    idempotency_key: IdempotencyKey = None,
) -> Changed:
    user, named = game_deps.begin_change(request, game_id, data, idempotency_key)
    await require_visible(game_deps.tables, game_id, user)
    guest = await _guest(game_deps, "name", data.name)
    return await game_deps.change(named, user, lambda batch: lobby.invite_person(batch, user, guest))


async def _guest(game_deps: GameDeps, field: str, name: str) -> UserId:
    guest = await game_deps.names.user_called(name)
    if guest is None:
        raise bad_field(field, f"nobody here is called {name!r}")
    return guest


def _told(code: bytes) -> str:
    return urlsafe_b64encode(code).rstrip(b"=").decode()


@post(
    "/api/v1/games/{game_id:str}/start",
    tags=["games"],
    summary="Start with those who are here",
    description="The host. A full table starts by itself.",
    status_code=200,
    security=LOGGED_IN,
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
    summary="Play again with the same people",
    description="Opens a table on the same terms, or gives the one that another player has opened already.",
    security=LOGGED_IN,
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
    make_invitation,
    invite_person,
    start,
    rematch,
]
