"""Invitations to sign up, for admins of a server that takes new accounts by invitation."""

from typing import Any

from litestar import Request
from litestar.params import FromPath, JSONBody

from services.acts import admin
from services.api.accounts import schemas
from services.api.accounts.schemas import InvitationOrder, Invitations, NewInvitation
from services.api.asks import GivenActs, ask_of
from services.api.idempotency import IdempotencyKey
from services.api.routes import Routes
from services.identity.access import ADMIN
from services.problems import TOO_MANY_TOKENS

routes = Routes("accounts")


@routes.post("/api/v1/invitations", admin.invite, operation_id="makeServerInvitation", raises=(TOO_MANY_TOKENS,))
async def invite(
    request: Request[Any, Any, Any],
    acts: GivenActs,
    data: JSONBody[InvitationOrder],
    idempotency_key: IdempotencyKey = None,
) -> NewInvitation:
    """Invite somebody.

    Good for one account. A repeat with the same Idempotency-Key gives the same invitation a new secret.
    """
    ask = ask_of(request, data, idempotency_key)
    issued, link = await admin.invite(acts, ask, data.note, data.expires_in_days)
    made = issued.credential
    return NewInvitation(
        id=made.id,
        note=made.name,
        expires_at=schemas.instant(made.expires_at),
        invitation=issued.secret,
        link=link,
        repeated=issued.repeated,
    )


@routes.get("/api/v1/invitations", ADMIN)
async def list_server_invitations(acts: GivenActs) -> Invitations:
    """List invitations."""
    return Invitations([schemas.invitation(one) for one in await admin.invitations(acts)])


@routes.delete("/api/v1/invitations/{invitation_id:str}", admin.withdraw_invitation)
async def withdraw_server_invitation(
    request: Request[Any, Any, Any], acts: GivenActs, invitation_id: FromPath[str]
) -> None:
    """Withdraw an invitation."""
    await admin.withdraw_invitation(acts, ask_of(request), invitation_id)
