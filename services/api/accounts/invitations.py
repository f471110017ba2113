"""Invitations to sign up, for admins of a server that takes new accounts by invitation."""

from typing import Any

from litestar import Request, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from domain.kernel.errors import NotFound
from services.api.accounts import schemas
from services.api.accounts.schemas import InvitationOrder, Invitations, NewInvitation
from services.api.idempotency import IdempotencyKey
from services.api.openapi import BODY, CALLER, PATH, REPEATABLE, needs, problems
from services.identity.account_deps import AccountDeps, sign_up_link
from services.identity.callers import caller, requires
from services.play.command_keys import body_hash, key_hash
from services.problems import TOO_MANY_TOKENS
from services.store.accounts.credentials import NewCredential
from services.store.accounts.model import DAY
from services.store.keys import SERVER


@post(
    "/api/v1/invitations",
    tags=["accounts"],
    operation_id="makeServerInvitation",
    summary="Invite somebody",
    description="Good for one account. A repeat with the same Idempotency-Key gives the same invitation a new secret.",
    guards=[requires("admin")],
    security=needs("admin"),
    responses=problems(*BODY, *REPEATABLE, *CALLER, TOO_MANY_TOKENS),
)
async def invite(
    request: Request[Any, Any, Any],
    account_deps: NamedDependency[AccountDeps],
    data: JSONBody[InvitationOrder],
    idempotency_key: IdempotencyKey = None,
) -> NewInvitation:
    issued = await account_deps.accounts.credentials.issue(
        NewCredential(
            owner=SERVER,
            kind="invitation",
            name=data.note,
            lifetime=data.expires_in_days * DAY,
            key=key_hash(idempotency_key and f"{caller(request).user_id} {idempotency_key}"),
            body=body_hash(data),
        )
    )
    made = issued.credential
    return NewInvitation(
        id=made.id,
        note=made.name,
        expires_at=schemas.instant(made.expires_at),
        invitation=issued.secret,
        link=sign_up_link(account_deps.public_url, issued.secret),
        repeated=issued.repeated,
    )


@get(
    "/api/v1/invitations",
    tags=["accounts"],
    operation_id="listServerInvitations",
    summary="List invitations",
    guards=[requires("admin")],
    security=needs("admin"),
    responses=problems(*CALLER),
)
async def list_invitations(account_deps: NamedDependency[AccountDeps]) -> Invitations:
    held = await account_deps.accounts.credentials.held_by(SERVER, ["invitation"])
    return Invitations([schemas.invitation(one) for one in held])


@delete(
    "/api/v1/invitations/{invitation_id:str}",
    tags=["accounts"],
    operation_id="withdrawServerInvitation",
    summary="Take an invitation back",
    guards=[requires("admin")],
    security=needs("admin"),
    responses=problems(*CALLER, *PATH),
)
async def withdraw_invitation(account_deps: NamedDependency[AccountDeps], invitation_id: FromPath[str]) -> None:
    if not await account_deps.accounts.credentials.revoke(SERVER, ["invitation"], invitation_id):
        raise NotFound
