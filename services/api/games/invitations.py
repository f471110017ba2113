"""Invitations to a table: links that expire and can be withdrawn, and people who are invited by name."""

from typing import Annotated

from litestar.params import FromPath, JSONBody, QueryParameter

from services.acts import invitations, seats
from services.api.asks import GivenActs, ask_of
from services.api.games.schemas import Changed, Invitations, Invited, InvitePerson, changed
from services.api.idempotency import IdempotencyKey
from services.api.routes import Routes
from services.identity.access import READ
from services.identity.callers import AnyRequest, caller
from services.problems import NOT_NOW

routes = Routes("games")

Days = Annotated[int, QueryParameter(ge=1, le=365, description="How many days the link is valid for.")]


@routes.post(
    "/api/v1/games/{game_id:str}/invitations",
    invitations.make_invitation,
    name="services.api.games.lobby.make_invitation",
    raises=(NOT_NOW,),
)
async def make_invitation(
    request: AnyRequest,
    acts: GivenActs,
    game_id: FromPath[str],
    expires_in_days: Days = invitations.USUAL_DAYS,
    idempotency_key: IdempotencyKey = None,
) -> Invited:
    """Create an invitation link.

    Only the host can do this, in the lobby or where a seat is free. Anyone with the code can see the table and sit
    down, until it expires or is withdrawn.
    """
    ask = ask_of(request, None, idempotency_key)
    invitation = await invitations.make_invitation(acts, ask, game_id, expires_in_days)
    listed, done = invitation.listed, invitation.done.appended
    return Invited(invitation.code, invitation.url, done.last, listed.id, listed.expires_at, repeated=done.repeated)


@routes.get("/api/v1/games/{game_id:str}/invitations", READ)
async def list_invitations(request: AnyRequest, acts: GivenActs, game_id: FromPath[str]) -> Invitations:
    """List invitation links.

    Only the host can do this. Lists links that were not withdrawn, whether they have expired or not.
    """
    user = caller(request).user_id
    return Invitations(await invitations.list_invitations(acts, user, game_id))


@routes.delete(
    "/api/v1/games/{game_id:str}/invitations/{invitation_id:str}", invitations.withdraw_invitation, raises=(NOT_NOW,)
)
async def withdraw_invitation(
    request: AnyRequest,
    acts: GivenActs,
    game_id: FromPath[str],
    invitation_id: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> Changed:
    """Withdraw an invitation link.

    Only the host can do this. Players who sat down with it stay; nobody else can use it any more.
    """
    ask = ask_of(request, None, idempotency_key)
    return changed(await invitations.withdraw_invitation(acts, ask, game_id, invitation_id))


@routes.post(
    "/api/v1/games/{game_id:str}/invited",
    seats.invite_person,
    name="services.api.games.lobby.invite_person",
    raises=(NOT_NOW,),
)
async def invite_person(
    request: AnyRequest,
    acts: GivenActs,
    game_id: FromPath[str],
    data: JSONBody[InvitePerson],
    idempotency_key: IdempotencyKey = None,
) -> Changed:
    """Invite somebody by name.

    Only the host can do this, in the lobby or where a seat is free. The person invited is told of it, finds the table
    among their own games, and can see it and sit down.
    """
    ask = ask_of(request, data, idempotency_key)
    return changed(await seats.invite_person(acts, ask, game_id, data.name))
