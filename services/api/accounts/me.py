"""The caller's own account: who am I, password, mail address, tokens."""

from typing import Any

from litestar import Request, Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from domain.kernel.errors import NotFound
from services.api.accounts import schemas
from services.api.accounts.schemas import EmailChange, NameChange, NewToken, PasswordChange, Session, TokenOrder, Tokens
from services.api.accounts.sessions import session_response
from services.api.idempotency import IdempotencyKey
from services.api.openapi import BODY, CALLER, NO_CONTENT, PATH, REPEATABLE, SESSION, needs, problems
from services.identity.account_deps import AccountDeps
from services.identity.callers import FOR_BOTS, caller, refuse_guest, requires, session_only
from services.identity.confirmations import confirmation_of
from services.identity.limits import PROOF_PER_ACCOUNT, RENAME_PER_ACCOUNT
from services.play.command_keys import body_hash, key_hash
from services.problems import (
    FORBIDDEN,
    NAME_TAKEN,
    TOO_MANY_REQUESTS,
    TOO_MANY_TOKENS,
    WRONG_CREDENTIALS,
    ProblemError,
    told,
)
from services.store.accounts.credentials import NewCredential
from services.store.accounts.model import DAY, Kind

LISTED: tuple[Kind, ...] = ("session", "personal")
PROOF = (*BODY, *CALLER, WRONG_CREDENTIALS, TOO_MANY_REQUESTS)
"""What a route can answer that asks for the password again."""


@get(
    "/api/v1/me",
    tags=["accounts"],
    operation_id="getMe",
    summary="Who am I",
    guards=[requires("read")],
    opt={FOR_BOTS: True},
    security=needs("read", "bot:play"),
    responses=problems(*CALLER),
)
async def who_am_i(request: Request[Any, Any, Any], account_deps: NamedDependency[AccountDeps]) -> schemas.Me:
    principal = caller(request)
    stored = await account_deps.accounts.stored.of(principal.user_id)
    if stored is None:
        raise NotFound
    return schemas.me(stored.account, principal.scopes)


@put(
    "/api/v1/me/password",
    tags=["accounts"],
    summary="Change the password",
    description="Ends every session and opens a new one. Personal tokens stay.",
    guards=[session_only],
    security=needs(SESSION),
    responses=problems(*PROOF),
)
async def change_password(
    request: Request[Any, Any, Any], account_deps: NamedDependency[AccountDeps], data: JSONBody[PasswordChange]
) -> Response[Session]:
    principal = caller(request)
    await account_deps.limits.count_account(PROOF_PER_ACCOUNT, principal.user_id)
    opened = await account_deps.accounts.change_password(principal.user_id, data.password, data.new_password)
    await account_deps.limits.forgive_account(PROOF_PER_ACCOUNT, principal.user_id)
    return session_response(request, account_deps, opened)


@put(
    "/api/v1/me/name",
    tags=["accounts"],
    summary="Change the name",
    description="Games show the new name at once, past ones too: their logs know you by your id. For 30 days the old "
    "name still logs you in, and nobody else can take it. Three times a day.",
    guards=[session_only],
    security=needs(SESSION),
    responses=problems(*PROOF, NAME_TAKEN),
)
async def change_name(
    request: Request[Any, Any, Any], account_deps: NamedDependency[AccountDeps], data: JSONBody[NameChange]
) -> schemas.Me:
    principal, limits = caller(request), account_deps.limits
    await limits.count_account(PROOF_PER_ACCOUNT, principal.user_id)
    await limits.count_account(RENAME_PER_ACCOUNT, principal.user_id)
    account = await account_deps.accounts.rename(principal.user_id, data.password, data.name)
    await limits.forgive_account(PROOF_PER_ACCOUNT, principal.user_id)
    return schemas.me(account, principal.scopes)


@put(
    "/api/v1/me/email",
    tags=["accounts"],
    summary="Change or remove the mail address",
    description="A new address gets one mail with a link that confirms it, and nothing else before that.",
    status_code=204,
    guards=[session_only],
    security=needs(SESSION),
    responses={**problems(*PROOF), 204: NO_CONTENT},
)
async def change_email(
    request: Request[Any, Any, Any], account_deps: NamedDependency[AccountDeps], data: JSONBody[EmailChange]
) -> Response[None]:
    principal = caller(request)
    await account_deps.limits.count_account(PROOF_PER_ACCOUNT, principal.user_id)
    account = await account_deps.accounts.change_email(principal.user_id, data.password, data.email)
    await account_deps.limits.forgive_account(PROOF_PER_ACCOUNT, principal.user_id)
    return Response(None, status_code=204, background=await confirmation_of(request, account_deps, account))


@get(
    "/api/v1/me/tokens",
    tags=["accounts"],
    summary="List sessions and personal tokens",
    description="Everything that can act for you, newest first. None of the secrets is shown.",
    guards=[requires("read")],
    security=needs("read"),
    responses=problems(*CALLER),
)
async def list_tokens(request: Request[Any, Any, Any], account_deps: NamedDependency[AccountDeps]) -> Tokens:
    principal = caller(request)
    held = await account_deps.accounts.credentials.held_by(principal.user_id, LISTED)
    return Tokens([schemas.token(one, principal.credential_id) for one in held])


@post(
    "/api/v1/me/tokens",
    tags=["accounts"],
    summary="Make a personal token",
    description="For a program that acts for you. A repeat with the same Idempotency-Key gives the same token a new "
    "secret, because the first one cannot be told again.",
    guards=[session_only],
    security=needs(SESSION),
    responses=problems(*BODY, *REPEATABLE, *CALLER, TOO_MANY_TOKENS),
)
async def make_token(
    request: Request[Any, Any, Any],
    account_deps: NamedDependency[AccountDeps],
    data: JSONBody[TokenOrder],
    idempotency_key: IdempotencyKey = None,
) -> NewToken:
    principal = caller(request)
    refuse_guest(principal)
    if not principal.scopes.issuperset(data.scopes):
        raise ProblemError(FORBIDDEN, told("no_admin"))
    issued = await account_deps.accounts.credentials.issue(
        NewCredential(
            owner=principal.user_id,
            kind="personal",
            name=data.name,
            scopes=tuple(data.scopes),
            lifetime=data.expires_in_days * DAY,
            key=key_hash(idempotency_key),
            body=body_hash(data),
        )
    )
    made = issued.credential
    return NewToken(
        made.id, made.name, made.scopes, schemas.instant(made.expires_at), issued.secret, repeated=issued.repeated
    )


@delete(
    "/api/v1/me/tokens/{token_id:str}",
    tags=["accounts"],
    summary="End a session or a personal token",
    guards=[session_only],
    security=needs(SESSION),
    responses=problems(*CALLER, *PATH),
)
async def end_token(
    request: Request[Any, Any, Any], account_deps: NamedDependency[AccountDeps], token_id: FromPath[str]
) -> None:
    if not await account_deps.accounts.credentials.revoke(caller(request).user_id, LISTED, token_id):
        raise NotFound
