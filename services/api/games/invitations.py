"""Invitations to a table: links that expire and can be withdrawn, and people who are invited by name."""

from typing import Annotated

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from services.api.games.lobby import CHANGES
from services.api.games.schemas import Invitations, Invited, InvitePerson
from services.api.idempotency import IdempotencyKey
from services.api.openapi import CALLER, needs, problems
from services.identity.callers import caller, require_scope
from services.play import invitations, lobbies
from services.play.deps import AnyRequest, Changed, GameDeps
from services.problems import BAD_REQUEST, NOT_FOUND

Days = Annotated[int, QueryParameter(ge=1, le=365, description="How many days the link is good for.")]


@post(
    "/api/v1/games/{game_id:str}/invitations",
    name="services.api.games.lobby.make_invitation",
    tags=["games"],
    operation_id="makeInvitation",
    summary="Make an invitation link",
    description="The host, in the lobby or where a seat opened. Whoever has the code may see the table and sit down, "
    "until it expires or is withdrawn.",
    security=needs("play"),
    responses=CHANGES,
)
async def make_invitation(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    expires_in_days: Days = invitations.USUAL_DAYS,
    idempotency_key: IdempotencyKey = None,
) -> Invited:
    _, named = game_deps.begin_change(request, game_id, None, idempotency_key)
    keyed = idempotency_key is not None
    made = await invitations.make_invitation(game_deps, caller(request), named, keyed=keyed, days=expires_in_days)
    listed, changed = made.listed, made.changed
    return Invited(made.code, made.url, changed.version, listed.id, listed.expires_at, repeated=changed.repeated)


@get(
    "/api/v1/games/{game_id:str}/invitations",
    tags=["games"],
    operation_id="listInvitations",
    summary="List invitation links",
    description="The host. Those that were not withdrawn, whether they have expired or not.",
    security=needs("read"),
    responses=problems(BAD_REQUEST, *CALLER, NOT_FOUND),
)
async def list_invitations(
    request: AnyRequest, game_deps: NamedDependency[GameDeps], game_id: FromPath[str]
) -> Invitations:
    user = require_scope(request, "read").user_id
    return Invitations(await invitations.list_invitations(game_deps, user, game_id))


@delete(
    "/api/v1/games/{game_id:str}/invitations/{invitation_id:str}",
    tags=["games"],
    operation_id="withdrawInvitation",
    summary="Withdraw an invitation link",
    description="The host. Whoever sat down with it stays; nobody else sees the table or sits down by it any more.",
    status_code=200,
    security=needs("play"),
    responses=CHANGES,
)
async def withdraw_invitation(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    invitation_id: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> Changed:
    user, named = game_deps.begin_change(request, game_id, None, idempotency_key)
    return await invitations.withdraw_invitation(game_deps, user, named, invitation_id)


@post(
    "/api/v1/games/{game_id:str}/invited",
    name="services.api.games.lobby.invite_person",
    tags=["games"],
    operation_id="invitePerson",
    summary="Invite somebody by name",
    description="The host, in the lobby or where a seat opened. Whoever is invited is told of it, finds the table "
    "among the own games, and may see it and sit down.",
    security=needs("play"),
    responses=CHANGES,
)
async def invite_person(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    data: JSONBody[InvitePerson],
    idempotency_key: IdempotencyKey = None,
) -> Changed:
    _, named = game_deps.begin_change(request, game_id, data, idempotency_key)
    return await lobbies.invite_person(game_deps, caller(request), named, data.name)


HANDLERS = [make_invitation, list_invitations, withdraw_invitation, invite_person]
